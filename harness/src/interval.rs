//! Uncertainty of a rate.

/// The 97.5 % point of the normal distribution: 95 % lie between minus this and this.
pub const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for `rate`, a share of `n` independent trials; it never leaves 0..=1.
///
/// With half points for draws it is conservative. `n = 0` says nothing: the interval is 0..=1.
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

/// How many standard errors two shares of independent trials lie apart, positive when the first is greater.
///
/// A share of 0 or 1 shows no spread of its own; there the spread of all trials together stands for both.
#[must_use]
pub fn distance((rate, n): (f64, f64), (other, m): (f64, f64)) -> f64 {
    let pooled = (rate * n + other * m) / (n + m);
    let spread = |share: f64| {
        let share =
            if [rate, other].iter().any(|&share| share == 0.0 || share == 1.0) { pooled } else { share };
        share * (1.0 - share)
    };
    let error = (spread(rate) / n + spread(other) / m).sqrt();
    if error == 0.0 { 0.0 } else { (rate - other) / error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// statsmodels 0.15, `proportion_confint(method="wilson")`, in `lab-facts` §2.3.
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
        assert!((distance((0.6, 100.0), (0.5, 100.0)) - 0.1 / 0.07).abs() < 1e-3);
        assert_eq!(distance((1.0, 10.0), (1.0, 10.0)), 0.0);
        // 100 of 100 is what 998 of 1,000 lets one expect: pooled share 0.9982, standard error 0.0045.
        assert!((distance((1.0, 100.0), (0.998, 1000.0)) - 0.4476).abs() < 1e-3);
    }
}
