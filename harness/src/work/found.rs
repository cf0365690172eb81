//! Which units of work a journal has.

use std::path::Path;

use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::{Experiment, GameVisitor, Raw, Work};
use crate::run::history::History;
use crate::run::pool::{Done, Units};
use crate::run::record::Record;

use super::live::is_watched;
use super::matches::Games;
use super::searches::Searches;
use super::source::recorded;

/// What a journal has of some units.
pub struct Found {
    /// The units.
    pub done: Done,
    /// The games in them.
    pub games: u64,
    /// Whether a test has its verdict.
    pub enough: bool,
    /// The lines that were damaged or are of something else.
    pub damaged: Vec<u64>,
}

impl Found {
    /// Reads a journal and tells `units` of what is done.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(units: &dyn Units, history: &History) -> Result<Self, LabError> {
        let done = Done::none(units.count());
        let mut found = Self { done, games: 0, enough: false, damaged: Vec::new() };
        history.each(|line| match &line.record {
            Some(Record::Run(_) | Record::Session(_) | Record::End(_)) => {}
            None => found.damaged.push(line.number),
            Some(record) => match units.unit(record) {
                None => found.damaged.push(line.number),
                Some(unit) if found.done.insert(unit) => {
                    if let Record::Pair(pair) = record {
                        found.games += pair.games.len() as u64;
                    }
                    found.enough |= units.finished(&[(unit, units.score(record))]);
                }
                Some(_) => {}
            },
        })?;
        Ok(found)
    }
}

/// How far a run is, in rows.
pub struct Extent {
    /// What is done.
    pub done: u64,
    /// What is planned.
    pub planned: u64,
    /// Whether the same run gives the same rows anywhere.
    pub reproducible: bool,
}

/// How far the run of a journal is; `None` if it is none of an experiment.
#[must_use]
pub fn progress(history: &History) -> Option<Extent> {
    let raw = recorded(&history.run).ok()?;
    let game = raw.game().ok().filter(|_| !raw.is_tuning())?;
    game.accept(Counted { raw, history })
}

struct Counted<'a> {
    raw: Raw,
    history: &'a History,
}

impl GameVisitor for Counted<'_> {
    type Output = Option<Extent>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let experiment = Experiment::new(self.raw, &self.history.run.overrides, start).ok()?;
        let units = units(&experiment, None);
        let found = Found::new(&*units, self.history).ok()?;
        let (done, planned) = match &experiment.work {
            Work::Match(matches) => (found.games, matches.schedule.len()),
            Work::Search(_) => (found.done.count(), units.count()),
        };
        Some(Extent { done, planned, reproducible: units.is_reproducible() })
    }
}

/// The units of work of an experiment. What other programs say on stderr while they are done goes
/// into `folder`, if there is one.
#[must_use]
pub fn units<'a, G: LabGame>(
    experiment: &'a Experiment<G>,
    folder: Option<&Path>,
) -> Box<dyn Units + 'a> {
    match &experiment.work {
        Work::Match(matches) => {
            let games = Games::new(experiment, matches);
            let games = if is_watched() { games.watched() } else { games };
            Box::new(match folder {
                Some(folder) => games.logged(folder),
                None => games,
            })
        }
        Work::Search(search) => Box::new(Searches::new(experiment, search)),
    }
}
