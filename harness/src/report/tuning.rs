//! The report of a tuning: where the parameters went.

use std::collections::BTreeMap;
use std::error::Error;

use super::{Page, not_reproducible};
use crate::chart::Walks;
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::tuning::Tuning;
use crate::run::record::{Mishap, Step};
use crate::stats::spsa::{Spsa, Trial, Tunable};
use crate::table::Table;

/// The way of the parameters as far as a journal has it.
#[derive(Clone, Debug)]
pub struct Way {
    /// Where they are.
    pub spsa: Spsa,
    /// Where they were after each iteration, and the share of points of the first side in it.
    pub path: Vec<(Vec<f64>, f64)>,
    /// The games that were lost by forfeit, each with its iteration, from 1.
    pub forfeits: Vec<(u64, Mishap)>,
    /// The lines of the journal that were damaged and do not count.
    pub damaged: Vec<u64>,
}

impl Way {
    /// A way that is about to begin.
    #[must_use]
    pub fn new(spsa: Spsa) -> Self {
        Self { spsa, path: Vec::new(), forfeits: Vec::new(), damaged: Vec::new() }
    }

    /// Learns from what came of a trial.
    pub fn learn(&mut self, trial: &Trial, Step { iteration, points, forfeits, .. }: &Step) {
        let sum: u32 = points.iter().map(|&points| u32::from(points)).sum();
        let score = f64::from(sum) / (4 * points.len().max(1)) as f64;
        self.spsa.learn(trial, score);
        self.path.push((self.spsa.values().to_vec(), score));
        self.forfeits.extend(forfeits.iter().map(|lost| (iteration + 1, lost.clone())));
    }

    /// The games that the player `name` lost by forfeit, in words, reason by reason.
    #[must_use]
    pub fn lost(&self, name: &str) -> Vec<String> {
        let mut kinds: BTreeMap<&str, (u64, u64, &str)> = BTreeMap::new();
        for (iteration, Mishap { reason, words }) in &self.forfeits {
            kinds.entry(reason).or_insert((0, *iteration, words)).0 += 1;
        }
        let told = |(reason, (count, first, words)): (&str, (u64, u64, &str))| {
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            match count {
                1 => format!("{name} lost a game of iteration {first} by {reason}{words}"),
                _ => format!(
                    "{name} lost {count} games by {reason}, the first of them in iteration \
                     {first}{words}"
                ),
            }
        };
        kinds.into_iter().map(told).collect()
    }

    /// How many games the player `name` lost by forfeit, and why, in a sentence.
    fn forfeited(&self, name: &str, language: Language) -> Option<String> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for (_, lost) in &self.forfeits {
            *counts.entry(&lost.reason).or_default() += 1;
        }
        let told = counts.iter().map(|(reason, count)| {
            language.say("{}: {} by {}", &[&name, count, &language.word(reason)])
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty())
            .then(|| language.say("Games lost by forfeit: {}.", &[&language.list(&told)]))
    }

    /// Its rows: an iteration each.
    fn rows(&self) -> String {
        let row = |(place, (values, score)): (usize, &(Vec<f64>, f64))| {
            let values: String = values.iter().map(|value| format!(",{value:.4}")).collect();
            format!("{},{score:.4}{values}\n", place + 1)
        };
        self.path.iter().enumerate().map(row).collect()
    }
}

/// The page of a tuning.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn report<G: LabGame>(
    tuning: &Tuning<G>,
    way: &Way,
    language: Language,
) -> Result<Page, Box<dyn Error>> {
    let say = |english: &str| language.word(english);
    let rounded = way.spsa.rounded();
    let mut table = Table::new(&["parameter", "start", "now", "least", "most", "step"]);
    for (tunable, now) in tuning.tunables.iter().zip(&rounded) {
        let Tunable { name, start, least, most, step } = tunable;
        let figures = [start, now, least, most, step].map(i64::to_string);
        table.rows.push([vec![name.clone()], figures.to_vec()].concat());
    }
    let answer = answer(tuning, way, language);
    let mut page = Page {
        language,
        question: tuning.question.clone(),
        answer,
        table,
        columns: columns(tuning),
        notes: vec![say(
            "SPSA moves all parameters at random to both sides and then towards the side that \
             scored more. Where they end is an estimate: whether the new player is better says a \
             match between the two.",
        )],
        ..Page::default()
    };
    page.files.push(("path.csv", csv(tuning, way).into_bytes()));
    let shows = "Where the parameters were after each iteration, within their ranges";
    page.draw("path", shows, &walks(tuning, way, language))?;
    Ok(page)
}

