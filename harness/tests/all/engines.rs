use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::protocols::yomi;

pub(crate) fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An experiment of one pair: a program against a player of the roster.
pub(crate) fn experiment(engine: &str, opponent: &str) -> String {
    format!(
        "question = \"?\"\ngame = \"othello\"\ngames = 3\nseed = 5\n[schedule]\npairs = \
         [[\"engine\", \"other\"]]\n\
         [openings]\nrandom_plies = 6\n[[players]]\nname = \"engine\"\ntext = \
         '{engine}'\n[[players]]\nname = \"other\"\n\
         text = \"{opponent}\"\n"
    )
}

pub(crate) fn rows(folder: &Path) -> Vec<csv::StringRecord> {
    csv::Reader::from_path(folder.join("out/games.csv"))
        .unwrap()
        .records()
        .map(Result::unwrap)
        .collect()
}

/// A GTP engine in a few lines of shell that does `genmove` when it is asked for a move.
pub(crate) fn fake(genmove: &str) -> String {
    format!(
        "echo 'I was started' >&2\nwhile read -r command rest; do case \"$command\" in\n\
         genmove) {genmove};;\n*) printf '=\\n\\n';;\nesac; done\n"
    )
}

/// It is decided by the moves what was played before: nothing is known of other programs.
#[cfg(unix)]
#[test]
fn programs_that_repeat_games_are_no_more_evidence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), fake("printf '= resign\\n\\n'")).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random")
        .replace("text = \"random\"", "text = \"alphabeta(depth=1,eval=discs)\"")
        .replace("random_plies = 6", "start = true");
    fs::write(folder.path().join("a.toml"), &text).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("of 6 games 2 are distinct."), "{told} {}", said(&output));
    assert!(told.contains("here 2 do not count."), "{told}");
    let table = |name: &str| {
        let mut reader = csv::Reader::from_path(folder.path().join("out").join(name)).unwrap();
        reader.records().map(Result::unwrap).collect::<Vec<csv::StringRecord>>()
    };
    assert_eq!(&table("pairs.csv")[0][3], "1");
    let rows = table("summary.csv");
    let both = rows.iter().find(|row| (&row[1], &row[2]) == ("engine", "both")).unwrap();
    // One pair, not six games: Clopper and Pearson's interval of 0 of 1.
    assert_eq!((&both[5], &both[6], &both[15]), ("6", "2", "0.9750"), "{both:?}");
}

/// Illegal moves, crashes, hangs and nonsense lose the game, say why, and leave the other games
/// alone.
#[cfg(unix)]
#[test]
fn whatever_an_engine_does_the_run_goes_on() {
    for (genmove, reason, words) in [
        ("printf '= a1\\n\\n'", "illegal move", "a1"),
        (
            "echo 'out of ideas' >&2; exit 3",
            "crash",
            "exit status: 3; I was started | out of ideas",
        ),
        ("kill -9 $$", "crash", "signal: 9"),
        ("sleep 100", "timeout", "I was started"),
        ("printf '= perhaps f5\\n\\n'", "nonsense", "perhaps f5"),
        ("printf '? cannot\\n\\n'", "nonsense", "genmove"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("fake.sh"), fake(genmove)).unwrap();
        let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp,move_timeout=1)", "random");
        fs::write(folder.path().join("a.toml"), &text).unwrap();
        let clock = Instant::now();
        let output =
            lab(folder.path(), &["run", "a.toml", "--out", "out", "--threads", "6", "--strict"]);
        assert_eq!(output.status.code(), Some(1), "{genmove}: {}", said(&output));
        assert!(
            said(&output).contains(&format!(
                "yomi-lab: engine lost 6 games by {reason}, the first of them game 0 to other: "
            )),
            "{}",
            said(&output)
        );
        assert!(said(&output).contains(words), "{genmove}: {}", said(&output));
        assert_eq!(said(&output).matches("lost").count(), 1, "{}", said(&output));
        let log = fs::read_to_string(folder.path().join("out/engines.log")).unwrap();
        assert_eq!(log.matches(&format!("] lost a game: {reason}: ")).count(), 6, "{log}");
        assert!(clock.elapsed() < Duration::from_secs(30), "{genmove}");
        let rows = rows(folder.path());
        assert_eq!(rows.len(), 6);
        for row in &rows {
            let (engine_is_black, black_won) = (&row[4] == "engine", &row[7] == "black");
            assert!(&row[12] == reason && engine_is_black != black_won, "{row:?}");
            let colour = if engine_is_black { "Black" } else { "White" };
            let told = format!("({colour} after the opening {}", &row[3]);
            assert!(log.contains(&told), "{told}: {log}");
        }
        let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
        assert!(
            page.contains(&format!("- Games lost by forfeit: engine: 6 by {reason}.")),
            "{page}"
        );
        let compared = lab(folder.path(), &["compare", "out", "other", "engine"]).stdout;
        let compared = String::from_utf8(compared).unwrap();
        assert!(compared.contains("lost by forfeit      other: 0, engine: 6\n"), "{compared}");
        let lax = lab(folder.path(), &["report", "out"]);
        assert_eq!(lax.status.code(), Some(0), "only --strict makes it an error");
        assert!(
            fs::read_to_string(folder.path().join("out/run.toml"))
                .unwrap()
                .contains("reproducible = false")
        );
    }
}

