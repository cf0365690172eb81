//! The positions of a suite's problem files.

use std::path::{Path, PathBuf};

use yomi_engine::game::Game;
use yomi_engine::games::othello::Othello8;
use yomi_protocol::file;
use yomi_protocol::notation::{Record, obf};
use yomi_protocol::solution::solvable;

use super::Options;
use super::plan::{ProblemFile, Suite};
use crate::digest;
use crate::error::LabError;
use crate::run::record::Source;

/// A position to solve, and what its file says of it.
pub(super) struct Problem {
    pub(super) number: u32,
    pub(super) position: Othello8,
    pub(super) record: Record,
}

/// Reads the problem files and finds the positions asked for, by number.
pub(super) fn read(
    suite: &Suite,
    options: &Options<'_>,
) -> Result<(Vec<Source>, Vec<Problem>), LabError> {
    let (mut sources, mut problems) = (Vec::new(), Vec::new());
    for path in options.problems {
        let known = recognise(suite, path)?;
        if sources.iter().any(|source: &Source| source.name == known.name) {
            return Err(wrong(path, format!("`{}` is given twice", known.name)));
        }
        let bytes =
            file::read(path).map_err(|error| LabError::Read { path: path.clone(), error })?;
        let digest = digest::of(&bytes);
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
        let names: Vec<String> =
            suite.files.iter().map(|file| format!("`{}.obf`", file.name)).collect();
        wrong(path, format!("expected a file of the suite, {}", names.join(" or ")))
    })
}

fn positions(known: &ProblemFile, path: &Path, text: &str) -> Result<Vec<Problem>, LabError> {
    let mut problems = Vec::new();
    for record in obf::positions(text) {
        let record =
            record.map_err(|error| wrong(path, format!("{}: {}", error.place, error.cause)))?;
        let number = known.first + problems.len() as u32;
        let position = solvable(&record)
            .map_err(|problem| wrong(path, format!("position {number}: {problem}")))?;
        let expected = known.empties.get(problems.len()).copied();
        if expected != Some(position.empties()) {
            let expected = expected
                .map_or("no position".to_owned(), |empties| format!("{empties} empty squares"));
            return Err(wrong(
                path,
                format!(
                    "position {number}: expected {expected}, found {} empty squares",
                    position.empties()
                ),
            ));
        }
        if position.moves().len() == 0 || record.scores.is_empty() {
            return Err(wrong(
                path,
                format!("position {number}: expected scored moves such as G8:+18"),
            ));
        }
        problems.push(Problem { number, position, record });
    }
    if problems.len() < known.empties.len() {
        let (expected, found) = (known.empties.len(), problems.len());
        return Err(wrong(path, format!("expected {expected} positions, found {found}")));
    }
    Ok(problems)
}

/// The error of a problem file.
pub(super) fn wrong(path: &Path, problem: impl Into<String>) -> LabError {
    LabError::Problems { path: path.to_owned(), problem: problem.into() }
}
