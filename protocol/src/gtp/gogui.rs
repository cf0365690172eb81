//! What GoGui needs to play any board game and to draw on the board (GoGui 1.5, "Analyze Commands"
//! and "Rules").

use std::fmt::Write;

use yomi_engine::game::Side;
use yomi_engine::score::Value;

use super::vertex;
use crate::quantity::counted;
use crate::session::{AnyGame, SearchInfo, Session, own};

/// `TYPE/LABEL/COMMAND`, one a line.
pub(super) const ANALYZE_COMMANDS: &str = "\
gfx/Yomi: values of all moves/yomi-values
gfx/Yomi: expected line/yomi-line
plist/Yomi: legal moves/yomi-legal
string/Yomi: final score/final_score
plist/Yomi: dead stones/final_status_list dead
param/Yomi: options/yomi-param";

/// A colour's full name.
pub(super) fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// Whether only GoGui's window asks this.
pub(super) fn is_its_own(command: &str) -> bool {
    ["gogui-analyze_commands", "gogui-interrupt"].contains(&command)
}

/// The board, the row with the highest number first: GoGui counts rows from below.
pub(super) fn rules_board(game: &dyn AnyGame) -> String {
    let letter = |content| match content {
        None => ".",
        Some(Side::First) => "X",
        Some(Side::Second) => "O",
    };
    let row = |row| {
        (0..game.size())
            .map(|column| letter(game.content(column, row)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..game.size()).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The legal moves; nothing when the game is over.
pub(super) fn rules_legal_moves(game: &dyn AnyGame) -> String {
    let vertex = |mv: &String| match game.is_pass(mv) {
        true => "pass".to_owned(),
        false => vertex::written(game, mv).to_uppercase(),
    };
    game.moves().iter().map(vertex).collect::<Vec<_>>().join(" ")
}

/// The result as a sentence.
pub(super) fn rules_final_result(session: &Session) -> String {
    match session.counted_score() {
        Err(_) => "The game is not over".to_owned(),
        Ok(lead) if lead > 0.0 => format!("Black wins by {lead}"),
        Ok(lead) if lead < 0.0 => format!("White wins by {}", -lead),
        Ok(_) => "The game is a draw".to_owned(),
    }
}

/// Every move with its value for the side to move, on a colour from green for the best to red.
pub(super) fn values(info: &SearchInfo) -> String {
    let judged: Vec<(&str, Value)> =
        info.lines.iter().filter_map(|line| Some((line.moves[0].as_str(), line.value?))).collect();
    let best = judged.first().map_or(0.0, |&(_, value)| weight(value));
    let exact = info.lines.iter().all(|line| line.exact);
    let (mut labels, mut colours) = ("LABEL".to_owned(), String::new());
    for &(mv, value) in judged.iter().filter(|(mv, _)| *mv != "pass") {
        let mv = mv.to_uppercase();
        let _ = write!(labels, " {mv} {}", label(value, exact));
        let _ = writeln!(colours, "COLOR {} {mv}", shade(best - weight(value)));
    }
    let unit = match judged.iter().map(|&(_, value)| value).find(|value| value.points().is_none()) {
        Some(Value::Wins(_)) => "wins in %, ",
        Some(_) => "points of the evaluator, ",
        None => "",
    };
    let depth = info.best().map_or(0, |line| line.depth);
    format!("{labels}\n{colours}TEXT {unit}depth {depth}, {}", counted(info.nodes, "node"))
}

/// A value in as few letters as can be: half points only where they are sure.
fn label(value: Value, exact: bool) -> String {
    match value {
        Value::Points(points) if exact && points.fract() != 0.0 => format!("{points:+.1}"),
        // No negative zero.
        Value::Points(points) => format!("{:+.0}", points.round() + 0.0),
        Value::Wins(share) => format!("{:.0}%", 100.0 * share),
        Value::Own(count) => own(count),
    }
}

/// A value in something like points: a share of the win of a fifth is worth ten.
fn weight(value: Value) -> f64 {
    match value {
        Value::Points(points) => points,
        Value::Wins(share) => 50.0 * share,
        Value::Own(count) => f64::from(count),
    }
}

/// The colour of a move that is `behind` points worse than the best; ten points or more have one
/// colour. GoGui lays it half transparent over the board and writes the label in black, so it is
/// always light.
fn shade(behind: f64) -> String {
    const STEPS: [(f64, [f64; 3]); 3] =
        [(0.0, [90.0, 220.0, 90.0]), (3.0, [250.0, 240.0, 120.0]), (10.0, [255.0, 130.0, 110.0])];
    let behind = behind.clamp(0.0, 10.0);
    let last = if behind <= STEPS[1].0 { 1 } else { 2 };
    let ((from, one), (to, other)) = (STEPS[last - 1], STEPS[last]);
    let part = (behind - from) / (to - from);
    let mix = |colour: usize| (one[colour] + part * (other[colour] - one[colour])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// A picture on stderr while the player thinks: drawing commands up to an empty line.
pub(super) fn live(picture: &str) -> String {
    format!("gogui-gfx:\nCLEAR\n{picture}\n\n")
}

/// Takes the last picture away before the answer comes.
pub(super) const LIVE_END: &str = "gogui-gfx: CLEAR\n";

/// The expected moves, numbered.
pub(super) fn line(info: &SearchInfo, first: Side) -> String {
    let Some(best) = info.best() else { return "TEXT the game is over".to_owned() };
    let mut variation = "VAR".to_owned();
    let sides = [first, !first].into_iter().cycle();
    for (mv, side) in best.moves.iter().zip(sides) {
        let _ = write!(
            variation,
            " {} {}",
            if side == Side::First { "b" } else { "w" },
            mv.to_uppercase()
        );
    }
    let worth = best.worth().map_or_else(String::new, |worth| format!(" {worth},"));
    let source = if best.book {
        " from the book".to_owned()
    } else {
        format!(", {}", counted(info.nodes, "node"))
    };
    format!("{variation}\nTEXT{worth} depth {}{source}", best.depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_right() {
        let points = |points, exact| label(Value::Points(points), exact);
        assert_eq!(
            [points(-2.5, true), points(0.5, true), points(7.0, true)],
            ["-2.5", "+0.5", "+7"]
        );
        assert_eq!([points(-2.7, false), points(-0.3, false)], ["-3", "+0"]);
        assert_eq!(label(Value::Wins(0.254), false), "25%");
        assert_eq!(label(Value::Own(-yomi_engine::score::Score::INFINITY.0), false), "-∞");
    }
}
