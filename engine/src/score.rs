//! Values of positions and the windows they are searched with.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position from the viewpoint of the side to move; higher is better for it.
///
/// The unit is the evaluator's own (discs for Othello's `discs`, hand-made points for `tutorial`); the final
/// score of a game is in points of that game. Every value lies in `-Score::INFINITY..=Score::INFINITY`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// Nothing gained, nothing lost.
    pub const ZERO: Self = Self(0);
    /// Above every value a position can have; its negation is below every one.
    pub const INFINITY: Self = Self(1_000_000_000);
    /// What a won game is worth, before its margin, to an evaluator that ranks any win above any guess.
    pub const WIN: Self = Self(100_000_000);

    /// The value of a finished game for evaluators whose guesses are not in points of the game: a win is
    /// [`WIN`](Self::WIN) plus its margin, a loss the negation, a draw zero.
    #[must_use]
    pub fn decided(final_score: Self) -> Self {
        Self(final_score.0.signum() * Self::WIN.0 + final_score.0)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// The open interval of values a search must tell apart, from the viewpoint of the side to move.
///
/// A fail-soft search returns the exact value if it lies strictly inside, otherwise a bound on the side it fell out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The side to move is already sure of this much elsewhere.
    pub alpha: Score,
    /// The opponent will not allow this much.
    pub beta: Score,
}

impl Window {
    /// The window that excludes nothing.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };
}

impl Neg for Window {
    type Output = Self;

    /// The same window seen by the opponent.
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
