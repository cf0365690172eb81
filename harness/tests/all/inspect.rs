use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use yomi_harness::plan::Overrides;
use yomi_protocol::notation::{ggf, sgf};

use crate::{GAUNTLET, ROUND_ROBIN, run};

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A name without path or ending is found, and what is there is listed.
#[test]
fn names_are_found_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("experiments")).unwrap();
    fs::write(folder.path().join("experiments/small.toml"), GAUNTLET).unwrap();
    fs::write(folder.path().join("experiments/broken.toml"), "question =").unwrap();
    assert_eq!(lab(folder.path(), &["list"]).status.code(), Some(0));
    told(&lab(folder.path(), &["run", "small", "--games", "4"]));
    let listed = told(&lab(folder.path(), &["list"]));
    let digest = fs::read_to_string(folder.path().join("runs/small/run.toml")).unwrap();
    let digest = digest.split("digest = \"").nth(1).unwrap()[..16].to_owned();
    for part in ["small", "Is looking ahead worth it?", "broken", "(not readable)", &digest] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
    for command in [&["report", "small"][..], &["compare", "small", "random", "one ply, discs"]] {
        told(&lab(folder.path(), command));
    }
    let refused = lab(folder.path(), &["run", "nothing"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    // Anywhere else there are those inside the program.
    let nothing = tempfile::tempdir().unwrap();
    assert!(told(&lab(nothing.path(), &["list"])).contains("lab-selftest"));
}

/// Runs that were killed before any report, and those that somebody works on.
#[test]
fn runs_without_a_report_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.toml"), GAUNTLET).unwrap();
    told(&lab(folder.path(), &["run", "small", "--games", "4", "--threads", "1"]));
    let journal = fs::read_to_string(folder.path().join("runs/small/journal.log")).unwrap();
    // What was run, who set to work, and three units: two of them of a player
    // that meets itself.
    let killed: String = journal.split_inclusive('\n').take(5).collect();
    fs::create_dir(folder.path().join("runs/killed")).unwrap();
    fs::write(folder.path().join("runs/killed/journal.log"), killed).unwrap();
    fs::create_dir(folder.path().join("runs/other")).unwrap();
    let listed = || told(&lab(folder.path(), &["list"]));
    let row = |name: &str| {
        let listed = listed();
        let row = listed.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("killed"), "killed 4 12 (unfinished) yes");
    assert_eq!(row("other"), "");
    let lock = fs::File::create(folder.path().join("runs/killed/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(row("killed"), "killed 4 12 (under way) yes");
    drop(lock);
    // After a report it is still not finished, and nobody knows what its games took.
    let report = told(&lab(folder.path(), &["report", "killed"]));
    assert!(report.contains("\n4 games (1 thread), seed 7\n"), "{report}");
    assert!(row("killed").starts_with("killed 4 12 (unfinished) yes "), "{}", row("killed"));
}

/// What a shell and `man` need to know of the program.
#[test]
fn completions_and_manual_pages() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = told(&lab(folder.path(), &["completions", shell]));
        assert!(text.contains("games-needed") && text.contains("variant"), "{shell}");
    }
    told(&lab(folder.path(), &["man", "man"]));
    let page = fs::read_to_string(folder.path().join("man/yomi-lab-run.1")).unwrap();
    assert!(page.contains("seed"), "{page}");
}

