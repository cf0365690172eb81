use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::{GAUNTLET, ROUND_ROBIN, digest};

/// A folder with an experiment, and the program run in it.
struct Lab {
    folder: tempfile::TempDir,
}

/// Two hundred pairs of tic-tac-toe that take a second or so.
const SMALL: &str = r#"
question = "Who wins?"
game = "tictactoe"
games = 200
seed = 7
charts = ["crosstable"]
[schedule]
round_robin = true
[openings]
start = true
[[players]]
name = "random"
text = "random"
[[players]]
name = "uct"
text = "uct(playouts=200)"
"#;

impl Lab {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("experiment.toml"), text).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn out(&self, name: &str) -> String {
        fs::read_to_string(self.path("out").join(name)).unwrap()
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        command
            .args(["run", "experiment.toml", "--out", "out"])
            .args(options)
            .current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, options: &[&str]) -> Child {
        self.command(options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().unwrap()
    }

    /// Runs to the end, which must be reached.
    fn finish(&self, options: &[&str]) {
        let output = self.run(options);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }

    /// Runs and is refused with exit code 2 and one line, which is returned.
    fn refused(&self, options: &[&str]) -> String {
        let output = self.run(options);
        let message = said(&output);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        message.trim_end().to_owned()
    }

    /// Waits until the journal has this number of lines.
    fn wait_for(&self, lines: usize) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::read(self.path("out/journal.log"))
            .map_or(0, |bytes| bytes.split(|&b| b == b'\n').count())
            < lines
        {
            assert!(Instant::now() < deadline, "the first games were never written");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Runs until some games are played, then ends it with a signal.
    fn interrupted(&self, options: &[&str], signal: &str) -> Option<i32> {
        let before = fs::read(self.path("out/journal.log")).unwrap_or_default();
        let lab = self.start(options);
        self.wait_for(10 + before.split(|&byte| byte == b'\n').count());
        end(lab, signal)
    }

    /// The bytes of `games.csv` that a run left alone makes.
    fn undisturbed(text: &str, options: &[&str]) -> String {
        let lab = Self::new(text);
        lab.finish(options);
        lab.out("games.csv")
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn end(mut lab: Child, signal: &str) -> Option<i32> {
    assert!(Command::new("kill").args([signal, &lab.id().to_string()]).status().unwrap().success());
    lab.wait().unwrap().code()
}

/// A number that differs from run to run: what is random here must not matter.
fn some_milliseconds(most: u64) -> Duration {
    let nanoseconds =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().subsec_nanos();
    Duration::from_micros(u64::from(nanoseconds) / 1000 % (most * 1000))
}

#[test]
fn ctrl_c_keeps_what_is_finished_and_a_rerun_goes_on() {
    for text in [
        GAUNTLET.to_owned(),
        // Results in half-points.
        GAUNTLET
            .replace("\"othello\"", "\"go\"\nsize = 3\nkomi = 2.5")
            .replace("eval=discs,", "")
            .replace("winner = [\"tutorial\", \"discs\"]\n", ""),
    ] {
        let lab = Lab::new(&text);
        assert_eq!(lab.interrupted(&["--games", "6000"], "-INT"), Some(130));
        let first = lab.out("README.md").lines().next().unwrap().to_owned();
        assert!(
            first.starts_with("# experiment (unfinished: ") && first.ends_with(" of 18000 games)"),
            "{first}"
        );
        assert!(lab.out("run.toml").contains("complete = false"));
        let kept = lab.out("journal.log");
        let rows = lab.out("games.csv");
        assert!(rows.lines().count() > 1 && rows.lines().count() < 18_001);
        lab.finish(&["--games", "6000"]);
        assert!(lab.out("journal.log").starts_with(&kept), "the journal only grows");
        assert!(lab.out("games.csv") == Lab::undisturbed(&text, &["--games", "6000"]));
    }
}

/// Fifty times, at random moments, with SIGKILL and SIGTERM in turn: `scripts/kill-test` does it
/// more often.
#[test]
fn a_killed_run_loses_nothing_that_was_reported() {
    let text = SMALL.replace("uct(playouts=200)", "tactics(level=2)");
    let options = ["--games", "60000", "--threads", "2"];
    let lab = Lab::new(&text);
    let (mut kept, mut kills) = (String::new(), 0);
    for round in 0..50 {
        let child = lab.start(&options);
        if round == 0 {
            lab.wait_for(3);
        }
        std::thread::sleep(some_milliseconds(40));
        let ended = end(child, if round % 2 == 0 { "-KILL" } else { "-TERM" });
        kills += usize::from(ended != Some(0));
        let journal = lab.out("journal.log");
        assert!(journal.starts_with(&kept), "round {round}: whole lines are never lost");
        kept = journal[..journal.rfind('\n').unwrap() + 1].to_owned();
    }
    assert!(kills >= 45, "{kills} of 50 were killed in the middle");
    lab.finish(&options);
    assert!(lab.out("games.csv") == Lab::undisturbed(&text, &options));
}

/// Found by trying (1): another seed in the same folder.
#[test]
fn another_experiment_is_refused_and_fresh_keeps_the_old_one() {
    let lab = Lab::new(SMALL);
    lab.interrupted(&["--games", "5000"], "-INT");
    let before = lab.out("journal.log");
    assert_eq!(
        lab.refused(&["--games", "5000", "--seed", "8"]),
        "yomi-lab: out: seed: 7 in the journal, 8 now; --fresh starts anew and keeps this folder under another name"
    );
    assert!(lab.refused(&["--games", "50"]).contains("games: 5000 in the journal, 50 now"));
    for (from, to, told) in [
        (
            "playouts=200",
            "playouts=100",
            "player `uct`: uct(playouts=200) in the journal, uct(playouts=100) now",
        ),
        ("\"uct\"", "\"tree\"", "player `uct` is gone"),
        ("\"tictactoe\"", "\"othello\"\nsize = 4", "game: tictactoe in the journal, othello 4 now"),
        ("start = true", "random_plies = 2", "random_plies"),
    ] {
        fs::write(lab.path("experiment.toml"), SMALL.replace(from, to)).unwrap();
        let message = lab.refused(&["--games", "5000"]);
        assert!(message.contains(told), "{message}");
    }
    assert_eq!(lab.out("journal.log"), before, "a refusal touches nothing");
    fs::write(lab.path("experiment.toml"), SMALL).unwrap();
    lab.finish(&["--seed", "8", "--fresh"]);
    assert_eq!(fs::read_to_string(lab.path("out.1/journal.log")).unwrap(), before);
    assert!(lab.out("games.csv") == Lab::undisturbed(SMALL, &["--seed", "8"]));
}

/// Players, openings and games may be added: what is played already is kept, the rest is played.
#[test]
fn players_and_games_may_be_added() {
    let lab = Lab::new(ROUND_ROBIN);
    lab.finish(&[]);
    let played = lab.out("journal.log");
    let more = ROUND_ROBIN
        .replace("[\"discs\", \"mobility\"]", "[\"mobility\", \"square_weights\", \"discs\"]");
    fs::write(lab.path("experiment.toml"), &more).unwrap();
    lab.finish(&["--games", "30"]);
    assert!(lab.out("journal.log").starts_with(&played));
    let pairs = |journal: &str| journal.matches("{\"pair\"").count();
    assert_eq!((pairs(&played), pairs(&lab.out("journal.log"))), (6 * 20, 15 * 30));
    assert!(lab.out("games.csv") == Lab::undisturbed(&more, &["--games", "30"]));
}

/// Found by trying (2): flipped bits, forged rows, `1e300` and `nan`, lines of another journal.
#[test]
fn damaged_lines_are_named_and_never_counted() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20"]);
    let (games, journal) = (lab.out("games.csv"), lab.out("journal.log"));
    let lines: Vec<&str> = journal.lines().collect();
    let other = Lab::new(SMALL);
    other.finish(&["--games", "20", "--seed", "9"]);
    let foreign = other.out("journal.log").lines().nth(5).unwrap().to_owned();
    let digit = lines[5].find("\"plies\":").unwrap() + 8;
    let damages: Vec<Vec<u8>> = [
        (0..8).map(|bit| flip(lines[5], digit, bit)).collect::<Vec<_>>(),
        vec![
            lines[5].replacen("\"difference\":", "\"difference\":1e300,\"x\":", 1).into_bytes(),
            lines[5].replacen("\"points\":[", "\"points\":[nan,", 1).into_bytes(),
            b"0123456789abcdef {}".to_vec(),
            Vec::new(),
            vec![0; 5000],
            foreign.into_bytes(),
        ],
    ]
    .concat();
    for (place, damage) in damages.iter().enumerate() {
        let mut bytes: Vec<u8> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            bytes.extend_from_slice(if number == 5 { damage } else { line.as_bytes() });
            bytes.push(b'\n');
        }
        fs::write(lab.path("out/journal.log"), &bytes).unwrap();
        let report = lab.report();
        // A flip can make a line end: then there are two halves.
        let named = said(&report).matches("out/journal.log:6: damaged, does not count").count();
        assert_eq!(named, 1, "damage {place}: {}", said(&report));
        assert_eq!(lab.out("games.csv").lines().count(), 1 + 38, "damage {place}");
        lab.finish(&["--games", "20"]);
        assert!(lab.out("games.csv") == games, "damage {place}: the pair is played again");
    }
}

fn flip(line: &str, place: usize, bit: u32) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    bytes[place] ^= 1 << bit;
    bytes
}

