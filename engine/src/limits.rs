//! How long a search may run, and the budget it spends while it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag another thread raises to end a search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end; it does so within about a thousand nodes.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What bounds one search, besides the player's own parameters. The default bounds nothing.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// No more than this many nodes.
    pub nodes: Option<u64>,
    /// No longer than this. Time-limited searches are not reproducible.
    pub time: Option<Duration>,
    /// Raised by somebody else.
    pub stop: Stop,
}

impl Limits {
    /// These limits, with no more time than `time` if it is given.
    #[must_use]
    pub fn within(&self, time: Option<Duration>) -> Self {
        Self { time: self.time.into_iter().chain(time).min(), ..self.clone() }
    }
}

/// The search was told to end before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What one search has spent so far, and its watch on the limits.
///
/// A searcher calls [`node`](Budget::node) on every position it enters and [`leaf`](Budget::leaf) on every one it
/// values without looking further; `?` then carries a stop up to the driver.
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    leaves: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: Stop,
}

impl Budget {
    /// The clock and the stop flag are read once in this many nodes.
    const CHECK_EVERY: u64 = 1024;

    /// A fresh budget under `limits`, its clock started.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            nodes: 0,
            leaves: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
        }
    }

    /// Counts an entered position.
    ///
    /// # Errors
    /// [`Stopped`] when the limits are used up; this node is then not to be searched.
    pub fn node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::CHECK_EVERY) { self.check() } else { Ok(()) }
    }

    /// Counts a position valued by the evaluator or by its final score.
    pub fn leaf(&mut self) {
        self.leaves += 1;
    }

    /// Reads the clock and the stop flag now.
    ///
    /// # Errors
    /// [`Stopped`] when time is up or the flag is raised.
    pub fn check(&self) -> Result<(), Stopped> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.is_raised() { Err(Stopped) } else { Ok(()) }
    }

    /// Positions entered so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions valued so far.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves
    }
}
