//! The report of a problem suite: every position beside the figures of others, sums beside what was
//! aimed at.

mod circumstances;
mod tables;

use std::error::Error;
use std::fs;
use std::ops::RangeInclusive;

use super::{Draft, Figure, Kind, Page, Section, columns, html};
use crate::chart::{Count, Counts};
use crate::figures::thousands;
use crate::language::Language;
use crate::markdown::{alternative, escaped};
use crate::program::Program;
use crate::run::record::{Problem, Session, SuiteRun};
use crate::work::suite::plan::{Suite, Target};

/// A suite that was solved.
pub struct SuiteReport {
    /// Its name.
    pub name: String,
    /// What was asked.
    pub suite: Suite,
    /// How it was solved.
    pub run: SuiteRun,
    /// How many positions were to be solved.
    pub planned: usize,
    /// The positions that were, by number.
    pub entries: Vec<Problem<'static>>,
    /// The lines of the journal that were damaged and do not count.
    pub damaged: Vec<u64>,
    /// The program.
    pub program: Program,
    /// The circumstances of the last stretch of work.
    pub session: Session,
    /// When it ended, UTC; empty if it was killed.
    pub finished: String,
}

/// How to read the tables, and the files.
const NOTES: [&str; 2] = [
    "Scores are for the side to move, in discs; empty squares go to the winner. The verdict says \
     whether score and best move agree with the problem file.",
    "`positions.csv` has the first table in full, `summary.csv` the sums for each problem file, \
     `run.toml` the circumstances. Scores, moves and nodes of one thread are the same on every run \
     and machine for programs of the bench signature in `run.toml`; times are not. The positions \
     are not part of this project; `run.toml` names the files by their digests.",
];

/// Above this load something else was running, and times are too long.
const QUIET: f64 = 0.5;

/// What solving some positions cost together.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    positions: usize,
    failed: usize,
    nodes: u64,
    seconds: f64,
}

impl Sum {
    /// In millions of nodes a second.
    fn speed(self) -> f64 {
        if self.seconds > 0.0 { self.nodes as f64 / self.seconds / 1e6 } else { 0.0 }
    }
}

/// Writes the tables, the picture, `run.toml` and the page into `draft`.
///
/// # Errors
/// When a file cannot be written.
pub fn report(
    report: &SuiteReport,
    draft: &Draft,
    language: Language,
) -> Result<(), Box<dyn Error>> {
    let pages = Language::ALL.map(|language| report.page(language));
    let pages = pages.into_iter().collect::<Result<Vec<Page>, _>>()?;
    let circumstances = report.circumstances();
    let long = html(&report.name, &pages, &circumstances.facts());
    let page = pages.iter().find(|page| page.language == language).unwrap_or(&pages[0]);
    page.save(draft.path())?;
    let files = [
        ("run.toml", toml::to_string(&circumstances)?),
        ("README.md", report.markdown(page)),
        ("report.html", long),
    ];
    for (name, content) in files {
        fs::write(draft.path().join(name), content)?;
    }
    Ok(())
}

impl SuiteReport {
    /// The findings for a terminal.
    #[must_use]
    pub fn plain(&self, language: Language) -> String {
        let answer: String =
            self.answer(language).iter().map(|line| format!("- {line}\n")).collect();
        let sums = self.sums_table(language).in_language(language).plain();
        format!("{}\n\n{sums}\n{answer}", self.suite.question).replace("**", "")
    }

    fn markdown(&self, page: &Page) -> String {
        let say = |english: &str| page.language.word(english);
        let unfinished = page.unfinished.as_ref();
        let unfinished = unfinished.map(|done| page.language.say(" (unfinished: {})", &[done]));
        let mut text = format!(
            "# {}{}\n\n**{}**\n\n",
            escaped(&self.name),
            unfinished.unwrap_or_default(),
            escaped(&self.suite.question)
        );
        page.answer.iter().for_each(|line| text += &format!("- {}\n", escaped(line)));
        for Figure { stem, shows, .. } in &page.figures {
            text += &format!("\n![{}]({stem}.svg)\n", alternative(shows));
        }
        let [sums, positions] = [self.sums_table(page.language), self.positions_table()]
            .map(|table| page.told(&table).markdown());
        text += &format!("\n## {}\n\n{sums}", say("Together"));
        text += &format!("\n## {}\n\n{positions}", say("Position by position"));
        let [verdict, files] = NOTES;
        text += &format!("\n{}\n", say(verdict));
        let sources = self.sources_list();
        if !sources.is_empty() {
            text += &format!("\n## {}\n\n{sources}", say("Figures of others"));
        }
        text += &format!("\n{}\n", say(files));
        text + &page.columns_markdown()
    }

