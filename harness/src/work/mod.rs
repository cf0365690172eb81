//! An experiment from file to report: read it, take its folder, do what its journal does not have,
//! report.
//!
//! The journal in the folder is the only truth. A run that was interrupted, for whatever reason,
//! continues after the last line of its journal; everything else in the folder is made from the
//! journal by [`report`].

pub mod balanced;
pub mod collected;
pub mod compare;
pub mod counts;
mod engines;
mod evidence;
pub mod found;
pub mod list;
mod live;
pub mod matches;
pub mod publish;
pub mod replay;
mod reporting;
pub mod rerun;
mod rows;
pub mod searches;
pub mod selftest;
#[cfg(feature = "terminal")]
pub mod shards;
mod source;
pub mod suite;
pub mod summary;
pub mod tune;

use std::path::{Path, PathBuf};
use std::time::Instant;

use yomi_protocol::file;

use crate::error::LabError;
use crate::experiments;
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::changes::changes;
use crate::plan::quick_match::QuickMatch;
use crate::plan::{Experiment, GameSpec, GameVisitor, Overrides, Raw, SpecError};
use crate::program::Program;
use crate::report::{Manifest, Page, session, shell_word, timestamp};
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal::Journal;
use crate::run::pool::{Done, Progress, Units, cores, work};
use crate::run::record::{End, Record, Run};
use crate::run::shard::{PLAN, Shard};
use crate::run::speed::Speed;
use crate::stop::Interrupt;
use crate::terminal::note_kept;
use found::{Found, units};
use live::Live;
pub use reporting::report;
use reporting::report_on;
use source::{Source, recorded};

/// How to run an experiment.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the command line changes in the file.
    pub overrides: Overrides,
    /// The folder of the run, instead of `runs/NAME`.
    pub out: Option<PathBuf>,
    /// Threads to use, all cores if `None`.
    pub threads: Option<usize>,
    /// Whether a run that is in the folder is kept under another name, and a new one begun.
    pub fresh: bool,
    /// The file of the expert's weights, if it is another one, for the command of a plan.
    pub weights: Option<PathBuf>,
    /// What page and pictures are written in.
    pub language: Language,
    /// Ends the work.
    pub interrupt: Interrupt,
}

impl Options {
    /// The threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

/// What a run has achieved.
#[derive(Debug)]
pub struct Outcome {
    /// The page, also written to the folder.
    pub page: Page,
    /// The circumstances, also written there.
    pub manifest: Manifest,
    /// The folder.
    pub folder: PathBuf,
    /// The lines of the journal that were damaged and do not count.
    pub damaged: Vec<u64>,
    /// Games lost by forfeit, in words.
    pub forfeits: Vec<String>,
    /// How fast it went.
    pub speed: Speed,
}

/// `run` as its journal begins, with the bench's signature: the machine's own on the board that the
/// bench searches.
pub(crate) fn signed(run: Run) -> Run {
    let program = match recorded(&run).and_then(|raw| raw.game()) {
        // A suite names no game.
        Ok(GameSpec::Othello(8)) | Err(_) => run.program.with_signature(),
        Ok(_) => Program { signature: Some(yomi_engine::SIGNATURE), ..run.program },
    };
    Run { program, ..run }
}

/// Runs the experiment in `path`, or continues it, and reports.
///
/// # Errors
/// When the file is wrong, the folder holds something else or is in use, or something cannot be
/// written. What was reported as played stays in the journal.
///
/// ```
/// use std::fs;
/// use yomi_harness::work::{Options, run_file};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("two-plies.toml");
/// fs::write(&file, r#"
/// question = "Is two plies better than one?"
/// game = "othello"
/// games = 20
/// seed = 1
/// [schedule]
/// round_robin = true
/// [openings]
/// random_plies = 8
/// [[players]]
/// name = "discs-{depth}"
/// text = "alphabeta(depth={depth},eval=discs)"
/// each = { depth = [1, 2] }
/// "#)?;
/// let options = Options { out: Some(folder.path().join("run")), ..Options::default() };
/// let outcome = run_file(&file, &options)?;
/// println!("{}", outcome.page.plain(80));
/// assert!(outcome.manifest.complete && folder.path().join("run/summary.csv").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_file(path: &Path, options: &Options) -> Result<Outcome, LabError> {
    run(Source::file(path)?, options)
}

