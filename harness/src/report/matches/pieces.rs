//! What only the long report has: pairs, players in each colour, the first move, how games ended,
//! and openings.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use yomi_engine::game::Side;

use super::{Report, Section, between, colour, one};
use crate::figures::significant;
use crate::games::{LabGame, WinnerRule};
use crate::plan::Contestant;
use crate::stats::elo::limited;
use crate::stats::interval::wilson;
use crate::stats::tally::Tally;
use crate::table::Table;
use crate::terminal::shortened;
use crate::work::collected::Collected;

/// No more rows than people look through.
const MOST: usize = 400;

impl<G: LabGame> Report<'_, G> {
    /// The sections, as far as there is anything to say.
    pub(super) fn more(&self) -> Vec<Section> {
        let sections = [
            ("Player by player, in each colour", self.by_colour()),
            ("Pair by pair", self.by_pair()),
            ("Who moves first", self.first_move()),
            ("How games ended", self.endings()),
            ("Games lost by forfeit", self.forfeits()),
            ("How long games were", self.lengths()),
            ("Openings that favour one side most", self.openings()),
        ];
        let each = ["Player by player, in each colour", "Pair by pair"];
        let section = |(heading, table): (&str, Table)| {
            let together = if each.contains(&heading) { String::new() } else { self.together() };
            Section { heading: self.say(heading, &[]) + &together, table }
        };
        let filled = sections.into_iter().filter(|(_, table)| !table.rows.is_empty());
        filled.map(section).collect()
    }

    /// That all variants are counted, as the end of a phrase, if there is more than one.
    pub(super) fn together(&self) -> String {
        match self.experiment.variants.len() {
            1 => String::new(),
            _ => self.say(", all variants together", &[]),
        }
    }

    /// Every player against all its opponents in each colour.
    fn by_colour(&self) -> Table {
        let mut table = Table::new(&[
            "player",
            "variant",
            "colour",
            "games",
            "score %",
            "nodes a game",
            "ms a move",
        ]);
        for player in 0..self.experiment.contestants.len() {
            for side in Side::BOTH {
                let (mut games, mut points, mut nodes, mut time) = (0, 0.0, 0, (0, 0));
                for (tally, times) in self.cells_of(player, side) {
                    let (micros, moves) = times[side as usize];
                    time = (time.0 + micros, time.1 + moves);
                    let score = tally.seen_by(side, self.matches.winners[0]).score();
                    games += score.games();
                    points += score.score() * score.games() as f64;
                    nodes += tally.nodes()[side as usize];
                }
                if games > 0 {
                    let Contestant { variant, player: contender, .. } =
                        &self.experiment.contestants[player];
                    let counted = !contender.is_program();
                    let nodes = counted.then(|| format!("{:.0}", nodes as f64 / games as f64));
                    table.rows.push(vec![
                        self.name(player).to_owned(),
                        self.experiment.variants[*variant].clone(),
                        colour(side).to_owned(),
                        games.to_string(),
                        one(points / games as f64),
                        nodes.unwrap_or_default(),
                        milliseconds(time),
                    ]);
                }
            }
        }
        table
    }

    /// What was counted in a player's cells of one colour, but for games with itself.
    pub(super) fn cells_of(
        &self,
        player: usize,
        side: Side,
    ) -> impl Iterator<Item = (&Tally, &[(u64, u64); 2])> {
        let Collected { tallies, times, .. } = self.collected;
        let cells = self.matches.schedule.cells.iter().zip(tallies.iter().zip(times));
        let mine = cells.filter(move |(cell, _)| {
            let ends = [cell.black, cell.white];
            ends[side as usize] == player && ends[0] != ends[1]
        });
        mine.map(|(_, counted)| counted)
    }

    /// What two players made of the openings that they played in both colours.
    fn by_pair(&self) -> Table {
        let mut table = Table::new(&[
            "player",
            "opponent",
            "variant",
            "pairs",
            "0",
            "½",
            "1",
            "1½",
            "2",
            "score %",
            "95 % interval",
            "Elo",
            "p (Holm)",
        ]);
        for pairing in self.duels().iter().take(MOST) {
            let scores = pairing.duel.scores();
            let (low, high) = scores.elo_interval();
            let mut row: Vec<String> =
                pairing.players.iter().map(|&player| self.name(player).to_owned()).collect();
            row.push(self.experiment.variants[pairing.variant].clone());
            row.push(pairing.duel.pairs.len().to_string());
            row.extend(pairing.duel.pairs.by_points.iter().map(ToString::to_string));
            row.extend([one(scores.mean), between(scores.interval())]);
            let [elo, low, high] = [scores.elo(), low, high].map(|elo| limited(elo, 0));
            row.push(format!("{elo} [{low}, {high}]"));
            row.push(format!("{:.4}", pairing.adjusted));
            table.rows.push(row);
        }
        table
    }

    /// What the side that moves first makes of it, in games of different players.
    fn first_move(&self) -> Table {
        let score = self.collected.first_move.seen_by(Side::First, WinnerRule::Score).score();
        let mut table = Table::new(&[
            "games",
            "first mover wins",
            "draws",
            "second mover wins",
            "first mover's score %",
            "95 % interval",
        ]);
        if score.games() > 0 {
            let [wins, draws, losses] = score.results();
            let counts = [score.games(), wins, draws, losses];
            let mut row = counts.map(|count| count.to_string()).to_vec();
            row.extend([one(score.score()), between(score.score_interval())]);
            table.rows.push(row);
        }
        table
    }

    /// Why games ended.
    fn endings(&self) -> Table {
        let mut table = Table::new(&["end", "games"]);
        let mut ends: Vec<(&String, &u64)> = self.collected.ends.iter().collect();
        ends.sort_by_key(|(end, count)| (Reverse(**count), (*end).clone()));
        table.rows =
            ends.into_iter().map(|(end, count)| vec![end.clone(), count.to_string()]).collect();
        table
    }

    /// Who lost games without the rules' help, why, and what it said last.
    fn forfeits(&self) -> Table {
        const LONGEST: usize = 200;
        let mut table = Table::new(&["player", "end", "games", "last words"]);
        let mut lost: BTreeMap<(&str, &str), (u64, &str)> = BTreeMap::new();
        for forfeit in &self.collected.forfeits {
            let entry = lost.entry((self.name(forfeit.player), &forfeit.reason)).or_default();
            *entry = (entry.0 + 1, &forfeit.words);
        }
        table.rows = lost
            .into_iter()
            .map(|((name, reason), (games, words))| {
                vec![
                    name.to_owned(),
                    reason.to_owned(),
                    games.to_string(),
                    shortened(words, LONGEST),
                ]
            })
            .collect();
        table
    }

    /// How many plies games had after their opening.
    fn lengths(&self) -> Table {
        let mut table = Table::new(&["games", "shortest", "median", "mean", "longest"]);
        let lengths = &self.collected.lengths;
        let games: u64 = lengths.values().sum();
        let (Some(shortest), Some(longest)) = (lengths.keys().next(), lengths.keys().next_back())
        else {
            return table;
        };
        let plies: u64 = lengths.iter().map(|(&plies, &games)| u64::from(plies) * games).sum();
        let at = |place: u64| {
            let mut up_to = 0;
            let mut found = lengths.iter().filter_map(|(&plies, &here)| {
                up_to += here;
                (up_to > place).then_some(plies)
            });
            found.next().unwrap_or(0)
        };
        // Of an even number of games the mean of the two in the middle.
        let middle = at((games - 1) / 2) + at(games / 2);
        let median = if middle.is_multiple_of(2) {
            (middle / 2).to_string()
        } else {
            format!("{:.1}", f64::from(middle) / 2.0)
        };
        table.rows.push(vec![
            games.to_string(),
            shortest.to_string(),
            median,
            format!("{:.1}", plies as f64 / games as f64),
            longest.to_string(),
        ]);
        table
    }

    /// The openings after which the first mover scored farthest from one half.
    fn openings(&self) -> Table {
        const NAMED: usize = 20;
        let mut table =
            Table::new(&["opening", "moves", "games", "first mover's score %", "95 % interval"]);
        if !self.matches.openings.are_shared() {
            return table;
        }
        let score = |[wins, draws, losses]: [u64; 3]| {
            let games = wins + draws + losses;
            ((wins as f64 + draws as f64 / 2.0) / games as f64, games)
        };
        let mut openings: Vec<((bool, u32), (f64, u64))> =
            self.collected.openings.iter().map(|(&key, &results)| (key, score(results))).collect();
        let bias = |(_, (score, _)): &(_, (f64, u64))| (score - 0.5_f64).abs();
        openings.sort_by(|one, other| bias(other).total_cmp(&bias(one)));
        for ((white_first, round), (score, games)) in openings.into_iter().take(NAMED) {
            let first = if white_first { Side::Second } else { Side::First };
            table.rows.push(vec![
                round.to_string(),
                self.matches.openings.text(round, first),
                games.to_string(),
                one(score),
                between(wilson(score, games as f64)),
            ]);
        }
        table
    }
}

/// Microseconds of a number of moves as milliseconds of one; empty if none was timed.
pub(super) fn milliseconds((micros, moves): (u64, u64)) -> String {
    match moves {
        0 => String::new(),
        moves => significant(micros as f64 / 1000.0 / moves as f64),
    }
}
