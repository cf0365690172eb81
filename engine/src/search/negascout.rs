//! NegaScout (Reinefeld 1983), also known as principal variation search: trust the first move, only check the rest.
//!
//! After the first move each other one is searched with the null window around `alpha`, which asks "is it better at
//! all?" and is answered by more cut-offs; only when the answer is yes is it searched again for its value.

use super::{Choice, Table, TreeSearch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::{Score, Window};

/// NegaScout with an optional transposition table. Of equally good moves the first is chosen.
#[derive(Clone, Debug)]
pub struct NegaScout<G: Game, E> {
    evaluator: E,
    table: Table<G>,
}

impl<G: Game, E: Evaluator<G>> NegaScout<G, E> {
    /// A search that values its leaves with `evaluator` and remembers in `table`.
    pub fn new(evaluator: E, table: Table<G>) -> Self {
        Self { evaluator, table }
    }

    /// The value of a move that is not the first: a scout first, a second search if the scout finds it better.
    fn scout(
        &mut self,
        child: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Score, Stopped> {
        let null = Window { alpha: window.alpha, beta: window.alpha + Score(1) };
        let score = -self.search(child, depth, -null, budget)?.score;
        if score <= window.alpha || score >= window.beta || depth == 0 {
            return Ok(score);
        }
        let rest = Window { alpha: score, beta: window.beta };
        // The second search is bounded from below by what the scout proved.
        Ok((-self.search(child, depth, -rest, budget)?.score).max(score))
    }
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for NegaScout<G, E> {
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
                let (child, rest) = (position.play(mv), Window { alpha, beta: window.beta });
                let score = if choice.best.is_none() {
                    -self.search(&child, depth - 1, -rest, budget)?.score
                } else {
                    self.scout(&child, depth - 1, rest, budget)?
                };
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
