//! A problem suite from file to results folder: positions solved one after another, beside the
//! figures of others.
//!
//! The positions stay where they are: a suite file ([`plan`]) knows its problem files by name and
//! by the empty squares of their positions, and the results name positions by number.

pub mod plan;
mod problems;

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use yomi_engine::expert::{Expert, Outcome, Question, Selectivity, Settings, Strength};
use yomi_engine::limits::Limits;
use yomi_protocol::solution::Solution;

use super::reporting::until_current;
use super::signed;
use super::source::name_of;
use crate::error::LabError;
use crate::experiments;
use crate::language::Language;
use crate::plan::{Overrides, Raw};
use crate::program::Program;
use crate::report::{Draft, SuiteReport, processors, report_suite, session, timestamp};
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal::Journal;
use crate::run::record::{self, End, Run, Session, Source, SuiteRun};
use crate::stop::Interrupt;
use plan::{ProblemFile, Suite};
use problems::{Problem, read, wrong};

/// How to solve a suite.
pub struct Options<'a> {
    /// The problem files.
    pub problems: &'a [PathBuf],
    /// Threads that solve one position together.
    pub threads: usize,
    /// MiB of transposition table.
    pub mebibytes: usize,
    /// Only the positions with these numbers.
    pub only: Option<RangeInclusive<u32>>,
    /// The folder for the results, instead of `runs/NAME`.
    pub out: Option<&'a Path>,
    /// Whether a run that is in the folder is kept under another name, and a new one begun.
    pub fresh: bool,
    /// What page and picture are written in.
    pub language: Language,
    /// Ends the work.
    pub interrupt: Interrupt,
}

/// What came out.
pub struct Solved {
    /// The figures and what they say.
    pub report: SuiteReport,
    /// The results folder.
    pub folder: PathBuf,
    /// The folder that was in its place before.
    pub kept: Option<PathBuf>,
    /// Whether all positions are solved that were asked for: the folder may lack others.
    pub is_whole: bool,
}

