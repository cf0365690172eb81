//! While the player thinks, what must be answered at once is answered within 20 ms.
//!
//! On the wall clock a busy machine may be late by itself, so there the quickest of several tries
//! counts. All of them together have to be quick in the processor's time: while the
//! program may think it cannot take more than the clock on the wall shows, so what it takes above
//! that it took too late.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Program, exit};

const MOST_DELAY: Duration = Duration::from_millis(20);
const TRIES: u32 = 9;
const ENDLESS: &str = "negamax(depth=60,deepen=on,eval=tutorial)";

/// Tries to interrupt a program.
#[derive(Default)]
struct Tries {
    /// How long it thought before it was interrupted, in all.
    thought: Duration,
    /// How long each answer took.
    answers: Vec<Duration>,
    /// The processor's time that it took, where the system tells.
    worked: Option<Duration>,
}

impl Tries {
    /// The program has been thinking since `since` and is interrupted by `act`, which returns when
    /// it has answered.
    fn interrupt(&mut self, since: Instant, act: impl FnOnce()) {
        let now = Instant::now();
        self.thought += now - since;
        act();
        self.answers.push(now.elapsed());
    }

    fn keep(&self, delay: Duration) {
        let quickest = self.answers.iter().min().unwrap();
        assert!(*quickest < delay, "{:?}", self.answers);
        if let Some(worked) = self.worked {
            let most = self.thought + TRIES * delay;
            assert!(
                worked <= most,
                "worked for {worked:?} instead of {most:?}, answers {:?}",
                self.answers
            );
        }
    }
}

fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

#[test]
fn ping_while_thinking() {
    let mut program = Program::start(&["nboard", "--player", ENDLESS]);
    let mut tries = Tries::default();
    for number in 1..=TRIES {
        let since = Instant::now();
        program.send(b"hint 1\n");
        program.line_beginning("search");
        pause(50);
        tries.interrupt(since, || {
            program.send(format!("ping {number}\n").as_bytes());
            assert_eq!(program.line_beginning("pong"), format!("pong {number}"));
        });
        assert_eq!(program.line_within(Duration::from_millis(30)), None, "after the pong");
    }
    tries.worked = program.worked();
    tries.keep(MOST_DELAY);
}

#[test]
fn stop_and_isready_while_thinking() {
    let mut program = Program::start(&["ugi", "--player", ENDLESS]);
    let mut tries = Tries::default();
    let mut ready = Vec::new();
    for _ in 0..TRIES {
        let since = Instant::now();
        program.send(b"position startpos moves f5\ngo infinite\n");
        program.line_beginning("info depth 3");
        pause(50);
        let asked = Instant::now();
        program.send(b"isready\n");
        program.line_beginning("readyok");
        ready.push(asked.elapsed());
        tries.interrupt(since, || {
            program.send(b"stop\n");
            program.line_beginning("bestmove ");
        });
    }
    pause(30);
    tries.worked = program.worked();
    tries.keep(MOST_DELAY);
    assert!(ready.iter().min().unwrap() < &MOST_DELAY, "isready: {ready:?}");
}

/// A frontend may send on without waiting for answers: what ends thinking ends also what has not
/// begun yet.
#[test]
fn requests_sent_at_once() {
    let mut program = Program::start(&["ugi", "--player", ENDLESS]);
    program.send(b"position startpos\ngo infinite\nstop\nposition startpos moves f5\n");
    program.send(b"go infinite\nstop\nisready\n");
    for _ in 0..2 {
        program.line_beginning("bestmove");
    }
    let mut program = Program::start(&["gtp", "--player", ENDLESS]);
    program
        .send(b"\xef\xbb\xbf1 play b f5\n2 lz-analyze 1\n3 undo\n4 lz-analyze 1\n# no\n5 name\n");
    for answer in ["=1", "=2", "=3", "=4", "=5 Yomi"] {
        program.line_beginning(answer);
    }
    program.send(b"6 lz-analyze 1\n");
    program.line_beginning("info");
    program.send(format!("7 {}\n8 name\n", "x".repeat(100_000)).as_bytes());
    program.line_beginning("=8 Yomi");
}

/// An empty line ends a response, so an analysis of a finished game has none of its own.
#[test]
fn a_finished_game_is_analysed_in_silence() {
    for player in ["alphabeta", "random", "exact", "expert", "uct"] {
        let mut program = Program::start(&["gtp", "--player", player]);
        program.send(b"gogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5\n");
        program.send(b"7 lz-analyze 5\n8 name\n");
        for line in ["=", "", "=7", "", "=8 Yomi", ""] {
            assert_eq!(program.line().as_deref(), Some(line), "{player}");
        }
    }
}

/// Whoever asks what a position is worth gets no move of the opening book.
#[test]
fn judging_looks_into_no_book() {
    let mut program = Program::start(&["gtp"]);
    program.send(b"1 reg_genmove b\n2 genmove b\n");
    let best = program.line_beginning("=1");
    program.line_beginning("=2");
    for number in 3..8 {
        program.send(format!("{number} undo\n{number} reg_genmove b\n").as_bytes());
        program.line_beginning(&format!("={number}"));
        let again = program.line_beginning(&format!("={number} "));
        assert_eq!(again.split(' ').nth(1), best.split(' ').nth(1), "{again}");
        program.send(b"20 genmove b\n");
        program.line_beginning("=20");
    }
    let mut program = Program::start(&["nboard"]);
    program.send(b"set depth 6\nmove f5\nmove d6\nhint 1\n");
    assert!(!program.line_beginning("search").contains("book"));
    let mut program = Program::start(&["ugi"]);
    program.send(b"position startpos\ngo infinite\n");
    assert!(program.line_beginning("info").contains("nodes"));
}

