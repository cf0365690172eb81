//! The root of a search: iterations of growing depth and sureness, by one or several threads, and
//! the lines they find.

mod iterate;
mod principal_variation;
mod strength;
mod twins;

pub use strength::Strength;

use std::panic::resume_unwind;

use iterate::RootMove;
use strength::Stage;
use twins::Twins;

use super::eval::Selectivity;
use super::memory::{EndgameCache, TranspositionTable};
use super::position::Board;
use super::question::{Analysis, Line, Outcome, Question, Settings};
use super::tree::{Shared, Worker};
use super::units::{Value, Window};
use crate::games::othello::{Isa, Move, Square, Task};
use crate::limits::{Limits, Outlook, Pace, Stopped};
use crate::score::Score;

/// A loss of value from one iteration to the next that calls for a longer look.
const DISAPPOINTMENT: Value = Value::discs(2);

/// From this value on a wipe-out is tried before the first search to the end.
const LOOKS_LIKE_WIPEOUT: Value = Value::discs(63);

/// Midgame searches of fewer plies are over before another thread has begun.
const WORTH_SHARING: u32 = 8;

/// One analysis, to be compiled for every instruction set.
pub(super) struct Job<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) cache: EndgameCache,
    pub(super) settings: &'a Settings,
    pub(super) board: Board,
    pub(super) question: &'a Question,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a mut dyn FnMut(&Analysis),
}

impl Task for Job<'_> {
    type Output = (Analysis, EndgameCache);

    fn on<I: Isa>(self, isa: I) -> Self::Output {
        let shared = Shared::new(self.table, self.settings, self.limits);
        let mut worker = Worker::new(isa, &shared, self.cache);
        let mut board = self.board;
        let mut moves = worker.root_moves(board);
        let passes = moves.is_empty();
        if passes {
            board = board.passed();
            moves = worker.root_moves(board);
        }
        if moves.is_empty() {
            return (game_over(self.board, self.question.outcome), worker.cache);
        }
        // After a forced pass `moves` are those of the other side.
        let is_forced = passes || moves.len() == 1;
        let wanted = if passes { 1 } else { self.question.lines.max(1) };
        let twins = match wanted {
            1 => Twins::default(),
            _ => Twins::part(board, &mut moves),
        };
        let root = Root {
            empties: board.empties(),
            passes,
            is_forced,
            wanted,
            lines: wanted.min(moves.len()),
            twins,
            stages: self.question.strength.stages(board.empties(), self.limits.depth),
            question: self.question,
            threads: self.settings.threads,
        };
        let pace = Pace::new(self.limits);
        let analysis = worker.deepen(&root, moves, pace, self.progress);
        (analysis, worker.cache)
    }
}

/// What is searched, after a pass if it has to be one.
struct Root<'a> {
    empties: u32,
    passes: bool,
    /// Whether there is nothing to choose.
    is_forced: bool,
    /// How many lines are asked for.
    wanted: usize,
    /// How many moves are searched for them. Their twins may turn out to fill the lines.
    lines: usize,
    /// The moves that are told of without a search.
    twins: Twins,
    stages: Vec<Stage>,
    question: &'a Question,
    threads: usize,
}

impl Root<'_> {
    /// Whether an iteration is a search to the end of the game.
    fn ends(&self, stage: Stage) -> bool {
        stage.is_to_the_end(self.empties)
    }

    /// Whether the last iteration does what `is_done` asks of it.
    fn last(&self, is_done: impl Fn(Stage) -> bool) -> bool {
        self.stages.last().is_some_and(|&last| is_done(last))
    }

    /// How many threads share an iteration. The order of moves that they leave behind is never the
    /// same twice. It decides between moves that a proof finds equal, so the searches that lead to
    /// a proof are left to one thread.
    fn threads(&self, stage: Stage) -> usize {
        let Question { strength, outcome, .. } = self.question;
        let leads_to_proof = self.last(|last| last.proves(self.empties)) && !strength.unbounded;
        let keeps_order =
            stage.proves(self.empties) || self.ends(stage) && *outcome == Outcome::Score;
        let is_shared = !leads_to_proof && stage.depth >= WORTH_SHARING || keeps_order;
        if is_shared { self.threads } else { 1 }
    }
}

