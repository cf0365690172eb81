//! The report of a self-test.

use std::error::Error;
use std::fs;

use serde::Serialize;

use super::coverage::Promise;
use super::{Repeated, Wanted};
use crate::chart::{Dot, Dots};
use crate::digest;
use crate::language::Language;
use crate::program::Program;
use crate::report::{Draft, Page, html, not_reproducible, session, timestamp};
use crate::table::Table;

/// The table of all promises.
pub(super) const TABLE: &str = "coverage.csv";

/// `run.toml`: the circumstances.
#[derive(Serialize)]
struct Circumstances {
    experiment: String,
    command: String,
    version: String,
    commit: String,
    fingerprint: String,
    weights: String,
    seed: u64,
    repetitions: u32,
    reproducible: bool,
    /// SHA-256 of `coverage.csv`.
    digest: String,
    finished: String,
}

/// The page with table and pictures.
pub(super) fn page(
    name: &str,
    language: Language,
    wanted: &Wanted,
    repeated: &Repeated,
    promises: &[Promise],
) -> Result<Page, Box<dyn Error>> {
    let (intervals, tests): (Vec<_>, Vec<_>) =
        promises.iter().partition(|promise| promise.wanted.0 > 0.5);
    let mut page = Page {
        language,
        question: language.word(
            "Do printed intervals hold the truth as often as they say, and are \
            sequential tests as seldom wrong as they promise?",
        ),
        answer: answer(language, repeated, promises),
        table: table(promises),
        columns: columns(),
        notes: again(name, language, wanted, repeated),
        ..Page::default()
    };
    page.files.push((TABLE, csv(promises)?));
    page.draw(
        "coverage",
        "How often 95 % intervals hold the truth",
        &dots(wanted, language, &intervals, true),
    )?;
    page.draw(
        "sprt",
        "How often sequential tests are wrong",
        &dots(wanted, language, &tests, false),
    )?;
    Ok(page)
}

fn answer(language: Language, repeated: &Repeated, promises: &[Promise]) -> Vec<String> {
    let Repeated { repetitions, reproducible, .. } = repeated;
    let judged: Vec<bool> = promises.iter().filter_map(Promise::is_kept).collect();
    let kept = judged.iter().filter(|&&kept| kept).count();
    let games: u64 = repetitions.iter().map(|repetition| repetition.games).sum();
    let mut answer = vec![
        language.say(
            "{} of {} promises are kept, over {} repetitions of a round-robin ({} games).",
            &[&kept, &judged.len(), &repetitions.len(), &games],
        ),
        language.word(
            "The truth is the mean of all repetitions; every repetition has openings and random \
             numbers of its own.",
        ),
    ];
    answer.extend((!reproducible).then(|| not_reproducible(language)));
    answer
}

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn table(promises: &[Promise]) -> Table {
    let mut table = Table::new(&["promise", "number", "share %", "±", "wanted %", "verdict"]);
    for promise in promises {
        let Promise { name, share, error, count, wanted: (low, high) } = promise;
        table.rows.push(vec![
            (*name).to_owned(),
            count.to_string(),
            percent(*share),
            percent(*error),
            format!("{:.0}–{:.0}", 100.0 * low, 100.0 * high),
            match promise.is_kept() {
                Some(true) => "kept",
                Some(false) => "broken",
                None => "nothing to judge",
            }
            .to_owned(),
        ]);
    }
    table
}

/// The columns of `coverage.csv`.
fn columns() -> Table {
    let mut table = Table::new(&["file", "column", "unit", "meaning"]);
    for [column, unit, meaning] in [
        ["promise", "words", "what is promised"],
        ["count", "number", "intervals or tests that were looked at"],
        ["share", "share, 0 to 1", "how often the interval held the truth, or the test was wrong"],
        ["error", "share, 0 to 1", "half the width of the share's own 95 % interval"],
        [
            "least",
            "share, 0 to 1",
            "the promise is kept if share ± error meets the range from here",
        ],
        ["most", "share, 0 to 1", "to here"],
    ] {
        table.rows.push([TABLE, column, unit, meaning].map(str::to_owned).to_vec());
    }
    table
}

