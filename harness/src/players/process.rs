//! A running program: what it is told, what it answers, and how long it may take. It is started for
//! every game, so that nothing of a game, not even a crash, reaches into the next one.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use super::Trouble;
use super::engine::{Engine, Protocol};
use crate::games::LabGame;
use crate::terminal::shortened;

/// A program at the board.
pub(crate) struct Process<G: LabGame> {
    engine: Engine,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The last lines of its stderr.
    words: Arc<Mutex<VecDeque<String>>>,
    /// The moves of the game so far, as the protocol has them.
    moves: Vec<String>,
    pings: u32,
    game: PhantomData<G>,
}

/// How often a wait looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// The longest line that is read, and the lines of stderr that are remembered.
const LONGEST_LINE: u64 = 1 << 16;
const REMEMBERED: usize = 5;

impl<G: LabGame> Process<G> {
    /// Starts the program and sets up the game.
    pub(super) fn start(
        engine: &Engine,
        start: &G,
        opening: &[G::Move],
        stop: &Stop,
    ) -> Result<Self, Trouble> {
        let lost = |problem: String| Trouble::Forfeit("no start", problem);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec {}", engine.cmd)]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C in the terminal is ours alone, and it ends with everything it
        // has started.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| lost(error.to_string()))?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(lost("no pipes".to_owned()));
        };
        let (sender, lines) = sync_channel(1000);
        thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        let words: Arc<Mutex<VecDeque<String>>> = Arc::default();
        let heard = words.clone();
        thread::spawn(move || {
            each_line(errors, |line| {
                let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
                if words.len() == REMEMBERED {
                    words.pop_front();
                }
                words.push_back(line);
                true
            });
        });
        let engine = engine.clone();
        let mut process = Self {
            engine,
            child,
            input,
            lines,
            words,
            moves: Vec::new(),
            pings: 0,
            game: PhantomData,
        };
        process.set_up(start, opening, stop)?;
        Ok(process)
    }

    fn set_up(&mut self, start: &G, opening: &[G::Move], stop: &Stop) -> Result<(), Trouble> {
        let limit = self.engine.start_timeout;
        let setup = self.engine.setup.clone();
        match self.engine.protocol {
            Protocol::Gtp => {
                for line in setup
                    .iter()
                    .chain(&[format!("boardsize {}", start.size()), "clear_board".to_owned()])
                {
                    self.ask_gtp(line, limit, stop)?;
                }
                if let Some(komi) = start.komi() {
                    self.ask_gtp(&format!("komi {komi}"), limit, stop)?;
                }
                if let Some(time) = self.engine.time {
                    self.ask_gtp(
                        &format!("time_settings 0 {} 1", time.as_secs_f64().ceil()),
                        limit,
                        stop,
                    )?;
                }
            }
            Protocol::Ugi => {
                if start.side_to_move() != Side::First {
                    return Err(Trouble::Impossible(
                        "engine: games over UGI start with Black".to_owned(),
                    ));
                }
                self.say("ugi", stop)?;
                self.wait(limit, stop, |line| (line == "ugiok").then_some(()))?;
                setup.iter().try_for_each(|line| self.say(line, stop))?;
                self.say("uginewgame\nisready", stop)?;
                self.wait(limit, stop, |line| (line == "readyok").then_some(()))?;
            }
            Protocol::NBoard => {
                let Some(game) = start.ggf() else {
                    return Err(Trouble::Impossible(
                        "engine: the NBoard protocol is for Othello".to_owned(),
                    ));
                };
                self.say("nboard 2", stop)?;
                setup.iter().try_for_each(|line| self.say(line, stop))?;
                if let Some(depth) = self.engine.depth {
                    self.say(&format!("set depth {depth}"), stop)?;
                }
                self.say(&format!("set game {game}"), stop)?;
                self.ping(limit, stop)?;
            }
        }
        let mut position = start.clone();
        for &mv in opening {
            self.hear(mv, position.side_to_move(), false, stop)?;
            position = position.play(mv);
        }
        Ok(())
    }

    /// The program's move; none when the game is over. A forced pass is not asked for.
    pub(super) fn choose(&mut self, position: &G, stop: &Stop) -> Result<Option<G::Move>, Trouble> {
        let moves: Vec<G::Move> = position.moves().collect();
        match moves.as_slice() {
            [] => return Ok(None),
            [only] if G::is_pass(*only) => return Ok(Some(*only)),
            _ => {}
        }
        let limit = self.engine.move_timeout;
        let answer = match self.engine.protocol {
            Protocol::Gtp => {
                let colour = if position.side_to_move() == Side::First { "black" } else { "white" };
                self.ask_gtp(&format!("genmove {colour}"), limit, stop)?
            }
            Protocol::Ugi => {
                let moves = self.moves.join(" ");
                let limits = self.ugi_limits();
                self.say(&format!("position startpos moves {moves}\ngo{limits}"), stop)?;
                self.wait(limit, stop, |line| line.strip_prefix("bestmove ").map(str::to_owned))?
            }
            Protocol::NBoard => {
                self.ping(limit, stop)?;
                self.say("go", stop)?;
                self.wait(limit, stop, |line| line.strip_prefix("===").map(str::to_owned))?
            }
        };
        let word = answer.split([' ', '/', '\t']).find(|word| !word.is_empty()).unwrap_or_default();
        let read = [word.to_owned(), word.to_lowercase(), word.to_uppercase()];
        let known = read.iter().find_map(|word| word.parse::<G::Move>().ok());
        match known {
            Some(mv) if moves.contains(&mv) => Ok(Some(mv)),
            Some(_) => Err(Trouble::Forfeit("illegal move", shortened(&answer, 100))),
            None => Err(Trouble::Forfeit("nonsense", shortened(&answer, 100))),
        }
    }

    fn ugi_limits(&self) -> String {
        let Engine { depth, nodes, time, .. } = &self.engine;
        let depth = depth.map(|depth| format!(" depth {depth}"));
        let nodes = nodes.map(|nodes| format!(" nodes {nodes}"));
        let time = time.map(|time| format!(" movetime {}", time.as_millis()));
        [depth, nodes, time].into_iter().flatten().collect()
    }

    /// Tells the program a move; of its own it knows, unless the protocol has it otherwise.
    pub(super) fn hear(
        &mut self,
        mv: G::Move,
        side: Side,
        own: bool,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        let pass = G::is_pass(mv);
        self.moves.push(if pass { "pass".to_owned() } else { mv.to_string() });
        match self.engine.protocol {
            // A forced pass was not asked for.
            Protocol::Gtp if own && !pass => Ok(()),
            Protocol::Gtp => {
                let colour = if side == Side::First { "black" } else { "white" };
                let line = format!(
                    "play {colour} {}",
                    if pass { "pass".to_owned() } else { mv.to_string() }
                );
                self.ask_gtp(&line, self.engine.move_timeout, stop).map(drop)
            }
            Protocol::Ugi => Ok(()),
            Protocol::NBoard => {
                let mv = if pass { "PA".to_owned() } else { mv.to_string().to_uppercase() };
                self.say(&format!("move {mv}"), stop)
            }
        }
    }

    fn ping(&mut self, limit: Duration, stop: &Stop) -> Result<(), Trouble> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.say(&format!("ping {}", self.pings), stop)?;
        self.wait(limit, stop, |line| (line == pong).then_some(()))
    }

    /// The text of GTP's answer to a command.
    fn ask_gtp(&mut self, line: &str, limit: Duration, stop: &Stop) -> Result<String, Trouble> {
        self.say(line, stop)?;
        let answer =
            self.wait(limit, stop, |line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(Trouble::Forfeit("nonsense", shortened(&format!("{line}: {answer}"), 200))),
        }
    }

    fn say(&mut self, lines: &str, stop: &Stop) -> Result<(), Trouble> {
        match writeln!(self.input, "{lines}").and_then(|()| self.input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.ended(stop)),
        }
    }

    /// Waits for a line that `wanted` takes; other lines are passed over.
    fn wait<T>(
        &mut self,
        limit: Duration,
        stop: &Stop,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let clock = Instant::now();
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(found) = wanted(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(stop)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_raised() {
                return Err(Trouble::Stopped);
            }
            if clock.elapsed() > limit {
                return Err(Trouble::Forfeit("timeout", self.last_words()));
            }
        }
    }

    /// The program has gone.
    fn ended(&mut self, stop: &Stop) -> Trouble {
        // Its last words may still be on their way.
        thread::sleep(LOOK);
        let status = self
            .child
            .try_wait()
            .ok()
            .flatten()
            .map_or(String::new(), |status| format!("{status}; "));
        if stop.is_raised() {
            Trouble::Stopped
        } else {
            Trouble::Forfeit("crash", status + &self.last_words())
        }
    }

    fn last_words(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        shortened(&words.iter().cloned().collect::<Vec<_>>().join(" | "), 400)
    }
}

impl<G: LabGame> Drop for Process<G> {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
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
