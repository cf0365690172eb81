//! What there is: experiments, runs and results, by the names that commands understand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::found::{Extent, progress};
use crate::experiments;
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::journal;
use crate::table::Table;
use crate::terminal::shortened;

/// Where experiments, runs and results are, from the folder that the program is started in.
const EXPERIMENTS: &str = "experiments";
const RUNS: &str = "runs";
const RESULTS: &str = "results";

/// The experiment that a name means: a file, with or without `.toml`, here or among the
/// experiments. What cannot be found is returned as it is.
#[must_use]
pub fn experiment(name: &Path) -> PathBuf {
    let with_ending = |path: PathBuf| [path.with_added_extension("toml"), path];
    let places = [name.to_owned(), Path::new(EXPERIMENTS).join(name)];
    let mut found = places.into_iter().flat_map(with_ending).filter(|path| path.is_file());
    found.next().unwrap_or_else(|| name.to_owned())
}

/// The folder that a name means: one that is here or among the runs. What cannot be found is
/// returned as it is.
#[must_use]
pub fn folder(name: &Path) -> PathBuf {
    let run = Path::new(RUNS).join(name);
    if !name.join(journal::NAME).exists() && run.join(journal::NAME).exists() {
        run
    } else {
        name.to_owned()
    }
}

/// Tables of experiments, runs and results in the folder `root`.
#[must_use]
pub fn list(root: &Path) -> Vec<(&'static str, Table)> {
    vec![
        ("Experiments", experiments(&root.join(EXPERIMENTS))),
        ("Runs", reports(&root.join(RUNS))),
        ("Results", reports(&root.join(RESULTS))),
    ]
}

/// The experiments of a folder and those inside the program.
fn experiments(folder: &Path) -> Table {
    let question =
        |text: &str| Some(text.parse::<toml::Table>().ok()?.get("question")?.as_str()?.to_owned());
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    for name in experiments::names() {
        found.insert(name.to_owned(), experiments::text(name).and_then(question));
    }
    for path in sorted(folder) {
        if path.extension().is_some_and(|end| end == "toml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = experiments::read(&path).ok();
            found.insert(name, text.as_deref().and_then(question));
        }
    }
    let mut table = Table::new(&["experiment", "question"]);
    for (name, question) in found {
        let question = question.unwrap_or_else(|| "(not readable)".to_owned());
        table.rows.push([&name, &question].map(|text| shortened(text, 200)).to_vec());
    }
    table
}

/// The folders with a report or a journal, and what these say.
fn reports(folder: &Path) -> Table {
    let mut table = Table::new(&["folder", "done", "of", "finished", "reproducible", "digest"]);
    for path in sorted(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let told = if RunFolder::is_taken(&path) { None } else { reported(&path) };
        if let Some(told) = told.or_else(|| begun(&path)) {
            table.rows.push([shortened(&name, 200)].into_iter().chain(told).collect());
        }
    }
    table
}

/// What `run.toml` says of a folder.
fn reported(path: &Path) -> Option<[String; 5]> {
    let text = fs::read_to_string(path.join("run.toml")).ok()?;
    let circumstances = text.parse::<toml::Table>().unwrap_or_default();
    let said = |key: &str| match circumstances.get(key) {
        Some(toml::Value::String(text)) => shortened(text, 40),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let finished = match &*said("complete") {
        "false" => "(unfinished)".to_owned(),
        // To the minute.
        _ => said("finished").chars().take(16).collect::<String>().replace('T', " "),
    };
    let reproducible = circumstances.get("reproducible").and_then(toml::Value::as_bool);
    let digest = said("digest").chars().take(16).collect();
    Some([said("done"), said("planned"), finished, yes_or_no(reproducible), digest])
}

/// What the journal says of a folder in which somebody works, or was killed before any report.
fn begun(path: &Path) -> Option<[String; 5]> {
    if !path.join(journal::NAME).is_file() {
        return None;
    }
    let state = if RunFolder::is_taken(path) { "(under way)" } else { "(unfinished)" };
    let found = History::read(path).ok().flatten().and_then(|history| progress(&history));
    let number =
        |of: fn(&Extent) -> u64| found.as_ref().map_or(String::new(), |run| of(run).to_string());
    let reproducible = yes_or_no(found.as_ref().map(|run| run.reproducible));
    let [done, planned] = [number(|run| run.done), number(|run| run.planned)];
    Some([done, planned, state.to_owned(), reproducible, String::new()])
}

fn yes_or_no(answer: Option<bool>) -> String {
    answer.map_or("", |answer| if answer { "yes" } else { "no" }).to_owned()
}

/// What is in a folder, by name.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
