//! Go on boards of 2×2 to 19×19, with area scoring.
//!
//! The logical rules of Tromp and Taylor (<https://tromp.github.io/go.html>) with three choices
//! made: suicide is forbidden; repetition is kept out by simple ko or by positional superko
//! ([`Repetition`]); and a game that two passes have not ended is over at the [move
//! limit](Rules::move_limit), since under simple ko alone it could go on for ever. Either way the
//! board is scored as it stands: nobody removes dead stones but the players.
//!
//! The final score counts half-points, so that any komi is a whole number: 15 for a komi of 7.5.
//!
//! The size is a value and not a type, so that every searcher is compiled once for Go and not once
//! for each size.

mod board;
mod handicap;
mod notation;
mod points;
mod rules;
mod status;
mod vertex;

use std::fmt;
use std::hash::{Hash, Hasher};

pub use notation::{PositionError, parse_moves};
pub use rules::{InvalidKomi, Komi, Repetition, Rules};
pub use status::{Chain, Status};
pub use vertex::{InvalidMove, InvalidVertex, Move, Vertex};

use self::board::{Board, Content, scrambled};
use self::points::{Point, PointSet};
use super::symmetry::Symmetry;
use crate::game::{Game, Side};
use crate::random::Random;
use crate::score::Score;

/// A Go position: the stones, and what else decides how the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    rules: Rules,
    board: Board,
    side: Side,
    /// Where a stone may not be played because of simple ko.
    ko: Option<Point>,
    /// Passes since the last stone.
    passes: u8,
    plies: u32,
    /// Stones taken by each side.
    captures: [u32; 2],
    /// Under superko the hashes of all earlier boards, sorted; else nothing.
    seen: Vec<u64>,
}

impl Go {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            board: Board::new(rules),
            side: Side::First,
            ko: None,
            passes: 0,
            plies: 0,
            captures: [0, 0],
            seen: Vec::new(),
        }
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same position with `side` to move, free of any ko.
    #[must_use]
    pub fn with_side_to_move(&self, side: Side) -> Self {
        Self { side, ko: None, ..self.clone() }
    }

    /// The game played on with `side` to move, whoever was: earlier passes do not count any more,
    /// so one that two passes have ended goes on. At the move limit it is over all the same.
    #[must_use]
    pub fn resumed_by(&self, side: Side) -> Self {
        Self { passes: 0, ..self.with_side_to_move(side) }
    }

    /// The same position with another komi.
    #[must_use]
    pub fn with_komi(&self, komi: Komi) -> Self {
        Self { rules: self.rules.with_komi(komi), ..self.clone() }
    }

    /// Whose stone lies on `vertex`, if any does; none lies beside the board.
    #[must_use]
    pub fn stone(&self, vertex: Vertex) -> Option<Side> {
        let size = self.rules.size();
        vertex.is_on_board(size).then(|| self.stone_at(vertex.index(size))).flatten()
    }

    fn stone_at(&self, index: usize) -> Option<Side> {
        match self.board.content(self.board.point(index)) {
            Content::Stone(side) => Some(side),
            Content::Empty | Content::Border => None,
        }
    }

    /// How many stones `side` has on the board.
    #[must_use]
    pub fn stones(&self, side: Side) -> u32 {
        self.board.stones(side)
    }

    /// How many stones `side` has taken.
    #[must_use]
    pub fn captures(&self, side: Side) -> u32 {
        self.captures[side as usize]
    }

    /// Plies played so far.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Passes since the last stone.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.passes.into()
    }

    /// The area of each side as the board stands, `First` before `Second`, without komi: its stones
    /// and the empty points from which only its stones can be reached.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        self.board.area()
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || self.plies >= self.rules.move_limit()
    }

    /// Whether the side to move may play on `point`, the game not being over.
    fn may_play(&self, point: Point) -> bool {
        self.board.content(point) == Content::Empty
            && self.ko != Some(point)
            && self.board.can_live(point, self.side)
            && (self.seen.is_empty() || !self.was_seen(self.board.hash_after(point, self.side)))
    }

    fn was_seen(&self, hash: u64) -> bool {
        self.seen.binary_search(&hash).is_ok()
    }

    fn vertex(&self, point: Point) -> Vertex {
        Vertex::from_index(self.board.index(point), self.rules.size())
    }

    /// Whether a random playout may play on `point`.
    fn is_sensible(&self, point: Point) -> bool {
        self.may_play(point) && !self.board.is_eye(point, self.side)
    }

    fn place(&mut self, vertex: Vertex) {
        let point = self.board.point(vertex.index(self.rules.size()));
        if self.rules.repetition() == Repetition::Superko {
            let hash = self.board.hash();
            let place = self.seen.binary_search(&hash).unwrap_or_else(|place| place);
            self.seen.insert(place, hash);
        }
        let captured = self.board.play(point, self.side);
        self.captures[self.side as usize] += u32::from(captured.stones);
        // Superko forbids the same and more, by the board alone.
        self.ko = captured.ko.filter(|_| self.rules.repetition() == Repetition::SimpleKo);
        self.passes = 0;
    }

    /// The position seen through `symmetry`. Earlier boards are not turned along: under superko
    /// they are forgotten.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let size = self.rules.size();
        let image = |index: usize| symmetry.map(index as u32, size) as usize;
        let mut board = Board::new(self.rules);
        for index in 0..size * size {
            if let Some(side) = self.stone_at(index) {
                board.put(board.point(image(index)), side);
            }
        }
        let ko = self.ko.map(|point| board.point(image(self.board.index(point))));
        Self { board, ko, seen: Vec::new(), ..*self }
    }

    /// The one of the eight symmetric positions that stands for all of them; under superko without
    /// its history.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::ALL.map(|symmetry| self.transformed(symmetry));
        images
            .into_iter()
            .min_by_key(|image| (image.board.hash(), image.ko))
            .unwrap_or_else(|| self.clone())
    }
}

