//! Single lines of a journal, in any order.
//!
//! Threads hand over their records in batches, so lines that follow one another in the schedule lie
//! in as many places of the file as there were threads at work. The blocks around these places are
//! kept: nearly all lines are in one that was read for the line before.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::journal::Seal;
use super::record::Record;
use crate::error::LabError;

/// Bytes of a block, and how many are kept: 8 MiB.
const BLOCK: u64 = 1 << 14;
const KEPT: u64 = 1 << 9;

/// A journal to read single lines from.
pub struct Lines {
    path: PathBuf,
    seal: Seal,
    file: File,
    /// A block has its place by its number in the file.
    blocks: Vec<Block>,
    line: Vec<u8>,
}

/// A block of the file; none has been read where there are no bytes.
#[derive(Clone, Default)]
struct Block {
    number: u64,
    bytes: Vec<u8>,
}

impl Lines {
    /// Those of the journal at `path`, sealed with `seal` but for the first.
    pub(super) fn open(path: &Path, seal: Seal) -> Result<Self, LabError> {
        let file =
            File::open(path).map_err(|error| LabError::Read { path: path.to_owned(), error })?;
        let blocks = vec![Block::default(); KEPT as usize];
        Ok(Self { path: path.to_owned(), seal, file, blocks, line: Vec::new() })
    }

    /// The record of the line at `offset`; `None` if it is damaged.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn record_at(&mut self, offset: u64) -> Result<Option<Record<'_>>, LabError> {
        self.read(offset).map_err(|error| LabError::Read { path: self.path.clone(), error })?;
        Ok(self.seal.open(self.line.strip_suffix(b"\n").unwrap_or(&self.line)))
    }

    /// Reads the line at `offset`, its end included if it has one.
    fn read(&mut self, mut offset: u64) -> io::Result<()> {
        self.line.clear();
        while self.line.last() != Some(&b'\n') {
            let block = &mut self.blocks[(offset / BLOCK % KEPT) as usize];
            block.load(offset / BLOCK, &mut self.file)?;
            let mut rest = block.bytes.get((offset % BLOCK) as usize..).unwrap_or_default();
            match rest.read_until(b'\n', &mut self.line)? {
                0 => break,
                length => offset += length as u64,
            }
        }
        Ok(())
    }
}

impl Block {
    /// Reads this block of the file, unless it is here.
    fn load(&mut self, number: u64, file: &mut File) -> io::Result<()> {
        if self.number != number || self.bytes.is_empty() {
            self.number = number;
            self.bytes.clear();
            file.seek(SeekFrom::Start(number * BLOCK))?;
            file.take(BLOCK).read_to_end(&mut self.bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Short lines, lines longer than a block, and one without its end, in any order.
    #[test]
    fn lines_are_read_wherever_they_lie() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let lengths = [10, 0, 70_000, BLOCK as usize - 1, 300, 16_384, 5].repeat(30);
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        for (number, &length) in lengths.iter().enumerate() {
            let letter = b'a' + (number % 26) as u8;
            let end: &[u8] = if number + 1 < lengths.len() { b"\n" } else { b"" };
            let line = [&vec![letter; length], end].concat();
            lines.push((text.len() as u64, line.clone()));
            text.extend(line);
        }
        fs::write(&path, &text).unwrap();
        let mut read = Lines::open(&path, Seal::first()).unwrap();
        // Forwards, backwards, and from two places in turn.
        let (front, back) = lines.split_at(lines.len() / 2);
        let turns = front.iter().zip(back).flat_map(|(one, other)| [one, other]);
        for (offset, line) in lines.iter().chain(lines.iter().rev()).chain(turns) {
            read.read(*offset).unwrap();
            assert!(read.line == *line, "the line at {offset}");
        }
        read.read(text.len() as u64).unwrap();
        assert!(read.line.is_empty());
    }
}
