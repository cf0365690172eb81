use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use crate::journals::sealed;
use crate::lab::{Lab, SMALL, end, said};
use crate::{ROUND_ROBIN, digest};

/// The names of what is in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Publishes the folder `out` of a lab.
fn publish(lab: &Lab) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    command.args(["publish", "out"]).current_dir(lab.folder.path()).output().unwrap()
}

/// What a report has in `results`.
const PUBLISHED: [&str; 8] = [
    "README.md",
    "crosstable.png",
    "crosstable.svg",
    "experiment.toml",
    "pairs.csv",
    "report.html",
    "run.toml",
    "summary.csv",
];

/// Published is what is finished, in place of results of the same experiment only.
#[test]
fn publishing_is_for_finished_runs_of_one_experiment() {
    let lab = Lab::new(SMALL);
    lab.interrupted(&["--games", "5000"], "-KILL");
    let refused = publish(&lab);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("out: unfinished ("), "{}", said(&refused));
    lab.finish(&["--games", "20", "--fresh"]);
    assert_eq!(publish(&lab).status.code(), Some(0));
    let published = lab.path("results/out");
    assert_eq!(names(&published), PUBLISHED);
    let text = fs::read_to_string(published.join("experiment.toml")).unwrap();
    assert_eq!(text, SMALL, "what it takes to run it again");
    let digest = digest(&lab.path("out/journal.log"));
    let circumstances = fs::read_to_string(published.join("run.toml")).unwrap();
    assert!(circumstances.starts_with(&format!("journal = \"{digest}\"\n")));
    let others = circumstances.replace("experiment = \"experiment\"", "experiment = \"other\"");
    fs::write(published.join("run.toml"), others).unwrap();
    assert!(said(&publish(&lab)).contains("results of `other`, not of `experiment`"));
    fs::remove_file(published.join("run.toml")).unwrap();
    assert!(said(&publish(&lab)).contains("no results of a run"));
}

/// The openings that the experiment names go with it, so that its text can be run where it is; and
/// who asks for games where there are none is told how to make them.
#[test]
fn published_openings_can_be_played_again() {
    let text = SMALL.replace("start = true", "file = \"lists/two.txt\"");
    assert_ne!(text, SMALL);
    let lab = Lab::new(&text);
    fs::create_dir(lab.path("lists")).unwrap();
    fs::write(lab.path("lists/two.txt"), "a1b2\nb2c3\n").unwrap();
    lab.finish(&["--games", "2"]);
    assert_eq!(publish(&lab).status.code(), Some(0));
    assert_eq!(fs::read(lab.path("results/out/lists/two.txt")).unwrap(), b"a1b2\nb2c3\n");
    let yomi_lab = || Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    let words = ["run", "results/out/experiment.toml", "--games", "2", "--out", "again"];
    let again = yomi_lab().args(words).current_dir(lab.folder.path()).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert_eq!(digest(&lab.path("again/games.csv")), digest(&lab.path("out/games.csv")));
    let replay = ["replay", "results/out", "1"];
    let refused = yomi_lab().args(replay).current_dir(lab.folder.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let again = "`yomi-lab run experiment.toml --out out --games 2` makes it again";
    assert!(said(&refused).contains(again), "{}", said(&refused));
}

/// Openings from elsewhere go with the experiment, which names them where they are then.
#[test]
fn openings_from_outside_are_published() {
    let lab = Lab::new(&SMALL.replace("start = true", "file = \"a/../b/README.md\""));
    for folder in ["a", "b"] {
        fs::create_dir(lab.path(folder)).unwrap();
    }
    fs::write(lab.path("b/README.md"), "a1b2\nb2c3\n").unwrap();
    lab.finish(&["--games", "2"]);
    assert_eq!(publish(&lab).status.code(), Some(0));
    fs::remove_file(lab.path("b/README.md")).unwrap();
    let words = ["run", "results/out/experiment.toml", "--games", "2", "--out", "again"];
    let mut again = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    let again = again.args(words).current_dir(lab.folder.path()).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert_eq!(digest(&lab.path("again/games.csv")), digest(&lab.path("out/games.csv")));
}

/// No table or picture of what was there before is left, and all that others have put there.
#[test]
fn publishing_replaces_what_is_published() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20"]);
    assert_eq!(publish(&lab).status.code(), Some(0));
    let published = lab.path("results/out");
    // A picture that the old page shows was its own, another one is somebody's.
    let page = fs::read_to_string(published.join("README.md")).unwrap();
    fs::write(published.join("README.md"), page + "\n![old](old.svg)\n").unwrap();
    for name in ["old.svg", "old.png", "mine.svg", "photo.png"] {
        fs::write(published.join(name), name).unwrap();
    }
    fs::create_dir_all(published.join("drafts/old")).unwrap();
    fs::write(published.join("drafts/old/a.txt"), "a").unwrap();
    fs::write(published.join("zettel.md"), "mine").unwrap();
    // What others have put into the run's folder stays there.
    fs::write(lab.path("out/secret.env"), "").unwrap();
    fs::write(lab.path("out/mine.svg"), "").unwrap();
    fs::create_dir(lab.path("out/notes")).unwrap();
    let again = publish(&lab);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert_eq!(fs::read_to_string(published.join("drafts/old/a.txt")).unwrap(), "a");
    assert_eq!(fs::read_to_string(published.join("zettel.md")).unwrap(), "mine");
    fs::remove_dir_all(published.join("drafts")).unwrap();
    fs::remove_file(published.join("zettel.md")).unwrap();
    for name in ["mine.svg", "photo.png"] {
        assert_eq!(fs::read_to_string(published.join(name)).unwrap(), name);
        fs::remove_file(published.join(name)).unwrap();
    }
    assert_eq!(names(&published), PUBLISHED);
}

