//! The conversation as a file, for people who look for a fault.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::console::complain;
use crate::file;

/// A file that every line of a conversation is written to, with the time: `>` to the engine, `<`
/// from it.
pub struct Log(Option<(PathBuf, File)>);

impl Log {
    /// No log.
    #[must_use]
    pub fn off() -> Self {
        Self(None)
    }

    /// A log that is added to `path`.
    ///
    /// # Errors
    /// If the file cannot be opened, or is a pipe that nobody reads.
    pub fn append(path: &Path) -> io::Result<Self> {
        let file = file::open(path, File::options().create(true).append(true))?;
        Ok(Self(Some((path.to_owned(), file))))
    }

    /// Writes down a line that was received.
    pub fn received(&mut self, line: &str) {
        self.write('>', line);
    }

    /// Writes down lines that were sent.
    pub fn sent(&mut self, text: &str) {
        for line in text.lines() {
            self.write('<', line);
        }
    }

    /// A log that cannot be written ends with a complaint; the game goes on.
    fn write(&mut self, direction: char, line: &str) {
        let Some((path, file)) = &mut self.0 else { return };
        let time = humantime::format_rfc3339_millis(SystemTime::now());
        // One write a line, so that two engines can share a log.
        let line = format!("{time} {direction} {}\n", line.trim_end_matches('\r').escape_debug());
        if let Err(error) = file.write_all(line.as_bytes()) {
            let path = path.display();
            complain("yomi", format_args!("--log {path}: {error}; the log ends here"));
            self.0 = None;
        }
    }
}
