//! UCT as the page on it programs it (docs/sources.md), beside the textbook's in `uct`.
//!
//! What is unusual:
//! - **a playout counts for the root player at every node**, without a change of sign where the
//!   opponent has moved: the search expects the opponent to choose what is best for the root player
//!   ([`Credit::Root`]);
//! - the logarithm in the bound is that of all playouts of the search so far, not of the parent's
//!   visits;
//! - a leaf is opened when its visits are *more than* the threshold, the root at once; all its
//!   moves become children, so the tree has no passes, and a leaf without moves stays one;
//! - untried moves come first and of equal ones the first in the order of the rules, in the tree
//!   and at the end, where the move with the most visits is played;
//! - a playout has one ply more than the depth it is told, and is judged by the majority of discs,
//!   also where the game has ended by then; a side without a move is skipped and no ply is counted.
//!
//! Both of the page's listings agree in all this.

use std::ops::Range;

use super::playout::{Quota, Reward, Sampled, SampledLines, Tell, next_goal, play_on};
use super::watch::{Bound, Credit, Watch};
use super::{Lines, Recorder, Report, Searcher};
use crate::evaluate::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;

/// How the page's UCT searches.
#[derive(Clone, Copy, Debug)]
pub struct TutorialUctSettings {
    /// Playouts a search.
    pub quota: Quota,
    /// Weight of the exploration term.
    pub exploration: f64,
    /// A leaf with more visits than this is opened.
    pub threshold: u32,
    /// Plies of a playout.
    pub plies: u32,
    /// Whose share of the win a node counts: the root player's, as the page does, or the mover's,
    /// as it says in words and the textbook does.
    pub credit: Credit,
}

/// The page's UCT player.
#[derive(Debug)]
pub struct TutorialUct<E> {
    settings: TutorialUctSettings,
    judge: E,
    random: Random,
}

/// A move in the tree, its position, and what the playouts below it gave.
struct Node<G: Game> {
    position: G,
    sampled: Sampled<G::Move>,
    children: Vec<Node<G>>,
}

impl<G: Game> Node<G> {
    /// The node of `mv`, which has led to `position`.
    fn new(position: G, mv: G::Move) -> Self {
        Self { position, sampled: Sampled { mv, visits: 0, total: 0.0 }, children: Vec::new() }
    }

    /// A child for each move of the rules' order; none where the side to move has to pass or the
    /// game is over.
    fn open(&mut self) {
        let position = &self.position;
        let child = |mv| Self::new(position.play(mv), mv);
        let moves = position.moves().filter(|&mv| !G::is_pass(mv));
        // Where there is no memory left a leaf stays one.
        if self.children.try_reserve_exact(moves.size_hint().1.unwrap_or(0)).is_ok() {
            self.children.extend(moves.map(child));
        }
    }
}

impl<E> TutorialUct<E> {
    /// A player that draws from `random`; the sign of `judge`'s value says who has won a playout.
    #[must_use]
    pub fn new(settings: TutorialUctSettings, judge: E, random: Random) -> Self {
        Self { settings, judge, random }
    }

    /// Goes from `node` down to a leaf, plays a playout there and counts it for every node on the
    /// way; returns the root player's share of the win.
    fn visit<G: Game, W: Watch<G::Move>>(
        &mut self,
        node: &mut Node<G>,
        root: Side,
        done: u64,
        budget: &mut Budget<W>,
    ) -> Result<f64, Stopped>
    where
        E: Evaluator<G>,
    {
        budget.node()?;
        let share = match most_promising(&node.children, done, self.settings.exploration) {
            Some(child) => {
                let child = &mut node.children[child];
                budget.tries(child.sampled.mv);
                self.visit(child, root, done, budget)?
            }
            None => self.playout(node.position.clone(), root, budget)?,
        };
        let mover = !node.position.side_to_move();
        let swapped = self.settings.credit == Credit::Mover && mover != root;
        node.sampled.visits += 1;
        node.sampled.total += if swapped { 1.0 - share } else { share };
        if node.children.is_empty() && node.sampled.visits > u64::from(self.settings.threshold) {
            node.open();
            budget.opens(node.children.iter().map(|child| child.sampled.mv));
        }
        Ok(share)
    }

    /// The root player's share of the win in a playout: 1, ½ or 0.
    fn playout<G: Game, W>(
        &mut self,
        position: G,
        root: Side,
        budget: &mut Budget<W>,
    ) -> Result<f64, Stopped>
    where
        E: Evaluator<G>,
    {
        let end = play_on(position, self.settings.plies, &mut self.random, budget)?;
        let value = self.judge.evaluate(&end).0.signum();
        let own = if end.side_to_move() == root { value } else { -value };
        Ok(f64::from(own + 1) / 2.0)
    }

