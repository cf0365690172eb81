use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::ugi::Ugi;

use crate::program::Program;
use crate::{answers, session};

/// Words of all dialects with numbers that are hard to swallow.
fn line() -> impl Strategy<Value = String> {
    const WORDS: &str = "play genmove undo b w pass d3 f5 boardsize 8 10 time_settings time_left \
        1e308 -1 18446744073709551616 nan komi set_game Othello loadsgf / yomi-param Player random \
        alphabeta(depth=1, Seed Size known_command showboard nboard set game depth contempt move \
        F5/1/2 PA hint go ping analyze learn (;GM[Othello]BO[8 ]B[f5] ;) position startpos fen \
        moves nodes movetime p1time p2inc setoption name value query result uginewgame stop \
        isready # gogui-play_sequence yomi-values yomi-line final_score é \0 \t 0";
    let words: Vec<&str> = WORDS.split(' ').collect();
    proptest::collection::vec(proptest::sample::select(words), 0..7)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn words_in_any_order_are_answered(lines in proptest::collection::vec(line(), 0..40)) {
        let input = lines.join("\n") + "\n";
        let said = answers(Gtp::new(session()), input.as_bytes());
        for answer in said.split_terminator("\n\n") {
            prop_assert!(answer.starts_with(['=', '?']), "{answer:?}");
        }
        answers(NBoard::new(session()), input.as_bytes());
        for line in answers(Ugi::new(session()), input.as_bytes()).lines() {
            let known = ["info ", "bestmove ", "readyok", "response "];
            prop_assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let said = answers(Gtp::new(session()), &bytes);
        prop_assert!(said.split_terminator("\n\n").all(|answer| answer.starts_with('?')));
        answers(NBoard::new(session()), &bytes);
        answers(Ugi::new(session()), &bytes);
    }
}

/// The seeds of the fuzzers, and what they have ever found.
#[test]
fn the_fuzzing_corpus_is_answered() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let mut seen = 0;
    for dialect in ["gtp", "nboard", "ugi"] {
        for file in std::fs::read_dir(corpus.join(dialect)).unwrap() {
            let input = std::fs::read(file.unwrap().path()).unwrap();
            let said = match dialect {
                "gtp" => answers(Gtp::new(session()), &input),
                "nboard" => answers(NBoard::new(session()), &input),
                _ => answers(Ugi::new(session()), &input),
            };
            assert!(!said.is_empty());
            seen += 1;
        }
    }
    assert!(seen >= 8, "{seen} files");
}

/// The peak memory of a process in KiB, where the system tells.
fn peak_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .ok()
}

#[test]
fn lines_of_many_megabytes_are_refused_in_little_memory() {
    const NO_GAME: &str = "status set game: the line is too long";
    const NO_MOVE: &str = "status move: the line is too long";
    let long = vec![b'x'; 64 << 20];
    for (dialect, before, after, expected) in [
        ("gtp", "17 ", "18 name\n", &["?17 line too long", "", "=18 Yomi", ""][..]),
        // Nobody waits for a response to a comment.
        ("gtp", " # ", "18 name\n", &["=18 Yomi", ""]),
        ("nboard", "set game ", "go\nping 1\n", &[NO_GAME, NO_GAME, "pong 1"]),
        ("nboard", "move ", "go\nping 1\n", &[NO_MOVE, NO_MOVE, "pong 1"]),
        ("ugi", "position ", "isready\n", &["info string the line is too long", "readyok"]),
        // Who asks for a move waits for one.
        (
            "ugi",
            "go ",
            "isready\n",
            &["info string the line is too long", "bestmove 0000", "readyok"],
        ),
    ] {
        let mut program = Program::start(&[dialect, "--player", "random"]);
        program.send(before.as_bytes());
        program.send(&long);
        program.send(format!("\n{after}").as_bytes());
        for &line in expected {
            assert_eq!(program.line().as_deref(), Some(line));
        }
        if let Some(peak) = peak_memory(program.id()) {
            assert!(peak < 32 << 10, "{dialect}: {peak} KiB");
        }
    }
}

