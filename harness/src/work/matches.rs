//! A match experiment: playing its games and summing them up.

use std::ops::Range;

use yomi_engine::game::Side;

use crate::games::LabGame;
use crate::games::WinnerRule;
use crate::plan::key::GameKey;
use crate::plan::schedule::{Cell, Shape};
use crate::plan::{Contestant, Match};
use crate::play::{Played, play};
use crate::run::pool::Tasks;
use crate::stats::tally::{self, Score, Tally};

/// The header of `games.csv`, with points under the name the game has for them.
#[must_use]
pub fn header<G: LabGame>() -> String {
    let unit = G::UNIT;
    format!(
        "game,variant,opening,opening_moves,black,white,first_mover,result,black_{unit}s,white_{unit}s,\
         {unit}_difference,plies,end,nodes_black,nodes_white,moves\n"
    )
}

/// Units of the final score as points: `7` or `7.5`.
fn points<G: LabGame>(units: impl Into<f64>) -> String {
    (units.into() / f64::from(G::UNITS_PER_POINT)).to_string()
}

/// Points read back as units.
pub(crate) fn units<G: LabGame>(points: &str) -> Option<f64> {
    points.parse::<f64>().ok().map(|points| points * f64::from(G::UNITS_PER_POINT))
}

/// The games of a match as tasks.
pub struct Games<'a, G: LabGame> {
    /// What is played, as text for the keys: game and size.
    pub game: String,
    /// Where all randomness starts.
    pub seed: u64,
    /// The match.
    pub matches: &'a Match<G>,
    /// Where games start.
    pub start: &'a G,
    /// The players.
    pub contestants: &'a [Contestant<G>],
    /// The names of the variants.
    pub variants: &'a [String],
}

impl<G: LabGame> Tasks for Games<'_, G> {
    type Sum = Vec<(usize, Tally)>;

    fn count(&self) -> u64 {
        self.matches.schedule.len()
    }

    fn batch(&self, range: Range<u64>) -> (Vec<u8>, Self::Sum) {
        let mut rows = csv::Writer::from_writer(Vec::with_capacity(256 * (range.end - range.start) as usize));
        let mut tallies: Self::Sum = Vec::new();
        for number in range {
            let (cell, round) = self.matches.schedule.game(number);
            let played = self.play(&self.matches.schedule.cells[cell], round);
            if tallies.last().is_none_or(|&(last, _)| last != cell) {
                tallies.push((cell, Tally::new(G::WINNERS)));
            }
            let opening = self.opening(cell, round);
            tallies.last_mut().expect("just pushed").1.count(&tally::Game {
                points: played.points,
                difference: played.difference,
                nodes: played.nodes,
                cluster: self.cluster(cell, round),
                moves: [&opening, &played.moves],
            });
            self.write(&mut rows, number, &played);
        }
        (rows.into_inner().expect("memory takes all rows"), tallies)
    }
}

impl<G: LabGame> Games<'_, G> {
    /// The games that game `round` of a cell is no independent observation of.
    #[must_use]
    pub fn cluster(&self, cell: usize, round: u32) -> Option<u32> {
        let Cell { black, white, .. } = self.matches.schedule.cells[cell];
        let deterministic =
            [black, white].iter().all(|&index| self.contestants[index].player.is_deterministic());
        self.matches.openings.cluster(round, deterministic)
    }

    /// The moves of game `round` of a cell that were not the players' own.
    fn opening(&self, cell: usize, round: u32) -> String {
        let first = self.matches.schedule.cells[cell].first;
        self.matches.openings.moves(round, first).iter().map(ToString::to_string).collect()
    }

    fn play(&self, cell: &Cell, round: u32) -> Played {
        let players = [cell.black, cell.white].map(|index| &self.contestants[index].player);
        let [black, white] = players.map(ToString::to_string);
        let key = GameKey::new(self.seed, &self.game, cell.first, &black, &white, round);
        play(&self.start.started_by(cell.first), self.matches.openings.moves(round, cell.first), players, key)
    }

    fn write(&self, rows: &mut csv::Writer<Vec<u8>>, number: u64, played: &Played) {
        let (cell, round) = self.matches.schedule.game(number);
        let Cell { variant, first, black, white, .. } = self.matches.schedule.cells[cell];
        let opening = self.opening(cell, round);
        let [black_points, white_points] = played.points.map(points::<G>);
        let [nodes_black, nodes_white] = played.nodes.map(|nodes| nodes.to_string());
        let numbers = [number, round.into(), u64::from(played.plies)].map(|number| number.to_string());
        let [number, round, plies] = &numbers;
        let record: [&str; 16] = [
            number,
            &self.variants[variant],
            round,
            &opening,
            &self.contestants[black].name,
            &self.contestants[white].name,
            colour(first),
            self.matches.winners[0].winner(played.points).map_or("draw", colour),
            &black_points,
            &white_points,
            &points::<G>(played.difference),
            plies,
            played.ending,
            &nodes_black,
            &nodes_white,
            &played.moves,
        ];
        rows.write_record(record).expect("memory takes all rows");
    }
}

