//! `yomi convert` as its users type it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit code, what is on stdout and what is on stderr.
fn convert(folder: &Path, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi"));
    command.arg("convert").args(arguments).current_dir(folder);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const GGF: &str = "(;GM[Othello]PC[here]PB[Ann]PW[Bob]RE[+4]TI[5:00]TY[8]B[F5/1.5/2]W[D6];)\n";

#[test]
fn a_transcript_becomes_sgf_and_back() {
    let folder = tempfile::tempdir().unwrap();
    // Black passes after eight plies.
    fs::write(folder.path().join("games.txt"), "f5d6c3\nd3c3e6d2d1e1b2c1a3\n").unwrap();
    let (code, out, message) = convert(folder.path(), &["games.txt", "games.sgf"], b"");
    let written = "yomi: written: games.sgf (2 games)\n";
    assert_eq!((code, out.as_str(), message.as_str()), (Some(0), "", written));
    let sgf = fs::read_to_string(folder.path().join("games.sgf")).unwrap();
    assert!(sgf.contains(";B[fe];W[df];B[cc])") && sgf.contains(";W[ca];W[ac])"), "{sgf}");
    let back = convert(folder.path(), &["games.sgf", "-", "--to", "transcript"], b"");
    assert_eq!(back, (Some(0), "f5d6c3\nd3c3e6d2d1e1b2c1a3\n".to_owned(), String::new()));
}

#[test]
fn what_is_lost_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, message) =
        convert(folder.path(), &["-", "-", "--from", "ggf", "--to", "transcript"], GGF.as_bytes());
    assert_eq!((code, out.as_str()), (Some(0), "f5d6\n"));
    assert_eq!(
        message,
        "yomi: lost or changed in transcript: times of moves (in 1 game), evaluations (in 1 game), \
         names (in 1 game), clocks (in 1 game), place (in 1 game), result (in 1 game)\n"
    );
}

/// A game that comes to its end has a result, whether or not its source says so; one that says
/// something else is named.
#[test]
fn the_result_is_that_of_the_last_position() {
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";
    let folder = tempfile::tempdir().unwrap();
    let to = |text: &str, from: &str, to: &str| {
        convert(folder.path(), &["-", "-", "--from", from, "--to", to], text.as_bytes())
    };
    let (_, ggf, message) = to(WIPE_OUT, "transcript", "ggf");
    assert!(ggf.contains("RE[+64]") && message.is_empty(), "{ggf}{message}");
    let (_, sgf, _) = to(WIPE_OUT, "transcript", "sgf");
    assert!(sgf.contains("RE[B+64]"), "{sgf}");
    assert_eq!(to(&ggf, "ggf", "transcript"), (Some(0), format!("{WIPE_OUT}\n"), String::new()));
    let (_, unfinished, _) = to(&WIPE_OUT[..16], "transcript", "ggf");
    assert!(unfinished.contains("RE[?]"), "{unfinished}");
    for (said, contradicts) in [("B+64", false), ("B+13", false), ("B+R", false), ("W+10", true)] {
        let text = sgf.replace("B+64", said);
        let (code, written, message) = to(&text, "sgf", "sgf");
        assert_eq!((code, written.contains(&format!("RE[{said}]"))), (Some(0), true));
        let expected =
            if contradicts { "yomi: -: 1 game with another result than was played\n" } else { "" };
        assert_eq!(message, expected, "{said}");
        let info = convert(folder.path(), &["--info", "-", "--from", "sgf"], text.as_bytes()).1;
        assert_eq!(info.contains("not as played   in 1 game\n"), contradicts, "{info}");
    }
    let once = |text: &str, tag: &str| text.matches("RE[").count() == 1 && text.contains(tag);
    let strange = ggf.replace("+64", "1-0");
    assert!(once(&to(&strange, "ggf", "ggf").1, "RE[1-0]"));
    assert!(once(&to(&sgf.replace("B+64", "Black"), "sgf", "sgf").1, "RE[Black]"));
}

#[test]
fn pairs_stay_pairs_in_ggf() {
    let folder = tempfile::tempdir().unwrap();
    let pair = format!("2 {}{GGF}", GGF.trim());
    let (code, out, message) =
        convert(folder.path(), &["-", "-", "--from", "ggf", "--to", "ggf"], pair.as_bytes());
    assert_eq!((code, message.as_str()), (Some(0), ""));
    assert!(out.starts_with("2 (;") && out.lines().count() == 1, "{out}");
}

