//! The records of a journal. What they say is all that tables, ratings, charts and pages are made
//! from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use yomi_protocol::solution::Verdict;

use super::shard::Shard;
use crate::plan::Overrides;
use crate::program::Program;

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Record<'a> {
    /// What is being run: the first record, and again where a run was extended. The last one
    /// counts.
    Run(Box<Run>),
    /// Somebody set to work.
    Session(Session),
    /// And ended it in good order.
    End(End),
    /// Games of two players from one opening.
    #[serde(borrow)]
    Pair(Pair<'a>),
    /// One position, searched by everybody.
    #[serde(borrow)]
    Position(Position<'a>),
    /// A problem of a suite, solved.
    #[serde(borrow)]
    Problem(Problem<'a>),
    /// An iteration of a tuning.
    Step(Step),
}

/// Everything that decides what is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The experiment's name.
    pub name: String,
    /// The experiment file.
    pub text: String,
    /// The file of openings that it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// What the command line changed in it.
    pub overrides: Overrides,
    /// How a suite is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suite: Option<SuiteRun>,
    /// The share of a plan that this is; all of it if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// SHA-256 of the list of everything there is to do.
    pub schedule: String,
    /// The program.
    pub program: Program,
    /// SHA-256 of the files that other programs among the players are, by what their commands call
    /// these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, String>,
}

/// A share of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Which one.
    #[serde(flatten)]
    pub shard: Shard,
    /// The digest of the plan.
    pub plan: String,
}

/// How a suite is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteRun {
    /// Threads that solve one position together.
    pub threads: usize,
    /// MiB of transposition table.
    pub mebibytes: usize,
    /// The problem files.
    pub sources: Vec<Source>,
    /// The numbers of the positions asked for.
    pub numbers: Vec<u32>,
}

/// A problem file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its name without `.obf`.
    pub name: String,
    /// SHA-256 of it in hexadecimal.
    pub digest: String,
}

/// The circumstances of a stretch of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The command that was typed.
    pub command: String,
    /// When it began, UTC.
    pub began: String,
    /// Threads at work.
    pub threads: usize,
    /// The processor.
    pub cpu: String,
    /// The operating system and architecture.
    pub system: String,
    /// The instruction set in use.
    pub instructions: String,
    /// Programs at work when it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
}

/// How a stretch of work ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// When, UTC.
    pub at: String,
    /// Seconds of work, start-up and reports excluded.
    pub seconds: f64,
    /// Units of work in that time: pairs, positions, problems or iterations.
    pub done: u64,
    /// Rows in them, where they have not one each: games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
}

/// Two players, an opening, and what they made of it in both colours. A player that meets itself
/// plays one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair<'a> {
    /// The variant's name.
    #[serde(borrow)]
    pub variant: Cow<'a, str>,
    /// The players' names: Black before White in the first game, swapped in the second.
    #[serde(borrow)]
    pub players: [Cow<'a, str>; 2],
    /// Which of their games it is; it chooses opening and random numbers.
    pub round: u32,
    /// The games.
    #[serde(borrow)]
    pub games: Vec<Game<'a>>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game<'a> {
    /// Points at the end, Black's before White's, in units of the game's final score.
    pub points: [u32; 2],
    /// The final score for Black, in the same units.
    pub difference: i32,
    /// Moves after the opening, forced passes included.
    pub plies: u32,
    /// Why the game ended.
    #[serde(borrow)]
    pub end: Cow<'a, str>,
    /// Positions entered by each player's searches, Black's before White's; those of other programs
    /// are not known.
    pub nodes: [Option<u64>; 2],
    /// The moves after the opening, forced passes left out.
    #[serde(borrow)]
    pub moves: Cow<'a, str>,
    /// Who lost it without the rules' help; the reason stands in `end`.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit<'a>>,
    /// What the players' moves took, where they were timed; unlike all the rest not the same twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
}

/// What the moves of two players took, Black's before White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Microseconds.
    pub micros: [u64; 2],
    /// Moves that were timed.
    pub moves: [u32; 2],
}

impl Game<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Game<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        let forfeit =
            self.forfeit.map(|Forfeit { black, words }| Forfeit { black, words: owned(words) });
        Game { end: owned(self.end), moves: owned(self.moves), forfeit, ..self }
    }
}

/// Why a game ended that its loser gave up. That is no forfeit: nothing went wrong.
pub const RESIGNED: &str = "resigned";

/// A game lost by a crash, a timeout, an illegal move or nonsense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit<'a> {
    /// Whether Black lost it.
    pub black: bool,
    /// The last words of the player that did.
    #[serde(borrow)]
    pub words: Cow<'a, str>,
}

/// A position of a search experiment: what every player found in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position<'a> {
    /// Its number.
    pub number: u32,
    /// The searches.
    #[serde(borrow)]
    pub searches: Vec<Search<'a>>,
}

/// What one player found in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search<'a> {
    /// The variant's name.
    #[serde(borrow)]
    pub variant: Cow<'a, str>,
    /// The player's name.
    #[serde(borrow)]
    pub player: Cow<'a, str>,
    /// Its depth.
    pub depth: Option<u32>,
    /// The position on one line.
    #[serde(borrow)]
    pub board: Cow<'a, str>,
    /// The best move, empty if there is none.
    #[serde(borrow, rename = "move")]
    pub best: Cow<'a, str>,
    /// What it is worth, in the player's units.
    pub value: i32,
    /// Whether the reference values the move as highly as its own.
    pub as_good: bool,
    /// Whether the value is the reference's.
    pub same_value: bool,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued.
    pub leaves: u64,
    /// Seconds; unlike all the rest not the same twice.
    pub seconds: f64,
}

/// An iteration of a tuning: what was compared, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which one, from 0.
    pub iteration: u64,
    /// The parameters of both players.
    pub sides: [Vec<i64>; 2],
    /// What the first made of each pair of games, in half points, 0 to 4.
    pub points: Vec<u8>,
    /// Its games that were lost by forfeit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Mishap>,
}

/// Why a game of a tuning was lost by forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mishap {
    /// In a word or two.
    pub reason: String,
    /// The loser's last words.
    pub words: String,
}

/// A problem of a suite, solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem<'a> {
    /// Its number in the suite.
    pub number: u32,
    /// Empty squares.
    pub empties: u32,
    /// In discs for the side to move, empty squares for the winner.
    pub score: i32,
    /// The best move.
    #[serde(borrow)]
    pub best: Cow<'a, str>,
    /// The expected line.
    #[serde(borrow)]
    pub line: Cow<'a, str>,
    /// Positions entered.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// The file's score, if it gives one.
    pub expected: Option<i32>,
    /// Whether the two agree.
    pub verdict: Verdict,
}

impl Problem<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Problem<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Problem { best: owned(self.best), line: owned(self.line), ..self }
    }

    /// Whether the file says something else.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.verdict == Verdict::Fails
    }

    /// Speed.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.nodes as f64 / self.seconds } else { 0.0 }
    }
}

impl fmt::Display for Problem<'_> {
    /// One line for people who wait.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, empties, score, best, nodes, seconds, verdict, .. } = self;
        write!(
            f,
            "#{number:<3} {empties:>2} empty {score:>+3} {best} {nodes:>12} nodes {seconds:>9.3} s \
             {:>6.1} M nodes/s {}",
            self.nodes_per_second() / 1e6,
            verdict.word(),
        )
    }
}
