//! A search experiment: every player searches the same random positions; values, moves and costs
//! are compared.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use yomi_engine::game::Game;
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::search::Report;

use crate::digest::Digest;
use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::positions::draw;
use crate::plan::{Contestant, Experiment, Search, key};
use crate::run::history::History;
use crate::run::pool::{Done, Units};
use crate::run::record::{self, Record};

/// The header of `searches.csv`.
const HEADER: &str = "position,board,variant,depth,player,move,value,as_good,nodes,leaves\n";

/// The searches of an experiment as units of work, one a position, and as rows.
pub struct Searches<'a, G: LabGame> {
    experiment: &'a Experiment<G>,
    search: &'a Search,
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
    /// Positions in which everything but the time is as with the player that it is compared with:
    /// its baseline if it has one, else the reference.
    pub alike: u64,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued.
    pub leaves: u64,
    /// Time spent; unlike all the rest not the same twice.
    pub time: Duration,
}

impl Cost {
    /// Adds what a journal says of one search, and of that of the player that it is compared with.
    fn add(&mut self, search: &record::Search<'_>, other: &record::Search<'_>) {
        let found = |search: &record::Search<'_>| {
            (search.best.to_string(), search.value, search.nodes, search.leaves)
        };
        self.positions += 1;
        self.as_good += u64::from(search.as_good);
        self.same_value += u64::from(search.same_value);
        self.alike += u64::from(found(search) == found(other));
        self.nodes += search.nodes;
        self.leaves += search.leaves;
        self.time += Duration::try_from_secs_f64(search.seconds).unwrap_or_default();
    }
}

impl<G: LabGame> Units for Searches<'_, G> {
    fn count(&self) -> u64 {
        self.search.positions as u64
    }

    fn name(&self) -> &'static str {
        "positions"
    }

    fn is_reproducible(&self) -> bool {
        self.experiment.is_reproducible()
    }

    fn digest(&self) -> String {
        let Search { positions, plies, reference, .. } = self.search;
        let mut digest = Digest::default();
        let (key, seed) = (&self.experiment.key, self.experiment.seed);
        digest.add(format!("{key} {seed} {positions} {plies:?} {reference}\n"));
        for contestant in &self.experiment.contestants {
            let variant = &self.experiment.variants[contestant.variant];
            digest.add(format!(
                "{variant}\n{}\n{:?}\n{}\n",
                contestant.name, contestant.x, contestant.player
            ));
        }
        digest.hexadecimal()
    }

    fn unit(&self, record: &Record<'_>) -> Option<u64> {
        let Record::Position(position) = record else { return None };
        let known = (position.number as usize) < self.search.positions;
        (known && self.found(position).is_some()).then_some(position.number.into())
    }

    fn work(&self, unit: u64, stop: &Stop) -> Result<Option<Record<'_>>, String> {
        let number = unit as u32;
        let positions: Vec<G> =
            self.search.plies.iter().map(|plies| self.position(number, plies)).collect();
        let mut reports = Vec::new();
        for place in order(number, self.experiment.contestants.len()) {
            let contestant = &self.experiment.contestants[place];
            match search(contestant, &positions[contestant.variant], None, stop)? {
                Some(found) => reports.push((place, found)),
                None => return Ok(None),
            }
        }
        reports.sort_by_key(|(place, _)| *place);
        let reports: Vec<Timed<G>> = reports.into_iter().map(|(_, found)| found).collect();
        let mut searches = Vec::new();
        for (contestant, (report, time)) in self.experiment.contestants.iter().zip(&reports) {
            let position = &positions[contestant.variant];
            let judge = self.judge(contestant);
            let own = &reports[judge].0;
            let Some(as_good) = self.as_good(position, report, judge, own, stop)? else {
                return Ok(None);
            };
            searches.push(record::Search {
                variant: Cow::Borrowed(&*self.experiment.variants[contestant.variant]),
                player: Cow::Borrowed(&*contestant.name),
                depth: contestant.x,
                board: position.board_text().into(),
                best: report.best.map_or(String::new(), |mv| mv.to_string()).into(),
                value: report.score.0,
                as_good,
                same_value: report.score == own.score,
                nodes: report.nodes,
                leaves: report.leaves,
                seconds: time.as_secs_f64(),
            });
        }
        Ok(Some(Record::Position(record::Position { number, searches })))
    }
}

/// What a journal has of a search experiment.
pub struct Collected {
    /// One cost for each contestant.
    pub costs: Vec<Cost>,
    /// The positions that every contestant has searched.
    pub done: Done,
    /// The rows of `searches.csv`, position by position.
    pub rows: Vec<Vec<u8>>,
    /// The lines that were damaged and do not count.
    pub damaged: Vec<u64>,
}

impl<'a, G: LabGame> Searches<'a, G> {
    /// The searches of an experiment.
    #[must_use]
    pub fn new(experiment: &'a Experiment<G>, search: &'a Search) -> Self {
        Self { experiment, search }
    }

