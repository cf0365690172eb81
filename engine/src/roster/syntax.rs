//! The text of a player: a name and, in brackets, `key=value` parameters whose values may be calls
//! again. Because shells have a use of their own for brackets, `name:key=value,…` says the same as
//! `name(key=value,…)`.

use std::fmt;

/// Why a text names no player, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct RosterError {
    /// The character, from 1.
    pub column: usize,
    /// What is wrong there and what was expected.
    pub problem: String,
}

/// `name` or `name(key=value,…)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) name: String,
    /// Where the name stands, from 1.
    pub(super) column: usize,
    pub(super) arguments: Vec<Argument>,
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) key: String,
    /// Where the key stands, from 1.
    pub(super) column: usize,
    pub(super) value: Call,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (place, Argument { key, value, .. }) in self.arguments.iter().enumerate() {
            write!(f, "{}{key}={value}", if place == 0 { '(' } else { ',' })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Reads a whole text as one call.
pub(super) fn parse(text: &str) -> Result<Call, RosterError> {
    let mut reader = Reader { rest: text.chars().peekable(), column: 1, depth: 0 };
    let mut call = reader.call()?;
    if call.arguments.is_empty() && reader.take(':') {
        call.arguments.push(reader.argument()?);
        while reader.take(',') {
            call.arguments.push(reader.argument()?);
        }
    }
    match reader.peek() {
        None => Ok(call),
        Some(extra) => {
            let extra = extra.escape_debug();
            Err(reader.error(format!("expected the end of the player, found `{extra}`")))
        }
    }
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    column: usize,
    depth: u32,
}

impl Reader<'_> {
    /// Deeper brackets are refused, so that no input can exhaust the stack.
    const MAX_DEPTH: u32 = 16;

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {
            self.column += 1;
        }
        self.rest.peek().copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest.next();
            self.column += 1;
        }
        found
    }

    fn error(&self, problem: impl Into<String>) -> RosterError {
        RosterError { column: self.column, problem: problem.into() }
    }

    /// `expected …, found …` at the next character.
    fn unexpected(&mut self, expected: &str) -> RosterError {
        let found = self
            .peek()
            .map_or("the end of the text".to_owned(), |c| format!("`{}`", c.escape_debug()));
        self.error(format!("expected {expected}, found {found}"))
    }

    fn word(&mut self, expected: &str) -> Result<(String, usize), RosterError> {
        self.peek();
        let column = self.column;
        let mut word = String::new();
        while let Some(c) = self.rest.next_if(|&c| c.is_alphanumeric() || "_.-+".contains(c)) {
            self.column += 1;
            word.push(c);
        }
        if word.is_empty() { Err(self.unexpected(expected)) } else { Ok((word, column)) }
    }

    fn call(&mut self) -> Result<Call, RosterError> {
        let (name, column) = self.word("a name")?;
        let mut arguments = Vec::new();
        if self.take('(') {
            self.depth += 1;
            if self.depth > Self::MAX_DEPTH {
                return Err(self.error("expected at most 16 brackets inside each other"));
            }
            while !self.take(')') {
                if !arguments.is_empty() && !self.take(',') {
                    return Err(self.unexpected("`,` or `)`"));
                }
                arguments.push(self.argument()?);
            }
            self.depth -= 1;
        }
        Ok(Call { name, column, arguments })
    }

    fn argument(&mut self) -> Result<Argument, RosterError> {
        let (key, column) = self.word("a parameter such as depth=4")?;
        if !self.take('=') {
            return Err(self.unexpected(&format!("`=` after `{key}`")));
        }
        Ok(Argument { key, column, value: self.call()? })
    }
}

/// `; did you mean …?` with the name nearest to `wrong`, or nothing when none is near: what follows
/// the complaint about a wrong name.
///
/// ```
/// use yomi_engine::roster::suggestion;
///
/// let names = ["games", "openings"];
/// assert_eq!(suggestion("gmaes", names.into_iter()), "; did you mean `games`?");
/// assert_eq!(suggestion("x", names.into_iter()), "");
/// ```
#[must_use]
pub fn suggestion<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> String {
    let nearest = names.map(|name| (distance(&wrong.to_lowercase(), name), name)).min();
    match nearest {
        Some((far, name)) if far <= name.len().div_ceil(2) => format!("; did you mean `{name}`?"),
        _ => String::new(),
    }
}

/// Edit distance (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &to) in b.iter().enumerate() {
            let replace = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_print_as_they_parse() {
        for text in [
            "random",
            "minimax(depth=2,eval=tutorial(corner=-5),ties=last)",
            "last(then=random,empties=3)",
        ] {
            assert_eq!(parse(text).map(|call| call.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(parse(" a ( b = c ) ").map(|call| call.to_string()), Ok("a(b=c)".to_owned()));
        assert_eq!(parse("random()").map(|call| call.to_string()), Ok("random".to_owned()));
    }

    #[test]
    fn errors_name_the_column() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "column 1: expected a name, found the end of the text");
        assert_eq!(
            error("minimax(depth=2"),
            "column 16: expected `,` or `)`, found the end of the text"
        );
        assert_eq!(error("minimax(depth)"), "column 14: expected `=` after `depth`, found `)`");
        assert_eq!(error("random)"), "column 7: expected the end of the player, found `)`");
        assert_eq!(
            error(&"a(b=".repeat(1000)),
            "column 67: expected at most 16 brackets inside each other"
        );
    }

    #[test]
    fn near_names_are_suggested() {
        let suggest = |wrong: &str| suggestion(wrong, ["minimax", "negamax", "random"].into_iter());
        assert_eq!(suggest("minmax"), "; did you mean `minimax`?");
        assert_eq!(suggest("NEGAMAX"), "; did you mean `negamax`?");
        assert_eq!(suggest("xyz"), "");
    }
}
