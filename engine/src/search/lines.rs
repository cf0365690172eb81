//! The line that a search expects, and the best few moves by players that solve positions or only
//! name a move.

use std::cmp::Reverse;

use super::{Lines, Report, TreeSearch};
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::score::Score;

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
pub(super) fn only<M: Copy>(
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

/// The `count` best of moves that are `solved`, for `spent` nodes, and of guesses, perhaps about
/// the same moves.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Unit;

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
