//! What one thread of a search carries, and what all threads of it share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::in_flight::InFlight;
use super::killers::Killers;
use super::node::EndgameNode;
use super::ordering::Candidates;
use crate::expert::eval::Evaluation;
use crate::expert::memory::{EndgameCache, Known, SearchResult, TranspositionTable};
use crate::expert::position::Board;
use crate::expert::question::Settings;
use crate::expert::techniques::Techniques;
use crate::expert::units::Discs;
use crate::games::othello::Isa;
use crate::limits::{Budget, Limits, Stopped};

/// What the threads of one search share.
pub(in crate::expert) struct Shared<'t> {
    pub(super) table: &'t TranspositionTable,
    techniques: Techniques,
    evaluation: Evaluation,
    limits: Limits,
    /// The clock of all threads, and whether somebody stops them.
    budget: Budget,
    /// Raised when one thread has the result, for the others.
    done: AtomicBool,
    /// What each thread is searching, if there are several.
    pub(super) in_flight: Option<InFlight>,
    /// How many threads search.
    threads: u64,
    /// Positions that all threads together have entered, as far as they have told. Only used if
    /// there are several.
    entered: AtomicU64,
}

impl<'t> Shared<'t> {
    pub(in crate::expert) fn new(
        table: &'t TranspositionTable,
        settings: &Settings,
        limits: &Limits,
    ) -> Self {
        let Settings { techniques, evaluation, threads, .. } = *settings;
        let in_flight = (threads > 1).then(InFlight::new);
        Self {
            table,
            techniques,
            evaluation,
            limits: limits.clone(),
            budget: Budget::new(limits),
            done: AtomicBool::new(false),
            in_flight,
            threads: threads.max(1) as u64,
            entered: AtomicU64::new(0),
        }
    }

    /// Whether one thread has the result, so that the others stop.
    pub(in crate::expert) fn set_done(&self, done: bool) {
        self.done.store(done, Ordering::Relaxed);
    }
}

/// A bound that answers what is asked of one of a thread's shared nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// How many shared nodes are above it.
    pub(super) place: usize,
    pub(super) bound: Discs,
}

/// One thread of a search.
pub(in crate::expert) struct Worker<'s, I> {
    pub(in crate::expert) isa: I,
    pub(in crate::expert) shared: &'s Shared<'s>,
    pub(in crate::expert) cache: EndgameCache,
    pub(in crate::expert) techniques: Techniques,
    pub(in crate::expert) evaluation: Evaluation,
    /// The endgame nodes on the way from the root to here whose moves threads share.
    pub(super) shared_nodes: Vec<EndgameNode>,
    /// Set while this thread goes back to one of them that another thread has answered.
    pub(super) answered: Option<Answer>,
    /// The killer moves one ply and two plies from the horizon. None in searches to the end and
    /// those that lead to one: there shallow searches rank moves, so that their bounds count as
    /// values, and the better the order of moves, the nearer they are.
    pub(in crate::expert) killers: Option<[Killers; 2]>,
    /// Positions entered.
    pub(in crate::expert) nodes: u64,
    /// Whether the search is over although nothing was found: whatever is returned from now on
    /// means nothing.
    pub(super) stopped: bool,
    /// The number of nodes at which the limits are looked at again.
    next_look: u64,
    /// The nodes that [`Shared::entered`] knows of.
    told: u64,
}

impl<'s, I: Isa> Worker<'s, I> {
    /// The clock and the flags are read once in this many nodes: several times a millisecond in the
    /// midgame, more often in the endgame, and once in a few where a program is compiled without
    /// vectors and values take ten times as long.
    const LOOK_EVERY: u64 = 1 << 10;
    /// The same where a millisecond is long.
    const LOOK_OFTEN: u64 = 1 << 8;

    pub(in crate::expert) fn new(isa: I, shared: &'s Shared<'s>, cache: EndgameCache) -> Self {
        Self {
            isa,
            shared,
            cache,
            techniques: shared.techniques,
            evaluation: shared.evaluation,
            shared_nodes: Vec::new(),
            answered: None,
            killers: None,
            nodes: 0,
            stopped: false,
            next_look: 0,
            told: 0,
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
        let entered = self.entered();
        let over = entered >= most || self.shared.done.load(Ordering::Relaxed);
        if over || self.shared.budget.check().is_err() {
            self.stopped = true;
            return Err(Stopped);
        }
        let is_short = self.shared.limits.time.is_some_and(|time| time < Duration::from_millis(10));
        let every = if is_short { Self::LOOK_OFTEN } else { Self::LOOK_EVERY };
        // A thread that has to wait for a core knows nothing of what the others enter meanwhile.
        let threads = self.shared.threads;
        let share = ((most - entered) / threads).min(most / (32 * threads)).max(1);
        self.next_look = self.nodes + every.min(share);
        Ok(())
    }

    /// Positions that all threads of the search have entered; the others' since they last looked at
    /// the limits are left out.
    fn entered(&mut self) -> u64 {
        if self.shared.in_flight.is_none() {
            return self.nodes;
        }
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.entered.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Ends the work of a helping thread: the nodes that it has entered.
    pub(in crate::expert) fn leave(mut self) -> u64 {
        self.entered();
        self.nodes
    }

    /// Takes over the nodes of threads that have [left](Self::leave).
    pub(in crate::expert) fn take_over(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.told += nodes;
    }

    /// Goes on with `nodes` nodes, those since then not being part of the search.
    pub(in crate::expert) fn rewind(&mut self, nodes: u64) {
        self.shared.entered.fetch_sub(self.told.saturating_sub(nodes), Ordering::Relaxed);
        self.told = self.told.min(nodes);
        self.nodes = nodes;
        self.next_look = nodes;
        self.stopped = false;
    }

    /// What the table knows of a board.
    #[inline]
    pub(in crate::expert) fn recall(&self, board: Board, hash: u64) -> Option<Known> {
        if self.techniques.table { self.shared.table.probe(board, hash) } else { None }
    }

    /// Has what the table may know of the positions after these moves brought near.
    #[inline]
    pub(super) fn prefetch(&self, candidates: &Candidates) {
        for candidate in candidates.iter() {
            self.shared.table.prefetch(candidate.next.hash());
        }
    }

    /// Tells the table.
    #[inline]
    pub(super) fn remember(&self, board: Board, hash: u64, result: &SearchResult) {
        if self.techniques.table {
            self.shared.table.store(board, hash, result);
        }
    }
}
