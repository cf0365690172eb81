//! How far a shallow search is off a deep one, as far as an evaluation lets it: what ProbCut cuts
//! by.
//!
//! The difference of the two is taken to be without bias. Its standard deviation in discs is a
//! product of powers of the depths and of the exponential of a quadratic function of the empty
//! squares, so that it stays positive and calm at depths nobody could measure. The coefficients are
//! fitted to searches of the same positions with independent memories: one set for searches to a
//! depth, one for searches to the end of the game. How many standard deviations hold which share of
//! the differences is measured, too, for there are more small and more large ones than a normal
//! distribution has.

use std::array;

use super::Selectivity;

/// The standard error of shallow searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// Of a search for a deeper one: the coefficients of [`midgame_terms`](Self::midgame_terms).
    pub midgame: [f32; 5],
    /// Of a search for the final score: the coefficients of [`endgame_terms`](Self::endgame_terms).
    pub endgame: [f32; 4],
    /// The most empty squares that these were fitted to; with more only the shallow search makes a
    /// difference.
    pub measured: u32,
    /// For each selectivity but certainty, the boldest first, the standard errors within which the
    /// share of all errors lies that is its percentage.
    pub deviations: [f32; Selectivity::UNSURE],
}

impl ErrorModel {
    /// Edax's: those of a normal distribution, but for 98 and 99 % more (2.33 and 2.58).
    pub const EDAX: [f32; Selectivity::UNSURE] = [0.67, 1.1, 1.5, 2.0, 2.6, 3.3];

    /// Five discs everywhere: for weights whose errors nobody has measured yet.
    pub const UNKNOWN: Self = Self {
        midgame: [1.6, 0.0, 0.0, 0.0, 0.0],
        endgame: [1.6, 0.0, 0.0, 0.0],
        measured: 0,
        deviations: Self::EDAX,
    };

    /// Whether these can be anybody's errors: numbers, none of which makes an error of nothing or
    /// of everything by itself, and more deviations for more sureness.
    pub(crate) fn is_possible(&self) -> bool {
        /// A fit's are below 5.
        const MOST: f32 = 100.0;
        let coefficients = self.midgame.iter().chain(&self.endgame);
        coefficients.chain(&self.deviations).all(|number| number.abs() <= MOST)
            && (self.measured as usize) < StandardErrors::PLIES
            && self.deviations[0] > 0.0
            && self.deviations.is_sorted()
    }

    /// The standard errors that a cut of a selectivity needs, `None` if nothing is cut.
    #[must_use]
    pub fn deviations(&self, selectivity: Selectivity) -> Option<f32> {
        self.deviations.get(usize::from(selectivity.to_bits())).copied()
    }

    /// The plies of the search that stands for one of `depth` plies: about half of them, and as odd
    /// or even, or a third for one to the end of the game, which is as deep as there are empty
    /// squares.
    #[must_use]
    pub const fn shallow_depth(depth: u32, empties: u32) -> u32 {
        if depth >= empties { empties / 3 } else { 2 * (depth / 4) + depth % 2 }
    }

    /// The least depth of a midgame search that a shallow one may stand for.
    pub const MIDGAME_FROM: u32 = 3;
    /// The fewest empty squares with which a shallow search may stand for one to the end.
    pub const ENDGAME_FROM: u32 = 12;

    /// What the midgame's coefficients are multiplied with.
    #[must_use]
    pub fn midgame_terms(depth: u32, shallow: u32, empties: u32) -> [f32; 5] {
        let [d, s] = [depth, shallow].map(|plies| libm::logf(1.0 + plies as f32));
        let e = empties as f32 / 10.0;
        [1.0, d, s, e, e * e]
    }

    /// What the endgame's coefficients are multiplied with.
    #[must_use]
    pub fn endgame_terms(shallow: u32, empties: u32) -> [f32; 4] {
        let s = libm::logf(1.0 + shallow as f32);
        let e = empties as f32 / 10.0;
        [1.0, s, e, e * e]
    }

    /// The standard error, in discs, of a search of `shallow` plies for one of `depth` plies with
    /// `empties` empty squares. As many plies as there are empty squares mean a search to the end.
    /// It is that of a normal distribution whose errors are as large on average; their root mean
    /// square is somewhat larger, because a few errors are very large.
    #[must_use]
    pub fn standard_error(&self, depth: u32, shallow: u32, empties: u32) -> f32 {
        libm::expf(if depth >= empties {
            dot(&self.endgame, &Self::endgame_terms(shallow, empties.min(self.measured)))
        } else {
            dot(&self.midgame, &Self::midgame_terms(depth, shallow, empties))
        })
    }
}

/// The standard errors of the searches that stand for others, looked up.
pub(super) struct StandardErrors(Box<[[f32; Self::PLIES]; Self::PLIES]>);

impl StandardErrors {
    /// From none to as many as there are squares.
    const PLIES: usize = 65;

    pub(super) fn new(model: &ErrorModel) -> Self {
        let with = |empties: u32| {
            let of = |depth| {
                let shallow = ErrorModel::shallow_depth(depth, empties);
                model.standard_error(depth, shallow, empties)
            };
            array::from_fn(|depth| of(depth as u32))
        };
        Self(Box::new(array::from_fn(|empties| with(empties as u32))))
    }

    /// In discs, of the search that stands for one of `depth` plies with `empties` empty squares.
    #[inline]
    pub(super) fn of(&self, depth: u32, empties: u32) -> f32 {
        self.0[empties as usize][depth.min(empties) as usize]
    }
}

fn dot(coefficients: &[f32], terms: &[f32]) -> f32 {
    coefficients.iter().zip(terms).map(|(coefficient, term)| coefficient * term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search is never deeper than to the end of the game.
    #[test]
    fn what_is_looked_up_is_what_the_model_says() {
        let model = ErrorModel {
            midgame: [1.2, 0.4, -0.5, -0.2, 0.01],
            endgame: [-0.1, -0.4, 2.8, -0.9],
            measured: 24,
            ..ErrorModel::UNKNOWN
        };
        let errors = StandardErrors::new(&model);
        for empties in 0..=64 {
            for depth in 0..=70 {
                let shallow = ErrorModel::shallow_depth(depth, empties);
                let error = model.standard_error(depth, shallow, empties);
                assert!(errors.of(depth, empties) == error, "{depth} plies, {empties} empty");
            }
        }
    }
}
