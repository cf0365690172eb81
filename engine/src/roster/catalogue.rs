//! The players: name, meaning, parameters and how each is built.

use std::sync::Arc;
use std::time::Duration;

use super::Recipe;
use super::arguments::{Arguments, Kind, Parameter};
use super::evaluators::Playable;
use super::syntax::{Call, RosterError, suggestion};
use crate::search::{
    AlphaBeta, Decision, Deepening, Exact, FlatMonteCarlo, Foresight, Last, Limited, Minimax, NegaScout,
    Negamax, PassRule, Perfect, Playout, RandomMover, Reward, Table, Tactics, Ties, TreeSearch, Uct,
    UctSettings,
};

/// A player in the roster.
pub struct Entry<G: Playable> {
    /// Its name in player texts.
    pub name: &'static str,
    /// How it plays, in one line.
    pub meaning: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(super) build: fn(&Arguments<'_>) -> Result<Recipe<G>, RosterError>,
}

const MAX_DEPTH: i64 = 60;
const DEPTH: Parameter = Parameter {
    name: "depth",
    kind: Kind::Integer { least: 1, most: MAX_DEPTH, default: 2 },
    meaning: "plies it looks ahead",
};
const DEEPENED: Parameter = Parameter {
    meaning: "plies it looks ahead; left out, as far as time or nodes last if they are given",
    ..DEPTH
};
const EVAL: Parameter = Parameter {
    name: "eval",
    kind: Kind::Evaluator { default: "" },
    meaning: "how it values the positions where it stops",
};
const DEEPEN: Parameter = Parameter {
    name: "deepen",
    kind: Kind::Choice(&["off", "on", "timed"]),
    meaning: "search depth 1, 2, … in turn, so that a stopped search has a move (iterative deepening; always with time or \
              nodes); timed goes deeper where a limit of time allows it",
};
const TABLE: Parameter = Parameter {
    name: "table",
    kind: Kind::Integer { least: 0, most: 4096, default: 0 },
    meaning: "MiB of transposition table, 0 for none; it changes the cost, never the value",
};
const EMPTIES: Parameter = Parameter {
    name: "empties",
    kind: Kind::Integer { least: 0, most: 30, default: 10 },
    meaning: "empty squares from which it plays perfectly",
};

const LEVEL: Parameter = Parameter {
    name: "level",
    kind: Kind::Integer { least: 1, most: 3, default: 3 },
    meaning: "1 wins in one, 2 also avoids to lose in one, 3 also wins in two",
};
const PASS: Parameter = Parameter {
    name: "pass",
    kind: Kind::Choice(&["proper", "ply", "reward", "penalty"]),
    meaning: "a side without a move: passes at no cost or for a ply, or the line ends best for it (reward, the win-rate \
              page's Python listing) or worst (penalty, its C++ listing)",
};
const TIES: Parameter = Parameter {
    name: "ties",
    kind: Kind::Choice(&["first", "last", "random"]),
    meaning: "which of equally good moves is played; the win-rate page's listings play the last",
};
const PLAYOUTS: Parameter = Parameter {
    name: "playouts",
    kind: Kind::Integer { least: 1, most: 1_000_000_000, default: 1000 },
    meaning: "random games a move; as many as there is time for if only time is given",
};
const UCT_PLAYOUTS: Parameter = Parameter {
    kind: Kind::Integer { least: 1, most: 1_000_000_000, default: 5000 },
    meaning: "random games a move at most; left out, as many as there is time for, or 5000 without a limit of time",
    ..PLAYOUTS
};
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
const EXPLORATION: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { least: 0.0, most: 1000.0, default: 1.4142 },
    meaning: "weight of exploration against the mean so far, for rewards from 0 to 1",
};
const THRESHOLD: Parameter = Parameter {
    name: "threshold",
    kind: Kind::Integer { least: 1, most: 1_000_000, default: 1 },
    meaning: "playouts from a position before its moves become part of the tree",
};
const PLAYOUT_DEPTH: Parameter = Parameter {
    name: "playout_depth",
    kind: Kind::Integer { least: 0, most: 10_000, default: 10_000 },
    meaning: "plies of a playout before eval judges it",
};
const REWARD: Parameter = Parameter {
    name: "reward",
    kind: Kind::Choice(&["outcome", "score"]),
    meaning: "what a playout gives: 1, ½ or 0 for a win, a draw or a loss; or a share that grows with the margin",
};
const MARGIN: Parameter = Parameter {
    name: "margin",
    kind: Kind::Integer { least: 1, most: 100_000, default: 64 },
    meaning: "with reward=score, the points that are as good as any more",
};
const FINAL: Parameter = Parameter {
    name: "final",
    kind: Kind::Choice(&["visits", "value"]),
    meaning: "the move played: the one with the most playouts or with the best mean",
};
const REUSE: Parameter = Parameter {
    name: "reuse",
    kind: Kind::Choice(&["off", "on"]),
    meaning: "keep the part of the tree that the game goes through for the next move",
};
const MEMORY: Parameter = Parameter {
    name: "memory",
    kind: Kind::Integer { least: 1, most: 65_536, default: 256 },
    meaning: "MiB the tree may take; a full tree grows no more but goes on counting",
};
const THREADS: Parameter = Parameter {
    name: "threads",
    kind: Kind::Integer { least: 1, most: 256, default: 1 },
    meaning: "threads that grow a tree each and share playouts and memory; another number makes other moves",
};
const THEN: Parameter = Parameter {
    name: "then",
    kind: Kind::Player { default: "random" },
    meaning: "the player for the moves before",
};

