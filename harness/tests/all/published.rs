use yomi_harness::experiment::run_file;
use yomi_harness::spec::Overrides;

/// The committed experiment against the independent simulation of 20,000 games a cell (`teaching-sources`, S0): wins
/// by the rules and as the page counts them. 2,000 games of ours have a standard error of at most 1.2 points.
#[test]
fn the_independent_simulation_is_met() {
    let simulated = [
        ("pass=penalty", "random", "white", 50.9, 51.0),
        ("pass=penalty", "random", "black", 45.5, 45.5),
        ("pass=penalty", "discs", "white", 73.6, 73.6),
        ("pass=penalty", "discs", "black", 74.0, 62.8),
        ("pass=penalty", "tutorial", "white", 93.2, 93.2),
        ("pass=penalty", "tutorial", "black", 94.8, 92.4),
        ("pass=proper", "discs", "white", 73.6, 73.7),
        ("pass=proper", "discs", "black", 74.0, 62.8),
        ("pass=proper", "tutorial", "white", 92.6, 92.7),
        ("pass=proper", "tutorial", "black", 94.9, 94.0),
        ("pass=reward", "discs", "white", 72.0, 72.0),
        ("pass=reward", "discs", "black", 69.5, 68.9),
        ("pass=reward", "tutorial", "white", 92.5, 92.5),
        ("pass=reward", "tutorial", "black", 93.3, 93.3),
        ("White first, pass=penalty", "random", "white", 45.6, 45.6),
        ("White first, pass=penalty", "random", "black", 50.7, 50.6),
        ("White first, pass=penalty", "discs", "white", 73.8, 73.8),
        ("White first, pass=penalty", "discs", "black", 72.9, 67.8),
        ("White first, pass=penalty", "tutorial", "white", 93.6, 93.6),
        ("White first, pass=penalty", "tutorial", "black", 93.1, 92.4),
        ("White first, pass=reward", "discs", "white", 69.3, 69.4),
        ("White first, pass=reward", "discs", "black", 72.1, 71.5),
        ("White first, pass=reward", "tutorial", "white", 91.7, 91.8),
        ("White first, pass=reward", "tutorial", "black", 92.2, 92.2),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments/tutorial-tables.toml");
    let overrides = Overrides { games: Some(2000), ..Overrides::default() };
    run_file(file.as_ref(), &overrides, Some(folder.path())).unwrap();
    let mut reader = csv::Reader::from_path(folder.path().join("summary.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for (variant, player, colour, discs, tutorial) in simulated {
        for (rule, theirs) in [("discs", discs), ("tutorial", tutorial)] {
            let wanted = [variant, player, colour, "random", rule];
            let row = rows.iter().find(|row| row.iter().take(5).eq(wanted)).unwrap();
            let ours = 100.0 * row[9].parse::<f64>().unwrap();
            // Standard error of the difference between their 20,000 games and our 2,000.
            let error = (theirs * (100.0 - theirs) * (1.0 / 2_000.0 + 1.0 / 20_000.0_f64)).sqrt();
            let deviation = (ours - theirs) / error;
            assert!(
                deviation.abs() < 4.0,
                "{wanted:?}: {ours:.1} for {theirs} is {deviation:.1} standard errors off"
            );
        }
    }
}
