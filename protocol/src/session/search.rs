//! Searches for a move: their bounds, and what they report in text that any dialect can print.

use std::slice::from_ref;
use std::time::Duration;

use web_time::Instant;
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::score::{Score, Value};
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
    /// What it should take of that time: see [`Limits::target`].
    pub target: Option<Duration>,
    /// Not over before it is stopped, even if there is nothing left to find.
    pub endless: bool,
    /// By search alone, even where the player's opening book has a move.
    pub without_book: bool,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo {
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
    /// What it is worth to the side that moves, in points of the game or as the player counts;
    /// `None` if it does not judge.
    pub value: Option<Value>,
    /// Plies looked ahead.
    pub depth: u32,
    /// How sure the search is of what it cut on suspicion, in per cent; 100 if it cut nothing so.
    pub certainty: u8,
    /// Whether the value is proved.
    pub exact: bool,
    /// Positions valued without looking further, where the player says so: the playouts of a
    /// Monte-Carlo player.
    pub samples: u64,
    /// Whether it is from the player's opening book.
    pub book: bool,
}

impl Line {
    /// What it is worth in points of the game; `None` if the player does not judge, or not in
    /// points.
    #[must_use]
    pub fn points(&self) -> Option<f64> {
        self.value.and_then(Value::points)
    }

    /// What it is worth, for people; what is not in points says so.
    #[must_use]
    pub fn worth(&self) -> Option<String> {
        self.value.map(|value| match value {
            Value::Points(points) => format!("{points:+.2}"),
            Value::Wins(share) => format!("wins {:.1} %", 100.0 * share),
            Value::Own(count) => format!("{} by its evaluator", own(count)),
        })
    }
}

/// An evaluator's own count, with its sign.
pub(crate) fn own(count: i32) -> String {
    match count {
        count if count >= Score::INFINITY.0 => "+∞".to_owned(),
        count if count <= -Score::INFINITY.0 => "-∞".to_owned(),
        count => format!("{count:+}"),
    }
}

impl SearchInfo {
    /// The best move; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }
}

/// A search to be run, on any thread.
pub struct Task {
    /// Whether its result is to be told only when it is stopped.
    pub endless: bool,
    /// Whether it is over before anybody could interrupt it.
    pub brief: bool,
    run: Box<Run>,
}

type Run = dyn FnOnce(&Stop, &mut dyn FnMut(SearchInfo)) -> SearchInfo + Send;

impl Task {
    /// Thinking of at most this time is brief.
    const BRIEF: Duration = Duration::from_millis(5);

    /// A task that runs `run`, which keeps to `bounds`.
    pub fn new(
        bounds: Bounds,
        run: impl FnOnce(&Stop, &mut dyn FnMut(SearchInfo)) -> SearchInfo + Send + 'static,
    ) -> Self {
        let brief = !bounds.endless && bounds.time.is_some_and(|time| time <= Self::BRIEF);
        Self { endless: bounds.endless, brief, run: Box::new(run) }
    }

    /// Thinks until done or stopped; `progress` hears of every finished iteration. What is
    /// [`endless`](Self::endless) may be done early: the caller keeps the result back.
    pub fn run(self, stop: &Stop, progress: &mut dyn FnMut(SearchInfo)) -> SearchInfo {
        (self.run)(stop, progress)
    }
}

impl Bounds {
    fn limits(&self, stop: &Stop) -> Limits {
        let time = if self.endless { Some(Duration::MAX) } else { self.time };
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time,
            target: self.target,
            stop: stop.clone(),
        }
    }
}

/// The player's move in `position`, or its `count` best ones.
pub(super) fn think<G: BoardGame>(
    searcher: &mut dyn Searcher<G>,
    position: &G,
    count: usize,
    bounds: Bounds,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchInfo),
) -> SearchInfo {
    let clock = Instant::now();
    let info = |reports: &[Report<G::Move>]| SearchInfo {
        lines: reports.iter().filter_map(|report| line(position, report)).collect(),
        nodes: reports.first().map_or(0, |report| report.nodes),
        elapsed: clock.elapsed(),
    };
    let limits = bounds.limits(stop);
    if count > 1 {
        let progress = &mut |reports: &[Report<G::Move>]| progress(info(reports));
        info(&searcher.search_lines(position, count, &limits, progress))
    } else {
        let progress = &mut |report: &Report<G::Move>| progress(info(from_ref(report)));
        let report = if bounds.without_book || bounds.endless {
            searcher.search_without_book(position, &limits, progress)
        } else {
            searcher.search(position, &limits, progress)
        };
        info(&[report])
    }
}

/// What a report says in text: no more points than the game can be won by. `None` if it names no
/// move.
fn line<G: BoardGame>(position: &G, report: &Report<G::Move>) -> Option<Line> {
    let best = report.best?;
    let moves = if report.pv.is_empty() { &[best] } else { report.pv.as_slice() };
    let most = position.most_points();
    Some(Line {
        moves: moves.iter().map(ToString::to_string).collect(),
        value: report.value::<G>().map(|value| match value {
            Value::Points(points) => Value::Points(points.clamp(-most, most)),
            other => other,
        }),
        depth: report.depth,
        certainty: report.certainty,
        exact: report.exact,
        samples: report.leaves,
        book: report.book,
    })
}
