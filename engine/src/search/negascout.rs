//! NegaScout (Reinefeld 1983), also known as principal variation search: trust the first move, only
//! check the rest.
//!
//! After the first move each other one is searched with the null window around `alpha`, which asks
//! "is it better at all?" and is answered by more cut-offs; only when the answer is yes is it
//! searched again for its value.

use super::killers::Killers;
use super::{Choice, TranspositionTable, TreeSearch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::{Score, Unit, Window};

/// NegaScout with an optional transposition table. Of equally good moves the first is chosen.
#[derive(Clone, Debug)]
pub struct NegaScout<G: Game, E> {
    evaluator: E,
    table: TranspositionTable<G>,
    killers: Killers<G::Move>,
}

impl<G: Game, E: Evaluator<G>> NegaScout<G, E> {
    /// A search that values its leaves with `evaluator` and remembers in `table`.
    pub fn new(evaluator: E, table: TranspositionTable<G>) -> Self {
        Self { evaluator, table, killers: Killers::none() }
    }

    /// The value of a move that is not the first: a scout first, a second search if the scout finds
    /// it better.
    fn scout(
        &mut self,
        child: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Score, Stopped> {
        let null = Window { alpha: window.alpha, beta: window.alpha + Score(1) };
        let score = -self.visit(child, depth, -null, budget)?.score;
        if score <= window.alpha || score >= window.beta || depth == 0 {
            return Ok(score);
        }
        let rest = Window { alpha: score, beta: window.beta };
        // The second search is bounded from below by what the scout proved.
        Ok((-self.visit(child, depth, -rest, budget)?.score).max(score))
    }

    /// One node of the search.
    fn visit(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Choice<G::Move>, Stopped> {
        budget.node()?;
        if depth == 0 {
            return Ok(self.leaf(position, budget));
        }
        if let Some(known) = self.table.settles(position, depth, window) {
            return Ok(known);
        }
        let choice = self.expand(position, depth, window, budget)?;
        self.table.store(position, depth, window, choice);
        Ok(choice)
    }

    /// The best of the moves, or the value of a finished game.
    fn expand(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Choice<G::Move>, Stopped> {
        let mut choice = Choice::nothing();
        let mut alpha = window.alpha;
        let [killer, older_killer] = self.killers.at(depth);
        for mv in position.moves_beginning_with([self.table.best(position), killer, older_killer]) {
            let (child, rest) = (position.play(mv), Window { alpha, beta: window.beta });
            let score = if choice.best.is_none() {
                -self.visit(&child, depth - 1, -rest, budget)?.score
            } else {
                self.scout(&child, depth - 1, rest, budget)?
            };
            choice.improve(mv, score);
            alpha = alpha.max(score);
            if score >= window.beta {
                self.killers.note(depth, mv);
                break;
            }
        }
        if choice.best.is_none() { Ok(self.leaf(position, budget)) } else { Ok(choice) }
    }

    /// The value of a position that is not searched further.
    fn leaf(&self, position: &G, budget: &mut Budget) -> Choice<G::Move> {
        budget.leaf();
        Choice::leaf(self.evaluator.evaluate(position))
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
        // At the root the moves stand in their natural order, so that the first of equally good
        // ones is chosen.
        self.killers = Killers::none();
        self.visit(position, depth, window, budget)
    }

    fn unit(&self) -> Unit {
        self.evaluator.unit()
    }

    fn remembered(&self, position: &G) -> Option<G::Move> {
        self.table.best(position)
    }
}
