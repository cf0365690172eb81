//! Files with one game or position a line and comments behind a sign.

use super::problem::Fault;
use super::scanner::Scanner;
use super::{GameError, Record};

/// Reads every line with something besides a comment, and in one piece with it the lines behind it
/// that go on with the same game. Comments on lines of their own belong to the next game.
pub(super) fn games<'a>(
    text: &'a str,
    sign: char,
    goes_on: impl Fn(&str, &str) -> bool + 'a,
    mut read: impl FnMut(Scanner<'_>) -> Result<Record, Fault> + 'a,
) -> impl Iterator<Item = Result<Record, GameError>> + 'a {
    let split =
        move |line: &'a str| line.split_once(sign).map_or((line, None), |(a, b)| (a, Some(b)));
    let mut lines = (1..).zip(text.lines().map(split));
    let mut game = 0;
    std::iter::from_fn(move || {
        let mut comments = Vec::new();
        let (first, line) = next(&mut lines, &mut comments)?;
        let (mut content, mut last) = (line.to_owned(), first);
        loop {
            let (mut ahead, mut more) = (lines.clone(), Vec::new());
            let Some((number, line)) = next(&mut ahead, &mut more) else {
                // Behind the last game there is none that they could belong to.
                comments.append(&mut more);
                break;
            };
            if !goes_on(&content, line) {
                break;
            }
            // Every line keeps its number, for messages.
            content += &"\n".repeat(number - last);
            content += line;
            comments.append(&mut more);
            (lines, last) = (ahead, number);
        }
        game += 1;
        Some(match read(Scanner::of_line(&content, first)) {
            Ok(mut record) => {
                record.comment = comments.join("\n");
                Ok(record)
            }
            Err(fault) => Err(fault.in_game(game)),
        })
    })
}

/// The next line that is more than a comment, with its number; the comments up to its end are
/// collected.
fn next<'a>(
    lines: &mut impl Iterator<Item = (usize, (&'a str, Option<&'a str>))>,
    comments: &mut Vec<&'a str>,
) -> Option<(usize, &'a str)> {
    lines.find_map(|(number, (content, comment))| {
        comments.extend(comment.map(|comment| comment.strip_prefix(' ').unwrap_or(comment)));
        (!content.trim().is_empty()).then_some((number, content))
    })
}
