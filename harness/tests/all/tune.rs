use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Stop;
use yomi_engine::random::Random;
use yomi_harness::plan::tuning::Tuning;
use yomi_harness::stats::elo::expected_score;
use yomi_harness::stats::spsa::Trial;
use yomi_harness::work::Options;
use yomi_harness::work::tune::{Measured, Objective, tune_by};

use crate::digest;

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The same, not waited for; what it says on stderr is kept.
fn started(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

const PLANTED: &str = r#"
question = "Where is the optimum?"
game = "othello"
seed = 11
games = 16
[openings]
start = true
[tune]
iterations = 1500
[tune.parameters]
corner = { start = 0, least = -100, most = 100, step = 6 }
edge = { start = 50, least = -100, most = 100, step = 6 }
mobility = { start = -20, least = -100, most = 100, step = 6 }
[[players]]
name = "planted"
text = "minimax(depth=1,eval=tutorial(corner={corner},edge={edge},mobility={mobility}))"
"#;

/// Games whose results are drawn: the farther from the optimum, the weaker.
struct Planted([f64; 3]);

impl Planted {
    fn strength(&self, side: &[i64]) -> f64 {
        let far = side.iter().zip(self.0).map(|(&value, best)| (value as f64 - best).powi(2));
        -0.05 * far.sum::<f64>()
    }
}

impl Objective<Othello8> for Planted {
    fn measure(
        &self,
        tuning: &Tuning<Othello8>,
        iteration: u64,
        trial: &Trial,
        _: &Stop,
    ) -> Result<Option<Measured>, String> {
        let [one, other] = [&trial.sides[0], &trial.sides[1]].map(|side| self.strength(side));
        let (score, mut random) = (expected_score(one - other), Random::from_seed(iteration));
        // A third of all games is drawn, as far as the score leaves room for it.
        let draw = (2.0 * score.min(1.0 - score)).min(1.0 / 3.0);
        let mut game = || {
            let drawn = random.below(1_000_000) as f64 / 1e6;
            if drawn < score - draw / 2.0 { 2 } else { u8::from(drawn < score + draw / 2.0) }
        };
        let points = (0..tuning.pairs).map(|_| game() + game()).collect();
        Ok(Some(Measured { points, forfeits: Vec::new() }))
    }
}

/// The last row of `path.csv` behind iteration and score.
fn end(folder: &Path) -> Vec<f64> {
    let path = fs::read_to_string(folder.join("path.csv")).unwrap();
    let last = path.lines().last().unwrap();
    last.split(',').skip(2).map(|value| value.parse().unwrap()).collect()
}

#[test]
fn planted_optima_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("planted.toml");
    for (number, optimum) in [[40.0, -10.0, 15.0], [-35.0, 20.0, -60.0]].into_iter().enumerate() {
        for seed in [1, 2, 3] {
            fs::write(&file, PLANTED.replace("seed = 11", &format!("seed = {seed}"))).unwrap();
            let out = folder.path().join(format!("{number}-{seed}"));
            let options = Options { out: Some(out.clone()), ..Options::default() };
            let outcome = tune_by(&file, &options, Othello8::default(), &Planted(optimum)).unwrap();
            assert!(outcome.manifest.complete);
            for (found, best) in end(&out).into_iter().zip(optimum) {
                assert!((found - best).abs() < 8.0, "{found}, not {best}, with seed {seed}");
            }
        }
    }
}

/// More playouts are better, so their number grows, in real games.
const PLAYOUTS: &str = r#"
question = "How many playouts?"
game = "tictactoe"
seed = 5
games = 12
[openings]
start = true
[tune]
iterations = 60
rate = 0.3
[tune.parameters]
playouts = { start = 20, least = 1, most = 200, step = 8 }
[[players]]
name = "flat"
text = "flat_mc(playouts={playouts})"
"#;

