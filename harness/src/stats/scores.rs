//! Scores of one player against another, and what they say of its strength.
//!
//! Where both games of an opening are known together, pairs are the observations: the scatter of
//! their sums is what openings leave (the pentanomial model of Van den Bergh, "Comments on
//! normalized Elo"). Elo, the probability of superiority and the interval of the score are one
//! statement: they follow from the same [`Proportion`].

use super::elo::{NORMALIZED, elo};
use super::interval::student_quantile;
use super::proportion::Proportion;

/// Wins, draws and losses of single games, or pairs by their points (0, ½, 1, 1½, 2), as scores
/// with their scatter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The share of points.
    pub mean: f64,
    /// The variance of one observation.
    pub variance: f64,
    /// The mean third and fourth powers of what an observation is off the mean.
    third: f64,
    fourth: f64,
    /// How many observations there are.
    pub count: f64,
    /// Games in an observation: 1, 2, or the mean number of more.
    pub games: f64,
}

impl Scores {
    /// Single games: wins, draws and losses.
    #[must_use]
    pub fn of_games([wins, draws, losses]: [u64; 3]) -> Self {
        Self::new(&[losses, draws, wins], 1.0)
    }

    /// Pairs of games from one opening: how many brought 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub fn of_pairs(counts: [u64; 5]) -> Self {
        Self::new(&counts, 2.0)
    }

    /// Pairs of games, some from the same opening: for each opening the sum of their shares of
    /// points, and how many they are. An opening that was played more often weighs more (the
    /// variance of a ratio, as in [`tally`](super::tally)).
    #[must_use]
    pub fn of_clusters(clusters: &[(f64, f64)]) -> Self {
        let count = clusters.len() as f64;
        let sum = |of: &dyn Fn((f64, f64)) -> f64| clusters.iter().copied().map(of).sum::<f64>();
        let [shares, pairs] = [sum(&|(shares, _)| shares), sum(&|(_, pairs)| pairs)];
        if pairs <= 0.0 {
            return Self::of_pairs([0; 5]);
        }
        let average = shares / pairs;
        // Exact before the division: clusters that agree differ by nothing.
        let off = |(own, of): (f64, f64)| (own * pairs - shares * of) / pairs * count / pairs;
        let mean = |power: i32| sum(&|cluster| off(cluster).powi(power)) / count;
        let [variance, third, fourth] = [2, 3, 4].map(mean);
        Self { mean: average, variance, third, fourth, count, games: 2.0 * pairs / count }
    }

    /// Observations by their score, in equal steps from 0 to 1.
    fn new(counts: &[u64], games: f64) -> Self {
        let count = counts.iter().sum::<u64>() as f64;
        let step = 1.0 / (counts.len() - 1) as f64;
        let mean = |of: &dyn Fn(f64) -> f64| {
            let values = counts.iter().enumerate();
            let sum: f64 = values.map(|(place, &n)| n as f64 * of(place as f64 * step)).sum();
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let average = if count > 0.0 { mean(&|score| score) } else { 0.5 };
        let square = |score: f64| (score - average) * (score - average);
        let variance = mean(&square);
        let third = mean(&|score| square(score) * (score - average));
        let fourth = mean(&|score| square(score) * square(score));
        Self { mean: average, variance, third, fourth, count, games }
    }

    /// The score and how sure it is. The variance of pairs is that of a sample.
    #[must_use]
    pub fn proportion(&self) -> Proportion {
        let are_clusters = self.games > 1.0;
        let freedom = if are_clusters { self.count - 1.0 } else { self.count };
        let variance = if freedom > 0.0 { self.variance / freedom } else { 0.0 };
        let of = if are_clusters { Proportion::of_clusters } else { Proportion::of_games };
        of(self.mean, variance, self.count)
    }

    /// The 95 % interval of the score.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        self.proportion().interval()
    }

    /// The Elo difference.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.mean)
    }

    /// Its 95 % interval: the ends of the score's.
    #[must_use]
    pub fn elo_interval(&self) -> (f64, f64) {
        let (low, high) = self.interval();
        (elo(low), elo(high))
    }

    /// Normalised Elo with half the length of its 95 % interval; `None` where nothing scatters.
    ///
    /// The standard error has to do with the deviation, too, which is as uncertain as the mean, and
    /// not by itself (the delta method with skewness and kurtosis: Van den Bergh). Without that the
    /// interval of a player that wins 19 games of 20 holds the truth three times of ten.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<(f64, f64)> {
        let deviation = Some(self.variance.sqrt()).filter(|&deviation| deviation > 0.0)?;
        let t = student_quantile(0.975, self.count - 1.0)?;
        let distance = (self.mean - 0.5) / deviation;
        let skewness = self.third / (self.variance * deviation);
        let kurtosis = self.fourth / (self.variance * self.variance);
        let scatter = 1.0 - skewness * distance + distance * distance * (kurtosis - 1.0) / 4.0;
        let error = t * (scatter.max(0.0) / (self.count - 1.0)).sqrt();
        let scale = NORMALIZED / self.games.sqrt();
        Some((scale * distance, scale * error))
    }

    /// The likelihood of superiority: how sure it is that the first player is the better one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let half = self.proportion().chance() / 2.0;
        if self.mean > 0.5 { 1.0 - half } else { half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::others::fishtest_interval;

    fn near(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance, "{ours} is not {theirs}");
    }

    /// Of 50 pairs whose games are won 95 times of 100 the interval holds the truth often enough;
    /// 1.96 standard errors to either side do so 87 times of 100.
    #[test]
    fn score_intervals_hold_the_truth_near_the_ends() {
        let (truth, pairs) = (0.95_f64, 50_u64);
        let factorial = |number: u64| libm::lgamma(1.0 + number as f64);
        let held = |interval: &dyn Fn(&Scores) -> (f64, f64)| {
            let (mut sum, lost) = (0.0, 1.0 - truth);
            for (half, none) in (0..=pairs).flat_map(|half| (0..=8).map(move |none| (half, none))) {
                let Some(both) = pairs.checked_sub(half + none) else { continue };
                let ways = factorial(pairs) - [half, none, both].map(factorial).iter().sum::<f64>();
                let odds = (2 * both) as f64 * truth.ln()
                    + half as f64 * (2.0 * truth * lost).ln()
                    + (2 * none) as f64 * lost.ln();
                let (low, high) = interval(&Scores::of_pairs([none, 0, half, 0, both]));
                sum += if (low..=high).contains(&truth) { (ways + odds).exp() } else { 0.0 };
            }
            sum
        };
        near(held(&Scores::interval), 0.972_796, 1e-5);
        near(held(&fishtest_interval), 0.874_750, 1e-5);
    }

    /// Where games are won or lost in pairs the deviation follows from the mean, so the error of
    /// normalised Elo is that of the score times the slope there.
    #[test]
    fn normalized_elo_is_as_unsure_as_its_score() {
        let elo = |score: f64| (score - 0.5) / (2.0 * score * (1.0 - score)).sqrt() * NORMALIZED;
        for won in [50, 64, 80, 95, 99] {
            let (found, error) =
                Scores::of_pairs([100 - won, 0, 0, 0, won]).normalized_elo().unwrap();
            let score = won as f64 / 100.0;
            let slope = (elo(score + 1e-6) - elo(score - 1e-6)) / 2e-6;
            // Student's t of 99 degrees of freedom.
            let expected = 1.984_216_951_586 * slope * (score * (1.0 - score) / 99.0).sqrt();
            near(found, elo(score), 1e-9);
            near(error, expected, 1e-4 * expected);
        }
        assert_eq!(Scores::of_pairs([0, 0, 0, 0, 9]).normalized_elo(), None);
    }

    /// All that is said of strength is the same statement.
    #[test]
    fn strength_is_said_once() {
        for counts in [[1, 0, 3, 2, 4], [0, 0, 0, 1, 2], [5, 8, 30, 10, 7], [0, 0, 0, 0, 6]] {
            let scores = Scores::of_pairs(counts);
            let is_better = scores.interval().0 > 0.5;
            assert_eq!(scores.elo_interval().0 > 0.0, is_better, "{counts:?}");
            assert_eq!(scores.superiority() > 0.975, is_better, "{counts:?}");
            let [a, b, c, d, e] = counts;
            let turned = Scores::of_pairs([e, d, c, b, a]);
            near(turned.superiority(), 1.0 - scores.superiority(), 1e-12);
            near(turned.elo_interval().0, -scores.elo_interval().1, 1e-9);
        }
        assert_eq!(Scores::of_pairs([10, 0, 80, 0, 10]).superiority(), 0.5);
    }

    #[test]
    fn nothing_is_ever_infinite() {
        for results in [[0, 0, 0], [5, 0, 0], [0, 0, 5], [0, 5, 0], [1, 0, 0]] {
            let scores = Scores::of_games(results);
            let (low, high) = scores.elo_interval();
            for figure in [scores.mean, scores.elo(), low, high, scores.superiority()] {
                assert!(figure.is_finite(), "{results:?}");
            }
        }
    }
}
