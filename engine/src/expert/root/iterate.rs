//! The root of a search: its moves with their values, iterations of growing depth and sureness,
//! several lines.

use super::strength::Stage;
use crate::expert::position::{Board, squares};
use crate::expert::question::Outcome;
use crate::expert::tree::{Request, Worker};
use crate::expert::units::{UNIT, Value, Window};
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) square: u32,
    pub(super) next: Board,
    /// Its place before the searches to the end: of moves that prove to have the same score the one
    /// with the lowest rank is chosen, in whatever order they were searched.
    pub(super) rank: usize,
    /// Its value for the side to move in the last iteration that gave it one.
    pub(super) value: Value,
}

impl<I: Isa> Worker<'_, I> {
    /// The legal moves of `board`, the statically best first.
    pub(super) fn root_moves(&self, board: Board) -> Vec<RootMove> {
        let root_move = |square| {
            let next = board.play(self.isa, square);
            RootMove {
                square,
                next,
                rank: 0,
                value: -self.evaluation.evaluate(self.isa, next, next.legal(self.isa)),
            }
        };
        let mut moves: Vec<RootMove> = squares(board.legal(self.isa)).map(root_move).collect();
        moves.sort_by_key(|root_move| -root_move.value);
        moves
    }

    /// Brings the best `lines` moves to the front, best first, each with its value.
    ///
    /// Every line is a search of its own, over the moves that are left. Where ProbCut has a hand in
    /// them a later one may find more than an earlier one: then its move goes before.
    pub(super) fn iterate(
        &mut self,
        moves: &mut [RootMove],
        stage: Stage,
        outcome: Outcome,
        lines: usize,
    ) -> Result<(), Stopped> {
        for line in 0..lines {
            let rest = &mut moves[line..];
            let (best, value) = self.aspire(rest, stage, outcome)?;
            rest[best].value = value;
            rest[..=best].rotate_right(1);
        }
        moves[..lines].sort_by_key(|root_move| -root_move.value);
        Ok(())
    }

    /// The best of the moves and its value, by windows around the last value that widen until they
    /// hold it.
    fn aspire(
        &mut self,
        moves: &[RootMove],
        stage: Stage,
        outcome: Outcome,
    ) -> Result<(usize, Value), Stopped> {
        let Window { alpha: lowest, beta: highest } = outcome.window();
        let to_the_end = stage.is_to_the_end(moves[0].next.empties() + 1);
        let proves = stage.proves(moves[0].next.empties() + 1);
        let mut reach = Value::discs(if to_the_end { 1 } else { 3 });
        let guess = moves[0].value;
        let centre = if to_the_end { nearest_even_score(guess) } else { guess };
        let (mut alpha, mut beta) = (centre - reach, centre + reach);
        if !self.techniques.aspiration || stage.depth < 4 {
            (alpha, beta) = (lowest, highest);
        }
        loop {
            alpha = alpha.clamp(lowest, highest - Value::STEP);
            beta = beta.clamp(lowest + Value::STEP, highest);
            let (best, value) = self.search_root(moves, stage, outcome, Window { alpha, beta })?;
            reach = (reach + reach).min(highest);
            // A proved bound closes the other side. One that ProbCut had a hand in may be
            // contradicted by the next search, so there the window only ever grows.
            if value <= alpha && alpha > lowest {
                (alpha, beta) = (value - reach, if proves { value + Value::STEP } else { beta });
            } else if value >= beta && beta < highest {
                (alpha, beta) = (if proves { value - Value::STEP } else { alpha }, value + reach);
            } else {
                return Ok((best, value));
            }
        }
    }

    /// Principal variation search over the moves: of equal ones the first, or if they are proved
    /// equal the one with the lowest rank.
    fn search_root(
        &mut self,
        moves: &[RootMove],
        stage: Stage,
        outcome: Outcome,
        Window { alpha, beta }: Window,
    ) -> Result<(usize, Value), Stopped> {
        let Window { alpha: lowest, beta: highest } = outcome.window();
        let proves = stage.proves(moves[0].next.empties() + 1);
        let scouts = self.techniques.null_window;
        self.nodes += 1;
        let (mut best, mut best_value) = (0, Value::discs(-66));
        for (place, root_move) in moves.iter().enumerate() {
            let wins_ties = proves && root_move.rank < moves[best].rank;
            // What the move's value has to exceed.
            let bar = alpha.max(if wins_ties { best_value - Value::STEP } else { best_value });
            let replies = root_move.next.legal(self.isa);
            let mut search = |window| -> Result<Value, Stopped> {
                let Stage { depth, selectivity } = stage;
                let request = Request { depth, selectivity, window };
                Ok(-self.midgame(root_move.next, replies, request.next())?)
            };
            let window = Window { alpha: bar, beta };
            let mut value = search(if scouts && place > 0 { Window::null(bar) } else { window })?;
            if scouts && place > 0 && value > bar && value < beta {
                value = search(window)?;
            }
            // All wins are equal if only winning counts.
            value = value.clamp(lowest, highest);
            if value > best_value || (wins_ties && value == best_value) {
                (best, best_value) = (place, value);
                if value >= beta {
                    break;
                }
            }
        }
        Ok((best, best_value))
    }
}

/// The even number of discs nearest to a value: all final scores are even.
fn nearest_even_score(value: Value) -> Value {
    Value::discs(2 * (value.0 as f32 / (2 * UNIT) as f32).round() as i32)
}