/// A program that ends with the last move of a game has not lost it, nor one that is late to say
/// that it has heard of it; the next game starts it again.
#[cfg(unix)]
#[test]
fn what_is_over_is_over() {
    let run = |end: &str, options: &str, games: u32| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ending.sh"), ENDING.replace("END", end)).unwrap();
        let engine = format!("engine(cmd=\"sh ending.sh\",protocol=gtp{options})");
        let text = experiment(&engine, "random")
            .replace("game = \"othello\"", "game = \"tictactoe\"")
            .replace("random_plies = 6", "random_plies = 2\nrepeat = true")
            .replace("games = 3", &format!("games = {games}"));
        fs::write(folder.path().join("a.toml"), &text).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--strict"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let rows = rows(folder.path());
        let full = |row: &&csv::StringRecord| &row[11] == "7" && &row[5] == "engine";
        assert!(rows.iter().any(|row| full(&row)), "it has heard of a ninth stone: {rows:?}");
    };
    run("exit", "", 20);
    run("sleep 1.2", ",move_timeout=1", 8);
}

/// A GTP player of tic-tac-toe that takes the first free square and ends, without an answer, when
/// it hears of the ninth stone; or does something else.
const ENDING: &str = r#"
squares='a1 b1 c1 a2 b2 c2 a3 b3 c3'
take() { stones=$((stones + 1)); free=$(for one in $free; do [ $one = $1 ] || echo $one; done); }
while read -r command colour square; do
    case "$command" in
    clear_board) stones=0; free=$squares;;
    play) take $square; [ $stones = 9 ] && END;;
    genmove) set -- $free; take $1; printf '= %s\n\n' $1; continue;;
    esac
    printf '=\n\n'
done
"#;

/// A command is a line for the shell, with variables and several commands.
#[cfg(unix)]
#[test]
fn commands_are_lines_for_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inside")).unwrap();
    let resign = fake("printf '= %s\\n\\n' $ANSWER");
    fs::write(folder.path().join("inside/fake.sh"), resign).unwrap();
    let command = "cd inside && ANSWER=resign sh fake.sh";
    let text = experiment(&format!("engine(cmd=\"{command}\",protocol=gtp)"), "random");
    fs::write(folder.path().join("a.toml"), &text).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let rows = rows(folder.path());
    assert!(rows.len() == 6 && rows.iter().all(|row| &row[12] == "resigned"), "{rows:?}");
}

/// A program that is not there, or never answers, ends the run before the first game rather than
/// losing all; once its command is right the same folder takes it.
#[cfg(unix)]
#[test]
fn engines_that_never_start() {
    for (engine, words) in [
        ("engine(cmd=\"no-such-engine\",protocol=ugi,start_timeout=5)", "not found"),
        (
            "engine(cmd=\"sleep 100\",protocol=nboard,start_timeout=1)",
            "timeout: no answer to `ping 1` within 1 s",
        ),
        (
            "engine(cmd=\"cat\",protocol=nboard,start_timeout=1)",
            "no answer to `ping 1` within 1 s; it said `ping 1`",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.toml"), experiment(engine, "random")).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--threads", "6"]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let told = said(&output);
        assert!(told.starts_with("yomi-lab: player engine: `") && told.contains(words), "{told}");
        assert!(told.contains("` does not start: ") && told.lines().count() == 1, "{told}");
        fs::write(folder.path().join("fake.sh"), fake("printf '= resign\\n\\n'")).unwrap();
        let right = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random");
        fs::write(folder.path().join("a.toml"), right).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(rows(folder.path()).iter().all(|row| &row[12] == "resigned"));
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), experiment("engine(cmd=\"x\",protocol=uci)", "random"))
        .unwrap();
    let refused = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("protocol: expected gtp, nboard or ugi, found `uci`"),
        "{}",
        said(&refused)
    );
}

/// The second Ctrl-C reaches a game in which another program is thinking.
#[cfg(unix)]
#[test]
fn engines_do_not_hold_up_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), fake("echo thinking >thinking; sleep 100")).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(["run", "a.toml", "--out", "out"])
        .current_dir(folder.path())
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !folder.path().join("thinking").exists() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(10));
    }
    let interrupt =
        || Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    interrupt();
    std::thread::sleep(Duration::from_millis(200));
    let clock = Instant::now();
    interrupt();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(clock.elapsed() < Duration::from_millis(400), "{:?}", clock.elapsed());
}

