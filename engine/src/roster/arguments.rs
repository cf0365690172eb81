//! Parameters as players declare them, and the values given to them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::evaluators::Playable;
use super::syntax::{Argument, Call, RosterError, suggestion};
use super::{Recipe, catalogue};

/// What a player can be told.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key in the player text.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// The values of a parameter, with the default.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number from `least` to `most`.
    Integer {
        /// The smallest value allowed.
        least: i64,
        /// The largest value allowed.
        most: i64,
        /// The value when none is given.
        default: i64,
    },
    /// A real number from `least` to `most`.
    Real {
        /// The smallest value allowed.
        least: f64,
        /// The largest value allowed.
        most: f64,
        /// The value when none is given.
        default: f64,
    },
    /// One of a few words; the first is the default.
    Choice(&'static [&'static str]),
    /// The name of an evaluator, with parameters of its own.
    Evaluator {
        /// The evaluator when none is given; if empty, the first of the game's.
        default: &'static str,
    },
    /// Another player.
    Player {
        /// The player when none is given.
        default: &'static str,
    },
}

impl Kind {
    /// The values it takes, for lists and messages: `1 to 30`, `first | last`.
    #[must_use]
    pub fn range(&self) -> String {
        match self {
            Self::Integer { least, most, .. } => format!("{least} to {most}"),
            Self::Real { least, most, .. } => format!("{least} to {most}, fractions allowed"),
            Self::Choice(words) => words.join(" | "),
            Self::Evaluator { .. } => "an evaluator".to_owned(),
            Self::Player { .. } => "a player".to_owned(),
        }
    }

    /// The value when none is given, as text; none for an evaluator that the game chooses.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            Self::Integer { default, .. } => default.to_string(),
            Self::Real { default, .. } => default.to_string(),
            Self::Choice(words) => words[0].to_owned(),
            Self::Evaluator { default } | Self::Player { default } => (*default).to_owned(),
        }
    }
}

/// The arguments of a call, matched with the parameters of what it names.
pub(super) struct Arguments<'a> {
    call: &'a Call,
    parameters: &'static [Parameter],
}

impl<'a> Arguments<'a> {
    /// Checks that every key is a parameter and given once.
    pub(super) fn new(
        call: &'a Call,
        parameters: &'static [Parameter],
    ) -> Result<Self, RosterError> {
        for (place, Argument { key, column, .. }) in call.arguments.iter().enumerate() {
            let error = |problem| Err(RosterError { column: *column, problem });
            if !parameters.iter().any(|parameter| parameter.name == key) {
                let names = parameters.iter().map(|parameter| parameter.name);
                let known: Vec<&str> = names.clone().collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let near = suggestion(key, names);
                let name = &call.name;
                return error(format!("`{name}` has no parameter `{key}` (it has {known}){near}"));
            }
            if call.arguments[..place].iter().any(|earlier| earlier.key == *key) {
                return error(format!("`{key}` is given twice"));
            }
        }
        Ok(Self { call, parameters })
    }

    fn parameter(&self, name: &str) -> Parameter {
        *self
            .parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .expect("builders ask for declared names")
    }

    /// Whether the text gives this parameter.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    fn given(&self, name: &str) -> Option<&'a Call> {
        self.call
            .arguments
            .iter()
            .find(|argument| argument.key == name)
            .map(|argument| &argument.value)
    }

    /// The value of an integer parameter.
    pub(super) fn integer(&self, name: &str) -> Result<i64, RosterError> {
        let Kind::Integer { least, most, default } = self.parameter(name).kind else {
            unreachable!("{name} is declared as an integer")
        };
        self.number(name, least..=most, default)
    }

    /// The value of a real parameter.
    pub(super) fn real(&self, name: &str) -> Result<f64, RosterError> {
        let Kind::Real { least, most, default } = self.parameter(name).kind else {
            unreachable!("{name} is declared as a real number")
        };
        self.number(name, least..=most, default)
    }

    fn number<N>(&self, name: &str, range: RangeInclusive<N>, default: N) -> Result<N, RosterError>
    where
        N: FromStr + PartialOrd + Display,
    {
        let Some(value) = self.given(name) else { return Ok(default) };
        let number = value.name.parse().ok().filter(|number| range.contains(number));
        number.filter(|_| value.arguments.is_empty()).ok_or_else(|| RosterError {
            column: value.column,
            problem: format!(
                "expected {name} from {} to {}, found `{value}`",
                range.start(),
                range.end()
            ),
        })
    }

    /// The place of the chosen word among those of a choice parameter.
    pub(super) fn choice(&self, name: &str) -> Result<usize, RosterError> {
        let Kind::Choice(words) = self.parameter(name).kind else {
            unreachable!("{name} is declared as a choice")
        };
        let Some(value) = self.given(name) else { return Ok(0) };
        let text = value.to_string();
        words.iter().position(|&word| word == text).ok_or_else(|| RosterError {
            column: value.column,
            problem: format!(
                "expected {name} to be {}, found `{text}`{}",
                words.join(" or "),
                suggestion(&text, words.iter().copied())
            ),
        })
    }

    /// The evaluator given, or the default.
    pub(super) fn evaluator<G: Playable>(&self, name: &str) -> Result<G::Evaluator, RosterError> {
        match (self.given(name), self.parameter(name).kind) {
            (Some(call), _) => catalogue::evaluator::<G>(call),
            (None, Kind::Evaluator { default }) => {
                catalogue::evaluator::<G>(&Self::default_call(default))
            }
            (None, _) => unreachable!("{name} is declared as an evaluator"),
        }
    }

    /// The other player given, or the default.
    pub(super) fn player<G: Playable>(&self, name: &str) -> Result<Recipe<G>, RosterError> {
        match (self.given(name), self.parameter(name).kind) {
            (Some(call), _) => catalogue::build(call),
            (None, Kind::Player { default }) => catalogue::build(&Self::default_call(default)),
            (None, _) => unreachable!("{name} is declared as a player"),
        }
    }

    fn default_call(text: &str) -> Call {
        Call { name: text.to_owned(), column: 1, arguments: Vec::new() }
    }
}
