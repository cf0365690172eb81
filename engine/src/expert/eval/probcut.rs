//! ProbCut (Buro 1995): where a shallow search already lies far outside the window, the deep one
//! most likely does too.
//!
//! The error of a shallow search as a forecast of a deep one is taken as normal with the standard
//! deviation that the evaluation claims; a cut needs a number of standard deviations, and how many
//! is the selectivity.

/// How sure a search must be to cut: the probability that a single cut is right, as players know it
/// from Edax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is cut on suspicion.
    pub const CERTAIN: Self = Self(5);
    /// The boldest.
    pub const BOLDEST: Self = Self(0);

    /// All of them, the boldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::BOLDEST.0..=Self::CERTAIN.0).map(Self)
    }

    /// Percentages with their number of standard deviations, in hundredths.
    const LEVELS: [(u8, i32); 5] = [(73, 110), (87, 150), (95, 200), (98, 260), (99, 330)];

    /// The selectivity of a percentage: 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub fn from_percent(percent: u8) -> Option<Self> {
        match percent {
            100 => Some(Self::CERTAIN),
            _ => Self::LEVELS
                .iter()
                .position(|level| level.0 == percent)
                .map(|place| Self(place as u8)),
        }
    }

    /// The percentage.
    #[must_use]
    pub fn percent(self) -> u8 {
        Self::LEVELS.get(usize::from(self.0)).map_or(100, |level| level.0)
    }

    /// The standard deviations that a cut needs, `None` if nothing is cut.
    #[must_use]
    pub fn deviations(self) -> Option<f32> {
        Self::LEVELS.get(usize::from(self.0)).map(|level| level.1 as f32 * 0.01)
    }

    /// Its number in three bits.
    pub(in crate::expert) const fn to_bits(self) -> u8 {
        self.0
    }

    /// The selectivity of a number; higher numbers than there are stand for certainty.
    pub(in crate::expert) const fn from_bits(bits: u8) -> Self {
        if bits < Self::CERTAIN.0 { Self(bits) } else { Self::CERTAIN }
    }
}

/// The shallow depth whose search stands for one of `depth`, of the same parity.
pub(in crate::expert) fn shallow_depth(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}
