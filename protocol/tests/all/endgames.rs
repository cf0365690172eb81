//! Whatever the dialect and its limit of depth: the end of the game is played, and every move
//! valued, as the solver does.

use std::collections::BTreeMap;

use yomi_engine::expert::{Expert, Outcome, Question, Settings, Strength, UNIT};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8, parse_moves};
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::random::Random;
use yomi_protocol::dialect::Dialect;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::stdio::replay;
use yomi_protocol::ugi::Ugi;

/// The default player with a small table.
fn session() -> Session {
    let choice = PlayerChoice {
        player: Some("expert(table=1)".to_owned()),
        seed: 0,
        ..PlayerChoice::default()
    };
    Session::new(&KINDS[0], None, choice).unwrap()
}

fn ask(dialect: &mut dyn Dialect, input: &str) -> String {
    replay(dialect, input.as_bytes(), &Stop::default())
}

/// What comes after `beginning` on the last line that begins so, up to the next blank or slash.
fn last<'a>(answer: &'a str, beginning: &str) -> &'a str {
    let rest = answer.lines().rev().find_map(|line| line.strip_prefix(beginning)).expect(answer);
    rest.split([' ', '/']).next().unwrap()
}

/// A frontend in the middle of a game.
trait Frontend {
    fn begin(&mut self, depth: u32, moves: &[Move]);
    /// Asks for a move of `side` and plays it.
    fn turn(&mut self, side: Side) -> Move;
}

fn read(mv: &str) -> Move {
    if mv.eq_ignore_ascii_case("pa") { Move::Pass } else { mv.parse().expect(mv) }
}

struct OverGtp(Gtp);

impl Frontend for OverGtp {
    fn begin(&mut self, depth: u32, moves: &[Move]) {
        let mut input = format!("clear_board\nyomi-param Depth {depth}\n");
        for (number, mv) in moves.iter().enumerate() {
            input += &format!("play {} {mv}\n", ["b", "w"][number % 2]);
        }
        assert!(!ask(&mut self.0, &input).contains('?'));
    }

    fn turn(&mut self, side: Side) -> Move {
        read(last(&ask(&mut self.0, ["genmove b\n", "genmove w\n"][side as usize]), "= "))
    }
}

const START: &str = "(;GM[Othello]PC[x]PB[a]PW[b]TI[60:00]TY[8]BO[8 \
                     ---------------------------O*------*O--------------------------- *];)";

struct OverNBoard(NBoard);

impl OverNBoard {
    fn moves(moves: &[Move]) -> String {
        let name = |mv: &Move| if *mv == Move::Pass { "PA".to_owned() } else { mv.to_string() };
        moves.iter().map(|mv| format!("move {}\n", name(mv))).collect()
    }
}

impl Frontend for OverNBoard {
    fn begin(&mut self, depth: u32, moves: &[Move]) {
        let moves = Self::moves(moves);
        let said =
            ask(&mut self.0, &format!("nboard 2\nset depth {depth}\nset game {START}\n{moves}"));
        assert!(!said.contains("status"), "{said}");
    }

    fn turn(&mut self, _: Side) -> Move {
        let mv = read(last(&ask(&mut self.0, "go\n"), "=== "));
        ask(&mut self.0, &Self::moves(&[mv]));
        mv
    }
}

struct OverUgi {
    ugi: Ugi,
    depth: u32,
    moves: Vec<Move>,
}

impl Frontend for OverUgi {
    fn begin(&mut self, depth: u32, moves: &[Move]) {
        (self.depth, self.moves) = (depth, moves.to_vec());
    }

    fn turn(&mut self, _: Side) -> Move {
        let moves: String = self.moves.iter().map(|mv| format!(" {mv}")).collect();
        let input = format!("position startpos moves{moves}\ngo depth {}\n", self.depth);
        let mv = read(last(&ask(&mut self.ugi, &input), "bestmove "));
        self.moves.push(mv);
        mv
    }
}

