//! The expert: a specialised 8×8 Othello engine behind the same `Searcher` interface as the
//! textbook players, which are its specification: equal exact scores, equal values at equal depth.
//!
//! From the leaves up: `board` and `stability` know the rules, `eval` guesses, `last_empties`,
//! `few_empties` and `endgame` read the game out, `midgame` looks ahead, `probcut` trusts, `table`
//! and `cache` remember, `ordering` sorts; `worker` is one thread of all that, and `abdada` lets
//! several work together. `root` searches the legal moves, `strength` says how well, `line` reads
//! the expected line, and [`Expert`] is the door.
//!
//! Whole searches are compiled once per instruction set (see [`InstructionSet`]), which is
//! chosen at the root.

mod abdada;
mod bench;
mod board;
mod cache;
mod endgame;
pub mod eval;
mod features;
mod few_empties;
mod last_empties;
mod line;
mod midgame;
mod ordering;
mod probcut;
mod root;
mod stability;
mod strength;
mod table;
mod worker;

pub use bench::{Bench, bench};
pub use eval::Evaluation;
pub use features::Features;
pub use probcut::Selectivity;
pub use root::Outcome;
pub use strength::Strength;
pub use table::TableError;

use board::Board;
use root::RootMove;
use strength::Stage;
use table::Table;
use worker::{Shared, Worker};

use crate::games::othello::{InstructionSet, Isa, Move, Othello8, Square, Task};
use crate::limits::{Limits, Outlook, Pace, Stopped};
use crate::score::Score;

/// Units of the expert's values that make one disc.
pub const UNIT: i32 = 128;

/// A loss of value from one iteration to the next that calls for a longer look.
const DISAPPOINTMENT: i32 = 2 * UNIT;

/// Midgame searches of fewer plies are over before another thread has begun.
const WORTH_SHARING: u32 = 8;

/// How the expert is built: what it costs, not what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// MiB of the table all threads share.
    pub mebibytes: usize,
    /// Threads that search together, at least one. Several prove the score of a position and find
    /// the same move as one if that is asked for; what they find in searches that prove nothing is
    /// never quite the same twice.
    pub threads: usize,
    /// The instruction set.
    pub instructions: InstructionSet,
    /// The techniques in use.
    pub features: Features,
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
            features: Features::ALL,
            evaluation: Evaluation::learned(),
        }
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// How well to search.
    pub strength: Strength,
    /// How many of the best moves to value; at least one.
    pub lines: usize,
    /// Scores, or only who wins.
    pub outcome: Outcome,
}

/// One of the best moves, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its value for the side to move, in units of [`UNIT`] a disc.
    pub score: Score,
    /// The moves, this one first. Passes are written out.
    pub moves: Vec<Move>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The best moves, best first. One empty line with the final score if the game is over.
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
    /// Whether the scores are proved.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.to_the_end && self.selectivity == Selectivity::CERTAIN
    }
}

/// The engine with its memory.
pub struct Expert {
    settings: Settings,
    table: Table,
}

impl Expert {
    /// An engine with an empty memory.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(settings: Settings) -> Result<Self, TableError> {
        Ok(Self { settings, table: Table::new(settings.mebibytes)? })
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
    /// the engine has searched since it was new or last forgot.
    pub fn analyze(
        &mut self,
        position: &Othello8,
        question: &Question,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let job = Job { expert: self, board: Board::from(position), question, limits, progress };
        self.settings.instructions.run(job)
    }
}

/// One analysis, to be compiled for every instruction set.
struct Job<'a> {
    expert: &'a Expert,
    board: Board,
    question: &'a Question,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Analysis),
}

