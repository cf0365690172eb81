//! What one thread of a search carries, and what all threads of it share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Settings;
use super::abdada::{Answer, Asked, Busy};
use super::cache::Cache;
use super::eval::Evaluation;
use super::features::Features;
use super::table::Table;
use crate::games::othello::Isa;
use crate::limits::{Budget, Limits, Stopped};

/// What the threads of one search share.
pub(super) struct Shared<'t> {
    pub(super) table: &'t Table,
    features: Features,
    evaluation: Evaluation,
    limits: Limits,
    /// Raised when one thread has the result, for the others.
    done: AtomicBool,
    /// What each thread is at, if there are several.
    pub(super) busy: Option<Busy>,
}

impl<'t> Shared<'t> {
    pub(super) fn new(table: &'t Table, settings: &Settings, limits: &Limits) -> Self {
        let Settings { features, evaluation, threads, .. } = *settings;
        let busy = (threads > 1).then(Busy::new);
        Self {
            table,
            features,
            evaluation,
            limits: limits.clone(),
            done: AtomicBool::new(false),
            busy,
        }
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
    pub(super) evaluation: Evaluation,
    /// The positions on the way from the root to here whose moves threads share, and what is asked
    /// about them.
    pub(super) asked: Vec<Asked>,
    /// Set while this thread goes back to one that another thread has answered.
    pub(super) answered: Option<Answer>,
    /// Positions entered.
    pub(super) nodes: u64,
    /// Whether the search is over although nothing was found: whatever is returned from now on
    /// means nothing.
    pub(super) stopped: bool,
    budget: Budget,
    /// The number of nodes at which the limits are looked at again.
    next_look: u64,
}

impl<'s, I: Isa> Worker<'s, I> {
    /// The clock and the flags are read once in this many nodes: about once a millisecond in the
    /// midgame, more often in the endgame.
    const LOOK_EVERY: u64 = 1 << 12;
    /// The same where a millisecond is long.
    const LOOK_OFTEN: u64 = 1 << 8;

    pub(super) fn new(isa: I, shared: &'s Shared<'s>) -> Self {
        Self {
            isa,
            shared,
            cache: Cache::new(),
            features: shared.features,
            evaluation: shared.evaluation,
            asked: Vec::new(),
            answered: None,
            nodes: 0,
            stopped: false,
            budget: Budget::new(&shared.limits),
            next_look: 0,
        }
    }

    /// To be called at every node whose subtree may take longer than a moment.
    #[inline(always)]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_look { Ok(()) } else { self.look() }
    }

    /// Looks at the limits.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        let most = self.shared.limits.nodes.unwrap_or(u64::MAX);
        let over = self.nodes >= most || self.shared.done.load(Ordering::Relaxed);
        if over || self.budget.check().is_err() {
            self.stopped = true;
            return Err(Stopped);
        }
        let is_short = self.shared.limits.time.is_some_and(|time| time < Duration::from_millis(10));
        let every = if is_short { Self::LOOK_OFTEN } else { Self::LOOK_EVERY };
        self.next_look = (self.nodes + every).min(most);
        Ok(())
    }

    /// Goes on with `nodes` nodes, those since then not being part of the search.
    pub(super) fn rewind(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.next_look = nodes;
        self.stopped = false;
    }
}
