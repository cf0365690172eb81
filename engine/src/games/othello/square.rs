//! Squares of an Othello board and the moves made on them.

use std::fmt::{self, Write};
use std::str::FromStr;

/// A square by column and row, both from zero at the top left; printed as column letter and row
/// number (`f5`).
///
/// The same value names the same square on a board of any size up to 10×10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The largest board side squares are made for.
    pub const MAX_SIZE: usize = 10;

    /// The square in `column` from the left and `row` from the top, both from zero; `None` from
    /// [`MAX_SIZE`](Self::MAX_SIZE) on.
    ///
    /// ```
    /// use yomi_engine::games::othello::Square;
    ///
    /// assert_eq!(Square::at(5, 4), "f5".parse().ok());
    /// assert_eq!(Square::at(10, 0), None);
    /// ```
    #[must_use]
    pub const fn at(column: u32, row: u32) -> Option<Self> {
        let size = Self::MAX_SIZE as u32;
        if column < size && row < size { Some(Self((row << 4 | column) as u8)) } else { None }
    }

    /// The square at `index` counted row by row from a1 on a board of `size`×`size`. `size` is 1 to
    /// 10 and `index` less than its square; nothing else names a square of that board.
    #[must_use]
    pub const fn from_index(index: u32, size: usize) -> Self {
        let size = size as u32;
        Self((((index / size) << 4) | (index % size)) as u8)
    }

    /// The number of this square, counted row by row from a1 on a board of `size`×`size`. One that
    /// is not [on that board](Self::is_on_board) has the number of another square, or of none.
    #[must_use]
    pub const fn index(self, size: usize) -> u32 {
        self.row() * size as u32 + self.column()
    }

    /// The column from the left, 0 for `a`.
    #[must_use]
    pub const fn column(self) -> u32 {
        (self.0 & 15) as u32
    }

    /// The row from the top, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u32 {
        (self.0 >> 4) as u32
    }

    /// Writes its name. Where many games are written down this is quicker than formatting.
    ///
    /// # Errors
    /// Those of `text`.
    #[inline]
    pub fn write_to(self, text: &mut impl Write) -> fmt::Result {
        // Slices of one byte: the lab writes every move of every game.
        let (column, row) = (self.column() as usize, self.row() as usize);
        text.write_str(&"abcdefghijklmnop"[column..=column])?;
        match "123456789".get(row..=row) {
            Some(digit) => text.write_str(digit),
            None => write!(text, "{}", row + 1),
        }
    }

    /// Whether the square exists on a board of `size`×`size`.
    #[must_use]
    pub const fn is_on_board(self, size: usize) -> bool {
        self.column() < size as u32 && self.row() < size as u32
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a column letter a to j and a row number 1 to 10, such as f5")]
pub struct InvalidSquare;

/// A text that names no square and no pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a column letter a to j and a row number 1 to 10, such as f5, or pass")]
pub struct InvalidMove;

impl FromStr for Square {
    type Err = InvalidSquare;

    /// Reads `f5` in any letter case.
    fn from_str(text: &str) -> Result<Self, InvalidSquare> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(InvalidSquare)?;
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        let row = match digits {
            [digit @ b'1'..=b'9'] => digit - b'1',
            b"10" => 9,
            _ => return Err(InvalidSquare),
        };
        if usize::from(column) < Self::MAX_SIZE {
            Ok(Self((row << 4) | column))
        } else {
            Err(InvalidSquare)
        }
    }
}

/// A move: a disc on a square, or the pass of a side that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// Allowed only when there is nothing else.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = InvalidMove;

    /// Reads a square or `pass`, in any letter case.
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
    fn every_square_prints_as_it_parses() {
        for size in [4, 6, 8, 10] {
            for index in 0..(size * size) as u32 {
                let square = Square::from_index(index, size);
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(square.index(size), index);
            }
        }
        assert_eq!(Square::from_index(0, 8).to_string(), "a1");
        assert_eq!(Square::from_index(7, 8).to_string(), "h1");
        assert_eq!(Square::from_index(63, 8).to_string(), "h8");
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "a", "5", "k1", "a0", "a11", "a1 ", "aa", "é5", "f55", "pas"] {
            assert_eq!(text.parse::<Move>(), Err(InvalidMove), "{text:?}");
        }
    }
}
