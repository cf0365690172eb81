//! What can be typed after `yomi-lab match`.

use std::path::PathBuf;

use clap::Args;
use toml::{Table, Value};
use yomi_harness::plan::GREATEST_SEED;
use yomi_harness::plan::quick_match::{Beginning, QuickMatch};
use yomi_protocol::console::whole;

use super::value::hypothesis;
use super::{Format, Lang};

/// Let players meet without an experiment file, everybody everybody else, and say who is better.
///
/// The same command continues such a match, one with more --games extends it. Its folder is that of
/// any run: report, compare, replay and publish take it.
#[derive(Args)]
pub(crate) struct Match {
    /// The players, as in `yomi-lab players`, or other programs as engine(cmd="…",protocol=gtp);
    /// NAME=PLAYER gives one a name.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// The game: othello, go or tictactoe.
    #[arg(long, default_value = "othello")]
    game: String,
    /// The side of the board, instead of the game's usual one.
    #[arg(long, value_name = "N")]
    size: Option<u32>,
    /// Games of each player in each colour against each opponent: 100, with --sprt the most, 10000.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Where all randomness starts.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=GREATEST_SEED))]
    seed: u64,
    /// Random moves before the players', others for each pair of games; 8 in Othello from 6×6 on,
    /// else none.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: Option<u32>,
    /// A file of openings instead: moves or positions in OBF, one a line.
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    openings: Option<PathBuf>,
    /// Plies that all players search.
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// Positions a move.
    #[arg(long)]
    nodes: Option<u32>,
    /// The level of all players.
    #[arg(long)]
    level: Option<u32>,
    /// Milliseconds a move.
    #[arg(long, value_name = "MS")]
    time: Option<u32>,
    /// Seconds a game and after each move, such as 60+0.5.
    #[arg(long, value_name = "CLOCK", conflicts_with = "time")]
    clock: Option<String>,
    /// Stop as soon as a sequential test (at 5 %) tells these two differences apart, in normalised
    /// Elo, the smaller first.
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        allow_negative_numbers = true,
        value_parser = hypothesis
    )]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Print the experiment file that this is, to be changed and run, instead of playing.
    #[arg(long, conflicts_with = "format")]
    pub(crate) show: bool,
    /// Threads to use; all cores by default. The games do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder of the run, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Start again; the old folder is kept under another name.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The exit code is 1 if any game was lost by forfeit.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What to print: text for people, or one JSON object.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

impl Match {
    /// The most games in each colour of a sequential test.
    const MOST: u32 = 10_000;

    /// The match that is asked for, or what is wrong with it.
    pub(crate) fn quick(&self) -> Result<QuickMatch, String> {
        let sprt = self.hypotheses()?;
        let beginning = match (self.plies, &self.openings) {
            (_, Some(file)) => Some(Beginning::File(file.clone())),
            (plies, None) => plies.map(Beginning::Random),
        };
        let quick = QuickMatch::new(self.players.clone(), self.game.to_lowercase());
        let names = quick.names();
        let mut twice = (1..names.len()).filter(|&place| names[..place].contains(&names[place]));
        if let Some(place) = twice.next() {
            let expected = "expected NAME=PLAYER where players are called alike";
            return Err(format!("match: `{}` twice; {expected}", names[place]));
        }
        let usual = if sprt.is_some() { Self::MOST } else { quick.games };
        Ok(QuickMatch {
            size: self.size,
            games: self.games.unwrap_or(usual),
            seed: self.seed,
            beginning,
            limits: self.limits(),
            sprt,
            ..quick
        })
    }

    /// What a sequential test is to tell apart.
    fn hypotheses(&self) -> Result<Option<[f64; 2]>, String> {
        match (self.sprt.as_deref(), self.players.len()) {
            (None, _) => Ok(None),
            (Some(_), many) if many != 2 => {
                Err(format!("--sprt: expected two players, found {many}"))
            }
            (Some(&[elo0, elo1]), _) if elo0 < elo1 => Ok(Some([elo0, elo1])),
            (Some(_), _) => Err("--sprt: expected two differences, the smaller first".to_owned()),
        }
    }

    /// Those that were given.
    fn limits(&self) -> Table {
        let Self { depth, nodes, level, time, .. } = *self;
        let numbers = [("depth", depth), ("nodes", nodes), ("level", level), ("time", time)];
        let numbers =
            numbers.map(|(key, number)| (key, number.map(|number| Value::Integer(number.into()))));
        let clock = ("clock", self.clock.clone().map(Value::String));
        let all = numbers.into_iter().chain([clock]);
        all.filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}