/// Boards of Go have empty points, and stand with A1 in the lower left corner; those of Othello
/// have up to ten lines.
#[test]
fn games_of_go_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = "question = \"?\"\ngame = \"go\"\nsize = 3\nseed = 3\ngames = 1\n\
        [schedule]\nround_robin = true\n\
        [[players]]\nname = \"a\"\ntext = \"random\"\n\
        [[players]]\nname = \"b\"\ntext = \"random\"\n";
    run(folder.path(), experiment, &Overrides::default(), 1);
    let diagrams = told(&lab(folder.path(), &["replay", "out", "0"]));
    let boards: Vec<&str> = diagrams.split("\n\n").collect();
    let start = boards[0].split_once('\n').unwrap().1;
    assert_eq!(start, "    A B C\n  3 · · ·\n  2 · · ·\n  1 · · ·");
    let mut places = Vec::new();
    for board in &boards {
        let rows: Vec<&str> = board.lines().skip(2).collect();
        assert!(rows.len() == 3 && rows.iter().all(|row| row.chars().count() == 9), "{board}");
        places.push(rows.concat().matches(['X', 'O']).count());
    }
    assert_eq!(places[..2], [0, 1], "{diagrams}");
    let large = experiment.replace("\"go\"\nsize = 3", "\"othello\"\nsize = 10");
    fs::write(folder.path().join("large.toml"), large).unwrap();
    told(&lab(folder.path(), &["run", "large.toml", "--out", "large"]));
    let played = told(&lab(folder.path(), &["replay", "large", "0"]));
    assert!(played.contains("\n    a b c d e f g h i j\n  1 · "), "{played}");
    assert!(played.contains("\n 10 · "), "{played}");
    let (head, board) = boards[1].split_once('\n').unwrap();
    let point = head.rsplit(' ').next().unwrap().as_bytes();
    let (column, row) = (usize::from(point[0] - b'A'), usize::from(point[1] - b'1'));
    let drawn = board.lines().rev().nth(row).unwrap().chars().nth(4 + 2 * column);
    assert_eq!(drawn, Some('X'), "{diagrams}");
}

/// Every game comes out of its record again: its moves, its players, its final score.
#[test]
fn games_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let mut reader = csv::Reader::from_path(folder.path().join("out/games.csv")).unwrap();
    for row in reader.records().map(Result::unwrap).step_by(37) {
        let diagrams = told(&lab(folder.path(), &["replay", "out", &row[0]]));
        let head = diagrams.lines().next().unwrap();
        let score = format!("{} to {}", &row[8], &row[9]);
        for part in [&row[4], &row[5], &row[12], &score] {
            assert!(head.contains(part), "{head}");
        }
        let last: String = diagrams.lines().rev().take(6).collect();
        assert!(
            diagrams.ends_with('\n') && diagrams.matches("\n    a b c d e f\n  1 ").count() > 20
        );
        let discs = |colour: char| last.matches(colour).count().to_string();
        assert_eq!((&discs('X'), &discs('O')), (&row[8].to_owned(), &row[9].to_owned()));
        assert_eq!(diagrams.matches(", opening").count(), 4);
        let written = |format: &str| {
            told(&lab(folder.path(), &["replay", "out", &row[0], "--format", format]))
        };
        let records = [ggf::game(&written("ggf")).unwrap(), sgf::game(&written("sgf")).unwrap()];
        for record in records {
            let moves: String = record
                .moves()
                .map(|mv| mv.to_string())
                .filter(|mv| !mv.to_lowercase().starts_with('p'))
                .collect();
            assert_eq!(moves, row[15]);
            assert_eq!([&*record.players[0].name, &*record.players[1].name], [&row[4], &row[5]]);
            assert_eq!(record.end().final_score().unwrap().to_string(), row[10]);
        }
    }
    let refused = lab(folder.path(), &["replay", "out", "999999"]);
    assert!(String::from_utf8(refused.stderr).unwrap().contains("no game 999999 here"));
}

