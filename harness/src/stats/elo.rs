//! From scores to Elo: how far apart two players are, and what it costs to know.
//!
//! A score is the share of points from the first player's point of view. Nothing here is ever
//! infinite: a score is taken to lie between 0.1 % and 99.9 %, as fishtest has it.

use std::f64::consts::{LN_10, SQRT_2};

use super::interval::Z;
use crate::figures::signed;

/// Normalised Elo is a score's distance from one half in standard deviations of a game, times this.
pub const NORMALIZED: f64 = 800.0 / LN_10;

/// The Elo difference that makes one expect a score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    // Adding zero makes -0 of an even score 0.
    -400.0 * libm::log10(1.0 / score - 1.0) + 0.0
}

/// A difference in Elo with its sign. Scores beyond 0.1 and 99.9 % are not told apart, so there it
/// is a limit.
#[must_use]
pub fn limited(difference: f64, decimals: usize) -> String {
    let sign = match difference {
        _ if difference >= elo(1.0) => "≥ ",
        _ if difference <= elo(0.0) => "≤ ",
        _ => "",
    };
    format!("{sign}{}", signed(difference, decimals))
}

/// The score that an Elo difference makes one expect.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The share of a normal distribution below `deviation` standard deviations above its mean.
#[must_use]
pub fn normal(deviation: f64) -> f64 {
    0.5 * libm::erfc(-deviation / SQRT_2)
}

/// Games that settle a difference of `elo` at 5 %, two-sided, four times of five, if a share
/// `draws` of all games is drawn and pairs are as uncertain as two single games; `None` where so
/// many draws leave no such score.
#[must_use]
pub fn games_needed(elo: f64, draws: f64) -> Option<u64> {
    const POWER: f64 = 0.841_621_233_572_914_2;
    let score = expected_score(elo);
    if (score - 0.5).abs() > (1.0 - draws) / 2.0 {
        return None;
    }
    let drawn = 0.25 * draws;
    let (none, some) = ((0.25 - drawn).sqrt(), (score * (1.0 - score) - drawn).sqrt());
    let lead = (score - 0.5).abs().max(1e-9);
    Some(((Z * none + POWER * some) / lead).powi(2).ceil() as u64)
}

/// Games after which the 95 % interval reaches `elo` to either side of an even score.
#[must_use]
pub fn games_for_width(elo: f64, draws: f64) -> u64 {
    let half = (expected_score(elo) - 0.5).abs().max(1e-9);
    (Z * Z * (0.25 - 0.25 * draws) / (half * half)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance, "{ours} is not {theirs}");
    }

    /// Computed with scipy.
    #[test]
    fn elo_and_scores() {
        for (score, rating) in [
            (0.55, 34.860_070_287_6),
            (0.6, 70.436_503_622_3),
            (0.64, 99.950_989_286_6),
            (0.75, 190.848_501_887_9),
            (0.9, 381.697_003_775_7),
            (0.99, 798.254_077_839_0),
        ] {
            near(elo(score), rating, 1e-9);
            near(elo(1.0 - score), -rating, 1e-9);
        }
        for (rating, score) in [
            (1.0, 0.501_439_111_709),
            (5.0, 0.507_195_081_709),
            (10.0, 0.514_387_184_166),
            (20.0, 0.528_750_563_892),
            (50.0, 0.571_463_117_408),
            (100.0, 0.640_064_999_803),
            (200.0, 0.759_746_926_648),
            (400.0, 0.909_090_909_091),
            (-35.0, 0.449_800_646_746),
        ] {
            near(expected_score(rating), score, 1e-12);
        }
        for (deviation, share) in [
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-2.5, 0.006_209_665_325_776),
            (3.5, 0.999_767_370_920_964),
        ] {
            near(normal(deviation), share, 1e-13);
        }
        assert!(elo(0.0).is_finite() && elo(1.0).is_finite());
    }

    /// Computed with scipy; without draws, and half of them.
    #[test]
    fn games_that_a_question_costs() {
        for (rating, games) in [
            (5.0, 37_901),
            (10.0, 9478),
            (20.0, 2372),
            (35.0, 777),
            (50.0, 382),
            (70.0, 197),
            (100.0, 98),
            (200.0, 27),
        ] {
            let needed = games_needed(rating, 0.0).unwrap();
            assert!(needed.abs_diff(games) <= 1, "{rating}: {needed}");
        }
        // With nine draws of ten nobody scores more than 55 %, 34.9 Elo.
        assert!(games_needed(34.0, 0.9).is_some() && games_needed(35.0, 0.9).is_none());
        for (rating, games, with_draws) in [
            (5.0, 18_551, 9276),
            (10.0, 4640, 2320),
            (20.0, 1162, 581),
            (35.0, 382, 191),
            (50.0, 189, 95),
            (100.0, 49, 25),
        ] {
            assert!(
                games_for_width(rating, 0.0).abs_diff(games) <= 1,
                "{rating}: {}",
                games_for_width(rating, 0.0)
            );
            assert!(games_for_width(rating, 0.5).abs_diff(with_draws) <= 1, "{rating}");
        }
    }
}
