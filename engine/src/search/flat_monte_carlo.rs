//! Flat Monte-Carlo: every move gets the same number of playouts, the best mean is played (Abramson
//! 1990, "Expected-outcome: a general model of static evaluation"; playouts in Go since Brügmann
//! 1993). There is no tree: the opponent's replies are as random as everything else, which is what
//! UCT mends. `tutorial_flat_monte_carlo` distributes its playouts in another way.

use std::ops::Range;

use super::playout::{
    Playout, Quota, Sampled, SampledLines, Tell, next_goal, pass_instead, seen_by,
};
use super::watch::{Bound, Credit, Watch};
use super::{Lines, Recorder, Report, Searcher};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;

/// Chooses the move with the best mean of its playouts.
#[derive(Debug)]
pub struct FlatMonteCarlo<E> {
    quota: Quota,
    playout: Playout<E>,
    random: Random,
}

impl<E> FlatMonteCarlo<E> {
    /// A player that spreads the playouts of its `quota` evenly over the moves.
    #[must_use]
    pub fn new(quota: Quota, playout: Playout<E>, random: Random) -> Self {
        Self { quota, playout, random }
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
        for round in playouts {
            let sampled = &mut moves[(round % count) as usize];
            budget.node()?;
            budget.tries(sampled.mv);
            let share = self.playout.play(position.play(sampled.mv), &mut self.random, budget)?;
            let own = seen_by(position.side_to_move(), share);
            sampled.visits += 1;
            sampled.total += own;
            budget.counts(own);
        }
        Ok(())
    }

    /// Whether a pass keeps its value if the other side passes, too, which playouts hardly ever
    /// try.
    fn may_end<G: Game>(&self, position: &G, pass: &Sampled<G::Move>) -> bool
    where
        E: Evaluator<G>,
    {
        let passed = position.play(pass.mv);
        let end = passed.pass_by_choice().map_or(passed.clone(), |reply| passed.play(reply));
        seen_by(position.side_to_move(), self.playout.share(&end)) >= pass.mean()
    }

    /// The move with the best mean, the first of equals, but a pass only where the game may end.
    fn best<G: Game>(&self, position: &G, moves: &[Sampled<G::Move>]) -> Option<Sampled<G::Move>>
    where
        E: Evaluator<G>,
    {
        let by_choice = position.pass_by_choice();
        let tried = moves.iter().rev().filter(|sampled| {
            sampled.visits > 0 && (Some(sampled.mv) != by_choice || self.may_end(position, sampled))
        });
        let best = tried.copied().max_by(|one, other| one.mean().total_cmp(&other.mean()));
        let best = best?;
        let pass = pass_instead(position, moves, &best).filter(|pass| self.may_end(position, pass));
        Some(pass.unwrap_or(best))
    }

    /// Samples the moves within `limits` and chooses one; `tell` hears now and then how they stand.
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
        let mut moves: Vec<Sampled<G::Move>> = position.sensible_moves().map(untried).collect();
        // In random order, so that neither the playouts left over nor equal means favour a corner
        // of the board.
        self.random.shuffle(&mut moves);
        if moves.is_empty() {
            return Report::finished(position);
        }
        budget.samples(Bound::InTurn, Credit::Root, self.playout.reward);
        budget.opens(moves.iter().map(|sampled| sampled.mv));
        let all = self.quota.within(limits);
        let mut done = 0;
        loop {
            let goal = next_goal(done, all);
            // Stopped or not, what was sampled so far counts.
            let stopped = self.sample(position, &mut moves, done..goal, &mut budget).is_err();
            done = goal;
            let report = self.report(position, &moves, &budget);
            tell(&report, &moves);
            if stopped || done == all {
                budget.chooses(report.best);
                return report;
            }
        }
    }

    /// How the moves stand.
    fn report<G: Game, W>(
        &self,
        position: &G,
        moves: &[Sampled<G::Move>],
        budget: &Budget<W>,
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
    {
        let best = self.best(position, moves).unwrap_or(moves[0]);
        Report {
            score: self.playout.reward.score(if best.visits > 0 { best.mean() } else { 0.5 }),
            unit: self.playout.reward.unit(),
            pv: vec![best.mv],
            depth: u32::from(moves.iter().all(Sampled::is_tried)),
            nodes: budget.nodes(),
            leaves: budget.leaves(),
            ..Report::unsearched(Some(best.mv))
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for FlatMonteCarlo<E> {
    /// The score is the best mean as in [`Uct`](super::Uct)'s reports; `leaves` are the playouts.
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
        let reward = self.playout.reward;
        let mut lines = Vec::new();
        let limits = &limits.for_sampling(position.moves().len());
        self.decide(position, limits, Budget::new(limits), &mut |whole, moves| {
            lines = SampledLines { whole, reward }.by_mean(count, moves);
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
