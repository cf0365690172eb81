//! Why a session does not do what it is told.

use yomi_engine::search::NoMemory;

/// Why a command cannot be carried out; the session is then as it was before, except that after
/// [`Unavailable`](Self::Unavailable) the player may have forgotten what it had learnt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is no move of this game.
    #[error("syntax error")]
    NoMove,
    /// The rules do not allow it.
    #[error("illegal move")]
    Illegal,
    /// The other side has a move to make first.
    #[error("illegal move")]
    OutOfTurn,
    /// No turn is left to take back.
    #[error("cannot undo")]
    NothingToUndo,
    /// The game is not played on such a board, or not by this player: what would be.
    #[error("unacceptable size: {0}")]
    Size(String),
    /// No such game.
    #[error("unsupported game")]
    Game,
    /// A game is not over yet.
    #[error("cannot score")]
    NotOver,
    /// Stones can be set up before the first move only.
    #[error("board not empty")]
    NotEmpty,
    /// Stones that cannot lie there.
    #[error("bad vertex list")]
    Vertices,
    /// There is no such handicap.
    #[error("invalid number of stones")]
    Handicap,
    /// The player cannot be built.
    #[error("{0}")]
    Unavailable(#[from] NoMemory),
    /// A position or value that cannot be read.
    #[error("{0}")]
    Unreadable(String),
}
