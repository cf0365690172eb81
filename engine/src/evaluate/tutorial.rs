//! The first teaching page's evaluator (S0): corners, edges, mobility and being ahead.
//!
//! The page's formula and weights did not survive in `shared/teaching-sources.md`, only the win rates of 20,000 games
//! a cell that an independent simulation of them gave. What stands here was reconstructed from those rates: of the
//! forms and weights tried, this one meets all of the tutorial player's within one point (ARCHITECTURE.md says how).

use super::Evaluator;
use crate::game::{Game, Side};
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::Score;

/// Points for corners, edge discs, legal moves and the lead in discs. It counts only the side's own corners and
/// moves, so the two sides' values need not add up to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tutorial {
    /// For each own corner.
    pub corner: i32,
    /// For each own disc on an edge, corners excepted, minus the opponent's.
    pub edge: i32,
    /// For each own legal move.
    pub mobility: i32,
    /// For having more discs than the opponent; lost for having fewer.
    pub lead: i32,
}

impl Tutorial {
    /// The weights that meet the published rates.
    pub const PAGE: Self = Self { corner: 100, edge: 8, mobility: 10, lead: 10 };
}

impl Default for Tutorial {
    fn default() -> Self {
        Self::PAGE
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for Tutorial {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        self.evaluate_for(position, position.side_to_move())
    }

    fn evaluate_for(&self, position: &Othello<K>, side: Side) -> Score {
        let (own, other) = (position.discs(side), position.discs(!side));
        let count = |set: K::Bits| set.count() as i32;
        Score(
            self.corner * count(own & K::CORNERS)
                + self.edge * (count(own & K::EDGES) - count(other & K::EDGES))
                + self.mobility * count(K::legal(own, other))
                + self.lead * (count(own) - count(other)).signum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::Othello8;

    #[test]
    fn every_part_counts_by_its_weight() {
        // Black has a corner, an edge disc, the lead and no move.
        let board = "XX-------------------------------------------------------------- X";
        let position: Othello8 = board.parse().unwrap();
        let value =
            |corner, edge, mobility, lead| Tutorial { corner, edge, mobility, lead }.evaluate(&position).0;
        assert_eq!(
            [value(1, 0, 0, 0), value(0, 1, 0, 0), value(0, 0, 1, 0), value(0, 0, 0, 1)],
            [1, 1, 0, 1]
        );

        let start = Othello8::default();
        let page = Tutorial::PAGE;
        assert_eq!(page.evaluate(&start), Score(4 * page.mobility));
        assert_eq!(page.evaluate_for(&start, Side::Second), Score(4 * page.mobility));
    }

    /// Only own corners count, edges on both sides.
    #[test]
    fn the_opponent_s_corners_do_not_count() {
        let position: Othello8 =
            "XX-------------------------------------------------------------- O".parse().unwrap();
        assert_eq!(Tutorial { corner: 5, edge: 3, mobility: 0, lead: 2 }.evaluate(&position), Score(-3 - 2));
    }
}
