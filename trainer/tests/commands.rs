//! Commands of `yomi-train` one after the other, and what they refuse.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command in a folder: its exit code, and what it says on standard error.
fn train(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-train"));
    let output = command.current_dir(folder).args(line.split(' ')).output();
    let output = output.expect("yomi-train starts");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The line in which a command is refused.
#[track_caller]
fn refused(folder: &Path, line: &str) -> String {
    let (code, said) = train(folder, line);
    assert_eq!(code, Some(2), "{line}: {said}");
    assert!(!said.contains("panicked"), "{line}: {said}");
    said
}

#[test]
fn an_error_names_the_file() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("text"), "text").unwrap();
    fs::write(root.path().join("bytes"), b"\xff").unwrap();
    for (line, expected) in [
        ("contest text learned", "yomi-train: text: not a file of weights\n"),
        ("contest handmade nothing", "yomi-train: nothing: No such file or directory"),
        ("errors text --weights nothing", "yomi-train: nothing: No such file or directory"),
        ("errors text --weights text", "yomi-train: text: not a file of weights\n"),
        ("book --into text/book", "yomi-train: text: "),
        ("chart stages nothing chart.svg", "yomi-train: nothing: No such file or directory"),
        ("chart stages bytes chart.svg", "yomi-train: bytes: "),
        ("fit --from nothing --into .", "yomi-train: .: "),
    ] {
        let said = refused(root.path(), line);
        assert!(said.starts_with(expected), "{line}: {said}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
    }
}
