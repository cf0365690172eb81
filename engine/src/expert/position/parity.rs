//! Parity: which quadrants of the board have an odd number of empty squares.

/// The four 4×4 quadrants of the board. A side that plays into a quadrant with an odd number of
/// empty squares tends to get the last move there, which no disc can undo.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Which quadrants have an odd number of empty squares, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expert) struct Parity(u8);

impl Parity {
    pub(in crate::expert) fn of(empty: u64) -> Self {
        let odd =
            |quadrant: usize| ((empty & QUADRANTS[quadrant]).count_ones() as u8 & 1) << quadrant;
        Self(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity once `square` is filled.
    #[inline]
    #[must_use]
    pub(in crate::expert) fn without(self, square: u32) -> Self {
        Self(self.0 ^ 1 << quadrant(square))
    }

    /// All squares of the odd quadrants.
    #[inline]
    pub(in crate::expert) fn odd_squares(self) -> u64 {
        ODD_SQUARES[usize::from(self.0 & 15)]
    }
}

/// The number of the quadrant `square` lies in.
#[inline]
pub(in crate::expert) fn quadrant(square: u32) -> u32 {
    square >> 5 << 1 | square >> 2 & 1
}

/// Whether two squares lie in the same quadrant.
#[inline]
pub(in crate::expert) fn share_quadrant(a: u32, b: u32) -> bool {
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
}
