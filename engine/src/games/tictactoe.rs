//! Tic-tac-toe: three in a row on 3×3 squares. X (`First`) moves first; perfect play is a draw.
//!
//! Squares are named as in Othello here: column letter a–c from the left, row number 1–3 from the
//! top.

use std::fmt;
use std::str::FromStr;

use super::symmetry::Symmetry;
use crate::game::{Game, Side};
use crate::score::Score;

/// A tic-tac-toe position: the squares of each side, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// Bit `i` is square `i`, row by row from a1; `First` before `Second`.
    marks: [u16; 2],
    side: Side,
}

/// A square, which is also a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// All squares.
const FULL: u16 = 0b111_111_111;

/// Rows, columns and diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    /// The side of the board.
    pub const SIZE: usize = 3;

    /// The empty board with `side` to move.
    #[must_use]
    pub fn start(side: Side) -> Self {
        Self { marks: [0, 0], side }
    }

    /// Who has taken `square`, if anybody has.
    ///
    /// ```
    /// use yomi_engine::game::{Game, Side};
    /// use yomi_engine::games::tictactoe::{Square, TicTacToe};
    ///
    /// let centre = Square::at(1, 1).expect("a square of the board");
    /// assert_eq!(TicTacToe::default().play(centre).owner(centre), Some(Side::First));
    /// ```
    #[must_use]
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.marks[side as usize] >> square.0 & 1 == 1)
    }

    /// How many squares `side` has taken.
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.marks[side as usize].count_ones()
    }

    /// The side with three in a row.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| has_line(self.marks[side as usize]))
    }

    /// The squares nobody has taken.
    fn free(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// The position seen through `symmetry`.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let image = |marks: u16| {
            let squares = (0..9).filter(|square| marks >> square & 1 != 0);
            squares.fold(0, |image, square| image | 1 << symmetry.map(square, Self::SIZE))
        };
        Self { marks: self.marks.map(image), side: self.side }
    }

    /// The one of the eight symmetric positions that stands for all of them.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::ALL.map(|symmetry| self.transformed(symmetry));
        images.into_iter().min_by_key(|image| image.marks).unwrap_or(*self)
    }

    /// The squares row by row (`X`, `O` or `-`), a blank, the side to move.
    #[must_use]
    pub fn board_string(&self) -> String {
        (0..9).map(|square| self.mark(square)).chain([' ', letter(self.side)]).collect()
    }

    fn mark(&self, square: u8) -> char {
        let taken =
            Side::BOTH.into_iter().find(|&side| self.marks[side as usize] >> square & 1 != 0);
        taken.map_or('-', letter)
    }
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

impl Default for TicTacToe {
    /// The empty board, X to move.
    fn default() -> Self {
        Self::start(Side::First)
    }
}

/// The squares of a set, lowest first.
struct Squares(u16);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8));
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl Game for TicTacToe {
    type Move = Square;

    fn moves(&self) -> impl ExactSizeIterator<Item = Square> {
        Squares(if self.winner().is_some() { 0 } else { self.free() })
    }

    fn is_legal(&self, Square(square): Square) -> bool {
        self.free() >> square & 1 != 0 && self.winner().is_none()
    }

    fn play(&self, mv: Square) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in\n{self}");
        let mut marks = self.marks;
        marks[self.side as usize] |= 1 << mv.0;
        Self { marks, side: !self.side }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    fn final_score(&self) -> Option<Score> {
        match self.winner() {
            Some(winner) if winner == self.side => Some(Score(1)),
            Some(_) => Some(Score(-1)),
            None => (self.free() == 0).then_some(Score::ZERO),
        }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        // The position fits 19 bits; the steps (SplitMix64's finaliser) can be undone, so no two
        // share a key.
        let [first, second] = self.marks.map(u64::from);
        let mut hash = (first << 10 | second << 1 | self.side as u64) + 0x9e37_79b9_7f4a_7c15;
        hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 31
    }

    fn empties(&self) -> u32 {
        self.free().count_ones()
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..3 {
            let [left, middle, right] = [0, 1, 2].map(|column| self.mark(3 * row + column));
            writeln!(f, "{left} {middle} {right}")?;
        }
        writeln!(f, "{} to move", letter(self.side))
    }
}

