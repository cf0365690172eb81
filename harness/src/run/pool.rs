//! Doing what is left of an experiment on all cores, until it is done, stopped or somebody
//! interrupts.
//!
//! Threads take the next unit of work when they have finished one and collect their records; one
//! thread writes these into the journal, a few times a second and when they are many. The order
//! they are written in depends on the threads, what they say does not.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
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

    /// Whether the same units give the same records anywhere.
    fn is_reproducible(&self) -> bool {
        true
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

    /// Hears of units whose records are in the journal, and of what [`score`](Self::score) said of
    /// them; true if no more units are needed.
    fn finished(&self, _units: &[(u64, PairScore)]) -> bool {
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

/// The writer fetches what a thread has collected after this time, whatever the thread is at then,
/// and the thread hands it over when it has this number of bytes.
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
    collected: Mutex<Batch>,
}

impl Worker {
    /// Takes in a record; returns the batch if it is full.
    fn collect(
        &self,
        unit: u64,
        score: PairScore,
        record: &Record<'_>,
        seal: Seal,
    ) -> Option<Batch> {
        let mut collected = self.collected.lock().unwrap_or_else(PoisonError::into_inner);
        if collected.units.is_empty() {
            collected.lines.reserve(BATCH + BATCH / 8);
        }
        seal.append(record, &mut collected.lines);
        collected.units.push((unit, score));
        (collected.lines.len() >= BATCH).then(|| std::mem::take(&mut *collected))
    }

    /// What it has collected so far.
    fn fetch(&self) -> Batch {
        std::mem::take(&mut self.collected.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Records on their way to the journal, and the units that they are of.
#[derive(Default)]
struct Batch {
    lines: Vec<u8>,
    units: Vec<(u64, PairScore)>,
}

enum Message {
    Full(Batch),
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
        let mut impossible = None;
        loop {
            if since.elapsed() >= EVERY {
                self.append_collected(workers, journal, progress)?;
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
                Ok(Message::Full(batch)) => self.append(&batch, journal, progress)?,
                Ok(Message::Impossible(problem)) => {
                    // What the others have finished is written, too.
                    self.over.store(true, Ordering::Relaxed);
                    workers.iter().for_each(|worker| worker.stop.raise());
                    impossible.get_or_insert(LabError::Impossible { problem });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.append_collected(workers, journal, progress)?;
                    return impossible.map_or(Ok(()), Err);
                }
            }
        }
    }

    /// Writes what the threads have collected.
    fn append_collected(
        &self,
        workers: &[Worker],
        journal: &mut Journal,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), LabError> {
        let mut batches = workers.iter().map(Worker::fetch).filter(|batch| !batch.units.is_empty());
        batches.try_for_each(|batch| self.append(&batch, journal, progress))
    }

    fn append(
        &self,
        batch: &Batch,
        journal: &mut Journal,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), LabError> {
        journal.append(&batch.lines)?;
        if self.units.finished(&batch.units) {
            self.over.store(true, Ordering::Relaxed);
        }
        let rows = batch.units.iter().map(|&(unit, _)| self.units.rows(unit)).sum();
        progress(Progress::Done { units: batch.units.len() as u64, rows });
        Ok(())
    }

    /// Does units until there are none, for a thread of its own.
    fn run(&self, worker: &Worker, sender: &SyncSender<Message>) {
        while let Some(unit) = self.next() {
            worker.busy.store(true, Ordering::Relaxed);
            let result = self.units.work(unit, &worker.stop);
            worker.busy.store(false, Ordering::Relaxed);
            // Nobody listens any more only when the run has failed already.
            match result {
                Ok(Some(record)) => {
                    let score = self.units.score(&record);
                    let full = worker.collect(unit, score, &record, self.seal);
                    if full.is_some_and(|batch| sender.send(Message::Full(batch)).is_err()) {
                        return;
                    }
                }
                Ok(None) => return,
                Err(problem) => {
                    let _ = sender.send(Message::Impossible(problem));
                    return;
                }
            }
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
