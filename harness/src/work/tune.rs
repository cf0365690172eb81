//! Tuning a player's parameters: iteration after iteration two sets of them play each other, and
//! the parameters move.
//!
//! The journal has what was compared and what came of it. The way of the parameters follows from
//! that, so a tuning that was stopped, however it was, goes on as if nothing had happened.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use super::engines;
use super::live::Live;
use super::source::{Source, recorded};
use super::{Options, Outcome, differences, open};
use crate::digest;
use crate::error::LabError;
use crate::experiments;
use crate::games::LabGame;
use crate::language::Language;
use crate::parallel::together;
use crate::plan::key::GameKey;
use crate::plan::tuning::Tuning;
use crate::plan::{GameVisitor, Overrides, Raw};
use crate::play::{Setup, play};
use crate::players::{Contender, Programs};
use crate::report::{
    Draft, Facts, Manifest, Way, html, path_csv, report_tuning, session, timestamp,
};
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal::Journal;
use crate::run::record::{End, Mishap, Record, Run, Step};
use crate::run::speed::Speed;
use crate::stats::spsa::Trial;
use crate::stop::Interrupt;
use crate::terminal::note_kept;

/// What two sets of parameters made of pairs of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// What the first made of each pair, in half points, 0 to 4.
    pub points: Vec<u8>,
    /// The games that were lost by forfeit.
    pub forfeits: Vec<Mishap>,
}

/// What two sets of parameters are compared by.
pub trait Objective<G: LabGame>: Sync {
    /// What the sides of a trial made of its pairs of games; `None` if it was stopped.
    ///
    /// # Errors
    /// What makes it impossible.
    fn measure(
        &self,
        tuning: &Tuning<G>,
        iteration: u64,
        trial: &Trial,
        stop: &Stop,
    ) -> Result<Option<Measured>, String>;
}

impl<G: LabGame, O: Objective<G> + ?Sized> Objective<G> for &O {
    fn measure(
        &self,
        tuning: &Tuning<G>,
        iteration: u64,
        trial: &Trial,
        stop: &Stop,
    ) -> Result<Option<Measured>, String> {
        (**self).measure(tuning, iteration, trial, stop)
    }
}

/// Tunes the player in `path`, or goes on with it, and reports.
///
/// # Errors
/// When the file is wrong, the folder holds something else or is in use, or something cannot be
/// written. What was reported as played stays in the journal.
pub fn tune_file(path: &Path, options: &Options) -> Result<Outcome, LabError> {
    let spec = |error| LabError::Spec { path: path.to_owned(), error };
    let raw = read(path)?;
    let game = raw.1.game().map_err(spec)?;
    game.accept(Start { path, raw, options })
}

/// The same by another objective than games, from the start position of one game.
///
/// # Errors
/// As [`tune_file`].
pub fn tune_by<G: LabGame>(
    path: &Path,
    options: &Options,
    start: G,
    objective: &dyn Objective<G>,
) -> Result<Outcome, LabError> {
    let (run, raw) = read(path)?;
    let spec = |error| LabError::Spec { path: path.to_owned(), error };
    let overrides = options.overrides.clone();
    let tuning = Tuning::new(raw, &overrides, start).map_err(spec)?;
    let run = Run { overrides, schedule: schedule(&run, &tuning), ..run };
    let out = options.out.clone().unwrap_or_else(|| Path::new("runs").join(&run.name));
    follow(&tuning, &run, &out, options, |_| Ok(objective))
}

fn read(path: &Path) -> Result<(Run, Raw), LabError> {
    let source = Source::file(path)?;
    let raw = source.raw()?;
    if !raw.is_tuning() {
        return Err(experiments::other_command(path, "no tuning: it has no [tune]", "run"));
    }
    Ok((source.run(&raw, &Overrides::default()), raw))
}

/// SHA-256 of everything that decides the way.
fn schedule<G: LabGame>(run: &Run, tuning: &Tuning<G>) -> String {
    let openings = run.openings.as_deref().unwrap_or_default();
    digest::of(format!("{}\n{openings}\nseed {}", run.text, tuning.seed))
}

/// A tuning about to start.
struct Start<'a> {
    path: &'a Path,
    raw: (Run, Raw),
    options: &'a Options,
}

impl GameVisitor for Start<'_> {
    type Output = Result<Outcome, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { path, raw: (run, raw), options } = self;
        let spec = |error| LabError::Spec { path: path.to_owned(), error };
        let overrides = options.overrides.clone();
        let tuning = Tuning::new(raw, &overrides, start).map_err(spec)?;
        let out = options.out.clone().unwrap_or_else(|| Path::new("runs").join(&run.name));
        let beginning = tuning.player(&tuning.beginning().rounded());
        let player = beginning.map_err(|problem| LabError::Impossible { problem })?;
        let (schedule, engines) = (schedule(&run, &tuning), engines::digests([&player]));
        let run = Run { overrides, schedule, engines, ..run };
        let games = |folder: &Path| {
            let programs = Programs::logged(folder);
            let players = [(&*tuning.name, &player)].into_iter();
            programs.try_out(players, &tuning.start, options.interrupt.beginnings())?;
            Ok(Games { programs, threads: options.threads() })
        };
        follow(&tuning, &run, &out, options, games)
    }
}

