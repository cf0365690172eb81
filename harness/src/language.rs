//! The languages of reports and pictures.
//!
//! Sentences are in English where they are made, with `{}` for their parts. Other languages have
//! a table from the English, with the parts numbered, `{0}`, because their order is another. The
//! English numbers them where it has one twice. What is not in the table stays English, such as the
//! words of an experiment's file.

mod japanese;

use std::fmt::Display;

/// A language that reports are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, in which the programs speak.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its tag, as in `lang="ja"`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        if self == Self::Japanese { "ja" } else { "en" }
    }

    /// A word or a sentence without parts.
    #[must_use]
    pub fn word(self, english: &str) -> String {
        match self {
            Self::English => english.to_owned(),
            Self::Japanese => japanese::find(english).unwrap_or(english).to_owned(),
        }
    }

    /// A sentence with its parts in place of `{}`.
    #[must_use]
    pub fn say(self, english: &str, parts: &[&dyn Display]) -> String {
        fill(&self.word(english), parts)
    }

    /// A list: `a, b, c`.
    #[must_use]
    pub fn list(self, parts: &[String]) -> String {
        parts.join(if self == Self::Japanese { "、" } else { ", " })
    }
}

/// Puts parts into `{}`, one after another, and into `{0}`, `{1}` and so on.
fn fill(template: &str, parts: &[&dyn Display]) -> String {
    let (mut text, mut next, mut rest) = (String::new(), 0, template);
    while let Some((before, after)) = rest.split_once('{') {
        let (number, behind) = after.split_once('}').unwrap_or((after, ""));
        let place = number.parse().unwrap_or_else(|_| {
            next += 1;
            next - 1
        });
        text += before;
        text += &parts.get(place).map_or(String::new(), ToString::to_string);
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_where_the_language_wants_them() {
        assert_eq!(fill("{} of {} %", &[&3, &"{4}"]), "3 of {4} %");
        assert_eq!(fill("{1} のうち {0}", &[&3, &4]), "4 のうち 3");
        assert_eq!(Language::Japanese.word("no such word"), "no such word");
    }

    /// A translation has as many parts as the English, each once at least.
    #[test]
    fn no_part_is_lost_in_translation() {
        for (english, other) in japanese::all() {
            let numbered = (0..).take_while(|part| english.contains(&format!("{{{part}}}")));
            let count = english.matches("{}").count() + numbered.count();
            for part in 0..count {
                assert!(other.contains(&format!("{{{part}}}")), "{english}: {{{part}}}");
            }
            assert!(!other.contains(&format!("{{{count}}}")), "{english}");
            let twice = japanese::all().filter(|(known, _)| known == english).count();
            assert_eq!(twice, 1, "{english}");
        }
    }
}
