//! What one thread of a search carries, and what all threads of it share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::board::Board;
use super::cache::Cache;
use super::features::Features;
use super::table::Table;
use crate::games::othello::Isa;
use crate::limits::{Budget, Limits, Stopped};

/// What the threads of one search share.
pub(super) struct Shared<'t> {
    pub(super) table: &'t Table,
    features: Features,
    limits: Limits,
    /// Raised when one thread has the result, for the others.
    done: AtomicBool,
    /// Positions searched right now by some thread, by hash: others leave them for later.
    busy: Option<Box<[AtomicU64]>>,
}

impl<'t> Shared<'t> {
    const BUSY: usize = 1 << 12;

    pub(super) fn new(table: &'t Table, features: Features, limits: &Limits, threads: usize) -> Self {
        let busy = (threads > 1).then(|| (0..Self::BUSY).map(|_| AtomicU64::new(0)).collect());
        Self { table, features, limits: limits.clone(), done: AtomicBool::new(false), busy }
    }

    /// Whether one thread has the result, so that the others stop.
    pub(super) fn set_done(&self, done: bool) {
        self.done.store(done, Ordering::Relaxed);
    }
}

/// One thread of a search.
pub(super) struct Worker<'s, I> {
    pub(super) isa: I,
    pub(super) shared: &'s Shared<'s>,
    pub(super) cache: Cache,
    pub(super) features: Features,
    /// Positions entered.
    pub(super) nodes: u64,
    budget: Budget,
    /// The number of nodes at which the clock is read again.
    next_reading: u64,
}

impl<'s, I: Isa> Worker<'s, I> {
    /// The clock is read once in so many nodes: a millisecond in the endgame, a few in the midgame.
    const CLOCK_EVERY: u64 = 1 << 15;

    pub(super) fn new(isa: I, shared: &'s Shared<'s>) -> Self {
        Self {
            isa,
            shared,
            cache: Cache::new(),
            features: shared.features,
            nodes: 0,
            budget: Budget::new(&shared.limits),
            next_reading: 0,
        }
    }

    /// To be called at every node whose subtree may take longer than a moment.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        let limits = &self.shared.limits;
        if limits.nodes.is_some_and(|most| self.nodes >= most)
            || limits.stop.is_raised()
            || self.shared.done.load(Ordering::Relaxed)
        {
            return Err(Stopped);
        }
        if self.nodes < self.next_reading {
            return Ok(());
        }
        self.next_reading = self.nodes + Self::CLOCK_EVERY;
        self.budget.check()
    }

    /// Whether another thread searches `board` now; always false with one thread.
    #[inline]
    pub(super) fn is_busy(&self, board: Board) -> bool {
        self.shared.busy.as_ref().is_some_and(|busy| {
            let hash = board.hash();
            busy[hash as usize % Shared::BUSY].load(Ordering::Relaxed) == hash
        })
    }

    /// Tells the other threads that this one starts on `board`.
    #[inline]
    pub(super) fn claim(&self, board: Board) {
        if let Some(busy) = &self.shared.busy {
            let hash = board.hash();
            busy[hash as usize % Shared::BUSY].store(hash, Ordering::Relaxed);
        }
    }

    /// Tells them that it is done with it.
    #[inline]
    pub(super) fn release(&self, board: Board) {
        if let Some(busy) = &self.shared.busy {
            let hash = board.hash();
            let _ = busy[hash as usize % Shared::BUSY].compare_exchange(
                hash,
                0,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
        }
    }
}
