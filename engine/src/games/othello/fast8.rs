//! The fast 8×8 kernel, portable: parallel-prefix move generation and carry/leading-zero flips.
//!
//! Legal moves fill along four axes in both directions at once (the "dumb7" fill halved by doubling its stride,
//! chessprogramming.org/Parallel_Prefix_Algorithms). Flips use one ray mask per direction: towards higher squares
//! an addition carries through the opponent's discs to the first other square, towards lower ones the highest
//! other square is found by counting leading zeros.

use super::kernel::Kernel;

/// Rules on the 8×8 board in a few dozen word operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fast8;

/// All columns but the two outer ones: discs there can be turned along rows and diagonals.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each square the rays towards h, a8–h8 and their diagonals (higher numbers), nearest square lowest.
static UP_RAYS: [[u64; 4]; 64] = rays(1);
/// For each square the rays towards a, a1–h1 and their diagonals (lower numbers), nearest square highest.
static DOWN_RAYS: [[u64; 4]; 64] = rays(-1);

impl Kernel for Fast8 {
    const SIZE: usize = 8;
    type Bits = u64;

    fn legal(mover: u64, opponent: u64) -> u64 {
        let inner = opponent & INNER_COLUMNS;
        let reached = reach::<1>(mover, inner)
            | reach::<8>(mover, opponent)
            | reach::<7>(mover, inner)
            | reach::<9>(mover, inner);
        reached & !(mover | opponent)
    }

    fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
        let square = index as usize & 63;
        let mut flips = 0;
        for ray in UP_RAYS[square] {
            flips |= flips_up(ray, mover, opponent);
        }
        for ray in DOWN_RAYS[square] {
            flips |= flips_down(ray, mover, opponent);
        }
        flips
    }
}

/// The squares just behind an unbroken line of `opponent` discs that starts beside a mover's disc, along the axis
/// with stride `STEP`, in both directions.
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

/// Flips along a ray of higher squares: one added below the opponent's discs carries to the first other square.
fn flips_up(ray: u64, mover: u64, opponent: u64) -> u64 {
    let lowest = ray & ray.wrapping_neg();
    let end = (opponent | !ray).wrapping_add(lowest) & ray & mover;
    // Every ray square below `end`; nothing when there is no end.
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// Flips along a ray of lower squares: the highest square that is not the opponent's ends the line.
fn flips_down(ray: u64, mover: u64, opponent: u64) -> u64 {
    let others = !opponent & ray;
    // `| 1` only spares the check for an empty set: square 0 never lies strictly above an end.
    let end = (1 << 63 >> (others | 1).leading_zeros()) & others & mover;
    // Every ray square above `end`; nothing when there is no end.
    end.wrapping_neg() & !end & ray
}

const fn rays(sign: i32) -> [[u64; 4]; 64] {
    // Right, down-left, down, down-right; negated for the other table.
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (right, down) = (sign * steps[direction].0, sign * steps[direction].1);
            let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
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
