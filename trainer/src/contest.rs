//! Games between two evaluations: what accepts weights, because a smaller error alone does not make
//! them stronger.

use std::fmt;
use std::time::Duration;

use yomi_engine::expert::{
    Analysis, Evaluation, Expert, NoMemory, Outcome, Question, Selectivity, Settings, Strength,
    UNIT,
};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_harness::stats::interval::student_quantile;

use crate::game::Starts;
use crate::parallel::try_ordered;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Searches of some plies that trust ProbCut as far as said, and perfect play for the last
    /// empty squares.
    Depth(u32, Selectivity, u32),
    /// As deep as the time for a move allows.
    Time(Duration),
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies, selectivity, exact) => {
                let sureness = selectivity.percent();
                write!(f, "{plies} plies at {sureness} %, exact from {exact} empty squares")
            }
            Self::Time(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

/// The result of a contest, seen by the first evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// For each opening the discs by which the first one won as Black, and as White.
    pub pairs: Vec<[i32; 2]>,
    /// Nodes of either.
    pub nodes: [u64; 2],
}

/// Why there is no contest.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// There are too few different openings, or so few that they are not found.
    #[error(
        "only {found} of {count} openings were found: expected fewer openings, more random moves \
         or more discs that an opening may be worth"
    )]
    Openings {
        /// Openings found.
        found: usize,
        /// Openings asked for.
        count: usize,
    },
    /// There is no memory for the engine.
    #[error(transparent)]
    Table(#[from] NoMemory),
}

/// Positions after `plies` random moves, all different, whose value for a search of eight plies is
/// at most `most` discs for either side.
///
/// # Errors
/// When there are too few of them, or no memory for the engine.
pub fn openings(
    judge: Evaluation,
    count: usize,
    plies: u32,
    most: i32,
    seed: u64,
) -> Result<Vec<Othello8>, ContestError> {
    let mut starts = Starts::new(Random::from_seed(seed));
    let mut expert = expert(judge)?;
    let mut openings = Vec::new();
    while openings.len() < count {
        let too_few = ContestError::Openings { found: openings.len(), count };
        let position = starts.next(|_| plies).ok_or(too_few)?;
        expert.forget();
        let (_, value) = choose(&mut expert, &position, Effort::Depth(8, Selectivity::CERTAIN, 0));
        if value.abs() <= most * UNIT {
            openings.push(position);
            starts.take();
        }
    }
    Ok(openings)
}

/// Plays every opening twice, with colours exchanged, `threads` openings at a time. `played` hears
/// of every opening that is done.
///
/// # Errors
/// When there is no memory for the engine.
pub fn play(
    evaluations: [Evaluation; 2],
    openings: &[Othello8],
    efforts: [Effort; 2],
    threads: usize,
    played: &(dyn Fn() + Sync),
) -> Result<Standing, NoMemory> {
    let results = try_ordered(
        openings.len(),
        threads,
        || {
            let [first, second] = evaluations.map(expert);
            Ok([first?, second?])
        },
        |experts, number| {
            let mut nodes = [0; 2];
            let pair = [Side::First, Side::Second]
                .map(|side| game(experts, &openings[number], side, efforts, &mut nodes));
            played();
            (pair, nodes)
        },
    )?;
    let mut standing = Standing::default();
    for (pair, nodes) in results {
        standing.pairs.push(pair);
        (standing.nodes[0], standing.nodes[1]) =
            (standing.nodes[0] + nodes[0], standing.nodes[1] + nodes[1]);
    }
    Ok(standing)
}

fn expert(evaluation: Evaluation) -> Result<Expert, NoMemory> {
    let settings = Settings { mebibytes: 16, evaluation, ..Settings::default() };
    Expert::new(settings)
}

/// The discs by which the first expert, who plays `side`, wins.
fn game(
    experts: &mut [Expert; 2],
    opening: &Othello8,
    side: Side,
    efforts: [Effort; 2],
    nodes: &mut [u64; 2],
) -> i32 {
    experts.iter_mut().for_each(Expert::forget);
    let mut position = *opening;
    while position.final_score().is_none() {
        let player = usize::from(position.side_to_move() != side);
        let (analysis, _) = choose(&mut experts[player], &position, efforts[player]);
        nodes[player] += analysis.nodes;
        position = position.play(analysis.lines[0].moves[0]);
    }
    let score = position.final_score().expect("the game is over").0;
    if position.side_to_move() == side { score } else { -score }
}

