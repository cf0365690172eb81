//! The two units of the search: whole discs where games are solved, parts of a disc where positions
//! are judged. They are two types, so that one is never taken for the other. With them, the window
//! of values that a search must tell apart.

use std::ops::{Add, Neg, Sub};

/// Units of the expert's values that make one disc.
pub const UNIT: i32 = 128;

/// What a position is judged to be worth to the mover, in units of [`UNIT`] a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub(super) i32);

impl Value {
    /// Below every value; its negative is above every value.
    pub(super) const LOWEST_BOUND: Self = Self::discs(-65);
    /// The smallest difference.
    pub(super) const STEP: Self = Self(1);

    /// The value of a number of discs.
    pub(super) const fn discs(discs: i32) -> Self {
        Self(discs * UNIT)
    }

    /// Within the values that a position can have, ±64 discs.
    #[inline(always)]
    pub(super) fn bounded(self) -> Self {
        self.clamp(Self::discs(-64), Self::discs(64))
    }

    /// The whole discs not above it.
    #[inline(always)]
    pub(super) fn floor(self) -> Discs {
        Discs(self.0.div_euclid(UNIT))
    }

    /// The whole discs not below it.
    #[inline(always)]
    pub(super) fn ceiling(self) -> Discs {
        -(-self).floor()
    }
}

impl From<Discs> for Value {
    #[inline(always)]
    fn from(discs: Discs) -> Self {
        Self::discs(discs.0)
    }
}

impl Neg for Value {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Value {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Value {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// The values that must be told apart: at most `alpha`, each one between, at least `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// Only whether the value is above `alpha`.
    #[inline(always)]
    pub(super) fn null(alpha: Value) -> Self {
        Self { alpha, beta: alpha + Value::STEP }
    }

    #[inline(always)]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha == Value::STEP
    }

    /// The same window as the other side sees it.
    #[inline(always)]
    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A final score for the mover in discs, the empty squares going to the winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Discs(pub(super) i32);

impl Discs {
    /// Below every score: the best of no moves. Not an `Option`, whose tag costs 3 to 5 % of an
    /// endgame's time at the last squares.
    pub(super) const LOWEST_BOUND: Self = Self(-65);
    /// Every disc on the board is the mover's.
    pub(super) const ALL: Self = Self(64);
    /// Only a wipe-out is more.
    pub(super) const BUT_ONE: Self = Self(63);

    /// The null window above this score as the other side sees it.
    #[inline(always)]
    #[must_use]
    pub(super) const fn reversed(self) -> Self {
        Self(-self.0 - 1)
    }
}

impl Neg for Discs {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_between_two_scores_lies_between_them() {
        for value in (-64 * UNIT..=64 * UNIT).map(Value) {
            let (floor, ceiling) = (value.floor(), value.ceiling());
            assert!(Value::from(floor) <= value && value <= Value::from(ceiling));
            assert_eq!(ceiling.0 - floor.0, i32::from(value.0 % UNIT != 0));
        }
    }

    #[test]
    fn a_null_window_reversed_twice_is_itself() {
        for alpha in (-64..64).map(Discs) {
            // The window is (alpha, alpha + 1), for the other side (-alpha - 1, -alpha).
            assert_eq!(alpha.reversed(), Discs(-(alpha.0 + 1)));
            assert_eq!(alpha.reversed().reversed(), alpha);
        }
    }
}
