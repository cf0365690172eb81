//! Iterative deepening: the one driver that turns a search to one depth into a player.

use super::{Choice, Report, Searcher, TreeSearch};
use crate::game::Game;
use crate::limits::{Budget, Limits};
use crate::score::Window;

/// Searches to a depth: at once, or 1, 2, … plies in turn until the limits are used up, and then the deepest finished
/// search counts.
#[derive(Clone, Debug)]
pub struct Deepening<T> {
    tree: T,
    depth: u32,
    deepen: bool,
}

impl<T> Deepening<T> {
    /// Drives `tree` to `depth`, through all smaller depths if `deepen` says so.
    pub fn new(tree: T, depth: u32, deepen: bool) -> Self {
        Self { tree, depth, deepen }
    }
}

impl<G: Game, T: TreeSearch<G>> Searcher<G> for Deepening<T> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut report = Report::unsearched(position.moves().next());
        let deepest = self.depth.min(limits.depth.unwrap_or(u32::MAX));
        for depth in if self.deepen { 1 } else { deepest }..=deepest {
            let finished = self.tree.search(position, depth, Window::FULL, &mut budget);
            (report.nodes, report.leaves) = (budget.nodes(), budget.leaves());
            let Ok(choice) = finished else { break };
            report = Report::of(Choice { best: choice.best.or(report.best), ..choice }, depth, &budget);
            progress(&report);
        }
        report
    }
}
