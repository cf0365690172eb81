//! `yomi completions` and `yomi man`: what a shell and `man` know of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use yomi_protocol::console::{Failure, say};

/// Print completions for a shell: yomi completions bash >/etc/bash_completion.d/yomi.
#[derive(Args)]
pub(crate) struct Completions {
    shell: Shell,
}

/// Write the manual pages into a folder: yomi.1 and one for every command.
#[derive(Args)]
pub(crate) struct Man {
    folder: PathBuf,
}

/// Prints the completions of `program`.
pub(crate) fn completions(
    options: &Completions,
    mut program: Command,
) -> Result<ExitCode, Failure> {
    let (name, mut text) = (program.get_name().to_owned(), Vec::new());
    generate(options.shell, &mut program, name, &mut text);
    say(String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the manual pages of `program`.
pub(crate) fn man(options: &Man, program: Command) -> Result<ExitCode, Failure> {
    let problem = |path: &Path, error| format!("{}: {error}", path.display());
    fs::create_dir_all(&options.folder).map_err(|error| problem(&options.folder, error))?;
    clap_mangen::generate_to(program, &options.folder)
        .map_err(|error| problem(&options.folder, error))?;
    Ok(ExitCode::SUCCESS)
}
