//! One tree that grows, round by round: the four steps of UCT.

use super::UctSettings;
use crate::evaluate::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Budget, Stopped};
use crate::random::Random;
use crate::search::playout::{Playout, seen_by};
use crate::search::sampled_tree::{ROOT, SampledTree};
use crate::search::watch::Watch;

/// One tree that grows.
#[derive(Debug)]
pub(super) struct Worker<G: Game> {
    pub(super) tree: SampledTree<G::Move>,
    /// The root's position, once there is one.
    position: Option<G>,
    random: Random,
    /// Playouts of this search.
    done: u64,
    /// The nodes of the round under way, from the root.
    path: Vec<usize>,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(bytes: usize, random: Random) -> Self {
        Self { tree: SampledTree::new(bytes), position: None, random, done: 0, path: Vec::new() }
    }

    /// Makes `position` the root: of what is known of it already if that is to be reused, else of a
    /// new tree.
    pub(super) fn begin(&mut self, position: &G, reuse: bool) {
        // Since the last search, each side has usually made one move.
        const PLIES: u32 = 2;
        let last = self.position.replace(position.clone()).filter(|_| reuse);
        match last.and_then(|last| self.tree.find(&last, position, PLIES)) {
            Some(known) => self.tree.keep(known),
            None => self.tree.clear(),
        }
        self.done = 0;
    }

    /// Goes through rounds until `goal` of them are done in this search.
    ///
    /// # Errors
    /// [`Stopped`] when the budget has run out, or the root's visits cannot be counted any more.
    pub(super) fn run<E: Evaluator<G>, W: Watch<G::Move>>(
        &mut self,
        root: &G,
        goal: u64,
        settings: &UctSettings,
        playout: &Playout<E>,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped> {
        while self.done < goal {
            if self.tree.node(ROOT).visits == u32::MAX {
                return Err(Stopped);
            }
            let mut position = root.clone();
            self.select(&mut position, settings.exploration, budget)?;
            self.expand(&mut position, settings.threshold, budget)?;
            let share = playout.play(position, &mut self.random, budget)?;
            self.backpropagate(root.side_to_move(), share);
            self.done += 1;
            budget.counts(seen_by(root.side_to_move(), share));
        }
        Ok(())
    }

    /// Step 1: follows the moves with the highest upper bound, from the root to the first node that
    /// is not open, has an untried move, or ends the game.
    fn select<W: Watch<G::Move>>(
        &mut self,
        position: &mut G,
        exploration: f64,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped> {
        self.path.clear();
        self.path.push(ROOT);
        let mut here = ROOT;
        while let Some(next) = self.most_promising(here, exploration) {
            self.enter(next, position, budget)?;
            here = next;
        }
        Ok(())
    }

    /// Step 2: opens the node that was selected if it has been sampled often enough, and enters its
    /// first untried move, if there is one.
    fn expand<W: Watch<G::Move>>(
        &mut self,
        position: &mut G,
        threshold: u32,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped> {
        let here = self.path[self.path.len() - 1];
        let due = here == ROOT || self.tree.node(here).visits >= threshold;
        if due && self.tree.children(here).1.is_empty() {
            let mut moves: Vec<G::Move> = position.sensible_moves().collect();
            self.random.shuffle(&mut moves);
            self.tree.open(here, &moves);
            budget.opens(self.tree.children(here).1.iter().filter_map(|child| child.mv));
        }
        let (first, children) = self.tree.children(here);
        match children.iter().position(|child| child.visits == 0) {
            Some(untried) => self.enter(first + untried, position, budget),
            None => Ok(()),
        }
    }

    /// Step 4 (step 3 is [`Playout::play`]): counts the round for every node on the path, each from
    /// the view of the side that moved there.
    fn backpropagate(&mut self, root_side: Side, share: f64) {
        let mut mover = !root_side;
        for &index in &self.path {
            let node = self.tree.node_mut(index);
            node.visits += 1;
            node.total += seen_by(mover, share);
            mover = !mover;
        }
    }

    /// The child with the highest upper bound, the first of equals; `None` unless all have been
    /// tried.
    fn most_promising(&self, index: usize, exploration: f64) -> Option<usize> {
        let (first, children) = self.tree.children(index);
        if children.last()?.visits == 0 {
            return None;
        }
        let log_visits = natural_logarithm(self.tree.node(index).visits);
        let mut best = (f64::NEG_INFINITY, 0);
        for (place, child) in children.iter().enumerate() {
            let bound = upper_bound(child.mean(), child.visits, log_visits, exploration);
            if bound > best.0 {
                best = (bound, place);
            }
        }
        Some(first + best.1)
    }

    fn enter<W: Watch<G::Move>>(
        &mut self,
        child: usize,
        position: &mut G,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped> {
        budget.node()?;
        let mv = self.tree.node(child).mv.expect("only the root was not reached by a move");
        budget.tries(mv);
        position.advance(mv);
        self.path.push(child);
        Ok(())
    }
}

/// The UCT value of a move (UCB1 of Auer, Cesa-Bianchi and Fischer 2002): its mean, and how far
/// chance may have put that below the truth after so few of the parent's visits.
pub(in crate::search) fn upper_bound(
    mean: f64,
    visits: u32,
    log_parent_visits: f64,
    exploration: f64,
) -> f64 {
    mean + exploration * (log_parent_visits / f64::from(visits)).sqrt()
}

/// The logarithm in software: that of the system's library may differ in its last bit from machine
/// to machine, and searches with it.
pub(in crate::search) fn natural_logarithm(visits: u32) -> f64 {
    libm::log(f64::from(visits))
}
