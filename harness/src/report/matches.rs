//! The report of a match experiment.

mod published;

use std::error::Error;
use std::path::Path;

use yomi_engine::game::Side;

use super::{Page, Table, draw, replace};
use crate::arena::Arena;
use crate::chart::{Bar, Bars, ChartKind, Crosstable, Group, Line, Lines, Point};
use crate::matches::{Row, colour, summarise};
use crate::spec::{Experiment, Match};
use crate::tally::{Score, Tally};
use crate::winner::WinnerRule;

/// Writes `summary.csv` and the charts into `folder`; returns the page to go with them.
///
/// # Errors
/// When a file cannot be written.
pub fn report<G: Arena>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    tallies: &[Tally],
    folder: &Path,
) -> Result<Page, Box<dyn Error>> {
    let rows = summarise(matches, tallies);
    let report = Report { experiment, matches, rows };
    replace(&folder.join("summary.csv"), &report.summary()?)?;
    let mut page = report.page();
    for &chart in &experiment.charts {
        report.draw(chart, &mut page, folder)?;
    }
    Ok(page)
}

struct Report<'a, G: Arena> {
    experiment: &'a Experiment<G>,
    matches: &'a Match<G>,
    rows: Vec<Row>,
}

const NOTES: &str = "`games.csv` has one row a game (it is not committed: the command in `run.toml` makes it again, bit \
                     for bit, and its digest stands there). `summary.csv` has one row for each player, colour and \
                     opponent. Rates are wins as a share of all games, scores count a draw as half; intervals are \
                     Wilson's at 95 %, with an opening played in both colours as one trial. Disc differences are final \
                     scores with the empty squares for the winner.";