impl Lab {
    fn report(&self) -> Output {
        Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
            .args(["report", "out"])
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }
}

#[test]
fn a_torn_last_line_is_dropped() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20"]);
    let (games, journal) = (lab.out("games.csv"), fs::read(lab.path("out/journal.log")).unwrap());
    let last_pair = {
        let text = String::from_utf8_lossy(&journal);
        text[..text.rfind("{\"pair\"").unwrap()].rfind('\n').unwrap() + 1
    };
    for length in [last_pair + 1, last_pair + 40] {
        fs::write(lab.path("out/journal.log"), &journal[..length]).unwrap();
        let report = lab.report();
        assert_eq!((report.status.code(), said(&report).contains("damaged")), (Some(130), false));
        assert_eq!(lab.out("games.csv").lines().count(), 1 + 38);
        lab.finish(&["--games", "20"]);
        assert!(lab.out("games.csv") == games);
    }
    // Nothing is known where the first line is damaged.
    fs::write(lab.path("out/journal.log"), &journal[1..]).unwrap();
    assert!(lab.refused(&[]).contains("out/journal.log: line 1 is damaged"));
    fs::write(lab.path("out/journal.log"), b"").unwrap();
    assert!(lab.refused(&[]).contains("out/journal.log: line 1 is damaged"));
}

