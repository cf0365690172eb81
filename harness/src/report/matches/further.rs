//! Pictures that every match has where there is something to draw: the long report always shows
//! them, the folder those that are asked for.

use std::error::Error;

use super::{Page, Report, Row};
use crate::chart::{
    ChartKind, Histogram, Ladder, Paired, Pairs, Path, Rung, Scatter, Spot, Stacks,
};
use crate::games::LabGame;
use crate::plan::schedule::Shape;
use crate::stats::sprt::Verdict;

/// More pairs than this are a table's business.
const MOST_PAIRS: usize = 40;

impl<G: LabGame> Report<'_, G> {
    /// Draws what there is to draw.
    pub(super) fn draw_further(&self, page: &mut Page) -> Result<(), Box<dyn Error>> {
        let asked = |kind| self.experiment.charts.contains(&kind);
        if let Some(ladder) = self.ladder() {
            let shows = "Ratings of all players with their intervals";
            page.draw_if(asked(ChartKind::Ladder), "ladder", shows, &ladder)?;
        }
        if let Some(scatter) = self.strength() {
            let shows = "Score of every player over the positions it entered in a game";
            page.draw_if(asked(ChartKind::Strength), "strength", shows, &scatter)?;
        }
        if let Some(pairs) = self.pairs() {
            let shows = "Score of the first player of every pair, and what it costs";
            page.draw_if(asked(ChartKind::Pairs), "pairs", shows, &pairs)?;
        }
        if let Some(stacks) = self.pentanomial() {
            let shows = "What the pairs of games of every two players were made of";
            page.draw_if(asked(ChartKind::Pentanomial), "pentanomial", shows, &stacks)?;
        }
        if let Some(histogram) = self.differences() {
            let shows = "How often games ended with each final score";
            page.draw_if(asked(ChartKind::Differences), "differences", shows, &histogram)?;
        }
        if let Some(path) = self.sprt_path() {
            let shows = "The log-likelihood ratio of the sequential test, pair by pair";
            page.draw_if(asked(ChartKind::Sprt), "sprt", shows, &path)?;
        }
        Ok(())
    }

    fn ladder(&self) -> Option<Ladder> {
        let subtitle = match self.are_partly_limited() {
            true => "Bradley–Terry, mean of those with limits 0, 95 % intervals; {}",
            false => "Bradley–Terry, mean 0, 95 % intervals; {}",
        };
        let rungs = self.rated()?.iter().map(|rated| Rung {
            name: self.name(rated.player).to_owned(),
            value: rated.elo,
            interval: rated.interval,
        });
        Some(Ladder {
            title: self.say("Ratings", &[]),
            subtitle: self.say(subtitle, &[&self.games_a_pair()]),
            axis: self.say("Elo", &[]),
            rungs: rungs.collect(),
        })
    }

    /// Players with their scores against all others and the nodes of their searches.
    fn strength(&self) -> Option<Scatter> {
        let mut series: Vec<&str> = Vec::new();
        let spots: Vec<Spot> = self
            .totals()
            .filter_map(|row| {
                let nodes = self.nodes_a_game(row.player, None).filter(|&nodes| nodes > 0.0)?;
                let name = &*self.experiment.contestants[row.player].series;
                let place = series.iter().position(|known| *known == name).unwrap_or_else(|| {
                    series.push(name);
                    series.len() - 1
                });
                Some(Spot {
                    name: self.name(row.player).to_owned(),
                    series: place,
                    x: nodes,
                    y: row.score.score(),
                    interval: row.score.score_interval(),
                })
            })
            .collect();
        (spots.len() > 1 && self.are_comparable()).then(|| Scatter {
            title: self.say("Strength against cost", &[]),
            subtitle: self.say("score against all others, {}", &[&self.games_a_pair()])
                + &self.shown_variant()
                + &self.uncounted(),
            x_axis: self.say("positions entered in a game, logarithmic", &[]),
            y_axis: self.say("score (win 1, draw ½)", &[]),
            points: spots,
        })
    }

    /// The pairs of an experiment that names them, and everybody against those of a gauntlet.
    fn pairs(&self) -> Option<Pairs> {
        if !matches!(self.matches.schedule.shape, Shape::Pairs | Shape::Gauntlet) {
            return None;
        }
        let shown = |row: &&Row| row.rule == self.matches.winners[0] && row.colour.is_none();
        let met = self.rows.iter().filter(shown).filter(|row| row.score.games() > 0);
        let all = met.clone().count();
        let pairs: Vec<Paired> = met
            .take(MOST_PAIRS)
            .filter_map(|row| {
                let players = [row.player, row.opponent?];
                let [one, other] = players.map(|player| self.name(player));
                let name = self.say("{} against {}", &[&one, &other]);
                let variant = &self.experiment.variants[row.variant];
                Some(Paired {
                    name: if variant.is_empty() { name } else { format!("{name}, {variant}") },
                    score: row.score.score(),
                    interval: row.score.score_interval(),
                    nodes: [players, [players[1], players[0]]].map(|[player, opponent]| {
                        self.nodes_a_game(player, Some(opponent)).filter(|&nodes| nodes > 0.0)
                    }),
                })
            })
            .collect();
        let shown_of = |shown: usize, all: usize| match shown < all {
            true => self.say(", {} of {} pairings", &[&shown, &all]),
            false => String::new(),
        };
        (!pairs.is_empty()).then(|| Pairs {
            title: self.say("Pair by pair", &[]),
            subtitle: self.say("95 % intervals, {}", &[&self.games_a_pair()])
                + &shown_of(pairs.len(), all)
                + &self.uncounted(),
            axis: self.say("score of the player named first", &[]),
            cost: self.say("its positions a game (× the other's)", &[]),
            pairs,
        })
    }

    /// Whose positions nobody has counted, as the end of a sentence.
    fn uncounted(&self) -> String {
        let players = self.experiment.contestants.iter();
        let programs = players.filter(|player| player.player.is_program());
        let names: Vec<&str> = programs.map(|program| &*program.name).collect();
        match names.as_slice() {
            [] => String::new(),
            _ => self.say("; positions of {} are not known", &[&names.join(", ")]),
        }
    }

    /// Positions that a player's searches enter in a game against one opponent, or all others, on
    /// average; not known of programs.
    fn nodes_a_game(&self, player: usize, opponent: Option<usize>) -> Option<f64> {
        if self.experiment.contestants[player].player.is_program() {
            return None;
        }
        let cells = self.matches.schedule.cells.iter().zip(&self.collected.tallies);
        let (mut nodes, mut games) = (0, 0);
        for (cell, tally) in cells.filter(|(cell, _)| cell.black != cell.white) {
            let ends = [[cell.black, cell.white], [cell.white, cell.black]];
            for ([end, other], entered) in ends.into_iter().zip(tally.nodes()) {
                if end == player && opponent.is_none_or(|opponent| opponent == other) {
                    nodes += entered;
                    games += tally.games();
                }
            }
        }
        (games > 0).then(|| nodes as f64 / games as f64)
    }

    fn pentanomial(&self) -> Option<Stacks> {
        let duels = self.duels();
        let rows: Vec<(String, Vec<u64>)> = duels
            .iter()
            .take(MOST_PAIRS)
            .map(|pairing| {
                let [one, other] = pairing.players.map(|player| self.name(player));
                let name = self.say("{} against {}", &[&one, &other]);
                let variant = &self.experiment.variants[pairing.variant];
                let name = if variant.is_empty() { name } else { format!("{name}, {variant}") };
                (name, pairing.duel.pairs.by_points.to_vec())
            })
            .collect();
        (!rows.is_empty()).then(|| Stacks {
            title: self.say("Pairs of games", &[]),
            subtitle: match rows.len() {
                all if all == duels.len() => {
                    self.say("pairs by the points of the player named first", &[])
                }
                some => self.say(
                    "pairs by the points of the player named first; {} of {} pairings",
                    &[&some, &duels.len()],
                ),
            },
            rows_are: self.say("pairing", &[]),
            parts: ["0", "½", "1", "1½", "2"].map(str::to_owned).to_vec(),
            rows,
        })
    }

    fn differences(&self) -> Option<Histogram> {
        let points = |units: i32| f64::from(units) / f64::from(G::UNITS_PER_POINT);
        let counts = &self.collected.differences;
        let (low, high) = (counts.keys().next()?, counts.keys().next_back()?);
        let (low, high) = (points(*low), points(*high));
        let (first, width) = even_bins(low, high);
        let bins = ((high - first) / width).floor() as usize + 1;
        let mut bins: Vec<(f64, f64, u64)> = (0..bins)
            .map(|bin| (first + bin as f64 * width, first + (bin + 1) as f64 * width, 0))
            .collect();
        for (&units, &count) in counts {
            let bin = ((points(units) - first) / width) as usize;
            bins[bin].2 += count;
        }
        (high - low > 4.0).then(|| Histogram {
            title: self.say("Final scores", &[]),
            subtitle: self.say("{} games, seen by Black", &[&counts.values().sum::<u64>()])
                + &self.together(),
            x_axis: self.say(&format!("{}s that Black is ahead", G::UNIT), &[]),
            y_axis: self.say("games", &[]),
            bins,
        })
    }

    fn sprt_path(&self) -> Option<Path> {
        let (stopping, test) = (self.collected.stopping.as_ref()?, self.matches.stop?);
        let (_, low, high, _) = stopping.standing();
        let verdict = match stopping.verdict() {
            Some(Verdict::Upper) => {
                self.say("at least {} rather than {}", &[&test.elo1, &test.elo0])
            }
            Some(Verdict::Lower) => {
                self.say("at most {} rather than {}", &[&test.elo0, &test.elo1])
            }
            None => self.undecided(stopping, test),
        };
        Some(Path {
            title: self.say("Sequential test", &[]),
            subtitle: verdict,
            x_axis: self.say("pairs of games", &[]),
            y_axis: self.say("log-likelihood ratio", &[]),
            points: stopping.path(),
            bounds: [
                (low, self.say("at most {}", &[&test.elo0])),
                (high, self.say("at least {}", &[&test.elo1])),
            ],
        })
    }
}

