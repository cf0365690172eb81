use std::fs;
use std::process::Command;

use serde_json::Value;
use yomi_engine::expert::{Expert, Settings};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8, Square};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::search::{Exact, Searcher, TranspositionTable};
use yomi_protocol::notation::{Board, Note, Record, Size, ggf};
use yomi_protocol::review::{Review, csv, json, page, text};

/// A game between random movers, to its end.
fn random_game(seed: u64) -> Record {
    let mut random = Random::from_seed(seed);
    let start = Othello8::default();
    let mut record = Record::new(Board::of(&start).unwrap());
    let mut position = start;
    loop {
        let count = position.moves().len();
        if count == 0 {
            return record;
        }
        let mv = position.moves().nth(random.below(count)).unwrap();
        record.play(mv, Note::default()).unwrap();
        position = position.play(mv);
    }
}

fn expert() -> Expert {
    Expert::new(Settings { mebibytes: 16, ..Settings::default() }).unwrap()
}

/// What perfect play makes of a position, for Black.
fn truth(position: &Othello8) -> f64 {
    let mut solver = Exact::new(TranspositionTable::new(16).unwrap());
    let score = solver.search(position, &Limits::default(), &mut |_| ()).score.0;
    f64::from(if position.side_to_move() == Side::First { score } else { -score })
}

/// Near the end every loss is what the textbook's solver says it is.
#[test]
fn losses_near_the_end_are_exact() {
    for seed in 0..4 {
        let record = random_game(seed);
        let positions: Vec<Othello8> = record.positions().unwrap();
        let review = Review::of(&record, &mut expert(), 5).unwrap();
        assert_eq!(review.moves.len(), positions.len() - 1);
        let net = review.result.and_then(|outcome| outcome.verdict.net());
        assert_eq!(net, review.moves.last().map(|last| last.after.discs));
        let late = review.moves.iter().filter(|judged| positions[judged.number - 1].empties() <= 8);
        let mut checked = 0;
        for judged in late {
            let [before, after] =
                [judged.number - 1, judged.number].map(|place| truth(&positions[place]));
            assert!(judged.is_exact());
            assert_eq!((judged.before.discs, judged.after.discs), (before, after));
            assert_eq!(judged.loss, (before - after).abs(), "{judged:?}");
            let best = truth(&positions[judged.number - 1].play(judged.best));
            assert_eq!(best, before, "the best move keeps the value: {judged:?}");
            checked += 1;
        }
        assert!(checked > 4 && review.exact_from().is_some());
    }
}

#[test]
fn mistakes_come_worst_first() {
    let review = Review::of(&random_game(7), &mut expert(), 2).unwrap();
    let mistakes = review.mistakes();
    assert!(mistakes.len() > 10 && mistakes.is_sorted_by_key(|judged| -judged.loss));
    let sum: f64 = review.moves.iter().map(|judged| judged.loss).sum();
    let [black, white] = review.losses();
    assert!((black + white - sum).abs() < 1e-9);
}

/// All formats say the same of every move.
#[test]
fn formats_agree() {
    let mut record = random_game(3);
    record.players[0].name = "<script>alert(1)</script>\"&'".to_owned();
    let review = Review::of(&record, &mut expert(), 1).unwrap();
    let data: Value = serde_json::from_str(&json(&review)).unwrap();
    let table = csv(&review);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "number,side,move,best,loss,before,after,exact");
    let moves = data["moves"].as_array().unwrap();
    assert_eq!((rows.len() - 1, moves.len()), (review.moves.len(), review.moves.len()));
    let page = page(&review);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    let elsewhere = page.replace("http://www.w3.org/", "");
    assert!(["src=", "http:", "https:", "url("].iter().all(|request| !elsewhere.contains(request)));
    let words = text(&review);
    for (judged, (object, row)) in review.moves.iter().zip(moves.iter().zip(&rows[1..])) {
        let number = judged.number;
        assert_eq!(object["move"], judged.mv.to_string());
        assert!(row.starts_with(&format!("{number},")) && row.contains(&judged.mv.to_string()));
        assert!(page.contains(&format!("<tr id=\"move-{number}\">")));
        assert!(page.contains(&format!("<a href=\"#move-{number}\"")), "a point of the graph");
        assert!(words.contains(&format!("\n  {number:>4}  ")));
    }
}

