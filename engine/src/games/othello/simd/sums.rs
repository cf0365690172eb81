//! Sixteen sums in one vector register.
//!
//! The compiler makes two registers of eight of the plain loop, because of what is done with the
//! sums at the end, and so reads every row twice.

use std::arch::x86_64::*;
use std::marker::PhantomData;

use super::super::sums::{RegisterSums, SUMS};
use super::lanes::VectorInstructions;

/// Sixteen numbers of 16 bits.
#[derive(Clone, Copy)]
pub(in super::super) struct Sums<I> {
    words: __m256i,
    /// Made from a proof of the instructions only.
    isa: PhantomData<I>,
}

impl<I: VectorInstructions> Sums<I> {
    #[inline]
    pub(super) fn new(_: I, numbers: &[i16; SUMS]) -> Self {
        // SAFETY: a value of `I` proves AVX2 (see `VectorInstructions`).
        Self { words: unsafe { load(numbers) }, isa: PhantomData }
    }
}

impl<I: VectorInstructions> RegisterSums for Sums<I> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        // SAFETY: as in `new`.
        Self { words: unsafe { plus(self.words, other.words) }, ..self }
    }

    #[inline]
    fn weigh(self, above: &[i16; SUMS], below: &[i16; SUMS]) -> i32 {
        // SAFETY: as in `new`.
        unsafe { weigh(self.words, load(above), load(below)) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: &[i16; SUMS]) -> __m256i {
    // SAFETY: the array is as long as the register, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn plus(some: __m256i, others: __m256i) -> __m256i {
    _mm256_add_epi16(some, others)
}

/// Neighbours are multiplied and added in one go. Two products of numbers that are not negative
/// with any others do not overflow 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn weigh(words: __m256i, above: __m256i, below: __m256i) -> i32 {
    let zero = _mm256_setzero_si256();
    let positive = _mm256_max_epi16(words, zero);
    let negative = _mm256_max_epi16(_mm256_subs_epi16(zero, words), zero);
    let of_eight =
        _mm256_add_epi32(_mm256_madd_epi16(positive, above), _mm256_madd_epi16(negative, below));
    let of_four =
        _mm_add_epi32(_mm256_castsi256_si128(of_eight), _mm256_extracti128_si256::<1>(of_eight));
    let of_two = _mm_add_epi32(of_four, _mm_shuffle_epi32::<0b_00_00_11_10>(of_four));
    let total = _mm_add_epi32(of_two, _mm_shuffle_epi32::<0b_00_00_00_01>(of_two));
    _mm_cvtsi128_si32(total)
}

#[cfg(test)]
mod tests {
    use super::super::Avx2;
    use super::*;
    use crate::random::Random;

    /// Numbers of any size, the largest and smallest among them often.
    fn numbers(random: &mut Random) -> [i16; SUMS] {
        std::array::from_fn(|_| match random.below(4) {
            0 => i16::MIN,
            1 => i16::MAX,
            _ => random.next_u64() as i16,
        })
    }

    #[test]
    fn a_register_sums_and_weighs_as_plain_words_do() {
        let Some(isa) = Avx2::detect() else { return };
        let mut random = Random::from_seed(7);
        for _ in 0..20_000 {
            let [some, others, above, below] = std::array::from_fn(|_| numbers(&mut random));
            let register = Sums::new(isa, &some).plus(Sums::new(isa, &others));
            let plain = some.plus(others);
            for (register, plain) in [(register, plain), (Sums::new(isa, &some), some)] {
                assert_eq!(
                    register.weigh(&above, &below),
                    plain.weigh(&above, &below),
                    "{plain:?} by {above:?} and {below:?}"
                );
            }
        }
    }
}
