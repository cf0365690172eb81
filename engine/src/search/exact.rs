//! Perfect play: the rest of the game searched to the last move.

use super::{AlphaBeta, Recorder, Report, Searcher, TranspositionTable, TreeSearch, Watch, lines};
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

    fn solve<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        mut budget: Budget<W>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let solved = self.alpha_beta.search(position, Self::NO_HORIZON, Window::FULL, &mut budget);
        match solved {
            Ok(choice) => {
                let report = Report {
                    unit: Unit::Points(G::UNITS_PER_POINT),
                    exact: true,
                    pv: lines::expected(&self.alpha_beta, position, choice.best, Self::NO_HORIZON),
                    ..Report::of(choice, position.empties(), &budget)
                };
                budget.chooses(report.best);
                progress(&report);
                report
            }
            Err(Stopped) => {
                let first = position.moves().next();
                budget.chooses(first);
                let (nodes, leaves) = (budget.nodes(), budget.leaves());
                Report { nodes, leaves, ..Report::unsearched(first) }
            }
        }
    }
}

impl<G: Game> Searcher<G> for Exact<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.solve(position, Budget::new(limits), progress)
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(self.solve(position, Budget::watched(limits, recorder), &mut |_| ()))
    }
}
