//! Perft: the number of leaves of the full game tree to a depth, the classic test and benchmark of a rules kernel.
//!
//! Two conventions are published for Othello and agree up to depth 8: in one a pass is a ply like any other, in the
//! other it costs no depth. In both a game that ends early counts as one leaf at every greater depth.

use crate::game::Game;
use crate::games::othello::{Bits, Kernel, Othello};

/// What a forced pass costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCost {
    /// One ply (Egaroucid's perft mode 1, aartbik's list).
    Ply,
    /// Nothing (Egaroucid's mode 2, neural-reversi).
    Free,
}

/// Leaves `depth` plies below `position`, for any game, a pass being a ply; every leaf is visited.
pub fn plain<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = position.moves().peekable();
    if moves.peek().is_none() {
        return 1;
    }
    moves.map(|mv| plain(&position.play(mv), depth - 1)).sum()
}

/// Leaves `depth` plies below an Othello position; the last ply is counted in bulk, not played.
#[must_use]
pub fn othello<K: Kernel>(position: &Othello<K>, depth: u32, passes: PassCost) -> u64 {
    match depth {
        0 => 1,
        _ => count::<K>(position.mover(), position.opponent(), depth, passes),
    }
}

fn count<K: Kernel>(mover: K::Bits, opponent: K::Bits, depth: u32, passes: PassCost) -> u64 {
    let legal = K::legal(mover, opponent);
    if legal.is_empty() {
        return count_pass::<K>(mover, opponent, depth, passes);
    }
    if depth == 1 {
        return u64::from(legal.count());
    }
    let leaves = |index: u32| {
        let flips = K::flips(index, mover, opponent);
        count::<K>(opponent & !flips, mover | flips | K::Bits::single(index), depth - 1, passes)
    };
    legal.indices().map(leaves).sum()
}

fn count_pass<K: Kernel>(mover: K::Bits, opponent: K::Bits, depth: u32, passes: PassCost) -> u64 {
    if K::legal(opponent, mover).is_empty() {
        return 1;
    }
    match (passes, depth) {
        (PassCost::Ply, 1) => 1,
        (PassCost::Ply, _) => count::<K>(opponent, mover, depth - 1, passes),
        (PassCost::Free, _) => count::<K>(opponent, mover, depth, passes),
    }
}
