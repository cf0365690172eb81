//! The players: name, meaning, parameters and how each is built.

use std::sync::Arc;

use super::Recipe;
use super::arguments::{Arguments, Parameter};
use super::evaluators::Playable;
use super::parameters::{
    DEEPEN, DEPTH, EMPTIES, EMPTIES_DEFAULT, EVAL, EXPLORATION, FINAL, LEVEL, MARGIN, MEMORY,
    NODES, PASS, PLAYOUT_DEPTH, PLAYOUTS, REUSE, REWARD, TABLE, THEN, THREADS, THRESHOLD, TIES,
    TIME, UCT_PLAYOUTS, depth, mebibytes, nodes, quota, time,
};
use super::syntax::{Call, RosterError, suggestion};
use crate::random::Random;
use crate::search::{
    AlphaBeta, Decision, Deepening, Exact, FlatMonteCarlo, Last, Limited, Lookahead, Minimax,
    NegaScout, Negamax, NoMemory, PassRule, Perfect, Playout, RandomMover, Reward, Searcher,
    Tactics, Ties, TranspositionTable, TreeSearch, Uct, UctSettings,
};

/// A player in the roster.
#[derive(Debug)]
pub struct Entry<G: Playable> {
    /// Its name in player texts.
    pub name: &'static str,
    /// How it plays, in one line.
    pub meaning: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(super) build: fn(&Arguments<'_>) -> Result<Recipe<G>, RosterError>,
}

/// All players of a game, weakest ideas first: those that play every game, then its own
/// specialists.
#[must_use]
pub fn players<G: Playable>() -> Vec<Entry<G>> {
    let mut players = textbook();
    players.extend(endings());
    players.extend(monte_carlo());
    players.extend(G::specialists());
    players
}

/// From chance to trees.
fn textbook<G: Playable>() -> Vec<Entry<G>> {
    vec![
        Entry {
            name: "random",
            meaning: "every legal move with equal probability",
            parameters: &[],
            build: |_| Ok(Arc::new(|random| Ok(Box::new(RandomMover::new(random))))),
        },
        Entry {
            name: "tactics",
            meaning: "takes a win, avoids a loss, sets a trap as far as it sees; random otherwise",
            parameters: &[LEVEL, TIME, NODES],
            build: tactics,
        },
        Entry {
            name: "minimax",
            meaning: "full-width search as the teaching pages write it, with their rules for \
                passes and ties",
            parameters: &[DEPTH, EVAL, PASS, TIES, TIME, NODES],
            build: minimax,
        },
        Entry {
            name: "negamax",
            meaning: "full-width search with one rule for both sides; a pass costs a ply",
            parameters: &[DEPTH, EVAL, DEEPEN, TIME, NODES],
            build: negamax,
        },
        Entry {
            name: "alphabeta",
            meaning: "negamax that skips what cannot matter; killer moves are tried first",
            parameters: &[DEPTH, EVAL, DEEPEN, TIME, NODES, TABLE],
            build: alphabeta,
        },
        Entry {
            name: "negascout",
            meaning: "alphabeta that trusts its first move and only checks the others; killer \
                moves are tried first, too",
            parameters: &[DEPTH, EVAL, DEEPEN, TIME, NODES, TABLE],
            build: negascout,
        },
    ]
}

/// Perfect in the end of the game.
fn endings<G: Playable>() -> Vec<Entry<G>> {
    vec![
        Entry {
            name: "exact",
            meaning: "random until few squares are empty, then perfect (the endgame page's player)",
            parameters: &[EMPTIES, TIME, NODES, TABLE],
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
            parameters: &[PLAYOUTS, TIME, NODES, PLAYOUT_DEPTH, EVAL, REWARD, MARGIN],
            build: flat_mc,
        },
        Entry {
            name: "uct",
            meaning: "Monte-Carlo tree search: playouts go where the mean or the uncertainty is \
                high",
            parameters: &[
                UCT_PLAYOUTS,
                TIME,
                NODES,
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
        build: |_| Ok(Arc::new(|random| Ok(Box::new(Perfect::new(random))))),
    }
}

/// The recipe for what `call` names.
pub(super) fn build<G: Playable>(call: &Call) -> Result<Recipe<G>, RosterError> {
    let players = players::<G>();
    let Some(entry) = players.iter().find(|entry| entry.name == call.name) else {
        if let Some(boards) = G::elsewhere(&call.name) {
            let problem = format!("`{}` plays on {boards} only", call.name);
            return Err(RosterError { column: call.column, problem });
        }
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

/// Whether neither a clock nor a race between threads decides what the player does, nor a player
/// inside it.
pub(super) fn is_repeatable(call: &Call) -> bool {
    call.arguments.iter().all(|argument| {
        let harmless = match argument.key.as_str() {
            "time" => 0.0,
            // The expert's threads share a table; those of `uct` work side by side.
            "threads" if call.name == "expert" => 1.0,
            _ => return is_repeatable(&argument.value),
        };
        argument.value.name.parse() == Ok(harmless)
    })
}

/// Up to how many empty squares nothing of what the player does is drawn, neither by itself nor by
/// a player inside it; `None` where nothing ever is. Of two players that draw nothing a game is
/// decided by its opening, as far as they [are repeatable](is_repeatable).
pub(super) fn drawn_above(call: &Call) -> Option<u32> {
    let given = |key| {
        call.arguments.iter().find(|argument| argument.key == key).map(|argument| &argument.value)
    };
    let is_given = |key, value| given(key).is_some_and(|given| given.name == value);
    let is_limited = |key| given(key).is_some_and(|limit| limit.name.parse() != Ok(0.0));
    // With a limit the end may be left unsolved to the player for the moves before.
    let solved = || match is_limited("nodes") || is_limited("time") {
        true => 0,
        false => given("empties")
            .map_or(EMPTIES_DEFAULT as u32, |empties| empties.name.parse().unwrap_or_default()),
    };
    match call.name.as_str() {
        "negamax" | "alphabeta" | "negascout" => None,
        "expert" => is_given("book", "on").then_some(0),
        "minimax" => is_given("ties", "random").then_some(0),
        "exact" => Some(solved()),
        "last" => given("then").map_or(Some(0), drawn_above).map(|then| then.max(solved())),
        _ => Some(0),
    }
}

fn unknown<'a>(
    what: &str,
    call: &Call,
    names: impl Iterator<Item = &'a str> + Clone,
) -> RosterError {
    let known: Vec<&str> = names.clone().collect();
    let (near, name) = (suggestion(&call.name, names), &call.name);
    let problem = format!("unknown {what} `{name}` (there are {}){near}", known.join(", "));
    RosterError { column: call.column, problem }
}

/// The recipe for what `build` makes, within the time and the nodes that are given.
pub(super) fn limited<G: Playable, S: Searcher<G> + 'static>(
    arguments: &Arguments<'_>,
    build: impl Fn(Random) -> Result<S, NoMemory> + Send + Sync + 'static,
) -> Result<Recipe<G>, RosterError> {
    let (time, nodes) = (time(arguments)?, nodes(arguments)?);
    Ok(Arc::new(move |random| Ok(Box::new(Limited::new(build(random)?, time, nodes)))))
}

fn tactics<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let levels = [Lookahead::WinInOne, Lookahead::AvoidLossInOne, Lookahead::WinInTwo];
    let lookahead = levels[arguments.integer("level")? as usize - 1];
    limited(arguments, move |random| Ok(Tactics::new(lookahead, random)))
}

fn minimax<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let evaluator = arguments.evaluator::<G>("eval")?;
    let pass = [PassRule::Proper, PassRule::Ply, PassRule::Reward, PassRule::Penalty]
        [arguments.choice("pass")?];
    let ties = [Ties::First, Ties::Last, Ties::Random][arguments.choice("ties")?];
    let reach = Reach::of(arguments)?;
    limited(arguments, move |random| {
        Ok(reach.searched(Minimax::new(evaluator.clone(), pass, ties, random), false))
    })
}

fn negamax<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let evaluator = arguments.evaluator::<G>("eval")?;
    deepening(arguments, move || Ok(Negamax::new(evaluator.clone())))
}

