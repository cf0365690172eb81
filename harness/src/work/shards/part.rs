//! A shard, from nothing to `done.json`.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use crate::error::LabError;
use crate::file::{open_regular, replace};
use crate::program::Program;
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal;
use crate::run::pool::Units;
use crate::run::record::{Part, Run};
use crate::run::shard::Shard;
use crate::terminal::note;
use crate::work::engines::{self, Engines};
use crate::work::found::Found;
use crate::work::{Options, open, proceed, signed};

/// The file that says that a shard is done. It appears when it is, whole or not at all.
pub const DONE: &str = "done.json";

/// What a shard has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Which shard of which plan.
    pub part: Part,
    /// Its units of work.
    pub units: u64,
    /// The games in them.
    pub games: u64,
    /// The length of its journal in bytes.
    pub bytes: u64,
    /// SHA-256 of its journal.
    pub journal: String,
}

/// What running a shard has come to.
#[derive(Debug)]
pub struct Outcome {
    /// The shard.
    pub shard: Shard,
    /// What its units are called.
    pub unit: &'static str,
    /// How many it has.
    pub planned: u64,
    /// How many of them are done.
    pub done: u64,
    /// Whether that is all there is to do.
    pub complete: bool,
    /// How many were done before.
    pub before: u64,
    /// Where an older journal of the shard is kept.
    pub kept: Option<PathBuf>,
    /// The lines of the journal that were damaged and do not count.
    pub damaged: Vec<u64>,
    /// The folder.
    pub folder: PathBuf,
}

/// Runs shard `number` of the plan in `folder`, or goes on with it; a shard that is done is left as
/// it is.
///
/// # Errors
/// When the plan is damaged, another program's or has no such shard, somebody else works on the
/// shard, or something cannot be written.
pub fn run_shard(folder: &Path, number: u32, options: &Options) -> Result<Outcome, LabError> {
    let plan = Plan::read_here(folder)?;
    let shard = plan.shard(number)?;
    let (folder, kept) = take(&plan.shard_folder(shard), options.fresh)?;
    let run = plan.run_here(shard, folder.path())?;
    plan.with_units(Some(folder.path()), |units| {
        let run = Run { engines: plan.engines_here(units)?, ..run };
        let changes = |old: &Run| {
            let program = run.program.differs_from(&old.program);
            let part = (old.part != run.part).then(|| "it is of another plan or shard".to_owned());
            let engines = engines::changed(&old.engines, &run.engines, engines::IN_JOURNAL);
            program.into_iter().chain(part).chain(engines).collect()
        };
        let (mut journal, history) = open(&folder, &run, changes)?;
        let before = Found::new(units, &history)?;
        let finished = is_finished(folder.path(), &plan.part(shard), &history, &before)?;
        if !finished {
            forget(folder.path())?;
            if !before.enough {
                proceed(units, &before.done, shard, &mut journal, options)?;
            }
            journal.sync()?;
        }
        let history = crate::work::history(folder.path())?;
        let found = Found::new(units, &history)?;
        let (planned, done) = (shard.size(units.count(), units.cycle()), found.done.count());
        let complete = found.enough || done == planned;
        if complete && !finished {
            finish(&folder, plan.part(shard), &found, &history)?;
        }
        let (before, unit, damaged) = (before.done.count(), units.name(), found.damaged);
        let folder = folder.path().to_owned();
        Ok(Outcome { shard, unit, planned, done, complete, before, kept, damaged, folder })
    })
}

/// Takes the folder of a shard. One whose journal is lost or does not say any more what was run is
/// put aside: the plan knows it.
fn take(path: &Path, fresh: bool) -> Result<(RunFolder, Option<PathBuf>), LabError> {
    let problem = match History::read(path) {
        _ if fresh => None,
        Err(LabError::Problems { .. }) => Some("line 1 is damaged"),
        Ok(None) if path.join(DONE).exists() => Some("not there, though done.json is"),
        _ => None,
    };
    let taken = RunFolder::take(path, fresh || problem.is_some())?;
    if let Some(problem) = problem {
        let journal = path.join(journal::NAME);
        note(&format!("yomi-lab: {}: {problem}; the shard is begun anew", journal.display()));
    }
    Ok(taken)
}

impl Plan {
    /// What a shard runs. A machine that begins one must compute as the one that planned it.
    fn run_here(&self, shard: Shard, folder: &Path) -> Result<Run, LabError> {
        let mut program = self.run.program.clone();
        if !folder.join(journal::NAME).exists() {
            let here = signed(Run { program: Program::here(), ..self.run.clone() }).program;
            if let Some(problem) = here.differs_from(&program) {
                return Err(LabError::Problems { path: self.file(), problem });
            }
            program = here;
        }
        Ok(Run { part: Some(self.part(shard)), program, ..self.run.clone() })
    }

    /// The other programs at work, which must be those of the plan as far as that knows them: where
    /// it was made they may not have been.
    fn engines_here(&self, units: &dyn Units) -> Result<Engines, LabError> {
        let (planned, here) = (&self.run.engines, units.engines());
        let changes = engines::changed(planned, &here, "when this was planned");
        match changes.into_iter().next() {
            None => Ok(engines::joined(planned, &here)),
            Some(problem) => Err(LabError::Problems { path: self.file(), problem }),
        }
    }
}

/// Whether the journal of a shard, in which this was `found`, is the one that was finished.
fn is_finished(
    folder: &Path,
    part: &Part,
    history: &History,
    found: &Found,
) -> Result<bool, LabError> {
    let Ok(Some(finished)) = Finished::read(folder) else { return Ok(false) };
    let counts = (finished.units, finished.games) == (found.done.count(), found.games);
    Ok(counts && finished.part == *part && finished.journal == history.digest()?)
}

/// Takes away what says that a shard is done.
fn forget(folder: &Path) -> Result<(), LabError> {
    let path = folder.join(DONE);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(LabError::unwritable(&path, &error))
        }
        _ => Ok(()),
    }
}

/// Says that a shard is done.
fn finish(
    folder: &RunFolder,
    part: Part,
    found: &Found,
    history: &History,
) -> Result<(), LabError> {
    let path = folder.path().join(DONE);
    let wrong = |error: io::Error| LabError::unwritable(&path, &error);
    let bytes = File::open(history.path()).and_then(|file| file.metadata()).map_err(wrong)?.len();
    let finished = Finished {
        part,
        units: found.done.count(),
        games: found.games,
        bytes,
        journal: history.digest()?,
    };
    let mut text = serde_json::to_vec_pretty(&finished).expect("this is plain data");
    text.push(b'\n');
    replace(&path, &text).map_err(wrong)
}

/// Nothing that a shard says of itself is longer, in bytes.
const LONGEST: u64 = 1 << 20;

impl Finished {
    /// What the folder of a shard says it has come to; `None` where it is not done.
    ///
    /// # Errors
    /// When that is there and cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>, LabError> {
        let path = folder.join(DONE);
        let mut text = Vec::new();
        let read = open_regular(&path).and_then(|file| file.take(LONGEST).read_to_end(&mut text));
        match read {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LabError::Read { path, error }),
            Ok(_) => match serde_json::from_slice(&text) {
                Ok(finished) => Ok(Some(finished)),
                Err(error) => {
                    Err(LabError::Problems { path, problem: format!("damaged: {error}") })
                }
            },
        }
    }
}
