//! The last eleven empty squares: null-window searches that must be fast rather than clever.
//!
//! With five or six empty squares moves come by parity alone, odd quadrants first and corners
//! before the rest. Above, the move that leaves the other side the fewest replies comes first
//! ("fastest first"). From six squares on a small cache of the thread's own catches transpositions.
//! Scores are discs for the mover, empty squares going to the winner; as in `last_empties` they are
//! bounds of the true score on the side of `alpha` it lies on.
//!
//! Between six and seven squares is where parity stops paying: mobility at six saves a tenth of the
//! nodes but no time (FForum #20–#49, AVX-512), parity at seven takes a sixth more nodes and 6 %
//! more time (nine of them).

use std::array;
use std::hint::select_unpredictable;

use super::last_empties::{solve_1, solve_2, solve_3, solve_4};
use super::ordering::{Candidate, Candidates};
use super::worker::Worker;
use crate::expert::position::{Board, CORNERS, Parity, squares, stability};
use crate::expert::units::Discs;
use crate::games::othello::{Isa, RegisterBoard};

/// Up to here parity orders the moves, above it mobility.
pub(super) const BY_PARITY: u32 = 6;
/// From here on the clock is looked at: searches of fewer take a millisecond at most.
const WATCHED: u32 = 9;
/// Up to here these searches are used; above, `endgame` searches on with the shared table.
pub(in crate::expert) const FEW: u32 = 11;

