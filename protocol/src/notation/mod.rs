//! Games as files: every format reads into one [`Record`] and is written from it.
//!
//! Read in this order: [`board`] (a position of any size), [`record`] (a game with all that is known about it),
//! [`problem`] (what is wrong with a file, and where), then one format per file:
//! [`ggf`] (NBoard, GGS), [`sgf`] (Quarry, GoGui).

pub mod board;
pub mod ggf;
mod number;
pub mod problem;
pub mod record;
mod scanner;
pub mod sgf;

pub use board::{Board, Size};
pub use problem::{Cause, GameError, Place};
pub use record::{
    Clock, Ending, MoveError, Note, Outcome, Player, Ply, Reason, Record, ScoredMove, Tag, Verdict,
};

/// A way to write games or positions down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Generic Game Format, one game a line: NBoard and the server GGS.
    Ggf,
    /// Smart Game Format, game number 2: Quarry, GoGui.
    Sgf,
    /// The binary data base of the Fédération Française d'Othello; read only.
    Wthor,
    /// Positions with scored moves, one a line: Edax and its problem files.
    Obf,
    /// Moves only, one game a line: `f5d6c3…`.
    Transcript,
}
