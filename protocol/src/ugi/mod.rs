//! Universal Game Interface (kz04px, version 1.0): a UCI for any game of two players. The first
//! player is Black.
//!
//! Referees of this protocol know no rules, so they ask the engine whether the game is over and who
//! has won. A position is `startpos` or, as `fen`, the squares row by row and the side (`---…---
//! b`); a pass is `pass`.
//!
//! Beyond the protocol, a board that knows no rules either can `query` what it shows: `start` and
//! `position` (as `fen` reads them), `board`, `squares`, `moves` and `score` (in Go, as `result`,
//! without the stones that playouts find dead); `info string exact` names the moves whose value is
//! proved, and `info string certainty` says how sure a search is of what it cut on suspicion.
//! After a position that was refused, or moves that were, `go` has no move; `query` tells of the
//! position before.

mod wanted;

use std::fmt::{Display, Write};

use yomi_engine::clock::Clock;
use yomi_engine::game::Side;

use crate::dialect::{Dialect, Next, Urgency};
use crate::session::{AnyGame, Line, OPTIONS, OptionKind, Refusal, SearchInfo, Session};
use crate::visible::shortened;
use wanted::Wanted;

/// The option for the number of best moves, as UCI has it.
const LINES: &str = "MultiPV";

/// What is said where there is no move, as in a finished game: the null move of UCI, in the two
/// words that referees expect.
const NO_MOVE: &str = "0000";

/// More moves than any position has.
const MOST_LINES: usize = 500;

/// A session that speaks UGI.
pub struct Ugi {
    session: Session,
    /// The best moves that are told of: the option `MultiPV`.
    lines: usize,
    /// Whether the last position, or moves since, were refused: what stands on the board is not
    /// what is meant.
    is_refused: bool,
    /// The size of the board that the options name, where a position came with another one.
    usual_size: Option<u32>,
}

impl Ugi {
    /// A dialect over `session`, which leaves its opening book until the option `OwnBook` allows
    /// it: referees choose the openings themselves. A player that is named keeps the one it has.
    #[must_use]
    pub fn new(mut session: Session) -> Self {
        session.leave_book();
        Self { session, lines: 1, is_refused: false, usual_size: None }
    }

    fn introduce(&self, out: &mut String) {
        let _ =
            writeln!(out, "id name Yomi {}\nid author the Yomi authors", env!("CARGO_PKG_VERSION"));
        for option in OPTIONS {
            let (name, value) = (option.name, option.value(&self.session));
            if !value.is_empty() {
                let (kind, values) = self.kind(option);
                let _ = writeln!(out, "option name {name} type {kind} default {value}{values}");
            }
        }
        let _ = writeln!(
            out,
            "option name {LINES} type spin default {} min 1 max {MOST_LINES}",
            self.lines
        );
        out.push_str("ugiok\n");
    }

