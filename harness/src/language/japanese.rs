//! Japanese.

mod columns;
mod sentences;
mod words;

/// What is said in English, and in Japanese.
pub(super) fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    words::WORDS.iter().chain(columns::COLUMNS).chain(sentences::SENTENCES)
}

/// The Japanese for something said in English.
pub(super) fn find(english: &str) -> Option<&'static str> {
    all().find(|(known, _)| *known == english).map(|(_, japanese)| *japanese)
}
