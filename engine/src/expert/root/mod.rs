//! The root of a search: iterations of growing depth and sureness, by one or several threads, and
//! the lines they find.

mod iterate;
mod principal_variation;
mod strength;

pub use strength::Strength;

use iterate::RootMove;
use strength::Stage;

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
    pub(super) settings: &'a Settings,
    pub(super) board: Board,
    pub(super) question: &'a Question,
    pub(super) limits: &'a Limits,
    pub(super) progress: &'a mut dyn FnMut(&Analysis),
}

impl Task for Job<'_> {
    type Output = Analysis;

    fn on<I: Isa>(self, isa: I) -> Analysis {
        let threads = self.settings.threads;
        let resources = Shared::new(self.table, self.settings, self.limits);
        let cache = EndgameCache::new().expect("as much memory as any small thing takes");
        let mut worker = Worker::new(isa, &resources, cache);
        let mut board = self.board;
        let mut moves = worker.root_moves(board);
        let must_pass = moves.is_empty();
        if must_pass {
            board = board.passed();
            moves = worker.root_moves(board);
        }
        if moves.is_empty() {
            return game_over(self.board, self.question.outcome);
        }
        let empties = board.empties();
        let count = if must_pass { 1 } else { self.question.lines.clamp(1, moves.len()) };
        let stages = self.question.strength.stages(empties, self.limits.depth);
        let lines = worker.lines(&moves[..1], 0, false, must_pass);
        let mut analysis =
            Analysis { lines, to_the_end: false, ..game_over(board, self.question.outcome) };
        let end_follows = stages.last().is_some_and(|last| last.is_to_the_end(empties))
            && !self.question.strength.unbounded;
        let proof_follows = stages.last().is_some_and(|last| last.proves(empties));
        let mut pace = Pace::new(self.limits);
        for (number, &stage) in stages.iter().enumerate() {
            if !analysis.to_the_end {
                moves.iter_mut().enumerate().for_each(|(rank, root_move)| root_move.rank = rank);
            }
            let threads =
                if shared(stage, self.question, empties, proof_follows) { threads } else { 1 };
            let (square, value) = (moves[0].square, moves[0].value);
            if stage.is_to_the_end(empties) && !analysis.to_the_end && value >= LOOKS_LIKE_WIPEOUT {
                // Whether it was stopped the next iteration sees.
                let _ = worker.prove_wipeout(moves[0].next);
            }
            let has_killers = !end_follows && !stage.is_to_the_end(empties);
            worker.killers = has_killers.then(|| worker.killers.unwrap_or_default());
            let finished = worker.iterate_with(&mut moves, stage, self.question, count, threads);
            analysis.nodes = worker.nodes;
            if finished.is_err() {
                break;
            }
            analysis.depth = stage.depth;
            analysis.selectivity = stage.selectivity;
            analysis.to_the_end = stage.is_to_the_end(empties);
            analysis.lines =
                worker.lines(&moves[..count], stage.depth, analysis.to_the_end, must_pass);
            (self.progress)(&analysis);
            let outlook = Outlook {
                // After a forced pass `moves` are those of the other side.
                forced: must_pass || moves.len() == 1,
                doubt: moves[0].square != square || moves[0].value < value - DISAPPOINTMENT,
                end: stages.get(number + 1).is_some_and(|next| next.is_to_the_end(empties)),
            };
            if !pace.goes_on(outlook) {
                break;
            }
        }
        analysis
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

/// Whether several threads share an iteration. The order of moves that they leave behind is never
/// the same twice. It decides between moves that a proof finds equal, so the searches that lead to
/// a proof are left to one thread.
fn shared(stage: Stage, question: &Question, empties: u32, proof_follows: bool) -> bool {
    let leads_to_proof = proof_follows && !question.strength.unbounded;
    let keeps_order =
        stage.proves(empties) || stage.is_to_the_end(empties) && question.outcome == Outcome::Score;
    !leads_to_proof && stage.depth >= WORTH_SHARING || keeps_order
}

impl<'s, I: Isa> Worker<'s, I> {
    /// One iteration for the best `lines` moves, by `threads` threads.
    fn iterate_with(
        &mut self,
        moves: &mut [RootMove],
        stage: Stage,
        question: &Question,
        lines: usize,
        threads: usize,
    ) -> Result<(), Stopped> {
        if threads < 2 {
            return self.iterate(moves, stage, question.outcome, lines);
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
                        let _ = helper.iterate(&mut moves, stage, question.outcome, lines);
                        helper.leave()
                    };
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let finished = self.iterate(moves, stage, question.outcome, lines);
            shared.set_done(true);
            let helped = helpers.into_iter().map(|helper| helper.join().unwrap_or(0));
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
        passed: bool,
    ) -> Vec<Line> {
        let nodes = self.nodes;
        let lines = moves
            .iter()
            .map(|root_move| {
                let pass = passed.then_some(Move::Pass);
                let first = Move::Place(Square::from_index(root_move.square, 8));
                let rest = self.line(root_move.next, depth.saturating_sub(1), to_the_end);
                let score = Score(if passed { -root_move.value } else { root_move.value }.0);
                Line { score, moves: pass.into_iter().chain([first]).chain(rest).collect() }
            })
            .collect();
        // Looking up a line is not part of the search.
        self.rewind(nodes);
        lines
    }
}
