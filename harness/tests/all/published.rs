use std::fs;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_harness::games::LabGame;
use yomi_harness::games::WinnerRule;
use yomi_harness::language::Language;
use yomi_harness::plan::Overrides;
use yomi_harness::work::{Options, run_file};

use crate::results::both_colours;
use crate::{ROUND_ROBIN, run};

/// A game of the page's minimax against a script that always plays its first legal move in
/// row-major order, or its last: the moves, `--` for a turn without one, and the final position.
fn game(listing: &str, first: Side, minimax: Side, eval: &str, script: &str) -> (String, Othello8) {
    let pass = if listing == "cpp" { "penalty" } else { "reward" };
    let text = format!("minimax(depth=2,eval={eval},pass={pass},ties=last)");
    let mut player = Player::<Othello8>::parse(&text).unwrap().searcher(Random::from_seed(0));
    let mut position = Othello8::default().started_by(first);
    let mut moves = String::new();
    while position.moves().len() > 0 {
        let mv = if position.side_to_move() == minimax {
            player.search(&position, &Limits::default(), &mut |_| ()).best.unwrap()
        } else if script == "first" {
            position.moves().next().unwrap()
        } else {
            position.moves().last().unwrap()
        };
        moves += &if mv == Move::Pass { "--".to_owned() } else { mv.to_string() };
        position = position.play(mv);
    }
    (moves, position)
}

fn side(name: &str) -> Side {
    if name == "black" { Side::First } else { Side::Second }
}

/// 32 whole games as the win-rate page's own listings play them, with the page's verdict and the
/// right one. They are exact, so they see what no sample of games could: at 62 % an error of one
/// point has to be told from the 0.24 points of standard error that the 40,000 games of the
/// independent simulation have themselves.
#[test]
fn games_of_the_page_s_listings_come_out_move_by_move() {
    let mut wrong = 0;
    let mut reader =
        csv::Reader::from_reader(include_bytes!("../data/tutorial-games.csv").as_slice());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for row in &rows {
        let [listing, first, minimax, eval, script, moves, black, white, page, discs] =
            std::array::from_fn(|field| &row[field]);
        let (played, end) = game(listing, side(first), side(minimax), eval, script);
        assert_eq!(played, moves, "{row:?}");
        assert_eq!(
            end.points(),
            [black, white].map(|discs| discs.parse::<u32>().unwrap()),
            "{row:?}"
        );
        let verdict = |rule: WinnerRule| rule.winner(end.points());
        assert_eq!(verdict(WinnerRule::Discs), Some(side(discs)), "{row:?}");
        assert_eq!(verdict(WinnerRule::Tutorial { squares: 64 }), Some(side(page)), "{row:?}");
        wrong += usize::from(page != discs);
    }
    assert_eq!((rows.len(), wrong), (32, 2));
}

#[test]
fn pairs_stand_beside_published_figures() {
    let text = ROUND_ROBIN
        .replace(
            "round_robin = true",
            "pairs = [[\"discs-2\", \"discs-1\"], [\"mobility-1\", \"discs-1\"]]",
        )
        .replace("[\"depth\", \"crosstable\"]", "[\"table\"]");
    let text = text
        + r#"
[[variants]]
name = "as it is"
meaning = "nothing set"
[published]
source = "nobody"
games = 100
cells = [{ player = "mobility-1", opponent = "discs-1", wins = 0 }]
"#;
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let out = folder.path().join("out");
    assert_eq!(outcome.manifest.done, 2 * 2 * 20);
    let row = both_colours(&out, "mobility-1", "discs-1");
    let rate = 100.0 * row[10].parse::<f64>().unwrap();
    let table = &outcome.page.table;
    assert_eq!(table.header[..2], ["player", "opponent"]);
    assert_eq!(
        table.rows[0][..6],
        ["mobility-1", "discs-1", "as it is", "0", "0.0–3.7", &format!("{rate:.1}")]
            .map(str::to_owned)
    );
    assert!(table.rows[0][7].starts_with("differs"), "{}", table.rows[0][7]);
    let told = outcome.page.answer.join("\n");
    assert!(told.contains("The published figure (nobody) differs from our games."), "{told}");
    assert!(!told.contains("orderline"), "there is nothing between for a single figure: {told}");
    assert!(outcome.page.notes[0].starts_with("Variants: **as it is**: nothing set."));
    let svg = fs::read_to_string(out.join("table.svg")).unwrap();
    assert!(svg.contains("against discs-1") && svg.contains("published figure"));
}

