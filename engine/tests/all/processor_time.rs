//! A limit of time, and `stop`, hold to within 10 ms of the processor's time, wherever in the game
//! and in the search.
//!
//! What is counted is the time that the processor has worked for the search: before the limit that
//! cannot be more than the clock on the wall shows, however busy the machine is, so what is above
//! it was spent too late.

use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use yomi_engine::game::Game;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::search::Searcher;

use crate::random_game;

const MOST_DELAY: Duration = Duration::from_millis(10);

/// What the processor has worked for this thread.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The best `count` moves, one by one or together.
fn think<G: Game>(searcher: &mut dyn Searcher<G>, position: &G, count: usize, limits: &Limits) {
    let moves = if count == 1 {
        searcher.search(position, limits, &mut |_| ()).best.into_iter().count()
    } else {
        searcher.search_lines(position, count, limits, &mut |_| ()).len()
    };
    assert!(moves > 0);
}

/// A position with this many empty squares in which there is something to choose.
fn position(empties: u32) -> Othello8 {
    let games = (0..).map(|seed| random_game(Othello8::default(), &mut Random::from_seed(seed)));
    let found = |game: Vec<Othello8>| {
        game.into_iter()
            .find(|position| position.empties() == empties && position.moves().len() > 3)
    };
    games.into_iter().find_map(found).unwrap()
}

fn searcher<G: Playable>(player: &str) -> Box<dyn Searcher<G>> {
    Player::<G>::parse(player).unwrap().searcher(Random::from_seed(0))
}

/// Limits and stops of `player` in `position`, each after a number of `milliseconds`.
fn holds<G: Playable>(player: &str, position: &G, milliseconds: &[u64]) {
    let mut searcher = searcher(player);
    for &wait in milliseconds {
        let wait = Duration::from_millis(wait);
        for count in [1, 4] {
            let before = worked();
            think(
                &mut *searcher,
                position,
                count,
                &Limits { time: Some(wait), ..Limits::default() },
            );
            let spent = worked() - before;
            assert!(
                spent <= wait + MOST_DELAY,
                "{player}, {count} moves: {spent:?} of {wait:?} in\n{position}"
            );

            let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
            let (stop, since) = (limits.stop.clone(), Instant::now());
            let waker = thread::spawn(move || {
                thread::sleep(wait);
                stop.raise();
                since.elapsed()
            });
            let before = worked();
            think(&mut *searcher, position, count, &limits);
            let spent = worked() - before;
            let stopped = waker.join().unwrap();
            assert!(
                spent <= stopped + MOST_DELAY,
                "{player}, {count} moves: {spent:?}, stopped after {stopped:?}"
            );
        }
    }
}

/// A limit of a player with several threads, which the processor's time for this one tells only a
/// part of: what is counted is the clock on the wall. On a busy machine it shows more than the
/// search takes, so the best of many tries counts.
fn holds_on_the_wall<G: Playable>(player: &str, position: &G, wait: Duration) {
    let mut searcher = searcher(player);
    for count in [1, 4] {
        let limits = Limits { time: Some(wait), ..Limits::default() };
        let mut try_it = || {
            let since = Instant::now();
            think(&mut *searcher, position, count, &limits);
            since.elapsed()
        };
        let delays: Vec<_> = (0..30).map(|_| try_it().saturating_sub(wait)).collect();
        assert!(delays.iter().min() <= Some(&MOST_DELAY), "{player}, {count} moves: {delays:?}");
    }
}

#[test]
fn of_the_expert_from_the_midgame_to_the_end() {
    for empties in (6..=20).chain([24, 30, 40, 55]) {
        let waits: &[u64] = if empties % 5 == 0 { &[20, 50, 100] } else { &[20] };
        holds("expert", &position(empties), waits);
    }
    for empties in [14, 18, 22] {
        holds("expert(level=30)", &position(empties), &[20, 50]);
    }
}

#[test]
fn of_the_textbook_players() {
    let players = [
        "minimax(depth=60,eval=estimate)",
        "negamax(depth=60,eval=tutorial)",
        "alphabeta(depth=60,table=16)",
        "negascout(depth=60,eval=estimate,table=16)",
        "last(empties=30,then=alphabeta(depth=60,eval=mobility))",
        "exact(empties=30)",
    ];
    for player in players {
        for empties in [12, 20, 45] {
            holds(player, &position(empties), &[30]);
        }
    }
}

#[test]
fn of_the_players_by_playouts() {
    let threads = "uct(playouts=1000000000,threads=2)";
    let players = ["flat_mc(playouts=1000000000)", "uct(playouts=1000000000)", threads];
    let pages = ["tutorial_flat_mc(playouts=1000000000)", "tutorial_uct(playouts=1000000000)"];
    for player in players.into_iter().chain(pages) {
        holds(player, &position(30), &[30]);
    }
    for player in players {
        holds(player, &Go::default(), &[30]);
    }
    let wait = Duration::from_millis(30);
    holds_on_the_wall(threads, &position(30), wait);
    holds_on_the_wall(threads, &Go::default(), wait);
}
