//! Random games on the incremental board and on one that keeps nothing between moves.

use std::collections::BTreeSet;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{Go, Move, Repetition, Rules, Vertex};
use yomi_engine::random::Random;

use super::{rules, superko};

/// Go without anything kept between moves: groups, liberties and repetition are found by looking at
/// whole boards.
#[derive(Clone)]
struct Slow {
    size: usize,
    superko: bool,
    /// All boards so far, the present one last.
    boards: Vec<Vec<Option<Side>>>,
    side: Side,
}

impl Slow {
    fn new(rules: Rules) -> Self {
        let size = rules.size();
        let superko = rules.repetition() == Repetition::Superko;
        Self { size, superko, boards: vec![vec![None; size * size]], side: Side::First }
    }

    fn board(&self) -> &Vec<Option<Side>> {
        &self.boards[self.boards.len() - 1]
    }

    fn neighbours(&self, index: usize) -> Vec<usize> {
        let (column, row) = (index % self.size, index / self.size);
        let mut neighbours = Vec::new();
        neighbours.extend((column > 0).then(|| index - 1));
        neighbours.extend((column + 1 < self.size).then(|| index + 1));
        neighbours.extend((row > 0).then(|| index - self.size));
        neighbours.extend((row + 1 < self.size).then(|| index + self.size));
        neighbours
    }

    /// What borders on the points of the same content that are connected with `index`.
    fn border(&self, board: &[Option<Side>], index: usize) -> BTreeSet<Option<Side>> {
        let (mut seen, mut border, mut open) =
            (vec![false; board.len()], BTreeSet::new(), vec![index]);
        seen[index] = true;
        while let Some(point) = open.pop() {
            for neighbour in self.neighbours(point) {
                if board[neighbour] != board[index] {
                    border.insert(board[neighbour]);
                } else if !std::mem::replace(&mut seen[neighbour], true) {
                    open.push(neighbour);
                }
            }
        }
        border
    }

    /// The board without the groups of `side` that have no liberty, and how many stones that takes.
    fn cleared(&self, board: &[Option<Side>], side: Side) -> (Vec<Option<Side>>, u32) {
        let dead = |&index: &usize| {
            board[index] == Some(side) && !self.border(board, index).contains(&None)
        };
        let dead: Vec<usize> = (0..board.len()).filter(dead).collect();
        let mut cleared = board.to_vec();
        dead.iter().for_each(|&index| cleared[index] = None);
        (cleared, dead.len() as u32)
    }

    /// The board after a stone on `index`, and how many stones it takes; `None` if it may not be
    /// played.
    fn placed(&self, index: usize) -> Option<(Vec<Option<Side>>, u32)> {
        let mut board = self.board().clone();
        if board[index].is_some() {
            return None;
        }
        board[index] = Some(self.side);
        let (board, taken) = self.cleared(&board, !self.side);
        let suicide = self.cleared(&board, self.side).1 > 0;
        let forbidden = if self.superko {
            &self.boards[..]
        } else {
            &self.boards[self.boards.len().saturating_sub(2)..]
        };
        (!suicide && !forbidden.contains(&board)).then_some((board, taken))
    }

    fn moves(&self) -> Vec<Move> {
        let points = (0..self.size * self.size).filter(|&index| self.placed(index).is_some());
        points
            .map(|index| Move::Place(Vertex::from_index(index, self.size)))
            .chain([Move::Pass])
            .collect()
    }

    fn play(&mut self, mv: Move) -> u32 {
        let (board, taken) = match mv {
            Move::Pass => (self.board().clone(), 0),
            Move::Place(vertex) => self.placed(vertex.index(self.size)).unwrap(),
        };
        self.boards.push(board);
        self.side = !self.side;
        taken
    }

    fn area(&self) -> [u32; 2] {
        Side::BOTH.map(|side| {
            let only = BTreeSet::from([Some(side)]);
            let board = self.board();
            let owned = |index: usize| match board[index] {
                None => self.border(board, index) == only,
                owner => owner == Some(side),
            };
            (0..board.len()).filter(|&index| owned(index)).count() as u32
        })
    }
}

/// Plays a random game on both boards at once.
fn same_game(rules: Rules, seed: u64) {
    let mut random = Random::from_seed(seed);
    let (mut fast, mut slow, mut captures) = (Go::new(rules), Slow::new(rules), [0, 0]);
    loop {
        let moves: Vec<Move> = fast.moves().collect();
        if moves.is_empty() {
            assert!(fast.passes() == 2 || fast.plies() == rules.move_limit());
            break;
        }
        assert_eq!(moves, slow.moves(), "{fast}");
        // Passing less often than at random lets boards fill and be taken off again.
        let mv = match random.below(moves.len()) {
            last if last + 1 == moves.len() && random.below(4) > 0 => moves[0],
            place => moves[place],
        };
        captures[fast.side_to_move() as usize] += slow.play(mv);
        fast.advance(mv);
        let stones = |index| fast.stone(Vertex::from_index(index, rules.size()));
        assert_eq!(
            (0..slow.board().len()).map(stones).collect::<Vec<_>>(),
            *slow.board(),
            "{fast}"
        );
        assert_eq!(Side::BOTH.map(|side| fast.captures(side)), captures, "{fast}");
        assert_eq!(fast.area(), slow.area(), "{fast}");
        let count = |side| slow.board().iter().filter(|&&stone| stone == Some(side)).count() as u32;
        assert_eq!(Side::BOTH.map(|side| fast.stones(side)), Side::BOTH.map(count));
    }
}

#[test]
fn the_incremental_board_plays_the_same_games() {
    for (size, games) in [(2, 200), (3, 100), (4, 20), (5, 10), (6, 4), (7, 2)] {
        for seed in 0..games {
            same_game(rules(size), seed);
            same_game(superko(size), seed);
        }
    }
}

/// Colourings in which every group has a liberty (Tromp and Farnebäck, "Combinatorics of Go"; OEIS
/// A094777).
fn legal_positions(size: u32) -> usize {
    let points = size * size;
    let colouring = |number: u32| -> String {
        let row = |row: u32| {
            (0..size).map(move |column| {
                [b'.', b'X', b'O'][(number / 3_u32.pow(row * size + column) % 3) as usize] as char
            })
        };
        let rows: Vec<String> = (0..size).map(|number| row(number).collect()).collect();
        rows.join("/") + " X"
    };
    (0..3_u32.pow(points)).filter(|&number| colouring(number).parse::<Go>().is_ok()).count()
}

#[test]
fn legal_positions_are_as_many_as_published() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}

#[test]
#[ignore = "a minute: cargo test --release -p yomi-engine -- --ignored legal"]
fn legal_positions_on_four_by_four() {
    assert_eq!(legal_positions(4), 24_318_165);
}
