//! Alpha-beta: minimax that skips what cannot matter (Knuth and Moore 1975), in its fail-soft form
//! (Fishburn 1983).
//!
//! `alpha` is what the side to move already has elsewhere, `beta` what the opponent already has:
//! once a move scores `beta` or more, the opponent will not let this position happen and the other
//! moves need not be looked at.

use super::killers::Killers;
use super::{Choice, TranspositionTable, TreeSearch, Watch};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Stopped};
use crate::score::{Unit, Window};

/// Alpha-beta with an optional transposition table. Without one the first of equally good moves is
/// chosen.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluator: E,
    table: TranspositionTable<G>,
    killers: Killers<G::Move>,
}

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search that values its leaves with `evaluator` and remembers in `table`.
    #[must_use]
    pub fn new(evaluator: E, table: TranspositionTable<G>) -> Self {
        Self { evaluator, table, killers: Killers::none() }
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
            let child = -Window { alpha, beta: window.beta };
            let score = -self.visit(&position.play(mv), depth - 1, child, budget)?.score;
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

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for AlphaBeta<G, E> {
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