#[test]
fn bad_games_are_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, message) = convert(
        folder.path(),
        &["-", "-", "--from", "transcript", "--to", "transcript"],
        b"f5\na1\nd3c5\n",
    );
    assert_eq!((code, out.as_str()), (Some(1), "f5\nd3c5\n"));
    assert_eq!(
        message,
        "yomi: -: game 2, line 2, column 1: expected a legal move for X (d3 c4 f5 e6), found a1\n"
    );
    let many = "a1\n".repeat(50);
    let (code, out, message) =
        convert(folder.path(), &["-", "-", "--from", "transcript", "--to", "ggf"], many.as_bytes());
    assert_eq!((code, out.as_str(), message.lines().count()), (Some(2), "", 21));
    assert!(message.ends_with("yomi: -: 30 more problems\n"));
}

#[test]
fn info_says_what_a_file_holds() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ggf"), format!("{GGF}(;B[a1];)\n")).unwrap();
    let (code, out, message) = convert(folder.path(), &["--info", "x.ggf"], b"");
    assert_eq!((code, message.as_str()), (Some(1), ""));
    for line in [
        "format          ggf",
        "games           1",
        "board           8×8 (1 game)",
        "moves           2 moves and 0 passes",
        "results         Black won 1, White won 0, drawn 0, none 0",
        "players         2: Ann (1), Bob (1)",
        "problems        1",
        "first problem   game 2, line 2, column 5: expected a legal move (d3 c4 f5 e6), found a1 \
         by Black as move 1",
    ] {
        assert!(out.contains(&format!("{line}\n")), "{line}\n{out}");
    }
}

/// Whatever ends with a code other than 0 and 1 says why.
#[test]
fn info_of_nothing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let info = |text: &[u8]| convert(folder.path(), &["--info", "-", "--from", "txt"], text);
    let nothing = "yomi: -: expected a game in transcript, found none\n".to_owned();
    assert_eq!(info(b""), (Some(2), String::new(), nothing));
    let (code, out, message) = info(b"a1\n");
    assert!(code == Some(2) && out.contains("problems        1\n"), "{out}");
    assert!(message.starts_with("yomi: -: game 1, line 1, column 1: expected"), "{message}");
}

#[test]
fn wthor_takes_its_names_from_beside() {
    let folder = tempfile::tempdir().unwrap();
    let mut head = [0_u8; 16];
    head[4] = 1;
    let mut game = [0_u8; 68];
    game[8] = 56;
    fs::write(folder.path().join("WTH_1980.wtb"), [&head[..], &game].concat()).unwrap();
    let name = |text: &[u8], width| [&head[..], text, &vec![0; width - text.len()]].concat();
    fs::write(folder.path().join("WTHOR.JOU"), name(b"Ann", 20)).unwrap();
    fs::write(folder.path().join("WTHOR.TRN"), name(b"Open", 26)).unwrap();
    let (code, out, _) = convert(folder.path(), &["WTH_1980.wtb", "-", "--to", "sgf"], b"");
    assert_eq!(code, Some(0));
    assert!(out.contains("PB[Ann]PW[Ann]EV[Open]RE[W+64]") && out.contains(";B[fe])"), "{out}");
}

#[test]
fn wrong_arguments_say_what_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.ggf"), GGF).unwrap();
    fs::write(folder.path().join("x.foo"), GGF).unwrap();
    fs::write(folder.path().join("empty.ggf"), "nothing").unwrap();
    fs::write(folder.path().join("kept.sgf"), "kept").unwrap();
    for (arguments, expected) in [
        (
            &["x.foo", "y.sgf"][..],
            "x.foo: expected a name in .ggf, .sgf, .wtb, .obf or .txt, or --from FORMAT",
        ),
        (&["x.ggf", "-"], "-: expected a name in .ggf, .sgf, .obf or .txt, or --to FORMAT"),
        (
            &["x.ggf", "y.wtb"],
            "y.wtb: expected ggf, sgf, obf or transcript (txt), since wthor is only read",
        ),
        (&["missing.ggf", "kept.sgf"], "missing.ggf: "),
        (&["missing.foo", "kept.sgf"], "missing.foo: No such file"),
        (&["empty.ggf", "kept.sgf"], "empty.ggf: expected a game in ggf, found none"),
        (&["x.ggf", "no/such/folder.sgf"], "no/such/folder.sgf: "),
        (&["x.ggf", "--to", "html"], ": expected ggf, sgf, obf or transcript (txt)"),
        (&["x.ggf", "--to", "wtb"], "(txt), since wthor is only read"),
        (&["x", "y.sgf", "--from", "pgn"], "expected ggf, sgf, wthor (wtb), obf or transcript"),
        (&["x.ggf", "y.sgf", "--size", "7"], "expected 4, 6, 8 or 10"),
        (&["x.ggf"], "OUTPUT"),
        (&["--info", "x.ggf", "y.sgf"], "--info"),
    ] {
        let (code, out, message) = convert(folder.path(), arguments, b"");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("kept.sgf")).unwrap(), "kept");
}