/// Thousands of commands behind a search neither block the end nor are lost.
#[test]
fn a_flood_of_commands_waits_its_turn() {
    let mut program = Program::start(&["gtp", "--player", "negamax(depth=60,deepen=on)"]);
    let flood: String = (0..20_000).map(|id| format!("{id} name\n")).collect();
    program.send(b"genmove b\n");
    std::thread::sleep(Duration::from_millis(50));
    let start = Instant::now();
    program.send(b"# interrupt\n");
    program.send(flood.as_bytes());
    program.close();
    assert!(program.line().unwrap().starts_with("= "));
    program.line();
    for id in 0..20_000 {
        assert_eq!(program.line(), Some(format!("={id} Yomi")));
        program.line();
    }
    assert_eq!(program.exit().code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// More waits behind an endless search than is kept: the search ends rather than the conversation.
#[test]
fn a_flood_behind_an_endless_search_is_worked_off() {
    let mut program = Program::start(&["ugi", "--player", "random"]);
    let junk = format!("position {}\n", "x".repeat(60_000)).repeat(400);
    program.send(b"go infinite\n");
    program.send(junk.as_bytes());
    program.send(b"stop\nquit\n");
    program.line_beginning("bestmove");
    for _ in 0..400 {
        program.line_beginning("info string ");
    }
    assert_eq!(program.exit().code(), Some(0));
}

#[test]
fn wrong_options_are_refused_in_one_line() {
    for (arguments, expected) in [
        (
            &["gtp", "--player", "nobody"][..],
            "yomi: --player nobody: column 1: unknown player `nobody`",
        ),
        (&["nboard", "--size", "7"], "yomi: --size 7: expected one of 4, 6, 8, 10"),
        (&["ugi", "--game", "chess"], "yomi: --game chess: expected one of Othello"),
        (&["gtp", "--log", "/no/such/folder/log"], "yomi: --log /no/such/folder/log: "),
    ] {
        let mut program = Program::start(arguments);
        let line = program.line().unwrap();
        assert!(line.starts_with(expected), "{line}");
        assert_eq!(program.line(), None);
        assert_eq!(program.exit().code(), Some(2));
    }
}

#[test]
fn the_log_has_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut program = Program::start(&["gtp", "--log", path.to_str().unwrap()]);
    program.send(b"1 name\r\nquit\n");
    program.exit();
    let log = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(lines, ["> 1 name", "< =1 Yomi", "< ", "> quit", "< =", "< "]);
    assert!(log.starts_with("20"), "{log}");
}

/// Whatever is quoted is short and has nothing that a terminal obeys.
#[test]
fn quotes_are_short_and_plain() {
    let long = "A".repeat(3000);
    let lines = [
        format!("setoption name {long} value 1"),
        "setoption name Has\u{1b}[2Jh value 1".to_owned(),
        "setoption name Player value ran\u{1b}[2Jdom".to_owned(),
        format!("position startpos moves {long}"),
        format!("go {long}"),
        long.clone(),
    ];
    let said = answers(Ugi::new(session()), (lines.join("\n") + "\n").as_bytes());
    assert!(said.lines().count() >= lines.len(), "{said}");
    let input = format!("nboard 2\nmove F5{long}\nmove \u{1b}[2J\n");
    for line in said.lines().chain(answers(NBoard::new(session()), input.as_bytes()).lines()) {
        assert!(line.len() < 400 && !line.contains(char::is_control), "{line:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("\u{1b}[2J\n.sgf");
    std::fs::write(&file, format!("(;{long}{long})")).unwrap();
    let path = file.to_str().unwrap();
    for arguments in [
        &["convert", path, "--to", "sgf"][..],
        &["analyze", "no\u{1b}[2Jfile"],
        &["explain", "start", "--expand", &long],
        &["gtp", "--player", &long],
        &["perft", &long],
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_yomi"))
            .args(arguments)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        for line in told.lines() {
            assert!(line.len() < 1100 && !line.contains(char::is_control), "{line:?}");
        }
    }
}
