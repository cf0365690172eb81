//! The limits of a search, as `go` has them.

use std::time::Duration;

use crate::session::Bounds;

/// What `go` asks for.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) bounds: Bounds,
    /// What is left on the clocks, `First` before `Second`, and what a move adds.
    pub(super) times: [Option<Duration>; 2],
    pub(super) increments: [Duration; 2],
    /// What is wrong with the first word that was left out.
    pub(super) unread: Option<String>,
}

impl Wanted {
    /// Reads the words after `go`; what cannot be read is left out.
    pub(super) fn read(arguments: &[&str]) -> Self {
        let mut wanted = Self::default();
        let mut words = arguments.iter().copied().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" {
                wanted.bounds.endless = true;
            } else if !LIMITS.contains(&word) {
                let problem = || format!("unknown limit {}", word.escape_debug());
                wanted.unread.get_or_insert_with(problem);
            } else if let Some(number) = words.peek().and_then(|value| whole(value)) {
                words.next();
                wanted.set(word, number);
            } else {
                let problem = || format!("expected a whole number after {word}");
                wanted.unread.get_or_insert_with(problem);
            }
        }
        wanted
    }

    /// Sets the limit of this name.
    fn set(&mut self, limit: &str, number: u64) {
        let time = Duration::from_millis(number);
        match limit {
            "depth" => self.bounds.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => self.bounds.nodes = Some(number),
            "movetime" => self.bounds.time = Some(time),
            "p1time" => self.times[0] = Some(time),
            "p2time" => self.times[1] = Some(time),
            "p1inc" => self.increments[0] = time,
            _ => self.increments[1] = time,
        }
    }
}

/// The limits of `go` that have a number.
const LIMITS: [&str; 7] = ["depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc"];

/// A number without what is behind its point; clocks of a referee may have run below zero.
fn whole(text: &str) -> Option<u64> {
    let exact = text.parse::<i64>().ok().map(|number| number.max(0) as u64);
    let decimal = || text.parse::<f64>().ok().filter(|number| number.is_finite());
    exact.or_else(|| decimal().map(|number| number as u64))
}
