//! `yomi play`: a person against a player, in a terminal or through a pipe.

mod board;
mod color;
mod help;
mod lines;
mod moves;
mod thinking;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use yomi_engine::game::Side;
use yomi_protocol::console::Failure;
use yomi_protocol::file;
use yomi_protocol::notation::{Format, Record, Size, Source};
use yomi_protocol::session::{Bounds, Line, SearchInfo, Session, Task};
use yomi_protocol::stdio::Input;

use crate::serve::PlayerOptions;
use board::Style;
use color::Color;
use lines::Lines;
use thinking::Thinking;

/// Play against Yomi.
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    player: PlayerOptions,
    /// Your colour; Black moves first.
    #[arg(long, value_enum, default_value = "black", ignore_case = true)]
    color: Color,
}

/// Plays until the person leaves.
pub(crate) fn run(options: &Play) -> Result<ExitCode, Failure> {
    let session = options.player.session(true)?;
    let style = Style::of(&io::stdout());
    let prompts = io::stdin().is_terminal();
    let (color, lines, out) = (options.color, Lines::of_stdin(), io::stdout());
    let live = board::is_live(&io::stdout());
    let (waits, loaded) = (false, None);
    let mut terminal = Terminal { session, loaded, color, style, prompts, live, lines, waits, out };
    terminal.play()?;
    Ok(ExitCode::SUCCESS)
}

struct Terminal<W> {
    session: Session,
    /// The game of a file that this one began as.
    loaded: Option<Record>,
    color: Color,
    style: Style,
    /// Whether somebody sits there who has to be told that it is his turn.
    prompts: bool,
    /// Whether a line can be written again and again, to show what a search has found so far.
    live: bool,
    lines: Lines,
    /// Whether Yomi's move was put off for commands, which come first.
    waits: bool,
    out: W,
}

impl<W: Write + Send> Terminal<W> {
    fn play(&mut self) -> io::Result<()> {
        writeln!(self.out, "Type a move such as {}, or help.", self.example())?;
        self.show()?;
        self.advance()?;
        loop {
            if self.waits && !self.lines.are_waiting() {
                self.advance()?;
                continue;
            }
            if self.prompts && !self.lines.are_waiting() {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            let line = match self.lines.next()? {
                Input::End => return Ok(()),
                Input::Line(line) | Input::TooLong(line) => line,
            };
            let line = line.trim();
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match command.to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(()),
                "help" | "?" => self.help()?,
                "board" => self.show()?,
                "hint" => self.hint()?,
                "eval" => self.values()?,
                "undo" => self.take_back()?,
                "level" => self.level(rest.trim())?,
                "load" => self.load(rest.trim())?,
                "save" => self.save(rest.trim())?,
                "new" => {
                    self.session.restart();
                    self.loaded = None;
                    self.show()?;
                    self.advance()?;
                }
                _ => self.person_plays(line)?,
            }
        }
    }

    /// Whether the person is to move.
    fn is_persons_turn(&self) -> bool {
        self.color.is_played(self.session.game().side())
    }

    /// Everything that happens until the person has to do something.
    fn advance(&mut self) -> io::Result<()> {
        self.waits = false;
        loop {
            let moves = self.session.game().moves();
            let forced =
                moves.first().filter(|mv| moves.len() == 1 && self.session.game().is_pass(mv));
            let name = self.name(self.session.game().side());
            if moves.is_empty() {
                return self.conclude();
            } else if let Some(pass) = forced {
                writeln!(self.out, "{name} has no move and passes.")?;
                self.plays(&pass.clone());
            } else if self.is_persons_turn() {
                return Ok(());
            } else {
                self.out.flush()?;
                let task = match self.session.think(None, Bounds::default()) {
                    Ok(task) => task,
                    Err(refusal) => return writeln!(self.out, "{refusal}"),
                };
                let Some(info) = self.think(task)? else {
                    self.waits = true;
                    return Ok(());
                };
                let Some(best) = info.best() else { return Ok(()) };
                let mv = best.moves[0].clone();
                writeln!(self.out, "{name} (Yomi) plays {mv}{}.", worth(best))?;
                self.plays(&mv);
                self.show()?;
            }
        }
    }

    /// Plays a move of the list of legal ones.
    fn plays(&mut self, mv: &str) {
        // It cannot be refused.
        let _ = self.session.play(None, mv);
    }

