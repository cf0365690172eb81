//! The sequential test of two hypotheses about a difference in Elo (Wald 1945), by generalised
//! likelihood ratios (Van den Bergh, "Comparing the approximations for the GLLR of a multinomial").
//!
//! The data are games (losses, draws, wins) or pairs of games by their points (0, ½, 1, 1½, 2). For
//! each hypothesis the likeliest distribution that fulfils it is found; the logarithm of the ratio
//! of the two likelihoods grows until it leaves the interval between the bounds.

use serde::{Deserialize, Serialize};

use super::elo::{NORMALIZED, expected_score};

/// What Elo means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The usual one: a logistic function of the score.
    Logistic,
    /// The score's distance from one half in standard deviations of a game.
    Normalized,
}

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// What the first player is better by if nothing is to be gained.
    pub elo0: f64,
    /// What it is better by if something is.
    pub elo1: f64,
    /// The probability of accepting `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` although `elo1` is true.
    pub beta: f64,
    /// What Elo means.
    pub model: Model,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Lower,
    /// `elo1` is accepted.
    Upper,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of data by score, in equal steps from 0 to 1.
    #[must_use]
    pub fn ratio(&self, counts: &[u64]) -> f64 {
        // What never happened yet is taken to be rare, not impossible.
        let counts: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let step = 1.0 / (counts.len() - 1) as f64;
        let data: Vec<Value> = counts
            .iter()
            .enumerate()
            .map(|(place, count)| Value { at: place as f64 * step, p: count / total })
            .collect();
        let [lower, upper] = [self.elo0, self.elo1].map(|elo| self.likeliest(&data, elo));
        let ratio: f64 = data
            .iter()
            .zip(lower.iter().zip(&upper))
            .map(|(value, (q0, q1))| value.p * libm::log(q1 / q0))
            .sum();
        total * ratio
    }

    /// What the data say, if they say enough.
    #[must_use]
    pub fn verdict(&self, counts: &[u64]) -> Option<Verdict> {
        let ((lower, upper), ratio) = (self.bounds(), self.ratio(counts));
        match ratio {
            _ if counts.iter().all(|&count| count == 0) => None,
            ratio if ratio <= lower => Some(Verdict::Lower),
            ratio if ratio >= upper => Some(Verdict::Upper),
            _ => None,
        }
    }

    /// The likeliest distribution of the data's values that has this Elo.
    fn likeliest(&self, data: &[Value], elo: f64) -> Vec<f64> {
        match self.model {
            Model::Logistic => {
                let score = expected_score(elo);
                tilted(data, &data.iter().map(|value| value.at - score).collect::<Vec<_>>())
            }
            Model::Normalized => {
                let games = if data.len() == 5 { 2.0_f64 } else { 1.0 };
                normalized(data, elo / NORMALIZED * games.sqrt())
            }
        }
    }
}

/// A score and how often it was seen.
#[derive(Clone, Copy, Debug)]
struct Value {
    at: f64,
    p: f64,
}

/// The likeliest distribution under which the values `phi` have the mean zero: `p / (1 + x · phi)`.
fn tilted(data: &[Value], phi: &[f64]) -> Vec<f64> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mean = |x: f64| {
        data.iter().zip(phi).map(|(value, phi)| value.p * phi / (1.0 + x * phi)).sum::<f64>()
    };
    // The mean falls as x grows.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    data.iter().zip(phi).map(|(value, phi)| value.p / (1.0 + x * phi)).collect()
}