fn choose(expert: &mut Expert, position: &Othello8, effort: Effort) -> (Analysis, i32) {
    let (strength, time) = match effort {
        Effort::Depth(depth, selectivity, exact) => {
            (Strength::fixed(depth, selectivity, exact), None)
        }
        Effort::Time(time) => (Strength::UNBOUNDED, Some(time)),
    };
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let analysis =
        expert.analyze(position, &question, &Limits { time, ..Limits::default() }, &mut |_| ());
    let value = analysis.lines[0].score.0;
    (analysis, value)
}

impl Standing {
    /// Games won, drawn and lost.
    #[must_use]
    pub fn games(&self) -> [usize; 3] {
        let mut games = [0; 3];
        for discs in self.pairs.iter().flatten() {
            games[(1 - discs.signum()) as usize] += 1;
        }
        games
    }

    /// The share of the points, in per cent, and the half of its 95 % interval; pairs of games
    /// count as one result.
    #[must_use]
    pub fn share(&self) -> [f64; 2] {
        interval(self.pairs.iter().map(|pair| {
            let points = |discs: &i32| f64::from(1 + discs.signum()) * 50.0;
            pair.iter().map(points).sum::<f64>() / 2.0
        }))
    }

    /// The mean of the discs by which a game is won, and the half of its 95 % interval.
    #[must_use]
    pub fn discs(&self) -> [f64; 2] {
        interval(self.pairs.iter().map(|pair| f64::from(pair[0] + pair[1]) / 2.0))
    }
}

/// The mean and half of its 95 % interval (Student's); none where one result says nothing of
/// scatter.
fn interval(values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let square = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    [mean, student_quantile(0.975, count - 1.0).unwrap_or(0.0) * (square / count).sqrt()]
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games();
        let ([share, by], [discs, plus_minus]) = (self.share(), self.discs());
        let [own, other] = self.nodes;
        // Where all pairs come out alike nothing says how far the mean is off.
        let half = |half: f64, digits: usize| match half {
            0.0 => String::new(),
            _ => format!(" ± {half:.digits$}"),
        };
        let (by, plus_minus) = (half(by, 1), half(plus_minus, 2));
        let games = 2 * self.pairs.len();
        write!(f, "{games} games: +{won} ={drawn} -{lost}, {share:.1}{by} %, ")?;
        write!(f, "{discs:+.2}{plus_minus} discs a game, nodes {own} against {other}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFORT: Effort = Effort::Depth(1, Selectivity::CERTAIN, 6);

    #[test]
    fn an_evaluation_scores_half_against_itself_whatever_the_threads() {
        let judge = Evaluation::handmade();
        let openings = openings(judge, 6, 10, 8, 1).unwrap();
        let standings =
            [1, 3].map(|count| play([judge; 2], &openings, [EFFORT; 2], count, &|| ()).unwrap());
        assert_eq!(standings[0], standings[1]);
        let Standing { pairs, nodes } = &standings[0];
        assert!(pairs.iter().all(|pair| pair[0] == -pair[1]));
        assert_eq!(nodes[0], nodes[1]);
        assert_eq!(standings[0].share(), [50.0, 0.0]);
    }

    #[test]
    fn deeper_searches_win() {
        let judge = Evaluation::handmade();
        let efforts = [Effort::Depth(4, Selectivity::CERTAIN, 8), EFFORT];
        let openings = openings(judge, 10, 10, 8, 2).unwrap();
        let standing = play([judge; 2], &openings, efforts, 1, &|| ()).unwrap();
        assert!(standing.share()[0] > 75.0, "{standing}");
    }

    #[test]
    fn openings_that_do_not_exist_are_not_looked_for_for_ever() {
        let judge = Evaluation::handmade();
        // All first moves are the same up to symmetry.
        let error = openings(judge, 2, 1, 64, 1).unwrap_err();
        assert!(matches!(error, ContestError::Openings { found: 1, count: 2 }), "{error}");
    }
}
