//! Numbers and times as game files write them: plain decimals, never exponents.

use std::fmt;
use std::time::Duration;

/// Reads `-2.50`, `+3` or `.5`.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.'));
    text.parse().ok().filter(|number: &f64| plain && number.is_finite())
}

/// Reads seconds with a fraction, such as `25.377`, down to nanoseconds.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    const LONGEST: u64 = 1_000_000_000_000;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole =
        if whole.is_empty() { 0 } else { whole.parse().ok().filter(|&whole| whole <= LONGEST)? };
    let nanoseconds = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let nanoseconds = nanoseconds.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    Some(Duration::new(whole, nanoseconds))
}

/// Reads `[[D.]H:]M:S` or plain seconds, the seconds with a fraction.
pub(super) fn clock_time(text: &str) -> Option<Duration> {
    let mut parts = text.rsplit(':');
    let mut total = seconds(parts.next()?)?;
    let (minutes, hours) = (parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let (days, hours) = hours.map_or((None, None), |hours| match hours.split_once('.') {
        Some((days, hours)) => (Some(days), Some(hours)),
        None => (None, Some(hours)),
    });
    for (count, unit) in [(minutes, 60), (hours, 3_600), (days, 86_400)] {
        let count: u32 = count.map_or(Some(0), |count| count.parse().ok())?;
        total = total.checked_add(Duration::from_secs(u64::from(count) * unit))?;
    }
    Some(total)
}

/// A time in seconds with as many decimals as it needs.
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        write_fraction(self.0, f)
    }
}

/// A time as `M:SS` or `H:MM:SS`.
pub(super) struct ClockTime(pub(super) Duration);

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.0.as_secs() / 60, self.0.as_secs() % 60);
        match (minutes / 60, minutes % 60) {
            (0, minutes) => write!(f, "{minutes}:{seconds:02}")?,
            (hours, minutes) => write!(f, "{hours}:{minutes:02}:{seconds:02}")?,
        }
        write_fraction(self.0, f)
    }
}

fn write_fraction(time: Duration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match time.subsec_nanos() {
        0 => Ok(()),
        nanoseconds => write!(f, ".{}", format!("{nanoseconds:09}").trim_end_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn clocks_are_read_in_every_form() {
        let seconds = |text: &str| clock_time(text).map(|time| time.as_secs_f64());
        assert_eq!(seconds("5:00"), Some(300.0));
        assert_eq!(seconds("01:02:03.5"), Some(3723.5));
        assert_eq!(seconds("2.01:00:00"), Some(176_400.0));
        assert_eq!(seconds("90"), Some(90.0));
        for text in ["", ":", "1:2:3:4", "-5", "1e3", "x", "5:", "99999999999999999999"] {
            assert_eq!(seconds(text), None, "{text:?}");
        }
    }

    #[test]
    fn decimals_have_no_exponent() {
        assert_eq!(decimal("-2.50"), Some(-2.5));
        for text in ["", "1e3", "NaN", "inf", "+-1", "--", "."] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn times_read_back(whole in 0..10_000_000_u64, nanoseconds in 0..1_000_000_000_u32) {
            let time = Duration::new(whole, nanoseconds);
            prop_assert_eq!(seconds(&Seconds(time).to_string()), Some(time));
            prop_assert_eq!(clock_time(&ClockTime(time).to_string()), Some(time));
        }

        #[test]
        fn no_text_panics(text in "[0-9.:+-]{0,40}|.*") {
            let _ = (decimal(&text), seconds(&text), clock_time(&text));
        }
    }
}
