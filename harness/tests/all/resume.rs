use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::lab::{Lab, SMALL, end, said};
use crate::{GAUNTLET, digest};

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
        assert_eq!(lab.interrupted(&["--games", "2000"], "-INT"), Some(130));
        let first = lab.out("README.md").lines().next().unwrap().to_owned();
        assert!(
            first.starts_with("# experiment (unfinished: ") && first.ends_with(" of 6000 games)"),
            "{first}"
        );
        assert!(lab.out("run.toml").contains("complete = false"));
        let kept = lab.out("journal.log");
        let rows = lab.out("games.csv");
        assert!(rows.lines().count() > 1 && rows.lines().count() < 6001);
        lab.finish(&["--games", "2000"]);
        assert!(lab.out("journal.log").starts_with(&kept), "the journal only grows");
        assert!(lab.out("games.csv") == Lab::undisturbed(&text, &["--games", "2000"]));
    }
}

/// Fifty times, at random moments, with SIGKILL and SIGTERM in turn: `scripts/kill-test` does it
/// more often. Every other time it has played games of its own before.
#[test]
fn a_killed_run_loses_nothing_that_was_reported() {
    let text = SMALL.replace("playouts=200", "playouts=1000");
    let options = ["--games", "2000", "--threads", "2"];
    let lab = Lab::new(&text);
    let (mut kept, mut kills) = (String::new(), 0);
    for round in 0..50 {
        let child = lab.start(&options);
        let plays = round % 4 < 2;
        if plays {
            lab.wait_for(kept.lines().count().max(1) + 2);
        }
        std::thread::sleep(some_milliseconds(if plays { 4 } else { 50 }));
        let ended = end(child, if round % 2 == 0 { "-KILL" } else { "-TERM" });
        kills += usize::from(ended != Some(0));
        let journal = lab.out("journal.log");
        assert!(journal.starts_with(&kept), "round {round}: whole lines are never lost");
        kept = journal[..journal.rfind('\n').unwrap() + 1].to_owned();
    }
    assert!(kills >= 45, "{kills} of 50 were killed in the middle");
    assert!(kept.lines().count() > 25, "games were played between the kills");
    lab.finish(&options);
    assert!(lab.out("games.csv") == Lab::undisturbed(&text, &options));
}

/// A pair that is finished is in the journal while the next one, a slow one, goes on.
#[test]
fn a_slow_game_holds_back_no_other() {
    let slow = "[[players]]\nname = \"slow\"\ntext = \"uct(time=3000)\"\n";
    let text = SMALL.replace("tictactoe", "othello").replace("uct(playouts=200)", "tactics") + slow;
    let lab = Lab::new(&text);
    let child = lab.start(&["--threads", "1", "--games", "1"]);
    // The run, its session and the pair of the others: one of the slow player's takes minutes.
    lab.wait_for(4);
    end(child, "-KILL");
    assert!(lab.out("journal.log").lines().nth(2).unwrap().contains("\"pair\""));
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
    // Games whose session cannot be read are still games.
    let session = lines.iter().position(|line| line.contains(" {\"session\"")).unwrap();
    let mut damaged: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    damaged[session] = damaged[session].replace("session\":{", "session\":{\"x\":1,");
    let damaged = damaged.join("\n") + "\n";
    fs::write(lab.path("out/journal.log"), &damaged).unwrap();
    assert!(lab.refused(&["--games", "20", "--seed", "9"]).contains("seed: 7 in the journal"));
    assert!(lab.out("journal.log") == damaged, "a refusal touches nothing");
}

fn flip(line: &str, place: usize, bit: u32) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    bytes[place] ^= 1 << bit;
    bytes
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
        assert_eq!((report.status.code(), said(&report).contains("damaged")), (Some(0), false));
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
    for command in
        ["players", "--help", "--version", "help run", "completions zsh", "list", "elo 1 2 3"]
    {
        assert_eq!(shell(&format!("\"$0\" {command} >/dev/full 2>&1")), Some(2), "{command}");
        let told = format!("\"$0\" {command} 2>&1 >/dev/full");
        let told = Command::new("bash").args(["-c", &told, program]).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        assert!(told.starts_with("yomi-lab: ") && told.lines().count() == 1, "{command}: {told}");
        let closed = format!("\"$0\" {command} | true; exit ${{PIPESTATUS[0]}}");
        assert_eq!(shell(&closed), Some(0), "{command}");
    }
    assert_eq!(shell("\"$0\" man /dev/full 2>/dev/null"), Some(2));
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
        told.contains("no new pairs are begun")
            && [" is finished", " are finished"]
                .iter()
                .any(|end| told.contains(&format!(" under way{end}"))),
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
