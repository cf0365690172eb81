//! Which stones are dead when both sides have passed.
//!
//! Players agree on it; a program that has to say it plays the position on at random, many times,
//! and counts whose every point is in the end (as Gobble did for its evaluation: Brügmann, "Monte
//! Carlo Go", 1993). These playouts are more careful than those of the search: nobody puts a chain
//! of their own into atari, except to fill the opponent's eye space in a killing shape. So what
//! neither side can attack without loss is left alone, and a seki is seen by the empty points that
//! nobody has filled.

use super::board::{Board, Content, owner};
use super::points::{MAX_POINT, Point};
use super::{Go, Move, Vertex};
use crate::game::{Game, Side};
use crate::random::Random;

/// What becomes of a chain when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays on the board.
    Alive,
    /// It stays on the board beside empty points that belong to nobody: whoever attacks first
    /// loses.
    Seki,
    /// It is taken off before the points are counted.
    Dead,
}

/// Connected stones of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones they are.
    pub side: Side,
    /// Where they lie.
    pub vertices: Vec<Vertex>,
    /// What becomes of them.
    pub status: Status,
}

/// Playouts that a judgement rests on, half of them begun by each side.
const PLAYOUTS: u32 = 400;

impl Go {
    /// Every chain on the board with its status as if nobody had to move any more: an estimate,
    /// sound where territories are closed. The same position is always judged the same.
    #[must_use]
    pub fn chains(&self) -> Vec<Chain> {
        let mut random = Random::from_seed(self.board.hash());
        let mut tally = Tally::new();
        for playout in 0..PLAYOUTS {
            let side = Side::BOTH[playout as usize % 2];
            let start =
                Self { side, passes: 0, plies: 0, ko: None, seen: Vec::new(), ..self.clone() };
            tally.count(&self.board, &start.played_on(&mut random).board);
        }
        let mut visited = [false; MAX_POINT + 1];
        let mut chains = Vec::new();
        for point in self.board.points() {
            if let Content::Stone(side) = self.board.content(point)
                && !visited[usize::from(point)]
            {
                let stones: Vec<Point> = self.board.group(point).collect();
                stones.iter().for_each(|&stone| visited[usize::from(stone)] = true);
                let status = tally.status(&stones);
                let vertices = stones.into_iter().map(|stone| self.vertex(stone)).collect();
                chains.push(Chain { side, vertices, status });
            }
        }
        chains
    }

    /// The same position with its dead stones taken off, so that the area is what players count.
    #[must_use]
    pub fn without_dead(&self) -> Self {
        let chains = self.chains();
        let mut board = Board::new(self.rules);
        for Chain { side, vertices, .. } in
            chains.iter().filter(|chain| chain.status != Status::Dead)
        {
            for vertex in vertices {
                board.put(board.point(vertex.index(self.rules.size())), *side);
            }
        }
        Self { board, ..self.clone() }
    }

    /// The end of a careful playout.
    fn played_on(mut self, random: &mut Random) -> Self {
        let mut last = None;
        while !self.is_over() {
            let answer =
                last.and_then(|last| self.answer(last)).filter(|&point| self.is_sensible(point));
            let mv = answer.or_else(|| self.careful_point(random));
            self.advance(mv.map_or(Move::Pass, |point| Move::Place(self.vertex(point))));
            last = mv;
        }
        self
    }

    /// What everybody sees after a stone on `last`: that its chain can be taken, or else that a
    /// chain beside it is about to be and can run away.
    fn answer(&self, last: Point) -> Option<Point> {
        self.board.last_liberty(last).or_else(|| {
            let own = |&point: &Point| self.board.content(point) == Content::Stone(self.side);
            let escapes = self.board.neighbours(last).into_iter().filter(own);
            let mut escapes = escapes.filter_map(|stone| self.board.last_liberty(stone));
            escapes
                .find(|&point| self.may_play(point) && self.after(point).has_two_liberties(point))
        })
    }

    /// Any point that is no eye of one's own and puts no chain of one's own into atari for nothing.
    fn careful_point(&self, random: &mut Random) -> Option<Point> {
        let mut points = self.board.empty().filtered(|point| self.is_sensible(point));
        while let Some(point) = points.draw(random) {
            let after = self.after(point);
            if after.has_two_liberties(point) || after.is_killing_shape(point) {
                return Some(point);
            }
            points.remove(point);
        }
        None
    }

    fn after(&self, point: Point) -> Board {
        let mut board = self.board.clone();
        board.play(point, self.side);
        board
    }
}

impl Board {
    /// The empty points beside the group of `stone`, each as often as it has such stones beside it.
    fn liberties_of(&self, stone: Point) -> impl Iterator<Item = Point> {
        let around = self.group(stone).flat_map(|member| self.neighbours(member));
        around.filter(|&point| self.content(point) == Content::Empty)
    }

    fn has_two_liberties(&self, stone: Point) -> bool {
        let mut liberties = self.liberties_of(stone);
        liberties.next().is_some_and(|first| liberties.any(|other| other != first))
    }

