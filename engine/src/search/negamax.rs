//! Negamax: minimax written once, because what is good for one side is exactly as bad for the
//! other.
//!
//! The plainest searcher there is, and the oracle all others are tested against.

use super::{Choice, TreeSearch, Watch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::{Unit, Window};

/// Full-width search without any cut-off. Of equally good moves the first is chosen.
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    evaluator: E,
}

impl<E> Negamax<E> {
    /// A search that values its leaves with `evaluator`.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self { evaluator }
    }
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for Negamax<E> {
    fn search<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        _: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped> {
        budget.enters(position.side_to_move(), None)?;
        let mut choice = Choice::nothing();
        if depth > 0 {
            for mv in position.moves() {
                budget.tries(mv);
                let score =
                    -self.search(&position.play(mv), depth - 1, Window::FULL, budget)?.score;
                choice.improve(mv, score);
            }
        }
        if choice.best.is_none() {
            budget.evaluates();
            choice = Choice::leaf(self.evaluator.evaluate(position));
        }
        budget.returns(position.side_to_move(), choice.score);
        Ok(choice)
    }

    fn unit(&self) -> Unit {
        self.evaluator.unit()
    }
}
