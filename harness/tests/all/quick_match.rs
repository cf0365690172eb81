//! Matches that are asked for in one command.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::lab::said;

/// What `yomi-lab` prints in a folder, and on stderr, with its exit code.
fn lab(folder: &TempDir, options: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    let output = command.args(options).current_dir(folder.path()).output().unwrap();
    (String::from_utf8(output.stdout.clone()).unwrap(), said(&output), output.status.code())
}

const TWO: [&str; 3] = ["match", "alphabeta:depth=2", "old=alphabeta(depth=1)"];

/// The same games as from the file that it is, with the verdict of `compare`; it goes on and
/// becomes longer like any run.
#[test]
fn it_is_a_run_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let games = |run: &str| {
        fs::read_to_string(folder.path().join("runs").join(run).join("games.csv")).unwrap()
    };
    let name = "alphabeta-depth=2-vs-old";
    let (text, _, code) = lab(&folder, &[&TWO[..], &["--games", "5"]].concat());
    assert_eq!(code, Some(0));
    let (verdict, ..) = lab(&folder, &["compare", name, "alphabeta:depth=2", "old"]);
    assert!(verdict.contains("pairs by points"));
    assert!(text.ends_with(&format!("results in runs/{name}\n\n{verdict}")), "{text}");
    assert_eq!(games(name).lines().count(), 11);
    let first = verdict.lines().next().unwrap();
    let page = fs::read_to_string(folder.path().join("runs").join(name).join("README.md")).unwrap();
    assert!(page.replace("**", "").contains(&format!("\n- {first}\n")), "{page}");

    let longer = [&TWO[..], &["--games", "20"]].concat();
    assert_eq!(lab(&folder, &longer).2, Some(0));
    let (file, _, code) = lab(&folder, &[&longer[..], &["--show"]].concat());
    assert_eq!(code, Some(0));
    fs::write(folder.path().join("written.toml"), file).unwrap();
    assert_eq!(lab(&folder, &["run", "written.toml"]).2, Some(0));
    assert_eq!(games(name), games("written"));

    // Another match is another run.
    let (text, _, code) = lab(&folder, &[&longer[..], &["--seed", "2"]].concat());
    assert!(code == Some(0) && text.contains(&format!("results in runs/{name}-seed=2\n")));
}

/// Games share the cores where a player has a time of its own, too.
#[test]
fn players_with_a_clock_have_half_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    let nested = "last:then=alphabeta(time=1000,depth=1),empties=4";
    for (player, threads) in [
        ("alphabeta:time=1000,depth=1", (cores / 2).max(1)),
        (nested, (cores / 2).max(1)),
        ("alphabeta:time=0,depth=1", cores),
    ] {
        let (text, _, code) =
            lab(&folder, &["match", player, "random", "--size", "4", "--games", "1"]);
        let told =
            if threads == 1 { "1 thread)".to_owned() } else { format!("{threads} threads)") };
        assert!(code == Some(0) && text.contains(&told), "{player}: {text}");
    }
}

#[test]
fn three_players_meet_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["match", "random", "uct:playouts=20", "exact", "--game", "tic-tac-toe"];
    let (text, _, code) = lab(&folder, &[&players[..], &["--games", "2"]].concat());
    assert!(code == Some(0) && text.contains("12 games"), "{text}");
    assert!(text.ends_with("runs/random-vs-uct-playouts=20-vs-exact-tictactoe\n"), "{text}");
}

#[test]
fn limits_and_openings_reach_the_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.txt"), "f5d6\nf5f6\n").unwrap();
    let openings = ["--openings", "./two.txt", "--depth", "1", "--format", "json"];
    let players = ["match", "alphabeta", "--threads", "1", "old=alphabeta:eval=discs"];
    let (text, problem, code) = lab(&folder, &[&players[..], &openings[..]].concat());
    assert_eq!(code, Some(0), "{problem}");
    let run = folder.path().join("runs/alphabeta-vs-old-two-depth=1");
    let games = fs::read_to_string(run.join("games.csv")).unwrap();
    assert!(games.contains(",f5d6,") && games.contains(",f5f6,"), "{games}");
    assert!(text.starts_with('{') && text.contains("\"limits\":\"depth = 1\""), "{text}");
    assert!(text.contains("Is alphabeta better than old with depth 1?"), "{text}");
    // All that it takes is published with it.
    fs::remove_file(folder.path().join("two.txt")).unwrap();
    let published = "results/alphabeta-vs-old-two-depth=1/experiment.toml";
    assert_eq!(lab(&folder, &["publish", "alphabeta-vs-old-two-depth=1"]).2, Some(0));
    assert_eq!(lab(&folder, &["run", published, "--out", "again"]).2, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("again/games.csv")).unwrap(), games);
}

/// A program is named by its protocol and its command.
#[cfg(unix)]
#[test]
fn programs_play() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), crate::engines::fake("printf '= resign\\n\\n'"))
        .unwrap();
    let (text, problem, code) =
        lab(&folder, &["match", "gtp:sh fake.sh", "random", "--games", "1"]);
    assert_eq!(code, Some(0), "{problem}");
    assert!(text.contains("Is sh better than random?") && text.contains("2 games"), "{text}");
}

#[test]
fn a_test_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let (text, ..) = lab(&folder, &["match", "new=alphabeta", "old=random", "--sprt", "0", "100"]);
    assert!(text.contains("new against old in normalised Elo: at least 100"), "{text}");
    let verdict = text.split("\n\n").last().unwrap();
    assert!(verdict.starts_with("new against old in normalised Elo: at least 100"), "{text}");
    assert!(!verdict.contains("new is better than old"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (options, told) in [
        (&["random", "random"][..], "match: `random` twice; expected NAME=PLAYER"),
        (&["random", "randm"], "match: players.text: in `randm`, column 1: unknown player"),
        (
            &["random", "./new gtp"],
            "match: `./new gtp`: expected a player; another program is gtp:",
        ),
        (&["random"], "match: expected two players or more, found one"),
        (
            &["random", "a=gtp:sh -c \"exec x\""],
            "match: `a=gtp:sh -c \"exec x\"`: a command takes single quotes, not double ones",
        ),
        (
            &["random", "alphabeta:eval=discs,depth=2", "--depth", "1"],
            "--depth: `alphabeta:eval=discs,depth=2` has its own; leave one of them out",
        ),
        (&["random", "x=", "--games", "1"], "match: players.text: in ``"),
        (&["random", "=exact"], "match: players.name: expected 1 to 100 characters"),
        (&["random", "a{b}=exact"], "match: players.name: no value for `{b}`"),
        (&["random", "exact", "--game", "chess"], "match: game: expected `othello`"),
        (&["random", "exact", "--size", "7"], "match: size: expected 4, 6, 8 or 10, found 7"),
        (&["random", "exact", "--openings", "none"], "--openings none: No such file"),
        (&["random", "exact", "--clock", "fast"], "match: limits: clock: expected seconds"),
        (&["random", "tactics", "--plies", "2"], "match: openings: random_plies: 100 distinct"),
        (
            &["a=random", "b=random", "c=random", "--sprt", "0", "5"],
            "expected two players, found 3",
        ),
        (&["random", "tactics", "--sprt", "5", "0"], "--sprt: expected two differences, the"),
    ] {
        let (text, problem, code) = lab(&folder, &[&["match"], options].concat());
        assert_eq!((&*text, code), ("", Some(2)), "{options:?}");
        assert!(problem.contains(told) && problem.lines().count() == 1, "{options:?}: {problem}");
        assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "{options:?}");
    }
}
