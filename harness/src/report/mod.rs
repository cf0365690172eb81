//! The report of an experiment: files for machines, pictures and a page for people.

mod columns;
mod draft;
mod html;
mod json;
mod manifest;
mod matches;
mod page;
mod players;
mod searches;
mod suite;
pub(crate) mod title;
mod tuning;

pub use columns::{Kind, columns};
pub use draft::{Draft, is_shown};
pub use html::html;
pub use json::json;
pub(crate) use manifest::processors;
pub use manifest::{Facts, Manifest, planned, session, shell_word, timestamp};
pub use matches::report as report_matches;
pub use page::{Figure, Page, Rating, Section, Test};
pub use searches::report as report_searches;
pub use suite::{SuiteReport, report as report_suite};
pub use tuning::{Way, csv as path_csv, report as report_tuning};

use crate::language::Language;

/// What is said of results that do not come out the same again.
#[must_use]
pub fn not_reproducible(language: Language) -> String {
    language.word("Not reproducible: clocks, threads or other programs decide moves.")
}

/// A variant as the beginning of a sentence, if there is more than one.
fn within(variants: &[String], variant: usize) -> String {
    if variants.len() > 1 { format!("{}: ", variants[variant]) } else { String::new() }
}

/// Which variant a picture shows, as the end of a phrase, if there is more than one.
fn shown(variants: &[String], variant: usize, language: Language) -> String {
    match variants.len() {
        1 => String::new(),
        _ => language.say(", variant {} (the others are in the table)", &[&variants[variant]]),
    }
}
