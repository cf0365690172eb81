//! Adam (Kingma and Ba 2015): steps whose length follows how large and how steady the gradient of
//! each number has been.

/// What is remembered of the gradients of `N` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments<const N: usize> {
    mean: [f32; N],
    square: [f32; N],
}

/// The length of a step, with the corrections for a young memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    rate: f32,
    root: f32,
}

/// What of the mean and of the square is kept from one step to the next.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Where a gradient counts as nothing.
const NOTHING: f32 = 1e-8;

impl Pace {
    /// That of a step, counted from 1, at a rate.
    pub(crate) fn new(step: u32, rate: f32) -> Self {
        let [of_mean, of_square] = KEPT.map(|kept| 1.0 - libm::powf(kept, step as f32));
        Self { rate: rate / of_mean, root: 1.0 / of_square }
    }
}

impl<const N: usize> Moments<N> {
    /// No gradient so far.
    pub(crate) const NONE: Self = Self { mean: [0.0; N], square: [0.0; N] };

    /// All that is remembered, to be written down or read.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.mean.iter_mut().chain(&mut self.square)
    }

    /// One step against the gradient.
    #[inline(always)]
    pub(crate) fn step(&mut self, numbers: &mut [f32; N], gradient: &[f32; N], pace: Pace) {
        for place in 0..N {
            let (mean, square) = (&mut self.mean[place], &mut self.square[place]);
            let slope = gradient[place];
            *mean += (1.0 - KEPT[0]) * (slope - *mean);
            *square += (1.0 - KEPT[1]) * (slope * slope - *square);
            numbers[place] -= pace.rate * *mean / ((*square * pace.root).sqrt() + NOTHING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However steep each number's slope is.
    #[test]
    fn steps_lead_to_the_least_of_a_bowl() {
        let (least, steep) = ([1.0, -2.0, 0.5], [1e-3, 1.0, 1e3]);
        let (mut numbers, mut moments) = ([0.0; 3], Moments::NONE);
        for step in 1..=2000 {
            let gradient =
                std::array::from_fn(|place| steep[place] * (numbers[place] - least[place]));
            let rate = 0.01 * (1.0 - step as f32 / 2001.0);
            moments.step(&mut numbers, &gradient, Pace::new(step, rate));
        }
        for (number, least) in numbers.iter().zip(least) {
            assert!((number - least).abs() < 0.01, "{numbers:?}");
        }
    }

    /// A memory of nothing would make the first steps ten times as short.
    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let (mut numbers, mut moments) = ([0.0; 2], Moments::NONE);
        moments.step(&mut numbers, &[3.0, -0.2], Pace::new(1, 0.01));
        assert!((numbers[0] + 0.01).abs() < 1e-5 && (numbers[1] - 0.01).abs() < 1e-5);
    }
}
