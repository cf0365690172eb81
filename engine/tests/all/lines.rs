use std::time::{Duration, Instant};

use yomi_engine::game::Game;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player, players};
use yomi_engine::score::{Score, Value};
use yomi_engine::search::{
    AlphaBeta, Deepening, NegaScout, Negamax, Report, Searcher, TranspositionTable,
};

use crate::random_game;

fn player<G: Playable>(text: &str) -> Box<dyn Searcher<G>> {
    Player::<G>::parse(text).unwrap().searcher(Random::from_seed(1))
}

fn search<G: Playable>(text: &str, position: &G, limits: &Limits) -> Report<G::Move> {
    player(text).search(position, limits, &mut |_| ())
}

fn lines<G: Playable>(text: &str, position: &G, limits: &Limits) -> Vec<Report<G::Move>> {
    player(text).search_lines(position, 3, limits, &mut |_| ())
}

fn within_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The ends of random games, the last `empties` squares.
fn ends<G: Game>(start: &G, games: u64, empties: u32) -> Vec<G> {
    let mut random = Random::from_seed(36);
    let games = (0..games).flat_map(|_| random_game(start.clone(), &mut random));
    games.filter(|end| end.empties() <= empties && end.moves().len() > 0).collect()
}

/// Deepening ends where the game has ended everywhere, passes included, and not before.
fn deepening_solves<G: Playable>(ends: &[G]) {
    for end in ends {
        let truth = search("negamax(depth=60)", end, &Limits::default()).score;
        for text in [
            "alphabeta(depth=60,deepen=on)",
            "alphabeta(depth=60,deepen=on,table=1)",
            "negascout(depth=60,deepen=on)",
            "negascout(depth=60,deepen=on,table=1)",
        ] {
            let report = search(text, end, &Limits::default());
            assert_eq!(report.score, truth, "{text} in\n{end}");
            assert!(report.depth <= 2 * end.empties(), "{text} in\n{end}");
            let best = report.best.unwrap();
            let reply = search("negamax(depth=60)", &end.play(best), &Limits::default());
            assert_eq!(-reply.score, truth, "{text} plays {best} in\n{end}");
        }
    }
}

#[test]
fn deepening_ends_with_the_last_pass() {
    let passes = [
        "--OXXX-OOOOOXXXXOXOXOOXXOXOOOXX-OOOXXXXXOXOXOOOXOOXOOOOXOOOOOOOO X",
        "XXXXXXXXXOOOXXX-XOOOOXXXOOOOXOX-XXXXOXXXXXXOXOXOX-XXXXOOXXXXXXOO O",
    ];
    deepening_solves(&passes.map(|board| board.parse::<Othello8>().unwrap()));
    deepening_solves(&ends(&Othello4::default(), 120, 6));
    deepening_solves(&ends(&Othello6::default(), 40, 5));
}

/// Where there is time for more, several moves are looked at until the game is over, and no longer.
#[test]
fn lines_end_with_the_game() {
    let end: Othello8 =
        "OOOOOOOOOOOOOOOOOOOOOOXOXOOOXOXOXOOXXXXOXOOOOOXOXXXXXXXXOXXXOXX- X".parse().unwrap();
    let found = lines("negascout(depth=6,table=1)", &end, &within_nodes(1_000_000));
    assert!(found[0].nodes < 100 && found[0].depth <= 2, "{:?}", found[0]);
}

/// The best of several moves is worth what the search for one says, whatever a pass counts.
#[test]
fn lines_know_the_rules_for_passes() {
    for pass in ["proper", "ply", "reward", "penalty"] {
        let text = format!("minimax(depth=3,pass={pass})");
        for position in ends(&Othello4::default(), 60, 8) {
            let one = search(&text, &position, &Limits::default());
            let several = lines(&text, &position, &Limits::default());
            assert_eq!(several[0].score, one.score, "{text} in\n{position}");
        }
    }
}