/// `black` or `white`.
#[must_use]
pub fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// One line of the summary: a player in one colour (or both) against one opponent (or all).
#[derive(Clone, Debug)]
pub struct Row {
    /// The variant's number.
    pub variant: usize,
    /// The contestant.
    pub player: usize,
    /// Its colour; `None` for both.
    pub colour: Option<Side>,
    /// The other contestant; `None` for all.
    pub opponent: Option<usize>,
    /// How winners were counted.
    pub rule: WinnerRule,
    /// What it achieved.
    pub score: Score,
}

/// The rows of a finished or interrupted match: player × colour × opponent × winner rule, then, unless it is a gauntlet,
/// player × opponent in both colours, and for a round-robin player against all.
#[must_use]
pub fn summarise<G: LabGame>(matches: &Match<G>, tallies: &[Tally]) -> Vec<Row> {
    let cells = matches.schedule.cells.iter().zip(tallies);
    let mut rows: Vec<Row> = Vec::new();
    for (cell, tally) in cells {
        for side in Side::BOTH.into_iter().rev().filter(|&side| cell.reported[side as usize]) {
            let (player, opponent) =
                if side == Side::First { (cell.black, cell.white) } else { (cell.white, cell.black) };
            rows.extend(matches.winners.iter().map(|&rule| Row {
                variant: cell.variant,
                player,
                colour: Some(side),
                opponent: Some(opponent),
                rule,
                score: tally.seen_by(side, rule),
            }));
        }
    }
    // Each player's lines together, in the order players are listed.
    rows.sort_by_key(|row| (row.variant, row.player, row.opponent));
    let pairs = match matches.schedule.shape {
        Shape::Gauntlet => return rows,
        _ => paired(&rows),
    };
    let totals = if matches.schedule.shape == Shape::RoundRobin { totals(&pairs) } else { Vec::new() };
    rows.into_iter().chain(pairs).chain(totals).collect()
}

/// Both colours against one opponent, where both were played.
fn paired(rows: &[Row]) -> Vec<Row> {
    let mates = |one: &Row, other: &Row| {
        (one.player, one.opponent, one.rule) == (other.player, other.opponent, other.rule)
            && one.colour == Some(Side::First)
            && other.colour == Some(Side::Second)
            && one.opponent != Some(one.player)
    };
    let both = rows.iter().filter_map(|black| {
        let white = rows.iter().find(|white| mates(black, white))?;
        Some(Row { colour: None, score: black.score.and(&white.score), ..black.clone() })
    });
    both.collect()
}

/// Each player against all its opponents.
fn totals(pairs: &[Row]) -> Vec<Row> {
    let mut totals: Vec<Row> = Vec::new();
    for pair in pairs {
        match totals.iter_mut().find(|total| total.player == pair.player && total.rule == pair.rule) {
            Some(total) => total.score = total.score.and(&pair.score),
            None => totals.push(Row { opponent: None, ..pair.clone() }),
        }
    }
    totals
}
