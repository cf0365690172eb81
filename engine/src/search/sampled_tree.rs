//! The tree a Monte-Carlo search grows: what was sampled of every move on the way from the root.

use crate::game::Game;

/// The nodes of a growing tree in one block of memory, the children of a node side by side.
///
/// A node is a move made in its parent's position; positions are not stored but played again from
/// the root. A node without children has not been opened yet, or has none. Children are tried in
/// the order they stand in.
#[derive(Clone, Debug)]
pub(super) struct SampledTree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

/// A move and what its playouts gave to the side that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// How the node was reached; `None` at the root.
    pub(super) mv: Option<M>,
    /// Playouts that went through.
    pub(super) visits: u32,
    /// The sum of their shares of the win, for the side that made the move.
    pub(super) total: f64,
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Self { mv, visits: 0, total: 0.0, first_child: 0, children: 0 }
    }

    /// The mean share of the win; only of a visited node.
    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// The number of the root.
pub(super) const ROOT: usize = 0;

impl<M: Copy> SampledTree<M> {
    /// An empty tree that never takes more than `bytes`, its root and the root's moves excepted.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Node<M>>()).clamp(1, u32::MAX as usize);
        Self { nodes: vec![Node::new(None)], most }
    }

    /// Forgets everything but the memory it has.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None));
    }

    pub(super) fn node(&self, index: usize) -> &Node<M> {
        &self.nodes[index]
    }

    pub(super) fn node_mut(&mut self, index: usize) -> &mut Node<M> {
        &mut self.nodes[index]
    }

    /// The children of a node with the number of the first; none if it is not open.
    pub(super) fn children(&self, index: usize) -> (usize, &[Node<M>]) {
        let Node { first_child, children, .. } = self.nodes[index];
        let first = first_child as usize;
        (first, &self.nodes[first..first + children as usize])
    }

    /// Gives a node a child for each of `moves`, unless there is no room for them, in memory or,
    /// the root's apart, in the tree.
    pub(super) fn open(&mut self, index: usize, moves: &[M]) {
        let full = index != ROOT && self.nodes.len() + moves.len() > self.most;
        if full || self.nodes.try_reserve(moves.len()).is_err() {
            return;
        }
        // No number exceeds `most`, which fits.
        let (first_child, children) = (self.nodes.len() as u32, moves.len() as u32);
        self.nodes.extend(moves.iter().map(|&mv| Node::new(Some(mv))));
        let node = &mut self.nodes[index];
        (node.first_child, node.children) = (first_child, children);
    }

    /// The tree below `index` alone; the rest is forgotten. Without memory for a copy, that is too.
    pub(super) fn keep(&mut self, index: usize) {
        let mut kept = vec![Node { mv: None, ..self.nodes[index] }];
        let mut next = 0;
        while next < kept.len() {
            let Node { first_child, children, .. } = kept[next];
            let first = first_child as usize;
            kept[next].first_child = kept.len() as u32;
            if kept.try_reserve(children as usize).is_err() {
                return self.clear();
            }
            kept.extend_from_slice(&self.nodes[first..first + children as usize]);
            next += 1;
        }
        self.nodes = kept;
    }

    /// The bytes its nodes take.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<M>>()
    }

    /// The moves that were made most often, from the root on.
    pub(super) fn main_line(&self) -> Vec<M> {
        let mut line = Vec::new();
        let mut index = ROOT;
        loop {
            let (first, children) = self.children(index);
            let visited = children.iter().enumerate().filter(|(_, child)| child.visits > 0);
            // `max_by_key` would take the last of equals.
            let Some((place, child)) = visited.rev().max_by_key(|(_, child)| child.visits) else {
                return line;
            };
            line.extend(child.mv);
            index = first + place;
        }
    }
}

impl<M: Copy + PartialEq> SampledTree<M> {
    /// The node of `wanted`, reached from the root's position `root` in at most `plies` moves.
    pub(super) fn find<G: Game<Move = M>>(
        &self,
        root: &G,
        wanted: &G,
        plies: u32,
    ) -> Option<usize> {
        self.find_below(ROOT, root, wanted, plies)
    }

    fn find_below<G: Game<Move = M>>(
        &self,
        index: usize,
        position: &G,
        wanted: &G,
        plies: u32,
    ) -> Option<usize> {
        if position == wanted {
            return Some(index);
        }
        let (first, children) = if plies == 0 { return None } else { self.children(index) };
        let mut below = children
            .iter()
            .enumerate()
            .filter_map(|(place, child)| Some((first + place, child.mv?)));
        below.find_map(|(child, mv)| self.find_below(child, &position.play(mv), wanted, plies - 1))
    }
}
