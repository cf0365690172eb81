//! Who has won, by the rules and by the first teaching page.

use yomi_engine::game::Side;

/// A way to count the winner from the points of both sides at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinnerRule {
    /// More discs win in Othello.
    Discs,
    /// The faulty count behind the published table: a game in which White has lost every disc is White's.
    Tutorial,
    /// The better final score wins, in every other game.
    Score,
}

impl WinnerRule {
    /// All, in the order results keep them.
    pub const ALL: [Self; 3] = [Self::Discs, Self::Tutorial, Self::Score];

    /// The name in experiment files and results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Tutorial => "tutorial",
            Self::Score => "score",
        }
    }

    /// The winner of a finished game with these points, Black's before White's; `None` for a draw.
    #[must_use]
    pub fn winner(self, [black, white]: [u32; 2]) -> Option<Side> {
        if self == Self::Tutorial && white == 0 {
            return Some(Side::Second);
        }
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_differ_only_where_white_is_wiped_out() {
        for black in 0..=64 {
            for white in 0..=64 - black {
                let [discs, tutorial] =
                    [WinnerRule::Discs, WinnerRule::Tutorial].map(|rule| rule.winner([black, white]));
                assert_eq!(discs == tutorial, white > 0, "{black} {white}");
            }
        }
        assert_eq!(WinnerRule::Discs.winner([13, 0]), Some(Side::First));
        assert_eq!(WinnerRule::Tutorial.winner([13, 0]), Some(Side::Second));
    }
}
