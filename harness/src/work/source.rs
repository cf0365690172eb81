//! What a run is made from: the text of an experiment file, wherever it comes from.

use std::collections::BTreeMap;
use std::path::Path;

use yomi_protocol::file;

use super::suite::plan::Suite;
use crate::error::LabError;
use crate::experiments;
use crate::plan::quick_match::QuickMatch;
use crate::plan::{Overrides, Raw, SpecError};
use crate::program::Program;
use crate::run::record::Run;

/// An experiment that is to be run.
pub(in crate::work) struct Source<'a> {
    /// The file, or what errors name where there is none; openings are sought beside it.
    pub(in crate::work) path: &'a Path,
    /// What the run is called.
    pub(in crate::work) name: String,
    /// The experiment file.
    pub(in crate::work) text: String,
}

impl<'a> Source<'a> {
    /// The file in `path`, or an experiment inside the program.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(in crate::work) fn file(path: &'a Path) -> Result<Self, LabError> {
        Ok(Self { path, name: name_of(path), text: experiments::read(path)? })
    }

    /// A match that needs no file.
    pub(in crate::work) fn quick(quick: &QuickMatch) -> Self {
        Self { path: Path::new("match"), name: quick.name(), text: quick.text() }
    }

    /// The experiment as it is written, with the openings that it names.
    ///
    /// # Errors
    /// When it is none, or the openings cannot be read.
    pub(in crate::work) fn raw(&self) -> Result<Raw, LabError> {
        let mut raw = parsed(self.path, &self.text)?;
        raw.opening_text = self.openings(&raw)?;
        Ok(raw)
    }

    /// Reads the openings that the experiment names.
    fn openings(&self, raw: &Raw) -> Result<Option<String>, LabError> {
        let Some(file) = raw.opening_file() else { return Ok(None) };
        let path = self.path.parent().unwrap_or(Path::new("")).join(file);
        let text = file::read_text(&path).map_err(|error| LabError::Spec {
            path: self.path.to_owned(),
            error: raw.without_openings(format!("{}: {error}", path.display())),
        });
        text.map(Some)
    }

    /// What is to be run, apart from the schedule.
    pub(in crate::work) fn run(self, raw: &Raw, overrides: &Overrides) -> Run {
        Run {
            name: self.name,
            text: self.text,
            openings: raw.opening_text.clone(),
            overrides: overrides.clone(),
            suite: None,
            part: None,
            schedule: String::new(),
            program: Program::here(),
            engines: BTreeMap::new(),
        }
    }
}

/// The name of an experiment: its file's without `.toml`.
pub(in crate::work) fn name_of(path: &Path) -> String {
    path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy().into_owned())
}

/// An experiment file as it is written; a suite is refused.
pub(in crate::work) fn parsed(path: &Path, text: &str) -> Result<Raw, LabError> {
    Raw::parse(text.to_owned()).map_err(|error| match Suite::parse(text) {
        Ok(_) => experiments::other_command(path, "a problem suite", "suite"),
        Err(_) => LabError::Spec { path: path.to_owned(), error },
    })
}

/// The experiment in a journal, as it was read.
pub(in crate::work) fn recorded(run: &Run) -> Result<Raw, SpecError> {
    let mut raw = Raw::parse(run.text.clone())?;
    raw.opening_text.clone_from(&run.openings);
    Ok(raw)
}
