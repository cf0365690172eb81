//! GTP lines and the values in them.

use std::time::Duration;

use yomi_engine::game::Side;

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number it is answered with, as it was written; empty if it has none.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

/// Reads a line; `None` if there is no command on it.
///
/// Control characters are dropped and comments cut off, as the protocol has it.
pub(super) fn read(line: &str) -> Option<Request> {
    let line = line.split('#').next().unwrap_or_default();
    let plain: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
    let mut words = plain.split_whitespace().map(str::to_owned).peekable();
    let id =
        words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
    if id.is_empty() && words.peek().is_none() {
        return None;
    }
    let name = words.next().unwrap_or_default();
    Some(Request { id, name, arguments: words.collect() })
}

/// GoGui's wish to end the thinking, written as a comment.
pub(super) fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// A colour, in any letter case: Black moves first.
pub(super) fn side(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// A time in seconds, whole or not.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    // A century is as good as any longer time, and cannot overflow.
    const MOST: f64 = 3.2e9;
    let seconds: f64 = text.parse().ok()?;
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(MOST)))
}

/// What a clock shows, in seconds; one that has run below zero has nothing left.
pub(super) fn time_left(text: &str) -> Option<Duration> {
    let below_zero = text.parse().is_ok_and(|seconds: f64| seconds < 0.0 && seconds.is_finite());
    if below_zero { Some(Duration::ZERO) } else { seconds(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: &str, name: &str, arguments: &[&str]) -> Option<Request> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Some(Request { id: id.to_owned(), name: name.to_owned(), arguments })
    }

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        assert_eq!(read("play b d3\r"), request("", "play", &["b", "d3"]));
        assert_eq!(read("  12\tgenmove \x07w # please"), request("12", "genmove", &["w"]));
        assert_eq!(read("na\x00me"), request("", "name", &[]));
        assert_eq!(read("7"), request("7", "", &[]));
        assert_eq!(read("-7 name"), request("", "-7", &["name"]));
        for nothing in ["", "   \t ", "# name", "\r", "\x01\x02"] {
            assert_eq!(read(nothing), None);
        }
    }

    #[test]
    fn times_are_bounded() {
        assert_eq!(seconds("1.5"), Some(Duration::from_millis(1500)));
        assert!(seconds("1e300").is_some() && seconds("inf").is_some());
        for wrong in ["-1", "nan", "", "x"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn clocks_may_run_below_zero() {
        for over in ["-1", "-0.5", "-0", "0"] {
            assert_eq!(time_left(over), Some(Duration::ZERO), "{over}");
        }
        assert_eq!(time_left("1.5"), seconds("1.5"));
        for wrong in ["-inf", "nan", "", "-x"] {
            assert_eq!(time_left(wrong), None, "{wrong}");
        }
    }
}
