//! Uncertainty of a rate, and what chance alone would do.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The 97.5 % point of the normal distribution: 95 % lie between minus this and this.
pub const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for `rate`, a share of `n` independent trials; it never leaves 0..=1.
///
/// `n` need not be whole: a rate that comes from other data has the `n` of trials that would leave it equally uncertain. `n = 0` says
/// nothing: the interval is 0..=1.
#[must_use]
pub fn wilson(rate: f64, n: f64) -> (f64, f64) {
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let shrink = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / shrink;
    let half = Z / shrink * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// How many standard errors apart two shares lie, each with its number of trials, positive when the first is greater, if both come
/// from one rate: the two-proportion test, whose error is that of the pooled rate. `rounding` is the width of the
/// interval of values that the first share may have been rounded from; it adds the variance of a uniform error.
#[must_use]
pub fn distance((rate, n): (f64, f64), (other, m): (f64, f64), rounding: f64) -> f64 {
    let pooled = (rate * n + other * m) / (n + m);
    let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m) + rounding.powi(2) / 12.0;
    if variance == 0.0 { 0.0 } else { (rate - other) / variance.sqrt() }
}

/// The probability of a deviation of so many standard errors or more, to either side, by chance alone.
#[must_use]
pub fn two_sided(deviation: f64) -> f64 {
    libm::erfc(deviation.abs() / std::f64::consts::SQRT_2)
}

/// The probability that the squares of `count` independent deviations, in standard errors, add up to `sum` or more by
/// chance alone (the χ² distribution).
#[must_use]
pub fn chi_squared(sum: f64, count: usize) -> f64 {
    ChiSquared::new(count.max(1) as f64).map_or(1.0, |distribution| distribution.sf(sum))
}

/// Holm's step-down correction (1979): for each of these probabilities the one that holds although all of them were
/// looked at.
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
            (501.0, 1000.0, 0.470_065_835_2, 0.531_926_511_2),
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

    #[test]
    fn distance_is_in_standard_errors() {
        // statsmodels, `proportions_ztest([60, 50], [100, 100])`: 1.4213.
        assert!((distance((0.6, 100.0), (0.5, 100.0), 0.0) - 1.4213).abs() < 1e-4);
        assert_eq!(distance((1.0, 10.0), (1.0, 10.0), 0.0), 0.0);
        // 100 of 100 is what 998 of 1,000 lets one expect: pooled share 0.99818, standard error 0.00447.
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
        for (sum, count, chance) in [(6.0, 6, 0.423_190_081), (12.591_587, 6, 0.05), (3.841_459, 1, 0.05)] {
            assert!((chi_squared(sum, count) - chance).abs() < 1e-7, "{sum} {count}");
        }
    }

    #[test]
    fn holm_matches_published_vectors() {
        let adjusted = holm(&[0.001, 0.008, 0.012, 0.03, 0.04, 0.2]);
        for (ours, theirs) in adjusted.iter().zip([0.006, 0.04, 0.048, 0.09, 0.09, 0.2]) {
            assert!((ours - theirs).abs() < 1e-12, "{adjusted:?}");
        }
        assert!(holm(&[]).is_empty());
    }
}
