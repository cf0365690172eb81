//! What is asked of the expert, and what it answers.

use super::eval::{Evaluation, Selectivity};
use super::root::Strength;
use super::techniques::Techniques;
use super::units::{Value, Window};
use crate::games::othello::{InstructionSet, Move};
use crate::score::Score;

/// How the expert is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// MiB of the table all threads share; 0 is the smallest there is, [`Techniques::table`]
    /// switches it off.
    pub mebibytes: usize,
    /// Threads that search together; 0 counts as 1, and fewer search where the system has no more.
    /// Several prove the score of a position and, in an expert that has just forgotten everything,
    /// find the same move as one if that is asked for; what they find in searches that prove
    /// nothing is never quite the same twice.
    pub threads: usize,
    /// The instruction set; a portable one where this processor lacks it.
    pub instructions: InstructionSet,
    /// The techniques in use.
    pub techniques: Techniques,
    /// How positions are judged.
    pub evaluation: Evaluation,
}

impl Default for Settings {
    /// One thread, 64 MiB, every technique, the learned evaluation, the best instructions this
    /// processor has.
    fn default() -> Self {
        Self {
            mebibytes: 64,
            threads: 1,
            instructions: InstructionSet::best(),
            techniques: Techniques::ALL,
            evaluation: Evaluation::learned(),
        }
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// How well to search.
    pub strength: Strength,
    /// How many of the best moves to value; 0 counts as 1. A forced pass is one.
    pub lines: usize,
    /// Scores, or only who wins.
    pub outcome: Outcome,
}

/// The values that must be told apart at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The score.
    Score,
    /// Win, draw or loss only: scores that are proved are 1, 0 or −1 disc.
    WinDrawLoss,
}

impl Outcome {
    /// The widest window.
    pub(super) fn window(self) -> Window {
        let reach = Value::discs(match self {
            Self::Score => 65,
            Self::WinDrawLoss => 1,
        });
        Window { alpha: -reach, beta: reach }
    }
}

/// One of the best moves, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its value for the side to move, in units of [`UNIT`](super::UNIT) a disc; see [`Outcome`]
    /// for what is told apart.
    pub score: Score,
    /// The moves, this one first. Passes are written out.
    pub moves: Vec<Move>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The best moves, best first. If the game is over, one line without moves and with the final
    /// score.
    pub lines: Vec<Line>,
    /// Plies searched.
    pub depth: u32,
    /// How sure the search was.
    pub selectivity: Selectivity,
    /// Whether it went to the end of the game, so that scores are final ones.
    pub to_the_end: bool,
    /// Positions entered by all threads.
    pub nodes: u64,
}

impl Analysis {
    /// Whether the scores are proved; those of [`Outcome::WinDrawLoss`] prove who wins, not by how
    /// much.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::CERTAIN
    }
}
