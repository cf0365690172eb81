use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use yomi_harness::plan::Overrides;

use crate::{ROUND_ROBIN, run};

pub(crate) fn lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

pub(crate) fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The rows of a table of a run.
pub(crate) fn table(folder: &Path, name: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(folder.join("out").join(name)).unwrap();
    reader.records().map(Result::unwrap).collect()
}

pub(crate) const TEST: &str = r#"
question = "Is looking ahead worth it?"
game = "tictactoe"
games = 2000
seed = 7
stop = { sprt = { elo0 = 0, elo1 = 60, alpha = 0.05, beta = 0.05 } }
[schedule]
pairs = [["tactics", "random"]]
[[players]]
name = "random"
text = "random"
[[players]]
name = "tactics"
text = "tactics(level=1)"
"#;

/// Verdict, number of games and their bytes are the same for any number of threads, and after an
/// interruption.
#[test]
fn a_test_ends_where_it_has_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let outcomes = [1, 2, 7].map(|threads| {
        let outcome = run(folder.path(), TEST, &Overrides::default(), threads);
        assert!(outcome.manifest.complete && outcome.manifest.done < 400, "{:?}", outcome.manifest);
        (outcome.manifest.done, outcome.manifest.digest, outcome.page.answer[0].clone())
    });
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0], outcomes[2]);
    let (done, _, told) = &outcomes[0];
    let expected = "**tactics** against random in normalised Elo: at least 60 rather than 0; LLR ";
    assert!(
        told.starts_with(expected)
            && told.contains(&format!(" after {} pairs. The other figures", done / 2)),
        "{told}"
    );
    // The same from the journal cut short and played to its end.
    let journal = fs::read_to_string(folder.path().join("out/journal.log")).unwrap();
    let part: String = journal.lines().take(6).map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join("out/journal.log"), part).unwrap();
    let again = lab(folder.path(), &["run", "experiment.toml", "--out", "out"]);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert!(said(&again).contains(&outcomes[0].1[..16]), "{}", said(&again));
    // The other way round the other hypothesis is accepted.
    let worse = TEST.replace("[[\"tactics\", \"random\"]]", "[[\"random\", \"tactics\"]]");
    let told = run(folder.path(), &worse, &Overrides::default(), 2).page.answer[0].clone();
    assert!(
        told.starts_with("**random** against tactics in normalised Elo: at most 0 rather than 60"),
        "{told}"
    );
}

#[test]
fn tests_that_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, told) in [
        ("elo1 = 60", "elo1 = -5", "line 6: stop.sprt: expected elo0 < elo1"),
        ("alpha = 0.05", "alpha = 0.9", "line 6: stop.sprt: expected elo0 < elo1"),
        (
            "beta = 0.05",
            "model = \"bayes\"",
            "line 6: stop.sprt.model: expected `normalized` or `logistic`",
        ),
        (
            "pairs = [[\"tactics\", \"random\"]]",
            "round_robin = true",
            "stop.sprt: expected a schedule of one pair",
        ),
    ] {
        fs::write(folder.path().join("bad.toml"), TEST.replace(from, to)).unwrap();
        let refused = lab(folder.path(), &["run", "bad.toml"]);
        assert!(
            refused.status.code() == Some(2) && said(&refused).contains(told),
            "{}",
            said(&refused)
        );
    }
}

