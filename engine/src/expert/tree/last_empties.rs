//! The last four empty squares, where most nodes of an endgame search are: no move lists, no
//! tables, every square named.
//!
//! Each function returns the score of `board` in discs for the mover in a null window: at most
//! `alpha` exactly when the true score is, and then an upper bound; otherwise a lower bound. The
//! empty squares come with odd quadrants first.

use std::hint::select_unpredictable;

use crate::expert::position::{Board, share_quadrant};
use crate::expert::units::Discs;
use crate::games::othello::{Isa, RegisterBoard};

/// One empty square: its score follows from the number of discs the last move turns.
#[inline(always)]
pub(super) fn solve_1<I: Isa>(isa: I, mover: u64, square: u32) -> Discs {
    let own = 2 * mover.count_ones() as i32 - 64;
    let [turned, lost] = isa.last_flips(square, mover).map(|count| count as i32);
    // As branches, which the compiler may take them for, these choices are guessed wrong so often
    // that they cost 4 % of an endgame's time. Where nobody can play the empty square goes to the
    // winner, and with 63 discs there is one.
    let unplayed = select_unpredictable((lost == 0) & (own >= 0), own + 2, own - 2 * lost);
    Discs(select_unpredictable(turned == 0, unplayed, own + 2 * turned + 2))
}

/// Two empty squares.
#[inline(always)]
pub(super) fn solve_2<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    squares: [u32; 2],
    alpha: Discs,
) -> Discs {
    *nodes += 1;
    let best = play_2(isa, nodes, board, squares, alpha);
    if best != Discs::LOWEST_BOUND {
        return best;
    }
    match play_2(isa, nodes, board.passed(), squares, alpha.reversed()) {
        Discs::LOWEST_BOUND => Board::of(board).final_score(),
        best => -best,
    }
}

/// The best of the mover's moves on two squares, [`Discs::LOWEST_BOUND`] if there is none.
#[inline(always)]
fn play_2<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    [a, b]: [u32; 2],
    alpha: Discs,
) -> Discs {
    let mut best = Discs::LOWEST_BOUND;
    if let Some(next) = board.try_play(a) {
        *nodes += 1;
        best = -solve_1(isa, next.mover(), b);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = board.try_play(b) {
        *nodes += 1;
        best = best.max(-solve_1(isa, next.mover(), a));
    }
    best
}

/// Three empty squares.
#[inline(always)]
pub(super) fn solve_3<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    squares: [u32; 3],
    alpha: Discs,
) -> Discs {
    *nodes += 1;
    let squares = lone_first(squares);
    let best = play_3(isa, nodes, board, squares, alpha);
    if best != Discs::LOWEST_BOUND {
        return best;
    }
    pass_3(isa, nodes, Board::of(board), squares, alpha)
}

#[cold]
#[inline(never)]
fn pass_3<I: Isa>(isa: I, nodes: &mut u64, board: Board, squares: [u32; 3], alpha: Discs) -> Discs {
    isa.run(
        #[inline(always)]
        || match play_3(isa, nodes, board.passed().held(isa), squares, alpha.reversed()) {
            Discs::LOWEST_BOUND => board.final_score(),
            best => -best,
        },
    )
}

/// Written out: a loop, which does for four squares, takes up to 1 % longer here.
#[inline(always)]
fn play_3<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    [a, b, c]: [u32; 3],
    alpha: Discs,
) -> Discs {
    let mut best = Discs::LOWEST_BOUND;
    if let Some(next) = board.try_play(a) {
        best = -solve_2(isa, nodes, next, [b, c], alpha.reversed());
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = board.try_play(b) {
        best = best.max(-solve_2(isa, nodes, next, [c, a], alpha.reversed()));
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = board.try_play(c) {
        best = best.max(-solve_2(isa, nodes, next, [a, b], alpha.reversed()));
    }
    best
}

/// Of three squares the one that is alone in its quadrant first, if two others share one.
#[inline(always)]
fn lone_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    if share_quadrant(a, b) {
        [c, a, b]
    } else if share_quadrant(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Four empty squares.
#[inline(always)]
pub(super) fn solve_4<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    squares: [u32; 4],
    alpha: Discs,
) -> Discs {
    *nodes += 1;
    let best = play_4(isa, nodes, board, squares, alpha);
    if best != Discs::LOWEST_BOUND {
        return best;
    }
    pass_4(isa, nodes, Board::of(board), squares, alpha)
}

#[cold]
#[inline(never)]
fn pass_4<I: Isa>(isa: I, nodes: &mut u64, board: Board, squares: [u32; 4], alpha: Discs) -> Discs {
    isa.run(
        #[inline(always)]
        || match play_4(isa, nodes, board.passed().held(isa), squares, alpha.reversed()) {
            Discs::LOWEST_BOUND => board.final_score(),
            best => -best,
        },
    )
}

#[inline(always)]
fn play_4<I: Isa>(
    isa: I,
    nodes: &mut u64,
    board: I::Board,
    [mut a, mut b, mut c, mut d]: [u32; 4],
    alpha: Discs,
) -> Discs {
    let mut best = Discs::LOWEST_BOUND;
    for _ in 0..4 {
        if let Some(next) = board.try_play(a) {
            best = best.max(-solve_3(isa, nodes, next, [b, c, d], alpha.reversed()));
            if best > alpha {
                return best;
            }
        }
        (a, b, c, d) = (b, c, d, a);
    }
    best
}
