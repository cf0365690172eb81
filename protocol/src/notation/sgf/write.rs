//! Writing SGF as Quarry reads it.

use std::fmt::Write;
use std::time::Duration;

use yomi_engine::game::Side;
use yomi_engine::games::othello::{Move, Square};

use crate::notation::number::Seconds;
use crate::notation::{Board, Clock, Ending, Format, Outcome, Ply, Record, Tag, Verdict};

/// Writes a game, with a line break at the end.
///
/// Passes are left out as Quarry does, except those something is known of and one at the end.
/// Evaluations are written as `V` (from Black's view), the times of moves as what was left (`BL`,
/// `WL`), if the clock is known.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;GM[2]FF[4]CA[UTF-8]");
    property(&mut text, "AP", concat!("Yomi:", env!("CARGO_PKG_VERSION")));
    property(&mut text, "SZ", &record.start().size().side().to_string());
    write_game(&mut text, record);
    let mut left = match record.clocks {
        [Some(black), Some(white)] if black == white => [Some(black.main); 2],
        _ => [None; 2],
    };
    let last = record.plies().len();
    for (number, (side, ply)) in (1..).zip(record.plies_by_side()) {
        if number % 10 == 1 {
            text.push('\n');
        }
        let remaining = spend(&mut left[side as usize], ply, record.clocks[side as usize]);
        let says_nothing = ply.note == Default::default() && number < last;
        if ply.mv != Move::Pass || !says_nothing {
            write_ply(&mut text, side, ply, remaining);
        }
    }
    text + ")\n"
}

/// What the root says about the game.
fn write_game(text: &mut String, record: &Record) {
    for (player, [name, rating]) in record.players.iter().zip([["PB", "BR"], ["PW", "WR"]]) {
        optional(text, name, &player.name);
        optional(text, rating, &player.rating.map_or(String::new(), |rating| rating.to_string()));
    }
    optional(text, "EV", &record.event);
    optional(text, "PC", &record.place);
    optional(text, "DT", &record.date);
    optional(text, "RE", &record.outcome.map_or(String::new(), result));
    if let [Some(clock), Some(white)] = record.clocks
        && clock == white
    {
        property(text, "TM", &Seconds(clock.main).to_string());
        optional(text, "OT", &overtime(clock));
    }
    write_tags(text, &record.tags);
    write_start(text, record.start());
    optional(text, "C", &record.comment);
}

/// The stones that differ from the start of a game, whose first move is then no longer clear.
fn write_start(text: &mut String, start: &Board) {
    let size = start.size();
    let standard = Board::start(size);
    if *start == standard {
        return;
    }
    let squares = || {
        (0..(size.side() * size.side()) as u32).map(|index| Square::from_index(index, size.side()))
    };
    for (name, disc) in [("AB", Some(Side::First)), ("AW", Some(Side::Second)), ("AE", None)] {
        let differs =
            |square: &Square| start.disc(*square) == disc && standard.disc(*square) != disc;
        let mut stones = squares().filter(differs).peekable();
        if stones.peek().is_some() {
            *text += name;
        }
        stones.for_each(|square| *text += &format!("[{}]", point(square)));
    }
    property(text, "PL", if start.side_to_move() == Side::First { "B" } else { "W" });
}

fn write_ply(text: &mut String, side: Side, ply: &Ply, left: Option<Duration>) {
    let (name, time, sign) = if side == Side::First { ("B", "BL", 1.0) } else { ("W", "WL", -1.0) };
    text.push(';');
    match ply.mv {
        Move::Place(square) => property(text, name, &point(square)),
        Move::Pass => property(text, name, ""),
    }
    // What a clock showed stands for itself.
    let is_told = ply.note.tags.iter().any(|tag| tag.format == Format::Sgf && tag.name == time);
    let left = left.filter(|_| !is_told);
    optional(text, time, &left.map_or(String::new(), |left| Seconds(left).to_string()));
    optional(
        text,
        "V",
        &ply.note.evaluation.map_or(String::new(), |value| (sign * value + 0.0).to_string()),
    );
    write_tags(text, &ply.note.tags);
    optional(text, "C", &ply.note.comment);
}

/// Takes the time of a move off the clock; `None` from the first move on whose time is not known.
fn spend(left: &mut Option<Duration>, ply: &Ply, clock: Option<Clock>) -> Option<Duration> {
    if ply.mv == Move::Pass && ply.note.time.is_none() {
        return None;
    }
    let increment = clock.map_or(Duration::ZERO, |clock| clock.increment);
    *left = left
        .zip(ply.note.time)
        .and_then(|(left, spent)| left.checked_add(increment)?.checked_sub(spent));
    *left
}

fn write_tags(text: &mut String, tags: &[Tag]) {
    for tag in tags.iter().filter(|tag| tag.format == Format::Sgf && !tag.values.is_empty()) {
        *text += &tag.name;
        tag.values.iter().for_each(|value| property(text, "", value));
    }
}

fn property(text: &mut String, name: &str, value: &str) {
    *text += name;
    text.push('[');
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}

fn optional(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        property(text, name, value);
    }
}

/// Two letters, column and row from the top left.
fn point(square: Square) -> String {
    [square.column(), square.row()].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn overtime(clock: Clock) -> String {
    let mut text = String::new();
    if !clock.increment.is_zero() {
        let _ = write!(text, "{} fischer", Seconds(clock.increment));
    }
    if let Some(grace) = clock.grace {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{} grace", Seconds(grace));
    }
    text
}

fn result(Outcome { verdict, ending }: Outcome) -> String {
    let (winner, margin) = match verdict {
        Verdict::Net(0.0) => return "0".to_owned(),
        Verdict::Net(net) => (if net > 0.0 { "B" } else { "W" }, net.abs().to_string()),
        Verdict::Winner(side) => (if side == Side::First { "B" } else { "W" }, String::new()),
    };
    match ending {
        Ending::Resigned => format!("{winner}+R"),
        Ending::TimedOut => format!("{winner}+T"),
        Ending::Forfeited => format!("{winner}+F"),
        Ending::Played | Ending::Agreed | Ending::Left => format!("{winner}+{margin}"),
    }
}
