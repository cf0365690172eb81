//! Uncertainty of a rate, and what chance alone would do.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// The 97.5 % point of the normal distribution: 95 % lie between minus this and this.
pub const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for `rate`, a share of `n` independent trials; it never
/// leaves 0..=1.
///
/// `n` need not be whole: a rate that comes from other data has the `n` of trials that would leave
/// it equally uncertain. `n = 0` says nothing: the interval is 0..=1.
#[must_use]
pub fn wilson(rate: f64, n: f64) -> (f64, f64) {
    wilson_within(rate, n, Z)
}

/// The same at another level: that of a normal distribution between minus `z` and `z`.
#[must_use]
pub fn wilson_within(rate: f64, n: f64, z: f64) -> (f64, f64) {
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let shrink = 1.0 + z * z / n;
    let centre = (rate + z * z / (2.0 * n)) / shrink;
    let half = z / shrink * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The 95 % interval for the difference of two independent rates, each with its own: that of
/// Newcombe (1998, method 10) if these are Wilson's.
#[must_use]
pub fn newcombe(
    (rate, (low, high)): (f64, (f64, f64)),
    (other, (least, most)): (f64, (f64, f64)),
) -> (f64, f64) {
    let lead = rate - other;
    (lead - (rate - low).hypot(most - other), lead + (high - rate).hypot(other - least))
}

/// Where the standard normal distribution has the share `p` below it; `p` lies between 0 and 1.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The 95 % interval of Clopper and Pearson (1934) for `k` successes of `n` trials: it covers the
/// truth at least as often as it says, whatever that is. Neither need be whole.
#[must_use]
pub fn clopper_pearson(k: f64, n: f64) -> (f64, f64) {
    let failures = (n - k).max(0.0);
    // Trials that all agree have a closed form.
    let agreed = libm::pow(0.025, 1.0 / n);
    let low = match k <= 0.0 {
        true => 0.0,
        false if failures <= 0.0 => agreed,
        false => beta_quantile(0.025, k, failures + 1.0),
    };
    let high = match failures <= 0.0 {
        true => 1.0,
        false if k <= 0.0 => 1.0 - agreed,
        false => beta_quantile(0.975, k + 1.0, failures),
    };
    (low, high)
}

/// Where the beta distribution with these parameters, both above zero, has the share `p` below it.
fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if beta_reg(a, b, middle) < p { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Where Student's distribution with this many degrees of freedom has the share `p` below it;
/// `None` of no such number.
#[must_use]
pub fn student_quantile(p: f64, freedom: f64) -> Option<f64> {
    /// From here on the expansion by Fisher (1925) is right to ten digits, and the library's
    /// quantile is slow, or never ends.
    const MANY: f64 = 1000.0;
    if freedom < MANY {
        let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
        return Some(distribution.inverse_cdf(p));
    }
    let z = normal_quantile(p);
    let square = z * z;
    let first = z * (square + 1.0) / 4.0;
    let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    Some(z + (first + (second + third / freedom) / freedom) / freedom)
}

/// The factor that makes a 95 % interval of what a percentile bootstrap finds. With few
/// observations a bootstrap is too narrow: it does not know Student's t, and a sample scatters less
/// around its own mean than around the true one. `None` for fewer than two.
#[must_use]
pub fn widening(observations: f64) -> Option<f64> {
    let t = student_quantile(0.975, observations - 1.0).filter(|_| observations > 1.0)?;
    Some(t / Z * (observations / (observations - 1.0)).sqrt())
}

/// A mean and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its 95 % interval; `None` where nothing scatters, so that nothing is known of it.
    pub interval: Option<(f64, f64)>,
}

/// The mean of values that come in clusters, for each its sum and how many values it has, with its
/// 95 % interval by Student's t (the variance of a ratio over clusters: Cochran, "Sampling
/// Techniques", ch. 9); `None` of no values.
#[must_use]
pub fn mean_of_clusters(clusters: &[(f64, f64)]) -> Option<Mean> {
    let count = clusters.len() as f64;
    let all = clusters.iter().map(|(_, values)| values).sum::<f64>();
    if all <= 0.0 {
        return None;
    }
    let value = clusters.iter().map(|(sum, _)| sum).sum::<f64>() / all;
    let squares = clusters.iter().map(|(sum, values)| (sum - values * value).powi(2)).sum::<f64>();
    let freedom = count - 1.0;
    let deviations = student_quantile(0.975, freedom).filter(|_| freedom > 0.0 && squares > 1e-12);
    let half = deviations.map(|deviations| deviations * (count / freedom * squares).sqrt() / all);
    Some(Mean { value, interval: half.map(|half| (value - half, value + half)) })
}

/// The probability that `k` or something as improbable comes of `n` throws of a fair coin (the
/// exact two-sided binomial test; of pairs that one side won, McNemar's). Neither need be whole.
#[must_use]
pub fn fair_coin(k: f64, n: f64) -> f64 {
    let most = k.max(n - k);
    if 2.0 * most <= n { 1.0 } else { (2.0 * beta_reg(most, n - most + 1.0, 0.5)).min(1.0) }
}

/// How many standard errors apart two shares lie, each with its number of trials, positive when the
/// first is greater, if both come from one rate: the two-proportion test, whose error is that of
/// the pooled rate. `rounding` is the width of the interval of values that the first share may have
/// been rounded from; it adds the variance of a uniform error.
#[must_use]
pub fn distance((rate, n): (f64, f64), (other, m): (f64, f64), rounding: f64) -> f64 {
    let pooled = (rate * n + other * m) / (n + m);
    let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m) + rounding.powi(2) / 12.0;
    if variance == 0.0 { 0.0 } else { (rate - other) / variance.sqrt() }
}

