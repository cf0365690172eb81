//! The eight symmetries of the board: turns and reflections that the rules cannot tell apart.

use super::{Bits, Kernel, Othello, Square};

/// One of the eight ways to lay a square board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Where the square number `index` of a board of `size`×`size` goes.
    #[must_use]
    pub const fn map(self, index: u32, size: usize) -> u32 {
        let size = size as u32;
        let (mut column, mut row) = (index % size, index / size);
        if self.0 & 1 != 0 {
            column = size - 1 - column;
        }
        if self.0 & 2 != 0 {
            row = size - 1 - row;
        }
        if self.0 & 4 != 0 { column * size + row } else { row * size + column }
    }

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
            let squares = discs.indices().map(|index| K::Bits::single(symmetry.map(index, K::SIZE)));
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
