//! What protocols need to know of a game besides its rules: how it is set up, shown and scored.

use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{Go, Komi, Move, PositionError, Rules, Status, Vertex};
use yomi_engine::games::othello::{self, Bits, Kernel, NotationError, Othello};
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::roster::Playable;

/// A game that can be played over a protocol.
pub trait BoardGame: Playable {
    /// Whether row 1 is the lowest of a board as people see it.
    const UPWARDS: bool = false;
    /// Whether a side may be given stones before the first move.
    const HANDICAPS: bool = false;

    /// The start position on a board of `size` lines; a type with one size only is asked for no
    /// other.
    fn start(size: u32) -> Self;

    /// The lines of the board.
    fn size(&self) -> u32;

    /// The position on one line.
    fn line(&self) -> String;

    /// Reads what [`line`](Self::line) writes, and what UGI's `fen` has.
    ///
    /// # Errors
    /// Where it cannot be read, and what was expected.
    fn from_line(text: &str) -> Result<Self, String>;

    /// Whose disc or stone stands on the square whose name has this column letter and this row
    /// number, both counted from 0.
    fn content(&self, column: u32, row: u32) -> Option<Side>;

    /// The name of that square.
    fn square_name(column: u32, row: u32) -> String {
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The same position when `Second` is given `komi` points, or what is nearest to that. Games
    /// without komi ignore it.
    fn with_komi(&self, komi: f64) -> Self {
        let _ = komi;
        self.clone()
    }

    /// No game is won by more points than these.
    fn most_points(&self) -> f64 {
        f64::from(self.size().pow(2))
    }

    /// The points of `First` minus those of `Second` in a finished game; `None` while the game goes
    /// on.
    fn lead(&self) -> Option<f64> {
        let score = f64::from(self.final_score()?.0) / f64::from(Self::UNITS_PER_POINT);
        // No negative zero.
        Some(if self.side_to_move() == Side::First { score } else { -score + 0.0 })
    }

    /// The same position with stones or discs put on squares, and `side` to move; `None` if that
    /// cannot be. Whatever lies on a square of Othello is replaced.
    fn with_stones(&self, stones: &[(Side, Self::Move)], side: Side) -> Option<Self> {
        let _ = (stones, side);
        None
    }

    /// The points of `count` handicap stones, or of as many as fit if `fewer` will do; `None` in
    /// games without handicaps, or if that many do not fit.
    fn handicap(&self, count: usize, fewer: bool) -> Option<Vec<Self::Move>> {
        let _ = (count, fewer);
        None
    }

    /// The groups of stones, the names of their squares, and what becomes of them at the end. Where
    /// stones cannot be dead, every one is a living group.
    fn groups(&self) -> Vec<(Vec<String>, Status)> {
        let squares =
            (0..self.size()).flat_map(|row| (0..self.size()).map(move |column| (column, row)));
        let taken = squares.filter(|&(column, row)| self.content(column, row).is_some());
        taken.map(|(column, row)| (vec![Self::square_name(column, row)], Status::Alive)).collect()
    }

    /// The position as people count it: in Go without the dead stones.
    fn counted(&self) -> Self {
        self.clone()
    }

    /// The moves of the side to move that will probably take time to think about, this one
    /// included.
    fn moves_to_think_about(&self) -> u32 {
        self.empties().div_ceil(2)
    }

    /// Whether a move is a pass, forced or not; searchers ask only for forced ones.
    fn is_any_pass(mv: Self::Move) -> bool {
        Self::is_pass(mv)
    }

    /// The pass that must have been left out if the other side moves now: a forced one.
    fn implied_pass(&self) -> Option<Self::Move> {
        let mut moves = self.moves();
        if moves.len() == 1 { moves.next().filter(|&mv| Self::is_pass(mv)) } else { None }
    }

    /// The position in which `side` is to move, and the pass that must have been left out before
    /// it; `None` if the other side has a move to make first.
    fn turned_to(&self, side: Side) -> Option<(Self, Option<Self::Move>)> {
        if side == self.side_to_move() {
            return Some((self.clone(), None));
        }
        let pass = self.implied_pass()?;
        Some((self.play(pass), Some(pass)))
    }

    /// Whether `side` could do nothing but pass if it were its turn, also when the game is over. An
    /// explicit pass of such a side is accepted even if the pass is already behind it.
    fn is_stuck(&self, side: Side) -> bool {
        let _ = side;
        self.moves().len() == 0
    }
}

impl<K: Kernel> BoardGame for Othello<K> {
    fn start(_: u32) -> Self {
        Self::default()
    }

    fn size(&self) -> u32 {
        K::SIZE as u32
    }

    fn line(&self) -> String {
        self.board_string()
    }

    fn from_line(text: &str) -> Result<Self, String> {
        // UGI's referees name the sides b and w, the board string X and O.
        let text = text.trim_end();
        let side = |letter, disc: char| {
            text.strip_suffix(letter).map(|board: &str| format!("{board}{disc}"))
        };
        let line = side(" b", 'X').or_else(|| side(" w", 'O'));
        line.as_deref().unwrap_or(text).parse().map_err(|error: NotationError| error.to_string())
    }

