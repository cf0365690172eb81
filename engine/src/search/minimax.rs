//! Minimax as the teaching pages write it, with the pass rules of their listings (docs/sources.md).
//!
//! All values are seen by the player at the root: its own nodes take the maximum of their children,
//! the opponent's the minimum. What the listings do at a node whose side has no move differs, and
//! it changes the published win rates: see [`PassRule`]. The win-rate page's own player is
//! `pass=penalty` (its C++ listing) or `pass=reward` (its Python listing) with `ties=last`.

use super::{Choice, TreeSearch, Watch};
use crate::evaluate::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Budget, Stopped};
use crate::random::Random;
use crate::score::{Score, Unit, Window};

/// What a node is worth whose side has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// The opponent moves on with the same depth left: a pass costs nothing. A finished game is
    /// evaluated. The rule of the page on random tie-breaks.
    Proper,
    /// A pass is a move like any other and costs one ply, as for the other searchers here.
    Ply,
    /// The best value for the side without a move, whether it must pass or the game is over: the
    /// win-rate page's Python listing.
    Reward,
    /// The worst value for the side without a move, whether it must pass or the game is over: the
    /// win-rate page's C++ listing, which returns the value that its running best starts from.
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

/// Minimax without cut-offs.
#[derive(Debug)]
pub struct Minimax<E> {
    evaluator: E,
    pass: PassRule,
    ties: Ties,
    random: Random,
}

impl<E> Minimax<E> {
    /// A search that values its leaves with `evaluator`; `random` breaks ties if `ties` says so.
    #[must_use]
    pub fn new(evaluator: E, pass: PassRule, ties: Ties, random: Random) -> Self {
        Self { evaluator, pass, ties, random }
    }

    /// The value of `position` for `root`, `depth` plies above the horizon.
    fn value<G: Game, W: Watch<G::Move>>(
        &self,
        position: &G,
        root: Side,
        depth: u32,
        budget: &mut Budget<W>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        budget.enters(position.side_to_move(), None)?;
        let value = self.expand(position, root, depth, budget)?;
        budget.returns(root, value);
        Ok(value)
    }

    /// The best of the moves for the side that makes them, or what stands for it without any.
    fn expand<G: Game, W: Watch<G::Move>>(
        &self,
        position: &G,
        root: Side,
        depth: u32,
        budget: &mut Budget<W>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        let maximising = position.side_to_move() == root;
        let worst = if maximising { -Score::INFINITY } else { Score::INFINITY };
        let mut moves = position.moves().peekable();
        let stuck = moves.peek().is_none_or(|&mv| G::is_pass(mv));
        match self.pass {
            _ if depth == 0 => return Ok(self.leaf(position, root, budget)),
            PassRule::Penalty if stuck => return Ok(worst),
            PassRule::Reward if stuck => return Ok(-worst),
            _ if moves.peek().is_none() => return Ok(self.leaf(position, root, budget)),
            _ => {}
        }
        let left = if stuck && self.pass == PassRule::Proper { depth } else { depth - 1 };
        let mut best = worst;
        for mv in moves {
            budget.tries(mv);
            let value = self.value(&position.play(mv), root, left, budget)?;
            best = if maximising { best.max(value) } else { best.min(value) };
        }
        Ok(best)
    }

    fn leaf<G: Game, W: Watch<G::Move>>(
        &self,
        position: &G,
        root: Side,
        budget: &mut Budget<W>,
    ) -> Score
    where
        E: Evaluator<G>,
    {
        budget.evaluates();
        let value = self.evaluator.evaluate(position);
        if position.side_to_move() == root { value } else { -value }
    }

    /// The best root move under the tie rule.
    fn choose<M: Copy>(&mut self, best: &[M]) -> Option<M> {
        match (best, self.ties) {
            ([], _) => None,
            ([first, ..], Ties::First) => Some(*first),
            ([.., last], Ties::Last) => Some(*last),
            (all, Ties::Random) => Some(all[self.random.below(all.len())]),
        }
    }
}

impl<G: Game, E: Evaluator<G>> TreeSearch<G> for Minimax<E> {
    fn search<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        depth: u32,
        _: Window,
        budget: &mut Budget<W>,
    ) -> Result<Choice<G::Move>, Stopped> {
        let root = position.side_to_move();
        budget.enters(root, None)?;
        let mut score = -Score::INFINITY;
        let mut best = Vec::new();
        for mv in position.moves().take_while(|_| depth > 0) {
            budget.tries(mv);
            let value = self.value_of(position, mv, depth, budget)?;
            if value > score {
                score = value;
                best.clear();
            }
            if value == score {
                best.push(mv);
            }
        }
        let choice = match self.choose(&best) {
            None => Choice::leaf(self.leaf(position, root, budget)),
            best => Choice { best, score },
        };
        budget.returns(root, choice.score);
        Ok(choice)
    }

    /// By the rule for passes, which knows whose search it is.
    fn value_of<W: Watch<G::Move>>(
        &mut self,
        position: &G,
        mv: G::Move,
        depth: u32,
        budget: &mut Budget<W>,
    ) -> Result<Score, Stopped> {
        let free = G::is_pass(mv) && self.pass == PassRule::Proper;
        let left = if free { depth } else { depth - 1 };
        self.value(&position.play(mv), position.side_to_move(), left, budget)
    }

    fn unit(&self) -> Unit {
        self.evaluator.unit()
    }
}
