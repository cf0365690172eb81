use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{
    Bits, Fast8, Fill, InstructionSet, Isa, Kernel, Move, Othello, Othello8, Portable,
    RegisterBoard, Square, Symmetry, Task,
};
use yomi_engine::random::Random;

use crate::random_game;

/// Two disjoint sets of any density, reachable or not.
fn boards() -> impl Strategy<Value = (u64, u64)> {
    let sparse = (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b);
    let dense = (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b);
    let set = || prop_oneof![any::<u64>(), sparse.clone(), dense.clone()];
    (set(), set()).prop_map(|(mover, other)| (mover, other & !mover))
}

/// Compares one instruction set with `Fill<8>` on a board, and the counts of the last move on a
/// board that is full but for one.
struct CompareWithFill {
    mover: u64,
    opponent: u64,
    filled: u64,
}

impl Task for CompareWithFill {
    type Output = Result<(), TestCaseError>;

    fn on<I: Isa>(self, isa: I) -> Self::Output {
        let Self { mover, opponent, filled } = self;
        let wide = (u128::from(mover), u128::from(opponent));
        prop_assert_eq!(u128::from(isa.legal(mover, opponent)), Fill::<8>::legal(wide.0, wide.1));
        let held = isa.load(mover, opponent);
        prop_assert_eq!((held.passed().mover(), held.passed().opponent()), (opponent, mover));
        for index in (!(mover | opponent)).indices() {
            let flips = Fill::<8>::flips(index, wide.0, wide.1);
            prop_assert_eq!(u128::from(isa.flips(index, mover, opponent)), flips);
            let tried = held.try_play(index).map(|next| (next.mover(), next.opponent()));
            let flips = flips as u64;
            let next = (opponent ^ flips, mover ^ flips ^ 1 << index);
            prop_assert_eq!(tried, (flips != 0).then_some(next));
            if flips != 0 {
                let played = held.play(index);
                prop_assert_eq!((played.mover(), played.opponent()), next);
                prop_assert_eq!(
                    u128::from(played.legal()),
                    Fill::<8>::legal(next.0.into(), next.1.into())
                );
            }
        }
        for index in 0..64 {
            let (own, other) = (filled & !(1 << index), !filled & !(1 << index));
            let flips =
                |mover: u64, opponent: u64| Fill::<8>::flips(index, mover.into(), opponent.into());
            prop_assert_eq!(
                isa.last_flips(index, own),
                [flips(own, other).count(), flips(other, own).count()]
            );
        }
        // Sets of any kind; what may join lies inside the rim.
        let inner = mover & 0x007e_7e7e_7e7e_7e00;
        let free = [filled, filled.rotate_left(13), filled.swap_bytes(), filled.reverse_bits()];
        let settled = isa.stable_by_contact(opponent, inner, free);
        prop_assert_eq!(settled, Portable.stable_by_contact(opponent, inner, free));
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_level_is_fill_on_any_board((mover, opponent) in boards(), filled: u64) {
        for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
            set.run(CompareWithFill { mover, opponent, filled })?;
        }
    }

    #[test]
    fn fast8_is_fill_on_any_board((mover, opponent) in boards()) {
        let (wide_mover, wide_opponent) = (u128::from(mover), u128::from(opponent));
        let legal = Fast8::legal(mover, opponent);
        prop_assert_eq!(u128::from(legal), Fill::<8>::legal(wide_mover, wide_opponent));
        for index in (!(mover | opponent)).indices() {
            let flips = Fast8::flips(index, mover, opponent);
            prop_assert_eq!(u128::from(flips), Fill::<8>::flips(index, wide_mover, wide_opponent));
            prop_assert_eq!(legal.contains(index), flips != 0);
            prop_assert_eq!(flips & !opponent, 0);
        }
    }

    #[test]
    fn the_rules_are_the_same_through_all_symmetries((mover, opponent) in boards()) {
        let position = Othello8::new(mover, opponent, Side::Second).unwrap();
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.canonical(), position.canonical());
            prop_assert_eq!(image.final_score(), position.final_score());
            let map = |mv: Move| match mv {
                Move::Place(square) => Move::Place(symmetry.map_square(square, 8)),
                Move::Pass => Move::Pass,
            };
            prop_assert_eq!(image.moves().len(), position.moves().len());
            for mv in position.moves() {
                prop_assert!(image.is_legal(map(mv)));
                prop_assert_eq!(image.play(map(mv)), position.play(mv).transformed(symmetry));
            }
        }
    }

    #[test]
    fn positions_print_as_they_parse((mover, opponent) in boards(), first: bool) {
        let side = if first { Side::First } else { Side::Second };
        let position = Othello8::new(mover, opponent, side).unwrap();
        prop_assert_eq!(position.board_string().parse(), Ok(position));
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn no_text_makes_a_parser_panic(
        text: String,
        board in "[-XOxo*. ;\n]{0,80}",
        moves in "[a-k0-9pPsS -]{0,40}",
    ) {
        for text in [&text, &board, &moves] {
            let _ = text.parse::<Othello8>();
            let _ = text.parse::<Othello<Fill<10>>>();
            let _ = yomi_engine::games::othello::parse_moves(&Othello8::default(), text);
        }
    }
}

#[test]
fn the_generic_board_plays_the_same_games() {
    for seed in 0..200 {
        let fast = random_game(Othello8::default(), &mut Random::from_seed(seed));
        let fill = random_game(Othello::<Fill<8>>::default(), &mut Random::from_seed(seed));
        let strings = |game: &[String]| game.join("\n");
        let fast: Vec<String> = fast.iter().map(Othello8::board_string).collect();
        let fill: Vec<String> = fill.iter().map(Othello::board_string).collect();
        assert_eq!(strings(&fast), strings(&fill));
    }
}

#[test]
fn overlapping_or_outlying_discs_are_no_position() {
    assert_eq!(Othello8::new(1, 1, Side::First), None);
    assert_eq!(Othello::<Fill<4>>::new(1 << 16, 0, Side::First), None);
    assert!(Othello::<Fill<10>>::new(1 << 99, 0, Side::First).is_some());
}

#[test]
fn corners_and_edges_are_where_they_look() {
    let names = |set: u128, size: usize| -> Vec<String> {
        set.indices().map(|index| Square::from_index(index, size).to_string()).collect()
    };
    assert_eq!(names(Fill::<4>::CORNERS, 4), ["a1", "d1", "a4", "d4"]);
    assert_eq!(names(Fill::<4>::EDGES, 4), ["b1", "c1", "a2", "d2", "a3", "d3", "b4", "c4"]);
    assert_eq!(
        (u128::from(Fast8::CORNERS), u128::from(Fast8::EDGES)),
        (Fill::<8>::CORNERS, Fill::<8>::EDGES)
    );
    assert_eq!((Fill::<10>::CORNERS.count(), Fill::<10>::EDGES.count()), (4, 32));
}
