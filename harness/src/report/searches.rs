//! The report of a search experiment.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Display;

use super::players::players;
use super::{Kind, Page, columns, shown, within};
use crate::chart::{ChartKind, Line, Lines, Panel, Point, Ratios};
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::{Contestant, Experiment, Search};
use crate::table::Table;
use crate::work::searches::Cost;

/// The page of a search experiment, with its files and pictures.
///
/// # Errors
/// When a picture cannot be drawn.
pub fn report<G: LabGame>(
    experiment: &Experiment<G>,
    search: &Search,
    costs: &[Cost],
    threads: &BTreeSet<usize>,
    language: Language,
) -> Result<Page, Box<dyn Error>> {
    let report = Report { experiment, search, costs, threads, language };
    let mut page = Page {
        language,
        question: experiment.question.clone(),
        answer: report.answer(),
        table: report.table(),
        columns: columns(Kind::Searches { times: search.times }),
        notes: report.notes(),
        more: vec![players(experiment, language)],
        ..Page::default()
    };
    page.files.push(("summary.csv", csv(&page.table)?));
    if search.times {
        let times = report.times();
        page.files.push(("times.csv", csv(&times)?));
        page.table.append(&times, 4);
    }
    for chart in &experiment.charts {
        match chart {
            _ if report.positions() == 0 => {}
            ChartKind::Nodes => {
                let shows = "Positions entered by depth, on a logarithmic axis";
                page.draw("nodes", shows, &report.nodes_by_depth())?;
            }
            ChartKind::Cost => {
                let shows = "What every player costs, as a multiple of what the {} does";
                page.draw("cost", &report.say(shows, &[&search.reference]), &report.cost())?;
            }
            // The others count games.
            _ => {}
        }
    }
    Ok(page)
}

/// A table as CSV, its header in one word a column.
fn csv(table: &Table) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(table.header.iter().map(|name| name.replace(", ", "_").replace(' ', "_")))?;
    table.rows.iter().try_for_each(|row| csv.write_record(row))?;
    Ok(csv.into_inner()?)
}

struct Report<'a, G: LabGame> {
    experiment: &'a Experiment<G>,
    search: &'a Search,
    costs: &'a [Cost],
    threads: &'a BTreeSet<usize>,
    language: Language,
}

