//! The journal of a run as it was found.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::folder::RunFolder;
use super::journal::{DIGITS, NAME, Seal};
use super::lines::Lines;
use super::record::{End, Record, Run, Session};
use crate::digest;
use crate::error::LabError;
use crate::file::open_regular;

/// A line longer than this is no record: nothing a run writes comes near it.
const LONGEST_LINE: u64 = 1 << 28;

/// A journal as it was found: what was run and when. Its other records are read by
/// [`each`](Self::each).
pub struct History {
    pub(super) path: PathBuf,
    pub(super) seal: Seal,
    /// Where its last whole line ends.
    pub(super) length: u64,
    /// How much was read: the same, unless something follows.
    read: u64,
    /// Whether something follows that has no end.
    pub torn: bool,
    /// Whether there is any whole line but such of runs.
    is_begun: bool,
    /// Whether the last run has no session yet.
    is_new: bool,
    /// What is run now.
    pub run: Run,
    /// What was run first.
    pub first: Run,
    /// Every start.
    pub sessions: Vec<Session>,
    /// Every end in good order.
    pub ends: Vec<End>,
    /// The command that began what is run now; empty if nobody did.
    pub command: String,
}

/// A line of a journal.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Where it begins.
    pub offset: u64,
    /// What it says; `None` if it was damaged.
    pub record: Option<Record<'a>>,
}

impl History {
    /// Reads what was run, in the folder of a run; `None` where there is no journal.
    ///
    /// # Errors
    /// When it cannot be read, or does not begin with what is run.
    pub fn read(folder: &Path) -> Result<Option<Self>, LabError> {
        let path = folder.join(NAME);
        let wrong = |error: io::Error| LabError::Read { path: path.clone(), error };
        let file = match open_regular(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(error)),
        };
        let mut told = Told::default();
        let (mut seal, mut length, mut read, mut torn) = (None, 0, 0, false);
        each_line(file, |_, offset, line, whole| {
            read = offset + line.len() as u64 + u64::from(whole);
            if !whole {
                torn = true;
                return;
            }
            length = read;
            let salt = seal.get_or_insert_with(Seal::first);
            match tells_of_a_run(line).then(|| salt.open(line)) {
                Some(record @ Some(_)) => told.take(record),
                // Some work, or what may have been some.
                _ => told.is_begun = true,
            }
            if offset == 0 && !told.runs.is_empty() {
                *salt = Seal::of_journal(line);
            }
        })
        .map_err(wrong)?;
        let Told { mut runs, sessions, ends, command, is_begun, is_new } = told;
        let (Some(first), Some(seal)) =
            (runs.first().cloned(), seal.filter(|seal| *seal != Seal::first()))
        else {
            let problem =
                "line 1 is damaged: nobody knows what was run; --fresh starts anew".to_owned();
            return Err(LabError::Problems { path, problem });
        };
        let run = runs.pop().unwrap_or_else(|| first.clone());
        Ok(Some(Self {
            path,
            seal,
            length,
            read,
            torn,
            is_begun,
            is_new,
            run,
            first,
            sessions,
            ends,
            command,
        }))
    }

    /// Whether nobody has set to work yet, so that there is nothing to lose.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        !self.is_begun
    }

    /// Whether it is about more than before, and nobody has set to work on that.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.is_begun && self.is_new
    }

    /// Hands every whole line to `visit`, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn each(&self, mut visit: impl FnMut(&Line<'_>)) -> Result<(), LabError> {
        let wrong = |error: io::Error| LabError::Read { path: self.path.clone(), error };
        let file = File::open(&self.path).map_err(wrong)?.take(self.length);
        each_line(file, |number, offset, line, whole| {
            let record = if offset == 0 { Seal::first().open(line) } else { self.seal.open(line) };
            if whole {
                visit(&Line { number, offset, record });
            }
        })
        .map_err(wrong)
    }

    /// Its lines one by one, in any order.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn lines(&self) -> Result<Lines, LabError> {
        Lines::open(&self.path, self.seal)
    }

    /// SHA-256 of the whole lines.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn digest(&self) -> Result<String, LabError> {
        let wrong = |error: io::Error| LabError::Read { path: self.path.clone(), error };
        let file = File::open(&self.path).map_err(wrong)?;
        digest::of_all(&mut file.take(self.length)).map_err(wrong)
    }

    /// Makes sure that what is made from this does not replace the report of a run that went on
    /// and has ended since. While somebody works in the folder, another report follows.
    ///
    /// # Errors
    /// When the journal has grown and nobody works on it.
    pub fn must_be_current(&self) -> Result<(), LabError> {
        let length = std::fs::metadata(&self.path).map_or(0, |file| file.len());
        let folder = self.path.parent().unwrap_or(Path::new(""));
        if length <= self.read || RunFolder::is_taken(folder) {
            return Ok(());
        }
        Err(LabError::Outdated { path: self.path.clone() })
    }

    /// The file's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What the lines of a journal say of what was run and when.
#[derive(Default)]
struct Told {
    runs: Vec<Run>,
    sessions: Vec<Session>,
    ends: Vec<End>,
    /// The command of the first session of the last run that has one.
    command: String,
    /// Whether the last run has no session yet.
    is_new: bool,
    /// Whether there is any line but such of runs.
    is_begun: bool,
}

impl Told {
    fn take(&mut self, record: Option<Record<'_>>) {
        match record {
            Some(Record::Run(run)) => {
                self.runs.push(*run);
                self.is_new = true;
            }
            Some(Record::Session(session)) => {
                if std::mem::take(&mut self.is_new) {
                    self.command.clone_from(&session.command);
                }
                self.sessions.push(session);
                self.is_begun = true;
            }
            Some(Record::End(end)) => self.ends.push(end),
            _ => {}
        }
    }
}

/// Whether a line says what was run or when; the many others need not be opened.
fn tells_of_a_run(line: &[u8]) -> bool {
    let body = line.get(DIGITS + 1..).unwrap_or_default();
    [&br#"{"run""#[..], br#"{"session""#, br#"{"end""#].iter().any(|start| body.starts_with(start))
}

/// Hands the lines of a file to `visit`: number, offset, bytes without the end, and whether the end
/// was there.
fn each_line(file: impl Read, mut visit: impl FnMut(u64, u64, &[u8], bool)) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut line, mut offset) = (Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        match line.strip_suffix(b"\n") {
            Some(whole) => visit(number, offset, whole, true),
            None => visit(number, offset, &line, false),
        }
        offset += length as u64;
    }
    Ok(())
}
