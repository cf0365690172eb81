//! NegaScout (Reinefeld 1983), a close relative of principal variation search (Marsland and
//! Campbell 1982): trust the first move, only check the rest.
//!
//! After the first move each other one is searched with the null window around `alpha`, which asks
//! "is it better at all?" and is answered by more cut-offs; only when the answer is yes is it
//! searched again for its value.

use super::killers::Killers;
use super::{Choice, TranspositionTable, TreeSearch, Watch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::{Score, Unit, Window};

/// NegaScout with an optional transposition table. Without one the first of equally good moves is
/// chosen.
#[derive(Clone, Debug)]
pub struct NegaScout<G: Game, E> {
    evaluator: E,
    table: TranspositionTable<G>,
    killers: Killers<G::Move>,
}

impl<G: Game, E: Evaluator<G>> NegaScout<G, E> {
    /// A search that values its leaves with `evaluator` and remembers in `table`.
    #[must_use]
    pub fn new(evaluator: E, table: TranspositionTable<G>) -> Self {
        Self { evaluator, table, killers: Killers::none() }
    }

    /// The value of a move that is not the first: a scout first, a second search if the scout finds
    /// it better.
    fn scout<W: Watch<G::Move>>(
        &mut self,
        child: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget<W>,
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
    fn visit<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped> {
        budget.enters(position.side_to_move(), Some(window))?;
        let choice = if depth == 0 {
            self.leaf(position, budget)
        } else if let Some(known) = self.table.cutoff(position, depth, window) {
            budget.remembers();
            known
        } else {
            let found = self.expand(position, depth, window, budget)?;
            self.table.store(position, depth, window, found);
            found
        };
        budget.returns(position.side_to_move(), choice.score);
        Ok(choice)
    }

    /// The best of the moves, or the value of a finished game.
    fn expand<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped> {
        let mut choice = Choice::nothing();
        let mut alpha = window.alpha;
        let [killer, older_killer] = self.killers.at(depth);
        for mv in position.moves_beginning_with([self.table.best(position), killer, older_killer]) {
            budget.tries(mv);
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
                budget.cuts();
                break;
            }
        }
        if choice.best.is_none() { Ok(self.leaf(position, budget)) } else { Ok(choice) }
    }

    /// The value of a position that is not searched further.
    fn leaf<W: Watch<G::Move>>(&self, position: &G, budget: &mut Budget<W>) -> Choice<G::Move> {
        budget.evaluates();
        Choice::leaf(self.evaluator.evaluate(position))
    }
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for NegaScout<G, E> {
    fn search<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped> {
        // At the root the moves stand in their natural order, so that without a table the first of
        // equally good ones is chosen.
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
