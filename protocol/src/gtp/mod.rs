//! Go Text Protocol, version 2 (Farnebäck 2002, draft 2), for any board game: what Quarry, GoGui,
//! Sabaki and most referees of Othello engines speak.
//!
//! `syntax` reads lines and values, `commands` has the standard commands, `stones` those for
//! handicaps and dead stones, `gogui` what GoGui draws and its extensions for other games than Go,
//! `vertex` the names of squares. Vertices are written in capitals, as GoGui's regression tests
//! want them.

mod analyze;
mod commands;
mod gogui;
mod stones;
mod syntax;
pub mod vertex;

use std::fmt::Write;
use std::time::Duration;

use yomi_engine::game::Side;

use crate::dialect::{Dialect, Next, Urgency};
use crate::session::{Line, Refusal, SearchInfo, Session, Task};
use syntax::{Request, read};

/// A session that speaks GTP.
pub struct Gtp {
    session: Session,
    /// The request that is being thought about.
    pending: Option<(String, Purpose)>,
    /// The frontend has shown to be GoGui, which draws what comes on stderr.
    draws: bool,
    /// Pictures for it, not yet written.
    pictures: String,
    /// The least time between two lines of an analysis, and when the last one was sent.
    interval: Duration,
    told: Option<Duration>,
}

/// What an answer needs the player's thinking for.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// `genmove`: the move is played.
    Move(Side),
    /// `reg_genmove`: it is not.
    Opinion(Side),
    /// The values of all moves, drawn on the board.
    Values,
    /// The expected line, drawn on the board.
    Line,
    /// `lz-analyze`: all moves again and again, until the next command or an empty line comes.
    Analysis,
}

impl Purpose {
    /// The side that is to move where the thinking begins: in Go a command may name either.
    fn side(self, session: &Session) -> Side {
        match self {
            Self::Move(side) | Self::Opinion(side) => side,
            Self::Values | Self::Line | Self::Analysis => session.game().side(),
        }
    }
}

/// What a command leads to.
enum Reply {
    Text(String),
    Think(Purpose, Task),
    Quit,
}

