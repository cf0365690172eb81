//! Instruction sets of the 8×8 kernel, one of which is chosen at the root of a search.
//!
//! [`InstructionSet`] names them and finds the best one this processor has; [`Isa`] is what a
//! search is compiled for, once per instruction set, so that nothing below the root asks again. A
//! value of an `Isa` type is the proof that the processor has the instructions: the SIMD ones come
//! into being through [`InstructionSet::run`], which looks first, or as `COMPILED`, where the whole
//! build is for such processors. [`RegisterBoard`] is a board that stays in registers from move to
//! move.

use std::fmt;
use std::str::FromStr;

#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
use super::sums::{RegisterSums, SUMS};

/// The 8×8 rules on one instruction set.
pub trait Isa: Copy + Send + Sync + 'static {
    /// A board in registers, where a search plays one move after another.
    type Board: RegisterBoard;

    /// Sixteen sums in registers.
    type Sums: RegisterSums;

    /// Loads a board into registers.
    fn load(self, mover: u64, opponent: u64) -> Self::Board;

    /// Loads sums, or what is to be added to them, into registers.
    fn sums(self, numbers: &[i16; SUMS]) -> Self::Sums;

    /// The empty squares where the mover turns at least one disc.
    #[inline]
    fn legal(self, mover: u64, opponent: u64) -> u64 {
        self.load(mover, opponent).legal()
    }

    /// The discs a mover's disc on the empty square `index` (0 to 63) turns; the empty set where it
    /// is not legal.
    #[inline]
    fn flips(self, index: u32, mover: u64, opponent: u64) -> u64 {
        self.load(mover, opponent).flips(index)
    }

    /// How many discs the mover would turn on `index`, the only empty square, and how many the
    /// opponent.
    #[inline]
    fn last_flips(self, index: u32, mover: u64) -> [u32; 2] {
        let opponent = !mover & !(1 << index);
        [
            self.flips(index, mover, opponent).count_ones(),
            self.flips(index, opponent, mover).count_ones(),
        ]
    }

    /// What `first` grows to when squares of `inner` join it, each as soon as it has, along each of
    /// the four axes (rows, columns, diagonals falling to the right, rising ones), a neighbour that
    /// has joined or a place in that axis' `free` set. No square of `inner` may lie on the rim.
    #[inline]
    fn stable_by_contact(self, first: u64, inner: u64, free: [u64; 4]) -> u64 {
        let mut settled = first;
        loop {
            let beside = [1, 8, 9, 7].map(|step| settled << step | settled >> step);
            let along = |axis: usize| beside[axis] | free[axis];
            let next = settled | inner & along(0) & along(1) & along(2) & along(3);
            if next == settled {
                return settled;
            }
            settled = next;
        }
    }

    /// Runs `work` compiled with this instruction set. Every recursive function of a search starts
    /// with it.
    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.run_with(
            (work, (), (), (), ()),
            #[inline(always)]
            |work, (), (), (), ()| work(),
        )
    }

    /// Runs `work` on arguments, as [`run`](Isa::run) does. They arrive in registers, while what a
    /// closure has captured comes through memory: where a search spends its time that costs 1 %.
    fn run_with<A, B, C, D, E, R>(
        self,
        with: (A, B, C, D, E),
        work: impl FnOnce(A, B, C, D, E) -> R,
    ) -> R;
}

/// A board in the registers of one instruction set, so that a search plays move after move without
/// the way into vector registers and back.
pub trait RegisterBoard: Copy {
    /// The mover's discs.
    fn mover(self) -> u64;

    /// The opponent's discs.
    fn opponent(self) -> u64;

    /// The empty squares where the mover turns at least one disc.
    fn legal(self) -> u64;

    /// The discs a mover's disc on the empty square `index` (0 to 63) turns; the empty set where it
    /// is not legal.
    fn flips(self, index: u32) -> u64;

    /// The board after the legal move `index`, seen by the other side.
    fn play(self, index: u32) -> Self;

    /// The board after a mover's disc on the empty square `index`, if it is legal, seen by the
    /// other side.
    fn try_play(self, index: u32) -> Option<Self>;

    /// The same discs, seen by the other side.
    fn passed(self) -> Self;
}

/// Plain 64-bit words, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt",
    ) => {
        /// The instruction set of the whole build, for code that does not choose at its root.
        pub(super) const COMPILED: Avx2 = Avx2::COMPILED;
    }
    all(target_arch = "wasm32", target_feature = "simd128") => {
        /// The instruction set of the whole build, for code that does not choose at its root.
        pub(super) const COMPILED: Simd128 = Simd128;
    }
    _ => {
        /// The instruction set of the whole build, for code that does not choose at its root.
        pub(super) const COMPILED: Portable = Portable;
    }
}

/// Work that is compiled once per instruction set.
pub trait Task {
    /// What it yields.
    type Output;

    /// Does it on one instruction set.
    fn on<I: Isa>(self, isa: I) -> Self::Output;
}

/// An instruction set of the 8×8 kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// Plain 64-bit words, on any processor.
    Portable,
    /// WebAssembly's vectors of 128 bits: both directions of two lines at a time.
    Simd128,
    /// AVX2, BMI and LZCNT: four lines of the board at a time (x86-64-v3).
    Avx2,
    /// AVX-512 with BW, CD, DQ and VL: leading zeros and three-way logic on vectors.
    Avx512,
}

/// An instruction set that this processor does not have, or an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstructionSetError {
    /// The word is none of the names on this platform.
    #[error("expected {names}, found `{0}`", names = InstructionSet::names())]
    Unknown(String),
    /// The processor lacks its instructions.
    #[error("this processor has no {0}")]
    Unavailable(InstructionSet),
}

impl InstructionSet {
    /// All instruction sets, slowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Simd128, Self::Avx2, Self::Avx512];

    /// Those that some processor of this platform has, slowest first.
    pub const OF_PLATFORM: &'static [Self] = if cfg!(target_arch = "x86_64") {
        &[Self::Portable, Self::Avx2, Self::Avx512]
    } else if cfg!(target_arch = "wasm32") {
        &[Self::Portable, Self::Simd128]
    } else {
        &[Self::Portable]
    };

    /// Their names: `portable, avx2 or avx512`.
    fn names() -> String {
        let names: Vec<String> = Self::OF_PLATFORM.iter().map(Self::to_string).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            _ => names.concat(),
        }
    }

    /// The fastest one that this processor has.
    #[must_use]
    pub fn best() -> Self {
        *Self::ALL.iter().rfind(|set| set.is_available()).expect("portable is always there")
    }

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Runs `task` with these instructions, or with portable ones where the processor lacks them.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Portable | Self::Simd128 => {}
            Self::Avx2 => {
                if let Some(isa) = Avx2::detect() {
                    return match isa.gathering() {
                        Some(isa) => task.on(isa),
                        None => task.on(isa),
                    };
                }
            }
            Self::Avx512 => {
                if let Some(isa) = Avx512::detect() {
                    return task.on(isa);
                }
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if self == Self::Simd128 {
            return task.on(Simd128);
        }
        task.on(Portable)
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Simd128 => "simd128",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

impl FromStr for InstructionSet {
    type Err = InstructionSetError;

    /// Reads a name; an instruction set that this processor lacks is an error.
    fn from_str(text: &str) -> Result<Self, InstructionSetError> {
        let found = Self::OF_PLATFORM.iter().copied().find(|set| set.to_string() == text);
        let set = found.ok_or_else(|| InstructionSetError::Unknown(text.to_owned()))?;
        if set.is_available() { Ok(set) } else { Err(InstructionSetError::Unavailable(set)) }
    }
}
