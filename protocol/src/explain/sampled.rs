//! The rounds of a Monte-Carlo search, as pictures show them.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Serialize, Serializer};
use yomi_engine::search::{Bound, Credit, Round, Sampling, Statistics};

use super::subject::Drawn;

/// The rounds of a Monte-Carlo search, and the tree they make.
#[derive(Clone, Debug, Serialize)]
pub struct Sampled {
    /// Where a round goes: `in turn` (every move alike), `parent` (upper bounds with the logarithm
    /// of the parent's visits) or `all` (with that of all playouts so far).
    pub bound: &'static str,
    /// The weight of exploration in the bound.
    pub exploration: Option<f64>,
    /// Whose share of the win a move counts: `mover` or `root`.
    pub credit: &'static str,
    /// The rounds.
    pub rounds: Vec<Told>,
    /// The nodes of the tree after the last round; node 0 is the root.
    pub nodes: Vec<SampledNode>,
    /// Positions entered in a round that was given up.
    pub abandoned: u64,
    /// The node that each round's playout began at.
    #[serde(skip)]
    pub(super) ends: Vec<usize>,
    /// The node of the chosen move; another one may have its name where two leaves are equal.
    #[serde(skip)]
    pub(super) chosen: Option<usize>,
    /// The rounds with numbers for moves.
    #[serde(skip)]
    plain: Sampling<u32>,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// The moves from the root to where the playout began.
    pub path: Vec<String>,
    /// The share of the win it gave to the player at the root.
    pub share: f64,
    /// The positions it entered.
    pub entered: u64,
    /// What is known of the root's moves after it.
    pub root: Vec<Standing>,
}

/// A move of the root after some rounds.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its playouts.
    pub visits: u64,
    /// The shares of the win they gave, added up.
    pub wins: f64,
    /// The bound that the next round looks at; `null` where none is used or the move is untried.
    #[serde(serialize_with = "finite")]
    pub bound: Option<f64>,
}

/// A move in the tree.
#[derive(Clone, Debug, Serialize)]
pub struct SampledNode {
    /// The node it is played from; `null` at the root.
    pub parent: Option<usize>,
    /// The moves to try here.
    pub children: Vec<usize>,
    /// The move.
    pub label: String,
    /// The squares row by row from the top: `X`, `O` or `-`.
    pub board: Option<String>,
}

fn finite<S: Serializer>(bound: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    bound.filter(|bound| bound.is_finite()).serialize(serializer)
}

impl Sampled {
    /// The rounds of a search of `start`, which has chosen a move.
    pub(super) fn new<G: Drawn>(
        start: &G,
        sampling: &Sampling<G::Move>,
        chosen: Option<G::Move>,
    ) -> Self {
        let (bound, exploration) = match sampling.rules.bound {
            Bound::InTurn => ("in turn", None),
            Bound::Parent { exploration } => ("parent", Some(exploration)),
            Bound::All { exploration } => ("all", Some(exploration)),
        };
        let plain = numbered(sampling);
        let statistics = sampling.after(sampling.rounds.len());
        let child = |here: usize, mv: G::Move| {
            let mut children = statistics.nodes[here].children.iter().copied();
            children.find(|&child| statistics.nodes[child].mv == Some(mv))
        };
        let end = |round: &Round<G::Move>| {
            round.path.iter().fold(0, |here, &mv| child(here, mv).unwrap_or(here))
        };
        let nodes = nodes(start, &statistics);
        let rounds = told(&plain, &nodes, sampling, start);
        Self {
            bound,
            exploration,
            credit: if sampling.rules.credit == Credit::Root { "root" } else { "mover" },
            rounds,
            nodes,
            abandoned: sampling.abandoned,
            ends: sampling.rounds.iter().map(end).collect(),
            chosen: chosen.and_then(|mv| child(0, mv)),
            plain,
        }
    }

    /// The tree after `count` rounds, its nodes numbered as [`nodes`](Self::nodes) are.
    pub(super) fn after(&self, count: usize) -> Statistics<u32> {
        self.plain.after(count)
    }

    /// Shows `visit` the tree after every round, with the number of rounds.
    pub(super) fn grow(&self, visit: &mut dyn FnMut(usize, &Statistics<u32>)) {
        let mut statistics = Statistics::new(self.plain.rules);
        for (count, round) in (1..).zip(&self.plain.rounds) {
            statistics.add(round);
            visit(count, &statistics);
        }
    }
}

/// The same rounds with a number for every move.
fn numbered<M: Copy + Eq + Hash>(sampling: &Sampling<M>) -> Sampling<u32> {
    let mut numbers = HashMap::new();
    let mut number = |mv: &M| {
        let next = numbers.len() as u32;
        *numbers.entry(*mv).or_insert(next)
    };
    let rounds = sampling.rounds.iter().map(|round| Round {
        path: round.path.iter().map(&mut number).collect(),
        opened: round
            .opened
            .iter()
            .map(|(at, moves)| (*at, moves.iter().map(&mut number).collect()))
            .collect(),
        share: round.share,
        nodes: round.nodes,
    });
    Sampling { rounds: rounds.collect(), rules: sampling.rules, abandoned: sampling.abandoned }
}

fn nodes<G: Drawn>(start: &G, statistics: &Statistics<G::Move>) -> Vec<SampledNode> {
    let viewer = start.side_to_move();
    let mut positions: Vec<G> = Vec::with_capacity(statistics.nodes.len());
    let mut nodes = Vec::with_capacity(statistics.nodes.len());
    for sample in &statistics.nodes {
        let before = sample.parent.map(|parent| &positions[parent]);
        let (position, label) = match (before, sample.mv) {
            (Some(before), Some(mv)) => (before.play(mv), before.name(mv, viewer)),
            _ => (start.clone(), start.root_label()),
        };
        nodes.push(SampledNode {
            parent: sample.parent,
            children: sample.children.clone(),
            label,
            board: position.board().map(|(_, squares)| squares),
        });
        positions.push(position);
    }
    nodes
}

/// Every round with what is known of the root's moves after it.
fn told<G: Drawn>(
    plain: &Sampling<u32>,
    nodes: &[SampledNode],
    sampling: &Sampling<G::Move>,
    start: &G,
) -> Vec<Told> {
    let mut statistics = Statistics::new(plain.rules);
    let rounds = plain.rounds.iter().zip(&sampling.rounds);
    let told = rounds.map(|(round, original)| {
        statistics.add(round);
        let root = statistics.nodes[0].children.iter().map(|&child| Standing {
            mv: nodes[child].label.clone(),
            visits: statistics.nodes[child].visits,
            wins: statistics.nodes[child].total,
            bound: statistics.bound(child),
        });
        let mut position = start.clone();
        let path = original.path.iter().map(|&mv| {
            let name = position.name(mv, start.side_to_move());
            position = position.play(mv);
            name
        });
        Told {
            path: path.collect(),
            share: round.share,
            entered: round.nodes,
            root: root.collect(),
        }
    });
    told.collect()
}