/// A page is published in the language that is asked for.
#[test]
fn results_are_published_in_japanese() {
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20", "--lang", "ja"]);
    let mut publish = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    publish.args(["publish", "out", "--lang", "ja"]).current_dir(lab.folder.path());
    assert_eq!(publish.output().unwrap().status.code(), Some(0));
    let published = fs::read_to_string(lab.path("results/out/README.md")).unwrap();
    assert!(published.contains("区間"), "{published}");
    assert_eq!(published, lab.out("README.md"));
}

/// A folder that goes away while a run is at work is an error, not a crash.
#[test]
fn a_folder_may_vanish() {
    let lab = Lab::new(SMALL);
    let child = lab.command(&["--games", "20000", "--threads", "1"]).spawn().unwrap();
    lab.wait_for(5);
    fs::rename(lab.path("out"), lab.path("moved")).unwrap();
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = said(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("no journal.log here"), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

/// Words that are no UTF-8 are names like any other.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let lab = Lab::new(SMALL);
    let mut run = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    run.args(["run", "experiment.toml", "--games", "5", "--out"]);
    let name = std::ffi::OsStr::from_bytes(b"z\xff");
    let output = run.arg(name).current_dir(lab.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(lab.folder.path().join(name).join("README.md").exists());
}

/// A folder of published results is never run in.
#[test]
fn a_folder_without_a_journal_is_not_touched() {
    let lab = Lab::new(SMALL);
    fs::create_dir(lab.path("out")).unwrap();
    fs::write(lab.path("out/README.md"), "mine").unwrap();
    assert!(lab.refused(&[]).contains("out: has `README.md` but no journal.log"));
    assert_eq!(lab.out("README.md"), "mine");
    assert!(!lab.path("out/lock").exists());
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

/// Found by trying (1): another seed in the same folder.
#[test]
fn another_experiment_is_refused_and_fresh_keeps_the_old_one() {
    let lab = Lab::new(SMALL);
    lab.interrupted(&["--games", "5000"], "-INT");
    let before = lab.out("journal.log");
    assert_eq!(
        lab.refused(&["--games", "5000", "--seed", "8"]),
        "yomi-lab: out: seed: 7 in the journal, 8 now; --fresh starts anew and keeps this folder \
         under another name"
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
    // The command is the one that plays all of it.
    let run: toml::Table = lab.out("run.toml").parse().unwrap();
    assert!(run["command"].as_str().unwrap().contains("--games 30"), "{}", run["command"]);
}

/// Of equal players each plays games of its own, by their order: one that comes in front would take
/// the games of another.
#[test]
fn equal_players_keep_their_order() {
    let player = |name: &str| format!("[[players]]\nname = \"{name}\"\ntext = \"random\"\n");
    let text = format!("{SMALL}{}", player("second"));
    let lab = Lab::new(&text);
    lab.finish(&["--games", "20"]);
    let reordered = SMALL.replace(
        "[[players]]\nname = \"uct\"",
        &format!("{}[[players]]\nname = \"uct\"", player("other")),
    );
    for wrong in [
        text.replace("\"random\"\ntext", "\"*\"\ntext")
            .replace("\"second\"", "\"random\"")
            .replace("\"*\"", "\"second\""),
        reordered + &player("second"),
    ] {
        fs::write(lab.path("experiment.toml"), wrong).unwrap();
        let message = lab.refused(&["--games", "20"]);
        let told = [": random in the journal, random #2 now", ": random #2 in the journal, random"];
        assert!(told.iter().any(|told| message.contains(told)), "{message}");
    }
    let more = text + &player("third");
    fs::write(lab.path("experiment.toml"), &more).unwrap();
    lab.finish(&["--games", "20"]);
    assert!(lab.out("games.csv") == Lab::undisturbed(&more, &["--games", "20"]));
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
    assert_eq!(program["signature"].as_u64(), Some(yomi_engine::SIGNATURE), "{program}");
    assert!(program["weights"].as_str().unwrap().starts_with("weights "));
    assert_eq!(first["run"]["text"].as_str().unwrap(), SMALL);
    // The same journal as another program would have begun it.
    let line = journal.lines().next().unwrap()[17..]
        .replace(program["fingerprint"].as_str().unwrap(), "0123456789abcdef");
    let begun = sealed("", &line);
    let session = sealed(&begun[..16], &journal.lines().nth(1).unwrap()[17..]);
    fs::write(lab.path("out/journal.log"), begun.clone() + &session).unwrap();
    assert!(lab.refused(&["--games", "20"]).contains("program: begun by "));
    // Nothing is lost where nobody has set to work.
    fs::write(lab.path("out/journal.log"), begun).unwrap();
    lab.finish(&["--games", "20"]);
    // The commit is that of the sources, not of the folder the program is run in.
    assert!(!program["commit"].as_str().unwrap().is_empty());
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
    let report = lab.report();
    assert_eq!(report.status.code(), Some(0));
    let told = said(&report);
    assert!(told.contains("; the command that began it continues"), "{told}");
    end(first, "-KILL");
    lab.finish(&["--games", "3000", "--threads", "2", "--fresh"]); // The lock went with its holder.
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
    assert_eq!(lab.report().status.code(), Some(0));
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