#[test]
fn two_players_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let compared = lab(folder.path(), &["compare", "out", "mobility-2", "discs-1"]);
    let text = said(&compared);
    assert_eq!(compared.status.code(), Some(0), "{text}");
    let mut reader = csv::Reader::from_path(folder.path().join("out/pairs.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    let row = rows.iter().find(|row| (&row[1], &row[2]) == ("discs-1", "mobility-2")).unwrap();
    // The table has it from the other side.
    assert_eq!(&row[3], "20");
    let counts: Vec<&str> = (4..9).rev().map(|field| &row[field]).collect();
    let [a, b, c, d, e] = counts[..] else { panic!() };
    assert!(
        text.contains(&format!("pairs by points      0: {a}, ½: {b}, 1: {c}, 1½: {d}, 2: {e}")),
        "{text}"
    );
    let score = 100.0 - 100.0 * row[9].parse::<f64>().unwrap();
    assert!(text.contains(&format!("score                {score:.1} % [")), "{text}");
    let mirrored = said(&lab(folder.path(), &["compare", "out", "discs-1", "mobility-2"]));
    assert!(
        mirrored.contains(&format!("score                {:.1} % [", 100.0 - score)),
        "{mirrored}"
    );
    let refused = lab(folder.path(), &["compare", "out", "nobody", "discs-1"]);
    assert!(
        refused.status.code() == Some(2)
            && said(&refused).contains("no player `nobody`; expected one of discs-1, ")
    );
}

/// Players of a gauntlet do not meet; they are compared by their scores against the others.
#[test]
fn players_that_have_not_met_are_compared_by_others() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), crate::GAUNTLET, &Overrides::default(), 2);
    let mut reader = csv::Reader::from_path(folder.path().join("out/summary.csv")).unwrap();
    let names: Vec<String> = reader.records().map(|row| row.unwrap()[1].to_owned()).collect();
    let player = names.iter().find(|name| *name != "random").unwrap();
    let text = said(&lab(folder.path(), &["compare", "out", player, "random"]));
    assert!(text.contains("  score  "), "{text}");
    let gauntlet =
        crate::GAUNTLET.to_owned() + "[[players]]\nname = \"blind\"\ntext = \"tactics(level=1)\"\n";
    run(folder.path(), &gauntlet, &Overrides::default(), 2);
    let text = said(&lab(folder.path(), &["compare", "out", player, "blind"]));
    assert!(text.starts_with(&format!("{player} and blind have not met.\n")), "{text}");
    assert!(text.contains(" against random.\n") && text.contains("  difference  "), "{text}");
    // The other way round every sign is turned.
    let lead = |text: &str| {
        let line = text.lines().find(|line| line.contains("  difference ")).unwrap().to_owned();
        let figures: Vec<f64> =
            line.split([' ', '[', ']', ',']).filter_map(|figure| figure.parse().ok()).collect();
        figures
    };
    let turned = lead(&said(&lab(folder.path(), &["compare", "out", "blind", player])));
    let [mean, low, high] = lead(&text)[..] else { panic!("{text}") };
    assert!(low < mean && mean < high && turned == [-mean, -high, -low], "{text}");
}

/// The figures that fastchess, fishtest and cutechess print for the same numbers.
#[test]
fn results_of_other_programs_are_explained() {
    let elo = |arguments: &[&str]| said(&lab(Path::new("."), &[&["elo"], arguments].concat()));
    let text = elo(&["136", "111", "96"]);
    assert!(text.starts_with("343 games: 136 won, 111 drawn, 96 lost\n"), "{text}");
    for line in [
        "Elo                  +40.7 [+10.4, +71.0]",
        "fishtest: Elo        +40.7 ± 30.4",
        "fishtest: normalised +49.8 ± 36.8",
        "fishtest: better     99.6 %",
        "cutechess: better    99.6 %",
    ] {
        assert!(text.contains(line), "{text}");
    }
    // Five pairs of five are not enough, whatever fishtest's formulas make of them.
    let text = elo(&["0", "0", "0", "0", "5"]);
    for line in ["score                100.0 % [47.8, 100.0]", "better, probability  96.9 %"] {
        assert!(text.contains(line), "{text}");
    }
    let text = elo(&["1038", "1925", "1037", "--sprt", "-5", "5"]);
    assert!(text.contains("LLR, cutechess               0.055\n"), "{text}");
    let text = elo(&["13", "37", "50", "25", "3", "--sprt", "0", "4"]);
    assert!(text.contains("LLR, normalised Elo          -0.549\n"), "{text}");
    assert!(text.contains("LLR, normalised, approximate -0.540\n"), "{text}");
    assert!(text.contains("bounds at 5 %                -2.944, 2.944\n"), "{text}");
    for refused in [
        &["1", "2", "3", "4"][..],
        &["0", "0", "0"],
        &["1", "2"],
        &["1", "2", "3", "--sprt", "5", "0"],
        &["1", "2", "-3"],
        &["1", "2", "3", "--sprt", "nan", "0"],
    ] {
        let output = lab(Path::new("."), &[&["elo"], refused].concat());
        assert_eq!(output.status.code(), Some(2), "{refused:?}: {}", said(&output));
    }
}

/// Ratings add up to zero, follow the scores, and are the same whenever they are made.
#[test]
fn a_round_robin_has_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let ratings = outcome.page.ratings.unwrap().table;
    let order = |table: &[Vec<String>]| table.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
    assert_eq!(order(&ratings.rows), order(&outcome.page.table.rows));
    let sum: f64 = ratings.rows.iter().map(|row| row[1].parse::<f64>().unwrap()).sum();
    assert!(sum.abs() <= 2.0, "{sum}");
    for row in &ratings.rows {
        let (low, high) = row[2].split_once(" to ").unwrap();
        let [low, elo, high] = [low, &row[1], high].map(|text| text.parse::<f64>().unwrap());
        assert!(low < elo && elo < high, "{row:?}");
    }
    let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
    assert_eq!(lab(folder.path(), &["report", "out"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("out/README.md")).unwrap(), page);
}

