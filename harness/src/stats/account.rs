//! A player's account of games: rates with intervals.
//!
//! Games are not always independent observations. An opening that is played in both colours, or by
//! every pair of a round-robin, is one observation seen several times; two players without any
//! chance play one game from one opening however often they are asked. So an account keeps such
//! games together in clusters, and the uncertainty of a rate comes from how far the clusters' own
//! sums scatter around it (the variance of a ratio over clusters: Cochran, "Sampling Techniques",
//! ch. 9; for pairs of games it is the pentanomial variance of chess testers).

use std::cmp::Ordering;
use std::sync::Arc;

use super::fingerprint::Fingerprint;
use super::proportion::Proportion;
use super::tally::{Cluster, Results};

/// A player's account of games, which can be joined with that of others.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// In ascending order.
    clusters: Vec<(Cluster, Results)>,
    /// Sum of final scores, in units of the game's.
    difference: i64,
    /// The moves of the games, in ascending order.
    distinct: Arc<[Fingerprint]>,
}

impl Account {
    /// Of clusters in ascending order, with the sum of final scores in units of the game's and the
    /// moves of the games, all different and in ascending order, too.
    pub(super) fn new(
        clusters: Vec<(Cluster, Results)>,
        difference: i64,
        distinct: Arc<[Fingerprint]>,
    ) -> Self {
        Self { clusters, difference, distinct }
    }

    /// The games of both accounts together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let key = |&(cluster, _): &(Cluster, Results)| cluster;
        let both = |&(cluster, mut results): &(Cluster, Results), other: &(Cluster, Results)| {
            add(&mut results, &other.1);
            (cluster, results)
        };
        Self {
            clusters: joined(&self.clusters, &other.clusters, key, both),
            difference: self.difference + other.difference,
            distinct: joined(&self.distinct, &other.distinct, |&one| one, |&one, _| one).into(),
        }
    }

    /// The games of all these accounts together: two and two, so that none is copied often.
    #[must_use]
    pub fn of_all(mut accounts: Vec<Self>) -> Self {
        while accounts.len() > 1 {
            let pairs = accounts.chunks(2);
            accounts =
                pairs.map(|pair| pair[1..].iter().fold(pair[0].clone(), |a, b| a.and(b))).collect();
        }
        accounts.pop().unwrap_or_default()
    }

    /// What the player achieved.
    #[must_use]
    pub fn score(&self) -> Score {
        let mut results = [0; 3];
        for (_, more) in &self.clusters {
            results.iter_mut().zip(more).for_each(|(sum, &more)| *sum += u64::from(more));
        }
        Score {
            results,
            distinct: self.distinct.len() as u64,
            difference: self.difference,
            wins: self.proportion(results, WINS),
            points: self.proportion(results, POINTS),
        }
    }

    /// The mean of games with these results and values, and how sure it is.
    fn proportion(&self, results: [u64; 3], values: [f64; 3]) -> Proportion {
        let (games, all) = (results.iter().sum::<u64>() as f64, total(&results, values));
        if games == 0.0 {
            return Proportion::of_games(0.0, 0.0, 0.0);
        }
        let (mut alone, mut clusters, mut between) = ([0; 3], 0.0, 0.0);
        for (cluster, results) in &self.clusters {
            let results = results.map(u64::from);
            let count = results.iter().sum::<u64>();
            if matches!(cluster, Cluster::Round(_)) && count == 1 {
                alone.iter_mut().zip(results).for_each(|(sum, more): (&mut u64, _)| *sum += more);
            } else {
                clusters += 1.0;
                // Exact before the division: clusters that agree differ by nothing.
                let off = total(&results, values) * games - all * count as f64;
                between += (off / games).powi(2);
            }
        }
        let mean = all / games;
        let small = if clusters > 1.0 { clusters / (clusters - 1.0) } else { 1.0 };
        let observations = clusters + alone.iter().sum::<u64>() as f64;
        let alone = alone.iter().zip(values);
        let alone: f64 = alone.map(|(&count, value)| count as f64 * (value - mean).powi(2)).sum();
        let variance = (small * between + alone) / games.powi(2);
        let of = if clusters > 0.0 { Proportion::of_clusters } else { Proportion::of_games };
        of(mean, variance, observations)
    }
}

/// What one player achieved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    results: [u64; 3],
    distinct: u64,
    /// Sum of final scores, in units of the game's.
    difference: i64,
    wins: Proportion,
    points: Proportion,
}

/// What a win, a draw and a loss count as a win, and as points.
const WINS: [f64; 3] = [1.0, 0.0, 0.0];
const POINTS: [f64; 3] = [1.0, 0.5, 0.0];

impl Score {
    /// Games won, drawn and lost.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        self.results
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Games of which no two have the same moves.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    /// Wins as a share of all games.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.wins.mean
    }

    /// Points as a share of all games, a draw being half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.points.mean
    }

    /// Mean final score, in units of the game's.
    #[must_use]
    pub fn mean_difference(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.difference as f64 / self.games() as f64 }
    }

    /// The 95 % interval of [`win_rate`](Self::win_rate).
    #[must_use]
    pub fn win_interval(&self) -> (f64, f64) {
        self.wins.interval()
    }

    /// The 95 % interval of [`score`](Self::score).
    #[must_use]
    pub fn score_interval(&self) -> (f64, f64) {
        self.points.interval()
    }

    /// The number of independent yes-or-no trials that would leave [`win_rate`](Self::win_rate) as
    /// uncertain.
    #[must_use]
    pub fn win_trials(&self) -> f64 {
        self.wins.trials()
    }

    /// The number of independent yes-or-no trials that would leave [`score`](Self::score) as
    /// uncertain.
    #[must_use]
    pub fn score_trials(&self) -> f64 {
        self.points.trials()
    }
}

