//! Several threads at one search: what they find, and what they play when they are stopped.

use std::time::Duration;

use yomi_engine::expert::{Analysis, Expert, Outcome, Question, Settings, Strength, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::score::Score;

use crate::expert::{SOLVE, analyze, expert, random_position, small};

/// What an environment variable says, which makes tests longer, or shorter where a build is slow.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// `YOMI_POSITIONS` sets the number of positions; `.ci/run` asks for more.
#[test]
fn threads_agree_on_score_and_move() {
    let (mut random, mut compared) = (Random::from_seed(7), 0);
    for _ in 0..setting("YOMI_POSITIONS", 4) {
        // From 18 empty squares the threads share the unsure search before the exact one too.
        let Some(position) = random_position(&mut random, 18) else { continue };
        compared += 1;
        for outcome in [Outcome::Score, Outcome::WinDrawLoss] {
            let question = Question { lines: 3, outcome, ..SOLVE };
            let answers: Vec<Vec<(Score, Move)>> = [1, 2, 5]
                .into_iter()
                .map(|threads| {
                    // The smallest table makes the threads overwrite each other's entries all the
                    // time.
                    let mut expert = expert(Settings { threads, mebibytes: 0, ..small() });
                    let lines = analyze(&mut expert, &position, &question).lines;
                    lines.iter().map(|line| (line.score, line.moves[0])).collect()
                })
                .collect();
            assert_eq!(
                answers,
                vec![answers[0].clone(); 3],
                "{outcome:?}, {}",
                position.board_string()
            );
        }
    }
    assert!(compared > 0, "there are positions to compare");
}

#[test]
fn lines_of_several_threads_end_the_game() {
    let mut random = Random::from_seed(9);
    let mut expert = expert(Settings { threads: 2, mebibytes: 16, ..small() });
    let positions: Vec<Othello8> =
        (0..10).filter_map(|_| random_position(&mut random, 14)).collect();
    assert!(positions.len() > 5);
    for position in positions {
        let line = analyze(&mut expert, &position, &SOLVE).lines.remove(0);
        let end = line.moves.iter().fold(position, |at, mv| at.play(*mv));
        let sign = if end.side_to_move() == position.side_to_move() { UNIT } else { -UNIT };
        assert_eq!(end.final_score().map(|score| score.0 * sign), Some(line.score.0), "{line:?}");
    }
}

/// Searches by two threads, stopped somewhere: the move returned must be the one last reported, and
/// if its value is called exact it must be worth that by a solution with one thread. `YOMI_STOPS`
/// sets the number of searches, `YOMI_MOMENT` the shortest in microseconds, for slow builds.
#[test]
fn the_move_of_stopped_threads_is_worth_what_was_reported() {
    let (stops, moment) = (setting("YOMI_STOPS", 1000), setting("YOMI_MOMENT", 50));
    let mut random = Random::from_seed(11);
    let mut threads = expert(Settings { threads: 2, ..small() });
    let mut oracle = expert(small());
    let (mut exact, mut unfinished) = (0, 0);
    for stop in 0..stops {
        // Every other position is one whose end is often reached before the stop.
        let empties = 8 + random.below(if stop % 2 == 0 { 7 } else { 24 }) as u32;
        let Some(position) = random_position(&mut random, empties) else { continue };
        if position.final_score().is_some() {
            continue;
        }
        let time = Some(Duration::from_micros(moment << random.below(8)));
        let question = Question { strength: Strength::UNBOUNDED, ..SOLVE };
        let limits = Limits { time, ..Limits::default() };
        let mut reported = None;
        threads.forget();
        let analysis = threads.analyze(&position, &question, &limits, &mut |analysis| {
            reported = Some(analysis.clone());
        });
        if let Some(Analysis { lines, .. }) = reported {
            assert_eq!(analysis.lines, lines, "{}", position.board_string());
        }
        if analysis.is_exact() && position.empties() <= 14 {
            exact += 1;
            let line = &analysis.lines[0];
            let best = analyze(&mut oracle, &position, &SOLVE).lines[0].score;
            assert_eq!(line.score, best, "{}", position.board_string());
            assert_eq!(
                worth(&mut oracle, &position, line.moves[0]),
                best,
                "{}",
                position.board_string()
            );
        } else {
            unfinished += 1;
        }
    }
    assert!(exact > stops / 10 && unfinished > stops / 10, "{exact} exact, {unfinished} not");
}

/// The exact score of a move.
fn worth(oracle: &mut Expert, position: &Othello8, mv: Move) -> Score {
    let next = position.play(mv);
    let score = analyze(oracle, &next, &SOLVE).lines[0].score;
    if next.side_to_move() == position.side_to_move() { score } else { Score(-score.0) }
}
