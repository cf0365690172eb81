//! `yomi`: the engine's tools on the command line.

mod analyze;
mod bench;
mod convert;
mod perft;
mod solve;
mod summary;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use yomi_engine::processor;
use yomi_protocol::players;

/// Othello engine and game-tree laboratory.
#[derive(Parser)]
#[command(name = "yomi", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List every player with its parameters.
    Players,
    Perft(perft::Perft),
    Bench(bench::Bench),
    Solve(solve::Solve),
    Analyze(analyze::Analyze),
    Convert(convert::Convert),
}

fn main() -> ExitCode {
    if let Some(problem) = processor::complaint() {
        eprintln!("yomi: {problem}");
        return ExitCode::from(2);
    }
    match Cli::parse().command {
        Command::Players => print!("{}", players::list()),
        Command::Perft(options) => perft::run(&options),
        Command::Bench(options) => return bench::run(&options),
        Command::Solve(options) => return solve::run(&options),
        Command::Analyze(options) => return analyze::run(&options),
        Command::Convert(options) => return convert::run(&options),
    }
    ExitCode::SUCCESS
}
