//! GGF, the Generic Game Format: what NBoard sends as `set game`, and the archives of the server
//! GGS.
//!
//! One game is `(;GM[Othello]…B[F5//25.377]W[F6/0.00/0.01];)`: named values in square brackets,
//! without any escape sign. A number before a game says how many belong to a match: `2 (;…;)(;…;)`
//! is a synchro pair. The tags are those of NBoard (github.com/weltyc/nboard), Edax and GGS.

mod read;
mod write;

use std::fmt;
use std::time::Duration;

use yomi_engine::games::othello::Move;

use super::Note;
use super::number::Seconds;

pub use read::{Games, game, games};
pub use write::write;

/// A move as GGF and the NBoard protocol write it, `E6/3.00/0.01`: the move, what its player thinks
/// it to be worth in discs, the seconds it took; either may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveText {
    /// The move, legal or not.
    pub mv: Move,
    /// Evaluation and time; no comment.
    pub note: Note,
}

/// A text whose first part is no square and no pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {}", Self::EXPECTED)]
pub struct InvalidMoveText;

impl InvalidMoveText {
    const EXPECTED: &str = "a square such as e6, or PA for a pass";
}

impl std::str::FromStr for MoveText {
    type Err = InvalidMoveText;

    /// Reads the move in any letter case; a pass is `PA`, `P`, `PAS`, `PASS` or `--`. What is said
    /// of it decides nothing, so an evaluation and a time that cannot be read are none: NBoard
    /// writes a comma for the point where its reader's language does, short times with an
    /// exponent, and times below zero when a clock is put back.
    fn from_str(text: &str) -> Result<Self, InvalidMoveText> {
        let mut parts = text.split('/').map(str::trim);
        let mv = parse_move(parts.next().unwrap_or_default()).ok_or(InvalidMoveText)?;
        let mut number = || {
            let text = parts.next()?.replace(',', ".");
            text.parse().ok().filter(|number: &f64| number.is_finite())
        };
        let (evaluation, time) = (number(), number());
        let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
        Ok(Self { mv, note: Note { evaluation, time, ..Note::default() } })
    }
}

/// Reads a square, or a pass in any of its spellings.
pub(super) fn parse_move(text: &str) -> Option<Move> {
    let passes = ["pa", "p", "pas", "pass", "--"];
    if passes.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        return Some(Move::Pass);
    }
    text.parse().ok()
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Pass => f.write_str("PA")?,
            Move::Place(square) => f.write_str(&square.to_string().to_uppercase())?,
        }
        match (self.note.evaluation, self.note.time) {
            (None, None) => Ok(()),
            (Some(evaluation), None) => write!(f, "/{evaluation}"),
            (None, Some(time)) => write!(f, "//{}", Seconds(time)),
            (Some(evaluation), Some(time)) => write!(f, "/{evaluation}/{}", Seconds(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_engines_write_them() {
        let parts = |text: &str| {
            text.parse::<MoveText>()
                .map(|read| (read.mv.to_string(), read.note.evaluation, read.note.time))
        };
        let time = |text| super::super::number::seconds(text);
        assert_eq!(parts("F5"), Ok(("f5".to_owned(), None, None)));
        assert_eq!(parts("E6/3.00/0.01"), Ok(("e6".to_owned(), Some(3.0), time("0.01"))));
        assert_eq!(
            parts("F5//25.377"),
            Ok(("f5".to_owned(), None, Some(Duration::from_millis(25_377))))
        );
        assert_eq!(parts("d3/NaN"), Ok(("d3".to_owned(), None, None)));
        for pass in ["PA", "pass", "--", "p", "Pas", " PA //0.00"] {
            assert_eq!(parts(pass).map(|(mv, ..)| mv), Ok("pass".to_owned()), "{pass}");
        }
        assert_eq!(parts(""), Err(InvalidMoveText));
        // As NBoard writes them in other languages, and what it cannot mean.
        let e6 = |evaluation, seconds: Option<f64>| {
            Ok(("e6".to_owned(), evaluation, seconds.map(Duration::from_secs_f64)))
        };
        assert_eq!(parts("e6/-4,00/0,01"), e6(Some(-4.0), Some(0.01)));
        assert_eq!(parts("e6//4.0E-4"), e6(None, Some(0.0004)));
        for nothing in ["e6/x", "e6/Infinity/-1", "e6//0:01", "e6//1e99"] {
            assert_eq!(parts(nothing), e6(None, None), "{nothing}");
        }
        assert_eq!(parts("e6/1/1/1"), e6(Some(1.0), Some(1.0)));
    }

    #[test]
    fn moves_are_written_as_nboard_does() {
        for text in ["F5", "E6/3/0.01", "F5//25.377", "PA", "A1/-4.5"] {
            assert_eq!(text.parse::<MoveText>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
    }
}
