//! Stones, groups and liberties, kept up to date stone by stone.
//!
//! The board has a border of one point all around, so that every neighbour exists. A group is a
//! ring of stones linked by `next`; all of them name one of them as `head`, whose cell counts the
//! group's pseudo-liberties: pairs of a stone and an empty point beside it. An empty point beside
//! two stones of a group counts twice, which is enough to know when none is left, and never needs a
//! search.

use super::Rules;
use super::points::{MAX_POINT, Point, PointSet};
use crate::game::Side;

/// What lies on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Stone(Side),
    Border,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Content,
    /// Pseudo-liberties of the group, at its head only.
    liberties: u16,
    head: Point,
    next: Point,
}

/// The stones on a board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: u8,
    stones: [u16; 2],
    hash: u64,
    empty: PointSet,
    cells: Vec<Cell>,
}

/// What a move took from the board.
pub(super) struct Captured {
    pub(super) stones: u16,
    /// The point where a stone may not be taken back at once.
    pub(super) ko: Option<Point>,
}

impl Board {
    /// What the largest board takes on the heap.
    pub(super) const MAX_BYTES: usize = (MAX_POINT + 1) * size_of::<Cell>();

    /// The empty board.
    pub(super) fn new(rules: Rules) -> Self {
        let (size, stride) = (rules.size(), rules.size() + 1);
        let cell = |content| Cell { content, liberties: 0, head: 0, next: 0 };
        let mut cells = vec![cell(Content::Border); (size + 2) * stride + 1];
        for row in 1..=size {
            cells[row * stride + 1..][..size].fill(cell(Content::Empty));
        }
        let mut board =
            Self { size: size as u8, stones: [0, 0], hash: 0, empty: PointSet::NONE, cells };
        board.points().for_each(|point| board.empty.add(point));
        board
    }

    /// The points without a stone.
    pub(super) fn empty(&self) -> PointSet {
        self.empty
    }

    pub(super) fn size(&self) -> usize {
        self.size.into()
    }

    /// A number for the stones on the board: equal boards have equal numbers, others different ones
    /// up to chance.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// How many stones `side` has.
    pub(super) fn stones(&self, side: Side) -> u32 {
        self.stones[side as usize].into()
    }

    fn stride(&self) -> usize {
        self.size() + 1
    }

    /// The point with number `index`, counted row by row from the lower left.
    pub(super) fn point(&self, index: usize) -> Point {
        ((index / self.size() + 1) * self.stride() + index % self.size() + 1) as Point
    }

    /// The number of a point, counted row by row from the lower left.
    pub(super) fn index(&self, point: Point) -> usize {
        let point = usize::from(point);
        (point / self.stride() - 1) * self.size() + point % self.stride() - 1
    }