    /// What a journal has of this experiment. A position that not every player has searched is not
    /// done.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn collect(&self, history: &History) -> Result<Collected, LabError> {
        let count = self.search.positions;
        let mut collected = Collected {
            costs: vec![Cost::default(); self.experiment.contestants.len()],
            done: Done::none(count as u64),
            rows: vec![Vec::new(); count],
            damaged: Vec::new(),
        };
        let others: Vec<usize> =
            self.experiment.contestants.iter().map(|contestant| self.other(contestant)).collect();
        history.each(|line| match &line.record {
            None => collected.damaged.push(line.number),
            Some(Record::Position(position)) if (position.number as usize) < count => {
                let Some(found) = self.found(position) else { return };
                if collected.done.insert(position.number.into()) {
                    collected.rows[position.number as usize] = rows(position.number, &found);
                    for (place, cost) in collected.costs.iter_mut().enumerate() {
                        cost.add(found[place], found[others[place]]);
                    }
                }
            }
            Some(Record::Position(_)) => collected.damaged.push(line.number),
            Some(_) => {}
        })?;
        Ok(collected)
    }

    /// The searches of a position in the order of the contestants, if all are there.
    fn found<'b>(&self, position: &'b record::Position<'b>) -> Option<Vec<&'b record::Search<'b>>> {
        let of = |contestant: &Contestant<G>| {
            let variant = &self.experiment.variants[contestant.variant];
            position.searches.iter().find(|search| {
                (&*search.variant, &*search.player, search.depth)
                    == (variant, &contestant.name, contestant.x)
            })
        };
        self.experiment.contestants.iter().map(of).collect()
    }

    /// Position `number`: a random game stopped after a random number of plies, drawn again if that
    /// is its end.
    fn position(&self, number: u32, plies: &Range<u32>) -> G {
        let mut random = key::position(self.experiment.seed, number);
        draw(&self.experiment.start, plies, &mut random, u32::MAX)
            .expect("the reader has drawn such a position")
    }

    /// Whether the judge values the move of `report` as highly as its own; `None` if that was
    /// stopped.
    fn as_good(
        &self,
        position: &G,
        report: &Report<G::Move>,
        judge: usize,
        own: &Report<G::Move>,
        stop: &Stop,
    ) -> Result<Option<bool>, String> {
        let Some(mv) = report.best.filter(|_| report.best != own.best) else {
            return Ok(Some(report.best == own.best));
        };
        let judge = &self.experiment.contestants[judge];
        let depth = judge.x.map(|depth| depth - 1);
        let found = search(judge, &position.play(mv), depth, stop)?;
        Ok(found.map(|(reply, _)| -reply.score == own.score))
    }

    /// The reference of a contestant: the one in its variant at its depth.
    fn judge(&self, contestant: &Contestant<G>) -> usize {
        self.beside(&self.search.reference, contestant)
    }

    /// The player that a contestant is compared with.
    fn other(&self, contestant: &Contestant<G>) -> usize {
        self.beside(contestant.baseline.as_ref().unwrap_or(&self.search.reference), contestant)
    }

    /// The player called `name` in the variant and at the depth of a contestant.
    fn beside(&self, name: &str, contestant: &Contestant<G>) -> usize {
        let is_beside = |other: &Contestant<G>| {
            other.name == name && other.variant == contestant.variant && other.x == contestant.x
        };
        self.experiment
            .contestants
            .iter()
            .position(is_beside)
            .expect("references and baselines play in every variant at every depth")
    }
}

/// The contestants in the order in which they search position `number`. Who comes first waits for
/// memory that the others then find in the processor's cache, so it is not always the same one.
fn order(number: u32, contestants: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contestants).collect();
    Random::from_seed(number.into()).shuffle(&mut order);
    order
}

/// What a search found, and how long it took.
type Timed<G> = (Report<<G as Game>::Move>, Duration);

/// Searches with a fresh searcher, no deeper than `depth`; the time does not count what it takes to
/// make one.
fn search<G: LabGame>(
    contestant: &Contestant<G>,
    position: &G,
    depth: Option<u32>,
    stop: &Stop,
) -> Result<Option<Timed<G>>, String> {
    let limits = Limits { depth, stop: stop.clone(), ..Limits::default() };
    let mut searcher = contestant.player.searcher(Random::from_seed(0))?;
    let clock = Instant::now();
    let report = searcher.search(position, &limits, &mut |_| ());
    let time = clock.elapsed();
    // A search that was stopped may have made any move.
    Ok((!stop.is_raised()).then_some((report, time)))
}

/// Writes `searches.csv`: the rows that a journal has, position by position.
pub(crate) fn write_rows(collected: &Collected, writer: &mut impl Write) -> io::Result<()> {
    writer.write_all(HEADER.as_bytes())?;
    collected.rows.iter().try_for_each(|rows| writer.write_all(rows))
}

/// The rows of one position.
fn rows(number: u32, found: &[&record::Search<'_>]) -> Vec<u8> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    for search in found {
        let record: [&str; 10] = [
            &number.to_string(),
            &search.board,
            &search.variant,
            &search.depth.map_or(String::new(), |depth| depth.to_string()),
            &search.player,
            &search.best,
            &search.value.to_string(),
            if search.as_good { "yes" } else { "no" },
            &search.nodes.to_string(),
            &search.leaves.to_string(),
        ];
        rows.write_record(record).expect("memory takes all rows");
    }
    rows.into_inner().expect("memory takes all rows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_is_first_at_its_turn() {
        let mut first = [0; 8];
        for number in 0..800 {
            let mut order = order(number, 8);
            first[order[0]] += 1;
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..8), "{order:?}");
        }
        assert!(first.iter().all(|&times| (60..140).contains(&times)), "{first:?}");
    }
}
