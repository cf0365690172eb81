//! From scores to Elo: how far apart two players are, and how sure that is.
//!
//! A score is the share of points from the first player's point of view. Where both games of an
//! opening are known together, pairs are the observations: the scatter of their sums is what
//! openings leave (the pentanomial model of Van den Bergh, "Comments on normalized Elo"). Nothing
//! here is ever infinite: a score is taken to lie between 0.1 % and 99.9 %, as fishtest has it.

use std::f64::consts::{LN_10, SQRT_2};

use super::interval::{Z, estimated_trials, trials, wilson};

/// Wins, draws and losses of single games, or pairs by their points (0, ½, 1, 1½, 2), as scores
/// with their scatter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The share of points.
    pub mean: f64,
    /// The variance of one observation.
    pub variance: f64,
    /// How many observations there are.
    pub count: f64,
    /// Games in an observation: 1 or 2.
    games: f64,
}

/// Normalised Elo is a score's distance from one half in standard deviations of a game, times this.
pub const NORMALIZED: f64 = 800.0 / LN_10;

/// The Elo difference that makes one expect a score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    // Adding zero makes -0 of an even score 0.
    -400.0 * libm::log10(1.0 / score - 1.0) + 0.0
}

/// The score that an Elo difference makes one expect.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The share of a normal distribution below `deviation` standard deviations above its mean.
#[must_use]
pub fn normal(deviation: f64) -> f64 {
    0.5 * libm::erfc(-deviation / SQRT_2)
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

    /// Observations by their score, in equal steps from 0 to 1.
    fn new(counts: &[u64], games: f64) -> Self {
        let count = counts.iter().sum::<u64>() as f64;
        let step = 1.0 / (counts.len() - 1) as f64;
        let mean = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = counts
                .iter()
                .enumerate()
                .map(|(place, &n)| n as f64 * of(place as f64 * step))
                .sum();
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let average = if count > 0.0 { mean(&|score| score) } else { 0.5 };
        Self { mean: average, variance: mean(&|score| (score - average).powi(2)), count, games }
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.count > 0.0 { (self.variance / self.count).sqrt() } else { 0.0 }
    }

    /// The 95 % interval of the mean: Wilson's, of as many trials as would leave it as uncertain.
    /// The variance of pairs is that of a sample.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let freedom = self.count + 1.0 - self.games;
        let variance = if freedom > 0.0 { self.variance / freedom } else { 0.0 };
        let count = if self.games > 1.0 { estimated_trials } else { trials };
        wilson(self.mean, count(self.mean, variance, self.count))
    }

    /// The interval that chess testers take the Elo limits from: 1.96 standard errors to either
    /// side; Wilson's of observations that all agree.
    fn normal_interval(&self) -> (f64, f64) {
        if self.variance == 0.0 {
            return self.interval();
        }
        let half = Z * self.error();
        ((self.mean - half).max(0.0), (self.mean + half).min(1.0))
    }

    /// The Elo difference.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.mean)
    }

    /// Its 95 % interval, by the normal distribution as in fishtest.
    #[must_use]
    pub fn elo_interval(&self) -> (f64, f64) {
        let (low, high) = self.normal_interval();
        (elo(low), elo(high))
    }

    /// Half the length of that interval.
    #[must_use]
    pub fn elo_error(&self) -> f64 {
        let (low, high) = self.elo_interval();
        (high - low) / 2.0
    }

    /// Normalised Elo with half the length of its 95 % interval; `None` where nothing scatters.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<(f64, f64)> {
        let deviation = (self.games * self.variance).sqrt();
        let error = Z * NORMALIZED / (self.games * self.count).sqrt();
        (deviation > 0.0).then(|| ((self.mean - 0.5) / deviation * NORMALIZED, error))
    }

    /// The likelihood of superiority: how sure it is that the first player is the better one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let error = self.error();
        match self.mean - 0.5 {
            0.0 => 0.5,
            lead if error > 0.0 => normal(lead / error),
            // Observations that all agree: what chance alone would do is one half to the power of
            // their number.
            lead if lead > 0.0 => 1.0 - libm::pow(0.5, self.count),
            _ => libm::pow(0.5, self.count),
        }
    }
}

