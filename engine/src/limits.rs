//! How long a search may run, the budget it spends while it does, and a table too large for the
//! machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

/// A flag another thread raises to end a search. Clones are the same flag, also those in cloned
/// [`Limits`], and it stays raised: each search that is to be stopped by itself gets a new one.
///
/// ```
/// use std::thread;
/// use std::time::Duration;
///
/// use yomi_engine::expert::{Expert, Outcome, Question, Settings, Strength};
/// use yomi_engine::games::othello::Othello8;
/// use yomi_engine::limits::{Limits, Stop};
///
/// let stop = Stop::default();
/// let limits = Limits { stop: stop.clone(), ..Limits::default() };
/// thread::spawn(move || {
///     thread::sleep(Duration::from_millis(20));
///     stop.raise();
/// });
/// let mut expert = Expert::new(Settings { mebibytes: 4, ..Settings::default() })?;
/// let question = Question { strength: Strength::level(30), lines: 1, outcome: Outcome::Score };
/// let analysis = expert.analyze(&Othello8::default(), &question, &limits, &mut |analysis| {
///     println!("depth {}: {:?}", analysis.depth, analysis.lines[0].moves);
/// });
/// assert!(!analysis.lines[0].moves.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end; it does so within a few thousand nodes.
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
    /// No deeper than this many plies. For the expert it is the depth in the midgame: it solves
    /// from about twice as many empty squares, as at the level of that number, and looks at least
    /// one ply ahead. `exact` and `last` solve from their own number of empty squares.
    pub depth: Option<u32>,
    /// No more than this many nodes, those of all threads together. The expert looks at the number
    /// now and then, so it may enter a few thousand more.
    pub nodes: Option<u64>,
    /// No longer than this, [`Duration::MAX`] for a search that only the stop flag ends. Clock and
    /// flag are checked every thousand nodes. Time-limited searches are not reproducible.
    pub time: Option<Duration>,
    /// What the move should take of that time where a clock runs for the whole game: see [`Pace`].
    pub target: Option<Duration>,
    /// The flag by which another thread ends the search.
    pub stop: Stop,
}

impl Limits {
    /// These limits, with no more time than `time` if it is given.
    #[must_use]
    pub fn within(&self, time: Option<Duration>) -> Self {
        Self { time: self.time.into_iter().chain(time).min(), ..self.clone() }
    }

    /// These limits for a player that samples for as long as it may: of a game's clock it takes the
    /// target, and next to nothing where it has no choice among its `moves`.
    #[must_use]
    pub fn for_sampling(&self, moves: usize) -> Self {
        let no_choice = (moves < 2).then_some(Duration::from_millis(1));
        self.within(self.target.map(|target| target.min(no_choice.unwrap_or(target))))
    }
}

/// Whether a search that deepens should begin another iteration, so that a game's time is spent
/// where it matters.
///
/// Without a target it always should. With one, an iteration is begun if it will probably end near
/// the target, or some way beyond it while the move is in doubt. What solves the game may take all
/// the time the limits have: every move after it is free.
#[derive(Clone, Debug)]
pub struct Pace {
    since: Instant,
    target: Option<Duration>,
    most: Duration,
    /// The times at which the last two iterations ended.
    ends: [Duration; 2],
}

/// What a finished iteration says about the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// There is only one move.
    pub forced: bool,
    /// The best move is another one than before, or worth much less.
    pub doubt: bool,
    /// The next iteration goes to the end of the game.
    pub end: bool,
}

impl Pace {
    /// The pace under `limits`, its clock started.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let most = limits.time.unwrap_or(Duration::MAX);
        Self { since: Instant::now(), target: limits.target, most, ends: [Duration::ZERO; 2] }
    }

    /// Whether to go on after an iteration.
    #[must_use]
    pub fn goes_on(&mut self, outlook: Outlook) -> bool {
        let Some(target) = self.target else { return true };
        self.ends = [self.ends[1], self.since.elapsed()];
        !outlook.forced && self.allows(target, outlook)
    }

    /// Whether there is time for an iteration that takes as much longer than the last one as that
    /// took longer than the one before.
    fn allows(&self, target: Duration, outlook: Outlook) -> bool {
        let [before, now] = self.ends;
        let last = now.saturating_sub(before).as_secs_f64();
        let growth = (last / before.as_secs_f64().max(1e-6)).clamp(1.5, 3.0);
        let expected = now.as_secs_f64() + growth * last;
        let target = target.as_secs_f64() * if outlook.doubt { 2.5 } else { 1.25 };
        let most = self.most.as_secs_f64();
        expected <= most && (outlook.end || expected <= target)
    }
}

/// The search was told to end before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was told to end")]
pub struct Stopped;

/// What one search has spent so far, and its watch on the limits.
///
/// A searcher calls [`node`](Budget::node) on every position it enters and [`leaf`](Budget::leaf)
/// on every one it values without looking further; `?` then carries a stop up to the driver. `W` is
/// whoever watches the search; `()` is nobody and costs nothing.
#[derive(Debug)]
pub struct Budget<W = ()> {
    nodes: u64,
    leaves: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: Stop,
    pub(crate) watch: W,
}

impl Budget {
    /// A fresh budget under `limits`, its clock started, of a search that nobody watches.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self::watched(limits, ())
    }
}

impl<W> Budget<W> {
    /// The clock and the stop flag are read once in this many nodes.
    const CHECK_EVERY: u64 = 1024;

    /// A fresh budget under `limits`, its clock started, of a search that `watch` watches.
    #[must_use]
    pub fn watched(limits: &Limits, watch: W) -> Self {
        Self {
            watch,
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

/// A player cannot be built: the system has not the memory for its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct NoMemory {
    /// The size asked for.
    pub mebibytes: usize,
}