/// The end of a game is solved once for every move, and all values are those of single searches.
#[test]
fn lines_solve_every_position_once() {
    for end in ends(&Othello8::default(), 12, 7) {
        let found = player("exact").search_lines(&end, usize::MAX, &Limits::default(), &mut |_| ());
        let after = |mv| search("exact", &end.play(mv), &Limits::default());
        let nodes: u64 = end.moves().map(|mv| after(mv).nodes).sum();
        assert_eq!((found.len(), found[0].nodes), (end.moves().len(), nodes), "{end}");
        assert!(found.is_sorted_by_key(|line| -line.score.0), "{end}");
        for line in &found {
            let truth = -after(line.best.unwrap()).score;
            assert_eq!((line.score, line.exact, line.nodes), (truth, true, nodes), "{end}");
        }
        assert_eq!(found[0].score, search("exact", &end, &Limits::default()).score, "{end}");
    }
}

/// Whoever knows the game knows what every move is worth.
#[test]
fn perfect_lines_are_proved() {
    let mut random = Random::from_seed(5);
    for position in (0..40).flat_map(|_| random_game(TicTacToe::default(), &mut random)) {
        let all = |text: &str| {
            player::<TicTacToe>(text).search_lines(
                &position,
                usize::MAX,
                &Limits::default(),
                &mut |_| (),
            )
        };
        let known = |text: &str| -> Vec<_> {
            all(text).iter().map(|line| (line.best, line.score, line.exact)).collect()
        };
        assert_eq!(known("perfect"), known("exact"), "{position}");
        assert_eq!(known("perfect").len(), position.moves().len(), "{position}");
    }
}

/// A line looks as deep as a single search: a limit of one ply is the move itself.
#[test]
fn lines_keep_to_a_depth() {
    let then = "alphabeta(depth=4,eval=square_weights)";
    for position in ends(&Othello8::default(), 4, 20).into_iter().step_by(9) {
        for depth in 1..=3 {
            let limits = Limits { depth: Some(depth), ..within_nodes(20_000) };
            let found = lines(then, &position, &limits);
            assert!(found.iter().all(|line| line.depth == depth), "{position}\n{found:?}");
            for line in lines(&format!("last(empties=20,then={then})"), &position, &limits) {
                assert!(line.exact || line.depth == depth, "{position}\n{line:?}");
            }
        }
    }
}

/// Where limits leave some moves unsolved, these are judged as by the player before the end, within
/// its depth; proved wins come before them, proved losses after them.
#[test]
fn proofs_are_not_measured_against_guesses() {
    let (then, mut mixed) = ("alphabeta(depth=3,eval=square_weights)", 0);
    let text = format!("last(empties=9,then={then})");
    let place = |line: &Report<_>| if line.exact { 2 * line.score.0.signum() } else { 0 };
    for end in ends(&Othello8::default(), 4, 9) {
        for (nodes, depth) in [(600, 1), (2_000, 2), (6_000, 3), (20_000, 1)] {
            let limits = Limits { depth: Some(depth), ..within_nodes(nodes) };
            let all = |text: &str, limits: &Limits| {
                player(text).search_lines(&end, usize::MAX, limits, &mut |_| ())
            };
            let shallow = Limits { depth: Some(depth), ..Limits::default() };
            let (found, guesses) = (all(&text, &limits), all(then, &shallow));
            assert_eq!(found.len(), end.moves().len(), "{end}");
            assert!(found.iter().all(|line| line.nodes <= nodes), "{end}");
            assert!(found.is_sorted_by_key(|line| -place(line)), "{end}\n{found:?}");
            for line in &found {
                let truth = search("exact", &end.play(line.best.unwrap()), &Limits::default());
                let guess = guesses.iter().find(|guess| guess.best == line.best).unwrap();
                let value = if line.exact { -truth.score } else { guess.score };
                assert_eq!(line.score, value, "{text} within {nodes} in\n{end}\n{line:?}");
                assert!(line.exact || line.depth == guess.depth, "{line:?}");
            }
            mixed += usize::from(found.iter().any(|line| line.exact) && !found[0].exact);
        }
    }
    assert!(mixed > 0);
}

/// With a share of a clock to spend, several lines take it and not all that the clock has.
#[test]
fn lines_take_their_share_of_a_clock() {
    let (target, most) = (Duration::from_millis(20), Duration::from_secs(20));
    let limits = Limits { target: Some(target), time: Some(most), ..Limits::default() };
    let deep = "alphabeta(deepen=timed)";
    for text in [deep, "last(empties=12,then=negascout(deepen=timed))", "expert"] {
        let since = Instant::now();
        assert_eq!(lines(text, &Othello8::default(), &limits).len(), 3, "{text}");
        assert!(since.elapsed() < most / 10, "{text}: {:?}", since.elapsed());
    }
}

