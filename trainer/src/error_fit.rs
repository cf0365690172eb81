//! The error model of ProbCut, fitted: how far shallow searches are off deeper ones of the same
//! positions.
//!
//! All searches begin with an empty memory, so that none has seen the other. The mean of the
//! absolute difference is fitted, by Newton's method on the likelihood of a Laplace distribution
//! (which a few wild differences do not sway), and turned into the standard deviation of a normal
//! distribution with the same mean. It is fitted to the depths that ProbCut puts together, for a
//! model of all pairs of depths would hold less well for these. Then it is counted within how
//! many of these deviations which share of the differences lies that ProbCut meets.

use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::{Evaluation, NoMemory, Selectivity};

use crate::measure::values;
use crate::sample::Sample;

/// The difference of two searches of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Plies of the deeper search; as many as there are empty squares if it went to the end.
    pub depth: u32,
    /// Plies of the shallow search.
    pub shallow: u32,
    /// Empty squares.
    pub empties: u32,
    /// The deeper search's value less the shallow one's, in discs.
    pub discs: f32,
}

impl Difference {
    /// Whether the deeper search went to the end of the game.
    fn is_to_the_end(&self) -> bool {
        self.depth >= self.empties
    }

    /// Whether ProbCut lets the shallow search stand for the deeper one.
    pub(crate) fn is_probcut(&self) -> bool {
        self.is_near_probcut(0)
    }

    /// Whether the model is fitted to it. A position has one search to the end only, so that those
    /// by a ply more or less than a third speak for it, too.
    fn is_fitted(&self) -> bool {
        self.is_near_probcut(u32::from(self.is_to_the_end()))
    }

    /// Whether ProbCut looks at such a search, and the shallow one is at most this many plies off
    /// its own.
    fn is_near_probcut(&self, plies: u32) -> bool {
        let Self { depth, shallow, empties, .. } = *self;
        let is_used = match self.is_to_the_end() {
            true => empties >= ErrorModel::ENDGAME_FROM,
            false => depth >= ErrorModel::MIDGAME_FROM,
        };
        is_used && shallow.abs_diff(ErrorModel::shallow_depth(depth, empties)) <= plies
    }
}

/// The differences of all searches of up to `deepest` plies whose depths have the same parity, and,
/// of samples with an exact score, of all searches and that. `begun` hears of the plies before each
/// round of searches.
///
/// # Errors
/// When there is no memory for the engine.
pub fn differences(
    samples: &[Sample],
    evaluation: Evaluation,
    deepest: u32,
    threads: usize,
    begun: &mut dyn FnMut(u32),
) -> Result<Vec<Difference>, NoMemory> {
    let by_depth: Vec<_> = (0..=deepest)
        .map(|depth| {
            begun(depth);
            values(samples, evaluation, depth, threads, &|| ())
        })
        .collect::<Result<_, _>>()?;
    let mut differences = Vec::new();
    for (number, sample) in samples.iter().enumerate() {
        let empties = sample.empties();
        let value = |depth: u32| by_depth[depth as usize][number];
        for shallow in 0..=deepest.min(empties.saturating_sub(1)) {
            for depth in (shallow + 2..=deepest.min(empties.saturating_sub(1))).step_by(2) {
                let discs = value(depth) - value(shallow);
                differences.push(Difference { depth, shallow, empties, discs });
            }
            if sample.exact {
                let discs = sample.discs() - value(shallow);
                differences.push(Difference { depth: empties, shallow, empties, discs });
            }
        }
    }
    Ok(differences)
}

/// Why there is no error model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorFitError {
    /// There are no samples, or searches go too little deep.
    #[error("no two searches to compare: expected samples, and searches of at least three plies")]
    Midgame,
    /// No sample that ProbCut meets has an exact score, or searches go too little deep.
    #[error(
        "nothing to compare searches to the end with: expected exact scores of samples with at \
         least {first} empty squares, and searches of a third as many plies",
        first = ErrorModel::ENDGAME_FROM
    )]
    Endgame,
}

