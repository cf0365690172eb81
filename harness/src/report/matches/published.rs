//! Comparison with published figures: does the table stand, which rules made it, and where is it wrong?

use std::ops::Range;

use yomi_engine::game::Side;

use super::{Report, Table, between, capital, colour};
use crate::arena::Arena;
use crate::chart::{Dot, Dots};
use crate::interval::{Z, distance};
use crate::spec::Published;
use crate::tally::Score;
use crate::winner::WinnerRule;

/// What a winner rule means to a reader of the table.
pub(super) fn counted_by(rule: WinnerRule) -> &'static str {
    match rule {
        WinnerRule::Tutorial => "reproduced (winners as the page counts them)",
        WinnerRule::Discs => "corrected (more discs win)",
        WinnerRule::Score => "reproduced",
    }
}

impl<G: Arena> Report<'_, G> {
    /// The published share of wins of a player in a colour.
    pub(super) fn published_share(&self, player: usize, side: Side) -> Option<f64> {
        let published = self.matches.published.as_ref()?;
        let cell =
            published.cells.iter().find(|(name, colour, _)| name == self.name(player) && *colour == side);
        cell.map(|&(_, _, wins)| wins)
    }

    /// The cells with a published figure in one variant: player, side, published share.
    fn cells(&self, variant: usize) -> Vec<(usize, Side, f64)> {
        let Some(published) = &self.matches.published else { return Vec::new() };
        let contestants = &self.experiment.contestants;
        let player = |name: &String| {
            (0..contestants.len())
                .find(|&index| contestants[index].variant == variant && contestants[index].name == *name)
        };
        published.cells.iter().filter_map(|(name, side, wins)| Some((player(name)?, *side, *wins))).collect()
    }

    /// Published, reproduced and corrected side by side, with a verdict for each cell of these variants.
    pub(super) fn comparison(&self, variants: Range<usize>) -> Table {
        let rules = &self.matches.winners;
        let mut header = vec!["player", "colour", "variant", "published %"];
        for rule in rules {
            header.extend(match rule {
                WinnerRule::Tutorial | WinnerRule::Score => ["reproduced %", "95 % interval"],
                WinnerRule::Discs => ["corrected %", "95 % interval"],
            });
        }
        header.push("verdict");
        let mut table = Table::new(&header);
        for variant in variants {
            for (player, side, wins) in self.cells(variant) {
                let scores: Vec<Score> =
                    rules.iter().filter_map(|&rule| self.cell(variant, player, side, rule)).collect();
                let Some(reproduced) = scores.first() else { continue };
                let mut row = vec![self.name(player).to_owned(), capital(colour(side))];
                row.push(self.experiment.variants[variant].clone());
                row.push(format!("{:.0}", 100.0 * wins));
                for score in &scores {
                    row.push(format!("{:.1}", 100.0 * score.win_rate()));
                    row.push(between(score.interval(score.win_rate())));
                }
                row.push(self.verdict(wins, reproduced));
                table.rows.push(row);
            }
        }
        table
    }

    /// How many standard errors the published figure lies from ours, rounding forgiven.
    fn deviation(&self, published: f64, ours: &Score) -> f64 {
        let games = self.matches.published.as_ref().map_or(1, |published| published.games);
        let rounding =
            0.005_f64.min((published - ours.win_rate()).abs()) * (published - ours.win_rate()).signum();
        distance((published - rounding, games.into()), (ours.win_rate(), ours.games() as f64))
    }

    /// `agrees` within a 95 % interval, `borderline` where one of so many cells may fall outside, else `differs`.
    fn verdict(&self, published: f64, ours: &Score) -> String {
        let deviation = self.deviation(published, ours);
        let cells = self.matches.published.as_ref().map_or(1, |published| published.cells.len());
        let word = match deviation.abs() {
            near if near <= Z => "agrees",
            near if near <= among(cells) => "borderline",
            _ => "differs",
        };
        format!("{word} ({deviation:+.1} SE)")
    }

    /// The answer in three lines: does the table stand, what made it, where is it wrong.
    pub(super) fn findings(&self) -> Vec<String> {
        let Some(published) = &self.matches.published else { return Vec::new() };
        [self.standing(published), self.best_variant(), self.miscounted()].into_iter().flatten().collect()
    }

    fn standing(&self, published: &Published) -> Option<String> {
        let rule = self.matches.winners[0];
        let verdicts: Vec<String> = self
            .cells(0)
            .into_iter()
            .filter_map(|(player, side, wins)| Some(self.verdict(wins, &self.cell(0, player, side, rule)?)))
            .collect();
        let count = |word: &str| verdicts.iter().filter(|verdict| verdict.starts_with(word)).count();
        Some(format!(
            "Of the {} published figures ({}) {} agree with our games, {} borderline, {} differ.",
            verdicts.len(),
            published.source,
            count("agrees"),
            count("borderline"),
            count("differs")
        ))
    }

    /// The variant whose games lie nearest to the published figures.
    fn best_variant(&self) -> Option<String> {
        let rule = self.matches.winners[0];
        let mut distances: Vec<(f64, &String)> = self
            .experiment
            .variants
            .iter()
            .enumerate()
            .map(|(variant, name)| {
                let cells = self.cells(variant).into_iter();
                let deviations = cells.filter_map(|(player, side, wins)| {
                    Some(self.deviation(wins, &self.cell(variant, player, side, rule)?).powi(2))
                });
                (deviations.sum(), name)
            })
            .collect();
        distances.sort_by(|a, b| a.0.total_cmp(&b.0));
        let described: Vec<String> = distances.iter().map(|(sum, name)| format!("{name} {sum:.1}")).collect();
        (described.len() > 1).then(|| {
            format!(
                "Which rules made the table (sum of squared deviations in standard errors, least first): {}.",
                described.join(", ")
            )
        })
    }

    /// The cell that the faulty winner count changed most.
    fn miscounted(&self) -> Option<String> {
        let [faulty, right] = self.matches.winners.as_slice() else { return None };
        let rates = |(player, side, wins)| {
            let rate = |rule| self.cell(0, player, side, rule).map(|score| score.win_rate());
            Some((player, side, wins, rate(*faulty)?, rate(*right)?))
        };
        let changed =
            self.cells(0).into_iter().filter_map(rates).max_by(|a, b| (a.4 - a.3).total_cmp(&(b.4 - b.3)));
        let (player, side, wins, counted, corrected) =
            changed.filter(|changed| changed.4 - changed.3 >= 0.01)?;
        Some(format!(
            "**The published {:.0} % for {} as {} is a counting mistake**: the page gives White every game in which White \
             has lost all discs. Counted its way we get {:.1} %, by the rules **{:.1} %**.",
            100.0 * wins,
            self.name(player),
            capital(colour(side)),
            100.0 * counted,
            100.0 * corrected
        ))
    }

    /// Every variant beside the published figures, counted the page's way.
    pub(super) fn variants_chart(&self) -> Option<Dots> {
        let variants = &self.experiment.variants;
        if variants.len() < 2 || self.matches.published.is_none() {
            return None;
        }
        let rule = self.matches.winners[0];
        let row = |(player, side, wins): (usize, Side, f64)| {
            let dots = (0..variants.len()).filter_map(|variant| {
                let same = self
                    .cells(variant)
                    .into_iter()
                    .find(|&(other, colour, _)| self.name(other) == self.name(player) && colour == side)?;
                let score = self.cell(variant, same.0, side, rule)?;
                Some(Dot { value: score.win_rate(), interval: score.interval(score.win_rate()) })
            });
            (format!("{}, {}", self.name(player), capital(colour(side))), dots.collect(), Some(wins))
        };
        Some(Dots {
            title: "Which listing made the published table?".to_owned(),
            subtitle: format!(
                "wins counted the page's way, {} games a dot, 95 % intervals",
                self.matches.schedule.games
            ),
            axis: "wins, share of all games".to_owned(),
            series: variants.clone(),
            tick: "published figure".to_owned(),
            rows: self.cells(0).into_iter().map(row).collect(),
        })
    }
}

/// The deviation that the farthest of `cells` independent figures stays within, 95 times of 100 (Bonferroni).
fn among(cells: usize) -> f64 {
    // Two-sided normal quantiles at 0.05 / cells; the table ends where nobody compares.
    const QUANTILES: [f64; 8] = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734];
    QUANTILES[cells.clamp(1, QUANTILES.len()) - 1]
}
