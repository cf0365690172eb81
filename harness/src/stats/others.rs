//! The figures of other harnesses, where they count otherwise than this lab, so that what they
//! printed can be checked and compared.
//!
//! fishtest and fastchess take a mean to be distributed normally, with the scatter of the sample as
//! it is: of few pairs, and of lopsided ones, they are surer than they can be. cutechess and the
//! older fishtest test hypotheses in BayesElo: a draw is as likely as the sample
//! says, whatever the difference. Approximations of the likelihood ratio by mean and variance are
//! what fishtest printed beside the exact one; they fail where one side wins everything.

use super::elo::{NORMALIZED, elo, expected_score, normal};
use super::interval::Z;
use super::scores::Scores;

/// The 95 % interval of a score as fishtest has it: 1.96 standard errors to either side.
#[must_use]
pub fn fishtest_interval(scores: &Scores) -> (f64, f64) {
    let half = Z * standard_error(scores);
    ((scores.mean - half).max(0.0), (scores.mean + half).min(1.0))
}

/// Half the length of the 95 % interval of Elo as fishtest has it.
#[must_use]
pub fn fishtest_elo_error(scores: &Scores) -> f64 {
    let (low, high) = fishtest_interval(scores);
    (elo(high) - elo(low)) / 2.0
}

/// Half the length of the 95 % interval of normalised Elo as fishtest has it: the same whatever
/// the games brought.
#[must_use]
pub fn fishtest_normalized_error(scores: &Scores) -> f64 {
    Z * NORMALIZED / (scores.games * scores.count).sqrt()
}

/// The likelihood of superiority as fishtest has it; `None` where nothing scatters.
#[must_use]
pub fn fishtest_superiority(scores: &Scores) -> Option<f64> {
    let error = standard_error(scores);
    (error > 0.0).then(|| normal((scores.mean - 0.5) / error))
}

fn standard_error(scores: &Scores) -> f64 {
    if scores.count > 0.0 { (scores.variance / scores.count).sqrt() } else { 0.0 }
}

/// The log-likelihood ratio of two differences in BayesElo for wins, draws and losses, all of which
/// happened; `None` otherwise.
#[must_use]
pub fn bayes_ratio(counts: [f64; 3], elo0: f64, elo1: f64) -> Option<f64> {
    let draws = draw_elo(counts)?;
    let [lower, upper] = [elo0, elo1].map(|elo| chances(elo, draws));
    let terms = counts.iter().zip(lower.iter().zip(&upper));
    Some(terms.map(|(count, (p0, p1))| count * libm::log(p1 / p0)).sum())
}

/// The same as cutechess prints it: half a game more of each result, and Elo scaled to the usual
/// one around an even score.
#[must_use]
pub fn cutechess_ratio(results: [u64; 3], elo0: f64, elo1: f64) -> Option<f64> {
    let counts = results.map(|count| count as f64 + 0.5);
    let x = libm::pow(10.0, -draw_elo(counts)? / 400.0);
    let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
    bayes_ratio(counts, elo0 / scale, elo1 / scale)
}

/// The likelihood of superiority as cutechess counts it: draws say nothing, and the error is that
/// of an even score. One half without a decided game.
#[must_use]
pub fn cutechess_superiority(wins: u64, losses: u64) -> f64 {
    let decided = (wins + losses) as f64;
    if decided == 0.0 { 0.5 } else { normal((wins as f64 - losses as f64) / decided.sqrt()) }
}

/// fishtest's approximation of the log-likelihood ratio of two differences in normalised Elo, from
/// scores that scatter.
#[must_use]
pub fn approximate_ratio(scores: &Scores, games: f64, elo0: f64, elo1: f64) -> Option<f64> {
    let (elo, _) = scores.normalized_elo()?;
    let square = |hypothesis: f64| 1.0 + ((elo - hypothesis) / NORMALIZED).powi(2);
    Some(games / 2.0 * libm::log(square(elo0) / square(elo1)))
}

/// BayesElo's measure of how often games are drawn.
fn draw_elo([wins, draws, losses]: [f64; 3]) -> Option<f64> {
    let games = wins + draws + losses;
    let [won, lost] = [wins / games, losses / games];
    let possible = won > 0.0 && lost > 0.0 && draws > 0.0;
    possible.then(|| 200.0 * libm::log10((1.0 - lost) / lost * (1.0 - won) / won))
}

