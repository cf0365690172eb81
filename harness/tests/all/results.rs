use std::fs;
use std::path::Path;

use yomi_harness::plan::Overrides;

use crate::{GAUNTLET, ROUND_ROBIN, run};

#[test]
fn a_gauntlet_leaves_tables_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), GAUNTLET, &Overrides::default(), 2);
    let out = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let lines = |name| read(name).lines().count() - 1;
    // Two players in two colours, one, who is not the opponent, in both together; two counts.
    assert_eq!(["games.csv", "summary.csv", "pairs.csv"].map(lines), [150, 2 * 2 * 2 + 2, 1]);
    assert!(read("README.md").starts_with("# experiment\n\n**Is looking ahead worth it?**\n"));
    assert!(read("table.svg").contains("published figure"));
    assert_eq!(fs::read(out.join("table.png")).unwrap()[..4], *b"\x89PNG");
    assert!(outcome.manifest.complete && read("run.toml").contains(&outcome.manifest.digest));
    assert!(!out.join("games.csv.tmp").exists());
    // Who meets itself plays one game of a pair: 50 pairs and 50 single games.
    let (speed, manifest) = (outcome.speed, &outcome.manifest);
    assert_eq!((speed.done, speed.seconds), (150, manifest.wall_seconds));
    assert_eq!(manifest.per_second, (150.0 / manifest.wall_seconds).round());
}

#[test]
fn a_round_robin_ranks_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), ROUND_ROBIN, &Overrides::default(), 2);
    let out = folder.path().join("out");
    assert!(out.join("depth.svg").exists() && out.join("crosstable.png").exists());
    // Points are shared out in full: every pair's scores add up to one.
    let mut reader = csv::Reader::from_path(out.join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let totals: Vec<f64> =
        rows.iter().filter(|row| &row[3] == "all").map(|row| row[13].parse().unwrap()).collect();
    assert_eq!(totals.len(), 4);
    assert!((totals.iter().sum::<f64>() - 2.0).abs() < 1e-3, "{totals:?}");
    assert_eq!(outcome.page.table.rows.len(), 4);
}

/// An axis has a few numbers however long it is, and a report takes only its own pictures away.
#[test]
fn long_axes_and_pictures_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let text = ROUND_ROBIN.replace("x = \"{depth}\"", "x = \"{depth}00000000\"");
    run(folder.path(), &text, &Overrides::default(), 2);
    let out = folder.path().join("out");
    assert!(fs::metadata(out.join("depth.svg")).unwrap().len() < 100_000);
    fs::write(out.join("mine.svg"), "mine").unwrap();
    let text = fs::read_to_string(out.join("README.md")).unwrap();
    fs::write(out.join("README.md"), text + "![Of an earlier report](old.svg)\n").unwrap();
    fs::write(out.join("old.svg"), "old").unwrap();
    yomi_harness::work::report(&out, Default::default()).unwrap();
    assert!(out.join("mine.svg").exists() && !out.join("old.svg").exists());
}

/// Players of single pairs have no score against everybody, so there is nothing to draw by depth.
#[test]
fn a_picture_without_points_is_not_drawn() {
    let pairs = "pairs = [[\"discs-2\", \"discs-1\"]]";
    let folder = tempfile::tempdir().unwrap();
    let text = ROUND_ROBIN.replace("round_robin = true", pairs);
    run(folder.path(), &text, &Overrides::default(), 2);
    let out = folder.path().join("out");
    assert!(!out.join("depth.svg").exists() && out.join("crosstable.svg").exists());
    assert!(!fs::read_to_string(out.join("README.md")).unwrap().contains("depth.svg"));
}

/// Columns of the summary's rows in which `player` meets `opponent` in both colours.
pub(crate) fn both_colours(folder: &Path, player: &str, opponent: &str) -> csv::StringRecord {
    let mut reader = csv::Reader::from_path(folder.join("summary.csv")).unwrap();
    let wanted =
        |row: &csv::StringRecord| row.iter().skip(1).take(3).eq([player, "both", opponent]);
    reader.records().map(Result::unwrap).find(wanted).unwrap()
}

