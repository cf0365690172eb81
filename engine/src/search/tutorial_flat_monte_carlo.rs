//! Flat Monte-Carlo as the page on it programs it (docs/sources.md), beside the usual one in
//! `flat_monte_carlo`.
//!
//! What is unusual:
//! - playouts are counted in all, not for each move, and are dealt to the moves in turn in the
//!   order of the rules: with 20 playouts for 8 moves four moves get 3 and four get 2;
//! - of equally good moves the first is played, where the usual player draws one;
//! - a playout of limited length is judged by the majority of discs, also where the game has ended
//!   by then; only playouts without a limit are judged by the page's faulty winner count, as the
//!   roster sets it up;
//! - a side without a move is skipped and no ply is counted;
//! - the Python listing plays one ply more than it is told, gives a draw nothing instead of one
//!   half (it compares a name with a value of an enumeration) and gives every move at least one
//!   playout.

use std::ops::Range;

use super::playout::{Quota, Reward, Sampled, SampledLines, Tell, next_goal, play_on};
use super::watch::{Bound, Credit, Watch};
use super::{Lines, Recorder, Report, Searcher};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;

/// Which of the page's two programs is played, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// A draw is half a win, a playout has as many plies as it is told.
    Cpp,
    /// A draw is no better than a loss, a playout has one ply more, every move at least one
    /// playout.
    Python,
}

/// Chooses the move with the best mean of its playouts, the first of equals.
#[derive(Debug)]
pub struct TutorialFlatMonteCarlo<E> {
    quota: Quota,
    plies: Option<u32>,
    judge: E,
    listing: Listing,
    random: Random,
}

impl<E> TutorialFlatMonteCarlo<E> {
    /// A player with the playouts of its `quota` in all, at least one, each of at most `plies`
    /// random moves (`None`: to the end of the game); the sign of `judge`'s value says who has won.
    #[must_use]
    pub fn new(
        quota: Quota,
        plies: Option<u32>,
        judge: E,
        listing: Listing,
        random: Random,
    ) -> Self {
        Self { quota, plies, judge, listing, random }
    }

    /// Plays these playouts, one for each move in turn, and adds up their results.
    fn sample<G: Game, W: Watch<G::Move>>(
        &mut self,
        position: &G,
        moves: &mut [Sampled<G::Move>],
        playouts: Range<u64>,
        budget: &mut Budget<W>,
    ) -> Result<(), Stopped>
    where
        E: Evaluator<G>,
    {
        let count = moves.len() as u64;
        let (extra_ply, draw) = match self.listing {
            Listing::Cpp => (0, 0.5),
            Listing::Python => (1, 0.0),
        };
        let plies = self.plies.map_or(u32::MAX, |plies| plies.saturating_add(extra_ply));
        for round in playouts {
            let sampled = &mut moves[(round % count) as usize];
            budget.node()?;
            budget.tries(sampled.mv);
            let end = play_on(position.play(sampled.mv), plies, &mut self.random, budget)?;
            let value = self.judge.evaluate(&end).0;
            let own = if end.side_to_move() == position.side_to_move() { value } else { -value };
            let share = if own == 0 { draw } else { f64::from(u8::from(own > 0)) };
            sampled.visits += 1;
            sampled.total += share;
            budget.counts(share);
        }
        Ok(())
    }

    /// Samples the moves within `limits` and chooses one; `tell` hears now and then how they
    /// stand.
    fn decide<G: Game, W: Watch<G::Move>>(
        &mut self,
        position: &G,
        limits: &Limits,
        mut budget: Budget<W>,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let untried = |mv| Sampled { mv, visits: 0, total: 0.0 };
        let mut moves: Vec<Sampled<G::Move>> = position.moves().map(untried).collect();
        let Some(first) = moves.first().copied() else { return Report::finished(position) };
        budget.samples(Bound::InTurn, Credit::Root, Reward::Outcome);
        budget.opens(moves.iter().map(|sampled| sampled.mv));
        let least = match self.listing {
            Listing::Cpp => 1,
            Listing::Python => moves.len() as u64,
        };
        let all = self.quota.within(limits).max(least);
        let mut done = 0;
        loop {
            let goal = next_goal(done, all);
            // Stopped or not, what was sampled so far counts.
            let stopped = self.sample(position, &mut moves, done..goal, &mut budget).is_err();
            done = goal;
            let report = Report::sampled(best(&moves).unwrap_or(&first), &budget);
            tell(&report, &moves);
            if stopped || done == all {
                budget.chooses(report.best);
                return report;
            }
        }
    }
}

/// The first move with the best mean; moves without playouts do not count.
fn best<M>(moves: &[Sampled<M>]) -> Option<&Sampled<M>> {
    let tried = moves.iter().rev().filter(|sampled| sampled.visits > 0);
    tried.max_by(|one, other| one.mean().total_cmp(&other.mean()))
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for TutorialFlatMonteCarlo<E> {
    /// The score is the best mean in thousandths of a win, from −1000 to 1000; `leaves` are the
    /// playouts.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let limits = &limits.for_sampling(position.moves().len());
        self.decide(position, limits, Budget::new(limits), &mut |report, _| progress(report))
    }

    /// One search for all of them, ranked by the means of their playouts; the `leaves` of each are
    /// its own.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let mut lines = Vec::new();
        let limits = &limits.for_sampling(position.moves().len());
        self.decide(position, limits, Budget::new(limits), &mut |whole, moves| {
            lines = SampledLines { whole, reward: Reward::Outcome }.by_mean(count, moves);
            progress(&lines);
        });
        lines
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let limits = &limits.for_sampling(position.moves().len());
        Some(self.decide(position, limits, Budget::watched(limits, recorder), &mut |_, _| ()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's table: 600 playouts, 100 for each of six moves; the fourth is played.
    #[test]
    fn the_page_s_worked_table() {
        let wins = [40.0, 33.0, 56.0, 65.0, 12.0, 32.0];
        let moves: Vec<_> =
            (1..).zip(wins).map(|(mv, total)| Sampled { mv, visits: 100, total }).collect();
        assert_eq!(best(&moves).map(|sampled| sampled.mv), Some(4));
    }

    #[test]
    fn the_first_of_equals_is_played_and_untried_moves_are_not() {
        let sampled = |mv, visits, total| Sampled { mv, visits, total };
        let moves =
            [sampled(1, 4, 1.0), sampled(2, 2, 1.0), sampled(3, 4, 2.0), sampled(4, 0, 0.0)];
        assert_eq!(best(&moves).map(|sampled| sampled.mv), Some(2));
        assert_eq!(best(&moves[3..]).map(|sampled| sampled.mv), None);
    }
}
