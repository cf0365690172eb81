//! What it costs to know how far apart two players are, judged as this lab judges: by pairs of
//! games.
//!
//! Large numbers come from the normal distribution ([`elo`](super::elo)). For small ones every
//! possible outcome is judged: fewer than six pairs decide nothing, however they end.

use super::elo::{elo, expected_score, games_for_width, games_needed};
use super::proportion::Proportion;
use super::scores::Scores;

/// If the normal distribution asks for this many pairs or fewer, every outcome is judged instead.
const FEW: u64 = 25;
/// Pairs that the test's own estimate of the scatter costs (Guenther 1981: half the square of the
/// normal distribution's 97.5 % point).
const FOR_SCATTER: u64 = 2;
/// How likely a difference is to be found.
const POWER: f64 = 0.8;
/// Below this p a difference counts.
const LEVEL: f64 = 0.05;

/// Pairs of games after which a test at 5 %, two-sided, finds a player that is better by
/// `difference` in Elo four times out of five, if games are independent and a share `draws` of them
/// is drawn; `None` if that many draws put such a score out of reach.
#[must_use]
pub fn pairs_needed(difference: f64, draws: f64) -> Option<u64> {
    let many = games_needed(difference, draws)?.div_ceil(2);
    let chances = pair_chances(expected_score(difference.abs()), draws);
    let finds = |pairs| power(pairs, &chances) >= POWER;
    // The chance is no smooth function of the number; so two in turn.
    let found = |&pairs: &u64| finds(pairs) && finds(pairs + 1);
    let few = (many <= FEW).then(|| (1..=2 * FEW).find(found));
    Some(few.flatten().unwrap_or(many + FOR_SCATTER))
}

/// Games after which the interval of an even score reaches `difference` in Elo to either side, if
/// a share `draws` of them is drawn and they scatter as games do that are independent.
#[must_use]
pub fn games_for_interval(difference: f64, draws: f64) -> u64 {
    let reaches = |pairs: &u64| {
        let variance = (1.0 - draws) / 8.0 / *pairs as f64;
        let (_, high) = Proportion::of_clusters(0.5, variance, *pairs as f64).interval();
        elo(high) <= difference
    };
    let many = games_for_width(difference, draws).div_ceil(2);
    // The scatter that is only estimated takes a few more.
    let mut pairs = many.saturating_sub(2).max(2);
    while !reaches(&pairs) {
        pairs += 1;
    }
    2 * pairs
}

/// The probabilities that a pair of independent games is worth 0, ½, 1, 1½ and 2 points.
fn pair_chances(score: f64, draws: f64) -> [f64; 5] {
    let [won, lost] = [score - draws / 2.0, 1.0 - score - draws / 2.0].map(|share| share.max(0.0));
    [
        lost * lost,
        2.0 * lost * draws,
        2.0 * won * lost + draws * draws,
        2.0 * won * draws,
        won * won,
    ]
}

/// The probability that a test over this many pairs finds the better player.
fn power(pairs: u64, chances: &[f64; 5]) -> f64 {
    let mut found = 0.0;
    each_outcome(pairs, chances, 1.0, &mut [0; 5], 0, &mut |counts, chance| {
        let scores = Scores::of_pairs(*counts);
        if scores.mean > 0.5 && scores.proportion().chance() < LEVEL {
            found += chance;
        }
    });
    found
}

/// Visits every way in which `left` pairs may be spread over the places from `place` on, with its
/// probability; `so_far` is the factor that the places before contribute.
fn each_outcome(
    left: u64,
    chances: &[f64; 5],
    so_far: f64,
    counts: &mut [u64; 5],
    place: usize,
    visit: &mut dyn FnMut(&[u64; 5], f64),
) {
    if place == 4 {
        counts[4] = left;
        let chance = so_far * libm::pow(chances[4], left as f64);
        if chance > 0.0 {
            visit(counts, chance);
        }
        return;
    }
    let mut chance = so_far;
    for count in 0..=left {
        counts[place] = count;
        each_outcome(left - count, chances, chance, counts, place + 1, visit);
        // Of the pairs that are left one more is of this kind.
        chance *= chances[place] * (left - count) as f64 / (count + 1) as f64;
        if chance == 0.0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::interval::{Z, student_quantile};

    #[test]
    fn chances_add_up() {
        let chances = pair_chances(0.7, 0.3);
        let mut sum = 0.0;
        let mut points = 0.0;
        each_outcome(7, &chances, 1.0, &mut [0; 5], 0, &mut |counts, chance| {
            assert_eq!(counts.iter().sum::<u64>(), 7);
            let worth = counts.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
            points += chance * worth.map(|(&count, points)| count as f64 * points).sum::<f64>();
            sum += chance;
        });
        assert!((sum - 1.0_f64).abs() < 1e-12 && (points - 14.0_f64 * 0.7).abs() < 1e-12);
    }

    /// Against games that are played: random pairs, judged one by one.
    #[test]
    fn differences_are_found_as_often_as_promised() {
        use yomi_engine::random::Random;
        let mut random = Random::from_seed(5);
        for (difference, draws) in [
            (130.0, 0.0),
            (150.0, 0.0),
            (165.0, 0.0),
            (200.0, 0.0),
            (200.0, 0.3),
            (300.0, 0.0),
            (400.0, 0.05),
            (800.0, 0.0),
        ] {
            let pairs = pairs_needed(difference, draws).unwrap();
            let chances = pair_chances(expected_score(difference), draws);
            let mut found = 0;
            for _ in 0..2000 {
                let mut counts = [0; 5];
                for _ in 0..pairs {
                    let lot = random.below(1 << 30) as f64 / f64::from(1 << 30);
                    let mut sum = 0.0;
                    let place = chances.iter().position(|chance| {
                        sum += chance;
                        lot < sum
                    });
                    counts[place.unwrap_or(4)] += 1;
                }
                let scores = Scores::of_pairs(counts);
                found += u32::from(scores.mean > 0.5 && scores.proportion().chance() < LEVEL);
            }
            assert!(found > 1540, "{difference}: {found} of 2000 with {pairs} pairs");
        }
        assert!(pairs_needed(800.0, 0.0).unwrap() >= 6);
        let normal = games_needed(5.0, 0.0).map(|games| games.div_ceil(2) + FOR_SCATTER);
        assert_eq!(pairs_needed(5.0, 0.0), normal);
    }

    /// Without draws the interval of an even score, by Wilson with Student's t, reaches
    /// `t / (2 √(games + t²))` to either side.
    #[test]
    fn an_even_score_has_the_interval_that_is_promised() {
        let reach = |games: u64| {
            let t = student_quantile(0.975, games as f64 / 2.0 - 1.0).unwrap();
            let trials = games as f64 * (Z / t).powi(2);
            elo(0.5 + Z / (2.0 * (trials + Z * Z).sqrt()))
        };
        for difference in [5.0, 50.0, 100.0, 200.0, 300.0, 390.0] {
            let games = games_for_interval(difference, 0.0);
            assert!(games.is_multiple_of(2) && reach(games) <= difference, "{difference}: {games}");
            assert!(reach(games - 2) > difference, "{difference}: {games}");
        }
        // Nothing is known of two pairs whose sums differ as those of even players do.
        assert!(games_for_interval(400.0, 0.0) > 6);
        assert!(games_for_interval(100.0, 0.5) < games_for_interval(100.0, 0.0));
    }
}
