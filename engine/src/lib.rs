//! Games, searchers and evaluators of the Yomi game-tree laboratory.
//!
//! Read in this order:
//! - the vocabulary: [`game`] (what a game is), [`score`] (values and windows), [`limits`] (how
//!   long a search may run), [`clock`] (how long a move may take), [`random`] (reproducible
//!   chance);
//! - [`games`]: the rules of each game;
//! - [`evaluate`]: how good a position looks without search;
//! - [`search`]: one textbook algorithm per file;
//! - [`perft`]: counting leaves, to test and time the rules;
//! - [`expert`]: the strong engine for 8×8 Othello;
//! - [`roster`]: every player by name;
//! - [`processor`]: whether this machine can run this build.
//!
//! Start with [`roster::Player::parse`] to use any player, with [`expert::Expert::analyze`] for
//! scores of Othello positions, and with [`game::Game`] for a game of your own: all of [`search`]
//! plays it. Names of players and traces are for games and searchers of this crate.

#![warn(missing_debug_implementations)]

/// The sum of the nodes of `yomi bench`: two builds with the same signature search the same trees.
pub const SIGNATURE: u64 = 4948154;

/// The version of all programs, with the [`SIGNATURE`].
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (bench signature 4948154)");

pub mod clock;
pub mod evaluate;
pub mod expert;
pub mod game;
pub mod games;
pub mod limits;
pub mod perft;
pub mod processor;
pub mod random;
pub mod roster;
pub mod score;
pub mod search;

/// The example of the crate's README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
