//! The endgame above a dozen empty squares: exact scores by null windows, with the shared table,
//! short searches for the order of moves, and ProbCut in the selective iterations before the exact
//! one.
//!
//! Scores are discs for the mover, empty squares going to the winner.

use super::UNIT;
use super::abdada::Asked;
use super::board::{Board, Parity};
use super::few_empties::{BY_PARITY, FEW};
use super::midgame::Request;
use super::ordering::{Candidate, Candidates, weighted_mobility};
use super::probcut;
use super::stability;
use super::table::{Finding, Known};
use super::worker::Worker;
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// With at least this many empty squares the table is asked about every move before the first is
/// searched.
const ETC_FROM: u32 = 14;
/// The fewest empty squares at which moves are ordered by the evaluation alone, by a search of one ply,
/// of two plies, and of three.
const GLANCE_FROM: [u32; 4] = [13, 16, 20, 24];
/// What a reply counts there, in the evaluation's units.
const REPLY: i32 = 300;

/// A node's moves: the one the table knows to be the best, then the others, put in order, which
/// takes short searches, only if that one does not answer.
pub(super) struct Queue<'a> {
    candidates: &'a mut Candidates,
    /// The table's moves, the better first; 64 for none.
    known: [u8; 2],
    order: Order,
}

/// What of a node's moves has a place in the order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    None,
    First,
    All,
}