impl<G: Arena> Report<'_, G> {
    fn name(&self, contestant: usize) -> &str {
        &self.experiment.contestants[contestant].name
    }

    /// The names of a row's player, colour and opponent.
    fn labels(&self, row: &Row) -> [String; 3] {
        [
            self.name(row.player).to_owned(),
            row.colour.map_or("both", colour).to_owned(),
            row.opponent.map_or("all", |opponent| self.name(opponent)).to_owned(),
        ]
    }

    fn summary(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record([
            "variant",
            "player",
            "colour",
            "opponent",
            "winner_rule",
            "games",
            "wins",
            "draws",
            "losses",
            "win_rate",
            "win_rate_low",
            "win_rate_high",
            "score",
            "score_low",
            "score_high",
            &format!("mean_{}_difference", G::UNIT),
        ])?;
        for row in &self.rows {
            let [player, colour, opponent] = self.labels(row);
            let Score { wins, draws, losses, .. } = row.score;
            let mut record = vec![self.experiment.variants[row.variant].clone(), player, colour, opponent];
            record.push(row.rule.name().to_owned());
            record.extend([row.score.games(), wins, draws, losses].map(|count| count.to_string()));
            for rate in [row.score.win_rate(), row.score.score()] {
                let (low, high) = row.score.interval(rate);
                record.extend([rate, low, high].map(|rate| format!("{rate:.4}")));
            }
            record.push(format!("{:.2}", self.mean_points(row)));
            csv.write_record(record)?;
        }
        Ok(csv.into_inner()?)
    }

    fn page(&self) -> Page {
        let (table, answer) = match &self.matches.published {
            Some(_) => (self.comparison(0..1), self.findings()),
            None => (self.standings(), self.standing_answer()),
        };
        let variants = self.experiment.variants.len();
        let compared = self.matches.published.is_some() && variants > 1;
        Page {
            question: self.experiment.question.clone(),
            answer,
            pictures: Vec::new(),
            table,
            details: compared.then(|| self.comparison(0..variants)),
            notes: vec![NOTES.to_owned()],
        }
    }

    /// Players against all their opponents, best first; without a round-robin every cell on its own.
    fn standings(&self) -> Table {
        let mut table = Table::new(&[
            "player",
            "colour",
            "opponent",
            "games",
            "wins",
            "draws",
            "losses",
            "score %",
            "95 % interval",
            &format!("mean {}s", G::UNIT),
        ]);
        for row in self.ranked() {
            let [player, colour, opponent] = self.labels(row);
            let Score { wins, draws, losses, .. } = row.score;
            let score = row.score.score();
            let mut cells = vec![player, colour, opponent];
            cells.extend([row.score.games(), wins, draws, losses].map(|count| count.to_string()));
            cells.push(format!("{:.1}", 100.0 * score));
            cells.push(between(row.score.interval(score)));
            cells.push(format!("{:+.1}", self.mean_points(row)));
            table.rows.push(cells);
        }
        table
    }

    fn mean_points(&self, row: &Row) -> f64 {
        row.score.mean_difference() / f64::from(G::UNITS_PER_POINT)
    }

    fn ranked(&self) -> Vec<&Row> {
        let rule = self.matches.winners[0];
        let mut totals: Vec<&Row> =
            self.rows.iter().filter(|row| row.opponent.is_none() && row.rule == rule).collect();
        if totals.is_empty() {
            return self.rows.iter().filter(|row| row.rule == rule).collect();
        }
        totals.sort_by(|a, b| b.score.score().total_cmp(&a.score.score()));
        totals
    }

    fn standing_answer(&self) -> Vec<String> {
        let ranked = self.ranked();
        let describe = |row: &Row| {
            let score = row.score.score();
            format!(
                "**{}** scores {:.1} % [{}]",
                self.name(row.player),
                100.0 * score,
                between(row.score.interval(score))
            )
        };
        let mut lines = Vec::new();
        if let [first, .., last] = ranked.as_slice() {
            lines.push(format!("First {}, last {}.", describe(first), describe(last)));
        }
        let gains = self.series().into_iter().filter_map(|Line { name, points }| {
            let (first, last) = (points.first()?, points.last()?);
            let plies = f64::from(last.x.checked_sub(first.x).filter(|&plies| plies > 0)?);
            Some((100.0 * (last.y - first.y) / plies, name))
        });
        let gains: Vec<String> = gains.map(|(gain, name)| format!("{name} {gain:+.1}")).collect();
        if !gains.is_empty() {
            lines
                .push(format!("One more ply is worth, in points of score on average: {}.", gains.join(", ")));
        }
        let deepest =
            self.series().into_iter().filter_map(|Line { name, points }| Some((*points.last()?, name)));
        let mut deepest: Vec<(Point, String)> = deepest.collect();
        // Only lines that reach equally far can be ranked by their ends.
        let depth = deepest.iter().map(|(point, _)| point.x).max();
        deepest.retain(|(point, _)| Some(point.x) == depth);
        deepest.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
        if let [(best, name), .., (worst, other)] = deepest.as_slice() {
            lines.push(format!(
                "At depth {} the evaluators rank from {name} ({:.1} %) to {other} ({:.1} %).",
                best.x,
                100.0 * best.y,
                100.0 * worst.y
            ));
        }
        lines
    }

    fn draw(&self, chart: ChartKind, page: &mut Page, folder: &Path) -> Result<(), Box<dyn Error>> {
        match chart {
            ChartKind::Table => {
                draw(
                    page,
                    folder,
                    "table",
                    "Win rates with intervals and the published figures",
                    &self.bars(),
                )?;
                if let Some(dots) = self.variants_chart() {
                    draw(
                        page,
                        folder,
                        "variants",
                        "Win rates of every variant beside the published figures",
                        &dots,
                    )?;
                }
                Ok(())
            }
            ChartKind::Depth => {
                draw(page, folder, "depth", "Score by depth, one line for each evaluator", &self.by_depth())
            }
            ChartKind::Crosstable => draw(
                page,
                folder,
                "crosstable",
                "Score of every player against every other",
                &self.crosstable(),
            ),
            // A match counts games; nodes and times belong to search experiments.
            ChartKind::Nodes | ChartKind::Cost => Ok(()),
        }
    }

    /// The cells of the first variant as bars, one for each winner rule.
    fn bars(&self) -> Bars {
        let winners = &self.matches.winners;
        let mut groups: Vec<Group> = Vec::new();
        for row in self
            .rows
            .iter()
            .filter(|row| row.variant == 0 && row.opponent.is_some() && row.rule == winners[0])
        {
            let Some(side) = row.colour else { continue };
            let bars = winners.iter().filter_map(|&rule| self.cell(0, row.player, side, rule)).map(|score| {
                let value = score.win_rate();
                Bar { value, interval: score.interval(value) }
            });
            let name = format!("{}, {}", self.name(row.player), capital(colour(side)));
            groups.push(Group { name, bars: bars.collect(), tick: self.published_share(row.player, side) });
        }
        let series = match winners.as_slice() {
            [_] => vec!["reproduced".to_owned()],
            _ => winners.iter().map(|rule| published::counted_by(*rule).to_owned()).collect(),
        };
        let opponent =
            self.rows.iter().find_map(|row| row.opponent).map_or("", |opponent| self.name(opponent));
        Bars {
            title: format!("Wins against {opponent}"),
            subtitle: format!("{} games a bar, 95 % intervals", self.matches.schedule.games),
            axis: "wins, share of all games".to_owned(),
            series,
            tick: self.matches.published.as_ref().map(|_| "published figure".to_owned()),
            groups,
        }
    }

    /// The record of one player in one colour in a gauntlet.
    fn cell(&self, variant: usize, player: usize, side: Side, rule: WinnerRule) -> Option<Score> {
        let wanted = |row: &&Row| {
            (row.variant, row.player, row.colour, row.rule) == (variant, player, Some(side), rule)
        };
        self.rows.iter().find(wanted).map(|row| row.score)
    }

    /// For each series the scores against all opponents, by depth.
    fn series(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let rule = self.matches.winners[0];
        for row in self.rows.iter().filter(|row| row.opponent.is_none() && row.rule == rule) {
            let contestant = &self.experiment.contestants[row.player];
            let Some(x) = contestant.x else { continue };
            let y = row.score.score();
            let point = Point { x, y, interval: row.score.interval(y) };
            match lines.iter_mut().find(|line| line.name == contestant.series) {
                Some(line) => line.points.push(point),
                None => lines.push(Line { name: contestant.series.clone(), points: vec![point] }),
            }
        }
        lines
    }

    fn by_depth(&self) -> Lines {
        let games = self.rows.iter().find(|row| row.opponent.is_none()).map_or(0, |row| row.score.games());
        Lines {
            title: "Score by search depth".to_owned(),
            subtitle: format!(
                "against all {} other players, {games} games a point, bands are 95 % intervals",
                self.others()
            ),
            x_axis: "depth in plies".to_owned(),
            y_axis: "score (win 1, draw ½)".to_owned(),
            logarithmic: false,
            lines: self.series(),
        }
    }

    fn others(&self) -> usize {
        self.experiment.contestants.len().saturating_sub(1)
    }

    fn crosstable(&self) -> Crosstable {
        let rule = self.matches.winners[0];
        let count = self.experiment.contestants.len();
        let mut shares = vec![vec![None; count]; count];
        for row in self.rows.iter().filter(|row| row.colour.is_none() && row.rule == rule) {
            if let Some(opponent) = row.opponent {
                shares[row.player][opponent] = Some(row.score.score());
            }
        }
        Crosstable {
            title: "Everybody against everybody".to_owned(),
            subtitle: format!(
                "score in %, {} games a pair from {} openings, each in both colours",
                2 * self.matches.schedule.games,
                self.matches.schedule.games
            ),
            names: (0..count).map(|contestant| self.name(contestant).to_owned()).collect(),
            shares,
        }
    }
}

/// `low–high` in percent.
fn between((low, high): (f64, f64)) -> String {
    format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