/// Goes the way to its end, or until somebody interrupts.
fn follow<G: LabGame, O: Objective<G>>(
    tuning: &Tuning<G>,
    run: &Run,
    out: &Path,
    options: &Options,
    objective: impl FnOnce(&Path) -> Result<O, LabError>,
) -> Result<Outcome, LabError> {
    let (folder, kept) = RunFolder::take(out, options.fresh)?;
    note_kept(folder.path(), kept.as_deref());
    let changes = |old: &Run| {
        let mut found = differences(old, run, &tuning.key, |raw| {
            let before = Tuning::new(raw, &old.overrides, tuning.start.clone())?;
            Ok(tuning.changes_since(&before))
        });
        found.extend(engines::changed(&old.engines, &run.engines, engines::IN_JOURNAL));
        found
    };
    let (mut journal, history) = open(&folder, run, changes)?;
    let mut way = collect(tuning, &history)?;
    let is_extended = history.is_extended();
    drop(history);
    if way.spsa.done() < tuning.iterations {
        let objective = objective(folder.path())?;
        proceed(tuning, &mut way, &objective, &mut journal, options)?;
    } else if is_extended {
        // The command that makes it again is today's, though no thread has to work.
        journal.write(&Record::Session(session(0)))?;
    }
    drop(journal);
    let history = super::history(folder.path())?;
    report_on(tuning, &history, folder.path(), options.language)
}

/// The way as far as a journal has it.
fn collect<G: LabGame>(tuning: &Tuning<G>, history: &History) -> Result<Way, LabError> {
    let mut way = Way::new(tuning.beginning());
    history.each(|line| match &line.record {
        None => way.damaged.push(line.number),
        Some(Record::Step(step)) if step.iteration == way.spsa.done() => {
            let trial = tuning.trial(&way.spsa);
            if trial.sides == step.sides && step.points.len() == tuning.pairs as usize {
                way.learn(&trial, step);
            } else {
                way.damaged.push(line.number);
            }
        }
        // What follows a line that could not be read is done again, and says the same.
        Some(_) => {}
    })?;
    Ok(way)
}

/// Does the iterations that are left.
fn proceed<G: LabGame>(
    tuning: &Tuning<G>,
    way: &mut Way,
    objective: &impl Objective<G>,
    journal: &mut Journal,
    options: &Options,
) -> Result<(), LabError> {
    journal.write(&Record::Session(session(options.threads())))?;
    let interrupt: &Interrupt = &options.interrupt;
    let mut live = Live::new(tuning.iterations, way.spsa.done(), "iterations");
    let (clock, before) = (Instant::now(), way.spsa.done());
    let result = iterate(tuning, way, objective, (journal, &mut live), interrupt);
    live.end();
    result?;
    let seconds = (clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    let done = way.spsa.done() - before;
    journal.write(&Record::End(End { at: timestamp(), seconds, done, rows: None }))?;
    journal.sync()
}

/// One iteration after another, until there are enough or somebody interrupts.
fn iterate<G: LabGame>(
    tuning: &Tuning<G>,
    way: &mut Way,
    objective: &impl Objective<G>,
    (journal, live): (&mut Journal, &mut Live),
    interrupt: &Interrupt,
) -> Result<(), LabError> {
    while way.spsa.done() < tuning.iterations && !interrupt.is_raised() {
        let (iteration, trial) = (way.spsa.done(), tuning.trial(&way.spsa));
        let measured = objective.measure(tuning, iteration, &trial, interrupt.searches());
        let measured = measured.map_err(|problem| LabError::Impossible { problem })?;
        let Some(Measured { points, forfeits }) = measured else { break };
        let step = Step { iteration, sides: trial.sides.clone(), points, forfeits };
        way.learn(&trial, &step);
        journal.write(&Record::Step(step))?;
        let values = || way.spsa.rounded().iter().map(i64::to_string).collect::<Vec<_>>();
        live.done(1, || (Some(values().join(" ")), Vec::new()));
    }
    Ok(())
}

/// Pairs of games on all threads.
struct Games {
    programs: Programs,
    threads: usize,
}

impl<G: LabGame> Objective<G> for Games {
    fn measure(
        &self,
        tuning: &Tuning<G>,
        iteration: u64,
        trial: &Trial,
        stop: &Stop,
    ) -> Result<Option<Measured>, String> {
        let [one, other] = [&trial.sides[0], &trial.sides[1]].map(|side| tuning.player(side));
        let (players, next) = ([one?, other?], AtomicUsize::new(0));
        let found = Mutex::new(vec![None; tuning.pairs as usize]);
        let work = || -> Result<(), String> {
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= tuning.pairs as usize || stop.is_raised() {
                    return Ok(());
                }
                let number = iteration as u32 * tuning.pairs + pair as u32;
                let measured = self.pair(tuning, &players, number, stop)?;
                found.lock().unwrap_or_else(PoisonError::into_inner)[pair] = measured;
            }
        };
        let threads = self.threads.min(tuning.pairs as usize);
        together(threads, work).into_iter().collect::<Result<(), String>>()?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found: Option<Vec<Measured>> = found.into_iter().collect();
        Ok(found.map(|found| Measured {
            points: found.iter().flat_map(|pair| pair.points.clone()).collect(),
            forfeits: found.into_iter().flat_map(|pair| pair.forfeits).collect(),
        }))
    }
}

