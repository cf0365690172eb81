//! The evaluator of perfect play: finished games count their points, everything else is unknown.

use super::Evaluator;
use crate::game::Game;
use crate::score::{Score, Unit};

/// Values finished games by their final score and all other positions as zero. With a search to the
/// end of the game its values are exact.
#[derive(Clone, Copy, Debug, Default)]
pub struct FinalScore;

impl<G: Game> Evaluator<G> for FinalScore {
    fn evaluate(&self, position: &G) -> Score {
        position.final_score().unwrap_or(Score::ZERO)
    }

    fn unit(&self) -> Unit {
        Unit::Points(G::UNITS_PER_POINT)
    }
}
