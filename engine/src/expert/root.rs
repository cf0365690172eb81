//! The root of a search: every legal move with its value, iterations of growing depth and sureness,
//! several lines.

use super::UNIT;
use super::board::{Board, squares};
use super::midgame::Request;
use super::strength::Stage;
use super::worker::Worker;
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) square: u32,
    pub(super) next: Board,
    /// Its place before the searches to the end: of moves that prove equal the one with the lowest
    /// rank is chosen, in whatever order they were searched.
    pub(super) rank: usize,
    /// Its value for the side to move in the last iteration that gave it one.
    pub(super) score: i32,
}

/// The values that must be told apart at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The score.
    Score,
    /// Win, draw or loss only.
    WinDrawLoss,
}

impl Outcome {
    /// The widest window, in units of [`UNIT`] a disc.
    fn window(self) -> (i32, i32) {
        match self {
            Self::Score => (-65 * UNIT, 65 * UNIT),
            Self::WinDrawLoss => (-UNIT, UNIT),
        }
    }
}

impl<I: Isa> Worker<'_, I> {
    /// The legal moves of `board`, the statically best first.
    pub(super) fn root_moves(&self, board: Board) -> Vec<RootMove> {
        let root_move = |square| {
            let next = board.play(self.isa, square);
            RootMove {
                square,
                next,
                rank: 0,
                score: -self.evaluation.evaluate(self.isa, next, next.legal(self.isa)),
            }
        };
        let mut moves: Vec<RootMove> = squares(board.legal(self.isa)).map(root_move).collect();
        moves.sort_by_key(|root_move| -root_move.score);
        moves
    }

    /// Brings the best `lines` moves to the front, best first, each with its value.
    pub(super) fn iterate(
        &mut self,
        moves: &mut [RootMove],
        stage: Stage,
        outcome: Outcome,
        lines: usize,
    ) -> Result<(), Stopped> {
        for line in 0..lines.min(moves.len()) {
            let rest = &mut moves[line..];
            let (best, score) = self.aspire(rest, stage, outcome)?;
            rest[best].score = score;
            rest[..=best].rotate_right(1);
        }
        Ok(())
    }

    /// The best of the moves and its value, by windows around the last value that widen until they
    /// hold it.
    fn aspire(
        &mut self,
        moves: &[RootMove],
        stage: Stage,
        outcome: Outcome,
    ) -> Result<(usize, i32), Stopped> {
        let (lowest, highest) = outcome.window();
        let to_the_end = stage.is_to_the_end(moves[0].next.empties() + 1);
        let proves = stage.proves(moves[0].next.empties() + 1);
        let mut reach = if to_the_end { UNIT } else { 3 * UNIT };
        let guess = moves[0].score;
        let centre = if to_the_end {
            2 * UNIT * (guess as f32 / (2 * UNIT) as f32).round() as i32
        } else {
            guess
        };
        let (mut alpha, mut beta) = (centre - reach, centre + reach);
        if !self.features.aspiration || stage.depth < 4 {
            (alpha, beta) = (lowest, highest);
        }
        loop {
            (alpha, beta) = (alpha.clamp(lowest, highest - 1), beta.clamp(lowest + 1, highest));
            let (best, score) = self.search_root(moves, stage, outcome, (alpha, beta))?;
            reach = (2 * reach).min(highest);
            // A proved bound closes the other side. One that ProbCut had a hand in may be
            // contradicted by the next search, so there the window only ever grows.
            if score <= alpha && alpha > lowest {
                (alpha, beta) = (score - reach, if proves { score + 1 } else { beta });
            } else if score >= beta && beta < highest {
                (alpha, beta) = (if proves { score - 1 } else { alpha }, score + reach);
            } else {
                return Ok((best, score));
            }
        }
    }

    /// Principal variation search over the moves: of equal ones the first, or if they are proved
    /// equal the one with the lowest rank.
    fn search_root(
        &mut self,
        moves: &[RootMove],
        stage: Stage,
        outcome: Outcome,
        (alpha, beta): (i32, i32),
    ) -> Result<(usize, i32), Stopped> {
        let (lowest, highest) = outcome.window();
        let proves = stage.proves(moves[0].next.empties() + 1);
        self.nodes += 1;
        let (mut best, mut best_score) = (0, -66 * UNIT);
        for (place, root_move) in moves.iter().enumerate() {
            let wins_ties = proves && root_move.rank < moves[best].rank;
            // What the move's score has to exceed.
            let bar = alpha.max(if wins_ties { best_score - 1 } else { best_score });
            let request = |alpha: i32, beta: i32| Request {
                depth: stage.depth - 1,
                certainty: stage.selectivity.certainty(),
                alpha: -beta,
                beta: -alpha,
            };
            let replies = root_move.next.legal(self.isa);
            let scout = place > 0 && self.features.null_window;
            let mut score = 0;
            if scout {
                score = -self.midgame(root_move.next, replies, request(bar, bar + 1))?;
            }
            if !scout || (score > bar && score < beta) {
                score = -self.midgame(root_move.next, replies, request(bar, beta))?;
            }
            // All wins are equal if only winning counts.
            score = score.clamp(lowest, highest);
            if score > best_score || (wins_ties && score == best_score) {
                (best, best_score) = (place, score);
                if score >= beta {
                    break;
                }
            }
        }
        Ok((best, best_score))
    }
}