/// How likely a win, a draw and a loss are.
fn chances(elo: f64, draws: f64) -> [f64; 3] {
    let (win, loss) = (expected_score(elo - draws), expected_score(-elo - draws));
    [win, 1.0 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance, "{ours} is not {theirs}");
    }

    /// fastchess' own tests and scipy.
    #[test]
    fn single_games() {
        type Row = ([u64; 3], [f64; 6], [f64; 3]);
        let rows: [Row; 6] = [
            (
                [76, 123, 89],
                [0.477_430_56, 0.022_261_06, -15.693_521, -46.272_354, 14.643_647, 30.458_001],
                [-20.756_450, 40.126_026, 0.155_326_43],
            ),
            (
                [136, 111, 96],
                [0.558_309_04, 0.021_979_07, 40.702_458, 10.586_756, 71.441_192, 30.427_218],
                [49.768_415, 36.768_451, 0.996_010_24],
            ),
            (
                [34, 0, 356],
                [0.087_179_49, 0.014_284_58, -407.988_432, -480.525_705, -354.196_675, 63.164_515],
                [-508.435_325, 34.481_812, 0.0],
            ),
            (
                [60, 0, 40],
                [0.6, 0.048_989_79, 70.436_504, 2.766_873, 143.909_233, 70.571_180],
                [70.919_992, 68.096_123, 0.979_386_58],
            ),
            (
                [55, 10, 35],
                [0.6, 0.046_368_09, 70.436_504, 6.338_073, 139.710_037, 66.685_982],
                [74.929_885, 68.096_123, 0.984_483_74],
            ),
            (
                [520, 60, 420],
                [0.55, 0.015_247_95, 34.860_070, 13.984_579, 55.989_784, 21.002_603],
                [36.027_392, 21.533_885, 0.999_479_36],
            ),
        ];
        for (results, [score, error, rating, low, high, half], others) in rows {
            let [normalized, spread, superiority] = others;
            let scores = Scores::of_games(results);
            near(scores.mean, score, 1e-8);
            near(standard_error(&scores), error, 1e-8);
            near(scores.elo(), rating, 1e-5);
            near(elo(fishtest_interval(&scores).0), low, 1e-5);
            near(elo(fishtest_interval(&scores).1), high, 1e-5);
            near(fishtest_elo_error(&scores), half, 1e-5);
            near(scores.normalized_elo().unwrap().0, normalized, 1e-5);
            near(fishtest_normalized_error(&scores), spread, 1e-5);
            near(fishtest_superiority(&scores).unwrap(), superiority, 1e-8);
        }
    }

    /// fastchess' own tests, and fishtest's `get_elo`.
    #[test]
    fn pairs() {
        let rows: [([u64; 5], [f64; 7]); 4] = [
            (
                [34, 54, 63, 64, 75],
                [
                    0.579_310_34,
                    0.113_106_42,
                    55.579_780,
                    27.653_430,
                    57.935_600,
                    28.275_376,
                    0.999_970_39,
                ],
            ),
            (
                [332, 433, 498, 333, 334],
                [
                    0.487_564_77,
                    0.110_920_49,
                    -8.642_667,
                    10.334_194,
                    -9.172_914,
                    10.960_459,
                    0.050_470_07,
                ],
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                [0.469_752_92, 0.152_753_74, -21.043_521, 2.945_281, -19.012_834, 2.654_502, 0.0],
            ),
            (
                [5, 8, 30, 10, 7],
                [0.525, 0.068_125, 17.386_278, 46.280_128, 23.531_307, 62.162_971, 0.770_934_84],
            ),
        ];
        for (counts, [score, variance, rating, half, normalized, spread, superiority]) in rows {
            let scores = Scores::of_pairs(counts);
            near(scores.mean, score, 1e-8);
            near(scores.variance, variance, 1e-8);
            near(scores.elo(), rating, 1e-5);
            near(fishtest_elo_error(&scores), half, 1e-5);
            near(scores.normalized_elo().unwrap().0, normalized, 1e-5);
            near(fishtest_normalized_error(&scores), spread, 1e-5);
            near(fishtest_superiority(&scores).unwrap(), superiority, 1e-8);
        }
        // What pairing gains where openings decide.
        let paired = Scores::of_pairs([10, 0, 80, 0, 10]);
        assert_eq!((paired.elo(), fishtest_superiority(&paired)), (0.0, Some(0.5)));
        near(paired.variance, 0.05, 1e-12);
        near(fishtest_elo_error(&paired), 30.531_864, 1e-5);
        near(fishtest_elo_error(&Scores::of_games([100, 0, 100])), 48.463_118, 1e-5);
    }

    /// fastchess' own test, a real cutechess log, and cutechess' formula in Python.
    #[test]
    fn bayes_elo() {
        let ratio = bayes_ratio([68_965.0, 128_429.0, 68_526.0], 0.0, 2.0).unwrap();
        near(ratio, -1.262_155, 1e-6);
        near(cutechess_ratio([1038, 1925, 1037], -5.0, 5.0).unwrap(), 0.055_476_43, 1e-8);
        near(cutechess_ratio([540, 60, 400], 0.0, 20.0).unwrap(), 6.822_383_04, 1e-8);
        assert_eq!(bayes_ratio([5.0, 0.0, 3.0], 0.0, 2.0), None);
        assert!(cutechess_ratio([5, 0, 0], 0.0, 20.0).unwrap().is_finite());
    }

    #[test]
    fn superiority_as_cutechess_counts_it() {
        near(cutechess_superiority(136, 96), 0.995_681_89, 1e-8);
        near(cutechess_superiority(60, 40), 0.977_249_87, 1e-8);
        near(cutechess_superiority(0, 0), 0.5, 0.0);
    }

    /// The published page of montytest.muzhen.org, and fastchess' clean sweep, of which the
    /// approximation knows nothing: it has no scatter but what is imagined.
    #[test]
    fn approximations() {
        let scores = Scores::of_pairs([13, 37, 50, 25, 3]);
        near(approximate_ratio(&scores, 256.0, 0.0, 4.0).unwrap(), -0.540_12, 1e-4);
        assert_eq!(approximate_ratio(&Scores::of_games([4250, 0, 0]), 4250.0, 0.0, 10.0), None);
    }
}
