//! One game in progress, whatever its rules: moves are text, and the last turn can be taken back.

use yomi_engine::game::Side;
use yomi_engine::games::go::Status;
use yomi_engine::roster::{Parameter, RosterError};

use super::refusal::Refusal;
use super::search::{Bounds, Task};
#[cfg(doc)]
use crate::board_game::BoardGame;

/// A game in progress.
pub trait AnyGame: Send {
    /// The lines of the board.
    fn size(&self) -> u32;
    /// Whose turn it is.
    fn side(&self) -> Side;
    /// The legal moves; a forced pass is one, and there is none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Whether the text is the name of a pass.
    fn is_pass(&self, mv: &str) -> bool;
    /// The start position as a line that [`set_up`](Self::set_up) reads.
    fn start_line(&self) -> String;
    /// The position now, as such a line.
    fn line(&self) -> String;
    /// The moves played since the start, passes among them, and who made them.
    fn history(&self) -> Vec<(Side, String)>;
    /// The turns that [`undo`](Self::undo) can take back.
    fn turns(&self) -> usize;
    /// How many moves `side`, or the side whose turn it is, has to choose among, and how many to
    /// think about until the end: see [`BoardGame::moves_to_think_about`].
    ///
    /// # Errors
    /// If it is not its turn.
    fn prospect(&self, side: Option<Side>) -> Result<(usize, u32), Refusal>;
    /// See [`BoardGame::content`].
    fn content(&self, column: u32, row: u32) -> Option<Side>;
    /// See [`BoardGame::square_name`].
    fn square_name(&self, column: u32, row: u32) -> String;
    /// See [`BoardGame::UPWARDS`].
    fn is_upwards(&self) -> bool;
    /// See [`BoardGame::HANDICAPS`].
    fn has_handicaps(&self) -> bool;
    /// See [`BoardGame::lead`].
    fn lead(&self) -> Option<f64>;
    /// See [`BoardGame::groups`].
    fn groups(&self) -> Vec<(Vec<String>, Status)>;
    /// The lead when the dead stones are taken off: see [`BoardGame::counted`].
    fn counted_lead(&self) -> Option<f64>;
    /// The board as people read it, without an empty line.
    fn diagram(&self) -> String;

    /// Puts up the start position, or the one written on a line, without any history.
    ///
    /// # Errors
    /// If the line cannot be read.
    fn set_up(&mut self, line: Option<&str>) -> Result<(), Refusal>;

    /// Puts stones or discs on the board before the first move, with `side` to move.
    ///
    /// # Errors
    /// If a move was made, or the stones cannot lie there.
    fn place(&mut self, stones: &[(Side, &str)], side: Side) -> Result<(), Refusal>;

    /// The squares of a handicap: see [`BoardGame::handicap`].
    ///
    /// # Errors
    /// If there is no such handicap.
    fn handicap(&self, count: usize, fewer: bool) -> Result<Vec<String>, Refusal>;

    /// See [`Player::declared`](yomi_engine::roster::Player::declared).
    fn declared(&self, key: &str) -> Option<Parameter>;

    /// See [`Player::given`](yomi_engine::roster::Player::given).
    fn given(&self, key: &str) -> Option<String>;

    /// The player's text with another value of a parameter, or with the parameter left out.
    ///
    /// # Errors
    /// If it has no such parameter, or that does not take this value.
    fn with_parameter(&self, key: &str, value: Option<&str>) -> Result<String, RosterError>;

    /// Another player, from this position on, built at once if it is to be `ready`.
    ///
    /// # Errors
    /// If its text is wrong ([`Refusal::Unreadable`]) or there is no memory for it
    /// ([`Refusal::Unavailable`]); the old one stays, without what it had learnt if it had to make
    /// room.
    fn set_player(&mut self, choice: &PlayerChoice, ready: bool) -> Result<(), Refusal>;

    /// What `Second` is given, in this game and the next ones: see [`BoardGame::with_komi`].
    fn set_komi(&mut self, komi: f64);

    /// Builds the player, so that its first move costs no more than thinking.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn prepare(&mut self) -> Result<(), Refusal>;

    /// Gives the player's memory back; it is built again when it is asked or prepared.
    fn dismiss(&mut self);

    /// Lets the player forget what it has learnt, as for a new game.
    fn forget(&mut self);

    /// The number in its session of the game after this one. Each game draws from a random stream
    /// of its own; one in which the player was never asked does not count.
    fn next_number(&self) -> u64;

    /// Plays a move of `side`, or of the side whose turn it is.
    ///
    /// A pass that was left out before it is played with it, and counts with it as one turn; a pass
    /// of a side that has nothing else to do is accepted even if it is already behind it, and is
    /// then a turn without a move. In Go a side that is named may always move, also when the game
    /// is over by two passes.
    ///
    /// # Errors
    /// If it is no move, not legal or not this side's turn.
    fn play(&mut self, side: Option<Side>, mv: &str) -> Result<(), Refusal>;

    /// Takes the last turn back.
    ///
    /// # Errors
    /// If there is none.
    fn undo(&mut self) -> Result<(), Refusal>;

    /// The thinking about the next move of `side`, or of the side whose turn it is: the best move,
    /// or with `count` above 1 the best few.
    ///
    /// # Errors
    /// If it is not this side's turn, or there is no memory for the player.
    fn think(&mut self, side: Option<Side>, count: usize, bounds: Bounds) -> Result<Task, Refusal>;

    /// The thinking about the position after the first `plies` moves; all of them if there are
    /// fewer.
    ///
    /// # Errors
    /// If there is no memory for the player.
    fn think_back(&mut self, plies: usize, bounds: Bounds) -> Result<Task, Refusal>;
}

/// Who plays: a player text, the strongest one if there is none, and where its random numbers
/// start. What the strongest one is told holds on every board and in every game where it has such a
/// parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerChoice {
    /// The player's text.
    pub player: Option<String>,
    /// Its seed.
    pub seed: u64,
    /// Whether the strongest player, if none is named, does without its opening book.
    pub without_book: bool,
    /// Its level, if one is set.
    pub level: Option<u64>,
    /// Its threads.
    pub threads: Option<u64>,
    /// The MiB of its table.
    pub table: Option<u64>,
}
