//! The midgame: principal variation search to a fixed depth, over evaluations at the horizon.
//!
//! Values are seen by the mover. A pass costs no depth. A search as deep as
//! there are empty squares is a search to the end and goes to `endgame`.

use super::node::Request;
use super::ordering::{Candidate, Candidates, known_priority, weighted_mobility};
use super::worker::Worker;
use crate::expert::eval::Selectivity;
use crate::expert::eval::error_model::ErrorModel;
use crate::expert::memory::SearchResult;
use crate::expert::position::{Board, squares};
use crate::expert::units::{Discs, Value, Window};
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// From this depth on the boards after the moves will be looked up in the table.
const PREFETCH_FROM: u32 = 3;
/// From this depth on the table is asked about every move before the first is searched.
const ETC_FROM: u32 = 5;
/// At this depth a killer move comes before the others are put in order, and these by what can be
/// seen without the evaluation: where the killer does not answer, mostly no move does, and then
/// their order makes no difference.
const KILLERS_AT: u32 = 2;
/// What a reply counts in the order of moves, in the evaluation's units.
const REPLY: i32 = 100;
/// From this depth on threads share the moves of a node.
const SHARED_FROM: u32 = 8;

impl<I: Isa> Worker<'_, I> {
    /// The value of `board` inside the request's window, or a bound on the side it lies on.
    /// Recursive.
    pub(in crate::expert) fn midgame(
        &mut self,
        board: Board,
        legal: u64,
        request: Request,
    ) -> Result<Value, Stopped> {
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
    ) -> Result<Value, Stopped> {
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score().into()),
                legal => Ok(-self.midgame(passed, legal, request.passed())?),
            };
        }
        if request.depth == 0 {
            self.nodes += 1;
            return Ok(self.evaluation.evaluate(self.isa, board, legal));
        }
        let empties = board.empties();
        if request.depth >= empties {
            return self.solve(board, legal, empties, request);
        }
        self.nodes += 1;
        self.check()?;
        if request.depth == 1 {
            return self.best_reply(board, legal, request);
        }
        let hash = board.hash();
        let known = self.recall(board, hash);
        let Request { depth, selectivity, window } = request;
        if let Some(value) = known.and_then(|known| known.decides(depth, selectivity, window)) {
            return Ok(value);
        }
        if let Some(bound) = self.midgame_probcut(board, legal, empties, request)? {
            return Ok(bound);
        }
        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        if request.depth >= PREFETCH_FROM {
            self.prefetch(&candidates);
        }
        if request.depth >= ETC_FROM
            && let Some(bound) = self.transposition_bound(&candidates, request)
        {
            return Ok(bound);
        }
        let known = known.map_or([None; 2], |known| known.moves);
        let (value, best) = match &self.shared.in_flight {
            Some(in_flight) if depth >= SHARED_FROM => {
                self.order_midgame(board, &mut candidates, known, depth)?;
                self.share_candidates(in_flight, &mut candidates, request)?
            }
            _ => self.search_candidates(board, &mut candidates, known, request)?,
        };
        self.remember(board, hash, &SearchResult { depth, selectivity, window, value, best });
        Ok(value)
    }

    /// The best value of the moves, and the move. The one that is most likely good enough is
    /// searched before the others are put in order, which takes an evaluation of each.
    #[inline(always)]
    fn search_candidates(
        &mut self,
        board: Board,
        candidates: &mut Candidates,
        known: [Option<u32>; 2],
        request: Request,
    ) -> Result<(Value, Option<u32>), Stopped> {
        let mut best = (Value::LOWEST_BOUND, None);
        if let Some(square) = self.likely_move(known, request.depth)
            && let Some(&candidate) = candidates.take(square)
            && self.is_answered_by(&candidate, request, &mut best)?
        {
            return Ok(best);
        }
        self.order_midgame(board, candidates, known, request.depth)?;
        while let Some(candidate) = candidates.take_best() {
            if self.is_answered_by(candidate, request, &mut best)? {
                break;
            }
        }
        Ok(best)
    }

    /// The move that is tried first: the table's, or near the horizon a killer.
    #[inline(always)]
    fn likely_move(&self, known: [Option<u32>; 2], depth: u32) -> Option<u32> {
        match (known[0], &self.killers) {
            _ if !self.techniques.ordering => None,
            (None, Some([_, killers])) if depth == KILLERS_AT => killers.latest(),
            (table_move, _) => table_move,
        }
    }

    /// Searches a move; whether it is good enough for all others to be left out.
    #[inline(always)]
    fn is_answered_by(
        &mut self,
        candidate: &Candidate,
        request: Request,
        best: &mut (Value, Option<u32>),
    ) -> Result<bool, Stopped> {
        let score = self.search_candidate(candidate, request, best.0, best.1.is_none())?;
        if score > best.0 {
            *best = (score, Some(candidate.square));
        }
        let answered = score >= request.window.beta;
        if answered
            && request.depth == KILLERS_AT
            && let Some([_, killers]) = &mut self.killers
        {
            killers.remember(candidate.square);
        }
        Ok(answered)
    }

    /// The value of a move where the best one so far is worth `best`: the first with the whole
    /// window, the others with a null window first.
    #[inline(always)]
    pub(super) fn search_candidate(
        &mut self,
        candidate: &Candidate,
        request: Request,
        best: Value,
        first: bool,
    ) -> Result<Value, Stopped> {
        let window = Window { alpha: request.window.alpha.max(best), ..request.window };
        let scout = !first && self.techniques.null_window && !window.is_null();
        let mut search = |window| -> Result<Value, Stopped> {
            let request = Request { window, ..request }.next();
            Ok(-self.midgame(candidate.next, candidate.replies, request)?)
        };
        if !scout {
            return search(window);
        }
        let score = search(Window::null(window.alpha))?;
        if score > window.alpha && score < window.beta { search(window) } else { Ok(score) }
    }

    /// One ply: a value costs no more than a bound, so no move is looked at before it is its turn.
    #[inline(always)]
    fn best_reply(&mut self, board: Board, legal: u64, request: Request) -> Result<Value, Stopped> {
        let held = board.held(self.isa);
        let siblings = self.evaluation.siblings(self.isa, board);
        let mut best = Value::LOWEST_BOUND;
        let groups = match &self.killers {
            Some([killers, _]) if self.techniques.ordering => killers.groups(legal),
            _ => [legal, 0, 0, 0, 0, 0],
        };
        for square in groups.into_iter().flat_map(squares) {
            let Candidate { next, replies, .. } = Candidate::new(held, square);
            let value = if replies == 0 {
                let window = Window { alpha: request.window.alpha.max(best), ..request.window };
                self.midgame(next, replies, Request { window, ..request }.next())?
            } else {
                self.nodes += 1;
                siblings.evaluate(self.isa, next, replies)
            };
            best = best.max(-value);
            if best >= request.window.beta {
                if let Some([killers, _]) = &mut self.killers {
                    killers.remember(square);
                }
                break;
            }
        }
        Ok(best)
    }

    /// The value of a position searched to its end.
    fn solve(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        request: Request,
    ) -> Result<Value, Stopped> {
        // Scores are whole discs: above `alpha` means above its whole discs, and likewise below
        // `beta`.
        let alpha = request.window.alpha.floor().max(Discs::LOWEST_BOUND);
        let beta = request.window.beta.ceiling().min(-Discs::LOWEST_BOUND);
        let score = if beta.0 - alpha.0 <= 1 {
            self.endgame(board, legal, empties, alpha, request.selectivity)?
        } else {
            self.endgame_pv(board, legal, empties, (alpha, beta), request.selectivity)?
        };
        Ok(score.into())
    }

    /// A bound at or above `beta` that the table has for the position after one of the moves.
    fn transposition_bound(&self, candidates: &Candidates, request: Request) -> Option<Value> {
        if !self.techniques.etc || !request.window.is_null() {
            return None;
        }
        candidates.iter().find_map(|candidate| {
            let known = self.recall(candidate.next, candidate.next.hash())?;
            let Request { depth, selectivity, window } = request.next();
            let value = -known.decides(depth, selectivity, window)?;
            (value >= request.window.beta).then_some(value)
        })
    }

    /// Sets the order: the table's moves, then by the evaluation and mobility; near the horizon by
    /// corners and mobility.
    #[inline(always)]
    fn order_midgame(
        &self,
        board: Board,
        candidates: &mut Candidates,
        known: [Option<u32>; 2],
        depth: u32,
    ) -> Result<(), Stopped> {
        if !self.techniques.ordering {
            return Ok(());
        }
        if depth == KILLERS_AT && self.killers.is_some() {
            return candidates.order(|candidate| {
                let priority = || candidate.plain_priority();
                Ok(known_priority(candidate.square, known).unwrap_or_else(priority))
            });
        }
        let siblings = self.evaluation.siblings(self.isa, board);
        candidates.order(|Candidate { square, next, replies }| {
            Ok(known_priority(*square, known).unwrap_or_else(|| {
                let value = siblings.evaluate(self.isa, *next, *replies);
                -REPLY * weighted_mobility(*replies) - value.0
            }))
        })
    }

    /// The value after a shallow search, for ordering; outside the window a bound.
    pub(super) fn shallow_search(
        &mut self,
        board: Board,
        replies: u64,
        depth: u32,
        window: Window,
    ) -> Result<Value, Stopped> {
        let depth = depth.min(board.empties().saturating_sub(1));
        let selectivity = Selectivity::CERTAIN;
        self.midgame(board, replies, Request { depth, selectivity, window })
    }

    /// A bound from a shallow search, if it lies so far off that the deep one is most likely on the
    /// same side.
    fn midgame_probcut(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        request: Request,
    ) -> Result<Option<Value>, Stopped> {
        let Request { depth, selectivity, window } = request;
        if depth < ErrorModel::MIDGAME_FROM || !window.is_null() || !self.techniques.probcut {
            return Ok(None);
        }
        match self.evaluation.margin(selectivity, depth, empties) {
            Some(margin) => {
                let shallow = ErrorModel::shallow_depth(depth, empties);
                self.probable_bound(board, legal, shallow, margin, request)
            }
            None => Ok(None),
        }
    }

    /// The bound a search of `shallow` plies gives if it clears the window by `margin`.
    pub(super) fn probable_bound(
        &mut self,
        board: Board,
        legal: u64,
        shallow: u32,
        margin: Value,
        request: Request,
    ) -> Result<Option<Value>, Stopped> {
        let Window { alpha, beta } = request.window;
        let probe = |window| Request { depth: shallow, window, ..request };
        let static_value = self.evaluation.evaluate(self.isa, board, legal);
        let high = beta + margin;
        if high <= Value::discs(64) && static_value >= beta {
            let window = Window::null(high - Value::STEP);
            if self.midgame(board, legal, probe(window))? >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - margin;
        if low >= Value::discs(-64) && static_value < alpha {
            let window = Window::null(low);
            if self.midgame(board, legal, probe(window))? <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }
}
