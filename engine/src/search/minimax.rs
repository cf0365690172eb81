//! Minimax as the teaching pages write it, with the pass rules of their listings.
//!
//! All values are seen by the player at the root: its own nodes take the maximum of their children, the opponent's
//! the minimum. What the listings do at a node whose side has no move differs, and it changes the published win
//! rates: see [`PassRule`].

use super::{Choice, Report, Searcher};
use crate::evaluate::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::score::Score;

/// What a node is worth whose side must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// The opponent moves on with the same depth left: a pass costs nothing.
    Proper,
    /// A pass is a move like any other and costs one ply, as for the other searchers here.
    Ply,
    /// The search ends with the best value for the side that must pass.
    Reward,
    /// The search ends with the worst value for the side that must pass: a listing that returns its initial value.
    Penalty,
}

/// Which of several equally good root moves is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first: only a strictly better move replaces it.
    First,
    /// The last: an equally good move replaces it.
    Last,
    /// Each with the same probability.
    Random,
}

/// Minimax to a fixed depth without cut-offs.
#[derive(Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: u32,
    pass: PassRule,
    ties: Ties,
    random: Random,
}

impl<E> Minimax<E> {
    /// A player that looks `depth` plies ahead, at least one; `random` breaks ties if `ties` says so.
    pub fn new(evaluator: E, depth: u32, pass: PassRule, ties: Ties, random: Random) -> Self {
        Self { evaluator, depth, pass, ties, random }
    }

    /// The value of `position` for `root`, `depth` plies above the horizon.
    fn value<G: Game>(&self, position: &G, root: Side, depth: u32, budget: &mut Budget) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        budget.node()?;
        let maximising = position.side_to_move() == root;
        let worst = if maximising { -Score::INFINITY } else { Score::INFINITY };
        let mut best = None;
        if depth > 0 {
            for mv in position.moves() {
                let left = match self.pass {
                    PassRule::Proper if G::is_pass(mv) => depth,
                    PassRule::Penalty if G::is_pass(mv) => return Ok(worst),
                    PassRule::Reward if G::is_pass(mv) => return Ok(-worst),
                    _ => depth - 1,
                };
                let value = self.value(&position.play(mv), root, left, budget)?;
                let better = |best: Score| if maximising { value > best } else { value < best };
                best = if best.is_none_or(better) { Some(value) } else { best };
            }
        }
        Ok(best.unwrap_or_else(|| {
            budget.leaf();
            let score = self.evaluator.evaluate(position);
            if maximising { score } else { -score }
        }))
    }

    /// The best root move under the tie rule.
    fn choose<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Choice<G::Move>, Stopped>
    where
        E: Evaluator<G>,
    {
        let root = position.side_to_move();
        let mut score = -Score::INFINITY;
        let mut best = Vec::new();
        for mv in position.moves() {
            let left = if G::is_pass(mv) && self.pass == PassRule::Proper { depth } else { depth - 1 };
            let value = self.value(&position.play(mv), root, left, budget)?;
            if value > score {
                score = value;
                best.clear();
            }
            if value == score {
                best.push(mv);
            }
        }
        let best = match (best.as_slice(), self.ties) {
            ([], _) => return Ok(Choice::leaf(self.evaluator.evaluate(position))),
            ([first, ..], Ties::First) => *first,
            ([.., last], Ties::Last) => *last,
            (all, Ties::Random) => all[self.random.below(all.len())],
        };
        Ok(Choice { best: Some(best), score })
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Minimax<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let depth = self.depth.min(limits.depth.unwrap_or(u32::MAX)).max(1);
        let mut budget = Budget::new(limits);
        let found = self.choose(position, depth, &mut budget);
        let (nodes, leaves) = (budget.nodes(), budget.leaves());
        match found {
            Ok(Choice { best, score }) => {
                let report = Report { best, score, depth, nodes, leaves };
                progress(&report);
                report
            }
            Err(Stopped) => {
                Report { best: position.moves().next(), score: Score::ZERO, depth: 0, nodes, leaves }
            }
        }
    }
}
