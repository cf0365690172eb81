//! How fast a run went.

use super::record::End;

/// What was done in sessions that ended in good order, and how long they took: of others nobody
/// knows the time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speed {
    /// Games, positions or iterations.
    pub done: u64,
    /// Seconds of work.
    pub seconds: f64,
}

impl Speed {
    /// The speed of a run with these ends of sessions and `rows` in `units`. Journals did not
    /// always say how many rows a session had; then they are shared out evenly.
    #[must_use]
    pub fn new(ends: &[End], rows: u64, units: u64) -> Self {
        let each = rows as f64 / units.max(1) as f64;
        ends.iter().fold(Self::default(), |sum, end| Self {
            done: sum.done + end.rows.unwrap_or((end.done as f64 * each).round() as u64),
            seconds: sum.seconds + end.seconds,
        })
    }

    /// What was done in a second; 0 if nobody knows. With decimals where a whole number would say
    /// little.
    #[must_use]
    pub fn per_second(self) -> f64 {
        match self.done as f64 / self.seconds {
            _ if self.seconds <= 0.0 => 0.0,
            rate if rate < 10.0 => (rate * 100.0).round() / 100.0,
            rate => rate.round(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_any_age_count_their_games() {
        let end = |seconds, done, rows| End { at: String::new(), seconds, done, rows };
        // An old session of 100 units, and one that says how many games it had.
        let speed = Speed::new(&[end(1.5, 100, None), end(0.5, 10, Some(20))], 450, 300);
        assert_eq!((speed.done, speed.seconds, speed.per_second()), (170, 2.0, 85.0));
        assert_eq!(Speed::new(&[end(3.0, 10, None)], 10, 10).per_second(), 3.33);
        assert_eq!(Speed::new(&[], 450, 300).per_second(), 0.0);
    }

    #[test]
    fn slow_rates_keep_their_decimals() {
        let said = |rate| Speed { done: 1_000_000, seconds: 1e6 / rate }.per_second();
        assert_eq!([0.3768, 1.5, 12.34, 10_192.278].map(said), [0.38, 1.5, 12.0, 10_192.0]);
    }
}
