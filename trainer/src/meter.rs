//! How far a long piece of work is, for whoever waits: a line on standard error now and then.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::terminal::note;

/// Time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Counts the tasks of one piece of work, on any number of threads.
#[derive(Debug)]
pub(crate) struct Meter {
    what: &'static str,
    tasks: usize,
    begun: Instant,
    /// Tasks done, and when the next line is due.
    state: Mutex<(usize, Instant)>,
}

impl Meter {
    /// For a number of `tasks`, which are called `what`, such as "openings".
    pub(crate) fn new(what: &'static str, tasks: usize) -> Self {
        let begun = Instant::now();
        Self { what, tasks, begun, state: Mutex::new((0, begun + PAUSE)) }
    }

    /// One task more is done.
    pub(crate) fn count(&self) {
        let mut state = self.state.lock().expect("no thread panics");
        state.0 += 1;
        let now = Instant::now();
        if now >= state.1 && state.0 < self.tasks {
            state.1 = now + PAUSE;
            note(self.line(state.0, now - self.begun));
        }
    }

    fn line(&self, done: usize, elapsed: Duration) -> String {
        let Self { what, tasks, .. } = self;
        let left = elapsed.as_secs_f64() * (tasks - done) as f64 / done as f64;
        format!("{done} of {tasks} {what}, {:.0} min left", left / 60.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_is_done() {
        let meter = Meter::new("openings", 800);
        let line = meter.line(200, Duration::from_secs(60));
        assert_eq!(line, "200 of 800 openings, 3 min left");
    }
}
