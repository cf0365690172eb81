//! Othello positions turned and reflected.

use super::{Bits, Kernel, Othello, Square};
pub use crate::games::symmetry::Symmetry;

impl Symmetry {
    /// Where `square` goes on a board of `size`×`size`.
    #[must_use]
    pub const fn map_square(self, square: Square, size: usize) -> Square {
        Square::from_index(self.map(square.index(size), size), size)
    }
}

impl<K: Kernel> Othello<K> {
    /// The position seen through `symmetry`.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let map = |discs: K::Bits| {
            let squares =
                discs.indices().map(|index| K::Bits::single(symmetry.map(index, K::SIZE)));
            squares.fold(K::Bits::EMPTY, |set, square| set | square)
        };
        Self { mover: map(self.mover), opponent: map(self.opponent), side: self.side }
    }

    /// The one of the eight symmetric positions that stands for all of them.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let order = |position: &Self| (position.mover.as_u128(), position.opponent.as_u128());
        Symmetry::ALL
            .map(|symmetry| self.transformed(symmetry))
            .into_iter()
            .min_by_key(order)
            .unwrap_or(*self)
    }
}