/// The model of some differences.
///
/// # Errors
/// When they say nothing of the midgame or of the endgame.
pub fn fit(differences: &[Difference]) -> Result<ErrorModel, ErrorFitError> {
    let (mut midgame, mut endgame) = (Vec::new(), Vec::new());
    let measured = measured(differences);
    for difference in differences.iter().filter(|difference| difference.is_fitted()) {
        let Difference { depth, shallow, empties, discs } = *difference;
        let size = f64::from(discs.abs());
        if difference.is_to_the_end() {
            if empties <= measured {
                endgame.push((ErrorModel::endgame_terms(shallow, empties).map(f64::from), size));
            }
        } else {
            midgame.push((ErrorModel::midgame_terms(depth, shallow, empties).map(f64::from), size));
        }
    }
    if midgame.is_empty() {
        return Err(ErrorFitError::Midgame);
    }
    if endgame.is_empty() {
        return Err(ErrorFitError::Endgame);
    }
    let (midgame, endgame) = (logarithm(&midgame), logarithm(&endgame));
    let model = ErrorModel { midgame, endgame, measured, ..ErrorModel::UNKNOWN };
    Ok(ErrorModel { deviations: deviations(&model, differences), ..model })
}

/// The most empty squares from which there is a search to the end that ProbCut puts beside another.
fn measured(differences: &[Difference]) -> u32 {
    let to_the_end = differences.iter().filter(|difference| difference.is_to_the_end());
    let used = to_the_end.filter(|difference| difference.is_probcut());
    used.map(|difference| difference.empties).max().unwrap_or(0)
}

/// Whether a model can be checked with some differences: whether ProbCut meets any of them.
///
/// # Errors
/// When it does not.
pub fn comparable(differences: &[Difference]) -> Result<(), ErrorFitError> {
    let any = differences.iter().any(Difference::is_probcut);
    if any { Ok(()) } else { Err(ErrorFitError::Midgame) }
}

/// For each selectivity the standard errors within which its share of ProbCut's differences lies,
/// of which there are some.
fn deviations(model: &ErrorModel, differences: &[Difference]) -> [f32; Selectivity::UNSURE] {
    let used = differences.iter().filter(|difference| difference.is_probcut());
    let mut sizes: Vec<f32> = used.map(|d| d.discs.abs() / expected(model, d)).collect();
    sizes.sort_by(f32::total_cmp);
    let mut deviations = ErrorModel::EDAX;
    for (selectivity, deviations) in Selectivity::all().zip(&mut deviations) {
        let place = sizes.len() * usize::from(selectivity.percent()) / 100;
        *deviations = sizes[place];
    }
    deviations
}

/// The standard error that the model expects of a difference, in discs.
pub(crate) fn expected(model: &ErrorModel, difference: &Difference) -> f32 {
    let Difference { depth, shallow, empties, .. } = *difference;
    model.standard_error(depth, shallow, empties)
}

/// Coefficients for the logarithm of the standard deviation, from at least one observation.
fn logarithm<const N: usize>(observations: &[([f64; N], f64)]) -> [f32; N] {
    /// The standard deviation of a normal distribution whose mean absolute value is 1: √(π/2).
    const DEVIATION: f64 = 1.253_314_137_315_5;
    let mut coefficients = [0.0; N];
    let mean = observations.iter().map(|(_, size)| size).sum::<f64>() / observations.len() as f64;
    coefficients[0] = libm::log(mean.max(1e-3));
    for _ in 0..30 {
        let (mut gradient, mut curvature) = ([0.0; N], [[0.0; N]; N]);
        for (terms, size) in observations {
            let ratio = size * libm::exp(-product(terms, &coefficients));
            for row in 0..N {
                gradient[row] += terms[row] * (ratio - 1.0);
                for column in 0..N {
                    curvature[row][column] += terms[row] * terms[column] * ratio;
                }
            }
        }
        for (row, line) in curvature.iter_mut().enumerate() {
            line[row] += 1e-6 * observations.len() as f64;
        }
        let step = solve(curvature, gradient);
        // Whole steps may lead too far.
        let now = loss(observations, &coefficients);
        let shorter = (0..20).map(|halvings| {
            let length = libm::exp2(-f64::from(halvings));
            std::array::from_fn(|place| coefficients[place] + length * step[place])
        });
        match shorter.into_iter().find(|next| loss(observations, next) < now) {
            Some(next) => coefficients = next,
            None => break,
        }
    }
    coefficients[0] += libm::log(DEVIATION);
    coefficients.map(|coefficient| coefficient as f32)
}

