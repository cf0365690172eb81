use std::process::Command;

use proptest::prelude::*;
use serde_json::{Value, json};
use yomi_engine::evaluate::Discs;
use yomi_engine::game::Game;
use yomi_engine::games::othello::Othello6;
use yomi_engine::limits::{Budget, Limits};
use yomi_engine::random::Random;
use yomi_engine::score::Window;
use yomi_engine::search::{Negamax, TreeSearch};
use yomi_protocol::board_game::BoardGame;
use yomi_protocol::explain::explanation::Precision;
use yomi_protocol::explain::{Explanation, Language, Subject, View, page, svg, text};

const SMALL_TREE: &str = "N0(N1(7,12),N2(-5,-10),N3(20,-3))";
const TWO_PLIES: &str = "------------------X--------XOO----OOX-------X------------------- O";

pub(crate) fn explain(position: &str, player: &str) -> Explanation {
    let subject = Subject::parse(position).unwrap();
    Explanation::of(&subject, player, 1).unwrap_or_else(|problem| panic!("{problem}"))
}

pub(crate) fn view(most: usize) -> View {
    View { most, expand: Vec::new(), rounds: None, language: Language::English }
}

fn data(position: &str, player: &str) -> Value {
    serde_json::from_str(&explain(position, player).json()).unwrap()
}

