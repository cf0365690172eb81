//! The syntax of SGF: game trees, of which the main line is read and the variations are counted.

use crate::notation::Place;
use crate::notation::problem::{Fault, excerpt};
use crate::notation::scanner::Scanner;

/// The main line of a game tree.
pub(super) struct Tree {
    pub(super) nodes: Vec<Vec<Property>>,
    /// How many variations were left aside.
    pub(super) variations: usize,
}

/// `NAME[value][value]…`.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// The text in a pair of brackets, without escapes, and where it begins.
pub(super) struct Value {
    pub(super) text: String,
    pub(super) place: Place,
}

/// Skips to the next game, which begins with `(;`; `false` if there is none.
pub(super) fn find_game(scanner: &mut Scanner<'_>) -> bool {
    while let Some(bracket) = scanner.rest().find('(') {
        scanner.take(bracket + 1);
        scanner.skip_blanks();
        if scanner.peek() == Some(';') {
            return true;
        }
    }
    false
}

/// Skips to the next `(;` that looks like the root of a game: first on its line, or with GM or FF.
pub(super) fn recover(scanner: &mut Scanner<'_>) {
    let rest = scanner.rest();
    let looks_like_root = |&at: &usize| rest[..at].ends_with('\n') || is_root(&rest[at..]);
    let root = rest.match_indices("(;").map(|(at, _)| at).find(looks_like_root);
    scanner.take(root.unwrap_or(rest.len()));
}

/// Whether a game begins here: no variation has the properties of a root.
fn is_root(text: &str) -> bool {
    ["(;GM[", "(;FF["].iter().any(|root| text.starts_with(root))
}

/// The game is not closed where it should end.
fn open(scanner: &Scanner<'_>) -> Fault {
    let found =
        || if is_root(scanner.rest()) { "the next game".to_owned() } else { scanner.found() };
    Fault::new(scanner.place(), "`)` at the end of the game", found())
}

/// Reads a game tree behind its first bracket.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Tree, Fault> {
    let mut tree = Tree { nodes: Vec::new(), variations: 0 };
    let mut depth = 1;
    loop {
        scanner.skip_blanks();
        if is_root(scanner.rest()) {
            return Err(open(scanner));
        } else if scanner.accept(';') {
            tree.nodes.push(Vec::new());
        } else if scanner.accept('(') {
            depth += 1;
        } else if scanner.accept(')') {
            skip_variations(scanner, depth - 1, &mut tree.variations)?;
            return Ok(tree);
        } else {
            let property = property(scanner)?;
            if let Some(node) = tree.nodes.last_mut() {
                node.push(property);
            }
        }
    }
}

/// Skips everything until `depth` more brackets are closed.
fn skip_variations(
    scanner: &mut Scanner<'_>,
    mut depth: usize,
    count: &mut usize,
) -> Result<(), Fault> {
    while depth > 0 {
        scanner.take_while(|c| !matches!(c, '(' | ')' | '['));
        if is_root(scanner.rest()) {
            return Err(open(scanner));
        } else if scanner.accept('(') {
            depth += 1;
            *count += 1;
        } else if scanner.accept(')') {
            depth -= 1;
        } else if scanner.accept('[') {
            value(scanner)?;
        } else {
            return Err(open(scanner));
        }
    }
    Ok(())
}

fn property(scanner: &mut Scanner<'_>) -> Result<Property, Fault> {
    if !scanner.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        let expected = "a property such as B[fe], or one of `;`, `(` and `)`";
        return Err(Fault::new(scanner.place(), expected, scanner.found()));
    }
    let word = scanner.take_while(|c| c.is_ascii_alphanumeric());
    let name = name(word);
    let mut values = Vec::new();
    loop {
        scanner.skip_blanks();
        if !scanner.accept('[') {
            break;
        }
        values.push(value(scanner)?);
    }
    if values.is_empty() {
        return Err(Fault::new(
            scanner.place(),
            format!("`[` after the property {}", excerpt(word)),
            scanner.found(),
        ));
    }
    Ok(Property { name, values })
}

/// Older files write small letters that say nothing: `GaMe` is GM. What remains begins with a
/// letter.
fn name(word: &str) -> String {
    let capitals: String = word.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    match capitals.trim_start_matches(|c: char| c.is_ascii_digit()) {
        "" => word.to_ascii_uppercase(),
        name => name.to_owned(),
    }
}

/// Reads a value behind its bracket: `\` takes the sign after it as it is, and a line break after
/// it away.
fn value(scanner: &mut Scanner<'_>) -> Result<Value, Fault> {
    let place = scanner.place();
    let mut text = String::new();
    loop {
        text += scanner.take_while(|c| !matches!(c, ']' | '\\' | '\r'));
        if scanner.accept(']') {
            return Ok(Value { text, place });
        } else if scanner.accept('\\') {
            let carriage = scanner.accept('\r');
            if !scanner.accept('\n') && !carriage {
                text.extend(scanner.peek());
                scanner.take(scanner.peek().map_or(0, char::len_utf8));
            }
        } else if scanner.accept('\r') {
            scanner.accept('\n');
            text.push('\n');
        } else {
            return Err(Fault::new(place, "a value and `]`", scanner.found()));
        }
    }
}
