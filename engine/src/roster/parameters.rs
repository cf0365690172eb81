//! The parameters that players have in common, and how they are read.

use std::time::Duration;

use super::arguments::{Arguments, Kind, Parameter};
use super::syntax::RosterError;
use crate::search::Quota;

pub(super) const DEPTH: Parameter = Parameter {
    name: "depth",
    kind: Kind::Integer { least: 1, most: 60, default: 2 },
    meaning: "plies it looks ahead; left out, as far as time or nodes last if they are given",
};
pub(super) const EVAL: Parameter = Parameter {
    name: "eval",
    kind: Kind::Evaluator { default: "" },
    meaning: "how it values the positions where it stops",
};
pub(super) const DEEPEN: Parameter = Parameter {
    name: "deepen",
    kind: Kind::Choice(&["off", "on", "timed"]),
    meaning: "search depth 1, 2, … in turn, so that a stopped search has a move (iterative \
        deepening; always with time or nodes); timed goes deeper where a limit of time allows it",
};
pub(super) const TABLE: Parameter = Parameter {
    name: "table",
    kind: Kind::Integer { least: 0, most: 4096, default: 0 },
    meaning: "MiB of transposition table, 0 for none; it changes the cost, never the value",
};
pub(super) const EMPTIES_DEFAULT: i64 = 10;
pub(super) const EMPTIES: Parameter = Parameter {
    name: "empties",
    kind: Kind::Integer { least: 0, most: 30, default: EMPTIES_DEFAULT },
    meaning: "empty squares from which it plays perfectly; in Go moves before the move limit",
};

pub(super) const LEVEL: Parameter = Parameter {
    name: "level",
    kind: Kind::Integer { least: 1, most: 3, default: 3 },
    meaning: "1 wins in one, 2 also avoids to lose in one, 3 also wins in two",
};
pub(super) const PASS: Parameter = Parameter {
    name: "pass",
    kind: Kind::Choice(&["proper", "ply", "reward", "penalty"]),
    meaning: "a side without a move: passes at no cost or for a ply, or the line ends best for it \
        (reward, the win-rate page's Python listing) or worst (penalty, its C++ listing)",
};
pub(super) const TIES: Parameter = Parameter {
    name: "ties",
    kind: Kind::Choice(&["first", "last", "random"]),
    meaning: "which of equally good moves is played; the win-rate page's listings play the last",
};
pub(super) const PLAYOUTS: Parameter = Parameter {
    name: "playouts",
    kind: Kind::Integer { least: 1, most: 1_000_000_000, default: 1000 },
    meaning: "random games a move at most; left out, as many as limits of time or nodes allow if \
        there are any",
};
pub(super) const UCT_PLAYOUTS: Parameter =
    Parameter { kind: Kind::Integer { least: 1, most: 1_000_000_000, default: 5000 }, ..PLAYOUTS };
pub(super) const TIME: Parameter = Parameter {
    name: "time",
    kind: Kind::Integer { least: 0, most: 86_400_000, default: 0 },
    meaning: "milliseconds a move at most, 0 for no limit; such games cannot be repeated exactly",
};
pub(super) const NODES: Parameter = Parameter {
    name: "nodes",
    kind: Kind::Integer { least: 0, most: 1_000_000_000_000, default: 0 },
    meaning: "positions it enters for a move at most, 0 for no limit",
};
#[expect(
    clippy::approx_constant,
    reason = "√2 as the sources round it, so that their player texts mean the same"
)]
pub(super) const EXPLORATION: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { least: 0.0, most: 1000.0, default: 1.4142 },
    meaning: "weight of exploration against the mean so far, for rewards from 0 to 1",
};
pub(super) const THRESHOLD: Parameter = Parameter {
    name: "threshold",
    kind: Kind::Integer { least: 1, most: 1_000_000, default: 1 },
    meaning: "playouts from a position before its moves become part of the tree",
};
pub(super) const PLAYOUT_DEPTH: Parameter = Parameter {
    name: "playout_depth",
    kind: Kind::Integer { least: 0, most: 10_000, default: 10_000 },
    meaning: "plies of a playout before eval judges it",
};
pub(super) const REWARD: Parameter = Parameter {
    name: "reward",
    kind: Kind::Choice(&["outcome", "score"]),
    meaning: "what a playout gives: 1, ½ or 0 for a win, a draw or a loss; or a share that grows \
        with the margin",
};
pub(super) const MARGIN: Parameter = Parameter {
    name: "margin",
    // A thousand times as much has to stay below half a decided game's value.
    kind: Kind::Integer { least: 1, most: 40_000, default: 64 },
    meaning: "with reward=score, the points that are as good as any more",
};
pub(super) const FINAL: Parameter = Parameter {
    name: "final",
    kind: Kind::Choice(&["visits", "value"]),
    meaning: "the move played: the one with the most playouts or with the best mean",
};
pub(super) const REUSE: Parameter = Parameter {
    name: "reuse",
    kind: Kind::Choice(&["off", "on"]),
    meaning: "keep the part of the tree that the game goes through for the next move",
};
pub(super) const MEMORY: Parameter = Parameter {
    name: "memory",
    kind: Kind::Integer { least: 1, most: 65_536, default: 256 },
    meaning: "MiB the tree may take; a full tree grows no more but goes on counting",
};
pub(super) const THREADS: Parameter = Parameter {
    name: "threads",
    kind: Kind::Integer { least: 1, most: 256, default: 1 },
    meaning: "threads that grow a tree each and share playouts and memory; another number makes \
        other moves",
};
pub(super) const THEN: Parameter = Parameter {
    name: "then",
    kind: Kind::Player { default: "random" },
    meaning: "the player for the moves before",
};

// The declared ranges make these conversions exact.

/// The playouts given; the usual number, or as many as the limits allow, if they are left out.
pub(super) fn quota(arguments: &Arguments<'_>) -> Result<Quota, RosterError> {
    let playouts = arguments.integer("playouts")? as u64;
    Ok(Quota { playouts, elastic: !arguments.is_given("playouts") })
}

pub(super) fn time(arguments: &Arguments<'_>) -> Result<Option<Duration>, RosterError> {
    let milliseconds = arguments.integer("time")? as u64;
    Ok((milliseconds > 0).then(|| Duration::from_millis(milliseconds)))
}

pub(super) fn nodes(arguments: &Arguments<'_>) -> Result<Option<u64>, RosterError> {
    let nodes = arguments.integer("nodes")? as u64;
    Ok((nodes > 0).then_some(nodes))
}

pub(super) fn depth(arguments: &Arguments<'_>) -> Result<u32, RosterError> {
    arguments.integer("depth").map(|depth| depth as u32)
}

pub(super) fn mebibytes(arguments: &Arguments<'_>) -> Result<usize, RosterError> {
    arguments.integer("table").map(|mib| mib as usize)
}
