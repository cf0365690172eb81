//! Playouts: games finished at random, the samples that Monte-Carlo players judge a position by
//! (Abramson 1990).
//!
//! A playout's result is the share of the win that goes to the first side, from 0 (all to the
//! second) over ½ (a draw) to 1, so that one number serves both sides: the other's share is what is
//! left of 1.

use std::cmp::Ordering;

use super::Report;
use crate::evaluate::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::score::{Score, Unit};

/// What the end of a playout is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// Who has won: 1 for a win, ½ for a draw, 0 for a loss, whatever the margin.
    Outcome,
    /// By how much: the share grows with the score and is a full win from `margin` points on.
    Score {
        /// The points of a full win, at least 1 and below 50,000: they are told in thousandths, and
        /// more are read as a decided game ([`Score::WIN`]).
        margin: u32,
    },
}

impl Reward {
    /// The share of a side that ends with `points`.
    fn share(self, points: f64) -> f64 {
        match self {
            Self::Outcome if points == 0.0 => 0.5,
            Self::Outcome => f64::from(u8::from(points > 0.0)),
            Self::Score { margin } => 0.5 + 0.5 * (points / f64::from(margin)).clamp(-1.0, 1.0),
        }
    }

    /// A mean share as a score in thousandths: of a win, or of a point.
    pub(super) fn score(self, share: f64) -> Score {
        let full = match self {
            Self::Outcome => 1.0,
            Self::Score { margin } => f64::from(margin),
        };
        Score((f64::from(Self::THOUSANDTHS) * full * (2.0 * share - 1.0)).round() as i32)
    }

    /// What [`score`](Self::score) counts.
    pub(super) fn unit(self) -> Unit {
        match self {
            Self::Outcome => Unit::Wins,
            Self::Score { .. } => Unit::Points(Self::THOUSANDTHS),
        }
    }

    const THOUSANDTHS: i32 = 1000;
}

/// How many playouts a search has.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// The number.
    pub playouts: u64,
    /// Whether a limit of time or nodes replaces it: then the search has as many as that allows.
    pub elastic: bool,
}

impl Quota {
    /// The most playouts within `limits`.
    pub(super) fn within(self, limits: &Limits) -> u64 {
        let limited = limits.time.is_some() || limits.nodes.is_some();
        if self.elastic && limited { u64::MAX } else { self.playouts }
    }
}

/// How playouts are played and what they are worth.
#[derive(Clone, Copy, Debug)]
pub struct Playout<E> {
    /// Random plies after which an unfinished game is judged by the evaluator instead; 0 judges at
    /// once.
    pub depth: u32,
    /// The judge of unfinished games; where `reward` looks at margins, what it counts is taken for
    /// points.
    pub evaluator: E,
    /// What the end is worth.
    pub reward: Reward,
}

impl<E> Playout<E> {
    /// Plays on from `position` with the game's random moves ([`Game::playout_move`]); returns the
    /// first side's share of the win.
    ///
    /// # Errors
    /// [`Stopped`] when the budget runs out on the way; every position entered is a node, the last
    /// one a leaf.
    pub fn play<G: Game, W>(
        &self,
        mut position: G,
        random: &mut Random,
        budget: &mut Budget<W>,
    ) -> Result<f64, Stopped>
    where
        E: Evaluator<G>,
    {
        for _ in 0..self.depth {
            let Some(mv) = position.playout_move(random) else { break };
            position.advance(mv);
            budget.node()?;
        }
        budget.leaf();
        Ok(self.share(&position))
    }

    /// The first side's share of the win where a playout ends.
    pub(super) fn share<G: Game>(&self, position: &G) -> f64
    where
        E: Evaluator<G>,
    {
        self.reward.share(self.points(position))
    }

    /// The value of the last position for the first side, in points.
    fn points<G: Game>(&self, position: &G) -> f64
    where
        E: Evaluator<G>,
    {
        let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
        match position.final_score() {
            Some(Score(units)) => sign * f64::from(units) / f64::from(G::UNITS_PER_POINT),
            None => sign * self.evaluator.unit().scale(self.evaluator.evaluate(position)),
        }
    }
}

/// Plays at most `plies` random moves from `position`. A side that must pass is skipped, which
/// costs no ply: so the teaching pages count them.
///
/// # Errors
/// [`Stopped`] when the budget runs out on the way; every position entered is a node, the last one
/// a leaf.
pub(super) fn play_on<G: Game, W>(
    mut position: G,
    plies: u32,
    random: &mut Random,
    budget: &mut Budget<W>,
) -> Result<G, Stopped> {
    let mut played = 0;
    while played < plies {
        let Some(mv) = position.playout_move(random) else { break };
        position.advance(mv);
        budget.node()?;
        played += u32::from(!G::is_pass(mv));
    }
    budget.leaf();
    Ok(position)
}

