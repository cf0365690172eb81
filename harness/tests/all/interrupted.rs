use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::GAUNTLET;

fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(["run", "experiment.toml", "--out", "out", "--games", "20000"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished_and_a_rerun_goes_on() {
    interrupt(GAUNTLET);
}

/// Results in half-points are read back as they were written.
#[cfg(unix)]
#[test]
fn go_goes_on_as_well() {
    let go = GAUNTLET.replace("\"othello\"", "\"go\"\nsize = 3\nkomi = 2.5").replace("eval=discs,", "");
    interrupt(&go.replace("winner = [\"tutorial\", \"discs\"]\n", ""));
}

/// Interrupts a run, continues it, and compares it with one that was left alone.
#[cfg(unix)]
fn interrupt(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("experiment.toml"), text).unwrap();
    let out = folder.path().join("out");

    let mut lab = start(folder.path());
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::metadata(out.join("games.csv.tmp")).map_or(0, |file| file.len()) < 50_000 {
        assert!(Instant::now() < deadline, "the first games were never written");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-INT", &lab.id().to_string()]).status().unwrap().success());
    assert_eq!(lab.wait().unwrap().code(), Some(130));

    let kept = fs::read_to_string(out.join("games.csv")).unwrap();
    let manifest = fs::read_to_string(out.join("run.toml")).unwrap();
    let games = kept.lines().count() - 1;
    assert!(games > 0 && games < 60_000, "{games} games");
    assert!(kept.ends_with('\n') && manifest.contains("complete = false"));
    assert!(fs::read_to_string(out.join("README.md")).unwrap().contains("**Unfinished:**"));

    assert_eq!(start(folder.path()).wait().unwrap().code(), Some(0));
    let resumed = fs::read_to_string(out.join("games.csv")).unwrap();
    assert!(resumed.starts_with(&kept) && resumed.lines().count() == 60_001);
    let summary = fs::read_to_string(out.join("summary.csv")).unwrap();

    fs::remove_dir_all(&out).unwrap();
    assert_eq!(start(folder.path()).wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(out.join("games.csv")).unwrap(), resumed);
    assert_eq!(fs::read_to_string(out.join("summary.csv")).unwrap(), summary);
}
