//! `yomi gtp`, `yomi nboard`, `yomi ugi`: a protocol on stdin and stdout.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufWriter, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use yomi_engine::clock::Clock;
use yomi_protocol::console::{Failure, whole};
use yomi_protocol::dialect::Dialect;
use yomi_protocol::session::{KINDS, Kind, PlayerChoice, Refusal, Session};
use yomi_protocol::stdio::{Log, serve};

#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) player: PlayerOptions,
    /// Milliseconds kept back from every time limit for transmission.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = Clock::OVERHEAD.as_millis() as u64,
        value_parser = whole::<u64>(0..=u64::MAX)
    )]
    overhead: u64,
    /// Append the conversation to this file, with the time of every line.
    #[arg(long)]
    log: Option<PathBuf>,
}

/// Who plays what.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    /// The player, as `yomi players` lists them; by default the strongest.
    #[arg(long)]
    player: Option<String>,
    /// The side of the board: 4, 6, 8 or 10 in Othello (by default 8), 2 to 19 in Go (9).
    #[arg(long)]
    size: Option<u32>,
    /// Where the player's random numbers start. By default at 0 over UGI and for a named player,
    /// else somewhere else in every run, so that openings vary.
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// The game.
    #[arg(long, default_value = "Othello")]
    game: String,
}

/// Speaks a protocol, in which the strongest player may have its book, until the frontend has gone.
pub(crate) fn run(
    options: &Serve,
    has_book: bool,
    dialect: fn(Session) -> Box<dyn Dialect>,
) -> Result<ExitCode, Failure> {
    let mut session = options.player.session(has_book)?;
    session.set_overhead(Duration::from_millis(options.overhead));
    session.prepare().map_err(|refusal| options.player.complaint(&refusal))?;
    let log = match &options.log {
        None => Log::off(),
        Some(path) => {
            Log::append(path).map_err(|error| format!("--log {}: {error}", path.display()))?
        }
    };
    let output = BufWriter::new(stdout());
    serve(&mut *dialect(session), stdin(), output, log).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Sees that the game is Othello, where a protocol has no words for others.
pub(crate) fn othello(options: &Serve) -> Result<(), Failure> {
    let game = &options.player.game;
    match game.eq_ignore_ascii_case("othello") {
        true => Ok(()),
        false => {
            Err(format!("--game {game}: expected Othello, the only game of this protocol").into())
        }
    }
}

/// Another number in every run, small enough for frontends that show it.
fn any_seed() -> u64 {
    u64::from(RandomState::new().hash_one(()) as u16)
}

impl PlayerOptions {
    /// A session as asked for, in which the strongest player may have its book, or what is wrong
    /// with it.
    pub(crate) fn session(&self, has_book: bool) -> Result<Session, String> {
        let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        // Experiments and searches write it in one word.
        let is_one_word = self.game.eq_ignore_ascii_case("tictactoe");
        let name = if is_one_word { "tic-tac-toe" } else { &self.game };
        let kind = Kind::named(name)
            .ok_or_else(|| format!("--game {}: expected one of {}", self.game, names()))?;
        let varies = has_book && self.player.is_none();
        let choice = PlayerChoice {
            player: self.player.clone(),
            seed: self.seed.unwrap_or_else(|| if varies { any_seed() } else { 0 }),
            ..PlayerChoice::default()
        };
        Session::new(kind, self.size, choice).map_err(|refusal| self.complaint(&refusal))
    }

    /// What is wrong, with the option it is wrong in.
    fn complaint(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Size(expected) => {
                format!("--size {}: {expected}", self.size.unwrap_or_default())
            }
            _ => format!("--player {}: {refusal}", self.player.as_deref().unwrap_or("strongest")),
        }
    }
}