/// Why a text is no tic-tac-toe position, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {character}: expected {expected}")]
pub struct PositionError {
    /// The character, from 1, blanks left out.
    pub character: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl FromStr for TicTacToe {
    type Err = PositionError;

    /// Reads a board string or what `Display` prints: nine times `X`, `O` and `-` or `.`, then the
    /// side to move; blanks count for nothing.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let error =
            |character: usize, expected| Err(PositionError { character: character + 1, expected });
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut position = Self::default();
        for square in 0..9 {
            match letters.get(square) {
                Some('X' | 'x') => position.marks[0] |= 1 << square,
                Some('O' | 'o') => position.marks[1] |= 1 << square,
                Some('-' | '.') => {}
                _ => return error(square, "`X`, `O` or `-` for a square"),
            }
        }
        position.side = match letters.get(9) {
            Some('X' | 'x') => Side::First,
            Some('O' | 'o') => Side::Second,
            _ => return error(9, "the side to move, `X` or `O`"),
        };
        if !matches!(letters[10..], [] | ['t', 'o', 'm', 'o', 'v', 'e']) {
            return error(10, "the end of the position");
        }
        if position.marks.iter().all(|&marks| has_line(marks)) {
            return error(0, "three in a row for one side at most");
        }
        Ok(position)
    }
}

impl Square {
    /// The square in `column` from the left and `row` from the top, both from zero; `None` from
    /// [`TicTacToe::SIZE`] on.
    #[must_use]
    pub const fn at(column: u32, row: u32) -> Option<Self> {
        if column < 3 && row < 3 { Some(Self((3 * row + column) as u8)) } else { None }
    }

    /// Where the square goes under `symmetry`.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self(symmetry.map(self.0.into(), TicTacToe::SIZE) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square from a1 to c3")]
pub struct InvalidSquare;

impl FromStr for Square {
    type Err = InvalidSquare;

    /// Reads `b2` in any letter case.
    fn from_str(text: &str) -> Result<Self, InvalidSquare> {
        match text.to_ascii_lowercase().as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Ok(Self((row - b'1') * 3 + column - b'a')),
            _ => Err(InvalidSquare),
        }
    }
}

/// Why moves cannot be played one after another, and which cannot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: expected {expected}, found `{found}`")]
pub struct MovesError {
    /// The number of the move, from 1.
    pub number: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there.
    pub found: String,
}

/// Reads moves played from `start`, such as `b2a1c3`; blanks count for nothing.
///
/// # Errors
/// The first move that cannot be read or played, and what was expected.
pub fn parse_moves(start: &TicTacToe, text: &str) -> Result<Vec<Square>, MovesError> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut position = *start;
    let mut moves = Vec::new();
    for (number, pair) in letters.chunks(2).enumerate() {
        let found: String = pair.iter().collect();
        let mv = match found.parse() {
            Ok(mv) if position.is_legal(mv) => mv,
            other => {
                let expected = match other {
                    Ok(_) => "a free square of an unfinished game",
                    Err(InvalidSquare) => "a square from a1 to c3",
                };
                return Err(MovesError { number: number + 1, expected, found });
            }
        };
        moves.push(mv);
        position = position.play(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> TicTacToe {
        let start = TicTacToe::default();
        parse_moves(&start, moves)
            .unwrap()
            .into_iter()
            .fold(start, |position, mv| position.play(mv))
    }

    #[test]
    fn a_row_wins_and_ends_the_game() {
        let won = after("a1 a2 b1 b2 c1");
        assert_eq!(
            (won.winner(), won.final_score(), won.moves().len()),
            (Some(Side::First), Some(Score(-1)), 0)
        );
        assert_eq!(after("a1 a2 b1 b2").final_score(), None);
    }

    /// The last square can decide the game: a full board is not always a draw.
    #[test]
    fn the_last_move_on_a_full_board_may_win() {
        let won = after("a1 b1 c1 a2 b2 c2 b3 a3 c3");
        assert_eq!((won.empties(), won.winner()), (0, Some(Side::First)));
        let drawn = after("a1 b1 c1 b2 a2 c2 b3 a3 c3");
        assert_eq!((drawn.empties(), drawn.final_score()), (0, Some(Score::ZERO)));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<TicTacToe>().unwrap_err().to_string();
        assert_eq!(error("X-?"), "character 3: expected `X`, `O` or `-` for a square");
        assert_eq!(error("---------"), "character 10: expected the side to move, `X` or `O`");
        assert_eq!(error("--------- XX"), "character 11: expected the end of the position");
        assert_eq!(
            error("XXXOOO--- X"),
            "character 1: expected three in a row for one side at most"
        );
        let error = |text: &str| parse_moves(&TicTacToe::default(), text).unwrap_err().to_string();
        assert_eq!(error("b2d4"), "move 2: expected a square from a1 to c3, found `d4`");
        assert_eq!(
            error("b2b2"),
            "move 2: expected a free square of an unfinished game, found `b2`"
        );
    }
}
