//! A problem suite from file to results folder: positions solved one after another, beside the figures of others.
//!
//! The positions stay where they are: a suite file ([`plan`]) knows its problem files by name and by the empty squares
//! of their positions, and the results name positions by number.

pub mod plan;

use std::fmt;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use yomi_engine::expert::{Expert, Outcome, Question, Selectivity, Settings, Strength, bench};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Level, Othello8};
use yomi_engine::limits::{Limits, Stop};
use yomi_protocol::notation::{Record, obf};
use yomi_protocol::solution::{Solution, Verdict};

use crate::error::LabError;
use crate::report::{SuiteReport, load, report_suite};
use plan::{ProblemFile, Suite};

/// How a suite is to be solved.
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
    /// Ends the work behind the last position that is finished.
    pub stop: Stop,
}

/// What came out.
pub struct Solved {
    /// The figures and what they say.
    pub report: SuiteReport,
    /// The results folder.
    pub folder: PathBuf,
}

/// A solved position of the suite.
pub struct Entry {
    /// Its number in the suite.
    pub number: u32,
    /// What the expert found.
    pub solution: Solution,
}

/// A problem file that was read.
pub struct Source {
    /// Its name without `.obf`.
    pub name: String,
    /// SHA-256 of it in hexadecimal.
    pub digest: String,
}

struct Problem {
    number: u32,
    position: Othello8,
    record: Record,
}

fn wrong(path: &Path, problem: impl Into<String>) -> LabError {
    LabError::Problems { path: path.to_owned(), problem: problem.into() }
}

/// Solves the suite in `path` and writes its results; `progress` hears of every position when it is solved.
///
/// # Errors
/// When a file is wrong (nothing is solved then), there is no memory for the table, or a result cannot be written.
pub fn run_suite(
    path: &Path,
    options: &Options<'_>,
    progress: &mut dyn FnMut(&Entry),
) -> Result<Solved, LabError> {
    let text = fs::read_to_string(path).map_err(|error| LabError::Read { path: path.to_owned(), error })?;
    let suite = Suite::parse(&text).map_err(|error| LabError::Spec { path: path.to_owned(), error })?;
    let name = path.file_stem().map_or("suite".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = options.out.map_or_else(|| Path::new("runs").join(&name), Path::to_owned);
    let (sources, problems) = read(&suite, options)?;
    let settings = Settings { mebibytes: options.mebibytes, threads: options.threads, ..Settings::default() };
    let mut expert = Expert::new(settings).map_err(|error| wrong(path, error.to_string()))?;
    fs::create_dir_all(&folder)
        .map_err(|error| LabError::Write { path: folder.clone(), reason: error.to_string() })?;

    let load = load();
    let entries = solve(&mut expert, &problems, &options.stop, progress);
    let settings = Settings { mebibytes: 32, ..Settings::default() };
    let signature = bench(settings, |_, _| ()).map_err(|error| wrong(path, error.to_string()))?.signature();
    let report = SuiteReport {
        name,
        suite,
        load,
        sources,
        planned: problems.len(),
        entries,
        signature,
        level: Level::best(),
        threads: options.threads,
        mebibytes: options.mebibytes,
    };
    report_suite(&report, &folder)
        .map_err(|error| LabError::Write { path: folder.clone(), reason: error.to_string() })?;
    Ok(Solved { report, folder })
}

/// Solves one position after another, so that none disturbs the time of another.
fn solve(
    expert: &mut Expert,
    problems: &[Problem],
    stop: &Stop,
    progress: &mut dyn FnMut(&Entry),
) -> Vec<Entry> {
    let strength = Strength::to_the_end(Selectivity::CERTAIN);
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut entries = Vec::new();
    for (index, Problem { number, position, record }) in problems.iter().enumerate() {
        let solution = Solution::find(expert, index + 1, position, record, &question, &limits);
        // A search that was stopped has solved nothing.
        if stop.is_raised() {
            break;
        }
        let entry = Entry { number: *number, solution };
        progress(&entry);
        entries.push(entry);
    }
    entries
}

/// Reads the problem files and finds the positions asked for, by number.
fn read(suite: &Suite, options: &Options<'_>) -> Result<(Vec<Source>, Vec<Problem>), LabError> {
    let (mut sources, mut problems) = (Vec::new(), Vec::new());
    for path in options.problems {
        let known = recognise(suite, path)?;
        if sources.iter().any(|source: &Source| source.name == known.name) {
            return Err(wrong(path, format!("`{}` is given twice", known.name)));
        }
        let bytes = fs::read(path).map_err(|error| LabError::Read { path: path.clone(), error })?;
        let digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        sources.push(Source { name: known.name.clone(), digest });
        problems.extend(positions(known, path, &String::from_utf8_lossy(&bytes))?);
    }
    problems.sort_by_key(|problem: &Problem| problem.number);
    if let Some(only) = &options.only {
        problems.retain(|problem| only.contains(&problem.number));
        if problems.is_empty() {
            let [first, last] = [only.start(), only.end()];
            let files = options.problems.first().map_or(Path::new(""), PathBuf::as_path);
            return Err(wrong(
                files,
                format!("--only: no position from {first} to {last} in the files given"),
            ));
        }
    }
    Ok((sources, problems))
}

/// Which of the suite's files one is, by its name.
fn recognise<'a>(suite: &'a Suite, path: &Path) -> Result<&'a ProblemFile, LabError> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    suite.files.iter().find(|file| stem.as_deref() == Some(&file.name)).ok_or_else(|| {
        let names: Vec<String> = suite.files.iter().map(|file| format!("`{}.obf`", file.name)).collect();
        wrong(path, format!("expected a file of the suite, {}", names.join(" or ")))
    })
}

fn positions(known: &ProblemFile, path: &Path, text: &str) -> Result<Vec<Problem>, LabError> {
    let mut problems = Vec::new();
    for record in obf::positions(text) {
        let record = record.map_err(|error| wrong(path, format!("{}: {}", error.place, error.cause)))?;
        let number = known.first + problems.len() as u32;
        let Some(position): Option<Othello8> = record.start().position() else {
            return Err(wrong(path, format!("position {number}: expected a board of 8×8")));
        };
        let expected = known.empties.get(problems.len()).copied();
        if expected != Some(position.empties()) {
            let expected =
                expected.map_or("no position".to_owned(), |empties| format!("{empties} empty squares"));
            return Err(wrong(
                path,
                format!("position {number}: expected {expected}, found {} empty squares", position.empties()),
            ));
        }
        if position.moves().len() == 0 || record.scores.is_empty() {
            return Err(wrong(path, format!("position {number}: expected scored moves such as G8:+18")));
        }
        problems.push(Problem { number, position, record });
    }
    if problems.len() < known.empties.len() {
        let (expected, found) = (known.empties.len(), problems.len());
        return Err(wrong(path, format!("expected {expected} positions, found {found}")));
    }
    Ok(problems)
}

impl Entry {
    /// Whether the file says something else.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.solution.verdict == Verdict::Differs
    }
}

impl fmt::Display for Entry {
    /// One line for people who wait.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { empties, score, best, nodes, seconds, nodes_per_second, verdict, .. } = &self.solution;
        write!(
            f,
            "#{:<3} {empties:>2} empty {score:>+3} {best} {nodes:>12} nodes {seconds:>9.3} s {:>6.1} M nodes/s {}",
            self.number,
            nodes_per_second / 1e6,
            verdict.word()
        )
    }
}
