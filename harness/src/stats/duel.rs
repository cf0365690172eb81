//! What two players made of the openings that they played in both colours, from the first one's
//! point of view.
//!
//! A pair of games that they have played before, move by move, is no new evidence: it counts once.
//! Where random numbers are drawn in every game, it is: an independent draw that came out the same.

use std::collections::HashSet;

use super::elo::Scores;
use super::fingerprint::Fingerprint;
use super::interval::two_sided;

/// What a player made of a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Its points in halves, 0 to 4.
    pub points: u8,
    /// The moves of both games; `None` where random numbers are drawn in every game, so that equal
    /// ones are chance.
    pub moves: Option<Fingerprint>,
}

impl PairScore {
    /// The same as the other player sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { points: 4 - self.points, ..self }
    }
}

/// Pairs of games between two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duel {
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub counts: [u64; 5],
    /// Mean final score of each pair, in points of the game.
    pub differences: Vec<f64>,
    /// Pairs that were played before and do not count.
    pub repeated: u64,
    known: HashSet<Fingerprint>,
}

impl Duel {
    /// Takes in a pair with the mean final score of its games; false if it was played before.
    pub fn add(&mut self, score: PairScore, difference: f64) -> bool {
        let new = score.moves.is_none_or(|moves| self.known.insert(moves));
        if new {
            self.counts[usize::from(score.points.min(4))] += 1;
            self.differences.push(difference);
        } else {
            self.repeated += 1;
        }
        new
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

    fn pair(points: u8, game: usize) -> PairScore {
        PairScore { points, moves: Some(Fingerprint::of_game(&game.to_string())) }
    }

    #[test]
    fn pairs_are_counted_from_one_side() {
        let mut duel = Duel::default();
        assert_eq!(duel.chance(), None);
        for (place, points) in [4, 4, 3, 2, 0].into_iter().enumerate() {
            assert!(duel.add(pair(points, place), f64::from(points) - 2.0));
        }
        assert_eq!((duel.counts, duel.points()), ([1, 0, 1, 1, 2], 6.5));
        assert!((duel.scores().mean - 0.65).abs() < 1e-12);
        // Five pairs of a fair coin that all fall alike: once in sixteen.
        let mut swept = Duel::default();
        (0..5).for_each(|place| assert!(swept.add(pair(4, place), 1.0)));
        assert_eq!(swept.chance(), Some(1.0 / 16.0));
    }

    #[test]
    fn a_pair_that_was_played_before_counts_once() {
        let mut duel = Duel::default();
        for place in [0, 1, 0, 0, 1] {
            duel.add(pair(4, place), 1.0);
        }
        assert_eq!((duel.counts, duel.repeated, duel.chance()), ([0, 0, 0, 0, 2], 3, Some(0.5)));
        // Drawn games are independent even if they come out the same.
        let mut drawn = Duel::default();
        (0..5).for_each(|_| assert!(drawn.add(PairScore { points: 4, moves: None }, 1.0)));
        assert_eq!((drawn.counts, drawn.repeated), ([0, 0, 0, 0, 5], 0));
    }
}
