//! What a user can set in a session, by name: the same options whatever the dialect.

use std::ops::RangeInclusive;
use std::time::Duration;

use yomi_engine::roster::Kind;

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

/// All options. A limit of 0 is no limit. Where the player has no level, threads or table, these
/// options have no value.
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
        is_number: false,
        meaning: "how well the player plays at most, if it has levels; `off` to leave it out",
        read: |session| match session.range_of("level") {
            Some(_) => session.game.given("level").unwrap_or_else(|| OFF.to_owned()),
            None => String::new(),
        },
        write: |session, value| session.set_parameter("level", value, |choice| &mut choice.level),
    },
    OptionKind {
        name: "Threads",
        is_number: true,
        meaning: "how many threads the player thinks on, if it can use several",
        read: |session| session.number_of("threads"),
        write: |session, value| {
            session.set_parameter("threads", value, |choice| &mut choice.threads)
        },
    },
    OptionKind {
        name: "Hash",
        is_number: true,
        meaning: "MiB of the player's transposition table, if it has one",
        read: |session| session.number_of("table"),
        write: |session, value| session.set_parameter("table", value, |choice| &mut choice.table),
    },
    OptionKind {
        name: "OwnBook",
        is_number: false,
        meaning: "whether the player answers from its opening book, if it has one",
        read: |session| match session.game.declared("book") {
            Some(_) => (session.game.given("book").as_deref() == Some("on")).to_string(),
            None => String::new(),
        },
        write: |session, value| {
            let own = value.to_ascii_lowercase().parse();
            session.set_own_book(
                own.map_err(|_| OptionError::Value("expected true or false".to_owned()))?,
            )
        },
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

/// The value of a parameter that is left out, which need not mean its usual value: without a level
/// the expert plays as well as its limits allow.
const OFF: &str = "off";

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
            "Level" => {
                let levels = session.range_of("level").into_iter().flatten();
                [OFF.to_owned()].into_iter().chain(levels.map(|level| level.to_string())).collect()
            }
            "OwnBook" => ["false", "true"].map(str::to_owned).into(),
            _ => Vec::new(),
        }
    }

    /// The least and the greatest of its values, if they are numbers; there is room for the
    /// greatest in any frontend.
    #[must_use]
    pub fn range(&self, session: &Session) -> RangeInclusive<i64> {
        let declared = match self.name {
            "Threads" => session.range_of("threads"),
            "Hash" => session.range_of("table"),
            _ => None,
        };
        declared.unwrap_or(0..=i64::from(i32::MAX))
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
        let value = value.trim();
        // Frontends send back what they were told, which must not make a choice of it.
        if !value.is_empty() && option.value(self) == value {
            return Ok(());
        }
        (option.write)(self, value)
    }

    /// Lets the strongest player do without its opening book until the option `OwnBook` is set; a
    /// player that was named is left as it is.
    pub fn leave_book(&mut self) {
        if self.choice.player.is_none() {
            // The player was built before, and needs no more memory without its book.
            let _ = self.set_own_book(false);
        }
    }

    /// Lets the player answer from its opening book or not. Nobody becomes a named player by it.
    fn set_own_book(&mut self, own: bool) -> Result<(), OptionError> {
        if self.choice.player.is_none() {
            let choice = PlayerChoice { without_book: !own, ..self.choice.clone() };
            return self.change_player(choice);
        }
        let player = self
            .game
            .with_parameter("book", own.then_some("on"))
            .map_err(|error| OptionError::Value(error.problem))?;
        self.change_player(PlayerChoice { player: Some(player), ..self.choice })
    }

    /// The value of a parameter of the player, the usual one if none is given; empty if it has no
    /// such parameter.
    fn number_of(&self, key: &str) -> String {
        let usual = self.game.declared(key).map(|parameter| parameter.kind.default_text());
        self.game.given(key).or(usual).unwrap_or_default()
    }

    /// The whole numbers that a parameter of the player takes, if it has this one.
    fn range_of(&self, key: &str) -> Option<RangeInclusive<i64>> {
        match self.game.declared(key)?.kind {
            Kind::Integer { least, most, .. } => Some(least..=most),
            _ => None,
        }
    }

    /// Changes a parameter of the player, or leaves it out. Nobody becomes a named player by it:
    /// then it is set `in_choice`.
    fn set_parameter(
        &mut self,
        key: &str,
        value: &str,
        in_choice: fn(&mut PlayerChoice) -> &mut Option<u64>,
    ) -> Result<(), OptionError> {
        let left_out = value.eq_ignore_ascii_case(OFF) && self.game.declared(key).is_some();
        let number = if left_out { None } else { Some(number(value)?) };
        let player = self
            .game
            .with_parameter(key, number.map(|number| number.to_string()).as_deref())
            .map_err(|error| OptionError::Value(error.problem))?;
        let mut choice = self.choice.clone();
        match &mut choice.player {
            Some(named) => *named = player,
            None => *in_choice(&mut choice) = number,
        }
        self.change_player(choice)
    }

    /// Gives the choice to another player in the middle of the game.
    fn change_player(&mut self, choice: PlayerChoice) -> Result<(), OptionError> {
        let set = self.game.set_player(&choice, self.ready);
        set.map_err(|refusal| OptionError::Value(refusal.to_string()))?;
        self.choice = choice;
        Ok(())
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_sent_back_change_nothing() {
        let mut session = Session::new(&KINDS[0], None, PlayerChoice::default()).unwrap();
        session.play(None, "f5").unwrap();
        for option in OPTIONS {
            let value = option.value(&session);
            assert_eq!(session.set_option(option.name, &value), Ok(()), "{}", option.name);
            let choices = option.choices(&session);
            assert!(choices.is_empty() || choices.contains(&value));
        }
        assert_eq!((session.choice.clone(), session.game.turns()), (PlayerChoice::default(), 1));
        // Nobody has named a player, so another one comes with another board.
        assert_eq!(session.set_option("Size", "6"), Ok(()));
    }

    /// They are not the player's, so whoever plays on another board or another game has them, too.
    #[test]
    fn level_and_threads_go_along() {
        let mut session = Session::new(&KINDS[0], None, PlayerChoice::default()).unwrap();
        let mut set = |settings: &[[&str; 2]]| {
            for [name, value] in settings {
                assert_eq!(session.set_option(name, value), Ok(()), "{name} {value}");
            }
            ["level", "threads"].map(|key| session.game.given(key))
        };
        let told = |value: &str| Some(value.to_owned());
        assert_eq!(set(&[["Level", "5"], ["Threads", "2"]]), [told("5"), told("2")]);
        assert_eq!(set(&[["Size", "6"]]), [None, None]);
        assert_eq!(set(&[["Game", "Go"]]), [None, told("2")]);
        assert_eq!(set(&[["Threads", "1"], ["Game", "Othello"]]), [told("5"), told("1")]);
        assert_eq!(set(&[["Level", "off"], ["Size", "10"], ["Size", "8"]]), [None, told("1")]);
        assert_eq!(set(&[["Player", "random"], ["Player", "strongest"]]), [None, told("1")]);
    }
}