/// Ctrl-C in a terminal goes to everybody in it; the engines are left alone, so that games under
/// way are finished.
#[cfg(unix)]
#[test]
fn ctrl_c_in_a_terminal_does_not_end_engines() {
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let waits = "echo thinking >thinking; sleep 1; printf '= a1\\n\\n'";
    fs::write(folder.path().join("fake.sh"), fake(waits)).unwrap();
    fs::write(
        folder.path().join("a.toml"),
        experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random"),
    )
    .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(["run", "a.toml", "--out", "out", "--threads", "1"])
        .current_dir(folder.path())
        .process_group(0)
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !folder.path().join("thinking").exists() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(10));
    }
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // The pair under way ends as it would have ended, by the engine's own fault.
    let rows = rows(folder.path());
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| &row[12] == "illegal move"), "{rows:?}");
}

/// After `clear_board` Black is to move.
#[cfg(unix)]
#[test]
fn white_does_not_begin_over_gtp() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), fake("printf '= pass\\n\\n'")).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random")
        .replace("seed = 5", "seed = 5\nfirst_mover = \"white\"");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("games over GTP start with Black"), "{}", said(&output));
}

/// How long a program may be silent counts where nothing limits its time.
#[cfg(unix)]
#[test]
fn a_limit_of_time_counts_and_not_the_watchdog() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), fake("sleep 1.2; printf '= resign\\n\\n'")).unwrap();
    let engine = "engine(cmd=\"sh fake.sh\",protocol=gtp,move_timeout=1)";
    let other = "[[players]]\nname = \"other\"";
    for (limits, end) in [("limits = { time = 5000 }\n", "resigned"), ("", "timeout")] {
        let text = experiment(engine, "random").replace(other, &format!("{limits}{other}"));
        fs::write(folder.path().join("a.toml"), text.replace("games = 3", "games = 1")).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--fresh"]);
        assert!(output.status.success(), "{}", said(&output));
        let rows = rows(folder.path());
        assert!(rows.len() == 2 && rows.iter().all(|row| &row[12] == end), "{rows:?}");
    }
}

/// Programs that know no passes leave out those that are forced.
#[cfg(unix)]
#[test]
fn passes_may_be_left_out() {
    let yomi = yomi();
    let folder = tempfile::tempdir().unwrap();
    // The third descriptor is the script's own output, not the pipe.
    let script = format!(
        "exec 3>&1\nwhile read -r line; do case \"$line\" in\n\
         *pass) printf '? syntax error\\n\\n' >&3;;\n*) echo \"$line\";;\n\
         esac; done | {} gtp --player random\n",
        yomi.display()
    );
    fs::write(folder.path().join("deaf.sh"), script).unwrap();
    let text = experiment("engine(cmd=\"sh deaf.sh\",protocol=gtp)", "random");
    fs::write(folder.path().join("a.toml"), text.replace("games = 3", "games = 40")).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--strict"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // Plies of the players, squares of two letters.
    let passes = |row: &csv::StringRecord| {
        row[11].parse::<usize>().unwrap() > (row[15].len() - row[3].len()) / 2
    };
    assert!(rows(folder.path()).iter().any(passes), "no game had a pass");
}

/// A program plays all its games unless it crashes; then it is started anew. What it says on stderr
/// is in the log.
#[cfg(unix)]
#[test]
fn programs_are_kept_between_games() {
    let yomi = yomi();
    let folder = tempfile::tempdir().unwrap();
    let log = || fs::read_to_string(folder.path().join("out/engines.log")).unwrap();
    let run = |engine: &str| {
        fs::write(folder.path().join("a.toml"), experiment(engine, "random")).unwrap();
        let all = ["run", "a.toml", "--out", "out", "--threads", "1", "--fresh"];
        let output = lab(folder.path(), &all);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    };
    for protocol in ["gtp", "nboard", "ugi"] {
        let program = yomi.display();
        let script = format!("echo 'here I am' >&2\nexec {program} {protocol} --player random\n");
        fs::write(folder.path().join("kept.sh"), script).unwrap();
        run(&format!("engine(cmd=\"sh kept.sh\",protocol={protocol})"));
        assert!(rows(folder.path()).iter().all(|row| &row[12] != "crash"));
        assert_eq!(log().matches("started: sh kept.sh\n").count(), 1, "{protocol}: {}", log());
        assert_eq!(log().matches("] here I am\n").count(), 1, "{protocol}: {}", log());
    }
    // Six games, each with a crash.
    fs::write(folder.path().join("fake.sh"), fake("echo 'out of ideas' >&2; exit 3")).unwrap();
    run("engine(cmd=\"sh fake.sh\",protocol=gtp)");
    assert_eq!(log().matches("started: sh fake.sh\n").count(), 6, "{}", log());
    assert_eq!(log().matches("] out of ideas\n").count(), 6, "{}", log());
    // One that goes between two games loses none of them by it.
    let dies = "echo played >>played; printf '= %s\\n\\n' pass; exit 0";
    fs::write(folder.path().join("fake.sh"), fake(dies)).unwrap();
    run("engine(cmd=\"sh fake.sh\",protocol=gtp)");
    assert!(rows(folder.path()).iter().all(|row| &row[12] == "illegal move"));
}
