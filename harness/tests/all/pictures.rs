use std::fs;

use yomi_harness::plan::Overrides;

use crate::results::both_colours;
use crate::{ROUND_ROBIN, run};

const CROSSTABLE: &str = "charts = [\"crosstable\", \"differences\"]\n";

/// An experiment of three players with this schedule.
fn scheduled(schedule: &str) -> String {
    let (_, openings) = ROUND_ROBIN.split_once("[openings]").unwrap();
    let (openings, _) = openings.split_once("[[players]]").unwrap();
    let players = ["random", "alphabeta(depth=1,eval=discs)", "alphabeta(depth=2,eval=discs)"];
    let player = |text| format!("[[players]]\nname = \"{text}\"\ntext = \"{text}\"\n");
    format!(
        "question = \"Who wins?\"\ngame = \"othello\"\nsize = 6\ngames = 8\nseed = 7\n{CROSSTABLE}\
         [schedule]\n{schedule}\n[openings]{openings}{}",
        players.map(player).concat()
    )
}

/// Bars of wins say against whom, and of which variant; only published figures have a picture of
/// all variants.
#[test]
fn bars_name_the_opponent_and_the_variant() {
    let text = scheduled("gauntlet = [\"random\", \"alphabeta(depth=1,eval=discs)\"]")
        .replace(CROSSTABLE, "charts = [\"table\"]\n")
        + "[[variants]]\nname = \"one\"\n[[variants]]\nname = \"two\"\nfirst_mover = \"white\"\n";
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &text, &Overrides::default(), 2);
    let out = folder.path().join("out");
    let svg = fs::read_to_string(out.join("table.svg")).unwrap();
    for part in ["against random", "against alphabeta", "variant one (the others are in the table)"]
    {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("published"), "{svg}");
    assert!(!out.join("variants.svg").exists());
}

/// Everybody who has met anybody has a field, seen by both.
#[test]
fn crosstables_of_gauntlets_and_pairs_are_filled_from_both_sides() {
    let pair = "[\"alphabeta(depth=1,eval=discs)\", \"random\"]";
    for (schedule, met) in
        [("gauntlet = [\"random\"]".to_owned(), 2), (format!("pairs = [{pair}]"), 1)]
    {
        let folder = tempfile::tempdir().unwrap();
        let page = run(folder.path(), &scheduled(&schedule), &Overrides::default(), 2).page;
        let table = &page.figures.iter().find(|figure| figure.stem == "crosstable").unwrap().table;
        let filled = table.rows.iter().flat_map(|row| &row[1..]).filter(|cell| !cell.is_empty());
        assert_eq!(filled.count(), 2 * met, "{table:?}");
        let place = table.rows.iter().position(|row| row[0] == "random").unwrap();
        let other = table.rows.iter().position(|row| row[0].contains("depth=1")).unwrap();
        let score = |row: usize, column: usize| -> f64 {
            table.rows[row][column + 1].split(' ').next().unwrap().parse().unwrap()
        };
        assert!((score(place, other) + score(other, place) - 100.0).abs() < 0.11, "{table:?}");
        let told =
            format!("alphabeta(depth=1,eval=discs) against random ({:.1} %)", score(other, place));
        assert!(page.answer.iter().any(|line| line.contains(&told)), "{told}: {:?}", page.answer);
    }
    // Who only meets itself has met nobody.
    let folder = tempfile::tempdir().unwrap();
    let alone = scheduled("pairs = [[\"random\", \"random\"]]");
    let page = run(folder.path(), &alone, &Overrides::default(), 2).page;
    assert!(
        page.answer.iter().any(|line| line.starts_with("Not drawn") && line.contains("crosstable"))
    );
    assert!(!folder.path().join("out/crosstable.svg").exists());
}

