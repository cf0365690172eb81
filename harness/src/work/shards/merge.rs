//! The shards of a plan become one run: a journal with all their records, and its report.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::part::Finished;
use super::plan::Plan;
use super::status::ranges;
use crate::error::LabError;
use crate::players::Programs;
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal::{self, Journal};
use crate::run::pool::{Done, Units};
use crate::run::record::{Record, Run};
use crate::run::shard::Shard;
use crate::terminal::note_kept;
use crate::work::engines::{self, Engines};
use crate::work::found::Found;
use crate::work::{Options, Outcome, history, report};

/// Records are written when they have this number of bytes.
const BATCH: usize = 1 << 20;

/// Merges the shards of the plan in `folder` into the folder of a run and reports. Games, tables
/// and pictures are byte for byte those of a run on one machine. Merging again changes nothing.
///
/// # Errors
/// When a shard is not done, damaged, or of another plan or program, the folder of the run holds
/// something else, or something cannot be written.
pub fn merge(folder: &Path, options: &Options) -> Result<Outcome, LabError> {
    let plan = Plan::read_here(folder)?;
    plan.with_units(None, |units| plan.check(units))?;
    let out = options.out.clone().unwrap_or_else(|| Path::new("runs").join(&plan.run.name));
    plan.must_not_hold(&out, options.fresh)?;
    let (out, kept) = RunFolder::take(&out, options.fresh)?;
    note_kept(out.path(), kept.as_deref());
    plan.with_units(None, |units| plan.join(units, out.path()))?;
    report(out.path(), options.language)
}

impl Plan {
    /// Refuses a folder for the run that is the plan's or that of a shard, or has the plan in it
    /// and no run that could stay there: another name for it would be one for the plan, too.
    fn must_not_hold(&self, out: &Path, fresh: bool) -> Result<(), LabError> {
        let shards = Shard::all(self.shards).map(|shard| self.shard_folder(shard));
        let mut folders = shards.chain([self.folder.clone()]);
        let place = place(out);
        let has_plan = || Some(self::place(&self.folder)?.starts_with(place.as_ref()?));
        let stays = !fresh && out.join(journal::NAME).exists();
        if place.is_some() && folders.any(|folder| self::place(&folder) == place)
            || !stays && has_plan() == Some(true)
        {
            let problem = "the plan or a shard is here; give another folder with --out".to_owned();
            return Err(LabError::Problems { path: out.to_owned(), problem });
        }
        Ok(())
    }

    /// Makes sure that the shards are whole and there is enough of them.
    fn check(&self, units: &dyn Units) -> Result<(), LabError> {
        self.engines()?;
        let mut missing = Vec::new();
        for shard in Shard::all(self.shards) {
            let finished = Finished::read(&self.shard_folder(shard))?;
            match (self.history(shard)?, finished) {
                (Some(history), Some(finished)) => finished.check(self, shard, &history)?,
                _ => missing.push(shard.number()),
            }
        }
        if missing.is_empty() || self.is_decided(units)? {
            return Ok(());
        }
        let (path, numbers) = (self.folder.clone(), ranges(missing.iter().copied()));
        let which = if missing.len() == 1 { "shard" } else { "shards" };
        let problem = format!("not done: {which} {numbers} of {}", self.shards);
        Err(LabError::Problems { path, problem })
    }

    /// The other programs that were at work, which must be the same in all shards.
    fn engines(&self) -> Result<Engines, LabError> {
        let mut all = self.run.engines.clone();
        for shard in Shard::all(self.shards) {
            let Some(history) = self.history(shard)? else { continue };
            let others = &history.run.engines;
            if let Some(problem) = engines::changed(&all, others, "in other shards").pop() {
                return Err(LabError::Problems { path: history.path().to_owned(), problem });
            }
            all = engines::joined(&all, others);
        }
        Ok(all)
    }

    /// Whether a sequential test has its verdict: then the rest is not needed.
    fn is_decided(&self, units: &dyn Units) -> Result<bool, LabError> {
        if units.status().is_none() {
            return Ok(false);
        }
        let mut decided = false;
        for shard in Shard::all(self.shards) {
            if let Some(history) = self.history(shard)? {
                decided |= Found::new(units, &history)?.enough;
            }
        }
        Ok(decided)
    }

