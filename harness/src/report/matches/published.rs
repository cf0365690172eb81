//! Comparison with published figures: which reading of what the source leaves open fits, and where
//! is it wrong?

mod readings;
mod words;

use yomi_engine::game::Side;

use super::{Report, Row, between, capital, colour};
use crate::chart::{Bar, Bars, Dot, Dots, Group, Tick};
use crate::figures::signed;
use crate::games::LabGame;
use crate::games::WinnerRule;
use crate::plan::PublishedCell;
use crate::plan::schedule::Shape;
use crate::stats::account::Score;
use crate::stats::interval::{Z, distance, normal_quantile, wilson};
use crate::table::Table;
use readings::Reading;

/// What a winner rule means to a reader of the table.
fn counted_by(rule: WinnerRule) -> &'static str {
    match rule {
        WinnerRule::Tutorial { .. } => "reproduced (winners as the page counts them)",
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
    /// `None` where the source does not say.
    side: Option<Side>,
    wins: f64,
    /// The decimals of the share in per cent.
    decimals: usize,
}

impl Meeting {
    /// The published share in per cent, as the source has it.
    fn percent(&self) -> String {
        format!("{:.*}", self.decimals, 100.0 * self.wins)
    }
}

impl<G: LabGame> Report<'_, G> {
    /// The published figures as meetings of one variant's players.
    fn meetings(&self, variant: usize) -> Vec<Meeting> {
        let Some(published) = &self.matches.published else { return Vec::new() };
        let contestants = &self.experiment.contestants;
        let find = |name: &String| {
            (0..contestants.len()).find(|&index| {
                contestants[index].variant == variant && contestants[index].name == *name
            })
        };
        let meeting = |cell: &PublishedCell| {
            let opponent = match &cell.opponent {
                Some(name) => Some(find(name)?),
                None => None,
            };
            Some(Meeting {
                player: find(&cell.player)?,
                opponent,
                side: cell.side,
                wins: cell.wins,
                decimals: cell.decimals,
            })
        };
        published.cells.iter().filter_map(meeting).collect()
    }

    /// What the meeting's player achieved, as a reading of the source has it.
    fn record(&self, meeting: &Meeting, reading: &Reading) -> Option<&Score> {
        let side = meeting.side.or(reading.colour);
        let wanted = |row: &&Row| {
            (row.player, row.colour, row.rule) == (meeting.player, side, reading.rule)
                && row.opponent.is_some()
                && row.score.games() > 0
                && (meeting.opponent.is_none() || meeting.opponent == row.opponent)
        };
        self.rows.iter().find(wanted).map(|row| &row.score)
    }

    /// `discs, Black` or `uct against minimax`.
    fn title(&self, meeting: &Meeting) -> String {
        let name = self.name(meeting.player);
        let pair = match meeting.opponent {
            Some(opponent) => self.say("{} against {}", &[&name, &self.name(opponent)]),
            None => name.to_owned(),
        };
        let side = meeting.side.map(|side| self.language.word(&capital(colour(side))));
        side.map_or(pair.clone(), |side| format!("{pair}, {side}"))
    }

    /// The games behind a published share.
    fn published_games(&self) -> f64 {
        self.matches.published.as_ref().map_or(1.0, |published| published.games.into())
    }

    /// The width of the values that a published share stands for: one of the last decimal given,
    /// unless so few games have no two shares as near.
    fn rounding(&self, meeting: &Meeting) -> f64 {
        let steps = 10_f64.powi(2 + meeting.decimals as i32);
        if self.published_games() > steps { 1.0 / steps } else { 0.0 }
    }

    /// How many standard errors the published figure lies above ours.
    fn deviation(&self, published: &Meeting, ours: &Score) -> f64 {
        let theirs = (published.wins, self.published_games());
        distance(theirs, (ours.win_rate(), ours.win_trials()), self.rounding(published))
    }

    /// `agrees` within a 95 % interval, `borderline` where one of all figures may fall outside,
    /// else `differs`.
    fn verdict(&self, published: &Meeting, ours: &Score) -> (Verdict, f64) {
        let deviation = self.deviation(published, ours);
        let verdict = match deviation.abs() {
            near if near <= Z => Verdict::Agrees,
            near if near <= among(self.meetings(0).len()) => Verdict::Borderline,
            _ => Verdict::Differs,
        };
        (verdict, deviation)
    }

    /// The 95 % interval around a published share, its rounding included.
    fn published_interval(&self, published: &Meeting) -> (f64, f64) {
        let half = self.rounding(published) / 2.0;
        let (low, _) = wilson((published.wins - half).max(0.0), self.published_games());
        let (_, high) = wilson((published.wins + half).min(1.0), self.published_games());
        (low, high)
    }

    /// Published, reproduced and corrected side by side: the rows of these variants, all of them
    /// readings of a source that says who had which colour.
    fn comparison(&self, readings: &[Reading]) -> Table {
        let rules = &self.matches.winners;
        let mut header = vec!["player", self.second(), "variant", "published %", "95 % interval"];
        for place in 0..rules.len() {
            header
                .extend([if place == 0 { "reproduced %" } else { "corrected %" }, "95 % interval"]);
        }
        header.push("verdict");
        let mut table = Table::new(&header);
        for reading in readings {
            for meeting in self.meetings(reading.variant) {
                let scores: Vec<&Score> = rules
                    .iter()
                    .filter_map(|&rule| self.record(&meeting, &Reading { rule, ..*reading }))
                    .collect();
                let Some(reproduced) = scores.first() else { continue };
                let mut row = self.source(&meeting);
                row.insert(2, self.experiment.variants[reading.variant].clone());
                scores.iter().for_each(|score| row.extend(rate(score)));
                row.push(self.judged(&meeting, reproduced));
                table.rows.push(row);
            }
        }
        table
    }

    /// Every reading of a source that leaves something open, beside its figures.
    fn all_readings(&self) -> Table {
        let header = [
            "player",
            self.second(),
            "published %",
            "95 % interval",
            "reading",
            "reproduced %",
            "95 % interval",
            "verdict",
        ];
        let mut table = Table::new(&header);
        for place in 0..self.meetings(0).len() {
            for reading in self.readings() {
                let Some(meeting) = self.meetings(reading.variant).get(place).copied() else {
                    continue;
                };
                let Some(score) = self.record(&meeting, &reading) else { continue };
                let mut row = self.source(&meeting);
                row.push(self.reading_name(&reading));
                row.extend(rate(score));
                row.push(self.judged(&meeting, score));
                table.rows.push(row);
            }
        }
        table
    }

    /// The figures under the reading that fits best, beside them the same meetings in the variants
    /// that are no readings, and in the one that these change.
    fn beside_others(&self, reading: &Reading) -> Table {
        let others = self.beside(reading);
        let names =
            others.iter().map(|&variant| format!("{} %", self.experiment.variants[variant]));
        let mut header: Vec<String> = [
            "player",
            self.second(),
            "published %",
            "95 % interval",
            "reproduced %",
            "95 % interval",
            "verdict",
        ]
        .map(str::to_owned)
        .to_vec();
        header.extend(names.flat_map(|name| [name, "95 % interval".to_owned()]));
        let mut table = Table::new(&header);
        for (place, meeting) in self.meetings(reading.variant).iter().enumerate() {
            let Some(score) = self.record(meeting, reading) else { continue };
            let mut row = self.source(meeting);
            row.extend(rate(score));
            row.push(self.judged(meeting, score));
            for &variant in &others {
                let meetings = self.meetings(variant);
                let other = meetings
                    .get(place)
                    .and_then(|other| self.record(other, &Reading { variant, ..*reading }));
                row.extend(other.map_or([String::new(), String::new()], rate));
            }
            table.rows.push(row);
        }
        table
    }

    /// What the second column of tables says of a figure.
    fn second(&self) -> &'static str {
        let against = self.meetings(0).iter().any(|meeting| meeting.opponent.is_some());
        if against { "opponent" } else { "colour" }
    }

    /// Who, against whom or as what, and the published figure.
    fn source(&self, meeting: &Meeting) -> Vec<String> {
        let side = meeting.side.map(|side| self.language.word(&capital(colour(side))));
        let opponent = meeting.opponent.map(|opponent| self.name(opponent).to_owned());
        let who: Vec<String> = opponent.into_iter().chain(side).collect();
        vec![
            self.name(meeting.player).to_owned(),
            if who.is_empty() { self.language.word("both") } else { who.join(", ") },
            meeting.percent(),
            between(self.published_interval(meeting)),
        ]
    }

    fn judged(&self, published: &Meeting, ours: &Score) -> String {
        let (verdict, deviation) = self.verdict(published, ours);
        self.say("{} ({} SE)", &[&self.language.word(verdict.word()), &signed(deviation, 1)])
    }

    /// The table that answers the question, and the one with everything.
    pub(super) fn published_tables(&self) -> (Table, Option<Table>) {
        let (main, readings) = (self.main_reading(), self.readings());
        if self.is_open() {
            return (self.beside_others(&main), Some(self.all_readings()));
        }
        (self.comparison(&[main]), (readings.len() > 1).then(|| self.comparison(&readings)))
    }

    /// The figures of the main reading and of what it is compared with, as bars.
    pub(super) fn published_bars(&self) -> Bars {
        let main = self.main_reading();
        let compared = self.compared_readings(main);
        let group = |(place, meeting): (usize, Meeting)| {
            let bars = compared.iter().filter_map(|(reading, _)| {
                let score = self.record(self.meetings(reading.variant).get(place)?, reading)?;
                Some(Bar { value: score.win_rate(), interval: score.win_interval() })
            });
            let name = match meeting.opponent {
                Some(opponent) => {
                    self.say("{}\nagainst {}", &[&self.name(meeting.player), &self.name(opponent)])
                }
                None => self.title(&meeting),
            };
            Group { name, bars: bars.collect(), tick: Some(self.tick(&meeting)) }
        };
        let opponent = self
            .rows
            .iter()
            .find_map(|row| row.opponent)
            .map_or("", |opponent| self.name(opponent));
        let title = match self.matches.schedule.shape {
            Shape::Gauntlet => self.say("Wins against {}", &[&opponent]),
            _ => self.say("Wins, pair by pair", &[]),
        };
        Bars {
            title,
            subtitle: self.say("{} games a bar, 95 % intervals", &[&self.games_a_figure(&main)]),
            axis: self.say("wins, share of all games", &[]),
            series: compared.iter().map(|(_, name)| name.clone()).collect(),
            tick: Some(self.say("published figure, grey: its own 95 % interval", &[])),
            groups: self.meetings(main.variant).into_iter().enumerate().map(group).collect(),
        }
    }

    /// The readings that fit best beside the published figures.
    pub(super) fn variants_chart(&self) -> Option<Dots> {
        const MOST: usize = 6;
        let readings: Vec<Reading> =
            self.by_fit().into_iter().map(|(reading, _)| reading).take(MOST).collect();
        if readings.len() < 2 {
            return None;
        }
        let row = |(place, meeting): (usize, Meeting)| {
            // Every variant has the same meetings in the same order.
            let dots = readings.iter().filter_map(|reading| {
                let score = self.record(self.meetings(reading.variant).get(place)?, reading)?;
                Some(Dot { value: score.win_rate(), interval: score.win_interval() })
            });
            let Bar { value, interval } = self.tick(&meeting).bar;
            (self.title(&meeting), dots.collect(), Some(Dot { value, interval }))
        };
        Some(Dots {
            title: self.say("Which reading fits the published figures?", &[]),
            subtitle: self.games_a_dot(&readings),
            axis: self.say("wins, share of all games", &[]),
            series: readings.iter().map(|reading| self.reading_name(reading)).collect(),
            tick: self.say("published figure, grey: its own 95 % interval", &[]),
            rows: self.meetings(0).into_iter().enumerate().map(row).collect(),
        })
    }

    /// How many games are behind a dot, which may count both colours or one.
    fn games_a_dot(&self, readings: &[Reading]) -> String {
        let mut games: Vec<u64> =
            readings.iter().map(|reading| self.games_a_figure(reading)).collect();
        games.sort_unstable();
        match (games[0], games[games.len() - 1]) {
            (least, most) if least < most => {
                let english = "best fit first, {} or {} games a dot, 95 % intervals";
                self.say(english, &[&least, &most])
            }
            (games, _) => self.say("best fit first, {} games a dot, 95 % intervals", &[&games]),
        }
    }

    /// A published figure with its own uncertainty.
    fn tick(&self, meeting: &Meeting) -> Tick {
        let bar = Bar { value: meeting.wins, interval: self.published_interval(meeting) };
        Tick { bar, label: format!("{} %", meeting.percent()) }
    }

    /// Games behind one figure.
    fn games_a_figure(&self, reading: &Reading) -> u64 {
        let meetings = self.meetings(reading.variant);
        let games =
            meetings.iter().filter_map(|meeting| self.record(meeting, reading)).map(Score::games);
        games.max().unwrap_or(0)
    }
}

/// Wins in per cent and their interval.
fn rate(score: &Score) -> [String; 2] {
    [format!("{:.1}", 100.0 * score.win_rate()), between(score.win_interval())]
}

/// What becomes of a published figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Agrees,
    Borderline,
    Differs,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Borderline => "borderline",
            Self::Differs => "differs",
        }
    }
}

/// The deviation that the farthest of `cells` independent figures stays within, 95 times of 100
/// (Bonferroni): the two-sided normal quantile at 0.05 / `cells`.
fn among(cells: usize) -> f64 {
    normal_quantile(1.0 - 0.025 / cells.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles of the normal distribution by another program.
    #[test]
    fn the_farthest_of_many_may_be_farther() {
        for (cells, limit) in [(1, 1.960), (6, 2.638), (8, 2.734), (12, 2.865), (100, 3.481)] {
            assert!((among(cells) - limit).abs() < 0.001, "{cells}: {}", among(cells));
        }
    }
}