/// Found by trying (3): a run begun by another program.
#[test]
fn another_program_does_not_finish_a_run() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20"]);
    let journal = lab.out("journal.log");
    let first: serde_json::Value =
        serde_json::from_str(&journal.lines().next().unwrap()[17..]).unwrap();
    let program = &first["run"]["program"];
    assert_eq!(program["fingerprint"].as_str().unwrap().len(), 16);
    assert!(program["signature"].as_u64().unwrap() > 1_000_000, "{program}");
    assert!(program["weights"].as_str().unwrap().starts_with("weights "));
    assert_eq!(first["run"]["text"].as_str().unwrap(), SMALL);
    // The same journal as another program would have begun it.
    let line = journal.lines().next().unwrap()[17..]
        .replace(program["fingerprint"].as_str().unwrap(), "0123456789abcdef");
    fs::write(lab.path("out/journal.log"), sealed("", &line)).unwrap();
    assert!(lab.refused(&["--games", "20"]).contains("program: begun by "));
    // The commit is that of the sources, not of the folder the program is run in.
    assert!(!program["commit"].as_str().unwrap().is_empty());
}

/// A record as a line of a journal whose first line begins with `salt`.
fn sealed(salt: &str, body: &str) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::new_with_prefix(salt).chain_update(body).finalize();
    let digits: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits} {body}\n")
}

