//! Between a shell and a program: its arguments, and what shell and `man` know of it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command, Parser};
use clap_complete::{Shell, generate};

use super::{Failure, say};

/// The arguments that `program` was given.
///
/// # Errors
/// The code to end with, once help, version or what is wrong with the arguments has been printed.
pub fn arguments<P: Parser>(program: &str) -> Result<P, ExitCode> {
    P::try_parse().map_err(|error| {
        let printed = error.print().and_then(|()| io::stdout().flush());
        match printed {
            Err(failure) if !error.use_stderr() => Failure::from(failure).conclude(program),
            _ => ExitCode::from(error.exit_code() as u8),
        }
    })
}

/// Print completions for a shell, such as bash or zsh.
///
/// For bash: yomi completions bash >~/.local/share/bash-completion/completions/yomi.
#[derive(Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Write the manual pages into a folder: one for the program and one for every command.
#[derive(Args)]
pub struct Man {
    /// The folder.
    folder: PathBuf,
}

impl Completions {
    /// Prints the completions of `program`.
    ///
    /// # Errors
    /// Those of standard output.
    pub fn print(&self, mut program: Command) -> Result<ExitCode, Failure> {
        let (name, mut text) = (program.get_name().to_owned(), Vec::new());
        generate(self.shell, &mut program, name, &mut text);
        say(String::from_utf8_lossy(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Man {
    /// Writes the manual pages of `program`.
    ///
    /// # Errors
    /// When the folder cannot be made or written to.
    pub fn write(&self, program: Command) -> Result<ExitCode, Failure> {
        let problem = |path: &Path, error| format!("{}: {error}", path.display());
        fs::create_dir_all(&self.folder).map_err(|error| problem(&self.folder, error))?;
        clap_mangen::generate_to(program, &self.folder)
            .map_err(|error| problem(&self.folder, error))?;
        Ok(ExitCode::SUCCESS)
    }
}
