//! Values of positions, what they count, and the windows they are searched with.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position from the viewpoint of the side to move; higher is better for it.
///
/// What it counts is the evaluator's affair ([`Unit`]); the final score of a game counts that
/// game's points. Every value lies in `-Score::INFINITY..=Score::INFINITY`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// Nothing gained, nothing lost.
    pub const ZERO: Self = Self(0);
    /// What a search's window begins with: no position is judged to be worth more, or less than its
    /// negation. It says nothing about points; `minimax` values a pass by it under some rules.
    pub const INFINITY: Self = Self(1_000_000_000);
    /// What a won game is worth, before its margin, to an evaluator that ranks any win above any
    /// guess. Guesses and final scores stay below half of it: [`Value::of`] reads the rest as
    /// decided games.
    pub const WIN: Self = Self(100_000_000);

    /// The value of a finished game for evaluators whose guesses are not in points of the game: a
    /// win is [`WIN`](Self::WIN) plus its margin, a loss the negation, a draw zero.
    #[must_use]
    pub fn decided(final_score: Self) -> Self {
        Self(final_score.0.signum() * Self::WIN.0 + final_score.0)
    }
}

/// What the values of an evaluator or a player count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The game's points: this many units, at least one, make one.
    Points(i32),
    /// Thousandths of a won game: -1000 is lost, 1000 is won.
    Wins,
    /// Something of the evaluator's own, such as its weights or legal moves: no points of the game.
    Own,
}

impl Unit {
    /// `score` in points, in won games or as it is.
    pub(crate) fn scale(self, score: Score) -> f64 {
        let units = match self {
            Self::Points(units) => units.max(1),
            Self::Wins => 1000,
            Self::Own => 1,
        };
        f64::from(score.0) / f64::from(units)
    }
}

/// A value as people are shown it, from the viewpoint of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Points of the game.
    Points(f64),
    /// The share of the win that is expected, from 0 to 1.
    Wins(f64),
    /// The evaluator's own count, which says nothing about points.
    Own(i32),
}

impl Value {
    /// What `score` says of a position of the game whose final scores have `units_per_point`. What
    /// evaluators that rank decided games above all others add is taken off: such a value is in
    /// points whatever the others are in. An infinite one is in nothing.
    #[must_use]
    pub fn of(score: Score, unit: Unit, units_per_point: i32) -> Self {
        if score.0.abs() >= Score::INFINITY.0 {
            return Self::Own(score.0);
        }
        if score.0.abs() >= Score::WIN.0 / 2 {
            let margin = score.0 - score.0.signum() * Score::WIN.0;
            return Self::Points(f64::from(margin) / f64::from(units_per_point));
        }
        match unit {
            Unit::Points(_) => Self::Points(unit.scale(score)),
            Unit::Wins => Self::Wins((1.0 + unit.scale(score)) / 2.0),
            Unit::Own => Self::Own(score.0),
        }
    }

    /// The points of the game; `None` if it is no value in points.
    #[must_use]
    pub fn points(self) -> Option<f64> {
        if let Self::Points(points) = self { Some(points) } else { None }
    }
}

impl Neg for Value {
    type Output = Self;

    /// The same value seen by the opponent.
    fn neg(self) -> Self {
        match self {
            Self::Points(points) => Self::Points(-points),
            Self::Wins(share) => Self::Wins(1.0 - share),
            Self::Own(count) => Self::Own(-count),
        }
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
/// A fail-soft search returns the exact value if it lies strictly inside, otherwise a bound on the
/// side it fell out.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_their_own_unit() {
        let value = |score, unit| Value::of(Score(score), unit, 2);
        assert_eq!(value(-250, Unit::Points(100)), Value::Points(-2.5));
        assert_eq!(value(500, Unit::Wins), Value::Wins(0.75));
        assert_eq!(value(17, Unit::Own), Value::Own(17));
        // A decided game is in points, of which it has two units each, whatever guesses are in.
        for unit in [Unit::Points(1), Unit::Wins, Unit::Own] {
            assert_eq!(Value::of(Score::decided(Score(-7)), unit, 2), Value::Points(-3.5));
        }
        // No number of points is infinite.
        for score in [Score::INFINITY, -Score::INFINITY] {
            assert_eq!(Value::of(score, Unit::Points(1), 1), Value::Own(score.0));
        }
        assert_eq!(
            [-value(500, Unit::Wins), -value(17, Unit::Own)],
            [Value::Wins(0.25), Value::Own(-17)]
        );
    }
}