impl<G: LabGame> Report<'_, G> {
    /// A sentence in the report's language.
    fn say(&self, english: &str, parts: &[&dyn Display]) -> String {
        self.language.say(english, parts)
    }

    fn all(&self) -> impl Iterator<Item = (&Contestant<G>, &Cost)> {
        self.experiment.contestants.iter().zip(self.costs)
    }

    /// The positions that everybody has searched.
    fn positions(&self) -> u64 {
        self.costs.iter().map(|cost| cost.positions).max().unwrap_or(0)
    }

    /// All but the reference, in one variant.
    fn others(&self, variant: usize) -> impl Iterator<Item = (&Contestant<G>, &Cost)> {
        let others = move |contestant: &Contestant<G>| {
            contestant.variant == variant && contestant.name != self.search.reference
        };
        self.all().filter(move |(contestant, _)| others(contestant))
    }

    /// What the reference costs in the variant and at the depth of a contestant.
    fn full(&self, contestant: &Contestant<G>) -> Cost {
        self.beside(&self.search.reference, contestant)
    }

    /// What the player called `name` costs in the variant and at the depth of a contestant.
    fn beside(&self, name: &str, contestant: &Contestant<G>) -> Cost {
        let same = |other: &Contestant<G>| {
            other.name == name && other.variant == contestant.variant && other.x == contestant.x
        };
        self.all().find(|(other, _)| same(other)).map(|(_, cost)| *cost).unwrap_or_default()
    }

    /// The nodes of a contestant as a multiple of the reference's.
    fn nodes_ratio(&self, contestant: &Contestant<G>, cost: &Cost) -> f64 {
        nodes_ratio(cost, &self.full(contestant))
    }

    /// The time of a contestant as a multiple of the reference's.
    fn time_ratio(&self, contestant: &Contestant<G>, cost: &Cost) -> f64 {
        time_ratio(cost, &self.full(contestant))
    }

    /// What a contestant is fairly compared with: its baseline if it has one, else the reference.
    fn compared_with<'b>(&'b self, contestant: &'b Contestant<G>) -> (&'b str, Cost) {
        let name = contestant.baseline.as_deref().unwrap_or(&self.search.reference);
        (name, self.beside(name, contestant))
    }

    /// Who a row of a table is about.
    fn labels(&self, contestant: &Contestant<G>, cost: &Cost) -> Vec<String> {
        vec![
            self.experiment.variants[contestant.variant].clone(),
            contestant.name.clone(),
            contestant.x.map_or(String::new(), |depth| depth.to_string()),
            cost.positions.to_string(),
        ]
    }

    fn table(&self) -> Table {
        let header = [
            "variant",
            "player",
            "depth",
            "positions",
            "as good",
            "same value",
            "mean nodes",
            "mean leaves",
            "nodes, share",
        ];
        let mut table = Table::new(&header);
        for (contestant, cost) in self.all() {
            let mean = |sum: u64| format!("{:.1}", sum as f64 / cost.positions as f64);
            let mut row = self.labels(contestant, cost);
            row.extend([cost.as_good, cost.same_value].map(|count| count.to_string()));
            row.push(mean(cost.nodes));
            // A search has leaves: the expert does not count them.
            row.push(if cost.leaves == 0 { String::new() } else { mean(cost.leaves) });
            row.push(format!("{:.4}", self.nodes_ratio(contestant, cost)));
            table.rows.push(known(row, cost, 4));
        }
        table
    }

    /// The figures that are not the same twice.
    fn times(&self) -> Table {
        let mut table =
            Table::new(&["variant", "player", "depth", "positions", "mean ms", "time, share"]);
        for (contestant, cost) in self.all() {
            let mut row = self.labels(contestant, cost);
            let milliseconds = cost.time.as_secs_f64() * 1000.0;
            row.push(format!("{:.3}", milliseconds / cost.positions as f64));
            row.push(format!("{:.3}", self.time_ratio(contestant, cost)));
            table.rows.push(known(row, cost, 4));
        }
        table
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.say(
            "`searches.csv` has one row for each position, depth and player; `as_good` says \
             whether `{}` values the chosen move as highly as its own. `summary.csv` has the sums, \
             `run.toml` the circumstances.",
            &[&self.search.reference],
        )];
        if self.search.times {
            let together = match self.threads.iter().max() {
                None | Some(1) => self.say("one search at a time", &[]),
                Some(_) => {
                    let numbers: Vec<String> =
                        self.threads.iter().map(ToString::to_string).collect();
                    let numbers = self.language.list(&numbers);
                    self.say("{} searches at a time on the same machine", &[&numbers])
                }
            };
            let times = match self.experiment.is_reproducible() {
                true => {
                    "Nodes, values and moves are the same on every run and machine; times are not. \
                     `times.csv` has the sums of this run, with {}, without the time to build the \
                     players."
                }
                false => {
                    "`times.csv` has the times of this run, with {}, without the time to build the \
                     players."
                }
            };
            notes.push(self.say(times, &[&together]));
        }
        notes
    }

    /// A variant as the beginning of a sentence.
    fn within(&self, variant: usize) -> String {
        within(&self.experiment.variants, variant)
    }

    fn answer(&self) -> Vec<String> {
        let variants = 0..self.experiment.variants.len();
        let mut lines: Vec<String> =
            variants.clone().filter_map(|variant| self.agreement(variant)).collect();
        for variant in variants {
            let depths = || self.others(variant).filter_map(|(contestant, _)| contestant.x);
            let deepest = depths().max();
            let (within, depth) = (self.within(variant), deepest.unwrap_or(0));
            let at = match depths().all(|other| other == depth) {
                true => String::new(),
                false => self.say("At depth {}: ", &[&depth]),
            };
            for (contestant, cost) in self
                .others(variant)
                .filter(|(contestant, cost)| contestant.x == deepest && cost.positions > 0)
            {
                let name = &contestant.name;
                lines.push(if self.search.times {
                    format!("{within}{at}{}", self.price(contestant, cost))
                } else {
                    let share = two(100.0 * self.nodes_ratio(contestant, cost));
                    self.say(
                        "{}At depth {} {} enters {} % of the positions that {} enters.",
                        &[&within, &depth, name, &share, &self.search.reference],
                    )
                });
            }
        }
        lines
    }

    /// What a contestant costs, in one sentence.
    fn price(&self, contestant: &Contestant<G>, cost: &Cost) -> String {
        let (name, reference) = (&contestant.name, &self.search.reference);
        let (other, base) = self.compared_with(contestant);
        let [nodes, time] = [nodes_ratio(cost, &base), time_ratio(cost, &base)];
        if cost.alike == cost.positions {
            return self.say(
                "**{}** searches exactly the same positions as **{}**: the difference has no \
                 effect here.",
                &[name, &other],
            );
        }
        let sentence = self.say(
            "**{}** takes {} times the nodes and {} times the time of **{}**",
            &[name, &two(nodes), &two(time), &other],
        );
        match contestant.baseline {
            None => self.say("{}.", &[&sentence]),
            Some(_) => self.say(
                "{}, which lacks what depends on it, too, and {} times the nodes of **{}**.",
                &[&sentence, &two(self.nodes_ratio(contestant, cost)), reference],
            ),
        }
    }

    /// How often the others agree with the reference in a variant.
    fn agreement(&self, variant: usize) -> Option<String> {
        let sum =
            |part: fn(&Cost) -> u64| self.others(variant).map(|(_, cost)| part(cost)).sum::<u64>();
        let [searches, good, values] =
            [sum(|cost| cost.positions), sum(|cost| cost.as_good), sum(|cost| cost.same_value)];
        let told = || {
            self.say(
                "{}In {} of {} searches the move is as good as that of **{}**, and in {} the value \
             is the same.",
                &[&self.within(variant), &good, &searches, &self.search.reference, &values],
            )
        };
        (searches > 0).then(told)
    }

    /// A panel for each variant, at its greatest depth.
    fn cost(&self) -> Ratios {
        let mut baselines = self.experiment.contestants.iter().filter_map(|one| {
            Some(one.baseline.as_ref()?).filter(|_| one.name != self.search.reference)
        });
        let baseline = baselines.next();
        let several = baselines.any(|other| Some(other) != baseline);
        let panels = (0..self.experiment.variants.len()).map(|variant| {
            let deepest = self.others(variant).filter_map(|(contestant, _)| contestant.x).max();
            let rows = self.others(variant).filter(|(contestant, _)| contestant.x == deepest);
            let ratios = rows.map(|(contestant, cost)| {
                let (_, base) = self.compared_with(contestant);
                let time = self.search.times.then(|| time_ratio(cost, &base));
                let ratios = std::iter::once(nodes_ratio(cost, &base)).chain(time).collect();
                let name = match (&contestant.baseline, several) {
                    (None, _) => contestant.name.clone(),
                    (Some(_), false) => format!("{} *", contestant.name),
                    (Some(other), true) => {
                        self.say("{}, compared with “{}”", &[&contestant.name, other])
                    }
                };
                (name, ratios)
            });
            Panel { name: self.experiment.variants[variant].clone(), rows: ratios.collect() }
        });
        let time = self.search.times.then(|| self.say("time", &[]));
        let baseline = baseline.filter(|_| !several);
        let baseline =
            baseline.map_or(String::new(), |name| self.say("; * compared with “{}”", &[name]));
        Ratios {
            title: self.say("Cost compared with the {}", &[&self.search.reference]),
            subtitle: self.say("sums over {} positions a panel{}", &[&self.positions(), &baseline]),
            axis: self
                .say("times as much as the {}, on a logarithmic axis", &[&self.search.reference]),
            series: std::iter::once(self.say("nodes", &[])).chain(time).collect(),
            panels: panels.collect(),
        }
    }

    /// One line for each player of the first variant: several variants in one picture would hide
    /// each other.
    fn nodes_by_depth(&self) -> Lines {
        let first = self.all().filter(|(contestant, _)| contestant.variant == 0);
        let lines = Line::each(first.map(|(contestant, cost)| {
            let y = cost.nodes as f64 / cost.positions.max(1) as f64;
            let point = Point { x: contestant.x.unwrap_or(0), y, interval: (y, y) };
            (&*contestant.series, point)
        }));
        let shown = shown(&self.experiment.variants, 0, self.language);
        Lines {
            title: self.say("What a search visits", &[]),
            subtitle: self.say(
                "mean over {} random positions{}; lines that coincide are drawn inside each other",
                &[&self.positions(), &shown],
            ),
            x_axis: self.say("depth in plies", &[]),
            y_axis: self.say("positions entered", &[]),
            logarithmic_x: false,
            logarithmic: true,
            lines,
            levels: Vec::new(),
        }
    }
}

/// A row of a table; without a search there is nothing to say behind its `labels`.
fn known(mut row: Vec<String>, cost: &Cost, labels: usize) -> Vec<String> {
    if cost.positions == 0 {
        row[labels..].iter_mut().for_each(String::clear);
    }
    row
}

/// A figure with two decimals.
fn two(figure: f64) -> String {
    format!("{figure:.2}")
}

fn nodes_ratio(cost: &Cost, base: &Cost) -> f64 {
    cost.nodes as f64 / base.nodes.max(1) as f64
}

fn time_ratio(cost: &Cost, base: &Cost) -> f64 {
    cost.time.as_secs_f64() / base.time.as_secs_f64().max(1e-9)
}