    /// What the player finds; nothing if it was interrupted for a command.
    fn think(&mut self, task: Task) -> io::Result<Option<SearchInfo>> {
        let Self { live, lines, out, .. } = self;
        let (info, given_up) = lines.during(|stop| match *live {
            true => Thinking::new(out).during(|found| task.run(stop, found)),
            false => Ok(task.run(stop, &mut |_| ())),
        });
        Ok(Some(info?).filter(|_| !given_up))
    }

    fn person_plays(&mut self, line: &str) -> io::Result<()> {
        let legal = self.session.game().moves();
        if legal.is_empty() {
            let save = if self.session.has_files() { "save, " } else { "" };
            return writeln!(self.out, "The game is over: undo, {save}new or quit.");
        }
        let listed = moves::listed(line);
        let [mv] = listed.as_slice() else { return self.play_all(&listed) };
        if self.waits {
            return writeln!(self.out, "It is Yomi's turn; Enter makes it play at once.");
        }
        let Some(mv) = legal.iter().find(|legal| legal.eq_ignore_ascii_case(mv)) else {
            let legal = legal.join(" ");
            return writeln!(
                self.out,
                "{mv} is not a move here. You may play {legal}, or type help."
            );
        };
        self.plays(mv);
        self.show()?;
        self.advance()
    }

    /// Plays the moves of both sides, as from a record; if one cannot be played, none is.
    fn play_all(&mut self, moves: &[String]) -> io::Result<()> {
        match self.session.play_all(moves.iter().map(String::as_str)) {
            Err((number, _)) => {
                writeln!(
                    self.out,
                    "{} cannot be played as move {} of these.",
                    moves[number],
                    number + 1
                )
            }
            Ok(()) => {
                self.show()?;
                self.advance()
            }
        }
    }

    fn level(&mut self, level: &str) -> io::Result<()> {
        match self.session.set_option("Level", level) {
            Ok(()) if level.eq_ignore_ascii_case("off") => {
                writeln!(self.out, "Yomi plays without a level.")
            }
            Ok(()) => writeln!(self.out, "Yomi plays at level {level}."),
            Err(_) if level.is_empty() => writeln!(self.out, "Say level and a number."),
            Err(error) => writeln!(self.out, "level {level}: {error}"),
        }
    }

    fn load(&mut self, name: &str) -> io::Result<()> {
        match self.try_load(name) {
            Ok(()) => {
                if self.loaded.as_ref().is_some_and(|game| game.is_turned_over) {
                    writeln!(self.out, "It was read upside down: as written it is not legal.")?;
                }
                self.show()?;
                self.advance()
            }
            Err(problem) => writeln!(self.out, "{problem}"),
        }
    }

    /// The first game of a file.
    fn try_load(&mut self, name: &str) -> Result<(), String> {
        if !self.session.has_files() {
            return Err("Only games of Othello can be loaded.".to_owned());
        }
        if name.is_empty() {
            return Err("Say load and the name of a file.".to_owned());
        }
        let path = Path::new(name);
        let bytes = file::read_regular(path).map_err(|error| format!("{name}: {error}"))?;
        let mut source = Source::guess(path, bytes);
        // A transcript names no board: it is for the one on the table.
        source.size = Size::try_from(self.session.game().size() as usize).unwrap_or(source.size);
        let game =
            source.games().next().ok_or_else(|| format!("{name}: expected a game, found none"))?;
        let game = game.map_err(|error| format!("{name}: {error}"))?;
        self.session.load(&game).map_err(|refusal| format!("{name}: {refusal}"))?;
        self.loaded = Some(game);
        Ok(())
    }

    /// Takes back what has happened since the person's last move, and that move; where nobody
    /// plays, Yomi's last one.
    fn take_back(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let moved = |(side, mv): &(Side, String)| {
            (self.color == Color::None || self.color.is_played(*side)) && !game.is_pass(mv)
        };
        if !game.history().iter().any(moved) || self.session.undo().is_err() {
            return writeln!(self.out, "There is nothing to take back.");
        }
        while !((self.is_persons_turn() || self.color == Color::None)
            && self.session.game().moves().iter().any(|mv| !self.session.game().is_pass(mv)))
            && self.session.undo().is_ok()
        {}
        self.show()?;
        self.advance()
    }

    fn hint(&mut self) -> io::Result<()> {
        let task = match self.session.compare(1, Bounds::default()) {
            Ok(task) => task,
            Err(refusal) => return writeln!(self.out, "{refusal}"),
        };
        let Some(info) = self.think(task)? else { return Ok(()) };
        match info.best() {
            None => writeln!(self.out, "The game is over."),
            Some(line) => {
                let replies = line.moves[1..].join(" ");
                let replies =
                    if replies.is_empty() { replies } else { format!(", then {replies}") };
                writeln!(self.out, "Yomi would play {}{}{replies}.", line.moves[0], worth(line))
            }
        }
    }