    /// Grows a tree within `limits` and chooses a move; `tell` hears now and then how its moves
    /// stand.
    fn grow<G: Game, W: Watch<G::Move>>(
        &mut self,
        position: &G,
        limits: &Limits,
        mut budget: Budget<W>,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let Some(first) = position.moves().next() else { return Report::finished(position) };
        let mut root = Node::new(position.clone(), first);
        root.open();
        if root.children.is_empty() {
            budget.chooses(Some(first));
            let forced = Report::unsearched(Some(first));
            tell(&forced, &[]);
            return forced;
        }
        let bound = Bound::All { exploration: self.settings.exploration };
        budget.samples(bound, self.settings.credit, Reward::Outcome);
        budget.opens(root.children.iter().map(|child| child.sampled.mv));
        let all = self.settings.quota.within(limits);
        let mut done = 0;
        loop {
            let goal = next_goal(done, all);
            // Stopped or not, what was sampled so far counts.
            let stopped = self.play_until(&mut root, done..goal, &mut budget).is_err();
            done = goal;
            let moves: Vec<_> = root.children.iter().map(|child| child.sampled).collect();
            let best = moves.iter().rev().max_by_key(|sampled| sampled.visits);
            let report = Report::sampled(best.unwrap_or(&root.sampled), &budget);
            tell(&report, &moves);
            if stopped || done == all {
                budget.chooses(report.best);
                return report;
            }
        }
    }

    /// Plays these playouts from the root.
    fn play_until<G: Game, W: Watch<G::Move>>(
        &mut self,
        root: &mut Node<G>,
        playouts: Range<u64>,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<G>,
    {
        let side = root.position.side_to_move();
        for done in playouts {
            let share = self.visit(root, side, done, budget)?;
            budget.counts(share);
        }
        Ok(())
    }
}

/// The first child with the highest bound after `done` playouts of the search; `None` at a leaf.
fn most_promising<G: Game>(children: &[Node<G>], done: u64, exploration: f64) -> Option<usize> {
    let bounds =
        children.iter().map(|child| upper_bound(&child.sampled, done, exploration)).enumerate();
    bounds.rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(place, _)| place)
}

/// The page's bound of a move; without limit for an untried one.
pub(super) fn upper_bound<M>(sampled: &Sampled<M>, done: u64, exploration: f64) -> f64 {
    if sampled.visits == 0 {
        return f64::INFINITY;
    }
    // In software, so that searches are the same on every machine (see `uct`).
    let spread = libm::log(done as f64) / sampled.visits as f64;
    sampled.mean() + exploration * spread.sqrt()
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for TutorialUct<E> {
    /// The score is the chosen move's mean in thousandths of a win, from −1000 to 1000; `leaves`
    /// are the playouts.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let limits = &limits.for_sampling(position.moves().len());
        self.grow(position, limits, Budget::new(limits), &mut |report, _| progress(report))
    }

    /// One search for all of them, ranked by their playouts; the `leaves` of each are its
    /// own.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let mut lines = Vec::new();
        let limits = &limits.for_sampling(position.moves().len());
        self.grow(position, limits, Budget::new(limits), &mut |whole, moves| {
            lines = SampledLines { whole, reward: Reward::Outcome }.best(
                count,
                moves.to_vec(),
                |one, other| one.visits.cmp(&other.visits),
            );
            progress(&lines);
        });
        lines
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let limits = &limits.for_sampling(position.moves().len());
        Some(self.grow(position, limits, Budget::watched(limits, recorder), &mut |_, _| ()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's tables after 42 and 47 playouts; it cuts digits off instead of rounding.
    #[test]
    fn the_page_s_worked_bounds() {
        let bound = |total, visits, done| {
            let bound =
                upper_bound(&Sampled { mv: (), visits, total }, done, std::f64::consts::SQRT_2);
            (bound * 10_000.0).floor() / 10_000.0
        };
        let after_42 = [(9.0, 10), (1.0, 4), (1.0, 5), (6.0, 9), (4.0, 7)];
        assert_eq!(
            after_42.map(|(total, visits)| bound(total, visits, 42)),
            [1.7646, 1.6170, 1.4227, 1.5780, 1.6048]
        );
        let after_47 = [(0.0, 1), (1.0, 1), (1.0, 4), (1.0, 5), (6.0, 9), (4.0, 7)];
        assert_eq!(
            after_47.map(|(total, visits)| bound(total, visits, 47)),
            [2.7749, 3.7749, 1.6374, 1.4409, 1.5916, 1.6202]
        );
        assert_eq!(bound(1.0, 1, 1), 1.0);
        assert_eq!(upper_bound(&Sampled { mv: (), visits: 0, total: 0.0 }, 0, 1.0), f64::INFINITY);
    }
}
