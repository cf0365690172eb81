//! Players for which there is no memory: one line says so, and what was there goes on.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::program::exit;

/// Without memory for what a player needs there is one line that says so, at the start and in the
/// middle of a session.
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

/// What yomi says over GTP to these lines, with memory for small tables only.
fn talk(lines: &str) -> String {
    let command =
        format!("ulimit -v 1000000; exec {} gtp --player random", env!("CARGO_BIN_EXE_yomi"));
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// A player that is refused in the middle of a game leaves the old one its random numbers: the next
/// game is another one.
#[test]
fn a_refused_player_costs_no_random_numbers() {
    let game = "clear_board\n".to_owned() + &"genmove b\ngenmove w\n".repeat(8);
    let moves = |between: &str| -> Vec<String> {
        let text = talk(&format!("{game}{between}{game}"));
        text.lines().filter(|line| line.len() > 2).map(str::to_owned).collect()
    };
    let (plain, mut with) = (moves(""), moves("yomi-param Player alphabeta(table=4096)\n"));
    assert_eq!(plain.len(), 32);
    assert_ne!(plain[..16], plain[16..]);
    assert_eq!(with.remove(16), "? no memory for a table of 4096 MiB");
    assert_eq!(with, plain);
}

/// `yomi gtp` with this address space in KiB, if it starts in it.
fn started(limit: u64) -> Option<(Child, ChildStdin, BufReader<ChildStdout>)> {
    let command = format!("ulimit -v {limit}; exec {} gtp", env!("CARGO_BIN_EXE_yomi"));
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut output, mut line) = (BufReader::new(output), String::new());
    // Its end may come before the question.
    let _ = input.write_all(b"name\n");
    output.read_line(&mut line).unwrap();
    if line.is_empty() {
        child.wait().unwrap();
        return None;
    }
    output.read_line(&mut line).unwrap();
    Some((child, input, output))
}

/// The player of a smaller board has two tables instead of one. If they do not fit, the old player
/// is there again before it is asked.
#[test]
fn a_refused_board_leaves_the_player_ready() {
    const STEP: u64 = 32 << 10;
    let (mut child, mut input, mut output) =
        (1..64).find_map(|steps| started(steps * STEP)).expect("2 GiB are enough");
    input.write_all(b"boardsize 6\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "? no memory for a table of 64 MiB\n");
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let resident: u64 = resident.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(resident > 64 << 10, "{resident} KiB");
    drop(input);
    assert_eq!(exit(&mut child).0.code(), Some(0));
}
