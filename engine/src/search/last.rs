//! A player that plays the end of the game perfectly and leaves the rest to another one (the
//! endgame page's player).

use std::fmt;

use super::{Exact, Lines, Recorder, Report, Searcher, lines};
use crate::game::Game;
use crate::limits::Limits;

/// Perfect play once at most `empties` squares are empty, another player's moves before.
///
/// If the limits do not suffice to solve the end, the other player moves there, too; half of the
/// time and half of the nodes are kept for it.
pub struct Last<G: Game> {
    empties: u32,
    exact: Exact<G>,
    then: Box<dyn Searcher<G>>,
}

impl<G: Game> fmt::Debug for Last<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Last").field("empties", &self.empties).finish_non_exhaustive()
    }
}

/// What came of trying to solve a position.
enum Attempt<M> {
    Solved(Report<M>),
    /// It is left to the other player, within these limits; this was spent.
    Left(Limits, Report<M>),
}

impl<G: Game> Last<G> {
    /// A player that follows `then` until `empties` empty squares are left and `exact` from there.
    #[must_use]
    pub fn new(empties: u32, exact: Exact<G>, then: Box<dyn Searcher<G>>) -> Self {
        Self { empties, exact, then }
    }

    /// Solves a position at the end of the game.
    fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Attempt<G::Move> {
        if position.empties() > self.empties {
            return Attempt::Left(limits.clone(), Report::unsearched(None));
        }
        let solved = self.exact.search(position, &Self::first_half(limits), progress);
        if solved.depth > 0 || solved.best.is_none() {
            return Attempt::Solved(solved);
        }
        Attempt::Left(Self::second_half(limits, solved.nodes), solved)
    }

    /// The limits for solving the end: half of time and nodes is kept for the other player.
    fn first_half(limits: &Limits) -> Limits {
        Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            ..limits.clone()
        }
    }

    /// What is left of `limits` when the end could not be solved with `spent` nodes.
    fn second_half(limits: &Limits, spent: u64) -> Limits {
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        Limits { nodes, ..Self::first_half(limits) }
    }

    /// The other player's report, with the cost of trying to solve the end.
    fn both(solved: &Report<G::Move>, then: Report<G::Move>) -> Report<G::Move> {
        Report {
            nodes: then.nodes + solved.nodes,
            leaves: then.leaves + solved.leaves,
            best: then.best.or(solved.best),
            ..then
        }
    }
}

impl<G: Game> Searcher<G> for Last<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        match self.solve(position, limits, progress) {
            Attempt::Solved(report) => report,
            Attempt::Left(limits, spent) => {
                Self::both(&spent, self.then.search(position, &limits, progress))
            }
        }
    }

    fn search_without_book(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        match self.solve(position, limits, progress) {
            Attempt::Solved(report) => report,
            Attempt::Left(limits, spent) => {
                Self::both(&spent, self.then.search_without_book(position, &limits, progress))
            }
        }
    }

    /// The position after every move is solved. Where the limits do not suffice for all of them,
    /// the others have the other player's values, which are not compared with what is proved:
    /// proved wins come first and proved losses last.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        if position.empties() > self.empties {
            return self.then.search_lines(position, count, limits, progress);
        }
        let within = Self::first_half(limits);
        let tried = self.exact.search_lines(position, usize::MAX, &within, &mut |_| ());
        let (moves, spent) = (tried.len(), tried.first().map_or(0, |line| line.nodes));
        let solved: Vec<_> = tried.into_iter().filter(|line| line.exact).collect();
        let merged = |guesses: &Lines<G>| lines::merged(&solved, guesses, count, spent);
        if solved.len() == moves {
            let lines = merged(&[]);
            progress(&lines);
            return lines;
        }
        let limits = Self::second_half(limits, spent);
        let enough = count.saturating_add(solved.len());
        let progress = &mut |guesses: &Lines<G>| progress(&merged(guesses));
        merged(&self.then.search_lines(position, enough, &limits, progress))
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        if position.empties() > self.empties {
            return self.then.trace(position, limits, recorder);
        }
        let solved = self.exact.trace(position, &Self::first_half(limits), recorder)?;
        if solved.depth > 0 || solved.best.is_none() {
            return Some(solved);
        }
        let limits = Self::second_half(limits, solved.nodes);
        let then = self.then.trace(position, &limits, recorder)?;
        Some(Self::both(&solved, then))
    }
}