/// The probability that chance alone deviates by this number of standard errors or more, to either
/// side.
#[must_use]
pub fn two_sided(deviation: f64) -> f64 {
    libm::erfc(deviation.abs() / std::f64::consts::SQRT_2)
}

/// The same where the standard error itself is estimated, with this many degrees of freedom
/// (Student's t distribution).
#[must_use]
pub fn student(deviation: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom)
        .map_or(1.0, |distribution| 2.0 * distribution.sf(deviation.abs()))
}

/// The probability that the squares of `count` independent deviations, in standard errors, add up
/// to `sum` or more by chance alone (the χ² distribution).
#[must_use]
pub fn chi_squared(sum: f64, count: usize) -> f64 {
    ChiSquared::new(count.max(1) as f64).map_or(1.0, |distribution| distribution.sf(sum))
}

/// Holm's step-down correction (1979): for each of these probabilities the one that holds although
/// all of them were looked at.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let (mut adjusted, mut least) = (vec![0.0; order.len()], 0.0_f64);
    for (rank, &place) in order.iter().enumerate() {
        least = least.max(probabilities[place] * (order.len() - rank) as f64).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bonferroni's correction: each probability times their number.
    fn bonferroni(probabilities: &[f64]) -> Vec<f64> {
        let count = probabilities.len() as f64;
        probabilities.iter().map(|probability| (probability * count).min(1.0)).collect()
    }

    /// The correction of Benjamini and Hochberg (1995): of what lies below a bound, no greater
    /// share than that is expected to be chance.
    fn benjamini_hochberg(probabilities: &[f64]) -> Vec<f64> {
        let mut order: Vec<usize> = (0..probabilities.len()).collect();
        order.sort_by(|&one, &other| probabilities[other].total_cmp(&probabilities[one]));
        let (mut adjusted, mut most, count) = (vec![0.0; order.len()], 1.0_f64, order.len());
        for (rank, &place) in order.iter().enumerate() {
            most = most.min(probabilities[place] * count as f64 / (count - rank) as f64);
            adjusted[place] = most;
        }
        adjusted
    }

    /// statsmodels 0.15, `proportion_confint(method="wilson")`.
    #[test]
    fn wilson_matches_published_vectors() {
        let vectors = [
            (0.0, 1.0, 0.0, 0.793_450_685_6),
            (1.0, 1.0, 0.206_549_314_4, 1.0),
            (0.0, 10.0, 0.0, 0.277_532_799_9),
            (1.0, 10.0, 0.017_876_213_1, 0.404_150_026_8),
            (5.0, 10.0, 0.236_593_090_5, 0.763_406_909_5),
            (10.0, 10.0, 0.722_467_200_1, 1.0),
            (9.0, 12.0, 0.467_694_665_1, 0.911_058_331_6),
            (55.0, 100.0, 0.452_446_030_0, 0.643_854_620_2),
            (9.0, 12.0, 0.467_694_665_1, 0.911_058_331_6),
            (7.0, 20.0, 0.181_191_824_1, 0.567_145_723_3),
            (60.0, 100.0, 0.502_002_586_8, 0.690_598_713_6),
            (501.0, 1000.0, 0.470_065_835_2, 0.531_926_511_2),
            (520.0, 1000.0, 0.489_017_724_7, 0.550_829_205_0),
            (11.0, 20.0, 0.342_085_342_5, 0.741_802_141_7),
        ];
        for (k, n, low, high) in vectors {
            let interval = wilson(k / n, n);
            assert!(
                (interval.0 - low).abs() < 1e-10 && (interval.1 - high).abs() < 1e-10,
                "{k}/{n}: {interval:?}"
            );
        }
    }

    /// statsmodels 0.15, `proportion_confint(method="beta")`.
    #[test]
    fn clopper_pearson_matches_published_vectors() {
        let vectors = [
            (0.0, 1.0, 0.0, 0.975),
            (1.0, 1.0, 0.025, 1.0),
            (0.0, 10.0, 0.0, 0.308_497_107_8),
            (1.0, 10.0, 0.002_528_578_5, 0.445_016_117_0),
            (5.0, 10.0, 0.187_086_028_4, 0.812_913_971_6),
            (10.0, 10.0, 0.691_502_892_2, 1.0),
            (9.0, 12.0, 0.428_141_538_1, 0.945_139_355_5),
            (7.0, 20.0, 0.153_909_204_8, 0.592_188_534_5),
            (55.0, 100.0, 0.447_280_188_8, 0.649_679_770_8),
            (60.0, 100.0, 0.497_209_150_4, 0.696_705_231_3),
            (501.0, 1000.0, 0.469_546_283_3, 0.532_447_813_7),
            (520.0, 1000.0, 0.488_514_882_5, 0.551_367_057_3),
        ];
        for (k, n, low, high) in vectors {
            let interval = clopper_pearson(k, n);
            assert!(
                (interval.0 - low).abs() < 1e-9 && (interval.1 - high).abs() < 1e-9,
                "{k}/{n}: {interval:?}"
            );
        }
    }

    /// scipy 1.17: a t interval, `binomtest`, and McNemar's exact test.
    #[test]
    fn means_and_coins_match_published_vectors() {
        let values = [2.0, -4.0, 10.0, 6.0, 0.0, 8.0, -2.0, 12.0, 4.0, 6.0];
        let Mean { value: mean, interval } = mean_of_clusters(&values.map(|v| (v, 1.0))).unwrap();
        let (low, high) = interval.unwrap();
        assert!(
            (mean - 4.2).abs() < 1e-12
                && (low - 0.478_310_292).abs() < 1e-7
                && (high - 7.921_689_708).abs() < 1e-7
        );
        // The standard deviation that the interval comes from.
        let deviation = (high - mean) / student_quantile(0.975, 9.0).unwrap() * 10.0_f64.sqrt();
        assert!((deviation - 5.202_563_471).abs() < 1e-7, "{deviation}");
        assert_eq!(mean_of_clusters(&[(1.0, 1.0)]), Some(Mean { value: 1.0, interval: None }));
        assert_eq!(mean_of_clusters(&[]), None);
        for (k, n, chance) in [
            (60.0, 100.0, 0.056_887_933_6),
            (12.0, 20.0, 0.503_444_671_7),
            (9.0, 10.0, 0.021_484_375),
            (15.0, 20.0, 0.041_389_465_3),
            (0.0, 0.0, 1.0),
            (5.0, 10.0, 1.0),
        ] {
            assert!((fair_coin(k, n) - chance).abs() < 1e-9, "{k} of {n}: {}", fair_coin(k, n));
        }
    }

    #[test]
    fn distance_is_in_standard_errors() {
        // statsmodels, `proportions_ztest([60, 50], [100, 100])`: 1.4213.
        assert!((distance((0.6, 100.0), (0.5, 100.0), 0.0) - 1.4213).abs() < 1e-4);
        assert_eq!(distance((1.0, 10.0), (1.0, 10.0), 0.0), 0.0);
        // 100 of 100 is what 998 of 1,000 lets one expect: pooled share 0.99818, standard error
        // 0.00447.
        assert!((distance((1.0, 100.0), (0.998, 1000.0), 0.0) - 0.4474).abs() < 1e-3);
        // Rounding to a whole per cent is worth a standard error of 0.0029.
        let rounded = distance((0.95, 1000.0), (0.93, 1e9), 0.01);
        assert!((rounded - 0.02 / (0.93_f64 * 0.07 / 1000.0 + 1e-4 / 12.0).sqrt()).abs() < 1e-6);
    }

    /// scipy 1.17: `norm.sf` and `chi2.sf`.
    #[test]
    fn chances_match_published_vectors() {
        assert!((two_sided(1.959_963_984_540_054) - 0.05).abs() < 1e-12);
        assert!((two_sided(-2.5) / 2.0 - 0.006_209_665_325_776).abs() < 1e-12);
        for (sum, count, chance) in
            [(6.0, 6, 0.423_190_081), (12.591_587, 6, 0.05), (3.841_459, 1, 0.05)]
        {
            assert!((chi_squared(sum, count) - chance).abs() < 1e-7, "{sum} {count}");
        }
    }

    /// statsmodels 0.15, `multipletests`; in whatever order they come.
    #[test]
    fn corrections_match_published_vectors() {
        type Correction = fn(&[f64]) -> Vec<f64>;
        let given = [0.001, 0.008, 0.012, 0.03, 0.04, 0.2];
        let corrections: [(Correction, [f64; 6]); 3] = [
            (holm, [0.006, 0.04, 0.048, 0.09, 0.09, 0.2]),
            (benjamini_hochberg, [0.006, 0.024, 0.024, 0.045, 0.048, 0.2]),
            (bonferroni, [0.006, 0.048, 0.072, 0.18, 0.24, 1.0]),
        ];
        for (correction, expected) in corrections {
            let backwards: Vec<f64> = given.iter().rev().copied().collect();
            let adjusted = correction(&given).into_iter().zip(expected);
            let reversed = correction(&backwards).into_iter().rev().zip(expected);
            for (ours, theirs) in adjusted.chain(reversed) {
                assert!((ours - theirs).abs() < 1e-12, "{ours}, not {theirs}");
            }
            assert!(correction(&[]).is_empty());
        }
        // Holm's is never stricter than Bonferroni's nor milder than Benjamini and Hochberg's.
        let mut random = yomi_engine::random::Random::from_seed(8);
        for _ in 0..100 {
            let drawn: Vec<f64> = (0..12).map(|_| random.below(1000) as f64 / 3000.0).collect();
            for (place, ours) in holm(&drawn).into_iter().enumerate() {
                assert!(ours <= bonferroni(&drawn)[place] + 1e-12, "{drawn:?}");
                assert!(ours >= benjamini_hochberg(&drawn)[place] - 1e-12, "{drawn:?}");
            }
        }
    }

    /// scipy 1.17 and statsmodels 0.15.
    #[test]
    fn quantiles_match_published_vectors() {
        let beta = |p, a, b| beta_quantile(p, a, b);
        for (ours, theirs) in [
            (normal_quantile(0.995), 2.575_829_303_548_900_4),
            (normal_quantile(0.975), Z),
            (student_quantile(0.975, 9.0).unwrap(), 2.262_157_162_798),
            (student_quantile(0.975, 99.0).unwrap(), 1.984_216_951_586),
            // Before and after the expansion takes over, and without end.
            (student_quantile(0.975, 999.0).unwrap(), 1.962_341_461_13),
            (student_quantile(0.975, 1001.0).unwrap(), 1.962_336_705_28),
            (student_quantile(0.975, f64::INFINITY).unwrap(), Z),
            (beta(0.025, 5.0, 6.0), 0.187_086_028_447),
            (beta(0.975, 6.0, 5.0), 0.812_913_971_553),
        ] {
            assert!((ours - theirs).abs() < 1e-7, "{ours}, not {theirs}");
        }
        let (low, high) = wilson_within(0.55, 100.0, normal_quantile(0.995));
        assert!((low - 0.422_754_769_1).abs() < 1e-9 && (high - 0.671_023_162_2).abs() < 1e-9);
    }

    /// statsmodels 0.15, `confint_proportions_2indep(60, 100, 45, 100, method="newcomb")`.
    #[test]
    fn newcombe_matches_a_published_vector() {
        let of = |rate: f64, trials: f64| (rate, wilson(rate, trials));
        let (low, high) = newcombe(of(0.6, 100.0), of(0.45, 100.0));
        assert!((low - 0.011_723_935_3).abs() < 1e-9 && (high - 0.280_448_521_0).abs() < 1e-9);
        let (least, most) = newcombe(of(0.45, 100.0), of(0.6, 100.0));
        assert!((least + high).abs() < 1e-12 && (most + low).abs() < 1e-12);
        assert_eq!(newcombe(of(0.0, 0.0), of(0.0, 0.0)).1, 1.0);
    }
}
