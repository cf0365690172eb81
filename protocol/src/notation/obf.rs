//! OBF: positions with scored moves, as in Edax and its problem files.
//!
//! One position a line: `--XXXXX--OOO…-- X; G8:+18; H1:+12;`, with the squares row by row from a1
//! (`X`, `*` or `b` Black, `O` or `w` White, `-` or `.` empty), the side to move, and what moves
//! are worth in discs for that side. Behind `%` stands a comment. The format is that of
//! github.com/abulmo/edax-reversi, here for every size of board.

use std::fmt::Write;

use yomi_engine::games::othello::Move;

use super::ggf::parse_move;
use super::number::decimal;
use super::problem::{Fault, inside};
use super::scanner::Scanner;
use super::{Board, GameError, Place, Record, ScoredMove, Size, lines};

/// Reads every position of a text as a game without moves; each item is one or what is wrong with
/// it.
///
/// ```
/// use yomi_protocol::notation::obf;
///
/// let text = "---------------------------OX------XO--------------------------- X; F5:+0;\n";
/// let position = obf::positions(text).next().expect("one line")?;
/// assert_eq!(position.scores[0].mv.to_string(), "f5");
/// # Ok::<(), yomi_protocol::notation::GameError>(())
/// ```
pub fn positions(text: &str) -> impl Iterator<Item = Result<Record, GameError>> + '_ {
    lines::games(text, '%', |_, _| false, position)
}

fn position(mut line: Scanner<'_>) -> Result<Record, Fault> {
    let place = line.place();
    let squares = line.take_while(|c| c != ';');
    let marks = squares.chars().filter(|c| !c.is_whitespace()).count();
    let size = Size::ALL.into_iter().find(|size| size.side() * size.side() + 1 == marks);
    let board = Board::parse(size.unwrap_or(Size::Eight), squares).map_err(inside(place))?;
    let mut record = Record::new(board);
    line.accept(';');
    loop {
        line.skip_blanks();
        let place = line.place();
        let text = line.take_while(|c| c != ';');
        if !text.trim().is_empty() {
            record.scores.push(scored_move(text, place)?);
        }
        if !line.accept(';') {
            return Ok(record);
        }
    }
}

fn scored_move(text: &str, place: Place) -> Result<ScoredMove, Fault> {
    // Edax writes a pass as `ps`.
    let mv =
        |mv: &str| if mv.eq_ignore_ascii_case("ps") { Some(Move::Pass) } else { parse_move(mv) };
    let read = text.split_once(':').and_then(|(name, score)| {
        Some(ScoredMove { mv: mv(name.trim())?, score: decimal(score.trim())? })
    });
    read.ok_or_else(|| {
        Fault::instead_of("a move and its score such as G8:+18", text.trim_end(), place)
    })
}

/// Writes the position at the end of the record, with a line break at its end; the scores belong to
/// the start and are left out behind any move.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    if !record.comment.is_empty() {
        record.comment.split('\n').for_each(|line| text += &format!("% {line}\n"));
    }
    text += &record.end().board_string();
    text.push(';');
    let scores = if record.plies().is_empty() { record.scores.as_slice() } else { &[] };
    for ScoredMove { mv, score } in scores {
        let mv = match mv {
            Move::Pass => "PS".to_owned(),
            Move::Place(square) => square.to_string().to_uppercase(),
        };
        let _ = write!(text, " {mv}:{score:+};");
    }
    text + "\n"
}
