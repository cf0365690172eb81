//! From a journal to everything else in the folder of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

use super::collected::{Collected, Lost};
use super::matches::Games;
use super::searches::{self, Searches};
use super::source::recorded;
use super::{Outcome, history, tune};
use crate::error::LabError;
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::{Experiment, GameVisitor, Match, Raw, Search, Work};
use crate::report::{
    Draft, Facts, Manifest, Page, html, not_reproducible, report_matches, report_searches,
};
use crate::run::history::History;
use crate::run::speed::Speed;
use crate::run::stopping::Stopping;

/// Makes the report of a folder from its journal, also during the run.
///
/// # Errors
/// When there is no journal, or the report cannot be written.
pub fn report(folder: &Path, language: Language) -> Result<Outcome, LabError> {
    until_current(|| report_once(folder, language))
}

/// Makes a report, again if the run has ended meanwhile.
pub(super) fn until_current<T>(report: impl Fn() -> Result<T, LabError>) -> Result<T, LabError> {
    for _ in 1..MOST_REPORTS {
        match report() {
            Err(LabError::Outdated { .. }) => {}
            reported => return reported,
        }
    }
    report()
}

/// How often a report is made because a run has ended while it was made.
const MOST_REPORTS: u32 = 5;

fn report_once(folder: &Path, language: Language) -> Result<Outcome, LabError> {
    let history = history(folder)?;
    let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
    let raw = recorded(&history.run).map_err(spec)?;
    let game = raw.game().map_err(spec)?;
    match raw.is_tuning() {
        true => game.accept(tune::Again { history: &history, folder, language }),
        false => game.accept(Again { raw, history: &history, folder, language }),
    }
}

/// A report to be made from a journal alone.
struct Again<'a> {
    raw: Raw,
    history: &'a History,
    folder: &'a Path,
    language: Language,
}

impl GameVisitor for Again<'_> {
    type Output = Result<Outcome, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { raw, history, folder, language } = self;
        let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
        let experiment = Experiment::new(raw, &history.run.overrides, start).map_err(spec)?;
        report_on(&experiment, history, folder, language)
    }
}

/// What a journal was made into.
struct Reported {
    facts: Facts,
    /// The page in every language.
    pages: Vec<Page>,
    damaged: Vec<u64>,
    forfeits: Vec<String>,
}

/// Makes everything in the folder but the journal.
pub(super) fn report_on<G: LabGame>(
    experiment: &Experiment<G>,
    history: &History,
    folder: &Path,
    language: Language,
) -> Result<Outcome, LabError> {
    let wrong = |error: &dyn Error| LabError::unwritable(folder, error);
    let draft = Draft::new(folder).map_err(|error| wrong(&error))?;
    let reported = match &experiment.work {
        Work::Match(matches) => games(experiment, matches, history, &draft)?,
        Work::Search(search) => positions(experiment, search, history, &draft)?,
    };
    let Reported { facts, mut pages, damaged, forfeits } = reported;
    pages.iter_mut().for_each(|page| page.unfinished = facts.unfinished(page.language));
    if !experiment.is_reproducible() {
        pages.iter_mut().for_each(|page| page.answer.push(not_reproducible(page.language)));
    }
    pages.iter_mut().for_each(|page| page.warn_of_missing(&experiment.charts));
    let manifest = Manifest::new(history, &facts, experiment.seed, experiment.is_reproducible());
    let text = toml::to_string(&manifest).map_err(|error| wrong(&error))?;
    let long = html(&history.run.name, &pages, &manifest.circumstances());
    let main = pages.iter().position(|page| page.language == language).unwrap_or(0);
    let page = pages.swap_remove(main);
    let short = page.markdown(&history.run.name);
    page.save(draft.path()).map_err(|error| wrong(&*error))?;
    for (name, content) in [("run.toml", text), ("README.md", short), ("report.html", long)] {
        fs::write(draft.path().join(name), content).map_err(|error| wrong(&error))?;
    }
    history.must_be_current()?;
    draft.commit().map_err(|error| wrong(&error))?;
    let (folder, speed) = (folder.to_owned(), facts.speed);
    Ok(Outcome { page, manifest, folder, damaged, forfeits, speed })
}