/// The likeliest distribution whose mean lies `t` standard deviations above one half.
///
/// To each standard deviation belongs one mean, and of the distributions that have both one is the
/// likeliest. So the likelihood is looked at here and there, and its peak sought between the
/// neighbours of the best place.
fn normalized(data: &[Value], t: f64) -> Vec<f64> {
    const PLACES: u32 = 32;
    if t == 0.0 {
        return tilted(data, &data.iter().map(|value| value.at - 0.5).collect::<Vec<_>>());
    }
    let mut tilt = [0.0; 2];
    let mut shares = |deviation: f64| shaped(data, 0.5 + t * deviation, deviation, &mut tilt);
    let mut likelihood = |deviation: f64| {
        let log = |(value, q): (&Value, &f64)| value.p * libm::log(*q);
        shares(deviation).map_or(f64::NEG_INFINITY, |found| data.iter().zip(&found).map(log).sum())
    };
    // No distribution on the values from 0 to 1 is wider.
    let widest = 0.5 / (1.0 + t * t).sqrt();
    let place = |number: u32| widest * f64::from(number) / f64::from(PLACES);
    let seen: Vec<(u32, f64)> =
        (1..PLACES).map(|number| (number, likelihood(place(number)))).collect();
    let best = seen.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map_or(1, |best| best.0);
    let found = [peak(place(best - 1), place(best + 1), &mut likelihood), place(best)];
    let [one, other] = found.map(&mut likelihood);
    let deviation = found[usize::from(other > one)];
    shares(deviation).unwrap_or_else(|| data.iter().map(|value| value.p).collect())
}

/// Where `height` is greatest between `low` and `high`, if it has one peak there (golden section).
fn peak(mut low: f64, mut high: f64, mut height: impl FnMut(f64) -> f64) -> f64 {
    const STEPS: u32 = 45;
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let mut at = |place: f64| (place, height(place));
    let [mut left, mut right] = [at(high - GOLDEN * (high - low)), at(low + GOLDEN * (high - low))];
    for _ in 0..STEPS {
        if left.1 > right.1 {
            (high, right) = (right.0, left);
            left = at(high - GOLDEN * (high - low));
        } else {
            (low, left) = (left.0, right);
            right = at(low + GOLDEN * (high - low));
        }
    }
    f64::midpoint(low, high)
}

/// The likeliest distribution with this mean and standard deviation: `p / (1 + x · φ + y · ψ)`,
/// where φ and ψ have the mean zero in it; `None` if there is none. The search for x and y begins
/// with those in `tilt` and leaves there what it has found.
fn shaped(data: &[Value], mean: f64, deviation: f64, tilt: &mut [f64; 2]) -> Option<Vec<f64>> {
    let variance = deviation * deviation;
    let step = 1.0 / (data.len() - 1) as f64;
    let below = (mean / step).floor() * step;
    let narrowest = (mean - below) * (below + step - mean);
    if variance <= narrowest || variance >= mean * (1.0 - mean) {
        return None;
    }
    let away = |value: &Value| [value.at - mean, (value.at - mean).powi(2) - variance];
    let phi: Vec<[f64; 2]> = data.iter().map(away).collect();
    if gain(data, &phi, *tilt).is_none() {
        *tilt = [0.0; 2];
    }
    for _ in 0..60 {
        let (way, rise) = ascent(data, &phi, *tilt);
        let known = gain(data, &phi, *tilt)?;
        // The whole way near the peak; farther off a part of it that climbs.
        let climbs = |&(part, next): &(f64, [f64; 2])| {
            gain(data, &phi, next)
                .is_some_and(|gain| rise < 1e-9 || gain >= known + 1e-4 * part * rise)
        };
        let parts = (0..50).map(|halvings| 0.5_f64.powi(halvings));
        let mut nexts = parts.map(|part| (part, [0, 1].map(|axis| tilt[axis] + part * way[axis])));
        let Some((_, next)) = nexts.find(climbs) else { break };
        *tilt = next;
        if rise < 1e-24 {
            break;
        }
    }
    Some(data.iter().zip(&phi).map(|(value, phi)| value.p / weight(phi, *tilt)).collect())
}

/// What the share of a value is divided by.
fn weight(phi: &[f64; 2], [x, y]: [f64; 2]) -> f64 {
    1.0 + x * phi[0] + y * phi[1]
}

/// What `tilt` makes greatest where it is right; `None` where a share would be negative.
fn gain(data: &[Value], phi: &[[f64; 2]], tilt: [f64; 2]) -> Option<f64> {
    let gain = |(value, phi): (&Value, &[f64; 2])| {
        let weight = weight(phi, tilt);
        (weight > 0.0).then(|| value.p * libm::log(weight))
    };
    data.iter().zip(phi).map(gain).sum()
}

