//! One textbook algorithm per file, each over any [`Game`] and readable alone, and the drivers that run them.

mod alpha_beta;
mod deepening;
mod exact;
mod flat_monte_carlo;
mod killers;
mod last;
mod minimax;
mod negamax;
mod negascout;
mod perfect;
mod playout;
mod random;
mod sampled_tree;
mod table;
mod tactics;
mod tutorial_flat_monte_carlo;
mod tutorial_uct;
mod uct;

pub use alpha_beta::AlphaBeta;
pub use deepening::Deepening;
pub use exact::Exact;
pub use flat_monte_carlo::FlatMonteCarlo;
pub use last::Last;
pub use minimax::{Minimax, PassRule, Ties};
pub use negamax::Negamax;
pub use negascout::NegaScout;
pub use perfect::Perfect;
pub use playout::{Playout, Reward, Sampled};
pub use random::RandomMover;
pub use table::Table;
pub use tactics::{Foresight, Tactics};
pub use tutorial_flat_monte_carlo::{Listing, TutorialFlatMonteCarlo};
pub use tutorial_uct::{Backup, TutorialUct, TutorialUctSettings};
pub use uct::{Decision, Uct, UctSettings};

use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::score::{Score, Window};

/// Chooses a move: what protocols, experiments and tools call.
pub trait Searcher<G: Game>: Send {
    /// Searches `position` within `limits` and reports the best move; `progress` hears of every finished iteration.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;
}

/// One bounded search to one depth: the textbook algorithm itself, wrapped into a [`Searcher`] by [`Deepening`].
pub trait TreeSearch<G: Game>: Send {
    /// The best move of `position` and its value after `depth` plies, a pass counting as one. Fail-soft outside
    /// `window`.
    ///
    /// # Errors
    /// [`Stopped`] when the budget runs out first.
    fn search(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Choice<G::Move>, Stopped>;
}

/// A move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The best move; `None` at the horizon, where nothing was looked at, and when the game is over.
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
        if score > self.score {
            *self = Self { best: Some(mv), score };
        }
    }
}

/// What a search found and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The move to play; `None` only when the game is over.
    pub best: Option<M>,
    /// Its value for the side to move, in the unit of the player's evaluator; zero for players that do not judge.
    pub score: Score,
    /// How many units of `score` make one unit of the game's final score; 1 where the evaluator says nothing else.
    pub unit: i32,
    /// The expected line, `best` first (the principal variation), as far as the player knows it; it may be empty.
    pub pv: Vec<M>,
    /// Plies searched in full; zero for players that do not search.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Positions valued without looking further.
    pub leaves: u64,
    /// Bytes of the tree kept in memory; zero for players that keep none.
    pub memory: usize,
}

impl<M: Copy> Report<M> {
    /// The report of a search to `depth` that found `choice`, a value in whole points.
    fn of(choice: Choice<M>, depth: u32, budget: &Budget) -> Self {
        Self {
            best: choice.best,
            score: choice.score,
            unit: 1,
            pv: choice.best.into_iter().collect(),
            depth,
            nodes: budget.nodes(),
            leaves: budget.leaves(),
            memory: 0,
        }
    }

    /// The report of a player that judges a move by the mean of its playouts, in thousandths of a win.
    fn sampled(chosen: &Sampled<M>, budget: &Budget) -> Self {
        let share = if chosen.visits > 0 { chosen.mean() } else { 0.5 };
        Self {
            score: Reward::Outcome.score(share),
            unit: 1000,
            pv: vec![chosen.mv],
            depth: 1,
            nodes: budget.nodes(),
            leaves: budget.leaves(),
            ..Self::unsearched(Some(chosen.mv))
        }
    }

    /// The report of a player that only names a move.
    fn unsearched(best: Option<M>) -> Self {
        Self { best, score: Score::ZERO, unit: 1, pv: Vec::new(), depth: 0, nodes: 0, leaves: 0, memory: 0 }
    }
}
