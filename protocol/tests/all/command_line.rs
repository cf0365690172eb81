//! The `yomi` program as its users type it.

use std::process::Command;

pub(crate) fn yomi(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yomi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn perft_counts_and_names_its_convention() {
    let (code, out, _) = yomi(&["perft", "9"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("perft(9) = 3005288  (a pass is a ply"), "{out}");
    assert!(
        yomi(&["perft", "9", "--pass-free"])
            .1
            .starts_with("perft(9) = 3005320  (a pass costs no depth")
    );
    assert!(yomi(&["perft", "0"]).1.starts_with("perft(0) = 1 "));
    assert!(yomi(&["perft", "5", "--size", "4"]).1.starts_with("perft(5) = "));
}

/// Completions for every shell that clap knows, and a page for every command.
#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, out, _) = yomi(&["completions", shell]);
        assert!(
            code == Some(0) && out.contains("analyze") && out.contains("selectivity"),
            "{shell}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(yomi(&["man", folder.path().to_str().unwrap()]).0, Some(0));
    for (page, said) in [("yomi.1", "yomi"), ("yomi-solve.1", "OBF"), ("yomi-gtp.1", "overhead")] {
        assert!(
            std::fs::read_to_string(folder.path().join(page)).unwrap().contains(said),
            "{page}"
        );
    }
    assert_eq!(yomi(&["man", "/dev/null/man"]).0, Some(2));
}

#[test]
fn version_and_players() {
    assert_eq!(yomi(&["--version"]).1, format!("yomi {}\n", yomi_engine::VERSION));
    let (code, out, _) = yomi(&["players"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("minimax") && out.contains("square_weights"));
}

/// NBoard has no words for another game than Othello.
#[test]
fn nboard_is_for_othello() {
    for (game, code) in [("go", 2), ("tic-tac-toe", 2), ("Othello", 0)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi"));
        command.args(["nboard", "--game", game]).stdin(std::process::Stdio::null());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{game}");
        let told = String::from_utf8(output.stderr).unwrap();
        let expected = format!("yomi: --game {game}: expected Othello, the only game of this");
        assert_eq!(told.starts_with(&expected), code == 2, "{told}");
    }
}

/// A reader that has gone is no failure and no panic; an output that is full is one line.
#[cfg(target_os = "linux")]
#[test]
fn outputs_that_take_nothing() {
    let ends = |command: &str| {
        let script = format!("{} {command}", env!("CARGO_BIN_EXE_yomi"));
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let folder = tempfile::tempdir().unwrap();
    let positions = folder.path().join("suite.obf");
    let position = format!("{}O- X;\n", "X".repeat(62));
    std::fs::write(&positions, position.repeat(40)).unwrap();
    let positions = positions.display();
    for command in [
        "players".to_owned(),
        "--help".to_owned(),
        "--version".to_owned(),
        "help gtp".to_owned(),
        "completions bash".to_owned(),
        "examples".to_owned(),
        "perft 3".to_owned(),
        "bench".to_owned(),
        "analyze f5d6 --level 4".to_owned(),
        format!("solve {positions}"),
        format!("solve --format csv {positions}"),
        format!("solve --format json {positions}"),
        format!("convert --info {positions}"),
        format!("convert {positions} - --to obf"),
    ] {
        let (code, message) = ends(&format!("{command} >/dev/full"));
        assert_eq!(code, Some(2), "{command}: {message}");
        assert!(
            message.contains("No space left") && !message.contains("panicked"),
            "{command}: {message}"
        );
        let (code, message) = ends(&format!("{command} | true; exit ${{PIPESTATUS[0]}}"));
        assert!(code != Some(101) && !message.contains("panicked"), "{command}: {message}");
    }
    let (code, message) = ends("gtp --player nobody 2>/dev/full");
    assert_eq!((code, message.as_str()), (Some(2), ""));
    // Manual pages are files: a disk that takes nothing is one line, too.
    let (code, message) = ends("man /dev/full");
    assert!(code == Some(2) && message.starts_with("yomi: /dev/full: "), "{message}");
    let pages = folder.path().join("pages");
    let (code, message) = ends(&format!("man {} | true; exit ${{PIPESTATUS[0]}}", pages.display()));
    assert!(code == Some(0) && pages.join("yomi.1").exists(), "{message}");
}

/// A file that never ends is refused, and one that nobody writes does not keep a frontend waiting.
#[cfg(target_os = "linux")]
#[test]
fn files_that_never_end() {
    for command in [
        &["solve", "/dev/zero"][..],
        &["convert", "/dev/zero", "-", "--from", "sgf", "--to", "txt"],
    ] {
        let (code, _, message) = yomi(command);
        assert_eq!((code, message.as_str()), (Some(2), "yomi: /dev/zero: larger than 64 MiB\n"));
    }
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut program = crate::program::Program::start(&["gtp", "--player", "random"]);
    let latin_1 = folder.path().join("latin-1.sgf");
    std::fs::write(&latin_1, b"(;GM[2]FF[4]SZ[8]PB[J\xfcrgen];B[fe])").unwrap();
    let (pipe, latin_1) = (pipe.display(), latin_1.display());
    program
        .send(format!("loadsgf {pipe}\nloadsgf /dev/zero\nloadsgf {latin_1}\nquit\n").as_bytes());
    let said: Vec<String> =
        std::iter::from_fn(|| program.line()).filter(|line| !line.is_empty()).collect();
    assert_eq!(said, ["? cannot load file", "? cannot load file", "=", "="]);
}

/// Without a file to write a game goes to stdout, if the format is named.
#[test]
fn a_game_is_converted_to_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "f5d6c3d3c4f4\n").unwrap();
    let file = file.to_str().unwrap();
    let (code, sgf, message) = yomi(&["convert", file, "--to", "sgf"]);
    assert!(code == Some(0) && sgf.contains(";B[fe];W[df]"), "{sgf}{message}");
    assert_eq!(yomi(&["convert", file, "-", "--to", "sgf"]).1, sgf);
    let (code, text, message) = yomi(&["convert", file]);
    assert!(code == Some(2) && text.is_empty(), "{text}{message}");
}

/// Commands of the pages are typed as they stand, also into an interactive zsh, which knows no
/// comments there; every command exists.
#[test]
fn commands_of_the_pages_can_be_typed() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut commands = 0;
    for page in ["README.md", "README.ja.md", "docs/how-search-works.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        for line in blocks.flat_map(str::lines) {
            assert!(!line.contains('#'), "{page}: {line}");
            let rest = line.strip_prefix("cargo yomi ").or(line.strip_prefix("yomi "));
            let Some(command) = rest.and_then(|rest| rest.split(' ').next()) else { continue };
            assert_eq!(yomi(&[command, "--help"]).0, Some(0), "{page}: {line}");
            commands += 1;
        }
    }
    assert!(commands > 20, "{commands}");
}

