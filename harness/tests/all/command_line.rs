use std::fs;
use std::path::Path;
use std::process::Command;

use yomi_harness::work::{Options, run_file};

use crate::GAUNTLET;
use crate::bad_input::refused;
use crate::lab::{self, Lab, SMALL};

/// Commands are printed as a shell takes them.
#[test]
fn folders_with_blanks_are_quoted_in_commands() {
    let lab = Lab::new(SMALL);
    let program = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        let output = command.args(options).current_dir(lab.folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", lab::said(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let plan = ["plan", "experiment.toml", "--shards", "1", "--games", "2", "--out", "my plan"];
    assert!(program(&plan).contains("yomi-lab merge 'my plan'\n"));
    let told = program(&["slurm", "my plan"]);
    assert!(told.starts_with("bash '") && told.contains("my plan/submit.sh' ["), "{told}");
    program(&["run", "--shard", "0", "my plan"]);
    let told = program(&["status", "my plan"]);
    assert!(told.contains("all there: yomi-lab merge 'my plan'\n"), "{told}");
}

#[test]
fn the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let lab = |options: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_yomi-lab")).args(options).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let missing = folder.path().join("none.toml");
    let (code, message) = lab(&["run", missing.to_str().unwrap()]);
    assert_eq!((code, message.lines().count()), (Some(2), 1));
    assert!(message.contains("none.toml") && message.contains("No such file"), "{message}");
    assert_eq!(lab(&["run"]).0, Some(2));
    let (code, message) = lab(&["run", "tutorial-tables", "--seed", "18446744073709551615"]);
    assert!(code == Some(2) && message.contains("'--seed <SEED>'"), "{message}");
    assert!(message.contains("expected a whole number from 0 to 9223372036854775807"), "{message}");
    for game in ["abc", "-1"] {
        let (code, message) = lab(&["replay", "out", game]);
        assert_eq!(code, Some(2));
        assert!(message.contains("expected a whole number, 0 or more"), "{message}");
    }
    assert_eq!(
        refused(GAUNTLET, &["--variant", "none"]),
        "--variant: no variant `none`, there are none"
    );
    let variants = format!("{GAUNTLET}[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\n");
    assert_eq!(
        refused(&variants, &["--variant", "none"]),
        "--variant: no variant `none`, there are `a`, `b`"
    );

    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let experiment = folder.path().join("good.toml");
    fs::write(&experiment, GAUNTLET).unwrap();
    let (code, message) =
        lab(&["run", experiment.to_str().unwrap(), "--out", blocked.join("x").to_str().unwrap()]);
    assert_eq!((code, message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.contains("file"), "{message}");
}

/// Runs the program in an empty folder; what it says on stderr, and its exit code.
fn said(arguments: &[&str]) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    let output = lab.args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing was written");
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn suites_and_experiments_name_the_command_that_reads_them() {
    let suite = said(&["run", "endgame-suite"]);
    let expected = "yomi-lab: endgame-suite: this is a problem suite; use yomi-lab suite\n";
    assert_eq!(suite, (expected.to_owned(), Some(2)));
    for command in ["tune", "selftest"] {
        assert_eq!(said(&[command, "endgame-suite"]), suite, "{command}");
    }
    let experiment = said(&["suite", "tutorial-tables", "positions.obf"]);
    let expected = "yomi-lab: tutorial-tables: this is an experiment; use yomi-lab run\n";
    assert_eq!(experiment, (expected.to_owned(), Some(2)));
    let (unknown, code) = said(&["run", "tutorial"]);
    assert!(unknown.contains("none of the experiments inside: depth-by-evaluator, "), "{unknown}");
    assert_eq!((unknown.lines().count(), code), (1, Some(2)));
}

/// Found by trying: it was read until the memory was full.
#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let error = run_file(Path::new("/dev/zero"), &Options::default()).unwrap_err();
    assert!(error.to_string().contains("larger than 64 MiB"), "{error}");
}
