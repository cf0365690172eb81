//! When a run of two players ends: after a fixed number of pairs, or when a sequential test has its
//! verdict.
//!
//! The verdict is reached on the beginning of the list of pairs, as far as it has no gap, one pair
//! after another. So verdict and number of games are the same for any number of threads, whatever
//! was finished beyond.

use crate::stats::sprt::{Sprt, Verdict};

/// A sequential test that is fed with pairs in any order.
#[derive(Clone, Debug)]
pub struct Stopping {
    test: Sprt,
    /// The points of each pair, in halves, as far as they are known.
    points: Vec<Option<u8>>,
    /// Pairs by their points, of the beginning without a gap.
    counts: [u64; 5],
    /// How long that beginning is.
    length: u64,
    verdict: Option<Verdict>,
}

impl Stopping {
    /// A test of `count` pairs at most.
    #[must_use]
    pub fn new(test: Sprt, count: u64) -> Self {
        Self { test, points: vec![None; count as usize], counts: [0; 5], length: 0, verdict: None }
    }

    /// Takes in a pair: its number and its points in halves, 0 to 4.
    pub fn add(&mut self, pair: u64, points: u8) {
        self.points[pair as usize] = Some(points.min(4));
        while self.verdict.is_none() {
            let Some(Some(points)) = self.points.get(self.length as usize) else { break };
            self.counts[usize::from(*points)] += 1;
            self.length += 1;
            self.verdict = self.test.verdict(&self.counts);
        }
    }

    /// The verdict, if there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
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
        let ratio = if self.length == 0 { 0.0 } else { self.test.ratio(&self.counts) };
        (ratio, low, high, self.length)
    }

    /// Where the ratio was after how many pairs, at no more than a few hundred places.
    #[must_use]
    pub fn path(&self) -> Vec<(u64, f64)> {
        const PLACES: u64 = 400;
        let every = self.length.div_ceil(PLACES).max(1);
        let (mut counts, mut path) = ([0; 5], vec![(0, 0.0)]);
        let known = self.points.iter().take(self.length as usize).flatten();
        for (pairs, points) in (1..).zip(known) {
            counts[usize::from(*points)] += 1;
            if pairs % every == 0 || pairs == self.length {
                path.push((pairs, self.test.ratio(&counts)));
            }
        }
        path
    }

    /// `LLR 1.27 [-2.94, 2.94] after 340 pairs`.
    #[must_use]
    pub fn status(&self) -> String {
        let (ratio, low, high, pairs) = self.standing();
        format!("LLR {ratio:.2} [{low:.2}, {high:.2}] after {pairs} pairs")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::Model;

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let test =
            Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let points = |pair: u64| [4, 2, 2, 3, 1, 4, 2][(pair % 7) as usize];
        let outcome = |order: &mut dyn Iterator<Item = u64>| {
            let mut stopping = Stopping::new(test, 500);
            order.for_each(|pair| stopping.add(pair, points(pair)));
            (stopping.verdict(), stopping.counted(), stopping.status())
        };
        let forwards = outcome(&mut (0..500));
        assert_eq!(forwards.0, Some(Verdict::Upper));
        assert!((20..300).contains(&forwards.1.unwrap()), "{forwards:?}");
        assert_eq!(outcome(&mut (0..500).rev()), forwards);
        assert_eq!(outcome(&mut (0..500).map(|pair| pair * 77 % 500)), forwards);
        assert_eq!(outcome(&mut (1..500)).0, None, "a gap at the beginning decides nothing");
    }
}
