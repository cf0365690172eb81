//! The ladder below search (the Monte-Carlo page): take a win, do not hand one over, set a trap;
//! play at random otherwise.

use super::{Report, Searcher};
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::score::Score;

/// How far a tactical player looks ahead; each value includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lookahead {
    /// Takes a move that wins at once.
    WinInOne,
    /// Avoids moves after which the opponent wins at once, if it can.
    AvoidLossInOne,
    /// Prefers a move after which every reply leaves it a win at once.
    WinInTwo,
}

/// Plays by tactics as far as they go, with equal probability among the moves they leave.
#[derive(Debug)]
pub struct Tactics {
    lookahead: Lookahead,
    random: Random,
}

impl Tactics {
    /// A player that draws from `random`.
    #[must_use]
    pub fn new(lookahead: Lookahead, random: Random) -> Self {
        Self { lookahead, random }
    }

    /// The moves that the tactics cannot choose between; none only when the game is over. Of a
    /// search that is stopped, what it has ruled out so far stays so.
    fn candidates<G: Game>(&self, position: &G, budget: &mut Budget) -> Vec<G::Move> {
        let mut moves = position.moves().collect();
        let _ = self.narrow(position, &mut moves, budget);
        moves
    }

    fn narrow<G: Game>(
        &self,
        position: &G,
        moves: &mut Vec<G::Move>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if prefer(moves, |mv| wins_at_once(position, mv, budget))?
            || self.lookahead == Lookahead::WinInOne
        {
            return Ok(());
        }
        prefer(moves, |mv| {
            let after = position.play(mv);
            Ok(!is_won(&after) && !can_win_at_once(&after, budget)?)
        })?;
        if self.lookahead == Lookahead::WinInTwo {
            prefer(moves, |mv| is_trapped(&position.play(mv), budget))?;
        }
        Ok(())
    }
}

/// Keeps the moves for which `wanted` holds, or all if there are none; true if there are any. Of
/// what is stopped those are left that were found to be wanted, or else that were not looked at.
fn prefer<M: Copy>(
    moves: &mut Vec<M>,
    mut wanted: impl FnMut(M) -> Result<bool, Stopped>,
) -> Result<bool, Stopped> {
    let mut kept = Vec::new();
    for place in 0..moves.len() {
        match wanted(moves[place]) {
            Ok(true) => kept.push(moves[place]),
            Ok(false) => {}
            Err(stopped) => {
                *moves = if kept.is_empty() { moves.split_off(place) } else { kept };
                return Err(stopped);
            }
        }
    }
    let any = !kept.is_empty();
    if any {
        *moves = kept;
    }
    Ok(any)
}

/// Whether the game is over and the side to move has won it.
fn is_won<G: Game>(position: &G) -> bool {
    position.final_score().is_some_and(|score| score > Score::ZERO)
}

/// Whether `mv` ends the game in favour of the side that plays it.
fn wins_at_once<G: Game>(position: &G, mv: G::Move, budget: &mut Budget) -> Result<bool, Stopped> {
    budget.node()?;
    Ok(position.play(mv).final_score().is_some_and(|score| score < Score::ZERO))
}

/// Whether the side to move has a move that wins at once.
fn can_win_at_once<G: Game>(position: &G, budget: &mut Budget) -> Result<bool, Stopped> {
    for mv in position.moves() {
        if wins_at_once(position, mv, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether every move of the side to move loses at once or leaves the opponent a win at once.
fn is_trapped<G: Game>(position: &G, budget: &mut Budget) -> Result<bool, Stopped> {
    let mut trapped = false;
    for mv in position.moves() {
        let after = position.play(mv);
        trapped = is_won(&after) || can_win_at_once(&after, budget)?;
        if !trapped {
            break;
        }
    }
    Ok(trapped)
}

impl<G: Game> Searcher<G> for Tactics {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let candidates = self.candidates(position, &mut budget);
        let best = match candidates.as_slice() {
            [] | [_] => candidates.first().copied(),
            several => Some(several[self.random.below(several.len())]),
        };
        Report { nodes: budget.nodes(), ..Report::unsearched(best) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stopped_keeps_what_was_found() {
        // Of five moves the search sees so many; the second one is wanted, or none is.
        let left = |seen: usize, wanted: u8| {
            let (mut moves, mut looked) = (vec![1, 2, 3, 4, 5], 0);
            let stopped = prefer(&mut moves, |mv| {
                looked += 1;
                if looked > seen { Err(Stopped) } else { Ok(mv == wanted) }
            });
            (moves, stopped.is_err())
        };
        assert_eq!(left(0, 2), (vec![1, 2, 3, 4, 5], true));
        assert_eq!(left(1, 2), (vec![2, 3, 4, 5], true));
        assert_eq!(left(3, 2), (vec![2], true));
        assert_eq!(left(5, 2), (vec![2], false));
        assert_eq!(left(3, 9), (vec![4, 5], true));
        assert_eq!(left(5, 9), (vec![1, 2, 3, 4, 5], false));
    }
}
