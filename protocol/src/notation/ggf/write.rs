//! Writing GGF.

use yomi_engine::game::Side;

use super::MoveText;
use crate::notation::number::ClockTime;
use crate::notation::{Clock, Ending, Format, Outcome, Player, Record, Verdict};

/// Writes a game on one line, without the end of the line.
///
/// GGF has no escape sign: brackets in texts become round, line breaks blanks; of comments each
/// line gets its own CO. Every pass is written. An event takes the place of a place that is not
/// known, as in NBoard.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;GM[Othello]");
    let mut tag = |name: &str, value: &str| {
        text += name;
        text.push('[');
        text.extend(value.chars().map(plain));
        text.push(']');
    };
    optional(&mut tag, "PC", if record.place.is_empty() { &record.event } else { &record.place });
    optional(&mut tag, "DT", &record.date);
    players(&mut tag, &record.players);
    let own = || record.tags.iter().filter(|tag| tag.format == Format::Ggf);
    // A result that was not understood is written as it was, with the other tags.
    if own().all(|tag| tag.name != "RE") {
        tag("RE", &record.outcome.map_or("?".to_owned(), |outcome| result(outcome, record)));
    }
    clocks(&mut tag, record.clocks);
    let size = record.start().size().side();
    if own().all(|tag| tag.name != "TY") {
        tag("TY", &size.to_string());
    }
    for extra in own() {
        extra.values.iter().for_each(|value| tag(&extra.name, value));
    }
    tag("BO", &format!("{size} {}", record.start().board_string().replace('X', "*")));
    comment(&mut tag, &record.comment);
    for (side, ply) in record.plies_by_side() {
        let note = ply.note.clone();
        tag(
            if side == Side::First { "B" } else { "W" },
            &MoveText { mv: ply.mv, note }.to_string(),
        );
        comment(&mut tag, &ply.note.comment);
    }
    text + ";)"
}

/// What may stand in a value for a character that may not.
fn plain(c: char) -> char {
    match c {
        '[' => '(',
        ']' => ')',
        '\n' | '\r' => ' ',
        _ => c,
    }
}

fn optional(tag: &mut impl FnMut(&str, &str), name: &str, value: &str) {
    if !value.is_empty() {
        tag(name, value);
    }
}

fn players(tag: &mut impl FnMut(&str, &str), players: &[Player; 2]) {
    for (player, [name, rating]) in players.iter().zip([["PB", "RB"], ["PW", "RW"]]) {
        tag(name, &player.name);
        optional(tag, rating, &player.rating.map_or(String::new(), |rating| rating.to_string()));
    }
}

/// Both clocks: one tag where they are equal.
fn clocks(tag: &mut impl FnMut(&str, &str), clocks: [Option<Clock>; 2]) {
    match clocks {
        [Some(black), Some(white)] if black == white => tag("TI", &clock(black)),
        clocks => {
            for (name, own) in ["TB", "TW"].into_iter().zip(clocks) {
                optional(tag, name, &own.map_or(String::new(), clock));
            }
        }
    }
}

fn comment(tag: &mut impl FnMut(&str, &str), text: &str) {
    if !text.is_empty() {
        text.split('\n').for_each(|line| tag("CO", line));
    }
}

fn clock(Clock { main, increment, grace }: Clock) -> String {
    let main = ClockTime(main);
    let increment =
        if increment.is_zero() { String::new() } else { ClockTime(increment).to_string() };
    match grace {
        Some(grace) => format!("{main}/{increment}/{}", ClockTime(grace)),
        None if increment.is_empty() => main.to_string(),
        None => format!("{main}/{increment}"),
    }
}

/// GGF knows no winner without a score: that of a whole board stands for it.
fn result(Outcome { verdict, ending }: Outcome, record: &Record) -> String {
    let all = (record.start().size().side() as f64).powi(2);
    let net = match verdict {
        Verdict::Net(net) => net,
        Verdict::Winner(Side::First) => all,
        Verdict::Winner(Side::Second) => -all,
    };
    let ending = match ending {
        // It has no sign for what was forfeited.
        Ending::Played | Ending::Forfeited => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Agreed => ":s",
        Ending::Left => ":l",
    };
    format!("{net:+}{ending}")
}
