//! A review for other programs.

use serde::Serialize;

use super::{Judged, Review, name};

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
    /// For Black; null if the game does not come to its end.
    result: Option<i32>,
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
        best: judged.best.to_string(),
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
    let game = Game { black, white, result: review.result, opening, start, moves };
    serde_json::to_string(&game).expect("its numbers are finite") + "\n"
}
