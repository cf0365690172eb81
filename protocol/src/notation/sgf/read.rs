//! Reading SGF.

use std::mem::replace;
use std::time::Duration;

use yomi_engine::game::Side;
use yomi_engine::games::othello::Move;

use super::setup::{EXAMPLE, square, start};
use super::tree::{self, Property, Tree, Value};
use crate::notation::ggf::parse_move;
use crate::notation::number::{decimal, seconds};
use crate::notation::problem::Fault;
use crate::notation::scanner::Scanner;
use crate::notation::{
    Clock, Ending, Format, GameError, Note, Outcome, Record, Size, Tag, Verdict,
};

/// Reads every game of a text; what stands between games is skipped.
///
/// Each item is the main line of a game or what is wrong with it.
///
/// ```
/// use yomi_protocol::notation::sgf;
///
/// let text = "(;GM[2]FF[4]SZ[8]PB[Ishii]PW[Imai];B[fe];W[df];B[cc])";
/// for game in sgf::games(text) {
///     let game = game?;
///     println!("{} against {}", game.players[0].name, game.players[1].name);
///     assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<String>(), "f5d6c3");
/// }
/// # Ok::<(), yomi_protocol::notation::GameError>(())
/// ```
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    Games { scanner: Scanner::new(text), game: 0 }
}

/// Reads the first game of a text.
///
/// # Errors
/// What is wrong with it, or that there is none.
pub fn game(text: &str) -> Result<Record, GameError> {
    let mut games = games(text);
    games.next().unwrap_or_else(|| {
        let scanner = &games.scanner;
        Err(Fault::new(scanner.place(), "a game, which begins with `(;`", scanner.found())
            .in_game(1))
    })
}

/// The games of a text, made by [`games`].
pub struct Games<'a> {
    scanner: Scanner<'a>,
    game: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<Record, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !tree::find_game(&mut self.scanner) {
            return None;
        }
        self.game += 1;
        let read = tree::read(&mut self.scanner).inspect_err(|_| tree::recover(&mut self.scanner));
        Some(read.and_then(|tree| interpret(&tree)).map_err(|fault| fault.in_game(self.game)))
    }
}

/// The game as its program counts rows, or else the other way round.
fn interpret(tree: &Tree) -> Result<Record, Fault> {
    let from_gogui = tree.values("AP").any(|value| value.text.starts_with("GoGui"));
    let read = |upside_down| Reader::new(tree, upside_down)?.record(tree);
    read(from_gogui).or_else(|fault| {
        let mut record = read(!from_gogui).map_err(|_| fault)?;
        record.is_turned_over = true;
        Ok(record)
    })
}

impl Tree {
    fn properties(&self) -> impl Iterator<Item = &Property> {
        self.nodes.iter().flatten()
    }

    /// The first values of all properties of a name.
    fn values(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.properties().filter(move |property| property.name == name).map(Property::first)
    }
}

impl Property {
    pub(super) fn first(&self) -> &Value {
        &self.values[0]
    }

    fn as_tag(&self) -> Tag {
        let values = self.values.iter().map(|value| value.text.clone()).collect();
        Tag { format: Format::Sgf, name: self.name.clone(), values }
    }

    /// The side whose property this is: `BL`, `PB` and `B` are Black's.
    pub(super) fn side(&self) -> Side {
        if self.name.contains('B') { Side::First } else { Side::Second }
    }
}

/// A game while its nodes are read.
struct Reader {
    record: Record,
    upside_down: bool,
    /// What is left on each clock after the last move, if every move so far said so, and what was
    /// left before it.
    left: [Option<Duration>; 2],
    left_before: [Option<Duration>; 2],
    /// Whether what is left follows from the clock and the times of the moves so far.
    follows: [bool; 2],
}

impl Reader {
    /// Reads where the game starts.
    fn new(tree: &Tree, upside_down: bool) -> Result<Self, Fault> {
        if let Some(other) = tree.values("GM").find(|value| !matches!(value.text.trim(), "1" | "2"))
        {
            return Err(other.instead_of("2, SGF's number for Othello, in GM"));
        }
        let size = match tree.values("SZ").next() {
            None => Size::Eight,
            Some(value) => {
                let size = value.text.trim().parse();
                size.map_err(|_| value.instead_of("a board of size 4, 6, 8 or 10"))?
            }
        };
        let start = start(tree, size, upside_down)?;
        let mut record = Record::new(start);
        record.variations = tree.variations;
        if let Some(clock) = clock(tree) {
            record.clocks = [Some(clock); 2];
        }
        let left = record.clocks.map(|clock| clock.map(|clock| clock.main));
        Ok(Self { record, upside_down, left, left_before: left, follows: [true; 2] })
    }

    fn record(mut self, tree: &Tree) -> Result<Record, Fault> {
        for node in &tree.nodes {
            for property in
                node.iter().filter(|property| matches!(property.name.as_str(), "B" | "W"))
            {
                self.play(property)?;
            }
            node.iter().for_each(|property| self.add(property));
        }
        Ok(self.record)
    }

    /// Plays a move. Passes after the end of the game, which some programs write, say nothing and
    /// are skipped.
    fn play(&mut self, property: &Property) -> Result<(), Fault> {
        let value = property.first();
        let size = self.record.start().size();
        let text = value.text.trim();
        let mv = match square(text, size, self.upside_down) {
            Some(square) => Move::Place(square),
            None if matches!(text, "" | "tt") || parse_move(text) == Some(Move::Pass) => Move::Pass,
            None => return Err(value.instead_of(&format!("a move such as {EXAMPLE}"))),
        };
        if mv == Move::Pass && self.record.end().is_over() {
            return Ok(());
        }
        let side = property.side();
        self.left_before[side as usize] = self.left[side as usize];
        self.follows[side as usize] &= self.left[side as usize].is_some();
        if mv != Move::Pass {
            self.left[side as usize] = None;
        }
        let played = self.record.play_as(side, mv, Note::default());
        played.map_err(|error| Fault { place: value.place, cause: error.into() })
    }

