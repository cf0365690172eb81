//! `plan.json`: an experiment and how many shards it is divided into.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::digest;
use crate::error::LabError;
use crate::file::{create, open_regular};
use crate::games::LabGame;
use crate::plan::{Experiment, GameVisitor, Overrides, Raw, SpecError};
use crate::program::Program;
use crate::report::planned;
use crate::run::journal;
use crate::run::pool::Units;
use crate::run::record::{Part, Run, Session};
use crate::run::shard::{PLAN, Shard};
use crate::work::found::units;
use crate::work::source::{Source, recorded};
use crate::work::{Options, begin, signed};

/// The most shards a plan may have.
pub const MOST_SHARDS: u32 = 10_000;

/// The longest file that is read: above any experiment with its openings.
const LONGEST: u64 = 1 << 28;

/// An experiment and how many shards it is divided into.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The folder.
    pub folder: PathBuf,
    /// SHA-256 of what is planned: shards of plans with the same digest belong together.
    pub digest: String,
    /// How many shards there are.
    pub shards: u32,
    /// Where and when it was planned.
    pub planned: Session,
    /// What is run.
    pub run: Run,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct Content {
    digest: String,
    shards: u32,
    planned: Session,
    run: Run,
}

impl Plan {
    /// Divides the experiment in `path` into `shards` and writes the plan into `folder`. The same
    /// plan may be written again.
    ///
    /// # Errors
    /// When the file is wrong, there are more shards than units of work, the folder holds something
    /// else, or it cannot be written.
    pub fn write(
        path: &Path,
        options: &Options,
        shards: u32,
        folder: &Path,
    ) -> Result<Self, LabError> {
        let (_, run) = begin(Source::file(path)?, options)?;
        let spec = |error| LabError::Spec { path: path.to_owned(), error };
        let then = |units: &dyn Units| {
            if u64::from(shards) > units.count() || !(1..=MOST_SHARDS).contains(&shards) {
                let most = units.count().min(MOST_SHARDS.into());
                let problem = format!(
                    "{} {}: expected 1 to {most} shards, found {shards}",
                    units.count(),
                    units.name()
                );
                return Err(LabError::Problems { path: path.to_owned(), problem });
            }
            Ok((units.digest(), units.engines()))
        };
        let (schedule, engines) = with_units(&run, None, &spec, then)?;
        let run = signed(Run { schedule, engines, ..run });
        let plan = Self {
            folder: folder.to_owned(),
            digest: digest(shards, &run),
            shards,
            planned: planned(words(path, options)),
            run,
        };
        plan.save()?;
        Ok(plan)
    }

    fn save(&self) -> Result<(), LabError> {
        let path = self.folder.join(PLAN);
        if path.exists() {
            return self.must_be_here();
        }
        if self.folder.join(journal::NAME).exists() {
            let problem = "a run is here; give another folder".to_owned();
            return Err(LabError::Problems { path: self.folder.clone(), problem });
        }
        fs::create_dir_all(&self.folder)
            .map_err(|error| LabError::unwritable(&self.folder, &error))?;
        let Self { digest, shards, planned, run, .. } = self.clone();
        let content = Content { digest, shards, planned, run };
        let mut text = serde_json::to_vec_pretty(&content).expect("plans are plain data");
        text.push(b'\n');
        match create(&path, &text).map_err(|error| LabError::unwritable(&path, &error))? {
            true => Ok(()),
            // Somebody was quicker.
            false => self.must_be_here(),
        }
    }

    /// Whether the plan that is in the folder is this one.
    fn must_be_here(&self) -> Result<(), LabError> {
        if Self::read(&self.folder)?.digest == self.digest {
            return Ok(());
        }
        let problem = "another plan is here; give another folder".to_owned();
        Err(LabError::Problems { path: self.folder.join(PLAN), problem })
    }

