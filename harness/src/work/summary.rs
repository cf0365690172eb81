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
    let ends = |row: &Row| (row.player, row.opponent);
    let mut pairs = Vec::new();
    for rows in rows.chunk_by(|(one, _), (other, _)| ends(one) == ends(other)) {
        for (black, as_black) in rows.iter().filter(|(row, _)| row.colour == Some(Side::First)) {
            let is_mate = |white: &Row| {
                (white.rule, white.colour) == (black.rule, Some(Side::Second))
                    && white.opponent != Some(white.player)
            };
            if let Some((_, as_white)) = rows.iter().find(|(white, _)| is_mate(white)) {
                let account = as_black.and(as_white);
                pairs
                    .push((Row { colour: None, score: account.score(), ..black.clone() }, account));
            }
        }
    }
    pairs
}

/// Each player against all its opponents.
fn totals(pairs: &[(Row, Account)]) -> Vec<(Row, Account)> {
    let mut totals: Vec<(Row, Account)> = Vec::new();
    for pairs in pairs.chunk_by(|(one, _), (other, _)| one.player == other.player) {
        let mut rules: Vec<WinnerRule> = Vec::new();
        for (pair, _) in pairs {
            if !rules.contains(&pair.rule) {
                rules.push(pair.rule);
            }
        }
        totals.extend(rules.into_iter().map(|rule| {
            let of_rule = pairs.iter().filter(|(pair, _)| pair.rule == rule);
            let accounts: Vec<Account> = of_rule.map(|(_, account)| account.clone()).collect();
            let account = Account::of_all(accounts);
            let row = Row { opponent: None, rule, score: account.score(), ..pairs[0].0.clone() };
            (row, account)
        }));
    }
    totals
}
