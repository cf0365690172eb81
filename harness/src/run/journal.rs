//! The journal of a run: an append-only file of sealed lines, the only truth there is about it.
//!
//! A line is 16 hexadecimal digits, a blank and a record in JSON. The digits are the 64-bit XXH3
//! of the record, seeded with the digits of the first line (the first with 0), so a line that was
//! damaged, torn or taken from another journal shows. It takes a tenth of the time of SHA-256,
//! which sealed the lines of older journals and shows no more: who means to deceive can seal, too.
//! Whatever kills a run can tear its last line only: lines are appended whole, in one write for
//! each batch, and a line without its end was never reported.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use twox_hash::XxHash3_64;

use super::history::History;
use super::pair_json;
use super::record::{Record, Run};
use crate::error::LabError;
use crate::file::replace;

/// The name of the file in the folder of a run.
pub const NAME: &str = "journal.log";

/// The digits in front of a line.
pub(super) const DIGITS: usize = 16;

/// What the lines of one journal are sealed with: the digits of its first, `None` for that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(Option<u64>);

impl Seal {
    /// What the first line of every journal is sealed with.
    pub(super) fn first() -> Self {
        Self(None)
    }

    /// What the lines behind `first`, the first of a journal, are sealed with.
    pub(super) fn of_journal(first: &[u8]) -> Self {
        let digits = first.get(..DIGITS).and_then(|digits| str::from_utf8(digits).ok());
        Self(Some(digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)))
    }

    /// A record as a line.
    #[must_use]
    pub fn line(self, record: &Record<'_>) -> Vec<u8> {
        let mut line = Vec::new();
        self.append(record, &mut line);
        line
    }

    /// Appends a record to `lines`.
    pub fn append(self, record: &Record<'_>, lines: &mut Vec<u8>) {
        let start = lines.len();
        lines.extend_from_slice(&[b' '; DIGITS + 1]);
        match record {
            Record::Pair(pair) => pair_json::write(pair, lines),
            _ => serde_json::to_writer(&mut *lines, record).expect("records are plain data"),
        }
        let digits = self.digits(&lines[start + DIGITS + 1..]);
        lines[start..start + DIGITS].copy_from_slice(&digits);
        lines.push(b'\n');
    }

    /// The record of a line without its end; `None` if the line was damaged.
    #[must_use]
    pub fn open<'a>(self, line: &'a [u8]) -> Option<Record<'a>> {
        let (digits, rest) = line.split_at_checked(DIGITS)?;
        let body = rest.strip_prefix(b" ")?;
        let holds = self.digits(body) == digits || self.older_digits(body) == digits;
        holds.then(|| serde_json::from_slice(body).ok())?
    }

    fn digits(self, body: &[u8]) -> [u8; DIGITS] {
        written(XxHash3_64::oneshot_with_seed(self.0.unwrap_or(0), body))
    }

    /// Those of the journals that were sealed by SHA-256.
    fn older_digits(self, body: &[u8]) -> [u8; DIGITS] {
        let salt = self.0.map(written).unwrap_or_default();
        let salt = if self.0.is_some() { &salt[..] } else { &[] };
        let digest = Sha256::new_with_prefix(salt).chain_update(body).finalize();
        written(u64::from_be_bytes(std::array::from_fn(|place| digest[place])))
    }
}

/// In hexadecimal digits. Once for every pair: nothing that allocates.
fn written(number: u64) -> [u8; DIGITS] {
    std::array::from_fn(|place| {
        let nibble = number >> (4 * (DIGITS - 1 - place)) & 15;
        b"0123456789abcdef"[nibble as usize]
    })
}

/// A journal being written.
pub struct Journal {
    path: PathBuf,
    file: File,
    seal: Seal,
    /// Where its last whole line ends.
    length: u64,
}

impl Journal {
    /// Begins the journal of a folder that has none: it is there with its first record, or not at
    /// all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(folder: &Path, run: Run) -> Result<Self, LabError> {
        let path = folder.join(NAME);
        let line = Seal::first().line(&Record::Run(Box::new(run)));
        let wrong = |error: io::Error| LabError::unwritable(&path, &error);
        replace(&path, &line).map_err(wrong)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(wrong)?;
        Ok(Self { path, file, seal: Seal::of_journal(&line), length: line.len() as u64 })
    }

    /// Opens the journal that `history` tells of, to go on behind its last whole line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn resume(history: &History) -> Result<Self, LabError> {
        let (path, seal, length) = (history.path.clone(), history.seal, history.length);
        let wrong = |error: io::Error| LabError::unwritable(&path, &error);
        let file = OpenOptions::new().append(true).open(&path).map_err(wrong)?;
        if history.torn {
            file.set_len(length).map_err(wrong)?;
        }
        Ok(Self { path, file, seal, length })
    }

    /// What lines are to be sealed with.
    #[must_use]
    pub fn seal(&self) -> Seal {
        self.seal
    }

    /// Appends one record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, record: &Record<'_>) -> Result<(), LabError> {
        self.append(&self.seal.line(record))
    }

    /// Appends whole sealed lines. Once this returns they survive whatever happens to the program.
    ///
    /// # Errors
    /// When they cannot all be written; then the journal ends with the last whole one that was.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), LabError> {
        if let Err(error) = self.file.write_all(lines) {
            let written =
                self.file.metadata().map_or(0, |now| now.len().saturating_sub(self.length));
            let written = &lines[..lines.len().min(written as usize)];
            self.length +=
                written.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end as u64 + 1);
            // What is left of a torn line is dropped by the next start if it cannot be now.
            let _ = self.file.set_len(self.length);
            return Err(LabError::unwritable(&self.path, &error));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Makes sure that the lines survive even a loss of power.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn sync(&self) -> Result<(), LabError> {
        self.file.sync_data().map_err(|error| LabError::unwritable(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"end":{"at":"a","seconds":1.0,"done":2}}"#;

    /// The first two made with the reference implementation (xxhash 0.8 by Python), the others by
    /// `sha256sum`.
    #[test]
    fn seals_are_golden() {
        let later = Seal::of_journal(b"d8465f4df69c8c2e {");
        assert_eq!(&Seal::first().digits(BODY), b"1cd24c51a03fb4d5");
        assert_eq!(&later.digits(BODY), b"2db6c56b04915b97");
        assert_eq!(&Seal::first().older_digits(BODY), b"a6530e6250050601");
        assert_eq!(&later.older_digits(BODY), b"ba2d5ec78311bf45");
    }

    #[test]
    fn only_what_was_sealed_is_opened() {
        let seal = Seal::of_journal(b"d8465f4df69c8c2e {");
        let sealed = |digits: &[u8]| [digits, b" ", BODY].concat();
        for digits in [&seal.digits(BODY), &seal.older_digits(BODY)] {
            let line = sealed(digits);
            assert!(matches!(seal.open(&line), Some(Record::End(_))));
            assert_eq!(Seal::first().open(&line), None, "of another journal");
            for bit in 0..8 * line.len() {
                let mut damaged = line.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(seal.open(&damaged), None, "bit {bit}");
            }
        }
    }
}
