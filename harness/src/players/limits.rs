//! What a player of an experiment may spend, besides its own parameters: `limits = { depth = 8 }`,
//! `{ time = 100 }`, `{ clock = "60+0.5", margin = 50 }`.

use std::fmt;
use std::time::Duration;

use yomi_engine::clock::Clock;

/// The limits of one player. The default bounds nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerLimits {
    /// Plies a search.
    pub depth: Option<u32>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// How well it plays, where it has levels.
    pub level: Option<u32>,
    /// The referee's clock.
    pub control: Option<TimeControl>,
}

/// A referee's clock: who oversteps it by more than the margin loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What is measured.
    pub kind: TimeControlKind,
    /// What is forgiven, for the way between referee and player.
    pub margin: Duration,
}

/// What a referee's clock measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControlKind {
    /// Every move alone.
    Move(Duration),
    /// The whole game: main time, and an increment after each move.
    Game(Duration, Duration),
}

impl TimeControl {
    /// What is forgiven where nobody says otherwise.
    const MARGIN: Duration = Duration::from_millis(100);

    /// The clock at the start of a game; `None` where only single moves are timed.
    #[must_use]
    pub fn clock(self) -> Option<Clock> {
        match self.kind {
            TimeControlKind::Game(main, increment) => Some(Clock::fischer(main, increment)),
            TimeControlKind::Move(_) => None,
        }
    }

    /// The longest that the next move may take when the clock stands at `clock`.
    #[must_use]
    pub fn longest(self, clock: Option<Clock>) -> Duration {
        let left = match self.kind {
            TimeControlKind::Move(time) => time,
            TimeControlKind::Game(main, _) => clock.map_or(main, |clock| clock.remaining),
        };
        left.saturating_add(self.margin)
    }
}

impl fmt::Display for TimeControl {
    /// `60+0.5 s a game, margin 100 ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TimeControlKind::Move(time) => write!(f, "{} ms a move", time.as_millis())?,
            TimeControlKind::Game(main, increment) => {
                write!(f, "{}+{} s a game", main.as_secs_f64(), increment.as_secs_f64())?;
            }
        }
        write!(f, ", margin {} ms", self.margin.as_millis())
    }
}

const KEYS: &str = "depth, nodes, level, time, clock, margin";

impl PlayerLimits {
    /// Reads limits by key.
    ///
    /// # Errors
    /// An unknown key, or a value out of range, with what was expected.
    pub fn read(pairs: &[(String, String)]) -> Result<Self, String> {
        let (mut limits, mut kind, mut margin) = (Self::default(), None, None);
        for (key, value) in pairs {
            let within = |least: u64, most: u64| {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| format!("{key}: expected {least} to {most}, found `{value}`"))
            };
            let number = |most| within(1, most);
            match key.as_str() {
                "depth" => limits.depth = Some(number(100)? as u32),
                "nodes" => limits.nodes = Some(number(1 << 50)?),
                "level" => limits.level = Some(number(100)? as u32),
                "margin" => margin = Some(Duration::from_millis(within(0, 600_000)?)),
                "time" | "clock" if kind.is_some() => {
                    return Err("expected either time or clock, found both".to_owned());
                }
                "time" => {
                    kind = Some(TimeControlKind::Move(Duration::from_millis(number(86_400_000)?)));
                }
                "clock" => kind = Some(game_clock(value)?),
                _ => return Err(format!("unknown limit `{key}`; there are {KEYS}")),
            }
        }
        if margin.is_some() && kind.is_none() {
            return Err("margin: expected time or clock beside it".to_owned());
        }
        let margin = margin.unwrap_or(TimeControl::MARGIN);
        limits.control = kind.map(|kind| TimeControl { kind, margin });
        Ok(limits)
    }
}

/// `60+0.5`: seconds for the game, and seconds more after each move.
fn game_clock(text: &str) -> Result<TimeControlKind, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let seconds = text.trim().parse::<f64>().ok();
        seconds.filter(|seconds| (0.0..=86_400.0).contains(seconds)).map(Duration::from_secs_f64)
    };
    match (seconds(main), seconds(increment)) {
        (Some(main), Some(increment)) if !main.is_zero() => {
            Ok(TimeControlKind::Game(main, increment))
        }
        _ => Err(format!(
            "clock: expected seconds for a game and after each move, such as 60+0.5, found `{text}`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<PlayerLimits, String> {
        let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
        PlayerLimits::read(&pairs.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn limits_are_read() {
        let milliseconds = Duration::from_millis;
        let limits = read(&[("clock", "1.5+0.25"), ("margin", "20"), ("depth", "6")]).unwrap();
        let control = limits.control.unwrap();
        assert_eq!((limits.depth, control.margin), (Some(6), milliseconds(20)));
        assert_eq!(control.to_string(), "1.5+0.25 s a game, margin 20 ms");
        // The clock runs, and the increment comes after the move.
        let clock = control.clock().unwrap();
        assert_eq!(control.longest(Some(clock)), milliseconds(1520));
        assert_eq!(control.longest(Some(clock.after(milliseconds(1000)))), milliseconds(770));
        let control = read(&[("time", "80")]).unwrap().control.unwrap();
        assert_eq!((control.clock(), control.longest(None)), (None, milliseconds(180)));
        assert_eq!(read(&[]).unwrap(), PlayerLimits::default());
        for (pairs, told) in [
            (&[("speed", "3")][..], "unknown limit `speed`; there are depth"),
            (&[("time", "0")], "time: expected 1 to 86400000, found `0`"),
            (&[("clock", "fast")], "such as 60+0.5, found `fast`"),
            (&[("clock", "0+1")], "clock: expected seconds"),
            (&[("clock", "nan")], "clock: expected seconds"),
            (&[("clock", "1e300")], "clock: expected seconds"),
            (&[("clock", "1"), ("time", "5")], "either time or clock"),
            (&[("margin", "5")], "margin: expected time or clock"),
        ] {
            assert!(read(pairs).unwrap_err().contains(told), "{pairs:?}: {:?}", read(pairs));
        }
    }
}
