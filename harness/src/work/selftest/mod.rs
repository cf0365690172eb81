//! Do intervals and tests keep their promises? A small experiment is played again and again, each
//! time from other openings and with other random numbers, and what every repetition prints is
//! compared with what all of them together say.
//!
//! An interval of 95 % is to hold the truth 95 times of 100, and a sequential test is to be wrong
//! no more often than its α and β. The truth is the mean of all repetitions, whose own error is
//! small beside that of one.

mod coverage;
mod repetition;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use yomi_protocol::file;

use self::coverage::promises;
use self::repetition::Repetition;
use self::report::TABLE;
use super::live::Live;
use super::matches::Games;
use super::source::{name_of, parsed};
use crate::error::LabError;
use crate::experiments;
use crate::file::try_place;
use crate::games::LabGame;
use crate::language::Language;
use crate::parallel::ordered;
use crate::plan::schedule::Shape;
use crate::plan::{Experiment, GameVisitor, Overrides, Raw, Work};
use crate::run::folder::foreign;
use crate::run::pool::Units as _;
use crate::stop::Interrupt;
use crate::terminal::note;

/// What to repeat, and how.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The experiment: a round-robin of players that leave something to chance.
    pub file: PathBuf,
    /// How often it is played.
    pub repetitions: u32,
    /// Threads at work; the outcome does not depend on it.
    pub threads: usize,
    /// Where the report goes.
    pub out: PathBuf,
    /// What it is written in.
    pub language: Language,
    /// Ends the work.
    pub interrupt: Interrupt,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The report for a terminal.
    pub text: String,
    /// Whether every promise is kept.
    pub kept: bool,
}

/// Repeats the experiment and writes the report.
///
/// # Errors
/// When the file is no round-robin of one variant, somebody interrupts, or the report cannot be
/// written.
pub fn selftest(wanted: &Wanted) -> Result<Tested, LabError> {
    if let Some(foreign) = foreign(&wanted.out, TABLE) {
        let problem = format!("has `{foreign}` but no {TABLE}: give another folder");
        return Err(LabError::Problems { path: wanted.out.clone(), problem });
    }
    let text = experiments::read(&wanted.file)?;
    let spec = |error| LabError::Spec { path: wanted.file.clone(), error };
    let raw = parsed(&wanted.file, &text)?;
    let is_new = !wanted.out.exists();
    let repeated = raw.game().map_err(spec)?.accept(Repeating { wanted, text: &text });
    if repeated.is_err() && is_new {
        // It is empty still.
        let _ = fs::remove_dir(&wanted.out);
    }
    let repeated = repeated?;
    note("yomi-lab: all games are played; now their tests are counted, without a bar");
    // Whoever interrupts once from here on gets the report: what is under way is finished.
    let promises = promises(&repeated.repetitions);
    let name = name_of(&wanted.file);
    let page = |language| report::page(&name, language, wanted, &repeated, &promises);
    let pages = Language::ALL.into_iter().map(page).collect::<Result<Vec<_>, _>>();
    let pages = pages.map_err(|error| LabError::unwritable(&wanted.out, &*error))?;
    report::write(&name, wanted, &repeated, &pages)
        .map(|text| Tested { text, kept: promises.iter().all(|one| one.is_kept() != Some(false)) })
        .map_err(|error| LabError::unwritable(&wanted.out, &*error))
}

fn interrupted() -> LabError {
    LabError::Impossible { problem: "selftest: interrupted".to_owned() }
}

/// Makes the folder of the report, before the work, unless it is there; then it has to take files.
fn make_folder(out: &Path) -> Result<(), LabError> {
    file::make_folder(out)
        .and_then(|()| try_place(&out.join(TABLE)))
        .map_err(|error| LabError::unwritable(out, &error))
}

/// Whether it is a round-robin of one variant that nothing stops.
fn is_repeatable<G: LabGame>(experiment: &Experiment<G>) -> bool {
    let Work::Match(matches) = &experiment.work else { return false };
    matches.schedule.shape == Shape::RoundRobin
        && matches.stop.is_none()
        && experiment.variants.len() == 1
}

/// What was played.
struct Repeated {
    seed: u64,
    /// Whether the same seed gives the same games on any machine.
    reproducible: bool,
    repetitions: Vec<Repetition>,
}

struct Repeating<'a> {
    wanted: &'a Wanted,
    text: &'a str,
}

impl GameVisitor for Repeating<'_> {
    type Output = Result<Repeated, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let first = self.experiment(&start, None)?;
        if !is_repeatable(&first) {
            let problem =
                "selftest: expected a round-robin of one variant without a stop".to_owned();
            return Err(LabError::Problems { path: self.wanted.file.clone(), problem });
        }
        make_folder(&self.wanted.out)?;
        if let Work::Match(matches) = &first.work {
            Games::new(&first, matches).prepare(self.wanted.interrupt.beginnings())?;
        }
        let seed = first.seed;
        let repetitions = in_parallel(self.wanted, |number| {
            // Far apart, so that no two repetitions share their random numbers.
            let seed = seed.wrapping_add(u64::from(number) << 32);
            let experiment = self.experiment(&start, Some(seed))?;
            Repetition::play(&experiment, self.wanted.interrupt.searches())
        })?;
        Ok(Repeated { seed, reproducible: first.is_reproducible(), repetitions })
    }
}

impl Repeating<'_> {
    /// The experiment with this seed; with its own for `None`.
    fn experiment<G: LabGame>(
        &self,
        start: &G,
        seed: Option<u64>,
    ) -> Result<Experiment<G>, LabError> {
        let spec = |error| LabError::Spec { path: self.wanted.file.clone(), error };
        let raw = Raw::parse(self.text.to_owned()).map_err(spec)?;
        let overrides = Overrides { seed, ..Overrides::default() };
        Experiment::new(raw, &overrides, start.clone()).map_err(spec)
    }
}

/// Every repetition, in the order of their numbers, played by as many threads as are wanted.
fn in_parallel(
    wanted: &Wanted,
    repetition: impl Fn(u32) -> Result<Repetition, LabError> + Sync,
) -> Result<Vec<Repetition>, LabError> {
    let live = Mutex::new(Live::new(wanted.repetitions.into(), 0, "repetitions"));
    let one = |number: u32| {
        if wanted.interrupt.is_raised() {
            return Err(interrupted());
        }
        let repetition = repetition(number)?;
        let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
        live.done(1, || (None, Vec::new()));
        Ok(repetition)
    };
    let count = wanted.repetitions as usize;
    let played = ordered(count, wanted.threads, || (), |(), number| one(number as u32));
    live.into_inner().unwrap_or_else(PoisonError::into_inner).end();
    played.into_iter().collect()
}
