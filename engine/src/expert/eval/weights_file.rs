//! The file of weights.
//!
//! Weights are of one of two kinds, those of a linear sum or those of a
//! [`network`], each with a version of the format of its own.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | `YOMIEVAL` |
//! | 4 | version of the format, 5 for linear weights, 6 for a network |
//! | 8 | which terms and stages the weights belong to ([`patterns::identity`]) |
//! | 4 | units that make one disc, 128 |
//! | 20, 16, 24 | the error model: coefficients of the midgame and of the endgame, deviations, |
//! | 4 | and the most empty squares that the endgame's were fitted to |
//! | 4 | length of the training record |
//! | … | the training record: text that says how the weights came to be |
//! | 2 each | linear: the weights, stage by stage, class by class |
//! | 32 each | a network: the rows, class by class, |
//! | 66 each | and the readouts, stage by stage: above, below, the base |
//! | 8 | checksum of all bytes before (FNV-1a) |
//!
//! Numbers are little-endian; weights are signed 16-bit, those of the error model 32-bit
//! floating-point numbers. Versions 1 and 2 had another error model, 3 and 4 did not say how far it
//! was fitted.

use super::error_model::ErrorModel;
use super::network::{self, Readout, Row};
use super::patterns::{self, CLASSES, STAGES};
use crate::expert::units::UNIT;

const MAGIC: &[u8; 8] = b"YOMIEVAL";
const LINEAR: u32 = 5;
const NETWORK: u32 = 6;

/// What a file of weights says.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// How the weights came to be.
    pub record: String,
    /// What searches with these weights err by.
    pub error_model: ErrorModel,
    /// The weights.
    pub parameters: Parameters,
}

/// What is learned.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// The weights of a sum, [`CLASSES`] for each of the [`STAGES`], in 128ths of a disc.
    Linear(Vec<i16>),
    /// A network: a row for each of the [`CLASSES`], a readout for each of the [`STAGES`].
    Network(Vec<Row>, Vec<Readout>),
}

/// What is wrong with a file of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file begins with something else.
    #[error("not a file of weights")]
    Foreign,
    /// Another version of this program wrote the file.
    #[error(
        "weights in version {0} of the format, this program knows versions {LINEAR} and {NETWORK}"
    )]
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
        bytes.extend(self.parameters.version().to_le_bytes());
        bytes.extend(patterns::identity().to_le_bytes());
        bytes.extend(UNIT.to_le_bytes());
        let ErrorModel { midgame, endgame, deviations, measured } = self.error_model;
        let numbers = midgame.iter().chain(&endgame).chain(&deviations);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(measured.to_le_bytes());
        bytes.extend((self.record.len() as u32).to_le_bytes());
        bytes.extend(self.record.as_bytes());
        bytes.extend(self.parameters.numbers().flat_map(i16::to_le_bytes));
        bytes.extend(checksum(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a whole file of weights for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let version = match rest.first_chunk().copied().map(u32::from_le_bytes) {
            Some(version @ (LINEAR | NETWORK)) => version,
            Some(other) => return Err(WeightsError::Version(other)),
            None => return Err(WeightsError::Damaged),
        };
        let (before, sum) = bytes.split_last_chunk().ok_or(WeightsError::Damaged)?;
        if checksum(before.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let mut rest = Reader(before.get(MAGIC.len() + 4..).ok_or(WeightsError::Damaged)?);
        let identity = rest.number(u64::from_le_bytes)?;
        let unit = rest.number(i32::from_le_bytes)?;
        if identity != patterns::identity() || unit != UNIT {
            return Err(WeightsError::OtherPatterns);
        }
        rest.body(version)
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
    fn body(mut self, version: u32) -> Result<WeightsFile, WeightsError> {
        let mut error_model = ErrorModel::UNKNOWN;
        let ErrorModel { midgame, endgame, deviations, measured } = &mut error_model;
        for number in midgame.iter_mut().chain(endgame).chain(deviations) {
            *number = self.number(f32::from_le_bytes)?;
        }
        *measured = self.number(u32::from_le_bytes)?;
        if !error_model.is_possible() {
            return Err(WeightsError::Damaged);
        }
        let length = self.number(u32::from_le_bytes)? as usize;
        let (record, rest) = self.0.split_at_checked(length).ok_or(WeightsError::Damaged)?;
        let record = String::from_utf8(record.to_vec()).map_err(|_| WeightsError::Damaged)?;
        let (numbers, remainder) = rest.as_chunks();
        let numbers = numbers.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
        let parameters = Parameters::from_numbers(version, numbers);
        let parameters = parameters.filter(|_| remainder.is_empty());
        Ok(WeightsFile {
            record,
            error_model,
            parameters: parameters.ok_or(WeightsError::Damaged)?,
        })
    }
}

impl Parameters {
    fn version(&self) -> u32 {
        match self {
            Self::Linear(_) => LINEAR,
            Self::Network(..) => NETWORK,
        }
    }

    /// All numbers in the order of the file.
    fn numbers(&self) -> Box<dyn Iterator<Item = i16> + '_> {
        match self {
            Self::Linear(weights) => Box::new(weights.iter().copied()),
            Self::Network(rows, readouts) => {
                let rows = rows.iter().flatten().copied();
                Box::new(rows.chain(readouts.iter().flat_map(Readout::numbers)))
            }
        }
    }

    /// What the numbers of a file mean, `None` if they are too few or too many.
    fn from_numbers(version: u32, numbers: Vec<i16>) -> Option<Self> {
        if version == LINEAR {
            return Some(Self::Linear(numbers)).filter(Self::is_complete);
        }
        let (rows, readouts) = numbers.split_at_checked(CLASSES * network::WIDTH)?;
        let (readouts, remainder) = readouts.as_chunks();
        let rows = rows.as_chunks().0.to_vec();
        let readouts = readouts.iter().map(Readout::from_numbers).collect();
        Some(Self::Network(rows, readouts)).filter(|all| remainder.is_empty() && all.is_complete())
    }

    /// Whether there are as many weights as this engine's patterns have.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            Self::Linear(weights) => weights.len() == STAGES * CLASSES,
            Self::Network(rows, readouts) => (rows.len(), readouts.len()) == (CLASSES, STAGES),
        }
    }
}

