//! `loadsgf`: files of Othello only, and moves counted as their file names them; commands that a game
//! has no use for are not listed in it.

use std::fs;

use yomi_protocol::gtp::Gtp;
use yomi_protocol::session::{Kind, PlayerChoice, Session};

use crate::{answers, session};

/// The answers without the empty lines.
fn said(session: Session, script: &str) -> Vec<String> {
    let text = answers(Gtp::new(session), script.as_bytes());
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// A file of Go without a move could be one of Othello on a board of the same size.
#[test]
fn other_games_have_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.sgf");
    fs::write(&file, "(;GM[1]FF[4]SZ[6])").unwrap();
    let choice = PlayerChoice { player: Some("random".to_owned()), ..PlayerChoice::default() };
    let go = || Session::new(Kind::named("Go").unwrap(), None, choice.clone()).unwrap();
    let load = format!("loadsgf {}\ngogui-rules_game_id\n", file.display());
    assert_eq!(said(go(), &load), ["? cannot load file", "= Go"]);

    for (command, game, known) in [
        ("loadsgf", "Othello", true),
        ("loadsgf", "Go", false),
        ("set_free_handicap", "Othello", false),
        ("set_free_handicap", "Tic-tac-toe", false),
        ("set_free_handicap", "Go", true),
    ] {
        let ask = format!("set_game {game}\nknown_command {command}\nlist_commands\n");
        let said = said(session(), &ask);
        assert_eq!(said[1], format!("= {known}"), "{command} in {game}");
        assert_eq!(said.iter().any(|line| line == command), known, "{command} in {game}");
    }
}

#[test]
fn moves_are_counted_as_the_file_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pass.sgf");
    // Black has no move after eight plies, and whoever writes the pass names one move more.
    let start = "(;GM[2]FF[4];B[dc];W[cc];B[ef];W[db];B[da];W[ea];B[bb];W[ca]";
    let position = |rest: &str, number: &str| {
        fs::write(&file, format!("{start}{rest})")).unwrap();
        let load = format!("loadsgf {} {number}\nshowboard\n", file.display());
        let said = said(session(), &load);
        assert_eq!(said[0], "=", "{said:?}");
        said
    };
    let (left_out, written) = (";W[ac];B[aa]", ";B[];W[ac];B[aa]");
    for number in 0..=9 {
        let number = number.to_string();
        assert_eq!(
            position(left_out, &number)[1..10],
            position(written, &number)[1..10],
            "discs before move {number}"
        );
    }
    assert_eq!(position(left_out, "10"), position(written, "11"));
    assert_eq!(position(left_out, "11"), position(left_out, ""));
    assert_ne!(position(left_out, "10"), position(left_out, "11"));
    assert!(position(left_out, "9").contains(&"O to move".to_owned()), "who makes move 9");
    assert!(position(written, "9").contains(&"X to move".to_owned()), "who passes");
}
