//! A review for other programs.

use serde::Serialize;
use serde_json::Number;

use super::{Judged, Review, name};
use crate::notation::{Ending, Verdict};

/// A move as a row of CSV and as an object of JSON.
#[derive(Serialize)]
struct Row {
    /// From 1, passes counted.
    number: usize,
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    best: String,
    /// In discs, at least 0.
    loss: f64,
    /// The value before the move, for Black.
    before: f64,
    /// The value after it, for Black.
    after: f64,
    /// Whether both are proved.
    exact: bool,
}

#[derive(Serialize)]
struct Game<'a> {
    black: &'a str,
    white: &'a str,
    /// Discs for Black; null if they are not known.
    result: Option<Number>,
    /// `Black`, `White` or `nobody`; null if the game does not come to its end.
    winner: Option<&'static str>,
    /// Why it ended: `played`, `resigned`, `time`, `agreed`, `left` or `forfeit`.
    ending: Option<&'static str>,
    opening: Option<&'static str>,
    /// The value of the position it starts from, for Black.
    start: f64,
    moves: Vec<Row>,
}

fn row(judged: &Judged) -> Row {
    Row {
        number: judged.number,
        side: name(judged.side),
        mv: judged.mv.to_string(),
        best: judged.better().unwrap_or(judged.mv).to_string(),
        loss: judged.loss,
        before: judged.before.discs,
        after: judged.after.discs,
        exact: judged.is_exact(),
    }
}

/// The names of what a row holds.
#[cfg(feature = "terminal")]
const COLUMNS: [&str; 8] = ["number", "side", "move", "best", "loss", "before", "after", "exact"];

/// A line of names, then a line a move.
#[cfg(feature = "terminal")]
#[must_use]
pub fn csv(review: &Review) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    // The writer names them only before a first row, and there may be none.
    writer.write_record(COLUMNS).expect("memory takes them");
    for judged in &review.moves {
        writer.serialize(row(judged)).expect("rows are alike, and memory takes them");
    }
    let bytes = writer.into_inner().expect("memory takes it");
    String::from_utf8(bytes).expect("moves are text")
}

/// One object.
#[must_use]
pub fn json(review: &Review) -> String {
    let [black, white] = &review.players;
    let opening = review.opening.map(|opening| opening.name);
    let moves = review.moves.iter().map(row).collect();
    let start = review.start.discs;
    let verdict = review.result.map(|outcome| outcome.verdict);
    let result = verdict.and_then(Verdict::net).and_then(number);
    let winner = verdict.map(|verdict| verdict.winner().map_or("nobody", name));
    let ending = review.result.map(|outcome| match outcome.ending {
        Ending::Played => "played",
        Ending::Resigned => "resigned",
        Ending::TimedOut => "time",
        Ending::Agreed => "agreed",
        Ending::Left => "left",
        Ending::Forfeited => "forfeit",
    });
    let game = Game { black, white, result, winner, ending, opening, start, moves };
    serde_json::to_string(&game).expect("its numbers are finite") + "\n"
}

/// Whole discs as a whole number.
fn number(discs: f64) -> Option<Number> {
    if discs.fract() == 0.0 { Some((discs as i64).into()) } else { Number::from_f64(discs) }
}