/// Whoever interrupts a long iteration is told at once that it is finished.
#[cfg(unix)]
#[test]
fn an_interrupted_iteration_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let long = PLAYOUTS.replace("games = 12", "games = 400").replace("200, step", "2000, step");
    fs::write(folder.path().join("a.toml"), long.replace("start = 20", "start = 1000")).unwrap();
    let mut child = started(folder.path(), &["tune", "a.toml", "--out", "out", "--threads", "1"]);
    let journal = folder.path().join("out/journal.log");
    let steps = || fs::read_to_string(&journal).map_or(0, |text| text.matches("\"step\"").count());
    while steps() == 0 {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(1));
    }
    // Somewhere in the second.
    std::thread::sleep(Duration::from_millis(50));
    let stop = ["-INT", &child.id().to_string()];
    assert!(Command::new("kill").args(stop).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(said(&output).contains("the iteration under way is finished"), "{}", said(&output));
    assert!((2..4).contains(&steps()), "{} iterations", steps());
}

#[test]
fn what_is_better_is_found_by_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), PLAYOUTS).unwrap();
    let output = lab(folder.path(), &["tune", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let found = end(&folder.path().join("out"))[0];
    assert!(found > 35.0, "{found} playouts");
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    for (file, told) in [
        ("README.md", "After 60 iterations with 720 games: playouts "),
        ("README.md", "The player is now `flat_mc(playouts="),
        ("README.md", "| path.csv | playouts | the parameter's unit |"),
        ("report.html", "反復"),
        ("run.toml", "reproducible = true"),
        ("run.toml", "seed = 5"),
        ("path.svg", "<svg"),
    ] {
        assert!(read(file).contains(told), "{file}: {}", read(file));
    }
    assert!(folder.path().join("out/path.png").exists());
    let plan = |out: &str| {
        let run = fs::read_to_string(folder.path().join(out).join("run.toml")).unwrap();
        run.lines().find(|line| line.starts_with("plan = ")).unwrap().to_owned()
    };
    let other = lab(folder.path(), &["tune", "a.toml", "--out", "other", "--seed", "6"]);
    assert_eq!(other.status.code(), Some(0), "{}", said(&other));
    assert_ne!(plan("other"), plan("out"), "another seed is another plan");
    // The report comes again from the journal, and a finished way stays as it is.
    let before = digest(&folder.path().join("out/path.csv"));
    fs::remove_file(folder.path().join("out/path.csv")).unwrap();
    assert_eq!(lab(folder.path(), &["report", "out"]).status.code(), Some(0));
    assert_eq!(digest(&folder.path().join("out/path.csv")), before);
    assert!(read("run.toml").contains(&before), "{}", read("run.toml"));
    let replayed = lab(folder.path(), &["replay", "out", "0"]);
    let told = "yomi-lab: out: this is the folder of a tuning; expected that of an experiment\n";
    assert_eq!((replayed.status.code(), &*said(&replayed)), (Some(2), told));
    let published = lab(folder.path(), &["publish", "out"]);
    assert_eq!(published.status.code(), Some(0), "{}", said(&published));
}

/// Whatever stops a tuning, it goes the same way to its end; with any number of threads.
#[cfg(unix)]
#[test]
fn a_stopped_tuning_goes_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), PLAYOUTS).unwrap();
    let path = |out: &str| digest(&folder.path().join(out).join("path.csv"));
    let whole = lab(folder.path(), &["tune", "a.toml", "--out", "whole", "--threads", "1"]);
    assert_eq!(whole.status.code(), Some(0), "{}", said(&whole));
    let mut random = Random::from_seed(3);
    let mut killed = 0;
    for threads in ["1", "2", "5"].into_iter().cycle().take(60) {
        let tune = ["tune", "a.toml", "--out", "killed", "--threads", threads];
        let mut child = started(folder.path(), &tune);
        // Every child gets somewhat farther than the one before.
        let journal = folder.path().join("killed/journal.log");
        let length = || fs::metadata(&journal).map_or(0, |file| file.len());
        let (before, more) = (length(), 1500 + random.below(1500) as u64);
        while child.try_wait().unwrap().is_none() && length() < before + more {
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    assert!(killed > 0, "it was over before it could be killed");
    // A line torn in the middle, and one that was damaged.
    let journal = folder.path().join("killed/journal.log");
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.iter().rposition(|line| line.contains("\"step\"")).unwrap();
    lines[last] = lines[last].replace("\"iteration\":", "\"iteration\": ");
    fs::write(&journal, lines.join("\n") + "\n0123 torn").unwrap();
    let output = lab(folder.path(), &["tune", "a.toml", "--out", "killed"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(path("killed"), path("whole"));
    assert!(said(&output).contains("damaged, does not count"), "{}", said(&output));
}

/// Something else does not go on in a folder, and the refusal names it; another question does.
#[test]
fn a_changed_tuning_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let tune = |text: &str| {
        fs::write(folder.path().join("a.toml"), text).unwrap();
        lab(folder.path(), &["tune", "a.toml", "--out", "out"])
    };
    let first = tune(PLAYOUTS);
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    let path = || digest(&folder.path().join("out/path.csv"));
    let before = path();
    let question = PLAYOUTS.lines().find(|line| line.starts_with("question")).unwrap();
    for (from, to, told) in [
        ("rate = 0.3", "rate = 0.2", "tune.rate: 0.3 in the journal, 0.2 now; --fresh starts anew"),
        ("step = 8", "step = 9", "tune.parameters.playouts: not as in the journal; "),
        ("(playouts={playouts})", "(playouts={playouts},margin=1)", "players.text: flat_mc("),
        ("games = 12", "games = 14", "games: 12 in the journal, 14 now; "),
        (question, "question = \"Else?\"", "seed "),
    ] {
        let text = PLAYOUTS.replace(from, to);
        assert_ne!(text, PLAYOUTS, "{from}");
        let output = tune(&text);
        let code = if from == question { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        assert!(said(&output).contains(told), "{}", said(&output));
    }
    assert_eq!(path(), before);
    let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
    assert!(page.contains("**Else?**"), "{page}");
}

/// The experiment on ProbCut's margins, in small: its parameter reaches the players.
#[test]
fn margins_of_probcut_are_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let text = yomi_harness::experiments::text("tune-probcut").unwrap();
    let small = text.replace("iterations = 200", "iterations = 3").replace("=10000,", "=300,");
    fs::write(folder.path().join("a.toml"), small).unwrap();
    let output = lab(folder.path(), &["tune", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let path = fs::read_to_string(folder.path().join("out/path.csv")).unwrap();
    assert!(
        path.starts_with("iteration,score,margin\n") && path.lines().count() == 1 + 3,
        "{path}"
    );
    assert!((20.0..=500.0).contains(&end(&folder.path().join("out"))[0]));
}

/// A program that makes no move loses every game, and the tuning says so, also when it is reported
/// again from the journal.
#[cfg(unix)]
#[test]
fn games_lost_by_forfeit_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let dumb = "while read -r command rest; do\n[ $command = genmove ] && exit 1\n\
                printf '=\\n\\n'\ndone\n";
    fs::write(folder.path().join("dumb.sh"), dumb).unwrap();
    let engine = "text = 'engine(cmd=\"sh dumb.sh {playouts}\",protocol=gtp)'";
    let text = PLAYOUTS
        .replace("text = \"flat_mc(playouts={playouts})\"", engine)
        .replace("\"tictactoe\"", "\"othello\"")
        .replace("iterations = 60", "iterations = 2")
        .replace("games = 12", "games = 4");
    // One that does not start ends the tuning before its first game.
    fs::write(folder.path().join("a.toml"), text.replace("sh dumb.sh", "no-such-engine")).unwrap();
    let refused = lab(folder.path(), &["tune", "a.toml", "--out", "out"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = said(&refused);
    assert!(
        told.starts_with("yomi-lab: player flat: `no-such-engine 20` does not start"),
        "{told}"
    );
    // One that says nothing on stderr leaves no loose end.
    fs::write(folder.path().join("a.toml"), text.replace("sh dumb.sh", "false")).unwrap();
    let told = said(&lab(folder.path(), &["tune", "a.toml", "--out", "out"]));
    assert!(told.ends_with("does not start: crash: exit status: 1\n"), "{told}");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    for arguments in [&["tune", "a.toml", "--out", "out"][..], &["report", "out"]] {
        let output = lab(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let errors = String::from_utf8_lossy(&output.stderr);
        let told = "yomi-lab: flat lost 8 games by crash, the first of them in iteration 1: ";
        assert_eq!(errors.matches(told).count(), 1, "{errors}");
        let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
        assert!(page.contains("Games lost by forfeit: flat: 8 by "), "{page}");
    }
    let journal = |out: &str| fs::read_to_string(folder.path().join(out).join("journal.log"));
    assert_eq!(journal("out").unwrap().matches("\"forfeits\":[").count(), 2);
    // Steps without any are written as they were before.
    fs::write(folder.path().join("b.toml"), PLAYOUTS.replace("= 60", "= 2")).unwrap();
    assert_eq!(lab(folder.path(), &["tune", "b.toml", "--out", "b"]).status.code(), Some(0));
    assert!(!journal("b").unwrap().contains("forfeits"));
}

#[test]
fn tunings_that_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, told) in [
        ("games = 12", "games = 13", "a.toml: line 5: games: expected an even number"),
        ("iterations = 60", "iterations = 0", "tune: expected 1 to 1000000 iterations"),
        ("start = 20", "start = 201", "tune.parameters.playouts: expected least <= start <= most"),
        ("step = 8", "step = 0", "a step between 1 and the range"),
        (
            "playouts = {",
            "score = {",
            "`score` has another meaning in path.csv; expected another name",
        ),
        ("step = 8 }", "step = 8 }\nedge = 3", "line 13: edge: expected a table, found `3`"),
        (
            "[tune.parameters]\nplayouts",
            "parameters.edge.step = 2.5\nparameters.playouts",
            "line 11: parameters.edge.step: expected a whole number, found `2.5`",
        ),
        ("step = 8", "stride = 8", "playouts: unknown field `stride`"),
        ("={playouts}", "=7", "players.text: expected `{playouts}`, which is tuned"),
        ("least = 1,", "least = 0,", "players.text: "),
        (
            "[tune.parameters]\n",
            "[schedule]\nround_robin = true\n[tune.parameters]\n",
            "schedule: a file with [tune] has none",
        ),
        ("games = 12", "games = 12\nfirst_mover = \"white\"", "first_mover: a file with [tune]"),
        ("games = 12", "games = 12\ncharts = [\"pairs\"]", "charts: a file with [tune] has none"),
        ("\ntext = ", "\nx = \"3\"\ntext = ", "players.x: a file with [tune] has none"),
        ("\ntext = ", "\neach = { a = [1] }\ntext = ", "players.each: a file with [tune] has"),
        ("most = 200", "most = 9000000000", "all from -1000000000 to 1000000000"),
        ("start = true", "random_plies = 1", "openings: random_plies: "),
        (
            "[[players]]",
            "[[players]]\nname = \"b\"\ntext = \"random\"\n[[players]]",
            "players: expected one, found 2",
        ),
    ] {
        let text = PLAYOUTS.replacen(from, to, 1);
        assert_ne!(text, PLAYOUTS, "{from}");
        fs::write(folder.path().join("a.toml"), text).unwrap();
        let refused = lab(folder.path(), &["tune", "a.toml", "--out", "out"]);
        assert_eq!(refused.status.code(), Some(2), "{to}: {}", said(&refused));
        let said = said(&refused);
        assert!(said.contains("a.toml:") && said.contains(told), "{to}: {said}");
        assert!(!folder.path().join("out").exists());
    }
    fs::write(folder.path().join("a.toml"), PLAYOUTS).unwrap();
    let run = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert!(said(&run).contains("this is a tuning; use yomi-lab tune"), "{}", said(&run));
    fs::write(folder.path().join("b.toml"), crate::GAUNTLET).unwrap();
    let tune = lab(folder.path(), &["tune", "b.toml", "--out", "out"]);
    assert!(said(&tune).contains("use yomi-lab run"), "{}", said(&tune));
}
