//! `yomi report`: a saved game judged move by move.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use yomi_engine::expert::{Expert, Settings};
use yomi_protocol::console::{Failure, complain, counted, say, whole};
use yomi_protocol::file;
use yomi_protocol::notation::Record;
use yomi_protocol::review::{Review, csv, json, page, text};

/// Judge every move of a saved game of 8×8 Othello by the discs it lost, the worst first. For a
/// position, judge all legal moves.
#[derive(Args)]
pub(crate) struct Report {
    /// A file of games (sgf, ggf, obf, wthor or a list of moves); - for stdin.
    file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        value_parser = whole::<usize>(1..=u64::MAX)
    )]
    game: usize,
    /// How well to search, 0 to 30; from 11 on the last 21 empty squares are solved, from 20 on 24.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=30))]
    level: u32,
    /// What to print.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Html,
    Csv,
    Json,
}

/// Runs the command.
pub(crate) fn run(options: &Report) -> Result<ExitCode, Failure> {
    let record = read(options)?;
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", options.file.display());
    let mut expert = Expert::new(Settings::default()).map_err(|error| error.to_string())?;
    for (is_so, what) in [
        (record.contradicts_its_result(), "the file has another result than was played"),
        (record.is_turned_over, "read upside down: not legal as written"),
    ] {
        if is_so {
            complain("yomi", named(&what));
        }
    }
    let shown = io::stderr().is_terminal();
    let review = Review::watched(&record, &mut expert, options.level, &mut |done, all| {
        if shown {
            show(done, all);
        }
    })
    .map_err(|error| named(&error))?;
    say(match options.format {
        Format::Text => text(&review),
        Format::Html => page(&review),
        Format::Csv => csv(&review),
        Format::Json => json(&review),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Says in one line of a terminal how far it is, and clears the line in the end.
fn show(done: usize, all: usize) {
    let rest = if done < all { format!("{done} of {all} positions") } else { String::new() };
    // Nobody has to look.
    let _ = write!(io::stderr(), "\r\x1b[K{rest}");
}

/// The game that was asked for.
fn read(options: &Report) -> Result<Record, String> {
    let path = &options.file;
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let source = file::games(path, None).map_err(|error| named(&error))?;
    let count = source.games().count();
    let game = source.games().nth(options.game - 1).ok_or_else(|| {
        let found = counted(count, "game");
        match count {
            0 => named(&format!("expected a game in {}, found none", source.format())),
            _ => named(&format!("expected a game number {}, found {found}", options.game)),
        }
    })?;
    game.map_err(|error| named(&error))
}