/// A move at the root and what its playouts gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled<M> {
    /// The move.
    pub mv: M,
    /// Its playouts.
    pub visits: u64,
    /// The sum of their shares of the win, for the side that makes the move.
    pub total: f64,
}

impl<M> Sampled<M> {
    /// The mean share of the win, from 0 to 1; 0 without playouts.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / self.visits as f64 }
    }

    /// Whether there was one.
    pub(super) fn is_tried(&self) -> bool {
        self.visits > 0
    }
}

/// How many of `all` playouts there are to be when a search tells next how it stands, after `done`
/// of them: twice as many, later some thousand more.
pub(super) fn next_goal(done: u64, all: u64) -> u64 {
    const FIRST: u64 = 256;
    const MOST: u64 = 1 << 14;
    if done == 0 { FIRST.min(all) } else { done.saturating_add(done.min(MOST)).min(all) }
}

/// Hears of a search by playouts how it stands: its report, and what was sampled of every move.
pub(super) type Tell<'a, M> = dyn FnMut(&Report<M>, &[Sampled<M>]) + 'a;

/// What a search by playouts says of several moves.
pub(super) struct SampledLines<'a, M> {
    /// The report of the whole search, on the move it chooses.
    pub(super) whole: &'a Report<M>,
    /// What its playouts are worth.
    pub(super) reward: Reward,
}

impl<M: Copy + PartialEq> SampledLines<'_, M> {
    /// The `count` best of `moves`, at least one: the chosen one, then the rest as `compare` ranks
    /// them. `leaves` are the playouts of each. Before the first playout, only the chosen one.
    pub(super) fn best(
        &self,
        count: usize,
        mut moves: Vec<Sampled<M>>,
        compare: impl Fn(&Sampled<M>, &Sampled<M>) -> Ordering,
    ) -> Vec<Report<M>> {
        moves.retain(Sampled::is_tried);
        if moves.is_empty() {
            return self.whole.best.map(|_| self.whole.clone()).into_iter().collect();
        }
        let chosen = |sampled: &Sampled<M>| Some(sampled.mv) == self.whole.best;
        moves.sort_by(|one, other| {
            chosen(other).cmp(&chosen(one)).then_with(|| compare(other, one))
        });
        moves.iter().take(count.max(1)).map(|sampled| self.line(sampled)).collect()
    }

    /// The same, ranked by their means.
    pub(super) fn by_mean(&self, count: usize, moves: &[Sampled<M>]) -> Vec<Report<M>> {
        self.best(count, moves.to_vec(), |one, other| one.mean().total_cmp(&other.mean()))
    }

    fn line(&self, sampled: &Sampled<M>) -> Report<M> {
        let whole = self.whole.clone();
        let expected = whole.pv.first() == Some(&sampled.mv);
        Report {
            best: Some(sampled.mv),
            score: self.reward.score(sampled.mean()),
            pv: if expected { whole.pv } else { vec![sampled.mv] },
            leaves: sampled.visits,
            ..whole
        }
    }
}

/// The pass that a side has by choice, where no move gains anything: where it does no worse than
/// `best` of `moves`.
pub(super) fn pass_instead<G: Game>(
    position: &G,
    moves: &[Sampled<G::Move>],
    best: &Sampled<G::Move>,
) -> Option<Sampled<G::Move>> {
    /// Playouts from which a mean says something: that many fair games all end the same way once in
    /// 512 times.
    const ENOUGH: u64 = 10;
    let by_choice = position.pass_by_choice()?;
    let pass = moves.iter().copied().find(|sampled| sampled.mv == by_choice)?;
    (pass.visits >= ENOUGH && pass.mean() >= best.mean()).then_some(pass)
}

/// A share of the first side as `side` sees it.
pub(super) fn seen_by(side: Side, share: f64) -> f64 {
    if side == Side::First { share } else { 1.0 - share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_are_shares_of_the_win() {
        let outcome = [-3.0, 0.0, 0.5].map(|points| Reward::Outcome.share(points));
        assert_eq!(outcome, [0.0, 0.5, 1.0]);
        let score = [-90.0, -32.0, 0.0, 16.0, 64.0]
            .map(|points| Reward::Score { margin: 64 }.share(points));
        assert_eq!(score, [0.0, 0.25, 0.5, 0.625, 1.0]);
        assert_eq!(Reward::Score { margin: 64 }.score(0.625), Score(16_000));
        assert_eq!([0.0, 0.5, 0.9].map(|share| Reward::Outcome.score(share).0), [-1000, 0, 800]);
    }
}
