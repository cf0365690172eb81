//! The eight symmetries of a square board: turns and reflections that the rules cannot tell apart.

/// One of the eight ways to lay a square board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

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
}