/// The `yomi` program with these arguments: what it prints, if it ends well.
pub(crate) fn yomi(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_yomi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn the_small_tree_by_alpha_beta() {
    let expected = "\
alphabeta: N1, value 7, 5 leaves, 9 nodes
values as Max sees them, who is to move; * is the chosen line

N0 max 7 *  [-∞, ∞]
├─ N1 min 7 *  [-∞, ∞]  → α = 7
│  ├─ 7 *  → β = 7
│  └─ 12
├─ N2 min ≤ -5  [7, ∞]  cut: -5 ≤ α = 7
│  ├─ -5
│  └╳ -10 not looked at
└─ N3 min -3  [7, ∞]
   ├─ 20  → β = 20
   └─ -3
";
    assert_eq!(yomi(&["explain", SMALL_TREE]).as_deref(), Ok(expected));
}

/// Leaves without a name are called by what they are worth to whom all values are for.
#[test]
fn leaves_are_named_by_the_values_of_the_tree() {
    let explanation = data("min A(3,B(4,9))", "alphabeta");
    assert_eq!((&explanation["viewer"], &explanation["chosen"]), (&json!("Max"), &json!("3")));
    let left_out = explanation["nodes"].as_array().unwrap().iter().map(|node| &node["left_out"]);
    assert_eq!(left_out.filter(|names| **names != json!([])).collect::<Vec<_>>(), [&json!(["9"])]);
}

/// A max node is cut when a value reaches β.
#[test]
fn a_cut_at_a_max_node() {
    let tree = "(((3,2),(4,9)),5)";
    let explained = explain(tree, "alphabeta(depth=3)");
    let reasons: Vec<_> = explained.nodes.iter().filter_map(|node| node.reason.clone()).collect();
    assert_eq!(reasons, ["4 ≥ β = 3"]);
    assert!(svg(&explained, &view(60)).contains("4 ≥ β = 3"));
}

/// The win-rate page's position: seven moves with (max, min) of White's discs minus Black's.
#[test]
fn the_seven_moves_of_two_plies() {
    let data = data(TWO_PLIES, "minimax(depth=2,ties=last)");
    let nodes = data["nodes"].as_array().unwrap();
    let numbers = |list: &Value| -> Vec<usize> {
        list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
    };
    let score = |number: usize| nodes[number]["value"]["score"].as_i64().unwrap();
    let moves: Vec<_> = numbers(&nodes[0]["children"])
        .into_iter()
        .map(|number| {
            let replies: Vec<i64> =
                numbers(&nodes[number]["children"]).into_iter().map(score).collect();
            let label = nodes[number]["label"].as_str().unwrap();
            (label, *replies.iter().max().unwrap(), *replies.iter().min().unwrap())
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
    assert_eq!(moves, expected);
    assert_eq!((&data["chosen"], &data["value"]["text"]), (&"e7".into(), &"0".into()));
    assert_eq!(data["viewer"], "White");
}

/// What the head of a trace says follows from its nodes.
#[test]
fn the_numbers_of_a_tree_add_up() {
    let positions = [SMALL_TREE, TWO_PLIES, "--XOX-OXO X", "-----OX--XO----- X", ".../.../... X"];
    let players =
        ["minimax", "negamax(depth=3)", "alphabeta(depth=3)", "negascout(depth=3,table=1)"];
    for (position, player) in positions.iter().flat_map(|&one| players.map(|other| (one, other))) {
        let data = data(position, player);
        let nodes = data["nodes"].as_array().unwrap();
        let ending = |wanted: &str| nodes.iter().filter(|node| node["ending"] == wanted).count();
        assert_eq!(data["leaves"], ending("leaf"));
        assert_eq!(data["entered"], nodes.len());
        let root = &nodes[data["root"].as_u64().unwrap() as usize];
        assert_eq!(data["value"], root["value"]);
        for node in nodes {
            let is_cut = node["left_out"] != Value::Array(Vec::new());
            assert_eq!(
                node["ending"] == "cut",
                is_cut,
                "what leaves nothing out is no cut: {node}"
            );
            assert_eq!(node["reason"].is_string(), is_cut);
            assert!(!is_cut || node["precision"] != "exact", "{node}");
        }
    }
}

#[test]
fn the_numbers_of_playouts_add_up() {
    for player in
        ["uct(playouts=50)", "tutorial_uct(playouts=50,threshold=4)", "flat_mc(playouts=9)"]
    {
        let data = data("-----OX--XO----- X", player);
        let rounds = data["sampling"]["rounds"].as_array().unwrap();
        assert_eq!(data["leaves"], rounds.len());
        let entered: u64 = rounds.iter().map(|round| round["entered"].as_u64().unwrap()).sum();
        assert_eq!(data["entered"], entered);
        for (count, round) in (1..).zip(rounds) {
            let moves = round["root"].as_array().unwrap();
            let visits: u64 = moves.iter().map(|mv| mv["visits"].as_u64().unwrap()).sum();
            assert_eq!(visits, count);
        }
    }
}

/// A position of 6×6 after some random moves.
fn midgame(seed: u64, plies: u32) -> Othello6 {
    let mut random = Random::from_seed(seed);
    let mut position = Othello6::default();
    for _ in 0..plies {
        let Some(mv) = position.playout_move(&mut random) else { break };
        position = position.play(mv);
    }
    position
}

/// Every value says of the true one, which plain negamax finds, what its sign claims.
#[test]
fn bounds_are_bounds_and_exact_values_are_exact() {
    const DEPTH: u32 = 4;
    let mut seen = [0; 3];
    for (seed, plies) in [(1, 4), (2, 9), (3, 14), (4, 20), (5, 27)] {
        let start = midgame(seed, plies);
        for player in ["alphabeta(depth=4)", "negascout(depth=4)", "alphabeta(depth=4,table=1)"] {
            let explained = explain(&start.line(), player);
            let mut depths: Vec<u32> = Vec::new();
            for node in &explained.nodes {
                let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
                depths.push(depth);
                let mover = if node.maximises == (explained.viewer == "Black") { "X" } else { "O" };
                let board = format!("{} {mover}", node.board.as_ref().unwrap());
                let position: Othello6 = board.parse().unwrap();
                let mut budget = Budget::new(&Limits::default());
                let found =
                    Negamax::new(Discs).search(&position, DEPTH - depth, Window::FULL, &mut budget);
                let own = found.unwrap().score.0;
                let truth = if node.maximises { own } else { -own };
                let value = node.value.as_ref().unwrap().score;
                match node.precision {
                    Precision::Exact => assert_eq!(value, truth, "{player}\n{position}"),
                    Precision::AtLeast => assert!(value <= truth, "{player}\n{position}"),
                    Precision::AtMost => assert!(value >= truth, "{player}\n{position}"),
                }
                seen[node.precision as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// Every tag is closed, nothing is NaN.
pub(crate) fn is_well_formed(picture: &str) {
    let mut open = Vec::new();
    for tag in picture.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') || text.contains('{'), "{text}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().unwrap()),
        }
    }
    assert!(open.is_empty() && !picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

/// Only leaves of a written tree have values, so a player without a depth of its own searches all.
#[test]
fn a_deep_tree_is_searched_to_its_leaves() {
    let tree = "Root(a(1,2,3),b(5,q(2,1)),c(3,-10))";
    for player in ["minimax", "negamax", "alphabeta", "negascout"] {
        let explained = explain(tree, player);
        assert_eq!(explained.chosen.as_deref(), Some("b"), "{player}");
        assert_eq!(explained.value.map(|value| value.text), Some("2".to_owned()), "{player}");
    }
    assert_eq!(explain(tree, "alphabeta(depth=2)").player, "alphabeta(depth=2)");
    assert_eq!(explain(SMALL_TREE, "alphabeta").player, "alphabeta");
}

/// A name in a tree may be anything without brackets.
#[test]
fn nothing_becomes_markup() {
    let evil =
        "</script><script>alert`1`</script>\"'&<img/src=x/onerror=alert`1`>".replace('=', "");
    let tree = format!("{evil}({evil}(1,2),{evil}(3,0))");
    for player in ["alphabeta", "uct(playouts=9)"] {
        let explained = explain(&tree, player);
        let picture = svg(&explained, &view(60));
        is_well_formed(&picture);
        assert!(picture.contains("&lt;script&gt;") && !picture.contains("<script"));
        let page = page(&[explained.clone(), explained], &view(60));
        assert_eq!(page.matches("<script").count(), 2, "the page's own");
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("<img"));
    }
}

/// A page asks nobody for anything.
#[test]
fn a_page_is_one_file() {
    let view = View { language: Language::Japanese, ..view(60) };
    let page = page(&[explain(TWO_PLIES, "alphabeta")], &view);
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    for request in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch("] {
        assert!(!elsewhere.contains(request), "{request}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("<html lang=\"ja\">"));
    assert!(!page.contains("{data}") && !page.contains("{panels}"));
}

/// In Japanese texts and pictures only names stay as they are.
#[test]
fn japanese_has_no_english_words() {
    let view = View { language: Language::Japanese, rounds: Some(9), ..view(14) };
    let players = [
        "negamax(depth=4)",
        "alphabeta(depth=4,table=1)",
        "uct(playouts=30)",
        "perfect",
        "minimax",
    ];
    for (position, player) in [
        ("start", players[0]),
        ("start", players[1]),
        ("start", players[2]),
        ("--XOX-OXO X", players[3]),
        ("XOXOXOOXO X", players[4]),
    ] {
        let explained = explain(position, player);
        let drawn = svg(&explained, &view);
        let shapes =
            drawn.split("<text").skip(1).map(|text| text.split(['>', '<']).nth(1).unwrap());
        let said = text(&explained, &view) + &shapes.collect::<Vec<_>>().join(" ");
        let words = said.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| {
            let letters = word.chars().filter(char::is_ascii_alphabetic).count();
            letters > 1 && !["max", "min"].contains(word) && !player.contains(word)
        });
        assert_eq!(words.collect::<Vec<_>>(), [""; 0], "{said}");
        assert!(said.contains("ノード") && said.contains('手'), "{said}");
    }
}

#[test]
fn large_trees_are_folded() {
    let explained = explain("start", "negamax(depth=4)");
    let boxes = |view: &View| svg(&explained, view).matches("data-node").count();
    assert_eq!((boxes(&view(1)), boxes(&view(5))), (1, 5));
    assert!(boxes(&view(100)) <= 100 && boxes(&view(100)) > 50);
    let expand = vec!["c4".to_owned(), "c3".to_owned()];
    let unfolded = View { expand: vec![expand], ..view(14) };
    let words = text(&explained, &unfolded);
    assert!(words.contains("├─ c4 min") && words.contains("│  ├─ c3"), "{words}");
    is_well_formed(&svg(&explained, &unfolded));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let error = |arguments: &[&str]| yomi(&[&["explain"], arguments].concat()).unwrap_err();
    assert!(error(&["start", "--player", "random"]).contains("shows no search"));
    assert!(error(&["start", "--player", "expert"]).contains("shows no search"));
    assert!(error(&["start", "--player", "negamax(depth=9)"]).contains(
        "more than 200000 positions: expected a smaller depth, fewer playouts or nodes, or less"
    ));
    assert!(error(&["start", "--player", "minmax"]).contains("unknown player `minmax`"));
    assert!(error(&["XO-"]).contains("expected 9, 16, 36, 64 or 100 squares"));
    for (line, player, why) in [
        ("c4,a1", "alphabeta(depth=2)", "a1 is no move after c4"),
        ("a1", "alphabeta(depth=2)", "a1 is no move here"),
        ("c4,c5", "alphabeta(depth=4)", "c5 was not searched after c4, since -2 ≤ α = -2"),
        ("c4,c3,c2", "alphabeta(depth=2)", "c2 was not searched after c3, where the search ends"),
        ("c4", "uct(playouts=9)", "expected a tree search, found rounds of playouts"),
    ] {
        let lost = error(&["start", "--expand", line, "--player", player]);
        assert!(lost.contains(&format!("--expand {line}: {why}")), "{lost}");
    }
    let two = ["--player", "alphabeta(depth=4)", "--player", "alphabeta(depth=1)"];
    let lost = error(&[&["start", "--expand", "c4,c5"], &two[..]].concat());
    assert!(lost.contains("c5 was not searched after c4, since"), "{lost}");
    assert!(yomi(&["explain", "start", "--expand", "c4,c3", "--max-nodes", "9"]).is_ok());
    let two = ["start", "--format", "svg", "--player", "minimax", "--player", "negamax"];
    assert!(error(&two).contains("expected one --player"));
}

/// What must pass, or is over, is no fault of the player's.
#[test]
fn where_nothing_is_left_to_search_that_is_said() {
    let stuck = "d3c3e6d2d1e1b2c1".to_owned();
    let over = format!("{} X", "X".repeat(64));
    for (position, why) in [(stuck, "it must pass"), (over, "the game is over")] {
        let error = yomi(&["explain", &position, "--player", "tutorial_uct"]).unwrap_err();
        let expected = format!("`tutorial_uct` has nothing to search: {why}");
        assert!(error.contains(&expected), "{error}");
    }
}

/// A player that deepens searches several times; the last tree is drawn, all of them are counted.
#[test]
fn the_deepest_search_is_drawn() {
    let explained = explain("start", "negamax(depth=3,deepen=on)");
    let words = text(&explained, &view(400));
    assert!(words.contains("the last finished one of 3 searches"), "{words}");
    assert_eq!(words.matches("max ").count(), 1 + 12, "the root and the replies");
    assert_eq!(explained.entered as usize, 5 + 17 + 73);
}

/// A game that is over, a single move, a pass: there is always something to draw.
#[test]
fn ends_of_games_are_drawn() {
    for position in ["XXXXXXXXXXXXXXXX X", "XXXOXXOXXXXXXXX- O", "(3)", "XXXOO---- O"] {
        for player in ["minimax", "minimax(pass=penalty,ties=last)", "alphabeta", "exact"] {
            let explained = explain(position, player);
            is_well_formed(&svg(&explained, &view(60)));
            assert!(text(&explained, &view(60)).lines().count() > 3);
        }
    }
}

/// A small tree with odd names.
fn tree() -> impl Strategy<Value = String> {
    let leaf = (-99..99_i32).prop_map(|value| value.to_string());
    leaf.prop_recursive(4, 30, 4, |inner| {
        ("[a-z<>&\"'é]{0,6}", prop::collection::vec(inner, 1..4))
            .prop_map(|(name, children)| format!("{name}({})", children.join(",")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_is_a_position_or_an_error(text in "\\PC{0,80}") {
        let _ = Subject::parse(&text);
    }

    #[test]
    fn any_tree_can_be_drawn(tree in tree(), most in 1_usize..40) {
        for player in ["minimax(depth=9)", "negascout(depth=9)", "uct(playouts=20)"] {
            let subject = Subject::parse(&tree);
            prop_assume!(subject.is_ok());
            let Ok(explained) = Explanation::of(&subject.unwrap(), player, 1) else { continue };
            is_well_formed(&svg(&explained, &view(most)));
            let page = page(&[explained], &view(most));
            prop_assert_eq!(page.matches("<script").count(), 2);
        }
    }
}
