//! What an experiment leaves behind: files for machines, pictures and a page for people.

mod draft;
mod manifest;
mod matches;
mod searches;
mod suite;
mod table;

pub use draft::Draft;
pub use manifest::{Facts, Manifest, session, timestamp};
pub use matches::report as report_matches;
pub use searches::report as report_searches;
pub use suite::{SuiteReport, report as report_suite};
pub use table::Table;

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::chart::Picture;

/// The page of an experiment: what it found, in a few lines, with pictures and a table.
#[derive(Clone, Debug)]
pub struct Page {
    /// The question it answers.
    pub question: String,
    /// The answer, one sentence a line.
    pub answer: Vec<String>,
    /// The stems of the pictures, each with what it shows.
    pub pictures: Vec<(&'static str, String)>,
    /// The figures that answer it.
    pub table: Table,
    /// All the others, left to the page.
    pub details: Option<Table>,
    /// How to read the files beside it.
    pub notes: Vec<String>,
    /// Ratings of all players on one scale.
    pub ratings: Option<Table>,
    /// How much is done, if not everything.
    pub unfinished: Option<String>,
}

impl Page {
    /// The page as Markdown.
    #[must_use]
    pub fn markdown(&self, name: &str) -> String {
        let unfinished = self.unfinished.as_ref().map(|done| format!(" (unfinished: {done})"));
        let mut page =
            format!("# {name}{}\n\n**{}**\n\n", unfinished.unwrap_or_default(), self.question);
        for line in &self.answer {
            page += &format!("- {line}\n");
        }
        for (stem, shows) in &self.pictures {
            page += &format!("\n![{shows}]({stem}.svg)\n");
        }
        page += &format!("\n{}", self.table.markdown());
        if let Some(details) = &self.details {
            page += &format!("\nAll variants:\n\n{}", details.markdown());
        }
        if let Some(ratings) = &self.ratings {
            page += &format!("\nRatings, their mean zero:\n\n{}", ratings.markdown());
        }
        for note in &self.notes {
            page += &format!("\n{note}\n");
        }
        page
    }

    /// The page for a terminal.
    #[must_use]
    pub fn plain(&self) -> String {
        let answer: String = self.answer.iter().map(|line| format!("- {line}\n")).collect();
        let unfinished = self.unfinished.as_ref().map(|done| format!("Unfinished: {done}.\n"));
        let unfinished = unfinished.unwrap_or_default();
        format!("{unfinished}{}\n\n{}\n{answer}", self.question, self.table.plain())
            .replace("**", "")
    }
}

/// Draws a picture into `folder` and notes it on the page.
fn draw(
    page: &mut Page,
    folder: &Path,
    stem: &'static str,
    shows: impl Into<String>,
    picture: &impl Picture,
) -> Result<(), Box<dyn Error>> {
    picture.save(&folder.join(stem))?;
    page.pictures.push((stem, shows.into()));
    Ok(())
}

/// Writes a file so that it is either the old one or the whole new one.
///
/// # Errors
/// When it cannot be written; then no draft of it stays behind.
pub fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let draft = path.with_added_extension(format!("{}.tmp", std::process::id()));
    let written = fs::write(&draft, content).and_then(|()| fs::rename(&draft, path));
    written.inspect_err(|_| drop(fs::remove_file(&draft)))
}