    /// Adds what a property says about the game or about the last move.
    fn add(&mut self, property: &Property) {
        let text = &property.first().text;
        let side = property.side();
        let known = match property.name.as_str() {
            "B" | "W" | "GM" | "FF" | "CA" | "AP" | "SZ" | "AB" | "AW" | "AE" | "PL" => true,
            "PB" | "PW" => set(&mut self.record.players[side as usize].name, text),
            "DT" => set(&mut self.record.date, text),
            "PC" => set(&mut self.record.place, text),
            "EV" => set(&mut self.record.event, text),
            "BR" | "WR" => {
                let rating = decimal(text.trim());
                self.record.players[side as usize].rating = rating;
                rating.is_some()
            }
            "TM" => self.record.clocks[0].is_some(),
            "OT" => self.record.clocks[0].is_some() && overtime(text).is_some(),
            "RE" => {
                let outcome = outcome(text.trim());
                self.record.outcome = outcome.flatten();
                outcome.is_some()
            }
            // More than one text is not allowed, and not lost.
            "C" => property.values.iter().all(|value| self.comment(&value.text)),
            "V" => self.evaluation(text),
            "BL" | "WL" => self.time_left(side, text),
            _ => false,
        };
        if !known {
            let tag = property.as_tag();
            match self.record.last_note() {
                Some(note) => note.tags.push(tag),
                None => self.record.tags.push(tag),
            }
        }
    }

    fn comment(&mut self, text: &str) -> bool {
        let comment = match self.record.last_note() {
            Some(note) => &mut note.comment,
            None => &mut self.record.comment,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        *comment += text;
        true
    }

    /// `V` is from Black's view, a note from the mover's.
    fn evaluation(&mut self, text: &str) -> bool {
        let (Some(value), Some(mover), Some(note)) =
            (decimal(text.trim()), self.mover(), self.record.last_note())
        else {
            return false;
        };
        if note.evaluation.is_some() {
            return false;
        }
        note.evaluation = Some(if mover == Side::First { value } else { 0.0 - value });
        true
    }

    /// The time a move took is what it left less than there was; what it left is kept as well
    /// where that does not follow from times alone.
    fn time_left(&mut self, side: Side, text: &str) -> bool {
        let is_mover = self.mover() == Some(side);
        let left = seconds(text.trim());
        let shown = replace(&mut self.left[side as usize], left);
        let before = self.left_before[side as usize];
        if !is_mover {
            self.follows[side as usize] &= shown == left;
            return false;
        }
        let (Some(before), Some(clock), Some(left), Some(note)) =
            (before, self.record.clocks[side as usize], left, self.record.last_note())
        else {
            return false;
        };
        note.time = before.checked_add(clock.increment).and_then(|before| before.checked_sub(left));
        self.follows[side as usize] &= note.time.is_some();
        self.follows[side as usize]
    }

    /// Who made the last move.
    fn mover(&self) -> Option<Side> {
        self.record.plies_by_side().last().map(|(side, _)| side)
    }
}

impl Value {
    pub(super) fn instead_of(&self, expected: &str) -> Fault {
        Fault::instead_of(expected, &self.text, self.place)
    }
}

fn set(field: &mut String, text: &str) -> bool {
    text.clone_into(field);
    true
}

/// `TM`, with what the writer puts into `OT`; other kinds of overtime are kept as a tag.
fn clock(tree: &Tree) -> Option<Clock> {
    let main = seconds(tree.values("TM").next()?.text.trim())?;
    let overtime = tree.values("OT").next().and_then(|value| overtime(&value.text));
    Some(Clock { main, ..overtime.unwrap_or(Clock::absolute(main)) })
}

/// Reads `5 fischer`, `120 grace` or both with a comma.
fn overtime(text: &str) -> Option<Clock> {
    let mut clock = Clock::absolute(Duration::ZERO);
    for part in text.split(',') {
        match part.trim().split_once(' ')? {
            (time, "fischer") => clock.increment = seconds(time)?,
            (time, "grace") => clock.grace = Some(seconds(time)?),
            _ => return None,
        }
    }
    Some(clock)
}

/// Reads `B+14`, `W+R`, `B+`, `0` and their like; `?` and nothing are unfinished, others not
/// understood.
fn outcome(text: &str) -> Option<Option<Outcome>> {
    let (winner, margin) = match text.split_once('+') {
        _ if matches!(text, "" | "?") => return Some(None),
        None if matches!(text, "0" | "Draw" | "draw") => {
            return Some(Some(Outcome { verdict: Verdict::Net(0.0), ending: Ending::Played }));
        }
        Some(("B" | "b", margin)) => (Side::First, margin),
        Some(("W" | "w", margin)) => (Side::Second, margin),
        _ => return None,
    };
    let verdict = Verdict::Winner(winner);
    Some(Some(match margin {
        "" => Outcome { verdict, ending: Ending::Played },
        "R" | "Resign" => Outcome { verdict, ending: Ending::Resigned },
        "T" | "Time" => Outcome { verdict, ending: Ending::TimedOut },
        "F" | "Forfeit" => Outcome { verdict, ending: Ending::Forfeited },
        _ => {
            // No board has more squares; what the loser is ahead is no result.
            let margin = decimal(margin).filter(|margin| (0.0..=100.0).contains(margin))?;
            // No negative zero.
            let net = if winner == Side::First { margin } else { -margin } + 0.0;
            Outcome { verdict: Verdict::Net(net), ending: Ending::Played }
        }
    }))
}
