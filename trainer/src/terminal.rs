//! What the program says to people: nothing here panics because nobody listens any more.

use std::fmt::Display;
use std::io::{self, Write};

/// Why standard output takes no more.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputError {
    /// The reader has gone, such as `head`.
    #[error("standard output: the reader has gone")]
    Closed,
    /// Anything else, such as a full disk.
    #[error("standard output: {0}")]
    Failed(io::Error),
}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Failed(error) }
    }
}

/// Writes to standard output, at once.
///
/// # Errors
/// When the reader has gone or the disk is full.
pub(crate) fn say(text: impl Display) -> Result<(), OutputError> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Writes a line to standard error, if it can be written.
pub(crate) fn note(line: impl Display) {
    yomi_harness::terminal::note(&line.to_string());
}
