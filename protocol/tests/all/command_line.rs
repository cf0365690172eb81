//! The `yomi` program as its users type it.

use std::process::Command;

fn yomi(arguments: &[&str]) -> (Option<i32>, String, String) {
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

/// Without memory for what a player needs there is one line that says so, at the start and in the
/// middle of a session.
#[cfg(target_os = "linux")]
#[test]
fn tables_that_do_not_fit_are_errors() {
    let limited = |arguments: &str| {
        let command = format!("ulimit -v 1000000; exec {} {arguments}", env!("CARGO_BIN_EXE_yomi"));
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for player in
        ["alphabeta(table=4096)", "last(then=negascout(table=4096))", "expert(table=4096)"]
    {
        for dialect in ["gtp", "nboard", "ugi"] {
            let (code, out, message) = limited(&format!("{dialect} --player '{player}'"));
            let expected = format!("yomi: --player {player}: no memory for a table of 4096 MiB\n");
            assert_eq!((code, out.as_str(), message), (Some(2), "", expected));
        }
    }
    let (code, out, _) = limited(
        "gtp --player 'alphabeta(table=400)' <<'end'\n\
         yomi-param Player alphabeta(table=4096)\n\
         boardsize 6\nboardsize 8\nclear_board\ngenmove b\nyomi-param\nend",
    );
    assert!(
        out.starts_with("? no memory for a table of 4096 MiB\n\n=\n\n=\n\n=\n\n= D3\n"),
        "{out}"
    );
    assert!(code == Some(0) && out.contains("Player alphabeta(table=400)"), "{out}");
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
    program.send(format!("loadsgf {}\nloadsgf /dev/zero\nquit\n", pipe.display()).as_bytes());
    let said: Vec<String> =
        std::iter::from_fn(|| program.line()).filter(|line| !line.is_empty()).collect();
    assert_eq!(said, ["? cannot load file", "? cannot load file", "="]);
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

/// What is analysed may be moves, a board, or a file in any format, on stdin as well; the last line
/// is the move to play.
#[test]
fn positions_to_analyze() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let last = |argument: &str| {
        let (code, out, message) = yomi(&["analyze", argument, "--level", "3"]);
        assert_eq!(code, Some(0), "{message}");
        out.lines().last().unwrap().to_owned()
    };
    let best = last("f5d6c3");
    assert!(best.starts_with("best move ") && best.len() == "best move d3, +0.00".len(), "{best}");
    let sgf = "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc])";
    for (name, text) in [("a.txt", "f5d6c3\n"), ("a.sgf", sgf), ("b", "f5d6c3\n"), ("c", sgf)] {
        assert_eq!(last(&file(name, text)), best, "{name}");
    }
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(last(&over), "the game is over");
    let (code, _, message) = yomi(&["analyze", "missing.sgf"]);
    assert_eq!(code, Some(2));
    assert!(
        message.starts_with("yomi: missing.sgf: ") && message.lines().count() == 1,
        "{message}"
    );
    let (code, _, message) = yomi(&["analyze", &file("d.sgf", "nonsense")]);
    assert!(code == Some(2) && message.lines().count() == 1, "{message}");
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

/// A file that has nothing to solve is one line, not one for each of its own.
#[test]
fn a_file_without_positions() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let (code, out, message) = yomi(&["solve", readme]);
    assert_eq!((code, out.as_str(), message.lines().count()), (Some(2), "", 1), "{message}");
    assert!(message.contains("README.md: no position in OBF: line 1"), "{message}");
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
}
