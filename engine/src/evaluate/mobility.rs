//! Freedom of choice: the side with fewer moves is soon forced to play a bad one.

use super::Evaluator;
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::Score;

/// Own legal moves minus those the opponent would have if it were its turn, in moves. A finished
/// game is decided by the discs on the board: empty squares go to nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<K: Kernel> Evaluator<Othello<K>> for Mobility {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        match (position.legal().count(), position.opponent_legal().count()) {
            (0, 0) => Score::decided(Score(position.disc_difference())),
            (own, other) => Score(own as i32 - other as i32),
        }
    }
}
