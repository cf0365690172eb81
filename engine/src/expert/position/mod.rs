//! What the rules say of a position, in the form the search needs it.

mod board;
mod parity;
pub(super) mod stability;

pub(super) use board::{Board, C_SQUARES, CORNERS, X_SQUARES, neighbours, squares};
pub(super) use parity::{Parity, share_quadrant};