    /// Reads the plan of a folder; `folder` may also be the path of its file.
    ///
    /// # Errors
    /// When there is none, or it is not as it was written.
    pub fn read(folder: &Path) -> Result<Self, LabError> {
        let is_file = folder.file_name().is_some_and(|name| name == PLAN);
        let folder = if is_file { folder.parent().unwrap_or(Path::new("")) } else { folder };
        let path = folder.join(PLAN);
        let wrong = |error| LabError::Read { path: path.clone(), error };
        let problem = |problem: &str| {
            Err(LabError::Problems { path: path.clone(), problem: problem.to_owned() })
        };
        if !path.exists() && folder.join(journal::NAME).exists() {
            return problem("not here, this is the folder of a run; use yomi-lab report");
        }
        if !path.exists() {
            return problem("not here; expected the folder that yomi-lab plan has written");
        }
        let mut file = open_regular(&path).map_err(wrong)?;
        if file.metadata().map_err(wrong)?.len() > LONGEST {
            return problem("expected a plan, found a file of more than 256 MiB");
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let Ok(Content { digest: said, shards, planned, run }) = serde_json::from_slice(&bytes)
        else {
            return problem("expected a plan as `yomi-lab plan` writes it, found something else");
        };
        if said != digest(shards, &run) {
            return problem("damaged: its digest is not that of what it says");
        }
        Ok(Self { folder: folder.to_owned(), digest: said, shards, planned, run })
    }

    /// The same, if this program and this machine may work on it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and when it is another program's plan.
    pub fn read_here(folder: &Path) -> Result<Self, LabError> {
        let plan = Self::read(folder)?;
        match Program::here().differs_from(&plan.run.program) {
            None => Ok(plan),
            Some(problem) => Err(LabError::Problems { path: plan.file(), problem }),
        }
    }

    /// Shard `number`.
    ///
    /// # Errors
    /// When the plan has fewer.
    pub fn shard(&self, number: u32) -> Result<Shard, LabError> {
        Shard::new(number, self.shards).ok_or_else(|| {
            let last = self.shards - 1;
            let problem = format!("expected a shard from 0 to {last}, found {number}");
            LabError::Problems { path: self.file(), problem }
        })
    }

    /// The path of its file.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.folder.join(PLAN)
    }

    /// The folder of a shard.
    #[must_use]
    pub fn shard_folder(&self, shard: Shard) -> PathBuf {
        self.folder.join(format!("shard-{}", shard.number()))
    }

    /// What the journal of a shard says it is.
    #[must_use]
    pub fn part(&self, shard: Shard) -> Part {
        Part { shard, plan: self.digest.clone() }
    }

    /// Lets `then` work with the units of the plan. What other programs say on stderr goes into
    /// `folder`, if there is one.
    ///
    /// # Errors
    /// Those of `then`, and when the units are not those that were planned.
    pub fn with_units<T>(
        &self,
        folder: Option<&Path>,
        then: impl FnOnce(&dyn Units) -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        let spec = |error| LabError::Spec { path: self.file(), error };
        with_units(&self.run, folder, &spec, |units| {
            if units.digest() == self.run.schedule {
                return then(units);
            }
            let problem = format!("this program plans other {}", units.name());
            Err(LabError::Problems { path: self.file(), problem })
        })
    }
}

/// The command that plays on one machine what is planned, in words.
fn words(path: &Path, Options { overrides, weights, .. }: &Options) -> Vec<String> {
    let Overrides { games, seed, variant } = overrides;
    let weights =
        weights.iter().flat_map(|file| ["--weights".to_owned(), file.display().to_string()]);
    let options = [
        ("--games", games.map(|games| games.to_string())),
        ("--seed", seed.map(|seed| seed.to_string())),
        ("--variant", variant.clone()),
    ];
    let options = options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?]));
    let words = ["run".to_owned(), path.display().to_string()].into_iter();
    weights.chain(words).chain(options.flatten()).collect()
}

/// SHA-256 of what is planned.
fn digest(shards: u32, run: &Run) -> String {
    let bytes = serde_json::to_vec(&(shards, run)).expect("plans are plain data");
    digest::of(bytes)
}

/// Why an experiment cannot be read.
type Spec<'a> = &'a dyn Fn(SpecError) -> LabError;

/// Lets `then` work with the units of an experiment.
fn with_units<T>(
    run: &Run,
    folder: Option<&Path>,
    spec: Spec<'_>,
    then: impl FnOnce(&dyn Units) -> Result<T, LabError>,
) -> Result<T, LabError> {
    let raw = recorded(run).map_err(spec)?;
    raw.game().map_err(spec)?.accept(WithUnits { raw, run, folder, spec, then })
}

struct WithUnits<'a, F> {
    raw: Raw,
    run: &'a Run,
    folder: Option<&'a Path>,
    spec: Spec<'a>,
    then: F,
}

impl<T, F: FnOnce(&dyn Units) -> Result<T, LabError>> GameVisitor for WithUnits<'_, F> {
    type Output = Result<T, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { raw, run, folder, spec, then } = self;
        let experiment = Experiment::new(raw, &run.overrides, start).map_err(spec)?;
        then(&*units(&experiment, folder))
    }
}
