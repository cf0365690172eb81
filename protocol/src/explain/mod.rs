//! The tree that a search has walked, drawn: `yomi explain`.
//!
//! Read in this order: [`subject`] (a position of any game, read from text), [`explanation`] (one
//! player's search of it, as every picture shows it; the documented JSON), `fold` (which part of a
//! large tree is drawn), `language` (the words), then one kind of picture per file: `text`, `svg`,
//! `html`.

mod bounds;
mod diagram;
pub mod explanation;
mod fold;
mod html;
mod language;
mod number;
mod sampled;
mod style;
pub mod subject;
mod svg;
mod text;

pub use explanation::{Explanation, Problem};
pub use fold::Folding;
pub use html::{Stepping, page, stepping};
pub use language::Language;
pub use subject::Subject;
pub use svg::svg;
pub use text::text;

/// What is drawn of a search.
#[derive(Clone, Debug)]
pub struct View {
    /// The most nodes that are drawn.
    pub most: usize,
    /// Nodes to unfold first, each by the moves that lead there.
    pub expand: Vec<Vec<String>>,
    /// Of a Monte-Carlo search: the tree after this number of rounds, `None` for all.
    pub rounds: Option<usize>,
    /// The language of the words. Pages have both and begin in this one.
    pub language: Language,
}

/// A text that can stand in XML or HTML, between tags or in quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML has no place for the other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
