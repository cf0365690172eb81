//! Counting: from single games to rates with intervals.
//!
//! Games are not always independent observations. An opening that is played in both colours, or by
//! every pair of a round-robin, is one observation seen several times; two players without any
//! chance play one game from one opening however often they are asked. So a record keeps such games
//! together in clusters, and the uncertainty of a rate comes from how far the clusters' own sums
//! scatter around it (the variance of a ratio over clusters: Cochran, "Sampling Techniques", ch. 9;
//! for pairs of games it is the pentanomial variance of chess testers).

use std::collections::{BTreeMap, HashSet};

use yomi_engine::game::Side;

use crate::games::WinnerRule;
use crate::stats::fingerprint::Fingerprint;
use crate::stats::proportion::Proportion;

/// Games that are one observation, by what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cluster {
    /// An opening.
    Opening(u32),
    /// The moves of both games of a pair.
    Pair(Fingerprint),
    /// The number of a pair in whose games random numbers are drawn, others in every pair. One game
    /// of it alone is independent of all others.
    Drawn(u64),
}

/// One finished game, as far as it is counted.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Black's points before White's, in units of the game's final score.
    pub points: [u32; 2],
    /// The final score for Black, in the same units.
    pub difference: i32,
    /// Positions entered, by Black and by White.
    pub nodes: [u64; 2],
    /// The cluster it belongs to.
    pub cluster: Cluster,
    /// Its moves, the opening included.
    pub moves: Fingerprint,
}

/// Wins, draws and losses, in this order.
type Results = [u64; 3];

/// Sums over the games of one cell.
#[derive(Clone, Debug)]
pub struct Tally {
    rules: &'static [WinnerRule],
    /// Games counted.
    games: u64,
    /// For each cluster and rule: the results of its games for Black.
    clusters: BTreeMap<Cluster, Vec<Results>>,
    /// Sum of Black's final scores.
    difference: i64,
    /// Positions entered, by Black and by White.
    nodes: [u64; 2],
    /// The moves of the games.
    distinct: HashSet<Fingerprint>,
}

impl Tally {
    /// Nothing counted yet; winners will be counted by each of `rules`.
    #[must_use]
    pub fn new(rules: &'static [WinnerRule]) -> Self {
        Self {
            rules,
            games: 0,
            clusters: BTreeMap::new(),
            difference: 0,
            nodes: [0; 2],
            distinct: HashSet::new(),
        }
    }

    /// Counts one game; whether it is the first with its moves.
    pub fn count(&mut self, game: &Game) -> bool {
        self.games += 1;
        let new = || vec![[0; 3]; self.rules.len()];
        let results = self.clusters.entry(game.cluster).or_insert_with(new);
        for (counts, rule) in results.iter_mut().zip(self.rules) {
            let place = rule.winner(game.points).map_or(1, |side| 2 * side as usize);
            counts[place] += 1;
        }
        self.difference += i64::from(game.difference);
        self.nodes = [self.nodes[0] + game.nodes[0], self.nodes[1] + game.nodes[1]];
        self.distinct.insert(game.moves)
    }

    /// Adds another tally by the same rules.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (&cluster, results) in &other.clusters {
            let mine = self.clusters.entry(cluster).or_insert_with(|| vec![[0; 3]; results.len()]);
            mine.iter_mut().zip(results).for_each(|(sum, more)| add(sum, more));
        }
        self.difference += other.difference;
        self.nodes = [self.nodes[0] + other.nodes[0], self.nodes[1] + other.nodes[1]];
        self.distinct.extend(&other.distinct);
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Positions entered, by Black and by White.
    #[must_use]
    pub fn nodes(&self) -> [u64; 2] {
        self.nodes
    }

    /// The tally as `side` sees it, winners counted by `rule`, one of the tally's.
    #[must_use]
    pub fn seen_by(&self, side: Side, rule: WinnerRule) -> Score {
        let place = self.rules.iter().position(|&known| known == rule).unwrap_or(0);
        let seen = |results: &Vec<Results>| {
            let [black, draws, white] = results[place];
            if side == Side::First { [black, draws, white] } else { [white, draws, black] }
        };
        let clusters = self.clusters.iter().map(|(&cluster, results)| (cluster, seen(results)));
        Score {
            clusters: clusters.collect(),
            difference: if side == Side::First { self.difference } else { -self.difference },
            distinct: self.distinct.clone(),
        }
    }
}

/// What one player achieved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    clusters: BTreeMap<Cluster, Results>,
    /// Sum of final scores, in units of the game's.
    difference: i64,
    /// The moves of the games.
    distinct: HashSet<Fingerprint>,
}

/// What a win, a draw and a loss count as a win, and as points.
const WINS: [f64; 3] = [1.0, 0.0, 0.0];
const POINTS: [f64; 3] = [1.0, 0.5, 0.0];

