//! Positions and games as text.
//!
//! - Board string: the rows from the top, separated by `/` (`X` Black, `O` White, `.` empty), a
//!   blank, the side to move, then what differs from a fresh game as `key=value`: `komi=7.5
//!   repetition=superko ko=C3 passes=1 plies=12 captures=1,0 seen=…` (stones taken by Black and by
//!   White; the hashes of earlier boards under superko).
//! - Diagram: what `Display` prints: the board with column letters and row numbers, then the same
//!   line.
//! - Move list: `D4pass E5`, blanks allowed, passes written.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Content};
use super::{Go, Komi, Move, Repetition, Rules, Vertex};
use crate::game::{Game, Side};

/// Why a text is no Go position or game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub struct PositionError {
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

fn error<T>(expected: impl Into<String>, found: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError { expected: expected.into(), found: found.into() })
}

fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

impl Go {
    /// The position on one line; see the [module](super).
    #[must_use]
    pub fn board_string(&self) -> String {
        let rows: Vec<String> = (0..self.rules.size()).rev().map(|row| self.row(row, "")).collect();
        format!("{} {}", rows.join("/"), self.state())
    }

    fn row(&self, row: usize, between: &str) -> String {
        let size = self.rules.size();
        let letters =
            (0..size).map(|column| self.stone_at(row * size + column).map_or('.', letter));
        letters.map(String::from).collect::<Vec<_>>().join(between)
    }

    /// The side to move and everything else the board does not show.
    fn state(&self) -> String {
        let mut state = format!("{} komi={}", letter(self.side), self.rules.komi());
        if self.rules.repetition() == Repetition::Superko {
            state += " repetition=superko";
        }
        if let Some(ko) = self.ko {
            state += &format!(" ko={}", self.vertex(ko));
        }
        if self.passes > 0 {
            state += &format!(" passes={}", self.passes);
        }
        if self.plies > 0 {
            state += &format!(" plies={}", self.plies);
        }
        if self.captures != [0, 0] {
            state += &format!(" captures={},{}", self.captures[0], self.captures[1]);
        }
        if !self.seen.is_empty() {
            let seen: Vec<String> = self.seen.iter().map(|hash| format!("{hash:x}")).collect();
            state += &format!(" seen={}", seen.join(","));
        }
        state
    }
}

/// Writes the diagram that `FromStr` reads back.
pub(super) fn write_diagram(position: &Go, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.rules.size();
    let header: String = (0..size).map(|column| format!(" {}", Vertex::letter(column))).collect();
    writeln!(f, "  {header}")?;
    for row in (0..size).rev() {
        writeln!(f, "{:2} {}", row + 1, position.row(row, " "))?;
    }
    writeln!(f, "  {header}")?;
    writeln!(f, "{}", position.state())
}

impl FromStr for Go {
    type Err = PositionError;

    /// Reads a board string or a diagram.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (rows, state) = if words.first().is_some_and(|word| word.eq_ignore_ascii_case("A")) {
            diagram(&words)?
        } else {
            let Some((&board, state)) = words.split_first() else {
                return error("rows of `X`, `O` and `.`", "");
            };
            (board.split('/').map(str::to_owned).collect(), state)
        };
        let Some(rules) = Rules::new(rows.len()) else {
            return error("2 to 19 rows of `X`, `O` and `.` separated by `/`", rows.join("/"));
        };
        let mut position = Self { board: stones(rules, &rows)?, ..Self::new(rules) };
        let Some((&side, rest)) = state.split_first() else {
            return error("the side to move, `X` or `O`", "");
        };
        position.side = match side {
            "X" | "x" => Side::First,
            "O" | "o" => Side::Second,
            _ => return error("the side to move, `X` or `O`", side),
        };
        rest.iter().try_for_each(|word| position.set(word))?;
        let superko = position.rules.repetition() == Repetition::Superko;
        if superko && position.ko.is_some() {
            return error("no ko point under superko", text.trim());
        }
        if !superko && !position.seen.is_empty() {
            return error("earlier boards under superko only", text.trim());
        }
        Ok(position)
    }
}