/// Random moves from the start until `empties` squares are empty, with the position they lead to.
fn opening(random: &mut Random, empties: u32) -> (Vec<Move>, Othello8) {
    loop {
        let (mut position, mut moves) = (Othello8::default(), Vec::new());
        while position.empties() > empties {
            let count = position.moves().len();
            let Some(mv) = position.moves().nth(random.below(count.max(1))) else { break };
            position = position.play(mv);
            moves.push(mv);
        }
        if position.empties() == empties && position.moves().len() > 0 {
            return (moves, position);
        }
    }
}

/// Every move with its score in discs, as `yomi solve --all-moves` finds them; a pass alone for a
/// side that must pass.
fn solve(expert: &mut Expert, position: &Othello8) -> BTreeMap<String, i32> {
    let question =
        Question { strength: Strength::PERFECT, lines: usize::MAX, outcome: Outcome::Score };
    let analysis = expert.analyze(position, &question, &Limits::default(), &mut |_| ());
    analysis.lines.iter().map(|line| (line.moves[0].to_string(), line.score.0 / UNIT)).collect()
}

/// The score of a position in discs for the side to move.
fn value(expert: &mut Expert, position: &Othello8) -> i32 {
    if let Some(score) = position.final_score() {
        return score.0;
    }
    let question = Question { strength: Strength::PERFECT, lines: 1, outcome: Outcome::Score };
    expert.analyze(position, &question, &Limits::default(), &mut |_| ()).lines[0].score.0 / UNIT
}

/// Plays a game over every dialect at each limit of depth, from `first(depth)` empty squares on,
/// and compares every move from as many empty squares on as the limit promises, but no more than
/// `most`, with the solver.
fn play(depths: impl Iterator<Item = u32>, first: impl Fn(u32) -> u32, most: impl Fn(u32) -> u32) {
    let mut random = Random::from_seed(1);
    let mut expert = Expert::new(Settings { mebibytes: 4, ..Settings::default() }).unwrap();
    let ugi = OverUgi { ugi: Ugi::new(session()), depth: 0, moves: Vec::new() };
    let mut frontends: [Box<dyn Frontend>; 3] = [
        Box::new(OverGtp(Gtp::new(session()))),
        Box::new(OverNBoard(NBoard::new(session()))),
        Box::new(ugi),
    ];
    for depth in depths {
        let compared = (2 * depth).min(20).min(most(depth));
        let (moves, start) = opening(&mut random, first(depth));
        for (number, frontend) in frontends.iter_mut().enumerate() {
            frontend.begin(depth, &moves);
            let mut position = start;
            while position.moves().len() > 0 {
                let mv = frontend.turn(position.side_to_move());
                if position.empties() <= compared {
                    let (best, played) =
                        (value(&mut expert, &position), -value(&mut expert, &position.play(mv)));
                    let line = position.board_string();
                    assert_eq!(played, best, "dialect {number}, depth {depth}: {line}");
                }
                position = position.play(mv);
            }
        }
    }
}

/// Whole games where a move does not take long; from 20 empty squares, where all is solved at last,
/// at some.
#[test]
fn endgames_are_perfect_at_any_depth_in_every_dialect() {
    let from_20 = |depth| [10, 16, 30].contains(&depth);
    play(1..=6, |_| 50, |_| 20);
    play(
        7..=30,
        |depth| if from_20(depth) { 20 } else { 17 },
        |depth| if from_20(depth) { 20 } else { 13 },
    );
}

/// The same in full: whole games at every limit up to which that takes minutes, from 22 empty
/// squares above.
#[test]
#[ignore = "takes minutes; .ci/run runs it"]
fn whole_games_are_perfect_at_any_depth_in_every_dialect() {
    // Even depths beside odd ones: half of the time on two cores.
    std::thread::scope(|scope| {
        for least in [1, 2] {
            let depths = (least..=30).step_by(2);
            scope.spawn(|| play(depths, |depth| if depth <= 14 { 50 } else { 22 }, |_| 20));
        }
    });
}