/// A game without a move has columns all the same, and a side without a move has lost nothing.
#[test]
fn nothing_is_lost_without_a_move() {
    let full = Board::parse(Size::Eight, &format!("{}O X", "X".repeat(63))).unwrap();
    let review = Review::of(&Record::new(full), &mut expert(), 0).unwrap();
    assert_eq!(csv(&review), "number,side,move,best,loss,before,after,exact\n");
    let mut record = Record::new(Board::start(Size::Eight));
    let mv = record.start().moves()[0];
    record.play(mv, Note::default()).unwrap();
    let review = Review::of(&record, &mut expert(), 0).unwrap();
    assert!(text(&review).contains("Black 0.0, White 0.0 discs"), "{}", text(&review));
}

/// A game that was given up has the result that its record says.
#[test]
fn results_off_the_board_are_told() {
    let review = |result: &str| {
        let board = Board::start(Size::Eight).board_string().replace('X', "*");
        let game = format!("(;GM[Othello]RE[{result}]TY[8]BO[8 {board}]B[f5]W[d6];)");
        Review::of(&ggf::game(&game).unwrap(), &mut expert(), 0).unwrap()
    };
    let lost = review("-12:t");
    assert!(text(&lost).contains("result     -12 for Black, on time\n"), "{}", text(&lost));
    let data: Value = serde_json::from_str(&json(&lost)).unwrap();
    assert_eq!(data["result"].to_string(), "-12");
    assert_eq!((&data["winner"], &data["ending"]), (&"White".into(), &"time".into()));
    let unfinished: Value = serde_json::from_str(&json(&review("?"))).unwrap();
    assert!(["result", "winner", "ending"].iter().all(|key| unfinished[key].is_null()));
}

/// A better move is shown only where the loss is more than 0.0, and `=` is explained where it is.
#[test]
fn columns_are_explained() {
    let review = Review::of(&random_game(3), &mut expert(), 5).unwrap();
    let words = text(&review);
    let game = words.split_once("\nthe game\n").unwrap().1;
    for (judged, row) in review.moves.iter().zip(game.lines().skip(1)) {
        let best = row.get(23..27).unwrap_or_default().trim();
        let is_shown = judged.better().is_some();
        assert_eq!(best, if is_shown { judged.best.to_string() } else { String::new() }, "{row}");
        assert_eq!(is_shown, judged.loss >= 0.05, "{row}");
    }
    assert!(game.contains(" 10=") && game.ends_with("solved to the end of the game\n"), "{game}");
    let explained = [text(&review), page(&review)];
    assert!(explained.iter().all(|out| out.contains("\nA loss is the value before the move less")));
    assert!(explained.iter().all(|out| out.contains("\nLater searches see further; ")));
    let early = Review { moves: review.moves[..9].to_vec(), ..review };
    assert!(!text(&early).contains('='));
    assert_eq!(
        page(&early).matches("<td></td><td>0.0</td>").count(),
        page(&early).matches("<td>0.0</td>").count()
    );
}

#[test]
fn only_8_by_8_can_be_judged() {
    let mut record = Record::new(Board::start(Size::Six));
    let mv = record.start().moves()[0];
    record.play(mv, Note::default()).unwrap();
    assert!(Review::of(&record, &mut expert(), 1).unwrap_err().to_string().contains("6×6"));
}