/// Players by playouts judge all moves in one search, also within limits, and tell on the way.
#[test]
fn playouts_judge_several_moves() {
    let start = Othello8::default();
    for text in ["flat_mc", "tutorial_flat_mc", "tutorial_uct", "uct", "last(then=flat_mc)"] {
        for limits in [Limits::default(), within_nodes(20_000)] {
            let found = lines(text, &start, &limits);
            assert_eq!(found.len(), 3, "{text}");
            assert_eq!(found[0].best, search(text, &start, &limits).best, "{text}");
            assert!(found.iter().all(|line| line.leaves > 0), "{text}");
        }
        let mut told = 0;
        let quick = within_nodes(100_000);
        player::<Othello8>(text).search_lines(&start, 3, &quick, &mut |_| told += 1);
        assert!(told > 2, "{text} told {told} times");
    }
    // Means that nobody sampled are no values.
    for text in ["flat_mc", "tutorial_flat_mc", "tutorial_uct", "uct"] {
        let nothing = search(text, &start, &within_nodes(0));
        assert_eq!(nothing.value::<Othello8>(), None, "{text}");
    }
}

/// Lines of UCT are in the order that its move is chosen by.
#[test]
fn lines_of_uct_are_ranked_as_it_chooses() {
    for position in ends(&Othello8::default(), 3, 40).into_iter().step_by(7) {
        let found = lines("uct(playouts=300,final=value)", &position, &Limits::default());
        assert!(found.is_sorted_by_key(|line| -line.score.0), "{position}");
    }
}

/// A tree without room still has the moves of its root.
#[test]
fn a_tree_without_room_counts_on() {
    let start = Othello8::default();
    let report = search("uct(playouts=300,memory=1,threads=256)", &start, &Limits::default());
    assert!(report.leaves == 300 && report.score != Score::ZERO, "{report:?}");
}

/// A player for the end of games analyses as the player before the end does: without its book.
#[test]
fn analysis_needs_no_book() {
    let start = Othello8::default();
    let text = "last(empties=8,then=expert(level=2,book=on))";
    assert!(search(text, &start, &Limits::default()).book);
    let found = lines(text, &start, &Limits::default());
    assert!(found.len() == 3 && found.iter().all(|line| !line.book), "{found:?}");
    let judged =
        player::<Othello8>(text).search_without_book(&start, &Limits::default(), &mut |_| ());
    assert!(!judged.book && judged.depth > 0);
}

/// Any value may be the worst there is: a move stays a move.
#[test]
fn infinite_values_leave_a_move() {
    let lost = |_: &Othello4| -Score::INFINITY;
    let won = |_: &Othello4| Score::INFINITY;
    let start = Othello4::default();
    for depth in 1..=3 {
        for evaluator in [lost as fn(&Othello4) -> Score, won] {
            let table = || TranspositionTable::new(1).unwrap();
            let mut players: [Box<dyn Searcher<Othello4>>; 3] = [
                Box::new(Deepening::new(Negamax::new(evaluator), depth, false)),
                Box::new(Deepening::new(AlphaBeta::new(evaluator, table()), depth, false)),
                Box::new(Deepening::new(NegaScout::new(evaluator, table()), depth, false)),
            ];
            for player in &mut players {
                let report = player.search(&start, &Limits::default(), &mut |_| ());
                assert!(report.best.is_some());
                assert_eq!(report.score.0.abs(), Score::INFINITY.0);
            }
        }
    }
}

/// A finished game has a value, whoever judges it: all players but those that only name moves.
#[test]
fn finished_games_have_values() {
    let over: Othello8 = format!("{} O", "X".repeat(64)).parse().unwrap();
    for name in players::<Othello8>().into_iter().map(|entry| entry.name) {
        let value = search(name, &over, &Limits::default()).value::<Othello8>();
        let expected = (!["random", "tactics"].contains(&name)).then_some(Value::Points(-64.0));
        assert_eq!(value, expected, "{name}");
    }
    let won = "X X X O O - - - - O".parse::<TicTacToe>().unwrap();
    let report = search("perfect", &won, &Limits::default());
    assert_eq!(report.value::<TicTacToe>(), Some(Value::Points(-1.0)));
}