/// The negative logarithm of the likelihood, up to a constant. It is convex.
fn loss<const N: usize>(observations: &[([f64; N], f64)], coefficients: &[f64; N]) -> f64 {
    let one = |(terms, size): &([f64; N], f64)| {
        let expected = product(terms, coefficients);
        expected + size * libm::exp(-expected)
    };
    observations.iter().map(one).sum()
}

fn product<const N: usize>(terms: &[f64; N], coefficients: &[f64; N]) -> f64 {
    terms.iter().zip(coefficients).map(|(term, factor)| term * factor).sum()
}

/// The solution of linear equations with a positive definite matrix, by elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in 0..N {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let above = matrix[pivot];
                for (value, known) in matrix[row].iter_mut().zip(above) {
                    *value -= factor * known;
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    for (row, value) in right.iter_mut().enumerate() {
        *value /= matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::hit_rates;
    use yomi_engine::random::Random;

    /// Differences drawn from a known model are explained by one that is nearly the same.
    #[test]
    fn a_known_model_is_found() {
        let truth = ErrorModel {
            midgame: [1.0, 0.6, -0.5, 0.2, -0.03],
            endgame: [1.5, -0.3, 0.2, 0.0],
            measured: 24,
            ..ErrorModel::UNKNOWN
        };
        let mut random = Random::from_seed(1);
        // The sum of twelve uniform numbers is as good as normal.
        let mut normal =
            || (0..12).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).sum::<f32>() - 6.0;
        let mut differences = Vec::new();
        for _ in 0..300 {
            for empties in [12, 16, 20, 24] {
                let third = empties / 3;
                let to_the_end = [third - 1, third, third + 1].map(|shallow| (empties, shallow));
                for (depth, shallow) in [(4, 2), (8, 4), (7, 3)].into_iter().chain(to_the_end) {
                    let discs = normal() * truth.standard_error(depth, shallow, empties);
                    differences.push(Difference { depth, shallow, empties, discs });
                }
                // Others than ProbCut's teach nothing.
                for (depth, shallow) in [(4, 0), (8, 2), (empties, 1), (empties, third + 2)] {
                    let others = Difference { depth, shallow, empties, discs: 40.0 };
                    assert!(!others.is_fitted());
                    differences.push(others);
                }
            }
        }
        let model = fit(&differences).unwrap();
        let fitted = differences.iter().filter(|difference| difference.is_fitted());
        for Difference { depth, shallow, empties, .. } in fitted.take(24) {
            let [found, known] =
                [model, truth].map(|model| model.standard_error(*depth, *shallow, *empties));
            assert!(
                (found / known - 1.0).abs() < 0.1,
                "{depth} {shallow} {empties}: {found} {known}"
            );
        }
        assert_eq!(model.measured, 24);
        // A normal distribution has 98 and 99 % within less than 2.6 and 3.3.
        let quantiles = [0.674, 1.103, 1.514, 1.96, 2.326, 2.576];
        for (found, expected) in model.deviations.iter().zip(quantiles) {
            assert!((found / expected - 1.0).abs() < 0.06, "{:?}", model.deviations);
        }
        // Others of ProbCut's depths.
        let others: Vec<_> = (0..8000)
            .map(|number| {
                let (depth, shallow, empties) = [(4, 2, 14), (8, 4, 20), (7, 3, 24)][number % 3];
                let discs = normal() * truth.standard_error(depth, shallow, empties);
                Difference { depth, shallow, empties, discs }
            })
            .collect();
        assert!(others.iter().all(Difference::is_probcut));
        let rates = hit_rates(&model, &others);
        assert_eq!(rates.len(), quantiles.len());
        for (claimed, rate) in rates {
            assert!((rate - f64::from(claimed)).abs() < 2.0, "{claimed}: {rate}");
        }
    }

    #[test]
    fn a_model_needs_differences_of_both_kinds() {
        let of = |depth, shallow| Difference { depth, shallow, empties: 12, discs: 3.0 };
        assert_eq!(fit(&[]), Err(ErrorFitError::Midgame));
        assert_eq!(fit(&[of(12, 4)]), Err(ErrorFitError::Midgame));
        assert_eq!(fit(&[of(4, 2)]), Err(ErrorFitError::Endgame));
        assert_eq!(fit(&[of(2, 0), of(12, 4)]), Err(ErrorFitError::Midgame));
        assert_eq!(fit(&[of(4, 2), of(12, 3)]), Err(ErrorFitError::Endgame));
        assert!(fit(&[of(4, 2), of(12, 4)]).is_ok());
    }
}
