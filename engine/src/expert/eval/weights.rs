//! The file of weights, and the weights as a search looks them up.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | `YOMIEVAL` |
//! | 4 | version of the format, 1 |
//! | 8 | which terms and stages the weights belong to ([`patterns::identity`]) |
//! | 4 | units that make one disc, 128 |
//! | 20, 16 | the error model: coefficients of the midgame and of the endgame |
//! | 4 | length of the training record |
//! | … | the training record: text that says how the weights came to be |
//! | 2 each | the weights, stage by stage, class by class |
//! | 8 | checksum of all bytes before (FNV-1a) |
//!
//! Numbers are little-endian; weights are signed 16-bit, coefficients 32-bit floating-point
//! numbers.

use super::error_model::ErrorModel;
use super::indices::Indices;
use super::patterns::{self, ALL_TERMS, CLASSES, COUNTS, PLACES_FROM, SHAPE_FROM, SHAPES, STAGES};
use crate::expert::units::UNIT;

const MAGIC: &[u8; 8] = b"YOMIEVAL";
const VERSION: u32 = 1;
/// The weights of a file.
const TOTAL: usize = STAGES * CLASSES;

/// What a file of weights says.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// How the weights came to be.
    pub record: String,
    /// What searches with these weights err by.
    pub error_model: ErrorModel,
    /// The weights, [`CLASSES`] for each of the [`STAGES`], in 128ths of a disc.
    pub weights: Vec<i16>,
}

/// What is wrong with a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file begins with something else.
    #[error("not a file of weights")]
    Foreign,
    /// A later version of this program wrote the file.
    #[error("weights in version {0} of the format, this program knows version {VERSION}")]
    Version(u32),
    /// Bytes are missing or changed.
    #[error("the file of weights is damaged")]
    Damaged,
    /// The file is whole, but its weights belong to patterns or units that this engine does not
    /// use.
    #[error("the weights belong to other patterns than this program's")]
    OtherPatterns,
}

impl WeightsFile {
    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(patterns::identity().to_le_bytes());
        bytes.extend(UNIT.to_le_bytes());
        let ErrorModel { midgame, endgame } = self.error_model;
        bytes.extend(midgame.iter().chain(&endgame).flat_map(|number| number.to_le_bytes()));
        bytes.extend((self.record.len() as u32).to_le_bytes());
        bytes.extend(self.record.as_bytes());
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(checksum(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a whole file of weights for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        match rest.first_chunk().copied().map(u32::from_le_bytes) {
            Some(VERSION) => {}
            Some(other) => return Err(WeightsError::Version(other)),
            None => return Err(WeightsError::Damaged),
        }
        let (before, sum) = bytes.split_last_chunk().ok_or(WeightsError::Damaged)?;
        if checksum(before.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let mut rest = Reader(&before[MAGIC.len() + 4..]);
        let identity = rest.number(u64::from_le_bytes)?;
        let unit = rest.number(i32::from_le_bytes)?;
        if identity != patterns::identity() || unit != UNIT {
            return Err(WeightsError::OtherPatterns);
        }
        rest.body()
    }
}

/// The bytes that are still to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number<T, const N: usize>(
        &mut self,
        from_bytes: fn([u8; N]) -> T,
    ) -> Result<T, WeightsError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(WeightsError::Damaged)?;
        self.0 = rest;
        Ok(from_bytes(*bytes))
    }

    /// What stands between the units and the checksum.
    fn body(mut self) -> Result<WeightsFile, WeightsError> {
        let mut error_model = ErrorModel { midgame: [0.0; 5], endgame: [0.0; 4] };
        for coefficient in error_model.midgame.iter_mut().chain(&mut error_model.endgame) {
            *coefficient = self.number(f32::from_le_bytes)?;
        }
        let length = self.number(u32::from_le_bytes)? as usize;
        let (record, rest) = self.0.split_at_checked(length).ok_or(WeightsError::Damaged)?;
        let record = String::from_utf8(record.to_vec()).map_err(|_| WeightsError::Damaged)?;
        let (weights, remainder) = rest.as_chunks();
        if !remainder.is_empty() || weights.len() != TOTAL {
            return Err(WeightsError::Damaged);
        }
        let weights = weights.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
        Ok(WeightsFile { record, error_model, weights })
    }
}

/// The 64-bit checksum FNV-1a (Fowler, Noll, Vo).
pub fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    checksum_from(0xcbf2_9ce4_8422_2325, bytes)
}

