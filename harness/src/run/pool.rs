//! Doing what is left of an experiment on all cores, until it is done, stopped or somebody
//! interrupts.
//!
//! Threads take the next unit of work when they have finished one and hand their records over in
//! batches; one thread writes them into the journal. The order they are written in depends on the
//! threads, what they say does not.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use yomi_engine::limits::Stop;

use super::journal::{Journal, Seal};
use super::record::Record;
use crate::error::LabError;
use crate::stats::pairs::PairScore;
use crate::stop::Interrupt;

/// The cores of this machine that there are for this program; one if nobody can tell.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Numbered units of work, each of which becomes one record.
pub trait Units: Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// What they are called: `pairs` or `positions`.
    fn name(&self) -> &'static str;

    /// SHA-256 of everything that is to be done, in hexadecimal.
    fn digest(&self) -> String;

    /// SHA-256 of the files that other programs at work are, by what their commands call these.
    fn engines(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// How many rows a unit has: two for a pair of games, one where a player meets itself.
    fn rows(&self, _unit: u64) -> u64 {
        1
    }

    /// After how many units the same players come again.
    fn cycle(&self) -> u64 {
        1
    }

    /// The unit that a record of a journal is of; `None` if it is of none of these.
    fn unit(&self, record: &Record<'_>) -> Option<u64>;

    /// Sees, before the first unit, whether everybody is there that the units need.
    ///
    /// # Errors
    /// Who is missing.
    fn prepare(&self, _stop: &Stop) -> Result<(), LabError> {
        Ok(())
    }

    /// Does one; `None` if it was stopped before its end.
    ///
    /// # Errors
    /// What makes it impossible, so that the whole run has to end.
    fn work(&self, unit: u64, stop: &Stop) -> Result<Option<Record<'_>>, String>;

    /// Hears of a unit whose record is in the journal, and of what [`score`](Self::score) said of
    /// it; true if no more units are needed.
    fn finished(&self, _unit: u64, _score: PairScore) -> bool {
        false
    }

    /// What a record is to be remembered by until it is in the journal.
    fn score(&self, _record: &Record<'_>) -> PairScore {
        PairScore::default()
    }

    /// How far a test is, in a few words.
    fn status(&self) -> Option<String> {
        None
    }

    /// How the players stand after the units that [`finished`](Self::finished) heard of, in the
    /// order of the experiment.
    fn standing(&self) -> Vec<Standing> {
        Vec::new()
    }
}

/// What a player has made of its games so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub name: String,
    /// Its points, in halves.
    pub halves: u64,
    /// Its games.
    pub games: u64,
}

/// Which units are done.
#[derive(Clone, Debug)]
pub struct Done(Vec<bool>);

impl Done {
    /// None of `count`.
    #[must_use]
    pub fn none(count: u64) -> Self {
        Self(vec![false; count as usize])
    }

    /// Notes that a unit is done; false if it was before.
    pub fn insert(&mut self, unit: u64) -> bool {
        !std::mem::replace(&mut self.0[unit as usize], true)
    }

    /// Whether a unit is done.
    #[must_use]
    pub fn contains(&self, unit: u64) -> bool {
        self.0[unit as usize]
    }

    /// How many are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().filter(|&&done| done).count() as u64
    }
}

/// A thread hands its records over after this time, or when they have this number of bytes. The
/// writer watches the time: a thread that looked at a clock after each short game would feel it.
const EVERY: Duration = Duration::from_millis(20);
const BATCH: usize = 1 << 18;

/// Batches that may wait for the writer.
const WAITING: usize = 64;

/// What the threads share.
struct Shared<'a, U: ?Sized> {
    units: &'a U,
    done: &'a Done,
    seal: Seal,
    interrupt: &'a Interrupt,
    /// Set when no unit is to be begun any more.
    over: AtomicBool,
    next: Counter,
}

/// On a cache line of its own: it changes with every unit, what is beside it hardly ever.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// What a thread has for itself, on a cache line of its own: with shared ones short games would do
/// little but hand them from core to core.
#[derive(Default)]
#[repr(align(64))]
struct Worker {
    stop: Stop,
    busy: AtomicBool,
    /// Set when it is time to hand its records over.
    due: AtomicBool,
}

enum Message {
    Lines(Vec<u8>, Vec<(u64, PairScore)>),
    Impossible(String),
}

