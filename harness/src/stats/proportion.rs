//! A proportion, such as a share of points, and how sure it is: its interval, and whether it may as
//! well be one half. Both are the same statement, so they never contradict each other.

use super::interval::{
    Z, clopper_pearson, fair_coin, student, student_quantile, two_sided, wilson,
};

/// An estimated proportion, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    /// The estimate.
    pub mean: f64,
    /// The variance of the estimate.
    variance: f64,
    /// How many observations it comes from.
    observations: f64,
    /// Whether the variance is an estimate, too: games that belong together are one observation,
    /// whose scatter nothing but their sums tells.
    is_sampled: bool,
}

impl Proportion {
    /// That of independent games, whose scatter follows from it, or nearly so.
    #[must_use]
    pub fn of_games(mean: f64, variance: f64, observations: f64) -> Self {
        Self { mean, variance, observations, is_sampled: false }
    }

    /// That of pairs or openings that scatter by themselves.
    #[must_use]
    pub fn of_clusters(mean: f64, variance: f64, observations: f64) -> Self {
        Self { mean, variance, observations, is_sampled: true }
    }

    /// The number of independent yes-or-no trials that would leave it as uncertain. Where the
    /// scatter is estimated it is smaller, for it makes Wilson's interval as wide as Student's t
    /// would. Observations that all agree show no scatter; then each of them is one trial.
    #[must_use]
    pub fn trials(&self) -> f64 {
        let all = self.trials_by_scatter();
        let t = student_quantile(0.975, self.observations - 1.0).filter(|_| self.scatters());
        t.map_or(all, |t| all * (Z / t).powi(2))
    }

    /// The 95 % interval: Wilson's; of clusters that all agree Clopper and Pearson's, which is
    /// right of few observations, too.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        match self.is_sampled && self.variance <= 0.0 {
            true => clopper_pearson(self.mean * self.observations, self.observations),
            false => wilson(self.mean, self.trials()),
        }
    }

    /// The probability of one as far from one half by chance: how wide the interval has to be to
    /// reach one half.
    #[must_use]
    pub fn chance(&self) -> f64 {
        let deviation = 2.0 * (self.mean - 0.5).abs() * self.trials_by_scatter().sqrt();
        match self {
            _ if deviation == 0.0 => 1.0,
            Self { is_sampled: false, .. } => two_sided(deviation),
            _ if self.scatters() => student(deviation, self.observations - 1.0),
            _ => fair_coin(self.mean * self.observations, self.observations),
        }
    }

    /// Whether there is a scatter that is only estimated.
    fn scatters(&self) -> bool {
        self.is_sampled && self.variance > 0.0
    }

    fn trials_by_scatter(&self) -> f64 {
        let spread = self.mean * (1.0 - self.mean);
        match self.variance > 0.0 && spread > 0.0 {
            true => spread / self.variance,
            false => self.observations,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::scores::Scores;

    /// Pairs of players of all kinds: how often they bring 0, ½, 1, 1½ and 2 points.
    const KINDS: [[f64; 5]; 7] = [
        [0.25, 0.0, 0.5, 0.0, 0.25],
        [0.05, 0.2, 0.5, 0.2, 0.05],
        [0.4, 0.05, 0.1, 0.05, 0.4],
        [0.5, 0.0, 0.0, 0.0, 0.5],
        [0.1, 0.1, 0.3, 0.2, 0.3],
        [0.02, 0.05, 0.2, 0.2, 0.53],
        [0.0, 0.02, 0.08, 0.0, 0.9],
    ];

    /// Calls `each` with all counts of `pairs` pairs and their probability.
    fn all_counts(kind: [f64; 5], pairs: u64, each: &mut impl FnMut([u64; 5], f64)) {
        fn place(
            counts: &mut [u64; 5],
            at: usize,
            left: u64,
            share: f64,
            kind: [f64; 5],
            each: &mut impl FnMut([u64; 5], f64),
        ) {
            if share == 0.0 {
                return;
            }
            if at == 4 {
                counts[4] = left;
                return each(*counts, share * kind[4].powi(left as i32));
            }
            let mut ways = 1.0;
            for count in 0..=left {
                counts[at] = count;
                let here = ways * kind[at].powi(count as i32);
                place(counts, at + 1, left - count, share * here, kind, each);
                ways *= (left - count) as f64 / (count + 1) as f64;
            }
        }
        place(&mut [0; 5], 0, pairs, 1.0, kind, each);
    }

    /// The intervals of a few pairs hold the truth 94 times of 100 or more, and equal players are
    /// told apart six times or less; by all outcomes, each with its probability.
    #[test]
    fn few_pairs_are_not_too_sure() {
        for kind in KINDS {
            let truth: f64 =
                (0..5).map(|points| f64::from(points) / 4.0 * kind[points as usize]).sum();
            for pairs in [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20] {
                let (mut held, mut told, mut all) = (0.0, 0.0, 0.0);
                all_counts(kind, pairs, &mut |counts, odds| {
                    let proportion = Scores::of_pairs(counts).proportion();
                    let (low, high) = proportion.interval();
                    held += if (low..=high).contains(&truth) { odds } else { 0.0 };
                    told += if proportion.chance() < 0.05 { odds } else { 0.0 };
                    all += odds;
                });
                assert!((all - 1.0_f64).abs() < 1e-9 && held >= 0.94, "{kind:?} {pairs}: {held}");
                assert!((truth - 0.5).abs() > 1e-9 || told <= 0.06, "{kind:?} {pairs}: {told}");
            }
        }
    }

    /// What an interval leaves out is improbable, and the other way round.
    #[test]
    fn interval_and_chance_say_the_same() {
        let mut decided = 0;
        for pairs in 1..=12 {
            all_counts([0.2; 5], pairs, &mut |counts, _| {
                let proportion = Scores::of_pairs(counts).proportion();
                let (low, high) = proportion.interval();
                let (chance, even) = (proportion.chance(), (low..=high).contains(&0.5));
                assert!(even == (chance >= 0.05), "{counts:?}: {low} to {high}, {chance}");
                decided += u32::from(!even);
            });
        }
        assert!(decided > 1000, "{decided}");
    }

    /// scipy 1.17: `binomtest(5, 5)` and `t.sf`.
    #[test]
    fn chances_of_few_pairs() {
        let chance = |counts| Scores::of_pairs(counts).proportion().chance();
        assert!((chance([0, 0, 0, 0, 5]) - 0.0625).abs() < 1e-12);
        assert!((chance([0, 0, 0, 0, 1]) - 1.0).abs() < 1e-12);
        assert_eq!(chance([1, 0, 0, 0, 1]), 1.0);
        // Five standard errors from even, but so near the end that the scatter says little: 2.764
        // of those that an even score with such pairs would have.
        assert!((chance([0, 0, 0, 1, 2]) - 0.109_75).abs() < 1e-4, "{}", chance([0, 0, 0, 1, 2]));
    }

    #[test]
    fn games_are_judged_by_wilson() {
        let proportion = Proportion::of_games(0.55, 0.2475 / 100.0, 100.0);
        assert_eq!(
            (proportion.trials().round(), proportion.interval()),
            (100.0, wilson(0.55, 100.0))
        );
        assert!((proportion.chance() - two_sided(1.0)).abs() < 1e-9);
        assert_eq!(Proportion::of_games(1.0, 0.0, 10.0).interval(), wilson(1.0, 10.0));
    }
}
