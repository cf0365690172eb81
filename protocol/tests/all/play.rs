//! `yomi play` through a pipe, as a person would type it.

use std::process::{Command, Output, Stdio};

use yomi_protocol::gtp::Gtp;
use yomi_protocol::notation::sgf;
use yomi_protocol::session::{Kind, PlayerChoice, Session};
use yomi_protocol::ugi::Ugi;

use crate::answers;

/// What is said to these lines, without waiting for a prompt.
fn play(options: &[&str], lines: &str) -> Output {
    use std::io::Write;
    let evaluator = if options.contains(&"--game") { "" } else { ",eval=discs" };
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomi"))
        .arg("play")
        .args(["--player", &format!("alphabeta(depth=2{evaluator})")])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(options: &[&str], lines: &str) -> String {
    let output = play(options, lines);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_move_is_answered() {
    let text = said(&[], "D3\n");
    assert!(text.starts_with("Type a move such as d3, or help.\n"), "{text}");
    assert!(text.contains("  4 - - · O X - - -\n"), "legal moves are shown:\n{text}");
    assert!(
        text.contains("  4 - - - X X - - -\n") && text.contains("White (Yomi) plays "),
        "{text}"
    );
    assert!(text.ends_with("Black (you) to move\n"), "{text}");
    assert!(!text.contains(['\x1b', '>']), "no colours and no prompt in a pipe");
}

#[test]
fn whoever_has_white_waits_for_black() {
    assert!(said(&["--color", "white"], "").contains("Black (Yomi) plays "));
    assert!(!said(&["--color", "both"], "f5\nd6\n").contains("(Yomi)"));
}

#[test]
fn a_game_is_played_to_the_end_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let text =
        said(&["--color", "none", "--size", "6"], &format!("save {}\nf6\nquit\n", path.display()));
    assert!(text.contains(" wins by ") || text.contains("a draw"), "{text}");
    assert!(text.contains("The game is over: undo, save, new or quit."), "{text}");
    let record = sgf::game(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(record.end().is_over() && record.outcome.is_some());
}

#[test]
fn hints_values_and_second_thoughts() {
    let text = said(&[], "hint\neval\nf5\nundo\nundo\nboard\nhelp\n");
    assert!(text.contains("Yomi would play "), "{text}");
    let worth = |line: &&str| line.len() == 15 && line.starts_with("  ") && line.ends_with(".00");
    assert_eq!(text.lines().filter(worth).count(), 4, "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.contains("take your last move back"), "{text}");
}

/// Yomi's first move is not taken back for another one where the person has made none.
#[test]
fn there_is_nothing_to_take_back_before_the_first_move() {
    let text = said(&["--color", "white"], "undo\nundo\nquit\n");
    assert_eq!(text.matches("plays ").count(), 1, "{text}");
    assert_eq!(text.matches("There is nothing to take back.").count(), 2, "{text}");
}

/// Where nobody plays, a move is taken back and Yomi plays it again, not the whole game.
#[test]
fn whoever_watches_takes_back_one_move() {
    let moves = |lines: &str| {
        let text = said(&["--color", "none", "--size", "6"], lines);
        text.matches(" (Yomi) plays ").count()
    };
    assert_eq!([moves("undo\n"), moves("undo\nundo\n")], [moves("") + 1, moves("") + 2]);
}

#[test]
fn help_lists_what_there_is() {
    let listed = |game: &str| -> Vec<String> {
        let text = said(&["--game", game], "help\n");
        let help = text.lines().skip_while(|line| !line.contains("play there"));
        help.filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
    };
    let othello = listed("Othello");
    assert_eq!(othello.len(), 10, "{othello:?}");
    assert!(othello[0].starts_with("d3        play there"), "{othello:?}");
    let has = |line: &str| othello.iter().any(|listed| listed == line);
    assert!(has("load F    go on with the game in F.sgf, F.ggf, F.obf or F.txt"), "{othello:?}");
    assert!(has("save F    save the game as F.sgf, F.ggf, F.obf or F.txt"), "{othello:?}");
    for (game, square) in [("Go", "A1 "), ("Tic-tac-toe", "a1 ")] {
        let help = listed(game);
        assert_eq!(help.len(), 8, "{help:?}");
        assert!(help[0].starts_with(square), "a square of the board: {help:?}");
        assert!(!help.iter().any(|line| line.contains(" F ")), "{help:?}");
        let text = said(&["--game", game], "load x.sgf\nsave x.sgf\n");
        let refused =
            ["Only games of Othello can be loaded.", "Only games of Othello can be saved."];
        assert!(refused.iter().all(|line| text.contains(line)), "{text}");
    }
}

/// Black takes everything: 13 discs, and the empty squares count.
#[test]
fn squares_left_empty_are_the_winners() {
    let text = said(&["--color", "both"], "e6f4e3f6g5d6e7f5c5\n");
    assert!(text.contains("Black 13, White 0\n"), "{text}");
    assert!(text.ends_with("Black wins by 64, empty squares included.\n"), "{text}");
}

#[test]
fn nonsense_is_explained() {
    let text = said(&[], "a1\nfoo\n\nsave\nsave x.pdf\nsave /no/such/folder/x.sgf\n\0\n");
    assert!(
        text.contains("a1 is not a move here. You may play d3 c4 f5 e6, or type help."),
        "{text}"
    );
    assert!(text.contains("Say save and a name that ends in .sgf"), "{text}");
    assert!(text.contains("/no/such/folder/x.sgf: "), "{text}");
    let output = play(&["--size", "5"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .starts_with("yomi: --size 5: expected one of 4, 6, 8, 10")
    );
}

/// Two white stones are dead at the end, and everything that speaks says who has won.
#[test]
fn dead_stones_are_not_counted_whoever_is_asked() {
    let moves = "c3 a1 b3 a5 d3 pass a3 pass e3 pass pass";
    let go = ["--game", "go", "--size", "5"];
    let text = said(&[&go[..], &["--color", "both"]].concat(), &moves.replace(' ', "\n"));
    assert!(text.ends_with("Black wins by 17.5.\n"), "{text}");
    // A1 is the lower left point.
    let last = text.rsplit("A B C D E\n").next().unwrap();
    assert!(last.starts_with("  5 O ") && last.contains("\n  1 O "), "{text}");
    let over = said(&go, "pass\npass\nd4\n");
    assert!(over.contains("The game is over: undo, new or quit.\n"), "{over}");

    let choice = PlayerChoice { player: Some("random".to_owned()), ..PlayerChoice::default() };
    let session = || Session::new(Kind::named("Go").unwrap(), Some(5), choice.clone()).unwrap();
    let script = format!("position startpos moves {moves}\nquery result\nquery score\n");
    let text = answers(Ugi::new(session()), script.as_bytes());
    assert_eq!(text, "response p1win\nresponse 17.5\n");
    let colours = ["b", "w"].into_iter().cycle();
    let plays = moves.split(' ').zip(colours).map(|(mv, colour)| format!("play {colour} {mv}\n"));
    let text = answers(Gtp::new(session()), (plays.collect::<String>() + "final_score").as_bytes());
    assert!(text.ends_with("\n\n= B+17.5\n\n"), "{text}");
}

/// Moves come as people copy them, a game as a file.
#[test]
fn transcripts_files_and_levels() {
    let board = |text: &str| {
        text.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let both = ["--color", "both"];
    let single = board(&said(&both, "f5\nd6\nc3\nboard\n"));
    for line in ["f5 d6 c3", "f5d6c3", "1. f5 d6 2. c3", "1.F5 D6, 2.C3", "1. f5d6 2. c3"] {
        let listed = board(&said(&both, &format!("{line}\n")));
        assert!(
            listed.len() > 8 && listed[listed.len() - 8..] == single[single.len() - 8..],
            "{line}"
        );
    }
    let text = said(&both, "f5 f5\nf5\nd6\n");
    assert!(text.contains("f5 cannot be played as move 2 of these."), "{text}");
    assert!(text.ends_with("Black (you) to move\n"), "nothing of it was played:\n{text}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "f5d6c3\n").unwrap();
    let loaded = board(&said(&both, &format!("load {}\n", file.display())));
    assert_eq!(loaded[loaded.len() - 8..], single[single.len() - 8..]);
    assert!(said(&both, "load /no/such/file\nload /dev/zero\n").contains("/no/such/file: "));
    assert!(said(&both, "level 3\n").contains("level 3: "), "the player has no levels");
    let text = said(&["--color", "both"], "level x\n");
    assert!(text.contains("level x: expected a whole number"), "{text}");
}

/// A whole game on 10×10 can be pasted, with its passes.
#[test]
fn games_on_large_boards_are_typed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let options = ["--size", "10", "--color", "none"];
    let save = format!("save {}\n", file.display());
    said(&options, &save);
    let moves = std::fs::read_to_string(&file).unwrap();
    assert!(moves.contains("10"), "{moves}");
    let options = ["--size", "10", "--color", "both"];
    let text = said(&options, &format!("{moves}{save}"));
    assert!(text.contains(" wins by ") || text.contains("a draw"), "{text}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), moves);
}

#[test]
fn what_was_saved_is_loaded_on_every_board() {
    let folder = tempfile::tempdir().unwrap();
    for size in ["4", "6", "8", "10"] {
        for ending in ["txt", "sgf", "ggf"] {
            let file = folder.path().join(format!("game{size}.{ending}"));
            let options = ["--size", size, "--color", "none"];
            let text = said(&options, &format!("save {}\n", file.display()));
            let end = |text: &str| text.lines().filter(|line| line.contains(" wins by ")).count();
            let ends = end(&text);
            let options = ["--size", size, "--color", "both"];
            let text = said(&options, &format!("load {}\n", file.display()));
            assert!(!text.contains("expected") && end(&text) == ends, "{size}, {ending}: {text}");
        }
    }
}

/// A game is saved with all that its file said, and one that goes another way with the notes on
/// the moves that are still there and the names of who plays it.
#[test]
fn what_a_file_says_is_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("game.sgf"), folder.path().join("copy.sgf"));
    let sgf = "(;GM[2]FF[4]CA[Shift_JIS]PB[\u{1}\u{2}]PW[B]EV[E];B[fe]C[one];W[fd]C[two])";
    let sgf = sgf.replace('\u{1}', "\u{95}").replace('\u{2}', "\\");
    let bytes: Vec<u8> = sgf.chars().map(|letter| letter as u8).collect();
    std::fs::write(&file, bytes).unwrap();
    let (load, save) = (format!("load {}\n", file.display()), format!("save {}\n", copy.display()));
    let both = ["--color", "both"];
    let text = said(&both, &format!("{load}{save}{save}"));
    let [new, again] =
        ["Saved as", "in place of what was there."].map(|words| text.matches(words).count());
    assert_eq!((new, again), (2, 1), "{text}");
    let kept = std::fs::read_to_string(&copy).unwrap();
    assert!(kept.contains("PB[表]PW[B]EV[E]"), "{kept}");
    assert!(kept.contains("B[fe]C[one]") && kept.contains("W[fd]C[two]"), "{kept}");
    said(&both, &format!("{load}undo\nd6\n{save}"));
    let changed = std::fs::read_to_string(&copy).unwrap();
    assert!(changed.contains("PB[You]PW[You]") && changed.contains("C[one]"), "{changed}");
    assert!(!changed.contains("two") && !changed.contains("EV["), "{changed}");
    said(&both, &format!("{load}new\nf5\n{save}"));
    assert!(!std::fs::read_to_string(&copy).unwrap().contains("one"));
    // A list of moves names no result, but these lead to one.
    let moves = folder.path().join("moves.txt");
    std::fs::write(&moves, "e6f4e3f6g5d6e7f5c5\n").unwrap();
    said(&both, &format!("load {}\n{save}", moves.display()));
    assert!(std::fs::read_to_string(&copy).unwrap().contains("RE[B+64]"));
    // Rows counted from the other side.
    std::fs::write(&file, "(;GM[2];B[df])").unwrap();
    assert!(said(&both, &load).contains("It was read upside down"));
}
