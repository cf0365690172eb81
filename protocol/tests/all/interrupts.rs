//! While the player thinks, what must be answered at once is answered within 20 ms. The bound is the promise; a busy
//! machine may be late by itself, so the median of several tries has to keep it.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::Program;

const PROMISE: Duration = Duration::from_millis(20);
const TRIES: usize = 9;
const ENDLESS: &str = "negamax(depth=60,deepen=on,eval=tutorial)";

/// The median time that `act` takes.
fn median(mut act: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..TRIES).map(|_| act()).collect();
    times.sort();
    times[TRIES / 2]
}

fn since(start: Instant, said: &str, expected: &str) -> Duration {
    assert!(said.starts_with(expected), "expected {expected}, found {said}");
    start.elapsed()
}

#[test]
fn ping_while_thinking() {
    let mut program = Program::start(&["nboard", "--player", ENDLESS]);
    let mut number = 0;
    let time = median(|| {
        program.send(b"hint 1\n");
        program.line_beginning("search");
        std::thread::sleep(Duration::from_millis(50));
        number += 1;
        let start = Instant::now();
        program.send(format!("ping {number}\n").as_bytes());
        let said = program.line_beginning("pong");
        let time = since(start, &said, &format!("pong {number}"));
        assert_eq!(program.line_within(Duration::from_millis(30)), None, "after the pong");
        time
    });
    assert!(time < PROMISE, "{time:?}");
}

#[test]
fn stop_and_isready_while_thinking() {
    let mut program = Program::start(&["ugi", "--player", ENDLESS]);
    let mut ready = Vec::new();
    let time = median(|| {
        program.send(b"position startpos moves f5\ngo infinite\n");
        program.line_beginning("info depth 3");
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        program.send(b"isready\n");
        program.line_beginning("readyok");
        ready.push(start.elapsed());
        let start = Instant::now();
        program.send(b"stop\n");
        let said = program.line_beginning("bestmove");
        since(start, &said, "bestmove ")
    });
    assert!(time < PROMISE, "stop: {time:?}");
    ready.sort();
    assert!(ready[TRIES / 2] < PROMISE, "isready: {ready:?}");
}

#[test]
fn interrupt_while_thinking() {
    let mut program = Program::start(&["gtp", "--player", ENDLESS]);
    let time = median(|| {
        program.send(b"clear_board\ngenmove b\n");
        assert_eq!((program.line().unwrap(), program.line().unwrap()), ("=".to_owned(), String::new()));
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        program.send(b"# interrupt\n");
        let time = since(start, &program.line().unwrap(), "= ");
        program.line();
        time
    });
    assert!(time < PROMISE, "{time:?}");
}

#[test]
fn quit_and_the_end_of_input_end_what_would_never_end() {
    for quits in [true, false] {
        let time = median(|| {
            let mut program = Program::start(&["ugi", "--player", ENDLESS]);
            program.send(b"go infinite\n");
            std::thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            if quits {
                program.send(b"quit\n");
            } else {
                program.close();
            }
            assert_eq!(program.exit().code(), Some(0));
            start.elapsed()
        });
        assert!(time < PROMISE, "quits {quits}: {time:?}");
    }
}

/// Nobody waits for the answer any more, so nothing is thought about any longer.
#[cfg(unix)]
#[test]
fn a_frontend_that_has_gone_while_thinking() {
    for (dialect, request) in [("gtp", "genmove b\n"), ("nboard", "hint 1\n"), ("ugi", "go depth 60\n")] {
        let time = median(|| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_yomi"))
                .args([dialect, "--player", ENDLESS])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            program.stdin.as_mut().unwrap().write_all(request.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            drop((program.stdin.take(), program.stdout.take()));
            assert_eq!(program.wait().unwrap().code(), Some(0));
            start.elapsed()
        });
        assert!(time < Duration::from_millis(100), "{dialect}: {time:?}");
    }
}

/// What a script says does not depend on how it arrives: all at once, or its end before, while or after its requests
/// are thought about.
#[test]
fn scripts_are_answered_in_full() {
    const PLAYER: &str = "negamax(depth=8,deepen=on)";
    let scripts = [
        ("gtp", "yomi-line\nplay b f5\nyomi-line\n", "TEXT"),
        ("gtp", "yomi-line\nplay b f5\nyomi-line\nquit\n", "TEXT"),
        ("nboard", "hint 1\nmove F5\nhint 1\n", "search"),
        ("ugi", "position startpos moves f5\ngo depth 8\nposition startpos\ngo\n", "info"),
    ];
    for (dialect, script, beginning) in scripts {
        let answers = |delay: u64| {
            let mut program = Program::start(&[dialect, "--player", PLAYER]);
            program.send(script.as_bytes());
            std::thread::sleep(Duration::from_millis(delay));
            program.close();
            let lines: Vec<String> = std::iter::from_fn(|| program.line()).collect();
            assert_eq!(program.exit().code(), Some(0));
            let told =
                lines.into_iter().filter(|line| line.starts_with(beginning)).map(|line| without_times(&line));
            told.collect::<Vec<_>>()
        };
        let whole = answers(0);
        assert!(whole.last().is_some_and(|line| line.contains('8')), "{whole:?}");
        for delay in [1, 10, 30, 60, 150] {
            assert_eq!(answers(delay), whole, "{dialect}, the end after {delay} ms");
        }
    }
}

/// UGI's lines without what differs from run to run.
fn without_times(line: &str) -> String {
    let mut words = line.split(' ').collect::<Vec<_>>();
    for name in ["time", "nps"] {
        if let Some(place) = words.iter().position(|&word| word == name) {
            words.drain(place..place + 2);
        }
    }
    words.join(" ")
}
