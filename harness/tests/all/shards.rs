use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::ROUND_ROBIN;
use crate::lab::{Lab, SMALL, end, said};

impl Lab {
    /// The program with these arguments.
    fn lab(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    /// What it says with these arguments, when all goes well.
    pub(crate) fn told(&self, arguments: &[&str]) -> String {
        let output = self.lab(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one line with which something is refused.
    fn refuses(&self, arguments: &[&str]) -> String {
        let output: Output = self.lab(arguments).output().unwrap();
        let message = said(&output);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        message
    }

    fn shard(&self, number: u32) -> String {
        self.told(&["run", "plan", "--shard", &number.to_string(), "--threads", "1"])
    }

    /// Plans `shards` and runs them all.
    fn all_shards(&self, shards: u32, options: &[&str]) {
        let number = shards.to_string();
        let plan = ["plan", "experiment.toml", "--shards", &number, "--out", "plan"];
        self.told(&[&plan, options].concat());
        (0..shards).for_each(|shard| drop(self.shard(shard)));
    }

    /// Everything that is the same whoever played it, by name.
    fn same_everywhere(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let files = fs::read_dir(self.path(folder)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
            .filter(|(name, _)| {
                !["journal.log", "run.toml", "report.html", "lock"].contains(&&**name)
            })
            .map(|(name, path)| (name, fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    }

    fn line_count(&self, name: &str) -> usize {
        fs::read_to_string(self.path(name)).unwrap().lines().count()
    }
}

/// A search experiment.
const SEARCHES: &str = r#"
question = "Do they agree?"
game = "othello"
seed = 3
[search]
positions = 30
plies = [0, 40]
depths = [1, 2]
reference = "alphabeta"
[[players]]
name = "alphabeta"
text = "alphabeta(depth={depth})"
"#;

/// Tables, pictures and games are those of a single run, byte for byte.
#[test]
fn shards_make_what_a_single_run_makes() {
    for (text, rows, counts) in
        [(ROUND_ROBIN, "games.csv", &[1, 3, 7][..]), (SEARCHES, "searches.csv", &[3])]
    {
        let single = Lab::new(text);
        single.finish(&[]);
        let expected = single.same_everywhere("out");
        assert!(expected.iter().any(|(name, _)| name == rows));
        for &shards in counts {
            let lab = Lab::new(text);
            lab.all_shards(shards, &[]);
            assert_eq!(lab.told(&["status", "plan", "--missing"]), "\n");
            lab.told(&["merge", "plan", "--out", "merged"]);
            assert!(lab.same_everywhere("merged") == expected, "{shards} shards, {rows}");
            let toml = |lab: &Lab, name: &str| {
                let text = fs::read_to_string(lab.path(name)).unwrap();
                let table = text.parse::<toml::Table>().unwrap();
                ["digest", "plan", "planned", "done", "complete", "fingerprint", "signature"]
                    .map(|key| table.get(key).cloned())
            };
            assert_eq!(toml(&lab, "merged/run.toml"), toml(&single, "out/run.toml"));
            let merged = fs::read_to_string(lab.path("merged/run.toml")).unwrap();
            let command = "command = \"yomi-lab run experiment.toml\"\n";
            assert!(merged.contains(command), "{merged}");
            // The same journal again, and one that `run` takes for complete.
            let journal = fs::read(lab.path("merged/journal.log")).unwrap();
            lab.told(&["merge", "plan", "--out", "merged"]);
            lab.told(&["run", "experiment.toml", "--out", "merged"]);
            assert!(fs::read(lab.path("merged/journal.log")).unwrap() == journal);
        }
    }
}

/// Killed at any moment, a shard goes on where it was.
#[test]
fn killed_shards_go_on() {
    let text = SMALL.replace("uct(playouts=200)", "tactics(level=2)");
    let lab = Lab::new(&text);
    let options = ["--games", "30000"];
    let plan = ["plan", "experiment.toml", "--shards", "3", "--out", "plan"];
    lab.told(&[&plan, &options[..]].concat());
    let mut kills = 0;
    for round in 0..12 {
        let number = (round % 3).to_string();
        let journal = lab.path(&format!("plan/shard-{number}/journal.log"));
        let length = || fs::metadata(&journal).map_or(0, |found| found.len());
        let before = length();
        let mut shard = lab.lab(&["run", "plan", "--shard", &number]);
        let mut child = shard.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while length() < before + 20_000 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let signal = if round % 2 == 0 { "-KILL" } else { "-TERM" };
        kills += usize::from(end(child, signal) != Some(0));
    }
    assert!(kills > 6, "{kills} of 12 were killed in the middle");
    (0..3).for_each(|number| drop(lab.shard(number)));
    lab.told(&["merge", "plan", "--out", "merged"]);
    let games = fs::read_to_string(lab.path("merged/games.csv")).unwrap();
    assert!(games == Lab::undisturbed(&text, &options));
}

#[test]
fn a_shard_that_is_done_is_left_as_it_is() {
    let lab = Lab::new(SMALL);
    lab.all_shards(2, &["--games", "20"]);
    let files = || ["journal.log", "done.json"].map(|name| lab.path("plan/shard-1").join(name));
    let before = files().map(|path| (fs::read(&path).unwrap(), fs::metadata(path).unwrap()));
    assert!(lab.shard(1).contains("10 of 10 pairs done, 0 of them now"));
    let after = files().map(|path| (fs::read(&path).unwrap(), fs::metadata(path).unwrap()));
    for (before, after) in before.iter().zip(&after) {
        assert!(before.0 == after.0);
        assert_eq!(before.1.modified().unwrap(), after.1.modified().unwrap());
    }
    // The same plan may be written again, another one not.
    let plan = |shards| ["plan", "experiment.toml", "--shards", shards, "--out", "plan"];
    lab.told(&[&plan("2")[..], &["--games", "20"]].concat());
    assert!(lab.refuses(&plan("2")).contains("plan/plan.json: another plan is here"));
    assert!(lab.refuses(&["run", "plan", "--shard", "2"]).contains("a shard from 0 to 1, found 2"));
}

/// Two jobs with the same shard.
#[test]
fn one_job_a_shard() {
    let lab = Lab::new(SMALL);
    lab.told(&["plan", "experiment.toml", "--shards", "2", "--out", "plan", "--games", "90000"]);
    let first = lab.lab(&["run", "plan", "--shard", "0"]).stdout(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read(lab.path("plan/shard-0/journal.log")).map_or(0, |bytes| bytes.len()) < 5000 {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(5));
    }
    let message = lab.refuses(&["run", "plan", "--shard", "0"]);
    assert!(message.contains("plan/shard-0: another run is at work"), "{message}");
    let status = lab.told(&["status", "plan"]);
    assert!(status.contains("0 of 2 shards done, 1 running"), "{status}");
    assert!(status.ends_with("to be run: 1\n"), "{status}");
    end(first, "-KILL");
    assert_eq!(lab.told(&["status", "plan", "--missing"]), "0-1\n");
    let json = lab.told(&["status", "plan", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["missing"], &json["complete"]), (&"0-1".into(), &false.into()));
    assert_eq!(json["shards"][0]["state"], "stopped");
    assert!(json["shards"][0]["games"].as_u64().unwrap() > 0);
}

/// What is missing or damaged is named, and nothing is merged.
#[test]
fn merge_takes_whole_shards_only() {
    let lab = Lab::new(SMALL);
    lab.all_shards(4, &["--games", "40"]);
    let merge = || lab.refuses(&["merge", "plan", "--out", "merged"]);
    let journal = lab.path("plan/shard-2/journal.log");
    let whole = fs::read(&journal).unwrap();
    // A flipped bit, a line less, a torn end.
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let line = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    for damaged in [&flipped[..], &whole[..=line], &whole[..whole.len() - 7]] {
        fs::write(&journal, damaged).unwrap();
        let message = merge();
        assert!(message.contains("plan/shard-2/journal.log: damaged: "), "{message}");
        assert_eq!(lab.told(&["status", "plan", "--missing"]), "2\n");
        assert!(lab.told(&["status", "plan"]).ends_with("to be run: 2\n"));
    }
    // The shard mends itself.
    fs::write(&journal, &flipped).unwrap();
    lab.shard(2);
    lab.told(&["merge", "plan", "--out", "mended"]);
    let games = fs::read_to_string(lab.path("mended/games.csv")).unwrap();
    assert!(games == Lab::undisturbed(SMALL, &["--games", "40"]));
    // Shards that are not there, or another one under their name.
    fs::remove_file(lab.path("plan/shard-2/done.json")).unwrap();
    fs::remove_dir_all(lab.path("plan/shard-3")).unwrap();
    assert!(merge().contains("plan: not done: shards 2-3 of 4"));
    let status = lab.told(&["status", "plan"]);
    assert!(status.contains("3  not begun"), "{status}");
    fs::remove_dir_all(lab.path("plan/shard-2")).unwrap();
    fs::rename(lab.path("plan/shard-1"), lab.path("plan/shard-2")).unwrap();
    assert!(merge().contains("shard-2/journal.log: this is shard 1 of 4, not shard 2 of 4"));
    assert!(!lab.path("merged").exists());
    // A run in the place of the merged one is kept.
    lab.finish(&["--games", "3"]);
    let other = Lab::new(SMALL);
    other.all_shards(1, &["--games", "40"]);
    let out = lab.path("out");
    let out = out.to_str().unwrap();
    assert!(other.refuses(&["merge", "plan", "--out", out]).contains("another run is here"));
    assert_eq!(lab.line_count("out/games.csv"), 7);
}

/// The plan knows what a shard is whose journal does not say it any more; the old folder is kept.
#[test]
fn a_shard_without_its_first_line_is_begun_anew() {
    let lab = Lab::new(SMALL);
    lab.all_shards(2, &["--games", "10"]);
    let refused = lab.refuses(&["run", "plan"]);
    assert!(refused.ends_with("plan: this is the folder of a plan; expected --shard K with it\n"));
    let journal = lab.path("plan/shard-1/journal.log");
    let mut damaged = fs::read(&journal).unwrap();
    damaged[20] ^= 1;
    fs::write(&journal, &damaged).unwrap();
    assert_eq!(lab.told(&["status", "plan", "--missing"]), "1\n");
    let again = lab.lab(&["run", "plan", "--shard", "1", "--threads", "1"]).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    let told = "plan/shard-1/journal.log: line 1 is damaged; the shard is begun anew\n";
    assert!(said(&again).contains(told), "{}", said(&again));
    assert_eq!(fs::read(lab.path("plan/shard-1.1/journal.log")).unwrap(), damaged);
    lab.told(&["merge", "plan", "--out", "merged"]);
    let games = fs::read_to_string(lab.path("merged/games.csv")).unwrap();
    assert!(games == Lab::undisturbed(SMALL, &["--games", "10"]));
}

/// A copy of a shard may lack its journal; the plan, and shards, are no place for the merged run.
#[test]
fn a_shard_without_its_journal_is_begun_anew() {
    let lab = Lab::new(SMALL);
    lab.all_shards(2, &["--games", "10"]);
    for out in ["plan", "plan/shard-0"] {
        let refused = lab.refuses(&["merge", "plan", "--out", out, "--fresh"]);
        assert!(refused.contains("the plan or a shard is here; give another folder"), "{refused}");
    }
    fs::remove_file(lab.path("plan/shard-1/journal.log")).unwrap();
    let again = lab.lab(&["run", "plan", "--shard", "1", "--threads", "1"]).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    let told =
        "plan/shard-1/journal.log: not there, though done.json is; the shard is begun anew\n";
    assert!(said(&again).contains(told), "{}", said(&again));
    lab.told(&["merge", "plan", "--out", "merged"]);
    let games = fs::read_to_string(lab.path("merged/games.csv")).unwrap();
    assert!(games == Lab::undisturbed(SMALL, &["--games", "10"]));
}

/// Of several plans made at once in one folder one is there, and the others say so.
#[test]
fn one_plan_a_folder() {
    let lab = Lab::new(SMALL);
    let plan = |shards: u32| {
        let shards = shards.to_string();
        let mut command = lab.lab(&["plan", "experiment.toml", "--shards", &shards, "--out", "p"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut plans: Vec<_> = (1..=6).map(plan).collect();
    let ends: Vec<_> = plans.iter_mut().map(|plan| plan.wait().unwrap().code()).collect();
    assert_eq!(ends.iter().filter(|code| **code == Some(0)).count(), 1, "{ends:?}");
    let text = fs::read_to_string(lab.path("p/plan.json")).unwrap();
    let made: serde_json::Value = serde_json::from_str(&text).unwrap();
    let there = made["shards"].as_u64().unwrap() as usize;
    assert_eq!(ends[there - 1], Some(0), "{ends:?}, {there} shards");
}

/// Shards of another plan and of another program.
#[test]
fn what_is_foreign_is_not_merged() {
    let (lab, other) = (Lab::new(SMALL), Lab::new(SMALL));
    lab.all_shards(2, &["--games", "20"]);
    other.all_shards(2, &["--games", "20", "--seed", "9"]);
    fs::remove_dir_all(lab.path("plan/shard-1")).unwrap();
    fs::rename(other.path("plan/shard-1"), lab.path("plan/shard-1")).unwrap();
    let message = lab.refuses(&["merge", "plan", "--out", "merged"]);
    assert!(message.contains("plan/shard-1/journal.log: this is of another plan"), "{message}");
    let message = lab.refuses(&["run", "plan", "--shard", "1"]);
    assert!(message.contains("plan/shard-1: it is of another plan or shard"), "{message}");
    // A shard is no run of its own.
    let message = lab.refuses(&["run", "experiment.toml", "--out", "plan/shard-0"]);
    assert!(message.contains("this is shard 0 of 2 of a plan"), "{message}");
    // A plan that was changed, by hand or by another program.
    let plan = fs::read_to_string(lab.path("plan/plan.json")).unwrap();
    fs::write(lab.path("plan/plan.json"), plan.replace("\"shards\": 2", "\"shards\": 1")).unwrap();
    assert!(lab.refuses(&["merge", "plan"]).contains("plan/plan.json: damaged"));
    let mut content: serde_json::Value = serde_json::from_str(&plan).unwrap();
    content["run"]["program"]["fingerprint"] = "0123456789abcdef".into();
    content["digest"] = digest_of(&plan, "0123456789abcdef").into();
    fs::write(lab.path("plan/plan.json"), content.to_string()).unwrap();
    for arguments in [&["merge", "plan"][..], &["run", "plan", "--shard", "0"], &["status", "plan"]]
    {
        let message = lab.refuses(arguments);
        assert!(message.contains("plan/plan.json: program: begun by "), "{message}");
    }
}

/// The digest of a plan whose program has another fingerprint.
fn digest_of(plan: &str, fingerprint: &str) -> String {
    use yomi_harness::{digest, run::record::Run};
    let content: serde_json::Value = serde_json::from_str(plan).unwrap();
    let mut run: Run = serde_json::from_value(content["run"].clone()).unwrap();
    run.program.fingerprint = fingerprint.to_owned();
    let bytes = serde_json::to_vec(&(content["shards"].as_u64().unwrap() as u32, run)).unwrap();
    digest::of(bytes)
}

/// A sequential test is decided on the beginning of the list of pairs, whoever played them; what
/// is missing after that is not missed.
#[test]
fn a_sequential_test_over_shards() {
    let text = SMALL
        .replace("uct(playouts=200)", "tactics(level=2)")
        .replace("round_robin = true", "pairs = [[\"uct\", \"random\"]]")
        .replace(
            "charts = [\"crosstable\"]",
            "stop = { sprt = { elo0 = 0, elo1 = 100, alpha = 0.05, beta = 0.05 } }",
        );
    let single = Lab::new(&text);
    single.finish(&[]);
    let rows = single.out("games.csv");
    assert!(rows.lines().count() < 401, "the test has its verdict before the end");
    let lab = Lab::new(&text);
    lab.all_shards(3, &[]);
    lab.told(&["merge", "plan", "--out", "merged"]);
    assert!(fs::read_to_string(lab.path("merged/games.csv")).unwrap() == rows);
    // Two shards that are not done, but far enough.
    for number in [1, 2] {
        fs::remove_file(lab.path(&format!("plan/shard-{number}/done.json"))).unwrap();
        let journal = lab.path(&format!("plan/shard-{number}/journal.log"));
        let text = fs::read_to_string(&journal).unwrap();
        let pairs: Vec<&str> = text.lines().filter(|line| line.contains("{\"pair\"")).collect();
        let mut kept = text.lines().next().unwrap().to_owned() + "\n";
        pairs[..60].iter().for_each(|line| kept += &format!("{line}\n"));
        fs::write(journal, kept).unwrap();
    }
    assert_eq!(lab.told(&["status", "plan", "--missing"]), "\n");
    assert!(lab.told(&["status", "plan"]).contains("LLR "));
    lab.told(&["merge", "plan", "--out", "early"]);
    assert!(fs::read_to_string(lab.path("early/games.csv")).unwrap() == rows);
}

/// A run that would stand above its own plan is refused: to put that folder aside moves the plan.
#[test]
fn a_plan_is_not_put_aside() {
    let lab = Lab::new(SMALL);
    lab.told(&["plan", "experiment.toml", "--shards", "1", "--games", "1", "--out", "all/plan"]);
    lab.told(&["run", "all/plan", "--shard", "0"]);
    for fresh in [&[][..], &["--fresh"]] {
        let message = lab.refuses(&[&["merge", "all/plan", "--out", "all"], fresh].concat());
        assert!(message.contains("all: the plan or a shard is here; give another"), "{message}");
        assert!(lab.path("all/plan/plan.json").exists());
    }
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let lab = Lab::new(SMALL);
    let plan = |file, shards| ["plan", file, "--shards", shards, "--out", "plan"];
    let message = lab.refuses(&plan("endgame-suite", "2"));
    assert!(message.contains("this is a problem suite; use yomi-lab suite"), "{message}");
    let message = lab.refuses(&plan("experiment.toml", "201"));
    assert!(message.contains("200 pairs: expected 1 to 200 shards, found 201"), "{message}");
    let message = lab.refuses(&["status", "nothing"]);
    assert!(
        message.contains("nothing/plan.json: not here; expected the folder that "),
        "{message}"
    );
    lab.finish(&["--games", "2"]);
    let message = lab.refuses(&["status", "out"]);
    let expected = "out/plan.json: not here, this is the folder of a run; use yomi-lab report";
    assert!(message.contains(expected), "{message}");
    assert!(!lab.path("plan").exists());
    lab.told(&plan("experiment.toml", "2"));
    let message = lab.refuses(&["report", "plan"]);
    let expected = "plan: a plan, whose shards have journals; `yomi-lab merge plan` makes one";
    assert!(message.contains(expected), "{message}");
}
