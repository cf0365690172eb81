//! GGF, the Generic Game Format: what NBoard sends as `set game`, and the archives of the server
//! GGS.
//!
//! One game is `(;GM[Othello]…B[F5//25.377]W[F6/0.00/0.01];)`: named values in square brackets,
//! without any escape sign. A number before a game says how many belong to a match: `2 (;…;)(;…;)`
//! is a synchro pair. The tags are those of NBoard (github.com/weltyc/nboard), Edax and GGS.

mod read;
mod write;

use std::fmt;

use yomi_engine::games::othello::Move;

use super::Note;
use super::number::{Seconds, decimal, seconds};

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

/// A text that is no move of GGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMoveText {
    /// Its first part is no square and no pass.
    #[error("expected {}", self.expected())]
    Move,
    /// Its second part is no number.
    #[error("expected {}", self.expected())]
    Evaluation,
    /// Its third part is no time, or is not the last.
    #[error("expected {}", self.expected())]
    Time,
}

impl InvalidMoveText {
    fn expected(self) -> &'static str {
        match self {
            Self::Move => "a square such as e6, or PA for a pass",
            Self::Evaluation => "after the move an evaluation in discs such as -2.50, or nothing",
            Self::Time => "after move and evaluation the seconds used such as 25.377, or nothing",
        }
    }
}

impl std::str::FromStr for MoveText {
    type Err = InvalidMoveText;

    /// Reads the move in any letter case; a pass is `PA`, `P`, `PAS`, `PASS` or `--`, and the
    /// evaluation `NaN` is none.
    fn from_str(text: &str) -> Result<Self, InvalidMoveText> {
        let mut parts = text.split('/').map(str::trim);
        let mv = parse_move(parts.next().unwrap_or_default()).ok_or(InvalidMoveText::Move)?;
        let mut note = Note::default();
        if let Some(text) =
            parts.next().filter(|text| !text.is_empty() && !text.eq_ignore_ascii_case("nan"))
        {
            note.evaluation = Some(decimal(text).ok_or(InvalidMoveText::Evaluation)?);
        }
        if let Some(text) = parts.next().filter(|text| !text.is_empty()) {
            note.time = Some(seconds(text).ok_or(InvalidMoveText::Time)?);
        }
        if parts.next().is_some() { Err(InvalidMoveText::Time) } else { Ok(Self { mv, note }) }
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn moves_are_read_as_engines_write_them() {
        let parts = |text: &str| {
            text.parse::<MoveText>()
                .map(|read| (read.mv.to_string(), read.note.evaluation, read.note.time))
        };
        let time = |text| seconds(text);
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
        assert_eq!(parts(""), Err(InvalidMoveText::Move));
        assert_eq!(parts("e6/x"), Err(InvalidMoveText::Evaluation));
        assert_eq!(parts("e6/1/-1"), Err(InvalidMoveText::Time));
        assert_eq!(parts("e6/1/1/1"), Err(InvalidMoveText::Time));
    }

    #[test]
    fn moves_are_written_as_nboard_does() {
        for text in ["F5", "E6/3/0.01", "F5//25.377", "PA", "A1/-4.5"] {
            assert_eq!(text.parse::<MoveText>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
    }
}