/// Games that settle a difference of `elo` at 5 %, two-sided, four times of five, if a share
/// `draws` of all games is drawn and pairs are as uncertain as two single games; `None` where so
/// many draws leave no such score.
#[must_use]
pub fn games_needed(elo: f64, draws: f64) -> Option<u64> {
    const POWER: f64 = 0.841_621_233_572_914_2;
    let score = expected_score(elo);
    if (score - 0.5).abs() > (1.0 - draws) / 2.0 {
        return None;
    }
    let drawn = 0.25 * draws;
    let (none, some) = ((0.25 - drawn).sqrt(), (score * (1.0 - score) - drawn).sqrt());
    let lead = (score - 0.5).abs().max(1e-9);
    Some(((Z * none + POWER * some) / lead).powi(2).ceil() as u64)
}

/// Games after which the 95 % interval reaches `elo` to either side of an even score.
#[must_use]
pub fn games_for_width(elo: f64, draws: f64) -> u64 {
    let half = (expected_score(elo) - 0.5).abs().max(1e-9);
    (Z * Z * (0.25 - 0.25 * draws) / (half * half)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance, "{ours} is not {theirs}");
    }

    /// Computed with scipy.
    #[test]
    fn elo_and_scores() {
        for (score, rating) in [
            (0.55, 34.860_070_287_6),
            (0.6, 70.436_503_622_3),
            (0.64, 99.950_989_286_6),
            (0.75, 190.848_501_887_9),
            (0.9, 381.697_003_775_7),
            (0.99, 798.254_077_839_0),
        ] {
            near(elo(score), rating, 1e-9);
            near(elo(1.0 - score), -rating, 1e-9);
        }
        for (rating, score) in [
            (1.0, 0.501_439_111_709),
            (5.0, 0.507_195_081_709),
            (10.0, 0.514_387_184_166),
            (20.0, 0.528_750_563_892),
            (50.0, 0.571_463_117_408),
            (100.0, 0.640_064_999_803),
            (200.0, 0.759_746_926_648),
            (400.0, 0.909_090_909_091),
            (-35.0, 0.449_800_646_746),
        ] {
            near(expected_score(rating), score, 1e-12);
        }
        for (deviation, share) in [
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-2.5, 0.006_209_665_325_776),
            (3.5, 0.999_767_370_920_964),
        ] {
            near(normal(deviation), share, 1e-13);
        }
        assert!(elo(0.0).is_finite() && elo(1.0).is_finite());
    }

    /// fastchess' own tests and scipy.
    #[test]
    fn single_games() {
        type Row = ([u64; 3], [f64; 6], [f64; 3]);
        let rows: [Row; 6] = [
            (
                [76, 123, 89],
                [0.477_430_56, 0.022_261_06, -15.693_521, -46.272_354, 14.643_647, 30.458_001],
                [-20.756_450, 40.126_026, 0.155_326_43],
            ),
            (
                [136, 111, 96],
                [0.558_309_04, 0.021_979_07, 40.702_458, 10.586_756, 71.441_192, 30.427_218],
                [49.768_415, 36.768_451, 0.996_010_24],
            ),
            (
                [34, 0, 356],
                [0.087_179_49, 0.014_284_58, -407.988_432, -480.525_705, -354.196_675, 63.164_515],
                [-508.435_325, 34.481_812, 0.0],
            ),
            (
                [60, 0, 40],
                [0.6, 0.048_989_79, 70.436_504, 2.766_873, 143.909_233, 70.571_180],
                [70.919_992, 68.096_123, 0.979_386_58],
            ),
            (
                [55, 10, 35],
                [0.6, 0.046_368_09, 70.436_504, 6.338_073, 139.710_037, 66.685_982],
                [74.929_885, 68.096_123, 0.984_483_74],
            ),
            (
                [520, 60, 420],
                [0.55, 0.015_247_95, 34.860_070, 13.984_579, 55.989_784, 21.002_603],
                [36.027_392, 21.533_885, 0.999_479_36],
            ),
        ];
        for (results, [score, error, rating, low, high, half], others) in rows {
            let [normalized, spread, superiority] = others;
            let scores = Scores::of_games(results);
            near(scores.mean, score, 1e-8);
            near(scores.error(), error, 1e-8);
            near(scores.elo(), rating, 1e-5);
            near(scores.elo_interval().0, low, 1e-5);
            near(scores.elo_interval().1, high, 1e-5);
            near(scores.elo_error(), half, 1e-5);
            near(scores.normalized_elo().unwrap().0, normalized, 1e-5);
            near(scores.normalized_elo().unwrap().1, spread, 1e-5);
            near(scores.superiority(), superiority, 1e-8);
        }
    }

    /// fastchess' own tests, and fishtest's `get_elo`.
    #[test]
    fn pairs() {
        let rows: [([u64; 5], [f64; 7]); 4] = [
            (
                [34, 54, 63, 64, 75],
                [
                    0.579_310_34,
                    0.113_106_42,
                    55.579_780,
                    27.653_430,
                    57.935_600,
                    28.275_376,
                    0.999_970_39,
                ],
            ),
            (
                [332, 433, 498, 333, 334],
                [
                    0.487_564_77,
                    0.110_920_49,
                    -8.642_667,
                    10.334_194,
                    -9.172_914,
                    10.960_459,
                    0.050_470_07,
                ],
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                [0.469_752_92, 0.152_753_74, -21.043_521, 2.945_281, -19.012_834, 2.654_502, 0.0],
            ),
            (
                [5, 8, 30, 10, 7],
                [0.525, 0.068_125, 17.386_278, 46.280_128, 23.531_307, 62.162_971, 0.770_934_84],
            ),
        ];
        for (counts, [score, variance, rating, half, normalized, spread, superiority]) in rows {
            let scores = Scores::of_pairs(counts);
            near(scores.mean, score, 1e-8);
            near(scores.variance, variance, 1e-8);
            near(scores.elo(), rating, 1e-5);
            near(scores.elo_error(), half, 1e-5);
            near(scores.normalized_elo().unwrap().0, normalized, 1e-5);
            near(scores.normalized_elo().unwrap().1, spread, 1e-5);
            near(scores.superiority(), superiority, 1e-8);
            let [a, b, c, d, e] = counts;
            near(
                Scores::of_pairs([e, d, c, b, a]).superiority(),
                1.0 - scores.superiority(),
                1e-12,
            );
        }
        // What pairing gains where openings decide.
        let paired = Scores::of_pairs([10, 0, 80, 0, 10]);
        assert_eq!((paired.elo(), paired.superiority()), (0.0, 0.5));
        near(paired.variance, 0.05, 1e-12);
        near(Scores::of_pairs([10, 0, 80, 0, 10]).elo_error(), 30.531_864, 1e-5);
        near(Scores::of_games([100, 0, 100]).elo_error(), 48.463_118, 1e-5);
    }

    /// Of 50 pairs whose games are won 95 times of 100 the interval holds the truth often enough;
    /// 1.96 standard errors to either side do so 88 times of 100.
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
        near(held(&Scores::interval), 0.971_867, 1e-5);
        near(held(&Scores::normal_interval), 0.880_671, 1e-5);
    }

    #[test]
    fn nothing_is_ever_infinite() {
        for results in [[0, 0, 0], [5, 0, 0], [0, 0, 5], [0, 5, 0], [1, 0, 0]] {
            let scores = Scores::of_games(results);
            let (low, high) = scores.elo_interval();
            for figure in
                [scores.mean, scores.error(), scores.elo(), low, high, scores.superiority()]
            {
                assert!(figure.is_finite(), "{results:?}");
            }
        }
    }

    /// Computed with scipy; without draws, and half of them.
    #[test]
    fn games_that_a_question_costs() {
        for (rating, games) in [
            (5.0, 37_901),
            (10.0, 9478),
            (20.0, 2372),
            (35.0, 777),
            (50.0, 382),
            (70.0, 197),
            (100.0, 98),
            (200.0, 27),
        ] {
            let needed = games_needed(rating, 0.0).unwrap();
            assert!(needed.abs_diff(games) <= 1, "{rating}: {needed}");
        }
        // With nine draws of ten nobody scores more than 55 %, 34.9 Elo.
        assert!(games_needed(34.0, 0.9).is_some() && games_needed(35.0, 0.9).is_none());
        for (rating, games, with_draws) in [
            (5.0, 18_551, 9276),
            (10.0, 4640, 2320),
            (20.0, 1162, 581),
            (35.0, 382, 191),
            (50.0, 189, 95),
            (100.0, 49, 25),
        ] {
            assert!(
                games_for_width(rating, 0.0).abs_diff(games) <= 1,
                "{rating}: {}",
                games_for_width(rating, 0.0)
            );
            assert!(games_for_width(rating, 0.5).abs_diff(with_draws) <= 1, "{rating}");
        }
    }
}
