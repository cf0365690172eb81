//! Keys of a file that nobody knows: mistyped, or in a table where they mean nothing.

use yomi_engine::roster;

use super::SpecError;

/// Keys of the file itself, which end up in a table when they are written below its head.
const ABOVE: [&str; 13] = [
    "question",
    "game",
    "size",
    "komi",
    "superko",
    "seed",
    "games",
    "subject",
    "first_mover",
    "winner",
    "charts",
    "stop",
    "limits",
];

/// An error that names the place of a key that is known elsewhere.
pub(super) fn above_tables(error: SpecError) -> SpecError {
    let unknown = |key: &str| error.problem.contains(&format!("unknown field `{key}`"));
    match ABOVE.into_iter().find(|key| unknown(key)) {
        Some(key) => {
            let problem = format!("{key}: belongs above the tables, before the first `[`");
            SpecError { problem, ..error }
        }
        None => error,
    }
}

/// `; did you mean …?` with the key nearest to the unknown one that serde's message is about, or
/// nothing when none is near.
pub(super) fn suggestion(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let Some(wrong) = quoted.next().filter(|_| message.starts_with("unknown field ")) else {
        return String::new();
    };
    roster::suggestion(wrong, quoted)
}
