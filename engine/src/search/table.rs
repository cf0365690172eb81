//! The transposition table: what is already known of a position reached before by another order of
//! moves.

use std::fmt;

use super::{Choice, NoMemory};
use crate::game::Game;
use crate::score::Window;

/// A fixed number of places, each remembering the last position searched there.
///
/// A stored value is used only for the same position at the same depth, so a search with a table
/// returns the same values as one without; the stored move of any depth is tried first. A table
/// without places is off.
#[derive(Clone)]
pub struct TranspositionTable<G: Game> {
    places: Vec<Option<Entry<G>>>,
}

impl<G: Game> fmt::Debug for TranspositionTable<G> {
    /// Its size, without the entries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} places)", self.places.len())
    }
}

#[derive(Clone)]
struct Entry<G: Game> {
    position: G,
    depth: u32,
    choice: Choice<G::Move>,
    bound: Bound,
}

/// What a fail-soft value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

impl<G: Game> TranspositionTable<G> {
    /// A table of at most `mebibytes`; 0 switches it off. What positions keep besides
    /// [`Game::HEAP_BYTES`] is not counted: under superko, each position of Go keeps the hashes of
    /// earlier boards.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let entry = size_of::<Option<Entry<G>>>() + G::HEAP_BYTES;
        let fitting = mebibytes.saturating_mul(1 << 20) / entry;
        let count = if fitting == 0 { 0 } else { 1 << fitting.ilog2() };
        let mut places = Vec::new();
        places.try_reserve_exact(count).map_err(|_| NoMemory { mebibytes })?;
        places.resize(count, None);
        Ok(Self { places })
    }

    /// The table that remembers nothing.
    #[must_use]
    pub fn off() -> Self {
        Self { places: Vec::new() }
    }

    /// The stored result of `position` at `depth`, if it cuts a search with `window` off.
    pub(super) fn cutoff(
        &self,
        position: &G,
        depth: u32,
        window: Window,
    ) -> Option<Choice<G::Move>> {
        let entry = self.entry(position).filter(|entry| entry.depth == depth)?;
        let score = entry.choice.score;
        let settled = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= window.beta,
            Bound::AtMost => score <= window.alpha,
        };
        settled.then_some(entry.choice)
    }

    /// The stored best move of `position`.
    pub(super) fn best(&self, position: &G) -> Option<G::Move> {
        self.entry(position)?.choice.best
    }

    /// Remembers what a fail-soft search with `window` found.
    pub(super) fn store(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        choice: Choice<G::Move>,
    ) {
        if self.places.is_empty() {
            return;
        }
        let bound = match choice.score {
            score if score >= window.beta => Bound::AtLeast,
            score if score <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let place = self.place(position);
        self.places[place] = Some(Entry { position: position.clone(), depth, choice, bound });
    }

    fn entry(&self, position: &G) -> Option<&Entry<G>> {
        if self.places.is_empty() {
            return None;
        }
        self.places[self.place(position)].as_ref().filter(|entry| entry.position == *position)
    }

    fn place(&self, position: &G) -> usize {
        position.key() as usize & (self.places.len() - 1)
    }
}
