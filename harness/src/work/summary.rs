//! The summary of a match: who scored what against whom.

use yomi_engine::game::Side;

use crate::games::{LabGame, WinnerRule};
use crate::plan::Match;
use crate::plan::schedule::Shape;
use crate::stats::account::{Account, Score};
use crate::stats::tally::Tally;

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
    let mut rows: Vec<(Row, Account)> = Vec::new();
    for (cell, tally) in cells {
        for side in Side::BOTH.into_iter().rev().filter(|&side| cell.reported[side as usize]) {
            let (player, opponent) = if side == Side::First {
                (cell.black, cell.white)
            } else {
                (cell.white, cell.black)
            };
            rows.extend(matches.winners.iter().map(|&rule| {
                let account = tally.seen_by(side, rule);
                let row = Row {
                    variant: cell.variant,
                    player,
                    colour: Some(side),
                    opponent: Some(opponent),
                    rule,
                    score: account.score(),
                };
                (row, account)
            }));
        }
    }
    // Each player's lines together, in the order players are listed.
    rows.sort_by_key(|(row, _)| (row.variant, row.player, row.opponent));
    let pairs = paired(&rows);
    let totals =
        if matches.schedule.shape == Shape::RoundRobin { totals(&pairs) } else { Vec::new() };
    rows.into_iter().chain(pairs).chain(totals).map(|(row, _)| row).collect()
}

/// Both colours against one opponent, where both were played.
fn paired(rows: &[(Row, Account)]) -> Vec<(Row, Account)> {
    let mates = |one: &Row, other: &Row| {
        (one.player, one.opponent, one.rule) == (other.player, other.opponent, other.rule)
            && one.colour == Some(Side::First)
            && other.colour == Some(Side::Second)
            && one.opponent != Some(one.player)
    };
    let both = rows.iter().filter_map(|(black, as_black)| {
        let (_, as_white) = rows.iter().find(|(white, _)| mates(black, white))?;
        let account = as_black.and(as_white);
        Some((Row { colour: None, score: account.score(), ..black.clone() }, account))
    });
    both.collect()
}

/// Each player against all its opponents.
fn totals(pairs: &[(Row, Account)]) -> Vec<(Row, Account)> {
    let mut totals: Vec<(Row, Account)> = Vec::new();
    for (pair, account) in pairs {
        let same = |total: &Row| total.player == pair.player && total.rule == pair.rule;
        match totals.iter_mut().find(|(total, _)| same(total)) {
            Some((_, total)) => *total = total.and(account),
            None => totals.push((Row { opponent: None, ..pair.clone() }, account.clone())),
        }
    }
    totals.iter_mut().for_each(|(row, account)| row.score = account.score());
    totals
}