/// `games.csv` and the pages of a match.
fn games<G: LabGame>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    history: &History,
    draft: &Draft,
) -> Result<Reported, LabError> {
    let wrong = |error: &dyn Error| LabError::unwritable(draft.target(), error);
    let games = Games::new(experiment, matches);
    let collected = games.collect(history)?;
    let mut rows = draft.digested("games.csv").map_err(|error| wrong(&error))?;
    let done = games.write_rows(history, &collected, &mut rows).map_err(|error| wrong(&*error))?;
    let digest = rows.finish().map_err(|error| wrong(&error))?;
    // A verdict ends what was planned.
    let planned = collected.stopping.as_ref().and_then(Stopping::counted);
    let planned = planned.map_or(matches.schedule.len(), |pairs| 2 * pairs);
    let speed = Speed::new(&history.ends, collected.games, collected.done().count());
    let facts = Facts { rows: "games.csv", unit: "games", digest, planned, done, speed };
    let page = |language| report_matches(experiment, matches, &collected, language);
    let pages = Language::ALL.into_iter().map(page).collect::<Result<_, _>>();
    let pages = pages.map_err(|error| wrong(&*error))?;
    let forfeits = forfeits(experiment, &collected);
    Ok(Reported { facts, pages, damaged: collected.damaged, forfeits })
}

/// `searches.csv` and the pages of a search experiment.
fn positions<G: LabGame>(
    experiment: &Experiment<G>,
    search: &Search,
    history: &History,
    draft: &Draft,
) -> Result<Reported, LabError> {
    let wrong = |error: &dyn Error| LabError::unwritable(draft.target(), error);
    let collected = Searches::new(experiment, search).collect(history)?;
    let mut rows = draft.digested("searches.csv").map_err(|error| wrong(&error))?;
    searches::write_rows(&collected, &mut rows).map_err(|error| wrong(&error))?;
    let digest = rows.finish().map_err(|error| wrong(&error))?;
    let (planned, done) = (search.positions as u64, collected.done.count());
    let speed = Speed::new(&history.ends, done, done);
    let facts = Facts { rows: "searches.csv", unit: "positions", digest, planned, done, speed };
    // Who did nothing has no threads.
    let threads = history.sessions.iter().map(|session| session.threads);
    let threads: BTreeSet<usize> = threads.filter(|&threads| threads > 0).collect();
    let page = |language| report_searches(experiment, search, &collected.costs, &threads, language);
    let pages = Language::ALL.into_iter().map(page).collect::<Result<_, _>>();
    let pages = pages.map_err(|error| wrong(&*error))?;
    Ok(Reported { facts, pages, damaged: collected.damaged, forfeits: Vec::new() })
}

/// The games that were lost by forfeit, in words: a line for each player and reason, with the first
/// game as `replay` takes it.
fn forfeits<G: LabGame>(experiment: &Experiment<G>, collected: &Collected) -> Vec<String> {
    let mut kinds: BTreeMap<(usize, &str), (u64, &Lost)> = BTreeMap::new();
    for lost in &collected.forfeits {
        let (count, first) = kinds.entry((lost.player, &lost.reason)).or_insert((0, lost));
        *count += 1;
        if lost.game < first.game {
            *first = lost;
        }
    }
    let name = |index: usize| &experiment.contestants[index].name;
    let told = |((player, reason), (count, first)): ((usize, &str), (u64, &Lost))| {
        let Lost { opponent, game, words, .. } = first;
        let (player, opponent) = (name(player), name(*opponent));
        let words = if words.is_empty() { String::new() } else { format!(": {words}") };
        match count {
            1 => format!("{player} lost game {game} to {opponent} by {reason}{words}"),
            _ => format!(
                "{player} lost {count} games by {reason}, the first of them game {game} to \
                 {opponent}{words}"
            ),
        }
    };
    kinds.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Overrides;
    use crate::work::{Options, run_file};

    /// A report that is slower than the rest of the run that it is of does not replace the run's.
    #[test]
    fn an_old_report_replaces_no_newer_one() {
        let folder = tempfile::tempdir().unwrap();
        let (file, out) = (folder.path().join("a.toml"), folder.path().join("out"));
        let text = "question = \"?\"\ngame = \"tictactoe\"\ngames = 2\nseed = 1\n[schedule]\n\
                    gauntlet = [\"a\"]\n[[players]]\nname = \"a\"\ntext = \"random\"\n\
                    [[players]]\nname = \"b\"\ntext = \"random\"\n";
        fs::write(&file, text).unwrap();
        let run = |games| {
            let overrides = Overrides { games: Some(games), ..Overrides::default() };
            let options = Options { overrides, out: Some(out.clone()), ..Options::default() };
            run_file(&file, &options).unwrap()
        };
        run(2);
        let history = history(&out).unwrap();
        let raw = recorded(&history.run).unwrap();
        run(4);
        let before = fs::read_to_string(out.join("run.toml")).unwrap();
        let old = Again { raw, history: &history, folder: &out, language: Language::English };
        let late = old.raw.game().unwrap().accept(old);
        assert!(matches!(late, Err(LabError::Outdated { .. })), "{late:?}");
        assert_eq!(fs::read_to_string(out.join("run.toml")).unwrap(), before);
        // Read again it is the report of the whole run.
        assert!(report(&out, Language::English).is_ok());
        assert_eq!(fs::read_to_string(out.join("run.toml")).unwrap(), before);
    }
}