/// Where the parameters are, and what there is to be said of it.
fn answer<G: LabGame>(tuning: &Tuning<G>, way: &Way, language: Language) -> Vec<String> {
    let rounded = way.spsa.rounded();
    let games = 2 * u64::from(tuning.pairs) * way.spsa.done();
    let moved = tuning.tunables.iter().zip(&rounded).map(|(tunable, now)| {
        language.say("{} {} (was {})", &[&tunable.name, now, &tunable.start])
    });
    let moved = language.list(&moved.collect::<Vec<_>>());
    let after = match way.spsa.done() {
        1 => language.say("After one iteration with {} games: {}.", &[&games, &moved]),
        done => language.say("After {} iterations with {} games: {}.", &[&done, &games, &moved]),
    };
    let mut answer = vec![after];
    let player = tuning.player(&rounded).map(|player| player.to_string()).unwrap_or_default();
    answer.push(language.say("The player is now `{}`.", &[&player]));
    answer.extend(way.forfeited(&tuning.name, language));
    let bound = |(tunable, &now): (&Tunable, &f64)| {
        let [least, most] = [tunable.least, tunable.most].map(|bound| bound as f64);
        let near = (most - least) / 100.0;
        let is_near = now <= least + near || now >= most - near;
        // The player that is named stands on it, then.
        let is_there = [least, most].contains(&now.round());
        (is_near || is_there).then(|| tunable.name.clone())
    };
    let values = way.spsa.values();
    let bounds: Vec<String> = tuning.tunables.iter().zip(values).filter_map(bound).collect();
    if !bounds.is_empty() {
        answer.push(
            language.say("At a bound, so perhaps not at its best: {}.", &[&language.list(&bounds)]),
        );
    }
    if !tuning.player(&rounded).is_ok_and(|player| player.is_repeatable()) {
        answer.push(not_reproducible(language));
    }
    answer
}

/// `path.csv`: an iteration a row.
#[must_use]
pub fn csv<G: LabGame>(tuning: &Tuning<G>, way: &Way) -> String {
    let names = tuning.tunables.iter().map(|tunable| {
        let name = tunable.name.replace('"', "\"\"");
        if name.contains([',', '"']) { format!(",\"{name}\"") } else { format!(",{name}") }
    });
    format!("iteration,score{}\n{}", names.collect::<String>(), way.rows())
}

/// The columns of `path.csv`.
fn columns<G: LabGame>(tuning: &Tuning<G>) -> Table {
    let mut table = Table::new(&["file", "column", "unit", "meaning"]);
    let fixed = [
        ("iteration", "number", "which iteration"),
        ("score", "share, 0 to 1", "points of the first side in it"),
    ];
    let own = tuning.tunables.iter().map(|tunable| {
        (tunable.name.as_str(), "the parameter's unit", "where the parameter was after it")
    });
    for (column, unit, meaning) in fixed.into_iter().chain(own) {
        table.rows.push(["path.csv", column, unit, meaning].map(str::to_owned).to_vec());
    }
    table
}

/// The parameters' ways within their ranges, at no more than a few hundred places.
fn walks<G: LabGame>(tuning: &Tuning<G>, way: &Way, language: Language) -> Walks {
    const PLACES: usize = 300;
    let every = way.path.len().div_ceil(PLACES).max(1);
    let walk = |(place, tunable): (usize, &Tunable)| {
        let range = (tunable.most - tunable.least) as f64;
        let share = |value: f64| (value - tunable.least as f64) / range;
        let later = way.path.iter().enumerate().filter_map(|(step, (values, _))| {
            let shown = (step + 1) % every == 0 || step + 1 == way.path.len();
            shown.then(|| (step as u64 + 1, share(values[place])))
        });
        let start = (0, share(tunable.start as f64));
        (tunable.name.clone(), std::iter::once(start).chain(later).collect())
    };
    Walks {
        title: language.say("Parameters of {}", &[&tuning.name]),
        subtitle: language.say("{} games an iteration", &[&(2 * tuning.pairs)]),
        x_axis: language.word("iterations"),
        y_axis: language.word("place in the range"),
        walks: tuning.tunables.iter().enumerate().map(walk).collect(),
    }
}
