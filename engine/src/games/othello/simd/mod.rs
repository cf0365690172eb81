//! The 8×8 kernel on AVX2 and on AVX-512: the instruction sets, boards in vector registers
//! ([`lanes`]), and what evaluations add up ([`sums`]).
//!
//! Besides the hints about memory (`expert/hints`) and the filling of the shared table
//! (`expert/memory`), this is all the `unsafe` code of the workspace: calls of functions compiled
//! for instructions that a token proves to be there, the trait of those tokens, two pieces of
//! assembly, and loads that need no alignment.
//!
//! `Portable` is the reference that `tests/all/kernels.rs` compares with, and `sums` its own.

#![allow(unsafe_code)]

mod lanes;
mod sums;

use std::arch::x86_64::{__cpuid, _pext_u64};
use std::sync::LazyLock;

use super::instruction_set::Isa;
use super::last_flips::last_flips;
use super::rays::LINES;
use super::sums::SUMS;
use lanes::{Lanes, stable_by_contact};
use sums::Sums;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT; with `GATHERS` that its `pext`
/// is fast, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2<const GATHERS: bool = false>(());

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

    /// The same with `pext`, if that is fast.
    #[must_use]
    pub(super) fn gathering(self) -> Option<Avx2<true>> {
        GATHERS_FAST.then_some(Avx2(()))
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

impl<const GATHERS: bool> Isa for Avx2<GATHERS> {
    type Board = Lanes<Self>;
    type Sums = Sums<Self>;

    #[inline]
    fn load(self, mover: u64, opponent: u64) -> Lanes<Self> {
        Lanes::new(self, mover, opponent)
    }

    #[inline]
    fn sums(self, numbers: &[i16; SUMS]) -> Sums<Self> {
        Sums::new(self, numbers)
    }

    #[inline]
    fn stable_by_contact(self, first: u64, inner: u64, free: [u64; 4]) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect` and
        // `COMPILED`).
        unsafe { stable_by_contact(first, inner, &free) }
    }

    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        if GATHERS {
            // SAFETY: as in `stable_by_contact`.
            unsafe { gathered_last_flips(index, mover) }
        } else {
            last_flips(index, mover)
        }
    }

    #[inline]
    fn run_with<A, B, C, D, E, R>(
        self,
        with: (A, B, C, D, E),
        work: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn on<A, B, C, D, E, R>(
            a: A,
            b: B,
            c: C,
            d: D,
            e: E,
            work: impl FnOnce(A, B, C, D, E) -> R,
        ) -> R {
            work(a, b, c, d, e)
        }
        let (a, b, c, d, e) = with;
        // SAFETY: as in `stable_by_contact`.
        unsafe { on(a, b, c, d, e, work) }
    }
}

impl Isa for Avx512 {
    type Board = Lanes<Self>;
    type Sums = Sums<Self>;

    #[inline]
    fn load(self, mover: u64, opponent: u64) -> Lanes<Self> {
        Lanes::new(self, mover, opponent)
    }

    #[inline]
    fn sums(self, numbers: &[i16; SUMS]) -> Sums<Self> {
        Sums::new(self, numbers)
    }

    #[inline]
    fn stable_by_contact(self, first: u64, inner: u64, free: [u64; 4]) -> u64 {
        // SAFETY: `self` exists only if the processor has the instructions (see `detect`).
        unsafe { stable_by_contact(first, inner, &free) }
    }

    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        // SAFETY: as in `stable_by_contact`.
        unsafe { gathered_last_flips(index, mover) }
    }

    #[inline]
    fn run_with<A, B, C, D, E, R>(
        self,
        with: (A, B, C, D, E),
        work: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R {
        #[inline]
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512dq,avx512bw,avx512vl"
        )]
        fn on<A, B, C, D, E, R>(
            a: A,
            b: B,
            c: C,
            d: D,
            e: E,
            work: impl FnOnce(A, B, C, D, E) -> R,
        ) -> R {
            work(a, b, c, d, e)
        }
        let (a, b, c, d, e) = with;
        // SAFETY: as in `stable_by_contact`.
        unsafe { on(a, b, c, d, e, work) }
    }
}

/// Whether `pext` is one instruction of three cycles. On AMD's processors before Zen 3 (family 25)
/// and on Hygon's it is microcode of up to 289 (Fog, "Instruction tables"), and plain words are
/// faster. On a Zen 3 gathering saves 12 % of an endgame's time.
///
/// The processor is asked once: a virtual machine is left for each question, which takes longer
/// than a search of one ply.
static GATHERS_FAST: LazyLock<bool> = LazyLock::new(|| {
    let [maker, version] = [0, 1].map(__cpuid);
    let base = version.eax >> 8 & 15;
    let family = if base == 15 { base + (version.eax >> 20 & 255) } else { base };
    match &[maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).concat()[..] {
        b"AuthenticAMD" => family >= 25,
        b"HygonGenuine" => false,
        _ => true,
    }
});

/// How many discs either side turns on the last square, by looking up what is on its four lines.
#[inline]
#[target_feature(enable = "bmi2")]
fn gathered_last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for (line, counts) in &LINES[index as usize & 63] {
        both += counts[usize::from(_pext_u64(mover, *line) as u8)];
    }
    [u32::from(both & 0xff), u32::from(both >> 8)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// `Avx2` takes the one or the other, whichever the processor is faster with.
    #[test]
    fn both_ways_count_the_same_last_flips() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut random = Random::from_seed(4);
        for index in 0..64 {
            for _ in 0..2_000 {
                let mover = random.next_u64() & !(1 << index);
                // SAFETY: `Avx2::detect` has found BMI2.
                let gathered = unsafe { gathered_last_flips(index, mover) };
                assert_eq!(gathered, last_flips(index, mover), "{index}: {mover:016x}");
            }
        }
    }
}
