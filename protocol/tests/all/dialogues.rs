//! Every file of `tests/dialogues`, played to the program.
//!
//! - `$ yomi …` starts it, `$ A yomi …` under a name for files with several; later lines then begin
//!   with the name;
//! - `> text` is sent; such lines that follow each other are sent in one write, `\r`, `\t` and
//!   `\xNN` are bytes;
//! - `< text` must be the next line said, where `*` stands for anything;
//! - `<< text` must be said, after whatever other lines;
//! - `! wait N` waits N milliseconds, `! quiet N` wants nothing said for so long, `! close` ends
//!   the input, `! exit` wants the program gone without an error and nothing more said.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::program::Program;

#[test]
fn dialogues_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "found {} dialogues", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        Replay { name, place: 0, programs: HashMap::new(), sending: Vec::new() }.run(&text);
    }
}

struct Replay {
    name: String,
    place: usize,
    programs: HashMap<String, Program>,
    /// What the next write is going to be, and to whom.
    sending: Vec<(String, Vec<u8>)>,
}

impl Replay {
    fn run(mut self, text: &str) {
        for (place, line) in text.lines().enumerate() {
            self.place = place + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (who, line) = match line.split_once(' ') {
                Some((who, rest)) if who.len() == 1 && who.starts_with(char::is_alphabetic) => {
                    (who, rest)
                }
                _ => ("", line),
            };
            let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
            if sign == ">" {
                self.queue(who, rest);
                continue;
            }
            self.send();
            match sign {
                "$" => self.start(rest),
                "<" => self.expect(who, rest),
                "<<" => while !matches(rest, &self.said(who, rest)) {},
                "!" => self.act(who, rest),
                _ => panic!("{}: not understood", self.here()),
            }
        }
    }

    fn here(&self) -> String {
        format!("{}:{}", self.name, self.place)
    }

    fn start(&mut self, line: &str) {
        let (who, line) = match line.split_once(" yomi ") {
            Some((who, arguments)) => (who.to_owned(), arguments.to_owned()),
            None => (String::new(), line.strip_prefix("yomi ").unwrap().to_owned()),
        };
        let arguments: Vec<&str> = line.split_whitespace().collect();
        self.programs.insert(who, Program::start(&arguments));
    }

    fn program(&mut self, who: &str) -> &mut Program {
        let here = self.here();
        self.programs.get_mut(who).unwrap_or_else(|| panic!("{here}: no program {who}"))
    }

    fn queue(&mut self, who: &str, text: &str) {
        let mut bytes = unescape(text);
        bytes.push(b'\n');
        match self.sending.last_mut() {
            Some((to, queued)) if to == who => queued.extend(bytes),
            _ => self.sending.push((who.to_owned(), bytes)),
        }
    }

    fn send(&mut self) {
        for (who, bytes) in std::mem::take(&mut self.sending) {
            self.program(&who).send(&bytes);
        }
    }

    fn said(&mut self, who: &str, expected: &str) -> String {
        let here = self.here();
        self.program(who)
            .line()
            .unwrap_or_else(|| panic!("{here}: expected {expected}, found the end"))
    }

    fn expect(&mut self, who: &str, pattern: &str) {
        let said = self.said(who, pattern);
        assert!(matches(pattern, &said), "{}: expected {pattern}, found {said}", self.here());
    }

    fn act(&mut self, who: &str, action: &str) {
        let here = self.here();
        let milliseconds = |text: &str| Duration::from_millis(text.parse().unwrap());
        match action.split_once(' ').unwrap_or((action, "")) {
            ("wait", time) => thread::sleep(milliseconds(time)),
            ("quiet", time) => {
                let said = self.program(who).line_within(milliseconds(time));
                assert_eq!(said, None, "{here}");
            }
            ("close", _) => self.program(who).close(),
            ("exit", _) => {
                let program = self.program(who);
                assert_eq!(program.line(), None, "{here}");
                assert_eq!(program.exit().code(), Some(0), "{here}");
            }
            _ => panic!("{here}: no such action"),
        }
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        (rest, _) = match (first, after) {
            (b'\\', [b'r', after @ ..]) => (after, bytes.push(b'\r')),
            (b'\\', [b't', after @ ..]) => (after, bytes.push(b'\t')),
            (b'\\', [b'x', a, b, after @ ..]) => {
                let digits = [*a, *b];
                let number = u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap();
                (after, bytes.push(number))
            }
            _ => (after, bytes.push(*first)),
        };
    }
    bytes
}

/// Whether `text` is `pattern`, where `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len())
                .filter(|&at| rest.is_char_boundary(at))
                .any(|at| matches(after, &rest[at..]))
        }),
    }
}