/// All players of a game, weakest ideas first: those that play every game, then its own specialists.
#[must_use]
pub fn players<G: Playable>() -> Vec<Entry<G>> {
    let mut players = textbook();
    players.extend(monte_carlo());
    players.extend(G::specialists());
    players
}

/// From chance to perfect endings, by trees.
fn textbook<G: Playable>() -> Vec<Entry<G>> {
    vec![
        Entry {
            name: "random",
            meaning: "every legal move with equal probability",
            parameters: &[],
            build: |_| Ok(Arc::new(|random| Box::new(RandomMover::new(random)))),
        },
        Entry {
            name: "tactics",
            meaning: "takes a win, avoids a loss, sets a trap as far as it sees; random otherwise",
            parameters: &[LEVEL],
            build: tactics,
        },
        Entry {
            name: "minimax",
            meaning: "full-width search as the teaching pages write it, with their rules for passes and ties",
            parameters: &[DEPTH, EVAL, PASS, TIES],
            build: minimax,
        },
        Entry {
            name: "negamax",
            meaning: "full-width search with one rule for both sides; a pass costs a ply",
            parameters: &[DEEPENED, EVAL, DEEPEN, TIME, NODES],
            build: negamax,
        },
        Entry {
            name: "alphabeta",
            meaning: "negamax that skips what cannot matter",
            parameters: &[DEEPENED, EVAL, DEEPEN, TIME, NODES, TABLE],
            build: alphabeta,
        },
        Entry {
            name: "negascout",
            meaning: "alphabeta that trusts its first move and only checks the others",
            parameters: &[DEEPENED, EVAL, DEEPEN, TIME, NODES, TABLE],
            build: negascout,
        },
        Entry {
            name: "exact",
            meaning: "random until few squares are empty, then perfect (the endgame page's player)",
            parameters: &[EMPTIES, TABLE],
            build: exact,
        },
        Entry {
            name: "last",
            meaning: "another player until few squares are empty, then perfect",
            parameters: &[EMPTIES, THEN, TIME, NODES, TABLE],
            build: last,
        },
    ]
}

/// By playing games out at random.
fn monte_carlo<G: Playable>() -> Vec<Entry<G>> {
    vec![
        Entry {
            name: "flat_mc",
            meaning: "the move whose playouts, as many for each, ended best (flat Monte-Carlo)",
            parameters: &[PLAYOUTS, TIME, PLAYOUT_DEPTH, EVAL, REWARD, MARGIN],
            build: flat_mc,
        },
        Entry {
            name: "uct",
            meaning: "Monte-Carlo tree search: playouts go where the mean or the uncertainty is high",
            parameters: &[
                UCT_PLAYOUTS,
                TIME,
                EXPLORATION,
                THRESHOLD,
                PLAYOUT_DEPTH,
                EVAL,
                REWARD,
                MARGIN,
                FINAL,
                REUSE,
                MEMORY,
                THREADS,
            ],
            build: uct,
        },
    ]
}

