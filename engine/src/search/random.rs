//! The random player, the yardstick of the teaching pages.

use super::{Report, Searcher};
use crate::game::Game;
use crate::limits::Limits;
use crate::random::Random;

/// Plays every legal move with equal probability.
#[derive(Debug)]
pub struct RandomMover {
    random: Random,
}

impl RandomMover {
    /// A player that draws from `random`.
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { random }
    }
}

impl<G: Game> Searcher<G> for RandomMover {
    fn search(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut moves = position.moves();
        // A single move takes no number from the stream: forced moves cost nothing.
        let best = match moves.len() {
            0 => None,
            1 => moves.next(),
            count => moves.nth(self.random.below(count)),
        };
        Report { nodes: 1, ..Report::unsearched(best) }
    }
}
