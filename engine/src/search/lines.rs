//! The line that a search expects, and the best few moves by a player that only looks for the best
//! one: the position after every move is searched by itself.

use std::cmp::Reverse;

use web_time::Instant;

use super::{Lines, Report, TreeSearch};
use crate::game::Game;
use crate::limits::{Budget, Limits, Outlook, Pace, Stopped};
use crate::score::{Score, Unit};

/// The line that begins with `best`, as far as `tree` remembers it, at most `plies` long.
pub(super) fn expected<G: Game, T: TreeSearch<G>>(
    tree: &T,
    position: &G,
    best: Option<G::Move>,
    plies: u32,
) -> Vec<G::Move> {
    let (mut line, mut next, mut position) = (Vec::new(), best, position.clone());
    while let Some(mv) = next.filter(|_| (line.len() as u32) < plies) {
        line.push(mv);
        position = position.play(mv);
        next = tree.remembered(&position);
    }
    line
}

/// The move of a player that gives moves no values by which others could be ranked.
pub(super) fn unranked<M: Copy>(
    report: Report<M>,
    progress: &mut dyn FnMut(&[Report<M>]),
) -> Vec<Report<M>> {
    let lines: Vec<Report<M>> = report.best.map(|_| report).into_iter().collect();
    progress(&lines);
    lines
}

/// The move of the first line.
pub(super) fn best<M: Copy>(lines: &[Report<M>]) -> Option<M> {
    lines.first().and_then(|line| line.best)
}

/// The `count` best moves of `position` by a player that can `prove` what the position after each
/// is worth, once for each and as far as `limits` allow. The others are not judged: they stand
/// after draws and before losses.
pub(super) fn proved<G: Game>(
    position: &G,
    count: usize,
    limits: &Limits,
    mut prove: impl FnMut(&G, &mut Budget) -> Result<Report<G::Move>, Stopped>,
    progress: &mut dyn FnMut(&Lines<G>),
) -> Vec<Report<G::Move>> {
    let (mut budget, mut lines) = (Budget::new(limits), Vec::new());
    for mv in position.moves() {
        let reply = budget.check().and_then(|()| prove(&position.play(mv), &mut budget));
        lines.push(match reply {
            Ok(reply) => Report {
                best: Some(mv),
                score: -reply.score,
                pv: [mv].into_iter().chain(reply.pv).collect(),
                depth: position.empties(),
                ..reply
            },
            Err(Stopped) => Report::unsearched(Some(mv)),
        });
    }
    lines.sort_by_key(|line| Reverse((line.score, line.exact)));
    lines.truncate(count.max(1));
    for line in &mut lines {
        (line.nodes, line.leaves) = (budget.nodes(), budget.leaves());
    }
    progress(&lines);
    lines
}

/// The `count` best of moves that are `solved`, for `spent` nodes, and of guesses, perhaps about the
/// same moves.
///
/// Proofs and guesses may count different things, so they are not compared: proved wins come first,
/// the best before the others, then the guesses in their own order, and then proved losses. Proved
/// draws stand before the first guess that promises no more.
pub(super) fn merged<M: Copy + PartialEq>(
    solved: &[Report<M>],
    guesses: &[Report<M>],
    count: usize,
    spent: u64,
) -> Vec<Report<M>> {
    let nodes = spent + guesses.first().map_or(0, |line| line.nodes);
    let known = |line: &Report<M>| solved.iter().any(|other| other.best == line.best);
    let others = guesses.iter().filter(|line| !known(line));
    let (mut proved, guessed): (Vec<_>, Vec<_>) =
        solved.iter().chain(others).partition(|line| line.exact);
    let points = |line: &Report<M>| line.unit.scale(line.score);
    proved.sort_by(|one, other| points(other).total_cmp(&points(one)));
    let promising = guessed.iter().take_while(|line| line.score > Score::ZERO).count();
    let wins = proved.partition_point(|line| line.score > Score::ZERO);
    let no_losses = proved.partition_point(|line| line.score >= Score::ZERO);
    let order = [
        &proved[..wins],
        &guessed[..promising],
        &proved[wins..no_losses],
        &guessed[promising..],
        &proved[no_losses..],
    ];
    let lines = order.concat().into_iter().take(count.max(1));
    lines.map(|line| Report { nodes, ..line.clone() }).collect()
}

