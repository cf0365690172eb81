use std::fs;

use yomi_engine::games::go::{Go, Repetition, Rules};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_harness::games::LabGame;
use yomi_harness::plan::Overrides;

use crate::run;

fn ladder(game: &str, openings: &str, players: &[&str]) -> String {
    let players: Vec<String> = players
        .iter()
        .map(|text| format!("[[players]]\nname = \"{text}\"\ntext = \"{text}\"\n"))
        .collect();
    format!(
        "question = \"Who wins?\"\n{game}\ngames = 12\nseed = 3\ncharts = \
         [\"crosstable\"]\n[schedule]\nround_robin = true\n\
         [openings]\n{openings}\n{}",
        players.concat()
    )
}

/// Runs the experiment and replays every game from `start`: moves, points, result and ending are
/// those of the rules.
fn replays<G: LabGame>(text: &str, start: &G) -> Vec<csv::StringRecord> {
    let folder = tempfile::tempdir().unwrap();
    let [one, seven] = [1, 7]
        .map(|threads| run(folder.path(), text, &Overrides::default(), threads).manifest.digest);
    assert_eq!(one, seven);
    let out = folder.path().join("out");
    assert!(
        fs::read_to_string(out.join("summary.csv")).unwrap().contains("score,12,"),
        "winner rule and games"
    );
    let mut reader = csv::Reader::from_path(out.join("games.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    assert_eq!((&header[8], &header[10]), ("black_points", "point_difference"));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for row in &rows {
        let moves = start.opening(&row[15]).unwrap();
        assert!(row[15].starts_with(&row[3]), "{row:?}");
        let end = moves.iter().fold(start.clone(), |position, &mv| position.play(mv));
        assert_eq!(end.moves().len(), 0);
        let points = end.points().map(|units| f64::from(units) / f64::from(G::UNITS_PER_POINT));
        assert_eq!([&row[8], &row[9]].map(|points| points.parse::<f64>().unwrap()), points);
        assert_eq!(row[10].parse::<f64>().unwrap(), points[0] - points[1]);
        let winner = if points[0] > points[1] { "black" } else { "white" };
        assert_eq!(&row[7], if points[0] == points[1] { "draw" } else { winner });
        assert_eq!(&row[12], end.ending());
    }
    rows
}

#[test]
fn tic_tac_toe() {
    let text =
        ladder("game = \"tictactoe\"", "start = true", &["random", "tactics(level=2)", "perfect"]);
    let rows = replays(&text, &TicTacToe::default());
    assert_eq!(rows.len(), 6 * 12);
    for row in rows {
        assert!(&row[4] != "perfect" || &row[7] != "white");
        assert!(&row[5] != "perfect" || &row[7] != "black");
    }
}

#[test]
fn go() {
    let rules = Rules::new(5).unwrap();
    for (game, rules) in [
        ("game = \"go\"\nsize = 5", rules),
        ("game = \"go\"\nsize = 5\nkomi = 0", rules.with_komi("0".parse().unwrap())),
        (
            "game = \"go\"\nsize = 5\nkomi = -2.5\nsuperko = true",
            rules.with_komi("-2.5".parse().unwrap()).with_repetition(Repetition::Superko),
        ),
    ] {
        let text = ladder(
            game,
            "random_plies = 3",
            &["random", "minimax(depth=2,eval=capture_diff,ties=random)"],
        );
        let rows = replays(&text, &Go::new(rules));
        assert_eq!(rows.len(), 2 * 12);
        let wins = |colour: usize, name: &str| {
            rows.iter().filter(|row| row[colour].starts_with("minimax") && &row[7] == name).count()
        };
        assert!(wins(4, "black") + wins(5, "white") >= 18, "taking stones beats chance");
    }
}

/// White may move first on any board.
#[test]
fn either_side_starts() {
    let text = ladder(
        "game = \"go\"\nsize = 3\nfirst_mover = \"white\"",
        "list = [\"B2\", \"pass A1\"]\nrepeat = true",
        &["random", "tactics"],
    );
    let start = Go::new(Rules::new(3).unwrap()).with_side_to_move(yomi_engine::game::Side::Second);
    let rows = replays(&text, &start);
    assert!(rows.iter().all(|row| &row[6] == "white" && ["B2", "passA1"].contains(&&row[3])));
}
