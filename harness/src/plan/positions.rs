//! Positions that a search experiment looks at: random games stopped on their way.

use std::ops::Range;

use yomi_engine::random::Random;

use crate::games::LabGame;

/// A position after a random number of random plies in which the game goes on; `None` if many tries
/// find none.
pub fn draw<G: LabGame>(
    start: &G,
    plies: &Range<u32>,
    random: &mut Random,
    tries: u32,
) -> Option<G> {
    for _ in 0..tries {
        let plies = plies.start as usize + random.below(plies.len());
        let position = random_position(start, plies, random);
        if position.moves().len() > 0 {
            return Some(position);
        }
    }
    None
}

/// The position after `plies` random moves, or the end of the game if that comes first.
fn random_position<G: LabGame>(start: &G, plies: usize, random: &mut Random) -> G {
    let mut position = start.clone();
    for _ in 0..plies {
        let Some(mv) = position.playout_move(random) else { break };
        position.advance(mv);
    }
    position
}
