//! Commands of `yomi-train` one after the other, and what they refuse.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use yomi_trainer::merged;
use yomi_trainer::sample::Sample;

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

/// Runs a command that must succeed.
#[track_caller]
fn done(folder: &Path, line: &str) {
    let (code, said) = train(folder, line);
    assert_eq!(code, Some(0), "{line}: {said}");
}

#[test]
fn what_is_kept_apart_comes_back_by_no_command() {
    let root = tempfile::tempdir().unwrap();
    let games = "--games 20 --least-random 4 --most-random 12 --depth 1 --solved-at 8 --handmade";
    done(root.path(), &format!("generate --folder games --shards 26 {games}"));
    done(root.path(), &format!("generate --folder truth --seed 2 --shards 2 {games}"));
    done(root.path(), "merge games --truth truth --into merged");
    done(root.path(), "replies --from merged --into with-replies");
    // The replies would get replies of their own.
    let said = refused(root.path(), "replies --from merged --into merged");
    assert!(said.starts_with("yomi-train: --into merged: this is being read"), "{said}");
    let same = merged::open(&root.path().join("with-replies")).unwrap();
    assert!(same.training.len() > 10_000 && same.held_out.len() > 500 && same.apart.len() > 1000);
    let board = |sample: &Sample| (sample.mover, sample.opponent);
    // The games begin alike, so a position in two parts is likely.
    let all = [same.training, same.held_out, same.apart].concat();
    assert_eq!(all.iter().map(board).collect::<HashSet<_>>().len(), all.len());
}

/// What is written beside the shards would be one more source of the next merge.
#[test]
fn nothing_is_merged_into_its_sources() {
    let root = tempfile::tempdir().unwrap();
    let games = "--games 1 --depth 1 --solved-at 4 --handmade";
    for (folder, seed) in [("games", 1), ("truth", 2)] {
        let seed = format!("generate --folder {folder} --seed {seed} --shards 1 {games}");
        done(root.path(), &seed);
    }
    for (line, named) in [
        ("merge games --into games", "games"),
        ("merge games --into truth/../games", "truth/../games"),
        ("merge games --truth truth --into truth", "truth"),
        ("merge truth --exact-from games --into games/", "games/"),
    ] {
        let said = refused(root.path(), line);
        assert!(said.starts_with(&format!("yomi-train: --into {named}: ")), "{line}: {said}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
    }
    done(root.path(), "merge games --truth truth --into games/merged");
    let before = merged::open(&root.path().join("games/merged")).unwrap();
    fs::create_dir(root.path().join("empty")).unwrap();
    for (line, expected) in [
        ("merge empty --into games/merged", "yomi-train: empty: expected shards such as"),
        ("merge games --truth empty --into games/merged", "yomi-train: empty: expected shards"),
        ("merge games --truth games --into games/merged", "yomi-train: no position is left"),
        ("measure empty", "yomi-train: empty: expected shards"),
        ("merge games --into games/00000.shard", "yomi-train: games/00000.shard: a file, expected"),
        ("generate --first 4294967295 --shards 2", "yomi-train: --first and --shards: expected"),
    ] {
        let said = refused(root.path(), line);
        assert!(said.starts_with(expected), "{line}: {said}");
    }
    assert_eq!(merged::open(&root.path().join("games/merged")).unwrap(), before);
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
        ("fit --from nothing --into new/", "yomi-train: new/: a folder, expected a file"),
        ("chart stages text text", "yomi-train: text: this is the table"),
        ("network --initial text", "yomi-train: text: not a file of weights\n"),
    ] {
        let said = refused(root.path(), line);
        assert!(said.starts_with(expected), "{line}: {said}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
    }
}

#[test]
fn nonsense_is_refused_at_once() {
    let root = tempfile::tempdir().unwrap();
    for (line, option) in [
        ("fit --penalty=0", "--penalty"),
        ("fit --penalty=nan", "--penalty"),
        ("fit --stiffness=0", "--stiffness"),
        ("fit --trust=7", "--trust"),
        ("fit --neighbour=nan", "--neighbour"),
        ("fit --reach=18446744073709551615", "--reach"),
        ("fit --threads=100000", "--threads"),
        ("errors x --depth=2", "--depth"),
        ("contest handmade learned --openings=1", "--openings"),
        ("contest handmade learned --most=20000000", "--most"),
        ("contest handmade learned --most=-1", "--most"),
        ("book --margin=-1", "--margin"),
        ("book --margin=1e30", "--margin"),
        ("book --reach=inf", "--reach"),
    ] {
        let said = refused(root.path(), line);
        assert!(said.starts_with("error: invalid value") && said.contains(option), "{said}");
    }
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "nothing was written");
}

#[test]
fn weights_are_as_before_where_nothing_can_be_measured() {
    let root = tempfile::tempdir().unwrap();
    let weights = own_weights(root.path());
    let games = "generate --folder late --shards 1 --games 1 --depth 1 --solved-at 4 --handmade";
    done(root.path(), &format!("{games} --least-random 58 --most-random 58"));
    for check in ["", " --check"] {
        let said = refused(root.path(), &format!("errors late --weights weights.eval{check}"));
        assert!(said.starts_with("yomi-train: no two searches to compare"), "{said}");
        assert_eq!(fs::read(root.path().join("weights.eval")).unwrap(), weights);
    }
}

/// Puts the engine's own weights into a folder, as `weights.eval`; the file.
fn own_weights(folder: &Path) -> Vec<u8> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/weights/othello.eval");
    fs::copy(&own, folder.join("weights.eval")).unwrap();
    fs::read(own).unwrap()
}

#[test]
fn a_check_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let weights = own_weights(root.path());
    // None of the samples is exact.
    let games = "generate --folder games --shards 1 --games 2 --depth 1 --solved-at 1 --handmade";
    done(root.path(), &format!("{games} --least-random 8 --most-random 8"));
    done(root.path(), "errors games --check --depth 3 --limit 20 --weights weights.eval");
    assert_eq!(fs::read(root.path().join("weights.eval")).unwrap(), weights);
}

/// Of a file in the folder where the program is, which is not there yet.
#[test]
#[cfg(target_os = "linux")]
fn drafts_of_a_killed_run_are_removed() {
    let root = tempfile::tempdir().unwrap();
    // No process has so high a number.
    let draft = root.path().join("curve.svg.4294967295.tmp");
    fs::write(&draft, "half a chart").unwrap();
    let table = "| positions | error | square |\n| - | - | - |\n| 10 | 5 | 40 |\n| 20 | 4 | 30 |\n";
    fs::write(root.path().join("table.md"), table).unwrap();
    done(root.path(), "chart learning-error table.md curve.svg");
    assert!(root.path().join("curve.svg").exists() && !draft.exists());
}
