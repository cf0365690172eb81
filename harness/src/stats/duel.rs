//! What two players made of the openings that they played in both colours, from the first one's
//! point of view.

use super::elo::Scores;
use super::interval::two_sided;

/// Pairs of games between two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duel {
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub counts: [u64; 5],
    /// Mean final score of each pair, in points of the game.
    pub differences: Vec<f64>,
}

impl Duel {
    /// Takes in a pair: the points in halves, 0 to 4, and the mean final score of its games.
    pub fn add(&mut self, points: u8, difference: f64) {
        self.counts[usize::from(points.min(4))] += 1;
        self.differences.push(difference);
    }

    /// The scores of the pairs.
    #[must_use]
    pub fn scores(&self) -> Scores {
        Scores::of_pairs(self.counts)
    }

    /// The probability of a score as far from one half by chance; `None` without pairs.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        let (scores, pairs) = (self.scores(), self.counts.iter().sum::<u64>());
        let error = scores.error();
        match pairs {
            0 => None,
            _ if scores.mean == 0.5 => Some(1.0),
            // Pairs that all agree: those of a fair coin.
            _ if error == 0.0 => Some(libm::pow(0.5, pairs as f64 - 1.0).min(1.0)),
            _ => Some(two_sided((scores.mean - 0.5) / error)),
        }
    }

    /// Points of the first player in single games.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.counts
            .iter()
            .enumerate()
            .map(|(points, &count)| points as f64 / 2.0 * count as f64)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_from_one_side() {
        let mut duel = Duel::default();
        assert_eq!(duel.chance(), None);
        [4, 4, 3, 2, 0].into_iter().for_each(|points| duel.add(points, f64::from(points) - 2.0));
        assert_eq!((duel.counts, duel.points()), ([1, 0, 1, 1, 2], 6.5));
        assert!((duel.scores().mean - 0.65).abs() < 1e-12);
        // Five pairs of a fair coin that all fall alike: once in sixteen.
        let mut swept = Duel::default();
        (0..5).for_each(|_| swept.add(4, 1.0));
        assert_eq!(swept.chance(), Some(1.0 / 16.0));
    }
}
