//! What is wrong with a game in a file, and where.

use std::fmt;

use yomi_engine::games::othello::NotationError;

use super::MoveError;

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text: line and character, both from 1.
    Text {
        /// The line, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
    },
    /// In a binary file: bytes from its beginning, from 0.
    Byte(usize),
}

impl Place {
    /// The place `line` and `column` of a text that itself stands here.
    #[must_use]
    pub(super) fn within(self, line: usize, column: usize) -> Self {
        match self {
            Self::Text { line: above, column: before } if line == 1 => {
                Self::Text { line: above, column: before + column - 1 }
            }
            Self::Text { line: above, .. } => Self::Text { line: above + line - 1, column },
            Self::Byte(offset) => Self::Byte(offset + column - 1),
        }
    }

    /// The place behind `text`, which stands here.
    pub(super) fn behind(self, text: &str) -> Self {
        let last = text.rsplit('\n').next().unwrap_or_default();
        self.within(1 + text.matches('\n').count(), 1 + last.chars().count())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The text or the bytes are not of the format.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What was expected there.
        expected: String,
        /// What was found there.
        found: String,
    },
    /// The format is kept, the rules are not.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// A game that cannot be read; the games after it can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{place}: {cause}", self.numbered())]
pub struct GameError {
    /// Which game of the file, from 1; 0 if it is the file as a whole.
    pub game: usize,
    /// Where in the file.
    pub place: Place,
    /// What is wrong there.
    #[source]
    pub cause: Cause,
}

impl GameError {
    fn numbered(&self) -> String {
        if self.game == 0 { String::new() } else { format!("game {}, ", self.game) }
    }
}

/// A problem whose game is not numbered yet.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) cause: Cause,
}

impl Fault {
    pub(super) fn new(place: Place, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { place, cause: Cause::Syntax { expected: expected.into(), found: found.into() } }
    }

    /// `text` stands where something else was expected.
    pub(super) fn instead_of(expected: impl Into<String>, text: &str, place: Place) -> Self {
        Self::new(place, expected, excerpt(text))
    }

    pub(super) fn in_game(self, game: usize) -> GameError {
        GameError { game, place: self.place, cause: self.cause }
    }
}

/// An error of the engine's readers, in a part of the file that starts at `place`.
pub(super) fn inside(place: Place) -> impl FnOnce(NotationError) -> Fault {
    move |error| Fault::new(place.within(error.line, error.column), error.expected, error.found)
}

/// The beginning of a text, in quotes, short enough for a message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let beginning: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{beginning}{more}`")
}
