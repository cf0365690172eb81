//! The rounds of a Monte-Carlo search, and the tree they have made after any number of them.

use crate::score::Score;
use crate::search::playout::Sampled;
use crate::search::watch::{Bound, Credit, SamplingRules};
use crate::search::{tutorial_uct, uct};

/// The rounds of a Monte-Carlo search.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling<M> {
    /// How it judges moves.
    pub rules: SamplingRules,
    /// The rounds in their order.
    pub rounds: Vec<Round<M>>,
    /// Positions entered in a round that was given up.
    pub abandoned: u64,
}

/// One round: down the tree, a playout, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Round<M> {
    /// The moves from the root to where the playout begins.
    pub path: Vec<M>,
    /// What became part of the tree in this round: after how many moves of the path, and the moves
    /// to try there in their order.
    pub opened: Vec<(usize, Vec<M>)>,
    /// The share of the win for the player at the root: 1 is a win, 0 a loss.
    pub share: f64,
    /// The positions entered, those of the playout included.
    pub nodes: u64,
}

impl<M> Default for Round<M> {
    fn default() -> Self {
        Self { path: Vec::new(), opened: Vec::new(), share: 0.0, nodes: 0 }
    }
}

/// The tree after some rounds: node 0 is the root, each node stands after its parent.
#[derive(Clone, Debug)]
pub struct Statistics<M> {
    /// The nodes.
    pub nodes: Vec<Sample<M>>,
    rules: SamplingRules,
}

/// A move in the tree and what its playouts gave.
#[derive(Clone, Debug)]
pub struct Sample<M> {
    /// The node it is played from; `None` at the root.
    pub parent: Option<usize>,
    /// The moves to try here, in their order.
    pub children: Vec<usize>,
    /// The move; `None` at the root.
    pub mv: Option<M>,
    /// Its playouts.
    pub visits: u64,
    /// The sum of the shares of the win that it counts.
    pub total: f64,
}

impl<M: Copy + PartialEq> Sampling<M> {
    /// The positions entered in all rounds.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.rounds.iter().map(|round| round.nodes).sum::<u64>() + self.abandoned
    }

    /// The mean of `chosen` at the root as a score; `None` if it was never tried.
    #[must_use]
    pub fn value(&self, chosen: M) -> Option<Score> {
        self.mean(chosen).map(|mean| self.rules.reward.score(mean))
    }

    /// The mean share of the win of `chosen` at the root after all rounds, as the tree shows it;
    /// `None` if it was never tried.
    #[must_use]
    pub fn mean(&self, chosen: M) -> Option<f64> {
        let statistics = self.after(self.rounds.len());
        let children = &statistics.nodes[0].children;
        let sample = children.iter().map(|&child| &statistics.nodes[child]);
        let sample = sample.into_iter().find(|sample| sample.mv == Some(chosen))?;
        (sample.visits > 0).then(|| sample.mean())
    }

    /// The tree after the first `count` rounds.
    #[must_use]
    pub fn after(&self, count: usize) -> Statistics<M> {
        let mut statistics = Statistics::new(self.rules);
        for round in self.rounds.iter().take(count) {
            statistics.add(round);
        }
        statistics
    }
}

impl<M: Copy + PartialEq> Statistics<M> {
    /// The tree before the first round.
    #[must_use]
    pub fn new(rules: SamplingRules) -> Self {
        let root = Sample { parent: None, children: Vec::new(), mv: None, visits: 0, total: 0.0 };
        Self { nodes: vec![root], rules }
    }

    /// Counts another round.
    pub fn add(&mut self, round: &Round<M>) {
        let mut here = 0;
        for depth in 0..=round.path.len() {
            let rooted = self.rules.credit == Credit::Root || depth % 2 == 1;
            self.nodes[here].visits += 1;
            self.nodes[here].total += if rooted { round.share } else { 1.0 - round.share };
            for (_, moves) in round.opened.iter().filter(|(at, _)| *at == depth) {
                self.open(here, moves);
            }
            let Some(&mv) = round.path.get(depth) else { break };
            let children = self.nodes[here].children.iter().copied();
            let Some(next) = children.into_iter().find(|&child| self.nodes[child].mv == Some(mv))
            else {
                break;
            };
            here = next;
        }
    }

    fn open(&mut self, parent: usize, moves: &[M]) {
        for &mv in moves {
            let number = self.nodes.len();
            self.nodes[parent].children.push(number);
            let (parent, mv) = (Some(parent), Some(mv));
            self.nodes.push(Sample { parent, children: Vec::new(), mv, visits: 0, total: 0.0 });
        }
    }

    /// The upper bound by which the next round chooses `node` among its siblings: infinite for a
    /// move that was never tried, `None` where no bounds are used and at the root.
    #[must_use]
    pub fn bound(&self, node: usize) -> Option<f64> {
        let sample = &self.nodes[node];
        let (mv, parent) = (sample.mv?, sample.parent?);
        match self.rules.bound {
            Bound::InTurn => None,
            _ if sample.visits == 0 => Some(f64::INFINITY),
            Bound::Parent { exploration } => {
                // Both are counted in 32 bits by the search.
                let (parent, visits) = (self.nodes[parent].visits as u32, sample.visits as u32);
                let logarithm = uct::natural_logarithm(parent);
                Some(uct::upper_bound(sample.mean(), visits, logarithm, exploration))
            }
            Bound::All { exploration } => {
                let sampled = Sampled { mv, visits: sample.visits, total: sample.total };
                Some(tutorial_uct::upper_bound(&sampled, self.nodes[0].visits, exploration))
            }
        }
    }
}

impl<M> Sample<M> {
    /// The mean share of the win, from 0 to 1; 0 without playouts.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / self.visits as f64 }
    }
}
