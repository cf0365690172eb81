//! Perfect play: the rest of the game searched to the last move.

use super::{AlphaBeta, Report, Searcher, TranspositionTable, TreeSearch, lines};
use crate::evaluate::FinalScore;
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::score::{Unit, Window};

/// Alpha-beta without a horizon over final scores: the score it reports is the result of the game
/// when both sides play perfectly from here.
#[derive(Clone, Debug)]
pub struct Exact<G: Game> {
    alpha_beta: AlphaBeta<G, FinalScore>,
}

impl<G: Game> Exact<G> {
    /// Deeper than any game, passes included.
    const NO_HORIZON: u32 = 1 << 20;

    /// A solver that remembers in `table`.
    #[must_use]
    pub fn new(table: TranspositionTable<G>) -> Self {
        Self { alpha_beta: AlphaBeta::new(FinalScore, table) }
    }
}

impl<G: Game> Searcher<G> for Exact<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let solved = self.alpha_beta.search(position, Self::NO_HORIZON, Window::FULL, &mut budget);
        match solved {
            Ok(choice) => {
                let report = Report {
                    unit: Unit::Points(G::UNITS_PER_POINT),
                    exact: true,
                    pv: lines::expected(&self.alpha_beta, position, choice.best, Self::NO_HORIZON),
                    ..Report::of(choice, position.empties(), &budget)
                };
                progress(&report);
                report
            }
            Err(Stopped) => Report {
                nodes: budget.nodes(),
                leaves: budget.leaves(),
                ..Report::unsearched(position.moves().next())
            },
        }
    }
}
