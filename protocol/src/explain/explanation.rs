//! One player's search of a position, as every picture shows it.
//!
//! As JSON ([`Explanation::json`]) it is the documented form of a trace: every field below under
//! its own name. All values are seen by the player to move at the root; those of a written tree by
//! Max, as they are written there.

use serde::Serialize;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Player, RosterError};
use yomi_engine::score::{Score, Unit};
use yomi_engine::search::{Ending, NoMemory, Recorder, Report, Trace};

use super::bounds::Bounds;
pub use super::bounds::Precision;
use super::number::{Number, decimal};
use super::sampled::Sampled;
use super::subject::{Drawn, Subject};

/// What one player's search did.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// 1; another number means other fields.
    pub format: u32,
    /// `Othello`, `Go`, `tic-tac-toe` or `tree`.
    pub game: &'static str,
    /// The position at the root, on one line.
    pub position: String,
    /// The player that searched.
    pub player: String,
    /// Where its random numbers started.
    pub seed: u64,
    /// The side by which all values are seen: the one to move at the root, or Max.
    pub viewer: &'static str,
    /// The move it chose; `null` where the game is over.
    pub chosen: Option<String>,
    /// The value of that move; `null` if the search was stopped before it had one.
    pub value: Option<Number>,
    /// The positions entered, by searches to smaller depths as well.
    pub entered: u64,
    /// The positions valued without looking further; of a Monte-Carlo search, the playouts.
    pub leaves: u64,
    /// The lines of the board, 0 for games without one.
    pub size: u32,
    /// The node where the last search that was finished began; `null` for Monte-Carlo searches.
    pub root: Option<usize>,
    /// The nodes of a tree search in the order they were entered; none of a Monte-Carlo search.
    pub nodes: Vec<Node>,
    /// The rounds of a Monte-Carlo search.
    pub sampling: Option<Sampled>,
}

/// A position that a tree search entered.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// The number of the node it was entered from; `null` at a root.
    pub parent: Option<usize>,
    /// The numbers of the nodes entered from it.
    pub children: Vec<usize>,
    /// The move that leads here, or the name of a node of a written tree.
    pub label: String,
    /// Whether the viewer is to move.
    pub maximises: bool,
    /// The window it was entered with; `null` in searches without windows.
    pub alpha: Option<Number>,
    /// The other side of the window.
    pub beta: Option<Number>,
    /// The value it returned; `null` if the search was stopped before.
    pub value: Option<Number>,
    /// What that says about the true value at this depth.
    pub precision: Precision,
    /// What the value changes in the window of the node before: `α = 7` or `β = -2`.
    pub changes: Option<String>,
    /// How the value came about: `leaf`, `searched`, `cut` (moves were left out), `remembered`
    /// (from a transposition table), `recalled` (known from before, not entered), `ruled` (by a
    /// rule for a side without a move) or `unfinished`.
    pub ending: &'static str,
    /// Why the other moves were left out: `3 ≥ β = 2`.
    pub reason: Option<String>,
    /// The moves that the cut has left out.
    pub left_out: Vec<String>,
    /// Whether it lies on the chosen line.
    pub chosen: bool,
    /// The squares row by row from the top: `X`, `O` or `-`.
    pub board: Option<String>,
}

/// Why a search cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The player's text is wrong.
    #[error("player: {0}")]
    Player(#[from] RosterError),
    /// There is no memory for the player.
    #[error("{0}")]
    NoMemory(#[from] NoMemory),
    /// The player cannot be watched.
    #[error(
        "`{0}` shows no search here: expected a player of the textbooks that searches in one \
         thread; `exact` and `last` do near the end of a game only"
    )]
    Nothing(String),
    /// The player does not search such a position.
    #[error("`{player}` has nothing to search: {why}")]
    Decided {
        /// The player.
        player: String,
        /// What leaves it nothing.
        why: &'static str,
    },
    /// The search is too large.
    #[error(
        "`{player}` enters more than {most} positions: expected a smaller depth, fewer playouts or \
         nodes, or less time"
    )]
    TooLarge {
        /// The player.
        player: String,
        /// The most that are recorded.
        most: usize,
    },
}

/// The most nodes, or moves of rounds, that are recorded.
const MOST: usize = 200_000;