    /// The type of an option in the words of the protocol, and the values it takes.
    fn kind(&self, option: &OptionKind) -> (&'static str, String) {
        let choices = option.choices(&self.session);
        match choices.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [] if option.is_number => {
                let range = option.range(&self.session);
                ("spin", format!(" min {} max {}", range.start(), range.end()))
            }
            [] => ("string", String::new()),
            ["false", "true"] => ("check", String::new()),
            choices => ("combo", choices.iter().map(|choice| format!(" var {choice}")).collect()),
        }
    }

    /// One of the best moves, the best being number 0, and what the search has cost so far.
    fn tell(&self, info: &SearchInfo, number: usize, line: &Line, out: &mut String) {
        let rank = if self.lines > 1 { format!(" multipv {}", number + 1) } else { String::new() };
        let score = line.points().map(|points| format!(" score cp {:.0}", points * 100.0));
        let (score, pv) = (score.unwrap_or_default(), line.moves.join(" "));
        let _ = writeln!(out, "info depth {} {}{rank}{score} pv {pv}", line.depth, effort(info));
    }

    fn set_option(&mut self, arguments: &[&str]) -> Result<(), String> {
        let at =
            |word: &str| arguments.iter().position(|argument| argument.eq_ignore_ascii_case(word));
        let name = at("name").ok_or("expected setoption name NAME value VALUE")?;
        let value = at("value").unwrap_or(arguments.len());
        let name = arguments.get(name + 1..value).unwrap_or_default().join(" ");
        let value = arguments.get(value + 1..).unwrap_or_default().join(" ");
        if name.eq_ignore_ascii_case(LINES) {
            let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
            self.lines =
                lines.ok_or(format!("{name}: expected a whole number from 1 to {MOST_LINES}"))?;
            return Ok(());
        }
        if ["size", "game"].iter().any(|board| name.eq_ignore_ascii_case(board)) {
            self.usual_size = None;
        }
        let before = self.session.game().start_line();
        let result = self.session.set_option(&name, &value);
        // A new board is what is meant.
        self.is_refused &= before == self.session.game().start_line();
        result.map_err(|error| format!("{name}: {error}"))
    }

    /// Sets the position up; if a part cannot be read or played, the old one stays, but is not
    /// searched.
    fn position(&mut self, arguments: &[&str]) -> Result<(), String> {
        self.is_refused = true;
        let moves = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
        let line = match &arguments[..moves] {
            ["startpos"] => None,
            ["fen", fen @ ..] => Some(fen.join(" ")),
            _ => return Err("expected position startpos or position fen …".to_owned()),
        };
        let before = self.session.game().start_line();
        let history = self.session.game().history();
        let size = self.session.game().size();
        if line.is_none() {
            self.restore_size();
        }
        self.session.set_up(line.as_deref()).map_err(|refusal| refusal.to_string())?;
        if line.is_some() && self.session.game().size() != size {
            self.usual_size.get_or_insert(size);
        }
        let rest = arguments.get(moves + 1..).unwrap_or_default();
        self.moves(rest).inspect_err(|_| {
            // Both were accepted before.
            let _ = self.session.set_up(Some(&before));
            let _ = self.session.play_all(history.iter().map(|(_, mv)| mv.as_str()));
        })?;
        self.is_refused = false;
        Ok(())
    }

    /// Takes the board that the options name, where a position came with another one.
    fn restore_size(&mut self) {
        let other = self.usual_size.filter(|&size| size != self.session.game().size());
        if let Some(size) = other {
            // The player has played there before.
            let _ = self.session.resize(size);
        }
    }

    fn moves(&mut self, moves: &[&str]) -> Result<(), String> {
        self.session.play_all(moves.iter().copied()).map_err(|(number, refusal)| match refusal {
            Refusal::NoMove => {
                format!("move {}: expected a move, found {}", number + 1, moves[number])
            }
            _ => format!("move {}: {} is not legal", number + 1, moves[number]),
        })
    }

    /// Begins a search, whatever can be read of its limits: who asks for a move waits for one, and
    /// is told that there is none where nobody can search, or in which position is not known.
    fn go(&mut self, arguments: &[&str], out: &mut String) -> Next {
        let Wanted { bounds, times, increments, unread } = Wanted::read(arguments);
        if let Some(problem) = unread {
            inform(&problem, out);
        }
        if self.is_refused {
            let _ = writeln!(out, "info string the position was refused\nbestmove {NO_MOVE}");
            return Next::Listen;
        }
        for side in Side::BOTH {
            let time = times[side as usize];
            let clock = time.map(|time| Clock::fischer(time, increments[side as usize]));
            self.session.set_clock(side, clock);
        }
        self.session.think_of(None, self.lines, bounds).map_or_else(
            |refusal| {
                inform(&refusal, out);
                let _ = writeln!(out, "bestmove {NO_MOVE}");
                Next::Listen
            },
            Next::Think,
        )
    }

    fn query(&self, arguments: &[&str]) -> Result<String, String> {
        let game = self.session.game();
        match arguments {
            ["p1turn"] => Ok((game.side() == Side::First).to_string()),
            ["gameover"] => Ok(self.session.is_over().to_string()),
            ["result"] => Ok(match self.session.counted_score() {
                Err(_) => "none",
                Ok(lead) if lead > 0.0 => "p1win",
                Ok(lead) if lead < 0.0 => "p2win",
                Ok(_) => "draw",
            }
            .to_owned()),
            ["start"] => Ok(game.start_line()),
            ["position"] => Ok(game.line()),
            ["board"] => Ok(board(game)),
            ["squares"] => Ok(squares(game, |column, row| game.square_name(column, row)).join(" ")),
            ["moves"] if self.session.is_over() => Ok("none".to_owned()),
            ["moves"] => Ok(game.moves().join(" ")),
            ["score"] => Ok(self
                .session
                .counted_score()
                .map_or_else(|_| "none".to_owned(), |lead| lead.to_string())),
            _ => Err("expected query p1turn, gameover, result, start, position, board, squares, \
                      moves or score"
                .to_owned()),
        }
    }
}

