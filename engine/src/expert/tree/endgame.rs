//! The endgame above eleven empty squares: exact scores by null windows, with the shared table,
//! short searches for the order of moves, and ProbCut in the selective iterations before the exact
//! one.
//!
//! Scores are discs for the mover, empty squares going to the winner.

use super::few_empties::{BY_PARITY, FEW};
use super::node::{EndgameNode, Request};
use super::ordering::{
    Candidate, Candidates, EndgameQueue, QueueProgress, known_priority, weighted_mobility,
};
use super::worker::Worker;
use crate::expert::eval::Selectivity;
use crate::expert::eval::error_model::ErrorModel;
use crate::expert::memory::SearchResult;
use crate::expert::position::{Board, Parity, stability};
use crate::expert::units::{Discs, UNIT, Value, Window};
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// With at least this many empty squares the table is asked about every move before the first is
/// searched, with fewer the thread's own cache, which knows what is after them.
const ETC_FROM: u32 = FEW + 2;
// The errors of ProbCut are measured from where it begins.
const _: () = assert!(ErrorModel::ENDGAME_FROM == FEW + 1);
/// How moves are ordered where the evaluation has a say: by it alone, after a search of one ply, of
/// two plies, and of three.
const GLANCES: [Glance; 4] = [
    Glance { from: 13, reply: 350, freer: 2 },
    Glance { from: 16, reply: 300, freer: 2 },
    Glance { from: 19, reply: 250, freer: 3 },
    Glance { from: 22, reply: 350, freer: 4 },
];

/// A look at the position after a move, to put the moves in order.
struct Glance {
    /// The fewest empty squares it is worth its cost at.
    from: u32,
    /// What a reply of the other side counts beside it, in the evaluation's units.
    reply: i32,
    /// How much more freedom than the move that leaves the least a move may leave to be looked at.
    /// One that leaves more is hardly ever the best: to look at all takes 3 % more time for the
    /// same nodes (FForum #40–#49).
    freer: i32,
}

/// What a square where the other side may play one day counts, in the evaluation's units. The
/// moves left to the other side say more of the size of a proof than how clear it is: log₂ of the
/// nodes grows by 0.7 with each move, by 0.14 with each such square, and by 0.08 with each disc
/// less that one is ahead by (73,000 positions with 15 empty squares).
const POTENTIAL: i32 = 100;

/// Moves that are not looked at come after all others.
const NOT_LOOKED_AT: i32 = -(1 << 20);

/// Looks go one ply less deep for each of these that the position's own value lacks.
const LACKING: i32 = 5 * UNIT;
/// Looks tell moves apart from so far below alpha to so far above: how bad a bad move is does not
/// matter, and takes time to find out.
const BELOW: Value = Value::discs(8);
const ABOVE: Value = Value::discs(32);

/// A move that looks better than needed by more than this will do: of what lies above only half
/// counts, and few replies, which make the proof short, weigh more.
const ENOUGH: i32 = 2000;

