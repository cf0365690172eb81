//! Which colours the person plays.

use clap::ValueEnum;
use yomi_engine::game::Side;

/// Which colours the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Black,
    White,
    /// You play both.
    Both,
    /// You watch.
    None,
}

impl Color {
    /// Whether the person makes the moves of a side.
    pub(super) fn is_played(self, side: Side) -> bool {
        match self {
            Self::Black => side == Side::First,
            Self::White => side == Side::Second,
            Self::Both => true,
            Self::None => false,
        }
    }
}
