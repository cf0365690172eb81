//! Perfect play without a preference (the Monte-Carlo page): every move is a win, a draw or a loss,
//! and one of the best is drawn.

use std::collections::HashMap;

use super::{Choice, Report, Searcher};
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::score::Score;

/// Full minimax over win (1), draw (0) and loss (-1), for games small enough to remember every
/// position of.
///
/// Unlike [`Exact`](super::Exact) it is indifferent between moves of one class: it plays each of
/// them with equal probability, so that its games differ and its results are still perfect.
#[derive(Debug)]
pub struct Perfect<G: Game> {
    known: HashMap<G, Score>,
    random: Random,
}

impl<G: Game> Perfect<G> {
    /// A player that draws from `random`.
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { known: HashMap::new(), random }
    }

    /// What perfect play makes of `position`, for the side to move.
    fn outcome(&mut self, position: &G, budget: &mut Budget) -> Result<Score, Stopped> {
        if let Some(&known) = self.known.get(position) {
            return Ok(known);
        }
        budget.node()?;
        let mut best = None;
        for mv in position.moves() {
            best = best.max(Some(-self.outcome(&position.play(mv), budget)?));
        }
        let outcome = best.unwrap_or_else(|| {
            budget.leaf();
            position.final_score().map_or(Score::ZERO, |score| Score(score.0.signum()))
        });
        self.known.insert(position.clone(), outcome);
        Ok(outcome)
    }

    /// One of the moves of the best class.
    fn choose(&mut self, position: &G, budget: &mut Budget) -> Result<Choice<G::Move>, Stopped> {
        let score = self.outcome(position, budget)?;
        let mut best = Vec::new();
        for mv in position.moves() {
            if -self.outcome(&position.play(mv), budget)? == score {
                best.push(mv);
            }
        }
        let best = match best.len() {
            0 | 1 => best.first().copied(),
            several => Some(best[self.random.below(several)]),
        };
        Ok(Choice { best, score })
    }
}

impl<G: Game> Searcher<G> for Perfect<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        match self.choose(position, &mut budget) {
            Ok(choice) => {
                let report = Report::of(choice, position.empties(), &budget);
                progress(&report);
                report
            }
            Err(Stopped) => Report {
                nodes: budget.nodes(),
                leaves: budget.leaves(),
                ..Report::unsearched(position.moves().next())
            },
        }
    }
}
