//! What a search has found so far, in the last line of a terminal, over and over again.
//!
//! A search that follows another one about the same position finds again what is remembered at
//! once, and what comes next may take minutes. So a thread of its own writes what is known when it
//! is time to, whether or not something is found just then.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use console::Term;
use yomi_protocol::session::SearchInfo;

use super::worth;

/// Searches that are over within this time show no thinking.
const UNSEEN: Duration = Duration::from_millis(200);

/// Goes back to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// The line of one search.
pub(super) struct Thinking<'w, W>(Mutex<State<'w, W>>);

struct State<'w, W> {
    out: &'w mut W,
    /// Whether it is time to write.
    seen: bool,
    /// What is known and not written yet.
    latest: Option<SearchInfo>,
    /// Whether something stands there, or why it does not.
    written: io::Result<bool>,
}

impl<'w, W: Write + Send> Thinking<'w, W> {
    pub(super) fn new(out: &'w mut W) -> Self {
        Self(Mutex::new(State { out, seen: false, latest: None, written: Ok(false) }))
    }

    /// Runs `search`, which tells what it finds, and clears the line when it is over.
    pub(super) fn during<T>(
        self,
        search: impl FnOnce(&mut dyn FnMut(SearchInfo)) -> T,
    ) -> io::Result<T> {
        let thinking = &self;
        let found = thread::scope(|scope| {
            let (over, watch) = mpsc::channel::<()>();
            let begin = move || {
                if watch.recv_timeout(UNSEEN) == Err(RecvTimeoutError::Timeout) {
                    thinking.with(|state| state.seen = true);
                }
            };
            // Without a thread what is found later is written all the same.
            let _ = thread::Builder::new().spawn_scoped(scope, begin);
            let found = search(&mut |info| {
                self.with(|state| {
                    state.seen |= info.elapsed >= UNSEEN;
                    state.latest = Some(info);
                });
            });
            drop(over);
            found
        });
        let State { out, written, .. } =
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if written? {
            write!(out, "{CLEAR}")?;
        }
        Ok(found)
    }

    /// Changes the state and writes what is to be written then.
    fn with(&self, change: impl FnOnce(&mut State<'w, W>)) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.write();
    }
}

impl<W: Write> State<'_, W> {
    fn write(&mut self) {
        if !self.seen || self.written.is_err() {
            return;
        }
        if let Some(text) = self.latest.take().as_ref().and_then(told) {
            let written = write!(self.out, "{CLEAR}{text}").and_then(|()| self.out.flush());
            self.written = written.map(|()| true);
        }
    }
}

/// What a search has found, if it has found a move, as a line of a terminal.
fn told(info: &SearchInfo) -> Option<String> {
    let best = info.best()?;
    let text = format!(
        "{:.0} s, depth {}{}{} (Enter plays now): {}",
        info.elapsed.as_secs_f64(),
        best.depth,
        if best.certainty < 100 { format!("@{}%", best.certainty) } else { String::new() },
        worth(best),
        best.moves.join(" ")
    );
    Some(text.chars().take(width()).collect())
}

/// The columns of a line that a terminal does not wrap.
fn width() -> usize {
    const USUAL: u16 = 80;
    let columns = Term::stdout().size_checked().map_or(USUAL, |(_, columns)| columns);
    usize::from(columns.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use yomi_protocol::session::Line;

    use super::*;

    fn found() -> SearchInfo {
        let moves = vec!["f5".to_owned()];
        let line = Line {
            moves,
            value: None,
            depth: 9,
            certainty: 100,
            exact: false,
            samples: 0,
            book: false,
        };
        SearchInfo { lines: vec![line], ..SearchInfo::default() }
    }

    /// What is found at once is written while a search goes on that finds nothing more.
    #[test]
    fn what_is_known_is_written_when_it_is_time() {
        let mut out = Vec::new();
        let since = Instant::now();
        let search = |tell: &mut dyn FnMut(SearchInfo)| {
            tell(found());
            thread::sleep(3 * UNSEEN);
        };
        Thinking::new(&mut out).during(search).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            format!("{CLEAR}0 s, depth 9 (Enter plays now): f5{CLEAR}"),
            "{:?}",
            since.elapsed()
        );
    }

    #[test]
    fn a_search_says_how_sure_it_is() {
        let mut info = found();
        info.lines[0].certainty = 73;
        assert_eq!(told(&info).unwrap(), "0 s, depth 9@73% (Enter plays now): f5");
    }

    #[test]
    fn a_short_search_writes_nothing() {
        let mut out = Vec::new();
        Thinking::new(&mut out).during(|tell| tell(found())).unwrap();
        assert!(out.is_empty());
    }
}
