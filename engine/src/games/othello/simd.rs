//! The 8×8 kernel on AVX2 and on AVX-512: four lines of the board at a time, one in each 64-bit lane.
//!
//! Legal moves fill along the four axes with a shift count per lane, upwards and downwards side by side. Flips look
//! along the four rays towards higher squares and the four towards lower ones. On a ray the *blockers* are the squares
//! that are not the opponent's; the nearest one decides. Upwards it is the lowest set bit. Downwards it is the highest:
//! AVX-512 counts leading zeros; AVX2 smears the blockers away from the square and compares as numbers the mover's
//! blockers with the empty ones, of which the larger has the nearest (the idea of Edax-AVX's compare-based flips).
//!
//! Near the leaves a search waits for its results more than it computes, so what counts is the way from board to board:
//! [`Lanes`] keep it inside the vector registers.
//!
//! Besides two hints about the memory of `expert/table.rs` this is all the workspace has of `unsafe` code: calls of
//! functions compiled for instructions that a token proves to be there. `Portable` is the twin that
//! `tests/all/kernels.rs` compares with.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::level::{Held, Isa};
use super::rays::{DISCS, LINES, RAYS, Rays};

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
    type Held = Lanes<Self>;

    #[inline]
    fn hold(self, mover: u64, opponent: u64) -> Lanes<Self> {
        Lanes::new(self, mover, opponent)
    }

    #[inline]
    fn settle(self, first: u64, inner: u64, free: [u64; 4]) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { settle(first, inner, &free) }
    }

    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: as in `settle`.
        unsafe { with_avx2(work) }
    }
}

impl Isa for Avx512 {
    type Held = Lanes<Self>;

    #[inline]
    fn hold(self, mover: u64, opponent: u64) -> Lanes<Self> {
        Lanes::new(self, mover, opponent)
    }

    #[inline]
    fn settle(self, first: u64, inner: u64, free: [u64; 4]) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { settle(first, inner, &free) }
    }

    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        // SAFETY: as in `settle`.
        unsafe { last_flips(index, mover) }
    }

    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512dq,avx512bw,avx512vl")]
        fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: as in `settle`.
        unsafe { with_avx512(work) }
    }
}

/// A board in vector registers, each side's discs in all four lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes<I> {
    /// Proof of the instructions.
    isa: I,
    movers: __m256i,
    opponents: __m256i,
}

/// A level that holds boards in [`Lanes`].
///
/// # Safety
/// To have a value must prove that the processor has AVX2 at least.
pub(super) unsafe trait Lanewise: Copy {
    /// The discs turned on the empty square `index`, each in one lane at least.
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i;
}

// SAFETY: `Avx2::detect` looks.
unsafe impl Lanewise for Avx2 {
    #[inline]
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { flip_lanes_avx2(index, movers, opponents) }
    }
}

// SAFETY: `Avx512::detect` looks for AVX2 too.
unsafe impl Lanewise for Avx512 {
    #[inline]
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
        // SAFETY: as for `Avx2`.
        unsafe { flip_lanes_avx512(index, movers, opponents) }
    }
}

impl<I: Lanewise> Lanes<I> {
    #[inline]
    fn new(isa: I, mover: u64, opponent: u64) -> Self {
        // SAFETY: `isa` proves AVX2 (see `Lanewise`).
        let (movers, opponents) = unsafe { (fill(mover), fill(opponent)) };
        Self { isa, movers, opponents }
    }

    #[inline]
    fn after(self, index: u32, flips: __m256i) -> Self {
        // SAFETY: as in `new`.
        let (movers, opponents) = unsafe { after(index, self.movers, self.opponents, flips) };
        Self { movers, opponents, ..self }
    }
}

impl<I: Lanewise> Held for Lanes<I> {
    #[inline]
    fn mover(self) -> u64 {
        // SAFETY: as in `new`.
        unsafe { lowest_lane(self.movers) }
    }

    #[inline]
    fn opponent(self) -> u64 {
        // SAFETY: as in `new`.
        unsafe { lowest_lane(self.opponents) }
    }

    #[inline]
    fn legal(self) -> u64 {
        // SAFETY: as in `new`.
        unsafe { legal(self.movers, self.opponents) }
    }

    #[inline]
    fn flips(self, index: u32) -> u64 {
        let flips = self.isa.flip_lanes(index, self.movers, self.opponents);
        // SAFETY: as in `new`.
        unsafe { union(flips) }
    }

    #[inline]
    fn play(self, index: u32) -> Self {
        self.after(index, self.isa.flip_lanes(index, self.movers, self.opponents))
    }

