use serde_json::Value;
use yomi_protocol::explain::{page, svg};
use yomi_protocol::session::{Kind, PlayerChoice, Session};
use yomi_protocol::ugi::Ugi;

use crate::answers;
use crate::explain::{explain, is_well_formed, view, yomi};

const SMALL_GO: &str = ".../.X./..O X komi=0";

/// Trees, cuts and passes of Go, with the names of its points.
#[test]
fn small_go_as_text() {
    let expected = "\
alphabeta(depth=1): A1, value 1, 8 leaves, 9 nodes
values as Black sees them, who is to move; * is the chosen line

max 1 *  [-∞, ∞]
├─ A1 1 *  → α = 1
├─ B1 1
├─ A2 1
├─ C2 1
├─ A3 1
├─ B3 1
├─ C3 1
└─ pass 0
";
    let position = ["explain", SMALL_GO];
    let yomi = |options: &[&str]| yomi(&[&position, options].concat()).unwrap();
    assert_eq!(yomi(&["--player", "alphabeta(depth=1)"]), expected);
    let deeper = yomi(&["--player", "alphabeta(depth=2)", "--expand", "B1"]);
    assert!(deeper.contains("│  └╳ A2 C2 A3 B3 C3 pass not looked at"), "{deeper}");
}

/// Komi makes half points, also of games that are decided, and wins by more than the board.
#[test]
fn half_points_count() {
    let values = |position: &str, player: &str| explain(position, player).value.unwrap().text;
    assert_eq!(values("../.X X komi=3.5 passes=1", "alphabeta(depth=1)"), "W+0.5");
    assert_eq!(values("../.. X plies=40", "alphabeta(depth=1)"), "L-7.5");
    let choice =
        PlayerChoice { player: Some("exact(empties=4)".to_owned()), ..PlayerChoice::default() };
    let session = || Session::new(Kind::named("Go").unwrap(), Some(2), choice.clone()).unwrap();
    let position = "X./XO O komi=3.5 plies=37 captures=16,16";
    let script = format!("position fen {position}\ngo\n");
    let told = answers(Ugi::new(session()), script.as_bytes());
    assert!(told.contains("score cp 750 "), "{told}");
}

/// Rows of Go are counted from below, here and in the data of a picture from the top.
#[test]
fn small_go_in_every_form() {
    for player in ["minimax(depth=1)", "negascout(depth=2)", "flat_mc(playouts=9)", "uct"] {
        let explained = explain(SMALL_GO, player);
        let data: Value = serde_json::from_str(&explained.json()).unwrap();
        assert_eq!((&data["game"], &data["size"]), (&"Go".into(), &3.into()));
        let nodes = match &data["sampling"] {
            Value::Null => &data["nodes"],
            sampling => &sampling["nodes"],
        };
        assert_eq!(nodes[0]["board"], "----X---O");
        let a1 = nodes.as_array().unwrap().iter().find(|node| node["label"] == "A1").unwrap();
        assert_eq!(a1["board"], "----X-X-O", "{player}");
        let picture = svg(&explained, &view(20));
        is_well_formed(&picture);
        assert!(picture.contains("class=\"wood\"") && picture.contains(">A</text>"));
        let page = page(&[explained], &view(20));
        assert!(page.contains(SMALL_GO) && page.contains(player.split('(').next().unwrap()));
    }
}

/// Stones lie where lines cross: three lines each way, half a square inside the board's edge; its
/// columns skip the letter I.
#[test]
fn the_board_of_go_is_drawn_as_go_players_know_it() {
    let picture = svg(&explain(SMALL_GO, "minimax(depth=1)"), &view(1));
    let board = picture.split("class=\"wood\"").nth(1).unwrap();
    let lines = board.split("class=\"lines\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!((lines.matches('h').count(), lines.matches('v').count()), (3, 3));
    assert!(lines.contains("h80.0M"), "from the first line to the last: {lines}");
    let names = |picture: &str| -> Vec<String> {
        let names = picture.split("class=\"name\"").skip(1);
        names.map(|rest| rest.split(['>', '<']).nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(names(&picture), ["A", "3", "B", "2", "C", "1"]);
    let nine = format!("{} X", [".........", "........."].repeat(5)[..9].join("/"));
    let nine = svg(&explain(&nine, "minimax(depth=1)"), &view(1));
    assert_eq!(names(&nine)[14..], ["H", "2", "J", "1"]);
}

/// Of 82 moves those that were tried most are drawn, and the others are counted.
#[test]
fn a_root_with_too_many_moves_is_drawn_in_part() {
    let nine = format!("{} X", [".........", "........."].repeat(5)[..9].join("/"));
    let explained = explain(&nine, "uct(playouts=60)");
    let picture = svg(&explained, &view(20));
    assert_eq!(picture.matches("data-node").count(), 20);
    assert!(picture.contains("63 more moves"), "{picture}");
    is_well_formed(&picture);
}
