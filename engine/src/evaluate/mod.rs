//! How good is a position that is not searched further?

mod capture_diff;
mod discs;
mod estimate;
mod final_score;
mod mobility;
mod square_weights;
mod tutorial;
mod tutorial_count;

pub use capture_diff::CaptureDiff;
pub use discs::Discs;
pub use estimate::{Estimate, FEATURES};
pub use final_score::FinalScore;
pub use mobility::Mobility;
pub use square_weights::SquareWeights;
pub use tutorial::Tutorial;
pub use tutorial_count::TutorialCount;

use crate::game::Game;
use crate::score::{Score, Unit};

/// A static judgement of positions. Any `Fn(&G) -> Score` is one.
///
/// Usually one side's gain is the other's loss: what a position is worth to the side that is not to
/// move is the negation. [`Estimate`] also values the right to move.
///
/// Searchers ask it at the horizon and at the end of the game alike, so each evaluator says what a
/// finished game is worth in its unit: its usual formula, or [`Score::decided`] where a win must
/// outrank every guess.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of any position for the side to move, in the evaluator's own unit. Guesses lie
    /// within half of [`Score::WIN`], and everything within [`Score::INFINITY`], to either side.
    fn evaluate(&self, position: &G) -> Score;

    /// What its values count.
    fn unit(&self) -> Unit {
        Unit::Own
    }
}

impl<G: Game, F: Fn(&G) -> Score + Send + Sync> Evaluator<G> for F {
    fn evaluate(&self, position: &G) -> Score {
        self(position)
    }
}