/// The player that knows every position, for games that are small enough.
pub(super) fn perfect<G: Playable>() -> Entry<G> {
    Entry {
        name: "perfect",
        meaning: "one of the best moves by win, draw and loss, with equal probability",
        parameters: &[],
        build: |_| Ok(Arc::new(|random| Box::new(Perfect::new(random)))),
    }
}

/// The recipe for what `call` names.
pub(super) fn build<G: Playable>(call: &Call) -> Result<Recipe<G>, RosterError> {
    let players = players::<G>();
    let Some(entry) = players.iter().find(|entry| entry.name == call.name) else {
        return Err(unknown("player", call, players.iter().map(|entry| entry.name)));
    };
    (entry.build)(&Arguments::new(call, entry.parameters)?)
}

/// The evaluator that `call` names; an empty name stands for the game's first.
pub(super) fn evaluator<G: Playable>(call: &Call) -> Result<G::Evaluator, RosterError> {
    let evaluators = G::evaluators();
    let found = evaluators.iter().find(|entry| entry.name == call.name || call.name.is_empty());
    let Some(entry) = found else {
        return Err(unknown("evaluator", call, evaluators.iter().map(|entry| entry.name)));
    };
    (entry.build)(&Arguments::new(call, entry.parameters)?)
}

/// Whether neither a clock nor a race between threads decides what the player does, nor a player inside it.
pub(super) fn is_repeatable(call: &Call) -> bool {
    call.arguments.iter().all(|argument| {
        let harmless = match argument.key.as_str() {
            "time" => "0",
            // The expert's threads share a table; those of `uct` work side by side.
            "threads" if call.name == "expert" => "1",
            _ => return is_repeatable(&argument.value),
        };
        argument.value.name == harmless
    })
}

/// Whether chance has a hand in what the player does, its own or that of a player inside it. Without it a game between
/// two players is decided by its opening.
pub(super) fn draws(call: &Call) -> bool {
    let given =
        |key| call.arguments.iter().find(|argument| argument.key == key).map(|argument| &argument.value);
    match call.name.as_str() {
        "negamax" | "alphabeta" | "negascout" | "expert" => !is_repeatable(call),
        "minimax" => given("ties").is_some_and(|ties| ties.name == "random"),
        "last" => !is_repeatable(call) || given("then").is_none_or(draws),
        _ => true,
    }
}

fn unknown<'a>(what: &str, call: &Call, names: impl Iterator<Item = &'a str> + Clone) -> RosterError {
    let known: Vec<&str> = names.clone().collect();
    let (near, name) = (suggestion(&call.name, names), &call.name);
    let problem = format!("unknown {what} `{name}` (there are {}){near}", known.join(", "));
    RosterError { column: call.column, problem }
}

fn tactics<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let levels = [Foresight::WinInOne, Foresight::AvoidLossInOne, Foresight::WinInTwo];
    let foresight = levels[arguments.integer("level")? as usize - 1];
    Ok(Arc::new(move |random| Box::new(Tactics::new(foresight, random))))
}

fn minimax<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let depth = depth(arguments)?;
    let evaluator = arguments.evaluator::<G>("eval")?;
    let pass =
        [PassRule::Proper, PassRule::Ply, PassRule::Reward, PassRule::Penalty][arguments.choice("pass")?];
    let ties = [Ties::First, Ties::Last, Ties::Random][arguments.choice("ties")?];
    Ok(Arc::new(move |random| Box::new(Minimax::new(evaluator.clone(), depth, pass, ties, random))))
}

fn negamax<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let evaluator = arguments.evaluator::<G>("eval")?;
    deepening(arguments, move || Negamax::new(evaluator.clone()))
}

fn alphabeta<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (evaluator, mib) = (arguments.evaluator::<G>("eval")?, mebibytes(arguments)?);
    deepening(arguments, move || AlphaBeta::new(evaluator.clone(), Table::new(mib)))
}

fn negascout<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (evaluator, mib) = (arguments.evaluator::<G>("eval")?, mebibytes(arguments)?);
    deepening(arguments, move || NegaScout::new(evaluator.clone(), Table::new(mib)))
}

