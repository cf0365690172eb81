//! One textbook algorithm per file, each over any [`Game`] and readable alone, and the drivers that
//! run them.
//!
//! Every search can be watched ([`Watch`]): it tells an observer which positions it enters, which
//! moves it tries and cuts, and what it returns. A [`Recorder`] makes a [`Trace`] of that.

mod alpha_beta;
mod deepening;
mod exact;
mod flat_monte_carlo;
mod killers;
mod last;
mod limited;
mod lines;
mod minimax;
mod negamax;
mod negascout;
mod perfect;
mod playout;
mod random;
mod sampled_tree;
mod table;
mod tactics;
mod trace;
mod tutorial_flat_monte_carlo;
mod tutorial_uct;
mod uct;
mod watch;

pub use alpha_beta::AlphaBeta;
pub use deepening::Deepening;
pub use exact::Exact;
pub use flat_monte_carlo::FlatMonteCarlo;
pub use last::Last;
pub use limited::Limited;
pub use minimax::{Minimax, PassRule, Ties};
pub use negamax::Negamax;
pub use negascout::NegaScout;
pub use perfect::Perfect;
pub use playout::{Playout, Quota, Reward, Sampled};
pub use random::RandomMover;
pub use table::TranspositionTable;
pub use tactics::{Lookahead, Tactics};
pub use trace::{Ending, Node, Recorder, Round, Sample, Sampling, Standing, Statistics, Trace};
pub use tutorial_flat_monte_carlo::{Listing, TutorialFlatMonteCarlo};
pub use tutorial_uct::{TutorialUct, TutorialUctSettings};
pub use uct::{Decision, Uct, UctSettings};
pub use watch::{Bound, Credit, SamplingRules, Watch};

pub use crate::limits::NoMemory;

use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::score::{Score, Unit, Value, Window};

/// Chooses a move: what protocols, experiments and tools call.
///
/// Building a player may fail ([`NoMemory`]); a search cannot: it uses the memory and the threads
/// that it gets.
pub trait Searcher<G: Game>: Send {
    /// Searches `position` within `limits` and reports the best move; `progress` hears of every
    /// finished iteration.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;

    /// The same by search alone, where [`search`](Self::search) may take a move from an opening
    /// book: for whoever wants the position judged.
    fn search_without_book(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search(position, limits, progress)
    }

    /// The `count` best moves of `position`, at least one, best first, with a report for each.
    /// Costs are those of the whole search; only `leaves` may be those of the move. Empty only when
    /// the game is over. `progress` hears of every finished iteration.
    ///
    /// By default the move that it plays is the only line: a value for it says nothing of others.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let _ = count;
        let report = self.search_without_book(position, limits, &mut |_| ());
        lines::only(report, progress)
    }

    /// Searches as [`search`](Self::search) does and shows every step to `recorder`; `None` for
    /// players that cannot be watched: the expert, those with several threads, and those whose
    /// search is no tree to look at.
    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let _ = (position, limits, recorder);
        None
    }

    /// Makes this player as good as new, if that costs less than building another one; false if it
    /// cannot. Players that draw random numbers cannot: their numbers would begin again.
    fn renew(&mut self) -> bool {
        false
    }
}

/// The reports on several moves of one position, the best first.
pub type Lines<G> = [Report<<G as Game>::Move>];

/// One bounded search to one depth: the textbook algorithm itself, wrapped into a [`Searcher`] by
/// [`Deepening`].
pub trait TreeSearch<G: Game>: Send {
    /// The best move of `position` and its value after `depth` plies, a pass counting as one but
    /// for [`PassRule::Proper`]. Fail-soft outside `window`.
    ///
    /// # Errors
    /// [`Stopped`] when the budget runs out first.
    fn search<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped>;

    /// The value of `mv` for the side that makes it in `position`, `depth` plies deep, at least
    /// one, itself included.
    ///
    /// # Errors
    /// [`Stopped`] when the budget runs out first.
    fn value_of<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        mv: G::Move,
        depth: u32,
        budget: &mut Budget<W>,
    ) -> Result<Score, Stopped> {
        Ok(-self.search(&position.play(mv), depth - 1, Window::FULL, budget)?.score)
    }

    /// What its values count.
    fn unit(&self) -> Unit;

    /// The best move that it remembers of a position.
    fn remembered(&self, position: &G) -> Option<G::Move> {
        let _ = position;
        None
    }
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The best move; `None` at the horizon, where nothing was looked at, and when the game is
    /// over.
    pub best: Option<M>,
    /// Its value for the side to move.
    pub score: Score,
}

