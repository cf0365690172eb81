//! Games as files: every format reads into one [`Record`] and is written from it.
//!
//! Read in this order: [`board`] (a position of any size), [`record`] (a game with all that is
//! known about it), [`outcome`] (how it ended), [`problem`] (what is wrong with a file, and where),
//! [`mod@format`] (all formats behind one door), [`difference`] (what a conversion loses); then one
//! format per file: [`ggf`] (NBoard, GGS), [`sgf`] (Quarry, GoGui), [`wthor`] (the French data
//! base), [`obf`] (Edax), [`transcript`] (moves only).

pub mod board;
mod charset;
pub mod difference;
pub mod format;
pub mod ggf;
mod lines;
mod number;
pub mod obf;
pub mod outcome;
pub mod problem;
pub mod record;
mod scanner;
pub mod sgf;
pub mod transcript;
pub mod wthor;

pub use board::{Board, Size};
pub use difference::{Part, differences};
pub use format::{Format, Source, Unwritable};
pub use outcome::{Ending, Outcome, Verdict};
pub use problem::{Cause, GameError, Place};
pub use record::{Clock, MoveError, Note, Player, Ply, Reason, Record, ScoredMove, Tag};
