//! Counting the games of one cell: which belong together, and how they ended.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use yomi_engine::game::Side;

use super::account::Account;
use super::fingerprint::{Fingerprint, Fingerprints};
use crate::games::WinnerRule;

/// Games that are one observation, by what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cluster {
    /// An opening.
    Opening(u32),
    /// The moves of both games of a pair.
    Pair(Fingerprint),
    /// The round of games in which random numbers are drawn, others in each. They are independent,
    /// but not of who has which colour against whom: a round has a game of every kind, so what
    /// rounds scatter is chance. One game of it alone is as independent as a throw of a coin.
    Round(u32),
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

/// Wins, draws and losses of a cluster, in this order.
pub(super) type Results = [u32; 3];

/// Sums over the games of one cell.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games counted.
    games: u64,
    /// For each rule and cluster: the results of its games for Black.
    clusters: Vec<(WinnerRule, BTreeMap<Cluster, Results>)>,
    /// Sum of Black's final scores.
    difference: i64,
    /// Positions entered, by Black and by White.
    nodes: [u64; 2],
    /// The moves of the games.
    distinct: Fingerprints,
    /// The same in ascending order, once they have been asked for.
    ordered: OnceLock<Arc<[Fingerprint]>>,
}

impl Tally {
    /// Nothing counted yet; winners will be counted by each of `rules`.
    #[must_use]
    pub fn new(rules: &[WinnerRule]) -> Self {
        Self {
            games: 0,
            clusters: rules.iter().map(|&rule| (rule, BTreeMap::new())).collect(),
            difference: 0,
            nodes: [0; 2],
            distinct: Fingerprints::default(),
            ordered: OnceLock::new(),
        }
    }

    /// Counts one game; whether it is the first with its moves.
    pub fn count(&mut self, game: &Game) -> bool {
        self.count_result(game);
        self.ordered.take();
        self.distinct.insert(game.moves)
    }

    /// Counts one game where nobody asks which games are distinct.
    pub fn count_result(&mut self, game: &Game) {
        self.games += 1;
        for (rule, clusters) in &mut self.clusters {
            let place = rule.winner(game.points).map_or(1, |side| 2 * side as usize);
            clusters.entry(game.cluster).or_default()[place] += 1;
        }
        self.difference += i64::from(game.difference);
        self.nodes = [self.nodes[0] + game.nodes[0], self.nodes[1] + game.nodes[1]];
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
    pub fn seen_by(&self, side: Side, rule: WinnerRule) -> Account {
        let known = self.clusters.iter().find(|(known, _)| *known == rule);
        let seen = |(&cluster, &[black, draws, white]): (&Cluster, &Results)| match side {
            Side::First => (cluster, [black, draws, white]),
            Side::Second => (cluster, [white, draws, black]),
        };
        Account::new(
            known.into_iter().flat_map(|(_, clusters)| clusters).map(seen).collect(),
            if side == Side::First { self.difference } else { -self.difference },
            self.moves().clone(),
        )
    }

    /// The moves of the games, all different and in ascending order.
    #[must_use]
    pub fn moves(&self) -> &Arc<[Fingerprint]> {
        self.ordered.get_or_init(|| {
            let mut moves: Vec<Fingerprint> = self.distinct.iter().copied().collect();
            moves.sort_unstable();
            moves.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &[WinnerRule] = &[WinnerRule::Discs, WinnerRule::Tutorial { squares: 64 }];

    fn game(points: [u32; 2], difference: i32, cluster: Cluster) -> Game {
        Game { points, difference, nodes: [1, 2], cluster, moves: Fingerprint::of_game("f5", None) }
    }

    #[test]
    fn both_sides_see_the_same_games() {
        let mut tally = Tally::new(RULES);
        let games = [([40, 24], 16), ([32, 32], 0), ([13, 0], 64), ([20, 44], -24)];
        for (number, (points, difference)) in (0..).zip(games) {
            tally.count(&game(points, difference, Cluster::Round(number)));
        }
        let account = tally.seen_by(Side::First, WinnerRule::Discs);
        let black = account.score();
        assert_eq!((black.results(), black.mean_difference()), ([2, 1, 1], 14.0));
        assert_eq!((black.win_rate(), black.score(), black.distinct()), (0.5, 0.625, 1));
        assert_eq!(tally.seen_by(Side::Second, RULES[1]).score().results(), [2, 1, 1]);
        // The same games again are more of them, but no others.
        let twice = account.and(&account).score();
        assert_eq!((twice.games(), twice.distinct()), (8, 1));
    }
}