/// The rows of a diagram from the top, and the words behind it.
fn diagram<'a, 'b>(words: &'b [&'a str]) -> Result<(Vec<String>, &'b [&'a str]), PositionError> {
    let size = words.iter().take_while(|word| word.parse::<usize>().is_err()).count();
    let header = |words: &[&str]| {
        words.len() == size
            && size <= Rules::MAX_SIZE
            && words.iter().enumerate().all(|(column, word)| {
                let mut letters = word.chars();
                letters.next().is_some_and(|c| c.eq_ignore_ascii_case(&Vertex::letter(column)))
                    && letters.next().is_none()
            })
    };
    if !header(&words[..size]) {
        return error("a line of column letters", words[..size].join(" "));
    }
    let mut rest = &words[size..];
    let mut rows = Vec::new();
    for row in (1..=size).rev() {
        let Some((line, behind)) = rest.split_at_checked(size + 1) else {
            return error(format!("row {row} with {size} points"), rest.join(" "));
        };
        if line[0] != row.to_string() {
            return error(format!("row number {row}"), line[0]);
        }
        rows.push(line[1..].concat());
        rest = behind;
    }
    match rest.split_at_checked(size) {
        Some((letters, state)) if header(letters) => Ok((rows, state)),
        _ => error("a line of column letters", rest.join(" ")),
    }
}

/// A board from its rows, the top one first.
fn stones(rules: Rules, rows: &[String]) -> Result<Board, PositionError> {
    let size = rules.size();
    let mut board = Board::new(rules);
    for (row, text) in rows.iter().rev().enumerate() {
        if text.chars().count() != size {
            return error(format!("{size} points in row {}", row + 1), text.as_str());
        }
        for (column, letter) in text.chars().enumerate() {
            let point = board.point(row * size + column);
            match letter {
                'X' | 'x' => board.put(point, Side::First),
                'O' | 'o' => board.put(point, Side::Second),
                '.' | '-' | '+' => {}
                _ => return error("`X`, `O` or `.` for a point", letter),
            }
        }
    }
    match board.breathless() {
        Some(point) => error(
            "a liberty for every group",
            Vertex::from_index(board.index(point), size).to_string(),
        ),
        None => Ok(board),
    }
}

impl Go {
    /// Takes over one `key=value` of a position's text.
    fn set(&mut self, word: &str) -> Result<(), PositionError> {
        let Some((key, value)) = word.split_once('=') else {
            return error("a word such as komi=7.5 or the end of the position", word);
        };
        let number = |most: u32| match value.parse() {
            Ok(number) if number <= most => Ok(number),
            _ => error(format!("{key} from 0 to {most}"), value),
        };
        match key {
            "komi" => match value.parse::<Komi>() {
                Ok(komi) => self.rules = self.rules.with_komi(komi),
                Err(wrong) => {
                    return error(wrong.to_string().trim_start_matches("expected "), value);
                }
            },
            "repetition" => match value {
                "superko" => self.rules = self.rules.with_repetition(Repetition::Superko),
                "simple" => self.rules = self.rules.with_repetition(Repetition::SimpleKo),
                _ => return error("repetition=superko or repetition=simple", value),
            },
            "ko" => {
                let vertex = value
                    .parse::<Vertex>()
                    .ok()
                    .filter(|vertex| vertex.is_on_board(self.rules.size()));
                let point = vertex.map(|vertex| self.board.point(vertex.index(self.rules.size())));
                match point.filter(|&point| self.board.content(point) == Content::Empty) {
                    Some(point) => self.ko = Some(point),
                    None => return error("an empty point for ko", value),
                }
            }
            "passes" => self.passes = number(2)? as u8,
            "plies" => self.plies = number(self.rules.move_limit())?,
            "captures" => self.captures = captures(value)?,
            "seen" => self.seen = seen(value)?,
            _ => return error("komi, repetition, ko, passes, plies, captures or seen", key),
        }
        Ok(())
    }
}

