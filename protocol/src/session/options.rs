//! What a user can set in a session, by name: the same options whatever the dialect.

use std::time::Duration;

use super::{KINDS, PlayerChoice, Refusal, Session};

/// A thing that can be set.
pub struct OptionKind {
    /// Its name, found in any letter case.
    pub name: &'static str,
    /// Whether its value is a whole number.
    pub is_number: bool,
    /// What it does, in one line.
    pub meaning: &'static str,
    read: fn(&Session) -> String,
    write: fn(&mut Session, &str) -> Result<(), OptionError>,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("unknown option")]
    Unknown,
    /// The value is not one of those it takes.
    #[error("{0}")]
    Value(String),
}

/// All options. A limit of 0 is no limit. Where the player has no level or threads, these options
/// have no value.
pub static OPTIONS: &[OptionKind] = &[
    OptionKind {
        name: "Game",
        is_number: false,
        meaning: "the game; another one starts on its usual board",
        read: |session| session.kind.name.to_owned(),
        write: |session, value| {
            session.switch(value).map_err(|refusal| OptionError::Value(refusal.to_string()))
        },
    },
    OptionKind {
        name: "Size",
        is_number: true,
        meaning: "the lines of the board; another size starts a new game",
        read: |session| session.game.size().to_string(),
        write: |session, value| {
            let size = u32::try_from(number(value)?).unwrap_or(u32::MAX);
            if size == session.game.size() {
                return Ok(());
            }
            session.resize(size).map_err(|refusal| OptionError::Value(refusal.to_string()))
        },
    },
    OptionKind {
        name: "Player",
        is_number: false,
        meaning: "who plays, as `yomi players` lists them; `strongest` for the best there is",
        read: |session| session.choice.player.clone().unwrap_or_else(|| STRONGEST.to_owned()),
        write: |session, value| {
            let player = (!value.eq_ignore_ascii_case(STRONGEST)).then(|| value.to_owned());
            session.change_player(PlayerChoice { player, ..session.choice })
        },
    },
    OptionKind {
        name: "Level",
        is_number: true,
        meaning: "how well the player plays, if it has levels",
        read: |session| session.game.parameter("level").unwrap_or_default(),
        write: |session, value| session.set_parameter("level", value),
    },
    OptionKind {
        name: "Threads",
        is_number: true,
        meaning: "how many threads the player thinks on, if it can use several",
        read: |session| session.game.parameter("threads").unwrap_or_default(),
        write: |session, value| session.set_parameter("threads", value),
    },
    OptionKind {
        name: "Seed",
        is_number: true,
        meaning: "where the player's random numbers start",
        read: |session| session.choice.seed.to_string(),
        write: |session, value| {
            let seed = number(value)?;
            session.change_player(PlayerChoice { seed, ..session.choice.clone() })
        },
    },
    OptionKind {
        name: "Depth",
        is_number: true,
        meaning: "plies to look ahead at most, besides the player's own depth",
        read: |session| session.standing.depth.unwrap_or(0).to_string(),
        write: |session, value| {
            let depth = number(value)?;
            session.standing.depth = (depth > 0).then(|| u32::try_from(depth).unwrap_or(u32::MAX));
            Ok(())
        },
    },
    OptionKind {
        name: "MoveTime",
        is_number: true,
        meaning: "milliseconds for a move at most",
        read: |session| session.standing.time.map_or(0, |time| time.as_millis()).to_string(),
        write: |session, value| {
            let time = number(value)?;
            session.standing.time = (time > 0).then(|| Duration::from_millis(time));
            Ok(())
        },
    },
    OptionKind {
        name: "Overhead",
        is_number: true,
        meaning: "milliseconds of every limit of time that are kept back for the way to whoever \
            keeps the clock",
        read: |session| session.overhead.as_millis().to_string(),
        write: |session, value| {
            session.overhead = Duration::from_millis(number(value)?);
            Ok(())
        },
    },
];

/// The value of the option `Player` that names nobody.
const STRONGEST: &str = "strongest";

fn number(value: &str) -> Result<u64, OptionError> {
    value.parse().map_err(|_| OptionError::Value("expected a whole number, 0 or more".to_owned()))
}

impl OptionKind {
    /// Its value in a session; empty if it means nothing to the player.
    #[must_use]
    pub fn value(&self, session: &Session) -> String {
        (self.read)(session)
    }

    /// Its values, if there are only a few.
    #[must_use]
    pub fn choices(&self, session: &Session) -> Vec<String> {
        match self.name {
            "Game" => KINDS.iter().map(|kind| kind.name.to_owned()).collect(),
            "Size" => session.kind.sizes.iter().map(u32::to_string).collect(),
            _ => Vec::new(),
        }
    }
}

impl Session {
    /// Sets the option `name`; the game and its history stay.
    ///
    /// # Errors
    /// If there is no such option, or it does not take this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let mut options = OPTIONS.iter();
        let option = options
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or(OptionError::Unknown)?;
        (option.write)(self, value.trim())
    }

    /// Changes a parameter of the player.
    fn set_parameter(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let number = number(value)?.to_string();
        let player = self
            .game
            .with_parameter(key, &number)
            .map_err(|error| OptionError::Value(error.problem))?;
        self.change_player(PlayerChoice { player: Some(player), ..self.choice })
    }

    /// Gives the choice to another player in the middle of the game.
    fn change_player(&mut self, choice: PlayerChoice) -> Result<(), OptionError> {
        self.game.set_player(&choice).map_err(|error| OptionError::Value(error.to_string()))?;
        if self.ready
            && let Err(refusal) = self.game.prepare()
        {
            // The old player was accepted before.
            let _ = self.game.set_player(&self.choice);
            return Err(OptionError::Value(refusal.to_string()));
        }
        self.choice = choice;
        Ok(())
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        Self::Unreadable(error.to_string())
    }
}