    /// Writes the journal of all shards into `folder`, where there is none or the same.
    fn join(&self, units: &dyn Units, folder: &Path) -> Result<(), LabError> {
        let draft = folder.join("merge.tmp");
        let wrong = |error: io::Error| LabError::unwritable(&draft, &error);
        if draft.exists() {
            fs::remove_dir_all(&draft).map_err(wrong)?;
        }
        fs::create_dir(&draft).map_err(wrong)?;
        let joined = self.write_journal(units, &draft).and_then(|()| {
            let Some(old) = History::read(folder)? else {
                let [from, to] = [&draft, folder].map(|folder| folder.join(journal::NAME));
                fs::rename(from, to).map_err(wrong)?;
                return self.join_logs(folder);
            };
            let new = history(&draft)?;
            if old.digest()? == new.digest()? {
                return self.join_logs(folder);
            }
            let problem = "another run is here, or fewer shards of this one; give another folder \
                           with --out, or --fresh to keep it under another name";
            Err(LabError::Problems { path: folder.to_owned(), problem: problem.to_owned() })
        });
        let removed = fs::remove_dir_all(&draft).map_err(wrong);
        joined.and(removed)
    }

    /// Puts what programs said on stderr, and why they lost, into `folder`.
    fn join_logs(&self, folder: &Path) -> Result<(), LabError> {
        let logs =
            Shard::all(self.shards).map(|shard| self.shard_folder(shard).join(Programs::LOG));
        let mut all = Vec::new();
        for log in logs.filter(|log| log.exists()) {
            let log =
                fs::read(&log).map_err(|error| LabError::Read { path: log.clone(), error })?;
            all.extend(log);
        }
        let path = folder.join(Programs::LOG);
        match all.is_empty() {
            true => Ok(()),
            false => fs::write(&path, all).map_err(|error| LabError::unwritable(&path, &error)),
        }
    }

    fn write_journal(&self, units: &dyn Units, folder: &Path) -> Result<(), LabError> {
        let run = Run { engines: self.engines()?, ..self.run.clone() };
        let mut journal = Journal::create(folder, run)?;
        journal.write(&Record::Session(self.planned.clone()))?;
        let mut done = Done::none(units.count());
        for shard in Shard::all(self.shards) {
            if let Some(history) = self.history(shard)? {
                append(units, &history, &mut done, &mut journal)?;
            }
        }
        journal.sync()
    }
}

/// Appends to `journal` what another one has of `units` beyond what is `done`.
fn append(
    units: &dyn Units,
    history: &History,
    done: &mut Done,
    journal: &mut Journal,
) -> Result<(), LabError> {
    let (mut lines, mut result) = (Vec::new(), Ok(()));
    let seal = journal.seal();
    history.each(|line| {
        let wanted = match &line.record {
            None | Some(Record::Run(_)) => None,
            Some(record @ (Record::Session(_) | Record::End(_))) => Some(record),
            Some(record) => {
                units.unit(record).is_some_and(|unit| done.insert(unit)).then_some(record)
            }
        };
        if let Some(record) = wanted {
            seal.append(record, &mut lines);
        }
        if lines.len() >= BATCH && result.is_ok() {
            result = journal.append(&lines);
            lines.clear();
        }
    })?;
    result.and_then(|()| journal.append(&lines))
}

/// Where a folder is, or would be if it were made.
fn place(folder: &Path) -> Option<PathBuf> {
    let above = || {
        let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
        above.unwrap_or(Path::new(".")).canonicalize()
    };
    folder.canonicalize().ok().or_else(|| Some(above().ok()?.join(folder.file_name()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shard that has not begun has a place, too.
    #[test]
    fn folders_have_places_before_they_are_made() {
        let above = tempfile::tempdir().unwrap();
        let shard = above.path().join("shard-1");
        let before = place(&shard).unwrap();
        assert_ne!(place(&above.path().join("shard-2")).unwrap(), before);
        fs::create_dir(&shard).unwrap();
        assert_eq!(place(&above.path().join("shard-1/.")).unwrap(), before);
    }
}
