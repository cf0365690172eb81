//! The rules of Go: against a board that works everything out anew, in the corners of the rules,
//! and as published.

mod oracle; // the same games on a slow board; positions counted as published
mod playouts; // random moves: no own eye, all points alike
mod solved; // small boards searched to the end

use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{Go, Komi, Move, Repetition, Rules, parse_moves};
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::score::Score;

fn rules(size: usize) -> Rules {
    Rules::new(size).unwrap().with_komi(Komi::ZERO)
}

fn superko(size: usize) -> Rules {
    rules(size).with_repetition(Repetition::Superko)
}

fn after(start: &Go, moves: &str) -> Go {
    parse_moves(start, moves)
        .unwrap()
        .into_iter()
        .fold(start.clone(), |position, mv| position.play(mv))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn a_stone_taken_in_a_ko_is_not_taken_back_at_once() {
    let start = Go::new(rules(5));
    let ko = after(&start, "B1 C1 A2 D2 B3 C3 E5 B2 C2");
    assert_eq!((ko.captures(Side::First), ko.stone("B2".parse().unwrap())), (1, None));
    assert!(!ko.is_legal(mv("B2")));
    let elsewhere = after(&ko, "E1 E2");
    assert!(elsewhere.is_legal(mv("B2")), "after a threat and its answer");
    assert!(after(&ko, "pass E2").is_legal(mv("B2")), "a pass is as good");
    let retaken = after(&elsewhere, "B2");
    assert_eq!((retaken.captures(Side::Second), retaken.is_legal(mv("C2"))), (1, false));
}

/// Black's A1 would take three stones and bring the first board back: no ko, but a repetition.
#[test]
fn superko_forbids_every_earlier_board() {
    let line = "A1 B1 A2 B2 A1 A2";
    let simple = after(&Go::new(rules(2)), line);
    assert_eq!(after(&simple, "A1").board_string(), "../X. O komi=0 plies=7 captures=3,3");
    let strict = after(&Go::new(superko(2)), line);
    assert!(!strict.is_legal(mv("A1")) && strict.is_legal(Move::Pass));
    assert!(!after(&strict, "pass pass").is_legal(mv("A1")), "the game is over by then");
    let other_side = after(&Go::new(superko(2)), "pass A2 A1 B2 B1");
    assert!(other_side.is_legal(mv("A2")), "only boards that were there count");
}

#[test]
fn a_stone_that_took_two_may_be_taken_back() {
    for rule in ["simple", "superko"] {
        let position: Go =
            format!("...../...../...../XXO../OO.O. X repetition={rule}").parse().unwrap();
        let taken = position.play(mv("C1"));
        assert_eq!(taken.captures(Side::First), 2);
        assert_eq!(after(&taken, "B1").captures(Side::Second), 1, "{rule}");
    }
}

#[test]
fn suicide_is_forbidden_unless_it_takes() {
    let eye: Go = ".X./X.X/.X. O komi=0".parse().unwrap();
    assert!(!eye.is_legal(mv("B2")), "one stone");
    assert!(eye.with_side_to_move(Side::First).is_legal(mv("B2")), "one's own eye may be filled");
    let corner: Go = ".OX./OOX./XXX./.... O komi=0".parse().unwrap();
    assert!(!corner.is_legal(mv("A4")), "a whole group");
    let taking = corner.with_side_to_move(Side::First);
    assert!(taking.is_legal(mv("A4")), "without a liberty of its own, but it takes");
    assert_eq!(taking.play(mv("A4")).captures(Side::First), 3);
}

#[test]
fn one_move_takes_several_groups() {
    let cross: Go = "..X../.XOX./XO.OX/.XOX./..X.. X komi=0".parse().unwrap();
    let taken = cross.play(mv("C3"));
    assert_eq!(
        (taken.captures(Side::First), taken.stones(Side::Second), taken.stones(Side::First)),
        (4, 0, 9)
    );
    assert!(!cross.with_side_to_move(Side::Second).is_legal(mv("C3")));
}

#[test]
fn two_passes_end_the_game() {
    let start = Go::new(Rules::new(9).unwrap());
    assert_eq!(after(&start, "pass").final_score(), None);
    let over = after(&start, "E5 pass pass");
    assert_eq!((over.moves().len(), over.empties(), over.area()), (0, 0, [81, 0]));
    // White is to move; 81 points against a komi of 7.5.
    assert_eq!(over.final_score(), Some(Score(-147)));
    assert_eq!(
        after(&start, "pass E5 pass D5").final_score(),
        None,
        "passes must follow each other"
    );
    assert_eq!(
        after(&start, "pass pass").final_score(),
        Some(Score(-15)),
        "an empty board is nobody's"
    );
}

#[test]
fn a_game_that_two_passes_have_ended_can_go_on() {
    let over = after(&Go::new(Rules::new(9).unwrap()), "E5 pass pass");
    for side in Side::BOTH {
        let resumed = over.resumed_by(side);
        assert_eq!((resumed.side_to_move(), resumed.passes(), resumed.plies()), (side, 0, 3));
        assert_eq!(resumed.moves().len(), 81);
        assert_eq!(after(&resumed, "pass").final_score(), None, "earlier passes do not count");
    }
    let small = Go::new(Rules::new(2).unwrap());
    let last = (0..40).fold(small, |position, _| position.play(mv("pass")).resumed_by(Side::First));
    assert!(last.moves().len() == 0, "the move limit holds");
}

/// In a seki neither side can take the other: all stones stay, and what both reach is nobody's.
#[test]
fn a_seki_is_scored_as_it_stands() {
    let seki: Go = ".O.O./OOOOO/XXXXO/OO.XO/O.XXO X komi=0".parse().unwrap();
    assert_eq!(seki.area(), [7, 16]);
    assert_eq!(after(&seki, "pass pass").final_score(), Some(Score(-18)));
    // Whoever plays first in it loses stones.
    for (side, taken) in [(Side::First, 8), (Side::Second, 4)] {
        let first = seki.with_side_to_move(side);
        for (one, other) in [("C2", "B1"), ("B1", "C2")] {
            assert_eq!(
                after(&first, &format!("{one} {other}")).captures(!side),
                taken,
                "{side:?} {one}"
            );
        }
    }
}

#[test]
fn the_move_limit_ends_what_nobody_ends() {
    let start = Go::new(rules(2));
    let late: Go = "XX/.. O plies=39 komi=0".parse().unwrap();
    assert_eq!((late.empties(), late.final_score()), (1, None));
    let over = late.play(mv("A1"));
    assert_eq!((over.moves().len(), over.final_score()), (0, Some(Score(2))));
    assert_eq!(start.rules().move_limit(), 40);
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(
        text: String,
        board in "([XO.]{1,3}/){1,3}[XO.]{1,3} [XO]( (komi|ko|passes|plies|captures|seen|repetition)=[a-z0-9.,-]{0,8}){0,3}",
        diagram in "(A|B|C|[1-3]|[XO.]| |\n){0,60}",
        moves in "([A-T][0-9]{0,2}|pass| ){0,12}",
    ) {
        for text in [&text, &board, &diagram, &moves] {
            let _ = text.parse::<TicTacToe>();
            let _ = tictactoe::parse_moves(&TicTacToe::default(), text);
            let _ = parse_moves(&Go::default(), text);
            if let Ok(position) = text.parse::<Go>() {
                prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
                for mv in position.moves() {
                    let _ = position.play(mv).final_score();
                }
            }
        }
    }
}
