//! What two players made of the openings that they played in both colours, from the first one's
//! point of view.

use std::collections::HashMap;

use super::interval::{Mean, mean_of_clusters};
use super::pairs::{PairCounts, PairScore};
use super::scores::Scores;

/// Pairs of games between two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duel {
    /// The pairs by points.
    pub pairs: PairCounts,
    /// What scatters: pairs, those of one opening together.
    observations: Vec<Observation>,
    /// Which observation the pairs of an opening belong to.
    of_opening: HashMap<u32, usize>,
}

/// Pairs of one opening that count, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Observation {
    pairs: f64,
    /// The shares of points.
    shares: f64,
    /// The mean final scores, in points of the game.
    differences: f64,
}

impl Duel {
    /// Takes in a pair with the mean final score of its games, in points of the game; false if it
    /// was played before. Pairs of the same `opening` are one observation, those without one each
    /// stand alone.
    pub fn add(&mut self, score: PairScore, difference: f64, opening: Option<u32>) -> bool {
        let new = self.pairs.add(score);
        if new {
            let next = self.observations.len();
            let place =
                opening.map_or(next, |opening| *self.of_opening.entry(opening).or_insert(next));
            if place == next {
                self.observations.push(Observation::default());
            }
            let observation = &mut self.observations[place];
            observation.pairs += 1.0;
            observation.shares += f64::from(score.points) / 4.0;
            observation.differences += difference;
        }
        new
    }

    /// Whether pairs of the same opening count, which are one observation.
    #[must_use]
    pub fn repeats_openings(&self) -> bool {
        (self.observations.len() as u64) < self.pairs.len()
    }

    /// The scores of the pairs.
    #[must_use]
    pub fn scores(&self) -> Scores {
        if !self.repeats_openings() {
            return Scores::of_pairs(self.pairs.by_points);
        }
        Scores::of_clusters(&self.sums(|observation| observation.shares))
    }

    /// The mean final score in points of the game, none of which is further from zero than `most`;
    /// `None` without pairs.
    #[must_use]
    pub fn mean_difference(&self, most: f64) -> Option<Mean> {
        let Mean { value, interval } = mean_of_clusters(&self.sums(|sum| sum.differences))?;
        let interval = interval.map(|(low, high)| (low.max(-most), high.min(most)));
        Some(Mean { value, interval })
    }

    /// What each observation is in `figure`, and how many pairs it has.
    fn sums(&self, figure: impl Fn(&Observation) -> f64) -> Vec<(f64, f64)> {
        let sum = |observation| (figure(observation), observation.pairs);
        self.observations.iter().map(sum).collect()
    }

    /// The probability of a score as far from one half by chance; `None` without pairs.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        (!self.pairs.is_empty()).then(|| self.scores().proportion().chance())
    }

    /// Points of the first player in single games.
    #[must_use]
    pub fn points(&self) -> f64 {
        let by_points = self.pairs.by_points.iter().enumerate();
        by_points.map(|(points, &count)| points as f64 / 2.0 * count as f64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(points: &[u8]) -> Duel {
        let mut duel = Duel::default();
        for &points in points {
            duel.add(PairScore { points, moves: None }, f64::from(points) - 2.0, None);
        }
        duel
    }

    #[test]
    fn pairs_are_counted_from_one_side() {
        assert_eq!(Duel::default().chance(), None);
        let five = duel(&[4, 4, 3, 2, 0]);
        assert_eq!((five.pairs.by_points, five.points()), ([1, 0, 1, 1, 2], 6.5));
        let mean = five.mean_difference(64.0).unwrap();
        assert!((mean.value - 0.6).abs() < 1e-12 && (five.scores().mean - 0.65).abs() < 1e-12);
    }

    /// Three openings, each played by four pairs that agree, are three observations.
    #[test]
    fn pairs_of_one_opening_are_one_observation() {
        let (mut alone, mut together) = (duel(&[4, 2, 0]), Duel::default());
        for (opening, points) in [(0, 4), (1, 2), (2, 0)] {
            for _ in 0..4 {
                let score = PairScore { points, moves: None };
                together.add(score, f64::from(points) - 2.0, Some(opening));
            }
        }
        assert_eq!(together.pairs.by_points, [4, 0, 4, 0, 4]);
        let near = |one: (f64, f64), other: (f64, f64)| {
            assert!((one.0 - other.0).abs() < 1e-12 && (one.1 - other.1).abs() < 1e-12, "{one:?}");
        };
        near(together.scores().interval(), alone.scores().interval());
        let interval = |duel: &Duel| duel.mean_difference(64.0).unwrap().interval.unwrap();
        near(interval(&together), interval(&alone));
        // Of a game in which nobody gets more than three points.
        let limited = together.mean_difference(3.0).unwrap();
        assert_eq!(limited.interval, Some((-3.0, 3.0)));
        // Where all agree nothing is known of how far they scatter.
        alone = duel(&[4, 4, 4]);
        assert_eq!(alone.mean_difference(64.0), Some(Mean { value: 2.0, interval: None }));
    }
}