fn alphabeta<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (evaluator, mib) = (arguments.evaluator::<G>("eval")?, mebibytes(arguments)?);
    deepening(arguments, move || {
        Ok(AlphaBeta::new(evaluator.clone(), TranspositionTable::new(mib)?))
    })
}

fn negascout<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (evaluator, mib) = (arguments.evaluator::<G>("eval")?, mebibytes(arguments)?);
    deepening(arguments, move || {
        Ok(NegaScout::new(evaluator.clone(), TranspositionTable::new(mib)?))
    })
}

/// A player that searches with trees of `plant`'s making to the depth given, or as deep as time and
/// nodes last.
fn deepening<G: Playable, T: TreeSearch<G> + 'static>(
    arguments: &Arguments<'_>,
    plant: impl Fn() -> Result<T, NoMemory> + Send + Sync + 'static,
) -> Result<Recipe<G>, RosterError> {
    let (reach, deepen) = (Reach::of(arguments)?, arguments.choice("deepen")?);
    limited(arguments, move |_| {
        let player = reach.searched(plant()?, deepen > 0);
        Ok(if deepen == 2 { player.timed() } else { player })
    })
}

/// How deep a player goes.
#[derive(Clone, Copy)]
struct Reach {
    depth: u32,
    is_given: bool,
}

