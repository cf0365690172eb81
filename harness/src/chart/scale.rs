//! Scales from values to pixels, with their ticks: a logarithmic and an even one.

use std::ops::Range;

/// Where values from `low` to `high` lie between two pixels.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    pixels: Range<i32>,
}

impl Scale {
    /// A scale over `pixels` that holds all `values` above 0, with a little room at both ends.
    pub(super) fn new(values: impl Iterator<Item = f64>, pixels: Range<i32>) -> Self {
        let values: Vec<f64> = values.filter(|value| value.is_finite() && *value > 0.0).collect();
        let low = values.iter().copied().reduce(f64::min).unwrap_or(1.0);
        let high = values.iter().copied().reduce(f64::max).unwrap_or(1.0);
        // With one value only there still has to be something between the ends.
        Self { low: low / 1.08, high: (high * 1.08).max(2.0 * low), pixels }
    }

    /// The pixel of a value; the nearer end for one that is not on the scale.
    pub(super) fn pixel(&self, value: f64) -> i32 {
        let share = libm::log(value.max(self.low) / self.low) / libm::log(self.high / self.low);
        self.pixels.start
            + (share.min(1.0) * f64::from(self.pixels.end - self.pixels.start)).round() as i32
    }

    /// The multiples of powers of ten by each of `digits`, as far as they lie on the scale.
    pub(super) fn ticks(&self, digits: &[f64]) -> Vec<f64> {
        let decades = libm::log10(self.low).floor() as i32..=libm::log10(self.high).ceil() as i32;
        let all =
            decades.flat_map(|decade| digits.iter().map(move |digit| digit * 10_f64.powi(decade)));
        all.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

/// Where values lie between two pixels, evenly.
#[derive(Clone, Debug)]
pub(super) struct Even {
    low: f64,
    high: f64,
    step: f64,
    from: i32,
    to: i32,
}

impl Even {
    /// A scale from pixel `from` to pixel `to`, in either direction, that begins at a tick below
    /// all `values` and ends at one above.
    pub(super) fn new(values: impl Iterator<Item = f64>, [from, to]: [i32; 2]) -> Self {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let low = values.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let high = values.iter().copied().reduce(f64::max).unwrap_or(0.0);
        // With one value only there still has to be something between the ends.
        let high = if high > low { high } else { low + 0.1 * low.abs().max(1.0) };
        let rough = (high - low) / 8.0;
        let decade = libm::pow(10.0, libm::log10(rough).floor());
        let digits = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * decade);
        let step = digits.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * decade);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { low, high, step, from, to }
    }

    /// The same for things that are counted: no tick lies between two whole numbers.
    pub(super) fn whole(values: impl Iterator<Item = f64>, pixels: [i32; 2]) -> Self {
        let scale = Self::new(values, pixels);
        match scale.step < 1.0 {
            true => Self { low: scale.low.floor(), high: scale.high.ceil(), step: 1.0, ..scale },
            false => scale,
        }
    }

    /// The pixel of a value.
    pub(super) fn pixel(&self, value: f64) -> i32 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.from + (share * f64::from(self.to - self.from)).round() as i32
    }

    /// The ticks from one end to the other.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round() as i32;
        (0..=count).map(|place| self.low + f64::from(place) * self.step).collect()
    }

    /// The first tick and the last one.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// A tick in words, with as many decimals as tell it from its neighbours.
    pub(super) fn label(&self, tick: f64) -> String {
        let decimals = self.decimals();
        format!("{tick:.decimals$}")
    }

    /// How many decimals tell a tick from its neighbours.
    pub(super) fn decimals(&self) -> usize {
        (-libm::log10(self.step).floor()).clamp(0.0, 9.0) as usize
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
    fn even_scales_hold_all_values_between_round_ticks() {
        let scale = Even::new([-317.0, 204.0].into_iter(), [100, 900]);
        assert_eq!(scale.ticks(), [-400.0, -300.0, -200.0, -100.0, 0.0, 100.0, 200.0, 300.0]);
        assert_eq!((scale.label(-400.0), scale.ends()), ("-400".to_owned(), (-400.0, 300.0)));
        let fine = Even::new([2.6, 3.1].into_iter(), [0, 100]);
        assert_eq!(fine.ticks().iter().map(|tick| fine.label(*tick)).next().unwrap(), "2.6");
        assert_eq!((scale.pixel(-400.0), scale.pixel(300.0), scale.pixel(1e9)), (100, 900, 900));
        for values in [&[][..], &[0.0], &[7.0], &[f64::NAN, 1e300]] {
            let scale = Even::new(values.iter().copied(), [500, 100]);
            assert!((100..=500).contains(&scale.pixel(7.0)) && scale.ticks().len() < 20);
        }
    }

    #[test]
    fn one_value_or_none_still_makes_a_scale() {
        for values in [&[][..], &[1.0], &[7e9], &[0.0, 3.0], &[f64::NAN, f64::INFINITY]] {
            let scale = Scale::new(values.iter().copied(), 100..900);
            for value in values.iter().chain(&[0.0, 1e30]) {
                assert!((100..=900).contains(&scale.pixel(*value)), "{value}");
            }
        }
    }
}
