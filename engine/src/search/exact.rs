//! Perfect play: the rest of the game searched to the last move.

use super::{
    AlphaBeta, Lines, Recorder, Report, Searcher, TranspositionTable, TreeSearch, Watch, lines,
};
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
        match self.prove(position, &mut budget) {
            Ok(report) => {
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

    fn prove<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        budget: &mut Budget<W>,
    ) -> Result<Report<G::Move>, Stopped> {
        let choice = self.alpha_beta.search(position, Self::NO_HORIZON, Window::FULL, budget)?;
        Ok(Report {
            unit: Unit::Points(G::UNITS_PER_POINT),
            exact: true,
            pv: lines::expected(&self.alpha_beta, position, choice.best, Self::NO_HORIZON),
            ..Report::of(choice, position.empties(), budget)
        })
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

    /// The position after every move is solved. Moves that the limits leave no room for are not
    /// judged.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let prove = |after: &G, budget: &mut Budget| self.prove(after, budget);
        lines::proved(position, count, limits, prove, progress)
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
