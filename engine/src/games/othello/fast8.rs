//! The fast 8×8 kernel: the instructions the build is for, and their portable form, parallel-prefix
//! move generation and carry flips.
//!
//! Legal moves fill along four axes in both directions at once (the "dumb7" fill halved by doubling
//! its stride, chessprogramming.org/Parallel_Prefix_Algorithms). Flips use one ray mask per
//! direction: towards higher squares an addition carries through the opponent's discs to the first
//! other square (the o^(o-2r) idea of chess programs). Three of the four directions towards lower
//! squares become such rays on the board turned upside down, which is one byte swap; only the row
//! to the left needs a bit scan, which older processors do slowly.

use super::instruction_set::{COMPILED, Isa, Portable, RegisterBoard};
use super::kernel::Kernel;
use super::last_flips::last_flips;
use super::sums::SUMS;

/// Rules on the 8×8 board in a few dozen word operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fast8;

/// All columns but the two outer ones: discs there can be turned along rows and diagonals.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each square the rays along its row to the right and down the board: right, down-left, down,
/// down-right.
pub(super) static RAYS: [[u64; 4]; 64] = rays();

impl Kernel for Fast8 {
    const SIZE: usize = 8;
    type Bits = u64;
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    const EDGES: u64 = 0x7e81_8181_8181_817e;

    fn legal(mover: u64, opponent: u64) -> u64 {
        COMPILED.legal(mover, opponent)
    }

    fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
        COMPILED.flips(index, mover, opponent)
    }
}

impl Isa for Portable {
    type Board = Words;
    type Sums = [i16; SUMS];

    #[inline]
    fn load(self, mover: u64, opponent: u64) -> Words {
        Words { mover, opponent }
    }

    #[inline]
    fn sums(self, numbers: &[i16; SUMS]) -> [i16; SUMS] {
        *numbers
    }

    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        last_flips(index, mover)
    }

    #[inline]
    fn run_with<A, B, C, D, E, R>(
        self,
        with: (A, B, C, D, E),
        work: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
        let (a, b, c, d, e) = with;
        work(a, b, c, d, e)
    }
}

/// A board in two words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    mover: u64,
    opponent: u64,
}

impl Words {
    #[inline]
    fn after(self, index: u32, flips: u64) -> Self {
        Self { mover: self.opponent ^ flips, opponent: self.mover ^ flips ^ 1 << index }
    }
}

impl RegisterBoard for Words {
    #[inline]
    fn mover(self) -> u64 {
        self.mover
    }

    #[inline]
    fn opponent(self) -> u64 {
        self.opponent
    }

    #[inline]
    fn legal(self) -> u64 {
        let Self { mover, opponent } = self;
        let inner = opponent & INNER_COLUMNS;
        let reached = reach::<1>(mover, inner)
            | reach::<8>(mover, opponent)
            | reach::<7>(mover, inner)
            | reach::<9>(mover, inner);
        reached & !(mover | opponent)
    }

    #[inline]
    fn flips(self, index: u32) -> u64 {
        let Self { mover, opponent } = self;
        let [_, down_left, down, down_right] = RAYS[index as usize & 63];
        let below = flips_right(index, mover, opponent)
            | flips_along(down_left, mover, opponent)
            | flips_along(down, mover, opponent)
            | flips_along(down_right, mover, opponent);

        let (turned_mover, turned_opponent) = (mover.swap_bytes(), opponent.swap_bytes());
        let [_, up_left, up, up_right] = RAYS[index as usize & 63 ^ 56];
        let above = flips_along(up_left, turned_mover, turned_opponent)
            | flips_along(up, turned_mover, turned_opponent)
            | flips_along(up_right, turned_mover, turned_opponent);

        below | above.swap_bytes() | flips_left(index, mover, opponent)
    }

    #[inline]
    fn play(self, index: u32) -> Self {
        self.after(index, self.flips(index))
    }

    #[inline]
    fn try_play(self, index: u32) -> Option<Self> {
        let flips = self.flips(index);
        (flips != 0).then(|| self.after(index, flips))
    }

    #[inline]
    fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }
}

/// The squares just behind an unbroken line of `opponent` discs that starts beside a mover's disc,
/// along the axis with stride `STEP`, in both directions.
fn reach<const STEP: u32>(mover: u64, opponent: u64) -> u64 {
    let mut up = opponent & (mover << STEP);
    let mut down = opponent & (mover >> STEP);
    up |= opponent & (up << STEP);
    down |= opponent & (down >> STEP);
    let pairs_up = opponent & (opponent << STEP);
    let pairs_down = opponent & (opponent >> STEP);
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// Flips along a ray of higher squares: one added below the opponent's discs carries to the first
/// other square.
fn flips_along(ray: u64, mover: u64, opponent: u64) -> u64 {
    let lowest = ray & ray.wrapping_neg();
    let end = (opponent | !ray).wrapping_add(lowest) & ray & mover;
    // Every ray square below `end`; nothing when there is no end.
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// Flips along the row to the right.
#[inline]
pub(super) fn flips_right(index: u32, mover: u64, opponent: u64) -> u64 {
    flips_along(RAYS[index as usize & 63][0], mover, opponent)
}

/// Flips along the row to the left: the highest square that is not the opponent's ends the line.
#[inline]
pub(super) fn flips_left(index: u32, mover: u64, opponent: u64) -> u64 {
    let row = index & 56;
    let ray = ((1 << (index & 7)) - 1) << row;
    let others = !opponent & ray;
    // `| 1` only spares the check for an empty set: an end found there is masked out again.
    let end = (1 << 63 >> (others | 1).leading_zeros()) & others & mover;
    // Every ray square above `end`; nothing when there is no end.
    end.wrapping_neg() & !end & ray
}

const fn rays() -> [[u64; 4]; 64] {
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (right, down) = steps[direction];
            let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
            while column >= 0 && column < 8 && row < 8 {
                table[square][direction] |= 1 << (row * 8 + column);
                column += right;
                row += down;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}
