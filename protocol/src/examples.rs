//! The worked examples of the teaching pages (docs/sources.md), computed and printed, and any other
//! tree beside them.

use std::fmt::Write;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::search::Report;

use crate::quantity::counted;

/// The tree of the small-tree page: Max chooses among three nodes of Min.
const SMALL_TREE: &str = "N0[N1[7 12] N2[-5 -10] N3[20 -3]]";
/// The ending of the endgame page: three empty squares, White to move; disc differences as White
/// sees them.
const THREE_EMPTIES: &str = "White[A[24 -2] B[4 0] C[-12 -6]]";
/// The position of the win-rate page, White to move.
const TWO_PLIES: &str = "------------------X--------XOO----OOX-------X------------------- O";

/// All examples of the pages, one below the other.
#[must_use]
pub fn all() -> String {
    let small = SMALL_TREE.parse().expect("a tree");
    let three = THREE_EMPTIES.parse().expect("a tree");
    format!(
        "Two plies of minimax (the win-rate page)\n\n{}\n\
         Minimax and alpha-beta (the small-tree page)\n\n{}\n\
         Three empty squares, White to move (the endgame page)\n\n{}\n\
         What a search costs (the Monte-Carlo page)\n\n{}",
        two_plies(),
        tree(&small),
        tree(&three),
        cost()
    )
}

/// A tree with the value of every node for Max, and what each searcher makes of it.
#[must_use]
pub fn tree(tree: &ExplicitTree) -> String {
    let mut text = String::new();
    draw(tree, "", "", &mut text);
    let depth = tree.empties();
    if depth == 0 {
        return text;
    }
    text += "\n";
    for name in ["minimax", "negamax", "alphabeta", "negascout"] {
        let report = search(&format!("{name}(depth={depth})"), tree);
        let Some(best) = report.best else { continue };
        let child = tree.play(best);
        let chosen =
            if child.name().is_empty() { format!("child {best}") } else { child.name().to_owned() };
        // As in the drawing: what it is worth to Max.
        let score = if tree.side_to_move() == Side::First { report.score } else { -report.score };
        let (value, leaves) = (score.0, counted(report.leaves, "leaf"));
        writeln!(text, "{name:<10} chooses {chosen}, value {value}, {leaves} visited")
            .expect("a string");
    }
    text
}

/// Draws a node and what is below it; `first` stands before its own line, `rest` before the others.
fn draw(node: &ExplicitTree, first: &str, rest: &str, text: &mut String) {
    let moves: Vec<_> = node.moves().collect();
    let side = match (moves.is_empty(), node.side_to_move()) {
        (true, _) => "",
        (false, Side::First) => "max ",
        (false, Side::Second) => "min ",
    };
    let line = format!("{} {side}{}", node.name(), value(node));
    writeln!(text, "{first}{}", line.trim_start()).expect("a string");
    for (place, &mv) in moves.iter().enumerate() {
        let last = place + 1 == moves.len();
        let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        draw(&node.play(mv), &format!("{rest}{branch}"), &format!("{rest}{below}"), text);
    }
}

/// What a node is worth to Max.
fn value(node: &ExplicitTree) -> i32 {
    let below = node.moves().map(|mv| value(&node.play(mv)));
    let found = if node.side_to_move() == Side::First { below.max() } else { below.min() };
    let own = || node.final_score().map_or(0, |score| score.0);
    let leaf = || if node.side_to_move() == Side::First { own() } else { -own() };
    found.unwrap_or_else(leaf)
}

/// The seven moves of the page's position, each with the best and the worst of Black's replies.
fn two_plies() -> String {
    let position: Othello8 = TWO_PLIES.parse().expect("a position");
    let mut text =
        format!("{position}\nWhite's discs minus Black's after each of Black's replies:\n");
    for mv in position.moves() {
        let after = position.play(mv);
        let values: Vec<i32> =
            after.moves().map(|reply| after.play(reply).disc_difference()).collect();
        let (most, least) = (values.iter().max().unwrap_or(&0), values.iter().min().unwrap_or(&0));
        writeln!(text, "  {mv}  max {most:>2}, min {least:>2}").expect("a string");
    }
    text += "\n";
    for name in ["minimax", "alphabeta"] {
        let report = search(&format!("{name}(depth=2,eval=discs)"), &position);
        let best = report.best.map_or_else(String::new, |mv| mv.to_string());
        writeln!(
            text,
            "{name:<10} chooses {best}, value {}, {} visited",
            report.score.0,
            counted(report.leaves, "leaf")
        )
        .expect("a string");
    }
    text + "The page lists six of these moves: it overlooks f7, and g4 as a reply to f5.\n"
}

/// The page's estimate of what less width and less depth save.
fn cost() -> String {
    let (before, after) = (10_u64.pow(10), 8_u64.pow(9));
    format!(
        "A full search of a game with W moves in every position, D plies deep, visits W^D leaves:\n\
         10^10 = {before}, and with two moves fewer and one ply less 8^9 = {after}, {} times \
         fewer.\n",
        (before + after / 2) / after
    )
}

fn search<G: Playable>(player: &str, position: &G) -> Report<G::Move> {
    let player = Player::<G>::parse(player).expect("a player of the roster");
    player.searcher(Random::from_seed(0)).search(position, &Limits::default(), &mut |_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_tree_is_drawn_with_its_values() {
        let drawn = tree(&SMALL_TREE.parse().unwrap());
        let expected = "\
N0 max 7
├─ N1 min 7
│  ├─ 7
│  └─ 12
├─ N2 min -10
│  ├─ -5
│  └─ -10
└─ N3 min -3
   ├─ 20
   └─ -3

minimax    chooses N1, value 7, 6 leaves visited
negamax    chooses N1, value 7, 6 leaves visited
alphabeta  chooses N1, value 7, 5 leaves visited
negascout  chooses N1, value 7, 5 leaves visited
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn the_pages_answers_come_out() {
        let text = all();
        for answer in [
            "e7  max  2, min  0",
            "minimax    chooses e7, value 0",
            "alphabeta  chooses e7, value 0",
            "minimax    chooses B, value 0, 6 leaves",
            "alphabeta  chooses B, value 0, 5 leaves",
            "8^9 = 134217728, 75 times fewer",
        ] {
            assert!(text.contains(answer), "{answer}\n{text}");
        }
        assert_eq!(two_plies().matches(", min ").count(), 7);
    }

    #[test]
    fn a_single_leaf_is_only_a_value() {
        assert_eq!(tree(&"min [3 5]".parse().unwrap()).lines().next(), Some("min 3"));
        assert_eq!(tree(&"5".parse().unwrap()), "5\n");
    }
}
