//! Tuning by simultaneous perturbation (SPSA: Spall 1992, gains after Spall 1998): all parameters
//! are moved at random to either side at once, and the result of the two sides playing each other
//! moves them towards the better one.
//!
//! Parameters are whole numbers; between them chance rounds, so that small differences are seen on
//! average, as fishtest does.

use yomi_engine::random::Random;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub start: i64,
    /// The least it may be.
    pub least: i64,
    /// The most it may be.
    pub most: i64,
    /// How far it is moved to either side in the last iteration: about what makes a difference of
    /// some Elo points.
    pub step: i64,
}

/// The way of some parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    tunables: Vec<Tunable>,
    iterations: u64,
    rate: f64,
    values: Vec<f64>,
    done: u64,
}

/// Two players to be compared: their parameters to either side of where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The parameters of both.
    pub sides: [Vec<i64>; 2],
    /// To which side each parameter of the first was moved.
    up: Vec<bool>,
}

impl Spsa {
    /// The exponents of the gains and of the perturbations.
    const ALPHA: f64 = 0.602;
    const GAMMA: f64 = 0.101;

    /// The beginning of a way of `iterations`. In the last of them a clean sweep moves each
    /// parameter by the share `rate` of its step.
    #[must_use]
    pub fn new(tunables: Vec<Tunable>, iterations: u64, rate: f64) -> Self {
        let values = tunables.iter().map(|tunable| tunable.start as f64).collect();
        Self { tunables, iterations, rate, values, done: 0 }
    }

    /// Where the parameters are.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The parameters as whole numbers.
    #[must_use]
    pub fn rounded(&self) -> Vec<i64> {
        self.values.iter().map(|value| value.round() as i64).collect()
    }

    /// The iterations done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many iterations there are.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// What is to be compared next; it depends on nothing but what was learned before and on what
    /// is drawn from `random`, a stream for this iteration alone.
    #[must_use]
    pub fn trial(&self, mut random: Random) -> Trial {
        let (mut sides, mut up) = ([Vec::new(), Vec::new()], Vec::new());
        for (tunable, &value) in self.tunables.iter().zip(&self.values) {
            let (flip, chance) = (random.below(2) == 1, share(&mut random));
            let step = self.step(tunable);
            let ends =
                if flip { [value + step, value - step] } else { [value - step, value + step] };
            for (side, end) in sides.iter_mut().zip(ends) {
                side.push(tunable.round(end, chance));
            }
            up.push(flip);
        }
        Trial { sides, up }
    }

    /// Learns that the first side of the last trial made this share of the points.
    pub fn learn(&mut self, trial: &Trial, score: f64) {
        let number = self.done as f64 + 1.0;
        let (all, settled) = (self.iterations as f64, 0.1 * self.iterations as f64);
        let gain = self.rate * libm::pow((settled + all) / (settled + number), Self::ALPHA);
        for (place, tunable) in self.tunables.iter().enumerate() {
            let step = tunable.step as f64;
            let way = gain * step * step / self.step(tunable) * (2.0 * score - 1.0);
            let moved = self.values[place] + if trial.up[place] { way } else { -way };
            self.values[place] = moved.clamp(tunable.least as f64, tunable.most as f64);
        }
        self.done += 1;
    }

    /// How far a parameter is moved now.
    fn step(&self, tunable: &Tunable) -> f64 {
        let left = self.iterations as f64 / (self.done as f64 + 1.0);
        tunable.step as f64 * libm::pow(left.max(1.0), Self::GAMMA)
    }
}

impl Tunable {
    /// A value as a whole number within the bounds: rounded up if `chance` lies below what is
    /// beyond the point.
    fn round(&self, value: f64, chance: f64) -> i64 {
        let below = value.floor();
        let up = i64::from(chance < value - below);
        (below as i64 + up).clamp(self.least, self.most)
    }
}

/// A share from 0 to 1, 1 excluded.
fn share(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tunable(start: i64) -> Tunable {
        Tunable { name: "x".to_owned(), start, least: -50, most: 50, step: 5 }
    }

    #[test]
    fn trials_lie_to_both_sides_and_within_bounds() {
        let mut spsa = Spsa::new(vec![tunable(0), tunable(48)], 100, 0.1);
        let mut ups = 0;
        for iteration in 0..100 {
            let trial = spsa.trial(Random::from_seed(iteration));
            let [one, other] = &trial.sides;
            assert_eq!(one[0] > other[0], trial.up[0]);
            assert!((10..=19).contains(&(one[0] - other[0]).abs()), "{trial:?}");
            assert!(one[1] <= 50 && other[1] <= 50);
            ups += u32::from(trial.up[0]);
            spsa.learn(&trial, 0.5);
        }
        // An even score teaches nothing.
        assert_eq!((spsa.rounded(), spsa.done()), (vec![0, 48], 100));
        assert!((30..=70).contains(&ups), "{ups}");
    }

    #[test]
    fn rounding_is_right_on_average() {
        let mut random = Random::from_seed(3);
        let sum: i64 = (0..10_000).map(|_| tunable(0).round(-3.3, share(&mut random))).sum();
        assert!((sum + 33_000).abs() < 200, "{sum}");
    }

    /// A clean sweep in the last iteration moves a parameter by the rate's share of its step.
    #[test]
    fn the_rate_is_that_of_the_end() {
        let mut spsa = Spsa::new(vec![tunable(0)], 10, 0.1);
        (0..9).for_each(|number| spsa.learn(&spsa.trial(Random::from_seed(number)), 0.5));
        let trial = spsa.trial(Random::from_seed(9));
        spsa.learn(&trial, 1.0);
        assert!((spsa.values()[0].abs() - 0.5).abs() < 1e-12, "{:?}", spsa.values());
        assert_eq!(spsa.values()[0] > 0.0, trial.up[0]);
    }
}