/// Found by trying (4): two runs in one folder.
#[test]
fn one_run_a_folder() {
    let lab = Lab::new(SMALL);
    let first = lab.start(&["--games", "3000"]);
    lab.wait_for(5);
    let message = lab.refused(&["--games", "3000"]);
    assert!(message.contains("out: another run is at work in this folder"), "{message}");
    assert!(lab.refused(&["--fresh"]).contains("another run is at work"));
    // Reports may be made meanwhile.
    assert_eq!(lab.report().status.code(), Some(130));
    end(first, "-KILL");
    lab.finish(&["--games", "3000", "--threads", "2", "--fresh"]); // The lock went with its holder.
}

/// Found by trying (5): a table that there is no memory for.
#[cfg(target_os = "linux")]
#[test]
fn a_smaller_table_is_not_taken_quietly() {
    let text = r#"
question = "?"
game = "othello"
games = 1
seed = 1
[schedule]
round_robin = true
[[players]]
name = "expert"
text = "expert(level=1,table=1000)"
[[players]]
name = "random"
text = "random"
"#;
    let lab = Lab::new(text);
    let program = env!("CARGO_BIN_EXE_yomi-lab");
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 800000; exec \"$0\" run experiment.toml --out out --threads 1",
            program,
        ])
        .current_dir(lab.folder.path())
        .output()
        .unwrap();
    let message = said(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("expert(level=1,table=1000): no memory for a table of 1000 MiB"),
        "{message}"
    );
}

/// Found by trying (6): a run of what is complete changes nothing, whatever happens to it.
#[test]
fn a_complete_run_stays_complete() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "50"]);
    let (journal, games) = (lab.out("journal.log"), lab.out("games.csv"));
    let child = lab.start(&["--games", "50"]);
    std::thread::sleep(Duration::from_millis(15));
    end(child, "-INT");
    lab.finish(&["--games", "50"]);
    assert_eq!((lab.out("journal.log"), lab.out("games.csv")), (journal, games));
    assert!(lab.out("run.toml").contains("complete = true"));
}

/// Found by trying (7): a full disk is an error, wherever it strikes, and costs nothing that was
/// there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let program = env!("CARGO_BIN_EXE_yomi-lab");
    let limited = |lab: &Lab, blocks: u32, arguments: &str| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
        Command::new("bash")
            .args(["-c", &script, program])
            .current_dir(lab.folder.path())
            .output()
            .unwrap()
    };
    let lab = Lab::new(SMALL);
    let output = limited(&lab, 16, "run experiment.toml --out out --games 2000");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("out/journal.log: File too large"), "{}", said(&output));
    let kept = lab.out("journal.log");
    assert!(kept.ends_with('\n') && kept.lines().count() > 5);
    lab.finish(&["--games", "2000"]);
    assert!(lab.out("journal.log").starts_with(&kept));
    assert!(lab.out("games.csv") == Lab::undisturbed(SMALL, &["--games", "2000"]));
    // The charts and tables that were there stay as they are.
    let before: Vec<Vec<u8>> = ["crosstable.svg", "summary.csv", "README.md"]
        .map(|name| fs::read(lab.path("out").join(name)).unwrap())
        .into();
    let output = limited(&lab, 4, "report out");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let after: Vec<Vec<u8>> = ["crosstable.svg", "summary.csv", "README.md"]
        .map(|name| fs::read(lab.path("out").join(name)).unwrap())
        .into();
    assert_eq!(before, after);
    let leftovers = fs::read_dir(lab.path("out")).unwrap().flatten();
    assert!(
        leftovers.into_iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp"))
    );
}

