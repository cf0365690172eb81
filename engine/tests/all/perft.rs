//! Published counts: Egaroucid's perft page (both modes), aartbik's list and Takizawa's table of
//! distinct positions (aartbik.com and the perft pages of Egaroucid and neural-reversi).

use std::collections::HashSet;

use yomi_engine::game::Game;
use yomi_engine::games::othello::{Fill, Othello, Othello8};
use yomi_engine::perft::{self, PassCost};

const PASS_IS_A_PLY: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

#[test]
fn a_pass_is_a_ply() {
    for (depth, leaves) in (1..).zip(PASS_IS_A_PLY) {
        assert_eq!(
            perft::othello(&Othello8::default(), depth, PassCost::Ply),
            leaves,
            "depth {depth}"
        );
    }
}

#[test]
fn a_pass_is_free() {
    assert_eq!(perft::othello(&Othello8::default(), 8, PassCost::Free), 390_216);
    assert_eq!(perft::othello(&Othello8::default(), 9, PassCost::Free), 3_005_320);
    assert_eq!(perft::othello(&Othello8::default(), 10, PassCost::Free), 24_571_420);
}

/// Games can end from the ninth ply on, which shows in the counts from depth 11: 212,258,800 and
/// 212,260,880.
#[test]
fn early_ends_count_as_one_leaf() {
    assert_eq!(perft::othello(&Othello8::default(), 11, PassCost::Ply), 212_258_800);
}

#[test]
fn the_game_trait_counts_the_same() {
    for (depth, leaves) in (1..=8).zip(PASS_IS_A_PLY) {
        assert_eq!(perft::plain(&Othello8::default(), depth), leaves, "depth {depth}");
    }
    for (depth, leaves) in (1..=6).zip(PASS_IS_A_PLY) {
        assert_eq!(perft::plain(&Othello::<Fill<8>>::default(), depth), leaves, "depth {depth}");
    }
    assert_eq!(perft::plain(&Othello8::default(), 0), 1);
    assert_eq!(perft::othello(&Othello8::default(), 0, PassCost::Free), 1);
}

#[test]
fn small_boards_end_as_trees_do() {
    // Past the end of every game the count stays: the number of complete 4×4 games, passes being
    // plies.
    let games = perft::plain(&Othello::<Fill<4>>::default(), 20);
    assert_eq!(perft::plain(&Othello::<Fill<4>>::default(), 30), games);
    assert_eq!(perft::othello(&Othello::<Fill<4>>::default(), 30, PassCost::Free), games);
}

#[test]
fn distinct_positions_up_to_symmetry() {
    let mut level = HashSet::from([Othello8::default().canonical()]);
    let mut counts = Vec::new();
    for _ in 0..=7 {
        counts.push(level.len());
        level = level
            .iter()
            .flat_map(|position| position.moves().map(|mv| position.play(mv).canonical()))
            .collect();
    }
    assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1_773, 10_649]);
}
