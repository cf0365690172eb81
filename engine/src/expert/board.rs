//! The 16-byte colourless position every expert search works on: the mover's discs and the
//! opponent's.

use crate::games::othello::{Isa, Othello8, RegisterBoard};

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares beside a corner on the edge.
pub(super) const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The squares beside a corner on the diagonal.
pub(super) const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Two disjoint sets of squares. Who is Black does not matter to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) mover: u64,
    pub(super) opponent: u64,
}

impl From<&Othello8> for Board {
    fn from(position: &Othello8) -> Self {
        Self { mover: position.mover(), opponent: position.opponent() }
    }
}

impl Board {
    #[inline]
    pub(super) fn empty(self) -> u64 {
        !(self.mover | self.opponent)
    }

    #[inline]
    pub(super) fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(super) fn legal<I: Isa>(self, isa: I) -> u64 {
        isa.legal(self.mover, self.opponent)
    }

    /// The board in the form in which `isa` plays moves.
    #[inline]
    pub(super) fn held<I: Isa>(self, isa: I) -> I::Board {
        isa.load(self.mover, self.opponent)
    }

    /// A board that was held.
    #[inline]
    pub(super) fn of(held: impl RegisterBoard) -> Self {
        Self { mover: held.mover(), opponent: held.opponent() }
    }

    /// The board after the legal move `square`.
    #[inline]
    #[must_use]
    pub(super) fn play<I: Isa>(self, isa: I, square: u32) -> Self {
        Self::of(self.held(isa).play(square))
    }

    #[inline]
    #[must_use]
    pub(super) fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The final score in discs for the mover, the empty squares going to the winner.
    #[inline]
    pub(super) fn final_score(self) -> i32 {
        let (own, other) = (self.mover.count_ones() as i32, self.opponent.count_ones() as i32);
        match own - other {
            0 => 0,
            lead if lead > 0 => 64 - 2 * other,
            _ => 2 * own - 64,
        }
    }

    /// A 64-bit hash, different for different boards up to chance.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        let fold = |word: u64, factor: u64| {
            let product = u128::from(word) * u128::from(factor);
            product as u64 ^ (product >> 64) as u64
        };
        let low = fold(self.mover ^ 0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15);
        fold(low.rotate_left(32) ^ self.opponent, 0xd1b5_4a32_d192_ed03)
    }
}

/// The four 4×4 quadrants of the board. A side that plays into a quadrant with an odd number of
/// empty squares tends to get the last move there, which no disc can undo.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Which quadrants have an odd number of empty squares, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity(u8);

impl Parity {
    pub(super) fn of(empty: u64) -> Self {
        let odd =
            |quadrant: usize| ((empty & QUADRANTS[quadrant]).count_ones() as u8 & 1) << quadrant;
        Self(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity once `square` is filled.
    #[inline]
    #[must_use]
    pub(super) fn without(self, square: u32) -> Self {
        Self(self.0 ^ 1 << quadrant(square))
    }

    /// All squares of the odd quadrants.
    #[inline]
    pub(super) fn odd_squares(self) -> u64 {
        ODD_SQUARES[usize::from(self.0 & 15)]
    }
}

/// The number of the quadrant `square` lies in.
#[inline]
pub(super) fn quadrant(square: u32) -> u32 {
    square >> 5 << 1 | square >> 2 & 1
}

/// Whether two squares lie in the same quadrant.
#[inline]
pub(super) fn share_quadrant(a: u32, b: u32) -> bool {
    (a ^ b) & 0b10_0100 == 0
}

static ODD_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut bit = 0;
        while bit < 4 {
            if parity >> bit & 1 == 1 {
                table[parity] |= QUADRANTS[bit];
            }
            bit += 1;
        }
        parity += 1;
    }
    table
};

/// All squares in or beside a set.
#[inline]
pub(super) const fn neighbours(set: u64) -> u64 {
    let not_a = 0xfefe_fefe_fefe_fefe;
    let not_h = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & not_a) | (set >> 1 & not_h);
    row | row << 8 | row >> 8
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_agree_with_their_squares() {
        for square in 0..64 {
            assert!(QUADRANTS[quadrant(square) as usize] >> square & 1 == 1);
            let parity = Parity::of(1 << square);
            assert_eq!(parity.odd_squares(), QUADRANTS[quadrant(square) as usize]);
            assert_eq!(parity.without(square), Parity::of(0));
            for other in 0..64 {
                assert_eq!(share_quadrant(square, other), quadrant(square) == quadrant(other));
            }
        }
    }

    #[test]
    fn neighbours_do_not_wrap() {
        assert_eq!(neighbours(1), 0x303);
        assert_eq!(neighbours(1 << 63), 0xc0c0 << 48);
        assert_eq!(neighbours(1 << 27).count_ones(), 9);
    }
}
