//! Limits of depth, nodes and time, in a player's text and in the call: what every player makes of
//! them.

use std::time::{Duration, Instant};

use yomi_engine::game::Game;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello8, Othello10, parse_moves};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player, players, strongest};

use crate::random_game;

/// Of a game's clock players that sample take their share, not the most they may, and who has no
/// choice takes nothing.
#[test]
fn a_share_of_the_clock_is_enough() {
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    let share = Some(Duration::from_millis(30));
    let limits = Limits { time: seconds(600), target: share, ..Limits::default() };
    for text in ["uct", "flat_mc", "tutorial_flat_mc", "tutorial_uct"] {
        let mut searcher = Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(1));
        let clock = Instant::now();
        assert!(searcher.search(&Othello8::default(), &limits, &mut |_| ()).best.is_some());
        assert!(clock.elapsed() < Duration::from_secs(5), "{text}: {:?}", clock.elapsed());
    }
    let forced = Limits { time: seconds(600), target: seconds(500), ..Limits::default() };
    let one: TicTacToe = "XOXXOOOX- X".parse().unwrap();
    for text in ["uct", "negascout(depth=60,deepen=timed)"] {
        let mut searcher = Player::<TicTacToe>::parse(text).unwrap().searcher(Random::from_seed(1));
        let clock = Instant::now();
        assert!(searcher.search(&one, &forced, &mut |_| ()).best.is_some());
        assert!(clock.elapsed() < Duration::from_secs(5), "{text}: {:?}", clock.elapsed());
    }
}

/// Where the end cannot be solved, `last` moves like the player before it, not at random.
#[test]
fn last_that_is_stopped_still_thinks() {
    let told = Limits::default();
    told.stop.raise();
    for limits in [told, Limits { nodes: Some(1000), ..Limits::default() }] {
        let mut not_the_first = 0;
        for seed in 0..20 {
            let position = random_game(Othello8::default(), &mut Random::from_seed(seed))[32];
            let best = |text: &str| {
                let mut searcher =
                    Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(1));
                searcher.search(&position, &limits, &mut |_| ()).best
            };
            let thought = best("alphabeta(depth=1,eval=square_weights)");
            let last = best("last(empties=30,then=alphabeta(depth=1,eval=square_weights))");
            assert_eq!(last, thought);
            not_the_first += usize::from(thought != position.moves().next());
        }
        assert!(not_the_first > 5, "{not_the_first}");
    }
}

/// A search ends where its windows fail low and high in turn, as the expert's may in this game.
#[test]
fn contradictory_windows_end() {
    let moves = parse_moves(&Othello8::default(), "e6d6c3f4d7c5c4e7c6d3f5f6f8").unwrap();
    let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
    let player = Player::<Othello8>::parse("expert(level=10,table=64)").unwrap();
    let mut searcher = player.searcher(Random::from_seed(0));
    let mut position = Othello8::default();
    for (ply, &mv) in moves.iter().enumerate() {
        position = position.play(mv);
        if ply >= 5 {
            let report = searcher.search(&position, &limits, &mut |_| ());
            assert!(report.nodes < 20_000_000, "at ply {}", ply + 1);
        }
    }
}

/// Limits in the player's text are those of the move; without a depth of its own it deepens as far
/// as they reach.
#[test]
fn players_keep_to_limits_of_their_own() {
    let start = Othello8::default();
    let search = |text: &str| {
        let mut searcher = Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(0));
        searcher.search(&start, &Limits::default(), &mut |_| ())
    };
    for name in ["minimax", "negamax", "alphabeta", "negascout", "expert"] {
        let report = search(&format!("{name}(nodes=20000)"));
        assert!(report.nodes <= 20_100 && report.depth > 3, "{name}: {report:?}");
        let clock = Instant::now();
        let report = search(&format!("{name}(time=30)"));
        assert!(
            clock.elapsed() >= Duration::from_millis(30) && report.depth > 3,
            "{name}: {report:?}"
        );
    }
    assert_eq!(search("alphabeta(depth=3,nodes=1000000)").depth, 3);
    assert_eq!(search("expert(level=2,time=1000)").depth, 2);
    assert!(search("last(nodes=2000,then=alphabeta(depth=9,deepen=on))").nodes <= 2000);
}

