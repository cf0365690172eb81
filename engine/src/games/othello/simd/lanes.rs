//! A board in vector registers: four lines of it at a time, one in each 64-bit lane.
//!
//! Legal moves fill along the four axes with a shift count per lane, upwards and downwards side by
//! side. Flips look along the four rays towards higher squares and the four towards lower ones. On
//! a ray the *blockers* are the squares that are not the opponent's; the nearest one decides.
//! Upwards it is the lowest set bit. Downwards it is the highest: AVX-512 counts leading zeros;
//! AVX2 smears the blockers away from the square and compares as numbers the mover's blockers with
//! the empty ones, of which the larger has the nearest (the idea of Edax-AVX's compare-based
//! flips).
//!
//! Near the leaves a search waits for its results more than it computes. Measured with idle
//! instructions put into the flips (nine FForum positions, Zen 4): one that the result waits for
//! takes 2 % more time, four take 9 %; four that nothing waits for take none, or 2 % if they are
//! vector ones. So flips and what follows are as short a chain as could be found, and two pieces
//! are in assembly, because from the same steps the compiler makes longer ones.

use std::arch::{asm, x86_64::*};

use super::super::instruction_set::RegisterBoard;
use super::super::rays::{DISCS, RAYS, Rays};
use super::{Avx2, Avx512};

/// A board in vector registers, each side's discs in all four lanes.
#[derive(Clone, Copy)]
pub(in super::super) struct Lanes<I> {
    /// Proof of the instructions.
    isa: I,
    movers: __m256i,
    opponents: __m256i,
}

/// An instruction set that keeps boards in [`Lanes`].
///
/// # Safety
/// To have a value must prove that the processor has AVX2 at least.
pub(in super::super) unsafe trait VectorInstructions: Copy {
    /// The discs turned on the empty square `index`, each in one lane at least.
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i;

    /// The symmetric difference of `discs` with the union of two sets.
    fn turn(self, discs: __m256i, some: __m256i, others: __m256i) -> __m256i;
}

