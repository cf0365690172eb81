//! Alpha-beta: minimax that skips what cannot matter (Knuth and Moore 1975), in its fail-soft form.
//!
//! `alpha` is what the side to move already has elsewhere, `beta` what the opponent already has: once a move scores
//! `beta` or more, the opponent will not let this position happen and the other moves need not be looked at.

use super::{Choice, Table, TreeSearch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::Window;

/// Alpha-beta with an optional transposition table. Of equally good moves the first is chosen.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluator: E,
    table: Table<G>,
}

impl<G: Game, E> AlphaBeta<G, E> {
    /// A search that values its leaves with `evaluator` and remembers in `table`.
    pub fn new(evaluator: E, table: Table<G>) -> Self {
        Self { evaluator, table }
    }
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for AlphaBeta<G, E> {
    fn search(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Choice<G::Move>, Stopped> {
        budget.node()?;
        let mut choice = Choice::nothing();
        if depth > 0 {
            if let Some(known) = self.table.settles(position, depth, window) {
                return Ok(known);
            }
            let mut alpha = window.alpha;
            for mv in self.table.best_first(position) {
                let child = -Window { alpha, beta: window.beta };
                let score = -self.search(&position.play(mv), depth - 1, child, budget)?.score;
                choice.improve(mv, score);
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        if choice.best.is_none() {
            budget.leaf();
            choice = Choice::leaf(self.evaluator.evaluate(position));
        }
        self.table.store(position, depth, window, choice);
        Ok(choice)
    }
}