/// The `count` best moves of `position` by `search`, in rounds that look one ply further each.
pub(super) fn one_by_one<G: Game>(
    position: &G,
    count: usize,
    limits: &Limits,
    search: &mut dyn FnMut(&G, &Limits) -> Report<G::Move>,
    progress: &mut dyn FnMut(&Lines<G>),
) -> Vec<Report<G::Move>> {
    let (since, mut pace) = (Instant::now(), Pace::new(limits));
    let deepest = limits.depth.unwrap_or(u32::MAX).saturating_sub(1).max(1);
    let (mut found, mut nodes, mut depth) = (Vec::new(), 0, 1);
    let mut moves: Vec<G::Move> = position.moves().collect();
    while depth <= deepest && !moves.is_empty() {
        let mut round = Round { position, lines: Vec::new() };
        for &mv in &moves {
            let left = Limits {
                depth: Some(depth),
                nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
                time: limits.time.map(|most| most.saturating_sub(since.elapsed())),
                ..limits.clone()
            };
            let reply = search(&position.play(mv), &left);
            nodes += reply.nodes;
            round.add(mv, reply);
            let late = limits.time.is_some_and(|most| most <= since.elapsed());
            if late || limits.stop.is_raised() || limits.nodes.is_some_and(|most| most <= nodes) {
                // An unfinished round counts only where there is no finished one.
                found.iter_mut().for_each(|line: &mut Report<_>| line.nodes = nodes);
                return if found.is_empty() { round.best(count, nodes) } else { found };
            }
        }
        let reached = round.reached();
        moves = round.lines.iter().filter_map(|line| line.best).collect();
        let before = best(&found);
        found = round.best(count, nodes);
        progress(&found);
        let (forced, doubt) = (moves.len() == 1, best(&found) != before);
        if !pace.goes_on(Outlook { forced, doubt, ..Outlook::default() }) {
            break;
        }
        // Every other ply may be a forced pass: that many plies reach the end of every game.
        let end = position.empties().saturating_mul(2);
        if reached < depth || reached >= end {
            break;
        }
        depth = if reached > position.empties() { end } else { reached + 1 };
    }
    found
}

/// Moves of a position, each searched once to the same depth, the best first.
struct Round<'a, G: Game> {
    position: &'a G,
    lines: Vec<Report<G::Move>>,
}

impl<G: Game> Round<'_, G> {
    /// Stands for the depth of a game that is over.
    const OVER: u32 = u32::MAX;

    /// Takes in a move with what was found about the position after it; the first of equals stays
    /// first.
    fn add(&mut self, mv: G::Move, reply: Report<G::Move>) {
        let over = reply.best.is_none().then(|| self.position.play(mv).final_score()).flatten();
        let (score, unit) = match over {
            Some(score) if reply.depth == 0 => (score, Unit::Points(G::UNITS_PER_POINT)),
            _ => (reply.score, reply.unit),
        };
        let expected =
            if reply.pv.is_empty() { reply.best.into_iter().collect() } else { reply.pv };
        let line = Report {
            best: Some(mv),
            score: -score,
            unit,
            exact: over.is_some() || reply.exact,
            pv: [mv].into_iter().chain(expected).collect(),
            depth: if over.is_some() { Self::OVER } else { reply.depth },
            ..reply
        };
        let worth = |line: &Report<G::Move>| match line.depth {
            0 => f64::NEG_INFINITY,
            _ => line.unit.scale(line.score),
        };
        let place = self.lines.partition_point(|other| worth(other) >= worth(&line));
        self.lines.insert(place, line);
    }

    /// The plies that every move was searched to, after the move itself.
    fn reached(&self) -> u32 {
        self.lines
            .iter()
            .map(|line| line.depth)
            .filter(|&depth| depth != Self::OVER)
            .min()
            .unwrap_or(0)
    }

    /// The `count` best, with the depth at which they can be compared and what all of it has cost.
    fn best(mut self, count: usize, nodes: u64) -> Vec<Report<G::Move>> {
        let reached = self.reached() + 1;
        self.lines.truncate(count.max(1));
        for line in &mut self.lines {
            line.depth = if line.depth == 0 { 0 } else { reached };
            line.nodes = nodes;
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: u8, score: i32, exact: bool) -> Report<u8> {
        let report = Report::unsearched(Some(mv));
        Report { score: Score(score), exact, depth: 1, nodes: 10, ..report }
    }

    fn order(solved: &[Report<u8>], guesses: &[Report<u8>]) -> Vec<u8> {
        merged(solved, guesses, 9, 100).iter().filter_map(|line| line.best).collect()
    }

    #[test]
    fn proofs_stand_around_guesses() {
        let solved = [line(1, 8, true), line(2, 0, true), line(3, -2, true)];
        let guesses =
            [line(3, 90, false), line(4, 60, false), line(5, 0, false), line(6, -9, false)];
        assert_eq!(order(&solved, &guesses), [1, 4, 2, 5, 6, 3]);
        // Guesses stay in their own order, as players by playouts may rank moves by visits.
        let guesses = [line(5, 20, false), line(4, -3, false), line(6, 40, false)];
        assert_eq!(order(&solved, &guesses), [1, 5, 2, 4, 6, 3]);
        // What the other player has proved is compared in points.
        let other = Report { unit: Unit::Points(128), ..line(7, 9 * 128, true) };
        assert_eq!(order(&solved, &[other.clone(), line(4, 60, false)]), [7, 1, 4, 2, 3]);
        let few = merged(&solved, &[other], 2, 100);
        assert_eq!(few.iter().map(|line| line.nodes).collect::<Vec<_>>(), [110, 110]);
    }
}
