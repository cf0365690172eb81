//! Whether games that other programs have saved are whole games by Yomi's rules, with the result
//! they claim.
//!
//! ```sh
//! cargo run --example check_games -- game.sgf …
//! ```
//!
//! Prints one line a game; the exit code is 1 if any is unfinished, illegal or has another result.
//! Programs differ in whether the winner is given the empty squares, so both ways to count are
//! accepted.

use std::path::Path;
use std::process::ExitCode;

use yomi_engine::game::Side;
use yomi_engine::games::othello::{Move, Square};
use yomi_protocol::notation::{Board, Format, GameError, Record, Source, Verdict};

/// Discs of Black minus those of White.
fn difference(board: &Board) -> i32 {
    let side = board.size().side();
    let squares = (0..(side * side) as u32).map(|index| Square::from_index(index, side));
    squares
        .map(|square| board.disc(square).map_or(0, |disc| if disc == Side::First { 1 } else { -1 }))
        .sum()
}

fn check(game: Result<Record, GameError>) -> Result<String, String> {
    let record = game.map_err(|error| error.to_string())?;
    let end = record.end();
    let score = end
        .final_score()
        .ok_or_else(|| format!("not over after {} moves", record.plies().len()))?;
    let plain = difference(end);
    let agrees = match record.outcome.map(|outcome| outcome.verdict) {
        Some(Verdict::Net(net)) => net == f64::from(score) || net == f64::from(plain),
        Some(Verdict::Winner(side)) => score.signum() == if side == Side::First { 1 } else { -1 },
        None => false,
    };
    let passes = record.moves().filter(|&mv| mv == Move::Pass).count();
    let [black, white] = &record.players;
    let text = format!(
        "{} against {}: {} moves, {passes} passes, {plain:+} discs",
        black.name,
        white.name,
        record.plies().len() - passes
    );
    if agrees { Ok(text) } else { Err(format!("{text}, but the file says {:?}", record.outcome)) }
}

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for file in std::env::args().skip(1) {
        let path = Path::new(&file);
        let source = Format::of_file(path).zip(std::fs::read(path).ok());
        let Some(source) = source.map(|(format, bytes)| Source::new(format, bytes)) else {
            eprintln!("{file}: cannot be read");
            return ExitCode::from(2);
        };
        let mut games = source.games().peekable();
        if games.peek().is_none() {
            eprintln!("{file}: no game");
            code = ExitCode::FAILURE;
        }
        for game in games {
            match check(game) {
                Ok(text) => println!("{file}: {text}"),
                Err(problem) => {
                    eprintln!("{file}: {problem}");
                    code = ExitCode::FAILURE;
                }
            }
        }
    }
    code
}
