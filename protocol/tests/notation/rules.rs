//! A record is a legal game at any time.

use std::time::Duration;

use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Fast8, Fill, Kernel, Move, Othello, Square};
use yomi_protocol::notation::record::WrongSize;
use yomi_protocol::notation::{Board, Clock, Note, Reason, Record, Size};

use crate::records::bare;

/// The record as positions of the engine, checked move by move.
fn follows_the_rules<K: Kernel>(record: &Record) {
    let positions = record.positions::<K>().unwrap();
    for (pair, mv) in positions.windows(2).zip(record.moves()) {
        assert!(pair[0].is_legal(mv));
        assert_eq!(pair[0].play(mv), pair[1]);
    }
    let last: &Othello<K> = positions.last().unwrap();
    assert_eq!(Board::of(last), Some(*record.end()));
    let score = last
        .final_score()
        .map(|score| score.0 * if last.side_to_move() == Side::First { 1 } else { -1 });
    assert_eq!(record.end().final_score(), score.filter(|_| last.moves().len() == 0));
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        Just(Move::Pass),
        (0..100_u32).prop_map(|index| Move::Place(Square::from_index(index, 10)))
    ]
}

proptest! {
    #[test]
    fn records_follow_the_rules(record in bare()) {
        match record.start().size() {
            Size::Four => follows_the_rules::<Fill<4>>(&record),
            Size::Six => follows_the_rules::<Fill<6>>(&record),
            Size::Eight => {
                follows_the_rules::<Fast8>(&record);
                let wrong = WrongSize { expected: 6, found: 8 };
                prop_assert_eq!(record.positions::<Fill<6>>(), Err(wrong));
            }
            Size::Ten => follows_the_rules::<Fill<10>>(&record),
        }
    }

    /// A refused move leaves no trace, and the reason is true.
    #[test]
    fn only_legal_moves_are_added(record in bare(), mv in any_move(), black in any::<bool>()) {
        let side = if black { Side::First } else { Side::Second };
        let (before, mut after) = (record.clone(), record);
        let board = *before.end();
        let passes = usize::from(side != board.side_to_move());
        match after.play_as(side, mv, Note::default()) {
            Ok(()) => {
                prop_assert_eq!(after.plies().len(), before.plies().len() + passes + 1);
                prop_assert_eq!(after.moves().last(), Some(mv));
                prop_assert!(passes == 0 || board.is_legal(Move::Pass));
            }
            Err(error) => {
                prop_assert_eq!(&after, &before);
                prop_assert_eq!((error.side, error.mv), (side, mv));
                match error.reason {
                    Reason::GameOver => prop_assert!(board.is_over()),
                    Reason::NotItsTurn => prop_assert!(passes == 1 && !board.is_legal(Move::Pass)),
                    Reason::Illegal(legal) => {
                        prop_assert_eq!(error.number, before.plies().len() + 1 + passes);
                        let board = if passes == 1 { board.passed() } else { board };
                        prop_assert!(!legal.contains(&mv) && !legal.is_empty());
                        prop_assert!(legal.iter().all(|mv| board.is_legal(*mv)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_pass_is_implied_only_if_it_is_forced(record in bare(), mv in any_move()) {
        let mut after = record.clone();
        let forced = record.end().is_legal(Move::Pass);
        if after.play(mv, Note::default()).is_ok() {
            let added: Vec<Move> = after.moves().skip(record.plies().len()).collect();
            let implied = if forced && mv != Move::Pass { vec![Move::Pass, mv] } else { vec![mv] };
            prop_assert_eq!(added, implied);
        }
    }

    #[test]
    fn moves_can_be_taken_back(record in bare(), keep in 0..120_usize) {
        let mut shorter = record.clone();
        shorter.truncate(keep);
        let mut replayed = Record::new(*record.start());
        for mv in record.moves().take(keep) {
            let side = replayed.end().side_to_move();
            replayed.play_as(side, mv, Note::default()).unwrap();
        }
        prop_assert_eq!(shorter, replayed);
    }
}

#[test]
fn clocks_run_as_ggf_has_it() {
    let seconds = Duration::from_secs;
    let mut record = Record::new(Board::start(Size::Eight));
    assert_eq!(record.time_left(Side::First), None);
    let clock = Clock { main: seconds(10), increment: seconds(5), grace: Some(seconds(60)) };
    record.clocks = [Some(clock), Some(Clock::absolute(seconds(10)))];
    assert_eq!(record.time_left(Side::First), Some(seconds(10)));
    for (mv, time) in [("f5", 8), ("d6", 15), ("c3", 9), ("d3", 200)] {
        let note = Note { time: Some(seconds(time)), ..Note::default() };
        record.play(mv.parse().unwrap(), note).unwrap();
    }
    // 10 - 8 + 5 = 7, which 9 is too much for: 7 + 60 - 9 + 5.
    assert_eq!(record.time_left(Side::First), Some(seconds(63)));
    // The default grace of 120 is given once, and time does not become less than none.
    assert_eq!(record.time_left(Side::Second), Some(seconds(0)));
}
