//! `report.html`: everything that is known of a result in one file that opens anywhere, without a
//! network, in every language, light and dark.
//!
//! A policy in the file allows its own style and script and nothing else, and whatever comes from
//! an experiment or an engine is escaped: such a page can be opened whoever made it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::{Figure, Page, Section};
use crate::language::Language;
use crate::table::Table;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// What tables and sentences mean.
const DEFINITIONS: [(&str, &str); 9] = [
    (
        "score %",
        "points as a share of all games: a win counts 1, a draw ½; always of the player named \
         first",
    ),
    (
        "95 % interval",
        "Wilson's interval; games that share an opening, or from the start position a round, \
         count as one observation, whose sums' own variance says how uncertain the score is",
    ),
    ("Elo", "400·log10(s / (1 − s)) for a score s; 0 is an even match, 100 is 64 % of the points"),
    ("normalised Elo", "(s − ½) / σ · 800 / ln 10, with σ the standard deviation of a game"),
    (
        "pairs",
        "two games from one opening with colours swapped; 0, ½, 1, 1½ and 2 count the pairs by the \
         points of the player named first",
    ),
    (
        "p (Holm)",
        "the probability of a score as far from ½ by chance, adjusted after Holm for the number of \
         pairs that are looked at",
    ),
    (
        "ratings",
        "Bradley–Terry: the expected points of every player are those it made; intervals by a \
         bootstrap over openings",
    ),
    ("nodes", "positions entered by a player's searches"),
    (
        "ms a move",
        "milliseconds of a player's moves, on average; without clocks some games are timed",
    ),
];

/// The page in all the languages of `pages`, which must not be empty; `facts` are the
/// circumstances, in English words.
#[must_use]
pub fn html(name: &str, pages: &[Page], facts: &[(&str, String)]) -> String {
    let unfinished = pages.iter().find_map(|page| page.unfinished.as_ref());
    let title = match unfinished {
        Some(done) => format!("{name} (unfinished: {done})"),
        None => name.to_owned(),
    };
    let switches: String = pages.iter().map(|page| switch(page.language)).collect();
    let parts: String = pages.iter().map(|page| part(name, page, facts)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src '{}'; script-src '{}'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <nav>{switches}</nav>\n{parts}<script>{SCRIPT}</script>\n</body>\n</html>\n",
        source(STYLE),
        source(SCRIPT),
        escaped(&title),
    )
}

/// How a policy names a style or a script.
fn source(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}

fn switch(language: Language) -> String {
    let name = if language == Language::Japanese { "日本語" } else { "English" };
    format!("<button type=\"button\" lang=\"{}\">{name}</button>", language.tag())
}

/// The page in one language.
fn part(name: &str, page: &Page, facts: &[(&str, String)]) -> String {
    let language = page.language;
    let say = |english: &str| escaped(&language.word(english));
    let unfinished = page.unfinished.as_ref().map_or(String::new(), |done| {
        let text = language.say("Unfinished: {}.", &[done]);
        format!("<p class=\"unfinished\">{}</p>\n", escaped(&text))
    });
    let answer: String =
        page.answer.iter().map(|line| format!("<li>{}</li>\n", marked(line))).collect();
    let figures: String = page.figures.iter().map(|figure| drawn(figure, page)).collect();
    let notes: String =
        page.notes.iter().map(|note| format!("<p>{}</p>\n", marked(note))).collect();
    let meanings = DEFINITIONS.map(|(term, meaning)| (term, language.word(meaning)));
    format!(
        "<main lang=\"{}\">\n{unfinished}<h1>{}</h1>\n<p class=\"question\">{}</p>\n\
         <ul class=\"answer\">\n{answer}</ul>\n{figures}{}\
         <h2>{}</h2>\n{notes}<h2>{}</h2>\n{}<h2>{}</h2>\n{}</main>\n",
        language.tag(),
        escaped(name),
        escaped(&page.question),
        sections(page).iter().map(|section| headed(section, page)).collect::<String>(),
        say("How to read the files"),
        say("Circumstances"),
        list(facts, language),
        say("What the words mean"),
        list(&meanings, language),
    )
}

/// The tables of a page with their headings.
fn sections(page: &Page) -> Vec<Section> {
    let named = |heading: &str, table: &Table| Section {
        heading: page.language.word(heading),
        table: table.clone(),
    };
    let mut sections = vec![named("Results", &page.table)];
    sections.extend(page.ratings.iter().cloned());
    sections.extend(page.details.iter().map(|table| named("All variants", table)));
    sections.extend(page.more.iter().cloned());
    sections.push(named("Columns of the files", &page.columns));
    sections
}