/// Solves what the journal does not have of the suite in `path`, and reports; `progress` hears of
/// every position when it is solved.
///
/// # Errors
/// When a file is wrong (nothing is solved then), there is no memory for the table, the folder
/// holds something else, or a result cannot be written.
pub fn run_suite(
    path: &Path,
    options: &Options<'_>,
    progress: &mut dyn FnMut(&record::Problem<'_>),
) -> Result<Solved, LabError> {
    let text = experiments::read(path)?;
    let suite = Suite::parse(&text).map_err(|error| match Raw::parse(text.clone()) {
        Ok(_) => experiments::other_command(path, "an experiment", "run"),
        Err(_) => LabError::Spec { path: path.to_owned(), error },
    })?;
    let name = name_of(path);
    let folder = options.out.map_or_else(|| Path::new("runs").join(&name), Path::to_owned);
    let (sources, problems) = read(&suite, options)?;
    let settings =
        Settings { mebibytes: options.mebibytes, threads: options.threads, ..Settings::default() };
    let mut expert = Expert::new(settings).map_err(|error| wrong(path, error.to_string()))?;
    let numbers = problems.iter().map(|problem| problem.number).collect();
    let (threads, mebibytes) = (options.threads, options.mebibytes);
    let run = Run {
        name,
        text,
        openings: None,
        overrides: Overrides::default(),
        suite: Some(SuiteRun { threads, mebibytes, sources, numbers }),
        part: None,
        schedule: String::new(),
        program: Program::here(),
        engines: BTreeMap::new(),
    };
    let (folder, kept) = RunFolder::take(&folder, options.fresh)?;
    let mut journal = open(&folder, run)?;
    let history = super::history(folder.path())?;
    let known = entries(&history)?.0;
    let left: Vec<&Problem> =
        problems.iter().filter(|problem| !known.contains_key(&problem.number)).collect();
    if !left.is_empty() {
        solve(&mut expert, &left, &mut journal, options, progress)?;
    }
    let report = report(folder.path(), options.language)?;
    let is_solved =
        |problem: &Problem| report.entries.iter().any(|entry| entry.number == problem.number);
    let is_whole = problems.iter().all(is_solved);
    Ok(Solved { report, folder: folder.path().to_owned(), kept, is_whole })
}

/// Whether a folder has the journal of a suite.
///
/// # Errors
/// When its journal cannot be read.
pub fn is_in(folder: &Path) -> Result<bool, LabError> {
    Ok(History::read(folder)?.is_some_and(|history| history.run.suite.is_some()))
}

/// Makes the report of a suite's folder from its journal.
///
/// # Errors
/// When there is no journal of a suite, or the report cannot be written.
pub fn report(folder: &Path, language: Language) -> Result<SuiteReport, LabError> {
    until_current(|| report_once(folder, language))
}

fn report_once(folder: &Path, language: Language) -> Result<SuiteReport, LabError> {
    let history = History::read(folder)?;
    let Some((history, run)) =
        history.and_then(|history| history.run.suite.clone().map(|run| (history, run)))
    else {
        return Err(wrong(folder, "no journal of a suite here"));
    };
    report_on(&history, run, folder, language)
}

/// Makes everything in the folder but the journal.
fn report_on(
    history: &History,
    run: SuiteRun,
    folder: &Path,
    language: Language,
) -> Result<SuiteReport, LabError> {
    let error = |error| LabError::Spec { path: history.path().to_owned(), error };
    let suite = Suite::parse(&history.run.text).map_err(error)?;
    let (entries, damaged) = entries(history)?;
    let report = SuiteReport {
        name: history.run.name.clone(),
        suite,
        planned: run.numbers.len(),
        entries: entries.into_values().collect(),
        damaged,
        program: history.first.program.clone(),
        finished: history.ends.last().map_or_else(String::new, |end| end.at.clone()),
        session: together(&history.sessions).unwrap_or_else(|| session(run.threads)),
        run,
    };
    let unwritable = |error: &dyn Error| LabError::unwritable(folder, error);
    let draft = Draft::new(folder).map_err(|error| unwritable(&error))?;
    report_suite(&report, &draft, language).map_err(|error| unwritable(&*error))?;
    history.must_be_current()?;
    draft.commit().map_err(|error| unwritable(&error))?;
    Ok(report)
}

/// All stretches of work as one: whoever took part in it counts, the busiest beginning, and every
/// command, since each may have asked for more positions.
fn together(sessions: &[Session]) -> Option<Session> {
    let last = sessions.last()?;
    let (mut instructions, mut commands): (Vec<&str>, Vec<&str>) = Default::default();
    for Session { instructions: found, command, .. } in sessions {
        if !instructions.contains(&&**found) {
            instructions.push(found);
        }
        if !commands.contains(&&**command) {
            commands.push(command);
        }
    }
    let load = sessions.iter().filter_map(|session| session.load).reduce(f64::max);
    let (cpu, instructions) = (processors(sessions), instructions.join(", "));
    Some(Session { command: commands.join(" && "), cpu, instructions, load, ..last.clone() })
}

/// Opens the journal of a folder, or begins it; a journal of something else is refused. More
/// positions may be asked for.
fn open(folder: &RunFolder, mut run: Run) -> Result<Journal, LabError> {
    let path = folder.path();
    let Some(history) = History::read(path)? else {
        return Journal::create(path, signed(run));
    };
    let changes = differences(&history.run, &run);
    if !changes.is_empty() {
        return Err(LabError::Changed { path: path.to_owned(), changes });
    }
    let mut journal = Journal::resume(&history)?;
    if let (Some(old), Some(new)) = (&history.run.suite, &mut run.suite) {
        new.numbers.extend(&old.numbers);
        new.numbers.sort_unstable();
        new.numbers.dedup();
        let more: Vec<Source> =
            old.sources.iter().filter(|source| !new.sources.contains(source)).cloned().collect();
        new.sources.extend(more);
        new.sources.sort_by(|one, other| one.name.cmp(&other.name));
    }
    if (&run.text, &run.suite) != (&history.run.text, &history.run.suite) {
        let program = Program { signature: history.first.program.signature, ..run.program };
        journal.write(&record::Record::Run(Box::new(Run { program, ..run })))?;
    }
    Ok(journal)
}

/// What keeps the suite in a journal from going on.
fn differences(old: &Run, new: &Run) -> Vec<String> {
    let mut changes: Vec<String> = new.program.differs_from(&old.program).into_iter().collect();
    let (Some(before), Some(now)) = (&old.suite, &new.suite) else {
        return vec!["it was an experiment and is a suite".to_owned()];
    };
    for (what, before, now) in
        [("threads", before.threads, now.threads), ("hash", before.mebibytes, now.mebibytes)]
    {
        if before != now {
            changes.push(format!("{what}: {before} in the journal, {now} now"));
        }
    }
    changes.extend(renumbered(old, new));
    for source in &now.sources {
        let same = |other: &&Source| other.name == source.name && other.digest != source.digest;
        if before.sources.iter().any(|other| same(&other)) {
            changes.push(format!("{}.obf is not the file it was", source.name));
        }
    }
    changes
}

/// The problem files of a journal whose numbers are not those of the same positions any more.
fn renumbered(old: &Run, new: &Run) -> Vec<String> {
    let files = |run: &Run| Suite::parse(&run.text).map_or(Vec::new(), |suite| suite.files);
    let (now, solved) = (files(new), old.suite.iter().flat_map(|run| &run.numbers));
    let solved: HashSet<u32> = solved.copied().collect();
    let is_asked = |file: &ProblemFile| {
        (file.first..).zip(&file.empties).any(|(number, _)| solved.contains(&number))
    };
    let is_same = |one: &ProblemFile, other: &ProblemFile| {
        (&one.name, one.first) == (&other.name, other.first)
            && other.empties.starts_with(&one.empties)
    };
    let changed = files(old)
        .into_iter()
        .filter(is_asked)
        .filter(|before| !now.iter().any(|file| is_same(before, file)));
    changed
        .map(|ProblemFile { name, first, .. }| {
            format!("{name}.obf: its positions have numbers from {first} in the journal, not now")
        })
        .collect()
}

/// The problems that a journal has, by number, and its damaged lines.
fn entries(
    history: &History,
) -> Result<(BTreeMap<u32, record::Problem<'static>>, Vec<u64>), LabError> {
    let (mut entries, mut damaged) = (BTreeMap::new(), Vec::new());
    history.each(|line| match &line.record {
        None => damaged.push(line.number),
        Some(record::Record::Problem(problem)) => {
            entries.entry(problem.number).or_insert_with(|| problem.clone().into_owned());
        }
        Some(_) => {}
    })?;
    Ok((entries, damaged))
}

/// Solves one position after another, so that none disturbs the time of another.
fn solve(
    expert: &mut Expert,
    problems: &[&Problem],
    journal: &mut Journal,
    options: &Options<'_>,
    progress: &mut dyn FnMut(&record::Problem<'_>),
) -> Result<(), LabError> {
    journal.write(&record::Record::Session(session(options.threads)))?;
    let strength = Strength::to_the_end(Selectivity::CERTAIN);
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let limits = Limits { stop: options.interrupt.searches().clone(), ..Limits::default() };
    let (clock, mut done) = (Instant::now(), 0);
    for (index, Problem { number, position, record }) in problems.iter().enumerate() {
        if options.interrupt.is_raised() {
            break;
        }
        let solution = Solution::find(expert, index + 1, position, record, &question, &limits);
        // A search that was stopped has solved nothing.
        if limits.stop.is_raised() {
            break;
        }
        let problem = problem(*number, &solution);
        journal.write(&record::Record::Problem(problem.clone()))?;
        progress(&problem);
        done += 1;
    }
    let seconds = (clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    journal.write(&record::Record::End(End { at: timestamp(), seconds, done, rows: None }))?;
    journal.sync()
}

fn problem(number: u32, solution: &Solution) -> record::Problem<'static> {
    record::Problem {
        number,
        empties: solution.empties,
        score: solution.score,
        best: solution.best.clone().into(),
        line: solution.line.clone().into(),
        nodes: solution.nodes,
        seconds: solution.seconds,
        expected: solution.expected,
        verdict: solution.verdict,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A report that is slower than the rest of the suite does not replace the suite's.
    #[test]
    fn an_old_report_replaces_no_newer_one() {
        let folder = tempfile::tempdir().unwrap();
        let [suite, file, out] =
            ["suite.toml", "two.obf", "out"].map(|name| folder.path().join(name));
        let text = "question = \"?\"\n[[files]]\nname = \"two\"\nfirst = 1\nempties = [1, 1]\n";
        fs::write(&suite, text).unwrap();
        let line = format!("-{}{} X; A1:+64;\n", "O".repeat(6), "X".repeat(57));
        fs::write(&file, line.repeat(2)).unwrap();
        let solve = |numbers| {
            let options = Options {
                problems: std::slice::from_ref(&file),
                threads: 1,
                mebibytes: 1,
                only: Some(numbers),
                out: Some(&out),
                fresh: false,
                language: Language::English,
                interrupt: Interrupt::default(),
            };
            run_suite(&suite, &options, &mut |_| ()).unwrap()
        };
        solve(1..=1);
        let history = History::read(&out).unwrap().unwrap();
        let run = history.run.suite.clone().unwrap();
        assert_eq!(solve(2..=2).report.entries.len(), 2);
        let before = fs::read_to_string(out.join("run.toml")).unwrap();
        let late = report_on(&history, run, &out, Language::English).map(|_| ());
        assert!(matches!(late, Err(LabError::Outdated { .. })), "{late:?}");
        assert_eq!(fs::read_to_string(out.join("run.toml")).unwrap(), before);
        assert_eq!(report(&out, Language::English).unwrap().entries.len(), 2);
    }
}
