//! Random games, with everything a format can say of them.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use yomi_engine::game::Side;
use yomi_protocol::notation::{
    Board, Clock, Ending, Format, Note, Outcome, Player, Record, Size, Tag, Verdict,
};

/// What a format can say of a game.
#[derive(Clone, Copy)]
pub(crate) struct Means {
    format: Format,
    /// A pattern of texts on one line.
    line: &'static str,
    /// A pattern of texts.
    text: &'static str,
    tags: &'static [&'static str],
    move_tags: &'static [&'static str],
}

pub(crate) const GGF: Means = Means {
    format: Format::Ggf,
    line: r"[^\[\]\r\n]{0,12}",
    text: r"[^\[\]\r]{0,20}|[\n;()\\/]{0,4}",
    tags: &["KB", "KW", "KM", "XX"],
    move_tags: &[],
};

pub(crate) const SGF: Means = Means {
    format: Format::Sgf,
    line: r"[^\r]{0,12}|[\[\]\\()]{0,6}",
    text: r"[^\r]{0,20}|[\[\]\\();:\n]{0,6}",
    tags: &["GN", "RO", "XX"],
    move_tags: &["N", "LB", "XX"],
};

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..5_000_u64).prop_map(Duration::from_secs),
        (0..9_000_000_000_u64).prop_map(Duration::from_nanos),
    ]
}

fn discs() -> impl Strategy<Value = f64> {
    prop_oneof![(-6_400..=6_400).prop_map(|hundredths| f64::from(hundredths) / 100.0), -64.0..64.0]
}

fn tags(
    format: Format,
    names: &'static [&'static str],
    text: &'static str,
) -> BoxedStrategy<Vec<Tag>> {
    if names.is_empty() {
        return Just(Vec::new()).boxed();
    }
    let values = if format == Format::Sgf { 1..3_usize } else { 1..2 };
    let tag = (prop::sample::select(names), vec(text, values));
    vec(tag.prop_map(move |(name, values)| Tag { format, name: name.to_owned(), values }), 0..3)
        .boxed()
}

fn note(means: Means) -> impl Strategy<Value = Note> {
    let tags = tags(means.format, means.move_tags, means.text);
    let full = (option::of(time()), option::of(discs()), means.text, tags)
        .prop_map(|(time, evaluation, comment, tags)| Note { time, evaluation, comment, tags });
    prop_oneof![Just(Note::default()), full]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let ending = prop::sample::select(vec![
        Ending::Played,
        Ending::Resigned,
        Ending::TimedOut,
        Ending::Agreed,
        Ending::Left,
        Ending::Forfeited,
    ]);
    let verdict = prop_oneof![
        discs().prop_map(Verdict::Net),
        any::<bool>().prop_map(|black| Verdict::Winner(if black {
            Side::First
        } else {
            Side::Second
        })),
    ];
    (verdict, ending).prop_map(|(verdict, ending)| Outcome { verdict, ending })
}

fn clock() -> impl Strategy<Value = Clock> {
    (time(), prop_oneof![Just(Duration::ZERO), time()], option::of(time()))
        .prop_map(|(main, increment, grace)| Clock { main, increment, grace })
}

/// A start position, or one from the middle of a random game, with either side to move.
fn start() -> impl Strategy<Value = Board> {
    let any_start =
        (prop::sample::select(Size::ALL.to_vec()), vec(any::<prop::sample::Index>(), 0..60));
    (any_start, any::<bool>(), any::<bool>()).prop_map(|((size, choices), standard, pass)| {
        let start = Board::start(size);
        if standard {
            return start;
        }
        let middle = choices.iter().fold(start, |board, choice| {
            let moves = board.moves();
            if moves.is_empty() { board } else { board.play(*choice.get(&moves)).unwrap() }
        });
        if pass { middle.passed() } else { middle }
    })
}

/// Any game that a format can hold, except that times may not fit the clock and results the
/// format's kinds.
pub(crate) fn record(means: Means) -> impl Strategy<Value = Record> {
    let moves = prop_oneof![
        vec((any::<prop::sample::Index>(), note(means)), 0..12),
        vec((any::<prop::sample::Index>(), note(means)), 60..110),
    ];
    let players = [(); 2].map(|()| (means.line, option::of(-9.0..3_000.0)));
    let texts = (means.line, means.line, means.line, means.text);
    let rest = (option::of(outcome()), [option::of(clock()), option::of(clock())], any::<bool>());
    (start(), moves, players, texts, rest, tags(means.format, means.tags, means.line)).prop_map(
        |(start, moves, players, texts, (outcome, clocks, same_clock), tags)| {
            let mut record = Record::new(start);
            for (choice, note) in moves {
                let legal = record.end().moves();
                if !legal.is_empty() {
                    record.play(*choice.get(&legal), note).unwrap();
                }
            }
            record.players = players.map(|(name, rating)| Player { name, rating });
            (record.date, record.place, record.event, record.comment) = texts;
            record.outcome = outcome;
            record.clocks = if same_clock { [clocks[0]; 2] } else { clocks };
            record.tags = tags;
            record
        },
    )
}

/// Any game of which nothing is known but its moves, from the usual start or any other.
pub(crate) fn bare() -> impl Strategy<Value = Record> {
    start().prop_flat_map(from)
}

/// Any game from `start` of which nothing is known but its moves.
pub(crate) fn from(start: Board) -> impl Strategy<Value = Record> {
    vec(any::<prop::sample::Index>(), 0..110).prop_map(move |choices| {
        let mut record = Record::new(start);
        for choice in choices {
            let legal = record.end().moves();
            if !legal.is_empty() {
                record.play(*choice.get(&legal), Note::default()).unwrap();
            }
        }
        record
    })
}