    /// All points, row by row from the lower left.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (size, stride) = (self.size(), self.stride());
        (1..=size).flat_map(move |row| {
            (row * stride + 1..=row * stride + size).map(|point| point as Point)
        })
    }

    pub(super) fn content(&self, point: Point) -> Content {
        self.cells[usize::from(point)].content
    }

    pub(super) fn neighbours(&self, point: Point) -> [Point; 4] {
        let stride = self.stride() as Point;
        [point - stride, point - 1, point + 1, point + stride]
    }

    fn diagonals(&self, point: Point) -> [Point; 4] {
        let stride = self.stride() as Point;
        [point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1]
    }

    fn head(&self, stone: Point) -> Point {
        self.cells[usize::from(stone)].head
    }

    fn cell(&mut self, point: Point) -> &mut Cell {
        &mut self.cells[usize::from(point)]
    }

    /// The pseudo-liberties of the group of `stone`.
    fn liberties(&self, stone: Point) -> u16 {
        self.cells[usize::from(self.head(stone))].liberties
    }

    /// Whether the group of `stone`, a neighbour of the empty `point`, has no other liberty.
    fn hangs_on(&self, stone: Point, point: Point) -> bool {
        let (head, liberties) = (self.head(stone), self.liberties(stone));
        // No point is a liberty of more than four stones.
        liberties <= 4 && {
            let same = |&other: &Point| {
                self.content(other) == self.content(stone) && self.head(other) == head
            };
            usize::from(liberties)
                == self.neighbours(point).iter().filter(|other| same(other)).count()
        }
    }

    /// Whether a stone of `side` on the empty `point` would have a liberty once it has taken what
    /// it takes.
    pub(super) fn can_live(&self, point: Point, side: Side) -> bool {
        let neighbours =
            self.neighbours(point).map(|neighbour| (neighbour, self.content(neighbour)));
        // The cheap question first.
        neighbours.iter().any(|&(_, content)| content == Content::Empty)
            || neighbours.iter().any(|&(neighbour, content)| match content {
                Content::Stone(owner) => (owner == side) != self.hangs_on(neighbour, point),
                Content::Empty | Content::Border => false,
            })
    }

    /// Whether the empty `point` is an eye of `side`: own stones on all sides, and too few enemies
    /// on the diagonals to make it false (none at the edge, at most one elsewhere).
    pub(super) fn is_eye(&self, point: Point, side: Side) -> bool {
        let own = |content| content == Content::Stone(side) || content == Content::Border;
        if !self.neighbours(point).into_iter().all(|neighbour| own(self.content(neighbour))) {
            return false;
        }
        let diagonals = self.diagonals(point).map(|diagonal| self.content(diagonal));
        let count = |wanted| diagonals.iter().filter(|&&content| content == wanted).count();
        count(Content::Stone(!side)) + usize::from(count(Content::Border) > 0) < 2
    }

    /// The hash of the board after `side` plays on the empty `point`.
    pub(super) fn hash_after(&self, point: Point, side: Side) -> u64 {
        let mut hash = self.hash ^ zobrist(point, side);
        let neighbours = self.neighbours(point);
        for (place, &neighbour) in neighbours.iter().enumerate() {
            let enemy = |stone: Point| self.content(stone) == Content::Stone(!side);
            let again = |&other: &Point| enemy(other) && self.head(other) == self.head(neighbour);
            if !enemy(neighbour)
                || neighbours[..place].iter().any(again)
                || !self.hangs_on(neighbour, point)
            {
                continue;
            }
            let mut stone = neighbour;
            loop {
                hash ^= zobrist(stone, !side);
                stone = self.cells[usize::from(stone)].next;
                if stone == neighbour {
                    break;
                }
            }
        }
        hash
    }

    /// Puts a stone of `side` on the empty `point` and takes the enemies it leaves without a
    /// liberty.
    pub(super) fn play(&mut self, point: Point, side: Side) -> Captured {
        self.put(point, side);
        let (mut taken, mut last) = (0, point);
        for neighbour in self.neighbours(point) {
            if self.content(neighbour) == Content::Stone(!side) && self.liberties(neighbour) == 0 {
                taken += self.take(neighbour, !side);
                last = neighbour;
            }
        }
        let alone = self.cells[usize::from(point)].next == point;
        let ko = taken == 1 && alone && self.liberties(point) == 1;
        Captured { stones: taken, ko: ko.then_some(last) }
    }

    /// Puts a stone on the empty `point` and joins it with its neighbours; takes nothing.
    pub(super) fn put(&mut self, point: Point, side: Side) {
        self.stones[side as usize] += 1;
        self.hash ^= zobrist(point, side);
        self.empty.remove(point);
        *self.cell(point) =
            Cell { content: Content::Stone(side), liberties: 0, head: point, next: point };
        for neighbour in self.neighbours(point) {
            match self.content(neighbour) {
                Content::Empty => {
                    let head = self.head(point);
                    self.cell(head).liberties += 1;
                }
                Content::Border => {}
                Content::Stone(owner) => {
                    let head = self.head(neighbour);
                    self.cell(head).liberties -= 1;
                    if owner == side && head != self.head(point) {
                        self.join(point, neighbour);
                    }
                }
            }
        }
    }

    /// Makes the group of `stone` part of the group of `other`.
    fn join(&mut self, stone: Point, other: Point) {
        let (old, head) = (self.head(stone), self.head(other));
        self.cell(head).liberties += self.cells[usize::from(old)].liberties;
        let mut member = stone;
        loop {
            let cell = self.cell(member);
            (cell.head, member) = (head, cell.next);
            if member == stone {
                break;
            }
        }
        let (next, other_next) =
            (self.cells[usize::from(stone)].next, self.cells[usize::from(other)].next);
        (self.cell(stone).next, self.cell(other).next) = (other_next, next);
    }

    /// Takes the group of `stone`, which belongs to `owner`, off the board; returns its size.
    fn take(&mut self, stone: Point, owner: Side) -> u16 {
        let (mut member, mut taken) = (stone, 0);
        loop {
            taken += 1;
            self.hash ^= zobrist(member, owner);
            self.empty.add(member);
            self.cell(member).content = Content::Empty;
            for neighbour in self.neighbours(member) {
                // The group's own stones count too, but nobody looks at their count again.
                if matches!(self.content(neighbour), Content::Stone(_)) {
                    let head = self.head(neighbour);
                    self.cell(head).liberties += 1;
                }
            }
            member = self.cells[usize::from(member)].next;
            if member == stone {
                break;
            }
        }
        self.stones[owner as usize] -= taken;
        taken
    }

    /// A stone whose group has no liberty: not a position of any game.
    pub(super) fn breathless(&self) -> Option<Point> {
        let stone = |point: &Point| matches!(self.content(*point), Content::Stone(_));
        self.points().filter(stone).find(|&point| self.liberties(point) == 0)
    }

    /// The area of each side: its stones and the empty points from which only its stones can be
    /// reached.
    pub(super) fn area(&self) -> [u32; 2] {
        let mut area = Side::BOTH.map(|side| self.stones(side));
        self.visit_regions(|points, borders| {
            if let Some(owner) = owner(borders) {
                area[owner as usize] += points.len() as u32;
            }
        });
        area
    }

    /// Tells `visit` of every region of connected empty points and of the sides whose stones it
    /// touches.
    pub(super) fn visit_regions(&self, mut visit: impl FnMut(&[Point], [bool; 2])) {
        let mut visited = [false; MAX_POINT + 1];
        let mut region = Vec::new();
        for start in self.points() {
            if self.content(start) != Content::Empty || visited[usize::from(start)] {
                continue;
            }
            let (mut next, mut borders) = (0, [false; 2]);
            visited[usize::from(start)] = true;
            region.clear();
            region.push(start);
            while let Some(&point) = region.get(next) {
                next += 1;
                for neighbour in self.neighbours(point) {
                    match self.content(neighbour) {
                        Content::Border => {}
                        Content::Stone(side) => borders[side as usize] = true,
                        Content::Empty if visited[usize::from(neighbour)] => {}
                        Content::Empty => {
                            visited[usize::from(neighbour)] = true;
                            region.push(neighbour);
                        }
                    }
                }
            }
            visit(&region, borders);
        }
    }

    /// The stones of the group of `stone`, this one first.
    pub(super) fn group(&self, stone: Point) -> impl Iterator<Item = Point> {
        let after = move |&member: &Point| {
            Some(self.cells[usize::from(member)].next).filter(|&next| next != stone)
        };
        std::iter::successors(Some(stone), after)
    }
}

/// The side that a region of empty points belongs to: the only one whose stones it touches.
pub(super) fn owner(borders: [bool; 2]) -> Option<Side> {
    match borders {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [true, true] | [false, false] => None,
    }
}

impl PartialEq for Board {
    /// The same stones; how groups came to be linked does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.cells.len() == other.cells.len()
            && self.cells.iter().zip(&other.cells).all(|(one, other)| one.content == other.content)
    }
}

impl Eq for Board {}

/// A random word for each point and side (Zobrist 1970).
fn zobrist(point: Point, side: Side) -> u64 {
    ZOBRIST[usize::from(point)][side as usize]
}

const ZOBRIST: [[u64; 2]; MAX_POINT + 1] = {
    let mut words = [[0; 2]; MAX_POINT + 1];
    let mut number = 0;
    while number < 2 * words.len() {
        words[number / 2][number % 2] = scrambled(number as u64);
        number += 1;
    }
    words
};

/// SplitMix64: the `number`-th of its random words.
pub(super) const fn scrambled(number: u64) -> u64 {
    let mut word = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
