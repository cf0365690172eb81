//! The page of an experiment: what it found, in a few lines, with pictures and tables, in one
//! language.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::chart::{ChartKind, Picture, lacking, png};
use crate::language::Language;
use crate::markdown::{alternative, escaped};
use crate::table::Table;
use crate::terminal::note;

/// The page of an experiment: what it found, in a few lines, with pictures and tables.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What it is written in.
    pub language: Language,
    /// The question it answers.
    pub question: String,
    /// The answer, one sentence a line.
    pub answer: Vec<String>,
    /// The pictures.
    pub figures: Vec<Figure>,
    /// The figures that answer it.
    pub table: Table,
    /// All the others, left to the page.
    pub details: Option<Table>,
    /// Ratings of all players on one scale.
    pub ratings: Option<Section>,
    /// The same for machines.
    pub rated: Vec<Rating>,
    /// What moves cost, if that is asked for; the long report has it in any case.
    pub costs: Option<Section>,
    /// What only the long report has.
    pub more: Vec<Section>,
    /// The columns of its files.
    pub columns: Table,
    /// How to read the files beside it.
    pub notes: Vec<String>,
    /// How much is done, if not everything.
    pub unfinished: Option<String>,
    /// Where the sequential test stands, if there is one.
    pub test: Option<Test>,
    /// The files for machines, by name.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// A player's place on the scale of ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating in Elo; the mean of those that have limits is 0.
    pub elo: f64,
    /// The lower end of its 95 % interval, if it has one.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
}

/// Where a sequential test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The hypothesis that holds, `elo0` or `elo1`, once it is decided.
    pub verdict: Option<&'static str>,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this `elo0` holds.
    pub low: f64,
    /// At or above this `elo1` holds.
    pub high: f64,
    /// The pairs of games it rests on.
    pub pairs: u64,
}

/// A picture with what it says in other ways.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of its files.
    pub stem: &'static str,
    /// What it shows, for those who do not see it.
    pub shows: String,
    /// The picture.
    pub svg: String,
    /// Its figures.
    pub table: Table,
    /// Whether it has files of its own; the others are in the long report only.
    pub asked: bool,
}

/// A table with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// What the table is about.
    pub heading: String,
    /// The table.
    pub table: Table,
}

impl Page {
    /// Draws a picture.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn draw(
        &mut self,
        stem: &'static str,
        shows: &str,
        picture: &impl Picture,
    ) -> Result<(), Box<dyn Error>> {
        self.draw_if(true, stem, shows, picture)
    }

    /// Draws a picture; only the long report shows it unless it is `asked` for.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn draw_if(
        &mut self,
        asked: bool,
        stem: &'static str,
        shows: &str,
        picture: &impl Picture,
    ) -> Result<(), Box<dyn Error>> {
        let (shows, table) = (self.language.word(shows), picture.table());
        self.figures.push(Figure { stem, shows, svg: picture.svg()?, table, asked });
        Ok(())
    }

    /// Adds a line about those of these charts, which are asked for, that there was nothing to draw
    /// in.
    pub fn warn_of_missing(&mut self, charts: &[ChartKind]) {
        let missing: Vec<String> = ChartKind::ALL
            .iter()
            .filter(|(name, kind)| {
                charts.contains(kind) && !self.figures.iter().any(|figure| figure.stem == *name)
            })
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        if !missing.is_empty() {
            let list = self.language.list(&missing);
            let told = "Not drawn, because this kind of experiment, or what it has so far, has \
                        nothing for it: {}.";
            self.answer.push(self.language.say(told, &[&list]));
        }
    }

    /// The pictures that are asked for.
    fn asked(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.asked)
    }

    /// Writes pictures and files into `folder`. Characters of names that cannot be painted are told
    /// of on stderr: the machine lacks a font, and the files say nothing of machines.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Box<dyn Error>> {
        let mut absent = BTreeSet::new();
        for Figure { stem, svg, .. } in self.asked() {
            let path = folder.join(stem);
            fs::write(path.with_extension("svg"), svg)?;
            fs::write(path.with_extension("png"), png(svg)?)?;
            absent.append(&mut lacking(svg));
        }
        if !absent.is_empty() {
            note(&format!(
                "yomi-lab: no font here has `{}`: PNG pictures lack what SVG ones have where a \
                 viewer has a font",
                absent.into_iter().collect::<String>()
            ));
        }
        for (name, content) in &self.files {
            fs::write(folder.join(name), content)?;
        }
        Ok(())
    }

    /// The page as Markdown.
    #[must_use]
    pub fn markdown(&self, name: &str) -> String {
        let say = |english| self.language.word(english);
        let unfinished = self.unfinished.as_ref();
        let unfinished = unfinished.map(|done| self.language.say(" (unfinished: {})", &[done]));
        let mut page = format!(
            "# {}{}\n\n**{}**\n\n",
            escaped(name),
            unfinished.unwrap_or_default(),
            escaped(&self.question)
        );
        for line in &self.answer {
            page += &format!("- {}\n", escaped(line));
        }
        for Figure { stem, shows, .. } in self.asked() {
            page += &format!("\n![{}]({stem}.svg)\n", alternative(shows));
        }
        page += &format!("\n{}", self.told(&self.table).markdown());
        if let Some(details) = &self.details {
            page += &format!("\n{}\n\n{}", say("All variants:"), self.told(details).markdown());
        }
        for Section { heading, table } in self.ratings.iter().chain(&self.costs) {
            let heading = self.language.say("{}:", &[&escaped(heading)]);
            page += &format!("\n{heading}\n\n{}", self.told(table).markdown());
        }
        for note in &self.notes {
            page += &format!("\n{}\n", escaped(note));
        }
        page + &self.columns_markdown()
    }

    /// The columns of the files.
    #[must_use]
    pub fn columns_markdown(&self) -> String {
        let heading = self.language.word("Columns of the files");
        format!("\n## {heading}\n\n{}", self.told(&self.columns).markdown())
    }

    /// The page for a terminal this many columns wide.
    #[must_use]
    pub fn plain(&self, columns: usize) -> String {
        let answer: String = self.answer.iter().map(|line| format!("- {line}\n")).collect();
        let unfinished = self.unfinished.as_ref();
        let unfinished =
            unfinished.map(|done| self.language.say("Unfinished: {}.", &[done]) + "\n");
        let table = self.told(&self.table);
        let shown = table.narrow(columns);
        let left_out = table.lacking(&shown);
        let left_out = match left_out.as_slice() {
            [] => String::new(),
            names => {
                let names = self.language.list(names);
                self.language.say("Too wide for here, so in README.md only: {}.", &[&names]) + "\n"
            }
        };
        let (table, unfinished) = (shown.plain(), unfinished.unwrap_or_default());
        format!("{unfinished}{}\n\n{table}{left_out}\n{answer}", self.question).replace("**", "")
    }

    /// A table in the language of the page.
    #[must_use]
    pub fn told(&self, table: &Table) -> Table {
        table.in_language(self.language)
    }
}
