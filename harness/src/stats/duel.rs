//! What two players made of the openings that they played in both colours, from the first one's
//! point of view.

use super::elo::Scores;
use super::interval::student;
use super::pairs::{PairCounts, PairScore};

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
        let (scores, pairs) = (self.scores(), self.pairs.len());
        let error = scores.error();
        match pairs {
            0 => None,
            _ if scores.mean == 0.5 => Some(1.0),
            // Pairs that all agree: those of a fair coin.
            _ if error == 0.0 => Some(libm::pow(0.5, pairs as f64 - 1.0).min(1.0)),
            _ => {
                // The standard error of a sample.
                let freedom = pairs as f64 - 1.0;
                let error = error * ((freedom + 1.0) / freedom).sqrt();
                Some(student((scores.mean - 0.5) / error, freedom))
            }
        }
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

    /// Five pairs of a fair coin all fall alike once in sixteen. Three pairs of 2, 2 and 1½ points
    /// lie five standard errors from even, by two degrees of freedom.
    #[test]
    fn few_pairs_prove_little() {
        assert_eq!(duel(&[4; 5]).chance(), Some(1.0 / 16.0));
        assert!((duel(&[4, 4, 3]).chance().unwrap() - 0.037_749_6).abs() < 1e-6);
        assert_eq!(duel(&[4, 0]).chance(), Some(1.0));
    }
}