/// Moves where a file belongs are answered with what belongs there.
#[test]
fn missing_files_say_what_is_expected() {
    for command in [
        &["report", "f5d6c3"][..],
        &["solve", "f5d6c3"],
        &["convert", "f5d6c3", "a.sgf", "--from", "ggf"],
    ] {
        let (code, out, message) = yomi(command);
        assert_eq!((code, out.as_str(), message.lines().count()), (Some(2), "", 1), "{message}");
        let expected = "yomi: f5d6c3: expected a file, or - for stdin, found no file";
        assert!(message.starts_with(expected), "{message}");
    }
}

/// A file that has nothing to solve is one line, not one for each of its own.
#[test]
fn a_file_without_positions() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let (code, out, message) = yomi(&["solve", readme]);
    assert_eq!((code, out.as_str(), message.lines().count()), (Some(2), "", 1), "{message}");
    assert!(message.contains("README.md: no position in OBF: line 1"), "{message}");
}

/// A file of problems is read with the mark that some programs put first, and with passes as Edax
/// writes them. What it says must be possible; an estimate is no failure.
#[test]
fn scores_that_files_give() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.obf");
    let solve = |text: &str, options: &[&str]| {
        std::fs::write(&path, text).unwrap();
        let (code, out, message) = yomi(&[&["solve", path.to_str().unwrap()], options].concat());
        assert!(message.lines().count() <= 1, "{message}");
        (code, out, message)
    };
    // White has to pass, then Black fills the last square.
    let board = format!("{}O- O;", "X".repeat(62));
    let (code, out, message) = solve(&format!("\u{feff}{board} ps:-64;\n"), &[]);
    assert!(code == Some(0) && out.contains(" ok pass"), "{out}{message}");
    for (text, expected) in [
        ("", "expected a position in OBF, found none"),
        ("% nothing\n", "expected a position in OBF, found none"),
        (
            &format!("{board} A1:-22;"),
            "position 1: expected scores of legal moves, found one of a1",
        ),
        (&format!("{board} ps:+65;"), "position 1: expected a score from -64 to +64 for pass"),
        (&format!("{board} ps:-63.6;"), "position 1: expected a whole score for pass, found -63.6"),
        (&format!("{board} ps:-64; ps:+2;"), "position 1: expected one score for pass, found an"),
    ] {
        let (code, _, message) = solve(text, &[]);
        assert!(code == Some(2) && message.contains(expected), "{text}: {message}");
    }
    // A pass where there are moves is none.
    let (code, _, message) = solve(&format!("{board} ps:-64;\n").replace(" O; ", " X; "), &[]);
    assert!(code == Some(2) && message.contains("found one of pass"), "{message}");
    let wrong = format!("{board} ps:+10;\n");
    assert_eq!(solve(&wrong, &[]).0, Some(1));
    assert_eq!(solve(&format!("{wrong}nonsense\n"), &[]).0, Some(2));

    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/samples/endgames.obf");
    let text = std::fs::read_to_string(samples).unwrap();
    let line = text.lines().find(|line| line.contains(':') && !line.starts_with('%')).unwrap();
    // The right score of another move, which is not worth it.
    let other = line.replace("; H3:", "; H7:");
    assert_ne!(other, line);
    for options in [&[][..], &["--all-moves"]] {
        let (code, out, message) = solve(&other, options);
        assert!(code == Some(1) && out.contains(" FAIL "), "{out}{message}");
    }
    let wrong = format!("{}:-63;", line.split_once(':').unwrap().0);
    let (code, out, _) = solve(&wrong, &["--selectivity", "50"]);
    assert!(code == Some(0) && out.contains(" differs "), "{out}");
}

