//! The names of squares in GTP, whose columns have no letter I. Go does without it everywhere;
//! Othello has it, so on its boards of more than eight columns GTP's names are others.

use std::borrow::Cow;

use crate::session::{AnyGame, SearchInfo};

/// What GTP calls a square of a game that has a column I; other words stay.
///
/// ```
/// use yomi_protocol::gtp::vertex;
///
/// assert_eq!(["h1", "i1", "J10", "pass"].map(vertex::of_square), ["h1", "j1", "K10", "pass"]);
/// assert_eq!(["h1", "j1", "K10", "pass"].map(vertex::square), ["h1", "i1", "J10", "pass"]);
/// assert_eq!(vertex::square("i1"), "?1", "no vertex, and so no square");
/// ```
#[must_use]
pub fn of_square(name: &str) -> String {
    with_column(name, after_i)
}

fn after_i(column: u8) -> u8 {
    column + u8::from(column.to_ascii_lowercase() >= b'i')
}

/// The square that GTP calls so in such a game; its column I is none.
#[must_use]
pub fn square(vertex: &str) -> String {
    with_column(vertex, |column| match column.to_ascii_lowercase() {
        b'i' => b'?',
        letter => column - u8::from(letter > b'i'),
    })
}

/// A square's name with another letter for its column; what is no name of a square stays.
fn with_column(name: &str, letter: impl Fn(u8) -> u8) -> String {
    match name.as_bytes() {
        [column, row @ ..] if is_column(*column) && is_row(row) => {
            format!("{}{}", char::from(letter(*column)), &name[1..])
        }
        _ => name.to_owned(),
    }
}

fn is_column(letter: u8) -> bool {
    letter.is_ascii_alphabetic()
}

fn is_row(number: &[u8]) -> bool {
    !number.is_empty() && number.iter().all(u8::is_ascii_digit)
}

/// Whether GTP has other names for some squares of the board.
fn differ(game: &dyn AnyGame) -> bool {
    game.size() > 8 && game.square_name(8, 0).starts_with(['i', 'I'])
}

/// What GTP calls a move of `game`.
pub(super) fn written(game: &dyn AnyGame, mv: &str) -> String {
    if differ(game) { of_square(mv) } else { mv.to_owned() }
}

/// The move of `game` that GTP calls so.
pub(super) fn read(game: &dyn AnyGame, vertex: &str) -> String {
    if differ(game) { square(vertex) } else { vertex.to_owned() }
}

/// What a search has found, with GTP's names for the moves.
pub(super) fn found<'a>(game: &dyn AnyGame, info: &'a SearchInfo) -> Cow<'a, SearchInfo> {
    let mut info = Cow::Borrowed(info);
    if differ(game) {
        for mv in info.to_mut().lines.iter_mut().flat_map(|line| &mut line.moves) {
            *mv = of_square(mv);
        }
    }
    info
}

/// The board as people read it, with GTP's letters over and under its columns.
pub(super) fn diagram(game: &dyn AnyGame) -> String {
    let diagram = game.diagram();
    if !differ(game) {
        return diagram;
    }
    let letters = |line: &str| line.bytes().map(|letter| char::from(after_i(letter))).collect();
    let is_header = |line: &str| line.trim_start().starts_with("a b ");
    let line = |line: &str| if is_header(line) { letters(line) } else { line.to_owned() };
    diagram.lines().map(line).collect::<Vec<_>>().join("\n")
}
