//! The conversation as a file, for people who look for a fault.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// A file that every line of a conversation is written to, with the time: `>` to the engine, `<`
/// from it.
pub struct Log(Option<File>);

impl Log {
    /// No log.
    #[must_use]
    pub fn off() -> Self {
        Self(None)
    }

    /// A log that is added to `path`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn append(path: &Path) -> io::Result<Self> {
        Ok(Self(Some(File::options().create(true).append(true).open(path)?)))
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

    /// A log that cannot be written ends; the game goes on.
    fn write(&mut self, direction: char, line: &str) {
        let Some(file) = &mut self.0 else { return };
        let time = humantime::format_rfc3339_millis(SystemTime::now());
        // One write a line, so that two engines can share a log.
        let line = format!("{time} {direction} {}\n", line.trim_end_matches('\r').escape_debug());
        if file.write_all(line.as_bytes()).is_err() {
            self.0 = None;
        }
    }
}