/// Where the bins of final scores from `low` to `high` begin, and how wide they are. Scores of a
/// full board are all even or all odd: a bin with one of them in its middle and as many on each
/// side has the width 2, 6, 10 and so on. There are about 40 bins at most.
fn even_bins(low: f64, high: f64) -> (f64, f64) {
    let width = 4.0 * ((high - low) / 160.0 - 0.5).ceil().max(0.0) + 2.0;
    let middle = low.rem_euclid(2.0);
    (((low - middle) / width).round() * width + middle - width / 2.0, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_equally_many_scores() {
        for (low, high) in [(-64, 64), (-46, 70), (-30, 10), (-100, 100), (-61, 63), (-7, 3)] {
            let (first, width) = even_bins(low.into(), high.into());
            assert!(first <= low.into() && f64::from(low) < first + width, "{low} to {high}");
            let bins = (f64::from(high) - first) / width;
            assert!((2.0..=44.0).contains(&bins), "{low} to {high}: {bins}");
            let mut counts = std::collections::BTreeMap::new();
            for score in (low..=high).step_by(2) {
                let place = (f64::from(score) - first) / width;
                assert!(place.fract() > 0.0, "{score} lies between two bins");
                *counts.entry(place as u32).or_insert(0) += 1;
            }
            let inner = counts.len() - 2;
            let inner: Vec<u32> = counts.into_values().skip(1).take(inner).collect();
            assert!(inner.iter().all(|&count| count == inner[0]), "{low} to {high}: {inner:?}");
        }
    }
}