impl<I: Isa> Worker<'_, I> {
    /// The score of a board with at most [`FEW`] empty squares in a null window above `alpha`.
    pub(super) fn few_empties(&mut self, board: Board, alpha: Discs) -> Discs {
        self.isa.run(
            #[inline(always)]
            || self.few_empties_inner(board, alpha),
        )
    }

    #[inline(always)]
    fn few_empties_inner(&mut self, board: Board, alpha: Discs) -> Discs {
        let (isa, held, empty) = (self.isa, board.held(self.isa), board.empty());
        let parity = Parity::of(empty);
        let mut squares = squares(empty);
        let [a, b, c] = array::from_fn(|_| squares.next().unwrap_or(0));
        match empty.count_ones() {
            0 => board.final_score(),
            1 => solve_1(isa, board.mover, a),
            2 => solve_2(isa, &mut self.nodes, held, [a, b], alpha),
            3 => solve_3(isa, &mut self.nodes, held, [a, b, c], alpha),
            4 => solve_4(isa, &mut self.nodes, held, odd_first(empty, parity), alpha),
            5 => self.solve_5(held, empty, parity, alpha),
            6 => self.solve_6(board, held.legal(), parity, alpha),
            empties => self.by_mobility(board, held.legal(), empties, parity, alpha),
        }
    }

    /// Five empty squares, `empty`. Compiled into its callers: a cache here costs more time than it
    /// saves.
    #[inline(always)]
    fn solve_5(&mut self, held: I::Board, empty: u64, parity: Parity, alpha: Discs) -> Discs {
        self.nodes += 1;
        if self.techniques.stability
            && let Some(bound) = stability::cutoff(self.isa, Board::of(held), 5, alpha)
        {
            return bound;
        }
        match held.legal() {
            0 => self.pass_5(Board::of(held), parity, alpha),
            legal => self.play_5(held, empty, legal, parity, alpha),
        }
    }

    #[cold]
    #[inline(never)]
    fn pass_5(&mut self, board: Board, parity: Parity, alpha: Discs) -> Discs {
        self.isa.run(
            #[inline(always)]
            move || {
                let passed = board.passed();
                match passed.legal(self.isa) {
                    0 => board.final_score(),
                    legal => -self.play_5(
                        passed.held(self.isa),
                        board.empty(),
                        legal,
                        parity,
                        alpha.reversed(),
                    ),
                }
            },
        )
    }

    #[inline(always)]
    fn play_5(
        &mut self,
        held: I::Board,
        empty: u64,
        mut untried: u64,
        parity: Parity,
        alpha: Discs,
    ) -> Discs {
        let odd = parity.odd_squares();
        let mut best = Discs::LOWEST_BOUND;
        while let Some(square) = take_by_parity(&mut untried, odd) {
            let order = odd_first(empty ^ 1 << square, parity.without(square));
            best = best.max(-solve_4(
                self.isa,
                &mut self.nodes,
                held.play(square),
                order,
                alpha.reversed(),
            ));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Six empty squares, whose `legal` moves the caller knows.
    fn solve_6(&mut self, board: Board, legal: u64, parity: Parity, alpha: Discs) -> Discs {
        self.isa.run_with(
            (self, board, legal, parity, alpha),
            #[inline(always)]
            |worker: &mut Self, board, legal, parity, alpha| {
                worker.solve_6_inner(board, legal, parity, alpha)
            },
        )
    }

    #[inline(always)]
    fn solve_6_inner(&mut self, board: Board, legal: u64, parity: Parity, alpha: Discs) -> Discs {
        self.nodes += 1;
        if self.techniques.stability
            && let Some(bound) = stability::cutoff(self.isa, board, 6, alpha)
        {
            return bound;
        }
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => board.final_score(),
                legal => -self.solve_6(passed, legal, parity, alpha.reversed()),
            };
        }
        if let Some(score) = self.cache.bounds(board).and_then(|bounds| bounds.decided(alpha)) {
            return score;
        }
        let (held, empty) = (board.held(self.isa), board.empty());
        let odd = parity.odd_squares();
        let mut best = Discs::LOWEST_BOUND;
        let mut untried = legal;
        while let Some(square) = take_by_parity(&mut untried, odd) {
            let next = held.play(square);
            let score =
                -self.solve_5(next, empty ^ 1 << square, parity.without(square), alpha.reversed());
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        self.cache.store(board, alpha, best);
        best
    }

    /// More than [`BY_PARITY`] and up to [`FEW`] empty squares, whose `legal` moves the caller
    /// knows. The score means nothing if the search has been [stopped](Worker::stopped) meanwhile.
    pub(super) fn by_mobility(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        parity: Parity,
        alpha: Discs,
    ) -> Discs {
        self.isa.run_with(
            (self, board, legal, (empties, parity), alpha),
            #[inline(always)]
            |worker: &mut Self, board, legal, (empties, parity), alpha| {
                worker.by_mobility_inner(board, legal, empties, parity, alpha)
            },
        )
    }

    #[inline(always)]
    fn by_mobility_inner(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        parity: Parity,
        alpha: Discs,
    ) -> Discs {
        self.nodes += 1;
        if empties >= WATCHED && self.check().is_err() {
            return alpha;
        }
        if legal == 0 {
            let passed = board.passed();
            return match passed.legal(self.isa) {
                0 => board.final_score(),
                legal => -self.by_mobility(passed, legal, empties, parity, alpha.reversed()),
            };
        }
        if self.techniques.stability
            && let Some(bound) = stability::cutoff(self.isa, board, empties, alpha)
        {
            return bound;
        }
        if let Some(score) = self.cache.bounds(board).and_then(|bounds| bounds.decided(alpha)) {
            return score;
        }

        let mut candidates = Candidates::none();
        self.add_by_mobility(&mut candidates, board, legal, parity);
        if let Some(bound) = self.cached_cutoff(&candidates, alpha) {
            return bound;
        }
        let mut best = Discs::LOWEST_BOUND;
        while let Some(Candidate { square, next, replies }) = candidates.take_best() {
            let (replies, parity) = (*replies, parity.without(*square));
            let score = if empties > BY_PARITY + 1 {
                -self.by_mobility(*next, replies, empties - 1, parity, alpha.reversed())
            } else {
                -self.solve_6(*next, replies, parity, alpha.reversed())
            };
            if empties > WATCHED && self.stopped {
                return alpha;
            }
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        self.cache.store(board, alpha, best);
        best
    }

    /// Adds the moves, those that leave few replies first, and has the cache's places for the
    /// positions after them brought near.
    #[inline(always)]
    fn add_by_mobility(
        &self,
        candidates: &mut Candidates,
        board: Board,
        legal: u64,
        parity: Parity,
    ) {
        let odd = parity.odd_squares();
        candidates.add(
            self.isa,
            board,
            legal,
            #[inline(always)]
            |candidate| {
                self.cache.prefetch(candidate.next);
                candidate.static_priority(odd)
            },
        );
    }

    /// A lower bound above `alpha` that the cache has for the position after one of the moves.
    #[inline(always)]
    pub(super) fn cached_cutoff(&self, candidates: &Candidates, alpha: Discs) -> Option<Discs> {
        if !self.techniques.etc {
            return None;
        }
        candidates.iter().find_map(|candidate| {
            let bounds = self.cache.bounds(candidate.next)?;
            let bound = -bounds.decided(alpha.reversed())?;
            (bound > alpha).then_some(bound)
        })
    }
}

/// Takes a square out of a set: one of the `odd` squares before others, and a corner before others
/// of its kind.
#[inline(always)]
fn take_by_parity(untried: &mut u64, odd: u64) -> Option<u32> {
    let prefer = |among: u64, set: u64| if set & among == 0 { set } else { set & among };
    let best = prefer(CORNERS, prefer(odd, *untried));
    let square = best.trailing_zeros();
    (best != 0).then(|| {
        *untried ^= 1 << square;
        square
    })
}

/// Four empty squares, those in odd quadrants first: four, two or none of them.
#[inline(always)]
fn odd_first(empty: u64, parity: Parity) -> [u32; 4] {
    let odd = empty & parity.odd_squares();
    let from_first = select_unpredictable(odd == 0, empty, odd);
    let from_second = from_first & (from_first - 1);
    let from_third = from_second & (from_second - 1) | (empty ^ from_first);
    [
        from_first.trailing_zeros(),
        from_second.trailing_zeros(),
        from_third.trailing_zeros(),
        63 - from_third.leading_zeros(),
    ]
}
