//! One series of players against another: a heat map and where the first begins to win.

use super::{Report, Row};
use crate::arena::Arena;
use crate::chart::{HeatMap, Share};
use crate::schedule::Shape;

impl<G: Arena> Report<'_, G> {
    /// The players of the first series, or of the second, in the order they are listed.
    fn members(&self, place: usize) -> Vec<usize> {
        let Shape::Between(series) = &self.matches.schedule.shape else { return Vec::new() };
        let contestants = &self.experiment.contestants;
        (0..contestants.len()).filter(|&index| contestants[index].series == series[place]).collect()
    }

    /// Both colours of a player of the first series against one of the second.
    fn pair(&self, player: usize, opponent: usize) -> Option<&Row> {
        let rule = self.matches.winners[0];
        self.rows.iter().find(|row| {
            (row.player, row.opponent, row.colour, row.rule) == (player, Some(opponent), None, rule)
        })
    }

    pub(super) fn grid_answer(&self) -> Vec<String> {
        let (players, opponents) = (self.members(0), self.members(1));
        let Shape::Between([series, others]) = &self.matches.schedule.shape else { return Vec::new() };
        let (mut above, mut below, mut open) = (0, 0, 0);
        let mut beaten = Vec::new();
        for &player in &players {
            let mut last = None;
            for row in opponents.iter().filter_map(|&opponent| self.pair(player, opponent)) {
                let (low, high) = row.score.interval(row.score.score());
                match (low > 0.5, high < 0.5) {
                    (true, _) => (above, last) = (above + 1, row.opponent),
                    (_, true) => below += 1,
                    _ => open += 1,
                }
            }
            let last = last.map_or("none", |opponent| self.name(opponent));
            beaten.push(format!("{} beats {last}", self.name(player)));
        }
        vec![
            format!(
                "Of {} pairs {series} wins {above}, {others} wins {below}, and {open} are open (one half lies inside the \
                 95 % interval).",
                above + below + open
            ),
            format!("The last in the row of {others} that each is sure to beat: {}.", beaten.join(", ")),
        ]
    }

    pub(super) fn heat_map(&self) -> HeatMap {
        let (players, opponents) = (self.members(0), self.members(1));
        let share = |player: usize, opponent: usize| {
            let score = self.pair(player, opponent)?.score;
            Some(Share { value: score.score(), interval: score.interval(score.score()) })
        };
        let names = |members: &[usize]| members.iter().map(|&member| self.name(member).to_owned()).collect();
        let Shape::Between([series, others]) = &self.matches.schedule.shape else {
            unreachable!("checked by draw")
        };
        HeatMap {
            title: format!("{series} against {others}"),
            subtitle: format!(
                "{}, score of the row in % with its 95 % interval; {}",
                self.experiment.game,
                self.games_a_pair()
            ),
            rows: names(&players),
            columns: names(&opponents),
            shares: players
                .iter()
                .map(|&player| opponents.iter().map(|&opponent| share(player, opponent)).collect())
                .collect(),
        }
    }
}
