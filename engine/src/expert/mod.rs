//! The expert: a specialised 8×8 Othello engine. The textbook players are its specification: equal
//! exact scores, equal values at equal depth. The roster makes a player of it like any other.
//!
//! From the leaves up: `units` of values, `position` (what the rules say), [`eval`] (how good a
//! position is, and how far to trust that), `memory` (the tables), `tree` (the search), `root` (its
//! iterations and threads), `question` (what is asked and answered), and [`Expert`] is the door.
//! `book` has openings, `techniques` can be switched off one by one.
//!
//! Whole searches are compiled once per [`InstructionSet`](crate::games::othello::InstructionSet),
//! and which one is chosen at the root.

mod bench;
mod book;
pub mod eval;
mod hints;
mod memory;
mod position;
mod question;
mod root;
mod techniques;
mod tree;
mod units;

pub use bench::{Bench, bench};
pub use book::{Book, BookError, BookMove};
pub use eval::{Evaluation, Selectivity, UnknownSelectivity};
pub use question::{Analysis, Line, Outcome, Question, Settings};
pub use root::Strength;
pub use techniques::Techniques;
pub use units::UNIT;

pub use crate::limits::NoMemory;

use std::fmt;

use memory::{EndgameCache, TranspositionTable};
use position::Board;
use root::Job;

use crate::games::othello::Othello8;
use crate::limits::Limits;

/// The engine with its memory.
pub struct Expert {
    settings: Settings,
    table: TranspositionTable,
    cache: EndgameCache,
}

impl fmt::Debug for Expert {
    /// Without its table, which is large.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expert").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Expert {
    /// An engine with an empty memory.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(settings: Settings) -> Result<Self, NoMemory> {
        let table = TranspositionTable::new(settings.mebibytes)?;
        let cache = EndgameCache::new().ok_or(NoMemory { mebibytes: settings.mebibytes })?;
        Ok(Self { settings, table, cache })
    }

    /// How positions are judged.
    #[must_use]
    pub const fn evaluation(&self) -> Evaluation {
        self.settings.evaluation
    }

    /// Forgets all positions, so that the next search is the same as with a new engine.
    pub fn forget(&mut self) {
        self.table.forget();
    }

    /// Searches `position` within `limits`; `progress` hears of every finished iteration.
    ///
    /// With one thread and no limit of time the answer depends on nothing but the question and what
    /// the engine has searched since it was new or last forgot. Stopped, it answers with the last
    /// finished iteration, before the first with one line of depth 0, whose score is the static
    /// value: there is always a line. `progress` is called on this thread; if it panics, the expert
    /// cannot be used any more.
    ///
    /// ```
    /// use yomi_engine::expert::{Expert, Outcome, Question, Settings, Strength, UNIT};
    /// use yomi_engine::game::Game;
    /// use yomi_engine::games::othello::{Othello8, parse_moves};
    /// use yomi_engine::limits::Limits;
    ///
    /// let start = Othello8::default();
    /// let moves = parse_moves(&start, "f5d6c3")?;
    /// let position = moves.into_iter().fold(start, |position, mv| position.play(mv));
    ///
    /// let mut expert = Expert::new(Settings { mebibytes: 4, ..Settings::default() })?;
    /// let question = Question { strength: Strength::level(6), lines: 3, outcome: Outcome::Score };
    /// let analysis = expert.analyze(&position, &question, &Limits::default(), &mut |_| ());
    /// for line in &analysis.lines {
    ///     let discs = f64::from(line.score.0) / f64::from(UNIT);
    ///     println!("{} {discs:+.2} at depth {}", line.moves[0], analysis.depth);
    /// }
    /// assert_eq!(analysis.lines.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(
        &mut self,
        position: &Othello8,
        question: &Question,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let cache = std::mem::take(&mut self.cache);
        let Self { settings, table, .. } = &*self;
        let board = Board::from(position);
        let job = Job { table, cache, settings, board, question, limits, progress };
        let (analysis, cache) = settings.instructions.run(job);
        self.cache = cache;
        analysis
    }
}
