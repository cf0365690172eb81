//! What the lab needs to know of a game besides its rules: how it starts, how it is written down, how it is scored.

use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Bits, Kernel, Move, Othello, parse_moves};
use yomi_engine::roster::Playable;

/// A game that experiments can be run on.
pub trait Arena: Playable {
    /// The start position with `first` to move.
    fn start(first: Side) -> Self;

    /// The one of all symmetric positions that stands for them.
    #[must_use]
    fn canonical(&self) -> Self;

    /// The moves of an opening written in the game's notation, played from `self`.
    ///
    /// # Errors
    /// Where it cannot be read or played, and what was expected.
    fn opening(&self, text: &str) -> Result<Vec<Self::Move>, String>;

    /// The position on one line.
    fn board_text(&self) -> String;

    /// The points of each side, `First` before `Second`: discs on the board.
    fn points(&self) -> [u32; 2];

    /// Why a finished game ended.
    fn ending(&self) -> &'static str;
}

impl<K: Kernel> Arena for Othello<K> {
    fn start(first: Side) -> Self {
        let start = Self::default();
        if first == Side::First { start } else { start.passed() }
    }

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }

    fn opening(&self, text: &str) -> Result<Vec<Move>, String> {
        parse_moves(self, text).map_err(|error| error.to_string())
    }

    fn board_text(&self) -> String {
        self.board_string()
    }

    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.discs(side).count())
    }

    fn ending(&self) -> &'static str {
        match (self.empties(), self.points()) {
            (0, _) => "board full",
            (_, [0, _] | [_, 0]) => "wipe-out",
            _ => "no moves",
        }
    }
}
