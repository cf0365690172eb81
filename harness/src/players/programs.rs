//! The programs of a run: kept from game to game, since starting one may cost more than a game, and
//! what they say on stderr.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use super::engine::Engine;
use super::keeper::Keeper;
use super::process::Process;
use super::reason::Reason;
use super::seat::Trouble;
use super::{Contender, Kind};
use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::terminal::shortened;

/// Stands for the game's seed in what a program is told.
pub(super) const SEED: &str = "{seed}";

/// The programs that wait for their next game. They are told to quit with this value.
#[derive(Default)]
pub struct Programs {
    idle: Mutex<Vec<Process>>,
    log: Log,
    keeper: Keeper,
}

impl Programs {
    /// The name of the file, in the folder of a run, that has what programs said on stderr.
    pub const LOG: &'static str = "engines.log";

    /// Programs that log into the folder of a run.
    #[must_use]
    pub fn logged(folder: &Path) -> Self {
        let log = Log::new(folder.join(Self::LOG));
        Self { idle: Mutex::default(), log, keeper: Keeper::default() }
    }

    /// A program at the beginning of a game that `opening` leads to from `start`: one that waits
    /// for a game, told to begin a new one, or else a new one.
    pub(super) fn take<G: LabGame>(
        &self,
        engine: &Engine,
        game: &NewGame<'_, G>,
        stop: &Stop,
    ) -> Result<Process, Trouble> {
        // A program that is given its seed as it starts plays one game.
        if engine.cmd.contains(SEED) {
            let cmd = engine.cmd.replace(SEED, &game.seed().to_string());
            let mut process = self.start(&Engine { cmd, ..engine.clone() }, game, stop)?;
            process.again = false;
            return Ok(process);
        }
        if let Some(mut process) = self.idle(engine) {
            match process.new_game(game, stop) {
                Ok(()) => return Ok(process),
                Err(Trouble::Stopped) => return Err(Trouble::Stopped),
                // What has gone wrong since its last game is no loss of this one.
                Err(_) => drop(process),
            }
        }
        self.start(engine, game, stop)
    }

    /// Starts every program among `players`, named, which then waits for its first game: a mistyped
    /// command is to end the run, not to lose all games.
    ///
    /// # Errors
    /// Which one cannot begin a game, and why.
    pub(crate) fn try_out<'a, G: LabGame>(
        &self,
        players: impl Iterator<Item = (&'a str, &'a Contender<G>)>,
        start: &G,
        stop: &Stop,
    ) -> Result<(), LabError> {
        let key = GameKey::new(0, "try-out", Side::First, "", "", 0);
        let game = NewGame { start, opening: &[], key, side: Side::First };
        let mut tried: Vec<&Engine> = Vec::new();
        for (name, player) in players {
            let Kind::Process(engine) = &player.kind else { continue };
            if tried.contains(&engine) {
                continue;
            }
            tried.push(engine);
            match self.take(engine, &game, stop) {
                Ok(process) => self.keep(process),
                Err(Trouble::Stopped) => return Ok(()),
                Err(Trouble::Impossible(problem)) => return Err(LabError::Impossible { problem }),
                Err(Trouble::Resigned) => {}
                Err(Trouble::Forfeit(reason, words)) => {
                    let cmd = shortened(&engine.cmd, 100);
                    let told = format!("`{cmd}` does not start: {reason}: {words}");
                    return Err(LabError::Impossible { problem: format!("player {name}: {told}") });
                }
            }
        }
        Ok(())
    }

    fn start<G: LabGame>(
        &self,
        engine: &Engine,
        game: &NewGame<'_, G>,
        stop: &Stop,
    ) -> Result<Process, Trouble> {
        let mut process = Process::start(engine, &self.log, &self.keeper)?;
        let ready = process.set_up(stop).and_then(|()| process.new_game(game, stop));
        if let Err(Trouble::Forfeit(reason, words)) = &ready {
            let told = beginning(game.start, game.opening);
            let words = format!("{words} ({} {told})", name(game.side));
            self.note_loss(&process, *reason, &words);
        }
        ready.map(|()| process)
    }

    /// Notes in the log why a program has lost a game.
    pub(super) fn note_loss(&self, process: &Process, reason: Reason, words: &str) {
        self.log.note(process.number(), &format!("lost a game: {reason}: {words}"));
    }

    /// Keeps a program that has come to the end of a game in good order.
    pub(super) fn keep(&self, process: Process) {
        // What it still has to say would be taken for an answer in the next game.
        if !process.again || !process.is_orderly() {
            return;
        }
        let most = 2 * available_parallelism().map_or(1, usize::from);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(process);
        // With many engines those that waited longest make room.
        let oldest = (idle.len() > most).then(|| idle.remove(0));
        drop(idle);
        drop(oldest);
    }

    fn idle(&self, engine: &Engine) -> Option<Process> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().rposition(|process| process.engine == *engine)?;
        Some(idle.remove(place))
    }
}