/// Two players that leave nothing to chance play one game a colour from the start, however many are
/// asked for.
#[test]
fn repeated_games_are_counted_once() {
    let text = ROUND_ROBIN.replace("[openings]\nrandom_plies = 4\n", "");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let row = both_colours(&folder.path().join("out"), "mobility-2", "discs-1");
    assert_eq!((&row[5], &row[6]), ("40", "2"), "games and distinct ones");
    let [low, high] = [14, 15].map(|field| row[field].parse::<f64>().unwrap());
    assert!(high - low > 0.5, "one opening says little: {low} to {high}");
    let told = outcome.page.answer.iter().find(|line| line.contains("distinct")).unwrap();
    assert!(told.contains("of 240 games 10 are distinct"), "{told}");
}

/// The series the question is about is compared with the others at the same depth, in its own
/// games.
#[test]
fn the_subject_meets_the_others_at_its_own_depth() {
    let text = ROUND_ROBIN.replace("charts =", "subject = \"mobility\"\ncharts =");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let score = |depth: u32| {
        let row = both_colours(
            &folder.path().join("out"),
            &format!("discs-{depth}"),
            &format!("mobility-{depth}"),
        );
        100.0 - 100.0 * row[13].parse::<f64>().unwrap()
    };
    let line = &outcome.page.answer[0];
    assert!(
        line.starts_with("At the same depth, the score of **mobility** against discs is "),
        "{line}"
    );
    for depth in [1, 2] {
        assert!(
            line.contains(&format!("{:.1} % [", score(depth)))
                && line.contains(&format!("] at {depth}"))
        );
    }
}

/// Found by reading a ladder of levels: a page without an answer, and "all 1 other players".
#[test]
fn pairs_alone_are_told_and_one_other_player_is_one() {
    let text = ROUND_ROBIN
        .replace("round_robin = true", "pairs = [[\"mobility-2\", \"discs-1\"]]")
        .replace("[\"depth\", \"crosstable\"]", "[]");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let row = both_colours(&folder.path().join("out"), "mobility-2", "discs-1");
    let score = 100.0 * row[13].parse::<f64>().unwrap();
    let answer = format!("Scores: mobility-2 against discs-1 ({score:.1} %).");
    assert!(outcome.page.answer.contains(&answer), "{:?}", outcome.page.answer);

    // Of more than a dozen the ends are told, and what is open.
    let names: Vec<String> = (1..=14).map(|depth| format!("discs-{depth}")).collect();
    let pairs = names.windows(2).map(|pair| format!("[\"{}\", \"{}\"]", pair[1], pair[0]));
    let pairs = format!("pairs = [{}]", pairs.collect::<Vec<_>>().join(", "));
    let text = ROUND_ROBIN
        .replace("round_robin = true", &pairs)
        .replace("[\"depth\", \"crosstable\"]", "[]")
        .replace("alphabeta(depth={depth},eval={eval})", "flat_mc(playouts={depth})")
        .replace("[\"discs\", \"mobility\"]", "[\"discs\"]")
        .replace("depth = [1, 2]", "depth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let scores: Vec<f64> = names
        .windows(2)
        .map(|pair| both_colours(&folder.path().join("out"), &pair[1], &pair[0])[13].parse())
        .map(Result::unwrap)
        .collect();
    let [low, high] = [f64::min, f64::max].map(|end| scores.iter().copied().reduce(end).unwrap());
    let answer = &outcome.page.answer;
    let range = answer.iter().find(|line| line.starts_with("Scores: from discs-")).unwrap();
    let ends = [low, high].map(|score| format!("({:.1} %)", 100.0 * score));
    assert!(range.contains(&format!("{} to ", ends[0])), "{range}");
    assert!(range.ends_with(&format!("{}.", ends[1])), "{range}");

    let text = ROUND_ROBIN.replace("[\"discs\", \"mobility\"]", "[\"discs\"]");
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &text, &Overrides::default(), 2);
    let svg = fs::read_to_string(folder.path().join("out/depth.svg")).unwrap();
    assert!(svg.contains("against the other player, 40 games a point"), "{svg}");
}