/// Why a command fails, in the words of the protocol.
struct Failure(String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl Gtp {
    /// A dialect over `session`.
    #[must_use]
    pub fn new(session: Session) -> Self {
        let (pictures, interval) = (String::new(), Duration::ZERO);
        Self { session, pending: None, draws: false, pictures, interval, told: None }
    }

    /// The answer to what was thought about, for which `info` has GTP's names of the moves.
    fn concluded(&mut self, purpose: Purpose, info: &SearchInfo) -> Result<String, Failure> {
        let best = info.best().and_then(|line| line.moves.first()).map_or("pass", String::as_str);
        match purpose {
            Purpose::Move(side) => {
                self.session.spend_thinking(side, info.elapsed);
                // A game that is over need not know a pass.
                if info.best().is_some() || self.session.game().is_pass(best) {
                    self.play(side, best)?;
                }
                Ok(best.to_uppercase())
            }
            Purpose::Opinion(_) => Ok(best.to_uppercase()),
            Purpose::Values => Ok(gogui::values(info)),
            Purpose::Line => Ok(gogui::line(info, purpose.side(&self.session))),
            Purpose::Analysis => Ok(String::new()),
        }
    }

    /// Plays what GTP calls so.
    fn play(&mut self, side: Side, vertex: &str) -> Result<(), Refusal> {
        let mv = vertex::read(self.session.game(), vertex);
        self.session.play(Some(side), &mv)
    }

    /// What is thought so far, for GoGui: not in the first tenth of a second, in which nobody sees
    /// it.
    fn draw(&mut self, purpose: Purpose, info: &SearchInfo) {
        const UNSEEN: Duration = Duration::from_millis(100);
        if self.draws && info.elapsed >= UNSEEN {
            let picture = match purpose {
                Purpose::Values => gogui::values(info),
                _ => gogui::line(info, purpose.side(&self.session)),
            };
            self.pictures += &gogui::live(&picture);
            self.told = Some(info.elapsed);
        }
    }

    /// Says that a move is from the opening book, beside the answer: on stderr, as text that GoGui
    /// shows in its status line.
    fn announce_book(&mut self, info: &SearchInfo) {
        let best = info.best();
        let worth = best.and_then(Line::worth).unwrap_or_default();
        let mv = best.map_or("", |line| line.moves[0].as_str()).to_uppercase();
        let text = format!("book {mv} {worth}");
        self.pictures += &match self.draws {
            true => gogui::live(&format!("TEXT {text}")),
            false => format!("{text}\n"),
        };
    }

    /// A line of an analysis, if its time has come; none where there is no move, for an empty line
    /// would end the response.
    fn tell(&mut self, info: &SearchInfo, out: &mut String) {
        let line = analyze::info(info);
        if !line.is_empty() && self.told.is_none_or(|told| info.elapsed >= told + self.interval) {
            self.told = Some(info.elapsed);
            out.push_str(&line);
            out.push('\n');
        }
    }
}

impl Dialect for Gtp {
    fn line(&mut self, line: &str, out: &mut String) -> Next {
        let Some(Request { id, name, arguments }) = read(line) else { return Next::Listen };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.draws |= gogui::is_its_own(&name);
        let reply = match commands::named(&name) {
            Some(run) => run(self, &arguments),
            None => Err(Failure("unknown command".to_owned())),
        };
        match reply {
            Ok(Reply::Text(text)) => succeed(out, &id, &text),
            Ok(Reply::Quit) => {
                succeed(out, &id, "");
                return Next::Quit;
            }
            Ok(Reply::Think(purpose, task)) => {
                self.told = None;
                if let Purpose::Analysis = purpose {
                    // Its lines follow until the next command; an empty answer ends them.
                    let _ = writeln!(out, "={id}");
                }
                self.pending = Some((id, purpose));
                return Next::Think(task);
            }
            Err(failure) => fail(out, &id, &failure.0),
        }
        Next::Listen
    }

    fn too_long(&mut self, beginning: &str, out: &mut String) {
        // Nobody waits for a response to a comment.
        if beginning.trim_start().starts_with('#') {
            return;
        }
        let id = read(beginning).map_or_else(String::new, |request| request.id);
        fail(out, &id, "line too long");
    }

    fn urgency(&self, line: &str) -> Urgency {
        if syntax::is_interrupt(line) {
            return Urgency::Interrupts;
        }
        let analyses = matches!(self.pending, Some((_, Purpose::Analysis)));
        match read(line) {
            Some(_) if analyses => Urgency::Follows,
            // As does an empty line, but no comment.
            None if analyses && line.trim().is_empty() => Urgency::Follows,
            Some(request) if request.name == "quit" => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn progress(&mut self, info: &SearchInfo, out: &mut String) {
        let info = vertex::found(self.session.game(), info);
        match self.pending {
            Some((_, Purpose::Analysis)) => self.tell(&info, out),
            Some((_, purpose)) => self.draw(purpose, &info),
            None => {}
        }
    }

    fn beside(&mut self) -> String {
        std::mem::take(&mut self.pictures)
    }

    fn finished(&mut self, info: &SearchInfo, out: &mut String) -> Next {
        let info = vertex::found(self.session.game(), info);
        if let Some((id, purpose)) = self.pending.take() {
            if self.draws && self.told.is_some() {
                self.pictures += gogui::LIVE_END;
            }
            if let Purpose::Analysis = purpose {
                out.push('\n');
                return Next::Listen;
            }
            if info.best().is_some_and(|line| line.book) {
                self.announce_book(&info);
            }
            match self.concluded(purpose, &info) {
                Ok(text) => succeed(out, &id, &text),
                Err(failure) => fail(out, &id, &failure.0),
            }
        }
        Next::Listen
    }

    fn cancelled(&mut self) {
        self.pending = None;
    }
}

fn succeed(out: &mut String, id: &str, text: &str) {
    respond(out, '=', id, text);
}

fn fail(out: &mut String, id: &str, text: &str) {
    respond(out, '?', id, text);
}

/// `=ID TEXT` and an empty line. The text itself has none, but may begin on a line of its own.
fn respond(out: &mut String, sign: char, id: &str, text: &str) {
    out.push(sign);
    out.push_str(id);
    if !text.is_empty() {
        out.push(' ');
    }
    for (number, line) in
        text.lines().enumerate().filter(|(number, line)| *number == 0 || !line.is_empty())
    {
        if number > 0 {
            out.push('\n');
        }
        out.push_str(line);
    }
    out.push_str("\n\n");
}