/// The checksum of bytes whose checksum is `sum`, and then `bytes`.
fn checksum_from(sum: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The checksum of all bytes of a file of weights, if it is a whole one: made from the checksum at
/// its end, without a look at the rest. `None` if it is too short for that.
#[must_use]
pub fn checksum_of_file(file: &[u8]) -> Option<u64> {
    file.last_chunk().map(|sum| checksum_from(u64::from_le_bytes(*sum), *sum))
}

/// The weights as a search looks them up.
pub struct Weights {
    /// The checksum of their file: what they are called.
    pub checksum: u64,
    /// How they came to be.
    pub record: String,
    /// What searches with these weights err by.
    pub error_model: ErrorModel,
    /// For each stage the weight of each term; behind the last one room for any index.
    weights: Vec<i16>,
}

/// The weights from a stage on, as many as the first term of a shape and any 16-bit index can be
/// together, so that a look-up needs no check of its bounds.
type Stage = [i16; ALL_TERMS + SHAPE];
/// The weights from the first term of a shape on.
type Shape = [i16; SHAPE];
const SHAPE: usize = 1 << 16;

impl TryFrom<&WeightsFile> for Weights {
    type Error = WeightsError;

    /// Fails where there are more or fewer weights than this engine's patterns have.
    fn try_from(file: &WeightsFile) -> Result<Self, WeightsError> {
        match file.weights.len() {
            TOTAL => Ok(Self::new(file, checksum(file.to_bytes()))),
            _ => Err(WeightsError::OtherPatterns),
        }
    }
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// When it is not a whole file of weights for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = WeightsFile::from_bytes(bytes)?;
        Ok(Self::new(&file, checksum_of_file(bytes).ok_or(WeightsError::Damaged)?))
    }

    fn new(file: &WeightsFile, checksum: u64) -> Self {
        let classes = patterns::classes();
        let mut weights: Vec<i16> = Vec::with_capacity(STAGES * ALL_TERMS + SHAPE);
        for of_stage in file.weights.chunks_exact(CLASSES) {
            weights.extend(classes.iter().map(|class| of_stage[*class as usize]));
        }
        weights.resize(weights.capacity(), 0);
        Self { checksum, record: file.record.clone(), error_model: file.error_model, weights }
    }

    /// The sum of a stage's weights for the patterns' `indices` and the terms of the counts.
    #[inline(always)]
    pub(super) fn sum(&self, stage: usize, indices: &Indices, counts: [u32; COUNTS]) -> i32 {
        let stage = self.weights[stage * ALL_TERMS..].first_chunk().expect("room for any index");
        sum_of_patterns(stage, indices)
            + counts.map(|term| i32::from(stage[term as usize])).iter().sum::<i32>()
    }
}

/// Not inlined, so that it is compiled without vectors: to take indices out of vectors and put
/// weights into others takes longer than all look-ups.
#[inline(never)]
fn sum_of_patterns(stage: &Stage, indices: &Indices) -> i32 {
    /// One after the other, so that the compiler knows where each shape begins.
    macro_rules! sum_of_shapes {
        ($($shape:literal)*) => {{
            const { assert!([$($shape),*].len() == SHAPES) };
            0 $(+ sum_of_shape::<$shape>(stage, indices))*
        }};
    }
    sum_of_shapes!(0 1 2 3 4 5 6 7 8 9 10 11 12)
}

#[inline(always)]
fn sum_of_shape<const NUMBER: usize>(stage: &Stage, indices: &Indices) -> i32 {
    let shape: &Shape = stage[SHAPE_FROM[NUMBER]..].first_chunk().expect("room for any index");
    let places = const { PLACES_FROM[NUMBER]..PLACES_FROM[NUMBER + 1] };
    indices.0[places].iter().map(|&index| i32::from(shape[usize::from(index)])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn example() -> WeightsFile {
        let mut random = Random::from_seed(1);
        let error_model = ErrorModel { midgame: [0.5; 5], endgame: [1.0, 2.0, 3.0, -4.0] };
        let weights = (0..TOTAL).map(|_| random.next_u64() as i16).collect();
        WeightsFile { record: "at random".to_owned(), error_model, weights }
    }

    #[test]
    fn weights_survive_a_file() {
        let bytes = example().to_bytes();
        assert_eq!(WeightsFile::from_bytes(&bytes), Ok(example()));
        assert_eq!(checksum_of_file(&bytes), Some(checksum(bytes.iter().copied())));
        let weights = Weights::try_from(&example()).expect("as many weights as there must be");
        assert_eq!(weights.checksum, checksum(bytes));
    }

    #[test]
    fn weights_of_another_number_are_refused() {
        for count in [0, CLASSES, TOTAL - 1, TOTAL + 1] {
            let file = WeightsFile { weights: vec![1; count], ..example() };
            assert_eq!(Weights::try_from(&file).err(), Some(WeightsError::OtherPatterns));
        }
    }

    #[test]
    fn damage_is_noticed_and_named() {
        let bytes = example().to_bytes();
        let read = |bytes: &[u8]| WeightsFile::from_bytes(bytes).expect_err("damaged");
        for length in [0, 7, 8, 11, 12, 19, 20, 100, bytes.len() - 1] {
            assert!(matches!(
                read(&bytes[..length]),
                WeightsError::Foreign | WeightsError::Damaged
            ));
        }
        for place in [12, 30, 90, 200_000, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[place] ^= 16;
            assert_eq!(read(&changed), WeightsError::Damaged, "byte {place}");
        }
        let with = |place: usize, value: u8| {
            let mut changed = bytes.clone();
            changed[place] = value;
            let end = changed.len() - 8;
            let sum = checksum(changed[..end].iter().copied()).to_le_bytes();
            changed[end..].copy_from_slice(&sum);
            changed
        };
        assert_eq!(read(&with(0, b'X')), WeightsError::Foreign);
        assert_eq!(read(&with(8, 9)), WeightsError::Version(9));
        assert_eq!(read(&with(12, bytes[12] ^ 1)), WeightsError::OtherPatterns);
        assert_eq!(read(&with(20, 100)), WeightsError::OtherPatterns);
        assert_eq!(read(&with(60, 200)), WeightsError::Damaged);
    }

    #[test]
    fn classes_are_as_many_as_the_constant_says() {
        assert_eq!(patterns::classes().iter().max(), Some(&(CLASSES as u32 - 1)));
    }
}
