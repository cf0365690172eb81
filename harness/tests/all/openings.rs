use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use yomi_engine::expert::{Expert, Outcome, Question, Settings, Strength, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Othello8, parse_moves};
use yomi_engine::limits::Limits;

use crate::{ROUND_ROBIN, digest};

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const WANTED: [&str; 9] =
    ["openings", "--plies", "8", "--max-score", "2", "--level", "4", "--count", "25"];

#[test]
fn balanced_openings_are_distinct_and_balanced() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, more: &[&str]| {
        let output = lab(folder.path(), &[&WANTED[..], &["-o", name], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let told = format!("yomi-lab: written: {name} (25 openings)\n");
        assert!(said(&output).ends_with(&told), "{}", said(&output));
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let text = made("one", &["--threads", "1"]);
    assert_eq!(made("two", &["--threads", "3"]), text);
    assert_ne!(made("other", &["--seed", "2"]), text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut expert = Expert::new(Settings { mebibytes: 1, ..Settings::default() }).unwrap();
    let mut seen = HashSet::new();
    for line in &lines {
        let moves =
            parse_moves(&Othello8::default(), line.split('#').next().unwrap().trim()).unwrap();
        assert_eq!(moves.len(), 8);
        let position = moves.iter().fold(Othello8::default(), |position, &mv| position.play(mv));
        assert!(seen.insert(position.canonical()), "{line}");
        expert.forget();
        let question = Question { strength: Strength::level(4), lines: 1, outcome: Outcome::Score };
        let analysis = expert.analyze(&position, &question, &Limits::default(), &mut |_| ());
        assert!(
            analysis.lines[0].score.0.abs() <= 2 * UNIT + UNIT / 2,
            "{line}: {:?}",
            analysis.lines[0].score
        );
    }
    assert_eq!(lines.len(), 25);
    let refused = lab(folder.path(), &["openings", "--plies", "1", "--count", "9", "--level", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("openings: 9 wanted, but of all positions after 1 move only "),
        "{}",
        said(&refused)
    );
}

/// What was found before Ctrl-C is written, and is what a search for as many finds.
#[cfg(unix)]
#[test]
fn interrupted_openings_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = ["openings", "--level", "8", "--count"];
    let begun = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(wanted)
        .args(["100000", "-o", "some"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    assert!(
        Command::new("kill").args(["-INT", &begun.id().to_string()]).status().unwrap().success()
    );
    let ended = begun.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{}", said(&ended));
    assert!(said(&ended).contains("of 100000\nyomi-lab: written: some ("), "{}", said(&ended));
    let some = fs::read_to_string(folder.path().join("some")).unwrap();
    let count = some.lines().filter(|line| !line.starts_with('#')).count().to_string();
    let again = lab(folder.path(), &[&wanted[..], &[&count]].concat());
    assert_eq!(String::from_utf8(again.stdout).unwrap(), some);
}

/// An experiment reads its openings from a file beside it; the journal keeps them.
#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let text =
        ROUND_ROBIN.replace("size = 6\n", "").replace("random_plies = 4", "file = \"book.txt\"");
    write("a.toml", &text);
    assert!(said(&lab(folder.path(), &["run", "a.toml"])).contains("book.txt: No such file"));
    write("book.txt", "# two\nf5d6 # a comment\n\nf5f6\n");
    let refused = lab(folder.path(), &["run", "a.toml"]);
    let expected = "line 9: openings: 20 openings are needed, one for each pair of games, found 2; \
        `repeat = true` in a file uses them again";
    assert!(
        refused.status.code() == Some(2) && said(&refused).contains(expected),
        "{}",
        said(&refused)
    );
    let games = |name: &str| folder.path().join("runs").join(name).join("games.csv");
    assert_eq!(lab(folder.path(), &["run", "a.toml", "--games", "2"]).status.code(), Some(0));
    write("b.toml", &text.replace("file = \"book.txt\"", "list = [\"f5d6\", \"f5f6\"]"));
    assert_eq!(lab(folder.path(), &["run", "b.toml", "--games", "2"]).status.code(), Some(0));
    assert_eq!(digest(&games("a")), digest(&games("b")));
    // More openings go on, others do not, and a report needs no file.
    write("book.txt", "f5d6\nf5f6\nf5f4\n");
    assert_eq!(lab(folder.path(), &["run", "a.toml", "--games", "3"]).status.code(), Some(0));
    write("book.txt", "f5f6\nf5d6\nf5f4\n");
    let refused = lab(folder.path(), &["run", "a.toml", "--games", "3"]);
    assert!(
        said(&refused).contains("openings: not those in the journal from round 0 on; "),
        "{}",
        said(&refused)
    );
    fs::remove_file(folder.path().join("book.txt")).unwrap();
    assert_eq!(lab(folder.path(), &["report", "runs/a"]).status.code(), Some(0));
    for (book, told) in [
        ("f5d6\nf5f5\n", "book.txt: line 2, in `f5f5`, line 1, column 3: expected a legal move"),
        ("f5d6\n# again\nf5d6\n", "book.txt: line 3 leads to the position of book.txt: line 1\n"),
    ] {
        write("book.txt", book);
        let refused = lab(folder.path(), &["run", "a.toml", "--games", "2", "--fresh"]);
        assert!(
            refused.status.code() == Some(2) && said(&refused).contains(told),
            "{}",
            said(&refused)
        );
    }
}

/// Openings may be positions in OBF, beside moves.
#[test]
fn openings_may_be_positions() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let text =
        ROUND_ROBIN.replace("size = 6\n", "").replace("random_plies = 4", "file = \"book.obf\"");
    write("a.toml", &text);
    let after = |moves: &str| {
        let moves = parse_moves(&Othello8::default(), moves).unwrap();
        moves.iter().fold(Othello8::default(), |position, &mv| position.play(mv))
    };
    let [white, black] = [after("f5d6c3"), after("f5f6e6f4")];
    // Black to move and White to move, and in another way than we write it.
    let other = black.board_string().replace('X', "*").replace('-', ".");
    let white_to_move = white.board_string();
    let book = format!("% Positions.\n{white_to_move}; D3:+2 % a comment\n{other};\nf5d6\n");
    write("book.obf", &book);
    let run = lab(folder.path(), &["run", "a.toml", "--games", "3"]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_path(folder.path().join("runs/a/games.csv"))
            .unwrap()
            .records()
            .map(Result::unwrap)
            .collect();
    assert_eq!(rows.len(), 36);
    for row in &rows {
        let (start, mover) = match &row[2] {
            "0" => (white, "white"),
            "1" => (black, "black"),
            _ => (Othello8::default(), "black"),
        };
        let given = if &row[2] == "2" { "f5d6".to_owned() } else { start.board_string() };
        assert_eq!((&row[3], &row[6]), (&*given, mover), "{row:?}");
        let moves = parse_moves(&start, &row[15]).unwrap();
        let end = moves.iter().fold(start, |position, &mv| position.play(mv));
        assert!(end.final_score().is_some(), "{row:?}");
        assert_eq!(row[15].starts_with("f5d6"), &row[2] == "2", "{row:?}");
    }
    let shown = lab(folder.path(), &["replay", "a", "0"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("1. White "), "{shown}");
    let engine = "\n[[players]]\nname = \"engine\"\ntext = 'engine(cmd=\"x\",protocol=gtp)'\n";
    write("b.toml", &(text.clone() + engine));
    for (file, book, told) in [
        ("a.toml", format!("{};\nf5d6c3\n", white.board_string()), "line 2 leads to the position"),
        ("a.toml", "--------------------------- X;\nf5d6\n".to_owned(), "book.obf: line 1, in `"),
        ("b.toml", format!("{};\nf5d6\n", white.board_string()), "`engine` is told positions over"),
    ] {
        write("book.obf", &book);
        let refused = lab(folder.path(), &["run", file, "--games", "2", "--fresh"]);
        assert_eq!(refused.status.code(), Some(2), "{book}");
        assert!(said(&refused).contains(told), "{}", said(&refused));
    }
}
