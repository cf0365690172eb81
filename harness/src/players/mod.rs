//! Who plays: a player of this program, or any other program that speaks GTP, UGI or the NBoard
//! protocol; and within which limits.

mod dialect;
mod engine;
mod files;
mod keeper;
mod limits;
mod process;
mod programs;
mod reason;
mod seat;

use std::fmt;
use std::path::PathBuf;

use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::search::Searcher;

pub use engine::{Engine, Protocol};
pub use limits::{PlayerLimits, TimeControl, TimeControlKind};
pub use programs::Programs;
pub(crate) use programs::{NewGame, beginning, name};
pub(crate) use reason::Reason;
pub(crate) use seat::{Seat, Trouble};

use crate::games::LabGame;

/// A player in an experiment.
#[derive(Clone, Debug)]
pub struct Contender<G: LabGame> {
    kind: Kind<G>,
    control: Option<TimeControl>,
}

/// What plays.
#[derive(Clone, Debug)]
enum Kind<G: LabGame> {
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
        let kind = if text.trim_start().starts_with("engine(") {
            Kind::Process(Engine::parse(text)?)
        } else {
            Kind::InProcess(Player::parse(text).map_err(|error| error.to_string())?)
        };
        Ok(Self { kind, control: None })
    }

    /// The same player within limits, which replace those of its own parameters.
    ///
    /// # Errors
    /// A limit that the player or its protocol does not know.
    pub fn within(self, limits: &PlayerLimits) -> Result<Self, String> {
        let kind = match self.kind {
            Kind::InProcess(player) => Kind::InProcess(bounded(player, limits)?),
            Kind::Process(engine) => Kind::Process(engine.within(limits)?),
        };
        Ok(Self { kind, control: limits.control })
    }

    /// The file that it is, if it is another program, under the name that its command has for it;
    /// `None` where the command does not name any.
    #[must_use]
    pub fn file(&self) -> Option<(String, PathBuf)> {
        match &self.kind {
            Kind::InProcess(_) => None,
            Kind::Process(engine) => files::of_command(&engine.cmd),
        }
    }

    /// The referee's clock, if it has one.
    #[must_use]
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Whether it is another program.
    #[must_use]
    pub fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Process(_))
    }

    /// Whether games can start in any position: not where a protocol only has words for moves.
    #[must_use]
    pub fn takes_positions(&self) -> bool {
        !matches!(&self.kind, Kind::Process(engine) if engine.protocol != Protocol::NBoard)
    }

    /// Whether equal streams give equal moves: not where a clock decides. It is not known of other
    /// programs.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        let repeatable = matches!(&self.kind, Kind::InProcess(player) if player.is_repeatable());
        repeatable && self.control.is_none()
    }

    /// Whether the player always makes the same move in the same game that begins with `empties`
    /// empty squares. It is not known of other programs.
    #[must_use]
    pub fn is_deterministic(&self, empties: u32) -> bool {
        let deterministic =
            matches!(&self.kind, Kind::InProcess(player) if player.is_deterministic(empties));
        deterministic && self.control.is_none()
    }

    /// Whether the player draws random numbers, others in every game, if that begins with `empties`
    /// empty squares: one that solves the end may do so wherever its clock runs out. Of other
    /// programs it is not known.
    #[must_use]
    pub fn draws(&self, empties: u32) -> bool {
        let empties = if self.control.is_some() { u32::MAX } else { empties };
        matches!(&self.kind, Kind::InProcess(player) if player.draws(empties))
    }

    /// The player as a searcher.
    ///
    /// # Errors
    /// When there is no memory for its table, or it is another program.
    pub fn searcher(&self, random: Random) -> Result<Box<dyn Searcher<G>>, String> {
        match &self.kind {
            Kind::InProcess(player) => {
                player.try_searcher(random).map_err(|error| format!("{player}: {error}"))
            }
            Kind::Process(engine) => Err(format!("{engine}: searches no positions")),
        }
    }

    /// The value of an own parameter of a player of the roster.
    #[must_use]
    pub fn parameter(&self, key: &str) -> Option<String> {
        match &self.kind {
            Kind::InProcess(player) => player.parameter(key),
            Kind::Process(_) => None,
        }
    }
}

/// A player of the roster with the limits that are parameters of its own.
fn bounded<G: LabGame>(player: Player<G>, limits: &PlayerLimits) -> Result<Player<G>, String> {
    let time = limits.control.and_then(|control| match control.kind {
        TimeControlKind::Move(time) => Some(time),
        // A player without a depth is to go as deep as its clock allows.
        TimeControlKind::Game(main, _) => player.parameter("time").map(|_| main),
    });
    let time = time.map(|time| time.as_millis().max(1).to_string());
    let given = [
        ("depth", limits.depth.map(|depth| depth.to_string())),
        ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("level", limits.level.map(|level| level.to_string())),
        ("time", time),
    ];
    given.into_iter().try_fold(player, |player, (key, value)| match value {
        Some(value) => player.with_parameter(key, &value).map_err(|error| error.problem),
        None => Ok(player),
    })
}

impl<G: LabGame> fmt::Display for Contender<G> {
    /// The player's text, and the referee's clock if it has one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::InProcess(player) => player.fmt(f)?,
            Kind::Process(engine) => engine.fmt(f)?,
        }
        match self.control {
            Some(control) => write!(f, " [{control}]"),
            None => Ok(()),
        }
    }
}
