//! A player that plays the end of the game perfectly and leaves the rest to another one (the
//! endgame page's player).

use super::{Exact, Report, Searcher};
use crate::game::Game;
use crate::limits::Limits;

/// Perfect play once at most `empties` squares are empty, another player's moves before.
///
/// Under a limit that does not suffice for reading out the end, the other player moves there as
/// well; half of the time is kept for it.
pub struct Last<G: Game> {
    empties: u32,
    exact: Exact<G>,
    then: Box<dyn Searcher<G>>,
}

impl<G: Game> Last<G> {
    /// A player that follows `then` until `empties` empty squares are left and `exact` from there.
    #[must_use]
    pub fn new(empties: u32, exact: Exact<G>, then: Box<dyn Searcher<G>>) -> Self {
        Self { empties, exact, then }
    }
}

impl<G: Game> Searcher<G> for Last<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        if position.empties() > self.empties {
            return self.then.search(position, limits, progress);
        }
        let halves = limits.time.map(|time| time / 2);
        let solved =
            self.exact.search(position, &Limits { time: halves, ..limits.clone() }, progress);
        if solved.depth > 0 || solved.best.is_none() {
            return solved;
        }
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(solved.nodes));
        let limits = Limits { nodes, time: halves, ..limits.clone() };
        let report = self.then.search(position, &limits, progress);
        Report {
            nodes: report.nodes + solved.nodes,
            leaves: report.leaves + solved.leaves,
            best: report.best.or(solved.best),
            ..report
        }
    }
}
