//! The one loop between a dialect and the world: lines are read on one thread, thinking is done on
//! another unless it is brief, and everything is printed by the third, in the order it was asked
//! for.
//!
//! The end of the session (`quit`, end of input) waits until everything that was asked before it is
//! answered in full: a script that is piped in is answered the same way however quickly it arrives.
//! Only thinking that would never end by itself is ended by it. But a frontend that says `quit` in
//! the middle of thinking wants to go. What makes it no script: its `quit` does not come right
//! behind its last request, or its input stays open behind that. Who wants an answer sooner asks
//! for it (`stop`, `# interrupt`), and a frontend that has gone, so that nobody reads the answers,
//! is not worked for any longer.

mod lines;
mod log;
mod output;
mod thinker;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, after, bounded, never, select};
use yomi_engine::limits::Stop;

pub use lines::{Input, MAX_LINE, read};
use lines::{Line, read_all};
pub use log::Log;
pub use output::Output;
use thinker::{Found, Search, Thinker};

use crate::dialect::{Dialect, Next, Urgency};
use crate::session::Task;

/// Bytes of lines that may wait while the player thinks; whoever sends more has to wait itself.
const MAX_WAITING: usize = 16 << 20;

/// Lines that are read ahead of that.
const READ_AHEAD: usize = 64;

/// How often it is looked whether the frontend is still there, once it has asked for the end.
const LOOK: Duration = Duration::from_millis(10);

/// A script's `quit` comes sooner behind the request that is thought about.
const BEHIND: Duration = Duration::from_millis(300);

/// A script's input ends sooner behind its `quit`.
const OPEN: Duration = Duration::from_secs(1);

/// Serves `dialect` until it quits, its input ends or its output is closed.
///
/// # Errors
/// Those of the output, except that nobody reads it any more; if the system has no thread to read
/// or to think on; and if a player has panicked.
pub fn serve(
    dialect: &mut dyn Dialect,
    input: impl Read + Send + 'static,
    output: impl Output,
    log: Log,
) -> io::Result<()> {
    let (sender, lines) = bounded(READ_AHEAD);
    Builder::new().spawn(move || read_all(input, &sender))?;
    let waiting = VecDeque::new();
    let mut conversation = Conversation {
        dialect,
        output,
        log,
        lines,
        waiting,
        waiting_bytes: 0,
        given_up: 0,
        interrupts: 0,
        followed: false,
        thinker: Thinker::new()?,
        search: None,
        closed: false,
        ends: false,
        last: None,
        quit: None,
        leaves: false,
    };
    match conversation.run() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A whole conversation on this thread, for tests and for fuzzing: every task is run when it is
/// asked for, and told to end if `stop` is raised.
#[must_use]
pub fn replay(dialect: &mut dyn Dialect, mut input: &[u8], stop: &Stop) -> String {
    let mut out = String::new();
    loop {
        let mut next = match read(&mut input).unwrap_or(Input::End) {
            Input::Line(line) => dialect.line(&line, &mut out),
            Input::TooLong(beginning) => {
                dialect.too_long(&beginning, &mut out);
                Next::Listen
            }
            Input::End => return out,
        };
        while let Next::Think(task) = next {
            let info = task.run(stop, &mut |info| dialect.progress(&info, &mut out));
            next = dialect.finished(&info, &mut out);
        }
        if let Next::Quit = next {
            return out;
        }
    }
}

struct Conversation<'a, W> {
    dialect: &'a mut dyn Dialect,
    output: W,
    log: Log,
    lines: Receiver<Line>,
    waiting: VecDeque<Input>,
    waiting_bytes: usize,
    /// The lines at the front of those that wait whose requests are not to be thought about any
    /// more.
    given_up: usize,
    /// How many of the lines that wait ask thinking to end.
    interrupts: usize,
    /// Whether a request has ended an analysis since thinking last began.
    followed: bool,
    thinker: Thinker,
    search: Option<Search>,
    /// The input has ended.
    closed: bool,
    /// The end of the session has been asked for.
    ends: bool,
    /// When the last line came.
    last: Option<Instant>,
    /// When `quit` came.
    quit: Option<Instant>,
    /// It came in the middle of thinking.
    leaves: bool,
}

