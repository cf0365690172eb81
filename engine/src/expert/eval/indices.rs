//! The indices of all patterns: from scratch, or from those of the position before a move.
//!
//! From scratch the board is cut into 16 groups of four squares, and for each group and each way to
//! fill it a row of a table has what it adds to all indices. Its 32 KiB fill a first-level cache,
//! so positions after the moves of one position share that work: each differs by one square that
//! is filled and a few discs that are turned, whose rows have 8 KiB. Rows are added as vectors.

use super::patterns::{PATTERNS, WORTH};
use crate::expert::position::{Board, squares};

/// Patterns in the rows of the tables, a multiple of the vectors' width.
const LANES: usize = 64;

/// The index of each pattern; what follows the patterns is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Indices(pub(super) [u16; LANES]);

/// [`WORTH`] in rows of whole vectors.
static SQUARE_ROWS: [[u16; LANES]; 64] = {
    let mut rows = [[0; LANES]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < PATTERNS {
            rows[square][lane] = WORTH[square][lane];
            lane += 1;
        }
        square += 1;
    }
    rows
};

/// For each group of four squares and each set of discs on it what they add to the indices.
static GROUP_ROWS: [[[u16; LANES]; 16]; 16] = {
    let mut rows = [[[0; LANES]; 16]; 16];
    let mut group = 0;
    while group < 16 {
        let mut discs: usize = 1;
        while discs < 16 {
            let lowest = discs.trailing_zeros() as usize;
            let mut lane = 0;
            while lane < PATTERNS {
                rows[group][discs][lane] =
                    rows[group][discs & (discs - 1)][lane] + WORTH[4 * group + lowest][lane];
                lane += 1;
            }
            discs += 1;
        }
        group += 1;
    }
    rows
};

impl Indices {
    /// Those of a position, from scratch.
    #[inline(always)]
    pub(super) fn of(board: Board) -> Self {
        let (mut own, mut other) = ([0; LANES], [0; LANES]);
        for (group, rows) in GROUP_ROWS.iter().enumerate() {
            let of_own = &rows[(board.mover >> (4 * group) & 15) as usize];
            let of_other = &rows[(board.opponent >> (4 * group) & 15) as usize];
            for lane in 0..LANES {
                own[lane] += of_own[lane];
                other[lane] += of_other[lane];
            }
        }
        Self(std::array::from_fn(|lane| own[lane] + 2 * other[lane]))
    }
}

/// The positions after the moves of one position.
#[derive(Clone, Debug)]
pub(in crate::expert) struct Siblings {
    parent: Board,
    /// The indices of the parent, seen by the side whose turn it is after a move.
    passed: Indices,
}

impl Siblings {
    #[inline(always)]
    pub(super) fn of(parent: Board) -> Self {
        Self { parent, passed: Indices::of(parent.passed()) }
    }

    /// The indices of `next`, the position after a move of the parent's.
    #[inline(always)]
    pub(super) fn indices(&self, next: Board) -> Indices {
        // The new disc is the other side's, where nothing was; and so are those it has turned,
        // which were the own side's.
        let placed = (next.opponent & self.parent.empty()).trailing_zeros();
        let row = &SQUARE_ROWS[placed as usize & 63];
        let mut indices: [u16; LANES] =
            std::array::from_fn(|lane| self.passed.0[lane] + 2 * row[lane]);
        for turned in squares(self.parent.opponent & next.opponent) {
            let row = &SQUARE_ROWS[turned as usize & 63];
            for lane in 0..LANES {
                indices[lane] += row[lane];
            }
        }
        Indices(indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::{Othello8, Portable};
    use crate::random::Random;

    #[test]
    fn after_a_move_they_are_those_from_scratch_on_every_position_of_random_games() {
        let mut random = Random::from_seed(1);
        for _ in 0..100 {
            let mut position = Othello8::default();
            while position.final_score().is_none() {
                let board = Board::from(&position);
                let siblings = Siblings::of(board);
                for square in squares(board.legal(Portable)) {
                    let next = board.play(Portable, square);
                    assert_eq!(siblings.indices(next), Indices::of(next));
                }
                let count = position.moves().len();
                let mv = position.moves().nth(random.below(count)).unwrap();
                position = position.play(mv);
            }
        }
    }
}