    /// Whether the same program finds the same scores, moves and nodes on any machine.
    fn is_reproducible(&self) -> bool {
        self.run.threads == 1
    }

    fn sum(&self, numbers: &RangeInclusive<u32>) -> Sum {
        let mut sum = Sum::default();
        for entry in &self.entries {
            if numbers.contains(&entry.number) {
                sum.positions += 1;
                sum.nodes += entry.nodes;
                sum.seconds += entry.seconds;
            }
        }
        sum.failed = self
            .entries
            .iter()
            .filter(|entry| numbers.contains(&entry.number) && entry.differs())
            .count();
        sum
    }

    /// The sum over the positions from `first` to `last`, if all of them are solved.
    fn whole(&self, [first, last]: [u32; 2]) -> Option<Sum> {
        let sum = self.sum(&(first..=last));
        (sum.positions as u64 == u64::from(last - first) + 1).then_some(sum)
    }

    /// The page in a language, with files and picture.
    fn page(&self, language: Language) -> Result<Page, Box<dyn Error>> {
        let (done, planned) = (self.entries.len(), self.planned);
        let heading = language.word("Position by position");
        let mut page = Page {
            language,
            question: self.suite.question.clone(),
            answer: self.answer(language),
            table: self.sums_table(language),
            more: vec![Section { heading, table: self.positions_table() }],
            columns: columns(Kind::Suite),
            notes: NOTES.map(|note| language.word(note)).to_vec(),
            unfinished: (done < planned).then(|| {
                let unit = language.word("positions");
                language.say("{} of {} {}", &[&done, &planned, &unit])
            }),
            ..Page::default()
        };
        page.files.push(("positions.csv", self.positions_csv()?));
        page.files.push(("summary.csv", self.summary_csv()?));
        let shows = "Nodes for every position, this engine and others, on a logarithmic axis";
        page.draw("nodes", shows, &self.picture(language))?;
        Ok(page)
    }

    fn answer(&self, language: Language) -> Vec<String> {
        let all = self.sum(&(0..=u32::MAX));
        let agreeing = self.entries.len() - all.failed;
        let open = self.entries.len() < self.planned;
        let mut lines = vec![language.say(
            "In {} of {} positions, score and best move agree with the problem file{}.",
            &[
                &agreeing,
                &self.entries.len(),
                &if open {
                    language.word(", the others are not solved yet")
                } else {
                    String::new()
                },
            ],
        )];
        lines.push(self.speed(&all, language));
        let ours =
            |target: &&Target| target.threads.is_none_or(|threads| threads == self.run.threads);
        lines.extend(
            self.suite
                .targets
                .iter()
                .filter(ours)
                .filter_map(|target| self.judged(target, language)),
        );
        if let Some(load) = self.session.load.filter(|&load| load > QUIET) {
            lines.push(language.say(
                "The machine was busy (load {} at the start), so the times are too long.",
                &[&format!("{load:.1}")],
            ));
        }
        if !self.is_reproducible() {
            let english = "Not reproducible: threads that share a table decide what is searched.";
            lines.push(language.word(english));
        }
        lines
    }

    fn speed(&self, all: &Sum, language: Language) -> String {
        let threads = match self.run.threads {
            1 => language.word("one thread"),
            threads => language.say("{} threads", &[&threads]),
        };
        language.say(
            "{} nodes in {}: {} M nodes a second with {} and {}.",
            &[
                &thousands(all.nodes),
                &seconds(all.seconds),
                &format!("{:.1}", all.speed()),
                &threads,
                &self.session.instructions,
            ],
        )
    }

