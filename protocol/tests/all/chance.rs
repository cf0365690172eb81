//! A game's chance depends on the seed and on the number of the game in the session, however the
//! game is begun.

use std::collections::HashSet;

use yomi_protocol::gtp::Gtp;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};

use crate::answers;

/// The games that `random` plays in one session, each begun by `begin` and `moves` long.
fn games(seed: u64, begin: &str, moves: usize, count: usize) -> Vec<String> {
    let choice =
        PlayerChoice { player: Some("random".to_owned()), seed, ..PlayerChoice::default() };
    let session = Session::new(&KINDS[0], None, choice).unwrap();
    let game =
        ["genmove b", "genmove w"].into_iter().cycle().take(moves).collect::<Vec<_>>().join("\n");
    let script = format!("{begin}\n{game}\nname\n").repeat(count);
    let answers = answers(Gtp::new(session), script.as_bytes());
    let games = answers.split("= Yomi");
    let moves = games.map(|game| game.lines().filter(|line| line.len() > 1).collect::<String>());
    moves.take(count).collect()
}

#[test]
fn a_hundred_games_of_a_session_are_distinct() {
    let ways =
        ["clear_board", "boardsize 8", "boardsize 8\nclear_board", "boardsize 6\nboardsize 8"];
    let others = ["set_game Go\nset_game Othello", "yomi-param Size 6\nyomi-param Size 8"];
    for begin in ways.into_iter().chain(others) {
        let games = games(7, begin, 20, 100);
        assert!(games.iter().all(|game| game.len() >= 40), "{begin}: {games:?}");
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), 100, "{begin}");
    }
}

#[test]
fn a_game_depends_on_seed_and_number_alone() {
    let usual = games(1, "clear_board", 20, 5);
    for begin in ["boardsize 8", "clear_board\nboardsize 8\nclear_board\nplay b d3\nclear_board"] {
        assert_eq!(games(1, begin, 20, 5), usual, "{begin}");
    }
    assert_ne!(games(2, "clear_board", 20, 1), usual[..1]);
}

/// Two players at one board, each named when its turn comes, as a page with one engine does it.
#[test]
fn players_that_take_turns_do_not_begin_anew() {
    let session = Session::new(&KINDS[0], None, PlayerChoice::default()).unwrap();
    let turn = |player: &str| format!("yomi-param Player {player}\ngenmove b\nundo\n");
    let script = (turn("random") + &turn("uct(playouts=2)")).repeat(30);
    let answers = answers(Gtp::new(session), script.as_bytes());
    let moves: Vec<&str> = answers.lines().filter(|line| line.len() == 4).collect();
    assert_eq!(moves.len(), 60, "{answers}");
    let of_random: HashSet<&&str> = moves.iter().step_by(2).collect();
    assert_eq!(of_random.len(), 4, "each of the first four moves: {moves:?}");
}