/// What a source leaves open is a reading; a variant that is no reading stands beside the figures.
#[test]
fn readings_and_what_they_are_compared_with() {
    let text = r#"
question = "Which reading?"
game = "othello"
size = 6
games = 20
seed = 7
winner = ["discs", "tutorial"]
charts = ["table"]
[schedule]
pairs = [["flat", "random"]]
[[variants]]
name = "cpp"
set = { listing = "cpp", playouts = 8 }
[[variants]]
name = "python"
set = { listing = "python", playouts = 8 }
[[variants]]
name = "more"
meaning = "with more playouts"
reading = false
set = { listing = "cpp", playouts = 40 }
[[players]]
name = "flat"
text = "tutorial_flat_mc(playouts={playouts},playout_depth=4,listing={listing})"
[[players]]
name = "random"
text = "random"
[published]
source = "nobody"
games = 100
open = ["colour", "winner"]
chosen = "Chosen afterwards."
cells = [{ player = "flat", opponent = "random", wins = 99 }]
"#;
    let folder = tempfile::tempdir().unwrap();
    let page = run(folder.path(), text, &Overrides::default(), 2).page;
    // Two listings, three ways to share the colours, two winner counts.
    let readings = page.details.unwrap();
    assert_eq!(readings.rows.len(), 2 * 3 * 2);
    assert!(readings.rows.iter().any(|row| row[4] == "python, as White, the page's count"));
    assert!(readings.rows.iter().all(|row| !row[4].starts_with("more")));
    // Python fits best; beside it what the last variant changes, and that.
    assert!(page.answer.iter().any(|line| line.contains("under **python, ")));
    let beside: Vec<&str> = page.table.header[7..].iter().step_by(2).map(String::as_str).collect();
    assert_eq!((page.table.rows.len(), &*beside), (1, &["cpp %", "more %"][..]));
    assert!(
        page.answer[0].starts_with("With more playouts, beside cpp: flat against random wins"),
        "{}",
        page.answer[0]
    );
    assert!(page.answer.iter().any(|line| line.starts_with("Of 12 readings, ")));
    assert!(page.answer.contains(&"Chosen afterwards.".to_owned()));
}

/// A figure stands as it was published, with the colour in the language of the report.
#[test]
fn figures_are_shown_as_published() {
    let text = |wins: &str| {
        format!(
            r#"
question = "Who wins?"
game = "tictactoe"
games = 20
seed = 7
charts = ["table"]
[schedule]
pairs = [["one", "random"]]
[[players]]
name = "one"
text = "tactics(level=1)"
[[players]]
name = "random"
text = "random"
[published]
source = "nobody"
games = 2000
open = ["winner"]
cells = [
    {{ player = "one", colour = "black", wins = {wins} }},
    {{ player = "one", colour = "white", wins = 60 }},
]
"#
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let mut widths = Vec::new();
    for wins in ["62", "62.0", "62.50"] {
        let page = run(folder.path(), &text(wins), &Overrides::default(), 2).page;
        assert_eq!(page.table.header[..2], ["player", "colour"]);
        assert_eq!(page.table.rows[0][1..3], ["Black", wins]);
        assert_eq!(page.table.rows[1][1..3], ["White", "60"]);
        let svg = fs::read_to_string(folder.path().join("out/table.svg")).unwrap();
        assert!(svg.contains(&format!("\n{wins} %\n")), "{svg}");
        let (low, high) = page.table.rows[0][3].split_once('–').unwrap();
        widths.push(high.parse::<f64>().unwrap() - low.parse::<f64>().unwrap());
        let readme = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
        assert_eq!(readme.contains("rounding to whole per cents"), wins == "62", "{readme}");
        assert_eq!(readme.contains("of their rounding"), wins != "62", "{readme}");
    }
    // Of a whole per cent half to either side, of a tenth of one a tenth of that.
    assert!(widths[0] > widths[1] + 0.7 && widths[1] + 0.2 > widths[2], "{widths:?}");
    let options = Options {
        out: Some(folder.path().join("out")),
        language: Language::Japanese,
        ..Options::default()
    };
    run_file(&folder.path().join("experiment.toml"), &options).unwrap();
    let page = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
    assert!(page.contains("| one | 黒 | 62.50 |"), "{page}");
}
