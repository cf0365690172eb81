//! Positions and games as text.
//!
//! - Board string: the squares row by row from a1 (`X`, `*` or `B` Black, `O` or `W` White, `-` or
//!   `.` empty, any letter case), then the side to move, as in OBF files; blanks between squares
//!   and a final `;` are allowed.
//! - Diagram: what `Display` prints, with column letters, row numbers and the side to move.
//! - Move list: `f5d6c3…` in any letter case, blanks and commas allowed, numbered or not (`1. f5 d6
//!   2. c3`), forced passes written (`pass`, `pa`, `ps`, `--`) or left out.

use std::fmt;
use std::str::FromStr;

use super::{Bits, Kernel, Move, Othello, Square};
use crate::game::{Game, Side};

/// Why a text is no position or no game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

/// The characters of a text that matter, each with its place.
struct Cursor<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars().peekable(), line: 1, column: 1 }
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        (self.line, self.column) =
            if next == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(next)
    }

    /// The next character that is no blank, not consumed.
    fn peek(&mut self) -> Option<char> {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.rest.peek().copied()
    }

    /// An error at the next character.
    fn error(&mut self, expected: impl Into<String>) -> NotationError {
        let found = self
            .peek()
            .map_or("the end of the text".to_owned(), |c| format!("`{}`", c.escape_debug()));
        NotationError { line: self.line, column: self.column, expected: expected.into(), found }
    }

    /// The digits that come next, of many the first few.
    fn digits(&mut self) -> String {
        const MOST: usize = 12;
        let mut digits = String::new();
        while let Some(digit) = self.rest.peek().copied().filter(char::is_ascii_digit) {
            self.next();
            if digits.len() < MOST {
                digits.push(digit);
            }
        }
        digits
    }

    fn expect(&mut self, wanted: char) -> Result<(), NotationError> {
        if self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted)) {
            self.next();
            Ok(())
        } else {
            Err(self.error(format!("`{wanted}`")))
        }
    }
}

/// What a character of a board string says about its square. Edax knows `b` and `w`, too.
fn disc(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::Second)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

impl<K: Kernel> FromStr for Othello<K> {
    type Err = NotationError;

    /// Reads a board string: the squares row by row from a1 (`X`, `*` or `B` Black, `O` or `W`
    /// White, `-` or `.` empty, any letter case, blanks allowed), then the side to move; or a
    /// diagram as `Display` prints it.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let is_diagram = matches!(cursor.peek(), Some('a' | 'A'));
        if is_diagram {
            read_header::<K>(&mut cursor)?;
        }
        let mut sets = [K::Bits::EMPTY; 2];
        for index in 0..(K::SIZE * K::SIZE) as u32 {
            if is_diagram && index.is_multiple_of(K::SIZE as u32) {
                read_row_number(&mut cursor, index as usize / K::SIZE + 1)?;
            }
            let square = Square::from_index(index, K::SIZE);
            let Some(content) = cursor.peek().and_then(disc) else {
                return Err(cursor.error(format!("`X`, `O` or `-` for square {square}")));
            };
            cursor.next();
            if let Some(side) = content {
                sets[side as usize] = sets[side as usize] | K::Bits::single(index);
            }
        }
        if is_diagram {
            read_header::<K>(&mut cursor)?;
        }
        let side = read_side(&mut cursor)?;
        let [mover, opponent] = if side == Side::First { sets } else { [sets[1], sets[0]] };
        Ok(Self { mover, opponent, side })
    }
}

fn read_header<K: Kernel>(cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    (0..K::SIZE as u8).try_for_each(|column| cursor.expect(char::from(b'a' + column)))
}

fn read_row_number(cursor: &mut Cursor<'_>, row: usize) -> Result<(), NotationError> {
    row.to_string().chars().try_for_each(|digit| cursor.expect(digit))
}

fn read_side(cursor: &mut Cursor<'_>) -> Result<Side, NotationError> {
    let Some(Some(side)) = cursor.peek().and_then(disc) else {
        return Err(cursor.error("the side to move, `X` or `O`"));
    };
    cursor.next();
    if cursor.peek() == Some('t') {
        "tomove".chars().try_for_each(|letter| cursor.expect(letter))?;
    }
    if cursor.peek() == Some(';') {
        cursor.next();
    }
    match cursor.peek() {
        None => Ok(side),
        Some(_) => Err(cursor.error("the end of the position")),
    }
}

