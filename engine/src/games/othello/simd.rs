//! The 8×8 kernel on AVX2 and on AVX-512: four lines of the board at a time, one in each 64-bit lane.
//!
//! Legal moves fill along the four axes with a shift count per lane, upwards and downwards side by side. Flips look
//! along the four rays towards higher squares and the four towards lower ones. On a ray the *blockers* are the squares
//! that are not the opponent's; the nearest one decides. Upwards it is the lowest set bit. Downwards it is the highest:
//! AVX-512 counts leading zeros; AVX2 smears the blockers away from the square and compares as numbers the mover's
//! blockers with the empty ones, of which the larger has the nearest (the idea of Edax-AVX's compare-based flips).
//!
//! Besides a piece of advice to the system in `expert/table.rs` this is all the workspace has of `unsafe` code: calls of
//! functions compiled for instructions that a token proves to be there. `Portable` is the twin that
//! `tests/all/kernels.rs` compares with.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::level::Isa;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Proof that the processor has, besides [`Avx2`]'s, AVX-512 F, CD, DQ, BW and VL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx2 {
    /// The proof where the whole build is for such processors.
    #[cfg(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))]
    pub(super) const COMPILED: Self = Self(());

    /// The proof, if there is one.
    #[must_use]
    pub(super) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }
}

impl Avx512 {
    /// The proof, if there is one.
    #[must_use]
    pub(super) fn detect() -> Option<Self> {
        let all = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        all.then_some(Self(()))
    }
}

impl Isa for Avx2 {
    #[inline]
    fn legal(self, mover: u64, opponent: u64) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { legal(mover, opponent) }
    }

    #[inline]
    fn flips(self, index: u32, mover: u64, opponent: u64) -> u64 {
        // SAFETY: as in `legal`.
        unsafe { flips_avx2(index, mover, opponent) }
    }

    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: as in `legal`.
        unsafe { with_avx2(work) }
    }
}

impl Isa for Avx512 {
    #[inline]
    fn legal(self, mover: u64, opponent: u64) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { legal(mover, opponent) }
    }

    #[inline]
    fn flips(self, index: u32, mover: u64, opponent: u64) -> u64 {
        // SAFETY: as in `legal`.
        unsafe { flips_avx512(index, mover, opponent) }
    }

    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        // SAFETY: as in `legal`.
        unsafe { last_flips(index, mover) }
    }

    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512dq,avx512bw,avx512vl")]
        fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: as in `legal`.
        unsafe { with_avx512(work) }
    }
}

/// The four lanes: row, the two diagonals, column. Discs on the outer columns are never turned along the first three.
const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

#[inline]
#[target_feature(enable = "avx2")]
fn legal(mover: u64, opponent: u64) -> u64 {
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let movers = _mm256_set1_epi64x(mover as i64);
    let turnable =
        _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), _mm256_set_epi64x(INNER, INNER, -1, INNER));

    let mut up = _mm256_and_si256(turnable, _mm256_sllv_epi64(movers, step));
    let mut down = _mm256_and_si256(turnable, _mm256_srlv_epi64(movers, step));
    up = _mm256_or_si256(up, _mm256_and_si256(turnable, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(turnable, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(turnable, _mm256_sllv_epi64(turnable, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));

    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    union(reached) & !(mover | opponent)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let low = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(low) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn rays(of: &[u64; 4]) -> __m256i {
    // SAFETY: the reference is to 32 bytes that may be read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(of.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(index: u32, mover: u64, opponent: u64) -> u64 {
    let Rays { up, down } = &RAYS[index as usize & 63];
    let (up, down) = (rays(up), rays(down));
    let movers = _mm256_set1_epi64x(mover as i64);
    let opponents = _mm256_set1_epi64x(opponent as i64);
    let all = _mm256_set1_epi64x(-1);
    let zero = _mm256_setzero_si256();

    // Upwards: adding one below the opponent's discs carries to the nearest blocker.
    let open = _mm256_or_si256(opponents, _mm256_xor_si256(up, all));
    let nearest = _mm256_and_si256(_mm256_sub_epi64(open, all), _mm256_and_si256(up, movers));
    let before = _mm256_and_si256(_mm256_add_epi64(nearest, all), up);
    let flips_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(nearest, zero), before);

    // Downwards: the shadow of the blockers covers everything from the nearest one on.
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let blockers = _mm256_andnot_si256(opponents, down);
    let own = _mm256_and_si256(blockers, movers);
    let empty = _mm256_andnot_si256(movers, blockers);
    let mut shadow = _mm256_or_si256(blockers, _mm256_srlv_epi64(blockers, step));
    let two_steps = _mm256_add_epi64(step, step);
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, two_steps));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, _mm256_add_epi64(two_steps, two_steps)));
    let flips_down = _mm256_and_si256(_mm256_andnot_si256(shadow, down), _mm256_cmpgt_epi64(own, empty));

    union(_mm256_or_si256(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512dq,avx512vl")]
fn flips_avx512(index: u32, mover: u64, opponent: u64) -> u64 {
    let Rays { up, down } = &RAYS[index as usize & 63];
    let (up, down) = (rays(up), rays(down));
    let movers = _mm256_set1_epi64x(mover as i64);
    let opponents = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();

    // Upwards: the nearest blocker is the lowest; everything below it on the ray, if it is the mover's.
    let blockers = _mm256_andnot_si256(opponents, up);
    let nearest = _mm256_and_si256(_mm256_and_si256(blockers, _mm256_sub_epi64(zero, blockers)), movers);
    let found = _mm256_test_epi64_mask(nearest, nearest);
    let before = _mm256_maskz_sub_epi64(found, nearest, _mm256_set1_epi64x(1));
    let flips_up = _mm256_and_si256(before, up);

    // Downwards it is the highest; −2n has exactly the bits above n. `| 1` shows the compiler that no shift is by 64;
    // where there is no blocker that bit is not of the mover's on the ray.
    let blockers = _mm256_or_si256(_mm256_andnot_si256(opponents, down), _mm256_set1_epi64x(1));
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(blockers));
    let nearest = _mm256_and_si256(highest, _mm256_and_si256(movers, down));
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(nearest, nearest));

    // flips_up | (above & down) in one instruction.
    union(_mm256_ternarylogic_epi64::<0xf8>(flips_up, above, down))
}