#[test]
fn interrupt_while_thinking() {
    let mut program = Program::start(&["gtp", "--player", ENDLESS]);
    let mut tries = Tries::default();
    for _ in 0..TRIES {
        let since = Instant::now();
        program.send(b"clear_board\ngenmove b\n");
        assert_eq!(
            (program.line().unwrap(), program.line().unwrap()),
            ("=".to_owned(), String::new())
        );
        pause(50);
        tries.interrupt(since, || {
            program.send(b"# interrupt\n");
            assert!(program.line().unwrap().starts_with("= "));
        });
        program.line();
    }
    pause(30);
    tries.worked = program.worked();
    tries.keep(MOST_DELAY);
}

#[test]
fn quit_and_the_end_of_input_end_what_would_never_end() {
    for quits in [true, false] {
        let mut tries = Tries::default();
        for _ in 0..TRIES {
            let since = Instant::now();
            let mut program = Program::start(&["ugi", "--player", ENDLESS]);
            program.send(b"go infinite\n");
            pause(100);
            let mut worked = None;
            tries.interrupt(since, || {
                if quits {
                    program.send(b"quit\n");
                } else {
                    program.close();
                }
                let (status, all) = program.exit_after_work();
                assert_eq!(status.code(), Some(0), "quits {quits}");
                worked = all;
            });
            tries.worked = worked.map(|worked| worked + tries.worked.unwrap_or_default());
        }
        tries.keep(MOST_DELAY);
    }
}

/// A frontend that quits while the player thinks does not wait for the move, but a script has all
/// answers in full.
#[test]
fn quit_while_thinking() {
    for (dialect, request) in [
        ("gtp", "genmove b\n"),
        ("gtp", "genmove b\ngenmove w\n"),
        ("nboard", "go\n"),
        ("ugi", "go depth 60\n"),
    ] {
        for (pauses, closes) in [(2000, false), (2000, true), (0, false)] {
            let mut program = Program::start(&[dialect, "--player", ENDLESS]);
            program.send(request.as_bytes());
            pause(pauses);
            program.send(b"quit\n");
            if closes {
                program.close();
            }
            let since = Instant::now();
            assert_eq!(program.exit().code(), Some(0), "{dialect}");
            // One of them has to see that its input stays open.
            let most = if pauses == 0 { 5000 } else { 2000 };
            assert!(since.elapsed() < Duration::from_millis(most), "{dialect} {pauses} {closes}");
        }
    }
    let mut program = Program::start(&["ugi", "--player", ENDLESS]);
    let since = Instant::now();
    program.send(b"go movetime 1600\nquit\n");
    program.close();
    program.line_beginning("bestmove");
    assert!(since.elapsed() > Duration::from_millis(1500), "{:?}", since.elapsed());
    assert_eq!(program.exit().code(), Some(0));
}

/// An analysis ends with the next command and a `quit` ends what follows, however much that says
/// nothing stands before them while something else is thought about.
#[test]
fn commands_behind_an_analysis_are_seen() {
    let comments = "# c\n".repeat(5000);
    let mut program = Program::start(&["gtp"]);
    program.send(format!("time_settings 0 1 1\ngenmove b\nlz-analyze 100\n{comments}").as_bytes());
    program.send(b"1 name\n");
    program.line_beginning("=1 Yomi");
    program.close();
    assert_eq!(program.exit().code(), Some(0));
    let mut program = Program::start(&["gtp", "--player", ENDLESS]);
    program.send(b"lz-analyze b 5\n");
    pause(300);
    program.send(b"genmove b\nquit\n");
    let since = Instant::now();
    assert_eq!(program.exit().code(), Some(0));
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
}

/// Nobody waits for the answer any more, so nothing is thought about any longer: the frontend has
/// closed both pipes, or has said `quit` and closed that of the answers.
#[cfg(unix)]
#[test]
fn a_frontend_that_has_gone_while_thinking() {
    for (dialect, request, quits) in [
        ("gtp", "genmove b\n", false),
        ("nboard", "hint 1\n", false),
        ("ugi", "go depth 60\n", false),
        ("gtp", "genmove b\nquit\n", true),
    ] {
        let mut tries = Tries::default();
        for _ in 0..TRIES {
            let since = Instant::now();
            let mut program = Command::new(env!("CARGO_BIN_EXE_yomi"))
                .args([dialect, "--player", ENDLESS])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            program.stdin.as_mut().unwrap().write_all(request.as_bytes()).unwrap();
            pause(100);
            let mut worked = None;
            tries.interrupt(since, || {
                drop(program.stdout.take());
                if !quits {
                    drop(program.stdin.take());
                }
                let (status, all) = exit(&mut program);
                assert_eq!(status.code(), Some(0), "{dialect}");
                worked = all;
            });
            tries.worked = worked.map(|worked| worked + tries.worked.unwrap_or_default());
        }
        tries.keep(Duration::from_millis(100));
    }
}

/// What a script says does not depend on how it arrives: all at once, or its end before, while or
/// after its requests are thought about.
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
            let told = lines
                .into_iter()
                .filter(|line| line.starts_with(beginning))
                .map(|line| without_times(&line));
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