fn captures(value: &str) -> Result<[u32; 2], PositionError> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&taken| taken <= 1_000_000);
    let pair =
        value.split_once(',').and_then(|(black, white)| Some([number(black)?, number(white)?]));
    pair.map_or_else(|| error("two numbers of stones such as 3,0", value), Ok)
}

fn seen(value: &str) -> Result<Vec<u64>, PositionError> {
    let hashes: Option<Vec<u64>> =
        value.split(',').map(|hash| u64::from_str_radix(hash, 16).ok()).collect();
    match hashes {
        Some(hashes) if hashes.is_sorted_by(|one, next| one < next) => Ok(hashes),
        _ => error("hexadecimal numbers in rising order", value),
    }
}

/// Reads moves played from `start`, such as `D4E5pass` with or without blanks.
///
/// # Errors
/// The first move that cannot be read or played, and what was expected.
pub fn parse_moves(start: &Go, text: &str) -> Result<Vec<Move>, PositionError> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = compact.as_str();
    let mut position = start.clone();
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let is_pass = rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
        let behind = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
        let end = if is_pass { 4 } else { behind.map_or(rest.len(), |(place, _)| place) };
        let word = &rest[..end];
        let Ok(mv) = word.parse::<Move>() else {
            return error(format!("a point such as D4 or pass as move {}", moves.len() + 1), word);
        };
        if !position.is_legal(mv) {
            let expected = if position.moves().len() == 0 {
                "the end of the list, since the game is over".to_owned()
            } else {
                format!("a legal move for {} as move {}", letter(position.side), moves.len() + 1)
            };
            return error(expected, word);
        }
        moves.push(mv);
        position.advance(mv);
        rest = &rest[end..];
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_print_as_they_parse() {
        let rules = Rules::new(5).unwrap();
        for rules in
            [rules, rules.with_repetition(Repetition::Superko).with_komi("-0.5".parse().unwrap())]
        {
            let mut position = Go::new(rules);
            // Black takes a stone in a ko on the way.
            for mv in parse_moves(&position, "B1 C1 A2 D2 B3 C3 C2 pass pass").unwrap() {
                assert_eq!(position.to_string().parse(), Ok(position.clone()));
                assert_eq!(position.board_string().parse(), Ok(position.clone()));
                position.advance(mv);
            }
        }
    }

    #[test]
    fn a_diagram_shows_all() {
        let start = Go::new(Rules::new(3).unwrap());
        let moves = parse_moves(&start, "A2 A1 B1").unwrap();
        let position = moves.into_iter().fold(start, |position, mv| position.play(mv));
        let diagram =
            "   A B C\n 3 . . .\n 2 X . .\n 1 . X .\n   A B C\nO komi=7.5 plies=3 captures=1,0\n";
        assert_eq!(position.to_string(), diagram);
        assert_eq!(position.board_string(), ".../X../.X. O komi=7.5 plies=3 captures=1,0");
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |text: &str| text.parse::<Go>().unwrap_err().to_string();
        assert_eq!(message("../.. Z"), "expected the side to move, `X` or `O`, found `Z`");
        assert_eq!(message("../... X"), "expected 2 points in row 1, found `...`");
        assert_eq!(message("../.? X"), "expected `X`, `O` or `.` for a point, found `?`");
        assert_eq!(
            message("../.. X komi=7.3"),
            "expected whole or half points from -1000 to 1000, such as 7.5, found `7.3`"
        );
        assert_eq!(message("XX/XX O"), "expected a liberty for every group, found `A1`");
        assert_eq!(message("../.. X ko=C3"), "expected an empty point for ko, found `C3`");
        let error = |text: &str| parse_moves(&Go::default(), text).unwrap_err().to_string();
        assert_eq!(error("D4D4"), "expected a legal move for O as move 2, found `D4`");
        assert_eq!(error("D4I5"), "expected a point such as D4 or pass as move 2, found `I5`");
        assert_eq!(
            error("passpassD4"),
            "expected the end of the list, since the game is over, found `D4`"
        );
    }
}
