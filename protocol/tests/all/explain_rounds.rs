use serde_json::{Value, json};

use crate::explain::{explain, view, yomi};
use yomi_protocol::explain::{page, svg, text};

/// Rounds that no search has played are not shown as if they were.
#[test]
fn rounds_are_those_of_the_search() {
    let shown = |players: &[&str], rounds: &str| {
        let players = players.iter().flat_map(|player| ["--player", player]);
        yomi(&[&["explain", "start", "--rounds", rounds], &*players.collect::<Vec<_>>()].concat())
    };
    let (twenty, forty) = ("uct(playouts=20)", "flat_mc(playouts=40)");
    assert_eq!(
        shown(&["alphabeta"], "5"),
        Err("yomi: --rounds 5: expected a Monte-Carlo search, found none\n".to_owned())
    );
    for players in [&[twenty][..], &[forty, twenty], &["alphabeta", twenty]] {
        assert_eq!(
            shown(players, "30"),
            Err(format!("yomi: --rounds 30: expected 0 to 20, the rounds of `{twenty}`\n"))
        );
        assert!(shown(players, "20").unwrap().contains("after 20 rounds"), "{players:?}");
    }
    assert!(shown(&[forty], "30").unwrap().contains("after 30 rounds"));
    assert!(shown(&[forty], "-1").unwrap_err().contains("expected a whole number, 0 or more"));
}

/// Pages and data have every round: there `--rounds` would say something else than is shown.
#[test]
fn rounds_are_for_pictures_and_texts() {
    let shown = |format| {
        yomi(&["explain", "start", "--player", "uct", "--rounds", "5", "--format", format])
    };
    for format in ["html", "json"] {
        let told =
            "yomi: --rounds 5: expected --format text or svg, for the others have every round\n";
        assert_eq!(shown(format), Err(told.to_owned()));
    }
    assert!(shown("svg").unwrap().contains("after 5"));
}

/// Of leaves that are called alike one was chosen, and a round ends where it ended.
#[test]
fn equal_leaves_are_told_apart() {
    let explained = explain("N0(7,7,-1)", "uct(playouts=12)");
    assert_eq!(svg(&explained, &view(50)).matches("chosen\" data-node").count(), 1);
    let explained = explain("N0(N1(3,3),N2(3,1))", "uct(playouts=12)");
    let data = page(&[explained], &view(50));
    let data = data.split("data-part=\"data\">").nth(1).unwrap().split("</script>").next();
    let searches: Value = serde_json::from_str(data.unwrap()).unwrap();
    let frames = searches[0]["frames"].as_array().unwrap();
    let visits = |frame: &Value, node: &Value| {
        let nodes = frame["nodes"].as_array().unwrap();
        let found = nodes.iter().find(|shown| shown[0] == *node)?;
        found[1].as_str().unwrap().split_once('/').unwrap().1.parse::<u32>().ok()
    };
    for (before, frame) in frames.iter().zip(&frames[1..]) {
        let [old, new] = [before, frame].map(|shown| visits(shown, &frame["ends"]));
        assert_eq!(old.unwrap_or(0) + 1, new.unwrap(), "{frame}");
    }
}

/// The value of a Monte-Carlo search is told as the mean that the tree shows of the chosen move.
#[test]
fn values_of_playouts_are_told_as_they_are_shown() {
    for player in ["uct(playouts=70)", "flat_mc(playouts=28)", "tutorial_uct(playouts=50)"] {
        let explained = explain("start", player);
        let data: Value = serde_json::from_str(&explained.json()).unwrap();
        let (chosen, told) = (data["chosen"].as_str().unwrap(), &data["value"]["text"]);
        let shown = text(&explained, &view(50));
        let line = shown.lines().find(|line| line.contains(&format!("─ {chosen}  "))).unwrap();
        assert_eq!(line.split("mean ").nth(1), told.as_str(), "{player}\n{shown}");
        let score = data["value"]["score"].as_f64().unwrap();
        let share: f64 = told.as_str().unwrap().parse().unwrap();
        assert!((score - 1000.0 * (2.0 * share - 1.0)).abs() <= 2.0, "{player}: {score}, {share}");
        assert_eq!((&data["root"], &data["nodes"]), (&Value::Null, &json!([])));
    }
}
