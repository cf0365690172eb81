//! The win-rate page's own evaluator: corners, edges, mobility and being ahead (docs/sources.md).

use super::Evaluator;
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::Score;

/// Points for corners, edge discs, legal moves and the lead in discs, each as a difference: own
/// minus the opponent's. What one side gains the other loses, so the value for White is minus the
/// value for Black.
///
/// A corner lies on two edges and counts on both, so that with the page's weights it is worth 10 +
/// 5 + 5 points, any other edge disc 5, a legal move 2 and the lead 1. A finished game has no value
/// of its own.
///
/// ```
/// use yomi_engine::evaluate::{Evaluator, Tutorial};
/// use yomi_engine::games::othello::Othello8;
///
/// // White to move: a corner behind, one disc on the edges ahead, as many moves as Black, and the
/// // lead.
/// let board = "XX-O-----OOX-----XOXO----XXXO---OOXOX----O-X---------------O-O-- O";
/// let position: Othello8 = board.parse()?;
/// assert_eq!(Tutorial::PAGE.evaluate(&position).0, -10 + 5 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tutorial {
    /// For each corner, besides what it counts as a disc on two edges.
    pub corner: i32,
    /// For each disc on an edge; a corner counts twice.
    pub edge: i32,
    /// For each legal move; the opponent's are those it would have if it were its turn.
    pub mobility: i32,
    /// For having more discs than the opponent.
    pub lead: i32,
}

impl Tutorial {
    /// The page's weights.
    pub const PAGE: Self = Self { corner: 10, edge: 5, mobility: 2, lead: 1 };
}

impl Default for Tutorial {
    fn default() -> Self {
        Self::PAGE
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for Tutorial {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        let (own, other) = (position.mover(), position.opponent());
        let ahead = |set: K::Bits| (own & set).count() as i32 - (other & set).count() as i32;
        let (corners, edges) = (ahead(K::CORNERS), ahead(K::EDGES));
        let moves = position.legal().count() as i32 - position.opponent_legal().count() as i32;
        Score(
            self.corner * corners
                + self.edge * (edges + 2 * corners)
                + self.mobility * moves
                + self.lead * position.disc_difference().signum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::{Fast8, Fill, Othello8};
    use crate::random::Random;

    #[test]
    fn every_part_counts_by_its_weight() {
        // Black has a corner, another edge disc and the lead; nobody has a move.
        let board = "XX-------------------------------------------------------------- X";
        let position: Othello8 = board.parse().unwrap();
        let value = |corner, edge, mobility, lead| {
            Tutorial { corner, edge, mobility, lead }.evaluate(&position).0
        };
        assert_eq!(
            [value(1, 0, 0, 0), value(0, 1, 0, 0), value(0, 0, 1, 0), value(0, 0, 0, 1)],
            [1, 3, 0, 1]
        );
        assert_eq!(Tutorial::PAGE.evaluate(&Othello8::default()), Score::ZERO);
    }

    /// Whoever is to move, and whichever way the board is turned, the judgement is the same.
    #[test]
    fn it_is_antisymmetric_and_blind_to_directions() {
        fn check<K: Kernel>(seed: u64) {
            let mut random = Random::from_seed(seed);
            for _ in 0..50 {
                let mut position = Othello::<K>::default();
                while let Some(mv) = position.playout_move(&mut random) {
                    position.advance(mv);
                    let value = Tutorial::PAGE.evaluate(&position);
                    assert_eq!(Tutorial::PAGE.evaluate(&position.passed()), -value, "{position}");
                    assert_eq!(Tutorial::PAGE.evaluate(&position.canonical()), value, "{position}");
                }
            }
        }
        check::<Fill<4>>(1);
        check::<Fill<6>>(2);
        check::<Fast8>(3);
        check::<Fill<10>>(4);
    }
}
