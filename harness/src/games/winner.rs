//! Who has won, by the rules and by the win-rate page.

use yomi_engine::evaluate::TutorialCount;
use yomi_engine::game::Side;

/// A way to count the winner from the points of both sides at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinnerRule {
    /// More discs win in Othello.
    Discs,
    /// The win-rate page's faulty count in Othello, [`TutorialCount`].
    Tutorial {
        /// The squares of the board.
        squares: u32,
    },
    /// The better final score wins, in every other game.
    Score,
}

impl WinnerRule {
    /// The name in experiment files and results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Tutorial { .. } => "tutorial",
            Self::Score => "score",
        }
    }

    /// The winner of a finished game with these points, Black's before White's; `None` for a draw.
    #[must_use]
    pub fn winner(self, [black, white]: [u32; 2]) -> Option<Side> {
        let lead = match self {
            Self::Discs | Self::Score => i64::from(black) - i64::from(white),
            Self::Tutorial { squares } => TutorialCount::lead([black, white], squares).into(),
        };
        match lead.signum() {
            1 => Some(Side::First),
            -1 => Some(Side::Second),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_agree_on_a_full_board_and_on_white_wins() {
        let tutorial = WinnerRule::Tutorial { squares: 64 };
        for black in 0..=64 {
            for white in 0..=64 - black {
                let [right, page] =
                    [WinnerRule::Discs, tutorial].map(|rule| rule.winner([black, white]));
                assert!(right == page || (black + white < 64 && black >= white), "{black} {white}");
                assert!(right != Some(Side::Second) || page == right, "{black} {white}");
            }
        }
        let page = [[49, 0], [48, 0], [47, 0], [40, 10]].map(|points| tutorial.winner(points));
        assert_eq!(page, [Some(Side::First), None, Some(Side::Second), Some(Side::Second)]);
    }
}
