//! The win-rate page's way to count the discs of a finished game, which goes wrong on a board with
//! empty squares (docs/sources.md).

use super::Evaluator;
use crate::game::{Game, Side};
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::{Score, Unit};

/// Black's discs minus White's as the page counts them.
///
/// The page adds up all cells of its board, where Black is 1, White 0 and an empty square −1, takes
/// the sum for Black's discs and the rest of the board for White's. On a full board this is right.
/// Every empty square moves the result by three discs towards White: 40 to 10 with 14 empty squares
/// is counted as 26 to 38.
#[derive(Clone, Copy, Debug, Default)]
pub struct TutorialCount;

impl TutorialCount {
    /// Black's lead as the page counts it, on a board of `squares` squares with this many discs of
    /// each side.
    ///
    /// ```
    /// use yomi_engine::evaluate::TutorialCount;
    ///
    /// assert_eq!(TutorialCount::lead([33, 31], 64), 2);
    /// assert_eq!(TutorialCount::lead([40, 10], 64), 26 - 38);
    /// ```
    #[must_use]
    pub fn lead([black, white]: [u32; 2], squares: u32) -> i32 {
        let empties = squares as i32 - (black + white) as i32;
        2 * (black as i32 - empties) - squares as i32
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for TutorialCount {
    /// The lead for the side to move, in discs.
    fn evaluate(&self, position: &Othello<K>) -> Score {
        let discs = Side::BOTH.map(|side| position.discs(side).count());
        let lead = Score(Self::lead(discs, (K::SIZE * K::SIZE) as u32));
        if position.side_to_move() == Side::First { lead } else { -lead }
    }

    fn unit(&self) -> Unit {
        Unit::Points(1)
    }
}