/// The samples give the moves and scores that `solve` finds, as their first line says.
#[test]
fn the_samples_are_as_they_are_solved() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/samples/endgames.obf");
    let (code, out, message) = yomi(&["solve", samples, "--hash", "16", "--format", "json"]);
    assert_eq!(code, Some(0), "{message}");
    let data: serde_json::Value = serde_json::from_str(&out).unwrap();
    let text = std::fs::read_to_string(samples).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    let rows = data["positions"].as_array().unwrap();
    assert_eq!(rows.len(), lines.clone().count());
    for (line, row) in lines.zip(rows) {
        let best = row["best"].as_str().unwrap().to_uppercase();
        assert!(
            line.ends_with(&format!("; {best}:{:+};", row["score"].as_i64().unwrap())),
            "{row}"
        );
    }
}

/// The names of a data base lie beside it; on stdin there are none, but it is known.
#[test]
fn games_of_wthor_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let names = |width: usize, names: &[&str]| {
        let mut bytes = vec![0; 16];
        for name in names {
            bytes.extend(name.bytes().chain(std::iter::repeat(0)).take(width));
        }
        bytes
    };
    let mut games = vec![0; 16 + 68];
    (games[4], games[12], games[16 + 2], games[16 + 4]) = (1, 8, 0, 1);
    games[16 + 8..16 + 11].copy_from_slice(&[56, 64, 33]);
    for (name, bytes) in
        [("a.wtb", games), ("a.jou", names(20, &["Ishii", "Imai"])), ("a.trn", names(26, &["x"]))]
    {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let path = folder.path().join("a.wtb");
    let (code, out, message) = yomi(&["report", path.to_str().unwrap(), "--level", "1"]);
    assert!(code == Some(0) && out.contains("Ishii") && out.contains("Imai"), "{out}{message}");
    let output = Command::new(env!("CARGO_BIN_EXE_yomi"))
        .args(["report", "-", "--level", "1"])
        .stdin(std::fs::File::open(path).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Pipes are read as files are; one that has nobody at its other end is not waited for.
#[cfg(target_os = "linux")]
#[test]
fn pipes_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    for command in [
        &["report", pipe][..],
        &["solve", pipe],
        &["analyze", pipe],
        &["--weights", pipe, "players"],
        &["gtp", "--player", "random", "--log", pipe],
    ] {
        let (code, _, message) = yomi(command);
        assert!(code == Some(2) && message.lines().count() == 1, "{command:?}: {message}");
    }
    let bash = |command: &str| {
        let command = command.replace("yomi", env!("CARGO_BIN_EXE_yomi"));
        let output = Command::new("bash").args(["-c", &command]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let problem = format!("{}O- X;", "X".repeat(62));
    for command in [
        "yomi analyze --level 1 <(sleep 0.1; echo f5d6c3)".to_owned(),
        "yomi report --level 1 <(echo f5d6c3)".to_owned(),
        format!("yomi solve --hash 1 <(echo '{problem}')"),
    ] {
        assert_eq!(bash(&command), (Some(0), String::new()), "{command}");
    }
    let (code, message) = bash("echo name | yomi gtp --player random --log /dev/full");
    let expected = "yomi: --log /dev/full: No space left on device (os error 28); the log ends";
    assert!(code == Some(0) && message.starts_with(expected), "{message}");
}

/// Experiments write tic-tac-toe in one word, protocols with hyphens; both are understood.
#[test]
fn games_are_named_in_either_spelling() {
    for name in ["tictactoe", "TicTacToe", "tic-tac-toe", "Tic-Tac-Toe", "reversi"] {
        let (code, _, message) = yomi(&["gtp", "--game", name, "--player", "random"]);
        assert_eq!((code, message.as_str()), (Some(0), ""), "{name}");
    }
    let (code, _, message) = yomi(&["gtp", "--game", "chess"]);
    assert!(code == Some(2) && message.contains("expected one of Othello, Go"), "{message}");
}

#[test]
fn wrong_arguments_say_what_is_expected() {
    for arguments in [
        &["perft"][..],
        &["perft", "x"],
        &["perft", "61"],
        &["perft", "5", "--size", "7"],
        &["prft"],
        &[],
    ] {
        let (code, out, message) = yomi(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(out.is_empty() && !message.is_empty());
    }
    assert!(yomi(&["perft", "5", "--size", "7"]).2.contains("expected 4, 6, 8 or 10"));
    let colour = ["play", "--player", "random", "--color"];
    assert_eq!(yomi(&[&colour[..], &["BLACK"]].concat()).0, Some(0));
    assert!(yomi(&[&colour[..], &["red"]].concat()).2.contains("black, white, both, none"));
}

/// A number that means nothing is told what would, also if it begins with a minus sign.
#[test]
fn numbers_out_of_range_are_told_the_range() {
    for (arguments, expected) in [
        (&["report", "-", "--game", "0"][..], "expected a whole number, 1 or more"),
        (&["report", "-", "--game", "x"], "expected a whole number, 1 or more"),
        (&["report", "-", "--level", "-1"], "-1 is not in 0..=30"),
        (&["analyze", "f5d6c3", "--time", "-1"], "expected a number of seconds from 0"),
        (&["analyze", "f5d6c3", "--hash", "-1"], "expected a whole number, 0 or more"),
        (&["gtp", "--overhead", "-5"], "expected a whole number, 0 or more"),
        (&["ugi", "--seed", "-5"], "expected a whole number, 0 or more"),
        (&["perft", "-1"], "-1 is not in 0..=60"),
        (&["solve", "-", "--hash", "-1"], "expected a whole number, 0 or more"),
        (&["web", "--port", "-1"], "-1 is not in 0..=65535"),
    ] {
        let (code, out, message) = yomi(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// Only the instruction sets of this kind of processor are named.
#[cfg(target_arch = "x86_64")]
#[test]
fn instructions_of_other_machines_are_not_named() {
    for name in ["sse", "simd128"] {
        let (code, _, message) = yomi(&["bench", "--isa", name]);
        let expected = format!("expected portable, avx2 or avx512, found `{name}`");
        assert!(code == Some(2) && message.contains(&expected), "{message}");
    }
}