/// The answer where nobody can move any more: the final score, and no move.
fn game_over(board: Board, outcome: Outcome) -> Analysis {
    let Window { alpha, beta } = outcome.window();
    let score = Score(Value::from(board.final_score()).clamp(alpha, beta).0);
    Analysis {
        lines: vec![Line { score, moves: Vec::new() }],
        depth: 0,
        selectivity: Selectivity::CERTAIN,
        to_the_end: true,
        nodes: 0,
    }
}

impl<'s, I: Isa> Worker<'s, I> {
    /// One iteration after another, as long as the pace allows.
    fn deepen(
        &mut self,
        root: &Root<'_>,
        mut moves: Vec<RootMove>,
        mut pace: Pace,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let end_follows = root.last(|last| root.ends(last));
        let has_killers = !end_follows || root.question.strength.unbounded;
        if end_follows {
            self.cache.forget();
        }
        let lines = self.lines(&moves[..1], 0, false, root);
        let selectivity = Selectivity::CERTAIN;
        let mut analysis = Analysis { lines, depth: 0, selectivity, to_the_end: false, nodes: 0 };
        for (number, &stage) in root.stages.iter().enumerate() {
            if !analysis.to_the_end {
                moves.iter_mut().enumerate().for_each(|(rank, root_move)| root_move.rank = rank);
            }
            let (square, value) = (moves[0].square, moves[0].value);
            if root.ends(stage) && !analysis.to_the_end && value >= LOOKS_LIKE_WIPEOUT {
                // Whether it was stopped the next iteration sees.
                let _ = self.prove_wipeout(moves[0].next);
            }
            let killers = has_killers && !root.ends(stage);
            self.killers = killers.then(|| self.killers.unwrap_or_default());
            let finished = self.iterate_with(&mut moves, stage, root);
            analysis.nodes = self.nodes;
            if finished.is_err() {
                break;
            }
            let Stage { depth, selectivity } = stage;
            let to_the_end = root.ends(stage);
            let lines = self.lines(&moves[..root.lines], depth, to_the_end, root);
            analysis = Analysis { lines, depth, selectivity, to_the_end, nodes: self.nodes };
            progress(&analysis);
            let outlook = Outlook {
                forced: root.is_forced,
                doubt: moves[0].square != square || moves[0].value < value - DISAPPOINTMENT,
                end: root.stages.get(number + 1).is_some_and(|&next| root.ends(next)),
            };
            if !pace.goes_on(outlook) {
                break;
            }
        }
        analysis
    }

    /// One iteration, by as many threads as share it.
    fn iterate_with(
        &mut self,
        moves: &mut [RootMove],
        stage: Stage,
        root: &Root<'_>,
    ) -> Result<(), Stopped> {
        let (outcome, lines, threads) = (root.question.outcome, root.lines, root.threads(stage));
        if threads < 2 {
            return self.iterate(moves, stage, outcome, lines);
        }
        let (isa, shared, killers) = (self.isa, self.shared, self.killers);
        std::thread::scope(|scope| {
            // Where the system has no more threads, or no memory for them, fewer have to do.
            let helpers: Vec<_> = (1..threads)
                .map_while(|_| {
                    let mut moves = moves.to_vec();
                    let mut helper = Worker::new(isa, shared, EndgameCache::new()?);
                    helper.killers = killers;
                    let help = move || {
                        // Its result is what it leaves in the shared table.
                        let _ = helper.iterate(&mut moves, stage, outcome, lines);
                        helper.leave()
                    };
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let finished = self.iterate(moves, stage, outcome, lines);
            shared.set_done(true);
            let helped = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            self.take_over(helped.sum());
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
        root: &Root<'_>,
    ) -> Vec<Line> {
        let nodes = self.nodes;
        let lines = moves
            .iter()
            .map(|root_move| {
                let pass = root.passes.then_some(Move::Pass);
                let first = Move::Place(Square::from_index(root_move.square, 8));
                let rest = self.line(root_move.next, depth.saturating_sub(1), to_the_end);
                let score = Score(if root.passes { -root_move.value } else { root_move.value }.0);
                Line { score, moves: pass.into_iter().chain([first]).chain(rest).collect() }
            })
            .collect();
        // Looking up a line is not part of the search.
        self.rewind(nodes);
        let mut lines = root.twins.join(lines);
        lines.truncate(root.wanted);
        lines
    }
}