/// The values that NBoard is given as hints.
fn hints(moves: &[Move], depth: u32, count: usize) -> Vec<(String, f64)> {
    let mut nboard = NBoard::new(session());
    let moves = OverNBoard::moves(moves);
    let input = format!("set game {START}\n{moves}set depth {depth}\nhint {count}\n");
    let said = ask(&mut nboard, &input);
    let lines: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("search ")).collect();
    let valued = |line: &&str| {
        let mut words = line.split(' ');
        let mv = words.next().unwrap()[..2].to_lowercase();
        (mv.replace("pa", "pass"), words.next().unwrap().parse().unwrap())
    };
    // The last lines are those of the last iteration.
    lines[lines.len().saturating_sub(count)..].iter().map(valued).collect()
}

/// The values that GoGui draws on the board.
fn labels(moves: &[Move], depth: u32) -> Vec<(String, f64)> {
    let mut gtp = OverGtp(Gtp::new(session()));
    gtp.begin(depth, moves);
    let said = ask(&mut gtp.0, "yomi-values\n");
    let labels = said.lines().find_map(|line| line.split_once("LABEL ")).expect(&said).1;
    let words: Vec<&str> = labels.split_whitespace().collect();
    words.chunks(2).map(|pair| (pair[0].to_lowercase(), pair[1].parse().unwrap())).collect()
}

#[test]
fn every_move_is_valued_as_the_solver_does() {
    let mut random = Random::from_seed(2);
    let mut expert = Expert::new(Settings { mebibytes: 4, ..Settings::default() }).unwrap();
    for (empties, depths) in
        [(8, 4..=9), (10, 5..=10), (12, 6..=9), (14, 7..=8), (16, 8..=8), (18, 9..=9)]
    {
        let (moves, position) = opening(&mut random, empties);
        if position.is_legal(Move::Pass) {
            continue;
        }
        let solved = solve(&mut expert, &position);
        for depth in depths {
            let found = [hints(&moves, depth, solved.len()), labels(&moves, depth)];
            let task = |session: &mut Session| {
                let name = |mv: &Move| mv.to_string();
                session
                    .play_all(moves.iter().map(name).collect::<Vec<_>>().iter().map(String::as_str))
                    .unwrap();
                let bounds =
                    yomi_protocol::session::Bounds { depth: Some(depth), ..Default::default() };
                session.compare(usize::MAX, bounds)
            };
            let info = task(&mut session()).unwrap().run(&Stop::default(), &mut |_| ());
            assert!(
                info.lines.iter().all(|line| line.exact && line.moves.len() > 1 || empties < 2)
            );
            let lines = info
                .lines
                .iter()
                .map(|line| (line.moves[0].clone(), line.points().unwrap()))
                .collect();
            for values in found.into_iter().chain([lines]) {
                let line = position.board_string();
                assert!(
                    values.is_sorted_by(|one, other| one.1 >= other.1),
                    "depth {depth}: {line}"
                );
                let values: BTreeMap<String, i32> =
                    values.into_iter().map(|(mv, value)| (mv, value as i32)).collect();
                assert_eq!(values, solved, "depth {depth}: {line}");
            }
        }
    }
}

/// What a user saw: at 14 empty squares a hint of 2 plies, without the second and third best moves.
#[test]
fn hints_of_several_moves_are_exact() {
    let game = "f5f6e6f4g6d7c3c5d3g4c6c4e8g7f3c7h4b2g5h3b4f2e7e3g8a4c2c8b5d6a2c1b1h8d1a5h2e2b7a6g3f7g2h5d2b6";
    let moves = parse_moves(&Othello8::default(), game).unwrap();
    let best = hints(&moves, 12, 4);
    let expected =
        [("h6", -4.0), ("a8", -10.0), ("b8", -14.0)].map(|(mv, value)| (mv.to_owned(), value));
    assert_eq!(best[..3], expected);
    assert_eq!(hints(&moves, 50, 2), expected[..2]);
}
