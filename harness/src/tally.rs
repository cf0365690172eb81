//! Counting: from single games to rates with intervals.

use yomi_engine::game::Side;

use crate::interval::wilson;
use crate::play::Played;
use crate::winner::WinnerRule;

/// Sums over the games of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games counted.
    pub games: u64,
    /// For each of [`WinnerRule::ALL`]: Black's wins, draws, White's wins.
    results: [[u64; 3]; WinnerRule::ALL.len()],
    /// Sum of Black's final scores.
    difference: i64,
    /// Positions entered, by Black and by White.
    pub nodes: [u64; 2],
}

impl Tally {
    /// Counts one game.
    pub fn add(&mut self, played: &Played) {
        self.count(played.points, played.difference, played.nodes);
    }

    /// Counts one game from its figures.
    pub fn count(&mut self, points: [u32; 2], difference: i32, nodes: [u64; 2]) {
        self.games += 1;
        for (counts, rule) in self.results.iter_mut().zip(WinnerRule::ALL) {
            let place = rule.winner(points).map_or(1, |side| 2 * side as usize);
            counts[place] += 1;
        }
        self.difference += i64::from(difference);
        self.nodes = [self.nodes[0] + nodes[0], self.nodes[1] + nodes[1]];
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (mine, theirs) in self.results.iter_mut().flatten().zip(other.results.iter().flatten()) {
            *mine += theirs;
        }
        self.difference += other.difference;
        self.nodes = [self.nodes[0] + other.nodes[0], self.nodes[1] + other.nodes[1]];
    }

    /// The tally as `side` sees it.
    #[must_use]
    pub fn seen_by(&self, side: Side, rule: WinnerRule) -> Score {
        let place = WinnerRule::ALL.iter().position(|&known| known == rule).unwrap_or(0);
        let [black, draws, white] = self.results[place];
        let (wins, losses) = if side == Side::First { (black, white) } else { (white, black) };
        let difference = if side == Side::First { self.difference } else { -self.difference };
        Score { wins, draws, losses, difference, trials: self.games }
    }
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Sum of final scores, in units of the game's.
    difference: i64,
    /// Independent trials among the games: an opening played in both colours is one.
    trials: u64,
}

impl Score {
    /// Both colours of the same openings together: twice the games, but no more trials than one colour has.
    #[must_use]
    pub fn paired_with(self, other: Self) -> Self {
        Self { trials: self.trials.max(other.trials), ..self.and(other) }
    }

    /// Independent games together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            difference: self.difference + other.difference,
            trials: self.trials + other.trials,
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins as a share of all games.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.share(self.wins as f64)
    }

    /// Points as a share of all games, a draw being half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.share(self.wins as f64 + self.draws as f64 / 2.0)
    }

    /// Mean final score, in units of the game's.
    #[must_use]
    pub fn mean_difference(&self) -> f64 {
        self.share(self.difference as f64)
    }

    /// The 95 % interval around a rate of this record.
    #[must_use]
    pub fn interval(&self, rate: f64) -> (f64, f64) {
        wilson(rate, self.trials as f64)
    }

    fn share(&self, part: f64) -> f64 {
        if self.games() == 0 { 0.0 } else { part / self.games() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_games() {
        let mut tally = Tally::default();
        for (points, difference) in [([40, 24], 16), ([32, 32], 0), ([13, 0], 64), ([20, 44], -24)] {
            tally.count(points, difference, [1, 2]);
        }
        let black = tally.seen_by(Side::First, WinnerRule::Discs);
        assert_eq!((black.wins, black.draws, black.losses, black.mean_difference()), (2, 1, 1, 14.0));
        assert_eq!((black.win_rate(), black.score()), (0.5, 0.625));
        let white = tally.seen_by(Side::Second, WinnerRule::Tutorial);
        assert_eq!((white.wins, white.draws, white.losses), (2, 1, 1));
        assert_eq!(black.paired_with(black).trials, 4);
        assert_eq!((black.and(black).trials, black.and(black).games()), (8, 8));
    }
}