impl Drop for Programs {
    /// All are told to quit before any is waited for.
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        idle.iter_mut().for_each(Process::dismiss);
        idle.clear();
    }
}

/// A game that a program is told of.
pub(crate) struct NewGame<'a, G: LabGame> {
    /// Where it starts.
    pub(crate) start: &'a G,
    /// Its first moves.
    pub(crate) opening: &'a [G::Move],
    /// What makes it this game.
    pub(crate) key: GameKey,
    /// The player's colour.
    pub(crate) side: Side,
}

impl<G: LabGame> NewGame<'_, G> {
    /// A number that belongs to the game and the player's colour.
    pub(super) fn seed(&self) -> u64 {
        self.key.seed(self.side)
    }
}

/// Black or White.
pub(crate) fn name(side: Side) -> &'static str {
    if side == Side::First { "Black" } else { "White" }
}

/// What a game begins with, in the words of a log.
pub(crate) fn beginning<G: LabGame>(start: &G, opening: &[G::Move]) -> String {
    let mut words = "after the opening ".to_owned();
    let moves = opening.iter().filter(|&&mv| !G::is_pass(mv));
    moves.for_each(|&mv| G::write_move(mv, &mut words));
    if opening.is_empty() { format!("from {}", start.board_text()) } else { words }
}

/// A file for what programs say on stderr. What cannot be written is left out: no game is lost by
/// it.
#[derive(Clone, Default)]
pub(super) struct Log(Option<Arc<Mutex<Written>>>);

struct Written {
    file: Option<File>,
    path: PathBuf,
    /// Bytes of what programs have said.
    said: usize,
}

impl Log {
    /// More of what programs say than anybody reads.
    const LONGEST: usize = 1 << 26;

    fn new(path: PathBuf) -> Self {
        let written = Written { file: None, path, said: 0 };
        Self(Some(Arc::new(Mutex::new(written))))
    }

    /// Keeps what the program of a process number has said, until they have said too much.
    pub(super) fn quote(&self, process: u32, text: &str) {
        self.with(|written| {
            if written.said < Self::LONGEST {
                written.said += text.len().min(LONGEST_LINE) + 1;
                written.add(process, text);
                if written.said >= Self::LONGEST {
                    written.add(process, "what programs say from here on is left out");
                }
            }
        });
    }

    /// Notes what the lab has to say of the program of a process number.
    pub(super) fn note(&self, process: u32, text: &str) {
        self.with(|written| written.add(process, text));
    }

    fn with(&self, work: impl FnOnce(&mut Written)) {
        let Some(written) = &self.0 else { return };
        work(&mut written.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The longest line of the log.
const LONGEST_LINE: usize = 4000;

impl Written {
    fn add(&mut self, process: u32, text: &str) {
        if self.file.is_none() {
            let open = OpenOptions::new().create(true).append(true).open(&self.path);
            self.file = open.ok();
        }
        if let Some(file) = &mut self.file {
            let line = format!("[{process}] {}\n", shortened(text, LONGEST_LINE));
            let _ = file.write_all(line.as_bytes());
        }
    }
}
