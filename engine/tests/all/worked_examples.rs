//! The worked examples of the teaching pages, with the values, the chosen move and the number of
//! leaves visited.

use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::{Branch, ExplicitTree};
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::score::Score;
use yomi_engine::search::{Ending, Exact, Recorder, Searcher, TranspositionTable};

/// Every searcher of the roster on an explicit tree: name of the chosen child, value, leaves
/// visited.
fn on_tree(text: &str, depth: u32, player: &str) -> (String, i32, u64) {
    let tree: ExplicitTree = text.parse().unwrap();
    let player = Player::<ExplicitTree>::parse(&player.replace('?', &depth.to_string())).unwrap();
    let report =
        player.searcher(Random::from_seed(0)).search(&tree, &Limits::default(), &mut |_| ());
    (tree.play(report.best.unwrap()).name().to_owned(), report.score.0, report.leaves)
}

const FULL_WIDTH: [&str; 3] =
    ["minimax(depth=?)", "minimax(depth=?,ties=random,pass=penalty)", "negamax(depth=?)"];
const WITH_CUTS: [&str; 3] =
    ["alphabeta(depth=?)", "alphabeta(depth=?,table=1)", "exact(empties=?)"];
/// Visits a leaf again where its scout found something better and the value must be searched for.
const SCOUT: &str = "negascout(depth=?)";

/// The small-tree page: N1 = 7, N2 = -10, N3 = -3; alpha-beta does not look at the second leaf of
/// N2.
#[test]
fn minimax_and_alpha_beta_on_a_small_tree() {
    let tree = "N0[N1[7 12] N2[-5 -10] N3[20 -3]]";
    for player in FULL_WIDTH {
        assert_eq!(on_tree(tree, 2, player), ("N1".to_owned(), 7, 6), "{player}");
    }
    for player in WITH_CUTS {
        assert_eq!(on_tree(tree, 2, player), ("N1".to_owned(), 7, 5), "{player}");
    }
    assert_eq!(on_tree(tree, 2, SCOUT), ("N1".to_owned(), 7, 5));
    for (child, value) in [7, -10, -3].into_iter().enumerate() {
        let root: ExplicitTree = tree.parse().unwrap();
        let node = root.play(Branch(child as u32 + 1));
        let report =
            Exact::new(TranspositionTable::off()).search(&node, &Limits::default(), &mut |_| ());
        assert_eq!(report.score, Score(-value), "seen by Min at {}", node.name());
    }
}

