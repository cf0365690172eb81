//! Transcripts: the moves of one game a line, `f5d6c3d3c4…` or numbered `1. f5 d6 2. c3 …`, passes
//! written or left out, from the start position.
//!
//! What stands behind `#` is a comment. A line says nothing of its board, so its size must be
//! known.

use yomi_engine::games::othello::Move;

use super::problem::{Fault, inside};
use super::scanner::Scanner;
use super::{Board, GameError, Note, Record, Size, Unwritable, lines};

/// Reads every game of a text, played on a board of `size`; each item is one or what is wrong with
/// it.
///
/// ```
/// use yomi_protocol::notation::{Size, transcript};
///
/// let games: Result<Vec<_>, _> = transcript::games("f5d6c3\nf5f6\n", Size::Eight).collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), yomi_protocol::notation::GameError>(())
/// ```
pub fn games(text: &str, size: Size) -> impl Iterator<Item = Result<Record, GameError>> + '_ {
    lines::games(text, '#', move |line| game(&line, size))
}

fn game(line: &Scanner<'_>, size: Size) -> Result<Record, Fault> {
    let start = Board::start(size);
    let mut record = Record::new(start);
    for mv in start.parse_moves(line.rest()).map_err(inside(line.place()))? {
        let played = record.play(mv, Note::default());
        played.map_err(|error| Fault { place: line.place(), cause: error.into() })?;
    }
    Ok(record)
}

/// Writes the moves of a game without its passes, with a line break at the end.
///
/// # Errors
/// If there is no move, or the game has another start position, of which a transcript cannot tell.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    if !record.starts_as_usual() {
        return Err(Unwritable::StartPosition);
    }
    let moves: String =
        record.moves().filter(|mv| *mv != Move::Pass).map(|mv| mv.to_string()).collect();
    if moves.is_empty() { Err(Unwritable::NoMoves) } else { Ok(moves + "\n") }
}
