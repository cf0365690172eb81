//! What the lab needs to know of a game besides its rules: how it starts, how it is written down, how it is scored.

mod winner;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{self, Go};
use yomi_engine::games::othello::{self, Bits, Kernel, Othello};
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::roster::Playable;

pub use winner::WinnerRule;

/// A game that experiments can be run on.
pub trait LabGame: Playable {
    /// What the game counts its points in, in the singular.
    const UNIT: &'static str;

    /// The ways to count a winner; the first is the usual one.
    const WINNERS: &'static [WinnerRule];

    /// This position, where games start, with `first` to move.
    #[must_use]
    fn started_by(&self, first: Side) -> Self;

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

    /// The points of each side, `First` before `Second`, in units of the game's final score.
    fn points(&self) -> [u32; 2];

    /// Why a finished game ended.
    fn ending(&self) -> &'static str;
}

impl<K: Kernel> LabGame for Othello<K> {
    const UNIT: &'static str = "disc";
    const WINNERS: &'static [WinnerRule] =
        &[WinnerRule::Discs, WinnerRule::Tutorial { squares: (K::SIZE * K::SIZE) as u32 }];

    fn started_by(&self, first: Side) -> Self {
        if first == self.side_to_move() { *self } else { self.passed() }
    }

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }

    fn opening(&self, text: &str) -> Result<Vec<othello::Move>, String> {
        othello::parse_moves(self, text).map_err(|error| error.to_string())
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

impl LabGame for TicTacToe {
    const UNIT: &'static str = "point";
    const WINNERS: &'static [WinnerRule] = &[WinnerRule::Score];

    fn started_by(&self, first: Side) -> Self {
        Self::start(first)
    }

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }

    fn opening(&self, text: &str) -> Result<Vec<tictactoe::Square>, String> {
        tictactoe::parse_moves(self, text)
    }

    fn board_text(&self) -> String {
        self.board_string()
    }

    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| u32::from(self.winner() == Some(side)))
    }

    fn ending(&self) -> &'static str {
        if self.winner().is_some() { "three in a row" } else { "board full" }
    }
}

impl LabGame for Go {
    const UNIT: &'static str = "point";
    const WINNERS: &'static [WinnerRule] = &[WinnerRule::Score];

    fn started_by(&self, first: Side) -> Self {
        self.with_side_to_move(first)
    }

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }

    fn opening(&self, text: &str) -> Result<Vec<go::Move>, String> {
        go::parse_moves(self, text).map_err(|error| error.to_string())
    }

    fn board_text(&self) -> String {
        self.board_string()
    }

    /// The areas, in half-points; komi goes to White, a negative one to Black.
    fn points(&self) -> [u32; 2] {
        let komi = self.rules().komi().half_points();
        let [black, white] = self.area().map(|points| 2 * points);
        [black + (-komi).max(0) as u32, white + komi.max(0) as u32]
    }

    fn ending(&self) -> &'static str {
        if self.passes() >= 2 { "two passes" } else { "move limit" }
    }
}
