use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::Player;

/// Positions of random games with eight empty squares, their moves scored by the textbook search.
fn problems(count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::from_seed(seed);
    let exact = Player::<Othello8>::parse("exact").unwrap();
    let mut lines = Vec::new();
    while lines.len() < count {
        let mut position = Othello8::default();
        while position.empties() > 8 && position.moves().len() > 0 {
            let mv = position.moves().nth(random.below(position.moves().len())).unwrap();
            position = position.play(mv);
        }
        let moves: Vec<Move> = position.moves().collect();
        if position.empties() != 8 || moves.is_empty() || moves == [Move::Pass] {
            continue;
        }
        let mut line = format!("{};", position.board_string());
        for mv in moves {
            let mut searcher = exact.searcher(Random::from_seed(0));
            let score =
                -searcher.search(&position.play(mv), &Limits::default(), &mut |_| ()).score.0;
            write!(line, " {}:{score:+};", mv.to_string().to_uppercase()).unwrap();
        }
        lines.push(line);
    }
    lines
}

const SUITE: &str = r#"
question = "How fast?"
[[files]]
name = "easy"
first = 1
empties = [8, 8, 8]
[[files]]
name = "hard"
first = 4
empties = [8, 8]
[[targets]]
positions = [1, 3]
seconds = 1000
[[targets]]
positions = [4, 5]
million_nodes_per_second = 1000000
[[targets]]
positions = [1, 5]
threads = 64
seconds = 2000
[[published]]
engine = "Other 1.0"
machine = "Abacus, 1 thread"
source = "a book"
first = 4
nodes = [1_000_000, 2_000_000]
seconds = [10, 20]
[[totals]]
positions = [1, 3]
engine = "Other 1.0"
machine = "Abacus, 1 thread"
source = "a book"
seconds = 30
"#;

/// A folder with the suite and its two problem files.
fn prepare() -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let lines = problems(5, 4);
    fs::write(folder.path().join("suite.toml"), SUITE).unwrap();
    fs::write(folder.path().join("easy.obf"), format!("% a comment\n{}\n", lines[..3].join("\n")))
        .unwrap();
    fs::write(folder.path().join("hard.obf"), lines[3..].join("\n")).unwrap();
    (folder, lines)
}

