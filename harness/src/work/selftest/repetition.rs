//! One repetition: games as a run plays them, and what it would print.

use std::collections::BTreeMap;

use yomi_engine::limits::Stop;

use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::{Experiment, Work};
use crate::run::pool::Units;
use crate::run::record::Record;
use crate::stats::duel::Duel;
use crate::stats::interval::{Mean, clopper_pearson};
use crate::stats::tally::Tally;
use crate::work::collected::{Collected, PairOutcome};
use crate::work::matches::Games;
use crate::work::summary::{Row, summarise};

/// What is promised an interval for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The wins of a player in one colour against one opponent: Wilson.
    Colour,
    /// The same by Clopper and Pearson.
    Exact,
    /// The score against one opponent in both colours, as the summary has it.
    Pair,
    /// The score against all opponents.
    Total,
    /// The score of a pair from the pairs of games that differ.
    Duel,
    /// The mean final score of a pair.
    Difference,
}

/// An estimate with its interval, if it has one: where nothing scatters none is printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) kind: Kind,
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

/// What one repetition prints.
#[derive(Clone, Debug)]
pub(super) struct Repetition {
    /// The same rows in the same order in every repetition.
    pub(super) estimates: Vec<Estimate>,
    /// For every two players the points of the first in each of their pairs, in halves.
    pub(super) pairs: Vec<Vec<u8>>,
    /// The games played.
    pub(super) games: u64,
}

impl Repetition {
    /// Plays an experiment, a match.
    pub(super) fn play<G: LabGame>(
        experiment: &Experiment<G>,
        stop: &Stop,
    ) -> Result<Self, LabError> {
        let Work::Match(matches) = &experiment.work else {
            return Err(LabError::Impossible { problem: "selftest: no match".to_owned() });
        };
        let collected = play_all(&Games::new(experiment, matches), stop)?;
        let rows = summarise(matches, &collected.tallies);
        let mut estimates: Vec<Estimate> = rows.iter().flat_map(of_row).collect();
        let count = experiment.contestants.len();
        let mut pairs = Vec::new();
        for (one, other) in (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two))) {
            let (points, duel) = meetings::<G>(&collected.outcomes, [one, other]);
            let scores = duel.scores();
            let (kind, value, interval) = (Kind::Duel, scores.mean, Some(scores.interval()));
            estimates.push(Estimate { kind, value, interval });
            let mean = duel.mean_difference(experiment.start.highest_score());
            let Mean { value, interval } = mean.unwrap_or(Mean { value: 0.0, interval: None });
            estimates.push(Estimate { kind: Kind::Difference, value, interval });
            pairs.push(points);
        }
        let games = collected.tallies.iter().map(Tally::games).sum();
        Ok(Self { estimates, pairs, games })
    }
}

/// Plays every pair of games in the order of the schedule.
fn play_all<G: LabGame>(games: &Games<G>, stop: &Stop) -> Result<Collected, LabError> {
    let mut collected = games.nothing();
    for unit in 0..games.count() {
        let played = games.work(unit, stop);
        let record = played.map_err(|problem| LabError::Impossible { problem })?;
        let Some(Record::Pair(pair)) = record else {
            let problem = "selftest: interrupted".to_owned();
            return Err(LabError::Impossible { problem });
        };
        games.take(unit, false, &pair, &mut collected);
    }
    Ok(collected)
}

/// What the first of two players made of each of their pairs of games: the points in halves, and
/// the duel.
fn meetings<G: LabGame>(
    outcomes: &BTreeMap<u64, PairOutcome>,
    players: [usize; 2],
) -> (Vec<u8>, Duel) {
    let (mut points, mut duel) = (Vec::new(), Duel::default());
    for outcome in outcomes.values().filter(|outcome| outcome.is_of(players)) {
        if let Some((mine, mean)) = outcome.seen_by(players[0], G::UNITS_PER_POINT)
            && duel.add(mine, mean, outcome.opening)
        {
            points.push(mine.points);
        }
    }
    (points, duel)
}

/// What a row of the summary promises.
fn of_row(row: &Row) -> Vec<Estimate> {
    let score = &row.score;
    match (row.colour, row.opponent) {
        (Some(_), _) => {
            let value = score.win_rate();
            let exact = clopper_pearson(score.results()[0] as f64, score.games() as f64);
            let wilson = score.win_interval();
            [(Kind::Colour, wilson), (Kind::Exact, exact)]
                .map(|(kind, interval)| Estimate { kind, value, interval: Some(interval) })
                .to_vec()
        }
        (None, opponent) => {
            let kind = if opponent.is_some() { Kind::Pair } else { Kind::Total };
            vec![Estimate { kind, value: score.score(), interval: Some(score.score_interval()) }]
        }
    }
}
