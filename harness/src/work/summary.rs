//! The summary of a match: who scored what against whom.

use yomi_engine::game::Side;

use crate::games::{LabGame, WinnerRule};
use crate::plan::Match;
use crate::plan::schedule::Shape;
use crate::stats::tally::{Score, Tally};

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

/// The rows of a finished or interrupted match: player × colour × opponent × winner rule, then
/// player × opponent in both colours, and for a round-robin player against all.
#[must_use]
pub fn summarise<G: LabGame>(matches: &Match<G>, tallies: &[Tally]) -> Vec<Row> {
    let cells = matches.schedule.cells.iter().zip(tallies);
    let mut rows: Vec<Row> = Vec::new();
    for (cell, tally) in cells {
        for side in Side::BOTH.into_iter().rev().filter(|&side| cell.reported[side as usize]) {
            let (player, opponent) = if side == Side::First {
                (cell.black, cell.white)
            } else {
                (cell.white, cell.black)
            };
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
    let pairs = paired(&rows);
    let totals =
        if matches.schedule.shape == Shape::RoundRobin { totals(&pairs) } else { Vec::new() };
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
        match totals.iter_mut().find(|total| total.player == pair.player && total.rule == pair.rule)
        {
            Some(total) => total.score = total.score.and(&pair.score),
            None => totals.push(Row { opponent: None, ..pair.clone() }),
        }
    }
    totals
}
