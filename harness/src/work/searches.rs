//! A search experiment: every player searches the same random positions; values, moves and costs are compared.

use std::ops::Range;
use std::time::{Duration, Instant};

use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::search::Report;

use crate::games::LabGame;
use crate::plan::key;
use crate::plan::{Contestant, Search};
use crate::run::pool::Tasks;

/// The header of `searches.csv`.
pub const HEADER: &str = "position,board,variant,depth,player,move,value,as_good,nodes,leaves\n";

/// The searches of an experiment as tasks, one task a position.
pub struct Searches<'a, G: LabGame> {
    /// Where all randomness starts.
    pub seed: u64,
    /// The experiment.
    pub search: &'a Search,
    /// Where the games that positions are taken from start.
    pub start: &'a G,
    /// The players.
    pub contestants: &'a [Contestant<G>],
    /// The names of the variants.
    pub variants: &'a [String],
}

/// What one contestant spent and how often its move was as good as the reference's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions searched.
    pub positions: u64,
    /// Positions in which the reference values the chosen move as highly as its own.
    pub as_good: u64,
    /// Positions in which the value is the reference's.
    pub same_value: u64,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued.
    pub leaves: u64,
    /// Time spent; unlike all the rest not the same twice.
    pub time: Duration,
}

impl Cost {
    /// Adds another.
    pub fn merge(&mut self, other: &Self) {
        self.positions += other.positions;
        self.as_good += other.as_good;
        self.same_value += other.same_value;
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.time += other.time;
    }
}

impl<G: LabGame> Tasks for Searches<'_, G> {
    /// One cost for each contestant.
    type Sum = Vec<Cost>;

    fn count(&self) -> u64 {
        self.search.positions as u64
    }

    fn batch(&self, range: Range<u64>) -> (Vec<u8>, Self::Sum) {
        let mut rows = csv::Writer::from_writer(Vec::new());
        let mut costs = vec![Cost::default(); self.contestants.len()];
        for number in range {
            let positions: Vec<G> =
                self.search.plies.iter().map(|plies| self.position(number as u32, plies)).collect();
            let searched =
                |contestant: &Contestant<G>| search(contestant, &positions[contestant.variant], None);
            let (reports, times): (Vec<Report<G::Move>>, Vec<Duration>) =
                self.contestants.iter().map(searched).unzip();
            for (index, (contestant, cost)) in self.contestants.iter().zip(&mut costs).enumerate() {
                let (position, report) = (&positions[contestant.variant], &reports[index]);
                let judge = self.judge(contestant);
                let as_good = self.as_good(position, report, judge, &reports[judge]);
                let same_value = report.score == reports[judge].score;
                cost.merge(&Cost {
                    positions: 1,
                    as_good: as_good.into(),
                    same_value: same_value.into(),
                    nodes: report.nodes,
                    leaves: report.leaves,
                    time: times[index],
                });
                let record: [&str; 10] = [
                    &number.to_string(),
                    &position.board_text(),
                    &self.variants[contestant.variant],
                    &contestant.x.map_or(String::new(), |depth| depth.to_string()),
                    &contestant.name,
                    &report.best.map_or(String::new(), |mv| mv.to_string()),
                    &report.score.0.to_string(),
                    if as_good { "yes" } else { "no" },
                    &report.nodes.to_string(),
                    &report.leaves.to_string(),
                ];
                rows.write_record(record).expect("memory takes all rows");
            }
        }
        (rows.into_inner().expect("memory takes all rows"), costs)
    }
}

impl<G: LabGame> Searches<'_, G> {
    /// Position `number`: a random game stopped after a random number of plies, drawn again if that is its end.
    fn position(&self, number: u32, plies: &Range<u32>) -> G {
        let mut random = key::position(self.seed, number);
        loop {
            let plies = plies.start as usize + random.below(plies.len());
            let position = random_position(self.start, plies, &mut random);
            if position.moves().len() > 0 {
                return position;
            }
        }
    }

    /// Whether the judge values the move of `report` as highly as its own.
    fn as_good(&self, position: &G, report: &Report<G::Move>, judge: usize, own: &Report<G::Move>) -> bool {
        if report.best == own.best {
            return true;
        }
        let judge = &self.contestants[judge];
        let depth = judge.x.map(|depth| depth - 1);
        report.best.is_some_and(|mv| -search(judge, &position.play(mv), depth).0.score == own.score)
    }

    /// The reference of a contestant: the one in its variant at its depth.
    fn judge(&self, contestant: &Contestant<G>) -> usize {
        let judges = |other: &Contestant<G>| {
            other.name == self.search.reference
                && other.variant == contestant.variant
                && other.x == contestant.x
        };
        self.contestants.iter().position(judges).expect("the reference plays in every variant at every depth")
    }
}

/// Searches with a fresh searcher, no deeper than `depth`; the time does not count what it takes to make one.
fn search<G: LabGame>(
    contestant: &Contestant<G>,
    position: &G,
    depth: Option<u32>,
) -> (Report<G::Move>, Duration) {
    let limits = Limits { depth, ..Limits::default() };
    let mut searcher = contestant.player.searcher(Random::from_seed(0));
    let clock = Instant::now();
    let report = searcher.search(position, &limits, &mut |_| ());
    (report, clock.elapsed())
}

/// The position after `plies` random moves, or the end of the game if that comes first.
fn random_position<G: LabGame>(start: &G, plies: usize, random: &mut Random) -> G {
    let mut position = start.clone();
    for _ in 0..plies {
        let Some(mv) = position.playout_move(random) else { break };
        position.advance(mv);
    }
    position
}