/// The lines of the board, its squares from the row with number 1 on, and the side to move.
fn board(game: &dyn AnyGame) -> String {
    let discs = squares(game, |column, row| match game.content(column, row) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '-',
    });
    let side = if game.side() == Side::First { 'b' } else { 'w' };
    format!("{} {} {side}", game.size(), discs.into_iter().collect::<String>())
}

/// What `ask` says of every square, row by row from the row with number 1 on.
fn squares<T>(game: &dyn AnyGame, ask: impl Fn(u32, u32) -> T) -> Vec<T> {
    let size = game.size();
    (0..size * size).map(|index| ask(index % size, index / size)).collect()
}

/// How sure a search is of what it cut on suspicion, if it cut anything so.
fn tell_certainty(info: &SearchInfo, out: &mut String) {
    if let Some(line) = info.best().filter(|line| line.certainty < 100) {
        let _ = writeln!(out, "info string certainty {} %", line.certainty);
    }
}

/// Says what is wrong, however long the word that it quotes.
fn inform(problem: &dyn Display, out: &mut String) {
    let _ = writeln!(out, "info string {}", shortened(&problem.to_string(), 300));
}

/// What a search has cost so far.
fn effort(info: &SearchInfo) -> String {
    let SearchInfo { nodes, elapsed, .. } = info;
    let speed = *nodes as f64 / elapsed.as_secs_f64().max(1e-3);
    format!("time {} nodes {nodes} nps {speed:.0}", elapsed.as_millis())
}

impl Dialect for Ugi {
    fn line(&mut self, line: &str, out: &mut String) -> Next {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, arguments @ ..] = words.as_slice() else { return Next::Listen };
        let result = match *command {
            "ugi" => {
                self.introduce(out);
                Ok(Next::Listen)
            }
            "isready" => {
                out.push_str("readyok\n");
                Ok(Next::Listen)
            }
            "setoption" => self.set_option(arguments).map(|()| Next::Listen),
            "uginewgame" => {
                self.restore_size();
                self.session.restart();
                self.is_refused = false;
                Ok(Next::Listen)
            }
            "position" => self.position(arguments).map(|()| Next::Listen),
            // Some referees send only what has been played since.
            "moves" => {
                let played = self.moves(arguments);
                self.is_refused |= played.is_err();
                played.map(|()| Next::Listen)
            }
            "go" => Ok(self.go(arguments, out)),
            "query" => self.query(arguments).map(|response| {
                let _ = writeln!(out, "response {response}");
                Next::Listen
            }),
            // There is nothing to stop.
            "stop" => Ok(Next::Listen),
            "quit" => Ok(Next::Quit),
            other => Err(format!("unknown command {}", other.escape_debug())),
        };
        result.unwrap_or_else(|problem| {
            inform(&problem, out);
            Next::Listen
        })
    }

    fn too_long(&mut self, beginning: &str, out: &mut String) {
        let command = beginning.split_whitespace().next();
        self.is_refused |= matches!(command, Some("position" | "moves"));
        out.push_str("info string the line is too long\n");
        if command == Some("go") {
            let _ = writeln!(out, "bestmove {NO_MOVE}");
        }
    }

    fn urgency(&self, line: &str) -> Urgency {
        match line.split_whitespace().next() {
            Some("stop") => Urgency::Interrupts,
            Some("isready") => Urgency::Now,
            Some("quit") => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn progress(&mut self, info: &SearchInfo, out: &mut String) {
        for (number, line) in info.lines.iter().enumerate() {
            self.tell(info, number, line, out);
            // The protocol has no score for it.
            if let (None, Some(worth)) = (line.points(), line.worth()) {
                let _ = writeln!(out, "info string {} {worth}", line.moves[0]);
            }
        }
        let proved = info.lines.iter().filter(|line| line.exact);
        let proved: Vec<&str> = proved.map(|line| line.moves[0].as_str()).collect();
        if !proved.is_empty() {
            let _ = writeln!(out, "info string exact {}", proved.join(" "));
        }
        tell_certainty(info, out);
    }

    fn finished(&mut self, info: &SearchInfo, out: &mut String) -> Next {
        // The last report of a search may be older than its end, and some searches make none.
        match info.best() {
            None => {
                let _ = writeln!(out, "info {}", effort(info));
            }
            Some(line) => self.tell(info, 0, line, out),
        }
        tell_certainty(info, out);
        if let Some(line) = info.best().filter(|line| line.book) {
            let _ = writeln!(out, "info string {} from the book", line.moves[0]);
        }
        let best = info.best().map_or(NO_MOVE, |line| line.moves[0].as_str());
        let _ = writeln!(out, "bestmove {best}");
        Next::Listen
    }
}
