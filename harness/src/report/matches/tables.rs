//! The tables of a match: one row for everybody who met anybody, and the standings.

use std::error::Error;

use super::{Report, Row, between};
use crate::figures::signed;
use crate::games::LabGame;
use crate::table::Table;

impl<G: LabGame> Report<'_, G> {
    pub(super) fn summary(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record([
            "variant",
            "player",
            "colour",
            "opponent",
            "winner_rule",
            "games",
            "distinct_games",
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
        for row in self.rows {
            let [player, colour, opponent] = self.labels(row);
            let [wins, draws, losses] = row.score.results();
            let mut record =
                vec![self.experiment.variants[row.variant].clone(), player, colour, opponent];
            record.push(row.rule.name().to_owned());
            let counts = [row.score.games(), row.score.distinct(), wins, draws, losses];
            record.extend(counts.map(|count| count.to_string()));
            for (rate, (low, high)) in [
                (row.score.win_rate(), row.score.win_interval()),
                (row.score.score(), row.score.score_interval()),
            ] {
                record.extend([rate, low, high].map(|rate| figure(row, format!("{rate:.4}"))));
            }
            record.push(figure(row, format!("{:.2}", self.mean_points(row))));
            csv.write_record(record)?;
        }
        Ok(csv.into_inner()?)
    }

    /// Players against all their opponents, best first, variant by variant; without a round-robin
    /// every cell on its own.
    pub(super) fn standings(&self) -> Table {
        let variants = &self.experiment.variants;
        let mut header = vec![
            "player",
            "colour",
            "opponent",
            "games",
            "wins",
            "draws",
            "losses",
            "score %",
            "95 % interval",
        ];
        let points = format!("mean {}s", G::UNIT);
        header.push(&points);
        if variants.len() > 1 {
            header.insert(0, "variant");
        }
        let mut table = Table::new(&header);
        for (variant, name) in variants.iter().enumerate() {
            for row in self.about(variant).ranked() {
                let mut cells = if variants.len() > 1 { vec![name.clone()] } else { Vec::new() };
                cells.extend(self.cells(row));
                table.rows.push(cells);
            }
        }
        table
    }

    /// What the standings have of a row.
    fn cells(&self, row: &Row) -> Vec<String> {
        let [wins, draws, losses] = row.score.results();
        let mut cells = self.labels(row).to_vec();
        cells.extend([row.score.games(), wins, draws, losses].map(|count| count.to_string()));
        cells.push(figure(row, format!("{:.1}", 100.0 * row.score.score())));
        cells.push(figure(row, between(row.score.score_interval())));
        cells.push(figure(row, signed(self.mean_points(row), 1)));
        cells
    }
}

/// A figure of a row, nothing where there are no games to take it from.
fn figure(row: &Row, text: String) -> String {
    if row.score.games() == 0 { String::new() } else { text }
}
