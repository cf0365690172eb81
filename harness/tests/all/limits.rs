use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use yomi_harness::plan::Overrides;
use yomi_harness::run::history::History;
use yomi_harness::run::record::{Game, Record};

use crate::protocols::yomi;
use crate::run;

fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Two players, each with text and limits, from a few openings.
fn experiment(players: [(&str, &str); 2]) -> String {
    let players = ["one", "other"].iter().zip(players).map(|(name, (text, limits))| {
        format!("[[players]]\nname = \"{name}\"\ntext = '{text}'\n{limits}\n")
    });
    format!(
        "question = \"?\"\ngame = \"othello\"\ngames = 2\nseed = 5\n[schedule]\npairs = \
         [[\"one\", \"other\"]]\n[openings]\nrandom_plies = 8\n{}",
        players.collect::<String>()
    )
}

/// All games in the journal of a run.
fn games(folder: &Path) -> Vec<Game<'static>> {
    let history = History::read(folder).unwrap().unwrap();
    let mut games = Vec::new();
    let collect = |line: &yomi_harness::run::history::Line<'_>| {
        if let Some(Record::Pair(pair)) = &line.record {
            games.extend(pair.games.iter().cloned().map(Game::into_owned));
        }
    };
    history.each(collect).unwrap();
    games
}

/// A player within limits is the player with these parameters.
#[test]
fn limits_are_those_of_the_player() {
    let folder = tempfile::tempdir().unwrap();
    for (text, limits, same) in [
        ("expert", "limits = { level = 2 }", "expert(level=2)"),
        (
            "alphabeta(eval=discs,depth=5)",
            "limits = { depth = 2 }",
            "alphabeta(eval=discs,depth=2)",
        ),
        ("alphabeta(eval=discs)", "limits = { nodes = 300 }", "alphabeta(eval=discs,nodes=300)"),
    ] {
        let digest = |text, limits| {
            let experiment = experiment([(text, limits), ("random", "")]);
            run(folder.path(), &experiment, &Overrides::default(), 2).manifest
        };
        let (limited, written) = (digest(text, limits), digest(same, ""));
        assert_eq!(limited.digest, written.digest, "{text} with {limits}");
        assert!(limited.reproducible);
    }
    // Limits of all players, but for those that have their own; templates are filled in.
    let text = experiment([
        ("alphabeta(eval=discs)", "limits = { depth = \"{plies}\" }"),
        ("random", "limits = {}"),
    ]);
    let text = text.replace("seed = 5", "seed = 5\nlimits = { depth = 3 }");
    let text = text.replacen(
        "\nlimits = { depth = \"{plies}\" }",
        "\nlimits = { depth = \"{plies}\" }\neach = { plies = [2] }",
        1,
    );
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let plain = experiment([("alphabeta(eval=discs,depth=2)", ""), ("random", "")]);
    assert_eq!(
        outcome.manifest.digest,
        run(folder.path(), &plain, &Overrides::default(), 2).manifest.digest
    );
}

#[test]
fn limits_that_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    for (player, limits, told) in [
        ("random", "limits = { depth = 3 }", "limits: `random` has no parameter `depth`"),
        ("expert", "limits = { speed = 3 }", "limits: unknown limit `speed`"),
        ("expert", "limits = { clock = \"fast\" }", "limits: clock: expected seconds for a game"),
        ("expert", "limits = { time = 5, clock = \"3\" }", "limits: expected either time or clock"),
        ("expert", "limits = { margin = 5 }", "limits: margin: expected time or clock"),
        ("expert", "limits = { depth = \"{plies}\" }", "limits: no value for `{plies}`"),
        ("engine(cmd=\"x\",protocol=gtp)", "limits = { depth = 3 }", "the protocol has no depth"),
        ("engine(cmd=\"x\",protocol=gtp)", "limits = { level = 3 }", "the protocol has no level"),
    ] {
        fs::write(folder.path().join("a.toml"), experiment([(player, limits), ("random", "")]))
            .unwrap();
        let refused = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
        assert_eq!(refused.status.code(), Some(2), "{limits}");
        let said = said(&refused);
        assert!(
            said.contains("a.toml: line 12: limits: ") && said.contains(told),
            "{limits}: {said}"
        );
        assert!(!folder.path().join("out").exists());
    }
}