/// The 64-bit checksum FNV-1a (Fowler, Noll, Vo).
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::super::weights::Weights;
    use super::*;
    use crate::random::Random;

    fn example() -> WeightsFile {
        let mut random = Random::from_seed(1);
        let error_model = ErrorModel {
            midgame: [0.5; 5],
            endgame: [1.0, 2.0, 3.0, -4.0],
            measured: 20,
            deviations: [0.5, 1.0, 1.5, 2.0, 3.0, 4.0],
        };
        let mut number = || random.next_u64() as i16;
        let linear = (0..STAGES * CLASSES).map(|_| number()).collect();
        let record = "at random".to_owned();
        WeightsFile { record, error_model, parameters: Parameters::Linear(linear) }
    }

    fn network() -> WeightsFile {
        let mut random = Random::from_seed(2);
        let mut row = || std::array::from_fn(|_| random.next_u64() as i16);
        let rows = (0..CLASSES).map(|_| row()).collect();
        let readout = |base| Readout { above: row(), below: row(), base };
        let readouts = (0..STAGES as i16).map(readout).collect();
        WeightsFile { parameters: Parameters::Network(rows, readouts), ..example() }
    }

    #[test]
    fn weights_survive_a_file() {
        for file in [example(), network()] {
            let bytes = file.to_bytes();
            assert_eq!(WeightsFile::from_bytes(&bytes).as_ref(), Ok(&file));
            assert_eq!(checksum_of_file(&bytes), Some(checksum(bytes.iter().copied())));
            let weights = Weights::try_from(&file).expect("as many weights as there must be");
            assert_eq!(weights.checksum, checksum(bytes));
        }
    }

    #[test]
    fn weights_of_another_number_are_refused() {
        let total = STAGES * CLASSES;
        let linear =
            [0, CLASSES, total - 1, total + 1].map(|count| Parameters::Linear(vec![1; count]));
        let Parameters::Network(rows, readouts) = network().parameters else { unreachable!() };
        let networks = [(CLASSES - 1, STAGES), (CLASSES, STAGES - 1), (0, 0)].map(|(some, few)| {
            Parameters::Network(rows[..some].to_vec(), readouts[..few].to_vec())
        });
        for parameters in linear.into_iter().chain(networks) {
            let file = WeightsFile { parameters, ..example() };
            assert_eq!(Weights::try_from(&file).err(), Some(WeightsError::OtherPatterns));
            let read = WeightsFile::from_bytes(&file.to_bytes());
            assert_eq!(read.err(), Some(WeightsError::Damaged));
        }
    }

    #[test]
    fn damage_is_noticed_and_named() {
        let bytes = example().to_bytes();
        let read = |bytes: &[u8]| WeightsFile::from_bytes(bytes).map(drop).expect_err("damaged");
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
        for other in [1, 4, 9] {
            assert_eq!(read(&with(8, other)), WeightsError::Version(other.into()));
        }
        assert_eq!(read(&with(8, 6)), WeightsError::Damaged, "too many numbers for a network");
        assert_eq!(read(&with(12, bytes[12] ^ 1)), WeightsError::OtherPatterns);
        assert_eq!(read(&with(20, 100)), WeightsError::OtherPatterns);
        assert_eq!(read(&with(84, 65)), WeightsError::Damaged, "more squares than there are");
        assert_eq!(read(&with(88, 200)), WeightsError::Damaged);
    }

    /// ProbCut would cut by chance, or everything.
    #[test]
    fn an_error_model_of_no_numbers_is_refused() {
        let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e38, -3e38];
        let endgames = numbers
            .map(|number| ErrorModel { endgame: [1.0, number, 1.0, 1.0], ..ErrorModel::UNKNOWN });
        let impossible = [f32::NAN, -1.0, 0.0, 2.0]
            .map(|first| [first, 1.0, 1.5, 2.0, 3.0, 4.0])
            .map(|deviations| ErrorModel { deviations, ..ErrorModel::UNKNOWN });
        for error_model in endgames.into_iter().chain(impossible) {
            let bytes = WeightsFile { error_model, ..network() }.to_bytes();
            assert_eq!(WeightsFile::from_bytes(&bytes).err(), Some(WeightsError::Damaged));
        }
    }

    #[test]
    fn classes_are_as_many_as_the_constant_says() {
        assert_eq!(patterns::classes().iter().max(), Some(&(CLASSES as u32 - 1)));
    }
}
