//! Experiment files: TOML text in, an [`Experiment`] out, or one line that says what is wrong and
//! where.
//!
//! `raw` is the file as written, `reader` finds out what it means: templates filled in, names
//! resolved, players parsed, every number checked. Later stages need not check it again.

pub mod changes;
mod contestants;
pub mod key;
pub mod meetings;
pub mod openings;
mod pairings;
pub mod positions;
mod published;
pub mod quick_match;
mod raw;
mod reader;
pub mod schedule;
mod shape;
mod stray;
pub mod tuning;
mod variants;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use yomi_engine::game::Side;
use yomi_engine::games::go::{Go, Repetition, Rules};
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;

use crate::chart::ChartKind;
use crate::games::LabGame;
use crate::games::WinnerRule;
use crate::players::Contender;
use crate::stats::sprt::Sprt;

use openings::Openings;
pub use raw::Raw;
use schedule::Schedule;
pub(crate) use shape::parse_toml;

/// The greatest seed: whole numbers of TOML, in which reports have it, are signed.
pub const GREATEST_SEED: u64 = i64::MAX as u64;

/// A game that experiments are run on, with its size and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSpec {
    /// Othello on a board of this side: 4, 6, 8 or 10.
    Othello(u32),
    /// Tic-tac-toe.
    TicTacToe,
    /// Go by these rules.
    Go(Rules),
}

/// Something to be done with a game, whichever it is.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it; games start from `start`.
    fn visit<G: LabGame>(self, start: G) -> Self::Output;
}

impl GameSpec {
    /// Lets `visitor` work with the game.
    pub fn accept<V: GameVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Othello(4) => visitor.visit(Othello4::default()),
            Self::Othello(6) => visitor.visit(Othello6::default()),
            Self::Othello(10) => visitor.visit(Othello10::default()),
            Self::Othello(_) => visitor.visit(Othello8::default()),
            Self::Go(rules) => visitor.visit(Go::new(rules)),
            Self::TicTacToe => visitor.visit(TicTacToe::default()),
        }
    }
}

impl fmt::Display for GameSpec {
    /// The text that the random numbers of games are keyed with: it must never change.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Othello(size) => write!(f, "othello {size}"),
            Self::TicTacToe => f.write_str("tictactoe"),
            Self::Go(rules) => {
                write!(f, "go {} komi {}", rules.size(), rules.komi())?;
                f.write_str(if rules.repetition() == Repetition::Superko { " superko" } else { "" })
            }
        }
    }
}

/// What is wrong with an experiment file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct SpecError {
    /// The line, from 1; `None` for what the command line says.
    pub line: Option<usize>,
    /// The key and what was expected.
    pub problem: String,
}

/// A checked experiment on game `G`.
pub struct Experiment<G: LabGame> {
    /// What the experiment asks, in one sentence.
    pub question: String,
    /// Where all randomness starts.
    pub seed: u64,
    /// The game with its size and rules.
    pub game: GameSpec,
    /// The game as the random numbers of games are keyed with it.
    pub key: String,
    /// The position games start from.
    pub start: G,
    /// The players, variant by variant.
    pub contestants: Vec<Contestant<G>>,
    /// The names of the variants; one empty name if the file has none.
    pub variants: Vec<String>,
    /// What each variant is, in one clause; empty where the file does not say.
    pub meanings: Vec<String>,
    /// The variants that are no readings of a published source but show what something else does.
    pub others: Vec<usize>,
    /// The series that the question is about, if the file names one.
    pub subject: Option<String>,
    /// The pictures to draw.
    pub charts: Vec<ChartKind>,
    /// What is done with the players.
    pub work: Work<G>,
}

