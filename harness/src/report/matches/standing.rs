//! Who stands where in a round-robin: the answers in words, and scores as lines over depth or
//! playouts.

use super::effort::Effort;
use super::{Report, Row, between, one};
use crate::chart::{Level, Line, Lines, Point};
use crate::figures::{probability, signed};
use crate::games::LabGame;
use crate::report::title::title;

/// More pairs than this are not told one by one.
const TOLD: usize = 12;

impl<G: LabGame> Report<'_, G> {
    /// The answer in three lines: who is first and last, and what more effort is worth, or what
    /// each step of the ladder is.
    pub(super) fn standing_answer(&self) -> Vec<String> {
        if !self.are_comparable() {
            return vec![self.say("Nothing is ranked: not all players have met yet.", &[])];
        }
        let ranked = self.ranked();
        let mut lines = Vec::new();
        let totals = ranked.iter().all(|row| row.opponent.is_none());
        if let ([first, .., last], true) = (ranked.as_slice(), totals) {
            let [best, worst] = [first, last].map(|row| row.score.score());
            let with = |score: f64| {
                let rows = ranked.iter().filter(|row| row.score.score() == score);
                self.language.list(&rows.map(|row| self.describe(row)).collect::<Vec<_>>())
            };
            lines.push(if one(best) != one(worst) {
                self.say("Best: {}. Worst: {}.", &[&with(best), &with(worst)])
            } else if best > worst {
                self.say("All have nearly the same score, {} %.", &[&one(best)])
            } else {
                self.say("All have the same score, {} %.", &[&one(best)])
            });
        }
        let further = match self.effort() {
            Effort::Playouts => [self.worth_of_playouts(), self.most_playouts()],
            _ if self.series().is_empty() && totals => {
                [self.steps(&ranked), self.unbeaten(&ranked)]
            }
            Effort::Plies => [self.worth_of_a_ply(), self.deepest()],
            Effort::Unknown => [None, None],
        };
        lines.extend(further.into_iter().flatten());
        lines.splice(0..0, self.subject_directly());
        if lines.is_empty() {
            lines.extend(self.pairs_alone(&ranked));
        }
        lines
    }

    fn describe(&self, row: &Row) -> String {
        let score = row.score.score();
        let interval = between(row.score.score_interval());
        self.say("**{}** with {} % [{}]", &[&self.name(row.player), &one(score), &interval])
    }

    /// The scores of pairs that are all there is, as in a ladder of `pairs` or a gauntlet. Of many
    /// only the lowest and the highest are told, and those in which either player may be better.
    fn pairs_alone(&self, rows: &[&Row]) -> Vec<String> {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for [player, opponent] in rows.iter().filter_map(|row| Some([row.player, row.opponent?])) {
            if !pairs.contains(&[player, opponent]) && !pairs.contains(&[opponent, player]) {
                pairs.push([player, opponent]);
            }
        }
        let verdict = match pairs.as_slice() {
            &[only] => self.better(only),
            _ => None,
        };
        let told = pairs.into_iter().filter_map(|[player, opponent]| {
            let (score, (low, high)) = self.met(player, opponent)?;
            let names = [player, opponent].map(|index| self.name(index));
            let text = self.say("{} against {} ({} %)", &[&names[0], &names[1], &one(score)]);
            Some((score, text, (low..=high).contains(&0.5)))
        });
        let mut told: Vec<(f64, String, bool)> = told.collect();
        let list = |texts: Vec<String>| self.language.list(&texts);
        if told.len() <= TOLD {
            let texts: Vec<String> = told.into_iter().map(|(_, text, _)| text).collect();
            let scores = (!texts.is_empty()).then(|| self.say("Scores: {}.", &[&list(texts)]));
            return verdict.into_iter().chain(scores).collect();
        }
        let open = told.iter().filter(|(.., open)| *open).map(|(_, text, _)| text.clone());
        let open: Vec<String> = open.collect();
        told.sort_by(|one, other| one.0.total_cmp(&other.0));
        let [(_, lowest, _), .., (_, highest, _)] = told.as_slice() else { return Vec::new() };
        let range = self.say("Scores: from {} to {}.", &[lowest, highest]);
        let open = (1..=TOLD)
            .contains(&open.len())
            .then(|| self.say("Open who is better: {}.", &[&list(open)]));
        [range].into_iter().chain(open).collect()
    }

    /// Who of two players is better, by their games alone; a sequential test has its own verdict.
    fn better(&self, [player, opponent]: [usize; 2]) -> Option<String> {
        let chance = self.duel([player, opponent])?.duel.chance()?;
        let (score, _) = self.met(player, opponent)?;
        let english = match (chance < 0.05, score > 0.5) {
            (true, true) => "**{}** is better than **{}** ({}).",
            (true, false) => "**{}** is worse than **{}** ({}).",
            (false, _) => "Nothing is decided between **{}** and **{}** ({}).",
        };
        let names = [player, opponent].map(|index| self.name(index));
        let told = self.say(english, &[&names[0], &names[1], &probability(chance)]);
        self.matches.stop.is_none().then_some(told)
    }

    /// For each series the scores against all opponents, by depth or playouts.
    fn series(&self) -> Vec<Line> {
        Line::each(self.totals().filter_map(|row| {
            let contestant = &self.experiment.contestants[row.player];
            let (y, interval) = (row.score.score(), row.score.score_interval());
            Some((&*contestant.series, Point { x: contestant.x?, y, interval }))
        }))
    }

    /// The scores of the players that stand on no line.
    fn levels(&self) -> Vec<Level> {
        let off_line = |row: &&Row| self.experiment.contestants[row.player].x.is_none();
        let level =
            |row: &Row| Level { name: self.name(row.player).to_owned(), y: row.score.score() };
        self.totals().filter(off_line).map(level).collect()
    }

    /// The rows of players against all others, in the order they are listed.
    pub(super) fn totals(&self) -> impl Iterator<Item = &Row> {
        self.counted().filter(|row| row.opponent.is_none() && row.score.games() > 0)
    }

    fn worth_of_a_ply(&self) -> Option<String> {
        let gains = self.gains(f64::from);
        (!gains.is_empty()).then(|| {
            self.say(
                "One more ply adds to the score, in percentage points on average: {}.",
                &[&self.language.list(&gains)],
            )
        })
    }

    fn worth_of_playouts(&self) -> Option<String> {
        let gains = self.gains(|x| libm::log10(f64::from(x)));
        (!gains.is_empty()).then(|| {
            self.say(
                "Ten times the playouts add to the score, in percentage points on average: {}.",
                &[&self.language.list(&gains)],
            )
        })
    }

    /// What one unit of effort is worth for each series between its ends.
    fn gains(&self, effort: fn(u32) -> f64) -> Vec<String> {
        let gain = |Line { name, points }: Line| {
            let (first, last) = (points.first()?, points.last()?);
            let units = Some(effort(last.x) - effort(first.x)).filter(|&units| units > 0.0)?;
            Some(format!("{name} {}", signed(100.0 * (last.y - first.y) / units, 1)))
        };
        self.series().into_iter().filter_map(gain).collect()
    }

    /// The ends of the lines, best first.
    fn ends(&self) -> Vec<(Point, String)> {
        let ends = self
            .series()
            .into_iter()
            .filter_map(|Line { name, points }| Some((*points.last()?, name)));
        let mut ends: Vec<(Point, String)> = ends.collect();
        ends.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
        ends
    }

    fn deepest(&self) -> Option<String> {
        let mut ends = self.ends();
        // Only lines that reach equally far can be ranked by their ends.
        let depth = ends.iter().map(|(point, _)| point.x).max();
        ends.retain(|(point, _)| Some(point.x) == depth);
        let [(best, name), .., (worst, other)] = ends.as_slice() else { return None };
        (one(best.y) != one(worst.y)).then(|| {
            self.say(
                "At depth {} the evaluators rank from {} ({} %) to {} ({} %).",
                &[&best.x, name, &one(best.y), other, &one(worst.y)],
            )
        })
    }

    fn most_playouts(&self) -> Option<String> {
        let ends = self.ends();
        let end = |(point, name): &(Point, String)| {
            self.say("{} with {} playouts a move {} %", &[name, &point.x, &one(point.y)])
        };
        let levels: Vec<String> = self
            .levels()
            .iter()
            .map(|level| format!("{} {:.1} %", level.name, 100.0 * level.y))
            .collect();
        let ends: Vec<String> = ends.iter().map(end).collect();
        (!ends.is_empty())
            .then(|| self.say("Scores: {}.", &[&self.language.list(&[ends, levels].concat())]))
    }

    /// The ladder from its foot, and whether every step holds in direct games too.
    fn steps(&self, ranked: &[&Row]) -> Option<String> {
        let upwards: Vec<String> = ranked
            .iter()
            .rev()
            .map(|row| format!("{} {:.1} %", self.name(row.player), 100.0 * row.score.score()))
            .collect();
        let direct = |better: &Row, worse: &Row| {
            self.met(better.player, worse.player).map(|(score, _)| score)
        };
        let lost: Vec<String> = ranked
            .windows(2)
            .filter_map(|pair| {
                let score = direct(pair[0], pair[1]).filter(|&score| score <= 0.5)?;
                let [better, worse] = [pair[0], pair[1]].map(|row| self.name(row.player));
                Some(self.say("{} against {} ({} %)", &[&better, &worse, &one(score)]))
            })
            .collect();
        let steps = match lost.as_slice() {
            [] => self.say("Each scores more than half against the next one down.", &[]),
            [step] if 3 > ranked.len() - 1 => self.say(
                "Of {} steps 1 does not hold in direct games: {}.",
                &[&(ranked.len() - 1), step],
            ),
            lost if 3 * lost.len() > ranked.len() - 1 => self.say(
                "Of {} steps {} do not hold in direct games: {}.",
                &[&(ranked.len() - 1), &lost.len(), &self.language.list(lost)],
            ),
            lost => self.say(
                "Each scores more than half against the next one down, except {}.",
                &[&self.language.list(lost)],
            ),
        };
        let mut scores = ranked.iter().map(|row| row.score.score());
        let all_alike = scores.next().is_none_or(|first| scores.all(|score| score == first));
        (ranked.len() > 2 && !all_alike).then(|| {
            self.say(
                "From the foot of the ladder: {}. {}",
                &[&self.language.list(&upwards), &steps],
            )
        })
    }

    /// What one player scores against another in both colours, with its interval, whichever of the
    /// two reports it.
    pub(super) fn met(&self, player: usize, opponent: usize) -> Option<(f64, (f64, f64))> {
        let pair = |one, other| {
            let score = &self.pair(one, other)?.score;
            Some((score.score(), score.score_interval()))
        };
        pair(player, opponent).or_else(|| pair(opponent, player).map(turned))
    }

    /// The series that the question is about against each of the others, at the same place on the
    /// axis: one sentence for each of the others.
    fn subject_directly(&self) -> Vec<String> {
        let contestants = &self.experiment.contestants;
        let Some(subject) = &self.experiment.subject else { return Vec::new() };
        let mut others: Vec<&String> = Vec::new();
        let members = || self.members().map(|index| &contestants[index]);
        for contestant in members().filter(|contestant| contestant.x.is_some()) {
            if contestant.series != *subject && !others.contains(&&contestant.series) {
                others.push(&contestant.series);
            }
        }
        let on = |series: &String, x| {
            self.members()
                .find(|&index| contestants[index].series == *series && contestants[index].x == x)
        };
        let sentence = |other: &String| {
            let told: Vec<String> = members()
                .filter(|contestant| contestant.series == *subject)
                .filter_map(|member| {
                    let (player, opponent) = (on(subject, member.x)?, on(other, member.x)?);
                    let (score, interval) = self.met(player, opponent)?;
                    let english = match (interval.0..=interval.1).contains(&0.5) {
                        true => "{} % [{}] at {} (undecided)",
                        false => "{} % [{}] at {}",
                    };
                    Some(self.say(english, &[&one(score), &between(interval), &member.x?]))
                })
                .collect();
            let effort = self.language.word(match self.effort() {
                Effort::Playouts => "number of playouts",
                Effort::Plies => "depth",
                Effort::Unknown => "`x`",
            });
            (!told.is_empty()).then(|| {
                self.say(
                    "At the same {}, the score of **{}** against {} is {}.",
                    &[&effort, subject, other, &self.language.list(&told)],
                )
            })
        };
        others.into_iter().filter_map(sentence).collect()
    }

    /// The players that lost no game.
    fn unbeaten(&self, ranked: &[&Row]) -> Option<String> {
        let unbeaten: Vec<String> = ranked
            .iter()
            .filter(|row| row.score.results()[2] == 0 && row.score.games() > 0)
            .map(|row| {
                self.say("**{}** lost 0 of {} games", &[&self.name(row.player), &row.score.games()])
            })
            .collect();
        (!unbeaten.is_empty()).then(|| self.say("{}.", &[&self.language.list(&unbeaten)]))
    }

    /// What the lines show.
    fn subtitle(&self) -> String {
        let others = match self.members().count().saturating_sub(1) {
            1 => self.say("against the other player", &[]),
            others => self.say("against all {} other players", &[&others]),
        };
        let games: Vec<u64> = self.totals().map(|row| row.score.games()).collect();
        let least = games.iter().copied().min().unwrap_or(0);
        let most = games.iter().copied().max().unwrap_or(0);
        let told = match least < most {
            true => {
                let english = "{}, {} to {} games a point, bands are 95 % intervals";
                self.say(english, &[&others, &least, &most])
            }
            false => self.say("{}, {} games a point, bands are 95 % intervals", &[&others, &most]),
        };
        told + &self.shown_variant()
    }

    pub(super) fn by_depth(&self) -> Lines {
        Lines {
            title: self.say("Score by search depth", &[]),
            subtitle: self.subtitle(),
            x_axis: self.say("depth in plies", &[]),
            y_axis: self.say("score (win 1, draw ½)", &[]),
            logarithmic_x: false,
            logarithmic: false,
            lines: self.series(),
            levels: Vec::new(),
        }
    }

    pub(super) fn over_playouts(&self) -> Lines {
        Lines {
            title: self.say("Score by playouts", &[]),
            subtitle: self
                .say("{}, {}", &[&title(self.experiment.game, self.language), &self.subtitle()]),
            x_axis: self.say("playouts a move, logarithmic", &[]),
            logarithmic_x: true,
            levels: self.levels(),
            ..self.by_depth()
        }
    }
}

/// A score with its interval as the other player sees it.
fn turned((score, (low, high)): (f64, (f64, f64))) -> (f64, (f64, f64)) {
    (1.0 - score, (1.0 - high, 1.0 - low))
}
