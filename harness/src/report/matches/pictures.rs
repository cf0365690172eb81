//! The pictures that a match experiment asks for.

use std::error::Error;
use std::path::Path;

use super::{Page, Report, Row, capital, colour, draw};
use crate::chart::{Bar, Bars, ChartKind, Crosstable, Group};
use crate::games::LabGame;
use crate::plan::schedule::Shape;

impl<G: LabGame> Report<'_, G> {
    pub(super) fn draw(
        &self,
        chart: ChartKind,
        page: &mut Page,
        folder: &Path,
    ) -> Result<(), Box<dyn Error>> {
        match chart {
            ChartKind::Table => {
                draw(
                    page,
                    folder,
                    "table",
                    "Win rates with intervals and the published figures",
                    &self.published_or_bars(),
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
            ChartKind::Depth => draw(
                page,
                folder,
                "depth",
                "Score by depth, one line for each evaluator",
                &self.by_depth(),
            ),
            ChartKind::Crosstable => draw(
                page,
                folder,
                "crosstable",
                "Score of every player against every other",
                &self.crosstable(),
            ),
            ChartKind::Playouts => draw(
                page,
                folder,
                "playouts",
                "Score by playouts on a logarithmic axis",
                &self.over_playouts(),
            ),
            ChartKind::HeatMap if matches!(self.matches.schedule.shape, Shape::Between(_)) => draw(
                page,
                folder,
                "heatmap",
                "Score of every row against every column",
                &self.heat_map(),
            ),
            // A match counts games; nodes and times belong to search experiments, a heat map needs
            // two series.
            ChartKind::Nodes | ChartKind::Cost | ChartKind::HeatMap => Ok(()),
        }
    }

    pub(super) fn published_or_bars(&self) -> Bars {
        if self.matches.published.is_some() { self.published_bars() } else { self.bars() }
    }

    /// The meetings of the first variant as bars, in each colour or, for single pairs, in both.
    pub(super) fn bars(&self) -> Bars {
        let pairs = self.matches.schedule.shape == Shape::Pairs;
        let shown = |row: &&Row| {
            let side = if pairs { row.colour.is_none() } else { row.colour.is_some() };
            row.score.games() > 0
                && row.variant == 0
                && row.opponent.is_some()
                && row.rule == self.matches.winners[0]
                && side
        };
        let group = |row: &Row| {
            let [player, _, opponent] = self.labels(row);
            let name = match row.colour {
                Some(side) => format!("{player}, {}", capital(colour(side))),
                None => format!("{player}\nagainst {opponent}"),
            };
            let bar = Bar { value: row.score.win_rate(), interval: row.score.win_interval() };
            Group { name, bars: vec![bar], tick: None }
        };
        let games = if pairs { 2 } else { 1 } * self.matches.schedule.games;
        Bars {
            title: "Wins".to_owned(),
            subtitle: format!("{games} games a bar, 95 % intervals"),
            axis: "wins, share of all games".to_owned(),
            series: vec!["wins".to_owned()],
            tick: None,
            groups: self.rows.iter().filter(shown).map(group).collect(),
        }
    }

    /// How many games a pair plays, and from where.
    pub(super) fn games_a_pair(&self) -> String {
        let games = self.matches.schedule.games;
        match self.matches.openings.are_shared() {
            true => {
                format!("{} games a pair from {games} openings, each in both colours", 2 * games)
            }
            false => format!("{} games a pair, half in each colour", 2 * games),
        }
    }

    pub(super) fn crosstable(&self) -> Crosstable {
        let rule = self.matches.winners[0];
        let count = self.experiment.contestants.len();
        let mut shares = vec![vec![None; count]; count];
        for row in self.rows.iter().filter(|row| row.colour.is_none() && row.rule == rule) {
            if let Some(opponent) = row.opponent.filter(|_| row.score.games() > 0) {
                shares[row.player][opponent] = Some(row.score.score());
            }
        }
        Crosstable {
            title: "Everybody against everybody".to_owned(),
            subtitle: format!("score in %, {}", self.games_a_pair()),
            names: (0..count).map(|contestant| self.name(contestant).to_owned()).collect(),
            shares,
        }
    }
}