impl<G: LabGame> Experiment<G> {
    /// Whether the same plan gives the same rows on any machine: no clock and no race between
    /// threads decides what those do that take part.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        let count = self.contestants.len();
        let takes_part = match &self.work {
            Work::Match(matches) => matches.schedule.at_board(count),
            Work::Search(_) => vec![true; count],
        };
        let mut players = self.contestants.iter().zip(takes_part);
        players.all(|(contestant, plays)| !plays || contestant.player.is_repeatable())
    }

    /// The contestants' players as the random numbers of games are keyed with them. Of equal ones
    /// in a variant the second has ` #2` behind it, and so on, so that they do not play the same
    /// games.
    #[must_use]
    pub fn numbered_players(&self) -> Vec<String> {
        let mut counts: HashMap<(usize, String), u32> = HashMap::new();
        let text = |contestant: &Contestant<G>| {
            let text = contestant.player.to_string();
            let count = counts.entry((contestant.variant, text.clone())).or_default();
            *count += 1;
            if *count == 1 { text } else { format!("{text} #{count}") }
        };
        self.contestants.iter().map(text).collect()
    }
}

/// The two kinds of experiment.
pub enum Work<G: LabGame> {
    /// Players meet in games.
    Match(Box<Match<G>>),
    /// Players search the same positions.
    Search(Search),
}

/// Games between players.
pub struct Match<G: LabGame> {
    /// Who meets whom.
    pub schedule: Schedule,
    /// From where.
    pub openings: Openings<G>,
    /// How winners are counted; the first rule fills `games.csv`.
    pub winners: Vec<WinnerRule>,
    /// Figures somebody else published.
    pub published: Option<Published>,
    /// The test that ends the run of its only pair of players before all games are played.
    pub stop: Option<Sprt>,
    /// Whether the short report says what moves took, which is never the same twice.
    pub times: bool,
}

/// Searches of random positions.
pub struct Search {
    /// How many positions, one from each of as many random games.
    pub positions: usize,
    /// For each variant the number of random plies before a position; equal ranges give the same
    /// positions.
    pub plies: Vec<Range<u32>>,
    /// The contestant whose values judge the others' moves, one for each variant and depth, in
    /// their order.
    pub reference: String,
    /// Whether the report gives times, which are never the same twice.
    pub times: bool,
}

/// A player in the experiment.
pub struct Contestant<G: LabGame> {
    /// Which variant it belongs to.
    pub variant: usize,
    /// Its name, unique in the variant.
    pub name: String,
    /// How it plays.
    pub player: Contender<G>,
    /// The text that says so, templates filled in.
    pub text: String,
    /// Its limits as they are written, such as `depth = 8, time = 100`; empty without any.
    pub limits: String,
    /// The line it belongs to in charts.
    pub series: String,
    /// Its place on that line: its depth.
    pub x: Option<u32>,
    /// In a search experiment, the player of the same variant and depth to compare with besides the
    /// reference: it does without whatever else this one cannot do.
    pub baseline: Option<String>,
}

/// Published win rates of single cells.
#[derive(Clone, Debug)]
pub struct Published {
    /// Where they were published.
    pub source: String,
    /// How many games each of them rests on.
    pub games: u32,
    /// The cells.
    pub cells: Vec<PublishedCell>,
    /// What the source does not say.
    pub open: Vec<Open>,
    /// What was chosen after seeing the figures, in sentences; may be empty.
    pub chosen: String,
}

/// What a published source may leave open, besides the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// Which player had which colour.
    Colour,
    /// How winners were counted.
    Winner,
}

impl Open {
    /// All, with their names in experiment files.
    pub const ALL: [(&'static str, Self); 2] = [("colour", Self::Colour), ("winner", Self::Winner)];
}

/// One published win rate.
#[derive(Clone, Debug)]
pub struct PublishedCell {
    /// Who won so often.
    pub player: String,
    /// Against whom; `None` where the experiment has one opponent only.
    pub opponent: Option<String>,
    /// In which colour; `None` for both.
    pub side: Option<Side>,
    /// Wins as a share of all games.
    pub wins: f64,
    /// The decimals that its source gives of them in per cent.
    pub decimals: usize,
}

impl<G: LabGame> Experiment<G> {
    /// Gives the file its meaning; its games start from `start`. What `overrides` has replaces what
    /// the file says.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and key.
    pub fn new(raw: Raw, overrides: &Overrides, start: G) -> Result<Self, SpecError> {
        reader::Reader { raw, overrides }.experiment(start)
    }
}

/// What the command line changes in an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    /// Games a cell.
    pub games: Option<u32>,
    /// The seed.
    pub seed: Option<u64>,
    /// The one variant to run.
    pub variant: Option<String>,
}
