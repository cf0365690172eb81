//! Bad input is named, never stops the rest, never panics, and costs no more than its length.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use yomi_protocol::notation::{Format, Place, Record, Source, ggf, sgf};

use crate::records::{GGF, SGF, bare, record};

fn read_all(bytes: &[u8]) {
    for format in Format::ALL {
        Source::new(format, bytes.to_vec()).games().for_each(drop);
    }
}

/// Reads games and writes them again: whatever could be read can be read then.
fn read_and_write_all(bytes: &[u8]) {
    for format in Format::ALL {
        for game in Source::new(format, bytes.to_vec()).games().flatten() {
            for back in [ggf::game(&ggf::write(&game)), sgf::game(&sgf::write(&game))] {
                let back = back.expect("what is written can be read");
                assert!(back.start() == game.start() && back.moves().eq(game.moves()));
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in r"(\(;|;\)|[A-Z]{1,2}|\[[^\]]*\]|[\[\]\\();*XO%#:-]|[a-j][a-j0-9]|8|\s){0,60}|.*") {
        read_and_write_all(text.as_bytes());
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..400)) {
        read_and_write_all(&bytes);
    }

    #[test]
    fn no_damaged_game_panics(record in record(SGF), place in any::<prop::sample::Index>(), put in any::<char>()) {
        for text in [ggf::write(&record), sgf::write(&record)] {
            read_and_write_all(damaged(&text, place, put).as_bytes());
        }
    }

    /// A wrong character costs at most its own line, whatever it is.
    #[test]
    fn a_bad_line_of_ggf_costs_no_other(
        games in vec(record(GGF), 3),
        place in any::<prop::sample::Index>(),
        put in any::<char>(),
    ) {
        let mut lines: Vec<String> = games.iter().map(ggf::write).collect();
        lines[1] = damaged(&lines[1], place, put);
        let text = lines.join("\n");
        let back: Vec<_> = ggf::games(&text).collect();
        for game in [&lines[0], &lines[2]] {
            prop_assert!(back.contains(&ggf::game(game)), "{}", text);
        }
    }

    /// An illegal or unreadable move costs its own game, and its place is named.
    #[test]
    fn a_bad_move_of_sgf_costs_no_other(games in vec(bare(), 3)) {
        let mut texts: Vec<String> = games.iter().map(sgf::write).collect();
        texts[1] = "(;GM[2]SZ[8]\n;B[zz](;W[aa])(;W[bb]))\n".to_owned();
        let text = texts.concat();
        let back: Vec<_> = sgf::games(&text).collect();
        prop_assert_eq!(back.len(), 3);
        prop_assert_eq!(&back[0], &Ok(games[0].clone()));
        prop_assert_eq!(&back[2], &Ok(games[2].clone()));
        let line = texts[0].lines().count() + 2;
        let error = back[1].as_ref().unwrap_err();
        prop_assert_eq!((error.game, error.place), (2, Place::Text { line, column: 4 }));
    }
}

fn damaged(text: &str, place: prop::sample::Index, put: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = place.index(letters.len());
    letters[place] = put;
    letters.into_iter().collect()
}

/// Half a megabyte of whatever makes a careless reader look at the rest again and again. Reading
/// each takes less than a second without optimisation; looking at every byte of the rest for every
/// byte takes seven, with the fastest search there is.
#[test]
fn time_grows_with_the_length_only() {
    #[rustfmt::skip]
    let hostile = [
        ("", "("), ("", "(;"), ("", "(;A"), ("", "(;A["), ("", "(;A[]"), ("", "\n(;A["), ("", "(;GM[2]A["), ("", "(;C[\\"),
        ("", "2 (;)"), ("", "(;B[f5]"), ("", "(;B[d3];)\n"), ("", "((;)"), ("", "(;("), ("", "]"), ("", "%\n"), ("", "#"),
        ("", ";"), ("", "a1:1;"), ("", "f5"), ("", "f5d6c3\n"), ("", "é"), ("", "X"), ("", " "), ("(;GM[2]", "AB[aa:hh]"),
        ("(;GM[2];B[dc]", "V[1]"), ("(;GM[2];B[dc]", "C[x]"), ("(;B[d3]", "CO[x]"), ("(;TI[", "0"), ("(;BO[8 ", " "),
    ];
    for (beginning, part) in hostile {
        let text = beginning.to_owned() + &part.repeat(500_000 / part.len());
        let clock = Instant::now();
        read_all(text.as_bytes());
        let spent = clock.elapsed();
        assert!(spent < Duration::from_secs(5), "{beginning}{part}…: {spent:?}");
    }
}

/// The reader stands behind the last game, wherever that ends.
#[test]
fn readers_end() {
    for text in ["", "(", "(;", "(;)(;", "\n\n", "%", "#x"] {
        for format in Format::ALL {
            let source = Source::new(format, text.as_bytes().to_vec());
            let games: Vec<Result<Record, _>> = source.games().collect();
            assert!(games.len() <= 2, "{text:?} in {format}");
        }
    }
}

/// What looks like a game in a comment behind a fault is none, and on one line games are told apart
/// where they name theirs, or where nothing is wrong with their brackets.
#[test]
fn a_fault_in_ggf_makes_no_games() {
    let good = |text: &str| -> Vec<bool> { ggf::games(text).map(|game| game.is_ok()).collect() };
    let broken = "(;GM[Othello]X!CO[see (;ok]B[d3];)";
    assert_eq!(good(&format!("{broken}\n (;GM[Othello]B[c4];)")), [false, true]);
    assert_eq!(good(&format!("{broken}(;GM[Othello]B[c4];)")), [false, true]);
    assert_eq!(good(&format!("{broken}\n1 (;PC[x]GM[Othello]B[c4];)")), [false, true]);
    assert_eq!(good("(;TY[8]B[a1];)(;TY[8]B[f5];)"), [false, true]);
}
