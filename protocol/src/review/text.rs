//! A review for the terminal.

use std::fmt::Write;

use yomi_engine::games::othello::Move;

use super::{Judged, Review, name, signed};
use crate::notation::{Ending, Outcome, Verdict};
use crate::visible::visible;

/// What is known of the game, its mistakes, the worst first, then all of its moves.
#[must_use]
pub fn text(review: &Review) -> String {
    let mut out = head(review);
    let proved = if review.moves.iter().any(is_proved_loss) { PROVED } else { "" };
    let legend = format!("\n{}{proved}", note(review));
    if !review.is_game {
        return out + "\n" + &list("its moves", review.moves.iter()) + &legend;
    }
    let mistakes = review.mistakes();
    out += "\n";
    if mistakes.is_empty() {
        out += "no move lost half a disc\n";
    } else {
        out += &list("worst first, from half a disc on", mistakes.into_iter());
    }
    out + "\n" + &list("the game", review.moves.iter()) + &legend
}

fn list<'a>(heading: &str, moves: impl Iterator<Item = &'a Judged>) -> String {
    let mut out = format!("{heading}\n{COLUMNS}");
    moves.for_each(|judged| row(judged, &mut out));
    out
}

/// Whether the row shows a loss with the sign that the legend explains.
fn is_proved_loss(judged: &Judged) -> bool {
    judged.mv != judged.best && judged.mv != Move::Pass && judged.is_exact()
}

const PROVED: &str = "= the loss is exact: both values were solved to the end of the game\n";

/// What the columns mean, a sentence a line.
pub(super) fn note(review: &Review) -> String {
    let moves = "No loss: the best move that the search finds. Loss without best: one as good.\n\
                 A loss is the value before the move less that after it, both at one level.\n";
    let changes = "Later searches see further; that moves the value, too, but is nobody's loss.\n";
    [moves, if review.is_game { changes } else { "" }].concat()
}

const COLUMNS: &str = "  move  side   played  best   loss  after, for Black\n";

/// Players, result, opening and what was lost, a line each.
pub(super) fn head(review: &Review) -> String {
    let [black, white] = review.players.each_ref().map(|player| match player.trim() {
        "" => "unknown".to_owned(),
        player => visible(player),
    });
    let mut out = format!("Black      {black}\nWhite      {white}\n");
    if let Some(outcome) = review.result {
        let _ = writeln!(out, "result     {}", result(outcome));
    }
    if let Some(opening) = review.opening {
        let _ = writeln!(out, "opening    {}", opening.name);
    }
    let _ = writeln!(out, "start      {} for Black", signed(review.start));
    if review.is_game {
        let [black, white] = review.losses();
        let _ = writeln!(out, "lost       Black {black:.1}, White {white:.1} discs");
    }
    match review.exact_from() {
        Some(number) if review.is_game => out + &format!("exact      from move {number} on\n"),
        _ => out,
    }
}

/// How a game ended: `+8 for Black`, `White won, on time`.
fn result(Outcome { verdict, ending }: Outcome) -> String {
    let verdict = match verdict {
        Verdict::Net(net) => format!("{net:+} for Black"),
        Verdict::Winner(side) => format!("{} won", name(side)),
    };
    verdict
        + match ending {
            Ending::Played => "",
            Ending::Resigned => ", by resignation",
            Ending::TimedOut => ", on time",
            Ending::Agreed => ", by agreement",
            Ending::Left => ", as a player left",
            Ending::Forfeited => ", by forfeit",
        }
}

fn row(judged: &Judged, out: &mut String) {
    let Judged { number, side, mv, best, after, loss, .. } = judged;
    let better = judged.better().map_or_else(String::new, |best| best.to_string());
    let loss = match (mv == best || *mv == Move::Pass, is_proved_loss(judged)) {
        (true, _) => String::new(),
        (false, true) => format!("{loss}="),
        (false, false) => format!("{loss:.1} "),
    };
    let (side, mv) = (name(*side), mv.to_string());
    let line =
        format!("  {number:>4}  {side}  {mv:<6}  {better:<4} {loss:>7}  {:>6}", signed(*after));
    let _ = writeln!(out, "{}", line.trim_end());
}