impl Explanation {
    /// Has `player` search the position of `subject`, with the random numbers of `seed`.
    ///
    /// # Errors
    /// If there is no such player, or its search cannot be shown.
    pub fn of(subject: &Subject, player: &str, seed: u64) -> Result<Self, Problem> {
        match subject {
            Subject::Othello4(position) => explain(position, player, seed),
            Subject::Othello6(position) => explain(position, player, seed),
            Subject::Othello8(position) => explain(position, player, seed),
            Subject::Othello10(position) => explain(position, player, seed),
            Subject::TicTacToe(position) => explain(position, player, seed),
            Subject::Go(position) => explain(position, player, seed),
            Subject::Tree(tree) => explain(tree, &searching_all(tree, player)?, seed),
        }
    }

    /// The node that these moves lead to from the root, as far as the search has gone that way.
    #[must_use]
    pub fn find(&self, moves: &[String]) -> Vec<usize> {
        let mut path: Vec<usize> = self.root.into_iter().collect();
        for mv in moves {
            let Some(&here) = path.last() else { break };
            let mut children = self.nodes[here].children.iter().rev().copied();
            path.extend(children.find(|&child| self.nodes[child].label == *mv));
        }
        path
    }

    /// The explanation as JSON, on one line.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("its maps have text keys and its numbers are finite")
    }
}

/// The player's text with a depth that reaches every leaf of `tree`, unless it gives a depth: only
/// leaves have values, and what a search would take for the value of a node above them is none.
fn searching_all(tree: &ExplicitTree, text: &str) -> Result<String, Problem> {
    let player = Player::<ExplicitTree>::parse(text)?;
    let height = tree.empties().max(1).to_string();
    match player.parameter("depth") {
        Some(depth) if depth != height && player.given("depth").is_none() => {
            Ok(player.with_parameter("depth", &height)?.to_string())
        }
        _ => Ok(text.to_owned()),
    }
}

fn explain<G: Drawn>(position: &G, text: &str, seed: u64) -> Result<Explanation, Problem> {
    let player = Player::<G>::parse(text)?;
    let limits = Limits::default();
    let mut recorder = Recorder::new(MOST, limits.stop.clone());
    let report =
        player.try_searcher(Random::from_seed(seed))?.trace(position, &limits, &mut recorder);
    let Some(report) = report else { return Err(Problem::Nothing(player.to_string())) };
    let too_large = || Problem::TooLarge { player: player.to_string(), most: MOST };
    let mut trace = recorder.finish().ok_or_else(too_large)?;
    if trace.nodes.is_empty() && trace.sampling.is_none() {
        return Err(unsearched(position, player.to_string()));
    }
    // The rounds of a Monte-Carlo search count the root's wins.
    let viewer = match trace.sampling {
        None => position.viewer(),
        Some(_) => position.side_to_move(),
    };
    let is_turned = viewer != position.side_to_move();
    if is_turned {
        turn(&mut trace);
    }
    Ok(Explanation {
        format: 1,
        game: G::NAME,
        position: position.text(),
        player: player.to_string(),
        seed,
        viewer: if is_turned { "Max" } else { position.player() },
        chosen: trace.chosen.map(|mv| position.name(mv, viewer)),
        value: value::<G>(&trace, &report),
        entered: trace.entered(),
        leaves: trace.leaves(),
        size: position.board().map_or(0, |(size, _)| size),
        root: trace.root(),
        nodes: nodes(position, viewer, &trace, &report),
        sampling: trace
            .sampling
            .as_ref()
            .map(|sampling| Sampled::new(position, sampling, trace.chosen)),
    })
}

/// A trace as the other side sees it.
fn turn<M>(trace: &mut Trace<M>) {
    for node in &mut trace.nodes {
        node.maximises = !node.maximises;
        node.window = node.window.map(|window| -window);
        node.value = node.value.map(|value| -value);
    }
}

/// The value of the chosen move: where it is a share of the win, the mean that the tree shows.
fn value<G: Drawn>(trace: &Trace<G::Move>, report: &Report<G::Move>) -> Option<Number> {
    let number = Number::of(trace.value()?, report.unit, G::UNITS_PER_POINT);
    match &trace.sampling {
        Some(sampling) if report.unit == Unit::Wins => {
            let text = decimal(sampling.mean(trace.chosen?)?);
            Some(Number { text, ..number })
        }
        _ => Some(number),
    }
}