/// What stands beside a pair is what the two spent on each other.
#[test]
fn the_cost_beside_a_pair_is_its_own() {
    let text = ROUND_ROBIN
        .replace(
            "round_robin = true",
            "pairs = [[\"mobility-2\", \"discs-1\"], [\"mobility-1\", \"mobility-2\"]]",
        )
        .replace("[\"depth\", \"crosstable\"]", "[\"pairs\"]");
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &text, &Overrides::default(), 2);
    let games: Vec<csv::StringRecord> = csv::Reader::from_path(folder.path().join("out/games.csv"))
        .unwrap()
        .records()
        .map(Result::unwrap)
        .collect();
    let nodes = |player: &str, opponent: &str| {
        let spent = games.iter().filter_map(|row| match (&row[4], &row[5]) {
            (black, white) if (black, white) == (player, opponent) => row[13].parse::<f64>().ok(),
            (black, white) if (white, black) == (player, opponent) => row[14].parse().ok(),
            _ => None,
        });
        let spent: Vec<f64> = spent.collect();
        assert_eq!(spent.len(), 40);
        spent.iter().sum::<f64>() / 40.0
    };
    let picture = fs::read_to_string(folder.path().join("out/pairs.svg")).unwrap();
    for [player, opponent] in [["mobility-2", "discs-1"], ["mobility-1", "mobility-2"]] {
        let (own, other) = (nodes(player, opponent), nodes(opponent, player));
        let told = format!("{own:.0} (×{:.2})", own / other);
        assert!(picture.replace(',', "").contains(&told), "{told}: {picture}");
    }
}

/// Where the program is installed without the repository, its experiments are inside.
#[test]
fn experiments_inside_are_run_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .args([
            "run",
            "tutorial-tables",
            "--games",
            "2",
            "--variant",
            "real passes (pass=proper), Black first",
        ])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(folder.path().join("runs/tutorial-tables/README.md").exists(), "{said}");
}

/// Captions say what was played: by a test with its verdict, and from openings used again.
#[test]
fn captions_say_what_was_played() {
    let caption = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let outcome = run(folder.path(), text, &Overrides::default(), 2);
        let picture = fs::read_to_string(folder.path().join("out/crosstable.svg")).unwrap();
        (outcome.manifest.done, picture)
    };
    let test =
        crate::statistics::TEST.replace("\nstop =", "\ncharts = [\"crosstable\"]\nstop =").replace(
            "[[players]]\nname = \"random\"",
            "[openings]\nstart = true\n[[players]]\nname = \"random\"",
        );
    let (done, picture) = caption(&test);
    assert!(done < 400 && picture.contains(&format!("{done} games a pair")), "{picture}");
    let again = ROUND_ROBIN
        .replace("size = 6\n", "")
        .replace("random_plies = 4", "list = [\"f5d6\", \"f5f6\"]\nrepeat = true");
    let (_, picture) = caption(&again);
    assert!(picture.contains("40 games a pair from 2 openings"), "{picture}");
    let (_, picture) = caption(ROUND_ROBIN);
    assert!(picture.contains("40 games a pair from 20 openings"), "{picture}");
}

/// Each variant has sentences of its own and rows with its name; pictures show the first.
#[test]
fn variants_are_told_apart() {
    let variants = "[[variants]]\nname = \"first\"\n[[variants]]\nname = \"second\"\nfirst_mover = \
                    \"white\"\n[schedule]";
    let text = ROUND_ROBIN
        .replace("[schedule]", variants)
        .replace("charts =", "subject = \"mobility\"\ncharts =");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let (answer, rows) = (&outcome.page.answer, &outcome.page.table.rows);
    assert_eq!(outcome.page.table.header[0], "variant");
    for name in ["first", "second"] {
        let mine: Vec<_> = rows.iter().filter(|row| row[0] == name).collect();
        assert_eq!(mine.len(), 4, "{rows:?}");
        let score = |row: &Vec<String>| row[8].parse::<f64>().unwrap();
        assert!(mine.windows(2).all(|pair| score(pair[0]) >= score(pair[1])), "{mine:?}");
        let [best, worst] =
            [mine[0], mine[3]].map(|row| format!("**{}** with {} %", row[1], row[8]));
        let told = format!("{name}: Best: {best} [");
        assert!(answer.iter().any(|line| line.starts_with(&told) && line.contains(&worst)));
        let told =
            format!("{name}: At the same depth, the score of **mobility** against discs is ");
        let line = answer.iter().find(|line| line.starts_with(&told)).unwrap();
        assert_eq!(line.matches("] at 1").count(), 1, "{line}");
    }
    let svg = fs::read_to_string(folder.path().join("out/depth.svg")).unwrap();
    assert!(svg.contains("against all 3 other players, 120 games a point"), "{svg}");
    assert!(svg.contains("variant first (the others are in the table)"), "{svg}");
}

