//! `yomi`: the engine's tools on the command line.

mod analyze;
mod bench;
mod convert;
mod perft;
mod play;
mod report;
mod search_tree;
mod serve;
mod solve;
mod summary;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_protocol::console::{Failure, refuses, say, shell};
use yomi_protocol::examples;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::players;
use yomi_protocol::ugi::Ugi;
use yomi_protocol::weights;

/// Othello engine and game-tree laboratory.
#[derive(Parser)]
#[command(name = "yomi", version = yomi_engine::VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Use the weights of this file for the expert's evaluation.
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Play against a player in the terminal.
    Play(play::Play),
    Analyze(analyze::Analyze),
    Report(report::Report),
    Solve(solve::Solve),
    Explain(search_tree::Explain),
    /// Print the worked examples of the teaching pages, or a tree of your own with what each
    /// searcher makes of it.
    Examples {
        /// A tree such as "N0[N1[7 12] N2[-5 -10]]": names, brackets and values for Max.
        tree: Option<ExplicitTree>,
    },
    /// List every player with its parameters.
    Players,
    Convert(convert::Convert),
    /// Speak Go Text Protocol 2 on stdin and stdout: Quarry, GoGui, Sabaki and most referees.
    Gtp(serve::Serve),
    /// Speak the NBoard protocol on stdin and stdout.
    #[command(mut_arg("game", |game| game.help("The game: Othello only")))]
    Nboard(serve::Serve),
    Web(web::Web),
    /// Speak the Universal Game Interface on stdin and stdout: cutegames and similar programs.
    Ugi(serve::Serve),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Completions(shell::Completions),
    Man(shell::Man),
}

fn main() -> ExitCode {
    if refuses("yomi") {
        return ExitCode::from(2);
    }
    run().unwrap_or_else(|failure| failure.conclude("yomi"))
}

/// Not part of `main`, where an old processor must not meet instructions it lacks.
#[inline(never)]
fn run() -> Result<ExitCode, Failure> {
    let Cli { command, weights: file } = match shell::arguments("yomi") {
        Ok(cli) => cli,
        Err(code) => return Ok(code),
    };
    weights::replace(file.as_deref())?;
    match command {
        Command::Players => list(players::list()),
        Command::Examples { tree: None } => list(examples::all()),
        Command::Examples { tree: Some(tree) } => list(examples::tree(&tree)),
        Command::Perft(options) => perft::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Analyze(options) => analyze::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Explain(options) => search_tree::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Gtp(options) => serve::run(&options, true, |session| Box::new(Gtp::new(session))),
        Command::Nboard(options) => serve::othello(&options)
            .and_then(|()| serve::run(&options, true, |session| Box::new(NBoard::new(session)))),
        Command::Web(options) => web::run(&options, file.as_deref()),
        Command::Ugi(options) => serve::run(&options, false, |session| Box::new(Ugi::new(session))),
        Command::Completions(options) => options.print(Cli::command()),
        Command::Man(options) => options.write(Cli::command()),
    }
}

fn list(text: String) -> Result<ExitCode, Failure> {
    say(text)?;
    Ok(ExitCode::SUCCESS)
}
