//! What two players made of the openings that they played in both colours, from the first one's
//! point of view.

use super::pairs::{PairCounts, PairScore};
use super::scores::Scores;

/// Pairs of games between two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duel {
    /// The pairs by points.
    pub pairs: PairCounts,
    /// Mean final score of each pair that counts, in points of the game.
    pub differences: Vec<f64>,
}

impl Duel {
    /// Takes in a pair with the mean final score of its games; false if it was played before.
    pub fn add(&mut self, score: PairScore, difference: f64) -> bool {
        let new = self.pairs.add(score);
        if new {
            self.differences.push(difference);
        }
        new
    }

    /// The scores of the pairs.
    #[must_use]
    pub fn scores(&self) -> Scores {
        Scores::of_pairs(self.pairs.by_points)
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
            duel.add(PairScore { points, moves: None }, f64::from(points) - 2.0);
        }
        duel
    }

    #[test]
    fn pairs_are_counted_from_one_side() {
        assert_eq!(Duel::default().chance(), None);
        let five = duel(&[4, 4, 3, 2, 0]);
        assert_eq!((five.pairs.by_points, five.points()), ([1, 0, 1, 1, 2], 6.5));
        assert_eq!(five.differences, [2.0, 2.0, 1.0, 0.0, -2.0]);
        assert!((five.scores().mean - 0.65).abs() < 1e-12);
    }
}
