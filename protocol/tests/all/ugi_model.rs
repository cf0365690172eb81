use std::env;
use std::process::Command;

use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8, Square};
use yomi_engine::limits::Stop;
use yomi_protocol::stdio::replay;
use yomi_protocol::ugi::Ugi;

use crate::{answers, session};

#[derive(Clone, Debug)]
enum Step {
    /// `position` with the game that follows the numbers; a wrong square at the end if there is
    /// one.
    Position(Vec<usize>, Option<u32>),
    /// `position fen` with the position after these.
    Fen(Vec<usize>),
    /// `moves` with the legal move of this number.
    Moves(usize),
    /// `moves` with this square, where it is not legal.
    WrongMove(u32),
    New,
    Go(String),
    Ready,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let numbers = || proptest::collection::vec(any::<usize>(), 0..70);
    let limits = prop_oneof![
        Just("depth 2".to_owned()),
        Just("movetime 5".to_owned()),
        Just("nodes 100".to_owned()),
        Just("p1time 100 p2time 100 p1inc 1 p2inc 1".to_owned()),
        Just("p1time -7 p2time 0".to_owned()),
        Just("nonsense".to_owned()),
        Just("depth x".to_owned()),
        Just("movetime 10.5".to_owned()),
        Just("nonsense depth 2 now".to_owned()),
    ];
    let step = prop_oneof![
        3 => (numbers(), proptest::option::weighted(0.3, 0_u32..64))
            .prop_map(|(n, wrong)| Step::Position(n, wrong)),
        1 => numbers().prop_map(Step::Fen),
        3 => any::<usize>().prop_map(Step::Moves),
        1 => (0_u32..64).prop_map(Step::WrongMove),
        1 => Just(Step::New),
        3 => limits.prop_map(Step::Go),
        1 => Just(Step::Ready),
    ];
    proptest::collection::vec(step, 1..40)
}

/// The moves that the numbers choose, and where they lead.
fn game(numbers: &[usize]) -> (Vec<String>, Othello8) {
    let (mut moves, mut position) = (Vec::new(), Othello8::default());
    for number in numbers {
        let legal: Vec<Move> = position.moves().collect();
        let Some(&mv) = legal.get(number % legal.len().max(1)) else { break };
        moves.push(mv.to_string());
        position = position.play(mv);
    }
    (moves, position)
}

/// `refused` is whether the last position was refused, so that nothing is known to search.
fn take(step: &Step, ugi: &mut Ugi, model: &mut Othello8, refused: &mut bool) {
    let mut say = |line: &str| replay(ugi, line.as_bytes(), &Stop::default());
    match step {
        Step::Position(numbers, wrong) => {
            let (mut moves, position) = game(numbers);
            let wrong = wrong.map(|index| Move::Place(Square::from_index(index, 8)));
            let wrong =
                wrong.filter(|&mv| !position.is_legal(mv) && !position.is_legal(Move::Pass));
            moves.extend(wrong.map(|mv| mv.to_string()));
            let said = say(&format!("position startpos moves {}", moves.join(" ")));
            *refused = wrong.is_some();
            if *refused {
                assert_eq!(
                    said,
                    format!(
                        "info string move {}: {} is not legal\n",
                        moves.len(),
                        moves[moves.len() - 1]
                    )
                );
            } else {
                assert_eq!(said, "");
                *model = position;
            }
        }
        Step::Fen(numbers) => {
            (*model, *refused) = (game(numbers).1, false);
            let side = if model.side_to_move() == Side::First { "b" } else { "w" };
            assert_eq!(say(&format!("position fen {} {side}", &model.board_string()[..64])), "");
        }
        Step::Moves(number) => {
            let legal: Vec<Move> = model.moves().collect();
            if let Some(&mv) = legal.get(number % legal.len().max(1)) {
                assert_eq!(say(&format!("moves {mv}")), "");
                *model = model.play(mv);
            }
        }
        &Step::WrongMove(index) => {
            let wrong = Move::Place(Square::from_index(index, 8));
            if !model.is_legal(wrong) && !model.is_legal(Move::Pass) {
                let said = say(&format!("moves {wrong}"));
                assert_eq!(said, format!("info string move 1: {wrong} is not legal\n"));
                *refused = true;
            }
        }
        Step::New => {
            assert_eq!(say("uginewgame"), "");
            (*model, *refused) = (Othello8::default(), false);
        }
        Step::Go(limits) if *refused => {
            let said = say(&format!("go {limits}"));
            let end = "info string the position was refused\nbestmove 0000\n";
            assert!(said.ends_with(end) && !said.contains("nodes"), "{said}");
        }
        Step::Go(limits) => check_search(limits, &say(&format!("go {limits}")), model),
        Step::Ready => assert_eq!(say("isready"), "readyok\n"),
    }
}

