use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::engines::{experiment, fake, lab, rows, said};

/// The lab at work in `folder`, once the engine has made the file `sign`.
fn lab_at_work(folder: &Path, sign: &str) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(["run", "a.toml", "--out", "out", "--threads", "1"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(folder.join(sign)).unwrap_or_default().is_empty() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

fn kill(signal: &str, process: &str) -> bool {
    let status = Command::new("kill").args([signal, process]).stderr(Stdio::null()).status();
    status.unwrap().success()
}

/// Games of an engine, the shell script `fake.sh`, that are played to the end in a new folder.
fn played(script: &str, engine: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), script).unwrap();
    fs::write(folder.path().join("a.toml"), experiment(engine, "random")).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    folder
}

/// All six games of the folder ended so.
fn all_ended(folder: &TempDir, reason: &str) {
    let rows = rows(folder.path());
    assert!(rows.len() == 6 && rows.iter().all(|row| &row[12] == reason), "{rows:?}");
}

/// Over GTP an answer ends with an empty line; lines inside it may begin like another one, and so
/// may a greeting. Who never sends that line is understood, too.
#[test]
fn answers_may_have_several_lines() {
    let options = "options) printf '= options\\n=====\\n= hash 64\\n? 3\\n=====\\n\\n';;\ngenmove)";
    let several = fake("printf '= resign\\n\\n'").replace("genmove)", options);
    let greeting = format!("printf '=== Engine 1.0 ===\\n\\n'\n{several}");
    let without = several.replace("\\n\\n", "\\n");
    for script in [several, greeting, without] {
        let engine = "engine(cmd=\"sh fake.sh\",protocol=gtp,setup=\"options\")";
        all_ended(&played(&script, engine), "resigned");
    }
}

/// NBoard calls a pass `PA`; one that is not due is illegal, no nonsense.
#[test]
fn a_pass_over_nboard_is_a_move() {
    let script = "while read -r command rest; do case \"$command\" in\n\
                  ping) echo \"pong $rest\";;\ngo) echo '=== PA/1.00/2.0';;\nesac; done\n";
    let folder = played(script, "engine(cmd=\"sh fake.sh\",protocol=nboard)");
    all_ended(&folder, "illegal move");
}

/// However much a program has to say, the log has why games were lost.
#[test]
fn loud_engines_do_not_fill_the_log() {
    // Once, for a program that crashes is started anew.
    let loud = "[ -e said ] || head -c 70000000 /dev/zero | tr '\\0' x | fold -w 2000 >&2\n\
                touch said\n";
    let script = format!("{loud}{}", fake("exit 3"));
    let folder = played(&script, "engine(cmd=\"sh fake.sh\",protocol=gtp,start_timeout=120)");
    let log = fs::read_to_string(folder.path().join("out/engines.log")).unwrap();
    assert!(log.len() < 70_000_000, "{}", log.len());
    assert_eq!(log.matches("what programs say from here on is left out").count(), 1);
    assert_eq!(log.matches("] lost a game: crash: ").count(), 6);
}

/// A program that hangs does not outlive a lab that was killed, and what it has started neither.
#[test]
fn engines_end_with_a_lab_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = fake("sleep 300 & echo \"$$ $!\" >thinking; wait");
    fs::write(folder.path().join("fake.sh"), hangs).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let mut child = lab_at_work(folder.path(), "thinking");
    let left = fs::read_to_string(folder.path().join("thinking")).unwrap();
    assert!(left.split_whitespace().all(|process| kill("-0", process)), "{left}");
    child.kill().unwrap();
    child.wait().unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    while left.split_whitespace().any(is_running) {
        assert!(Instant::now() < deadline, "still there: {left}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process is there and not only waits for somebody to ask how it ended: nobody may.
fn is_running(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    match state.rsplit_once(") ") {
        Some((_, state)) => !state.starts_with('Z'),
        None => kill("-0", process),
    }
}

/// While programs start no game is under way: the first Ctrl-C ends the run.
#[test]
fn engines_that_start_do_not_hold_up_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let slow = format!("echo yes >starting; sleep 20\n{}", fake("printf '= resign\\n\\n'"));
    fs::write(folder.path().join("fake.sh"), slow).unwrap();
    let engine = "engine(cmd=\"sh fake.sh\",protocol=gtp,start_timeout=60)";
    fs::write(folder.path().join("a.toml"), experiment(engine, "random")).unwrap();
    let mut child = lab_at_work(folder.path(), "starting");
    let clock = Instant::now();
    assert!(kill("-TERM", &child.id().to_string()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(clock.elapsed() < Duration::from_secs(5), "{:?}", clock.elapsed());
}

/// A limit of the file size is a full disk, not the end.
#[test]
fn a_limit_of_file_sizes_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let text = experiment("random", "random").replace("games = 3", "games = 1000");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let run = "ulimit -f 8; exec \"$0\" run a.toml --out out";
    let output = Command::new("sh")
        .args(["-c", run, env!("CARGO_BIN_EXE_yomi-lab")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("File too large"), "{}", said(&output));
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(rows(folder.path()).len(), 2000);
}

/// A system that gives no more threads gets the work done by fewer, and one that gives no memory is
/// told so.
#[cfg(target_os = "linux")]
#[test]
fn a_system_without_threads_or_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (command, memory) in [
        ("openings --count 1 --level 1 --threads 512 -o file.txt", 1_500_000),
        ("selftest --repetitions 40 --threads 512 --out self", 1_200_000),
        ("match random random --games 10 --threads 512 --out match", 1_200_000),
    ] {
        let line = format!("ulimit -v {memory}; exec \"$0\" {command}");
        let output = Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_yomi-lab")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = said(&output);
        assert!(matches!(output.status.code(), Some(0..=2)), "{command}: {told}");
        assert!(!told.contains("panicked"), "{command}: {told}");
    }
}

/// A pipe or a device in the place of a file is refused: reading it might never begin, or never
/// end.
#[cfg(target_os = "linux")]
#[test]
fn special_files_are_no_runs_and_no_plans() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.toml"), experiment("random", "random")).unwrap();
    lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    lab(folder.path(), &["plan", "a.toml", "--shards", "2", "--out", "plan"]);
    lab(folder.path(), &["run", "--shard", "0", "plan"]);
    let pipe = path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (file, commands) in [
        ("out/journal.log", &[&["report", "out"][..], &["run", "a.toml", "--out", "out"]][..]),
        ("plan/shard-0/done.json", &[&["status", "plan"], &["merge", "plan", "--out", "all"]]),
        ("plan/plan.json", &[&["status", "plan"], &["run", "--shard", "1", "plan"]]),
    ] {
        for special in [&pipe, Path::new("/dev/zero")] {
            fs::remove_file(path(file)).unwrap();
            std::os::unix::fs::symlink(special, path(file)).unwrap();
            for command in commands {
                let output = lab(folder.path(), command);
                let told = String::from_utf8_lossy(&output.stdout).into_owned() + &said(&output);
                assert!(matches!(output.status.code(), Some(0..=2)), "{command:?}: {told}");
                assert!(told.contains("expected a regular file"), "{command:?}: {told}");
            }
        }
    }
}