impl Score {
    /// The games of both records together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (&cluster, results) in &other.clusters {
            add(sum.clusters.entry(cluster).or_default(), results);
        }
        sum.difference += other.difference;
        sum.distinct.extend(&other.distinct);
        sum
    }

    /// Games won, drawn and lost.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        let mut sum = [0; 3];
        self.clusters.values().for_each(|results| add(&mut sum, results));
        sum
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Games of which no two have the same moves.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// Wins as a share of all games.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.mean(WINS)
    }

    /// Points as a share of all games, a draw being half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.mean(POINTS)
    }

    /// Mean final score, in units of the game's.
    #[must_use]
    pub fn mean_difference(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.difference as f64 / self.games() as f64 }
    }

    /// The 95 % interval of [`win_rate`](Self::win_rate).
    #[must_use]
    pub fn win_interval(&self) -> (f64, f64) {
        self.proportion(WINS).interval()
    }

    /// The 95 % interval of [`score`](Self::score).
    #[must_use]
    pub fn score_interval(&self) -> (f64, f64) {
        self.proportion(POINTS).interval()
    }

    /// The number of independent yes-or-no trials that would leave [`win_rate`](Self::win_rate) as
    /// uncertain.
    #[must_use]
    pub fn win_trials(&self) -> f64 {
        self.proportion(WINS).trials()
    }

    /// The number of independent yes-or-no trials that would leave [`score`](Self::score) as
    /// uncertain.
    #[must_use]
    pub fn score_trials(&self) -> f64 {
        self.proportion(POINTS).trials()
    }

    fn mean(&self, values: [f64; 3]) -> f64 {
        if self.games() == 0 { 0.0 } else { total(&self.results(), values) / self.games() as f64 }
    }

    fn proportion(&self, values: [f64; 3]) -> Proportion {
        let (games, mean) = (self.games() as f64, self.mean(values));
        let all = total(&self.results(), values);
        // Exact before the division: clusters that agree differ by nothing.
        let off = |results: &Results| total(results, values) * games - all * games_of(results);
        let squares = |results: &Results| (off(results) / games).powi(2);
        let (mut alone, mut clusters, mut between) = ([0; 3], 0.0, 0.0);
        for (cluster, results) in &self.clusters {
            if matches!(cluster, Cluster::Drawn(_)) && games_of(results) == 1.0 {
                add(&mut alone, results);
            } else {
                clusters += 1.0;
                between += squares(results);
            }
        }
        let small = if clusters > 1.0 { clusters / (clusters - 1.0) } else { 1.0 };
        let observations = clusters + games_of(&alone);
        let alone = alone.iter().zip(values);
        let alone: f64 = alone.map(|(&count, value)| count as f64 * (value - mean).powi(2)).sum();
        let variance = (small * between + alone) / games.powi(2);
        let of = if clusters > 0.0 { Proportion::of_clusters } else { Proportion::of_games };
        of(mean, variance, observations)
    }
}

fn add(sum: &mut Results, more: &Results) {
    sum.iter_mut().zip(more).for_each(|(mine, theirs)| *mine += theirs);
}

fn games_of(results: &Results) -> f64 {
    results.iter().sum::<u64>() as f64
}

fn total(results: &Results, values: [f64; 3]) -> f64 {
    results.iter().zip(values).map(|(&count, value)| count as f64 * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &[WinnerRule] = &[WinnerRule::Discs, WinnerRule::Tutorial { squares: 64 }];

    fn game(points: [u32; 2], difference: i32, cluster: Cluster) -> Game {
        Game { points, difference, nodes: [1, 2], cluster, moves: Fingerprint::of_game("f5") }
    }

    /// Black's record of games with these results, 2 for a win, of these openings or else by chance.
    fn record(games: &[(u32, Option<u32>)]) -> Score {
        let mut tally = Tally::new(RULES);
        for (number, &(halves, opening)) in games.iter().enumerate() {
            let cluster = opening.map_or(Cluster::Drawn(number as u64), Cluster::Opening);
            let black = [20, 32, 40][halves as usize];
            tally.count(&game([black, 64 - black], 0, cluster));
        }
        tally.seen_by(Side::First, WinnerRule::Discs)
    }

    #[test]
    fn both_sides_see_the_same_games() {
        let mut tally = Tally::new(RULES);
        let games = [([40, 24], 16), ([32, 32], 0), ([13, 0], 64), ([20, 44], -24)];
        for (number, (points, difference)) in (0..).zip(games) {
            tally.count(&game(points, difference, Cluster::Drawn(number)));
        }
        let black = tally.seen_by(Side::First, WinnerRule::Discs);
        assert_eq!((black.results(), black.mean_difference()), ([2, 1, 1], 14.0));
        assert_eq!((black.win_rate(), black.score(), black.distinct()), (0.5, 0.625, 1));
        assert_eq!(tally.seen_by(Side::Second, RULES[1]).results(), [2, 1, 1]);
        // The same games again are more of them, but no others.
        assert_eq!((black.and(&black).games(), black.and(&black).distinct()), (8, 1));
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