/// A player uses its game clock, does not overstep it, and every output says that such games do
/// not come again.
#[test]
fn a_game_clock_is_used() {
    let folder = tempfile::tempdir().unwrap();
    // The margin is for a machine that is busy with other tests.
    let clock = "limits = { clock = \"0.6+0.01\", margin = 5000 }";
    let text = experiment([("expert", clock), ("alphabeta(eval=mobility)", clock)]);
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let games = games(&folder.path().join("out"));
    assert_eq!(games.len(), 4);
    for game in &games {
        assert!(game.forfeit.is_none(), "{game:?}");
        let times = game.times.unwrap();
        for (micros, moves) in times.micros.into_iter().zip(times.moves) {
            assert!(moves > 15, "{game:?}");
            assert!(micros > 200_000, "most of the clock is left: {game:?}");
        }
    }
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let warning = "Not reproducible: clocks, threads or other programs decide moves.";
    assert!(said(&output).contains(warning), "{}", said(&output));
    assert!(read("README.md").contains(warning) && read("report.html").contains(warning));
    assert!(read("run.toml").contains("reproducible = false"));
    let json = said(&lab(folder.path(), &["report", "out", "--format", "json"]));
    assert!(json.contains(warning) && json.contains("\"reproducible\":false"), "{json}");
    for told in [">ms a move</button>", "How long games were", "1 手のミリ秒"] {
        assert!(read("report.html").contains(told), "{told}");
    }
}

/// A player that takes longer than its clock and the margin allow loses, whoever it is; without a
/// clock it does not.
#[test]
fn who_oversteps_the_clock_loses() {
    let folder = tempfile::tempdir().unwrap();
    let limits = "limits = { time = 1, margin = 0 }";
    let text = experiment([("uct(playouts=20000)", limits), ("random", "limits = {}")]);
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    assert!(outcome.manifest.complete);
    let games = games(&folder.path().join("out"));
    // One millisecond without a margin: on any machine some move comes too late.
    assert!(games.iter().any(|game| game.end == "time forfeit"), "{games:?}");
    for game in games.iter().filter(|game| game.end == "time forfeit") {
        let forfeit = game.forfeit.as_ref().unwrap();
        assert!(
            forfeit.words.ends_with(" s for a move, 0.001 s were allowed, margin included"),
            "{forfeit:?}"
        );
        assert_eq!(game.difference, if forfeit.black { -64 } else { 64 });
    }
    assert!(
        outcome
            .forfeits
            .iter()
            .all(|told| told.starts_with("one lost ") && told.contains(" to other"))
    );
}

/// A program that thinks while it takes note of the other's move thinks on its own clock.
#[cfg(unix)]
#[test]
fn nobody_thinks_off_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    // Neither takes all that a move may take, but both together do.
    let slow = "while read -r command rest; do\ncase \"$command\" in\nplay) sleep 0.25;;\n\
                genmove) sleep 0.25; rest=resign;;\nesac\n\
                case \"$rest\" in resign) printf '= resign\\n\\n';; *) printf '=\\n\\n';; esac\n\
                done\n";
    fs::write(folder.path().join("slow.sh"), slow).unwrap();
    let limits = "limits = { time = 400, margin = 0 }";
    let engine = "engine(cmd=\"sh slow.sh\",protocol=gtp)";
    let text = experiment([(engine, limits), ("random", "")]);
    let text = text.replace("games = 2", "games = 1").replace("random_plies = 8", "start = true");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut lost = csv::Reader::from_path(folder.path().join("out/games.csv")).unwrap();
    let as_white = lost.records().map(Result::unwrap).find(|row| &row[5] == "one").unwrap();
    assert_eq!(&as_white[12], "time forfeit", "{as_white:?}");
}

