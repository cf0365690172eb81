//! What GoGui needs to play any board game and to draw on the board (GoGui 1.5, "Analyze Commands" and "Rules").

use std::fmt::Write;

use yomi_engine::game::Side;

use crate::session::{AnyGame, Finding, Session};

/// `TYPE/LABEL/COMMAND`, one a line.
pub(super) const ANALYZE_COMMANDS: &str = "\
gfx/Yomi: values of all moves/yomi-values
gfx/Yomi: expected line/yomi-line
plist/Yomi: legal moves/yomi-legal
string/Yomi: final score/final_score
param/Yomi: options/yomi-param";

/// A colour's full name.
pub(super) fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// The board, the row with the highest number first: GoGui counts rows from below.
pub(super) fn rules_board(game: &dyn AnyGame) -> String {
    let letter = |content| match content {
        None => ".",
        Some(Side::First) => "X",
        Some(Side::Second) => "O",
    };
    let row =
        |row| (0..game.size()).map(|column| letter(game.content(column, row))).collect::<Vec<_>>().join(" ");
    (0..game.size()).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The legal moves; nothing when the game is over.
pub(super) fn rules_legal_moves(game: &dyn AnyGame) -> String {
    let vertex = |mv: &String| if game.is_pass(mv) { "pass".to_owned() } else { mv.to_uppercase() };
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

/// Every move with its value for the side to move, the better the greener.
pub(super) fn values(finding: &Finding) -> String {
    let judged: Vec<(&str, f64)> =
        finding.lines.iter().filter_map(|line| Some((line.moves[0].as_str(), line.points?))).collect();
    let squares = judged.iter().filter(|(mv, _)| *mv != "pass");
    let (mut labels, mut influence) = ("LABEL".to_owned(), "INFLUENCE".to_owned());
    let best = judged.first().map_or(0.0, |&(_, points)| points);
    for (mv, points) in squares {
        let _ = write!(labels, " {} {points:+.0}", mv.to_uppercase());
        // Ten points behind the best are as bad as any more.
        let _ =
            write!(influence, " {} {:.2}", mv.to_uppercase(), 1.0 - ((best - points) / 5.0).clamp(0.0, 2.0));
    }
    let depth = finding.best().map_or(0, |line| line.depth);
    format!("{labels}\n{influence}\nTEXT depth {depth}, {} nodes", finding.nodes)
}

/// The expected moves, numbered.
pub(super) fn line(finding: &Finding, first: Side) -> String {
    let Some(best) = finding.best() else { return "TEXT the game is over".to_owned() };
    let mut variation = "VAR".to_owned();
    let sides = [first, !first].into_iter().cycle();
    for (mv, side) in best.moves.iter().zip(sides) {
        let _ = write!(variation, " {} {}", if side == Side::First { "b" } else { "w" }, mv.to_uppercase());
    }
    let points = best.points.map_or_else(String::new, |points| format!(" {points:+.2},"));
    format!("{variation}\nTEXT{points} depth {}, {} nodes", best.depth, finding.nodes)
}
