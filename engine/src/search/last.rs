//! A player that plays the end of the game perfectly and leaves the rest to another one (S4's last-n player).

use super::{Exact, Report, Searcher};
use crate::game::Game;
use crate::limits::Limits;

/// Perfect play once at most `empties` squares are empty, another player's moves before.
pub struct Last<G: Game> {
    empties: u32,
    exact: Exact<G>,
    then: Box<dyn Searcher<G>>,
}

impl<G: Game> Last<G> {
    /// A player that follows `then` until `empties` empty squares are left and `exact` from there.
    #[must_use]
    pub fn new(empties: u32, exact: Exact<G>, then: Box<dyn Searcher<G>>) -> Self {
        Self { empties, exact, then }
    }
}

impl<G: Game> Searcher<G> for Last<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        if position.empties() <= self.empties {
            self.exact.search(position, limits, progress)
        } else {
            self.then.search(position, limits, progress)
        }
    }
}
