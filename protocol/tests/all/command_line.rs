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
    assert!(yomi(&["perft", "9", "--pass-free"]).1.starts_with("perft(9) = 3005320  (a pass costs no depth"));
    assert!(yomi(&["perft", "0"]).1.starts_with("perft(0) = 1 "));
    assert!(yomi(&["perft", "5", "--size", "4"]).1.starts_with("perft(5) = "));
}

#[test]
fn version_and_players() {
    assert_eq!(yomi(&["--version"]).1, concat!("yomi ", env!("CARGO_PKG_VERSION"), "\n"));
    let (code, out, _) = yomi(&["players"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("minimax") && out.contains("square_weights"));
}

#[test]
fn wrong_arguments_say_what_is_expected() {
    for arguments in
        [&["perft"][..], &["perft", "x"], &["perft", "61"], &["perft", "5", "--size", "7"], &["prft"], &[]]
    {
        let (code, out, message) = yomi(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(out.is_empty() && !message.is_empty());
    }
    assert!(yomi(&["perft", "5", "--size", "7"]).2.contains("expected 4, 6, 8 or 10"));
}
