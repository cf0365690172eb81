//! Random numbers that are the same in every run, on every machine and with every version of the
//! libraries.
//!
//! Only raw ChaCha8 words are taken from the library; the samplers are ours and golden-tested, so
//! no upgrade can change a published result. Where no published result depends on it, [`Random`]
//! serves as a generator of the crate `rand`, whose distributions may draw other numbers with
//! another version.

use std::convert::Infallible;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng, TryRng};

/// A stream of reproducible random numbers.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream number `stream` of the generator keyed by `key`. Streams of one key are
    /// independent.
    #[must_use]
    pub fn from_key(key: [u8; 32], stream: u64) -> Self {
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        Self(generator)
    }

    /// A stream named by a plain number, for places where one seed is all there is.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self::from_key(key, 0)
    }

    /// The next 64 raw bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..bound`, by widening multiplication with rejection (Lemire 2019).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number lies below zero");
        let bound = bound as u64;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            // The bias to reject is `low < 2^64 mod bound`; the first test spares the division
            // nearly always.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts `items` into a uniformly random order (Fisher–Yates from the top).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn golden() -> Random {
        let mut generator = ChaCha8Rng::seed_from_u64(42);
        generator.set_stream(7);
        Random(generator)
    }

    /// The raw words of `seed_from_u64(42)`, stream 7, as `rand_chacha` 0.3, 0.9 and 0.10 give
    /// them.
    #[test]
    fn raw_words_are_golden() {
        let mut random = golden();
        let words: Vec<u64> = (0..4).map(|_| random.next_u64()).collect();
        let expected = [
            0x20e5_cc88_35be_27d0,
            0x538a_68c1_6dbb_833d,
            0x9d8d_c577_cebf_4400,
            0x7e6b_b95a_5d65_b364,
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn samplers_are_golden() {
        let mut random = golden();
        let draws: Vec<usize> = (0..12).map(|_| random.below(60)).collect();
        assert_eq!(draws, [7, 19, 36, 29, 23, 13, 13, 15, 17, 26, 34, 16]);

        let mut items: Vec<usize> = (0..10).collect();
        golden().shuffle(&mut items);
        assert_eq!(items, [7, 5, 6, 0, 9, 8, 3, 4, 2, 1]);
    }

    #[test]
    fn below_is_uniform_enough_to_see_a_bias() {
        let mut random = Random::from_seed(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        // Standard deviation of one count is 93.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    }

    /// The samplers of the crate `rand` draw from the same words.
    #[test]
    fn it_is_a_generator_for_rand() {
        use rand::RngExt;
        use rand::distr::{Distribution, Uniform};

        let dice = Uniform::new_inclusive(1, 6).unwrap();
        let mut random = Random::from_seed(1);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[dice.sample(&mut random) - 1] += 1);
        // Five standard deviations of a fair one.
        assert!(counts.iter().all(|&count: &i32| (count - 1000).abs() < 145), "{counts:?}");
        let (mut one, mut other) = (Random::from_seed(2), Random::from_seed(2));
        assert_eq!(one.random::<u64>(), other.next_u64());
    }
}
