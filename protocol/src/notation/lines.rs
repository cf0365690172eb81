//! Files with one game or position a line and comments behind a sign.

use super::problem::Fault;
use super::scanner::Scanner;
use super::{GameError, Record};

/// Reads every line with something besides a comment. Comments on lines of their own belong to the
/// next game.
pub(super) fn games<'a>(
    text: &'a str,
    sign: char,
    mut read: impl FnMut(Scanner<'a>) -> Result<Record, Fault> + 'a,
) -> impl Iterator<Item = Result<Record, GameError>> + 'a {
    let mut lines = (1..).zip(text.lines());
    let mut game = 0;
    std::iter::from_fn(move || {
        let mut comments = Vec::new();
        for (number, line) in lines.by_ref() {
            let (content, comment) =
                line.split_once(sign).map_or((line, None), |(a, b)| (a, Some(b)));
            comments.extend(comment.map(|comment| comment.strip_prefix(' ').unwrap_or(comment)));
            if content.trim().is_empty() {
                continue;
            }
            game += 1;
            let read = read(Scanner::of_line(content, number));
            return Some(match read {
                Ok(mut record) => {
                    record.comment = comments.join("\n");
                    Ok(record)
                }
                Err(fault) => Err(fault.in_game(game)),
            });
        }
        None
    })
}
