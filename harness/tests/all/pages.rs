use std::fs;
use std::path::Path;

use yomi_harness::language::Language;
use yomi_harness::plan::Overrides;
use yomi_harness::work::{Outcome, report};

use crate::lab::{Lab, SMALL};
use crate::{GAUNTLET, ROUND_ROBIN, run};

/// A report in Japanese of an experiment that has been run.
fn japanese(folder: &Path, text: &str) -> Outcome {
    run(folder, text, &Overrides::default(), 2);
    report(&folder.join("out"), Language::Japanese).unwrap()
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'))
}

/// Every sentence, column and picture has its Japanese; names and numbers stay what they are.
#[test]
fn reports_are_written_in_japanese() {
    let between = ROUND_ROBIN
        .replace("round_robin = true", "between = [\"mobility\", \"discs\"]")
        .replace("[\"depth\", \"crosstable\"]", "[\"heatmap\"]");
    for text in [GAUNTLET, ROUND_ROBIN, &between, SMALL, SEARCH] {
        let folder = tempfile::tempdir().unwrap();
        let page = japanese(folder.path(), text).page;
        for line in page.answer.iter().chain(&page.notes) {
            assert!(is_japanese(line), "{line}");
        }
        for section in &page.more {
            assert!(is_japanese(&section.heading), "{}", section.heading);
        }
        let columns = page.told(&page.table).header;
        let known = |name: &String| is_japanese(name) || name.starts_with("95 %");
        assert!(columns.iter().all(known), "{columns:?}");
        for figure in &page.figures {
            assert!(is_japanese(&figure.shows) && is_japanese(&figure.svg), "{}", figure.stem);
            if !figure.asked {
                continue;
            }
            let svg = fs::read_to_string(
                folder.path().join("out").join(figure.stem).with_extension("svg"),
            );
            assert_eq!(svg.unwrap(), figure.svg);
        }
    }
}

pub(crate) const SEARCH: &str = r#"
question = "Do they agree?"
game = "othello"
size = 6
seed = 3
charts = ["nodes", "cost"]
[search]
positions = 10
plies = [0, 20]
depths = [1, 2]
reference = "negamax"
times = true
[[players]]
name = "negamax"
text = "negamax(depth={depth})"
[[players]]
name = "alphabeta"
text = "alphabeta(depth={depth})"
"#;

/// One file that needs nothing else: both languages, every picture with words and a table, no
/// address to fetch anything from, and a policy that says so.
#[test]
fn the_long_report_stands_alone() {
    for (text, pictures) in [(ROUND_ROBIN, 2), (SEARCH, 2), (GAUNTLET, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let figures = run(folder.path(), text, &Overrides::default(), 2).page.figures.len();
        assert!(figures >= pictures);
        let html = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
        assert!(html.contains("default-src 'none'; style-src 'sha256-"), "a policy");
        let fetched = html.replace("http://www.w3.org/2000/svg", "");
        for address in ["http:", "https:", "url(", "@import", " src=", "<img", "<iframe"] {
            assert!(!fetched.contains(address), "{address}");
        }
        for (language, question) in [("en", "Circumstances"), ("ja", "実行の条件")] {
            let start = html.find(&format!("<main lang=\"{language}\">")).unwrap();
            let part = &html[start..start + html[start..].find("</main>").unwrap()];
            assert_eq!(part.matches("<svg ").count(), figures);
            assert_eq!(part.matches("role=\"img\" aria-label=\"").count(), figures);
            assert_eq!(part.matches("<details><summary>").count(), figures);
            assert!(part.contains(question) && !part.contains("class=\"unfinished\""));
        }
    }
}

/// The figures of the tables are those of the files.
#[test]
fn sections_count_every_game_once() {
    let two = ROUND_ROBIN
        .replace("round_robin = true", "gauntlet = [\"discs-1\", \"mobility-1\"]")
        .replace("games = 20", "games = 6");
    for text in [ROUND_ROBIN, &two] {
        every_game_is_counted_once(text);
    }
}

fn every_game_is_counted_once(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let page = run(folder.path(), text, &Overrides::default(), 2).page;
    let games = csv::Reader::from_path(folder.path().join("out/games.csv"))
        .unwrap()
        .records()
        .map(Result::unwrap)
        .collect::<Vec<_>>();
    let section =
        |heading: &str| &page.more.iter().find(|section| section.heading == heading).unwrap().table;
    // All have met all others, or the same two.
    assert_eq!(page.ratings.as_ref().unwrap().table.rows.len(), 4);
    assert!(page.rated.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    let first = &section("Who moves first").rows[0];
    let two: Vec<_> = games.iter().filter(|row| row[4] != row[5]).collect();
    let won = |side: &str| two.iter().filter(|row| &row[7] == side).count().to_string();
    // Black begins every game of Othello; what a player does against itself says nothing.
    assert_eq!(first[..4], [two.len().to_string(), won("black"), won("draw"), won("white")]);
    let ends = section("How games ended");
    for row in &ends.rows {
        let count = games.iter().filter(|game| game[12] == *row[0]).count();
        assert_eq!(row[1], count.to_string(), "{row:?}");
    }
    for row in &section("Player by player, in each colour").rows {
        let column = if row[2] == "black" { 4 } else { 5 };
        let mine: Vec<_> = two.iter().filter(|game| game[column] == *row[0]).collect();
        assert_eq!(row[3], mine.len().to_string());
        let points: f64 = mine
            .iter()
            .map(|game| {
                if game[7] == *row[2] { 1.0 } else { f64::from(u8::from(&game[7] == "draw")) / 2.0 }
            })
            .sum();
        assert_eq!(row[4], format!("{:.1}", 100.0 * points / mine.len() as f64), "{row:?}");
    }
    for row in &section("Openings that favour one side most").rows {
        let from = two.iter().filter(|game| game[2] == *row[0]);
        assert_eq!((&row[2], row[1].len()), (&from.count().to_string(), 8), "{row:?}");
    }
}

/// The first line of an unfinished report, and its title, say that it is unfinished.
#[test]
fn an_unfinished_long_report_says_so_first() {
    let lab = Lab::new(SMALL);
    lab.interrupted(&["--games", "5000"], "-INT");
    lab.report();
    let html = lab.out("report.html");
    assert!(
        html.contains("(unfinished: ")
            && html.contains("<p class=\"unfinished\">未完了：対局数 10000 のうち")
    );
    let part = html.split_once("<main lang=\"en\">\n").unwrap().1;
    assert!(part.starts_with("<p class=\"unfinished\">Unfinished: "), "{}", &part[..80]);
}