/// A player that searches with trees of `plant`'s making to the depth given, or as deep as time and nodes last.
fn deepening<G: Playable, T: TreeSearch<G> + 'static>(
    arguments: &Arguments<'_>,
    plant: impl Fn() -> T + Send + Sync + 'static,
) -> Result<Recipe<G>, RosterError> {
    let (time, nodes) = (time(arguments)?, nodes(arguments)?);
    let limited = time.is_some() || nodes.is_some();
    let endless = limited && !arguments.is_given("depth");
    let depth = if endless { MAX_DEPTH as u32 } else { depth(arguments)? };
    let deepen = arguments.choice("deepen")?;
    Ok(Arc::new(move |_| {
        let player = Deepening::new(plant(), depth, limited || deepen > 0);
        Box::new(Limited::new(if deepen == 2 { player.timed() } else { player }, time, nodes))
    }))
}

fn exact<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (empties, mib) = (arguments.integer("empties")? as u32, mebibytes(arguments)?);
    Ok(Arc::new(move |random| {
        Box::new(Last::new(empties, Exact::new(Table::new(mib)), Box::new(RandomMover::new(random))))
    }))
}

fn last<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (empties, mib) = (arguments.integer("empties")? as u32, mebibytes(arguments)?);
    let then = arguments.player::<G>("then")?;
    let (time, nodes) = (time(arguments)?, nodes(arguments)?);
    Ok(Arc::new(move |random| {
        let last = Last::new(empties, Exact::new(Table::new(mib)), then(random));
        Box::new(Limited::new(last, time, nodes))
    }))
}

fn flat_mc<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (playouts, time) = (playouts(arguments)?, time(arguments)?);
    let playout = playout::<G>(arguments)?;
    Ok(Arc::new(move |random| Box::new(FlatMonteCarlo::new(playouts, time, playout.clone(), random))))
}

fn uct<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let settings = UctSettings {
        playouts: arguments.integer("playouts")? as u64,
        elastic: !arguments.is_given("playouts"),
        time: time(arguments)?,
        exploration: arguments.real("c")?,
        threshold: arguments.integer("threshold")? as u32,
        decision: [Decision::Visits, Decision::Value][arguments.choice("final")?],
        reuse: arguments.choice("reuse")? == 1,
        memory: (arguments.integer("memory")? as usize) << 20,
    };
    let (playout, threads) = (playout::<G>(arguments)?, arguments.integer("threads")? as usize);
    Ok(Arc::new(move |random| Box::new(Uct::new(settings, playout.clone(), random, threads))))
}

fn playout<G: Playable>(arguments: &Arguments<'_>) -> Result<Playout<G::Evaluator>, RosterError> {
    let margin = arguments.integer("margin")? as u32;
    Ok(Playout {
        depth: arguments.integer("playout_depth")? as u32,
        evaluator: arguments.evaluator::<G>("eval")?,
        reward: [Reward::Outcome, Reward::Score { margin }][arguments.choice("reward")?],
    })
}

// The declared ranges make these conversions exact.

/// The playouts given, or the default; no limit where time alone is given.
fn playouts(arguments: &Arguments<'_>) -> Result<u64, RosterError> {
    let playouts = arguments.integer("playouts")? as u64;
    let by_time = time(arguments)?.is_some() && !arguments.is_given("playouts");
    Ok(if by_time { u64::MAX } else { playouts })
}

pub(super) fn time(arguments: &Arguments<'_>) -> Result<Option<Duration>, RosterError> {
    let milliseconds = arguments.integer("time")? as u64;
    Ok((milliseconds > 0).then(|| Duration::from_millis(milliseconds)))
}

pub(super) fn nodes(arguments: &Arguments<'_>) -> Result<Option<u64>, RosterError> {
    let nodes = arguments.integer("nodes")? as u64;
    Ok((nodes > 0).then_some(nodes))
}

fn depth(arguments: &Arguments<'_>) -> Result<u32, RosterError> {
    arguments.integer("depth").map(|depth| depth as u32)
}

fn mebibytes(arguments: &Arguments<'_>) -> Result<usize, RosterError> {
    arguments.integer("table").map(|mib| mib as usize)
}
