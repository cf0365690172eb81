//! Moves of a symmetric position that are one, seen in a mirror: as in the start position, where
//! all four are.
//!
//! Where several moves get values, one of them is searched and its line told of all. Searches of
//! their own would find values that differ by what they cut on suspicion.

use super::iterate::RootMove;
use crate::expert::position::{Board, squares};
use crate::expert::question::Line;
use crate::games::othello::{Move, Symmetry};

/// Moves that are not searched, since another one is.
#[derive(Default)]
pub(super) struct Twins(Vec<Twin>);

struct Twin {
    /// The square of the move that is searched.
    of: u32,
    /// What makes that move this one.
    by: Symmetry,
}

impl Twins {
    /// Takes them away from the moves of `board`; the first of those that are one stays.
    pub(super) fn part(board: Board, moves: &mut Vec<RootMove>) -> Self {
        let [_, others @ ..] = Symmetry::ALL;
        let symmetries: Vec<Symmetry> =
            others.into_iter().filter(|&by| is_symmetric(board, by)).collect();
        let (mut kept, mut twins): (Vec<u32>, _) = (Vec::new(), Vec::new());
        moves.retain(|root_move| {
            let twin =
                kept.iter().flat_map(|&of| symmetries.iter().map(move |&by| Twin { of, by }));
            let twin = twin.into_iter().find(|twin| twin.by.map(twin.of, 8) == root_move.square);
            let stays = twin.is_none();
            kept.extend(stays.then_some(root_move.square));
            twins.extend(twin);
            stays
        });
        Self(twins)
    }

    /// The lines, each with those of its twins behind it.
    pub(super) fn join(&self, lines: Vec<Line>) -> Vec<Line> {
        let with_twins = |line: Line| {
            let first = match line.moves.first() {
                Some(&Move::Place(square)) => Some(square.index(8)),
                _ => None,
            };
            let twins = self.0.iter().filter(|twin| Some(twin.of) == first);
            let twins: Vec<Line> = twins.map(|twin| mirrored(&line, twin.by)).collect();
            [line].into_iter().chain(twins)
        };
        lines.into_iter().flat_map(with_twins).collect()
    }
}

fn mirrored(line: &Line, by: Symmetry) -> Line {
    let seen = |&mv: &Move| match mv {
        Move::Place(square) => Move::Place(by.map_square(square, 8)),
        Move::Pass => Move::Pass,
    };
    Line { score: line.score, moves: line.moves.iter().map(seen).collect() }
}

fn is_symmetric(board: Board, by: Symmetry) -> bool {
    [board.mover, board.opponent].into_iter().all(|discs| {
        squares(discs).fold(0, |mapped, square| mapped | 1_u64 << by.map(square, 8)) == discs
    })
}
