//! How a game ended: who won, by how much, and why it was over.

use yomi_engine::game::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// Why it ended.
    pub ending: Ending,
}

impl Outcome {
    /// That of a game played to its end, from its score for Black.
    #[must_use]
    pub fn of_score(score: i32) -> Self {
        Self { verdict: Verdict::Net(score.into()), ending: Ending::Played }
    }
}

/// Who won, and by how much if that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The discs Black is ahead; negative if White won.
    Net(f64),
    /// The winner, without a score.
    Winner(Side),
}

impl Verdict {
    /// The discs Black is ahead, if that is known.
    #[must_use]
    pub fn net(self) -> Option<f64> {
        match self {
            Self::Net(net) => Some(net),
            Self::Winner(_) => None,
        }
    }

    /// Who won; `None` if nobody did.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Net(net) if net > 0.0 => Some(Side::First),
            Self::Net(net) if net < 0.0 => Some(Side::Second),
            Self::Net(_) => None,
            Self::Winner(side) => Some(side),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It was played to the end, or nothing else is said.
    Played,
    /// The loser resigned.
    Resigned,
    /// The loser ran out of time.
    TimedOut,
    /// The players agreed on the result.
    Agreed,
    /// A player left.
    Left,
    /// The loser broke the rules, or made no move for another reason.
    Forfeited,
}
