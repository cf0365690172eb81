use std::fs;
use std::path::Path;

use crate::statistics::{TEST, lab, said};

const NOT: &str = "Not reproducible";

/// Runs the command, which must work; what it says.
fn told(folder: &Path, arguments: &[&str]) -> String {
    let output = lab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    said(&output)
}

fn run_toml(folder: &Path) -> toml::Table {
    fs::read_to_string(folder.join("run.toml")).unwrap().parse().unwrap()
}

const SPARE: &str = r#"
question = "Who wins?"
game = "tictactoe"
games = 4
seed = 1
[schedule]
pairs = [["b", "a"]]
[openings]
start = true
[[players]]
name = "a"
text = "random"
[[players]]
name = "b"
text = "alphabeta(depth=2)"
[[players]]
name = "spare"
text = "alphabeta(depth=2)"
limits = { time = 20 }
"#;

#[test]
fn who_does_not_play_decides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (players, reproducible) in [("[[\"b\", \"a\"]]", true), ("[[\"b\", \"spare\"]]", false)] {
        let text = SPARE.replace("[[\"b\", \"a\"]]", players);
        fs::write(folder.path().join("e.toml"), text).unwrap();
        let out = folder.path().join(reproducible.to_string());
        let mut said = told(folder.path(), &["run", "e.toml", "--out", out.to_str().unwrap()]);
        assert_eq!(run_toml(&out)["reproducible"].as_bool(), Some(reproducible));
        assert_eq!(said.contains(NOT), !reproducible, "{said}");
        let other = if reproducible { "a" } else { "spare" };
        said = told(folder.path(), &["compare", out.to_str().unwrap(), "b", other]);
        assert_eq!(said.contains(NOT), !reproducible, "{said}");
        said = told(folder.path(), &["replay", out.to_str().unwrap(), "0"]);
        assert_eq!(said.contains(NOT), !reproducible, "{said}");
        let plan = format!("plan-{reproducible}");
        told(folder.path(), &["plan", "e.toml", "--shards", "2", "--out", &plan]);
        said = told(folder.path(), &["status", &plan]);
        assert_eq!(said.contains(NOT), !reproducible, "{said}");
        let json = told(folder.path(), &["status", &plan, "--format", "json"]);
        assert!(json.contains(&format!("\"reproducible\":{reproducible}")), "{json}");
        let name = format!("runs/listed-{reproducible}");
        told(folder.path(), &["run", "e.toml", "--out", &name]);
        // Also where there is no report yet.
        for _ in 0..2 {
            said = told(folder.path(), &["list"]);
            let word = if reproducible { " yes" } else { " no" };
            let listed = |line: &str| line.contains(&name[5..]) && line.contains(word);
            assert!(said.lines().any(listed), "{said}");
            let _ = fs::remove_file(folder.path().join(&name).join("run.toml"));
        }
    }
}

#[test]
fn a_self_test_says_what_it_was_made_by() {
    let folder = tempfile::tempdir().unwrap();
    let text = SPARE.replace("pairs = [[\"b\", \"a\"]]", "round_robin = true");
    for (name, drawn) in [("clock", "uct(time=1)"), ("chance", "uct(playouts=4)")] {
        let text = text.replace("\"alphabeta(depth=2)\"\nlimits = { time = 20 }", "\"random\"");
        fs::write(folder.path().join("e.toml"), text.replace("alphabeta(depth=2)", drawn)).unwrap();
        let command = ["selftest", "e.toml", "--repetitions", "100", "--out", name];
        let output = lab(folder.path(), &command);
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", said(&output));
        let out = folder.path().join(name);
        let page = fs::read_to_string(out.join("README.md")).unwrap();
        let circumstances = run_toml(&out);
        assert_eq!(circumstances["reproducible"].as_bool(), Some(name == "chance"));
        assert_eq!(page.contains(NOT), name == "clock", "{page}");
        assert_eq!(page.contains("makes it again"), name == "chance", "{page}");
        assert_eq!(circumstances["command"].as_str().unwrap()[9..], command.join(" "));
        assert!(circumstances.contains_key("weights"));
    }
}

/// A search whose times are told is not the same again where a clock decides.
#[test]
fn times_of_searches_do_not_hide_a_clock() {
    let folder = tempfile::tempdir().unwrap();
    let text = "question = \"?\"\ngame = \"tictactoe\"\nseed = 1\n[search]\npositions = 2\n\
        plies = [1, 2]\ndepths = [1]\nreference = \"a\"\ntimes = true\n\
        [[players]]\nname = \"a\"\ntext = \"alphabeta(depth={depth})\"\n\
        [[players]]\nname = \"b\"\ntext = \"TEXT\"\n";
    for (player, is_same) in [("minimax(depth={depth})", true), ("uct(time=1)", false)] {
        fs::write(folder.path().join("s.toml"), text.replace("TEXT", player)).unwrap();
        told(folder.path(), &["run", "s.toml", "--out", "out", "--fresh"]);
        let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
        assert_eq!(page.contains("are the same on every run"), is_same, "{page}");
        assert_eq!(page.contains(NOT), !is_same, "{page}");
    }
}

/// A test that has its verdict plays no more games, but their numbers may be others.
#[test]
fn the_command_makes_the_digest_of_an_extended_test() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("e.toml"), TEST).unwrap();
    told(folder.path(), &["run", "e.toml", "--out", "out"]);
    let before = run_toml(&folder.path().join("out"));
    told(folder.path(), &["run", "e.toml", "--out", "out", "--games", "2500"]);
    let after = run_toml(&folder.path().join("out"));
    assert_ne!(before["digest"], after["digest"]);
    let command = after["command"].as_str().unwrap().to_owned() + " --fresh";
    told(folder.path(), &command.split(' ').skip(1).collect::<Vec<_>>());
    assert_eq!(run_toml(&folder.path().join("out"))["digest"], after["digest"]);
    // Whoever compares the other way round is told whose figures follow.
    let compared = told(folder.path(), &["compare", "out", "random", "tactics"]);
    assert!(compared.starts_with("tactics against random in normalised Elo: at least 60"));
    assert!(compared.contains("\nrandom against tactics:\n"), "{compared}");
}

/// A finished run whose file and command change, but not its games.
#[test]
fn the_command_makes_the_digest_of_a_changed_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = SPARE.replace("limits = { time = 20 }", "").replace("alphabeta(depth=2)", "random");
    fs::write(folder.path().join("e.toml"), &text).unwrap();
    told(folder.path(), &["run", "e.toml", "--out", "out"]);
    fs::write(folder.path().join("e.toml"), text.replace("games = 4", "games = 2")).unwrap();
    told(folder.path(), &["run", "e.toml", "--out", "out", "--games", "4", "--threads", "3"]);
    let run = run_toml(&folder.path().join("out"));
    assert_eq!(
        run["command"].as_str(),
        Some("yomi-lab run e.toml --out out --games 4 --threads 3")
    );
    // Nobody worked the second time.
    assert_ne!(run["threads"].as_integer(), Some(0));
    assert_ne!(run["threads"].as_integer(), Some(3));
    told(folder.path(), &["run", "e.toml", "--out", "again", "--games", "4"]);
    assert_eq!(run_toml(&folder.path().join("again"))["digest"], run["digest"]);
}
