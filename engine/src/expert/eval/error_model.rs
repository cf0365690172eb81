//! How far a shallow search is off a deep one, as far as an evaluation lets it: what ProbCut cuts
//! by.
//!
//! The difference of the two is taken as normal without bias. The logarithm of its standard
//! deviation in discs is linear in the depths and quadratic in the empty squares, so that it stays
//! positive and calm at depths nobody could measure. The coefficients are fitted to searches of the
//! same positions with independent memories: one set for searches to a depth, one for searches to
//! the end of the game.

/// The standard error of shallow searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// Of a search for a deeper one: the coefficients of [`midgame_terms`](Self::midgame_terms).
    pub midgame: [f32; 5],
    /// Of a search for the final score: the coefficients of [`endgame_terms`](Self::endgame_terms).
    pub endgame: [f32; 4],
}

impl ErrorModel {
    /// Five discs everywhere: for weights whose errors nobody has measured yet.
    pub const UNKNOWN: Self =
        Self { midgame: [1.6, 0.0, 0.0, 0.0, 0.0], endgame: [1.6, 0.0, 0.0, 0.0] };

    /// Whether these can be anybody's errors: numbers, none of which makes an error of nothing or
    /// of everything by itself.
    pub(crate) fn is_possible(&self) -> bool {
        /// A fit's are below 5.
        const MOST: f32 = 100.0;
        self.midgame.iter().chain(&self.endgame).all(|coefficient| coefficient.abs() <= MOST)
    }

    /// What the midgame's coefficients are multiplied with.
    #[must_use]
    pub fn midgame_terms(depth: u32, shallow: u32, empties: u32) -> [f32; 5] {
        let [d, s, e] = [depth, shallow, empties].map(|number| number as f32 / 10.0);
        [1.0, d, s, e, e * e]
    }

    /// What the endgame's coefficients are multiplied with.
    #[must_use]
    pub fn endgame_terms(shallow: u32, empties: u32) -> [f32; 4] {
        let [s, e] = [shallow, empties.min(Self::MEASURED)].map(|number| number as f32 / 10.0);
        [1.0, s, e, e * e]
    }

    /// The most empty squares from which games are solved to fit the endgame's coefficients; with
    /// more the errors are taken to be the same.
    pub const MEASURED: u32 = 20;

    /// The standard error, in discs, of a search of `shallow` plies for one of `depth` plies with
    /// `empties` empty squares. As many plies as there are empty squares mean a search to the end.
    #[must_use]
    pub fn standard_error(&self, depth: u32, shallow: u32, empties: u32) -> f32 {
        libm::expf(if depth >= empties {
            dot(&self.endgame, &Self::endgame_terms(shallow, empties))
        } else {
            dot(&self.midgame, &Self::midgame_terms(depth, shallow, empties))
        })
    }
}

fn dot(coefficients: &[f32], terms: &[f32]) -> f32 {
    coefficients.iter().zip(terms).map(|(coefficient, term)| coefficient * term).sum()
}