    fn content(&self, column: u32, row: u32) -> Option<Side> {
        let index = row * K::SIZE as u32 + column;
        Side::BOTH.into_iter().find(|&side| self.discs(side).contains(index))
    }

    fn with_stones(&self, stones: &[(Side, Self::Move)], side: Side) -> Option<Self> {
        let mut discs = Side::BOTH.map(|side| self.discs(side));
        for &(owner, mv) in stones {
            let othello::Move::Place(square) = mv else { return None };
            let index = Some(square).filter(|square| square.is_on_board(K::SIZE))?.index(K::SIZE);
            let disc = K::Bits::single(index);
            discs[owner as usize] = discs[owner as usize] | disc;
            discs[!owner as usize] = discs[!owner as usize] & !disc;
        }
        Self::new(discs[side as usize], discs[!side as usize], side)
    }

    /// The last moves are found at once: what is left is solved by then.
    fn moves_to_think_about(&self) -> u32 {
        const SOLVED: u32 = 14;
        self.empties().saturating_sub(SOLVED).div_ceil(2).max(2)
    }

    fn is_stuck(&self, side: Side) -> bool {
        let legal = if side == self.side_to_move() { self.legal() } else { self.opponent_legal() };
        legal.is_empty()
    }
}

impl BoardGame for Go {
    const UPWARDS: bool = true;
    const HANDICAPS: bool = true;

    fn start(size: u32) -> Self {
        // Every size that is asked for is one of Go's.
        Rules::new(size as usize).map(Self::new).unwrap_or_default()
    }

    fn size(&self) -> u32 {
        self.rules().size() as u32
    }

    fn line(&self) -> String {
        self.board_string()
    }

    fn from_line(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: PositionError| error.to_string())
    }

    fn content(&self, column: u32, row: u32) -> Option<Side> {
        self.stone(Vertex::from_index((row * self.size() + column) as usize, self.rules().size()))
    }

    fn square_name(column: u32, row: u32) -> String {
        Vertex::from_index((row * Rules::MAX_SIZE as u32 + column) as usize, Rules::MAX_SIZE)
            .to_string()
    }

    fn with_komi(&self, komi: f64) -> Self {
        self.with_komi(Komi::nearest(komi))
    }

    fn most_points(&self) -> f64 {
        let komi = f64::from(self.rules().komi().half_points().abs()) / 2.0;
        f64::from(BoardGame::size(self).pow(2)) + komi
    }

    fn with_stones(&self, stones: &[(Side, Move)], side: Side) -> Option<Self> {
        let stone = |&(owner, mv)| match mv {
            Move::Place(vertex) => Some((owner, vertex)),
            Move::Pass => None,
        };
        let stones: Vec<(Side, Vertex)> = stones.iter().map(stone).collect::<Option<_>>()?;
        self.with_stones(&stones, side)
    }

    fn handicap(&self, count: usize, fewer: bool) -> Option<Vec<Move>> {
        let count = if fewer { count.min(self.rules().most_handicap()) } else { count };
        let vertices = self.rules().handicap(count)?;
        Some(vertices.into_iter().map(Move::Place).collect())
    }

    fn groups(&self) -> Vec<(Vec<String>, Status)> {
        let names = |vertices: Vec<Vertex>| vertices.iter().map(ToString::to_string).collect();
        self.chains().into_iter().map(|chain| (names(chain.vertices), chain.status)).collect()
    }

    fn counted(&self) -> Self {
        self.without_dead()
    }

    /// A game goes on for a while after the board is full, and ends long before its limit of moves.
    fn moves_to_think_about(&self) -> u32 {
        let size = self.size();
        let vertices = (0..size * size).map(|index| (index % size, index / size));
        let free =
            vertices.filter(|&(column, row)| self.content(column, row).is_none()).count() as u32;
        (free / 2 + size).min(self.empties().div_ceil(2))
    }

    fn is_any_pass(mv: Move) -> bool {
        mv == Move::Pass
    }

    /// Either side may be told to move at any time, also when two passes have ended the game: the
    /// players may disagree about dead stones. Nobody has passed then.
    fn turned_to(&self, side: Side) -> Option<(Self, Option<Move>)> {
        let goes_on = side == self.side_to_move() && self.passes() < 2;
        Some((if goes_on { self.clone() } else { self.resumed_by(side) }, None))
    }
}

impl BoardGame for TicTacToe {
    fn start(_: u32) -> Self {
        Self::default()
    }

    fn size(&self) -> u32 {
        Self::SIZE as u32
    }

    fn line(&self) -> String {
        self.board_string()
    }

    fn from_line(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: tictactoe::PositionError| error.to_string())
    }

    fn content(&self, column: u32, row: u32) -> Option<Side> {
        match self.line().as_bytes().get((row * self.size() + column) as usize)? {
            b'X' => Some(Side::First),
            b'O' => Some(Side::Second),
            _ => None,
        }
    }
}
