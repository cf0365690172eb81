//! How the expert learns to judge positions: from games of the engine with itself, and nothing
//! else.
//!
//! In the order of the work:
//! - [`sample`]: a position and what it was worth; [`shard`]: a file of them;
//! - [`game`]: one game that yields samples; [`generate`]: many games, in shards, on all cores;
//! - [`corpus`]: all samples, merged and split; [`merged`]: a folder of them; [`replies`]: samples
//!   of the moves that look best;
//! - [`fit`]: the linear weights that come closest to them; [`pack`]: the file;
//! - [`learn`]: the [`network`] that comes closer still; [`learning`]: one on its way;
//! - [`measure`]: how far evaluations and searches are off; [`error_fit`]: how far ProbCut may
//!   trust shallow searches, and what its [`claims`] are worth;
//! - [`contest`]: games between two evaluations, which accept the better one;
//! - [`charts`]: pictures of all that, from each [`table`] that was printed;
//! - [`book`]: the opening book;
//! - [`parallel`]: tasks on several threads; [`file`](mod@file): files that are replaced whole.

mod adam;
pub mod book;
pub mod charts;
pub mod claims;
pub mod contest;
pub mod corpus;
mod descent;
mod equations;
pub mod error_fit;
pub mod file;
pub mod fit;
pub mod game;
pub mod generate;
mod gradient;
pub mod learn;
pub mod learning;
pub mod measure;
pub mod merged;
pub mod network;
pub mod pack;
pub mod parallel;
pub mod replies;
pub mod sample;
pub mod shard;
pub mod table;