fn csv(promises: &[Promise]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["promise", "count", "share", "error", "least", "most"])?;
    for Promise { name, share, error, count, wanted: (low, high) } in promises {
        let shares = [share, error, low, high].map(|share| format!("{share:.4}"));
        let [share, error, low, high] = &shares;
        csv.write_record([*name, &count.to_string(), share, error, low, high])?;
    }
    Ok(csv.into_inner()?)
}

/// Shares with their intervals, and what is wanted behind them.
fn dots(wanted: &Wanted, language: Language, promises: &[&Promise], intervals: bool) -> Dots {
    let say = |english: &str| language.word(english);
    let row = |promise: &&Promise| {
        let Promise { name, share, error, wanted: (low, high), .. } = **promise;
        let middle = if intervals { 0.95 } else { high - 0.01 };
        let dot = Dot { value: share, interval: (share - error, share + error) };
        let tick = Dot { value: middle, interval: (low.max(middle - 0.05), high) };
        (say(name), vec![dot], Some(tick))
    };
    let (title, series, axis) = match intervals {
        true => (
            "How often 95 % intervals hold the truth",
            "intervals that hold the truth",
            "share of all intervals",
        ),
        false => ("How often sequential tests are wrong", "wrong verdicts", "share of all tests"),
    };
    Dots {
        title: say(title),
        subtitle: language.say("{} repetitions", &[&wanted.repetitions]),
        axis: say(axis),
        series: vec![say(series)],
        tick: say("promised, grey: what counts as kept"),
        rows: promises.iter().filter(|promise| promise.count > 0).map(row).collect(),
    }
}

/// How it is made again, if it can be.
fn again(name: &str, language: Language, wanted: &Wanted, repeated: &Repeated) -> Vec<String> {
    let english = "`yomi-lab selftest {} --repetitions {}` makes it again, figure by figure, with \
                   any number of threads.";
    let again = language.say(english, &[&name, &wanted.repetitions]);
    if repeated.reproducible { vec![again] } else { Vec::new() }
}

/// Writes everything into the folder; returns the page for a terminal.
pub(super) fn write(
    name: &str,
    wanted: &Wanted,
    repeated: &Repeated,
    pages: &[Page],
) -> Result<String, Box<dyn Error>> {
    let page = pages.iter().find(|page| page.language == wanted.language).unwrap_or(&pages[0]);
    let program = Program::here();
    let digest = page.files.iter().find(|(name, _)| *name == TABLE);
    let digest = digest.map_or(String::new(), |(_, content)| digest::of(content));
    let command = session(wanted.threads).command;
    let facts = [
        ("experiment", name.to_owned()),
        ("command", format!("`{command}`")),
        ("seed", repeated.seed.to_string()),
        ("program", format!("Yomi {}, {}", program.version, program.commit)),
        ("weights", program.weights.clone()),
        ("digest (SHA-256)", format!("`{digest}` coverage.csv")),
    ];
    let circumstances = Circumstances {
        experiment: name.to_owned(),
        command,
        version: program.version,
        commit: program.commit,
        fingerprint: program.fingerprint,
        weights: program.weights,
        seed: repeated.seed,
        repetitions: wanted.repetitions,
        reproducible: repeated.reproducible,
        digest,
        finished: timestamp(),
    };
    let draft = Draft::new(&wanted.out)?;
    page.save(draft.path())?;
    let write = |name: &str, text: String| fs::write(draft.path().join(name), text);
    write("run.toml", toml::to_string(&circumstances)?)?;
    write("README.md", page.markdown(name))?;
    write("report.html", html(name, pages, &facts))?;
    draft.commit()?;
    Ok(page.plain(usize::MAX))
}
