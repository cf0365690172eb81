//! Comparison with published figures: does the table stand, which rules made it, and where is it wrong?

use std::ops::Range;

use yomi_engine::game::Side;

use super::{Report, Row, Table, between, capital, colour};
use crate::arena::Arena;
use crate::chart::{Dot, Dots};
use crate::interval::{Z, distance};
use crate::schedule::Shape;
use crate::spec::{Published, PublishedCell};
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

/// Who met whom in which colour, with the published share of the first one's wins.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    player: usize,
    /// `None` where there is one opponent only.
    opponent: Option<usize>,
    /// `None` for both colours.
    side: Option<Side>,
    wins: f64,
}

impl<G: Arena> Report<'_, G> {
    /// The published share of wins of a row's player.
    pub(super) fn published_share(&self, row: &Row) -> Option<f64> {
        let same = |meeting: &Meeting| {
            (meeting.player, meeting.side) == (row.player, row.colour)
                && (meeting.opponent.is_none() || meeting.opponent == row.opponent)
        };
        self.meetings(row.variant).into_iter().find(same).map(|meeting| meeting.wins)
    }

    /// The published figures as meetings of one variant's players.
    fn meetings(&self, variant: usize) -> Vec<Meeting> {
        let Some(published) = &self.matches.published else { return Vec::new() };
        let contestants = &self.experiment.contestants;
        let find = |name: &String| {
            (0..contestants.len())
                .find(|&index| contestants[index].variant == variant && contestants[index].name == *name)
        };
        let meeting = |cell: &PublishedCell| {
            let opponent = match &cell.opponent {
                Some(name) => Some(find(name)?),
                None => None,
            };
            Some(Meeting { player: find(&cell.player)?, opponent, side: cell.side, wins: cell.wins })
        };
        published.cells.iter().filter_map(meeting).collect()
    }

    /// What the meeting's player achieved.
    fn record(&self, meeting: &Meeting, rule: WinnerRule) -> Option<Score> {
        let wanted = |row: &&Row| {
            (row.player, row.colour, row.rule) == (meeting.player, meeting.side, rule)
                && row.opponent.is_some()
                && (meeting.opponent.is_none() || meeting.opponent == row.opponent)
        };
        self.rows.iter().find(wanted).map(|row| row.score)
    }

    /// `discs, Black` or `uct against minimax`.
    fn title(&self, meeting: &Meeting) -> String {
        let against = meeting.opponent.map(|opponent| format!(" against {}", self.name(opponent)));
        let side = meeting.side.map(|side| format!(", {}", capital(colour(side))));
        format!("{}{}{}", self.name(meeting.player), against.unwrap_or_default(), side.unwrap_or_default())
    }

    /// Published, reproduced and corrected side by side, with a verdict for each cell of these variants.
    pub(super) fn comparison(&self, variants: Range<usize>) -> Table {
        let rules = &self.matches.winners;
        let against = self.meetings(0).iter().any(|meeting| meeting.opponent.is_some());
        let mut header =
            vec!["player", if against { "opponent" } else { "colour" }, "variant", "published %"];
        for place in 0..rules.len() {
            header.extend([if place == 0 { "reproduced %" } else { "corrected %" }, "95 % interval"]);
        }
        header.push("verdict");
        let mut table = Table::new(&header);
        for variant in variants {
            for meeting in self.meetings(variant) {
                let scores: Vec<Score> =
                    rules.iter().filter_map(|&rule| self.record(&meeting, rule)).collect();
                let Some(reproduced) = scores.first() else { continue };
                let mut row = vec![self.name(meeting.player).to_owned()];
                row.push(match (meeting.opponent, meeting.side) {
                    (Some(opponent), Some(side)) => {
                        format!("{}, {}", self.name(opponent), capital(colour(side)))
                    }
                    (Some(opponent), None) => self.name(opponent).to_owned(),
                    (None, side) => side.map_or_else(|| "both".to_owned(), |side| capital(colour(side))),
                });
                row.push(self.experiment.variants[variant].clone());
                row.push(format!("{:.0}", 100.0 * meeting.wins));
                for score in &scores {
                    row.push(format!("{:.1}", 100.0 * score.win_rate()));
                    row.push(between(score.interval(score.win_rate())));
                }
                row.push(self.verdict(meeting.wins, reproduced));
                table.rows.push(row);
            }
        }
        table
    }

    /// How many standard errors the published figure lies from ours, rounding forgiven.
    fn deviation(&self, published: f64, ours: &Score) -> f64 {
        let games = self.matches.published.as_ref().map_or(1, |published| published.games);
        // Percentages of up to a hundred games are exact.
        let digit = if games > 100 { 0.005_f64 } else { 0.0 };
        let rounding =
            digit.min((published - ours.win_rate()).abs()) * (published - ours.win_rate()).signum();
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
        let lines = [self.differing(), self.best_variant(), self.miscounted()];
        std::iter::once(self.standing(published)).chain(lines.into_iter().flatten()).collect()
    }

    fn standing(&self, published: &Published) -> String {
        let [agree, borderline, differ] = self.verdicts(0);
        format!(
            "Of the {} published figures ({}) {agree} agree with our games, {borderline} borderline, {differ} differ.",
            agree + borderline + differ,
            published.source
        )
    }

    /// The published figures of the first variant that our games contradict.
    fn differing(&self) -> Option<String> {
        let rule = self.matches.winners[0];
        let differing: Vec<String> = self
            .meetings(0)
            .into_iter()
            .filter_map(|meeting| {
                let ours = self.record(&meeting, rule)?;
                let differs = self.verdict(meeting.wins, &ours).starts_with("differs");
                differs.then(|| {
                    let (published, ours) = (100.0 * meeting.wins, 100.0 * ours.win_rate());
                    format!("{} wins **{ours:.1} %**, not {published:.0}", self.title(&meeting))
                })
            })
            .collect();
        (!differing.is_empty()).then(|| format!("In our games {}.", differing.join("; ")))
    }

    /// The variant whose games lie nearest to the published figures.
    fn best_variant(&self) -> Option<String> {
        let rule = self.matches.winners[0];
        let mut distances: Vec<(f64, usize)> = (0..self.experiment.variants.len())
            .map(|variant| {
                let meetings = self.meetings(variant).into_iter();
                let deviations = meetings.filter_map(|meeting| {
                    Some(self.deviation(meeting.wins, &self.record(&meeting, rule)?).powi(2))
                });
                (deviations.sum(), variant)
            })
            .collect();
        distances.sort_by(|a, b| a.0.total_cmp(&b.0));
        let described: Vec<String> = distances
            .iter()
            .map(|&(sum, variant)| format!("{} {sum:.1}", self.experiment.variants[variant]))
            .collect();
        let best = distances.first().map_or(0, |&(_, variant)| variant);
        (described.len() > 1).then(|| {
            format!(
                "Which rules made the table (sum of squared deviations in standard errors, least first): {}.{}",
                described.join(", "),
                if best == 0 { String::new() } else { self.standing_of(best) }
            )
        })
    }

    /// How the figures stand under a variant other than the first.
    fn standing_of(&self, variant: usize) -> String {
        let [agree, borderline, differ] = self.verdicts(variant);
        let name = &self.experiment.variants[variant];
        format!(" Under **{name}** {agree} agree, {borderline} borderline, {differ} differ.")
    }

    /// How many figures agree with a variant's games, are borderline, and differ.
    fn verdicts(&self, variant: usize) -> [usize; 3] {
        let rule = self.matches.winners[0];
        let verdict = |meeting: Meeting| Some(self.verdict(meeting.wins, &self.record(&meeting, rule)?));
        let verdicts: Vec<String> = self.meetings(variant).into_iter().filter_map(verdict).collect();
        ["agrees", "borderline", "differs"]
            .map(|word| verdicts.iter().filter(|verdict| verdict.starts_with(word)).count())
    }

    /// The cell that the faulty winner count changed most.
    fn miscounted(&self) -> Option<String> {
        let [faulty, right] = self.matches.winners.as_slice() else { return None };
        let rates = |meeting: Meeting| {
            let rate = |rule| self.record(&meeting, rule).map(|score| score.win_rate());
            Some((meeting, rate(*faulty)?, rate(*right)?))
        };
        let gain = |&(_, counted, corrected): &(Meeting, f64, f64)| corrected - counted;
        let changed = self.meetings(0).into_iter().filter_map(rates);
        let changed = changed.max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let (meeting, counted, corrected) = changed.filter(|changed| gain(changed) >= 0.01)?;
        Some(format!(
            "**The published {:.0} % for {} as {} is a counting mistake**: the page gives White every game in which White \
             has lost all discs. Counted its way we get {:.1} %, by the rules **{:.1} %**.",
            100.0 * meeting.wins,
            self.name(meeting.player),
            meeting.side.map_or_else(String::new, |side| capital(colour(side))),
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
        let row = |(place, meeting): (usize, Meeting)| {
            // Every variant has the same meetings in the same order.
            let dots = (0..variants.len()).filter_map(|variant| {
                let score = self.record(self.meetings(variant).get(place)?, rule)?;
                Some(Dot { value: score.win_rate(), interval: score.interval(score.win_rate()) })
            });
            (self.title(&meeting), dots.collect(), Some(meeting.wins))
        };
        let (title, counted) = match self.matches.schedule.shape {
            Shape::Gauntlet => ("Which listing made the published table?", "wins counted the page's way, "),
            _ => ("Which variant made the published figures?", ""),
        };
        Some(Dots {
            title: title.to_owned(),
            subtitle: format!("{counted}{} games a dot, 95 % intervals", self.games_a_meeting()),
            axis: "wins, share of all games".to_owned(),
            series: variants.clone(),
            tick: "published figure".to_owned(),
            rows: self.meetings(0).into_iter().enumerate().map(row).collect(),
        })
    }
}

/// The deviation that the farthest of `cells` independent figures stays within, 95 times of 100 (Bonferroni).
fn among(cells: usize) -> f64 {
    // Two-sided normal quantiles at 0.05 / cells; the table ends where nobody compares.
    const QUANTILES: [f64; 8] = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734];
    QUANTILES[cells.clamp(1, QUANTILES.len()) - 1]
}
