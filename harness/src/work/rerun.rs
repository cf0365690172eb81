//! An experiment of the repository on 8×8 Othello played again in memory: no folder, no journal,
//! one thread. The games are those that `yomi-lab run` plays with the same seed, and so is their
//! digest.

use std::error::Error;

use serde::Serialize;
use yomi_engine::game::Side;
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Stop;

use super::collected::Collected;
use super::matches::{Games, colour};
use super::rows::header;
use crate::digest::Digest;
use crate::experiments;
use crate::games::{LabGame, WinnerRule};
use crate::plan::{Experiment, GameSpec, Match, Overrides, PublishedCell, Raw, Work, schedule};
use crate::run::pool::Units;
use crate::run::record::{Pair, Record};
use crate::stats::tally::Tally;

/// How a table stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Games played.
    pub done: u64,
    /// Games there are to play.
    pub total: u64,
    /// The names of all players.
    pub players: Vec<String>,
    /// The results that the experiment reports.
    pub cells: Vec<Cell>,
    /// SHA-256 of `games.csv` in hexadecimal, once all games are played.
    pub digest: Option<String>,
}

/// What a player has achieved against another one with one colour.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The variant's name.
    pub variant: String,
    /// Who moves first: `black` or `white`.
    pub first: &'static str,
    /// The name of Black.
    pub black: String,
    /// The name of White.
    pub white: String,
    /// The side whose results these are.
    pub side: &'static str,
    /// Games played.
    pub games: u64,
    /// Games that the side won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins as a share of all games.
    pub rate: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The published share of wins beside it, if there is one.
    pub published: Option<f64>,
    /// The same games by the experiment's other ways to count winners.
    pub recounts: Vec<Recount>,
}

/// Wins by another way to count winners.
#[derive(Clone, Debug, Serialize)]
pub struct Recount {
    /// Its name in experiment files.
    pub rule: &'static str,
    /// Games that the side won.
    pub wins: u64,
    /// As a share of all games.
    pub rate: f64,
}

/// Plays a match experiment of the repository with changes, round by round, so that all cells grow
/// alike. After every pair of games `watch` is given what makes the table so far, at some cost.
///
/// # Errors
/// If there is no match of this name, it is of another game (whose players would make the web page
/// twice as large), or the changes do not fit it.
///
/// ```
/// use yomi_harness::plan::Overrides;
/// use yomi_harness::work::rerun::rerun;
///
/// let changes = Overrides { games: Some(2), seed: Some(7), ..Overrides::default() };
/// let standing = rerun("tutorial-tables", &changes, &mut |_| ())?;
/// assert_eq!(standing.done, standing.total);
/// println!("{}", standing.digest.expect("all games are played"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rerun(
    name: &str,
    overrides: &Overrides,
    watch: &mut dyn FnMut(&dyn Fn() -> Standing),
) -> Result<Standing, Box<dyn Error>> {
    let text = experiments::text(name).ok_or_else(|| format!("{name}: no such experiment"))?;
    let raw = Raw::parse(text.to_owned())?;
    if raw.game()? != GameSpec::Othello(8) {
        return Err(format!("{name}: expected an experiment on Othello 8×8").into());
    }
    let experiment = Experiment::new(raw, overrides, Othello8::default())?;
    match &experiment.work {
        Work::Match(matches) if matches.stop.is_none() => play(&experiment, matches, watch),
        _ => Err(format!("{name}: expected an experiment with a fixed number of games").into()),
    }
}

fn play<G: LabGame>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    watch: &mut dyn FnMut(&dyn Fn() -> Standing),
) -> Result<Standing, Box<dyn Error>> {
    let games = Games::new(experiment, matches);
    let mut collected = games.nothing();
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for unit in 0..games.count() {
        let record = games.work(unit, &Stop::default())?;
        let Some(Record::Pair(pair)) = record else { return Err("a game was stopped".into()) };
        games.take(unit, false, &pair, &mut collected);
        pairs.push(pair);
        watch(&|| standing(&games, &collected, None));
    }
    let digest = digest(&games, &pairs)?;
    Ok(standing(&games, &collected, Some(digest)))
}

/// How the table stands after the games that were collected.
fn standing<G: LabGame>(
    games: &Games<'_, G>,
    collected: &Collected,
    digest: Option<String>,
) -> Standing {
    let Games { experiment, matches, .. } = games;
    let name = |index: usize| experiment.contestants[index].name.clone();
    let mut cells = Vec::new();
    for (cell, tally) in matches.schedule.cells.iter().zip(&collected.tallies) {
        for side in Side::BOTH.into_iter().filter(|&side| cell.reported[side as usize]) {
            let score = tally.seen_by(side, matches.winners[0]).score();
            let [wins, draws, losses] = score.results();
            let (low, high) = score.win_interval();
            let recount = |&rule: &WinnerRule| {
                let score = tally.seen_by(side, rule).score();
                let [wins, ..] = score.results();
                Recount { rule: rule.name(), wins, rate: score.win_rate() }
            };
            cells.push(Cell {
                variant: experiment.variants[cell.variant].clone(),
                first: colour(cell.first),
                black: name(cell.black),
                white: name(cell.white),
                side: colour(side),
                games: score.games(),
                wins,
                draws,
                losses,
                rate: score.win_rate(),
                low,
                high,
                published: published(games, cell, side),
                recounts: matches.winners[1..].iter().map(recount).collect(),
            });
        }
    }
    let mut players = Vec::new();
    for contestant in &experiment.contestants {
        if !players.contains(&contestant.name) {
            players.push(contestant.name.clone());
        }
    }
    let done = collected.tallies.iter().map(Tally::games).sum();
    Standing { done, total: matches.schedule.len(), players, cells, digest }
}

/// The published share of the wins of `side` in a cell.
fn published<G: LabGame>(games: &Games<'_, G>, cell: &schedule::Cell, side: Side) -> Option<f64> {
    let players = [cell.black, cell.white].map(|index| &games.experiment.contestants[index].name);
    let [player, opponent] = [side, !side].map(|side| players[side as usize]);
    let fits = |found: &&PublishedCell| {
        found.player == *player
            && found.opponent.as_ref().is_none_or(|name| name == opponent)
            && found.side.is_none_or(|colour| colour == side)
    };
    games.matches.published.as_ref()?.cells.iter().find(fits).map(|found| found.wins)
}

/// SHA-256 of the games as `games.csv` has them.
fn digest<G: LabGame>(games: &Games<'_, G>, pairs: &[Pair<'_>]) -> Result<String, Box<dyn Error>> {
    let schedule = &games.matches.schedule;
    let mut digest = Digest::default();
    digest.add(header::<G>());
    for cell in 0..schedule.cells.len() {
        // A cell at a time, so that the text takes little memory.
        let mut rows = csv::Writer::from_writer(Vec::new());
        for round in 0..schedule.games {
            let (unit, game) = games.meetings.place(cell, round);
            games.write(&mut rows, cell, round, &pairs[unit as usize].games[game])?;
        }
        digest.add(rows.into_inner()?);
    }
    Ok(digest.hexadecimal())
}
