//! What the shards of a plan have come to.

use std::fmt;
use std::path::Path;

use super::part::Finished;
use super::plan::Plan;
use crate::error::LabError;
use crate::language::Language;
use crate::report::{not_reproducible, shell_word};
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::pool::Units;
use crate::run::shard::Shard;
use crate::table::Table;
use crate::work::found::Found;
use yomi_protocol::console::counted;

/// How far a shard is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// All of it is done.
    Done,
    /// Somebody works on it.
    Running,
    /// It was begun and is not being worked on.
    Stopped,
    /// Nobody has begun it.
    NotBegun,
    /// It cannot be used.
    Unusable(String),
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "done",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::NotBegun => "not begun",
            Self::Unusable(_) => "unusable",
        })
    }
}

/// A shard and how far it is.
#[derive(Clone, Debug)]
pub struct ShardStatus {
    /// The shard.
    pub shard: Shard,
    /// How far it is.
    pub state: State,
    /// Its units of work.
    pub planned: u64,
    /// How many of them are done.
    pub done: u64,
    /// The games in them.
    pub games: u64,
}

/// What the shards of a plan have come to.
#[derive(Clone, Debug)]
pub struct Status {
    /// The shards.
    pub shards: Vec<ShardStatus>,
    /// What the units of work are called.
    pub unit: &'static str,
    /// Where a sequential test is, in a few words.
    pub test: Option<String>,
    /// Whether it has its verdict.
    pub decided: bool,
    /// Whether the same plan gives the same games anywhere.
    pub reproducible: bool,
}

impl Plan {
    /// What the shards have come to. Every byte is looked at, as [`merge`](super::merge::merge)
    /// does: what is damaged is known before everything waits for it.
    ///
    /// # Errors
    /// When the plan is not this program's.
    pub fn status(&self) -> Result<Status, LabError> {
        self.with_units(None, |units| {
            let mut decided = false;
            let shards = Shard::all(self.shards)
                .map(|shard| self.shard_status(shard, units, &mut decided))
                .collect();
            let (unit, reproducible) = (units.name(), units.is_reproducible());
            Ok(Status { shards, unit, test: units.status(), decided, reproducible })
        })
    }

    fn shard_status(&self, shard: Shard, units: &dyn Units, decided: &mut bool) -> ShardStatus {
        let planned = shard.size(units.count(), units.cycle());
        let status = |state, done, games| ShardStatus { shard, state, planned, done, games };
        let found = match self.look(shard, units) {
            Ok(found) => found,
            Err(error) => return status(State::Unusable(error.to_string()), 0, 0),
        };
        *decided |= found.as_ref().is_some_and(|found| found.2);
        match found {
            None => status(State::NotBegun, 0, 0),
            Some((done, games, _)) => {
                let folder = self.shard_folder(shard);
                let state = match Finished::read(&folder) {
                    Ok(Some(_)) => State::Done,
                    _ if RunFolder::is_taken(&folder) => State::Running,
                    _ => State::Stopped,
                };
                status(state, done, games)
            }
        }
    }

    /// How many units and games a shard has done, and whether a test has its verdict; `None` if it
    /// was not begun.
    fn look(&self, shard: Shard, units: &dyn Units) -> Result<Option<(u64, u64, bool)>, LabError> {
        let Some(history) = self.history(shard)? else { return Ok(None) };
        let finished = Finished::read(&self.shard_folder(shard))?;
        if let Some(finished) = finished {
            finished.check(self, shard, &history)?;
            if units.status().is_none() {
                finished.must_have(shard.size(units.count(), units.cycle()), &history)?;
                return Ok(Some((finished.units, finished.games, false)));
            }
        }
        let found = Found::new(units, &history)?;
        Ok(Some((found.done.count(), found.games, found.enough)))
    }

    /// The journal of a shard; `None` if it was not begun.
    ///
    /// # Errors
    /// When it cannot be read, or is of another plan, shard or program.
    pub fn history(&self, shard: Shard) -> Result<Option<History>, LabError> {
        let folder = self.shard_folder(shard);
        let Some(history) = History::read(&folder)? else { return Ok(None) };
        let wrong = |problem| LabError::Problems { path: history.path().to_owned(), problem };
        if let Some(problem) = history.run.program.differs_from(&self.run.program) {
            return Err(wrong(problem));
        }
        match &history.run.part {
            Some(part) if *part == self.part(shard) => Ok(Some(history)),
            Some(part) if part.plan == self.digest => {
                Err(wrong(format!("this is {}, not {shard}", part.shard)))
            }
            _ => Err(wrong("this is of another plan".to_owned())),
        }
    }
}

