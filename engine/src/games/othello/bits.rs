//! Sets of squares as machine words: bit `i` is square number `i`, row by row from a1.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares in a word wide enough for a board: bit `i` is square `i`, counted row by row
/// from a1 at the top left (h1 is 7 on 8×8).
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// The set of one square.
    fn single(index: u32) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The lowest square of a set that is not empty.
    fn lowest(self) -> u32;
    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The set as a number.
    fn as_u128(self) -> u128;

    /// Whether the set has no square.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether square `index` is in the set.
    fn contains(self, index: u32) -> bool {
        self & Self::single(index) != Self::EMPTY
    }

    /// The squares of the set from the lowest up.
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            fn single(index: u32) -> Self {
                1 << index
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn as_u128(self) -> u128 {
                self.into()
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Indices<B> {}
