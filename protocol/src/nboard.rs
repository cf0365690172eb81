//! The NBoard protocol, versions 1 and 2 (weltyc/ntest, `instructions/Protocol.htm`), as the NBoard
//! GUI speaks it.
//!
//! Answers carry no number: the GUI takes them for answers to the request after the last `pong`. So
//! a `ping` gives up whatever is being thought about before it is answered. NBoard reads stderr as
//! well and shows `status` lines, so that is where complaints go; lines it does not know of are
//! ignored, as the protocol wants it.
//!
//! Evaluations are in discs from the view of the side to move, except in `analysis`, which NBoard
//! draws as it comes beside a graph that is seen from Black (`EvalGraph.java`). Values that are
//! proved have the depth `100%`.
//!
//! A move from the player's opening book is announced by a `book` line instead of `search`.
//! `set contempt` and `learn` have no effect: contempt ranks the draws of a book, and learning adds
//! games to one; this one is fixed.

use std::fmt::Write;

use yomi_engine::game::Side;

use crate::dialect::{Dialect, Next, Urgency};
use crate::notation::ggf::{self, MoveText};
use crate::session::{Bounds, Line, SearchInfo, Session};
use crate::visible::shortened;

/// A session that speaks the NBoard protocol.
pub struct NBoard {
    session: Session,
    request: Option<Request>,
    /// The search lines that were sent last for this request.
    shown: String,
    depth: Option<u32>,
    /// What was wrong with the last game or move: until the next game the position is not known.
    refused: Option<String>,
}

/// What is being thought about.
#[derive(Clone, Copy, Debug)]
enum Request {
    /// A move to play.
    Go,
    /// The best moves.
    Hint,
    /// The value of the position after this many moves, and then of the ones after it.
    Analyze(usize),
}

impl NBoard {
    /// A dialect over `session`.
    #[must_use]
    pub fn new(session: Session) -> Self {
        Self { session, request: None, shown: String::new(), depth: None, refused: None }
    }

    /// NBoard reads one word; by custom the depth is a part of the name.
    fn name(&self, out: &mut String) {
        let depth = self.depth.map_or_else(String::new, |depth| depth.to_string());
        let _ = writeln!(out, "set myname Yomi{depth}");
    }

    fn set(&mut self, what: &str, value: &str, out: &mut String) {
        match (what, value.parse()) {
            ("game", _) => self.set_game(value, out),
            ("depth", Ok(depth @ 1..)) => {
                self.depth = Some(depth);
                self.name(out);
            }
            // Contempt has no effect, and other things are for other engines.
            _ => {}
        }
    }

    fn set_game(&mut self, text: &str, out: &mut String) {
        let loaded = ggf::game(text).map_err(|error| error.to_string()).and_then(|record| {
            self.session.load(&record).map_err(|refusal| refusal.to_string())?;
            self.session.take_clocks(&record);
            Ok(())
        });
        match loaded {
            Ok(()) => self.refused = None,
            Err(problem) => self.refuse("set game", &problem, out),
        }
    }

    /// What has been sent since the last good game is not the board that the frontend shows.
    fn refuse(&mut self, command: &str, problem: &str, out: &mut String) {
        self.refused = Some(format!("{command}: {}", shortened(&one_line(problem), 300)));
        self.complain(out);
    }

    /// Says why the position is not known, if it is not.
    fn complain(&self, out: &mut String) {
        if let Some(problem) = &self.refused {
            let _ = writeln!(out, "status {problem}");
        }
    }

    fn make_move(&mut self, text: &str, out: &mut String) {
        // Blanks may stand for the slashes.
        let slashed = text.split_whitespace().collect::<Vec<_>>().join("/");
        if !slashed.parse().is_ok_and(|text| self.play(&text)) {
            self.refuse("move", &format!("{text} cannot be played"), out);
        }
    }

    fn play(&mut self, text: &MoveText) -> bool {
        let played = self.session.play(None, &text.mv.to_string()).is_ok();
        if played {
            // A pass that was left out makes it the other side's move.
            let mover = !self.session.game().side();
            self.session.spend(mover, text.note.time.unwrap_or_default());
        }
        played
    }

    fn bounds(&self) -> Bounds {
        Bounds { depth: self.depth, ..Bounds::default() }
    }

    fn ask(&mut self, request: Request, count: usize, out: &mut String) -> Next {
        (self.request, self.shown) = (Some(request), String::new());
        let bounds = self.bounds();
        let task = match request {
            Request::Go => self.session.think(None, bounds),
            Request::Hint => self.session.compare(count, bounds),
            Request::Analyze(plies) => self.session.think_back(plies, bounds),
        };
        match task {
            Ok(task) => Next::Think(task),
            Err(refusal) => {
                self.request = None;
                let _ = writeln!(out, "status {}", shortened(&one_line(&refusal.to_string()), 300));
                Next::Listen
            }
        }
    }