/// The letter of a side's discs: `X` for Black, `O` for White.
fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

impl<K: Kernel> Othello<K> {
    fn content(&self, index: u32) -> char {
        Side::BOTH.into_iter().find(|&side| self.discs(side).contains(index)).map_or('-', letter)
    }

    /// The board string: the squares row by row, a blank, the side to move.
    #[must_use]
    pub fn board_string(&self) -> String {
        let squares = (0..(K::SIZE * K::SIZE) as u32).map(|index| self.content(index));
        squares.chain([' ', letter(self.side)]).collect()
    }
}

/// Writes the diagram that `FromStr` reads back.
pub(super) fn write_diagram<K: Kernel>(
    position: &Othello<K>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let header: String =
        (0..K::SIZE as u8).map(|column| format!(" {}", char::from(b'a' + column))).collect();
    writeln!(f, "  {header}")?;
    for row in 0..K::SIZE as u32 {
        write!(f, "{:2}", row + 1)?;
        for column in 0..K::SIZE as u32 {
            write!(f, " {}", position.content(row * K::SIZE as u32 + column))?;
        }
        writeln!(f)?;
    }
    writeln!(f, "  {header}")?;
    writeln!(f, "{} to move", letter(position.side))
}

/// Reads a move list played from `start`: `f5d6c3…` in any letter case, blanks and commas allowed,
/// numbered or not (`1. f5 d6 2. c3`), forced passes written (`pass`, `pa`, `ps`, `--`) or left
/// out; these are added. Passes behind the end of the game are left out.
///
/// # Errors
/// The place of the first move that cannot be read or is not legal, and what was expected there.
///
/// ```
/// use yomi_engine::game::Game;
/// use yomi_engine::games::othello::{Othello8, parse_moves};
///
/// let start = Othello8::default();
/// let moves = parse_moves(&start, "f5d6c3")?;
/// let position = moves.into_iter().fold(start, |position, mv| position.play(mv));
/// assert_eq!(position.moves().len(), 4);
/// assert!(parse_moves(&start, "a1").is_err());
/// # Ok::<(), yomi_engine::games::othello::NotationError>(())
/// ```
pub fn parse_moves<K: Kernel>(start: &Othello<K>, text: &str) -> Result<Vec<Move>, NotationError> {
    let mut cursor = Cursor::new(text);
    let mut position = *start;
    let mut moves = Vec::new();
    while is_move_next(&mut cursor)? {
        let (line, column) = (cursor.line, cursor.column);
        let mv = read_move(&mut cursor)?;
        if mv == Move::Pass && position.moves().next().is_none() {
            continue;
        }
        if mv != Move::Pass && position.is_legal(Move::Pass) {
            moves.push(Move::Pass);
            position = position.passed();
        }
        if !position.is_legal(mv) {
            let legal: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
            let expected = match legal.as_slice() {
                [] => "the end of the list, since the game is over".to_owned(),
                _ => format!("a legal move for {} ({})", letter(position.side), legal.join(" ")),
            };
            return Err(NotationError { line, column, expected, found: mv.to_string() });
        }
        moves.push(mv);
        position = position.play(mv);
    }
    Ok(moves)
}

/// Passes over commas and the number of a move, such as `12.`; whether anything is left.
fn is_move_next(cursor: &mut Cursor<'_>) -> Result<bool, NotationError> {
    while let Some(next) = cursor.peek() {
        match next {
            ',' => drop(cursor.next()),
            '0'..='9' => {
                cursor.digits();
                cursor.expect('.')?;
            }
            _ => return Ok(true),
        }
    }
    Ok(false)
}

const ROW: &str = "a row number from 1 to 10 after the column letter";

