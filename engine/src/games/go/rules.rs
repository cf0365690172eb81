//! What players agree on before a game of Go: board, komi and how repetition is kept out.

use std::fmt;
use std::str::FromStr;

/// The rules of one game; everything else is fixed (see the [module](super)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    komi: Komi,
    repetition: Repetition,
}

/// Which positions may not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// A stone that has just taken one stone may not be taken back at once by one stone.
    SimpleKo,
    /// No move may bring back a board that was there before, whoever is to move (positional
    /// superko).
    Superko,
}

impl Rules {
    /// The smallest board.
    pub const MIN_SIZE: usize = 2;
    /// The largest board.
    pub const MAX_SIZE: usize = 19;

    /// Simple ko and a komi of 7.5 on a board of `size`×`size`; `None` unless 2 ≤ `size` ≤ 19.
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        let fits = (Self::MIN_SIZE..=Self::MAX_SIZE).contains(&size);
        fits.then_some(Self { size: size as u8, komi: Komi(15), repetition: Repetition::SimpleKo })
    }

    /// The same with another komi.
    #[must_use]
    pub fn with_komi(self, komi: Komi) -> Self {
        Self { komi, ..self }
    }

    /// The same with another rule for repetition.
    #[must_use]
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// The side of the board.
    #[must_use]
    pub fn size(self) -> usize {
        self.size.into()
    }

    /// What White gets for moving second.
    #[must_use]
    pub fn komi(self) -> Komi {
        self.komi
    }

    /// Which positions may not come back.
    #[must_use]
    pub fn repetition(self) -> Repetition {
        self.repetition
    }

    /// The number of plies after which a game ends in any case.
    #[must_use]
    pub fn move_limit(self) -> u32 {
        let points = u32::from(self.size) * u32::from(self.size);
        10 * points
    }
}

/// Points for White, in half-points: they may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(i16);

impl Komi {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// The komi nearest to `points`: the rules know half points, up to 1000 either way.
    #[must_use]
    pub fn nearest(points: f64) -> Self {
        // The range fits an i16.
        Self((2.0 * points).round().clamp(-2000.0, 2000.0) as i16)
    }

    /// In half-points.
    #[must_use]
    pub fn half_points(self) -> i32 {
        self.0.into()
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / 2.0).fmt(f)
    }
}

/// A text that is no komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected whole or half points from -1000 to 1000, such as 7.5")]
pub struct InvalidKomi;

impl TryFrom<f64> for Komi {
    type Error = InvalidKomi;

    fn try_from(points: f64) -> Result<Self, InvalidKomi> {
        let halves = 2.0 * points;
        let fits = halves.abs() <= 2000.0 && halves.fract() == 0.0;
        // The range fits an i16.
        if fits { Ok(Self(halves as i16)) } else { Err(InvalidKomi) }
    }
}

impl FromStr for Komi {
    type Err = InvalidKomi;

    /// Reads `7.5`, `7`, `-3`.
    fn from_str(text: &str) -> Result<Self, InvalidKomi> {
        text.parse::<f64>().map_err(|_| InvalidKomi)?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_prints_as_it_parses() {
        for text in ["7.5", "0", "-3", "0.5", "-1000", "999.5"] {
            assert_eq!(text.parse::<Komi>().map(|komi| komi.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "7.25", "1000.5", "inf", "NaN", "seven"] {
            assert_eq!(text.parse::<Komi>(), Err(InvalidKomi), "{text:?}");
        }
    }

    #[test]
    fn any_number_has_a_nearest_komi() {
        let nearest = |points| Komi::nearest(points).to_string();
        for (points, komi) in [(6.25, "6.5"), (0.3, "0.5"), (0.2, "0"), (-7.5, "-7.5")] {
            assert_eq!(nearest(points), komi);
        }
        for (points, komi) in [(1e5, "1000"), (f64::MAX, "1000"), (-1e300, "-1000")] {
            assert_eq!(nearest(points), komi);
        }
    }

    #[test]
    fn boards_have_a_size_from_2_to_19() {
        assert!(Rules::new(1).is_none() && Rules::new(20).is_none());
        assert!((2..=19).all(|size| Rules::new(size).is_some_and(|rules| rules.size() == size)));
    }
}
