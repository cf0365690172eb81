//! The expert keeps to limits of time, depth and nodes, and stops when told, in every phase of the
//! game.

use std::time::{Duration, Instant};

use yomi_engine::expert::{Analysis, Outcome, Question, Settings, Strength};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::score::Score;

use crate::expert::{SOLVE, analyze, expert, random_position, small};

#[test]
fn a_search_stops_when_told() {
    let mut expert = expert(small());
    let mut latency = Duration::MAX;
    // The quickest of a few: a busy machine may hold up any one of them.
    for _ in 0..5 {
        expert.forget();
        let stop = Stop::default();
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            stop.raise();
            Instant::now()
        });
        let question = Question { strength: Strength::PERFECT, ..SOLVE };
        let analysis = expert.analyze(&Othello8::default(), &question, &limits, &mut |_| ());
        let end = Instant::now();
        latency = latency.min(end.duration_since(raiser.join().unwrap()));
        // Nobody solves the game in that time, but there is a move to play.
        assert!(!analysis.is_exact() && Othello8::default().is_legal(analysis.lines[0].moves[0]));
    }
    assert!(latency < Duration::from_millis(20), "{latency:?}");
}

/// Where only a pass is legal there is nothing to think about, however many moves follow it.
#[test]
fn a_forced_pass_takes_no_time_of_the_game() {
    let is_pass = |position: &Othello8| position.moves().eq([Move::Pass]);
    let mut random = Random::from_seed(7);
    let passes = (0..20_000).filter_map(|number| random_position(&mut random, 20 + number % 8));
    let choices = |position: &Othello8| position.play(Move::Pass).moves().count();
    let is_meant = |position: &Othello8| is_pass(position) && choices(position) > 1;
    let position = { passes }.find(is_meant).unwrap();
    let (hour, second) = (Duration::from_secs(3600), Duration::from_secs(1));
    let limits = Limits { time: Some(hour), target: Some(second), ..Limits::default() };
    let question = Question { strength: Strength::UNBOUNDED, ..SOLVE };
    let analysis = expert(small()).analyze(&position, &question, &limits, &mut |_| ());
    assert_eq!((analysis.depth, &analysis.lines[0].moves[..1]), (1, &[Move::Pass][..]));
}

#[test]
fn limits_of_time_and_depth_hold() {
    let mut expert = expert(small());
    let start = Othello8::default();
    let clock = Instant::now();
    let time = Some(Duration::from_millis(50));
    let question = Question { strength: Strength::UNBOUNDED, ..SOLVE };
    let timed =
        expert.analyze(&start, &question, &Limits { time, ..Limits::default() }, &mut |_| ());
    // That it is not overstepped is measured in `processor_time`.
    assert!(timed.depth > 2 && clock.elapsed() >= Duration::from_millis(50));
    let shallow = expert.analyze(
        &start,
        &question,
        &Limits { depth: Some(3), ..Limits::default() },
        &mut |_| (),
    );
    assert_eq!(shallow.depth, 3);
}

/// A limit of depth is one of the midgame: the end is solved below it, for every move alike.
#[test]
fn endgames_are_solved_under_any_limit_of_depth() {
    let mut random = Random::from_seed(16);
    let mut expert = expert(small());
    let values = |analysis: &Analysis| -> Vec<(Score, Option<Move>)> {
        analysis.lines.iter().map(|line| (line.score, line.moves.first().copied())).collect()
    };
    for (empties, count) in [(4, 8), (8, 8), (10, 6), (12, 3), (14, 1), (16, 1)] {
        for _ in 0..count {
            let Some(position) = random_position(&mut random, empties) else { continue };
            let solved =
                values(&analyze(&mut expert, &position, &Question { lines: usize::MAX, ..SOLVE }));
            let limits = [empties / 2, empties / 2 + 1, empties - 1, 20, 60];
            for &limit in &limits[..if empties < 14 { 5 } else { 2 }] {
                for strength in [Strength::PERFECT, Strength::UNBOUNDED, Strength::level(10)] {
                    let limits = Limits { depth: Some(limit), ..Limits::default() };
                    let question =
                        Question { strength, lines: usize::MAX, outcome: Outcome::Score };
                    expert.forget();
                    let all = expert.analyze(&position, &question, &limits, &mut |_| ());
                    let mut found = values(&all);
                    // Equal moves may come in any order.
                    found.sort_by_key(|(score, mv)| {
                        (-score.0, solved.iter().position(|(_, other)| other == mv))
                    });
                    assert!(
                        all.is_exact() && found == solved,
                        "{limit}: {}",
                        position.board_string()
                    );
                }
            }
        }
    }
}

/// The limits are looked at in the last dozen empty squares too, once in a few thousand nodes.
#[test]
fn endgames_stop_when_told() {
    let mut random = Random::from_seed(18);
    let mut expert = expert(small());
    let raised = Stop::default();
    raised.raise();
    for empties in [10, 11, 12, 13] {
        for _ in 0..20 {
            let Some(position) = random_position(&mut random, empties) else { continue };
            let question = Question { lines: usize::MAX, ..SOLVE };
            let stopped = Limits { stop: raised.clone(), ..Limits::default() };
            let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            let short = Limits { nodes: Some(2000), ..Limits::default() };
            for (limits, most) in [(stopped, 0), (late, 0), (short, 2000)] {
                expert.forget();
                let nodes = expert.analyze(&position, &question, &limits, &mut |_| ()).nodes;
                // A search of eight empty squares is not interrupted.
                assert!(nodes < most + 8_000, "{nodes} nodes in {}", position.board_string());
            }
        }
    }
}

/// Where a game leaves less than a millisecond for a move, thousands of nodes between looks at the
/// clock are too many.
#[test]
fn the_shortest_times_are_kept() {
    let mut expert = expert(small());
    let question = Question { strength: Strength::UNBOUNDED, ..SOLVE };
    let limits = Limits { time: Some(Duration::from_micros(20)), ..Limits::default() };
    let search = |_| expert.analyze(&Othello8::default(), &question, &limits, &mut |_| ()).nodes;
    let fewest = (0..5).map(search).min().unwrap();
    assert!(fewest < 2000, "{fewest} nodes");
}

/// All threads together keep to a limit of nodes.
#[test]
fn threads_share_a_limit_of_nodes() {
    let position = random_position(&mut Random::from_seed(11), 20).unwrap();
    let question = Question { strength: Strength::UNBOUNDED, ..SOLVE };
    for (threads, most) in [(1, 50_000), (2, 100_000), (4, 300_000), (16, 300_000), (64, 20_000)] {
        let mut expert = expert(Settings { threads, ..small() });
        for lines in [1, 30] {
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let question = Question { lines, ..question };
            let entered = expert.analyze(&position, &question, &limits, &mut |_| ()).nodes;
            assert!(entered <= most + most / 20, "{threads} threads: {entered} of {most}");
        }
    }
}
