//! When a run of two players ends: after a fixed number of pairs, or when a sequential test has its
//! verdict.
//!
//! The verdict is reached on the beginning of the list of pairs, as far as it has no gap, one pair
//! after another. So verdict and number of games are the same for any number of threads, whatever
//! was finished beyond. A pair that was played before says nothing new: it does not move the test.

use yomi_protocol::quantity::counted;

use crate::figures::rounded;
use crate::stats::pairs::{PairCounts, PairScore};
use crate::stats::sprt::{Sprt, Verdict};

/// A sequential test that is fed with pairs in any order.
#[derive(Clone, Debug)]
pub struct Stopping {
    test: Sprt,
    /// The score of each pair, as far as it is known.
    scores: Vec<Option<PairScore>>,
    /// The pairs that count, of the beginning without a gap.
    counts: PairCounts,
    /// How long that beginning is.
    length: u64,
    verdict: Option<Verdict>,
}

impl Stopping {
    /// A test of `count` pairs at most.
    #[must_use]
    pub fn new(test: Sprt, count: u64) -> Self {
        let (scores, counts) = (vec![None; count as usize], PairCounts::default());
        Self { test, scores, counts, length: 0, verdict: None }
    }

    /// Takes in a pair, given its number.
    pub fn add(&mut self, pair: u64, score: PairScore) {
        self.scores[pair as usize] = Some(score);
        while self.verdict.is_none() {
            let Some(&Some(score)) = self.scores.get(self.length as usize) else { break };
            self.length += 1;
            if self.counts.add(score) {
                self.verdict = self.test.verdict(&self.counts.by_points);
            }
        }
    }

    /// The verdict, if there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether nothing more is to come: a verdict, or the last pair.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.verdict.is_some() || self.length == self.scores.len() as u64
    }

    /// The pairs that count once there is a verdict: all beyond them were played for nothing.
    #[must_use]
    pub fn counted(&self) -> Option<u64> {
        self.verdict.map(|_| self.length)
    }

    /// The log-likelihood ratio, the bounds it has to reach, and after how many pairs.
    #[must_use]
    pub fn standing(&self) -> (f64, f64, f64, u64) {
        let (low, high) = self.test.bounds();
        let ratio = if self.length == 0 { 0.0 } else { self.test.ratio(&self.counts.by_points) };
        (ratio, low, high, self.length)
    }

    /// How many of these pairs were played before and do not count.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.counts.repeated
    }

    /// Where the ratio was after how many pairs, at no more than a few hundred places.
    #[must_use]
    pub fn path(&self) -> Vec<(u64, f64)> {
        const PLACES: u64 = 400;
        let every = self.length.div_ceil(PLACES).max(1);
        let (mut counts, mut path) = (PairCounts::default(), vec![(0, 0.0)]);
        let known = self.scores.iter().take(self.length as usize).flatten();
        for (pairs, &score) in (1..).zip(known) {
            counts.add(score);
            if pairs % every == 0 || pairs == self.length {
                path.push((pairs, self.test.ratio(&counts.by_points)));
            }
        }
        path
    }

    /// `LLR 1.27 [-2.94, 2.94] after 340 pairs`, and how many of them do not count.
    #[must_use]
    pub fn status(&self) -> String {
        let (ratio, low, high, pairs) = self.standing();
        let pairs = counted(pairs as usize, "pair");
        let [ratio, low, high] = [ratio, low, high].map(|figure| rounded(figure, 2));
        let told = format!("LLR {ratio} [{low}, {high}] after {pairs}");
        match self.repeated() {
            0 => told,
            repeated => format!("{told}, {repeated} of them played before"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fingerprint::Fingerprint;
    use crate::stats::sprt::Model;

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let test =
            Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let score = |pair: u64| {
            let points = [4, 2, 2, 3, 1, 4, 2][(pair % 7) as usize];
            PairScore { points, moves: Some(Fingerprint::of_game(&pair.to_string(), None)) }
        };
        let outcome = |order: &mut dyn Iterator<Item = u64>| {
            let mut stopping = Stopping::new(test, 500);
            order.for_each(|pair| stopping.add(pair, score(pair)));
            (stopping.verdict(), stopping.counted(), stopping.status())
        };
        let forwards = outcome(&mut (0..500));
        assert_eq!(forwards.0, Some(Verdict::Upper));
        assert!((20..300).contains(&forwards.1.unwrap()), "{forwards:?}");
        assert_eq!(outcome(&mut (0..500).rev()), forwards);
        assert_eq!(outcome(&mut (0..500).map(|pair| pair * 77 % 500)), forwards);
        assert_eq!(outcome(&mut (1..500)).0, None, "a gap at the beginning decides nothing");
    }

    #[test]
    fn pairs_that_were_played_before_decide_nothing() {
        let test =
            Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let score = |pair: u64| PairScore {
            points: if pair.is_multiple_of(3) { 2 } else { 4 },
            moves: Some(Fingerprint::of_game(&(pair % 3).to_string(), None)),
        };
        let standing = |order: &mut dyn Iterator<Item = u64>| {
            let mut stopping = Stopping::new(test, 500);
            order.for_each(|pair| stopping.add(pair, score(pair)));
            (stopping.verdict(), stopping.repeated(), stopping.status(), stopping.path().pop())
        };
        let forwards = standing(&mut (0..500));
        assert_eq!((forwards.0, forwards.1), (None, 497));
        assert!(forwards.2.ends_with(" after 500 pairs, 497 of them played before"));
        assert_eq!(standing(&mut (0..500).rev()), forwards);
        let new = standing(&mut (0..3));
        assert_eq!(forwards.3.unwrap().1, new.3.unwrap().1, "the ratio is that of three pairs");
    }
}
