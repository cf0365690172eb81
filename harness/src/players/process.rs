//! A running program: its pipes, what it last said, and how long it may take.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use yomi_engine::limits::Stop;

use super::engine::Engine;
use super::keeper::Keeper;
use super::programs::Log;
use super::reason::Reason;
use super::seat::Trouble;
use crate::terminal::shortened;

/// A running program.
pub(crate) struct Process {
    pub(super) engine: Engine,
    /// Whether it can play another game: not where it was given the seed of its game as it started.
    pub(super) again: bool,
    child: Child,
    /// Ends it if the lab does not live to do so.
    keeper: Keeper,
    /// Closed once the program was told to quit.
    input: Option<ChildStdin>,
    /// Whether all has gone well so far.
    orderly: bool,
    /// Until when it may go by itself.
    leave: Option<Instant>,
    lines: Receiver<String>,
    /// The last lines of its stderr.
    words: Words,
    /// What it was told last.
    asked: String,
    /// The moves of the game so far, as the protocol has them.
    pub(super) moves: Vec<String>,
    pub(super) pings: u32,
    /// Whether its answers over GTP end with an empty line, so far as is known.
    ends_answers: bool,
    /// The decimals of seconds that it is told its clock in; `None` once it wants to know nothing
    /// of time.
    pub(super) decimals: Option<u32>,
}

/// How often a wait looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program that was told to quit has for it.
const PARTING: Duration = Duration::from_millis(500);

/// How long the empty line after an answer may be on its way.
const REST: Duration = Duration::from_millis(500);

/// The longest line that is read, and the lines of stderr that are remembered.
const LONGEST_LINE: u64 = 1 << 16;
const REMEMBERED: usize = 5;

/// The last lines that a program wrote to stderr.
type Words = Arc<Mutex<VecDeque<String>>>;

/// Keeps a line that process `number` wrote to stderr; true, for the next one is wanted, too.
fn remember(words: &Words, log: &Log, (number, line): (u32, String)) -> bool {
    log.quote(number, &line);
    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
    if words.len() == REMEMBERED {
        words.pop_front();
    }
    words.push_back(line);
    true
}

impl Process {
    /// Starts the program; what it says on stderr goes to `log`.
    pub(super) fn start(engine: &Engine, log: &Log, keeper: &Keeper) -> Result<Self, Trouble> {
        let lost = |problem: String| Trouble::Forfeit(Reason::NoStart, problem);
        let mut command = Command::new("sh");
        command.args(["-c", &shell_line(&engine.cmd)]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C in the terminal is ours alone, and it ends with everything it
        // has started.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| lost(error.to_string()))?;
        let number = child.id();
        keeper.watch(number);
        log.note(number, &format!("started: {}", engine.cmd));
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(lost("no pipes".to_owned()));
        };
        let (sender, lines) = sync_channel(1000);
        let words = Words::default();
        let (heard, log) = (words.clone(), log.clone());
        let process = Self {
            engine: engine.clone(),
            again: true,
            child,
            keeper: keeper.clone(),
            input: Some(input),
            orderly: true,
            leave: None,
            lines,
            words,
            asked: String::new(),
            moves: Vec::new(),
            pings: 0,
            ends_answers: true,
            decimals: Some(3),
        };
        // Where there is no thread for it the program ends with `process`.
        let no_thread = |error: io::Error| lost(format!("no thread to hear it: {error}"));
        let said = move || each_line(output, |line| sender.send(line).is_ok());
        thread::Builder::new().spawn(said).map_err(no_thread)?;
        let warned = move || each_line(errors, |line| remember(&heard, &log, (number, line)));
        thread::Builder::new().spawn(warned).map_err(no_thread)?;
        Ok(process)
    }

    /// Sends lines.
    pub(super) fn say(&mut self, lines: &str, stop: &Stop) -> Result<(), Trouble> {
        lines.lines().last().unwrap_or_default().clone_into(&mut self.asked);
        let told = match &mut self.input {
            Some(input) => writeln!(input, "{lines}").and_then(|()| input.flush()),
            None => Err(ErrorKind::BrokenPipe.into()),
        };
        told.map_err(|_| self.ended("", stop))
    }

    /// Tells the program to quit, in the word that all protocols have for it, if it is in a state
    /// to hear it.
    pub(super) fn dismiss(&mut self) {
        let Some(mut input) = self.input.take() else { return };
        if self.orderly && writeln!(input, "quit").and_then(|()| input.flush()).is_ok() {
            self.leave = Some(Instant::now() + PARTING);
        }
    }

    /// Whether it has answered everything that it was asked, in time.
    pub(super) fn is_orderly(&self) -> bool {
        self.orderly
    }

    /// Gives it up: it is not told to quit and not waited for.
    pub(super) fn abandon(&mut self) {
        self.orderly = false;
    }

    /// The number that the operating system has given it.
    pub(super) fn number(&self) -> u32 {
        self.child.id()
    }

    fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Waits for a line that `wanted` takes; other lines are passed over.
    pub(super) fn wait<T>(
        &mut self,
        limit: Duration,
        stop: &Stop,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let found = self.wait_for(limit, stop, wanted);
        self.orderly &= found.is_ok();
        found
    }

    /// Passes over what is left of an answer up to the empty line at its end. Who has once sent
    /// none is not waited for again.
    pub(super) fn pass_over_rest(&mut self, stop: &Stop) -> Result<(), Trouble> {
        if !self.ends_answers {
            return Ok(());
        }
        match self.wait_for(REST, stop, |line| line.is_empty().then_some(())) {
            Err(Trouble::Stopped) => Err(Trouble::Stopped),
            // The answer is there; whether the program is, the next question tells.
            rest => {
                self.ends_answers = rest.is_ok();
                Ok(())
            }
        }
    }

    fn wait_for<T>(
        &mut self,
        limit: Duration,
        stop: &Stop,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let (clock, mut ended, mut said) = (Instant::now(), false, String::new());
        loop {
            match self.lines.recv_timeout(LOOK.min(limit)) {
                Ok(line) => {
                    if let Some(found) = wanted(line.trim()) {
                        return Ok(found);
                    }
                    if !line.trim().is_empty() {
                        said = line;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(&said, stop)),
                // What it started may keep the pipe open. Its last lines may be on their way.
                Err(RecvTimeoutError::Timeout) if ended => return Err(self.ended(&said, stop)),
                Err(RecvTimeoutError::Timeout) => ended = self.has_ended(),
            }
            if stop.is_raised() {
                return Err(Trouble::Stopped);
            }
            if clock.elapsed() > limit {
                return Err(Trouble::Forfeit(Reason::Timeout, self.unanswered(limit, &said)));
            }
        }
    }

    /// What got no answer, what the program `said` instead, and its last words.
    fn unanswered(&self, limit: Duration, said: &str) -> String {
        let asked = shortened(&self.asked, 80);
        let silent = format!("no answer to `{asked}` within {}", spelled(limit));
        joined([silent, quoted(said), self.last_words()])
    }

    /// The program has gone; on its output it `said` last what nobody was waiting for.
    fn ended(&mut self, said: &str, stop: &Stop) -> Trouble {
        self.orderly = false;
        // Its last words may still be on their way.
        thread::sleep(LOOK);
        let status = self.child.try_wait().ok().flatten();
        let status = status.map_or("closed its output".to_owned(), |status| status.to_string());
        match stop.is_raised() {
            true => Trouble::Stopped,
            false => {
                let words = joined([status, quoted(said), self.last_words()]);
                Trouble::Forfeit(Reason::Crash, words)
            }
        }
    }

    pub(super) fn last_words(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        shortened(&words.iter().cloned().collect::<Vec<_>>().join(" | "), 400)
    }
}

/// What a program said, nothing if it said nothing.
fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("it said `{}`", shortened(said, 80)) }
}

fn joined(texts: [String; 3]) -> String {
    let told: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    told.join("; ")
}

/// `10 s`, `0.15 s`: no more digits than anybody reads.
fn spelled(time: Duration) -> String {
    let decimals = if time.subsec_nanos() == 0 { 0 } else { 2 };
    format!("{:.decimals$} s", time.as_secs_f64())
}

/// A command as a line for the shell. A single one takes the shell's place, so that the lab sees
/// which signal has ended it.
fn shell_line(command: &str) -> String {
    // What the shell does itself; no program has its place.
    const OWN: [&str; 13] = [
        "exec", "cd", ".", "eval", "command", "!", "set", "trap", "umask", "ulimit", "if", "while",
        "for",
    ];
    let first = command.split_whitespace().next().unwrap_or_default();
    let is_single = !command.contains([';', '&', '|', '(', '{', '\n'])
        && !first.contains('=')
        && !OWN.contains(&first);
    if is_single { format!("exec {command}") } else { command.to_owned() }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.dismiss();
        while self.leave.is_some_and(|leave| Instant::now() < leave) && !self.has_ended() {
            thread::sleep(Duration::from_millis(1));
        }
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.keeper.forget(self.child.id());
    }
}

/// Hands every line to `take` until that has enough; a line without an end is cut.
fn each_line(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !take(String::from_utf8_lossy(&line).trim_end().to_owned()) => return,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the shell does itself has no program that could take its place.
    #[test]
    fn words_of_the_shell_stay_its_own() {
        assert_eq!(shell_line("edax -gtp"), "exec edax -gtp");
        for line in [". ./here", "eval x", "command x", "! x", "exec x", "a=b x", "x; y"] {
            assert_eq!(shell_line(line), line);
        }
    }

    #[test]
    fn times_have_the_digits_that_somebody_reads() {
        assert_eq!(spelled(Duration::from_nanos(149_682_799)), "0.15 s");
        assert_eq!(spelled(Duration::from_secs(10)), "10 s");
    }
}
