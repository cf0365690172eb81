//! What a game is: the one interface between rules and searchers.
//!
//! A position *is* the game state (no separate rules object), moves are played by copying, and
//! scores are always seen from the side to move, so that every searcher is one negamax loop.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

use crate::random::Random;
use crate::score::Score;

/// One of the two players. `First` is Black in Othello and Go, X in tic-tac-toe, Max in an explicit
/// tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who moves first at the start of a game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, `First` before `Second`.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A position of a two-player, zero-sum, perfect-information game.
///
/// Laws, checked for every game by `tests/all/conformance.rs`:
/// - [`moves`](Game::moves) is empty exactly when [`final_score`](Game::final_score) is `Some`;
/// - every game ends, and the side to move changes with every move: a side that must pass has one
///   move, the pass;
/// - equal positions have equal [`key`](Game::key)s, and different ones of one game (of one written
///   tree) have different keys up to chance.
///
/// ```
/// use yomi_engine::game::Game;
/// use yomi_engine::games::othello::Othello8;
///
/// // Both sides play their first legal move until the game is over.
/// let mut position = Othello8::default();
/// loop {
///     let first = position.moves().next();
///     let Some(mv) = first else { break };
///     position = position.play(mv);
/// }
/// let score = position.final_score().expect("no moves: the game is over");
/// assert!(score.0.abs() <= 64, "{score} discs for {:?}", position.side_to_move());
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A move; its text form is what protocols and records use.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr + Send + Sync;

    /// How many units of [`final_score`](Game::final_score) make one point of the game: 2 in Go,
    /// where komi may be half a point.
    const UNITS_PER_POINT: i32 = 1;

    /// How many bytes a position keeps outside itself at most, a history of the game apart, so that
    /// tables can keep to a size.
    const HEAP_BYTES: usize = 0;

    /// The legal moves in a fixed order; empty exactly when the game is over. A forced pass is a
    /// move.
    fn moves(&self) -> impl ExactSizeIterator<Item = Self::Move>;

    /// The position after `mv`, which must be legal: the caller's duty, checked in debug builds
    /// only.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// The result for the side to move, in [units](Game::UNITS_PER_POINT) of the game, or `None`
    /// while the game goes on.
    ///
    /// Ask only when [`moves`](Game::moves) is empty: it may cost as much as generating them.
    fn final_score(&self) -> Option<Score>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// A 64-bit hash for transposition tables, the same on every machine and in every run.
    fn key(&self) -> u64;

    /// Whether `mv` is one of [`moves`](Game::moves); games that know a shorter way take it.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().any(|legal| legal == mv)
    }

    /// The legal moves: those of `first` that are legal, each once, then the rest in their usual
    /// order. For searches with an idea what to try first: the best move known of this position,
    /// then moves that were good in others. Where those say nothing, a game leaves them in their
    /// usual places.
    fn moves_beginning_with(
        &self,
        mut first: [Option<Self::Move>; 3],
    ) -> impl Iterator<Item = Self::Move> + use<'_, Self> {
        for place in 1..first.len() {
            if first[..place].contains(&first[place]) {
                first[place] = None;
            }
        }
        let promising = first.into_iter().flatten().filter(|&mv| self.is_legal(mv));
        promising.chain(self.moves().filter(move |&mv| !first.contains(&Some(mv))))
    }

    /// Plays `mv`, which must be legal, in place: [`play`](Game::play) without the copy, for games
    /// that can spare it.
    fn advance(&mut self, mv: Self::Move) {
        *self = self.play(mv);
    }

    /// A move for a random playout, `None` once the game is over: every legal move with equal
    /// probability, but for moves that would keep playouts from ending sensibly, such as filling
    /// one's own eyes in Go.
    fn playout_move(&self, random: &mut Random) -> Option<Self::Move> {
        let mut moves = self.moves();
        // A single move takes no number from the stream.
        match moves.len() {
            0 | 1 => moves.next(),
            count => moves.nth(random.below(count)),
        }
    }

    /// The legal moves but for those that are never worth trying, such as filling one's own eyes in
    /// Go: what a tree of playouts grows from. Never empty while the game goes on.
    fn sensible_moves(&self) -> impl Iterator<Item = Self::Move> {
        self.moves()
    }

    /// The pass of a side that could make another move instead; `None` in games where a pass is
    /// always forced.
    fn pass_by_choice(&self) -> Option<Self::Move> {
        None
    }

    /// Whether `mv` is the forced pass of a side that has no other move. A pass by choice, as in
    /// Go, is a move like any other.
    fn is_pass(mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// How many moves other than forced passes can still be played at most: empty squares on a
    /// board, the height of an explicit tree, the moves before the move limit in Go. Players that
    /// solve the end of the game use it to decide when.
    fn empties(&self) -> u32;
}
