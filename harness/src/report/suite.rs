//! The report of a problem suite: every position beside the figures of others, sums beside what was
//! aimed at.

mod circumstances;
mod tables;

use std::error::Error;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use super::{Draft, Table};
use crate::chart::{Count, Counts, Picture};
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

/// Writes the tables, the picture, `run.toml` and the page into `folder`.
///
/// # Errors
/// When a file cannot be written.
pub fn report(report: &SuiteReport, folder: &Path) -> Result<(), Box<dyn Error>> {
    let draft = Draft::new(folder)?;
    let path = |name: &str| draft.path().join(name);
    fs::write(path("positions.csv"), report.positions_csv()?)?;
    fs::write(path("summary.csv"), report.summary_csv()?)?;
    fs::write(path("run.toml"), toml::to_string(&report.circumstances())?)?;
    report.picture().save(&path("nodes"))?;
    fs::write(path("README.md"), report.markdown())?;
    Ok(draft.commit()?)
}

impl SuiteReport {
    /// The findings for a terminal.
    #[must_use]
    pub fn plain(&self) -> String {
        let answer: String = self.answer().iter().map(|line| format!("- {line}\n")).collect();
        format!("{}\n\n{}\n{answer}", self.suite.question, self.sums_table().plain())
            .replace("**", "")
    }

    fn markdown(&self) -> String {
        let (done, planned) = (self.entries.len(), self.planned);
        let unfinished = if done < planned {
            format!(" (unfinished: {done} of {planned} positions)")
        } else {
            String::new()
        };
        let mut page = format!("# {}{unfinished}\n\n**{}**\n\n", self.name, self.suite.question);
        self.answer().iter().for_each(|line| page += &format!("- {line}\n"));
        page += "\n![Nodes for every position, this engine and others, on a logarithmic axis](nodes.svg)\n";
        page += &format!("\n## Together\n\n{}", self.sums_table().markdown());
        page += &format!("\n## Position by position\n\n{}", self.positions_table().markdown());
        page += "\nScores are for the side to move, in discs, empty squares for the winner. The verdict says whether \
                 score and best move are the problem file's.\n";
        page += &format!("\n## Figures of others\n\n{}", self.sources_list());
        page += "\n`positions.csv` has the first table in full, `summary.csv` the sums for each problem file, \
                 `run.toml` the circumstances. Scores, moves and nodes of one thread are the same on every run and \
                 machine; times are not. The positions are not part of this project; `run.toml` names the files by \
                 their digests.\n";
        page
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

    fn answer(&self) -> Vec<String> {
        let all = self.sum(&(0..=u32::MAX));
        let agreeing = self.entries.len() - all.failed;
        let mut lines = vec![format!(
            "In {agreeing} of {} positions score and best move are the problem file's{}.",
            self.entries.len(),
            if self.entries.len() < self.planned { ", the others are not solved yet" } else { "" },
        )];
        lines.push(format!(
            "{} nodes in {}: {:.1} M nodes a second with {} and {}.",
            grouped(all.nodes),
            seconds(all.seconds),
            all.speed(),
            if self.run.threads == 1 {
                "one thread".to_owned()
            } else {
                format!("{} threads", self.run.threads)
            },
            self.session.instructions
        ));
        let ours =
            |target: &&Target| target.threads.is_none_or(|threads| threads == self.run.threads);
        lines.extend(
            self.suite.targets.iter().filter(ours).filter_map(|target| self.judged(target)),
        );
        if let Some(load) = self.session.load.filter(|&load| load > QUIET) {
            lines.push(format!(
                "The machine was not quiet (load {load:.1} when it began): the times are longer than they need be."
            ));
        }
        lines
    }

    /// Whether a target is met, if its positions are solved.
    fn judged(&self, target: &Target) -> Option<String> {
        let sum = self.whole(target.positions)?;
        let (figure, aim, met) = match (target.seconds, target.million_nodes_per_second) {
            (Some(limit), _) => {
                (seconds(sum.seconds), format!("under {limit} s"), sum.seconds < limit)
            }
            (None, least) => {
                let least = least.unwrap_or(0.0);
                (
                    format!("{:.1} M nodes/s", sum.speed()),
                    format!("{least} M nodes/s"),
                    sum.speed() >= least,
                )
            }
        };
        let verdict = if met { "met" } else { "not met" };
        let note = target.note.as_ref().map_or(String::new(), |note| format!(", {note}"));
        Some(format!("{}: {figure}, target {aim}{note}: {verdict}.", span(target.positions)))
    }

    /// The positions that others have figures for, or all if there are none.
    fn picture(&self) -> Counts {
        let others = &self.suite.published;
        let known = |entry: &&Problem<'_>| {
            others.iter().any(|published| published.nodes(entry.number).is_some())
        };
        let mut shown: Vec<&Problem<'_>> = self.entries.iter().filter(known).collect();
        if shown.is_empty() {
            shown = self.entries.iter().collect();
        }
        let rows = shown.iter().map(|entry| Count {
            name: format!("#{} ({} empty)", entry.number, entry.empties),
            values: std::iter::once(Some(entry.nodes as f64))
                .chain(
                    others
                        .iter()
                        .map(|published| published.nodes(entry.number).map(|nodes| nodes as f64)),
                )
                .collect(),
        });
        let yomi = format!(
            "Yomi {}, {} thread{}",
            env!("CARGO_PKG_VERSION"),
            self.run.threads,
            plural(self.run.threads)
        );
        let names = others.iter().map(|published| {
            format!(
                "{}, {}",
                published.engine,
                published.machine.rsplit(", ").next().unwrap_or_default()
            )
        });
        Counts {
            title: "Nodes to solve a position".to_owned(),
            subtitle: "each program counts its own way; more threads search more".to_owned(),
            axis: "nodes, on a logarithmic axis".to_owned(),
            series: std::iter::once(yomi).chain(names).collect(),
            rows: rows.collect(),
        }
    }
}

fn span([first, last]: [u32; 2]) -> String {
    if first == last { format!("#{first}") } else { format!("#{first}–#{last}") }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn seconds(time: f64) -> String {
    format!("{time:.3} s")
}

fn millions(nodes: u64) -> String {
    let millions = nodes as f64 / 1e6;
    if millions < 1.0 { format!("{millions:.3}") } else { format!("{millions:.1}") }
}

/// With commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let places = digits.chars().enumerate();
    let comma = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    places
        .flat_map(|(place, digit)| comma(place).then_some(',').into_iter().chain([digit]))
        .collect()
}
