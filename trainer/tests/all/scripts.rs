//! The scripts that train say how they are called before they build anything, and take the games
//! that are there.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A script of the repository.
fn script(name: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    Command::new(root.join("scripts").join(name))
}

#[test]
fn scripts_say_how_they_are_called() {
    for line in [
        "train --threads",
        "train --folder",
        "train --help",
        "book --threads",
        "book --help",
        "learning-curve",
        "learning-curve --help",
        "learning-curve folder --into",
        "learning-curve folder other",
    ] {
        let mut words = line.split(' ');
        let mut script = script(words.next().unwrap());
        let output = script.args(words).output().expect("the script starts");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        let usage = said.lines().last().unwrap_or_default();
        assert!(usage.contains("scripts/") && usage.contains("[--threads N]"), "{line}: {said}");
        assert!(!said.contains("unbound"), "{line}: {said}");
    }
}

/// The script with programs in the place of Cargo and the trainer, which only says what it is told.
#[test]
#[cfg(unix)]
fn the_last_round_with_games_is_learned_from() {
    use std::os::unix::fs::PermissionsExt;

    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("release")).unwrap();
    let programs = [("cargo", "exit 0"), ("release/yomi-train", "echo \"$@\"; exit 1")];
    for (name, does) in programs {
        fs::write(at(name), format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let run = |rounds: &[&str]| {
        let path = format!("{}:{}", root.path().display(), std::env::var("PATH").unwrap());
        let mut script = script("learning-curve");
        script.arg(root.path()).arg("--into").arg(at("curve-table")).args(rounds);
        let output = script.env("PATH", path).env("CARGO_TARGET_DIR", root.path()).output();
        let output = output.expect("the script starts");
        let [out, err] =
            [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
        (output.status.code(), out, err)
    };
    let (code, _, problem) = run(&[]);
    assert!(code == Some(2) && problem.contains("expected a round with games"), "{problem}");
    for games in ["round-8/games-a", "round-8/games-b", "round-10/games-c", "round-11/merged"] {
        fs::create_dir_all(at(games)).unwrap();
    }
    let (_, told, problem) = run(&[]);
    assert!(told.contains("/round-10/games-c --truth"), "{told}{problem}");
    assert!(told.contains("/curve/rounds-10/16/merged"), "{told}");
    let (_, told, _) = run(&["--rounds", "8 10"]);
    assert!(told.contains("games-a") && told.contains("games-b") && told.contains("games-c"));
    assert!(told.contains("/curve/rounds-8-10/16/merged"), "{told}");
    let (code, _, problem) = run(&["--rounds", "8 11"]);
    assert!(code == Some(2) && problem.contains("round-11: expected games"), "{problem}");
}

#[test]
fn a_time_trial_has_two_games_for_each_time() {
    for games in ["9", "0", "ten", "-20"] {
        let output = script("time-trial").arg(games).output().expect("the script starts");
        let problem = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{problem}");
        assert!(problem.contains("expected at least 10 games"), "{problem}");
    }
}
