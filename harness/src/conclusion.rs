//! What a command ends with: its findings on stdout, what is wrong on stderr, and its exit code.

use std::process::ExitCode;

use yomi_harness::error::LabError;
use yomi_harness::language::Language;
use yomi_harness::report::{Manifest, SuiteReport, json};
use yomi_harness::run::journal;
use yomi_harness::run::record::Problem;
use yomi_harness::run::speed::Speed;
use yomi_harness::terminal::{columns, note, say, shortened};
use yomi_harness::work::Outcome;
use yomi_protocol::console::counted;

use crate::cli::Format;

/// The exit code of work that Ctrl-C has ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Prints what a suite has found; work that was to be finished has a code where it is not.
pub(crate) fn conclude_suite(
    report: &SuiteReport,
    folder: &str,
    unfinished: Option<u8>,
    language: Language,
) -> ExitCode {
    name_damaged(folder, &report.damaged);
    let wrong = u8::from(report.entries.iter().any(Problem::differs));
    let mut code = ExitCode::from(wrong);
    if report.entries.len() < report.planned {
        note(&format!(
            "yomi-lab: {} of {} positions are solved",
            report.entries.len(),
            report.planned
        ));
        code = unfinished.map_or(code, ExitCode::from);
    }
    told(&format!("{}\nresults in {folder}\n", report.plain(language)), code)
}

/// Prints the findings of work that was to be finished.
pub(crate) fn conclude(outcome: &Outcome, format: Format) -> ExitCode {
    let (code, manifest) = (found(outcome, format), &outcome.manifest);
    if manifest.complete {
        return code;
    }
    note(&format!(
        "yomi-lab: unfinished, {} of {}; what is done is kept, run the same command again to \
         continue",
        manifest.done, manifest.planned
    ));
    if code == ExitCode::SUCCESS { INTERRUPTED.into() } else { code }
}

/// Prints the findings; says where the files are.
pub(crate) fn found(outcome: &Outcome, format: Format) -> ExitCode {
    let Outcome { page, manifest, folder, damaged, forfeits, speed } = outcome;
    let folder = folder.display().to_string();
    name_damaged(&folder, damaged);
    name_forfeits(forfeits);
    let text = match format {
        Format::Text => {
            format!(
                "{}\n{}\nresults in {folder}\n",
                page.plain(columns()),
                circumstances(manifest, *speed)
            )
        }
        Format::Json => json(page, manifest, &folder, damaged),
    };
    told(&text, ExitCode::SUCCESS)
}

/// Names the lines of a journal that do not count.
pub(crate) fn name_damaged(folder: &str, damaged: &[u64]) {
    const NAMED: usize = 10;
    for line in damaged.iter().take(NAMED) {
        note(&format!("yomi-lab: {folder}/{}:{line}: damaged, does not count", journal::NAME));
    }
    if damaged.len() > NAMED {
        note(&format!("yomi-lab: and {} more", counted(damaged.len() - NAMED, "damaged line")));
    }
}

/// Names games that were lost by forfeit.
fn name_forfeits(forfeits: &[String]) {
    const NAMED: usize = 10;
    for forfeit in forfeits.iter().take(NAMED) {
        note(&format!("yomi-lab: {}", shortened(forfeit, 400)));
    }
    if forfeits.len() > NAMED {
        let more = forfeits.len() - NAMED;
        note(&format!("yomi-lab: and {more} more lost by forfeit, all counted in README.md"));
    }
}

/// What was done and in what time, on one line.
fn circumstances(manifest: &Manifest, speed: Speed) -> String {
    let unit = match &*manifest.rows {
        "games.csv" => "game",
        "path.csv" => "iteration",
        _ => "position",
    };
    let threads = counted(manifest.threads, "thread");
    format!(
        "{} {}, seed {}\n{} {}",
        counted(manifest.done, unit),
        time_taken(speed, manifest.done, &threads),
        manifest.seed,
        manifest.rows,
        &manifest.digest[..16],
    )
}

/// The time that `done` took. Sessions that were killed told nobody theirs, and some games that
/// took time do not count: a test had its verdict before they ended.
fn time_taken(speed: Speed, done: u64, threads: &str) -> String {
    let Speed { done: timed, seconds } = speed;
    let decimals = if seconds < 1.0 { 3 } else { 2 };
    let rate = format!("{} a second, {threads}", speed.per_second());
    match timed {
        _ if seconds <= 0.0 => format!("({threads})"),
        _ if timed == done => format!("in {seconds:.decimals$} s ({rate})"),
        _ if timed < done => format!("({timed} of them in {seconds:.decimals$} s, {rate})"),
        _ => format!("count, of {timed} in {seconds:.decimals$} s ({rate})"),
    }
}

/// Prints to stdout; the exit code is `code`, or 2 if that fails.
pub(crate) fn told(text: &str, code: ExitCode) -> ExitCode {
    match say(text) {
        Ok(()) => code,
        Err(error) => {
            note(&format!("yomi-lab: standard output: {error}"));
            ExitCode::from(2)
        }
    }
}

pub(crate) fn fail(error: &LabError) -> ExitCode {
    refuse(&error.to_string())
}

/// One line on stderr, however long the input that it quotes.
pub(crate) fn refuse(problem: &str) -> ExitCode {
    const LONGEST: usize = 1000;
    note(&format!("yomi-lab: {}", shortened(problem, LONGEST)));
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_fits_the_numbers_beside_it() {
        let told = |done, seconds| time_taken(Speed { done, seconds }, 3000, "2 threads");
        assert_eq!(told(3000, 8.0), "in 8.00 s (375 a second, 2 threads)");
        assert_eq!(told(3000, 0.045), "in 0.045 s (66667 a second, 2 threads)");
        assert_eq!(told(1000, 4.0), "(1000 of them in 4.00 s, 250 a second, 2 threads)");
        assert_eq!(told(3200, 4.0), "count, of 3200 in 4.00 s (800 a second, 2 threads)");
        assert_eq!(told(0, 0.0), "(2 threads)");
    }
}
