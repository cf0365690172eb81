use std::fs;

use yomi_harness::plan::Overrides;

use crate::lab::Lab;
use crate::run;

/// Nothing is said of searches that have not been made, nor drawn; pictures of some say of how
/// many.
#[test]
fn a_search_that_has_not_begun_says_nothing() {
    let lab = Lab::new(
        "question = \"?\"\ngame = \"othello\"\nsize = 4\nseed = 1\ncharts = [\"nodes\", \"cost\"]\n\
         [search]\npositions = 3\nplies = [2, 4]\ndepths = [1, 2]\nreference = \"mm\"\n\
         times = true\n\
         [[players]]\nname = \"mm\"\ntext = \"negamax(depth={depth})\"\n\
         [[players]]\nname = \"ab\"\ntext = \"alphabeta(depth={depth})\"\n",
    );
    lab.finish(&[]);
    assert!(lab.out("README.md").contains("- At depth 2: **ab** "), "{}", lab.out("README.md"));
    let journal = lab.out("journal.log");
    let leave = |lines: usize| {
        let left: String = journal.split_inclusive('\n').take(lines).collect();
        fs::write(lab.path("out/journal.log"), left).unwrap();
        assert_eq!(lab.report().status.code(), Some(0));
    };
    // The run, its session and two positions.
    leave(4);
    assert!(lab.out("nodes.svg").contains("mean over 2 random positions"));
    assert!(lab.out("cost.svg").contains("sums over 2 positions a panel"));
    leave(1);
    assert!(!lab.path("out/nodes.svg").exists() && !lab.path("out/cost.svg").exists());
    let page = lab.out("README.md");
    assert!(!page.contains("**ab**") && !page.contains("**mm**"), "{page}");
    assert!(page.contains("| ab | 1 | 0 |  |  |  |  |  |"), "{page}");
}

/// As many positions are not the same positions: another move of two that are worth as much is a
/// difference. A report that has no times leaves none of an earlier one.
#[test]
fn alike_is_who_makes_the_same_moves() {
    let text = "question = \"?\"\ngame = \"tictactoe\"\nseed = 1\n\
         [search]\npositions = 20\nplies = [0, 2]\ndepths = [2]\nreference = \"first\"\n\
         times = true\n\
         [[players]]\nname = \"first\"\ntext = \"minimax(depth={depth},eval=result)\"\n\
         [[players]]\nname = \"last\"\ntext = \"minimax(depth={depth},eval=result,ties=last)\"\n\
         [[players]]\nname = \"again\"\ntext = \"minimax(depth={depth},eval=result)\"\n";
    let lab = Lab::new(text);
    lab.finish(&[]);
    let page = lab.out("README.md");
    assert!(page.contains("**again** searches exactly the same positions as **first**"), "{page}");
    assert!(page.contains("**last** takes 1.00 times the nodes"), "{page}");
    assert!(lab.path("out/times.csv").exists());
    fs::write(lab.path("experiment.toml"), text.replace("times = true\n", "")).unwrap();
    lab.finish(&[]);
    assert!(!lab.path("out/times.csv").exists());
}

#[test]
fn a_search_experiment_compares_moves_and_nodes() {
    let once = r#"
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
    // A reference that deepens in turn judges a move one ply deep by nothing but its value.
    for text in [once, &once.replace("depth={depth})", "depth={depth},deepen=on)")] {
        compares_moves_and_nodes(text);
    }
}

fn compares_moves_and_nodes(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let [one, seven] = [1, 7]
        .map(|threads| run(folder.path(), text, &Overrides::default(), threads).manifest.digest);
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

/// A player that lacks several things at once is compared with one that lacks the others; what
/// never acts is said not to.
#[test]
fn a_baseline_lacks_the_same_other_things() {
    let more = r#"
[[players]]
name = "no probcut, no etc"
text = "expert(depth={depth},table=1,probcut=off,etc=off)"
[[players]]
name = "no nullwindow"
text = "expert(depth={depth},table=1,nullwindow=off)"
baseline = "no probcut, no etc"
[[players]]
name = "another name"
text = "expert(depth={depth},table=1)"
"#;
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &format!("{ABLATION}{more}"), &Overrides::default(), 2);
    let nodes = |name: &str| {
        let row = outcome
            .page
            .table
            .rows
            .iter()
            .find(|row| row[0] == "endgame" && row[1] == name)
            .unwrap();
        row[6].parse::<f64>().unwrap()
    };
    let ratio = nodes("no nullwindow") / nodes("no probcut, no etc");
    let told = |start: String| outcome.page.answer.iter().any(|line| line.starts_with(&start));
    assert!(
        told(format!("endgame: **no nullwindow** takes {ratio:.2} times the nodes and ")),
        "{:?}",
        outcome.page.answer
    );
    assert!(told(
        "endgame: **another name** searches exactly the same positions as **full**".to_owned()
    ));
    let picture = || fs::read_to_string(folder.path().join("out/cost.svg")).unwrap();
    assert!(picture().contains("; * compared with “no probcut, no etc”"));
    let other = "[[players]]\nname = \"neither\"\nbaseline = \"no ordering\"\n\
        text = \"expert(depth={depth},table=1,ordering=off,probcut=off)\"\n";
    run(folder.path(), &format!("{ABLATION}{more}{other}"), &Overrides::default(), 2);
    assert!(picture().contains("no nullwindow, compared with “no probcut, no etc”"));
    assert!(picture().contains("neither, compared with “no ordering”"));
    assert!(!picture().contains("; * compared with"));
}

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
    let sentence = format!(
        "**no ordering** takes {:.2} times the nodes",
        summary[3][8].parse::<f64>().unwrap()
    );
    assert!(read("README.md").contains(&sentence), "{sentence}\n{}", read("README.md"));
    assert!(read("cost.svg").contains("endgame") && out.join("cost.png").exists());
}
