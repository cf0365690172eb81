//! How the expert learns to judge positions: from games of the engine with itself, and nothing else.
//!
//! In the order of the work:
//! - [`sample`]: a position and what it was worth; [`shard`]: a file of them;
//! - [`game`]: one game that yields samples; [`generate`]: many games, in shards, on all cores.

pub mod game;
pub mod generate;
pub mod sample;
pub mod shard;