/// A reader that has gone, a full disk behind stdout.
#[cfg(target_os = "linux")]
#[test]
fn closed_and_full_outputs() {
    let lab = Lab::new(SMALL);
    let program = env!("CARGO_BIN_EXE_yomi-lab");
    let shell = |script: &str| {
        Command::new("bash")
            .args(["-c", script, program])
            .current_dir(lab.folder.path())
            .status()
            .unwrap()
            .code()
    };
    let run = "\"$0\" run experiment.toml --out out --games 20";
    assert_eq!(shell(&format!("{run} | true; exit ${{PIPESTATUS[0]}}")), Some(0));
    assert_eq!(shell(&format!("{run} >/dev/full 2>/dev/null")), Some(2));
    assert_eq!(shell(&format!("{run} >&- 2>&-")), Some(0));
    assert_eq!(shell("\"$0\" players >/dev/full 2>&1"), Some(2));
    assert_eq!(lab.out("games.csv").lines().count(), 41);
}

/// Found by trying (9): the first Ctrl-C finishes what is under way, the second ends it at once.
#[test]
fn the_second_ctrl_c_stops_searches() {
    let lab = Lab::new(
        &SMALL.replace("\"tictactoe\"", "\"othello\"").replace("playouts=200", "playouts=500000"),
    );
    let mut child =
        lab.command(&[]).stderr(fs::File::create(lab.path("said")).unwrap()).spawn().unwrap();
    lab.wait_for(3);
    std::thread::sleep(Duration::from_millis(300));
    let interrupt =
        || Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    interrupt();
    std::thread::sleep(Duration::from_millis(300));
    let told = fs::read_to_string(lab.path("said")).unwrap();
    assert!(
        told.contains("no new pairs are begun") && told.contains(" under way are finished"),
        "{told}"
    );
    let clock = Instant::now();
    interrupt();
    let code = child.wait().unwrap().code();
    let time = clock.elapsed();
    assert_eq!(code, Some(130));
    // A fifth of a second, and as much for a machine with other things to do.
    assert!(time < Duration::from_millis(400), "{time:?}");
    assert_eq!(
        lab.out("journal.log").matches("{\"pair\"").count(),
        0,
        "what was stopped does not count"
    );
}

/// Found by trying (12): the environment does not say how many threads there are.
#[cfg(target_os = "linux")]
#[test]
fn threads_are_those_asked_for() {
    let lab = Lab::new(SMALL);
    let child = lab
        .command(&["--games", "100000", "--threads", "2"])
        .env("RAYON_NUM_THREADS", "300")
        .spawn()
        .unwrap();
    lab.wait_for(5);
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count();
    end(child, "-KILL");
    assert!(threads <= 5, "{threads} threads");
}

/// Search experiments go on as well, and may be given more positions and players.
#[test]
fn searches_go_on() {
    let text = r#"
question = "Do they agree?"
game = "othello"
seed = 3
[search]
positions = 200
plies = [0, 40]
depths = [4]
reference = "alphabeta"
[[players]]
name = "alphabeta"
text = "alphabeta(depth={depth})"
"#;
    let lab = Lab::new(text);
    assert_eq!(lab.interrupted(&["--games", "4000"], "-KILL"), None);
    let kept = lab.out("journal.log").matches("{\"position\"").count();
    assert!(kept > 5);
    assert!(
        lab.refused(&["--games", "4000", "--seed", "4"]).contains("seed: 3 in the journal, 4 now")
    );
    assert_eq!(lab.interrupted(&["--games", "4000"], "-INT"), Some(130));
    assert!(lab.out("README.md").starts_with("# experiment (unfinished: "));
    let more = format!("{text}[[players]]\nname = \"greedy\"\ntext = \"alphabeta(depth=1)\"\n");
    let lab = Lab::new(text);
    lab.finish(&["--games", "50"]);
    fs::write(lab.path("experiment.toml"), &more).unwrap();
    lab.finish(&["--games", "60"]);
    let other = Lab::new(&more);
    other.finish(&["--games", "60"]);
    assert_eq!(digest(&lab.path("out/searches.csv")), digest(&other.path("out/searches.csv")));
}