    #[inline]
    fn try_play(self, index: u32) -> Option<Self> {
        let flips = self.isa.flip_lanes(index, self.movers, self.opponents);
        // SAFETY: as in `new`.
        let none = unsafe { all_zero(flips) };
        (!none).then(|| self.after(index, flips))
    }

    #[inline]
    fn passed(self) -> Self {
        Self { movers: self.opponents, opponents: self.movers, ..self }
    }
}

/// The four lanes: row, the two diagonals, column. Discs on the outer columns are never turned along the first three.
const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// One word in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn fill(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lowest_lane(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn all_zero(lanes: __m256i) -> bool {
    _mm256_testz_si256(lanes, lanes) == 1
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let low = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(low) as u64
}

/// The two sides after a move that turns `flips`, seen by the other side.
#[inline]
#[target_feature(enable = "avx2")]
fn after(index: u32, movers: __m256i, opponents: __m256i, flips: __m256i) -> (__m256i, __m256i) {
    let halves = _mm256_or_si256(flips, _mm256_permute4x64_epi64::<0b01_00_11_10>(flips));
    let flips = _mm256_or_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves));
    let disc = fill(DISCS[index as usize & 63]);
    (_mm256_xor_si256(opponents, flips), _mm256_xor_si256(_mm256_xor_si256(movers, flips), disc))
}

#[inline]
#[target_feature(enable = "avx2")]
fn legal(movers: __m256i, opponents: __m256i) -> u64 {
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let turnable = _mm256_and_si256(opponents, _mm256_set_epi64x(INNER, INNER, -1, INNER));

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
    union(_mm256_andnot_si256(_mm256_or_si256(movers, opponents), reached))
}

#[inline]
#[target_feature(enable = "avx2")]
fn rays(of: &[u64; 4]) -> __m256i {
    // SAFETY: the reference is to 32 bytes that may be read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(of.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flip_lanes_avx2(index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
    let Rays { up, down } = &RAYS[index as usize & 63];
    let (up, down) = (rays(up), rays(down));
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

    _mm256_or_si256(flips_up, flips_down)
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512dq,avx512vl")]
fn flip_lanes_avx512(index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
    let Rays { up, down } = &RAYS[index as usize & 63];
    let (up, down) = (rays(up), rays(down));
    let zero = _mm256_setzero_si256();
    let one = _mm256_set1_epi64x(1);

    // Upwards: the nearest blocker is the lowest; everything below it on the ray, if it is the mover's.
    let blockers = _mm256_andnot_si256(opponents, up);
    let nearest = _mm256_and_si256(_mm256_and_si256(blockers, _mm256_sub_epi64(zero, blockers)), movers);
    let found = _mm256_test_epi64_mask(nearest, nearest);
    let before = _mm256_maskz_sub_epi64(found, nearest, one);
    let flips_up = _mm256_and_si256(before, up);

    // Downwards it is the highest. Turning 1 right by its leading zeros gives the bit above it, −2n for the bit n all
    // bits above. Without a blocker there is nothing: 64 zeros leave the lowest bit, and twice the mover has none.
    let blockers = _mm256_andnot_si256(opponents, down);
    let beyond = _mm256_rorv_epi64(one, _mm256_lzcnt_epi64(blockers));
    let nearest_twice = _mm256_and_si256(beyond, _mm256_add_epi64(movers, movers));
    let above = _mm256_sub_epi64(zero, nearest_twice);

    // flips_up | (above & down) in one instruction.
    _mm256_ternarylogic_epi64::<0xf8>(flips_up, above, down)
}

/// See [`Isa::settle`].
#[inline]
#[target_feature(enable = "avx2")]
fn settle(first: u64, inner: u64, free: &[u64; 4]) -> u64 {
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let (inner, free) = (fill(inner), rays(free));
    let mut lanes = fill(first);
    let mut settled = first;
    loop {
        let beside = _mm256_or_si256(_mm256_sllv_epi64(lanes, step), _mm256_srlv_epi64(lanes, step));
        let along = _mm256_or_si256(beside, free);
        let halves = _mm256_and_si256(along, _mm256_permute4x64_epi64::<0b01_00_11_10>(along));
        let along_all = _mm256_and_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves));
        lanes = _mm256_or_si256(lanes, _mm256_and_si256(inner, along_all));
        let next = lowest_lane(lanes);
        if next == settled {
            return settled;
        }
        settled = next;
    }
}

/// How many discs either side turns on the last square, by looking up what is on its four lines.
#[inline]
#[target_feature(enable = "bmi2")]
fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for (line, counts) in &LINES[index as usize & 63] {
        both += counts[usize::from(_pext_u64(mover, *line) as u8)];
    }
    [u32::from(both & 0xff), u32::from(both >> 8)]
}