    /// Whether a target is met, if its positions are solved.
    fn judged(&self, target: &Target, language: Language) -> Option<String> {
        let sum = self.whole(target.positions)?;
        let (figure, aim, met) = match (target.seconds, target.million_nodes_per_second) {
            (Some(limit), _) => {
                (seconds(sum.seconds), language.say("under {} s", &[&limit]), sum.seconds < limit)
            }
            (None, least) => {
                let least = least.unwrap_or(0.0);
                let unit = language.word("M nodes/s");
                (
                    format!("{:.1} {unit}", sum.speed()),
                    format!("{least} {unit}"),
                    sum.speed() >= least,
                )
            }
        };
        let verdict = language.word(if met { "met" } else { "not met" });
        let note = target.note.as_ref().map_or(String::new(), |note| format!(", {note}"));
        Some(language.say(
            "{}: {}, target {}{}: {}.",
            &[&span(target.positions), &figure, &aim, &note, &verdict],
        ))
    }

    /// The positions that others have figures for, or all if there are none.
    fn picture(&self, language: Language) -> Counts {
        let others = &self.suite.published;
        let known = |entry: &&Problem<'_>| {
            others.iter().any(|published| published.nodes(entry.number).is_some())
        };
        let mut shown: Vec<&Problem<'_>> = self.entries.iter().filter(known).collect();
        if shown.is_empty() {
            shown = self.entries.iter().collect();
        }
        let rows = shown.iter().map(|entry| Count {
            name: language.say("#{} ({} empty)", &[&entry.number, &entry.empties]),
            values: std::iter::once(Some(entry.nodes as f64))
                .chain(
                    others
                        .iter()
                        .map(|published| published.nodes(entry.number).map(|nodes| nodes as f64)),
                )
                .collect(),
        });
        let ours = threads(self.run.threads, language);
        let yomi = format!("Yomi {}, {ours}", env!("CARGO_PKG_VERSION"));
        let names = others.iter().map(|published| {
            let threads = published.machine.rsplit(", ").next().unwrap_or_default();
            format!("{}, {}", published.engine, machine(threads, language))
        });
        Counts {
            title: language.word("Nodes to solve a position"),
            subtitle: language.word("each program counts its own way; more threads search more"),
            axis: language.word("nodes, on a logarithmic axis"),
            series: std::iter::once(yomi).chain(names).collect(),
            rows: rows.collect(),
        }
    }
}

fn span([first, last]: [u32; 2]) -> String {
    if first == last { format!("#{first}") } else { format!("#{first}–#{last}") }
}

/// A number of threads: `1 thread`, `2 threads`.
fn threads(count: usize, language: Language) -> String {
    match count {
        1 => language.word("1 thread"),
        count => language.say("{} threads", &[&count]),
    }
}

/// A machine as a suite's file names it, with the threads at its end in a language.
fn machine(written: &str, language: Language) -> String {
    let start = written.rfind(", ").map_or(0, |comma| comma + 2);
    let (name, end) = written.split_at(start);
    let count = end.strip_suffix(" thread").or(end.strip_suffix(" threads"));
    match count.and_then(|count| count.parse().ok()) {
        Some(count) => format!("{name}{}", threads(count, language)),
        None => written.to_owned(),
    }
}

fn seconds(time: f64) -> String {
    format!("{time:.3} s")
}

fn millions(nodes: u64) -> String {
    let millions = nodes as f64 / 1e6;
    if millions < 1.0 { format!("{millions:.3}") } else { format!("{millions:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_have_their_threads_in_a_language() {
        let told = ["1 thread", "Core i9-13900K, 32 threads", "a machine, 2 cores"];
        assert_eq!(told.map(|text| machine(text, Language::English)), told);
        let japanese = told.map(|text| machine(text, Language::Japanese));
        assert_eq!(japanese, ["1 スレッド", "Core i9-13900K, 32 スレッド", "a machine, 2 cores"]);
    }
}