/// Newton's step towards the greatest gain, and how fast the gain grows that way.
fn ascent(data: &[Value], phi: &[[f64; 2]], tilt: [f64; 2]) -> ([f64; 2], f64) {
    let ([mut slope_x, mut slope_y], [mut xx, mut xy, mut yy]) = ([0.0; 2], [0.0; 3]);
    for (value, phi) in data.iter().zip(phi) {
        let [x, y] = phi.map(|away| away / weight(phi, tilt));
        (slope_x, slope_y) = (slope_x + value.p * x, slope_y + value.p * y);
        (xx, xy, yy) = (xx + value.p * x * x, xy + value.p * x * y, yy + value.p * y * y);
    }
    let determinant = xx * yy - xy * xy;
    let way =
        [(yy * slope_x - xy * slope_y) / determinant, (xx * slope_y - xy * slope_x) / determinant];
    (way, way[0] * slope_x + way[1] * slope_y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn bounds_are_wald_s() {
        let bounds = |alpha, beta| Sprt { alpha, beta, ..sprt(Model::Logistic, 0.0, 5.0) }.bounds();
        let near = |(low, high): (f64, f64), (l, h): (f64, f64)| {
            (low - l).abs() < 1e-12 && (high - h).abs() < 1e-12
        };
        assert!(near(bounds(0.05, 0.05), (-2.944_438_979_166, 2.944_438_979_166)));
        assert!(near(bounds(0.1, 0.1), (-2.197_224_577_336, 2.197_224_577_336)));
        assert!(near(bounds(0.05, 0.1), (-2.251_291_798_606, 2.890_371_757_896)));
    }

    /// fishtest's code and its users' published tests, each derived again with scipy.
    #[test]
    fn ratios_match_published_vectors() {
        use Model::{Logistic, Normalized};
        let vectors: [(Model, &[u64], f64, f64, f64); 18] = [
            (Logistic, &[21184, 40708, 21404], 0.5, 2.5, -1.571_889),
            (Logistic, &[57030, 106_593, 57433], 0.0, 2.0, -2.593_024),
            (Normalized, &[36027, 68692, 36433], 0.0, 2.0, 0.923_293),
            (Normalized, &[10650, 20431, 10871], -1.75, 0.25, 2.297_500),
            (Normalized, &[0, 0, 4250], 0.0, 10.0, 120.548_268),
            (Logistic, &[223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.074_126),
            (Logistic, &[871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.978_673),
            (Normalized, &[365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.250_368),
            (Normalized, &[127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.010_154),
            (Normalized, &[0, 0, 0, 0, 5550], 0.0, 5.0, 111.797_555),
            (Logistic, &[40, 10, 50], 0.0, 10.0, 0.273_832),
            (Logistic, &[400, 60, 540], 0.0, 20.0, 6.813_514),
            (Normalized, &[400, 60, 540], 0.0, 20.0, 6.654_197),
            (Logistic, &[10, 20, 60, 35, 25], 0.0, 30.0, 4.322_145),
            (Normalized, &[10, 20, 60, 35, 25], 0.0, 30.0, 3.709_163),
            (Normalized, &[13, 37, 50, 25, 3], 0.0, 4.0, -0.549_125),
            (Logistic, &[13, 37, 50, 25, 3], 0.0, 2.71575, -0.537_716),
            (Normalized, &[39, 2226, 31451, 2412, 40], 0.764, 3.439, 2.162_941),
        ];
        for (model, counts, elo0, elo1, expected) in vectors {
            let ratio = sprt(model, elo0, elo1).ratio(counts);
            assert!(
                (ratio - expected).abs() < 2e-5 * expected.abs().max(0.1),
                "{model:?} {counts:?}: {ratio}, not {expected}"
            );
        }
    }

    /// Derived by hand and by another program that searches all distributions.
    #[test]
    fn wide_hypotheses_are_judged_by_their_likeliest_distributions() {
        let vectors: [(&[u64], f64, f64, f64); 3] = [
            (&[0, 0, 2, 2, 0], 0.0, 600.0, -0.62),
            (&[0, 0, 9, 15, 6], 0.0, 600.0, 1.23),
            (&[0, 3, 5, 2, 0], 100.0, 500.0, -11.04),
        ];
        for (counts, elo0, elo1, expected) in vectors {
            let ratio = sprt(Model::Normalized, elo0, elo1).ratio(counts);
            assert!((ratio - expected).abs() < 0.01, "{counts:?}: {ratio}, not {expected}");
        }
    }

    /// Hypotheses may be as far apart as an experiment file lets them be.
    #[test]
    fn ratios_are_finite_and_grow_with_the_score() {
        for model in [Model::Logistic, Model::Normalized] {
            for (elo0, elo1) in [(0.0, 250.0), (-400.0, -300.0), (0.0, 1000.0), (-1000.0, 1000.0)] {
                let ratio = |counts: &[u64]| sprt(model, elo0, elo1).ratio(counts);
                let counts =
                    [[50, 10, 0, 0, 0], [5, 8, 30, 10, 7], [2, 4, 8, 26, 20], [0, 0, 0, 0, 60]];
                let ratios = counts.map(|counts| ratio(&counts));
                assert!(
                    ratios.iter().all(|ratio| ratio.is_finite()),
                    "{model:?} {elo1} {ratios:?}"
                );
                assert!(ratios.is_sorted(), "{model:?} {elo0} {elo1} {ratios:?}");
                assert!(ratio(&[3, 4, 5]).is_finite());
            }
        }
    }

    #[test]
    fn ratios_turn_round_with_the_question() {
        for (elo, counts) in [(600.0, [0, 0, 9, 15, 6]), (300.0, [1, 0, 4, 9, 3])] {
            let mut reversed = counts;
            reversed.reverse();
            let wide = |elo, counts: &[u64]| sprt(Model::Normalized, 0.0, elo).ratio(counts);
            assert!((wide(elo, &counts) - wide(-elo, &reversed)).abs() < 1e-6);
            assert!((wide(elo, &counts[..3]) - wide(-elo, &reversed[2..])).abs() < 1e-6);
        }
        for model in [Model::Logistic, Model::Normalized] {
            let (counts, reversed) = ([10, 20, 60, 35, 25], [25, 35, 60, 20, 10]);
            let ratio = sprt(model, 0.0, 30.0).ratio(&counts);
            assert!((ratio + sprt(model, 30.0, 0.0).ratio(&counts)).abs() < 1e-9);
            assert!((ratio + sprt(model, -30.0, 0.0).ratio(&reversed)).abs() < 1e-6);
            assert_eq!(sprt(model, 0.0, 30.0).verdict(&counts), Some(Verdict::Upper));
            assert_eq!(sprt(model, 0.0, 30.0).verdict(&[0; 5]), None);
        }
    }

    /// Both hypotheses are given up wrongly as seldom as was asked for, and tests end about when
    /// Wald says.
    #[test]
    fn errors_are_as_rare_as_promised() {
        use yomi_engine::random::Random;
        let test = Sprt { alpha: 0.1, beta: 0.1, ..sprt(Model::Logistic, 0.0, 60.0) };
        let wrong = |elo: f64, error: Verdict| -> (u32, f64) {
            let mut random = Random::from_seed(20_261_122);
            let (mut wrong, mut pairs) = (0, 0);
            for _ in 0..1500 {
                let mut counts = [0; 5];
                loop {
                    // Two games a pair, a fifth of them drawn.
                    let mut game = || {
                        let (win, draw) = (expected_score(elo) - 0.1, 0.2);
                        let drawn = random.below(1_000_000) as f64 / 1e6;
                        if drawn < win { 2 } else { usize::from(drawn < win + draw) }
                    };
                    counts[game() + game()] += 1;
                    pairs += 1;
                    if let Some(verdict) = test.verdict(&counts) {
                        wrong += u32::from(verdict == error);
                        break;
                    }
                }
            }
            (wrong, f64::from(pairs) / 1500.0)
        };
        std::thread::scope(|scope| {
            let check = |elo, error| {
                let (errors, pairs) = wrong(elo, error);
                // 150 would be a tenth; three standard deviations are 35. Overshoot makes errors
                // rarer, not more frequent.
                assert!((70..=185).contains(&errors), "{errors} of 1500 wrong at {elo} Elo");
                assert!((30.0..150.0).contains(&pairs), "{pairs} pairs on average");
            };
            scope.spawn(move || check(0.0, Verdict::Upper));
            check(60.0, Verdict::Lower);
        });
    }
}