impl Finished {
    /// Whether this is of `shard`, and every byte of the journal beside it what it was.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, plan: &Plan, shard: Shard, history: &History) -> Result<(), LabError> {
        let path = plan.shard_folder(shard).join(super::part::DONE);
        if self.part != plan.part(shard) {
            let problem = "this is of another plan or shard".to_owned();
            return Err(LabError::Problems { path, problem });
        }
        let length = std::fs::metadata(history.path()).map(|found| found.len());
        let whole = length.is_ok_and(|length| length == self.bytes);
        if whole && history.digest()? == self.journal {
            return Ok(());
        }
        Err(changed(shard, history))
    }
}

impl Finished {
    /// Refuses a shard that is said to be done with other than `planned` units.
    fn must_have(&self, planned: u64, history: &History) -> Result<(), LabError> {
        if self.units == planned {
            return Ok(());
        }
        let path = history.path().with_file_name(super::part::DONE);
        let problem = format!("damaged: {} of {planned} are done", self.units);
        Err(LabError::Problems { path, problem })
    }
}

/// A journal that is not the one that was finished.
fn changed(shard: Shard, history: &History) -> LabError {
    let path = history.path().to_owned();
    let number = shard.number();
    let problem = format!(
        "damaged: not what it was when {shard} was done; `run --shard {number}` plays again what \
         is missing"
    );
    LabError::Problems { path, problem }
}

impl Status {
    /// The shards that somebody has to run, as `0-2,5`; empty if there are none.
    #[must_use]
    pub fn missing(&self) -> String {
        let missing = self.shards.iter().filter(|shard| match shard.state {
            State::Done | State::Running => false,
            State::Stopped | State::NotBegun => !self.decided,
            State::Unusable(_) => true,
        });
        ranges(missing.map(|shard| shard.shard.number()))
    }

    /// Whether everything is there to be merged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.shards.iter().all(|shard| match shard.state {
            State::Done => true,
            State::Unusable(_) => false,
            _ => self.decided,
        })
    }

    /// A table of the shards and a sentence about all of them.
    #[must_use]
    pub fn plain(&self, name: &Path) -> String {
        let mut table = Table::new(&["shard", "state", self.unit, "of", "games"]);
        for ShardStatus { shard, state, planned, done, games } in &self.shards {
            let numbers = [done, planned, games].map(ToString::to_string);
            let mut row = vec![shard.number().to_string(), state.to_string()];
            row.extend(numbers);
            table.rows.push(row);
        }
        let sum = |of: fn(&ShardStatus) -> u64| self.shards.iter().map(of).sum::<u64>();
        let is = |state: &State| self.shards.iter().filter(|shard| shard.state == *state).count();
        let mut lines = vec![
            table.plain(),
            format!(
                "{} of {} done, {} running; {} of {} {}, {}",
                is(&State::Done),
                counted(self.shards.len(), "shard"),
                is(&State::Running),
                sum(|shard| shard.done),
                sum(|shard| shard.planned),
                self.unit,
                counted(sum(|shard| shard.games) as usize, "game"),
            ),
        ];
        lines.extend(self.shards.iter().filter_map(|status| match &status.state {
            State::Unusable(problem) => Some(format!("{}: {problem}", status.shard)),
            _ => None,
        }));
        lines.extend(self.test.clone());
        lines.extend((!self.reproducible).then(|| not_reproducible(Language::English)));
        let missing = self.missing();
        let name = shell_word(&name.to_string_lossy());
        lines.push(match (self.is_complete(), missing.is_empty()) {
            (true, _) => format!("all there: yomi-lab merge {name}"),
            (false, true) => "nothing to be started".to_owned(),
            (false, false) => format!("to be run: {missing}"),
        });
        lines.join("\n") + "\n"
    }
}

impl Status {
    /// The same as one JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let shard = |status: &ShardStatus| {
            let ShardStatus { shard, state, planned, done, games } = status;
            let problem = match state {
                State::Unusable(problem) => Some(problem),
                _ => None,
            };
            serde_json::json!({
                "shard": shard.number(), "state": state.to_string(), "problem": problem,
                "done": done, "planned": planned, "games": games,
            })
        };
        let shards: Vec<_> = self.shards.iter().map(shard).collect();
        let text = serde_json::json!({
            "unit": self.unit, "complete": self.is_complete(), "missing": self.missing(),
            "test": self.test, "reproducible": self.reproducible, "shards": shards,
        });
        format!("{text}\n")
    }
}

/// Numbers in order as `0-2,5`.
pub(super) fn ranges(numbers: impl Iterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |(first, last): (u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_array_jobs_take_them() {
        assert_eq!(ranges([0, 1, 2, 5, 7, 8].into_iter()), "0-2,5,7-8");
        assert_eq!(ranges([].into_iter()), "");
    }
}
