//! The report of a search experiment.

use std::error::Error;
use std::path::Path;

use super::{Page, Table, draw, replace};
use crate::arena::Arena;
use crate::chart::{ChartKind, Line, Lines, Point};
use crate::searches::Cost;
use crate::spec::{Experiment, Search};

/// Writes `summary.csv` and the charts into `folder`; returns the page to go with them.
///
/// # Errors
/// When a file cannot be written.
pub fn report<G: Arena>(
    experiment: &Experiment<G>,
    search: &Search,
    costs: &[Cost],
    folder: &Path,
) -> Result<Page, Box<dyn Error>> {
    let mut page = Page {
        question: experiment.question.clone(),
        answer: answer(experiment, search, costs),
        pictures: Vec::new(),
        table: Table::new(&[]),
        details: None,
        notes: vec![format!(
            "`searches.csv` has one row for each position, depth and player; `as_good` says whether `{}` values the \
             chosen move as highly as its own. `summary.csv` has the sums, `run.toml` the circumstances.",
            search.reference
        )],
    };
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
    page.table = Table::new(&header);
    for (contestant, cost) in experiment.contestants.iter().zip(costs) {
        let mean = |sum: u64| sum as f64 / cost.positions.max(1) as f64;
        let full = reference_cost(experiment, search, costs, contestant.variant, contestant.x);
        page.table.rows.push(vec![
            experiment.variants[contestant.variant].clone(),
            contestant.name.clone(),
            contestant.x.map_or(String::new(), |depth| depth.to_string()),
            cost.positions.to_string(),
            cost.as_good.to_string(),
            cost.same_value.to_string(),
            format!("{:.1}", mean(cost.nodes)),
            format!("{:.1}", mean(cost.leaves)),
            format!("{:.4}", cost.nodes as f64 / full.nodes.max(1) as f64),
        ]);
    }
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(page.table.header.iter().map(|name| name.replace(", ", "_").replace(' ', "_")))?;
    page.table.rows.iter().try_for_each(|row| csv.write_record(row))?;
    replace(&folder.join("summary.csv"), &csv.into_inner()?)?;
    if experiment.charts.contains(&ChartKind::Nodes) {
        let lines = nodes_by_depth(experiment, search, costs);
        draw(&mut page, folder, "nodes", "Positions entered by depth, on a logarithmic axis", &lines)?;
    }
    Ok(page)
}

fn reference_cost<G: Arena>(
    experiment: &Experiment<G>,
    search: &Search,
    costs: &[Cost],
    variant: usize,
    depth: Option<u32>,
) -> Cost {
    let judges = experiment.contestants.iter().zip(costs);
    let judge = judges
        .filter(|(other, _)| other.name == search.reference && other.variant == variant && other.x == depth)
        .map(|(_, cost)| *cost)
        .next();
    judge.unwrap_or_default()
}

fn answer<G: Arena>(experiment: &Experiment<G>, search: &Search, costs: &[Cost]) -> Vec<String> {
    let others = || {
        let all = experiment.contestants.iter().zip(costs);
        all.filter(|(contestant, _)| contestant.name != search.reference)
    };
    let searches: u64 = others().map(|(_, cost)| cost.positions).sum();
    let good: u64 = others().map(|(_, cost)| cost.as_good).sum();
    let values: u64 = others().map(|(_, cost)| cost.same_value).sum();
    let deepest = experiment.contestants.iter().filter_map(|contestant| contestant.x).max();
    let mut lines = vec![format!(
        "In {good} of {searches} searches the move is as good as {}'s, and in {values} the value is the same.",
        search.reference
    )];
    for (contestant, cost) in others().filter(|(contestant, _)| contestant.x == deepest) {
        let full = reference_cost(experiment, search, costs, contestant.variant, deepest);
        let share = cost.nodes as f64 / full.nodes.max(1) as f64;
        lines.push(format!(
            "At depth {} {} enters {:.2} % of the positions that {} enters.",
            deepest.unwrap_or(0),
            contestant.name,
            100.0 * share,
            search.reference
        ));
    }
    lines
}

fn nodes_by_depth<G: Arena>(experiment: &Experiment<G>, search: &Search, costs: &[Cost]) -> Lines {
    let mut lines: Vec<Line> = Vec::new();
    for (contestant, cost) in experiment.contestants.iter().zip(costs) {
        let y = cost.nodes as f64 / cost.positions.max(1) as f64;
        let point = Point { x: contestant.x.unwrap_or(0), y, interval: (y, y) };
        let name = match experiment.variants.len() {
            1 => contestant.series.clone(),
            _ => format!("{} ({})", contestant.series, experiment.variants[contestant.variant]),
        };
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name, points: vec![point] }),
        }
    }
    Lines {
        title: "What a search visits".to_owned(),
        subtitle: format!(
            "mean over {} random positions; lines that coincide are drawn inside each other",
            search.positions
        ),
        x_axis: "depth in plies".to_owned(),
        y_axis: "positions entered".to_owned(),
        logarithmic_x: false,
        logarithmic: true,
        lines,
        levels: Vec::new(),
    }
}
