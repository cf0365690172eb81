//! The pictures that a match experiment asks for.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;

use super::{Page, Report, Row, capital, colour};
use crate::chart::{Bar, Bars, ChartKind, Crosstable, Group, Share};
use crate::games::LabGame;
use crate::plan::schedule::Shape;

impl<G: LabGame> Report<'_, G> {
    pub(super) fn draw(&self, chart: ChartKind, page: &mut Page) -> Result<(), Box<dyn Error>> {
        match chart {
            ChartKind::Table => {
                if self.matches.published.is_none() {
                    return page.draw("table", "Win rates with intervals", &self.bars());
                }
                let shows = "Win rates with intervals and the published figures";
                page.draw("table", shows, &self.published_bars())?;
                if let Some(dots) = self.variants_chart() {
                    let shows =
                        "Win rates of the readings that fit best beside the published figures";
                    page.draw("variants", shows, &dots)?;
                }
                Ok(())
            }
            // Where players have not met the same opponents, or nobody yet, there is no point.
            ChartKind::Depth | ChartKind::Playouts if self.by_depth().is_empty() => Ok(()),
            ChartKind::Depth => {
                page.draw("depth", "Score by depth, one line for each evaluator", &self.by_depth())
            }
            ChartKind::Crosstable => self.draw_crosstable(page),
            ChartKind::Playouts => {
                let shows = "Score by playouts on a logarithmic axis";
                page.draw("playouts", shows, &self.over_playouts())
            }
            ChartKind::HeatMap => self.draw_heat_map(page),
            // A match counts games; nodes and times belong to search experiments.
            ChartKind::Nodes | ChartKind::Cost => Ok(()),
            // Drawn for every match, if there is anything to draw.
            ChartKind::Ladder
            | ChartKind::Strength
            | ChartKind::Pairs
            | ChartKind::Pentanomial
            | ChartKind::Differences
            | ChartKind::Sprt => Ok(()),
        }
    }

    /// Where anybody has met.
    fn draw_crosstable(&self, page: &mut Page) -> Result<(), Box<dyn Error>> {
        let picture = self.crosstable();
        match has_any(&picture.shares) {
            true => page.draw("crosstable", "Score of every player against every other", &picture),
            false => Ok(()),
        }
    }

    /// Where there are two series and some of them have met.
    fn draw_heat_map(&self, page: &mut Page) -> Result<(), Box<dyn Error>> {
        if !matches!(self.matches.schedule.shape, Shape::Between(_)) {
            return Ok(());
        }
        let picture = self.heat_map();
        match has_any(&picture.shares) {
            true => page.draw("heatmap", "Score of every row against every column", &picture),
            false => Ok(()),
        }
    }

    /// The meetings of the first variant as bars, in each colour or, for single pairs, in both.
    pub(super) fn bars(&self) -> Bars {
        let pairs = self.matches.schedule.shape == Shape::Pairs;
        let shown = |row: &&Row| {
            let side = if pairs { row.colour.is_none() } else { row.colour.is_some() };
            row.score.games() > 0
                && row.variant == self.variant
                && row.opponent.is_some()
                && row.rule == self.matches.winners[0]
                && side
        };
        let opponents: HashSet<Option<usize>> =
            self.rows.iter().filter(shown).map(|row| row.opponent).collect();
        let group = |row: &Row| {
            let [player, _, opponent] = self.labels(row);
            let player = match row.colour {
                Some(side) => format!("{player}, {}", self.language.word(&capital(colour(side)))),
                None => player,
            };
            let name = match (row.colour, opponents.len()) {
                // Against whom needs no saying.
                (Some(_), 1) => player,
                _ => self.say("{}\nagainst {}", &[&player, &opponent]),
            };
            let bar = Bar { value: row.score.win_rate(), interval: row.score.win_interval() };
            Group { name, bars: vec![bar], tick: None }
        };
        let games = self.rows.iter().filter(shown).map(|row| row.score.games()).max();
        Bars {
            title: self.say("Wins", &[]),
            subtitle: self.say("{} games a bar, 95 % intervals", &[&games.unwrap_or(0)])
                + &self.shown_variant(),
            axis: self.say("wins, share of all games", &[]),
            series: vec![self.say("wins", &[])],
            tick: None,
            groups: self.rows.iter().filter(shown).map(group).collect(),
        }
    }

    /// How many games a pair has played, the least and the most, and from where.
    pub(super) fn games_a_pair(&self) -> String {
        let mut pairs: BTreeMap<[usize; 2], u64> = BTreeMap::new();
        for (cell, tally) in self.matches.schedule.cells.iter().zip(&self.collected.tallies) {
            let ends = [cell.black.min(cell.white), cell.black.max(cell.white)];
            *pairs.entry(ends).or_default() += tally.games();
        }
        let most = pairs.values().copied().max().unwrap_or(0);
        // Who meets itself has one game from an opening.
        let others = pairs.iter().filter(|([one, other], _)| one != other);
        let least = others.map(|(_, &games)| games).min().unwrap_or(most);
        let games = if least < most { format!("{least}–{most}") } else { most.to_string() };
        // Variants with another first mover have the same openings once more.
        let known = self.collected.openings.keys();
        let of = |mover: bool| known.clone().filter(|&&(first, _)| first == mover).count();
        let openings = of(false).max(of(true));
        match self.matches.openings.are_shared() {
            true if openings == 1 => {
                self.say("{} games a pair from one opening, in both colours", &[&games])
            }
            true => self.say(
                "{} games a pair from {} openings, each in both colours",
                &[&games, &openings],
            ),
            false => self.say("{} games a pair, half in each colour", &[&games]),
        }
    }

    /// Rows and columns by strength, where strengths can be compared.
    pub(super) fn crosstable(&self) -> Crosstable {
        let mut order: Vec<usize> = self.ranked().iter().map(|row| row.player).collect();
        if self.matches.schedule.shape != Shape::RoundRobin {
            order = self.members().collect();
        }
        let all = order.len();
        order.truncate(Crosstable::MOST);
        let shown = match order.len() < all {
            true => self.say(", {} of {} players", &[&order.len(), &all]),
            false => String::new(),
        };
        let share = |player: usize, opponent: usize| {
            self.met(player, opponent).map(|(value, interval)| Share { value, interval })
        };
        let shares = order
            .iter()
            .map(|&player| order.iter().map(|&opponent| share(player, opponent)).collect());
        Crosstable {
            title: self.say("Everybody against everybody", &[]),
            subtitle: self.say(
                if order.len() > Crosstable::FEW {
                    "score in %, {}"
                } else {
                    "score in % with its 95 % interval, {}"
                },
                &[&self.games_a_pair()],
            ) + &shown
                + &self.shown_variant(),
            key: self.say("score of the row against the column", &[]),
            names: order.iter().map(|&contestant| self.name(contestant).to_owned()).collect(),
            shares: shares.collect(),
        }
    }
}

/// Whether anybody has met.
fn has_any(shares: &[Vec<Option<Share>>]) -> bool {
    shares.iter().flatten().any(Option::is_some)
}
