//! What the lab needs to know of a game besides its rules: how it starts, how it is written down,
//! how it is scored.

mod winner;
mod written;

use std::fmt::Write;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{self, Go};
use yomi_engine::games::othello::{self, Bits, Kernel, Othello};
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::roster::Playable;
use yomi_protocol::board_game::BoardGame as _;
use yomi_protocol::notation::obf;

pub use winner::WinnerRule;
pub use written::{Notation, Played};

/// A game that experiments can be run on.
pub trait LabGame: Playable {
    /// What the game counts its points in, in the singular.
    const UNIT: &'static str;

    /// The ways to count a winner; the first is the usual one.
    const WINNERS: &'static [WinnerRule];

    /// The names of a board's columns, from the left.
    const COLUMNS: &'static str = "abcdefghij";

    /// Whether rows count from the lowest one up.
    const COUNTS_UP: bool = false;

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

    /// The position that a text in OBF is; none if it is no such text, such as moves.
    ///
    /// # Errors
    /// What is wrong with it, and what was expected.
    fn position(&self, _text: &str) -> Option<Result<Self, String>> {
        None
    }

    /// Appends a move as [`opening`](Self::opening) reads it.
    fn write_move(mv: Self::Move, text: &mut String) {
        write!(text, "{mv}").expect("a string takes all text");
    }

    /// The position on one line.
    fn board_text(&self) -> String;

    /// The points of each side, `First` before `Second`, in units of the game's final score.
    fn points(&self) -> [u32; 2];

    /// Why a finished game ended.
    fn ending(&self) -> &'static str;

    /// The lines of the board.
    fn size(&self) -> u32;

    /// The moves of the side to move that will probably take time to think about, this one
    /// included.
    fn moves_left(&self) -> u32;

    /// The komi, where there is one.
    fn komi(&self) -> Option<String> {
        None
    }

    /// This position as the start of a game in GGF, if that can write it; `clock` is what follows
    /// `TI`.
    fn ggf(&self, _clock: Option<&str>) -> Option<String> {
        None
    }

    /// A whole game from this position; `None` where the notation does not know it.
    fn written(&self, _notation: Notation, _played: &Played<'_, Self::Move>) -> Option<String> {
        None
    }

    /// The points of the winner when the other side forfeits and has none, in units of the game's
    /// final score: all there are.
    fn all_points(&self) -> u32 {
        self.size() * self.size() * Self::UNITS_PER_POINT as u32
    }

    /// The highest final score there is, in points.
    fn highest_score(&self) -> f64 {
        f64::from(self.all_points()) / f64::from(Self::UNITS_PER_POINT)
    }
}

impl<K: Kernel> LabGame for Othello<K> {
    const UNIT: &'static str = "disc";
    const WINNERS: &'static [WinnerRule] =
        &[WinnerRule::Discs, WinnerRule::Tutorial { squares: (K::SIZE * K::SIZE) as u32 }];

    fn written(&self, notation: Notation, played: &Played<'_, othello::Move>) -> Option<String> {
        written::othello(self, notation, played)
    }

    fn started_by(&self, first: Side) -> Self {
        if first == self.side_to_move() { *self } else { self.passed() }
    }

    #[inline]
    fn write_move(mv: othello::Move, text: &mut String) {
        let written = match mv {
            othello::Move::Place(square) => square.write_to(text),
            othello::Move::Pass => write!(text, "{mv}"),
        };
        written.expect("a string takes all text");
    }

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }

    fn opening(&self, text: &str) -> Result<Vec<othello::Move>, String> {
        othello::parse_moves(self, text).map_err(|error| error.to_string())
    }

    fn position(&self, text: &str) -> Option<Result<Self, String>> {
        // No moves are written without digits.
        let board = text.split(';').next().unwrap_or_default();
        let squares = board.chars().all(|c| "XxOoBbWw*-. \t".contains(c));
        (squares && board.len() >= 16).then(|| match obf::positions(text).next() {
            Some(Ok(record)) => record
                .start()
                .position()
                .ok_or_else(|| format!("expected a board of {0}×{0} squares", K::SIZE)),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("expected a position".to_owned()),
        })
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

    fn size(&self) -> u32 {
        K::SIZE as u32
    }

    fn moves_left(&self) -> u32 {
        self.moves_to_think_about()
    }

    fn ggf(&self, clock: Option<&str>) -> Option<String> {
        // Without a clock nothing is said: `TI[0]` is one on which no time is left.
        let clock = clock.map_or(String::new(), |clock| format!("TI[{clock}]"));
        let (size, board) = (K::SIZE, self.board_string());
        let board: String =
            board.chars().map(|c| if matches!(c, 'X' | 'x') { '*' } else { c }).collect();
        Some(format!(
            "(;GM[Othello]PC[Yomi]PB[Black]PW[White]RE[?]{clock}TY[{size}]BO[{size} {board}];)"
        ))
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
        tictactoe::parse_moves(self, text).map_err(|error| error.to_string())
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

    fn size(&self) -> u32 {
        3
    }

    fn moves_left(&self) -> u32 {
        self.moves_to_think_about()
    }

    fn all_points(&self) -> u32 {
        1
    }
}

impl LabGame for Go {
    const UNIT: &'static str = "point";
    const WINNERS: &'static [WinnerRule] = &[WinnerRule::Score];
    const COLUMNS: &'static str = "ABCDEFGHJKLMNOPQRST";
    const COUNTS_UP: bool = true;

    fn written(&self, notation: Notation, played: &Played<'_, go::Move>) -> Option<String> {
        written::go(self, notation, played)
    }

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

    fn size(&self) -> u32 {
        self.rules().size() as u32
    }

    fn moves_left(&self) -> u32 {
        self.moves_to_think_about()
    }

    fn komi(&self) -> Option<String> {
        Some(self.rules().komi().to_string())
    }

    fn highest_score(&self) -> f64 {
        let all = self.all_points() as i32 + self.rules().komi().half_points().abs();
        f64::from(all) / f64::from(Self::UNITS_PER_POINT)
    }
}