impl<I: Isa> Worker<'_, I> {
    /// The score of `board` to the end of the game in a null window: an upper bound if at most
    /// `alpha`, otherwise a lower bound.
    pub(super) fn endgame(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        alpha: i32,
        certainty: u8,
    ) -> Result<i32, Stopped> {
        if empties <= FEW {
            if empties <= BY_PARITY {
                return Ok(self.few_empties(board, alpha));
            }
            let score = self.by_mobility(board, legal, empties, Parity::of(board.empty()), alpha);
            return if self.stopped { Err(Stopped) } else { Ok(score) };
        }
        self.isa.run(
            #[inline(always)]
            || self.endgame_inner(board, legal, empties, alpha, certainty),
        )
    }

    #[inline(always)]
    fn endgame_inner(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        alpha: i32,
        certainty: u8,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.check()?;
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score()),
                legal => Ok(-self.endgame(passed, legal, empties, -alpha - 1, certainty)?),
            };
        }
        if self.features.stability
            && let Some(bound) = stability::cutoff(self.isa, board, empties, alpha)
        {
            return Ok(bound);
        }
        let hash = board.hash();
        let known = self.recall(board, hash);
        if let Some(bound) = known.and_then(|known| decided(known, empties, alpha, certainty)) {
            return Ok(bound);
        }
        if let Some(bound) = self.endgame_probcut(board, legal, empties, alpha, certainty)? {
            return Ok(bound);
        }

        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        if candidates.iter().any(|candidate| candidate.next.mover == 0) {
            return Ok(64);
        }
        if empties >= ETC_FROM
            && self.features.etc
            && let Some(bound) = self.transposition_cutoff(&candidates, empties, alpha, certainty)
        {
            return Ok(bound);
        }
        let known = known.map_or([64; 2], |known| known.moves);
        let queue = &mut Queue { candidates: &mut candidates, known, order: Order::None };
        let asked = Asked { board, hash, empties, alpha, certainty };
        let (score, best) = match &self.shared.busy {
            None => self.search_moves(queue, asked)?,
            Some(busy) => self.share_moves(busy, queue, asked)?,
        };
        self.remember_discs(board, hash, empties, certainty, (alpha, alpha + 1), (score, best));
        Ok(score)
    }

    /// Searches the moves.
    #[inline(always)]
    fn search_moves(&mut self, queue: &mut Queue, asked: Asked) -> Result<(i32, u32), Stopped> {
        let Asked { empties, alpha, certainty, .. } = asked;
        let (mut best, mut best_square) = (-100, 64);
        while let Some(Candidate { square, next, replies }) = self.next_move(queue, asked)? {
            let score = -self.endgame(next, replies, empties - 1, -alpha - 1, certainty)?;
            if score > best {
                (best, best_square) = (score, square);
                if best > alpha {
                    break;
                }
            }
        }
        Ok((best, best_square))
    }

    /// The next move to search.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        queue: &mut Queue,
        asked: Asked,
    ) -> Result<Option<Candidate>, Stopped> {
        if queue.order == Order::None {
            queue.order = Order::First;
            if self.features.ordering
                && let Some(candidate) = queue.candidates.take(queue.known[0].into())
            {
                return Ok(Some(*candidate));
            }
        }
        if queue.order == Order::First {
            queue.order = Order::All;
            self.order_endgame(queue.candidates, asked.board, asked.empties, queue.known)?;
        }
        Ok(queue.candidates.take_best().copied())
    }

    /// Tells the table of a finding in discs.
    fn remember_discs(
        &self,
        board: Board,
        hash: u64,
        empties: u32,
        certainty: u8,
        (alpha, beta): (i32, i32),
        (score, best): (i32, u32),
    ) {
        let (alpha, beta, score) = (alpha * UNIT, beta * UNIT, score * UNIT);
        self.remember(
            board,
            hash,
            &Finding { depth: empties, certainty, alpha, beta, score, best },
        );
    }

    /// A lower bound above `alpha` that the table has for the position after one of the moves.
    fn transposition_cutoff(
        &self,
        candidates: &Candidates,
        empties: u32,
        alpha: i32,
        certainty: u8,
    ) -> Option<i32> {
        for candidate in candidates.iter() {
            self.shared.table.prefetch(candidate.next.hash());
        }
        candidates.iter().find_map(|candidate| {
            let known = self.recall(candidate.next, candidate.next.hash())?;
            let bound = decided(known, empties - 1, -alpha - 1, certainty)?;
            (-bound > alpha).then_some(-bound)
        })
    }

    /// Sets the order: the table's moves, then few replies and what a short search finds.
    #[inline(always)]
    fn order_endgame(
        &mut self,
        candidates: &mut Candidates,
        board: Board,
        empties: u32,
        known: [u8; 2],
    ) -> Result<(), Stopped> {
        if !self.features.ordering {
            return Ok(());
        }
        let odd = Parity::of(board.empty()).odd_squares();
        let depth = GLANCE_FROM.iter().rposition(|&from| empties >= from);
        candidates.order(|candidate| {
            Ok(if candidate.square == u32::from(known[0]) {
                1 << 24
            } else if candidate.square == u32::from(known[1]) {
                1 << 23
            } else if let Some(depth) = depth {
                let value = self.glance(candidate.next, candidate.replies, depth as u32)?;
                -REPLY * weighted_mobility(candidate.replies) - value
            } else {
                candidate.promise(odd)
            })
        })
    }

    /// A bound from a shallow search, if it lies so far off that the deep one is most likely on the
    /// same side.
    fn endgame_probcut(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        alpha: i32,
        certainty: u8,
    ) -> Result<Option<i32>, Stopped> {
        if !self.features.probcut {
            return Ok(None);
        }
        let shallow = empties / 3;
        let Some(margin) = probcut::margin(certainty, self.evaluation, (empties, shallow, empties))
        else {
            return Ok(None);
        };
        let request =
            Request { depth: empties, certainty, alpha: alpha * UNIT, beta: alpha * UNIT + 1 };
        let bound = self.forecast(board, legal, shallow, margin, request)?;
        Ok(bound.map(|bound| if bound > request.alpha { alpha + 1 } else { alpha }))
    }

    /// The exact score of `board` inside the window; outside it a bound.
    pub(super) fn endgame_pv(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        (alpha, beta): (i32, i32),
        certainty: u8,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.check()?;
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score()),
                legal => {
                    Ok(-self.endgame_pv(passed, legal, empties, (-beta, -alpha), certainty)?)
                }
            };
        }
        let hash = board.hash();
        let known = self.recall(board, hash).map_or([64; 2], |known| known.moves);
        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        self.order_endgame(&mut candidates, board, empties, known)?;
        let (mut best, mut best_square) = (-100, 64);
        let mut first = true;
        while let Some(candidate) = candidates.take_best() {
            let bar = alpha.max(best);
            let mut score = -100;
            if !first {
                score = -self.endgame(
                    candidate.next,
                    candidate.replies,
                    empties - 1,
                    -bar - 1,
                    certainty,
                )?;
            }
            if first || (score > bar && score < beta) {
                score = -self.endgame_pv(
                    candidate.next,
                    candidate.replies,
                    empties - 1,
                    (-beta, -bar),
                    certainty,
                )?;
            }
            first = false;
            if score > best {
                (best, best_square) = (score, candidate.square);
                if best >= beta {
                    break;
                }
            }
        }
        self.remember_discs(board, hash, empties, certainty, (alpha, beta), (best, best_square));
        Ok(best)
    }
}

/// What an entry says about a search to the end in a null window above `alpha`, in discs, if it
/// decides it.
#[inline(always)]
pub(super) fn decided(known: Known, empties: u32, alpha: i32, certainty: u8) -> Option<i32> {
    if u32::from(known.depth) < empties || known.certainty < certainty {
        return None;
    }
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower > alpha * UNIT {
        Some(lower / UNIT)
    } else if upper <= alpha * UNIT {
        Some(upper / UNIT)
    } else {
        None
    }
}
