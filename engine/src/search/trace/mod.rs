//! What a search did, written down: every node it entered, in order, so that the trace alone gives
//! the search's value, move, nodes and leaves.
//!
//! All values and windows are seen by the player at the root, who maximises; nodes with the other
//! side to move minimise. A searcher that thinks as the side to move (negamax and its kin) is
//! turned round accordingly.

mod recorder;
mod sampling;

pub use recorder::Recorder;
pub use sampling::{Round, Sample, Sampling, Statistics};

use crate::game::{Game, Side};
use crate::score::{Score, Window};

/// What one search did: nodes of a tree, or rounds of a Monte-Carlo search.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<M> {
    /// The nodes in the order they were entered, so that each stands after its parent and before
    /// whatever is entered after it is left. A search that deepens has a root for every depth.
    pub nodes: Vec<Node<M>>,
    /// The rounds of a Monte-Carlo search.
    pub sampling: Option<Sampling<M>>,
    /// The move the search chose.
    pub chosen: Option<M>,
}

/// A position that was entered, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<M> {
    /// The number of the node it was entered from; `None` at a root.
    pub parent: Option<usize>,
    /// The numbers of the nodes that were entered from it. NegaScout may enter one position twice.
    pub children: Vec<usize>,
    /// The move that leads here; `None` at a root.
    pub mv: Option<M>,
    /// Whether the player at the root is to move.
    pub maximises: bool,
    /// The window it was entered with; `None` in searches without windows.
    pub window: Option<Window>,
    /// How its value came about.
    pub ending: Ending,
    /// The value it returned; `None` if the search was stopped before.
    pub value: Option<Score>,
}

/// How the value of a node came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Not at all: the search was stopped.
    Unfinished,
    /// It is a leaf: the evaluator or the final score says it.
    Leaf,
    /// It is the best of all moves for the side that makes them.
    Searched,
    /// The same, but the last move tried was good enough to leave out those after it.
    Cut,
    /// A transposition table knew it.
    Remembered,
    /// The player knew the position from before; it was neither entered nor counted.
    Recalled,
    /// The side has no move, and a rule of the searcher says what that is worth.
    Ruled,
}

/// What is known at a node after some of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The best value so far for the side to move.
    pub best: Option<Score>,
    /// The window that is left.
    pub window: Option<Window>,
}

impl<M: Copy + PartialEq> Trace<M> {
    /// The root of the last search that was finished, or of the only one; `None` for Monte-Carlo
    /// searches and where nothing was entered.
    #[must_use]
    pub fn root(&self) -> Option<usize> {
        let roots =
            || (0..self.nodes.len()).rev().filter(|&node| self.nodes[node].parent.is_none());
        roots().find(|&root| self.nodes[root].value.is_some()).or_else(|| roots().last())
    }

    /// The value of the root for the player to move there, as the search counts; `None` if nothing
    /// was finished.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        match &self.sampling {
            Some(sampling) => sampling.value(self.chosen?),
            None => self.nodes[self.root()?].value,
        }
    }

    /// The positions the search has entered.
    #[must_use]
    pub fn entered(&self) -> u64 {
        let counted = self.nodes.iter().filter(|node| node.ending != Ending::Recalled).count();
        counted as u64 + self.sampling.as_ref().map_or(0, Sampling::nodes)
    }

    /// The positions it has valued without looking further; of a Monte-Carlo search, the playouts.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        let leaves = self.nodes.iter().filter(|node| node.ending == Ending::Leaf).count();
        leaves as u64 + self.sampling.as_ref().map_or(0, |sampling| sampling.rounds.len() as u64)
    }

    /// What is known at `node` after the first `count` of its children.
    #[must_use]
    pub fn standing(&self, node: usize, count: usize) -> Standing {
        let Node { children, maximises, window, .. } = &self.nodes[node];
        let values = children.iter().take(count).filter_map(|&child| self.nodes[child].value);
        let best = if *maximises { values.max() } else { values.min() };
        let narrowed = |window: Window| match best {
            Some(best) if *maximises => Window { alpha: window.alpha.max(best), ..window },
            Some(best) => Window { beta: window.beta.min(best), ..window },
            None => window,
        };
        Standing { best, window: window.map(narrowed) }
    }

    /// The position of `node` in a search of `start`.
    #[must_use]
    pub fn position<G: Game<Move = M>>(&self, start: &G, node: usize) -> G {
        let mut moves = Vec::new();
        let mut here = node;
        while let Some(parent) = self.nodes[here].parent {
            moves.extend(self.nodes[here].mv);
            here = parent;
        }
        moves.into_iter().rev().fold(start.clone(), |position, mv| position.play(mv))
    }

    /// The moves at `node`, whose position is `position`, that a cut has left out.
    #[must_use]
    pub fn left_out<G: Game<Move = M>>(&self, position: &G, node: usize) -> Vec<M> {
        if self.nodes[node].ending != Ending::Cut {
            return Vec::new();
        }
        let tried = |mv| self.nodes[node].children.iter().any(|&c| self.nodes[c].mv == Some(mv));
        position.moves().filter(|&mv| !tried(mv)).collect()
    }
}

/// A window as the player at the root sees it.
fn seen_from_root(window: Window, side: Side, root: Side) -> Window {
    if side == root { window } else { -window }
}
