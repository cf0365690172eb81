//! The expected line of play, read from what a finished search left in its tables.

use crate::expert::eval::Selectivity;
use crate::expert::position::{Board, squares};
use crate::expert::tree::{FEW, Worker};
use crate::expert::units::Discs;
use crate::games::othello::{Isa, Move, Square};
use crate::limits::Stopped;

impl<I: Isa> Worker<'_, I> {
    /// The moves both sides are expected to make from `board` on, at most `plies` besides passes.
    /// `to_the_end` says that the search was one to the end of the game; the last dozen moves are
    /// then worked out here.
    pub(super) fn line(&mut self, mut board: Board, plies: u32, to_the_end: bool) -> Vec<Move> {
        let mut line = Vec::new();
        let mut left = plies;
        while left > 0 {
            let legal = board.legal(self.isa);
            if legal == 0 {
                if board.passed().legal(self.isa) == 0 {
                    break;
                }
                line.push(Move::Pass);
                board = board.passed();
                continue;
            }
            let found = if to_the_end && board.empties() <= FEW {
                self.exact_best(board, legal).ok().flatten()
            } else {
                self.recall(board, board.hash()).and_then(|known| known.moves[0])
            };
            let Some(square) = found.filter(|&square| legal >> square & 1 == 1) else {
                break;
            };
            line.push(Move::Place(Square::from_index(square, 8)));
            board = board.play(self.isa, square);
            left -= 1;
        }
        // A line does not end with a pass nobody has followed up.
        while line.last() == Some(&Move::Pass) {
            line.pop();
        }
        line
    }

    /// The lowest square with the best final score.
    fn exact_best(&mut self, board: Board, legal: u64) -> Result<Option<u32>, Stopped> {
        let (mut best, mut best_score) = (None, Discs::LOWEST_BOUND);
        for square in squares(legal) {
            let next = board.play(self.isa, square);
            let (replies, empties) = (next.legal(self.isa), next.empties());
            let window = (-Discs::ALL, -best_score);
            let score = -self.endgame_pv(next, replies, empties, window, Selectivity::CERTAIN)?;
            if score > best_score {
                (best, best_score) = (Some(square), score);
            }
        }
        Ok(best)
    }
}