/// Whatever searches can be given time and nodes, and ends within them with a move; what does not
/// search refuses them.
#[test]
fn every_player_that_searches_takes_limits() {
    fn check<G: Playable>(start: &G) {
        for entry in players::<G>() {
            let parse = |limit: &str| Player::<G>::parse(&format!("{}({limit})", entry.name));
            if ["random", "perfect"].contains(&entry.name) {
                let (time, nodes) = (parse("time=10").unwrap_err(), parse("nodes=10").unwrap_err());
                let refusal =
                    |key| format!("`{}` has no parameter `{key}` (it has none)", entry.name);
                assert_eq!([time.problem, nodes.problem], ["time", "nodes"].map(refusal));
                continue;
            }
            for limit in ["nodes=700", "time=5", "time=5,nodes=700"] {
                let player = parse(limit).unwrap();
                let mut searcher = player.searcher(Random::from_seed(0));
                for position in
                    random_game(start.clone(), &mut Random::from_seed(1)).iter().step_by(9)
                {
                    let report = searcher.search(position, &Limits::default(), &mut |_| ());
                    assert!(report.best.is_some_and(|mv| position.is_legal(mv)), "{player}");
                    assert!(report.nodes <= 800 || limit == "time=5", "{player}: {}", report.nodes);
                }
            }
        }
    }
    check(&Othello8::default());
    check(&Othello10::default());
    check(&TicTacToe::default());
    check(&Go::default());
}

/// Players by playouts that are told neither how many nor how long have as many as the limits
/// allow.
#[test]
fn playouts_go_as_far_as_their_limits() {
    let playouts = |text: &str, nodes| {
        let mut searcher = Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(0));
        let limits = Limits { nodes, ..Limits::default() };
        searcher.search(&Othello8::default(), &limits, &mut |_| ()).leaves
    };
    for (name, usual) in
        [("flat_mc", 1000), ("uct", 5000), ("tutorial_flat_mc", 100), ("tutorial_uct", 100)]
    {
        assert_eq!(playouts(name, None), usual, "{name}");
        assert!(playouts(name, Some(1_000_000)) > usual, "{name}");
        assert!(playouts(&format!("{name}(nodes=1000000)"), None) > usual, "{name}");
        assert_eq!(playouts(&format!("{name}(playouts=50)"), Some(1_000_000)), 50, "{name}");
    }
}

/// Limits that stop a search without a depth to finish leave it the move of the last depth.
#[test]
fn stopped_searches_play_by_the_last_depth_they_finished() {
    for name in ["minimax", "negamax", "alphabeta", "negascout"] {
        let best = |text: &str, nodes| {
            let mut searcher =
                Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(0));
            let limits = Limits { nodes, ..Limits::default() };
            let report = searcher.search(&Othello8::default(), &limits, &mut |_| ());
            (report.depth, report.best, report.score)
        };
        let stopped = best(&format!("{name}(depth=12,eval=square_weights)"), Some(5000));
        assert!(stopped.0 > 2, "{name}: {stopped:?}");
        assert_eq!(
            stopped,
            best(&format!("{name}(depth={},eval=square_weights)", stopped.0), None)
        );
    }
}

/// What the default player makes of its limits: all of the time it is given, and a depth that is
/// asked for.
#[test]
fn the_expert_goes_as_far_as_its_limits() {
    let mut searcher = strongest::<Othello8>().searcher(Random::from_seed(0));
    let mut depth =
        |limits: Limits| searcher.search(&Othello8::default(), &limits, &mut |_| ()).depth;
    assert_eq!(depth(Limits::default()), 10);
    assert_eq!(depth(Limits { depth: Some(11), ..Limits::default() }), 11);
    assert!(depth(Limits { nodes: Some(400_000), ..Limits::default() }) > 10);
    let clock = Instant::now();
    let time = Duration::from_millis(300);
    assert!(
        depth(Limits { time: Some(time), ..Limits::default() }) >= 10 && clock.elapsed() >= time
    );
}

/// A depth that nobody has given keeps no search from using what it may.
#[test]
fn an_unlimited_player_goes_as_deep_as_a_search_may() {
    let position = random_game(Othello8::default(), &mut Random::from_seed(5))[20];
    let searched = |text: &str, limits: &Limits| {
        let mut searcher = Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(1));
        let report = searcher.search(&position, limits, &mut |_| ());
        (report.best, report.score, report.depth, report.nodes)
    };
    let nodes = Limits { nodes: Some(3000), ..Limits::default() };
    let depth = Limits { depth: Some(5), ..Limits::default() };
    for player in ["alphabeta", "negamax", "negascout", "minimax"] {
        let within = |own: &str| format!("{player}(eval=mobility{own})");
        let limited = searched(&within(""), &nodes);
        assert_eq!(limited, searched(&within(",nodes=3000"), &Limits::default()), "{player}");
        assert!(limited.2 > 2, "{player}: {limited:?}");
        assert_eq!(searched(&within(""), &depth), searched(&within(",depth=5"), &depth));
        // What was given holds, and without limits the usual depth does.
        assert_eq!(searched(&within(",depth=2"), &depth).2, 2, "{player}");
        assert_eq!(searched(&within(""), &Limits::default()).2, 2, "{player}");
    }
}
