//! A suite file: which problem files there are, what is aimed at, and the figures others published.

use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;
use yomi_protocol::visible::is_control;

use crate::plan::{SpecError, parse_toml};

/// A checked suite file.
pub struct Suite {
    /// What the suite asks, in one sentence.
    pub question: String,
    /// The problem files.
    pub files: Vec<ProblemFile>,
    /// What is aimed at.
    pub targets: Vec<Target>,
    /// Figures of others, position by position.
    pub published: Vec<Published>,
    /// Figures of others for many positions together.
    pub totals: Vec<Total>,
}

/// A file of problems, by what it must look like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    /// Its name without `.obf`.
    pub name: String,
    /// The number of its first position; the others follow.
    pub first: u32,
    /// The empty squares of its positions, by which it is recognised.
    pub empties: Vec<u32>,
}

/// What is aimed at for some positions together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The first and the last of them.
    pub positions: [u32; 2],
    /// No more seconds than these.
    pub seconds: Option<f64>,
    /// At least this number of million nodes a second.
    pub million_nodes_per_second: Option<f64>,
    /// With how many threads; any number if it does not say.
    pub threads: Option<usize>,
    /// Under which condition.
    pub note: Option<String>,
}

/// What another engine needed for positions one by one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The engine and its version.
    pub engine: String,
    /// The processor and the number of threads.
    pub machine: String,
    /// Where the figures were published.
    pub source: String,
    /// The number of the first position; the others follow.
    pub first: u32,
    /// The nodes of each.
    pub nodes: Vec<u64>,
    /// The seconds of each, if they are comparable.
    pub seconds: Option<Vec<f64>>,
}

impl Published {
    /// The nodes for position `number`.
    #[must_use]
    pub fn nodes(&self, number: u32) -> Option<u64> {
        self.nodes.get(number.checked_sub(self.first)? as usize).copied()
    }

    /// The seconds for position `number`.
    #[must_use]
    pub fn seconds(&self, number: u32) -> Option<f64> {
        self.seconds.as_ref()?.get(number.checked_sub(self.first)? as usize).copied()
    }
}

/// What another engine needed for some positions together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The first and the last of them.
    pub positions: [u32; 2],
    /// The engine and its version.
    pub engine: String,
    /// The processor and the number of threads.
    pub machine: String,
    /// Where the figures were published.
    pub source: String,
    /// The time for all.
    pub seconds: f64,
    /// The nodes for all.
    pub nodes: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: Spanned<String>,
    files: Vec<Spanned<ProblemFile>>,
    #[serde(default)]
    targets: Vec<Spanned<Target>>,
    #[serde(default)]
    published: Vec<Spanned<Published>>,
    #[serde(default)]
    totals: Vec<Spanned<Total>>,
}

impl ProblemFile {
    /// The numbers of its positions.
    #[must_use]
    pub fn numbers(&self) -> RangeInclusive<u32> {
        self.first..=self.first + self.empties.len() as u32 - 1
    }

    fn problem(&self, before: &[&Self]) -> Option<String> {
        if let Some(problem) = unprintable("files", [("name", &*self.name)]) {
            return Some(problem);
        }
        if self.empties.is_empty() || self.empties.len() > 100_000 || self.first > 1_000_000 {
            return Some(
                "files: expected `first` up to 1000000 and 1 to 100000 `empties`".to_owned(),
            );
        }
        let shared = |other: &&Self| {
            self.name == other.name
                || (self.numbers().start() <= other.numbers().end()
                    && other.numbers().start() <= self.numbers().end())
        };
        let other = before.iter().copied().find(shared)?;
        Some(format!("files: `{}` shares its name or a number with `{}`", self.name, other.name))
    }
}

