//! `yomi analyze` as its users type it.

use crate::command_line::yomi;

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
    assert_eq!(last("start"), last(&format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27))));
    let problem = format!("{}O- X; H8:+64;", "X".repeat(62));
    assert_eq!(last(&problem), last(&file("e.obf", &problem)));
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

#[test]
fn depths_of_an_analysis_are_explained() {
    let (_, help, _) = yomi(&["analyze", "--help"]);
    assert!(help.contains("`12@73%`") && help.contains("`end@87%`"), "{help}");
}

/// What is neither a file nor a position is told in one line.
#[test]
fn what_cannot_be_analyzed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (argument, expected) in [
        ("nothere", "nothere: expected a file, `start`, moves such as f5d6c3, or 64 squares and"),
        ("", "position: expected a file, `start`, moves such as f5d6c3, or 64 squares and"),
        (folder, &format!("{folder}: is a directory")),
        ("f5d6z9", "moves: line 1, column 5: expected a move such as f5, found `z`"),
        ("--XO", "position: line 1, column 5: "),
        (&format!("{} X; z9:+1;", "-".repeat(64)), "position: line 1, column 69: "),
    ] {
        let (code, _, message) = yomi(&["analyze", argument]);
        assert_eq!((code, message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.starts_with(&format!("yomi: {expected}")), "{message}");
    }
    assert_eq!(yomi(&["analyze", "1. f5 d6 2. c3", "--level", "1"]).0, Some(0));
}