/// A search tells what is wrong with its limits, what it has cost and a move.
fn check_search(limits: &str, said: &str, model: &Othello8) {
    let [first, last] = [said.lines().next(), said.lines().last()].map(Option::unwrap);
    match limits {
        "depth x" => assert_eq!(first, "info string expected a whole number after depth"),
        _ if limits.contains("nonsense") => {
            assert_eq!(first, "info string unknown limit nonsense");
        }
        _ => assert!(!first.starts_with("info string expected"), "{said}"),
    }
    let effort = |line: &str| {
        let has = |word: &str| line.contains(&format!(" {word} "));
        line.starts_with("info ") && has("time") && has("nodes") && has("nps")
    };
    assert!(said.lines().rev().skip(1).any(effort), "{said}");
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!((words[0], words.len()), ("bestmove", 2));
    match words[1] {
        "0000" => assert_eq!(model.moves().len(), 0),
        mv => assert!(model.is_legal(mv.parse().unwrap()), "{mv} in\n{model}"),
    }
}

/// What a referee without rules learns.
fn look(ugi: &mut Ugi, model: &Othello8) {
    let mut query = |what: &str| replay(ugi, format!("query {what}").as_bytes(), &Stop::default());
    assert_eq!(query("p1turn"), format!("response {}\n", model.side_to_move() == Side::First));
    assert_eq!(query("gameover"), format!("response {}\n", model.final_score().is_some()));
    let black = model
        .final_score()
        .map(|score| if model.side_to_move() == Side::First { score.0 } else { -score.0 });
    let result =
        black.map_or("none", |black| ["p2win", "draw", "p1win"][(black.signum() + 1) as usize]);
    assert_eq!(query("result"), format!("response {result}\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn sequences_go_as_in_the_model(steps in steps()) {
        let (mut ugi, mut model) = (Ugi::new(session()), Othello8::default());
        let mut refused = false;
        for step in &steps {
            take(step, &mut ugi, &mut model, &mut refused);
            look(&mut ugi, &model);
        }
    }
}

#[test]
fn a_search_says_how_sure_it_is_of_its_cuts() {
    let told = |level: &str| {
        let script = format!("setoption name Player value expert(book=off,{level})\ngo depth 9\n");
        answers(Ugi::new(session()), script.as_bytes())
    };
    let said = told("selectivity=73");
    assert!(said.contains("\ninfo string certainty 73 %\n"), "{said}");
    let said = told("selectivity=100");
    assert!(said.contains("bestmove ") && !said.contains("certainty"), "{said}");
}

/// `startpos` is the start on the board that the options name, also after a position on another.
#[test]
fn another_board_is_for_its_position_only() {
    let small = "position fen ...../...../..X../...../..... O komi=7.5\n";
    let go = "setoption name Game value Go\nsetoption name Size value 9\n";
    let board = |rest: &str| {
        let said =
            answers(Ugi::new(session()), format!("{go}{small}{rest}\nquery board\n").as_bytes());
        said.split("response ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    for (rest, size) in [
        ("isready", "5"),
        ("position startpos", "9"),
        ("uginewgame", "9"),
        ("position startpos moves J9", "9"),
        ("position startpos moves J9 J9", "5"),
        ("position startpos moves J9 J9\nposition startpos", "9"),
        (&*format!("{small}position startpos"), "9"),
        ("setoption name Size value 7\nposition startpos", "7"),
        ("setoption name Size value 5\nposition startpos", "5"),
    ] {
        assert_eq!(board(rest), size, "{rest}");
    }
}

/// Who asks for a move waits for one, also where there is no memory for the player: that is short
/// in a process of its own, which runs this test again.
#[cfg(target_os = "linux")]
#[test]
fn a_search_that_is_refused_has_no_move() {
    const SHORT: &str = "YOMI_TEST_IS_SHORT_OF_MEMORY";
    if env::var_os(SHORT).is_none() {
        let name = "ugi_model::a_search_that_is_refused_has_no_move";
        let limited = format!("ulimit -v 1000000; exec \"$0\" --exact {name}");
        let mut again = Command::new("sh");
        again.args(["-c", &limited]).arg(env::current_exe().unwrap()).env(SHORT, "yes");
        let said = String::from_utf8(again.output().unwrap().stdout).unwrap();
        assert!(said.contains("1 passed"), "{said}");
        return;
    }
    let player = "setoption name Player value alphabeta(table=4096)\n";
    let small = "setoption name Player value negamax(depth=1)\n";
    let said = answers(Ugi::new(session()), format!("{player}go\n{small}go\n").as_bytes());
    let refused = "info string no memory for a table of 4096 MiB\nbestmove 0000\n";
    let rest = said.strip_prefix(refused).expect(&said);
    assert!(rest.lines().last().unwrap().starts_with("bestmove "), "{said}");
    assert!(!rest.contains("0000"), "{said}");
}