/// Depths that a file lists in another order are told and drawn from the least to the greatest.
#[test]
fn lines_run_from_the_least_depth_to_the_greatest() {
    let told = |depths: &str| {
        let text = ROUND_ROBIN.replace("depth = [1, 2]", &format!("depth = {depths}"));
        let folder = tempfile::tempdir().unwrap();
        let few = Overrides { games: Some(4), ..Overrides::default() };
        let answer = run(folder.path(), &text, &few, 2).page.answer;
        answer.into_iter().filter(|line| line.contains("depth") || line.contains("ply")).collect()
    };
    let lines: Vec<String> = told("[2, 3, 1]");
    assert_eq!(lines, told("[1, 2, 3]"));
    assert!(lines.iter().any(|line| line.starts_with("At depth 3 ")), "{lines:?}");
}

/// Who shares the first place is named with the first.
#[test]
fn all_of_the_best_are_named() {
    let (before, _) = ROUND_ROBIN.split_once("[[players]]").unwrap();
    let players = [
        ("one", "alphabeta(depth=2)"),
        ("same", "alphabeta(depth=2)"),
        ("x", "alphabeta(depth=1)"),
    ];
    let player = |(name, text)| format!("[[players]]\nname = \"{name}\"\ntext = \"{text}\"\n");
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{before}{}", players.map(player).concat());
    let answer = run(folder.path(), &text, &Overrides::default(), 2).page.answer;
    let best = answer.iter().find(|line| line.starts_with("Best: ")).unwrap();
    assert!(best.starts_with("Best: **one** with "), "{best}");
    assert!(best.contains("], **same** with ") && best.contains("Worst: **x** with "), "{best}");
}

/// What nobody wins has no best and no worst.
#[test]
fn equal_scores_are_called_equal() {
    let text = ROUND_ROBIN
        .replace("game = \"othello\"\nsize = 6", "game = \"tictactoe\"")
        .replace("random_plies = 4", "start = true")
        .replace("alphabeta(depth={depth},eval={eval})", "perfect");
    let folder = tempfile::tempdir().unwrap();
    let answer = run(folder.path(), &text, &Overrides::default(), 2).page.answer;
    assert!(answer.contains(&"All have the same score, 50.0 %.".to_owned()), "{answer:?}");
    let alone = text.replace("round_robin = true", "pairs = [[\"discs-1\", \"discs-1\"]]");
    let page = run(folder.path(), &alone, &Overrides::default(), 2).page;
    assert_eq!(page.table.rows.len(), 2, "each colour of a player that meets itself");
}

/// Two series against each other, in few games.
const BETWEEN: &str = r#"
question = "Who beats whom?"
game = "othello"
size = 6
games = 5
seed = 7
[schedule]
between = ["searches", "guesses"]
[openings]
random_plies = 4
[[players]]
name = "depth {depth}"
text = "alphabeta(depth={depth},eval=discs)"
series = "searches"
each = { depth = [4, 5, 6] }
[[players]]
name = "random"
text = "random"
series = "guesses"
"#;

/// The page counts as decided the pairs that `pairs.csv` has below 5 % after Holm.
#[test]
fn a_page_decides_as_its_table_does() {
    for games in [5, 40] {
        let folder = tempfile::tempdir().unwrap();
        let overrides = Overrides { games: Some(games), ..Overrides::default() };
        let outcome = run(folder.path(), BETWEEN, &overrides, 2);
        let mut reader = csv::Reader::from_path(folder.path().join("out/pairs.csv")).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let figure = |row: &csv::StringRecord, place: usize| row[place].parse::<f64>().unwrap();
        let decided = rows.iter().filter(|row| figure(row, 19) < 0.05);
        let (won, lost): (Vec<_>, Vec<_>) = decided.partition(|row| figure(row, 9) > 0.5);
        let open = rows.len() - won.len() - lost.len();
        let told = format!(
            "Pairs: 3, of which searches wins {}, guesses wins {}; undecided: {open} ",
            won.len(),
            lost.len()
        );
        assert!(outcome.page.answer[0].starts_with(&told), "{told}: {:?}", outcome.page.answer);
        // Five pairs, however one-sided, prove nothing for three players.
        assert_eq!(open > 0, games == 5, "{told}");
    }
}
