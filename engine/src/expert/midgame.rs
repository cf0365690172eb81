//! The midgame: principal variation search to a fixed depth, over evaluations at the horizon.
//!
//! Values are in units of [`UNIT`] a disc for the mover. A pass costs no depth. A search as deep as
//! there are empty squares is a search to the end and goes to `endgame`.

use super::UNIT;
use super::board::{Board, squares};
use super::ordering::{Candidate, Candidates, weighted_mobility};
use super::probcut;
use super::table::{Finding, Known};
use super::worker::Worker;
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// From this depth on the table is used.
const TABLE_FROM: u32 = 2;
/// From this depth on the table is asked about every move before the first is searched.
const ETC_FROM: u32 = 5;
/// From this depth on shallow searches may stand for deep ones.
const PROBCUT_FROM: u32 = 4;
/// What a reply counts in the order of moves, in the evaluation's units.
const REPLY: i32 = 100;
/// From this depth on threads share the moves of a node.
const SHARED_FROM: u32 = 8;
/// Above every value.
pub(super) const INFINITY: i32 = 65 * UNIT;

/// What is asked of a search: how deep, how sure, and the values that must be told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) depth: u32,
    pub(super) certainty: u8,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Request {
    /// The same request one move later, seen by the other side.
    fn next(self) -> Self {
        Self { depth: self.depth - 1, ..self.passed() }
    }

    /// The same request seen by the other side.
    fn passed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ..self }
    }

    fn is_null_window(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<I: Isa> Worker<'_, I> {
    /// The value of `board` inside the request's window, or a bound on the side it lies on.
    /// Recursive.
    pub(super) fn midgame(
        &mut self,
        board: Board,
        legal: u64,
        request: Request,
    ) -> Result<i32, Stopped> {
        self.isa.run(
            #[inline(always)]
            || self.midgame_inner(board, legal, request),
        )
    }

    #[inline(always)]
    fn midgame_inner(
        &mut self,
        board: Board,
        legal: u64,
        request: Request,
    ) -> Result<i32, Stopped> {
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score() * UNIT),
                legal => Ok(-self.midgame(passed, legal, request.passed())?),
            };
        }
        if request.depth == 0 {
            self.nodes += 1;
            return Ok(self.evaluation.evaluate(self.isa, board, legal));
        }
        let empties = board.empties();
        if request.depth >= empties {
            return self.read_out(board, legal, empties, request);
        }
        self.nodes += 1;
        self.check()?;
        if request.depth == 1 {
            return self.best_reply(board, legal, request);
        }
        let hash = board.hash();
        let known = if request.depth >= TABLE_FROM { self.recall(board, hash) } else { None };
        if let Some(value) = known.and_then(|known| decided(known, request)) {
            return Ok(value);
        }
        if let Some(bound) = self.midgame_probcut(board, legal, empties, request)? {
            return Ok(bound);
        }
        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        if request.depth >= ETC_FROM
            && let Some(bound) = self.transposition_bound(&candidates, request)
        {
            return Ok(bound);
        }
        self.order_midgame(&mut candidates, known.map_or([64; 2], |known| known.moves))?;
        let (score, best) = match &self.shared.busy {
            Some(busy) if request.depth >= SHARED_FROM => {
                self.share_candidates(busy, &mut candidates, request)?
            }
            _ => self.search_candidates(&mut candidates, request)?,
        };
        if request.depth >= TABLE_FROM {
            let Request { depth, certainty, alpha, beta } = request;
            self.remember(board, hash, &Finding { depth, certainty, alpha, beta, score, best });
        }
        Ok(score)
    }

    /// The best value of the moves, and the move.
    #[inline(always)]
    fn search_candidates(
        &mut self,
        candidates: &mut Candidates,
        request: Request,
    ) -> Result<(i32, u32), Stopped> {
        let (mut best, mut best_square) = (-INFINITY, 64);
        let mut first = true;
        while let Some(candidate) = candidates.take_best() {
            let score = self.search_candidate(candidate, request, best, first)?;
            first = false;
            if score > best {
                (best, best_square) = (score, candidate.square);
                if best >= request.beta {
                    break;
                }
            }
        }
        Ok((best, best_square))
    }

    /// The value of a move where the best one so far is worth `best`: the first with the whole
    /// window, the others with a null window first.
    #[inline(always)]
    pub(super) fn search_candidate(
        &mut self,
        candidate: &Candidate,
        request: Request,
        best: i32,
        first: bool,
    ) -> Result<i32, Stopped> {
        let alpha = request.alpha.max(best);
        let window = Request { alpha, ..request };
        let null = Request { beta: alpha + 1, ..window };
        let scout = !first && self.features.null_window && !window.is_null_window();
        let mut score = INFINITY;
        if scout {
            score = -self.reply(candidate, null.next())?;
        }
        if !scout || (score > alpha && score < request.beta) {
            score = -self.reply(candidate, window.next())?;
        }
        Ok(score)
    }

    /// One ply: nothing is known by which to order the moves, and a value costs no more than a
    /// bound.
    #[inline(always)]
    fn best_reply(&mut self, board: Board, legal: u64, request: Request) -> Result<i32, Stopped> {
        let held = board.held(self.isa);
        let mut best = -INFINITY;
        for square in squares(legal) {
            let candidate = Candidate::new(held, square);
            let window = Request { alpha: request.alpha.max(best), ..request };
            best = best.max(-self.reply(&candidate, window.next())?);
            if best >= request.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of the position after a move.
    #[inline(always)]
    fn reply(&mut self, candidate: &Candidate, request: Request) -> Result<i32, Stopped> {
        if request.depth == 0 && candidate.replies != 0 {
            self.nodes += 1;
            return Ok(self.evaluation.evaluate(self.isa, candidate.next, candidate.replies));
        }
        self.midgame(candidate.next, candidate.replies, request)
    }

    /// The value of a position searched to its end.
    fn read_out(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        request: Request,
    ) -> Result<i32, Stopped> {
        // Scores are whole discs: above `alpha` means above its whole discs, and likewise below
        // `beta`.
        let alpha = request.alpha.div_euclid(UNIT).max(-65);
        let beta = (-(-request.beta).div_euclid(UNIT)).min(65);
        let discs = if beta - alpha <= 1 {
            self.endgame(board, legal, empties, alpha, request.certainty)?
        } else {
            self.endgame_pv(board, legal, empties, (alpha, beta), request.certainty)?
        };
        Ok(discs * UNIT)
    }

    #[inline]
    pub(super) fn recall(&self, board: Board, hash: u64) -> Option<Known> {
        if self.features.table { self.shared.table.probe(board, hash) } else { None }
    }

    #[inline]
    pub(super) fn remember(&self, board: Board, hash: u64, finding: &Finding) {
        if self.features.table {
            self.shared.table.store(board, hash, finding);
        }
    }

    /// A bound at or above `beta` that the table has for the position after one of the moves.
    fn transposition_bound(&self, candidates: &Candidates, request: Request) -> Option<i32> {
        if !self.features.etc || !request.is_null_window() {
            return None;
        }
        candidates.iter().find_map(|candidate| {
            let known = self.recall(candidate.next, candidate.next.hash())?;
            let value = -decided(known, request.next())?;
            (value >= request.beta).then_some(value)
        })
    }

    /// Sets the order: the table's moves, then by the evaluation and mobility.
    fn order_midgame(&self, candidates: &mut Candidates, known: [u8; 2]) -> Result<(), Stopped> {
        if !self.features.ordering {
            return Ok(());
        }
        candidates.order(|Candidate { square, next, replies }| {
            Ok(if *square == u32::from(known[0]) {
                1 << 24
            } else if *square == u32::from(known[1]) {
                1 << 23
            } else {
                let value = self.evaluation.evaluate(self.isa, *next, *replies);
                -REPLY * weighted_mobility(*replies) - value
            })
        })
    }

    /// The value after a shallow search with an open window, for ordering.
    pub(super) fn glance(
        &mut self,
        board: Board,
        replies: u64,
        depth: u32,
    ) -> Result<i32, Stopped> {
        if depth == 0 {
            return Ok(self.evaluation.evaluate(self.isa, board, replies));
        }
        let certainty = probcut::Selectivity::CERTAIN.certainty();
        let depth = depth.min(board.empties().saturating_sub(1));
        self.midgame(board, replies, Request { depth, certainty, alpha: -INFINITY, beta: INFINITY })
    }

    /// A bound from a shallow search, if it lies so far off that the deep one is most likely on the
    /// same side.
    fn midgame_probcut(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        request: Request,
    ) -> Result<Option<i32>, Stopped> {
        if request.depth < PROBCUT_FROM || !request.is_null_window() || !self.features.probcut {
            return Ok(None);
        }
        let shallow = probcut::shallow_depth(request.depth);
        let Some(margin) =
            probcut::margin(request.certainty, self.evaluation, (request.depth, shallow, empties))
        else {
            return Ok(None);
        };
        self.forecast(board, legal, shallow, margin, request)
    }

    /// The bound a search of `shallow` plies gives if it clears the window by `margin`.
    pub(super) fn forecast(
        &mut self,
        board: Board,
        legal: u64,
        shallow: u32,
        margin: i32,
        request: Request,
    ) -> Result<Option<i32>, Stopped> {
        let static_value = self.evaluation.evaluate(self.isa, board, legal);
        let high = request.beta + margin;
        if high <= 64 * UNIT && static_value >= request.beta {
            let probe = Request { depth: shallow, alpha: high - 1, beta: high, ..request };
            if self.midgame(board, legal, probe)? >= high {
                return Ok(Some(request.beta));
            }
        }
        let low = request.alpha - margin;
        if low >= -64 * UNIT && static_value < request.alpha {
            let probe = Request { depth: shallow, alpha: low, beta: low + 1, ..request };
            if self.midgame(board, legal, probe)? <= low {
                return Ok(Some(request.alpha));
            }
        }
        Ok(None)
    }
}

/// The value an entry gives for a request, if it decides it.
#[inline]
fn decided(known: Known, request: Request) -> Option<i32> {
    if u32::from(known.depth) < request.depth || known.certainty < request.certainty {
        return None;
    }
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower >= request.beta || lower == upper {
        Some(lower)
    } else if upper <= request.alpha {
        Some(upper)
    } else {
        None
    }
}
