//! What two records of a game tell differently: so a conversion measures what it loses instead of
//! guessing.

use std::fmt;

use yomi_engine::games::othello::Move;

use super::{Note, Ply, Record, Tag};

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// How large the board is.
    Size,
    /// The start position.
    Start,
    /// The moves other than passes.
    Moves,
    /// Passes.
    Passes,
    /// The time moves took.
    Times,
    /// What players thought moves to be worth.
    Evaluations,
    /// Comments on moves and on the game.
    Comments,
    /// The names of the players.
    Names,
    /// Their ratings.
    Ratings,
    /// Their clocks.
    Clocks,
    /// The date.
    Date,
    /// The place.
    Place,
    /// The tournament or match.
    Event,
    /// The result, or how the game ended.
    Result,
    /// The scores of moves of the start position.
    Scores,
    /// That two games are a synchro pair.
    Pairs,
    /// Variations.
    Variations,
    /// Tags that only one format knows.
    Tags,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "size of the board",
            Self::Start => "start position",
            Self::Moves => "moves",
            Self::Passes => "passes",
            Self::Times => "times of moves",
            Self::Evaluations => "evaluations",
            Self::Comments => "comments",
            Self::Names => "names",
            Self::Ratings => "ratings",
            Self::Clocks => "clocks",
            Self::Date => "date",
            Self::Place => "place",
            Self::Event => "event",
            Self::Result => "result",
            Self::Scores => "scores of moves",
            Self::Pairs => "synchro pairs",
            Self::Variations => "variations",
            Self::Tags => "other tags",
        })
    }
}

/// The parts in which two records differ, in a fixed order. A result is the same as the moves that
/// lead to it.
#[must_use]
pub fn differences(a: &Record, b: &Record) -> Vec<Part> {
    let squares =
        |record: &Record| -> Vec<Move> { record.moves().filter(|mv| *mv != Move::Pass).collect() };
    let parts = [
        (Part::Start, a.start() != b.start()),
        (Part::Moves, squares(a) != squares(b)),
        (Part::Passes, squares(a) == squares(b) && !a.moves().eq(b.moves())),
        (Part::Times, notes(a, |note| note.time) != notes(b, |note| note.time)),
        (Part::Evaluations, notes(a, |note| note.evaluation) != notes(b, |note| note.evaluation)),
        (Part::Comments, a.comment != b.comment || comments(a) != comments(b)),
        (Part::Names, (0..2).any(|side| a.players[side].name != b.players[side].name)),
        (Part::Ratings, (0..2).any(|side| a.players[side].rating != b.players[side].rating)),
        (Part::Clocks, a.clocks != b.clocks),
        (Part::Date, a.date != b.date),
        (Part::Place, a.place != b.place),
        (Part::Event, a.event != b.event),
        (Part::Result, a.result() != b.result()),
        (Part::Scores, a.scores != b.scores),
        (Part::Pairs, a.is_second_of_pair != b.is_second_of_pair),
        (Part::Variations, a.variations != b.variations),
        (Part::Tags, a.tags != b.tags || move_tags(a) != move_tags(b)),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}

/// What is known of one kind, with the number of its move.
fn notes<T>(record: &Record, known: impl Fn(&Note) -> Option<T>) -> Vec<(usize, T)> {
    let known = |(number, ply): (usize, &Ply)| Some((number, known(&ply.note)?));
    record.plies().iter().enumerate().filter_map(known).collect()
}

fn comments(record: &Record) -> Vec<(usize, &str)> {
    let numbered =
        record.plies().iter().enumerate().map(|(number, ply)| (number, ply.note.comment.as_str()));
    numbered.filter(|(_, comment)| !comment.is_empty()).collect()
}

fn move_tags(record: &Record) -> Vec<(usize, &[Tag])> {
    let numbered =
        record.plies().iter().enumerate().map(|(number, ply)| (number, ply.note.tags.as_slice()));
    numbered.filter(|(_, tags)| !tags.is_empty()).collect()
}
