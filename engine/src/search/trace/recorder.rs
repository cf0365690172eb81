//! The watcher that writes a trace.

use super::sampling::{Round, Sampling};
use super::{Ending, Node, Trace, seen_from_root};
use crate::game::Side;
use crate::limits::Stop;
use crate::score::{Score, Window};
use crate::search::watch::{SamplingRules, Watch};

/// Writes down what a search does, up to a number of nodes or moves of playouts; a search that
/// does more is stopped.
///
/// ```
/// use yomi_engine::games::explicit_tree::ExplicitTree;
/// use yomi_engine::limits::Limits;
/// use yomi_engine::random::Random;
/// use yomi_engine::roster::Player;
/// use yomi_engine::score::Score;
/// use yomi_engine::search::Recorder;
///
/// let tree: ExplicitTree = "N0(N1(7,12),N2(-5,-10))".parse().unwrap();
/// let mut searcher = Player::parse("alphabeta").unwrap().searcher(Random::from_seed(1));
/// let limits = Limits::default();
/// let mut recorder = Recorder::new(1000, limits.stop.clone());
/// searcher.trace(&tree, &limits, &mut recorder);
/// let trace = recorder.finish().unwrap();
/// // The second leaf of N2 is cut.
/// assert_eq!((trace.value(), trace.leaves()), (Some(Score(7)), 3));
/// ```
#[derive(Debug)]
pub struct Recorder<M> {
    trace: Trace<M>,
    root: Side,
    /// The nodes that were entered and not left yet, each with the move that is tried there.
    open: Vec<(usize, Option<M>)>,
    /// The round under way, and the positions entered in those before.
    round: Round<M>,
    counted: u64,
    /// How much more may be written; `None` once the search did more than that.
    room: Option<usize>,
    stop: Stop,
}

impl<M: Copy> Recorder<M> {
    /// A recorder with room for `most` nodes, or moves of rounds; `stop`, the flag of the limits of
    /// the search, is raised when it does more.
    #[must_use]
    pub fn new(most: usize, stop: Stop) -> Self {
        Self {
            trace: Trace { nodes: Vec::new(), sampling: None, chosen: None },
            root: Side::First,
            open: Vec::new(),
            round: Round::default(),
            counted: 0,
            room: Some(most),
            stop,
        }
    }

    /// What was written; `None` if the search did more than there was room for.
    #[must_use]
    pub fn finish(self) -> Option<Trace<M>> {
        self.room.map(|_| self.trace)
    }

    /// Whether there is room for so much more.
    fn has_room(&mut self, needed: usize) -> bool {
        self.room = self.room.and_then(|room| room.checked_sub(needed));
        if self.room.is_none() {
            self.stop.raise();
        }
        self.room.is_some()
    }

    /// Adds a node below the one that is open.
    fn add(&mut self, side: Side, window: Option<Window>, ending: Ending) -> usize {
        let number = self.trace.nodes.len();
        let (parent, mv) = self.open.last().copied().unzip();
        match parent {
            Some(parent) => self.trace.nodes[parent].children.push(number),
            None => self.root = side,
        }
        self.trace.nodes.push(Node {
            parent,
            children: Vec::new(),
            mv: mv.flatten(),
            maximises: side == self.root,
            window: window.map(|window| seen_from_root(window, side, self.root)),
            ending,
            value: None,
        });
        number
    }

    fn end_with(&mut self, ending: Ending) {
        if let Some(&(node, _)) = self.open.last()
            && self.room.is_some()
        {
            self.trace.nodes[node].ending = ending;
        }
    }

    fn seen_from_root(&self, viewer: Side, score: Score) -> Score {
        if viewer == self.root { score } else { -score }
    }
}

impl<M: Copy> Watch<M> for Recorder<M> {
    fn enters(&mut self, side: Side, window: Option<Window>) {
        if self.has_room(1) {
            let node = self.add(side, window, Ending::Unfinished);
            self.open.push((node, None));
        }
    }

    fn tries(&mut self, mv: M) {
        if self.trace.sampling.is_some() {
            self.round.path.push(mv);
        } else if let Some((_, tried)) = self.open.last_mut() {
            *tried = Some(mv);
        }
    }

    fn evaluates(&mut self) {
        self.end_with(Ending::Leaf);
    }

    fn remembers(&mut self) {
        self.end_with(Ending::Remembered);
    }

    fn recalls(&mut self, side: Side, score: Score) {
        if self.has_room(1) {
            let node = self.add(side, None, Ending::Recalled);
            self.trace.nodes[node].value = Some(self.seen_from_root(side, score));
        }
    }

    fn cuts(&mut self) {
        self.end_with(Ending::Cut);
    }

    fn returns(&mut self, viewer: Side, score: Score) {
        if self.room.is_none() {
            return;
        }
        let value = self.seen_from_root(viewer, score);
        let Some((node, _)) = self.open.pop() else { return };
        let node = &mut self.trace.nodes[node];
        node.value = Some(value);
        if node.ending == Ending::Unfinished {
            node.ending = if node.children.is_empty() { Ending::Ruled } else { Ending::Searched };
        }
    }

    fn chooses(&mut self, best: Option<M>, nodes: u64) {
        self.open.clear();
        self.trace.chosen = best;
        if let Some(sampling) = &mut self.trace.sampling {
            sampling.abandoned = nodes - self.counted;
        }
    }

    fn samples(&mut self, rules: SamplingRules) {
        (self.counted, self.round) = (0, Round::default());
        self.trace.sampling = Some(Sampling { rules, rounds: Vec::new(), abandoned: 0 });
    }

    fn opens(&mut self, moves: &mut dyn Iterator<Item = M>) {
        let moves: Vec<M> = moves.collect();
        if !moves.is_empty() && self.has_room(moves.len()) {
            self.round.opened.push((self.round.path.len(), moves));
        }
    }

    fn counts(&mut self, share: f64, nodes: u64) {
        let round = std::mem::take(&mut self.round);
        if !self.has_room(round.path.len() + 1) {
            return;
        }
        if let Some(sampling) = &mut self.trace.sampling {
            let entered = nodes - self.counted;
            sampling.rounds.push(Round { share, nodes: entered, ..round });
            self.counted = nodes;
        }
    }
}

impl<M, W: Watch<M> + ?Sized> Watch<M> for &mut W {
    fn enters(&mut self, side: Side, window: Option<Window>) {
        (**self).enters(side, window);
    }

    fn tries(&mut self, mv: M) {
        (**self).tries(mv);
    }

    fn evaluates(&mut self) {
        (**self).evaluates();
    }

    fn remembers(&mut self) {
        (**self).remembers();
    }

    fn recalls(&mut self, side: Side, score: Score) {
        (**self).recalls(side, score);
    }

    fn cuts(&mut self) {
        (**self).cuts();
    }

    fn returns(&mut self, viewer: Side, score: Score) {
        (**self).returns(viewer, score);
    }

    fn chooses(&mut self, best: Option<M>, nodes: u64) {
        (**self).chooses(best, nodes);
    }

    fn samples(&mut self, rules: SamplingRules) {
        (**self).samples(rules);
    }

    fn opens(&mut self, moves: &mut dyn Iterator<Item = M>) {
        (**self).opens(moves);
    }

    fn counts(&mut self, share: f64, nodes: u64) {
        (**self).counts(share, nodes);
    }
}
