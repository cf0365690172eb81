//! How often intervals hold the truth, and tests are wrong.

use super::repetition::{Kind, Repetition};
use crate::stats::interval::Z;
use crate::stats::scores::Scores;
use crate::stats::sprt::{Model, Sprt, Verdict};

/// A promise and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    /// What is promised.
    pub(super) name: &'static str,
    /// How often it came true, or for a test's errors how often it was wrong.
    pub(super) share: f64,
    /// Half the width of that share's own 95 % interval.
    pub(super) error: f64,
    /// How many intervals or tests were looked at.
    pub(super) count: u64,
    /// The range that the share must lie in.
    pub(super) wanted: (f64, f64),
}

impl Promise {
    /// Whether the share may lie where it must, as far as its own error lets anybody know; `None`
    /// if nothing was looked at.
    pub(super) fn is_kept(&self) -> Option<bool> {
        let Self { share, error, count, wanted: (least, most), .. } = *self;
        (count > 0).then_some(share + error >= least && share - error <= most)
    }
}

/// The intervals by their names, with what is promised.
const INTERVALS: [(Kind, &str, (f64, f64)); 6] = [
    (Kind::Colour, "wins in one colour (Wilson)", (0.94, 0.96)),
    (Kind::Exact, "wins in one colour (Clopper–Pearson)", (0.95, 1.0)),
    (Kind::Pair, "score against one opponent (paired)", (0.94, 0.96)),
    (Kind::Total, "score against all opponents (totals)", (0.94, 0.96)),
    (Kind::Duel, "score from the variance of pairs", (0.94, 0.96)),
    (Kind::Difference, "mean final score (t over pairs)", (0.94, 0.96)),
];

/// What the tests promise, α and β, with the 1 % that the question leaves.
const ALPHA: f64 = 0.05;

/// All promises, in the order they are printed.
pub(super) fn promises(repetitions: &[Repetition]) -> Vec<Promise> {
    let truths = truths(repetitions);
    // Which intervals of one kind hold the truth, in one repetition.
    let held = |repetition: &Repetition, kind: Kind| -> Vec<bool> {
        let rows = repetition.estimates.iter().zip(&truths);
        let mine = rows.filter(|(estimate, _)| estimate.kind == kind);
        let printed = mine.filter_map(|(estimate, truth)| Some((estimate.interval?, truth)));
        printed.map(|((low, high), truth)| (low..=high).contains(truth)).collect()
    };
    let of_intervals = |&(kind, name, wanted): &(Kind, &'static str, (f64, f64))| {
        let held: Vec<Vec<bool>> = repetitions.iter().map(|one| held(one, kind)).collect();
        // Rows of one repetition are not independent of each other; repetitions are.
        let share = |held: &Vec<bool>| {
            let count = held.iter().filter(|&&held| held).count();
            (!held.is_empty()).then(|| count as f64 / held.len() as f64)
        };
        let (share, error) = mean(&held.iter().filter_map(share).collect::<Vec<_>>());
        let count = held.iter().map(|held| held.len() as u64).sum();
        Promise { name, share, error, count, wanted }
    };
    let mut promises: Vec<Promise> = INTERVALS.iter().map(of_intervals).collect();
    promises.extend(tests(repetitions));
    promises
}

/// What the rows would be after endless games: the means over all repetitions.
fn truths(repetitions: &[Repetition]) -> Vec<f64> {
    let rows = repetitions.first().map_or(0, |repetition| repetition.estimates.len());
    let mean = |row: usize| {
        let values = repetitions.iter().map(|repetition| repetition.estimates[row].value);
        values.sum::<f64>() / repetitions.len() as f64
    };
    (0..rows).map(mean).collect()
}

/// A mean with half the width of its 95 % interval; zeros of less than two values.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = (values.len() as f64).max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let variance = squares / (count - 1.0).max(1.0);
    (mean, Z * (variance / count).sqrt())
}

/// How often a sequential test accepts the hypothesis that is not true: the lower one is, then the
/// upper one.
fn tests(repetitions: &[Repetition]) -> [Promise; 2] {
    /// How far the other hypothesis is away, in normalised Elo.
    const APART: f64 = 100.0;
    let pairings = repetitions.first().map_or(0, |repetition| repetition.pairs.len());
    let [mut upper, mut lower] = [(0, 0); 2];
    for pairing in 0..pairings {
        let all: Vec<u8> =
            repetitions.iter().flat_map(|repetition| repetition.pairs[pairing].clone()).collect();
        let Some((truth, _)) = Scores::of_pairs(counts(&all)).normalized_elo() else { continue };
        let sprt =
            |elo0, elo1| Sprt { elo0, elo1, alpha: ALPHA, beta: ALPHA, model: Model::Normalized };
        let told = verdicts(&sprt(truth, truth + APART), &all);
        upper = (upper.0 + told.1, upper.1 + told.0 + told.1);
        let told = verdicts(&sprt(truth - APART, truth), &all);
        lower = (lower.0 + told.0, lower.1 + told.0 + told.1);
    }
    let promise = |name, (wrong, count): (u64, u64)| {
        let share = wrong as f64 / count.max(1) as f64;
        let error = Z * (share * (1.0 - share) / count.max(1) as f64).sqrt();
        Promise { name, share, error, count, wanted: (0.0, ALPHA + 0.01) }
    };
    [
        promise("SPRT accepts the upper hypothesis though the lower is true", upper),
        promise("SPRT accepts the lower hypothesis though the upper is true", lower),
    ]
}

/// Pairs by their points.
fn counts(points: &[u8]) -> [u64; 5] {
    let mut counts = [0; 5];
    points.iter().for_each(|&points| counts[usize::from(points)] += 1);
    counts
}

/// One test after another over the same pairs: how many accept the lower and the upper hypothesis.
fn verdicts(test: &Sprt, points: &[u8]) -> (u64, u64) {
    let (mut lower, mut upper, mut counts) = (0, 0, [0; 5]);
    for &points in points {
        counts[usize::from(points)] += 1;
        match test.verdict(&counts) {
            None => continue,
            Some(Verdict::Lower) => lower += 1,
            Some(Verdict::Upper) => upper += 1,
        }
        counts = [0; 5];
    }
    (lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_judged_with_its_own_error() {
        let kept = |share, error| {
            Promise { name: "", share, error, count: 100, wanted: (0.94, 0.96) }.is_kept()
        };
        for (share, error) in [(0.95, 0.001), (0.9633, 0.0126), (0.93, 0.0126)] {
            assert_eq!(kept(share, error), Some(true));
        }
        assert_eq!([kept(0.9633, 0.001), kept(0.9, 0.0126)], [Some(false); 2]);
        let none = Promise { name: "", share: 0.0, error: 0.0, count: 0, wanted: (0.94, 0.96) };
        assert_eq!(none.is_kept(), None);
    }
}
