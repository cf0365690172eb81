//! The figures of other harnesses, where they count otherwise than this lab, so that what they
//! printed can be checked and compared.
//!
//! cutechess and the older fishtest test hypotheses in BayesElo: a draw is as likely as the sample
//! says, whatever the difference. Approximations of the likelihood ratio by mean and variance are
//! what fishtest printed beside the exact one; they fail where one side wins everything.

use super::elo::{NORMALIZED, Scores, expected_score, normal};

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