fn read_move(cursor: &mut Cursor<'_>) -> Result<Move, NotationError> {
    match cursor.peek() {
        Some('-') => {
            cursor.next();
            cursor.expect('-').map(|()| Move::Pass)
        }
        Some('p' | 'P') => {
            cursor.next();
            match cursor.rest.peek() {
                Some('s' | 'S') => cursor.expect('s')?,
                Some('a' | 'A') => {
                    cursor.expect('a')?;
                    if matches!(cursor.rest.peek(), Some('s' | 'S')) {
                        cursor.expect('s')?;
                        cursor.expect('s')?;
                    }
                }
                _ => return Err(cursor.error("a pass: pass, pa, ps or --")),
            }
            Ok(Move::Pass)
        }
        Some(column @ ('a'..='j' | 'A'..='J')) => {
            cursor.next();
            let (line, place) = (cursor.line, cursor.column);
            let digits = cursor.digits();
            format!("{column}{digits}").parse().map_err(|_| match digits.as_str() {
                "" => cursor.error(ROW),
                _ => NotationError { line, column: place, expected: ROW.to_owned(), found: digits },
            })
        }
        _ => Err(cursor.error("a move such as f5")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Othello4, Othello8};
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_position_prints_as_in_obf_files() {
        assert_eq!(Othello8::default().board_string(), START);
        assert_eq!(START.parse(), Ok(Othello8::default()));
        assert_eq!(
            format!("{START};").to_lowercase().replace('x', "*").parse(),
            Ok(Othello8::default())
        );
    }

    #[test]
    fn a_diagram_reads_back() {
        let position = Othello4::default();
        assert_eq!(
            position.to_string(),
            "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\n   a b c d\nX to move\n"
        );
        assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        let message = |text: &str| text.parse::<Othello8>().unwrap_err().to_string();
        assert_eq!(
            message("--X?"),
            "line 1, column 4: expected `X`, `O` or `-` for square d1, found `?`"
        );
        assert_eq!(
            message(&START[..64]),
            "line 1, column 65: expected the side to move, `X` or `O`, found the end of the text"
        );
        assert_eq!(
            message(&format!("{START} X")),
            "line 1, column 68: expected the end of the position, found `X`"
        );
        assert_eq!(
            message("  a b c d\n"),
            "line 2, column 1: expected `e`, found the end of the text"
        );
    }

    #[test]
    fn move_lists_take_passes_written_or_left_out() {
        let start = Othello8::default();
        // Black has no move after eight plies, then White moves again (protocol facts, section 0).
        let implied = parse_moves(&start, "d3c3e6d2d1e1b2c1 a3").unwrap();
        let written = parse_moves(&start, "D3 C3 E6 D2 D1 E1 B2 C1 PA a3").unwrap();
        assert_eq!(implied, written);
        assert_eq!(implied[8], Move::Pass);
        let wipe_out = parse_moves(&start, "e6f4e3f6g5d6e7f5c5").unwrap();
        let last = wipe_out.iter().fold(start, |position, &mv| position.play(mv));
        assert_eq!((last.final_score().map(|score| score.0), last.moves().len()), (Some(-64), 0));
    }

    #[test]
    fn move_lists_may_be_numbered() {
        let start = Othello8::default();
        let plain = parse_moves(&start, "f5d6c3");
        for text in ["1. f5 d6 2. c3", "1.F5 D6, 2.C3", "1. f5d6\n2. c3", "f5, d6, c3,"] {
            assert_eq!(parse_moves(&start, text), plain, "{text}");
        }
        let error = parse_moves(&start, "f5 2 d6").unwrap_err().to_string();
        assert_eq!(error, "line 1, column 6: expected `.`, found `d`");
    }

    #[test]
    fn move_list_errors_name_the_move() {
        let start = Othello8::default();
        let message = |text: &str| parse_moves(&start, text).unwrap_err().to_string();
        assert_eq!(
            message("f5d6a1"),
            "line 1, column 5: expected a legal move for X (b3 c3 d3 e3 f3 c4 c5 c6), found a1"
                .replace("b3 c3 d3 e3 f3 c4 c5 c6", &legal_after("f5d6"))
        );
        let row = "expected a row number from 1 to 10 after the column letter";
        assert_eq!(message("f5 d66 c3"), format!("line 1, column 5: {row}, found 66"));
        assert_eq!(message("f5d0"), format!("line 1, column 4: {row}, found 0"));
        assert_eq!(message("f5 d 6"), format!("line 1, column 6: {row}, found `6`"));
        assert_eq!(message("f5z1"), "line 1, column 3: expected a move such as f5, found `z`");
        assert_eq!(
            message("e6f4e3f6g5d6e7f5c5a1"),
            "line 1, column 19: expected the end of the list, since the game is over, found a1"
        );
    }

    fn legal_after(text: &str) -> String {
        let start = Othello8::default();
        let moves = parse_moves(&start, text).unwrap();
        let position = moves.into_iter().fold(start, |position, mv| position.play(mv));
        position.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }
}
