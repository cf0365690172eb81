//! Perfect play without a preference (the Monte-Carlo page): every move is a win, a draw or a loss,
//! and one of the best is drawn.

use std::collections::HashMap;

use super::{Choice, Lines, Recorder, Report, Searcher, Watch, lines};
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::score::{Score, Unit};

/// Full minimax over win (1), draw (0) and loss (-1), for games small enough to remember every
/// position of.
///
/// Unlike [`Exact`](super::Exact) it is indifferent between moves of one class: it plays each of
/// them with equal probability, so that its games differ and its results are still perfect. The
/// classes are exact scores only of games that have no others, such as tic-tac-toe; elsewhere they
/// are no points. It remembers all that it has met, so memory is its limit.
#[derive(Debug)]
pub struct Perfect<G: Game> {
    known: HashMap<G, Score>,
    /// Whether every finished game that was met had the score of its class.
    exact: bool,
    random: Random,
}

impl<G: Game> Perfect<G> {
    /// A player that draws from `random`.
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { known: HashMap::new(), exact: true, random }
    }

    /// What perfect play makes of `position`, for the side to move.
    fn outcome<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        budget: &mut Budget<W>,
    ) -> Result<Score, Stopped> {
        let side = position.side_to_move();
        if let Some(&known) = self.known.get(position) {
            budget.recalls(side, known);
            return Ok(known);
        }
        budget.enters(side, None)?;
        let mut best = None;
        for mv in position.moves() {
            budget.tries(mv);
            best = best.max(Some(-self.outcome(&position.play(mv), budget)?));
        }
        let outcome = best.unwrap_or_else(|| {
            budget.evaluates();
            let score = position.final_score().unwrap_or_default();
            let class = Score(score.0.signum());
            self.exact &= class == score;
            class
        });
        self.known.insert(position.clone(), outcome);
        budget.returns(side, outcome);
        Ok(outcome)
    }

    /// One of the moves of the best class.
    fn choose<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        budget: &mut Budget<W>,
    ) -> Result<Report<G::Move>, Stopped> {
        let score = self.outcome(position, budget)?;
        // What a known position leads to is known as well.
        let known = |mv: &G::Move| self.known.get(&position.play(*mv));
        let best: Vec<G::Move> = position.moves().filter(|mv| known(mv) == Some(&-score)).collect();
        let best = match best.len() {
            0 | 1 => best.first().copied(),
            several => Some(best[self.random.below(several)]),
        };
        budget.chooses(best);
        let choice = Choice { best, score };
        let unit = if self.exact { Unit::Points(G::UNITS_PER_POINT) } else { Unit::Own };
        Ok(Report { exact: self.exact, unit, ..Report::of(choice, position.empties(), budget) })
    }

    fn solve<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        mut budget: Budget<W>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        match self.choose(position, &mut budget) {
            Ok(report) => {
                progress(&report);
                report
            }
            Err(Stopped) => {
                let first = position.moves().next();
                budget.chooses(first);
                let (nodes, leaves) = (budget.nodes(), budget.leaves());
                Report { nodes, leaves, ..Report::unsearched(first) }
            }
        }
    }
}

impl<G: Game> Searcher<G> for Perfect<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.solve(position, Budget::new(limits), progress)
    }

    /// The position after every move is solved, as by [`Exact`](super::Exact).
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let prove = |after: &G, budget: &mut Budget| self.choose(after, budget);
        lines::proved(position, count, limits, prove, progress)
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        Some(self.solve(position, Budget::watched(limits, recorder), &mut |_| ()))
    }
}
