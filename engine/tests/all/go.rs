//! The rules of Go: against a board that works everything out anew, in the corners of the rules,
//! and as published.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{Go, Komi, Move, Repetition, Rules, Vertex, parse_moves};
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::limits::{Budget, Limits};
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::score::{Score, Window};
use yomi_engine::search::{AlphaBeta, Exact, Searcher, TranspositionTable, TreeSearch};

fn rules(size: usize) -> Rules {
    Rules::new(size).unwrap().with_komi(Komi::ZERO)
}

fn superko(size: usize) -> Rules {
    rules(size).with_repetition(Repetition::Superko)
}

fn after(start: &Go, moves: &str) -> Go {
    parse_moves(start, moves)
        .unwrap()
        .into_iter()
        .fold(start.clone(), |position, mv| position.play(mv))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

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

    /// The points of the same content connected with `index`, and what borders on them.
    fn region(
        &self,
        board: &[Option<Side>],
        index: usize,
    ) -> (HashSet<usize>, HashSet<Option<Side>>) {
        let (mut region, mut border, mut open) =
            (HashSet::from([index]), HashSet::new(), vec![index]);
        while let Some(point) = open.pop() {
            for neighbour in self.neighbours(point) {
                if board[neighbour] != board[index] {
                    border.insert(board[neighbour]);
                } else if region.insert(neighbour) {
                    open.push(neighbour);
                }
            }
        }
        (region, border)
    }

    /// The board without the groups of `side` that have no liberty, and how many stones that takes.
    fn cleared(&self, board: &[Option<Side>], side: Side) -> (Vec<Option<Side>>, u32) {
        let dead = |&index: &usize| {
            board[index] == Some(side) && !self.region(board, index).1.contains(&None)
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
            let only = HashSet::from([Some(side)]);
            let board = self.board();
            let owned = |index: usize| match board[index] {
                None => self.region(board, index).1 == only,
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

/// Black gets one point (Tromp, "Solving 2x2 Go"): found by plain alpha-beta to the end of every
/// game.
#[test]
fn two_by_two_is_worth_a_point_to_black() {
    let solved = Exact::new(TranspositionTable::off()).search(
        &Go::new(superko(2)),
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(solved.score, Score(2), "in half-points");
}

/// Every player says the same points, although scores count half-points and playouts thousandths.
#[test]
fn settled_points_are_points() {
    let points = |text: &str, position: &Go| {
        let mut searcher = Player::<Go>::parse(text).unwrap().searcher(Random::from_seed(1));
        let report = searcher.search(position, &Limits::default(), &mut |_| ());
        (report.best, report.points::<Go>())
    };
    // Each side has two eyes; Black has passed with three points too few.
    let settled: Go = ".XXO./XXXOO/XXXOO/XXXOO/.XXO. X komi=8".parse().unwrap();
    let settled = settled.play(Move::Pass);
    for text in
        ["negamax(depth=1)", "alphabeta(depth=2)", "flat_mc(reward=score)", "uct(reward=score)"]
    {
        let (best, points) = points(text, &settled);
        assert_eq!(best, Some(Move::Pass), "{text}");
        assert!((points.unwrap() - 3.0).abs() < 0.3, "{text}: {points:?}");
    }
    let solved = Exact::new(TranspositionTable::off()).search(
        &Go::new(superko(2)),
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(solved.points::<Go>(), Some(1.0));
}

/// Whether the side to move gets at least `goal` within `depth` plies, counting unfinished games as
/// lost.
fn secures(position: &Go, goal: Score, depth: u32) -> bool {
    let side = position.side_to_move();
    let doubter = move |position: &Go| {
        let unfinished =
            if position.side_to_move() == side { -Score::INFINITY } else { Score::INFINITY };
        position.final_score().unwrap_or(unfinished)
    };
    let window = Window { alpha: goal - Score(1), beta: goal };
    let mut search = AlphaBeta::new(doubter, TranspositionTable::off());
    let found = search.search(position, depth, window, &mut Budget::new(&Limits::default()));
    found.unwrap().score >= goal
}

/// Black takes the whole 3×3 board from the centre: it cannot get more, and alpha-beta shows that
/// it gets as much.
#[test]
fn three_by_three_is_black_s() {
    let centre = after(&Go::new(superko(3)), "B2");
    assert_eq!(centre.moves().len(), 9);
    for reply in centre.moves() {
        assert!(secures(&centre.play(reply), Score(2 * 9), 13), "{reply}");
    }
    assert!(
        !secures(&after(&Go::new(superko(3)), "A1 B2"), Score(2), 13),
        "the corner is no way to win"
    );
}

#[test]
fn a_stone_taken_in_a_ko_is_not_taken_back_at_once() {
    let start = Go::new(rules(5));
    let ko = after(&start, "B1 C1 A2 D2 B3 C3 E5 B2 C2");
    assert_eq!((ko.captures(Side::First), ko.stone("B2".parse().unwrap())), (1, None));
    assert!(!ko.is_legal(mv("B2")));
    let elsewhere = after(&ko, "E1 E2");
    assert!(elsewhere.is_legal(mv("B2")), "after a threat and its answer");
    assert!(after(&ko, "pass E2").is_legal(mv("B2")), "a pass is as good");
    let retaken = after(&elsewhere, "B2");
    assert_eq!((retaken.captures(Side::Second), retaken.is_legal(mv("C2"))), (1, false));
}

/// Black's A1 would take three stones and bring the first board back: no ko, but a repetition.
#[test]
fn superko_forbids_every_earlier_board() {
    let line = "A1 B1 A2 B2 A1 A2";
    let simple = after(&Go::new(rules(2)), line);
    assert_eq!(after(&simple, "A1").board_string(), "../X. O komi=0 plies=7 captures=3,3");
    let strict = after(&Go::new(superko(2)), line);
    assert!(!strict.is_legal(mv("A1")) && strict.is_legal(Move::Pass));
    assert!(!after(&strict, "pass pass").is_legal(mv("A1")), "the game is over by then");
    let other_side = after(&Go::new(superko(2)), "pass A2 A1 B2 B1");
    assert!(other_side.is_legal(mv("A2")), "only boards that were there count");
}

#[test]
fn a_stone_that_took_two_may_be_taken_back() {
    for rule in ["simple", "superko"] {
        let position: Go =
            format!("...../...../...../XXO../OO.O. X repetition={rule}").parse().unwrap();
        let taken = position.play(mv("C1"));
        assert_eq!(taken.captures(Side::First), 2);
        assert_eq!(after(&taken, "B1").captures(Side::Second), 1, "{rule}");
    }
}

#[test]
fn suicide_is_forbidden_unless_it_takes() {
    let eye: Go = ".X./X.X/.X. O komi=0".parse().unwrap();
    assert!(!eye.is_legal(mv("B2")), "one stone");
    assert!(eye.with_side_to_move(Side::First).is_legal(mv("B2")), "one's own eye may be filled");
    let corner: Go = ".OX./OOX./XXX./.... O komi=0".parse().unwrap();
    assert!(!corner.is_legal(mv("A4")), "a whole group");
    let taking = corner.with_side_to_move(Side::First);
    assert!(taking.is_legal(mv("A4")), "without a liberty of its own, but it takes");
    assert_eq!(taking.play(mv("A4")).captures(Side::First), 3);
}

#[test]
fn one_move_takes_several_groups() {
    let cross: Go = "..X../.XOX./XO.OX/.XOX./..X.. X komi=0".parse().unwrap();
    let taken = cross.play(mv("C3"));
    assert_eq!(
        (taken.captures(Side::First), taken.stones(Side::Second), taken.stones(Side::First)),
        (4, 0, 9)
    );
    assert!(!cross.with_side_to_move(Side::Second).is_legal(mv("C3")));
}

/// Own stones on all sides, and on the diagonals at most one enemy, none at the edge.
fn is_eye(position: &Go, vertex: Vertex, side: Side) -> bool {
    let size = position.rules().size() as i32;
    let stone = |column: i32, row: i32| {
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        inside.then(|| {
            position.stone(Vertex::from_index((row * size + column) as usize, size as usize))
        })
    };
    let (column, row) = (vertex.column() as i32, vertex.row() as i32);
    let beside =
        [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(right, up)| stone(column + right, row + up));
    let across =
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(right, up)| stone(column + right, row + up));
    let enemies = across.iter().filter(|&&stone| stone == Some(Some(!side))).count();
    beside.iter().all(|stone| stone.is_none_or(|stone| stone == Some(side)))
        && enemies <= usize::from(!across.contains(&None))
}

/// Playouts choose among the moves that fill no eye, each as often as the others, and pass when
/// there is none.
#[test]
fn playouts_fill_no_eyes() {
    for (size, games) in [(3, 20), (5, 10), (9, 3)] {
        for seed in 0..games {
            let mut random = Random::from_seed(seed);
            let mut position = Go::new(rules(size));
            while let Some(mv) = position.playout_move(&mut random) {
                let sensible = |mv: &Move| match mv {
                    Move::Place(vertex) => !is_eye(&position, *vertex, position.side_to_move()),
                    Move::Pass => false,
                };
                assert!(
                    sensible(&mv) || !position.moves().any(|mv| sensible(&mv)),
                    "{mv} in\n{position}"
                );
                position.advance(mv);
            }
            assert_eq!(position.passes(), 2, "both sides run out of moves");
        }
    }
}

#[test]
fn playouts_choose_all_points_alike() {
    // The second board has an eye in the upper left corner and five other points.
    for (board, points) in [(".../.../... X", 9), (".X./XX./... X", 5)] {
        let position: Go = board.parse().unwrap();
        let mut random = Random::from_seed(1);
        let mut counts = BTreeMap::new();
        for _ in 0..9_000 {
            *counts.entry(position.playout_move(&mut random).unwrap().to_string()).or_insert(0) +=
                1;
        }
        assert_eq!(counts.len(), points);
        // The standard deviation of a count is at most 38.
        assert!(counts.values().all(|count| (9_000 / points).abs_diff(*count) < 190), "{counts:?}");
    }
}

#[test]
fn two_passes_end_the_game() {
    let start = Go::new(Rules::new(9).unwrap());
    assert_eq!(after(&start, "pass").final_score(), None);
    let over = after(&start, "E5 pass pass");
    assert_eq!((over.moves().len(), over.empties(), over.area()), (0, 0, [81, 0]));
    // White is to move; 81 points against a komi of 7.5.
    assert_eq!(over.final_score(), Some(Score(-147)));
    assert_eq!(
        after(&start, "pass E5 pass D5").final_score(),
        None,
        "passes must follow each other"
    );
    assert_eq!(
        after(&start, "pass pass").final_score(),
        Some(Score(-15)),
        "an empty board is nobody's"
    );
}

/// In a seki neither side can take the other: all stones stay, and what both reach is nobody's.
#[test]
fn a_seki_is_scored_as_it_stands() {
    let seki: Go = ".O.O./OOOOO/XXXXO/OO.XO/O.XXO X komi=0".parse().unwrap();
    assert_eq!(seki.area(), [7, 16]);
    assert_eq!(after(&seki, "pass pass").final_score(), Some(Score(-18)));
    // Whoever plays first in it loses stones.
    for (side, taken) in [(Side::First, 8), (Side::Second, 4)] {
        let first = seki.with_side_to_move(side);
        for (one, other) in [("C2", "B1"), ("B1", "C2")] {
            assert_eq!(
                after(&first, &format!("{one} {other}")).captures(!side),
                taken,
                "{side:?} {one}"
            );
        }
    }
}

#[test]
fn the_move_limit_ends_what_nobody_ends() {
    let start = Go::new(rules(2));
    let late: Go = "XX/.. O plies=39 komi=0".parse().unwrap();
    assert_eq!((late.empties(), late.final_score()), (1, None));
    let over = late.play(mv("A1"));
    assert_eq!((over.moves().len(), over.final_score()), (0, Some(Score(2))));
    assert_eq!(start.rules().move_limit(), 40);
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(
        text: String,
        board in "([XO.]{1,3}/){1,3}[XO.]{1,3} [XO]( (komi|ko|passes|plies|captures|seen|repetition)=[a-z0-9.,-]{0,8}){0,3}",
        diagram in "(A|B|C|[1-3]|[XO.]| |\n){0,60}",
        moves in "([A-T][0-9]{0,2}|pass| ){0,12}",
    ) {
        for text in [&text, &board, &diagram, &moves] {
            let _ = text.parse::<TicTacToe>();
            let _ = tictactoe::parse_moves(&TicTacToe::default(), text);
            let _ = parse_moves(&Go::default(), text);
            if let Ok(position) = text.parse::<Go>() {
                prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
                for mv in position.moves() {
                    let _ = position.play(mv).final_score();
                }
            }
        }
    }
}
