//! `yomi-train` when nobody reads what it says, or the disk is full.

use std::fs::OpenOptions;
use std::io::Read;
use std::process::{Command, Stdio};

/// A command that is done at once and prints a line.
fn contest() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-train"));
    command.args(["contest", "handmade", "handmade", "--openings", "2", "--depth", "1"]);
    command.args(["--exact", "1"]);
    command
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child =
        contest().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("yomi-train starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_one_line() {
    let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = contest().stdout(full).output().expect("yomi-train starts");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.starts_with("yomi-train: standard output: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
