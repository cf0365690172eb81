//! Pairs of games of one opening, in both colours: the observations that two players are judged by.
//!
//! A pair that two players have played before, move by move, is no new evidence: it counts once.
//! Where random numbers are drawn in every game, it is: an independent draw that came out the same.

use super::fingerprint::{Fingerprint, Fingerprints};

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

/// The pairs of two players by what one of them made of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairCounts {
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub by_points: [u64; 5],
    /// Pairs that were played before and do not count.
    pub repeated: u64,
    known: Fingerprints,
}

impl PairCounts {
    /// Takes in a pair; false if it was played before.
    pub fn add(&mut self, score: PairScore) -> bool {
        let new = score.moves.is_none_or(|moves| self.known.insert(moves));
        if new {
            self.by_points[usize::from(score.points.min(4))] += 1;
        } else {
            self.repeated += 1;
        }
        new
    }

    /// How many count.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.by_points.iter().sum()
    }

    /// Whether none counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_was_played_before_counts_once_unless_it_was_drawn() {
        let fixed = |game: &str| Some(Fingerprint::of_game(game, None));
        let mut counts = PairCounts::default();
        let new = ["a", "b", "a", "a", "b"]
            .map(|game| counts.add(PairScore { points: 4, moves: fixed(game) }));
        assert_eq!(new, [true, true, false, false, false]);
        assert_eq!((counts.by_points, counts.repeated, counts.len()), ([0, 0, 0, 0, 2], 3, 2));
        let mut drawn = PairCounts::default();
        (0..5).for_each(|_| assert!(drawn.add(PairScore { points: 1, moves: None })));
        assert_eq!((drawn.by_points, drawn.repeated), ([0, 5, 0, 0, 0], 0));
    }
}