/// A folder of published results is never run in.
#[test]
fn a_folder_without_a_journal_is_not_touched() {
    let lab = Lab::new(SMALL);
    fs::create_dir(lab.path("out")).unwrap();
    fs::write(lab.path("out/README.md"), "mine").unwrap();
    assert!(lab.refused(&[]).contains("out: has `README.md` but no journal.log"));
    assert_eq!(lab.out("README.md"), "mine");
    lab.finish(&["--games", "5", "--fresh"]);
    assert_eq!(fs::read_to_string(lab.path("out.1/README.md")).unwrap(), "mine");
    let missing = Path::new("out/nothing");
    let output = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .arg("report")
        .arg(missing)
        .current_dir(lab.folder.path())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), said(&output).lines().count()), (Some(2), 1));
}

/// Published is what is finished, and nothing of what was there before.
#[test]
fn publishing_replaces_a_folder_as_a_whole() {
    let lab = Lab::new(SMALL);
    let publish = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        command.args(["publish", "out"]).current_dir(lab.folder.path()).output().unwrap()
    };
    lab.interrupted(&["--games", "5000"], "-KILL");
    let refused = publish();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("out: unfinished ("), "{}", said(&refused));
    lab.finish(&["--games", "20", "--fresh"]);
    assert_eq!(publish().status.code(), Some(0));
    let published = lab.path("results/out");
    let names = || {
        let mut names: Vec<String> = fs::read_dir(&published)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let expected =
        ["README.md", "crosstable.png", "crosstable.svg", "pairs.csv", "run.toml", "summary.csv"];
    assert_eq!(names(), expected);
    let digest = digest(&lab.path("out/journal.log"));
    assert!(
        fs::read_to_string(published.join("run.toml"))
            .unwrap()
            .starts_with(&format!("journal = \"{digest}\"\n"))
    );
    fs::write(published.join("old.svg"), "").unwrap();
    assert_eq!(publish().status.code(), Some(0));
    assert_eq!(names(), expected);
    fs::remove_file(published.join("run.toml")).unwrap();
    assert!(said(&publish()).contains("no results of a run"));
}

/// Nothing is said of games that are not there.
#[test]
fn an_unfinished_report_ranks_nobody() {
    let text = SMALL.replace("uct(playouts=200)", "uct(playouts=20000)")
        + "[[players]]\nname = \"last\"\ntext = \"tactics\"\n";
    let lab = Lab::new(&text);
    let child = lab.start(&["--threads", "1"]);
    // Run and session, then one pair: random against uct.
    lab.wait_for(4);
    end(child, "-KILL");
    let journal = lab.out("journal.log");
    let end_of = |line: usize| journal.match_indices('\n').nth(line - 1).unwrap().0 + 1;
    fs::write(lab.path("out/journal.log"), &journal[..end_of(3)]).unwrap();
    assert_eq!(lab.report().status.code(), Some(130));
    let page = lab.out("README.md");
    assert!(page.starts_with("# experiment (unfinished: 2 of 1200 games)\n"), "{page}");
    assert!(page.contains("- Nothing is ranked: not all players have met yet."), "{page}");
    assert!(page.contains("| last | both | all | 0 | 0 | 0 | 0 |  |  |  |"), "{page}");
    assert!(
        lab.out("summary.csv").contains("last,both,all,score,0,0,0,0,0,,,,,,,\n"),
        "{}",
        lab.out("summary.csv")
    );
}