/// Adds the results of more games.
fn add(sum: &mut Results, more: &Results) {
    sum.iter_mut().zip(more).for_each(|(mine, theirs)| *mine += theirs);
}

fn total(results: &[u64; 3], values: [f64; 3]) -> f64 {
    results.iter().zip(values).map(|(&count, value)| count as f64 * value).sum()
}

/// Two lists in ascending order of their keys as one, in which what has the same key is `both`.
fn joined<T: Clone, K: Ord>(
    one: &[T],
    other: &[T],
    key: impl Fn(&T) -> K,
    both: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut all = Vec::with_capacity(one.len().max(other.len()));
    while let (Some(mine), Some(theirs)) = (one.peek(), other.peek()) {
        match key(mine).cmp(&key(theirs)) {
            Ordering::Less => all.extend(one.next().cloned()),
            Ordering::Greater => all.extend(other.next().cloned()),
            Ordering::Equal => {
                all.push(both(mine, theirs));
                one.next();
                other.next();
            }
        }
    }
    all.extend(one.chain(other).cloned());
    all
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Side;

    use super::*;
    use crate::games::WinnerRule;
    use crate::stats::tally::{Game, Tally};

    /// Black's record of games with these results, 2 for a win, of these openings or by chance.
    fn record(games: &[(u32, Option<u32>)]) -> Score {
        let mut tally = Tally::new(&[WinnerRule::Discs]);
        for (number, &(halves, opening)) in games.iter().enumerate() {
            let cluster = opening.map_or(Cluster::Round(number as u32), Cluster::Opening);
            let black = [20, 32, 40][halves as usize];
            let (points, moves) = ([black, 64 - black], Fingerprint::of_game("f5", None));
            tally.count(&Game { points, difference: 0, nodes: [1, 2], cluster, moves });
        }
        tally.seen_by(Side::First, WinnerRule::Discs).score()
    }

    #[test]
    fn independent_games_are_trials_and_draws_make_them_surer() {
        let games = |results: [usize; 3]| {
            let halves = results.iter().zip([2, 1, 0]);
            record(
                &halves
                    .flat_map(|(&count, halves)| vec![(halves, None); count])
                    .collect::<Vec<_>>(),
            )
        };
        let decided = games([60, 0, 40]);
        assert!((decided.win_trials() - 100.0).abs() < 1e-9);
        assert_eq!(decided.win_interval(), decided.score_interval());
        // Standard error 0.046 instead of 0.049 (scipy): 111.6 trials.
        let drawn = games([55, 10, 35]);
        assert!((drawn.score_trials() - 111.6).abs() < 0.1, "{}", drawn.score_trials());
        assert!((games([7, 0, 0]).win_trials() - 7.0).abs() < 1e-9);
    }

    /// Clusters that all agree, or one alone, count as one trial each, whatever their share is.
    #[test]
    fn clusters_that_agree_are_trials() {
        for clusters in [1, 2] {
            for won in [7, 28, 54, 55, 57] {
                let one = |game: u32| (2 * u32::from(game % 100 < won), Some(game / 100));
                let games: Vec<(u32, Option<u32>)> = (0..100 * clusters).map(one).collect();
                let trials = record(&games).win_trials();
                assert!((trials - f64::from(clusters)).abs() < 1e-9, "{clusters} {won} {trials}");
            }
        }
    }

    /// Three openings of a hundred games each: Student's t with two degrees of freedom is 4.303.
    #[test]
    fn few_openings_make_wide_intervals() {
        let mut games = Vec::new();
        for (opening, won) in [50, 60, 70].into_iter().enumerate() {
            games.extend((0..100).map(|game| (2 * u32::from(game < won), Some(opening as u32))));
        }
        let record = record(&games);
        // The standard error is 10 / sqrt 3 %.
        let (low, high) = record.win_interval();
        assert!((0.5 * (high - low) - 4.303 * 0.057_735).abs() < 0.03, "{low} to {high}");
    }

    /// The pentanomial vector 5, 8, 30, 10, 7 (pairs worth 0 to 2 points): mean 0.525, variance of
    /// a pair 0.068125.
    #[test]
    fn pairs_are_as_sure_as_their_sums() {
        let pairs = [(0, 0, 5), (1, 0, 8), (2, 0, 30), (1, 2, 10), (2, 2, 7)];
        let mut games = Vec::new();
        for (one, other, count) in pairs {
            for _ in 0..count {
                let pair = games.len() as u32;
                games.extend([(one, Some(pair)), (other, Some(pair))]);
            }
        }
        let score = record(&games);
        assert!((score.score() - 0.525).abs() < 1e-12);
        let variance = score.score() * (1.0 - score.score()) / score.score_trials();
        // As wide as Student's t of 59 degrees of freedom makes it: 2.0010 instead of 1.9600.
        let expected = 0.068_125 / 59.0 * (2.000_995_4_f64 / 1.959_964_0).powi(2);
        assert!((variance - expected).abs() < 1e-9, "{variance}");
    }

    #[test]
    fn the_same_game_again_says_nothing_new() {
        let once = record(&[(2, Some(0))]);
        let often = record(&[(2, Some(0)); 20]);
        assert_eq!(
            (once.win_interval(), often.games(), often.distinct()),
            (often.win_interval(), 20, 1)
        );
    }
}