/// Plays a match that needs no file, or continues it, and reports.
///
/// # Errors
/// As those of [`run_file`].
pub fn run_match(quick: &QuickMatch, options: &Options) -> Result<Outcome, LabError> {
    run(Source::quick(quick), options).map_err(|error| match error {
        // Nobody has seen the lines of this file.
        LabError::Spec { path, error } => {
            LabError::Spec { path, error: SpecError { line: None, ..error } }
        }
        other => other,
    })
}

fn run(source: Source<'_>, options: &Options) -> Result<Outcome, LabError> {
    let path = source.path;
    let spec = |error| LabError::Spec { path: path.to_owned(), error };
    let (raw, run) = begin(source, options)?;
    let game = raw.game().map_err(spec)?;
    let folder = options.out.clone().unwrap_or_else(|| Path::new("runs").join(&run.name));
    game.accept(Start { path, raw, run, folder, options })
}

/// Reads an experiment and says what is to be run, apart from the schedule.
fn begin(source: Source<'_>, options: &Options) -> Result<(Raw, Run), LabError> {
    let raw = source.raw()?;
    if raw.is_tuning() {
        return Err(experiments::other_command(source.path, "a tuning", "tune"));
    }
    let run = source.run(&raw, &options.overrides);
    Ok((raw, run))
}

/// The journal in the folder of a run.
fn history(folder: &Path) -> Result<History, LabError> {
    History::read(folder)?.ok_or_else(|| {
        let expected = "expected the folder of a run, such as runs/NAME";
        let problem = match command(folder) {
            Some(command) => format!(
                "results only, the run's journal is not here; {expected}: `{command}` makes it \
                 again"
            ),
            None if folder.join(PLAN).exists() => format!(
                "a plan, whose shards have journals; `yomi-lab merge {}` makes one run of them",
                shell_word(&folder.to_string_lossy())
            ),
            None => format!("no journal.log here; {expected}"),
        };
        LabError::Problems { path: folder.to_owned(), problem }
    })
}

/// The command by which the results in a folder were made, if there are some.
fn command(folder: &Path) -> Option<String> {
    let circumstances: toml::Table =
        file::read_text(&folder.join("run.toml")).ok()?.parse().ok()?;
    Some(circumstances.get("command")?.as_str()?.to_owned())
}

/// The journal in the folder of an experiment, and the experiment; suites and tunings are refused.
fn experiment_in(folder: &Path) -> Result<(History, Raw), LabError> {
    let history = history(folder)?;
    let other = |what: &str| {
        let problem = format!("this is the folder of {what}; expected that of an experiment");
        LabError::Problems { path: folder.to_owned(), problem }
    };
    if history.run.suite.is_some() {
        return Err(other("a problem suite"));
    }
    let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
    let raw = recorded(&history.run).map_err(spec)?;
    if raw.is_tuning() { Err(other("a tuning")) } else { Ok((history, raw)) }
}

/// A run about to start.
struct Start<'a> {
    path: &'a Path,
    raw: Raw,
    run: Run,
    folder: PathBuf,
    options: &'a Options,
}

impl GameVisitor for Start<'_> {
    type Output = Result<Outcome, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { path, raw, mut run, folder, options } = self;
        let spec = |error| LabError::Spec { path: path.to_owned(), error };
        let experiment = Experiment::new(raw, &run.overrides, start).map_err(spec)?;
        let (folder, kept) = RunFolder::take(&folder, options.fresh)?;
        note_kept(folder.path(), kept.as_deref());
        {
            let units = units(&experiment, Some(folder.path()));
            (run.schedule, run.engines) = (units.digest(), units.engines());
            let changes = |old: &Run| {
                let mut found = differences(old, &run, &experiment.key, |raw| {
                    let before = Experiment::new(raw, &old.overrides, experiment.start.clone())?;
                    Ok(changes(&before, &experiment))
                });
                found.extend(engines::changed(&old.engines, &run.engines, engines::IN_JOURNAL));
                found
            };
            let (mut journal, history) = open(&folder, &run, changes)?;
            let found = Found::new(&*units, &history)?;
            let works = !found.enough
                && proceed(&*units, &found.done, Shard::WHOLE, &mut journal, options)?;
            if !works && history.is_extended() {
                // The command that makes it again is today's, though no thread has to work.
                journal.write(&Record::Session(session(0)))?;
            }
        }
        let history = history(folder.path())?;
        report_on(&experiment, &history, folder.path(), options.language)
    }
}