/// Why `player` has not searched.
fn unsearched<G: Game>(position: &G, player: String) -> Problem {
    match position.moves().next() {
        None => Problem::Decided { player, why: "the game is over" },
        Some(mv) if G::is_pass(mv) => Problem::Decided { player, why: "it must pass" },
        Some(_) => Problem::Nothing(player),
    }
}

/// Every node with its position's board.
fn nodes<G: Drawn>(
    start: &G,
    viewer: Side,
    trace: &Trace<G::Move>,
    report: &Report<G::Move>,
) -> Vec<Node> {
    let mut positions: Vec<G> = Vec::with_capacity(trace.nodes.len());
    let mut nodes: Vec<Node> = Vec::with_capacity(trace.nodes.len());
    for (number, node) in trace.nodes.iter().enumerate() {
        let before = node.parent.map(|parent| &positions[parent]);
        let (position, label) = match (before, node.mv) {
            (Some(before), Some(mv)) => (before.play(mv), before.label(mv)),
            _ => (start.clone(), start.root_label()),
        };
        let left_out = trace.left_out(&position, number);
        // Where nothing is left to skip, nothing is cut.
        let is_cut = !left_out.is_empty();
        let shown = |score| Number::of(score, report.unit, G::UNITS_PER_POINT);
        nodes.push(Node {
            parent: node.parent,
            children: node.children.clone(),
            label,
            maximises: node.maximises,
            alpha: node.window.map(|window| shown(window.alpha)),
            beta: node.window.map(|window| shown(window.beta)),
            value: node.value.map(shown),
            precision: Precision::Exact,
            changes: changes(trace, number)
                .map(|(bound, score)| format!("{bound} = {}", shown(score).text)),
            ending: ending(node.ending, is_cut),
            reason: reason(trace, number, report.unit, G::UNITS_PER_POINT).filter(|_| is_cut),
            left_out: left_out.iter().map(|&mv| position.name(mv, viewer)).collect(),
            chosen: false,
            board: position.board().map(|(_, squares)| squares),
        });
        positions.push(position);
    }
    let bounds = Bounds::of(trace, |number| !nodes[number].left_out.is_empty());
    let precisions: Vec<Precision> = (0..nodes.len()).map(|node| bounds.precision(node)).collect();
    let line = bounds.line();
    for (node, precision) in nodes.iter_mut().zip(precisions) {
        node.precision = precision;
    }
    line.into_iter().for_each(|number| nodes[number].chosen = true);
    nodes
}

fn ending(ending: Ending, is_cut: bool) -> &'static str {
    match ending {
        Ending::Unfinished => "unfinished",
        Ending::Leaf => "leaf",
        Ending::Cut if is_cut => "cut",
        Ending::Searched | Ending::Cut => "searched",
        Ending::Remembered => "remembered",
        Ending::Recalled => "recalled",
        Ending::Ruled => "ruled",
    }
}

/// The side of its parent's window that the value of a node has moved, and where to.
fn changes<M: Copy + PartialEq>(trace: &Trace<M>, number: usize) -> Option<(&'static str, Score)> {
    let node = &trace.nodes[number];
    let (parent, value) = (node.parent?, node.value?);
    let place = trace.nodes[parent].children.iter().position(|&child| child == number)?;
    let window = trace.standing(parent, place).window?;
    if value <= window.alpha || value >= window.beta {
        return None;
    }
    Some((if trace.nodes[parent].maximises { "α" } else { "β" }, value))
}

/// Why a node left out moves.
fn reason<M: Copy + PartialEq>(
    trace: &Trace<M>,
    number: usize,
    unit: Unit,
    units_per_point: i32,
) -> Option<String> {
    let node = &trace.nodes[number];
    let (value, window) = (node.value?, node.window.filter(|_| node.ending == Ending::Cut)?);
    let text = |score: Score| Number::of(score, unit, units_per_point).text;
    Some(if node.maximises {
        format!("{} ≥ β = {}", text(value), text(window.beta))
    } else {
        format!("{} ≤ α = {}", text(value), text(window.alpha))
    })
}
