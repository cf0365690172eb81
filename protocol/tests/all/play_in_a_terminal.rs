//! `yomi play` in a terminal: thinking is shown, and interrupted by typing.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// A program in a terminal of its own.
struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    said: String,
}

impl Terminal {
    fn start(options: &[&str]) -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).and_then(|()| unlockpt(&keys)).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap().into_string().unwrap();
        let screen = File::options().read(true).write(true).open(name).unwrap();
        let other = || Stdio::from(screen.try_clone().unwrap());
        let child = Command::new(env!("CARGO_BIN_EXE_yomi"))
            .arg("play")
            .args(options)
            .env("TERM", "xterm")
            .stdin(other())
            .stdout(other())
            .stderr(other())
            .spawn()
            .unwrap();
        let keys = File::from(keys);
        let mut heard = keys.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = heard.read(&mut bytes) {
                drop(sender.send(bytes[..count].to_vec()));
            }
        });
        Self { child, keys, output, said: String::new() }
    }

    /// Waits until the program has written `text` after what was waited for before.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.said.contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            let bytes = self.output.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|_| panic!("no `{text}` in {}", self.said));
            self.said += &String::from_utf8_lossy(&bytes);
        }
        let end = self.said.find(text).unwrap() + text.len();
        self.said.drain(..end);
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.keys, "{line}").unwrap();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A level that thinks for hours about the first moves.
const SLOW: [&str; 2] = ["--player", "expert:depth=59,exact=60"];

#[test]
fn enter_ends_a_search_with_its_best_move() {
    let mut terminal = Terminal::start(&[&SLOW[..], &["--color", "white"]].concat());
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("");
    terminal.wait_for("Black (Yomi) plays ");
    terminal.wait_for("White (you) to move");
    terminal.type_line("hint");
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("");
    terminal.wait_for("Yomi would play ");
    terminal.type_line("quit");
    assert!(terminal.child.wait().unwrap().success());
}

#[test]
fn a_command_is_carried_out_before_the_move() {
    let mut terminal = Terminal::start(&[&SLOW[..], &["--color", "none"]].concat());
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("board");
    terminal.wait_for("Black (Yomi) to move");
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("d3");
    terminal.wait_for("It is Yomi's turn");
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("");
    terminal.wait_for("Black (Yomi) plays ");
    terminal.wait_for("(Enter plays now)");
    terminal.type_line("quit");
    assert!(terminal.child.wait().unwrap().success());
}

/// Commands that end the waiting for a move are carried out instead of it.
#[test]
fn no_move_comes_before_a_command() {
    for (command, outcome) in [("quit", None), ("undo", Some("Black (you) to move"))] {
        let mut terminal = Terminal::start(&SLOW);
        terminal.wait_for("Black (you) to move");
        terminal.type_line("d3");
        terminal.wait_for("(Enter plays now)");
        terminal.type_line(command);
        if let Some(outcome) = outcome {
            terminal.wait_for(outcome);
            terminal.type_line("quit");
        }
        assert!(terminal.child.wait().unwrap().success());
        terminal
            .said
            .extend(terminal.output.iter().map(|b| String::from_utf8_lossy(&b).into_owned()));
        assert!(!terminal.said.contains("(Yomi) plays"), "{command}: {}", terminal.said);
    }
}
