//! A text read from front to back, with the place of every character known.

use super::Place;

pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, column: 1 }
    }

    /// The line of that number.
    pub(super) fn of_line(text: &'a str, line: usize) -> Self {
        Self { rest: text, line, column: 1 }
    }

    /// The place of the next character.
    pub(super) fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads the next `bytes` bytes, which must end between two characters.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        taken
    }

    /// Reads the longest beginning of such characters.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads `wanted` if it is next.
    pub(super) fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take(wanted.len_utf8());
        }
        found
    }

    /// The next character as messages show it.
    pub(super) fn found(&self) -> String {
        self.peek().map_or("the end of the text".to_owned(), |c| format!("`{}`", c.escape_debug()))
    }
}
