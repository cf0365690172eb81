//! SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf), for Othello: game number 2.
//!
//! Points are two letters, column and row from the top left: `fe` is f5. Each program writes it in
//! its own way:
//! - Quarry 0.2.0 leaves passes out, so that one side moves twice running;
//! - GoGui 1.6.0 counts rows from the bottom, so that its files are upside down (d3 is `df`);
//! - Edax 4.5 writes points as `f5` and passes as `PA`, sets up the start position too, and puts
//!   the first move into the root (its documentation at github.com/abulmo/edax-reversi).
//!
//! The reader takes all of them; what is no legal game as written may be one upside down. The
//! writer writes as Quarry.

mod read;
mod setup;
mod tree;
mod write;

pub use read::{Games, game, games};
pub use write::write;
