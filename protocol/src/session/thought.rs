//! What a player is asked and what it answers, in text that any dialect can print.

use std::time::{Duration, Instant};

use yomi_engine::limits::{Limits, Stop};
use yomi_engine::score::Score;
use yomi_engine::search::{Report, Searcher};

use crate::board_game::BoardGame;

/// What bounds the thinking about one position, besides the player's own parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// No more than this many nodes.
    pub nodes: Option<u64>,
    /// No longer than this.
    pub time: Option<Duration>,
    /// Not over before it is stopped, even if there is nothing left to find.
    pub endless: bool,
}

/// What is known about a position so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The best moves, best first; empty only when the game is over.
    pub lines: Vec<Line>,
    /// Positions entered.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// A move and what is expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move and the expected replies; never empty.
    pub moves: Vec<String>,
    /// What it is worth in points of the game to the side that moves; `None` if the player does not judge.
    pub points: Option<f64>,
    /// Plies looked ahead.
    pub depth: u32,
}

impl Finding {
    /// The best move; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }
}

/// Thinking to be done, on whatever thread.
pub struct Task {
    /// Whether it ends only when it is stopped.
    pub endless: bool,
    run: Box<Run>,
}

type Run = dyn FnOnce(&Stop, &mut dyn FnMut(Finding)) -> Finding + Send;

impl Task {
    /// A task that runs `run`.
    pub fn new(
        endless: bool,
        run: impl FnOnce(&Stop, &mut dyn FnMut(Finding)) -> Finding + Send + 'static,
    ) -> Self {
        Self { endless, run: Box::new(run) }
    }

    /// Thinks until done or stopped; `progress` hears of every finished iteration.
    pub fn run(self, stop: &Stop, progress: &mut dyn FnMut(Finding)) -> Finding {
        let finding = (self.run)(stop, progress);
        while self.endless && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        finding
    }
}

impl Bounds {
    fn limits(&self, stop: &Stop) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop: stop.clone() }
    }
}

/// The player's move in `position`.
pub(super) fn choose<G: BoardGame>(
    searcher: &mut dyn Searcher<G>,
    position: &G,
    bounds: Bounds,
    stop: &Stop,
    progress: &mut dyn FnMut(Finding),
) -> Finding {
    let clock = Instant::now();
    let finding = |report: &Report<G::Move>| Finding {
        lines: report.best.map(|best| line(position, best, report)).into_iter().collect(),
        nodes: report.nodes,
        elapsed: clock.elapsed(),
    };
    finding(&searcher.search(position, &bounds.limits(stop), &mut |report| progress(finding(report))))
}

/// The `count` best moves in `position`: every move is searched by itself, one ply deeper in every round.
pub(super) fn compare<G: BoardGame>(
    searcher: &mut dyn Searcher<G>,
    position: &G,
    count: usize,
    bounds: Bounds,
    stop: &Stop,
    progress: &mut dyn FnMut(Finding),
) -> Finding {
    let clock = Instant::now();
    let mut found = Finding::default();
    let mut moves: Vec<G::Move> = position.moves().collect();
    let (mut depth, deepest) = (1, bounds.depth.unwrap_or(u32::MAX).saturating_sub(1).max(1));
    while depth <= deepest {
        let mut round = Round { position, searched: Vec::new(), nodes: found.nodes };
        for &mv in &moves {
            let time = bounds.time.map(|time| time.saturating_sub(clock.elapsed()));
            let nodes = bounds.nodes.map(|nodes| nodes.saturating_sub(round.nodes));
            let limits = Limits { depth: Some(depth), nodes, time, stop: stop.clone() };
            round.search(searcher, mv, &limits);
            let spent = time.is_some_and(|_| bounds.time <= Some(clock.elapsed()));
            if stop.is_raised() || spent || bounds.nodes.is_some_and(|nodes| nodes <= round.nodes) {
                // An unfinished round counts only where there is no finished one.
                if found.lines.is_empty() {
                    found = round.finding(count, clock.elapsed());
                }
                return Finding { elapsed: clock.elapsed(), nodes: round.nodes, ..found };
            }
        }
        let reached = round.reached();
        found = round.finding(count, clock.elapsed());
        moves = round.searched.iter().map(|(mv, _)| *mv).collect();
        progress(found.clone());
        if reached < depth || depth > position.empties() {
            break;
        }
        depth = reached + 1;
    }
    found
}

/// Every move of a position searched once to the same depth.
struct Round<'a, G: BoardGame> {
    position: &'a G,
    /// Each move with its line.
    searched: Vec<(G::Move, Line)>,
    nodes: u64,
}

impl<G: BoardGame> Round<'_, G> {
    fn search(&mut self, searcher: &mut dyn Searcher<G>, mv: G::Move, limits: &Limits) {
        let child = self.position.play(mv);
        let report = searcher.search(&child, limits, &mut |_| ());
        self.nodes += report.nodes;
        let over = report.best.is_none().then(|| child.final_score()).flatten();
        let reply = over.map_or_else(
            || points(&child, &report),
            |score| Some(f64::from(score.0) / f64::from(G::UNITS_PER_POINT)),
        );
        let depth = if over.is_some() { u32::MAX } else { report.depth };
        let moves = [mv].into_iter().chain(expected(&report)).map(|mv| mv.to_string()).collect();
        let line = Line { moves, points: reply.map(|points| -points), depth };
        // Kept sorted, the first of equals first.
        let worth = |line: &Line| line.points.unwrap_or(f64::NEG_INFINITY);
        let place = self.searched.partition_point(|(_, other)| worth(other) >= worth(&line));
        self.searched.insert(place, (mv, line));
    }

    /// The plies all moves were searched to, after the move itself.
    fn reached(&self) -> u32 {
        let depths = self.searched.iter().map(|(_, line)| line.depth).filter(|&depth| depth < u32::MAX);
        depths.min().unwrap_or(0)
    }

    /// The `count` best; one depth for all, as they are comparable at that depth only.
    fn finding(&self, count: usize, elapsed: Duration) -> Finding {
        let depth = self.reached() + 1;
        let lines = self.searched.iter().take(count).map(|(_, line)| Line { depth, ..line.clone() });
        Finding { lines: lines.collect(), nodes: self.nodes, elapsed }
    }
}

fn line<G: BoardGame>(position: &G, best: G::Move, report: &Report<G::Move>) -> Line {
    let moves = if report.pv.is_empty() { vec![best] } else { report.pv.clone() };
    Line {
        moves: moves.iter().map(ToString::to_string).collect(),
        points: points(position, report),
        depth: report.depth,
    }
}

/// The expected line of a report, as far as it is known.
fn expected<M: Copy>(report: &Report<M>) -> Vec<M> {
    if report.pv.is_empty() { report.best.into_iter().collect() } else { report.pv.clone() }
}

/// What a report says in points of the game for the side to move, no more than the board has squares: evaluators
/// have units of their own and rank decided games above everything. `None` if nothing was judged.
fn points<G: BoardGame>(position: &G, report: &Report<G::Move>) -> Option<f64> {
    let (score, most) = (report.score.0, f64::from(position.size().pow(2)));
    let points = if score.abs() >= Score::WIN.0 / 2 {
        f64::from(score - score.signum() * Score::WIN.0) / f64::from(G::UNITS_PER_POINT)
    } else {
        f64::from(score) / f64::from(report.unit.max(1))
    };
    (report.depth > 0).then(|| points.clamp(-most, most))
}
