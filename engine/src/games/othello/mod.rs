//! Othello on boards of 4×4 to 10×10, one implementation over a [`Kernel`] per size.
//!
//! Black moves first. The start has White on d4 and e5, Black on d5 and e4 (and alike in the centre
//! of other sizes). A side without a move passes; when neither has one the game is over, and the
//! empty squares count for the winner (the tournament rule, as in OBF files and Edax).

mod bits;
mod fast8;
mod fill;
mod instruction_set;
mod kernel;
mod last_flips;
mod notation;
#[cfg(target_arch = "x86_64")]
mod rays;
#[cfg(target_arch = "x86_64")]
mod simd;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod square;
mod sums;
mod symmetry;

use std::fmt;

pub use bits::Bits;
pub use fast8::Fast8;
pub use fill::Fill;
pub use instruction_set::{
    InstructionSet, InstructionSetError, Isa, Portable, RegisterBoard, Task,
};
pub use kernel::Kernel;
pub use notation::{NotationError, parse_moves};
pub use square::{InvalidMove, InvalidSquare, Move, Square};
pub use sums::{RegisterSums, SUMS};
pub use symmetry::Symmetry;

use crate::game::{Game, Side};
use crate::score::Score;

/// Othello as tournaments play it.
pub type Othello8 = Othello<Fast8>;
/// The 4×4 board; White wins.
pub type Othello4 = Othello<Fill<4>>;
/// The 6×6 board; White wins 20–16 (Feinstein 1993).
pub type Othello6 = Othello<Fill<6>>;
/// The 10×10 board.
pub type Othello10 = Othello<Fill<10>>;

/// An Othello position: the mover's discs, the opponent's, and who the mover is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello<K: Kernel> {
    mover: K::Bits,
    opponent: K::Bits,
    side: Side,
}

impl<K: Kernel> Othello<K> {
    /// A position from the mover's discs and the opponent's, as in [`Bits`]; `None` if they overlap
    /// or leave the board.
    #[must_use]
    pub fn new(mover: K::Bits, opponent: K::Bits, side: Side) -> Option<Self> {
        let outside =
            (mover | opponent).as_u128().checked_shr((K::SIZE * K::SIZE) as u32).unwrap_or(0);
        let disjoint = (mover & opponent).is_empty();
        (disjoint && outside == 0).then_some(Self { mover, opponent, side })
    }

    /// The discs of the side to move.
    #[must_use]
    pub fn mover(&self) -> K::Bits {
        self.mover
    }

    /// The discs of the other side.
    #[must_use]
    pub fn opponent(&self) -> K::Bits {
        self.opponent
    }

    /// The discs of `side`.
    #[must_use]
    pub fn discs(&self, side: Side) -> K::Bits {
        if side == self.side { self.mover } else { self.opponent }
    }

    /// Whose disc lies on `square`, if any does; none lies beside the board.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Side> {
        let index = square.is_on_board(K::SIZE).then(|| square.index(K::SIZE))?;
        let set = K::Bits::single(index);
        Side::BOTH.into_iter().find(|&side| self.discs(side) & set == set)
    }

    /// The squares where the side to move may play.
    #[must_use]
    pub fn legal(&self) -> K::Bits {
        K::legal(self.mover, self.opponent)
    }

    /// Where the other side could play if it were its turn.
    #[must_use]
    pub fn opponent_legal(&self) -> K::Bits {
        K::legal(self.opponent, self.mover)
    }

    /// The same discs with the other side to move, whether or not a pass is legal.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover, side: !self.side }
    }

    /// Plain disc difference for the side to move.
    #[must_use]
    pub fn disc_difference(&self) -> i32 {
        self.mover.count() as i32 - self.opponent.count() as i32
    }
}

impl<K: Kernel> Default for Othello<K> {
    /// The start position, Black to move.
    fn default() -> Self {
        let size = K::SIZE as u32;
        let (low, high) = (size / 2 - 1, size / 2);
        let at = |column: u32, row: u32| K::Bits::single(row * size + column);
        Self {
            mover: at(high, low) | at(low, high),
            opponent: at(low, low) | at(high, high),
            side: Side::First,
        }
    }
}

/// The legal moves of a position: squares row by row, or one pass.
#[derive(Clone, Debug)]
struct Moves<K: Kernel> {
    squares: bits::Indices<K::Bits>,
    pass: bool,
}

impl<K: Kernel> Iterator for Moves<K> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        match self.squares.next() {
            Some(index) => Some(Move::Place(Square::from_index(index, K::SIZE))),
            None => std::mem::take(&mut self.pass).then_some(Move::Pass),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.squares.len() + usize::from(self.pass);
        (count, Some(count))
    }
}

impl<K: Kernel> ExactSizeIterator for Moves<K> {}

impl<K: Kernel> Game for Othello<K> {
    type Move = Move;

    fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        let legal = self.legal();
        let pass = legal.is_empty() && !self.opponent_legal().is_empty();
        Moves::<K> { squares: legal.indices(), pass }
    }

    // The rules are asked once for all moves.
    fn moves_beginning_with(&self, first: [Option<Move>; 3]) -> impl Iterator<Item = Move> {
        let mut rest = self.legal();
        let pass = rest.is_empty() && !self.opponent_legal().is_empty();
        let promising = first.map(|mv| match mv {
            Some(Move::Place(square)) if square.is_on_board(K::SIZE) => {
                let single = K::Bits::single(square.index(K::SIZE));
                let legal = !(rest & single).is_empty();
                rest = rest & !single;
                mv.filter(|_| legal)
            }
            _ => None,
        });
        promising.into_iter().flatten().chain(Moves::<K> { squares: rest.indices(), pass })
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => {
                square.is_on_board(K::SIZE) && self.legal().contains(square.index(K::SIZE))
            }
            Move::Pass => self.legal().is_empty() && !self.opponent_legal().is_empty(),
        }
    }

    fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in\n{self}");
        match mv {
            Move::Pass => self.passed(),
            Move::Place(square) => {
                let index = square.index(K::SIZE);
                let flips = K::flips(index, self.mover, self.opponent);
                let mover = self.mover | flips | K::Bits::single(index);
                Self { mover: self.opponent & !flips, opponent: mover, side: !self.side }
            }
        }
    }

    fn final_score(&self) -> Option<Score> {
        let over = self.legal().is_empty() && self.opponent_legal().is_empty();
        over.then(|| {
            let difference = self.disc_difference();
            Score(difference + difference.signum() * self.empties() as i32)
        })
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        // Two rounds of multiply-and-fold over both halves; `side` only flips the seed.
        let fold = |hash: u64, word: u64| {
            let product = u128::from(hash ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
            product as u64 ^ (product >> 64) as u64
        };
        let (mover, opponent) = (self.mover.as_u128(), self.opponent.as_u128());
        let seed =
            if self.side == Side::First { 0x243f_6a88_85a3_08d3 } else { 0x1319_8a2e_0370_7344 };
        let mut hash = fold(fold(seed, mover as u64).rotate_left(31), opponent as u64);
        if K::SIZE > 8 {
            hash = fold(fold(hash, (mover >> 64) as u64).rotate_left(31), (opponent >> 64) as u64);
        }
        fold(hash, 0x4528_21e6_38d0_1377)
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::Pass
    }

    fn empties(&self) -> u32 {
        (K::SIZE * K::SIZE) as u32 - (self.mover | self.opponent).count()
    }
}

impl<K: Kernel> fmt::Display for Othello<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_diagram(self, f)
    }
}
