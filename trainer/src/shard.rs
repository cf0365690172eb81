//! A file of samples that says what it holds and whether it is whole.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | `YOMISHRD` |
//! | 4 | version of the format, 2 |
//! | 4 | length of the description |
//! | … | the description: text that says how the samples were made |
//! | 8 | number of samples |
//! | 22 each | the samples, see [`crate::sample`] |
//! | 8 | checksum of all bytes before (FNV-1a) |
//!
//! Numbers are little-endian. A shard is written under another name and then renamed: one that is
//! there is complete.

use std::io;
use std::path::{Path, PathBuf};

use yomi_engine::expert::eval::weights_file;

use crate::file::{self, FileError};
use crate::sample::{BYTES, Sample};

const MAGIC: &[u8; 8] = b"YOMISHRD";
const VERSION: u32 = 2;

/// Samples and how they were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// How the samples were made.
    pub description: String,
    /// The samples.
    pub samples: Vec<Sample>,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ShardError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a shard.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The system has no such file, or no room for one.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The file begins with something else.
    #[error("not a file of samples")]
    Foreign,
    /// Another version of this program wrote the file.
    #[error("version {0} of the format, this program knows version {VERSION}")]
    Version(u32),
    /// Bytes are missing or changed.
    #[error("damaged")]
    Damaged,
}

impl From<FileError> for ShardError {
    fn from(FileError { path, error }: FileError) -> Self {
        Self { path, fault: error.into() }
    }
}

impl Shard {
    /// Writes the shard.
    ///
    /// # Errors
    /// When the system cannot write it.
    pub fn write(&self, path: &Path) -> Result<(), ShardError> {
        Ok(file::replace(path, &self.to_bytes())?)
    }

    /// Reads a shard.
    ///
    /// # Errors
    /// When the file cannot be read or is not whole.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let bytes = file::read(path)?;
        Self::from_bytes(&bytes).map_err(|fault| ShardError { path: path.to_owned(), fault })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.description.len() as u32).to_le_bytes());
        bytes.extend(self.description.as_bytes());
        bytes.extend((self.samples.len() as u64).to_le_bytes());
        bytes.extend(self.samples.iter().flat_map(|sample| sample.to_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Fault::Foreign)?;
        let (version, _) = rest.split_first_chunk().ok_or(Fault::Damaged)?;
        match u32::from_le_bytes(*version) {
            VERSION => {}
            other => return Err(Fault::Version(other)),
        }
        let (before, sum) = bytes.split_last_chunk().ok_or(Fault::Damaged)?;
        if checksum(before) != u64::from_le_bytes(*sum) {
            return Err(Fault::Damaged);
        }
        Self::parse(&before[MAGIC.len() + 4..]).ok_or(Fault::Damaged)
    }

    /// What stands between the version and the checksum.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (description, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let description = String::from_utf8(description.to_vec()).ok()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (samples, remainder) = rest.as_chunks::<BYTES>();
        let complete = remainder.is_empty() && samples.len() as u64 == u64::from_le_bytes(*count);
        let samples = samples.iter().map(Sample::from_bytes).collect::<Option<Vec<_>>>()?;
        complete.then_some(Self { description, samples })
    }
}

/// The 64-bit checksum FNV-1a (Fowler, Noll, Vo).
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    weights_file::checksum(bytes.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn example() -> Shard {
        let sample =
            |score| Sample { mover: 1, opponent: 6, score, forecast: 0, exact: false, games: 1 };
        Shard { description: "by hand".to_owned(), samples: vec![sample(0), sample(256)] }
    }

    #[test]
    fn a_shard_survives_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.shard");
        example().write(&path).unwrap();
        assert_eq!(Shard::read(&path).unwrap(), example());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn every_changed_or_missing_byte_is_noticed() {
        let bytes = example().to_bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(Shard::from_bytes(&changed).is_err(), "byte {place}");
            assert!(Shard::from_bytes(&bytes[..place]).is_err(), "length {place}");
        }
        assert!(matches!(Shard::from_bytes(b"something else"), Err(Fault::Foreign)));
        let mut later = bytes;
        later[8] = 3;
        assert!(matches!(Shard::from_bytes(&later), Err(Fault::Version(3))));
    }
}
