//! The WTHOR data base, which is only read: files are put together here.

use proptest::collection::vec;
use proptest::prelude::*;
use yomi_engine::games::othello::Move;
use yomi_protocol::notation::wthor::{self, Names};
use yomi_protocol::notation::{Board, GameError, Outcome, Record, Size, Verdict};

use crate::records::from;

/// A file of these games, as the format description has it.
fn file(games: &[Record]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 21];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0, 0xbc, 0x07, 8, 0, 0, 0]);
    for (number, game) in games.iter().enumerate() {
        bytes.extend([1, 0, number as u8, 0, 1, 0, 31, 33]);
        let mut moves: Vec<u8> = game.moves().filter_map(code).collect();
        moves.resize(60, 0);
        bytes.extend(moves);
    }
    bytes
}

fn code(mv: Move) -> Option<u8> {
    match mv {
        Move::Place(square) => Some(10 * (square.row() as u8 + 1) + square.column() as u8 + 1),
        Move::Pass => None,
    }
}

fn read(bytes: &[u8]) -> Vec<Result<Record, GameError>> {
    wthor::games(bytes, &Names::default()).collect()
}

fn squares(game: &Record) -> Vec<Move> {
    game.moves().filter(|mv| *mv != Move::Pass).collect()
}

fn games() -> impl Strategy<Value = Vec<Record>> {
    vec(from(Board::start(Size::Eight)), 1..4)
}

#[test]
fn names_years_and_results_are_read() {
    let mut names = [0; 16 + 40];
    names[16..21].copy_from_slice(b"Ren\xe9 ");
    names[36..39].copy_from_slice(b"Bob");
    let names = Names { players: wthor::players(&names), tournaments: Vec::new() };
    let bytes = file(&[Record::new(Board::start(Size::Eight))]);
    let game = wthor::games(&bytes, &names).next().unwrap().unwrap();
    assert_eq!(game.players.each_ref().map(|player| player.name.as_str()), ["René ", "Bob"]);
    assert_eq!((game.event.as_str(), game.date.as_str()), ("#1", "1980"));
    assert!(matches!(game.outcome, Some(Outcome { verdict: Verdict::Net(-2.0), .. })));
    assert_eq!(game.tags[0].values, ["33 at 22 empties"]);
}

#[test]
fn wrong_heads_and_lengths_are_named() {
    let message = |bytes: &[u8]| read(bytes).pop().unwrap().unwrap_err().to_string();
    assert_eq!(message(b"WTHOR"), "byte 5: expected a head of 16 bytes, found the end of the file");
    let mut bytes = file(&[]);
    bytes[12] = 10;
    assert_eq!(message(&bytes), "byte 12: expected board size 8 (or 0, which means 8), found 10");
    bytes[12] = 0;
    bytes[4] = 3;
    assert_eq!(
        message(&bytes),
        "byte 16: expected 3 games of 68 bytes, found the end of the file after 0"
    );
    bytes[4] = 0;
    bytes.push(0);
    assert_eq!(
        message(&bytes),
        "byte 16: expected the end of the file after 0 games, found 1 more bytes"
    );
}

#[test]
fn bad_games_name_the_byte() {
    let message = |at: usize, moves: &[u8]| {
        let mut bytes = file(&[Record::new(Board::start(Size::Eight))]);
        bytes[16 + at..16 + at + moves.len()].copy_from_slice(moves);
        read(&bytes).remove(0).unwrap_err().to_string()
    };
    assert_eq!(message(6, &[65]), "game 1, byte 22: expected 0 to 64 discs of Black, found 65");
    assert_eq!(
        message(8, &[56, 0, 64]),
        "game 1, byte 26: expected 0, since the moves are over, found 64"
    );
    assert_eq!(
        message(8, &[90]),
        "game 1, byte 24: expected a move from 11 to 88 (10 · row + column), found 90"
    );
    assert_eq!(
        message(8, &[56, 11]),
        "game 1, byte 25: expected a legal move (f4 d6 f6), found a1 by White as move 2"
    );
}

proptest! {
    #[test]
    fn games_are_read_as_they_were_played(games in games()) {
        let back: Vec<Record> = read(&file(&games)).into_iter().collect::<Result<_, _>>().unwrap();
        prop_assert!(back.iter().map(squares).eq(games.iter().map(squares)));
    }

    /// A wrong byte among the moves costs at most its own game, which is named with its place.
    #[test]
    fn a_bad_game_costs_no_other(games in games(), which in any::<prop::sample::Index>(), at in 0..60_usize, put in any::<u8>()) {
        let mut bytes = file(&games);
        let which = which.index(games.len());
        bytes[16 + 68 * which + 8 + at] = put;
        let back = read(&bytes);
        prop_assert_eq!(back.len(), games.len());
        for (number, (back, game)) in back.iter().zip(&games).enumerate() {
            match back {
                Ok(back) if number != which => prop_assert_eq!(squares(back), squares(game)),
                Ok(_) => {}
                Err(error) => prop_assert_eq!((error.game, number), (which + 1, which)),
            }
        }
    }
}
