//! The hand-made evaluation, the place where learned weights will go: a sum of a few counts whose weights change with
//! the phase of the game.

use super::UNIT;
use super::board::{Board, neighbours};
use crate::games::othello::Isa;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

/// The value of a position for the mover, in units of [`UNIT`] a disc; the exact score if the game is over.
#[inline]
pub(super) fn evaluate<I: Isa>(isa: I, board: Board) -> i32 {
    let own_moves = board.legal(isa);
    let other_moves = board.passed().legal(isa);
    if own_moves | other_moves == 0 {
        return board.final_score() * UNIT;
    }
    let Board { mover, opponent } = board;
    let empty = board.empty();
    let empties = empty.count_ones() as i32;
    let difference = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;

    let mobility = difference(own_moves, other_moves);
    let potential = difference(neighbours(opponent) & empty, neighbours(mover) & empty);
    let corners = difference(mover & CORNERS, opponent & CORNERS);
    let reach = difference(own_moves & CORNERS, other_moves & CORNERS);
    // Squares beside an empty corner are dangerous, others are not.
    let beside = neighbours(empty & CORNERS);
    let x_squares = difference(mover & beside & X_SQUARES, opponent & beside & X_SQUARES);
    let c_squares = difference(mover & beside & C_SQUARES, opponent & beside & C_SQUARES);
    let discs = difference(mover, opponent);

    let weight = |late: i32, early: i32| late + (early - late) * empties / 60;
    let value = weight(70, 170) * mobility
        + weight(60, 80) * potential
        + weight(700, 1000) * corners
        + weight(300, 500) * reach
        - weight(200, 350) * x_squares
        - weight(60, 110) * c_squares
        + weight(60, -60) * discs;
    value.clamp(-64 * UNIT, 64 * UNIT)
}