/// How many discs either side turns on the last square, by looking up what is on its four lines.
#[inline]
#[target_feature(enable = "bmi2")]
fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for (mask, start) in &LINES[index as usize & 63] {
        both += LINE_FLIPS[(usize::from(*start) + _pext_u64(mover, *mask) as usize) & 2047];
    }
    [u32::from(both & 0xff), u32::from(both >> 8)]
}

/// The squares from one square to the rim: row right, column down, diagonals down-right and down-left (towards higher
/// squares), and the opposite four.
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (right, below) = steps[lane];
            table[square].up[lane] = ray(square, right, below);
            table[square].down[lane] = ray(square, -right, -below);
            lane += 1;
        }
        square += 1;
    }
    table
};

const fn ray(square: usize, right: i32, below: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + below);
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += below;
    }
    squares
}

/// The four lines through each square without it, and where in [`LINE_FLIPS`] the counts for such a line start.
static LINES: [[(u64, u16); 4]; 64] = {
    let mut table = [[(0, 0); 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (above, below) = (RAYS[square].up[lane], RAYS[square].down[lane]);
            let start = line_start(below.count_ones(), above.count_ones());
            table[square][lane] = (above | below, start as u16);
            lane += 1;
        }
        square += 1;
    }
    table
};

/// For each line with one empty square, by the numbers of squares below and above it, and for the mover's discs on
/// the others, all the rest being the opponent's: how many discs the mover turns on the empty square in the low byte,
/// how many the opponent in the high one.
static LINE_FLIPS: [u16; 2048] = {
    let mut table = [0; 2048];
    let mut below = 0;
    while below < 8 {
        let mut above = 0;
        while below + above < 8 {
            let (start, all) = (line_start(below, above), (1 << (below + above)) - 1);
            let mut discs = 0;
            while discs <= all {
                table[start + discs as usize] =
                    line_flips(discs, below) | line_flips(!discs & all, below) << 8;
                discs += 1;
            }
            above += 1;
        }
        below += 1;
    }
    table
};

/// Lines with so many squares below and above the empty one have their counts from here on.
const fn line_start(below: u32, above: u32) -> usize {
    let mut start = 0;
    let mut length = 0;
    while length < below + above {
        start += (length as usize + 1) << length;
        length += 1;
    }
    start + ((below as usize) << length)
}

/// How many of the other side's discs are turned on a line whose empty square has `below` squares below it.
const fn line_flips(discs: u32, below: u32) -> u16 {
    let (lower, higher) = (discs & ((1 << below) - 1), discs >> below);
    let up = if higher == 0 { 0 } else { higher.trailing_zeros() };
    let down = if lower == 0 { 0 } else { below - 1 - lower.ilog2() };
    (up + down) as u16
}
