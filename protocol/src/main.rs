//! `yomi`: the engine's tools on the command line, and the protocols in which it is played.

use std::io::{BufWriter, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use yomi_engine::games::othello::{Kernel, Othello, Othello4, Othello6, Othello8, Othello10};
use yomi_engine::perft::{self as counting, PassCost};
use yomi_engine::processor;
use yomi_protocol::dialect::Dialect;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::players;
use yomi_protocol::session::{KINDS, Kind, Refusal, Seat, Session};
use yomi_protocol::stdio::{self, Log};
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
    /// Speak Go Text Protocol 2 on stdin and stdout: Quarry, GoGui, Sabaki and most referees.
    Gtp(Serve),
    /// Speak Universal Game Interface on stdin and stdout: cutegames and its kin.
    Ugi(Serve),
}

#[derive(Args)]
struct Serve {
    /// Who plays, as `yomi players` lists them; the strongest player when left out.
    #[arg(long)]
    player: Option<String>,
    /// The lines of the board; frontends can change it.
    #[arg(long)]
    size: Option<u32>,
    /// Where the player's random numbers start.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The game; frontends can change it.
    #[arg(long, default_value = "Othello")]
    game: String,
    /// Add the conversation to this file, with the time of every line.
    #[arg(long)]
    log: Option<PathBuf>,
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
    let done = match Cli::parse().command {
        Command::Players => {
            print!("{}", players::list());
            Ok(())
        }
        Command::Perft(options) => {
            perft(&options);
            Ok(())
        }
        Command::Gtp(options) => serve(&options, |session| Box::new(Gtp::new(session))),
        Command::Ugi(options) => serve(&options, |session| Box::new(Ugi::new(session))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("yomi: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Speaks a protocol until the frontend has gone.
fn serve(options: &Serve, dialect: fn(Session) -> Box<dyn Dialect>) -> Result<(), String> {
    let session = options.session()?;
    let log = options.log.as_deref().map_or_else(|| Ok(Log::off()), Log::append);
    let log = log.map_err(|error| {
        format!("--log {}: {error}", options.log.as_deref().unwrap_or(Path::new("")).display())
    })?;
    let output = BufWriter::new(stdout());
    stdio::serve(&mut *dialect(session), stdin(), output, log).map_err(|error| error.to_string())
}

impl Serve {
    fn session(&self) -> Result<Session, String> {
        let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let kind = Kind::named(&self.game)
            .ok_or_else(|| format!("--game {}: expected one of {}", self.game, names()))?;
        let seat = Seat { player: self.player.clone(), seed: self.seed };
        Session::new(kind, self.size, seat).map_err(|refusal| match refusal {
            Refusal::Unreadable(problem) => {
                format!("--player {}: {problem}", self.player.as_deref().unwrap_or_default())
            }
            _ => {
                let sizes = kind.sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                format!("--size {}: expected one of {sizes}", self.size.unwrap_or_default())
            }
        })
    }
}

fn perft(options: &Perft) {
    match options.size {
        4 => count(&Othello4::default(), options),
        6 => count(&Othello6::default(), options),
        10 => count(&Othello10::default(), options),
        _ => count(&Othello8::default(), options),
    }
}

/// Prints the count, the convention and the speed.
fn count<K: Kernel>(start: &Othello<K>, options: &Perft) {
    let (passes, convention) = match options.pass_free {
        true => (PassCost::Free, "a pass costs no depth"),
        false => (PassCost::Ply, "a pass is a ply"),
    };
    let clock = Instant::now();
    let leaves = counting::othello(start, options.depth, passes);
    let seconds = clock.elapsed().as_secs_f64();
    let millions = leaves as f64 / seconds / 1e6;
    println!("perft({}) = {leaves}  ({convention})  {seconds:.3} s  {millions:.1} M leaves/s", options.depth);
}
