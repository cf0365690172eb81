//! The 16-byte colourless position every expert search works on: the mover's discs and the
//! opponent's.

use crate::expert::units::Discs;
use crate::games::othello::{Isa, Othello8, RegisterBoard};

/// The four corners.
pub(in crate::expert) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares beside a corner on the edge.
pub(in crate::expert) const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The squares beside a corner on the diagonal.
pub(in crate::expert) const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Two disjoint sets of squares. Who is Black does not matter to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::expert) struct Board {
    pub(in crate::expert) mover: u64,
    pub(in crate::expert) opponent: u64,
}

impl From<&Othello8> for Board {
    fn from(position: &Othello8) -> Self {
        Self { mover: position.mover(), opponent: position.opponent() }
    }
}

impl Board {
    #[inline]
    pub(in crate::expert) fn empty(self) -> u64 {
        !(self.mover | self.opponent)
    }

    #[inline]
    pub(in crate::expert) fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(in crate::expert) fn legal<I: Isa>(self, isa: I) -> u64 {
        isa.legal(self.mover, self.opponent)
    }

    /// Potential mobility: the empty squares beside the opponent's discs, where the mover may be
    /// able to play one day.
    #[inline]
    pub(in crate::expert) fn potential(self) -> u64 {
        neighbours(self.opponent) & self.empty()
    }

    /// The board in the form in which `isa` plays moves.
    #[inline]
    pub(in crate::expert) fn held<I: Isa>(self, isa: I) -> I::Board {
        isa.load(self.mover, self.opponent)
    }

    /// A board that was held.
    #[inline]
    pub(in crate::expert) fn of(held: impl RegisterBoard) -> Self {
        Self { mover: held.mover(), opponent: held.opponent() }
    }

    /// The board after the legal move `square`.
    #[inline]
    #[must_use]
    pub(in crate::expert) fn play<I: Isa>(self, isa: I, square: u32) -> Self {
        Self::of(self.held(isa).play(square))
    }

    #[inline]
    #[must_use]
    pub(in crate::expert) fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The final score for the mover, the empty squares going to the winner.
    #[inline]
    pub(in crate::expert) fn final_score(self) -> Discs {
        let (own, other) = (self.mover.count_ones() as i32, self.opponent.count_ones() as i32);
        Discs(match own - other {
            0 => 0,
            lead if lead > 0 => 64 - 2 * other,
            _ => 2 * own - 64,
        })
    }

    /// A 64-bit hash, different for different boards up to chance.
    #[inline]
    pub(in crate::expert) fn hash(self) -> u64 {
        let fold = |word: u64, factor: u64| {
            let product = u128::from(word) * u128::from(factor);
            product as u64 ^ (product >> 64) as u64
        };
        let low = fold(self.mover ^ 0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15);
        fold(low.rotate_left(32) ^ self.opponent, 0xd1b5_4a32_d192_ed03)
    }

    /// Another 64-bit hash: the two agree for two boards as seldom as 128 random bits.
    #[inline]
    pub(in crate::expert) fn key(self) -> u64 {
        self.mover.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(32)
            ^ self.opponent.wrapping_mul(0xe703_7ed1_a0b4_28db)
    }
}

/// All squares in or beside a set.
#[inline]
pub(in crate::expert) const fn neighbours(set: u64) -> u64 {
    let not_a = 0xfefe_fefe_fefe_fefe;
    let not_h = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & not_a) | (set >> 1 & not_h);
    row | row << 8 | row >> 8
}

/// The squares of a set, lowest first.
#[inline]
pub(in crate::expert) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
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
    use std::collections::HashSet;

    use super::*;
    use crate::random::Random;

    /// Boards that differ little, as those of one search do, have different keys and hashes.
    #[test]
    fn neither_hash_takes_a_board_for_one_like_it() {
        let mut random = Random::from_seed(1);
        let mut boards = HashSet::new();
        for _ in 0..300 {
            let (mover, other) = (random.next_u64(), random.next_u64());
            let board = Board { mover, opponent: other & !mover };
            boards.insert(board);
            for square in 0..64 {
                let bit = 1 << square;
                let Board { mover, opponent } = board;
                boards.extend([
                    Board { mover: mover & !bit, opponent: opponent & !bit },
                    Board { mover: mover | bit, opponent: opponent & !bit },
                    Board { mover: mover & !bit, opponent: opponent | bit },
                ]);
            }
        }
        boards.extend(boards.clone().into_iter().map(Board::passed));
        for hash in [Board::hash, Board::key] {
            let hashes: HashSet<u64> = boards.iter().map(|&board| hash(board)).collect();
            assert_eq!(hashes.len(), boards.len());
        }
        // Twelve bits of each tell as many apart as 24 random ones: the two are independent.
        let parts = |board: &Board| (board.hash() >> 52, board.key() >> 52);
        let pairs: HashSet<(u64, u64)> = boards.iter().map(parts).collect();
        assert!(pairs.len() * 1000 > boards.len() * 995, "{} of {}", pairs.len(), boards.len());
    }

    #[test]
    fn neighbours_do_not_wrap() {
        assert_eq!(neighbours(1), 0x303);
        assert_eq!(neighbours(1 << 63), 0xc0c0 << 48);
        assert_eq!(neighbours(1 << 27).count_ones(), 9);
    }
}
