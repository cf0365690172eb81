//! Balanced openings for matches: random moves after which the expert sees neither side ahead by
//! much.

use std::collections::HashSet;

use yomi_engine::expert::{Expert, Outcome, Question, Settings, Strength, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_protocol::quantity::counted;

use crate::error::LabError;
use crate::games::LabGame;
use crate::parallel::try_ordered;
use crate::plan::key;
use crate::stop::Interrupt;

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Moves of each, from the start position of 8×8 Othello.
    pub plies: u32,
    /// The most discs that one side may be ahead.
    pub max_score: f64,
    /// How many.
    pub count: usize,
    /// Where the random moves start.
    pub seed: u64,
    /// The level at which the expert judges.
    pub level: u32,
    /// Threads at work; the openings do not depend on it.
    pub threads: usize,
}

/// An opening and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Balanced {
    /// The moves.
    pub moves: Vec<Move>,
    /// What the expert gives the side to move, in discs.
    pub score: f64,
}

/// The number of draws in a row without a new opening after which there are taken to be no more.
const PATIENCE: u32 = 20_000;

/// Positions that a thread judges at a time.
const BATCH: usize = 8;

/// Draws openings of which no two lead to the same position up to symmetry; fewer than wanted if
/// `interrupt` is raised.
///
/// # Errors
/// When there are not as many, or there is no memory to judge them with.
pub fn balanced(wanted: &Wanted, interrupt: &Interrupt) -> Result<Vec<Balanced>, LabError> {
    let (mut found, mut seen, mut fruitless) = (Vec::new(), HashSet::new(), 0);
    let mut random = key::opening(wanted.seed, wanted.plies, Othello8::default().side_to_move());
    while found.len() < wanted.count && !interrupt.is_raised() {
        let mut drawn: Vec<(Vec<Move>, Othello8)> = Vec::new();
        while drawn.len() < BATCH * wanted.threads && fruitless < PATIENCE {
            let (mut position, mut moves) = (Othello8::default(), Vec::new());
            for _ in 0..wanted.plies {
                let Some(mv) = position.playout_move(&mut random) else { break };
                moves.push(mv);
                position = position.play(mv);
            }
            if position.moves().len() > 0 && seen.insert(LabGame::canonical(&position)) {
                drawn.push((moves, position));
                fruitless = 0;
            } else {
                fruitless += 1;
            }
        }
        if drawn.is_empty() {
            let problem = format!(
                "openings: {} wanted, but of all positions after {} only {} found within {} discs",
                wanted.count,
                counted(wanted.plies as usize, "move"),
                found.len(),
                wanted.max_score
            );
            return Err(LabError::Impossible { problem });
        }
        let scores = judge(&drawn, wanted, interrupt)?;
        if interrupt.searches().is_raised() {
            // Some of them were not judged.
            break;
        }
        let judged =
            drawn.into_iter().zip(scores).map(|((moves, _), score)| Balanced { moves, score });
        found.extend(judged.filter(|opening| opening.score.abs() <= wanted.max_score));
    }
    found.truncate(wanted.count);
    Ok(found)
}

/// What positions are worth, each judged with an empty memory.
fn judge(
    drawn: &[(Vec<Move>, Othello8)],
    wanted: &Wanted,
    interrupt: &Interrupt,
) -> Result<Vec<f64>, LabError> {
    let strength = Strength::level(wanted.level);
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let limits = Limits { stop: interrupt.searches().clone(), ..Limits::default() };
    let expert = || {
        let settings = Settings { mebibytes: 16, ..Settings::default() };
        Expert::new(settings).map_err(|error| LabError::Impossible { problem: error.to_string() })
    };
    try_ordered(drawn.len(), wanted.threads, expert, |expert, number| {
        expert.forget();
        let analysis = expert.analyze(&drawn[number].1, &question, &limits, &mut |_| ());
        f64::from(analysis.lines[0].score.0) / f64::from(UNIT)
    })
}

/// The openings as a file of move strings, each followed by its value.
#[must_use]
pub fn file(wanted: &Wanted, openings: &[Balanced]) -> String {
    let Wanted { plies, max_score, count, seed, level, .. } = wanted;
    let mut text = format!(
        "# Openings of 8x8 Othello, distinct up to symmetry, within {max_score} discs at level \
         {level} of the expert.\n\
         # yomi-lab openings --plies {plies} --max-score {max_score} --count {count} --seed {seed} \
         --level {level}\n"
    );
    for Balanced { moves, score } in openings {
        let moves: String = moves.iter().map(ToString::to_string).collect();
        text += &format!("{moves} # {score:+.2}\n");
    }
    text
}