fn lab(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(["suite", "--hash", "1", "suite.toml"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn rows(path: &Path) -> Vec<csv::StringRecord> {
    csv::Reader::from_path(path).unwrap().records().map(Result::unwrap).collect()
}

#[test]
fn the_report_says_what_the_solver_found() {
    let (folder, lines) = prepare();
    // The order of the files does not matter.
    let (code, out, progress) = lab(folder.path(), &["hard.obf", "easy.obf", "--out", "out"]);
    assert_eq!((code, progress.lines().count()), (Some(0), 5), "{progress}");
    let out_folder = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out_folder.join(name)).unwrap();
    let positions = rows(&out_folder.join("positions.csv"));
    assert_eq!(positions.len(), 5);
    let best = |line: &str| {
        let scores = line.split(';').filter_map(|part| part.trim().split_once(':'));
        scores.map(|(_, score)| score.parse::<i32>().unwrap()).max().unwrap()
    };
    for (index, (row, line)) in positions.iter().zip(&lines).enumerate() {
        assert_eq!(row[0], (index + 1).to_string());
        assert_eq!((&row[1], &row[2], &row[9]), ("8", best(line).to_string().as_str(), "ok"));
    }
    let nodes: u64 = positions.iter().map(|row| row[5].parse::<u64>().unwrap()).sum();
    let summed: u64 = rows(&out_folder.join("summary.csv"))
        .iter()
        .map(|row| row[3].parse::<u64>().unwrap())
        .sum();
    assert_eq!(nodes, summed);
    let page = read("README.md");
    assert!(page.contains("In 5 of 5 positions") && out.contains("In 5 of 5 positions"), "{page}");
    let digits: String =
        page.split(" nodes in ").next().unwrap().chars().filter(char::is_ascii_digit).collect();
    assert!(digits.ends_with(&nodes.to_string()), "{nodes} nodes\n{page}");
    assert!(page.contains("#1–#3") && page.contains("target under 1000 s: met."), "{page}");
    assert!(page.contains("target 1000000 M nodes/s: not met."), "{page}");
    assert!(!page.contains("under 2000 s"), "a target for other threads is not judged: {page}");
    assert!(
        page.contains(
            "- a book: Other 1.0, position by position (Abacus, 1 thread); Other 1.0, #1–#3"
        ),
        "{page}"
    );
    assert!(read("nodes.svg").contains("#5 (8 empty)") && out_folder.join("nodes.png").exists());
    for line in &lines {
        assert!(!page.contains(&line[..64]), "the positions are not in the report");
    }
    // Numbers of other positions would be taken for solved.
    let renumbered = SUITE.replacen("first = 4", "first = 6", 1);
    fs::write(folder.path().join("suite.toml"), renumbered).unwrap();
    let (code, _, refused) = lab(folder.path(), &["hard.obf", "easy.obf", "--out", "out"]);
    let told = "hard.obf: its positions have numbers from 4 in the journal, not now";
    assert!(code == Some(2) && refused.contains(told), "{refused}");
}

#[test]
fn nodes_are_the_same_on_every_run() {
    let (folder, _) = prepare();
    let digest = |out: &str, arguments: &[&str]| {
        assert_eq!(lab(folder.path(), &[arguments, &["--out", out]].concat()).0, Some(0));
        let run: toml::Table =
            fs::read_to_string(folder.path().join(out).join("run.toml")).unwrap().parse().unwrap();
        assert_eq!(run["reproducible"].as_bool(), Some(true));
        run["digest"].as_str().unwrap().to_owned()
    };
    let all = digest("one", &["easy.obf", "hard.obf"]);
    assert_eq!(all, digest("two", &["hard.obf", "easy.obf"]));
    let some = digest("three", &["easy.obf", "hard.obf", "--only", "4-5"]);
    assert_ne!(all, some);
    assert_eq!(
        some,
        digest("four", &["hard.obf"]),
        "a position does not depend on those before it"
    );
    // Solved in parts, as the commands say.
    for only in ["1-2", "3"] {
        assert_eq!(lab(folder.path(), &["easy.obf", "--out", "six", "--only", only]).0, Some(0));
    }
    let run = fs::read_to_string(folder.path().join("six/run.toml")).unwrap();
    assert!(run.contains("--only 1-2 && yomi-lab suite") && run.contains("--only 3\""), "{run}");
    let (code, told, _) = lab(folder.path(), &["easy.obf", "--out", "five", "--threads", "2"]);
    assert!(code == Some(0) && told.contains("Not reproducible: threads that share"), "{told}");
    let run = fs::read_to_string(folder.path().join("five/run.toml")).unwrap();
    assert!(run.contains("reproducible = false\n") && run.contains("weights = \""), "{run}");
}

#[test]
fn a_wrong_score_is_found_out() {
    let (folder, lines) = prepare();
    let (board, _) = lines[3].split_once(';').unwrap();
    let first = lines[3].split_once("; ").unwrap().1.split(':').next().unwrap();
    fs::write(folder.path().join("hard.obf"), format!("{board}; {first}:+63;\n{}\n", lines[4]))
        .unwrap();
    let (code, ..) = lab(folder.path(), &["hard.obf", "--out", "out"]);
    assert_eq!(code, Some(1));
    assert_eq!(&rows(&folder.path().join("out/positions.csv"))[0][9], "FAIL");
    assert!(
        fs::read_to_string(folder.path().join("out/README.md"))
            .unwrap()
            .contains("In 1 of 2 positions")
    );
}

/// A file that names one move is right only if that move is worth the score, whichever of several
/// good ones we find.
#[test]
fn a_wrong_best_move_is_found_out() {
    let (folder, lines) = prepare();
    let scored = |line: &str| -> Vec<(String, i32)> {
        let moves = line.split(';').filter_map(|part| part.trim().split_once(':'));
        moves.map(|(mv, score)| (mv.to_owned(), score.parse().unwrap())).collect()
    };
    let (mut wrong, mut right) = (0, 0);
    for (mv, value) in scored(&lines[3]) {
        let best = scored(&lines[3]).iter().map(|&(_, value)| value).max().unwrap();
        let (board, _) = lines[3].split_once(';').unwrap();
        let text = format!("{board}; {mv}:{best:+};\n{}\n", lines[4]);
        fs::write(folder.path().join("hard.obf"), text).unwrap();
        let (code, ..) = lab(folder.path(), &["hard.obf", "--out", "out", "--fresh"]);
        assert_eq!(code, Some(i32::from(value != best)), "{mv} {value} {best}");
        *(if value == best { &mut right } else { &mut wrong }) += 1;
    }
    assert!(wrong > 0 && right > 0);
}

#[test]
fn bad_input_is_refused_before_anything_is_solved() {
    let (folder, lines) = prepare();
    let refused = |arguments: &[&str]| {
        let (code, out, message) = lab(folder.path(), &[arguments, &["--out", "out"]].concat());
        assert_eq!((code, message.lines().count()), (Some(2), 1), "{message}");
        assert!(out.is_empty() && !folder.path().join("out").exists());
        message.trim_end().strip_prefix("yomi-lab: ").unwrap().to_owned()
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("other.obf", "");
    assert_eq!(
        refused(&["other.obf"]),
        "other.obf: expected a file of the suite, `easy.obf` or `hard.obf`"
    );
    assert_eq!(refused(&["easy.obf", "./easy.obf"]), "./easy.obf: `easy` is given twice");
    assert_eq!(
        refused(&["easy.obf", "--only", "4-9"]),
        "easy.obf: --only: no position from 4 to 9 in the files given"
    );
    write("hard.obf", &lines[0]);
    assert_eq!(refused(&["hard.obf"]), "hard.obf: expected 2 positions, found 1");
    write("hard.obf", &format!("{}\n{}\n{}", lines[0], lines[1], lines[2]));
    assert_eq!(
        refused(&["hard.obf"]),
        "hard.obf: position 6: expected no position, found 8 empty squares"
    );
    write("hard.obf", &format!("{}\n{}", lines[0], lines[1].replacen("X", "-", 1)));
    assert_eq!(
        refused(&["hard.obf"]),
        "hard.obf: position 5: expected 8 empty squares, found 9 empty squares"
    );
    write("hard.obf", &format!("{}\n{}", lines[0], lines[1].split(';').next().unwrap()));
    assert!(refused(&["hard.obf"]).starts_with("hard.obf: position 5: expected scored moves"));
    let board = lines[1].split(';').next().unwrap();
    for (said, told) in [
        ("D4:+2", "expected scores of legal moves, found one of d4"),
        ("ps:+2", "expected scores of legal moves, found one of pass"),
    ] {
        write("hard.obf", &format!("{}\n{board}; {said};", lines[0]));
        assert_eq!(refused(&["hard.obf"]), format!("hard.obf: position 5: {told}"));
    }
    write("hard.obf", &format!("{}\n{}", lines[0], lines[1].replacen("X", "?", 1)));
    assert!(refused(&["hard.obf"]).starts_with("hard.obf: line 2, column "));
    fs::remove_file(folder.path().join("hard.obf")).unwrap();
    assert!(refused(&["hard.obf"]).starts_with("hard.obf: No such file"));
}

#[test]
fn a_bad_suite_is_refused_with_its_line() {
    let (folder, _) = prepare();
    let refused = |from: &str, to: &str| {
        assert!(SUITE.contains(from), "{from}");
        fs::write(folder.path().join("suite.toml"), SUITE.replacen(from, to, 1)).unwrap();
        let (code, _, message) = lab(folder.path(), &["easy.obf", "--out", "out"]);
        assert_eq!((code, message.lines().count()), (Some(2), 1), "{message}");
        message.trim_end().strip_prefix("yomi-lab: suite.toml: ").unwrap().to_owned()
    };
    assert!(refused("first = 1", "frist = 1").starts_with("line 5: frist: unknown field `frist`"));
    assert_eq!(
        refused("first = 4", "first = 3"),
        "line 7: files: `hard` shares its name or a number with `easy`"
    );
    assert_eq!(
        refused("seconds = 1000\n", ""),
        "line 11: targets: expected either `seconds` or `million_nodes_per_second` above 0"
    );
    assert_eq!(
        refused("positions = [4, 5]", "positions = [5, 4]"),
        "line 14: targets.positions: expected [first, last], found [5, 4]"
    );
    assert_eq!(
        refused("threads = 64", "threads = 0"),
        "line 17: targets.threads: expected a number above 0"
    );
    assert_eq!(
        refused("[10, 20]", "[10]"),
        "line 21: published.seconds: expected as many as there are nodes, 2, found 1"
    );
    assert!(
        refused("seconds = 30", "seconds = -1")
            .contains("totals.seconds: expected a number above 0, found -1")
    );
    assert_eq!(
        refused("seconds = 30", "seconds = inf"),
        "line 28: totals.seconds: expected a number above 0, found inf"
    );
    for (figures, found) in [("[10, -1]", "-1"), ("[nan, 20]", "NaN"), ("[10, inf]", "inf")] {
        let told = format!("line 21: published.seconds: expected 0 or more, found {found}");
        assert_eq!(refused("[10, 20]", figures), told);
    }
    assert_eq!(
        refused("seconds = 1000\n", "seconds = inf\n"),
        "line 11: targets: expected either `seconds` or `million_nodes_per_second` above 0"
    );
    for (text, told) in [
        ("a book", "line 21: published.source"),
        ("Abacus, 1 thread", "line 21: published.machine"),
        ("Other 1.0", "line 21: published.engine"),
        ("easy", "line 3: files.name"),
    ] {
        let told = format!("{told}: expected one line, without control characters");
        assert_eq!(refused(text, "a\\u001b[31m"), told);
    }
    assert_eq!(
        refused("How fast?", "How\\u0007?"),
        "line 2: question: expected a sentence, without control characters"
    );
}

/// The suite of the project is one.
#[test]
fn the_suite_of_the_project_can_be_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/endgame-suite.toml");
    let suite =
        yomi_harness::work::suite::plan::Suite::parse(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(suite.files.iter().map(|file| file.numbers().count()).sum::<usize>(), 59);
    for published in &suite.published {
        assert!((40..=59).all(|number| published.nodes(number).is_some()), "{}", published.engine);
        assert_eq!((published.nodes(39), published.nodes(60)), (None, None));
    }
}

/// A folder with the name of the suite inside the program, such as that of its results, is not
/// taken for its file.
#[test]
fn a_folder_does_not_hide_the_suite_inside() {
    let folder = tempfile::tempdir().unwrap();
    let told = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        command.args(["suite", "endgame-suite", "nowhere.obf"]).current_dir(folder.path());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let expected = told();
    assert!(expected.0 == Some(2) && expected.1.contains("nowhere.obf"), "{expected:?}");
    fs::create_dir(folder.path().join("endgame-suite")).unwrap();
    assert_eq!(told(), expected);
}

/// The exit code is about what was asked for; of an earlier call two of five positions are there.
#[test]
fn a_part_of_an_unfinished_suite_is_whole() {
    let (folder, _) = prepare();
    let all = ["easy.obf", "hard.obf", "--out", "out"];
    assert_eq!(lab(folder.path(), &all).0, Some(0));
    let journal = folder.path().join("out/journal.log");
    let lines = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, lines.split_inclusive('\n').take(4).collect::<String>()).unwrap();
    let (code, _, errors) = lab(folder.path(), &[&all[..], &["--only", "1-3"]].concat());
    assert!(code == Some(0) && errors.contains("3 of 5 positions are solved"), "{errors}");
    assert_eq!(lab(folder.path(), &all).0, Some(0));
}

/// What other commands say about the folder of a suite, and the report in Japanese.
#[test]
fn a_suite_s_folder_is_named_as_such() {
    let (folder, _) = prepare();
    assert_eq!(lab(folder.path(), &["easy.obf", "hard.obf", "--out", "out"]).0, Some(0));
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let other = "out: this is the folder of a problem suite; expected that of an experiment\n";
    let json = "out: this is the folder of a problem suite, which has no JSON; expected --format \
                text\n";
    for (arguments, told) in [
        (&["replay", "out", "0"][..], other),
        (&["compare", "out", "a", "b"], other),
        (&["report", "out", "--format", "json"], json),
    ] {
        let expected = (Some(2), String::new(), format!("yomi-lab: {told}"));
        assert_eq!(program(arguments), expected, "{arguments:?}");
    }
    let (code, text, errors) = program(&["report", "out", "--lang", "ja"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.contains("5 局面のうち 5 局面") && text.contains("\n局面 "), "{text}");
    assert!(text.contains(" 1000000 M ノード/秒") && !text.contains("nodes/s"), "{text}");
}
