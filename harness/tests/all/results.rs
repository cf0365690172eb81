use std::fs;

use yomi_harness::spec::Overrides;

use crate::{GAUNTLET, ROUND_ROBIN, run};

#[test]
fn a_gauntlet_leaves_tables_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), GAUNTLET, &Overrides::default(), 2);
    let out = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("games.csv").lines().count(), 1 + 150);
    // Two players in two colours against one opponent, counted two ways.
    assert_eq!(read("summary.csv").lines().count(), 1 + 2 * 2 * 2);
    assert!(read("README.md").starts_with("# experiment\n\n**Is looking ahead worth it?**\n"));
    assert!(read("table.svg").contains("published figure"));
    assert_eq!(fs::read(out.join("table.png")).unwrap()[..4], *b"\x89PNG");
    assert!(outcome.manifest.complete && read("run.toml").contains(&outcome.manifest.digest));
    assert!(!out.join("games.csv.tmp").exists());
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
        rows.iter().filter(|row| &row[3] == "all").map(|row| row[12].parse().unwrap()).collect();
    assert_eq!(totals.len(), 4);
    assert!((totals.iter().sum::<f64>() - 2.0).abs() < 1e-3, "{totals:?}");
    assert_eq!(outcome.page.table.rows.len(), 4);
}

#[test]
fn a_search_experiment_compares_moves_and_nodes() {
    let text = r#"
question = "Do they agree?"
game = "othello"
size = 6
seed = 3
charts = ["nodes"]
[search]
positions = 30
plies = [0, 20]
depths = [1, 2, 3]
reference = "negamax"
[[players]]
name = "negamax"
text = "negamax(depth={depth})"
[[players]]
name = "alphabeta"
text = "alphabeta(depth={depth})"
[[players]]
name = "other"
text = "alphabeta(depth={depth},eval=mobility)"
"#;
    let folder = tempfile::tempdir().unwrap();
    let [one, seven] =
        [1, 7].map(|threads| run(folder.path(), text, &Overrides::default(), threads).manifest.digest);
    assert_eq!(one, seven);
    let out = folder.path().join("out");
    assert_eq!(fs::read_to_string(out.join("searches.csv")).unwrap().lines().count(), 1 + 30 * 9);
    assert!(out.join("nodes.png").exists());
    let mut reader = csv::Reader::from_path(out.join("summary.csv")).unwrap();
    let as_good = |name: &str, rows: &[csv::StringRecord]| -> u32 {
        rows.iter().filter(|row| &row[1] == name).map(|row| row[4].parse::<u32>().unwrap()).sum()
    };
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((as_good("negamax", &rows), as_good("alphabeta", &rows)), (90, 90));
    assert!(as_good("other", &rows) < 90, "a player that judges otherwise is found out");
}

const ABLATION: &str = r#"
question = "What is it worth?"
game = "othello"
seed = 3
charts = ["cost"]
[search]
positions = 6
plies = [10, 20]
depths = [4]
reference = "full"
times = true
[[variants]]
name = "midgame"
[[variants]]
name = "endgame"
plies = [52, 52]
depths = [20]
[[players]]
name = "full"
text = "expert(depth={depth},table=1)"
[[players]]
name = "no ordering"
text = "expert(depth={depth},table=1,ordering=off)"
"#;

#[test]
fn variants_search_their_own_positions_and_times_stay_apart() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let [one, seven] = [1, 7].map(|threads| {
        let digest = run(folder.path(), ABLATION, &Overrides::default(), threads).manifest.digest;
        (digest, read("summary.csv"))
    });
    assert_eq!(one, seven, "nodes and values are the same for any number of threads");
    let rows = |name: &str| -> Vec<csv::StringRecord> {
        csv::Reader::from_path(out.join(name)).unwrap().records().map(Result::unwrap).collect()
    };
    for row in rows("searches.csv") {
        let empties = row[1].matches('-').count();
        let (depth, expected) = if &row[2] == "midgame" { ("4", 40..=50) } else { ("20", 8..=20) };
        assert!(&row[3] == depth && expected.contains(&empties), "{row:?}");
        assert!(&row[2] == "midgame" || &row[7] == "yes", "endgames are solved by both: {row:?}");
    }
    let (summary, times) = (rows("summary.csv"), rows("times.csv"));
    assert_eq!((summary.len(), times.len()), (4, 4));
    for (nodes, time) in summary.iter().zip(&times) {
        assert_eq!((&nodes[0], &nodes[1], &nodes[3]), (&time[0], &time[1], &time[3]));
        assert!(time[4].parse::<f64>().unwrap() > 0.0);
    }
    let sentence = format!("no ordering costs {:.2} times the nodes", summary[3][8].parse::<f64>().unwrap());
    assert!(read("README.md").contains(&sentence), "{sentence}\n{}", read("README.md"));
    assert!(read("cost.svg").contains("endgame") && out.join("cost.png").exists());
}
