//! What values options take; an error says what was expected.

use std::ops::RangeInclusive;

use yomi_harness::language::Language;

/// The language of a tag.
pub(super) fn language(tag: &str) -> Result<Language, String> {
    let found = Language::ALL.into_iter().find(|language| language.tag() == tag);
    found.ok_or_else(|| "expected `en` or `ja`".to_owned())
}

/// One number, or all from one to another: `40-49`.
pub(super) fn numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let numbers = text.split_once('-').unwrap_or((text, text));
    match (numbers.0.parse(), numbers.1.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number or two, the smaller first, such as 40-49".to_owned()),
    }
}

/// A number of discs.
pub(super) fn discs(text: &str) -> Result<f64, String> {
    let discs = text.parse::<f64>().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

/// A hypothesis of a sequential test, in Elo.
pub(super) fn hypothesis(text: &str) -> Result<f64, String> {
    let elo = text.parse::<f64>().ok().filter(|elo| (-1000.0..=1000.0).contains(elo));
    elo.ok_or_else(|| "expected a difference from -1000 to 1000".to_owned())
}

/// A difference in Elo.
pub(super) fn difference(text: &str) -> Result<f64, String> {
    let elo = text.parse::<f64>().ok().filter(|elo| (0.5..=1000.0).contains(elo));
    elo.ok_or_else(|| "expected a difference from 0.5 to 1000".to_owned())
}
