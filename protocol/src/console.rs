//! Messages of commands. Nothing here panics: a reader that has gone away ends the program without
//! a word, an output that takes no more (a full disk) ends it with one line.

pub mod shell;
mod whole;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use yomi_engine::processor::complaint;

pub use crate::quantity::counted;
use crate::visible::shortened;
pub use whole::whole;

/// Why a command ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What is wrong, in one line.
    #[error("{0}")]
    Problem(String),
    /// Standard output takes no more.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl From<String> for Failure {
    fn from(problem: String) -> Self {
        Self::Problem(problem)
    }
}

impl Failure {
    /// Says what is wrong in the name of `program`, unless only the reader has gone; the code to
    /// end with.
    pub fn conclude(&self, program: &str) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => {
                complain(program, self);
                ExitCode::from(2)
            }
        }
    }
}

/// Writes to standard output, at once.
///
/// # Errors
/// Those of the output; [`Failure`] takes them.
pub fn say(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()
}

/// Says on standard error, in the name of `program`, why this processor cannot run this build, if
/// it cannot; true if so. Piece by piece: what puts texts together may have instructions that the
/// processor lacks.
#[must_use]
pub fn refuses(program: &str) -> bool {
    let Some(problem) = complaint() else { return false };
    let mut stderr = io::stderr();
    for piece in [program, ": ", problem, "\n"] {
        // Nobody is left to be told that it cannot be said.
        let _ = stderr.write(piece.as_bytes());
    }
    true
}

/// A line on standard error in the name of `program`, however long the input that it quotes; nobody
/// has to listen.
pub fn complain(program: &str, problem: impl Display) {
    let _ = writeln!(io::stderr(), "{program}: {}", shortened(&problem.to_string(), LONGEST));
}

/// The characters of the longest message.
const LONGEST: usize = 1000;
