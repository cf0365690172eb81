//! A logarithmic scale from values to pixels, with its ticks.

use std::ops::Range;

/// Where values from `low` to `high` lie between two pixels.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    pixels: Range<i32>,
}

impl Scale {
    /// A scale over `pixels` that holds all `values`, which are above 0, with a little room at both ends.
    pub(super) fn new(values: impl Iterator<Item = f64>, pixels: Range<i32>) -> Self {
        let (low, high) = values
            .fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), value| (low.min(value), high.max(value)));
        // Without values, or with one only, there still has to be something between the ends.
        let low = low.min(high);
        Self { low: low / 1.08, high: (high * 1.08).max(2.0 * low), pixels }
    }

    /// The pixel of a value.
    pub(super) fn pixel(&self, value: f64) -> i32 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.pixels.start + (share * f64::from(self.pixels.end - self.pixels.start)).round() as i32
    }

    /// The multiples of powers of ten by each of `digits`, as far as they lie on the scale.
    pub(super) fn ticks(&self, digits: &[f64]) -> Vec<f64> {
        let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let all = decades.flat_map(|decade| digits.iter().map(move |digit| digit * 10_f64.powi(decade)));
        all.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equally_far_apart() {
        let scale = Scale::new([1.0, 1000.0].into_iter(), 0..6000);
        let gaps: Vec<i32> = [1.0, 10.0, 100.0, 1000.0]
            .windows(2)
            .map(|pair| scale.pixel(pair[1]) - scale.pixel(pair[0]))
            .collect();
        assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() <= 1), "{gaps:?}");
        assert!(scale.pixel(1.0) > 0 && scale.pixel(1000.0) < 6000);
        assert_eq!(scale.ticks(&[1.0, 5.0]), [1.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1000.0]);
    }

    #[test]
    fn one_value_or_none_still_makes_a_scale() {
        for values in [&[][..], &[1.0], &[7e9]] {
            let scale = Scale::new(values.iter().copied(), 100..900);
            for value in values {
                assert!((100..=900).contains(&scale.pixel(*value)));
            }
        }
    }
}
