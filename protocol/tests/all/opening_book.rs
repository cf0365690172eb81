//! The opening book: on for whoever just starts a game, off for a player that is named and for
//! referees of UGI, and said to be the book in every dialect.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use yomi_engine::expert::Book;
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_protocol::dialect::Dialect;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::ugi::Ugi;

use crate::answers;

fn session(player: Option<&str>, seed: u64) -> Session {
    let choice =
        PlayerChoice { player: player.map(str::to_owned), seed, ..PlayerChoice::default() };
    Session::new(&KINDS[0], None, choice).unwrap()
}

/// The first eight moves of a game that the default player plays with itself.
fn opening(seed: u64) -> Vec<Move> {
    let script = "genmove b\ngenmove w\n".repeat(4);
    let said = answers(Gtp::new(session(None, seed)), script.as_bytes());
    let moves = said.lines().filter_map(|line| line.strip_prefix("= "));
    moves.map(|mv| mv.to_lowercase().parse().unwrap()).collect()
}

#[test]
fn openings_come_from_the_book_and_vary_with_the_seed() {
    let book = Book::embedded();
    let mut openings = HashSet::new();
    for seed in 0..12 {
        let moves = opening(seed);
        assert_eq!(moves.len(), 8);
        let mut position = Othello8::default();
        for mv in &moves {
            assert!(book.moves(&position).iter().any(|known| known.mv == *mv), "{moves:?}");
            position = position.play(*mv);
        }
        assert_eq!(opening(seed), moves, "the same seed");
        openings.insert(moves);
    }
    assert!(openings.len() >= 6, "{} openings of 12", openings.len());
}

/// Whoever starts the program for each game meets other openings, unless a seed is named.
#[test]
fn openings_vary_from_start_to_start() {
    let openings = |arguments: &[&str]| -> HashSet<Vec<u8>> {
        let opening = |_| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_yomi"))
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let script = "genmove b\ngenmove w\n".repeat(4);
            program.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
            program.wait_with_output().unwrap().stdout
        };
        (0..8).map(opening).collect()
    };
    assert!(openings(&["gtp"]).len() > 1);
    assert_eq!(openings(&["gtp", "--seed", "3"]).len(), 1);
}

#[test]
fn a_named_player_has_no_book_unless_it_says_so() {
    let all = |player: &str| -> HashSet<String> {
        let first = |seed| answers(Gtp::new(session(Some(player), seed)), b"genmove b\n");
        (0..12).map(first).collect()
    };
    assert_eq!(all("expert(level=2)").len(), 1);
    assert!(all("expert(level=2,book=on)").len() > 1);
}

/// Referees of UGI choose the openings themselves.
#[test]
fn over_ugi_the_book_is_off_until_it_is_asked_for() {
    let ugi = |player, lines: &str| answers(Ugi::new(session(player, 0)), lines.as_bytes());
    let shown = |value| format!("option name OwnBook type check default {value}\n");
    let default = ugi(None, "ugi\nposition startpos\ngo depth 2\n");
    assert!(default.contains(&shown(false)), "{default}");
    assert!(default.contains("Player type string default strongest"), "{default}");
    assert!(!default.contains("from the book"), "{default}");
    let own = ugi(None, "setoption name OwnBook value true\nugi\ngo depth 2\n");
    assert!(own.contains(&shown(true)) && own.contains("from the book"), "{own}");
    // It stays off on another board and back, and says what it takes.
    let back = "setoption name Size value 6\nugi\nsetoption name Size value 8\ngo depth 2\n";
    assert!(!ugi(None, back).contains("ook"), "{}", ugi(None, back));
    let wrong = ugi(None, "setoption name OwnBook value perhaps\n");
    assert_eq!(wrong, "info string OwnBook: expected true or false\n");
    // Who has named a player has said whether it has a book.
    let named = "ugi\nsetoption name OwnBook value false\nugi\n";
    let said = ugi(Some("expert(level=1,book=on)"), named);
    assert!(said.contains(&shown(true)) && said.contains(&shown(false)), "{said}");
    let said = ugi(Some("random"), "ugi\nsetoption name OwnBook value true\n");
    assert!(!said.contains("option name OwnBook") && said.contains("OwnBook: "), "{said}");
}

#[test]
fn every_dialect_says_that_a_move_is_from_the_book() {
    let said = answers(NBoard::new(session(None, 0)), b"nboard 2\ngo\nping 1\n");
    let lines: Vec<&str> = said.lines().collect();
    let book = lines.iter().find(|line| line.starts_with("book ")).expect("a book line");
    let answer = lines.iter().find(|line| line.starts_with("=== ")).expect("a move");
    assert_eq!(book.split(' ').nth(1), answer[4..].split('/').next());

    let script = b"setoption name OwnBook value true\nposition startpos\ngo\n";
    let said = answers(Ugi::new(session(None, 0)), script);
    assert!(said.lines().any(|line| line.ends_with("from the book")), "{said}");

    let mut gtp = Gtp::new(session(None, 0));
    let mut out = String::new();
    let yomi_protocol::dialect::Next::Think(task) = gtp.line("genmove b", &mut out) else {
        panic!("nothing is thought about");
    };
    let info = task.run(&yomi_engine::limits::Stop::default(), &mut |_| ());
    let _ = gtp.finished(&info, &mut out);
    let mv = info.best().unwrap().moves[0].to_uppercase();
    assert!(gtp.beside().starts_with(&format!("book {mv} ")));
}
