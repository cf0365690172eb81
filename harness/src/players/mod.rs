//! Who plays: a player of this program, or any other program that speaks GTP, UGI or the NBoard
//! protocol.

mod engine;
mod process;

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use yomi_engine::game::Side;
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::search::Searcher;

pub use engine::{Engine, Protocol};
use process::Process;

use crate::games::LabGame;

/// A player in an experiment.
#[derive(Clone, Debug)]
pub enum Contender<G: LabGame> {
    /// One of the roster's.
    InProcess(Player<G>),
    /// A program.
    Process(Engine),
}

impl<G: LabGame> Contender<G> {
    /// Reads a player's text: `engine(cmd="…",protocol=…)` is a program, everything else a name of
    /// the roster.
    ///
    /// # Errors
    /// What cannot be read, and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with("engine(") {
            return Engine::parse(text).map(Self::Process);
        }
        Player::parse(text).map(Self::InProcess).map_err(|error| error.to_string())
    }

    /// Whether equal streams give equal moves. It is not known of other programs.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        matches!(self, Self::InProcess(player) if player.is_repeatable())
    }

    /// Whether the player always makes the same move in the same game. Of other programs nobody
    /// knows.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::InProcess(player) if player.is_deterministic())
    }

    /// The player as a searcher.
    ///
    /// # Errors
    /// When there is no memory for its table, or it is another program.
    pub fn searcher(&self, random: Random) -> Result<Box<dyn Searcher<G>>, String> {
        match self {
            Self::InProcess(player) => {
                player.try_searcher(random).map_err(|error| format!("{player}: {error}"))
            }
            Self::Process(engine) => Err(format!("{engine}: searches no positions")),
        }
    }

    /// The player at the board, ready for a game that `opening` leads to from `start`.
    pub(crate) fn start_game(
        &self,
        random: Random,
        start: &G,
        opening: &[G::Move],
        stop: &Stop,
    ) -> Result<GamePlayer<G>, Trouble> {
        match self {
            Self::InProcess(_) => {
                self.searcher(random).map(GamePlayer::Searcher).map_err(Trouble::Impossible)
            }
            Self::Process(engine) => Process::start(engine, start, opening, stop)
                .map(|process| GamePlayer::Process(Box::new(process))),
        }
    }
}

impl<G: LabGame> fmt::Display for Contender<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InProcess(player) => player.fmt(f),
            Self::Process(engine) => engine.fmt(f),
        }
    }
}

/// Why no move comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Somebody stopped the game.
    Stopped,
    /// The player loses: the reason in a word or two, and its last words.
    Forfeit(&'static str, String),
    /// No game can be played with it at all.
    Impossible(String),
}

/// A player during a game.
pub(crate) enum GamePlayer<G: LabGame> {
    /// In this program.
    Searcher(Box<dyn Searcher<G>>),
    /// Another program.
    Process(Box<Process<G>>),
}

impl<G: LabGame> GamePlayer<G> {
    /// The move of the player in `position`, and the positions it entered for it; none when the
    /// game is over.
    pub(crate) fn choose(
        &mut self,
        position: &G,
        stop: &Stop,
    ) -> Result<Option<(G::Move, u64)>, Trouble> {
        let searcher = match self {
            Self::Searcher(searcher) => searcher,
            Self::Process(process) => {
                return process.choose(position, stop).map(|mv| mv.map(|mv| (mv, 0)));
            }
        };
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        // A bug of one player is its own loss, not the end of everybody's games.
        let search = AssertUnwindSafe(|| searcher.search(position, &limits, &mut |_| ()));
        let report =
            catch_unwind(search).map_err(|panic| Trouble::Forfeit("crash", last_words(&*panic)))?;
        // A search that was stopped may have made any move.
        if stop.is_raised() {
            return Err(Trouble::Stopped);
        }
        Ok(report.best.map(|mv| (mv, report.nodes)))
    }

    /// Hears of a move of `side`, its own or the other player's.
    pub(crate) fn hear(
        &mut self,
        mv: G::Move,
        side: Side,
        own: bool,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        match self {
            Self::Searcher(_) => Ok(()),
            Self::Process(process) => process.hear(mv, side, own, stop),
        }
    }
}

/// What a panic said.
fn last_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}
