//! One series of players against another: a heat map and where the first begins to win.

use super::{Report, Row};
use crate::chart::{HeatMap, Share};
use crate::games::LabGame;
use crate::plan::schedule::Shape;
use crate::report::title::title;

impl<G: LabGame> Report<'_, G> {
    /// The players of the first series, or of the second, in the order they are listed.
    fn side(&self, place: usize) -> Vec<usize> {
        let Shape::Between(series) = &self.matches.schedule.shape else { return Vec::new() };
        let contestants = &self.experiment.contestants;
        self.members().filter(|&index| contestants[index].series == series[place]).collect()
    }

    /// Both colours of a player of the first series against one of the second.
    pub(super) fn pair(&self, player: usize, opponent: usize) -> Option<&Row> {
        // Rows of one colour come first, then these in the order of players, then totals.
        let pairs = &self.rows[self.rows.partition_point(|row| row.colour.is_some())..];
        let pairs = &pairs[..pairs.partition_point(|row| row.opponent.is_some())];
        let ends = |row: &Row| (row.player, row.opponent);
        let wanted = (player, Some(opponent));
        let pairs = &pairs[pairs.partition_point(|row| ends(row) < wanted)..];
        let mut pairs = pairs.iter().take_while(|row| ends(row) == wanted);
        pairs.find(|row| self.is_counted(row) && row.score.games() > 0)
    }

    /// Which pairs are decided, although all of them were looked at (Holm's correction, as in
    /// `pairs.csv`), and how far each player of the first series gets.
    pub(super) fn grid_answer(&self) -> Vec<String> {
        let Shape::Between([series, others]) = &self.matches.schedule.shape else {
            return Vec::new();
        };
        let players = self.side(0);
        let pairs = self.decided_pairs(&players, &self.side(1));
        if pairs.is_empty() {
            return Vec::new();
        }
        let count = |wanted| pairs.iter().filter(|&&(_, result)| result == wanted).count();
        let beaten = players.iter().map(|&player| {
            let mut wins =
                pairs.iter().filter(|(row, result)| row.player == player && *result == Some(true));
            match wins.next_back().and_then(|(row, _)| row.opponent) {
                Some(last) => self.say("{} beats {}", &[&self.name(player), &self.name(last)]),
                None => self.say("{} is not shown to beat any", &[&self.name(player)]),
            }
        });
        vec![
            self.say(
                "Pairs: {}, of which {} wins {}, {} wins {}; undecided: {} (5 % for all pairs \
                 together, Holm's correction).",
                &[
                    &pairs.len(),
                    series,
                    &count(Some(true)),
                    others,
                    &count(Some(false)),
                    &count(None),
                ],
            ),
            self.say(
                "The last player of {} that each one beats by this test: {}.",
                &[others, &self.language.list(&beaten.collect::<Vec<_>>())],
            ),
        ]
    }

    /// The pairs that have met, and whether the player wins; `None` if that is undecided.
    fn decided_pairs(&self, players: &[usize], opponents: &[usize]) -> Vec<(&Row, Option<bool>)> {
        let pairs: Vec<&Row> = players
            .iter()
            .flat_map(|&player| {
                opponents.iter().filter_map(move |&opponent| self.pair(player, opponent))
            })
            .collect();
        let decided = |row: &Row| {
            let pairing = self.duel([row.player, row.opponent?])?;
            let first = pairing.duel.scores().mean > 0.5;
            (pairing.adjusted < 0.05).then_some(first == (pairing.players[0] == row.player))
        };
        pairs.into_iter().map(|row| (row, decided(row))).collect()
    }

    pub(super) fn heat_map(&self) -> HeatMap {
        let (players, opponents) = (self.side(0), self.side(1));
        let share = |player: usize, opponent: usize| {
            let score = &self.pair(player, opponent)?.score;
            Some(Share { value: score.score(), interval: score.score_interval() })
        };
        let names = |members: &[usize]| {
            members.iter().map(|&member| self.name(member).to_owned()).collect()
        };
        let Shape::Between([series, others]) = &self.matches.schedule.shape else {
            unreachable!("checked by draw")
        };
        HeatMap {
            title: self.say("{} against {}", &[series, others]),
            subtitle: self.say(
                "{}, score of the row in % with its 95 % interval; {}",
                &[&title(self.experiment.game, self.language), &self.games_a_pair()],
            ) + &self.shown_variant(),
            key: self.say("score of the row against the column", &[]),
            rows: names(&players),
            columns: names(&opponents),
            shares: players
                .iter()
                .map(|&player| opponents.iter().map(|&opponent| share(player, opponent)).collect())
                .collect(),
        }
    }
}