/// The leaves in the order in which alpha-beta visits them when moves are tried as they are
/// written, and the value for Max.
fn by_hand(tree: &ExplicitTree, mut alpha: i32, mut beta: i32, visited: &mut Vec<i32>) -> i32 {
    let maximises = tree.side_to_move() == Side::First;
    if tree.empties() == 0 {
        visited.push(tree.max_value());
        return tree.max_value();
    }
    let mut best = if maximises { i32::MIN } else { i32::MAX };
    for mv in tree.moves() {
        let value = by_hand(&tree.play(mv), alpha, beta, visited);
        if maximises {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The leaves in the order in which a player visits them.
fn leaves(tree: &ExplicitTree, player: &str) -> Vec<i32> {
    let player = Player::<ExplicitTree>::parse(player).unwrap();
    let limits = Limits::default();
    let mut recorder = Recorder::new(usize::MAX, limits.stop.clone());
    player.searcher(Random::from_seed(0)).trace(tree, &limits, &mut recorder).unwrap();
    let trace = recorder.finish().unwrap();
    let leaves = (0..trace.nodes.len()).filter(|&node| trace.nodes[node].ending == Ending::Leaf);
    leaves.map(|node| trace.position(tree, node).max_value()).collect()
}

/// The second child refutes N2, which says nothing about the second child of N3.
#[test]
fn leaves_are_visited_in_the_order_they_are_written() {
    let tree: ExplicitTree = "N0[N1[5 6] N2[7 3] N3[9 2]]".parse().unwrap();
    for player in ["alphabeta", "negascout"] {
        assert_eq!(leaves(&tree, player), [5, 6, 7, 3, 9, 2], "{player}");
    }
}

/// A tree of this height whose leaves are small numbers, so that there are ties.
fn random_tree(height: u32, random: &mut Random) -> String {
    if height == 0 || random.below(8) == 0 {
        return (random.below(19) as i32 - 9).to_string();
    }
    let children = 1 + random.below(4);
    let children: Vec<String> = (0..children).map(|_| random_tree(height - 1, random)).collect();
    format!("[{}]", children.join(" "))
}

#[test]
fn alpha_beta_visits_what_it_visits_by_hand() {
    let mut random = Random::from_seed(5);
    for _ in 0..200 {
        let text = format!("[{} {}]", random_tree(4, &mut random), random_tree(3, &mut random));
        let tree: ExplicitTree = text.parse().unwrap();
        let mut expected = Vec::new();
        let value = by_hand(&tree, i32::MIN, i32::MAX, &mut expected);
        assert_eq!(value, tree.max_value());
        assert_eq!(leaves(&tree, "alphabeta(depth=9)"), expected, "{text}");
    }
}

/// The endgame page: three empties, White to move; B draws. White's view of the six endings.
#[test]
fn reading_out_three_empties() {
    let tree = "White[A[24 -2] B[4 0] C[-12 -6]]";
    for player in FULL_WIDTH {
        assert_eq!(on_tree(tree, 2, player), ("B".to_owned(), 0, 6), "{player}");
    }
    for player in WITH_CUTS {
        assert_eq!(on_tree(tree, 2, player), ("B".to_owned(), 0, 5), "{player}");
    }
    // B beats A, so its two leaves are visited twice.
    assert_eq!(on_tree(tree, 2, SCOUT), ("B".to_owned(), 0, 7));
}

/// The endgame page: two empties, Black to move; 20/44 against 33/31 is -24 against +2 (the page
/// prints -22).
#[test]
fn reading_out_two_empties() {
    for player in FULL_WIDTH.into_iter().chain(WITH_CUTS) {
        assert_eq!(on_tree("Black[p1[-24] p2[2]]", 2, player), ("p2".to_owned(), 2, 2), "{player}");
    }
    assert_eq!(on_tree("Black[p1[-24] p2[2]]", 2, SCOUT), ("p2".to_owned(), 2, 3));
}

/// The win-rate page: White to move; black c3 d4 e5 e6, white e4 f4 c5 d5. The page lists six
/// moves, the rules allow seven.
#[test]
fn the_othello_example() {
    let board = "------------------X--------XOO----OOX-------X------------------- O";
    let position: Othello8 = board.parse().unwrap();

    let replies: Vec<(String, i32, i32)> = position
        .moves()
        .map(|mv| {
            let after = position.play(mv);
            // White minus Black after each of Black's replies.
            let values = || after.moves().map(|reply| after.play(reply).disc_difference());
            (mv.to_string(), values().max().unwrap(), values().min().unwrap())
        })
        .collect();
    let expected = [
        ("d3", 0, -2),
        ("e3", 0, -2),
        ("c4", 0, -2),
        ("f5", 0, -4),
        ("d6", 0, -2),
        ("e7", 2, 0),
        ("f7", 0, -2),
    ];
    assert_eq!(replies, expected.map(|(mv, max, min)| (mv.to_owned(), max, min)));

    for player in ["minimax(depth=2,ties=last)", "negamax", "alphabeta", "negascout(table=1)"] {
        let player = Player::<Othello8>::parse(player).unwrap();
        let report = player.searcher(Random::from_seed(0)).search(
            &position,
            &Limits::default(),
            &mut |_| (),
        );
        assert_eq!(
            (report.best.unwrap().to_string().as_str(), report.score),
            ("e7", Score(0)),
            "{player}"
        );
    }
}