/// The memory that a waiting line takes.
fn cost(input: &Input) -> usize {
    let text = match input {
        Input::Line(text) | Input::TooLong(text) => text.len(),
        Input::End => 0,
    };
    text + size_of::<Input>()
}

enum Event {
    Line(Line),
    Found(Found),
    /// The input stays open behind a `quit`.
    Leaves,
    /// Nobody reads the output any more.
    Gone,
}

impl<W: Output> Conversation<'_, W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            while self.search.is_none() {
                let Some(input) = self.waiting.pop_front() else { break };
                self.waiting_bytes -= cost(&input);
                if self.interrupts > 0 && self.urgency(&input) == Urgency::Interrupts {
                    self.interrupts -= 1;
                }
                if self.carry_out(&input)? {
                    return self.output.flush();
                }
            }
            match self.next()? {
                Event::Line(line) => self.arrives(line)?,
                Event::Found(Found::Progress(info)) => {
                    self.answer(|dialect, out| dialect.progress(&info, out))?;
                }
                Event::Found(Found::Result(info)) => {
                    self.search = None;
                    let next = self.answer(|dialect, out| dialect.finished(&info, out))?;
                    if self.follow(next)? {
                        return self.output.flush();
                    }
                }
                Event::Leaves => self.leave(),
                Event::Gone => return Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    /// The next thing that happens. What was written is sent off before waiting for it.
    fn next(&mut self) -> io::Result<Event> {
        if self.search.is_none()
            && let Ok(line) = self.lines.try_recv()
        {
            return Ok(Event::Line(line));
        }
        self.output.flush()?;
        let (none, nothing) = (never(), never());
        let full = self.waiting_bytes >= MAX_WAITING;
        if full {
            // The command that would end it cannot be read any more.
            self.stop_if_endless();
        }
        let lines = if full || self.closed { &none } else { &self.lines };
        let found = self.search.as_ref().map_or(&nothing, |search| &search.found);
        loop {
            // Before that, an output that is closed is seen when something is written.
            let look = if self.ends { after(LOOK) } else { never() };
            select! {
                recv(lines) -> line => {
                    let end = |_| (Instant::now(), Input::End);
                    return Ok(Event::Line(line.unwrap_or_else(end)));
                }
                recv(found) -> found => {
                    return found.map(Event::Found).map_err(|_| io::Error::other("the player has \
                        failed"));
                }
                recv(look) -> _ => {
                    if !self.output.is_read() {
                        return Ok(Event::Gone);
                    }
                    let waits = !self.closed && !self.leaves;
                    if waits && self.quit.is_some_and(|quit| quit.elapsed() > OPEN) {
                        return Ok(Event::Leaves);
                    }
                }
            }
        }
    }

    /// Sorts a line in by its urgency.
    fn arrives(&mut self, (at, input): Line) -> io::Result<()> {
        let before = self.last.replace(at);
        match &input {
            Input::Line(line) | Input::TooLong(line) => self.log.received(line),
            Input::End => (self.closed, self.ends) = (true, true),
        }
        let urgency = if self.search.is_none() { Urgency::Waits } else { self.urgency(&input) };
        match (urgency, input) {
            (Urgency::Now, Input::Line(line)) => {
                self.answer(|dialect, out| dialect.line(&line, out))?;
            }
            (Urgency::Interrupts, input) => {
                // Thinking that was asked for before it, but has not begun, is meant, too.
                if !self.waiting.is_empty() {
                    self.interrupts += 1;
                    self.wait(input);
                }
                self.stop();
            }
            (Urgency::Follows, input) => {
                self.followed = true;
                self.stop();
                self.wait(input);
            }
            (Urgency::Cancels, input) => {
                self.cancel();
                self.wait(input);
            }
            (Urgency::Ends, input) => {
                self.ends = true;
                self.stop_if_endless();
                if matches!(input, Input::Line(_)) {
                    self.quit = Some(at);
                    // The thinking may begin long after its request came.
                    let since = self.search.as_ref().map(|search| search.since);
                    let is_behind = |before| at.saturating_duration_since(before) > BEHIND;
                    if before.into_iter().chain(since).any(is_behind) {
                        self.leave();
                    }
                }
                self.wait(input);
            }
            (_, input) => self.wait(input),
        }
        Ok(())
    }

    fn urgency(&self, input: &Input) -> Urgency {
        match input {
            Input::Line(line) => self.dialect.urgency(line),
            // A request, though one that cannot be read.
            Input::TooLong(line) => match self.dialect.urgency(line) {
                Urgency::Follows => Urgency::Follows,
                _ => Urgency::Waits,
            },
            Input::End => Urgency::Ends,
        }
    }

    /// Whether a line that waits asks the thinking that has just begun to end, as a request behind
    /// an analysis does.
    fn is_interrupted(&self) -> bool {
        let is_endless = self.search.as_ref().is_some_and(|search| search.endless);
        self.interrupts > 0 || (is_endless && self.has_waiting(Urgency::Follows))
    }

    /// Whether a line of this urgency waits.
    fn has_waiting(&self, urgency: Urgency) -> bool {
        self.waiting.iter().any(|input| self.urgency(input) == urgency)
    }

    fn wait(&mut self, input: Input) {
        self.waiting_bytes += cost(&input);
        self.waiting.push_back(input);
    }

    /// Gives up the search and every request that waits behind it.
    fn cancel(&mut self) {
        self.search = None;
        self.dialect.cancelled();
        self.given_up = self.waiting.len();
    }

    /// Carries out a line; true if the session ends.
    fn carry_out(&mut self, input: &Input) -> io::Result<bool> {
        let next = match input {
            Input::Line(line) => self.answer(|dialect, out| dialect.line(line, out))?,
            Input::TooLong(beginning) => {
                self.answer(|dialect, out| dialect.too_long(beginning, out))?;
                Next::Listen
            }
            Input::End => Next::Quit,
        };
        let given_up = self.given_up > 0;
        self.given_up = self.given_up.saturating_sub(1);
        if given_up && matches!(next, Next::Think(_)) {
            self.dialect.cancelled();
            return Ok(false);
        }
        self.follow(next)
    }

    /// Starts what comes next; true if the session ends.
    fn follow(&mut self, mut next: Next) -> io::Result<bool> {
        loop {
            match next {
                Next::Listen => return Ok(false),
                Next::Quit => return Ok(true),
                Next::Think(task) if task.brief => next = self.think_here(task)?,
                Next::Think(task) => {
                    self.search = Some(self.thinker.start(task));
                    // A quit may have come behind what ended an analysis.
                    if std::mem::take(&mut self.followed) && self.has_waiting(Urgency::Ends) {
                        (self.ends, self.quit) = (true, Some(Instant::now()));
                    }
                    if self.ends {
                        self.stop_if_endless();
                    }
                    if self.leaves || self.is_interrupted() {
                        self.stop();
                    }
                    return Ok(false);
                }
            }
        }
    }

    /// Thinks on this thread: where every processor is busy, handing over and back costs more time
    /// than a brief task has.
    fn think_here(&mut self, task: Task) -> io::Result<Next> {
        self.answer(|dialect, out| {
            let info = task.run(&Stop::default(), &mut |info| dialect.progress(&info, out));
            dialect.finished(&info, out)
        })
    }

    /// Ends all thinking, of requests that wait, too.
    fn leave(&mut self) {
        self.leaves = true;
        self.stop();
    }

    fn stop(&self) {
        self.stop_if(|_| true);
    }

    fn stop_if_endless(&self) {
        self.stop_if(|search| search.endless);
    }

    fn stop_if(&self, condition: impl Fn(&Search) -> bool) {
        if let Some(search) = self.search.as_ref().filter(|search| condition(search)) {
            search.stop.raise();
        }
    }

    fn answer<T>(&mut self, act: impl FnOnce(&mut dyn Dialect, &mut String) -> T) -> io::Result<T> {
        let mut out = String::new();
        let result = act(self.dialect, &mut out);
        // Nobody has to listen there.
        let _ = io::stderr().write_all(self.dialect.beside().as_bytes());
        self.print(&out)?;
        Ok(result)
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.log.sent(text);
        self.output.write_all(text.as_bytes())
    }
}
