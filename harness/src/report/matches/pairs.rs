//! Pairs of players: what they made of the openings, what that is in Elo, and ratings of all on one
//! scale.

use std::collections::BTreeMap;
use std::error::Error;

use yomi_engine::random::Random;

use super::{Rating, Report, Section};
use crate::figures::{NARROWEST, signed, span};
use crate::games::LabGame;
use crate::plan::schedule::{Cell, Schedule, Shape};
use crate::stats::bootstrap::{intervals, seldom};
use crate::stats::duel::Duel;
use crate::stats::interval::{Mean, holm};
use crate::stats::pairs::PairCounts;
use crate::stats::ratings::{Meeting, Ratings, ratings};
use crate::table::Table;
use crate::work::collected::{PairOutcome, Pairing, Rated};

/// Samples of a bootstrap: ends of an interval that other samples would give are mostly within a
/// thirtieth of its width, with 300 within a twelfth.
const SAMPLES: usize = 2000;

/// What `pairs.csv` has.
const PAIRS_COLUMNS: [&str; 23] = [
    "variant",
    "player",
    "opponent",
    "pairs",
    "points_0",
    "points_half",
    "points_1",
    "points_one_and_a_half",
    "points_2",
    "score",
    "score_low",
    "score_high",
    "elo",
    "elo_low",
    "elo_high",
    "normalized_elo",
    "normalized_elo_error",
    "superiority",
    "p",
    "p_holm",
    "mean_difference",
    "mean_difference_low",
    "mean_difference_high",
];

