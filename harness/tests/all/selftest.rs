use std::fs;
use std::path::Path;

use yomi_harness::language::Language;
use yomi_harness::work::selftest::{Wanted, selftest};

/// A small self-test: the same figures for any number of threads, and every interval holds the
/// truth about as often as it says (the full one, with 95 ± 1 %, is in results/lab-selftest).
#[test]
#[ignore = "takes a minute; .ci/run runs it"]
fn intervals_hold_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/lab-selftest.toml");
    let coverage = [1, 3].map(|threads| {
        let out = folder.path().join(threads.to_string());
        let wanted = Wanted {
            file: file.clone(),
            repetitions: 120,
            threads,
            out: out.clone(),
            language: Language::English,
            interrupt: Default::default(),
        };
        selftest(&wanted).unwrap();
        for name in ["README.md", "report.html", "run.toml", "coverage.svg", "sprt.png"] {
            assert!(out.join(name).exists(), "{name}");
        }
        fs::read_to_string(out.join("coverage.csv")).unwrap()
    });
    assert_eq!(coverage[0], coverage[1]);
    let mut rows = csv::Reader::from_reader(coverage[0].as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let [share, error, least, most] =
            [2, 3, 4, 5].map(|field| row[field].parse::<f64>().unwrap());
        // What is wanted, and three standard errors of so few repetitions; `error` is two.
        let slack = 1.5 * error.max(0.005);
        assert!((least - slack..=most + slack).contains(&share), "{row:?}");
    }
}

/// A folder of the user's is no place for its report.
#[test]
fn other_folders_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "mine").unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/lab-selftest.toml");
    let wanted = Wanted {
        file,
        repetitions: 2,
        threads: 1,
        out: folder.path().to_owned(),
        language: Language::English,
        interrupt: Default::default(),
    };
    let refused = selftest(&wanted).unwrap_err().to_string();
    assert!(refused.ends_with("has `README.md` but no coverage.csv: give another folder"));
    assert_eq!(fs::read_to_string(folder.path().join("README.md")).unwrap(), "mine");
}

/// Players of which some always end alike, with openings that say little, and a game whose scores
/// are counted in halves: no interval of theirs is printed, or it is judged as it is.
#[test]
fn games_that_do_not_scatter_are_judged_as_far_as_they_go() {
    let folder = tempfile::tempdir().unwrap();
    let text = "question = \"?\"\ngame = \"tictactoe\"\ngames = 4\nseed = 1\n[schedule]\n\
                round_robin = true\n[openings]\nstart = true\n";
    let go = text.replace("\"tictactoe\"", "\"go\"\nsize = 5").replace("games = 4", "games = 6");
    let player = |text: &str| format!("[[players]]\nname = \"{text}\"\ntext = \"{text}\"\n");
    for (text, players) in [
        (text, ["perfect", "random", "tactics"]),
        (&*go, ["random", "flat_mc(playouts=2)", "flat_mc(playouts=3)"]),
    ] {
        let file = folder.path().join("test.toml");
        fs::write(&file, text.to_owned() + &players.map(player).concat()).unwrap();
        let out = folder.path().join(players[1]);
        let wanted = Wanted {
            file,
            repetitions: 60,
            threads: 2,
            out: out.clone(),
            language: Language::English,
            interrupt: Default::default(),
        };
        selftest(&wanted).unwrap();
        let mut rows = csv::Reader::from_path(out.join("coverage.csv")).unwrap();
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        let row = rows.iter().find(|row| row[0].starts_with("mean final score")).unwrap();
        assert!(row[1].parse::<u32>().unwrap() <= 180, "{row:?}");
        assert!(row[2].parse::<f64>().unwrap() > 0.6, "{row:?}");
    }
}

/// A program that cannot begin ends it before anything is played.
#[test]
fn a_program_that_is_missing_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let player =
        |name: &str, text: &str| format!("[[players]]\nname = \"{name}\"\ntext = '{text}'\n");
    let text = "question = \"?\"\ngame = \"tictactoe\"\ngames = 4\nseed = 1\n[schedule]\n\
                round_robin = true\n[openings]\nstart = true\n"
        .to_owned();
    let engine = "engine(cmd=\"./nosuch\",protocol=gtp)";
    let file = folder.path().join("test.toml");
    fs::write(&file, text + &player("a", engine) + &player("b", "random")).unwrap();
    let wanted = Wanted {
        file,
        repetitions: 2,
        threads: 1,
        out: folder.path().join("out"),
        language: Language::English,
        interrupt: Default::default(),
    };
    let refused = selftest(&wanted).unwrap_err().to_string();
    assert!(refused.contains("nosuch"), "{refused}");
}