// SAFETY: `Avx2::detect` looks, and `COMPILED` is only in builds for such processors.
unsafe impl<const GATHERS: bool> VectorInstructions for Avx2<GATHERS> {
    #[inline]
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect` and
        // `COMPILED`).
        unsafe { flip_lanes_avx2(index, movers, opponents) }
    }

    #[inline]
    fn turn(self, discs: __m256i, some: __m256i, others: __m256i) -> __m256i {
        // SAFETY: as in `flip_lanes`.
        unsafe { turn_avx2(discs, some, others) }
    }
}

// SAFETY: `Avx512::detect` looks for AVX2 too.
unsafe impl VectorInstructions for Avx512 {
    #[inline]
    fn flip_lanes(self, index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
        // SAFETY: this value exists only where `Avx512::detect` has found all that it takes.
        unsafe { flip_lanes_avx512(index, movers, opponents) }
    }

    #[inline]
    fn turn(self, discs: __m256i, some: __m256i, others: __m256i) -> __m256i {
        // SAFETY: as in `flip_lanes`.
        unsafe { turn_avx512(discs, some, others) }
    }
}

impl<I: VectorInstructions> Lanes<I> {
    #[inline]
    pub(super) fn new(isa: I, mover: u64, opponent: u64) -> Self {
        // SAFETY: `isa` proves AVX2 (see `VectorInstructions`).
        let (movers, opponents) = unsafe { (fill(mover), fill(opponent)) };
        Self { isa, movers, opponents }
    }

    #[inline]
    fn after(self, index: u32, flips: __m256i) -> Self {
        // SAFETY: as in `new`.
        let (moved, [some, others]) = unsafe { (place(index, self.movers), spread(flips)) };
        let turn = |discs| self.isa.turn(discs, some, others);
        Self { movers: turn(self.opponents), opponents: turn(moved), ..self }
    }
}

impl<I: VectorInstructions> RegisterBoard for Lanes<I> {
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

/// Discs on the outer columns are never turned along a row or a diagonal.
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

/// The discs with one more.
#[inline]
#[target_feature(enable = "avx2")]
fn place(index: u32, discs: __m256i) -> __m256i {
    _mm256_xor_si256(discs, fill(DISCS[index as usize & 63]))
}

/// Two sets that together are, in each lane, the union of all four.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(lanes: __m256i) -> [__m256i; 2] {
    let pairs = _mm256_or_si256(lanes, _mm256_shuffle_epi32::<0b01_00_11_10>(lanes));
    [pairs, swap_halves(pairs)]
}

/// The other half in each half. Left to itself the compiler takes `vpermq`, which on Zen 4 takes a
/// cycle longer: 1 % of an endgame's time.
#[inline]
#[target_feature(enable = "avx2")]
fn swap_halves(lanes: __m256i) -> __m256i {
    if cfg!(miri) {
        return _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes);
    }
    let swapped;
    // SAFETY: one instruction of AVX2, on registers only.
    unsafe {
        asm!(
            "vperm2i128 {swapped}, {lanes}, {lanes}, 1",
            swapped = lateout(ymm_reg) swapped,
            lanes = in(ymm_reg) lanes,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    swapped
}

#[inline]
#[target_feature(enable = "avx2")]
fn turn_avx2(discs: __m256i, some: __m256i, others: __m256i) -> __m256i {
    _mm256_xor_si256(discs, _mm256_or_si256(some, others))
}

/// `discs ^ (some | others)` in one instruction.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn turn_avx512(discs: __m256i, some: __m256i, others: __m256i) -> __m256i {
    _mm256_ternarylogic_epi64::<0x1e>(discs, some, others)
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
    shadow =
        _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, _mm256_add_epi64(two_steps, two_steps)));
    let flips_down =
        _mm256_and_si256(_mm256_andnot_si256(shadow, down), _mm256_cmpgt_epi64(own, empty));

    _mm256_or_si256(flips_up, flips_down)
}

/// The negative of a single bit is that bit and all above it, that of nothing is nothing. Upwards,
/// if the nearest blocker is the mover's, its negative has the highest bit of all, and what it
/// lacks of the ray is turned. Downwards, what it has of the opponent's discs on the ray is.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn flip_lanes_avx512(index: u32, movers: __m256i, opponents: __m256i) -> __m256i {
    let rays = &RAYS[index as usize & 63];
    let (flips_up, from, turnable);
    // SAFETY: instructions of AVX-512 F, CD and VL on registers, and reads of the two halves of
    // `rays`.
    unsafe {
        asm!(
            "vpandn {a}, {opponents}, [{rays}]",            // blockers upwards
            "vpandn {b}, {opponents}, [{rays} + 32]",       // blockers downwards
            "vpsubq {up}, {zero}, {a}",
            "vplzcntq {b}, {b}",
            "vpternlogq {up}, {a}, {movers}, 0x80",         // -a & a & movers: the nearest mover's
            "vpsrlvq {b}, {highest}, {b}",                  // the nearest, nothing after 64 zeros
            "vpsubq {up}, {zero}, {up}",
            "vpand {b}, {b}, {movers}",
            "vpsraq {a}, {up}, 63",
            "vpsubq {b}, {zero}, {b}",
            "vpternlogq {up}, {a}, [{rays}], 0x08",         // !up & a & ray: a is all or nothing
            "vpand {a}, {opponents}, [{rays} + 32]",
            up = out(ymm_reg) flips_up,
            a = out(ymm_reg) turnable,
            b = out(ymm_reg) from,
            movers = in(ymm_reg) movers,
            opponents = in(ymm_reg) opponents,
            rays = in(reg) rays,
            zero = in(ymm_reg) _mm256_setzero_si256(),
            highest = in(ymm_reg) _mm256_set1_epi64x(i64::MIN),
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    // flips_up | (from & turnable) in one instruction.
    _mm256_ternarylogic_epi64::<0xf8>(flips_up, from, turnable)
}

/// See [`Isa::stable_by_contact`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn stable_by_contact(first: u64, inner: u64, free: &[u64; 4]) -> u64 {
    let step = _mm256_set_epi64x(7, 9, 8, 1);
    let (inner, free) = (fill(inner), rays(free));
    let mut lanes = fill(first);
    let mut settled = first;
    loop {
        let beside =
            _mm256_or_si256(_mm256_sllv_epi64(lanes, step), _mm256_srlv_epi64(lanes, step));
        let along = _mm256_or_si256(beside, free);
        let pairs = _mm256_and_si256(along, _mm256_shuffle_epi32::<0b01_00_11_10>(along));
        let along_all = _mm256_and_si256(pairs, swap_halves(pairs));
        lanes = _mm256_or_si256(lanes, _mm256_and_si256(inner, along_all));
        let next = lowest_lane(lanes);
        if next == settled {
            return settled;
        }
        settled = next;
    }
}
