//! Text in Markdown in which nothing but `**strong**` and `` `code` `` is a mark: a player may be
//! called `a*b*` or `yomi <dev>`, and a page must show these names as they are.

/// `text` with a backslash before what Markdown would take for emphasis, a link or HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    with_backslashes(text, is_mark)
}

/// The same between the brackets of an image, where every bracket counts.
#[must_use]
pub fn alternative(text: &str) -> String {
    with_backslashes(text, |before, c, after| "[]".contains(c) || is_mark(before, c, after))
}

/// `text` with a backslash before each character that is a mark between the two beside it.
fn with_backslashes(text: &str, is_mark: impl Fn(char, char, char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    let (mut before, mut code) = (' ', false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        let strong = c == '*' && after == '*';
        code ^= c == '`';
        if !code && !strong && is_mark(before, c, after) {
            safe.push('\\');
        }
        safe.push(c);
        if strong {
            safe.extend(rest.next());
        }
        before = c;
    }
    safe
}

/// Whether `c` between these two is more than itself.
fn is_mark(before: char, c: char, after: char) -> bool {
    match c {
        '*' => !(before == ' ' && after == ' '),
        // Inside a word, as in `uct_200`, it is none.
        '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
        '<' => after.is_ascii_alphabetic() || "/!?".contains(after),
        // Without it there is no link and no image; the rest of one is in every interval.
        ']' => "([:".contains(after),
        '&' => after == '#' || after.is_ascii_alphabetic(),
        '\\' => after.is_ascii_punctuation(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_they_are() {
        assert_eq!(escaped("**yomi <dev>** with 3 < 4"), "**yomi \\<dev>** with 3 < 4");
        assert_eq!(escaped("a*b* 2 * 3 _c_ uct_200"), "a\\*b\\* 2 * 3 \\_c\\_ uct_200");
        assert_eq!(escaped("`_<b>*` c\\*"), "`_<b>*` c\\\\\\*");
        assert_eq!(escaped("**a** [1.0–2.0]"), "**a** [1.0–2.0]");
        assert_eq!(escaped("![a](b) R&D &lt; & 1"), "![a\\](b) R\\&D \\&lt; & 1");
        assert_eq!(alternative("first](x [1"), "first\\](x \\[1");
    }
}