    fn values(&mut self) -> io::Result<()> {
        let bounds = Bounds { depth: Some(6), ..Bounds::default() };
        let task = match self.session.compare(usize::MAX, bounds) {
            Ok(task) => task,
            Err(refusal) => return writeln!(self.out, "{refusal}"),
        };
        let Some(info) = self.think(task)? else { return Ok(()) };
        for line in info.lines {
            let worth = line.worth().unwrap_or_else(|| "?".to_owned());
            writeln!(self.out, "  {:<5} {worth:>7}", line.moves[0])?;
        }
        Ok(())
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        let replaces = Path::new(name).is_file();
        match self.try_save(name) {
            Ok(()) => {
                let place = if replaces { ", in place of what was there" } else { "" };
                writeln!(self.out, "Saved as {name}{place}.")?;
            }
            Err(problem) => return writeln!(self.out, "{problem}"),
        }
        let size = self.session.game().size();
        match Format::of_file(Path::new(name)) {
            Some(format) if format.takes_any_size() && size != 8 => {
                writeln!(self.out, "It does not say that the board is {size}×{size}.")
            }
            _ => Ok(()),
        }
    }

    /// Writes the game with the names of who plays it here, or all that is known of it if it is the
    /// very game that was loaded.
    fn try_save(&self, name: &str) -> Result<(), String> {
        let format = Format::of_file(Path::new(name))
            .ok_or("Say save and a name that ends in .sgf, .ggf, .obf or .txt.".to_owned())?;
        let mut record = self.session.record().ok_or("Only games of Othello can be saved.")?;
        for side in Side::BOTH {
            let person =
                self.color == Color::Both || (self.color == Color::Black) == (side == Side::First);
            let person = person && self.color != Color::None;
            record.players[side as usize].name = if person { "You" } else { "Yomi" }.to_owned();
        }
        if let Some(loaded) = &self.loaded {
            record.adopt(loaded);
        }
        let text = format.write(&[record]).map_err(|error| format!("{name}: {error}"))?;
        fs::write(name, text).map_err(|error| format!("{name}: {error}"))
    }

    fn help(&mut self) -> io::Result<()> {
        write!(self.out, "{}", help::text(&self.example(), self.session.has_files()))
    }

    fn show(&mut self) -> io::Result<()> {
        let game = self.session.game();
        self.style.draw(game, self.session.kind().sides, &mut self.out)?;
        if !self.session.is_over() {
            let who = if self.is_persons_turn() { "you" } else { "Yomi" };
            let name = self.name(self.session.game().side());
            writeln!(self.out, "{name} ({who}) to move")?;
        }
        Ok(())
    }

    fn conclude(&mut self) -> io::Result<()> {
        let lead = self.session.counted_score().unwrap_or(0.0);
        let winner = match lead {
            lead if lead > 0.0 => self.name(Side::First),
            lead if lead < 0.0 => self.name(Side::Second),
            _ => return writeln!(self.out, "The game is a draw."),
        };
        let empty = if self.leaves_empty_squares() { ", empty squares included" } else { "" };
        writeln!(self.out, "{winner} wins by {}{empty}.", lead.abs())
    }

    /// What people call a side.
    fn name(&self, side: Side) -> &'static str {
        self.session.kind().sides[side as usize]
    }

    /// Whether the game has ended before its board was full, and these squares count.
    fn leaves_empty_squares(&self) -> bool {
        let game = self.session.game();
        let squares =
            (0..game.size().pow(2)).map(|place| (place % game.size(), place / game.size()));
        let mut contents = squares.map(|(column, row)| game.content(column, row));
        self.session.kind().name == "Othello" && contents.any(|content| content.is_none())
    }

    /// A square that may be played on, or where there is none the one that every board has.
    fn example(&self) -> String {
        let game = self.session.game();
        let square = game.moves().into_iter().find(|mv| !game.is_pass(mv));
        square.unwrap_or_else(|| "a1".to_owned())
    }
}

/// What a move is worth, in brackets, if that is known, and whether the book says so.
fn worth(line: &Line) -> String {
    let source = if line.book { ", book" } else { "" };
    line.worth().map_or_else(String::new, |worth| format!(" ({worth}{source})"))
}