impl<I: Isa> Worker<'_, I> {
    /// The score of `board` to the end of the game in a null window: an upper bound if at most
    /// `alpha`, otherwise a lower bound.
    pub(super) fn endgame(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        alpha: Discs,
        selectivity: Selectivity,
    ) -> Result<Discs, Stopped> {
        if empties <= FEW {
            if empties <= BY_PARITY {
                return Ok(self.few_empties(board, alpha));
            }
            let score = self.by_mobility(board, legal, empties, Parity::of(board.empty()), alpha);
            return if self.stopped { Err(Stopped) } else { Ok(score) };
        }
        self.isa.run(
            #[inline(always)]
            || self.endgame_inner(board, legal, empties, alpha, selectivity),
        )
    }

    #[inline(always)]
    fn endgame_inner(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        alpha: Discs,
        selectivity: Selectivity,
    ) -> Result<Discs, Stopped> {
        self.nodes += 1;
        self.check()?;
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score()),
                legal => {
                    Ok(-self.endgame(passed, legal, empties, alpha.reversed(), selectivity)?)
                }
            };
        }
        if self.techniques.stability
            && let Some(bound) = stability::cutoff(self.isa, board, empties, alpha)
        {
            return Ok(bound);
        }
        let hash = board.hash();
        let node = EndgameNode { board, hash, empties, alpha, selectivity };
        let known = self.recall(board, hash);
        if let Some(bound) = known.and_then(|known| node.decided_by(known)) {
            return Ok(bound);
        }
        if let Some(bound) = self.endgame_probcut(legal, node)? {
            return Ok(bound);
        }

        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        if candidates.iter().any(|candidate| candidate.next.mover == 0) {
            return Ok(Discs::ALL);
        }
        let bound = match empties {
            ..ETC_FROM => self.cached_cutoff(&candidates, alpha),
            ETC_FROM.. => self.transposition_cutoff(&candidates, node),
        };
        if let Some(bound) = bound {
            return Ok(bound);
        }
        let queue = &mut EndgameQueue {
            candidates: &mut candidates,
            known: known.map_or([None; 2], |known| known.moves),
            progress: QueueProgress::Fresh,
        };
        let (score, best) = match &self.shared.in_flight {
            None => self.search_moves(queue, node)?,
            Some(in_flight) => self.share_moves(in_flight, queue, node)?,
        };
        self.remember_score(node, Window::null(alpha.into()), score, best);
        Ok(score)
    }

    /// Searches the moves.
    #[inline(always)]
    fn search_moves(
        &mut self,
        queue: &mut EndgameQueue,
        node: EndgameNode,
    ) -> Result<(Discs, Option<u32>), Stopped> {
        let EndgameNode { empties, alpha, selectivity, .. } = node;
        let (mut best, mut best_square) = (Discs::LOWEST_BOUND, None);
        while let Some(Candidate { square, next, replies }) = self.next_move(queue, node)? {
            let score = -self.endgame(next, replies, empties - 1, alpha.reversed(), selectivity)?;
            if score > best {
                (best, best_square) = (score, Some(square));
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
        queue: &mut EndgameQueue,
        node: EndgameNode,
    ) -> Result<Option<Candidate>, Stopped> {
        if queue.progress == QueueProgress::Fresh {
            queue.progress = QueueProgress::FirstTaken;
            if self.techniques.ordering
                && let Some(square) = queue.known[0]
                && let Some(candidate) = queue.candidates.take(square)
            {
                return Ok(Some(*candidate));
            }
        }
        if queue.progress == QueueProgress::FirstTaken {
            queue.progress = QueueProgress::Ordered;
            self.order_endgame(queue.candidates, node, queue.known)?;
        }
        Ok(queue.candidates.take_best().copied())
    }

    /// Tells the table of a score.
    fn remember_score(&self, node: EndgameNode, window: Window, score: Discs, best: Option<u32>) {
        let EndgameNode { board, hash, empties: depth, selectivity, .. } = node;
        let result = SearchResult { depth, selectivity, window, value: score.into(), best };
        self.remember(board, hash, &result);
    }

    /// A lower bound above `alpha` that the table has for the position after one of the moves.
    fn transposition_cutoff(&self, candidates: &Candidates, node: EndgameNode) -> Option<Discs> {
        if !self.techniques.etc {
            return None;
        }
        self.prefetch(candidates);
        candidates.iter().find_map(|candidate| {
            let (board, hash) = (candidate.next, candidate.next.hash());
            let known = self.recall(board, hash)?;
            let (empties, alpha) = (node.empties - 1, node.alpha.reversed());
            let bound = -EndgameNode { board, hash, empties, alpha, ..node }.decided_by(known)?;
            (bound > node.alpha).then_some(bound)
        })
    }

    /// Sets the order: the table's moves, then few replies and what a short search finds.
    #[inline(always)]
    fn order_endgame(
        &mut self,
        candidates: &mut Candidates,
        node: EndgameNode,
        known: [Option<u32>; 2],
    ) -> Result<(), Stopped> {
        if !self.techniques.ordering {
            return Ok(());
        }
        let odd = Parity::of(node.board.empty()).odd_squares();
        let alpha = Value::from(node.alpha);
        let (depth, enough) = (self.glance_depth(node), alpha.0 + ENOUGH);
        let window = Window { alpha: alpha - BELOW, beta: alpha + ABOVE }.reversed();
        let siblings = (depth == Some(0)).then(|| self.evaluation.siblings(self.isa, node.board));
        let freest = depth.map(|depth| least_freedom(candidates, known) + GLANCES[depth].freer);
        candidates.order(|candidate| {
            let Candidate { next, replies, .. } = *candidate;
            let freedom = weighted_mobility(replies);
            Ok(if let Some(priority) = known_priority(candidate.square, known) {
                priority
            } else if let Some(depth) = depth.filter(|_| Some(freedom) <= freest) {
                let value = -match &siblings {
                    Some(siblings) => siblings.evaluate(self.isa, next, replies),
                    None => self.shallow_search(next, replies, depth as u32, window)?,
                };
                let value = value.0 - (value.0 - enough).max(0) / 2;
                let potential = next.potential().count_ones() as i32;
                value - GLANCES[depth].reply * freedom - POTENTIAL * potential
            } else {
                NOT_LOOKED_AT + candidate.static_priority(odd)
            })
        })
    }

    /// How deep the looks go, if any are worth their cost: the less deep the more the position
    /// looks lost, for then no move will do and their order matters little.
    #[inline(always)]
    fn glance_depth(&self, node: EndgameNode) -> Option<usize> {
        let deepest = GLANCES.iter().rposition(|glance| node.empties >= glance.from)?;
        let legal = node.board.legal(self.isa);
        let value = self.evaluation.evaluate(self.isa, node.board, legal);
        let lacking = Value::from(node.alpha) - value;
        deepest.checked_sub((lacking.0.max(0) / LACKING) as usize)
    }

    /// A bound from a shallow search, if it lies so far off that the deep one is most likely on the
    /// same side.
    fn endgame_probcut(&mut self, legal: u64, node: EndgameNode) -> Result<Option<Discs>, Stopped> {
        let EndgameNode { board, empties, alpha, selectivity, .. } = node;
        if !self.techniques.probcut {
            return Ok(None);
        }
        let Some(margin) = self.evaluation.margin(selectivity, empties, empties) else {
            return Ok(None);
        };
        let shallow = ErrorModel::shallow_depth(empties, empties);
        let window = Window::null(alpha.into());
        let request = Request { depth: empties, selectivity, window };
        let bound = self.probable_bound(board, legal, shallow, margin, request)?;
        Ok(bound.map(Value::ceiling))
    }

    /// The exact score of `board` inside the window; outside it a bound.
    pub(in crate::expert) fn endgame_pv(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        (alpha, beta): (Discs, Discs),
        selectivity: Selectivity,
    ) -> Result<Discs, Stopped> {
        self.nodes += 1;
        self.check()?;
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => Ok(board.final_score()),
                legal => {
                    let window = (-beta, -alpha);
                    Ok(-self.endgame_pv(passed, legal, empties, window, selectivity)?)
                }
            };
        }
        let hash = board.hash();
        let known = self.recall(board, hash).map_or([None; 2], |known| known.moves);
        let mut candidates = Candidates::none();
        candidates.add(self.isa, board, legal, |_| 0);
        let node = EndgameNode { board, hash, empties, alpha, selectivity };
        self.order_endgame(&mut candidates, node, known)?;
        let (mut best, mut best_square) = (Discs::LOWEST_BOUND, None);
        while let Some(Candidate { square, next, replies }) = candidates.take_best().copied() {
            let bar = alpha.max(best);
            let scout = match best_square {
                None => None,
                Some(_) => {
                    let alpha = bar.reversed();
                    Some(-self.endgame(next, replies, empties - 1, alpha, selectivity)?)
                }
            };
            let score = match scout {
                Some(score) if score <= bar || score >= beta => score,
                _ => {
                    let window = (-beta, -bar);
                    -self.endgame_pv(next, replies, empties - 1, window, selectivity)?
                }
            };
            if score > best {
                (best, best_square) = (score, Some(square));
                if best >= beta {
                    break;
                }
            }
        }
        let window = Window { alpha: alpha.into(), beta: beta.into() };
        self.remember_score(node, window, best, best_square);
        Ok(best)
    }
}

/// How little freedom a move leaves the other side, the `known` ones apart.
#[inline(always)]
fn least_freedom(candidates: &Candidates, known: [Option<u32>; 2]) -> i32 {
    let others = candidates.iter().filter(|candidate| !known.contains(&Some(candidate.square)));
    others.map(|candidate| weighted_mobility(candidate.replies)).min().unwrap_or(0)
}
