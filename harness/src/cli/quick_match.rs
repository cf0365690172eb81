//! What can be typed after `yomi-lab match`.

use std::path::{Path, PathBuf};

use clap::Args;
use toml::{Table, Value};
use yomi_harness::plan::GREATEST_SEED;
use yomi_harness::plan::quick_match::{Beginning, QuickMatch, QuickPlayer};
use yomi_protocol::console::whole;
use yomi_protocol::file::read_text;

use super::value::hypothesis;
use super::{Format, Lang};

/// Let players meet without an experiment file, everybody everybody else, and say who is better.
///
/// The same command continues such a match, one with more --games extends it. Its folder is that of
/// any run: report, compare, replay and publish take it.
#[derive(Args)]
pub(crate) struct Match {
    /// The players, as in `yomi-lab players`; another program is gtp:COMMAND, nboard:COMMAND or
    /// ugi:COMMAND, or engine(cmd="…",protocol=gtp) with more to say. NAME=PLAYER gives it a name.
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// The game: othello, go or tictactoe.
    #[arg(long, default_value = "othello")]
    game: String,
    /// The side of the board, instead of the game's usual one.
    #[arg(long, value_name = "N")]
    size: Option<u32>,
    /// Games of each player in each colour against each opponent: 100, or one from each opening of
    /// the file; with --sprt the most, 10000.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Where all randomness starts.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=GREATEST_SEED))]
    seed: u64,
    /// Random moves before the players', others for each pair of games; 8 in Othello from 6×6 on,
    /// else none.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: Option<u32>,
    /// A file of openings instead: moves or positions in OBF, one a line. They become part of the
    /// match.
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
    sprt: Option<Vec<f64>>,
    /// Print the experiment file that this is, to be changed and run, instead of playing.
    #[arg(long, conflicts_with = "format")]
    pub(crate) show: bool,
    /// Threads to use; all cores by default, half of them where time is limited. Other games do not
    /// depend on it.
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
    /// The match that is asked for, or what is wrong with it.
    pub(crate) fn quick(&self) -> Result<QuickMatch, String> {
        if let Some(word) = self.players.iter().find(|word| QuickPlayer::is_misquoted(word)) {
            return Err(format!("match: `{word}`: a command takes single quotes, not double ones"));
        }
        let players: Vec<QuickPlayer> =
            self.players.iter().map(|player| QuickPlayer::read(player)).collect();
        let twice = |place: &usize| {
            players[..*place].iter().any(|player| player.name == players[*place].name)
        };
        if let Some(place) = (1..players.len()).find(twice) {
            let expected = "expected NAME=PLAYER where players are called alike";
            return Err(format!("match: `{}` twice; {expected}", players[place].name));
        }
        if players.len() < 2 {
            return Err("match: expected two players or more, found one".to_owned());
        }
        let limits = self.limits();
        for player in &players {
            if let Some(limit) = limits.keys().find(|limit| player.sets(limit)) {
                let text = &player.text;
                return Err(format!("--{limit}: `{text}` has its own; leave one of them out"));
            }
            if let Some(problem) = no_player(&player.text) {
                return Err(problem);
            }
        }
        Ok(QuickMatch {
            size: self.size,
            games: self.games,
            seed: self.seed,
            beginning: self.beginning()?,
            limits,
            sprt: self.hypotheses()?,
            ..QuickMatch::new(players, &self.game.to_lowercase())
        })
    }

    /// Whether a clock or a time for each move runs, for all players or for one.
    pub(crate) fn is_timed(&self) -> bool {
        let takes_time = |player: &String| QuickPlayer::read(player).takes_time();
        self.time.is_some() || self.clock.is_some() || self.players.iter().any(takes_time)
    }

    fn beginning(&self) -> Result<Option<Beginning>, String> {
        let Some(path) = &self.openings else { return Ok(self.plies.map(Beginning::Random)) };
        let wrong = |problem: String| format!("--openings {}: {problem}", path.display());
        let text = read_text(path).map_err(|error| wrong(error.to_string()))?;
        match Beginning::listed(path, &text) {
            Beginning::Listed { openings, .. } if openings.is_empty() => {
                Err(wrong("expected openings, one a line, found none".to_owned()))
            }
            listed => Ok(Some(listed)),
        }
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

/// What is wrong with the path of a program that is to be a player.
fn no_player(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?;
    let is_path = !text.contains(['(', ':']) && (word.contains('/') || Path::new(word).is_file());
    is_path.then(|| {
        let programs = "another program is gtp:COMMAND, nboard:COMMAND or ugi:COMMAND";
        format!("match: `{text}`: expected a player; {programs}")
    })
}