impl<M> Choice<M> {
    /// The value of a position that is not searched further.
    fn leaf(score: Score) -> Self {
        Self { best: None, score }
    }

    /// What a search starts from: nothing found, anything is better.
    fn nothing() -> Self {
        Self::leaf(-Score::INFINITY)
    }

    /// Takes `mv` if it is better than what was found so far, so that the first of equals stays.
    fn improve(&mut self, mv: M, score: Score) {
        if self.best.is_none() || score > self.score {
            *self = Self { best: Some(mv), score };
        }
    }
}

/// What a search found and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The move to play; `None` only when the game is over.
    pub best: Option<M>,
    /// Its value for the side to move, as the player counts; zero for players that do not judge.
    /// [`value`](Self::value) has it as people are shown it.
    pub score: Score,
    /// What `score` counts.
    pub unit: Unit,
    /// Whether the score is proved to be what perfect play by both sides leads to.
    pub exact: bool,
    /// The expected line, `best` first (the principal variation), as far as the player knows it; it
    /// may be empty.
    pub pv: Vec<M>,
    /// Plies searched in full; zero for players that do not search.
    pub depth: u32,
    /// How sure the search is, where it cut on suspicion, that no cut changed the value, in per
    /// cent; 100 where it did not.
    pub certainty: u8,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Bytes of the tree kept in memory; zero for players that keep none.
    pub memory: usize,
    /// Whether the move is from an opening book and nothing was searched now; score, depth and
    /// certainty are those of the search that made the book, costs are zero.
    pub book: bool,
}

impl<M: Copy> Report<M> {
    /// The value for the side to move, in points of the game if it is one in points: the one place
    /// that makes points of scores. `None` for players that do not judge.
    #[must_use]
    pub fn value<G: Game<Move = M>>(&self) -> Option<Value> {
        (self.depth > 0 || self.exact).then(|| Value::of(self.score, self.unit, G::UNITS_PER_POINT))
    }

    /// The value in points of the game for the side to move; `None` where the player does not
    /// judge, or not in points.
    #[must_use]
    pub fn points<G: Game<Move = M>>(&self) -> Option<f64> {
        self.value::<G>().and_then(Value::points)
    }

    /// The report of a search to `depth` that found `choice`, a value in whole points.
    fn of<W>(choice: Choice<M>, depth: u32, budget: &Budget<W>) -> Self {
        Self {
            score: choice.score,
            pv: choice.best.into_iter().collect(),
            depth,
            nodes: budget.nodes(),
            leaves: budget.leaves(),
            ..Self::unsearched(choice.best)
        }
    }

    /// The report of a player that judges a move by the mean of its playouts, in thousandths of a
    /// win.
    fn sampled<W>(chosen: &Sampled<M>, budget: &Budget<W>) -> Self {
        let share = if chosen.visits > 0 { chosen.mean() } else { 0.5 };
        Self {
            score: Reward::Outcome.score(share),
            unit: Unit::Wins,
            pv: vec![chosen.mv],
            depth: u32::from(chosen.visits > 0),
            nodes: budget.nodes(),
            leaves: budget.leaves(),
            ..Self::unsearched(Some(chosen.mv))
        }
    }

    /// The report on a game that is over.
    fn finished<G: Game<Move = M>>(position: &G) -> Self {
        let score = position.final_score().unwrap_or(Score::ZERO);
        let unit = Unit::Points(G::UNITS_PER_POINT);
        Self { score, unit, exact: true, ..Self::unsearched(None) }
    }

    /// The report of a player that only names a move.
    fn unsearched(best: Option<M>) -> Self {
        Self {
            best,
            score: Score::ZERO,
            unit: Unit::Points(1),
            exact: false,
            pv: Vec::new(),
            depth: 0,
            certainty: 100,
            nodes: 0,
            leaves: 0,
            memory: 0,
            book: false,
        }
    }
}
