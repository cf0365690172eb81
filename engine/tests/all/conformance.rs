use std::collections::HashMap;
use std::fmt::Debug;
use std::str::FromStr;

use yomi_engine::game::Game;
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::go::{self, Go, Repetition, Rules, Vertex};
use yomi_engine::games::othello::{self, Kernel, Othello, Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::symmetry::Symmetry;
use yomi_engine::games::tictactoe::{self, TicTacToe};
use yomi_engine::random::Random;

use crate::random_game;

/// A game as the laws see it, besides its trait.
struct Subject<G: Game> {
    start: G,
    /// Whether a position read from its text is equal to it: not so for a tree, which forgets what
    /// lies above.
    reads_back: bool,
    /// The same position with the other side to move.
    flipped: fn(&G) -> G,
    /// Positions and moves turned and reflected, where the rules cannot tell.
    turned: Option<Turned<G>>,
    /// How many of three wanted moves come first: only the first, the best of its own position,
    /// where moves that were good in others say nothing.
    heeded: usize,
}

/// All that are wanted.
const ALL: usize = 3;

type Turned<G> = (fn(&G, Symmetry) -> G, fn(&G, <G as Game>::Move, Symmetry) -> <G as Game>::Move);

/// Plays random games and checks every law of the trait on every position.
fn conforms<G: Game + FromStr<Err: Debug>>(subject: &Subject<G>, games: u64) {
    let (mut by_key, mut by_position) = (HashMap::new(), HashMap::new());
    for seed in 0..games {
        for position in random_game(subject.start.clone(), &mut Random::from_seed(seed)) {
            moves_are_lawful(&position, subject.heeded);
            prints_as_it_parses(&position, subject.reads_back);
            let known = by_key.entry(position.key()).or_insert_with(|| position.clone());
            assert_eq!(*known, position, "one key, two positions");
            let key = *by_position.entry(position.clone()).or_insert(position.key());
            assert_eq!(key, position.key(), "two keys for\n{position}");
            let flipped = (subject.flipped)(&position);
            assert_eq!(flipped.side_to_move(), !position.side_to_move());
            if let (Some(score), Some(other)) = (position.final_score(), flipped.final_score()) {
                assert_eq!(score, -other, "one side's gain is the other's loss in\n{position}");
            }
            if let Some(turned) = subject.turned {
                looks_the_same_turned(&position, turned);
            }
        }
    }
}

/// Whatever is to come first, every legal move comes once, the wanted ones in front and the others
/// in their order.
fn wanted_moves_come_first<G: Game>(position: &G, moves: &[G::Move], heeded: usize) {
    let (first, last) = (moves.first().copied(), moves.last().copied());
    let elsewhere = moves.first().and_then(|&mv| position.play(mv).moves().last());
    for wanted in
        [[None, None, None], [last, first, last], [elsewhere, last, None], [None, first, elsewhere]]
    {
        let mut expected: Vec<G::Move> = Vec::new();
        let legal = |mv: &G::Move| moves.contains(mv);
        let first = wanted.into_iter().take(heeded).flatten().filter(legal);
        for mv in first.chain(moves.iter().copied()) {
            if !expected.contains(&mv) {
                expected.push(mv);
            }
        }
        let order: Vec<G::Move> = position.moves_beginning_with(wanted).collect();
        assert_eq!(order, expected, "{wanted:?} first in\n{position}");
    }
}

fn moves_are_lawful<G: Game>(position: &G, heeded: usize) {
    let moves: Vec<G::Move> = position.moves().collect();
    wanted_moves_come_first(position, &moves, heeded);
    assert_eq!(moves.len(), position.moves().len(), "the length is exact in\n{position}");
    assert_eq!(
        moves.is_empty(),
        position.final_score().is_some(),
        "over ⇔ no moves in\n{position}"
    );
    assert!(
        moves.len() <= 1 || !moves.iter().any(|&mv| G::is_pass(mv)),
        "a pass is forced in\n{position}"
    );
    for (place, &mv) in moves.iter().enumerate() {
        assert!(!moves[..place].contains(&mv), "{mv} twice in\n{position}");
        assert!(position.is_legal(mv), "{mv} in\n{position}");
        assert_eq!(mv.to_string().parse().ok(), Some(mv), "{mv} prints as it parses");
        let child = position.play(mv);
        assert_eq!(child.side_to_move(), !position.side_to_move(), "sides alternate");
        let placed = u32::from(!G::is_pass(mv));
        assert!(
            child.empties() + placed <= position.empties(),
            "empties fall after {mv} in\n{position}"
        );
        let mut advanced = position.clone();
        advanced.advance(mv);
        assert_eq!(advanced, child, "{mv} in place and in a copy");
    }
    let drawn = position.playout_move(&mut Random::from_seed(position.key()));
    assert_eq!(drawn.is_none(), moves.is_empty());
    assert!(drawn.is_none_or(|mv| moves.contains(&mv)), "a playout plays legal moves");
}

fn prints_as_it_parses<G: Game + FromStr<Err: Debug>>(position: &G, reads_back: bool) {
    let text = position.to_string();
    let read: G = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!(
        (read.final_score(), read.moves().len()),
        (position.final_score(), position.moves().len())
    );
    if reads_back {
        assert_eq!((read.key(), &read), (position.key(), position));
    }
}

fn looks_the_same_turned<G: Game>(position: &G, (turned, turned_move): Turned<G>) {
    for symmetry in Symmetry::ALL {
        let image = turned(position, symmetry);
        assert_eq!(image.final_score(), position.final_score());
        assert_eq!(image.moves().len(), position.moves().len());
        for mv in position.moves() {
            let mv_image = turned_move(position, mv, symmetry);
            assert!(image.is_legal(mv_image), "{mv} as {mv_image} in\n{image}");
            assert_eq!(image.play(mv_image), turned(&position.play(mv), symmetry));
        }
    }
}

fn othello<K: Kernel>() -> Subject<Othello<K>> {
    Subject {
        start: Othello::default(),
        reads_back: true,
        flipped: Othello::passed,
        turned: Some((Othello::transformed, |_, mv, symmetry| match mv {
            othello::Move::Place(square) => {
                othello::Move::Place(symmetry.map_square(square, K::SIZE))
            }
            othello::Move::Pass => mv,
        })),
        heeded: ALL,
    }
}

#[test]
fn othello_of_every_size() {
    conforms::<Othello4>(&othello(), 300);
    conforms::<Othello6>(&othello(), 30);
    conforms::<Othello8>(&othello(), 20);
    conforms::<Othello10>(&othello(), 5);
}

#[test]
fn explicit_trees() {
    for text in ["N0[N1[7 12] N2[-5 -10] N3[20 -3]]", "5", "min [[1 [2 3]] 4]"] {
        let flipped = |tree: &ExplicitTree| {
            let text = tree.to_string();
            text.strip_prefix("min ").map_or(format!("min {text}"), str::to_owned).parse().unwrap()
        };
        let start = text.parse().unwrap();
        let subject = Subject { start, reads_back: false, flipped, turned: None, heeded: 1 };
        conforms::<ExplicitTree>(&subject, 20);
    }
}

#[test]
fn tic_tac_toe() {
    let flipped = |position: &TicTacToe| {
        let text = position.board_string();
        let other = if text.ends_with('X') { "O" } else { "X" };
        format!("{}{other}", &text[..10]).parse().unwrap()
    };
    let turned: Turned<TicTacToe> =
        (TicTacToe::transformed, |_, mv, symmetry| mv.transformed(symmetry));
    let start = TicTacToe::default();
    let turned = Some(turned);
    conforms(&Subject { start, reads_back: true, flipped, turned, heeded: ALL }, 500);
    assert!("d1".parse::<tictactoe::Square>().is_err());
}

fn go(rules: Rules) -> Subject<Go> {
    Subject {
        start: Go::new(rules),
        reads_back: true,
        flipped: |position| position.with_side_to_move(!position.side_to_move()),
        // What superko forbids is not turned along.
        turned: (rules.repetition() == Repetition::SimpleKo).then_some((
            Go::transformed,
            |position, mv, symmetry| {
                let size = position.rules().size();
                let image = |vertex: Vertex| symmetry.map(vertex.index(size) as u32, size) as usize;
                match mv {
                    go::Move::Place(vertex) => {
                        go::Move::Place(Vertex::from_index(image(vertex), size))
                    }
                    go::Move::Pass => mv,
                }
            },
        )),
        heeded: ALL,
    }
}

#[test]
fn go_of_many_sizes() {
    for (size, games) in [(2, 200), (3, 50), (4, 10), (5, 6), (7, 2), (9, 1), (13, 1)] {
        let rules = Rules::new(size).unwrap().with_komi("0.5".parse().unwrap());
        conforms(&go(rules), games);
        conforms(&go(rules.with_repetition(Repetition::Superko)), games);
    }
}
