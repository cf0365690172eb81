//! Stones on the board, the first idea everybody has about Go (the Monte-Carlo page): who has taken
//! more has more left.

use super::Evaluator;
use crate::game::Game;
use crate::games::go::Go;
use crate::score::{Score, Unit};

/// Own stones on the board minus the opponent's, in stones. A finished game is decided by its
/// score, so that a draw is worth nothing to either side and any win more than any number of
/// stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureDiff;

impl Evaluator<Go> for CaptureDiff {
    fn evaluate(&self, position: &Go) -> Score {
        if let Some(score) = position.final_score() {
            return Score::decided(score);
        }
        let side = position.side_to_move();
        Score(position.stones(side) as i32 - position.stones(!side) as i32)
    }

    fn unit(&self) -> Unit {
        Unit::Points(1)
    }
}