impl Reach {
    /// The depth given, or the usual one.
    fn of(arguments: &Arguments<'_>) -> Result<Self, RosterError> {
        Ok(Self { depth: depth(arguments)?, is_given: arguments.is_given("depth") })
    }

    /// A player that searches with `tree`; no depth that nobody has given keeps it from using what
    /// a single search may.
    fn searched<T>(self, tree: T, deepen: bool) -> Deepening<T> {
        let player = Deepening::new(tree, self.depth, deepen);
        if self.is_given { player } else { player.yielding() }
    }
}

fn exact<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (empties, mib) = (arguments.integer("empties")? as u32, mebibytes(arguments)?);
    limited(arguments, move |random| {
        Ok(Last::new(
            empties,
            Exact::new(TranspositionTable::new(mib)?),
            Box::new(RandomMover::new(random)),
        ))
    })
}

fn last<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (empties, mib) = (arguments.integer("empties")? as u32, mebibytes(arguments)?);
    let then = arguments.player::<G>("then")?;
    limited(arguments, move |random| {
        Ok(Last::new(empties, Exact::new(TranspositionTable::new(mib)?), then(random)?))
    })
}

fn flat_mc<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let (quota, playout) = (quota(arguments)?, playout::<G>(arguments)?);
    limited(arguments, move |random| Ok(FlatMonteCarlo::new(quota, playout.clone(), random)))
}

fn uct<G: Playable>(arguments: &Arguments<'_>) -> Result<Recipe<G>, RosterError> {
    let settings = UctSettings {
        quota: quota(arguments)?,
        exploration: arguments.real("c")?,
        threshold: arguments.integer("threshold")? as u32,
        decision: [Decision::Visits, Decision::Value][arguments.choice("final")?],
        reuse: arguments.choice("reuse")? == 1,
        memory: (arguments.integer("memory")? as usize).saturating_mul(1 << 20),
    };
    let (playout, threads) = (playout::<G>(arguments)?, arguments.integer("threads")? as usize);
    limited(arguments, move |random| Ok(Uct::new(settings, playout.clone(), random, threads)))
}

fn playout<G: Playable>(arguments: &Arguments<'_>) -> Result<Playout<G::Evaluator>, RosterError> {
    let margin = arguments.integer("margin")? as u32;
    Ok(Playout {
        depth: arguments.integer("playout_depth")? as u32,
        evaluator: arguments.evaluator::<G>("eval")?,
        reward: [Reward::Outcome, Reward::Score { margin }][arguments.choice("reward")?],
    })
}
