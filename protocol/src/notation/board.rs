//! A position on a board of any size, for files that say the size only when they are read.

use std::str::FromStr;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{
    Bits, Kernel, Move, NotationError, Othello, Othello4, Othello6, Othello8, Othello10, Square,
    parse_moves,
};

/// The side of a board that Othello is played on here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// 4×4
    Four = 4,
    /// 6×6
    Six = 6,
    /// 8×8, as tournaments play
    Eight = 8,
    /// 10×10
    Ten = 10,
}

/// A number that is no size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 4, 6, 8 or 10")]
pub struct InvalidSize;

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Self; 4] = [Self::Four, Self::Six, Self::Eight, Self::Ten];

    /// The number of squares along a side.
    #[must_use]
    pub const fn side(self) -> usize {
        self as usize
    }
}

impl TryFrom<usize> for Size {
    type Error = InvalidSize;

    fn try_from(side: usize) -> Result<Self, InvalidSize> {
        Self::ALL.into_iter().find(|size| size.side() == side).ok_or(InvalidSize)
    }
}

impl FromStr for Size {
    type Err = InvalidSize;

    /// Reads the number of squares along a side, such as `8`.
    fn from_str(text: &str) -> Result<Self, InvalidSize> {
        text.parse::<usize>().map_err(|_| InvalidSize)?.try_into()
    }
}

/// An Othello position on a board of one of the four sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// On 4×4.
    Four(Othello4),
    /// On 6×6.
    Six(Othello6),
    /// On 8×8.
    Eight(Othello8),
    /// On 10×10.
    Ten(Othello10),
}

/// The same expression for whichever position the board holds.
macro_rules! with {
    ($board:expr, $position:ident => $value:expr) => {
        match $board {
            Board::Four($position) => $value,
            Board::Six($position) => $value,
            Board::Eight($position) => $value,
            Board::Ten($position) => $value,
        }
    };
}

/// The same expression for whichever position the board holds, put back on a board.
macro_rules! map {
    ($board:expr, $position:ident => $value:expr) => {
        match $board {
            Board::Four($position) => Board::Four($value),
            Board::Six($position) => Board::Six($value),
            Board::Eight($position) => Board::Eight($value),
            Board::Ten($position) => Board::Ten($value),
        }
    };
}

impl Board {
    /// The start position, Black to move.
    #[must_use]
    pub fn start(size: Size) -> Self {
        match size {
            Size::Four => Self::Four(Othello4::default()),
            Size::Six => Self::Six(Othello6::default()),
            Size::Eight => Self::Eight(Othello8::default()),
            Size::Ten => Self::Ten(Othello10::default()),
        }
    }

    /// Reads a board string or a diagram of this size, as `Othello`'s `FromStr` does.
    ///
    /// # Errors
    /// The place in `text` that cannot be read, and what was expected.
    pub fn parse(size: Size, text: &str) -> Result<Self, NotationError> {
        Ok(match size {
            Size::Four => Self::Four(text.parse()?),
            Size::Six => Self::Six(text.parse()?),
            Size::Eight => Self::Eight(text.parse()?),
            Size::Ten => Self::Ten(text.parse()?),
        })
    }

    /// The board of a position.
    #[must_use]
    pub fn of<K: Kernel>(position: &Othello<K>) -> Option<Self> {
        Self::parse(K::SIZE.try_into().ok()?, &position.board_string()).ok()
    }

    /// The position as an `Othello<K>`, or `None` if that is of another size.
    #[must_use]
    pub fn position<K: Kernel>(&self) -> Option<Othello<K>> {
        if K::SIZE == self.size().side() { self.board_string().parse().ok() } else { None }
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        match self {
            Self::Four(_) => Size::Four,
            Self::Six(_) => Size::Six,
            Self::Eight(_) => Size::Eight,
            Self::Ten(_) => Size::Ten,
        }
    }

    /// Whose turn it is: `First` is Black.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        with!(self, position => position.side_to_move())
    }

    /// The disc on a square, if there is one.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Side> {
        let side = self.size().side();
        let index = square.index(side);
        let holds =
            |colour: &Side| with!(self, position => position.discs(*colour).contains(index));
        if square.is_on_board(side) { Side::BOTH.into_iter().find(holds) } else { None }
    }

    /// The legal moves; a forced pass is a move, and there is none when the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        with!(self, position => position.moves().collect())
    }

    /// Whether `mv` is legal for the side to move.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        with!(self, position => position.is_legal(mv))
    }

    /// The position after `mv`, or `None` if it is not legal.
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Self> {
        self.is_legal(mv).then(|| map!(self, position => position.play(mv)))
    }

    /// The same discs with the other side to move, whether or not a pass is legal.
    #[must_use]
    pub fn passed(&self) -> Self {
        map!(self, position => position.passed())
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        with!(self, position => position.moves().len() == 0)
    }

    /// The result in discs from Black's view, empty squares to the winner; `None` while the game
    /// goes on.
    #[must_use]
    pub fn final_score(&self) -> Option<i32> {
        let score = with!(self, position => position.final_score())?;
        Some(if self.side_to_move() == Side::First { score.0 } else { -score.0 })
    }

    /// The discs that Black has more than White.
    pub(super) fn lead(&self) -> i32 {
        let discs = |colour| {
            self.board_string()
                .split(' ')
                .next()
                .map_or(0, |squares| squares.matches(colour).count())
        };
        discs('X') as i32 - discs('O') as i32
    }

    /// The squares row by row (`X` Black, `O` White, `-` empty), a blank, the side to move.
    #[must_use]
    pub fn board_string(&self) -> String {
        with!(self, position => position.board_string())
    }

    /// Reads a list of moves played from here; forced passes are added where they are left out.
    ///
    /// # Errors
    /// The first move that cannot be read or is not legal.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Move>, NotationError> {
        with!(self, position => parse_moves(position, text))
    }
}