/// Opens the journal of a folder, or begins it; refuses one from which there are `changes`.
fn open(
    folder: &RunFolder,
    run: &Run,
    changes: impl Fn(&Run) -> Vec<String>,
) -> Result<(Journal, History), LabError> {
    let path = folder.path();
    let run = run.clone();
    let journal = match History::read(path)? {
        None => Journal::create(path, signed(run))?,
        Some(history) => {
            let changes = changes(&history.run);
            if !changes.is_empty() && history.is_untouched() {
                let journal = Journal::create(path, signed(run))?;
                let history = self::history(path)?;
                return Ok((journal, history));
            }
            if !changes.is_empty() {
                return Err(LabError::Changed { path: path.to_owned(), changes });
            }
            let mut journal = Journal::resume(&history)?;
            if !is_same(&history.run, &run) {
                let engines = engines::joined(&history.run.engines, &run.engines);
                let program = Program { signature: history.first.program.signature, ..run.program };
                journal.write(&Record::Run(Box::new(Run { program, engines, ..run })))?;
            }
            journal
        }
    };
    let history = history(path)?;
    Ok((journal, history))
}

/// Whether two runs are of the same files with the same options.
fn is_same(one: &Run, other: &Run) -> bool {
    (&one.text, &one.openings, &one.overrides) == (&other.text, &other.openings, &other.overrides)
}

/// What keeps the run in a journal from going on as `run`, which is about the game `key`:
/// `changes` compares the experiment in the journal with today's.
fn differences(
    old: &Run,
    run: &Run,
    key: &str,
    changes: impl FnOnce(Raw) -> Result<Vec<String>, SpecError>,
) -> Vec<String> {
    if let Some(part) = &old.part {
        return vec![format!("this is {} of a plan: use --shard, or merge", part.shard)];
    }
    let program = run.program.differs_from(&old.program);
    if program.is_some() || is_same(old, run) {
        return program.into_iter().collect();
    }
    let found = recorded(old).and_then(|raw| {
        let game = raw.game()?.to_string();
        match game == key {
            true => changes(raw),
            false => Ok(vec![format!("game: {game} in the journal, {key} now")]),
        }
    });
    found.unwrap_or_else(|error| vec![format!("the experiment in the journal: {error}")])
}

/// Does what is not done of a shard; whether there was anything.
fn proceed(
    units: &dyn Units,
    done: &Done,
    shard: Shard,
    journal: &mut Journal,
    options: &Options,
) -> Result<bool, LabError> {
    let (count, cycle, unit) = (units.count(), units.cycle(), units.name());
    let is_mine = |unit: &u64| shard.has(*unit, cycle);
    let planned = shard.size(count, cycle);
    let before = (0..count).filter(is_mine).filter(|&unit| done.contains(unit)).count() as u64;
    if before == planned {
        return Ok(false);
    }
    let mut done = done.clone();
    for unit in (0..count).filter(|unit| !is_mine(unit)) {
        done.insert(unit);
    }
    let threads = options.threads();
    units.prepare(options.interrupt.beginnings())?;
    journal.write(&Record::Session(session(threads)))?;
    let mut live = Live::new(planned, before, unit);
    let (clock, mut new, mut rows) = (Instant::now(), 0, 0);
    let result =
        work(units, &done, threads, journal, &options.interrupt, &mut |progress| match progress {
            Progress::Done { units: count, rows: games } => {
                (new, rows) = (new + count, rows + games);
                live.done(count, || (units.status(), units.standing()));
            }
            Progress::Finishing(0) => live.say(&format!("yomi-lab: no new {unit} are begun")),
            Progress::Finishing(count) => live.say(&format!(
                "yomi-lab: no new {unit} are begun, {count} under way {} finished; Ctrl-C again \
                 stops at once",
                if count == 1 { "is" } else { "are" }
            )),
        });
    live.end();
    result?;
    let seconds = (clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    journal.write(&Record::End(End { at: timestamp(), seconds, done: new, rows: Some(rows) }))?;
    journal.sync()?;
    Ok(true)
}