impl Task for Job<'_> {
    type Output = Analysis;

    fn on<I: Isa>(self, isa: I) -> Analysis {
        let threads = self.expert.settings.threads;
        let shared = Shared::new(&self.expert.table, &self.expert.settings, self.limits);
        let mut worker = Worker::new(isa, &shared);
        let mut analysis = Analysis {
            lines: Vec::new(),
            depth: 0,
            selectivity: Selectivity::CERTAIN,
            to_the_end: false,
            nodes: 0,
        };
        let mut board = self.board;
        let mut moves = worker.root_moves(board);
        let must_pass = moves.is_empty();
        if must_pass {
            board = board.passed();
            moves = worker.root_moves(board);
        }
        if moves.is_empty() {
            let score = Score(self.board.final_score() * UNIT);
            analysis.lines = vec![Line { score, moves: Vec::new() }];
            analysis.to_the_end = true;
            return analysis;
        }
        let empties = board.empties();
        let stages = self.question.strength.stages(empties, self.limits.depth);
        analysis.lines = worker.lines(&moves[..1], 0, false, must_pass);
        let proof_follows = stages.last().is_some_and(|last| last.proves(empties));
        let mut pace = Pace::new(self.limits);
        for (number, &stage) in stages.iter().enumerate() {
            if !analysis.to_the_end {
                moves.iter_mut().enumerate().for_each(|(rank, root_move)| root_move.rank = rank);
            }
            // The order of moves that threads leave behind is never the same twice. It decides
            // between moves that a proof finds equal, so the searches that lead to a proof are left
            // to one thread.
            let leads_to_proof = proof_follows && !self.question.strength.unbounded;
            let keeps_order = stage.proves(empties)
                || stage.is_to_the_end(empties) && self.question.outcome == Outcome::Score;
            let shared = !leads_to_proof && stage.depth >= WORTH_SHARING || keeps_order;
            let threads = if shared { threads } else { 1 };
            let (square, score) = (moves[0].square, moves[0].score);
            let finished = worker.iterate_with(&mut moves, stage, self.question, threads);
            analysis.nodes = worker.nodes;
            if finished.is_err() {
                break;
            }
            let count = if must_pass { 1 } else { self.question.lines.clamp(1, moves.len()) };
            analysis.depth = stage.depth;
            analysis.selectivity = stage.selectivity;
            analysis.to_the_end = stage.is_to_the_end(empties);
            analysis.lines =
                worker.lines(&moves[..count], stage.depth, analysis.to_the_end, must_pass);
            (self.progress)(&analysis);
            let outlook = Outlook {
                forced: moves.len() == 1,
                doubt: moves[0].square != square || moves[0].score < score - DISAPPOINTMENT,
                end: stages.get(number + 1).is_some_and(|next| next.is_to_the_end(empties)),
            };
            if !pace.goes_on(outlook) {
                break;
            }
        }
        analysis
    }
}

impl<'s, I: Isa> Worker<'s, I> {
    /// One iteration by `threads` threads.
    fn iterate_with(
        &mut self,
        moves: &mut [RootMove],
        stage: Stage,
        question: &Question,
        threads: usize,
    ) -> Result<(), Stopped> {
        if threads < 2 {
            return self.iterate(moves, stage, question.outcome, question.lines);
        }
        let (isa, shared) = (self.isa, self.shared);
        std::thread::scope(|scope| {
            // Where the system has no more threads, fewer have to do.
            let helpers: Vec<_> = (1..threads)
                .map_while(|_| {
                    let mut moves = moves.to_vec();
                    let help = move || {
                        let mut helper = Worker::new(isa, shared);
                        // Its result is what it leaves in the shared table.
                        let _ = helper.iterate(&mut moves, stage, question.outcome, question.lines);
                        helper.nodes
                    };
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let finished = self.iterate(moves, stage, question.outcome, question.lines);
            shared.set_done(true);
            self.nodes += helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>();
            // This thread goes on, to read the line.
            shared.set_done(false);
            finished
        })
    }

    /// What the root moves stand for, each with the line that is expected to follow.
    fn lines(
        &mut self,
        moves: &[RootMove],
        depth: u32,
        to_the_end: bool,
        passed: bool,
    ) -> Vec<Line> {
        let nodes = self.nodes;
        let lines = moves
            .iter()
            .map(|root_move| {
                let pass = passed.then_some(Move::Pass);
                let first = Move::Place(Square::from_index(root_move.square, 8));
                let rest = self.line(root_move.next, depth.saturating_sub(1), to_the_end);
                let score = Score(if passed { -root_move.score } else { root_move.score });
                Line { score, moves: pass.into_iter().chain([first]).chain(rest).collect() }
            })
            .collect();
        // Looking up a line is not part of the search.
        self.rewind(nodes);
        lines
    }
}
