//! What is said of a file that is TOML of another shape, in the words of those who write one.

use serde::de::DeserializeOwned;

use super::SpecError;
use super::raw::line;
use super::stray::suggestion;

/// Reads TOML of a shape.
///
/// # Errors
/// What is not TOML, unknown keys and values of the wrong type, with their line.
pub(crate) fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, SpecError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        // What is missing in the whole file is missing nowhere.
        let key = key_at(text, start).filter(|_| start > 0);
        let key = key.map(|key| format!("{key}: ")).unwrap_or_default();
        let message = one_line(error.message());
        SpecError::at(text, start, format!("{key}{}{}", plain(&message), suggestion(&message)))
    })
}

/// The key on the line of an error, if the line has one.
fn key_at(text: &str, at: usize) -> Option<&str> {
    let line = text.lines().nth(line(text, at) - 1)?;
    let (key, _) = line.split_once('=')?;
    Some(key.trim()).filter(|key| {
        key.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) && !key.is_empty()
    })
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A message of the reader without the names of types in programs.
fn plain(message: &str) -> String {
    if let Some(name) = message.strip_prefix("missing field ") {
        return format!("expected the key {name}, found none");
    }
    let wrong = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "));
    match wrong.and_then(|wrong| wrong.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("expected {}, found {}", kind(expected), value(found)),
        None => message.to_owned(),
    }
}

/// What was expected.
fn kind(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ => expected,
    }
}

/// What was found.
fn value(found: &str) -> &str {
    match found {
        "map" => "a table",
        "sequence" => "a list",
        _ => ["integer ", "floating point ", "boolean ", "string "]
            .into_iter()
            .find_map(|kind| found.strip_prefix(kind))
            .unwrap_or(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_types_of_programs_are_named() {
        for (message, expected) in [
            ("invalid type: integer `3`, expected struct RawStop", "expected a table, found `3`"),
            ("invalid type: map, expected a sequence", "expected a list, found a table"),
            ("invalid type: sequence, expected f64", "expected a number, found a list"),
            (
                "invalid type: string \"a, expected b\", expected i64",
                "expected a whole number, found \"a, expected b\"",
            ),
            (
                "invalid value: integer `-1`, expected u32",
                "expected a whole number that is not negative, found `-1`",
            ),
            ("missing field `seed`", "expected the key `seed`, found none"),
            ("duplicate key", "duplicate key"),
        ] {
            assert_eq!(plain(message), expected);
        }
    }
}