fn headed(section: &Section, page: &Page) -> String {
    format!("<h2>{}</h2>\n{}", escaped(&section.heading), tabled(&page.told(&section.table)))
}

/// A picture, what it shows in words, and its figures as a table.
fn drawn(figure: &Figure, page: &Page) -> String {
    // The width of a page decides how large it is.
    let svg = match figure.svg.split_once(" viewBox") {
        Some((_, rest)) => format!("<svg viewBox{rest}"),
        None => figure.svg.clone(),
    };
    format!(
        "<figure>\n<div class=\"picture\" role=\"img\" aria-label=\"{0}\">{svg}</div>\n\
         <figcaption>{0}</figcaption>\n<details><summary>{1}</summary>\n{2}</details>\n</figure>\n",
        escaped(&figure.shows),
        escaped(&page.language.word("The figures of this picture as a table")),
        tabled(&page.told(&figure.table)),
    )
}

/// A table that can be sorted by each of its columns.
fn tabled(table: &Table) -> String {
    let table = &table.without_empty_columns();
    let class = |column| if table.is_text(column) { " class=\"text\"" } else { "" };
    let names = table.header.iter().enumerate().map(|(column, name)| {
        let name = escaped(name);
        format!("<th scope=\"col\"{}><button type=\"button\">{name}</button></th>", class(column))
    });
    let row = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        let cells =
            cells.map(|(column, cell)| format!("<td{}>{}</td>", class(column), marked(cell)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    format!(
        "<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\
         </tbody>\n</table></div>\n",
        names.collect::<String>(),
        table.rows.iter().map(row).collect::<String>(),
    )
}

/// Terms with what they are.
fn list(facts: &[(&str, String)], language: Language) -> String {
    let pair = |(term, fact): &(&str, String)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&language.word(term)), marked(fact))
    };
    format!("<dl>\n{}</dl>\n", facts.iter().map(pair).collect::<String>())
}

/// Text as HTML; `**strong**` and `` `code` `` as in Markdown.
fn marked(text: &str) -> String {
    let toggled = |text: &str, mark: &str, tag: &str| {
        let parts: Vec<&str> = text.split(mark).collect();
        let mut marked = String::new();
        for (place, part) in parts.iter().enumerate() {
            // A mark without its partner stands for itself.
            let inside = place % 2 == 1 && place + 1 < parts.len();
            let alone = place % 2 == 1 && !inside;
            marked += &match (inside, alone) {
                (true, _) => format!("<{tag}>{part}</{tag}>"),
                (_, true) => format!("{mark}{part}"),
                _ => (*part).to_owned(),
            };
        }
        marked
    };
    toggled(&toggled(&escaped(text), "**", "strong"), "`", "code")
}

/// Text that is nothing but text in HTML; control characters are shown as what they are.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' => escaped.push(' '),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_nothing_but_text() {
        assert_eq!(escaped("<b a='1'>&\u{7}"), "&lt;b a=&#39;1&#39;&gt;&amp;\u{fffd}");
        assert_eq!(marked("**a** < `b` * ** c"), "<strong>a</strong> &lt; <code>b</code> * ** c");
        assert_eq!(marked("`<script>`"), "<code>&lt;script&gt;</code>");
    }

    /// A page made of hostile names has no element of theirs, and says first that it is unfinished.
    #[test]
    fn whatever_names_say_they_stay_names() {
        let evil = "</script><img src=x onerror=alert(1)>\"'";
        let mut table = Table::new(&[evil]);
        table.rows.push(vec![evil.to_owned()]);
        let page = Page {
            question: evil.to_owned(),
            answer: vec![evil.to_owned()],
            details: Some(table.clone()),
            notes: vec![evil.to_owned()],
            more: vec![Section { heading: evil.to_owned(), table: table.clone() }],
            table,
            unfinished: Some(format!("3 of 4 {evil}")),
            ..Page::default()
        };
        let text = html(evil, &[page], &[("command", evil.to_owned())]);
        assert!(!text.contains("<img") && text.matches("</script>").count() == 1);
        let body = text.split_once("<main lang=\"en\">\n").unwrap().1;
        assert!(body.starts_with("<p class=\"unfinished\">Unfinished: 3 of 4"), "{body}");
    }
}
