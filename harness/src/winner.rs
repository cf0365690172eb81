//! Who has won, by the rules and by the first teaching page.

use yomi_engine::game::Side;

/// A way to count the winner from the discs on the final board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinnerRule {
    /// More discs win.
    Discs,
    /// The faulty count behind the published table: a game in which White has lost every disc is White's.
    Tutorial,
}

impl WinnerRule {
    /// Both, by their names in experiment files.
    pub const ALL: [(&'static str, Self); 2] = [("discs", Self::Discs), ("tutorial", Self::Tutorial)];

    /// The name in experiment files and results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Tutorial => "tutorial",
        }
    }

    /// The winner of a finished game with these discs, Black's before White's; `None` for a draw.
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
