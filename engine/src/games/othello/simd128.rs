//! The 8×8 kernel on WebAssembly's vectors of 128 bits: the board in one lane, the board turned
//! upside down in the other.
//!
//! WebAssembly shifts all lanes alike and has no byte swap but a shuffle, so the two lanes are the
//! same directions seen from both ends: what goes down the board in one goes up in the other. Rows
//! are done beside them with plain words. There is nothing unsafe in it: a module with these
//! instructions does not load where they are missing.

use std::arch::wasm32::{
    i8x16_shuffle, i64x2_add, i64x2_extract_lane, i64x2_ne, i64x2_shl, i64x2_splat, u64x2,
    u64x2_splat, v128, v128_and, v128_any_true, v128_not, v128_or, v128_xor,
};

use super::fast8::{INNER_COLUMNS, RAYS, flips_left, flips_right};
use super::instruction_set::{Isa, RegisterBoard};
use super::last_flips::last_flips;
use super::sums::SUMS;

/// The instructions that every module with this code has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

impl Isa for Simd128 {
    type Board = Pair;
    type Sums = [i16; SUMS];

    #[inline]
    fn load(self, mover: u64, opponent: u64) -> Pair {
        Pair { movers: both_ways(mover), opponents: both_ways(opponent) }
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

/// A board and the same upside down.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    movers: v128,
    opponents: v128,
}

impl RegisterBoard for Pair {
    #[inline]
    fn mover(self) -> u64 {
        first(self.movers)
    }

    #[inline]
    fn opponent(self) -> u64 {
        first(self.opponents)
    }

    #[inline]
    fn legal(self) -> u64 {
        let (mover, opponent) = (self.mover(), self.opponent());
        let inner = v128_and(self.opponents, u64x2_splat(INNER_COLUMNS));
        let reached = v128_or(
            reach::<8>(self.movers, self.opponents),
            v128_or(reach::<7>(self.movers, inner), reach::<9>(self.movers, inner)),
        );
        (union(reached) | reach_in_rows(mover, opponent)) & !(mover | opponent)
    }

    #[inline]
    fn flips(self, index: u32) -> u64 {
        union(self.column_flips(index)) | self.row_flips(index)
    }

    #[inline]
    fn play(self, index: u32) -> Self {
        self.after(index, self.column_flips(index), self.row_flips(index))
    }

    #[inline]
    fn try_play(self, index: u32) -> Option<Self> {
        let (columns, row) = (self.column_flips(index), self.row_flips(index));
        (row != 0 || v128_any_true(columns)).then(|| self.after(index, columns, row))
    }

    #[inline]
    fn passed(self) -> Self {
        Self { movers: self.opponents, opponents: self.movers }
    }
}

impl Pair {
    /// Flips along columns and diagonals: downwards in the first lane, upwards in the second.
    #[inline]
    fn column_flips(self, index: u32) -> v128 {
        let [left, down, right] = DOWN[index as usize & 63];
        let along = |ray| flips_along(ray, self.movers, self.opponents);
        v128_or(along(down), v128_or(along(left), along(right)))
    }

    #[inline]
    fn row_flips(self, index: u32) -> u64 {
        let (mover, opponent) = (self.mover(), self.opponent());
        flips_right(index, mover, opponent) | flips_left(index, mover, opponent)
    }

    #[inline]
    fn after(self, index: u32, columns: v128, row: u64) -> Self {
        let half = v128_or(columns, u64x2(row, 0));
        let flips = v128_or(half, turned(half));
        let moved = v128_xor(self.movers, SQUARES[index as usize & 63]);
        Self { movers: v128_xor(self.opponents, flips), opponents: v128_xor(moved, flips) }
    }
}

/// For each square the rays down-left, down and down-right, in the second lane for the square that
/// stands there upside down.
static DOWN: [[v128; 3]; 64] = {
    let mut table = [[u64x2(0, 0); 3]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 3 {
            table[square][ray] = u64x2(RAYS[square][ray + 1], RAYS[square ^ 56][ray + 1]);
            ray += 1;
        }
        square += 1;
    }
    table
};

/// Each square as a set, both ways.
static SQUARES: [v128; 64] = {
    let mut table = [u64x2(0, 0); 64];
    let mut square = 0;
    while square < 64 {
        table[square] = u64x2(1 << square, 1 << (square ^ 56));
        square += 1;
    }
    table
};

#[inline]
fn first(lanes: v128) -> u64 {
    i64x2_extract_lane::<0>(lanes) as u64
}

/// A set in the first lane, upside down in the second.
#[inline]
fn both_ways(set: u64) -> v128 {
    let lanes = i64x2_splat(set as i64);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(lanes, lanes)
}

/// The lanes exchanged, each upside down.
#[inline]
fn turned(lanes: v128) -> v128 {
    i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(lanes, lanes)
}

/// The squares in either lane, the right way up.
#[inline]
fn union(lanes: v128) -> u64 {
    first(v128_or(lanes, turned(lanes)))
}

/// The squares just behind an unbroken line of turnable discs that starts beside a mover's disc, in
/// the direction of `STEP`.
#[inline]
fn reach<const STEP: u32>(movers: v128, turnable: v128) -> v128 {
    let step = |discs| i64x2_shl(discs, STEP);
    let two_steps = |discs| i64x2_shl(discs, 2 * STEP);
    let mut line = v128_and(turnable, step(movers));
    line = v128_or(line, v128_and(turnable, step(line)));
    let pairs = v128_and(turnable, step(turnable));
    line = v128_or(line, v128_and(pairs, two_steps(line)));
    line = v128_or(line, v128_and(pairs, two_steps(line)));
    step(line)
}

/// The same along rows, in both directions. To the right an addition carries through the line.
#[inline]
fn reach_in_rows(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let right = inner.wrapping_add(inner & mover << 1) & !inner;
    let mut left = inner & mover >> 1;
    left |= inner & left >> 1;
    let pairs = inner & inner >> 1;
    left |= pairs & left >> 2;
    left |= pairs & left >> 2;
    right | left >> 1
}

/// Flips along a ray: one added below the opponent's discs carries to the first other square.
#[inline]
fn flips_along(ray: v128, movers: v128, opponents: v128) -> v128 {
    let open = v128_or(opponents, v128_not(ray));
    let end = v128_and(i64x2_add(open, i64x2_splat(1)), v128_and(ray, movers));
    // Every ray square below `end`; nothing when there is no end.
    v128_and(i64x2_add(end, i64x2_ne(end, i64x2_splat(0))), ray)
}