impl Games {
    /// What the players make of one opening in both colours.
    fn pair<G: LabGame>(
        &self,
        tuning: &Tuning<G>,
        players: &[Contender<G>; 2],
        number: u32,
        stop: &Stop,
    ) -> Result<Option<Measured>, String> {
        let (first, mut points) = (tuning.start.side_to_move(), 0);
        let mut forfeits = Vec::new();
        for [black, white] in [[0, 1], [1, 0]] {
            let ends = [&players[black], &players[white]];
            let [one, other] = ends.map(ToString::to_string);
            let key = GameKey::new(tuning.seed, &tuning.key, first, &one, &other, number);
            let is_other = one == other && black > white;
            let setup = Setup {
                start: &tuning.openings.start(number, &tuning.start, first),
                opening: tuning.openings.moves(number, first),
                players: ends,
                key: if is_other { key.other() } else { key },
                timed: false,
            };
            let Some(game) = play(&setup, &self.programs, stop)? else { return Ok(None) };
            let own = if black == 0 { Side::First } else { Side::Second };
            points += match G::WINNERS[0].winner(game.points) {
                Some(winner) if winner == own => 2,
                Some(_) => 0,
                None => 1,
            };
            forfeits.extend(game.forfeit.map(|forfeit| Mishap {
                reason: game.end.to_string(),
                words: forfeit.words.to_string(),
            }));
        }
        Ok(Some(Measured { points: vec![points], forfeits }))
    }
}

/// A report to be made from a journal alone.
pub(super) struct Again<'a> {
    pub(super) history: &'a History,
    pub(super) folder: &'a Path,
    pub(super) language: Language,
}

impl GameVisitor for Again<'_> {
    type Output = Result<Outcome, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { history, folder, language } = self;
        let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
        let raw = recorded(&history.run).map_err(spec)?;
        let tuning = Tuning::new(raw, &history.run.overrides, start).map_err(spec)?;
        report_on(&tuning, history, folder, language)
    }
}

/// Makes everything in the folder but the journal.
fn report_on<G: LabGame>(
    tuning: &Tuning<G>,
    history: &History,
    folder: &Path,
    language: Language,
) -> Result<Outcome, LabError> {
    let wrong = |error: &dyn std::error::Error| LabError::unwritable(folder, error);
    let way = collect(tuning, history)?;
    let pages = Language::ALL.into_iter().map(|language| report_tuning(tuning, &way, language));
    let mut pages = pages.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&*error))?;
    let (planned, done) = (tuning.iterations, way.spsa.done());
    let digest = digest::of(path_csv(tuning, &way));
    let speed = Speed::new(&history.ends, done, done);
    let facts = Facts { rows: "path.csv", unit: "iterations", digest, planned, done, speed };
    pages.iter_mut().for_each(|page| page.unfinished = facts.unfinished(page.language));
    let player = tuning.player(&way.spsa.rounded());
    let reproducible = player.is_ok_and(|player| player.is_repeatable());
    let manifest = Manifest::new(history, &facts, tuning.seed, reproducible);
    let text = toml::to_string(&manifest).map_err(|error| wrong(&error))?;
    let long = html(&history.run.name, &pages, &manifest.circumstances());
    let main = pages.iter().position(|page| page.language == language).unwrap_or(0);
    let page = pages.swap_remove(main);
    let short = page.markdown(&history.run.name);
    let draft = Draft::new(folder).map_err(|error| wrong(&error))?;
    page.save(draft.path()).map_err(|error| wrong(&*error))?;
    for (name, content) in [("run.toml", text), ("README.md", short), ("report.html", long)] {
        fs::write(draft.path().join(name), content).map_err(|error| wrong(&error))?;
    }
    history.must_be_current()?;
    draft.commit().map_err(|error| wrong(&error))?;
    let (folder, forfeits) = (folder.to_owned(), way.lost(&tuning.name));
    Ok(Outcome { page, manifest, folder, damaged: way.damaged, forfeits, speed })
}
