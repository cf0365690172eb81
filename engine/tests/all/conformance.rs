use std::collections::HashMap;

use yomi_engine::game::Game;
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::random::Random;

use crate::random_game;

/// Plays random games and checks every law of the trait on every position.
fn conforms<G: Game>(start: &G, games: u64) {
    let mut keys: HashMap<u64, G> = HashMap::new();
    for seed in 0..games {
        for position in random_game(start.clone(), &mut Random::from_seed(seed)) {
            let moves: Vec<G::Move> = position.moves().collect();
            assert_eq!(moves.len(), position.moves().len(), "the length is exact in\n{position}");
            assert_eq!(moves.is_empty(), position.final_score().is_some(), "over ⇔ no moves in\n{position}");
            assert!(
                moves.len() <= 1 || !moves.iter().any(|&mv| G::is_pass(mv)),
                "a pass is forced in\n{position}"
            );
            for (place, &mv) in moves.iter().enumerate() {
                assert!(!moves[..place].contains(&mv), "{mv} twice in\n{position}");
                assert_eq!(mv.to_string().parse().ok(), Some(mv), "{mv} prints as it parses");
                let child = position.play(mv);
                assert_eq!(child.side_to_move(), !position.side_to_move(), "sides alternate");
                let placed = u32::from(!G::is_pass(mv));
                assert!(
                    child.empties() + placed <= position.empties(),
                    "empties fall after {mv} in\n{position}"
                );
            }
            let known = keys.entry(position.key()).or_insert_with(|| position.clone());
            assert_eq!(*known, position, "one key, two positions");
        }
    }
}

#[test]
fn othello_of_every_size() {
    conforms(&Othello4::default(), 300);
    conforms(&Othello6::default(), 100);
    conforms(&Othello8::default(), 100);
    conforms(&Othello10::default(), 20);
}

#[test]
fn explicit_trees() {
    for text in ["N0[N1[7 12] N2[-5 -10] N3[20 -3]]", "5", "min [[1 [2 3]] 4]"] {
        conforms(&text.parse::<ExplicitTree>().unwrap(), 20);
    }
}