/// Does all units that are not `done` on `threads` threads and appends their records to the
/// journal. `progress` is told how many are new in the journal, and after an interruption how many
/// units are being finished.
///
/// # Errors
/// When a unit is impossible or a record cannot be written.
pub fn work<U: Units + ?Sized>(
    units: &U,
    done: &Done,
    threads: usize,
    journal: &mut Journal,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), LabError> {
    let shared = Shared {
        units,
        done,
        seal: journal.seal(),
        interrupt,
        over: AtomicBool::new(false),
        next: Counter::default(),
    };
    let workers: Vec<Worker> = (0..threads).map(|_| Worker::default()).collect();
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING);
        for (number, worker) in workers.iter().enumerate() {
            let (shared, sender) = (&shared, sender.clone());
            let started = Builder::new().spawn_scoped(scope, move || shared.run(worker, &sender));
            match started {
                Ok(_) => {}
                Err(error) if number == 0 => {
                    let problem = format!("no thread to work on: {error}");
                    return Err(LabError::Impossible { problem });
                }
                // With fewer threads it takes longer, that is all.
                Err(_) => break,
            }
        }
        drop(sender);
        let written = shared.write(&receiver, &workers, journal, progress);
        if written.is_err() {
            shared.over.store(true, Ordering::Relaxed);
            interrupt.searches().raise();
            workers.iter().for_each(|worker| worker.stop.raise());
        }
        written
    })
}

/// What there is to say while the work goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Units that are new in the journal, and the rows in them.
    Done {
        /// The units.
        units: u64,
        /// The rows.
        rows: u64,
    },
    /// Nothing new is begun; this number of units is being finished.
    Finishing(u64),
}

impl<U: Units + ?Sized> Shared<'_, U> {
    /// Writes what the threads hand over until all have ended, and passes on to them that searches
    /// are to stop.
    fn write(
        &self,
        receiver: &Receiver<Message>,
        workers: &[Worker],
        journal: &mut Journal,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), LabError> {
        let (mut told, mut since) = (false, Instant::now());
        loop {
            if since.elapsed() >= EVERY {
                workers.iter().for_each(|worker| worker.due.store(true, Ordering::Relaxed));
                since = Instant::now();
            }
            if self.interrupt.searches().is_raised() {
                workers.iter().for_each(|worker| worker.stop.raise());
            }
            if self.interrupt.is_raised() && !told {
                told = true;
                let busy = workers.iter().filter(|worker| worker.busy.load(Ordering::Relaxed));
                progress(Progress::Finishing(busy.count() as u64));
            }
            match receiver.recv_timeout(EVERY) {
                Ok(Message::Lines(lines, units)) => {
                    journal.append(&lines)?;
                    for &(unit, score) in &units {
                        if self.units.finished(unit, score) {
                            self.over.store(true, Ordering::Relaxed);
                        }
                    }
                    let rows = units.iter().map(|&(unit, _)| self.units.rows(unit)).sum();
                    progress(Progress::Done { units: units.len() as u64, rows });
                }
                Ok(Message::Impossible(problem)) => return Err(LabError::Impossible { problem }),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Does units until there are none, for a thread of its own.
    fn run(&self, worker: &Worker, sender: &SyncSender<Message>) {
        let room = || Vec::with_capacity(BATCH + BATCH / 8);
        let (mut lines, mut done) = (room(), Vec::new());
        while let Some(unit) = self.next() {
            worker.busy.store(true, Ordering::Relaxed);
            let result = self.units.work(unit, &worker.stop);
            worker.busy.store(false, Ordering::Relaxed);
            match result {
                Ok(Some(record)) => {
                    self.seal.append(&record, &mut lines);
                    done.push((unit, self.units.score(&record)));
                }
                Ok(None) => break,
                Err(problem) => {
                    let _ = sender.send(Message::Impossible(problem));
                    return;
                }
            }
            if lines.len() >= BATCH || worker.due.load(Ordering::Relaxed) {
                worker.due.store(false, Ordering::Relaxed);
                let full = std::mem::replace(&mut lines, room());
                if sender.send(Message::Lines(full, std::mem::take(&mut done))).is_err() {
                    return;
                }
            }
        }
        if !done.is_empty() {
            // Nobody listens any more only when the run has failed already.
            let _ = sender.send(Message::Lines(lines, done));
        }
    }

    /// The next unit to begin.
    fn next(&self) -> Option<u64> {
        loop {
            if self.over.load(Ordering::Relaxed) || self.interrupt.is_raised() {
                return None;
            }
            let unit = self.next.0.fetch_add(1, Ordering::Relaxed);
            if unit >= self.units.count() {
                return None;
            }
            if !self.done.contains(unit) {
                return Some(unit);
            }
        }
    }
}
