//! A network between two epochs of its learning, and the file that keeps it, so that learning can
//! be stopped and goes on where it was.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | `YOMILRNG` |
//! | 4 | version of the format, 1 |
//! | 4 | length of the record |
//! | … | the record: text that says what is learned from, and how |
//! | 4, 4 | epochs that are done, and the best of them |
//! | 8 | the mean square error of the best on what is held out |
//! | 4 each | the network, the moments of its numbers, and the best network |
//! | 8 | checksum of all bytes before (FNV-1a) |
//!
//! Numbers are little-endian, those of networks and moments 32-bit floating-point numbers.

use yomi_engine::expert::eval::network::WIDTH;
use yomi_engine::expert::eval::patterns::{CLASSES, STAGES};

use crate::adam::Moments;
use crate::network::{HEAD, Network};
use crate::shard::checksum;

const MAGIC: &[u8; 8] = b"YOMILRNG";
const VERSION: u32 = 1;

/// A network on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    /// Epochs that are done.
    pub epochs: u32,
    pub(crate) network: Network,
    pub(crate) of_rows: Vec<Moments<WIDTH>>,
    pub(crate) of_heads: Vec<Moments<HEAD>>,
    pub(crate) best: Best,
}

/// The network that has erred least on what is held out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Best {
    /// The epoch after which it was so; 0 before the first.
    pub(crate) epoch: u32,
    pub(crate) square: f64,
    pub(crate) network: Network,
}

/// Why a file cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearningError {
    /// It is no such file, is of another version of this program, or bytes are missing or changed.
    #[error("no learning that can go on; remove it to begin anew")]
    Damaged,
    /// Something else was being learned.
    #[error("stopped while it learned something else ({0}); remove it to begin anew")]
    OtherRecord(String),
}

impl Learning {
    /// The beginning of learning from this network on.
    #[must_use]
    pub fn beginning(network: Network) -> Self {
        Self {
            epochs: 0,
            of_rows: vec![Moments::NONE; CLASSES],
            of_heads: vec![Moments::NONE; STAGES],
            best: Best { epoch: 0, square: f64::INFINITY, network: network.clone() },
            network,
        }
    }

    /// The file, with the record of what is learned from, and how.
    #[must_use]
    pub fn to_bytes(&self, record: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((record.len() as u32).to_le_bytes());
        bytes.extend(record.as_bytes());
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(self.best.epoch.to_le_bytes());
        bytes.extend(self.best.square.to_le_bytes());
        let mut copy = self.clone();
        copy.each(&mut |number| bytes.extend(number.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file, which must have the same record.
    ///
    /// # Errors
    /// When it is damaged or has another record.
    pub fn from_bytes(bytes: &[u8], record: &str) -> Result<Self, LearningError> {
        let (before, sum) = bytes.split_last_chunk().ok_or(LearningError::Damaged)?;
        if checksum(before) != u64::from_le_bytes(*sum) {
            return Err(LearningError::Damaged);
        }
        Self::parse(before, record).unwrap_or(Err(LearningError::Damaged))
    }

    /// What stands before the checksum; `None` where it is too short, too long, or something else.
    fn parse(bytes: &[u8], record: &str) -> Option<Result<Self, LearningError>> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (version, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        if u32::from_le_bytes(*version) != VERSION {
            return None;
        }
        let (found, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        if found != record.as_bytes() {
            let found = String::from_utf8_lossy(found).into_owned();
            return Some(Err(LearningError::OtherRecord(found)));
        }
        let (epochs, rest) = rest.split_first_chunk()?;
        let (of_best, rest) = rest.split_first_chunk()?;
        let (square, rest) = rest.split_first_chunk()?;
        let (numbers, remainder) = rest.as_chunks();
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut learning = Self::beginning(Network::at_random(0));
        let mut short = false;
        learning.each(&mut |number| match numbers.next() {
            Some(found) => *number = found,
            None => short = true,
        });
        let whole = !short && numbers.next().is_none() && remainder.is_empty();
        learning.epochs = u32::from_le_bytes(*epochs);
        learning.best.epoch = u32::from_le_bytes(*of_best);
        learning.best.square = f64::from_le_bytes(*square);
        whole.then_some(Ok(learning))
    }

    /// Shows every number of the networks and moments, in the order of the file.
    fn each(&mut self, show: &mut dyn FnMut(&mut f32)) {
        let Self { network, of_rows, of_heads, best, .. } = self;
        network.numbers_mut().for_each(&mut *show);
        of_rows.iter_mut().flat_map(Moments::numbers_mut).for_each(&mut *show);
        of_heads.iter_mut().flat_map(Moments::numbers_mut).for_each(&mut *show);
        best.network.numbers_mut().for_each(show);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learning() -> Learning {
        let mut learning = Learning::beginning(Network::at_random(3));
        let mut next = 0.0;
        learning.each(&mut |number| {
            next += 0.25;
            *number = next;
        });
        learning.epochs = 4;
        learning.best.epoch = 3;
        learning.best.square = 12.5;
        learning
    }

    #[test]
    fn it_survives_a_file() {
        let bytes = learning().to_bytes("a record");
        assert_eq!(Learning::from_bytes(&bytes, "a record"), Ok(learning()));
        let other = Learning::from_bytes(&bytes, "another");
        assert_eq!(other, Err(LearningError::OtherRecord("a record".to_owned())));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let bytes = learning().to_bytes("record");
        let damaged = |bytes: &[u8]| {
            assert_eq!(Learning::from_bytes(bytes, "record"), Err(LearningError::Damaged));
        };
        for length in [0, 7, 8, 20, 40, bytes.len() - 1] {
            damaged(&bytes[..length]);
        }
        for place in [0, 9, 14, 18, 25, 1000, bytes.len() - 3] {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            damaged(&changed);
        }
        // A sum that is right of a file that is not.
        for body in [&bytes[..bytes.len() - 12], &[&bytes[..bytes.len() - 8], &[0; 4]].concat()] {
            damaged(&[body, &checksum(body).to_le_bytes()].concat());
        }
    }
}
