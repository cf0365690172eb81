//! Between a shell and a program: its arguments, and what shell and `man` know of it.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, Args, Command, Parser};
use clap_complete::{Shell, generate};

use super::{Failure, LONGEST, say};
use crate::file;
use crate::visible::{is_control, shortened};

/// The arguments that `program` was given.
///
/// # Errors
/// The code to end with, once help, version or what is wrong with the arguments has been printed.
pub fn arguments<P: Parser>(program: &str) -> Result<P, ExitCode> {
    let mut command = with_negative_numbers(documented(P::command()));
    let matches = command.try_get_matches_from_mut(env::args_os());
    let parsed = matches.and_then(|matches| {
        P::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    parsed.map_err(|error| {
        let printed = print(&error).and_then(|()| io::stdout().flush());
        match printed {
            Err(failure) if !error.use_stderr() => Failure::from(failure).conclude(program),
            _ => ExitCode::from(error.exit_code() as u8),
        }
    })
}

/// Prints help, version, or what is wrong, without the length of what it quotes.
fn print(error: &clap::Error) -> io::Result<()> {
    let text = error.render().to_string();
    let is_fine = |line: &str| line.chars().count() <= LONGEST && !line.contains(is_control);
    if !error.use_stderr() || text.lines().all(is_fine) {
        return error.print();
    }
    text.lines().try_for_each(|line| writeln!(io::stderr(), "{}", shortened(line, LONGEST)))
}

/// The command with the help that names its program.
fn documented(command: Command) -> Command {
    const NAME: &str = "completions";
    if command.find_subcommand(NAME).is_none() {
        return command;
    }
    let program = command.get_name();
    let help = format!(
        "For bash: {program} {NAME} bash >~/.local/share/bash-completion/completions/{program}"
    );
    command.mut_subcommand(NAME, |completions| completions.after_help(help))
}

/// The command in which `-5` is a value, never an option: what takes no negative number then says
/// what it takes.
fn with_negative_numbers(command: Command) -> Command {
    let allowed = |arg: Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(allowed).mut_subcommands(with_negative_numbers)
}

/// Print completions for a shell, such as bash or zsh.
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
        file::make_folder(&self.folder).map_err(|error| problem(&self.folder, error))?;
        clap_mangen::generate_to(documented(program), &self.folder)
            .map_err(|error| problem(&self.folder, error))?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_of_completions_names_its_program() {
        let program = Command::new("other").subcommand(Command::new("completions"));
        let mut program = documented(program);
        let completions = program.find_subcommand_mut("completions").unwrap();
        let help = completions.render_help().to_string();
        let line = "other completions bash >~/.local/share/bash-completion/completions/other";
        assert!(help.contains(line), "{help}");
        assert!(documented(Command::new("none")).find_subcommand("completions").is_none());
    }
}
