//! The two questions every Othello program asks most: where may the mover play, and what does a
//! move turn?

use std::fmt::Debug;
use std::hash::Hash;

use super::bits::Bits;

/// One implementation of the rules on a board of one size. Squares are numbered row by row from a1.
pub trait Kernel: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The side of the board.
    const SIZE: usize;

    /// A set of squares.
    type Bits: Bits;

    /// The four corners.
    const CORNERS: Self::Bits;

    /// The squares along the rim, corners excepted.
    const EDGES: Self::Bits;

    /// The empty squares where the mover turns at least one disc. The two sets must be disjoint.
    fn legal(mover: Self::Bits, opponent: Self::Bits) -> Self::Bits;

    /// The discs a mover's disc on the empty square `index` turns; the empty set where the move is
    /// not legal.
    fn flips(index: u32, mover: Self::Bits, opponent: Self::Bits) -> Self::Bits;
}