    /// The value of a position of the game from Black's view; nothing is known where the player
    /// judges otherwise than in discs.
    fn analysis(&self, plies: usize, info: &SearchInfo) -> f64 {
        let history = self.session.game().history();
        let Some(points) = info.best().and_then(Line::points) else {
            return if info.best().is_none() { self.session.score().unwrap_or(0.0) } else { 0.0 };
        };
        let mover = history.get(plies).map_or(self.session.game().side(), |&(side, _)| side);
        if mover == Side::First { points } else { -points }
    }

    /// The best moves, unless they were shown already.
    fn search_lines(&mut self, info: &SearchInfo, out: &mut String) {
        // NBoard keeps only the moves whose depth reads like that of the last one, and takes 100 %
        // for solved.
        let solved = info.lines.iter().all(|line| line.exact);
        let mut lines = String::new();
        let mut otherwise = Vec::new();
        for line in &info.lines {
            let depth = if solved { "100%".to_owned() } else { line.depth.to_string() };
            let moves: String = line.moves.iter().map(|mv| square(mv)).collect();
            let points = line.points();
            let source = if line.book { "book" } else { "search" };
            let value = points.map_or("NaN".to_owned(), discs);
            let _ = writeln!(lines, "{source} {moves} {value} 0 {depth}");
            if let (None, Some(worth)) = (points, line.worth()) {
                otherwise.push(format!("{} {worth}", square(&line.moves[0])));
            }
        }
        // NBoard takes every value for discs; what is none can be read in the status line.
        if !otherwise.is_empty() {
            let _ = writeln!(lines, "status {}", otherwise.join(", "));
        }
        if self.shown != lines {
            out.push_str(&lines);
            self.shown = lines;
        }
    }
}

/// Two letters a move, as NBoard has them.
fn square(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_uppercase() }
}

/// Discs with two decimals, and no minus before nothing.
fn discs(points: f64) -> String {
    let text = format!("{points:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

fn nodestats(info: &SearchInfo, out: &mut String) {
    let _ = writeln!(out, "nodestats {} {:.2}", info.nodes, info.elapsed.as_secs_f64());
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Dialect for NBoard {
    fn line(&mut self, line: &str, out: &mut String) -> Next {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            // An answer would be one about another position.
            "move" | "go" | "hint" | "analyze" if self.refused.is_some() => self.complain(out),
            "nboard" => self.name(out),
            "set" => {
                let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.set(what, value.trim(), out);
            }
            "move" => self.make_move(rest, out),
            "ping" => {
                if let Ok(number) = rest.parse::<i64>() {
                    let _ = writeln!(out, "pong {number}");
                }
            }
            "go" => return self.ask(Request::Go, 1, out),
            "hint" => return self.ask(Request::Hint, rest.parse().unwrap_or(1).max(1), out),
            "analyze" => return self.ask(Request::Analyze(0), 1, out),
            "learn" => out.push_str("learned\n"),
            "quit" => return Next::Quit,
            // Version 1 sends a move as a line of its own, of two letters or, on 10×10, three.
            _ => {
                let is_move = matches!(line.len(), 2 | 3) && line.parse::<MoveText>().is_ok();
                if is_move && self.refused.is_none() {
                    self.make_move(line, out);
                }
            }
        }
        Next::Listen
    }

    fn too_long(&mut self, beginning: &str, out: &mut String) {
        const PROBLEM: &str = "the line is too long";
        let mut words = beginning.split_whitespace();
        match (words.next(), words.next()) {
            (Some("set"), Some("game")) => self.refuse("set game", PROBLEM, out),
            // The reason that is known already stays.
            (Some("move"), _) if self.refused.is_some() => self.complain(out),
            (Some("move"), _) => self.refuse("move", PROBLEM, out),
            (Some("set"), _) => {
                let _ = writeln!(out, "status set: {PROBLEM}");
            }
            _ => {}
        }
    }

    fn urgency(&self, line: &str) -> Urgency {
        match line.split_whitespace().next() {
            Some("ping") => Urgency::Cancels,
            Some("quit") => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn progress(&mut self, info: &SearchInfo, out: &mut String) {
        if let Some(Request::Go | Request::Hint) = self.request {
            self.search_lines(info, out);
            nodestats(info, out);
        }
    }

    fn finished(&mut self, info: &SearchInfo, out: &mut String) -> Next {
        match self.request.take() {
            Some(Request::Go) => {
                if info.best().is_some_and(|line| line.book) {
                    self.search_lines(info, out);
                }
                nodestats(info, out);
                let best = info.best();
                let mv = best.map_or("PA".to_owned(), |line| square(&line.moves[0]));
                let points = best.and_then(Line::points).map_or_else(String::new, discs);
                let _ = writeln!(out, "=== {mv}/{points}/{:.2}", info.elapsed.as_secs_f64());
            }
            Some(Request::Hint) => {
                self.search_lines(info, out);
                nodestats(info, out);
            }
            Some(Request::Analyze(plies)) => {
                let _ = writeln!(out, "analysis {plies} {}", discs(self.analysis(plies, info)));
                if plies < self.session.game().history().len() {
                    return self.ask(Request::Analyze(plies + 1), 1, out);
                }
            }
            None => {}
        }
        Next::Listen
    }

    fn cancelled(&mut self) {
        self.request = None;
    }
}
