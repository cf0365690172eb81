//! Watching a search: what it enters, tries, cuts and returns, told where nodes are counted.
//!
//! Searchers report to their [`Budget`] alone. It counts nodes and passes the events on to an
//! observer. Without one that is `()`, whose methods are empty and compile to nothing.

use crate::game::Side;
use crate::limits::{Budget, Stopped};
use crate::score::{Score, Window};

use super::playout::Reward;

/// An observer of a search over moves `M`. Every method is optional.
///
/// The events of a tree search come depth first: a position is entered, its moves are tried one by
/// one, each of which enters a position in turn, and a value is returned. A Monte-Carlo search
/// reports rounds: the moves from the root, then the result of the playout.
pub trait Watch<M> {
    /// A position with `side` to move is entered; `window` is that side's, `None` for searches
    /// without one.
    fn enters(&mut self, side: Side, window: Option<Window>) {
        let _ = (side, window);
    }

    /// The move that leads to the position entered next; a search may try a move twice.
    fn tries(&mut self, mv: M) {
        let _ = mv;
    }

    /// The position entered last is not searched further.
    fn evaluates(&mut self) {}

    /// Its value is taken from a transposition table.
    fn remembers(&mut self) {}

    /// The move tried last leads to a position with `side` to move whose value is known: it is
    /// neither entered nor counted.
    fn recalls(&mut self, side: Side, score: Score) {
        let _ = (side, score);
    }

    /// The remaining moves of the position are not looked at.
    fn cuts(&mut self) {}

    /// The position is left with this value, seen by `viewer`.
    fn returns(&mut self, viewer: Side, score: Score) {
        let _ = (viewer, score);
    }

    /// The search is over: the move it chooses, and the positions it has entered in all.
    fn chooses(&mut self, best: Option<M>, nodes: u64) {
        let _ = (best, nodes);
    }

    /// A Monte-Carlo search begins that judges by these rules.
    fn samples(&mut self, rules: SamplingRules) {
        let _ = rules;
    }

    /// The position that the moves of this round have led to so far becomes part of the tree, with
    /// these moves to try.
    fn opens(&mut self, moves: &mut dyn Iterator<Item = M>) {
        let _ = moves;
    }

    /// A round ends: `share` of the win for the player at the root; `nodes` positions entered so
    /// far in all rounds.
    fn counts(&mut self, share: f64, nodes: u64) {
        let _ = (share, nodes);
    }
}

impl<M> Watch<M> for () {}

/// How a Monte-Carlo search judges moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingRules {
    /// Where the next round goes.
    pub bound: Bound,
    /// Whose share of the win a move counts.
    pub credit: Credit,
    /// What a share is worth as a score.
    pub reward: Reward,
}

/// The rule by which a Monte-Carlo search chooses where its next round goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Every move in turn.
    InTurn,
    /// The upper bound with the logarithm of the parent's visits.
    Parent {
        /// The weight of exploration.
        exploration: f64,
    },
    /// The upper bound with the logarithm of all playouts of the search so far.
    All {
        /// The weight of exploration.
        exploration: f64,
    },
}

/// Whose share of the win a node counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// That of the side that made the node's move.
    Mover,
    /// That of the player at the root.
    Root,
}

/// What searchers say; see [`Watch`] for the meaning.
impl<W> Budget<W> {
    /// Counts a position and tells of it.
    pub(super) fn enters<M>(&mut self, side: Side, window: Option<Window>) -> Result<(), Stopped>
    where
        W: Watch<M>,
    {
        let before = self.nodes();
        let entered = self.node();
        if self.nodes() > before {
            self.watch.enters(side, window);
        }
        entered
    }

    pub(super) fn tries<M>(&mut self, mv: M)
    where
        W: Watch<M>,
    {
        self.watch.tries(mv);
    }

    /// Counts a leaf and tells of it.
    pub(super) fn evaluates<M>(&mut self)
    where
        W: Watch<M>,
    {
        self.leaf();
        self.watch.evaluates();
    }

    pub(super) fn remembers<M>(&mut self)
    where
        W: Watch<M>,
    {
        self.watch.remembers();
    }

    pub(super) fn recalls<M>(&mut self, side: Side, score: Score)
    where
        W: Watch<M>,
    {
        self.watch.recalls(side, score);
    }

    pub(super) fn cuts<M>(&mut self)
    where
        W: Watch<M>,
    {
        self.watch.cuts();
    }

    pub(super) fn returns<M>(&mut self, viewer: Side, score: Score)
    where
        W: Watch<M>,
    {
        self.watch.returns(viewer, score);
    }

    pub(super) fn chooses<M>(&mut self, best: Option<M>)
    where
        W: Watch<M>,
    {
        let nodes = self.nodes();
        self.watch.chooses(best, nodes);
    }

    pub(super) fn samples<M>(&mut self, bound: Bound, credit: Credit, reward: Reward)
    where
        W: Watch<M>,
    {
        self.watch.samples(SamplingRules { bound, credit, reward });
    }

    pub(super) fn opens<M>(&mut self, mut moves: impl Iterator<Item = M>)
    where
        W: Watch<M>,
    {
        self.watch.opens(&mut moves);
    }

    pub(super) fn counts<M>(&mut self, share: f64)
    where
        W: Watch<M>,
    {
        let nodes = self.nodes();
        self.watch.counts(share, nodes);
    }
}