impl<G: LabGame> Report<'_, G> {
    /// Every pair of different players that has met, by variant and players. They are judged once,
    /// whatever is made of them.
    pub(super) fn duels(&self) -> &[Pairing] {
        self.collected.duels.get_or_init(|| self.all_duels())
    }

    /// The duel of two players in the variant, in the order they are listed.
    pub(super) fn duel(&self, [one, other]: [usize; 2]) -> Option<&Pairing> {
        let (duels, wanted) = (self.duels(), [one.min(other), one.max(other)]);
        let key = |pairing: &Pairing| (pairing.variant, pairing.players);
        let place = duels.binary_search_by_key(&(self.variant, wanted), key).ok()?;
        Some(&duels[place])
    }

    fn all_duels(&self) -> Vec<Pairing> {
        let mut duels: BTreeMap<(usize, [usize; 2]), Duel> = BTreeMap::new();
        for outcome in self.collected.outcomes.values() {
            let PairOutcome { variant, players: [one, other], opening, .. } = *outcome;
            let ends = [one.min(other), one.max(other)];
            if let Some((score, points)) = outcome.seen_by(ends[0], G::UNITS_PER_POINT) {
                duels.entry((variant, ends)).or_default().add(score, points, opening);
            }
        }
        let chances: Vec<f64> = duels.values().map(|duel| duel.chance().unwrap_or(1.0)).collect();
        let judged = duels.into_iter().zip(chances.iter().zip(holm(&chances)));
        let pairing = |(((variant, players), duel), (&chance, adjusted))| Pairing {
            variant,
            players,
            duel,
            chance,
            adjusted,
        };
        judged.map(pairing).collect()
    }

    /// `pairs.csv`, with p-values of all pairs adjusted after Holm.
    pub(super) fn pairs_csv(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(PAIRS_COLUMNS)?;
        for pairing in self.duels() {
            csv.write_record(self.pair_record(pairing))?;
        }
        Ok(csv.into_inner()?)
    }

    /// A line of `pairs.csv`, with the p-value alone and adjusted.
    fn pair_record(&self, pairing: &Pairing) -> Vec<String> {
        let Pairing { variant, players, duel, chance, adjusted } = pairing;
        let scores = duel.scores();
        let mut record = vec![self.experiment.variants[*variant].clone()];
        record.extend(players.map(|player| self.name(player).to_owned()));
        record.push(duel.pairs.len().to_string());
        record.extend(duel.pairs.by_points.iter().map(ToString::to_string));
        let (low, high) = scores.interval();
        record.extend([scores.mean, low, high].map(|share| format!("{share:.4}")));
        let (low, high) = scores.elo_interval();
        record.extend([scores.elo(), low, high].map(|elo| format!("{elo:.1}")));
        let normalized =
            scores.normalized_elo().map(|(elo, error)| [elo, error].map(|elo| format!("{elo:.1}")));
        record.extend(normalized.unwrap_or_default());
        record.push(format!("{:.4}", scores.superiority()));
        record.extend([chance, adjusted].map(|share| format!("{share:.4}")));
        record.extend(self.mean_difference(duel));
        record
    }

    /// The mean final score with the ends of its interval, each empty where it is not known.
    fn mean_difference(&self, duel: &Duel) -> [String; 3] {
        let most = self.experiment.start.highest_score();
        let Some(Mean { value, interval }) = duel.mean_difference(most) else {
            return Default::default();
        };
        let (low, high) = interval.unzip();
        [Some(value), low, high]
            .map(|discs| discs.map_or(String::new(), |discs| format!("{discs:.2}")))
    }

    /// Players with their ratings and 95 % intervals, best first; `None` where not everybody has
    /// met the same opponents, all players in a round-robin or those of a gauntlet. The bootstrap
    /// is done once, whatever is made of it.
    pub(super) fn rated(&self) -> Option<&[Rated]> {
        self.collected.rated.get_or_init(|| self.rate()).as_deref()
    }

    fn rate(&self) -> Option<Vec<Rated>> {
        let Schedule { shape, cells, .. } = &self.matches.schedule;
        let has_met =
            |cell: &Cell| cell.black == cell.white || self.duel([cell.black, cell.white]).is_some();
        if !matches!(shape, Shape::RoundRobin | Shape::Gauntlet)
            || self.experiment.variants.len() > 1
            || !cells.iter().all(has_met)
        {
            return None;
        }
        let count = self.experiment.contestants.len();
        let observations = self.observations();
        let found = self.found_ratings().without(&seldom(count, &observations));
        let mut random = Random::from_seed(self.experiment.seed);
        let spread = intervals(count, &observations, SAMPLES, &mut random);
        let rated = (0..count).map(|player| Rated {
            player,
            elo: found.elo[player],
            is_limited: found.is_limited(player),
            interval: spread[player],
        });
        let mut rated: Vec<Rated> = rated.collect();
        rated.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        Some(rated)
    }

    /// The meetings of each opening, or of each round from the start position; a pair that was
    /// played before is none.
    fn observations(&self) -> Vec<Vec<Meeting>> {
        let mut observations: BTreeMap<u32, Vec<Meeting>> = BTreeMap::new();
        let mut counts: BTreeMap<[usize; 2], PairCounts> = BTreeMap::new();
        for &PairOutcome { round, players, score, .. } in self.collected.outcomes.values() {
            if counts.entry(players).or_default().add(score) {
                let points = f64::from(score.points) / 2.0;
                let opening = self.matches.openings.number(round).unwrap_or(round);
                let meeting = Meeting { players, points, games: 2.0 };
                observations.entry(opening).or_default().push(meeting);
            }
        }
        observations.into_values().collect()
    }

    /// Whether some ratings have limits, and not all: zero is the mean of these.
    pub(super) fn are_partly_limited(&self) -> bool {
        let rated = self.rated().unwrap_or_default();
        let limited = rated.iter().filter(|rated| rated.is_limited).count();
        (1..rated.len()).contains(&limited)
    }

    fn found_ratings(&self) -> Ratings {
        let all: Vec<Meeting> = self.duels().iter().map(meeting).collect();
        ratings(self.experiment.contestants.len(), &all)
    }

    /// The ratings as a table.
    pub(super) fn ratings(&self) -> Option<Section> {
        let (rated, found) = (self.rated()?, self.found_ratings());
        let mark = if found.imagined { ", with one imagined draw a pairing" } else { "" };
        let heading = match self.are_partly_limited() {
            true => "Ratings, the mean of those with limits zero",
            false => "Ratings, their mean zero",
        };
        let mut table = Table::new(&["player", &format!("Elo{mark}"), "95 % interval"]);
        for &Rated { player, elo, interval: (low, high), .. } in rated {
            let interval = span(low, high);
            table.rows.push(vec![self.name(player).to_owned(), signed(elo, 0), interval]);
        }
        Some(Section { heading: self.say(heading, &[]), table })
    }

    /// The ratings for machines, in the order of the table.
    pub(super) fn rating_figures(&self) -> Vec<Rating> {
        let rated = self.rated().unwrap_or_default().iter();
        let figures = rated.map(|&Rated { elo, interval: (low, high), .. }| {
            // Nothing scatters, so nothing is known, as in the table.
            let known = high - low >= NARROWEST;
            let end = |end: f64| Some(end).filter(|end| known && end.is_finite());
            Rating { elo, elo_low: end(low), elo_high: end(high) }
        });
        figures.collect()
    }

    /// What the signs in intervals of ratings mean, if there are any.
    pub(super) fn open_ratings(&self) -> Option<String> {
        let intervals = self.rated()?.iter().map(|rated| rated.interval);
        let open = intervals.map(|(low, high)| span(low, high)).any(|text| !text.contains("to"));
        open.then(|| {
            self.say(
                "Intervals of ratings: `≥` has no upper end, for a player that won everything \
                 in some samples of the openings; `≤` has no lower end, for one that lost \
                 everything; `–` is no interval: the games limit the rating on one side at \
                 most, or do not say how far it scatters.",
                &[],
            )
        })
    }
}

fn meeting(Pairing { players, duel, .. }: &Pairing) -> Meeting {
    Meeting { players: *players, points: duel.points(), games: 2.0 * duel.pairs.len() as f64 }
}
