//! The journal of a run: an append-only file of sealed lines, the only truth there is about it.
//!
//! A line is 16 hexadecimal digits, a blank and a record in JSON. The digits are the beginning of
//! the SHA-256 of the first line's digits and the record, so a line that was damaged, torn or taken
//! from another journal shows. Whatever kills a run can tear its last line only: lines are appended
//! whole, in one write for each batch, and a line without its end was never reported.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::history::History;
use super::record::{Record, Run};
use crate::error::LabError;
use crate::file::replace;

/// The name of the file in the folder of a run.
pub const NAME: &str = "journal.log";

/// The digits in front of a line.
pub(super) const DIGITS: usize = 16;

/// What the lines of one journal are sealed with: the digits of its first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal(String);

impl Seal {
    /// What the first line of every journal is sealed with.
    pub(super) fn first() -> Self {
        Self(String::new())
    }

    /// What the lines behind `first`, the first of a journal, are sealed with.
    pub(super) fn of_journal(first: &[u8]) -> Self {
        Self(String::from_utf8_lossy(&first[..DIGITS]).into_owned())
    }

    /// A record as a line.
    #[must_use]
    pub fn line(&self, record: &Record<'_>) -> Vec<u8> {
        let mut line = Vec::new();
        self.append(record, &mut line);
        line
    }

    /// Appends a record to `lines`.
    pub fn append(&self, record: &Record<'_>, lines: &mut Vec<u8>) {
        let start = lines.len();
        lines.extend_from_slice(&[b' '; DIGITS + 1]);
        serde_json::to_writer(&mut *lines, record).expect("records are plain data");
        let digits = self.digits(&lines[start + DIGITS + 1..]);
        lines[start..start + DIGITS].copy_from_slice(&digits);
        lines.push(b'\n');
    }

    /// The record of a line without its end; `None` if the line was damaged.
    #[must_use]
    pub fn open<'a>(&self, line: &'a [u8]) -> Option<Record<'a>> {
        let (digits, rest) = line.split_at_checked(DIGITS)?;
        let body = rest.strip_prefix(b" ")?;
        (self.digits(body) == digits).then(|| serde_json::from_slice(body).ok())?
    }

    fn digits(&self, body: &[u8]) -> [u8; DIGITS] {
        let digest = Sha256::new_with_prefix(&self.0).chain_update(body).finalize();
        let nibble = |place: usize| digest[place / 2] >> (4 * (1 - place % 2)) & 15;
        // Once for every pair: nothing that allocates.
        std::array::from_fn(|place| b"0123456789abcdef"[usize::from(nibble(place))])
    }
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
        let (path, seal, length) = (history.path.clone(), history.seal.clone(), history.length);
        let wrong = |error: io::Error| LabError::unwritable(&path, &error);
        let file = OpenOptions::new().append(true).open(&path).map_err(wrong)?;
        if history.torn {
            file.set_len(length).map_err(wrong)?;
        }
        Ok(Self { path, file, seal, length })
    }

    /// What lines are to be sealed with.
    #[must_use]
    pub fn seal(&self) -> &Seal {
        &self.seal
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
