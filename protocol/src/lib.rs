//! What the program `yomi` is made of: game sessions, the text protocols that drive them, games as
//! files, reports and drawings.
//!
//! Read in this order:
//! - [`board_game`]: what protocols need to know of a game;
//! - [`session`]: one game with its player, clocks and options;
//! - [`dialect`]: what a protocol is; [`gtp`], [`nboard`], [`ugi`]: one file or room each;
//! - [`stdio`]: the loop that serves a dialect;
//! - [`notation`]: games and positions as files; [`solution`]: a problem of a file, solved;
//!   [`openings`]: what the beginning of a game is called; [`review`]: a game judged move by move;
//! - [`players`]: the list of players; [`examples`]: the worked examples of the teaching pages;
//!   [`explain`]: searches drawn; [`weights`]: which weights the expert judges by;
//! - [`console`]: what commands print; [`file`](mod@file): files that users name; [`quantity`]:
//!   numbers with their nouns; [`visible`](mod@visible): texts without what terminals obey.

pub mod board_game;
#[cfg(feature = "terminal")]
pub mod console;
pub mod dialect;
pub mod examples;
pub mod explain;
pub mod file;
pub mod gtp;
pub mod nboard;
pub mod notation;
pub mod openings;
pub mod players;
pub mod quantity;
pub mod review;
pub mod session;
pub mod solution;
#[cfg(feature = "terminal")]
pub mod stdio;
pub mod ugi;
pub mod visible;
#[cfg(feature = "terminal")]
pub mod weights;