impl Default for Go {
    /// The empty 9×9 board with a komi of 7.5 and simple ko.
    fn default() -> Self {
        Self::new(Rules::new(9).expect("9 is a size"))
    }
}

/// The legal moves of a position: points row by row, then the pass.
struct Moves<'a> {
    position: &'a Go,
    points: PointSet,
    left: usize,
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<Move> {
        if skipped >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= skipped + 1;
        let point = self.points.take(skipped);
        Some(point.map_or(Move::Pass, |point| Move::Place(self.position.vertex(point))))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Moves<'_> {}

impl Game for Go {
    type Move = Move;

    const UNITS_PER_POINT: i32 = 2;
    /// The largest board; a history under superko, eight bytes a ply, comes on top.
    const HEAP_BYTES: usize = Board::MAX_BYTES;

    /// The points row by row from A1, then the pass.
    fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        if self.is_over() {
            return Moves { position: self, points: self.board.empty(), left: 0 };
        }
        let points = self.board.empty().filtered(|point| self.may_play(point));
        Moves { position: self, points, left: points.count() + 1 }
    }

    /// The moves that fill no eye of one's own, and the pass.
    fn sensible_moves(&self) -> impl Iterator<Item = Move> {
        let sensible = |mv: &Move| match *mv {
            Move::Place(vertex) => {
                let point = self.board.point(vertex.index(self.rules.size()));
                !self.board.is_eye(point, self.side)
            }
            Move::Pass => true,
        };
        self.moves().filter(sensible)
    }

    fn pass_by_choice(&self) -> Option<Move> {
        Some(Move::Pass).filter(|_| !self.is_over())
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv {
                Move::Pass => true,
                Move::Place(vertex) => {
                    let size = self.rules.size();
                    vertex.is_on_board(size) && self.may_play(self.board.point(vertex.index(size)))
                }
            }
    }

    fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.advance(mv);
        next
    }

    fn advance(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in\n{self}");
        match mv {
            Move::Place(vertex) => self.place(vertex),
            Move::Pass => {
                self.ko = None;
                self.passes += 1;
            }
        }
        self.plies += 1;
        self.side = !self.side;
    }

    /// Every legal move that fills no eye of one's own, with equal probability; a pass when there
    /// is none.
    fn playout_move(&self, random: &mut Random) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let empty = self.board.empty();
        // Most draws hit while the board is open; near its end a list is quicker. Both choose with
        // equal probability.
        for _ in 0..4 {
            let point = empty.draw(random).filter(|&point| self.is_sensible(point));
            if let Some(point) = point {
                return Some(Move::Place(self.vertex(point)));
            }
        }
        let point = empty.filtered(|point| self.is_sensible(point)).draw(random);
        Some(point.map_or(Move::Pass, |point| Move::Place(self.vertex(point))))
    }

    /// Own area minus the opponent's, komi included, in half-points.
    fn final_score(&self) -> Option<Score> {
        self.is_over().then(|| {
            let [black, white] = self.area().map(|points| 2 * points as i32);
            let score = Score(black - white - self.rules.komi().half_points());
            if self.side == Side::First { score } else { -score }
        })
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let ko = self.ko.map_or(0, u64::from);
        let small = ko << 8 | u64::from(self.passes) << 4 | self.side as u64;
        let [black, white] = self.captures.map(u64::from);
        let rules = (self.rules.size() as u64) << 40
            | (self.rules.komi().half_points() as u32 as u64) << 1
            | self.rules.repetition() as u64;
        let words = [self.board.hash(), small, u64::from(self.plies), black << 32 | white, rules];
        words
            .iter()
            .chain(&self.seen)
            .fold(0, |hash: u64, &word| scrambled(hash.rotate_left(23) ^ word))
    }

    /// Moves left before the move limit.
    fn empties(&self) -> u32 {
        if self.passes >= 2 { 0 } else { self.rules.move_limit() - self.plies }
    }
}

impl Hash for Go {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_diagram(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_stone_lies_beside_the_board() {
        let start = Go::new(Rules::new(5).unwrap());
        let stone = |go: &Go, point: &str| go.stone(point.parse().unwrap());
        let game = start.play("A2".parse().unwrap());
        assert_eq!(stone(&game, "A2"), Some(Side::First));
        for point in ["F1", "A6", "T19"] {
            assert_eq!(stone(&game, point), None, "{point}");
        }
    }
}