/// Go has SGF, and GGF is refused in one line.
#[test]
fn go_is_written_as_go_programs_read_it() {
    let text = ROUND_ROBIN
        .replace("game = \"othello\"\nsize = 6", "game = \"go\"\nsize = 5\nkomi = 0.5")
        .replace("[\"depth\", \"crosstable\"]", "[\"crosstable\"]")
        .replace("random_plies = 4", "start = true")
        .replace("alphabeta(depth={depth},eval={eval})", "flat_mc(playouts=2)")
        .replace(
            "each = { eval = [\"discs\", \"mobility\"], depth = [1, 2] }",
            "each = { eval = [\"a\", \"b\"], depth = [1] }",
        );
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &text, &Overrides { games: Some(1), ..Overrides::default() }, 2);
    let written = told(&lab(folder.path(), &["replay", "out", "0", "--format", "sgf"]));
    assert!(written.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Yomi]SZ[5]KM[0.5]PB["), "{written}");
    assert!(written.contains(";B[") && written.ends_with(";W[])\n") | written.ends_with(";B[])\n"));
    let refused = lab(folder.path(), &["replay", "out", "0", "--format", "ggf"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// One JSON object with the figures of the page.
#[test]
fn machines_read_json() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.toml"), ROUND_ROBIN).unwrap();
    let command = ["run", "small", "--out", "out", "--format", "json"];
    let first = told(&lab(folder.path(), &command));
    assert_eq!(first, told(&lab(folder.path(), &["report", "out", "--format", "json"])));
    let report: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(report["run"]["done"], 240);
    assert_eq!(report["results"].as_array().unwrap().len(), 4);
    assert!(report["unfinished"].is_null() && report["results"][0]["score %"].is_string());
    let ratings = report["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 4);
    for rating in ratings {
        assert_eq!(rating["Elo"], format!("{:+.0}", rating["elo"].as_f64().unwrap()));
    }
    assert!(report["answer"].is_array() && !report["answer"].to_string().contains("**"));
    // The tables are those of the files, but a name is one also where it looks like a number.
    let pairs = report["tables"]["pairs"].as_array().unwrap();
    let mut reader = csv::Reader::from_path(folder.path().join("out/pairs.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((pairs.len(), rows.len()), (6, 6));
    for (pair, row) in pairs.iter().zip(&rows) {
        assert_eq!(pair["player"], row[1]);
        assert_eq!(pair["score"].as_f64(), row[9].parse().ok());
    }
    assert!(report["test"].is_null());
    let text = ROUND_ROBIN.replace("\"{eval}-{depth}\"", "\"{depth}\"").replace("\"mobility\"", "");
    let test = "stop = { sprt = { elo0 = -500, elo1 = 0 } }\n[schedule]\npairs = [[\"2\", \"1\"]]";
    let text = text.replace("[schedule]\nround_robin = true", test);
    fs::write(folder.path().join("test.toml"), text).unwrap();
    let told = told(&lab(folder.path(), &["run", "test", "--out", "two", "--format", "json"]));
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let test = &report["test"];
    assert_eq!(
        (test["verdict"].as_str(), test["llr"].as_f64() >= test["high"].as_f64()),
        (Some("elo1"), true)
    );
    assert_eq!(report["tables"]["pairs"][0]["player"], "1");
}

/// Every column of every file is explained, and no column that is not there.
#[test]
fn columns_are_documented() {
    let searches = crate::pages::SEARCH;
    for text in [GAUNTLET, ROUND_ROBIN, searches] {
        let folder = tempfile::tempdir().unwrap();
        let page = run(folder.path(), text, &Overrides::default(), 2).page;
        let explained: BTreeSet<(String, String)> =
            page.columns.rows.iter().map(|row| (row[0].clone(), row[1].clone())).collect();
        assert!(page.columns.rows.iter().all(|row| !row[2].is_empty() && !row[3].is_empty()));
        let mut found = BTreeSet::new();
        for entry in fs::read_dir(folder.path().join("out")).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if name.ends_with(".csv") {
                let mut reader = csv::Reader::from_path(entry.path()).unwrap();
                let header = reader.headers().unwrap().clone();
                found.extend(header.iter().map(|column| (name.clone(), column.to_owned())));
            }
        }
        assert_eq!(explained, found);
    }
}

/// A run is published under the name that it is called by, and one without a name is not kept
/// under another.
#[cfg(unix)]
#[test]
fn folders_are_called_as_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.toml"), ROUND_ROBIN).unwrap();
    let run = ["run", "a.toml", "--games", "2", "--out"];
    told(&lab(folder.path(), &[&run[..], &["far"]].concat()));
    std::os::unix::fs::symlink("far", path("near")).unwrap();
    told(&lab(folder.path(), &["publish", "near"]));
    assert!(path("results/near/README.md").exists() && !path("results/far").exists());
    told(&lab(folder.path(), &[&run[..], &["far/.", "--fresh"]].concat()));
    assert!(path("far.1/README.md").exists() && path("far/README.md").exists());
    let here = ["run", "../a.toml", "--games", "2", "--out", ".", "--fresh"];
    let refused = lab(&path("far"), &here);
    let problem = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(problem.contains("gets another name; expected it by its name"), "{problem}");
}
