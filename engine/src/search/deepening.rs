//! Iterative deepening: the one driver that turns a search to one depth into a player.

use std::cmp::Reverse;

use super::{Choice, Lines, Recorder, Report, Searcher, TreeSearch, Watch, lines};
use crate::game::Game;
use crate::limits::{Budget, Limits, Outlook, Pace, Stopped};
use crate::score::Window;

/// Searches to a depth: at once, or 1, 2, … plies in turn until the limits are used up or nothing
/// lies deeper, and then the deepest finished search counts.
#[derive(Clone, Debug)]
pub struct Deepening<T> {
    tree: T,
    depth: u32,
    deepen: bool,
    timed: bool,
    yields: bool,
}

impl<T> Deepening<T> {
    /// Drives `tree` to `depth`, through all smaller depths if `deepen` says so. Where time or
    /// nodes are limited it does so in any case, for a search that is stopped plays by the last
    /// depth it has finished.
    #[must_use]
    pub fn new(tree: T, depth: u32, deepen: bool) -> Self {
        Self { tree, depth, deepen, timed: false, yields: false }
    }

    /// Its depth is that of a search without limits: others go as deep as their limits allow.
    #[must_use]
    pub fn yielding(self) -> Self {
        Self { yields: true, ..self }
    }

    /// Goes on beyond its depth where a limit of time allows it.
    #[must_use]
    pub fn timed(self) -> Self {
        Self { deepen: true, timed: true, ..self }
    }
}

impl<G: Game, T: TreeSearch<G>> Searcher<G> for Deepening<T> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.deepen(position, limits, &mut Budget::new(limits), progress)
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let budget = &mut Budget::watched(limits, recorder);
        Some(self.deepen(position, limits, budget, &mut |_| ()))
    }

    /// Every move's position is searched with an open window.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let (mut budget, mut pace) = (Budget::new(limits), Pace::new(limits));
        let first = position.moves().take(count.max(1));
        let mut found: Vec<_> = first.map(|mv| Report::unsearched(Some(mv))).collect();
        let depths = self.depths(limits, position.empties()).filter(|&depth| depth > 0);
        for (number, depth) in depths.enumerate() {
            if number > 0 && budget.check().is_err() {
                break;
            }
            let Ok(valued) = self.values(position, depth, &mut budget) else { break };
            let before = lines::best(&found);
            found = valued;
            found.truncate(count.max(1));
            progress(&found);
            let (forced, doubt) = (position.moves().len() == 1, lines::best(&found) != before);
            if !pace.goes_on(Outlook { forced, doubt, ..Outlook::default() }) {
                break;
            }
        }
        for line in &mut found {
            (line.nodes, line.leaves) = (budget.nodes(), budget.leaves());
        }
        found
    }
}

impl<T> Deepening<T> {
    /// The depths to search to, one after the other, with `empties` empty squares left.
    ///
    /// Every other ply may be a forced pass, so it is twice as many plies that reach the end of
    /// every game. The search to as many as squares are empty has nearly reached it, and one more
    /// that surely does is enough.
    fn depths(&self, limits: &Limits, empties: u32) -> impl Iterator<Item = u32> + use<T> {
        let limited = limits.time.is_some() || limits.nodes.is_some() || limits.depth.is_some();
        let goes_on = self.timed && limits.time.is_some() || self.yields && limited;
        let depth = if goes_on { u32::MAX } else { self.depth };
        let deepest = depth.min(limits.depth.unwrap_or(u32::MAX));
        let in_turn = self.deepen || limits.time.is_some() || limits.nodes.is_some();
        let end = if in_turn { empties.saturating_mul(2).max(1) } else { u32::MAX };
        let last = deepest.min(end);
        let before = if in_turn { empties.min(last.saturating_sub(1)) } else { 0 };
        (1..=before).chain([last])
    }

    /// Searches to one depth after the other.
    fn deepen<G: Game, W: Watch<G::Move>>(
        &mut self,
        position: &G,
        limits: &Limits,
        budget: &mut Budget<W>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>
    where
        T: TreeSearch<G>,
    {
        let mut pace = Pace::new(limits);
        let mut report = Report::unsearched(position.moves().next());
        for (number, depth) in self.depths(limits, position.empties()).enumerate() {
            if number > 0 && budget.check().is_err() {
                break;
            }
            let before = report.clone();
            let finished = self.tree.search(position, depth, Window::FULL, budget);
            (report.nodes, report.leaves) = (budget.nodes(), budget.leaves());
            let Ok(choice) = finished else { break };
            report = self.report(position, choice, depth, budget);
            report.best = report.best.or(before.best);
            progress(&report);
            let (forced, doubt) = (position.moves().len() == 1, report.best != before.best);
            let outlook = Outlook { forced, doubt, ..Outlook::default() };
            if !pace.goes_on(outlook) {
                break;
            }
        }
        budget.chooses(report.best);
        report
    }

    /// Every move with its value after `depth` plies, the best first, and of equals the first.
    fn values<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Vec<Report<G::Move>>, Stopped>
    where
        T: TreeSearch<G>,
    {
        let mut lines = Vec::new();
        for mv in position.moves() {
            let score = self.tree.value_of(position, mv, depth, budget)?;
            lines.push(self.report(position, Choice { best: Some(mv), score }, depth, budget));
        }
        for line in &mut lines {
            (line.nodes, line.leaves) = (budget.nodes(), budget.leaves());
        }
        lines.sort_by_key(|line| Reverse(line.score));
        Ok(lines)
    }

    /// What a search to `depth` says, with the line as far as the tree remembers it.
    fn report<G: Game, W>(
        &self,
        position: &G,
        choice: Choice<G::Move>,
        depth: u32,
        budget: &Budget<W>,
    ) -> Report<G::Move>
    where
        T: TreeSearch<G>,
    {
        let pv = lines::expected(&self.tree, position, choice.best, depth);
        Report { unit: self.tree.unit(), pv, ..Report::of(choice, depth, budget) }
    }
}
