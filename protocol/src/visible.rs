//! Text from files made safe to show: without the characters that a terminal obeys.

/// Whether a character is no text: one that controls a terminal, or the order in which those around
/// it are shown.
#[must_use]
pub fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with a sign in place of each such character, and everything else as it is.
#[must_use]
pub fn visible(text: &str) -> String {
    text.replace(is_control, "\u{fffd}")
}

/// The same with its middle left out where it is longer than `most` characters.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    let clean: Vec<char> = visible(text).chars().collect();
    if clean.len() <= most {
        return clean.into_iter().collect();
    }
    let half = most / 2;
    let [start, end] =
        [&clean[..half], &clean[clean.len() - half..]].map(|part| part.iter().collect::<String>());
    format!("{start} … {end}")
}

#[cfg(test)]
mod tests {
    use super::{shortened, visible};

    #[test]
    fn long_texts_keep_their_ends() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg\n", 6), "abc … fg\u{fffd}");
    }

    #[test]
    fn quotes_stay_and_commands_do_not() {
        for text in ["Brian O'Neill", "O\"Hara", "A]B\\C", "村上健", ""] {
            assert_eq!(visible(text), text);
        }
        let commands = "a\u{1b}[2Jb\nc\u{9b}d\u{202e}e\u{2069}f\u{7f}";
        assert_eq!(visible(commands), "a�[2Jb�c�d�e�f�");
    }
}
