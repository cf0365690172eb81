//! What can go wrong around an experiment, in one line.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use crate::plan::SpecError;

/// What can go wrong around an experiment, in one line.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is no experiment.
    #[error("{}: {error}", path.display())]
    Spec {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: SpecError,
    },
    /// A file or folder cannot be used.
    #[error("{}: {problem}", path.display())]
    Problems {
        /// The file.
        path: PathBuf,
        /// Where and why.
        problem: String,
    },
    /// The results cannot be written.
    #[error("{}: {reason}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Another run is at work in the folder.
    #[error(
        "{}: another run is at work in this folder; wait for it, or use another folder",
        path.display()
    )]
    FolderInUse {
        /// The folder.
        path: PathBuf,
    },
    /// A run has ended while its journal was made into a report.
    #[error("{}: more was done while the report was made; make it again", path.display())]
    Outdated {
        /// The journal.
        path: PathBuf,
    },
    /// The folder holds a run of something else.
    #[error(
        "{}: {}; --fresh starts anew and keeps this folder under another name",
        path.display(),
        changes.join("; ")
    )]
    Changed {
        /// The folder.
        path: PathBuf,
        /// What is not as it was.
        changes: Vec<String>,
    },
    /// A game cannot be played.
    #[error("{problem}")]
    Impossible {
        /// Why.
        problem: String,
    },
}

impl LabError {
    /// A result that cannot be written.
    pub(crate) fn unwritable(path: &Path, error: &dyn Error) -> Self {
        Self::Write { path: path.to_owned(), reason: error.to_string() }
    }
}