fn yomi(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_yomi")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// One game in three formats is one report.
#[test]
fn saved_games_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let transcript = file("game.txt", "f5d6c3d3c4f4\nc4c3\n");
    let moves = |path: &str| -> Value {
        let out = yomi(&["report", path, "--level", "2", "--format", "json"]).unwrap();
        let data: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(data["opening"], "Tiger");
        data["moves"].clone()
    };
    for to in ["sgf", "ggf"] {
        let other = folder.path().join(format!("game.{to}"));
        let other = other.to_str().unwrap();
        let one = file("one.txt", "f5d6c3d3c4f4\n");
        yomi(&["convert", &one, other]).unwrap();
        assert_eq!(moves(other), moves(&transcript), "{to}");
    }
    let second = yomi(&["report", &transcript, "--game", "2", "--level", "1"]).unwrap();
    assert!(second.contains("opening    Diagonal Opening"), "{second}");
    let error = |arguments: &[&str]| yomi(&[&["report"], arguments].concat()).unwrap_err();
    assert!(
        error(&[&transcript, "--game", "3"]).contains("expected a game number 3, found 2 games")
    );
    let problem = file("one.obf", &format!("{} X;\n", Othello8::default().to_string().len()));
    assert!(error(&[&problem]).contains(&problem));
    assert!(error(&["/nowhere.sgf"]).starts_with("yomi: /nowhere.sgf: "));
}

/// The moves of a position, as an OBF file has it, are judged like those of a game.
#[test]
fn the_moves_of_a_position_are_judged() {
    let record = random_game(5);
    let positions: Vec<Othello8> = record.positions().unwrap();
    let late = |position: &&Othello8| position.empties() <= 8 && position.moves().len() > 2;
    let position = positions.iter().find(late).unwrap();
    let review = Review::of(&Record::new(Board::of(position).unwrap()), &mut expert(), 5).unwrap();
    assert!(!review.is_game && review.moves.len() == position.moves().len());
    assert_eq!((review.moves[0].number, review.moves[0].loss), (1, 0.0));
    assert!(review.moves.is_sorted_by_key(|judged| judged.loss));
    for judged in &review.moves {
        let after = truth(&position.play(judged.mv));
        assert_eq!(judged.loss, (truth(position) - after).abs());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.obf");
    let start = "---------------------------OX------XO--------------------------- X;\n";
    fs::write(&path, start).unwrap();
    let out = yomi(&["report", path.to_str().unwrap(), "--level", "1"]).unwrap();
    assert!(out.contains("\nits moves\n") && !out.contains("worst first"), "{out}");
    assert!(out.contains("\nNo loss: ") && !out.contains("Later searches"), "{out}");
    let html = yomi(&["report", path.to_str().unwrap(), "--level", "1", "--format", "html"]);
    assert_eq!(html.unwrap().matches("<tr id=\"move-").count(), 4);
}

/// `analyze` names the opening as well.
#[test]
fn openings_have_names() {
    let out = yomi(&["analyze", "d3c5f6f5e6", "--level", "1"]).unwrap();
    assert!(out.contains("\nopening: Tiger\n"), "{out}");
    assert!(!yomi(&["analyze", "f5", "--level", "1"]).unwrap().contains("opening:"));
}

/// Moves that are the same but for the board's symmetry cost the same.
#[test]
fn symmetric_moves_cost_the_same() {
    for first in ["d3", "c4", "f5", "e6"] {
        let start = Board::of(&Othello8::default()).unwrap();
        let mut record = Record::new(start);
        record.play(first.parse::<Square>().map(Move::Place).unwrap(), Note::default()).unwrap();
        for level in [2, 6] {
            let review = Review::of(&record, &mut expert(), level).unwrap();
            assert_eq!(review.moves[0].loss, 0.0, "{first} at level {level}");
            let all = Review::of(&Record::new(start), &mut expert(), level).unwrap();
            assert!(all.moves.iter().all(|judged| judged.loss == 0.0), "{:?}", all.moves);
        }
    }
}
