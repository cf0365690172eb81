//! Points of a Go board and the moves made on them, named as in GTP: column letters A–T without I,
//! rows from the bottom.

use std::fmt;
use std::str::FromStr;

use super::Rules;

/// A point by column and row, both from zero at the lower left; printed as column letter and row
/// number (`D4`).
///
/// The same value names the same point on a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    column: u8,
    row: u8,
}

/// The column letters: no I, which looks like 1 or J.
const LETTERS: &[u8; Rules::MAX_SIZE] = b"ABCDEFGHJKLMNOPQRST";

impl Vertex {
    /// The point in `column` from the left and `row` from the bottom, both from zero; `None` from
    /// [`Rules::MAX_SIZE`] on.
    ///
    /// ```
    /// use yomi_engine::games::go::Vertex;
    ///
    /// assert_eq!(Vertex::at(3, 3), "D4".parse().ok());
    /// assert_eq!(Vertex::at(0, 19), None);
    /// ```
    #[must_use]
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        let size = Rules::MAX_SIZE;
        if column < size && row < size {
            Some(Self { column: column as u8, row: row as u8 })
        } else {
            None
        }
    }

    /// The point at `index`, counted row by row from A1, on a board of `size`×`size`. `size` is not
    /// 0 and `index` less than its square; nothing else names a point of that board.
    #[must_use]
    pub const fn from_index(index: usize, size: usize) -> Self {
        Self { column: (index % size) as u8, row: (index / size) as u8 }
    }

    /// The number of this point, counted row by row from A1, on a board of `size`×`size`.
    #[must_use]
    pub const fn index(self, size: usize) -> usize {
        self.row as usize * size + self.column as usize
    }

    /// The column from the left, 0 for `A`.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row from the bottom, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Whether the point exists on a board of `size`×`size`.
    #[must_use]
    pub const fn is_on_board(self, size: usize) -> bool {
        self.column() < size && self.row() < size
    }

    /// The letter of column `column`.
    pub(super) fn letter(column: usize) -> char {
        char::from(LETTERS[column])
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::letter(self.column()), self.row + 1)
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a column letter A to T without I and a row number 1 to 19, such as D4")]
pub struct InvalidVertex;

/// A text that names no point and no pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a column letter A to T without I and a row number 1 to 19, such as D4, or pass")]
pub struct InvalidMove;

impl FromStr for Vertex {
    type Err = InvalidVertex;

    /// Reads `D4` in any letter case.
    fn from_str(text: &str) -> Result<Self, InvalidVertex> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(InvalidVertex)?;
        let column = LETTERS
            .iter()
            .position(|known| letter.eq_ignore_ascii_case(known))
            .ok_or(InvalidVertex)?;
        let row = match digits {
            [digit @ b'1'..=b'9'] => digit - b'1',
            [b'1', digit @ b'0'..=b'9'] => digit - b'0' + 9,
            _ => return Err(InvalidVertex),
        };
        Ok(Self { column: column as u8, row })
    }
}

/// A move: a stone on a point, or a pass, which is always allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on this point.
    Place(Vertex),
    /// Two in a row end the game.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(vertex) => vertex.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = InvalidMove;

    /// Reads a point or `pass`, in any letter case.
    fn from_str(text: &str) -> Result<Self, InvalidMove> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Self::Pass)
        } else {
            text.parse().map(Self::Place).map_err(|_| InvalidMove)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_prints_as_it_parses() {
        for size in Rules::MIN_SIZE..=Rules::MAX_SIZE {
            for index in 0..size * size {
                let vertex = Vertex::from_index(index, size);
                assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
                assert_eq!(vertex.index(size), index);
            }
        }
        assert_eq!(Vertex::from_index(8, 9).to_string(), "J1");
        assert_eq!(Vertex::from_index(360, 19).to_string(), "T19");
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in ["", "A", "5", "I1", "A0", "A20", "A01", "U1", "A1 ", "é5", "pas"] {
            assert_eq!(text.parse::<Move>(), Err(InvalidMove), "{text:?}");
        }
    }
}