impl Target {
    fn problem(&self) -> Option<String> {
        let figures = self.seconds.iter().chain(&self.million_nodes_per_second);
        if figures.clone().count() != 1 || !figures.copied().all(positive) {
            return Some(
                "targets: expected either `seconds` or `million_nodes_per_second` above 0"
                    .to_owned(),
            );
        }
        if self.threads == Some(0) {
            return Some("targets.threads: expected a number above 0".to_owned());
        }
        let note = self.note.as_deref().map(|note| ("note", note));
        unprintable("targets", note).or_else(|| backwards("targets", self.positions))
    }
}

impl Published {
    fn problem(&self) -> Option<String> {
        if self.nodes.contains(&0) {
            return Some("published.nodes: expected numbers above 0".to_owned());
        }
        let seconds = self.seconds.as_ref().map_or(self.nodes.len(), Vec::len);
        if seconds != self.nodes.len() {
            return Some(format!(
                "published.seconds: expected as many as there are nodes, {}, found {seconds}",
                self.nodes.len()
            ));
        }
        let mut seconds = self.seconds.iter().flatten();
        if let Some(wrong) = seconds.find(|seconds| !(seconds.is_finite() && **seconds >= 0.0)) {
            return Some(format!("published.seconds: expected 0 or more, found {wrong}"));
        }
        let texts = [&self.engine, &self.machine, &self.source].map(String::as_str);
        unprintable("published", ["engine", "machine", "source"].into_iter().zip(texts))
    }
}

impl Total {
    fn problem(&self) -> Option<String> {
        if !positive(self.seconds) {
            return Some(format!(
                "totals.seconds: expected a number above 0, found {}",
                self.seconds
            ));
        }
        let texts = [&self.engine, &self.machine, &self.source].map(String::as_str);
        unprintable("totals", ["engine", "machine", "source"].into_iter().zip(texts))
            .or_else(|| backwards("totals", self.positions))
    }
}

/// Whether a figure is one that can be divided by; neither NaN nor infinity is.
fn positive(figure: f64) -> bool {
    figure > 0.0 && figure.is_finite()
}

/// The first of a table's texts, by its key, that a terminal or a page cannot show on one line.
fn unprintable<'a>(
    table: &str,
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let (key, _) = texts.into_iter().find(|(_, text)| text.contains(is_control))?;
    Some(format!("{table}.{key}: expected one line, without control characters"))
}

fn backwards(table: &str, [first, last]: [u32; 2]) -> Option<String> {
    (first > last)
        .then(|| format!("{table}.positions: expected [first, last], found [{first}, {last}]"))
}

impl Suite {
    /// Reads a suite file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let file: File = parse_toml(text)?;
        let error = |start: usize, problem: String| SpecError::at(text, start, problem);
        let is_strange = |c: char| is_control(c) && !matches!(c, '\n' | '\r' | '\t');
        if file.question.get_ref().contains(is_strange) {
            let problem = "question: expected a sentence, without control characters";
            return Err(error(file.question.span().start, problem.to_owned()));
        }
        let mut known: Vec<&ProblemFile> = Vec::new();
        for entry in &file.files {
            if let Some(problem) = entry.get_ref().problem(&known) {
                return Err(error(entry.span().start, problem));
            }
            known.push(entry.get_ref());
        }
        if known.is_empty() {
            return Err(error(0, "files: expected at least one".to_owned()));
        }
        let targets = file.targets.iter().map(|entry| (entry.span(), entry.get_ref().problem()));
        let published =
            file.published.iter().map(|entry| (entry.span(), entry.get_ref().problem()));
        let totals = file.totals.iter().map(|entry| (entry.span(), entry.get_ref().problem()));
        for (span, problem) in targets.chain(published).chain(totals) {
            if let Some(problem) = problem {
                return Err(error(span.start, problem));
            }
        }
        Ok(Self {
            question: file.question.into_inner(),
            files: file.files.into_iter().map(Spanned::into_inner).collect(),
            targets: file.targets.into_iter().map(Spanned::into_inner).collect(),
            published: file.published.into_iter().map(Spanned::into_inner).collect(),
            totals: file.totals.into_iter().map(Spanned::into_inner).collect(),
        })
    }
}