/// Who lost no game has no interval, does not move the others' mean, and the page says what that
/// means.
#[test]
fn an_unbeaten_player_does_not_move_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["random", "alphabeta(depth=1,eval=discs)", "expert(depth=4)"];
    let players =
        players.map(|text| format!("[[players]]\nname = \"{text}\"\ntext = \"{text}\"\n"));
    let (rules, _) = ROUND_ROBIN.split_once("[[players]]").unwrap();
    let rules = rules.replace("size = 6", "size = 8").replace("\"depth\"", "\"ladder\"");
    let text = rules + &players.concat();
    let page = run(folder.path(), &text, &Overrides::default(), 2).page;
    let ratings = page.ratings.clone().unwrap();
    assert_eq!(ratings.heading, "Ratings, the mean of those with limits zero");
    let [best, one, other] = &ratings.table.rows[..] else { panic!("{ratings:?}") };
    assert_eq!((&*best[0], &*best[2]), ("expert(depth=4)", "–"));
    let elo = [one, other].map(|row| row[1].parse::<f64>().unwrap());
    assert!(elo[0] + elo[1] == 0.0, "{elo:?}");
    assert!(page.markdown("x").contains("those with limits zero:\n"));
    assert!(page.notes.iter().any(|note| note.contains("`–` is no interval")), "{:?}", page.notes);
    let ladder = fs::read_to_string(folder.path().join("out/ladder.svg")).unwrap();
    assert!(ladder.contains("mean of those with limits 0"));
}

/// The interval of a score is the same in every table.
#[test]
fn tables_agree_about_intervals() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let summary = table(folder.path(), "summary.csv");
    for pair in table(folder.path(), "pairs.csv") {
        let same =
            |row: &&csv::StringRecord| (&row[1], &row[2], &row[3]) == (&pair[1], "both", &pair[2]);
        let row = summary.iter().find(same).unwrap();
        for (ours, theirs) in [(9, 13), (10, 14), (11, 15)] {
            assert_eq!(pair[ours], row[theirs], "{pair:?} {row:?}");
        }
    }
}

#[test]
fn nobody_is_compared_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let refused = lab(folder.path(), &["compare", "out", "discs-1", "discs-1"]);
    let told = said(&refused);
    assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.contains("`discs-1` cannot be compared with itself; expected two players"));
}

/// Players of different variants cannot be compared.
#[test]
fn players_of_different_variants_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let variants = ["discs", "mobility"]
        .map(|eval| format!("[[variants]]\nname = \"{eval}\"\nset = {{ e = \"{eval}\" }}\n"));
    let text = format!(
        "question = \"?\"\ngame = \"othello\"\nsize = 4\ngames = 2\nseed = 1\n[schedule]\n\
         round_robin = true\n{}[[players]]\nname = \"{{e}}\"\n\
         text = \"alphabeta(depth=1,eval={{e}})\"\n[[players]]\nname = \"random\"\n\
         text = \"random\"\n",
        variants.concat()
    );
    run(folder.path(), &text, &Overrides::default(), 2);
    let refused = lab(folder.path(), &["compare", "out", "discs", "mobility"]);
    let told = said(&refused);
    assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.contains("no variant has both `discs` and `mobility`"), "{told}");
    assert!(lab(folder.path(), &["compare", "out", "discs", "random"]).status.success());
}

#[test]
fn the_cost_of_a_question() {
    let told = said(&lab(Path::new("."), &["games-needed", "--elo", "5"]));
    assert!(
        told.starts_with("37906 games, in pairs: ") && told.contains("\n18552 games: "),
        "{told}"
    );
    assert_eq!(lab(Path::new("."), &["games-needed", "--elo", "0"]).status.code(), Some(2));
    let negative = said(&lab(Path::new("."), &["games-needed", "--elo", "-5"]));
    assert!(negative.contains("expected a difference from 0.5 to 1000"), "{negative}");
    // With nine draws of ten nobody can score as much.
    let refused = lab(Path::new("."), &["games-needed", "--elo", "100", "--draws", "90"]);
    let told = said(&refused);
    assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.ends_with("with 90 % draws nobody makes more than 55.0 %\n"), "{told}");
}

/// The example of a sequential test is an experiment as it stands, in both languages.
#[test]
fn the_example_of_a_test_runs() {
    for readme in ["README.md", "README.ja.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(readme);
        let text = fs::read_to_string(path).unwrap();
        let mut blocks = text.split("```toml\n").filter_map(|rest| rest.split("```").next());
        let example = blocks.find(|block| block.contains("sprt =")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let overrides = Overrides { games: Some(10), ..Overrides::default() };
        assert!(run(folder.path(), example, &overrides, 2).manifest.complete, "{readme}");
    }
}