/// A program that has no word for time, or takes whole seconds only, plays on; the lab's clock
/// counts all the same.
#[cfg(unix)]
#[test]
fn not_every_program_wants_to_know_the_time() {
    // How often it is told its clock in seconds with decimals, and how often in whole ones.
    for (clock, wanted, decimal, whole) in [
        ("2+0.01", "-", 0, 0),
        ("2+0.01", "time_settings", 1, 1),
        ("2", "whole", 1, 4),
        ("2", "all", 4, 0),
        ("10", "all", 0, 4),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "wanted={wanted}\nwhile read -r command rest; do\ncase \"$wanted:$command:$rest\" in\n\
             *:time_*) echo \"$command $rest\" >>told.txt;;\nesac\n\
             case \"$wanted:$command:$rest\" in\n\
             whole:time_left:*.*|-:time_*|time_settings:time_left:*)\n\
             printf '? unknown command\\n\\n';;\n\
             *:genmove:*) printf '= resign\\n\\n';;\n*) printf '=\\n\\n';;\nesac\ndone\n"
        );
        fs::write(folder.path().join("simple.sh"), script).unwrap();
        let limits = format!("limits = {{ clock = \"{clock}\" }}");
        let text =
            experiment([("engine(cmd=\"sh simple.sh\",protocol=gtp)", &limits), ("random", "")]);
        fs::write(folder.path().join("a.toml"), text).unwrap();
        let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--threads", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let games = games(&folder.path().join("out"));
        assert!(games.iter().all(|game| game.end == "resigned"), "{games:?}");
        let lines = fs::read_to_string(folder.path().join("told.txt")).unwrap();
        let main = clock.split('+').next().expect("a main time");
        assert!(lines.starts_with(&format!("time_settings {main} 0 0\n")), "{lines}");
        let left: Vec<&str> = lines.lines().filter(|line| line.starts_with("time_left")).collect();
        let with_decimals = left.iter().filter(|line| line.contains('.')).count();
        assert_eq!((with_decimals, left.len() - with_decimals), (decimal, whole), "{lines}");
    }
}

/// Programs are told of their clock; one that thinks longer than it has loses on time, one that is
/// quick enough does not.
#[cfg(unix)]
#[test]
fn programs_have_clocks() {
    let yomi = yomi();
    // They mostly wait.
    std::thread::scope(|scope| {
        for (protocol, asked, told) in [
            ("gtp", "genmove*", ["time_settings 1 0 0", "time_left black 1."]),
            ("ugi", "go*", ["go p1time 1500 p1inc 100 p2time 1500 p2inc 100", "p1time 1"]),
            // The opening's moves have taken what they add to the clock.
            ("nboard", "go*", ["TI[1.5/0.1/0]", "//0.100"]),
        ] {
            let yomi = yomi.display();
            scope.spawn(move || program_has_a_clock(&yomi.to_string(), protocol, asked, told));
        }
    });
}

/// Lines beginning with `asked` ask for a move; the log has the lines that are `told`.
#[cfg(unix)]
fn program_has_a_clock(yomi: &str, protocol: &str, asked: &str, told: [&str; 2]) {
    let folder = tempfile::tempdir().unwrap();
    // What goes through here arrives nearly a second late when a move is asked for.
    let delay = format!(
        "while read -r line; do\ncase \"$line\" in {asked}) sleep 0.8;; esac\n\
         echo \"$line\"\ndone | {yomi} {protocol} --player random\n",
    );
    fs::write(folder.path().join("slow.sh"), delay).unwrap();
    let clock = "limits = { clock = \"1.5+0.1\", margin = 300 }";
    let slow = format!("engine(cmd=\"sh slow.sh\",protocol={protocol})");
    let quick = format!(
        "engine(cmd=\"{yomi} {protocol} --player expert --log told.txt\",protocol={protocol})",
    );
    let text = experiment([(&slow, clock), (&quick, clock)]);
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let options = ["--out", "out", "--threads", "1", "--games", "1"];
    let output = lab(folder.path(), &[&["run", "a.toml"], &options[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{protocol}: {}", said(&output));
    let games = games(&folder.path().join("out"));
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game.end, "time forfeit", "{protocol}: {game:?}");
    }
    let lost = said(&output);
    assert!(lost.contains("one lost 2 games by time forfeit, the first"), "{protocol}: {lost}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    let lost = page.split("<h2>Games lost by forfeit</h2>").nth(1).unwrap();
    assert!(lost.contains("<td class=\"text\">time forfeit</td><td>2</td>"), "{protocol}");
    let log = fs::read_to_string(folder.path().join("told.txt")).unwrap();
    for line in told {
        assert!(log.contains(line), "{protocol}: `{line}` is not in {log}");
    }
    // The quick one thought for as long as its clock let it.
    let side = |game: &Game<'_>| usize::from(game.forfeit.as_ref().unwrap().black);
    let thought = games.iter().map(|game| (game.times.unwrap().micros[side(game)], game));
    for (micros, game) in thought {
        assert!(micros > 20_000, "{protocol}: {micros} {game:?}");
    }
}
