//! `yomi`: the engine's tools on the command line.

mod convert;
mod play;
mod serve;
mod summary;

use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use yomi_engine::games::othello::{Kernel, Othello, Othello4, Othello6, Othello8, Othello10};
use yomi_engine::perft::{self, PassCost};
use yomi_engine::processor;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::players;
use yomi_protocol::ugi::Ugi;

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
    /// Count the leaves of the game tree from the start position.
    Perft(Perft),
    Convert(convert::Convert),
    /// Play against a player in the terminal.
    Play(play::Play),
    /// Speak Go Text Protocol 2 on stdin and stdout: Quarry, GoGui, Sabaki and most referees.
    Gtp(serve::Serve),
    /// Speak the NBoard protocol on stdin and stdout.
    Nboard(serve::Serve),
    /// Speak Universal Game Interface on stdin and stdout: cutegames and its kin.
    Ugi(serve::Serve),
}

#[derive(Args)]
struct Perft {
    /// Plies from the start position.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// The side of the board: 4, 6, 8 or 10.
    #[arg(long, default_value_t = 8, value_parser = board_size)]
    size: u32,
    /// A pass costs no depth, instead of one ply.
    #[arg(long)]
    pass_free: bool,
}

fn board_size(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(size @ (4 | 6 | 8 | 10)) => Ok(size),
        _ => Err("expected 4, 6, 8 or 10".to_owned()),
    }
}

fn main() -> ExitCode {
    if let Some(problem) = processor::complaint() {
        eprintln!("yomi: {problem}");
        return ExitCode::from(2);
    }
    match Cli::parse().command {
        Command::Players => print!("{}", players::list()),
        Command::Perft(options) => match options.size {
            4 => count(&Othello4::default(), &options),
            6 => count(&Othello6::default(), &options),
            10 => count(&Othello10::default(), &options),
            _ => count(&Othello8::default(), &options),
        },
        Command::Convert(options) => return convert::run(&options),
        Command::Play(options) => return play::run(&options),
        Command::Gtp(options) => return serve::run(&options, |session| Box::new(Gtp::new(session))),
        Command::Nboard(options) => return serve::run(&options, |session| Box::new(NBoard::new(session))),
        Command::Ugi(options) => return serve::run(&options, |session| Box::new(Ugi::new(session))),
    }
    ExitCode::SUCCESS
}

/// Prints the count, the convention and the speed.
fn count<K: Kernel>(start: &Othello<K>, options: &Perft) {
    let (passes, convention) = match options.pass_free {
        true => (PassCost::Free, "a pass costs no depth"),
        false => (PassCost::Ply, "a pass is a ply"),
    };
    let clock = Instant::now();
    let leaves = perft::othello(start, options.depth, passes);
    let seconds = clock.elapsed().as_secs_f64();
    let millions = leaves as f64 / seconds / 1e6;
    println!("perft({}) = {leaves}  ({convention})  {seconds:.3} s  {millions:.1} M leaves/s", options.depth);
}