/// What counts the games of all variants says so, and where there is one, it does not.
#[test]
fn what_counts_all_variants_says_so() {
    let one = scheduled("round_robin = true");
    let two = one.replace(
        "[schedule]",
        "[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\n[schedule]",
    );
    for (text, says) in [(one, false), (two, true)] {
        let folder = tempfile::tempdir().unwrap();
        let page = run(folder.path(), &text, &Overrides::default(), 2).page;
        for heading in ["Who moves first", "How games ended", "How long games were"] {
            let heading = heading.to_owned() + if says { ", all variants together" } else { "" };
            assert!(page.more.iter().any(|section| section.heading == heading), "{heading}");
        }
        let svg = fs::read_to_string(folder.path().join("out/differences.svg")).unwrap();
        assert_eq!(svg.contains("seen by Black, all variants together"), says);
    }
}

#[test]
fn one_series_meets_another_in_a_heat_map() {
    let text = ROUND_ROBIN
        .replace("round_robin = true", "between = [\"mobility\", \"discs\"]")
        .replace("[\"depth\", \"crosstable\"]", "[\"heatmap\"]");
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    assert_eq!(outcome.manifest.done, 2 * 2 * 2 * 20);
    let pairs: Vec<[&str; 2]> =
        outcome.page.table.rows.iter().map(|row| [&*row[0], &*row[2]]).collect();
    let expected = [["mobility-1", "discs-1"], ["mobility-1", "discs-2"]];
    assert_eq!(pairs[..2], expected);
    let out = folder.path().join("out");
    let score = 100.0 * both_colours(&out, "mobility-2", "discs-1")[13].parse::<f64>().unwrap();
    let svg = fs::read_to_string(out.join("heatmap.svg")).unwrap();
    assert!(svg.contains("mobility-2") && svg.contains(&format!("\n{score:.0}\n")), "{score}");
    assert!(outcome.page.answer[0].starts_with("Pairs: 4, of which mobility wins "));
}

/// Playouts run over a logarithmic axis, players without them lie across, and a clock is owned up
/// to.
#[test]
fn a_crosstable_has_no_more_players_than_can_be_seen() {
    let text = "question = \"?\"\ngame = \"tictactoe\"\ngames = 1\nseed = 1\n\
        charts = [\"crosstable\"]\n[schedule]\ngauntlet = [\"flat-1\"]\n[[players]]\n\
        name = \"flat-{playouts}\"\ntext = \"flat_mc(playouts={playouts})\"\n\
        each = { playouts = [N] }\n";
    let numbers: Vec<String> = (1..=104).map(|number: u32| number.to_string()).collect();
    let folder = tempfile::tempdir().unwrap();
    let text = text.replace('N', &numbers.join(","));
    run(folder.path(), &text, &Overrides::default(), 2);
    let svg = fs::read_to_string(folder.path().join("out/crosstable.svg")).unwrap();
    assert!(svg.contains("2 games a pair, half in each colour, 100 of 104 players"));
    let fields = svg.matches("<rect").count();
    assert!((100 * 100..100 * 100 + 50).contains(&fields), "{fields}");
}

#[test]
fn playouts_are_drawn_over_their_number() {
    let text = r#"
question = "What are playouts worth?"
game = "tictactoe"
games = 10
seed = 3
charts = ["playouts"]
[schedule]
round_robin = true
[[players]]
name = "random"
text = "random"
[[players]]
name = "flat-{playouts}"
text = "flat_mc(playouts={playouts})"
series = "flat"
x = "{playouts}"
each = { playouts = [9, 90] }
"#;
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), text, &Overrides::default(), 2);
    assert!(outcome.manifest.reproducible);
    assert!(outcome.page.answer[1].starts_with("Ten times the playouts add to the score"));
    let svg = fs::read_to_string(folder.path().join("out/playouts.svg")).unwrap();
    assert!(svg.contains("\n90\n") && svg.contains("\nrandom\n"));

    let timed = text.replace("playouts={playouts})", "playouts={playouts},time=1000)");
    let outcome = run(folder.path(), &timed, &Overrides::default(), 2);
    assert!(!outcome.manifest.reproducible);
    assert!(outcome.page.notes[0].contains("clocks, threads or other programs decided"));
}
