//! Transcripts: the moves of one game a line, `f5d6c3d3c4…` or numbered `1. f5 d6 2. c3 …`, passes
//! written or left out, from the start position. A line that begins with the number of the next
//! move or pair of moves, such as `2.` behind `1. f5 d6`, goes on with the game of the line before;
//! in a list of numbered games each is a game of its own unless the first has only two moves.
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
    let goes_on = move |before: &str, line: &str| is_later_move(before, line, size);
    lines::games(text, '#', goes_on, move |lines| game(&lines, size))
}

/// Whether a line begins with the number of the move after those before it, which begin with the
/// first one: games that are numbered themselves are whole. Numbers count moves or pairs of moves.
fn is_later_move(before: &str, line: &str, size: Size) -> bool {
    /// No game is longer.
    const LONGEST: usize = 1 << 14;
    let Some(number) = number_of(line).filter(|&number| number > 1) else { return false };
    if before.len() > LONGEST || number_of(before).is_some_and(|first| first != 1) {
        return false;
    }
    let mut counts = counts(before, size);
    let is_next = match last_number(before) {
        Some((last, since)) => number - 1 == last && since <= 2,
        None => moves_in(before).div_ceil(2) < number,
    };
    let before = [number - 1, (number - 1).saturating_mul(2)];
    is_next || counts.any(|moves| before.contains(&moves))
}

/// How many moves a text has: without its passes, with those that are written or left out, and with
/// one that has to follow.
fn counts(text: &str, size: Size) -> impl Iterator<Item = usize> {
    let start = Board::start(size);
    let moves = start.parse_moves(text).unwrap_or_default();
    let end = moves.iter().try_fold(start, |board, &mv| board.play(mv));
    let passes = end.is_some_and(|end| end.is_legal(Move::Pass));
    [moves_in(text), moves.len(), moves.len() + usize::from(passes)].into_iter()
}

/// The number that a line begins with, if a full stop follows it.
fn number_of(line: &str) -> Option<usize> {
    let (number, _) = line.trim_start().split_once('.')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?
}

/// The last number before a full stop, and how many moves stand behind it.
fn last_number(text: &str) -> Option<(usize, usize)> {
    let (head, behind) = text.rsplit_once('.')?;
    let number = head.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    Some((number.parse().ok()?, moves_in(behind)))
}

fn moves_in(text: &str) -> usize {
    // A pass has no digit.
    let is_move = |pair: &&[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
    text.as_bytes().windows(2).filter(is_move).count()
}

fn game(lines: &Scanner<'_>, size: Size) -> Result<Record, Fault> {
    let start = Board::start(size);
    let mut record = Record::new(start);
    for mv in start.parse_moves(lines.rest()).map_err(inside(lines.place()))? {
        let played = record.play(mv, Note::default());
        played.map_err(|error| Fault { place: lines.place(), cause: error.into() })?;
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