    /// The liberty of a group in atari.
    fn last_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties_of(stone).next().filter(|_| !self.has_two_liberties(stone))
    }

    /// Whether an eye of this shape is only one eye for the side that takes the chain: up to three
    /// points, four as a square or a T, five as a square with a tail or a cross, six as a cross
    /// with one corner.
    fn is_killing_shape(&self, stone: Point) -> bool {
        let stones: Vec<Point> = self.group(stone).take(7).collect();
        let beside = |&point: &Point| {
            self.neighbours(point).into_iter().filter(|other| stones.contains(other)).count()
        };
        let (pairs, most) = stones
            .iter()
            .map(beside)
            .fold((0, 0), |(pairs, most), count| (pairs + count, most.max(count)));
        // A shape is told by its size, its pairs of neighbours and the most neighbours of a point.
        matches!(
            (stones.len(), pairs / 2, most),
            (0..=3, ..) | (4, 4, _) | (4, _, 3) | (5, 5, _) | (5, _, 4) | (6, 6, 4)
        )
    }
}

/// What has become of every point's stone, counted over playouts.
struct Tally {
    playouts: u32,
    /// The point belongs to the other side.
    lost: [u32; MAX_POINT + 1],
    /// The stone still lies there, and its chain has liberties that belong to nobody.
    shared: [u32; MAX_POINT + 1],
}

impl Tally {
    fn new() -> Self {
        Self { playouts: 0, lost: [0; MAX_POINT + 1], shared: [0; MAX_POINT + 1] }
    }

    /// Counts a playout that went from `start` to `end`.
    fn count(&mut self, start: &Board, end: &Board) {
        let mut owners = [None; MAX_POINT + 1];
        let mut neutral = [false; MAX_POINT + 1];
        end.visit_regions(|points, borders| {
            for &point in points {
                owners[usize::from(point)] = owner(borders);
                neutral[usize::from(point)] = owner(borders).is_none();
            }
        });
        self.playouts += 1;
        for point in start.points() {
            let Content::Stone(side) = start.content(point) else { continue };
            let index = usize::from(point);
            match end.content(point) {
                Content::Stone(owner) if owner == side => {
                    let mut liberties = end.group(point).flat_map(|stone| end.neighbours(stone));
                    self.shared[index] +=
                        u32::from(liberties.any(|liberty| neutral[usize::from(liberty)]));
                }
                Content::Stone(_) => self.lost[index] += 1,
                Content::Empty | Content::Border => {
                    self.lost[index] += u32::from(owners[index] == Some(!side));
                }
            }
        }
    }

    /// The status of a chain: what has become of most of its stones in most playouts.
    fn status(&self, stones: &[Point]) -> Status {
        let sum =
            |counts: &[u32]| stones.iter().map(|&stone| counts[usize::from(stone)]).sum::<u32>();
        let half = self.playouts * stones.len() as u32 / 2;
        match (sum(&self.lost) > half, sum(&self.shared) > half) {
            (true, _) => Status::Dead,
            (false, true) => Status::Seki,
            (false, false) => Status::Alive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine rows: two living chains above the one in question, whose four lines are given.
    fn judged(lines: &str) -> Vec<(String, usize, Status)> {
        let above = ".X.XXXXXX/XXXXXXXXX/XXXXXXXXX/OOOOOOOOO/.O.OOOOOO/";
        let position: Go = format!("{above}{lines} X passes=2").parse().unwrap();
        let chains = position.chains().into_iter();
        let told =
            chains.map(|chain| (chain.vertices[0].to_string(), chain.vertices.len(), chain.status));
        told.collect()
    }

    fn status(lines: &str, vertex: &str) -> Status {
        let position = judged(lines);
        position.into_iter().find(|(first, ..)| first == vertex).map(|(.., status)| status).unwrap()
    }

    #[test]
    fn what_cannot_make_two_eyes_is_dead() {
        // Three points with a stone on the middle one: whoever takes it has one eye.
        let eye = "OOOOOOOOO/OOOOOOOOO/XXXXOOOOO/.O.XOOOOO";
        assert_eq!(status(eye, "D1"), Status::Dead);
        assert_eq!(status(eye, "B1"), Status::Alive);
        // Four in a row are two eyes.
        let row = "OOOOOOOOO/OOOOOOOOO/XXXXXOOOO/....XOOOO";
        assert_eq!(status(row, "E1"), Status::Alive);
        // A stone in an open territory.
        let open = "OOOOOOOOO/O.......O/O..X....O/O.......O";
        assert_eq!(status(open, "D2"), Status::Dead);
    }

    #[test]
    fn what_nobody_can_attack_is_seki() {
        // White's move makes four in a row, which Black takes and lives; Black's is atari on
        // himself.
        let inside = "OOOOOOOOO/OOOOOOOOO/XXXXXXOOO/.OOO.XOOO";
        assert_eq!((status(inside, "B1"), status(inside, "F1")), (Status::Seki, Status::Seki));
        // An eye each and one liberty between them.
        let eyes = "OOOOOXXXX/OOOOOXOOO/XXXXXXO.O/X.X.OOOOO";
        assert!(judged(eyes).iter().filter(|(.., status)| *status == Status::Seki).count() == 2);
    }

    #[test]
    fn dead_stones_are_taken_off_and_nothing_else() {
        let position: Go = "\
            ...XO..../...XO..X./.O.XO..../...XO..../...XO..../\
            ...XO..../...XO.X../...XO..../...XO.... O komi=0"
            .parse()
            .unwrap();
        let counted = position.without_dead();
        assert_eq!(counted.area(), [36, 45]);
        assert_eq!(counted.side_to_move(), Side::Second);
        assert_eq!(counted.without_dead(), counted);
        assert_eq!(Go::default().chains(), []);
        assert_eq!(Go::default().without_dead(), Go::default());
    }
}
