//! Every player by name: `negascout(depth=6,eval=tutorial)` becomes a [`Player`].
//!
//! `syntax` reads the text, `catalogue` lists the players with their parameters and builds them,
//! `parameters` has those that several share, `evaluators` says which evaluators a game offers. The
//! lists that `yomi players` prints, the checks of every parameter and the players themselves come
//! from the same tables.

mod arguments;
mod catalogue;
mod evaluators;
mod expert;
mod parameters;
mod syntax;
mod tutorial;

use std::fmt;
use std::sync::Arc;

pub use arguments::{Kind, Parameter};
pub use catalogue::{Entry, players};
pub use evaluators::{EvaluatorEntry, NamedEvaluator, Playable};
pub use syntax::{RosterError, suggestion};

#[cfg(all(debug_assertions, not(test)))]
use crate::games::{
    go::Go,
    othello::{Othello4, Othello6, Othello8, Othello10},
    tictactoe::TicTacToe,
};
use crate::random::Random;
use crate::search::{NoMemory, Searcher};

/// A player of game `G`: a checked recipe from which searchers are built, one for each game or
/// thread.
#[derive(Clone)]
pub struct Player<G: Playable> {
    text: String,
    recipe: Recipe<G>,
    repeatable: bool,
    drawn_above: Option<u32>,
}

/// Builds a searcher that draws from the given stream.
type Recipe<G> = Arc<dyn Fn(Random) -> Result<Box<dyn Searcher<G>>, NoMemory> + Send + Sync>;

impl<G: Playable> Player<G> {
    /// Reads a player text: a name and, in brackets, `key=value` parameters whose values may be
    /// calls again, `alphabeta(depth=6,eval=tutorial(corner=20))`; `name:key=value,…` says the
    /// same.
    ///
    /// # Errors
    /// An unknown name or parameter, a value out of range or a missing bracket, with its column and
    /// what was expected.
    ///
    /// ```
    /// use yomi_engine::games::othello::Othello8;
    /// use yomi_engine::limits::Limits;
    /// use yomi_engine::random::Random;
    /// use yomi_engine::roster::Player;
    ///
    /// let player = Player::<Othello8>::parse("alphabeta(depth=4,eval=mobility)")?;
    /// let mut searcher = player.searcher(Random::from_seed(1));
    /// let report = searcher.search(&Othello8::default(), &Limits::default(), &mut |_| ());
    /// println!("{} after {} nodes", report.best.expect("a move"), report.nodes);
    ///
    /// let error = Player::<Othello8>::parse("alphabeta(dept=4)").expect_err("a wrong name");
    /// assert!(error.to_string().ends_with("did you mean `depth`?"));
    /// # Ok::<(), yomi_engine::roster::RosterError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RosterError> {
        let call = syntax::parse(text)?;
        let recipe = catalogue::build(&call)?;
        let repeatable = catalogue::is_repeatable(&call);
        let drawn_above = catalogue::drawn_above(&call);
        Ok(Self { text: call.to_string(), recipe, repeatable, drawn_above })
    }

    /// What the player can be told by its parameter `key`; `None` if it has no such parameter.
    #[must_use]
    pub fn declared(&self, key: &str) -> Option<Parameter> {
        let call = syntax::parse(&self.text).ok()?;
        let entry = players::<G>().into_iter().find(|entry| entry.name == call.name)?;
        entry.parameters.iter().find(|parameter| parameter.name == key).copied()
    }

    /// The value that the player's text gives the parameter `key`, if it gives one.
    #[must_use]
    pub fn given(&self, key: &str) -> Option<String> {
        let call = syntax::parse(&self.text).ok()?;
        let given = call.arguments.iter().find(|argument| argument.key == key);
        given.map(|argument| argument.value.to_string())
    }

    /// The value of the player's parameter `key`, given or not; `None` if it has no such parameter.
    #[must_use]
    pub fn parameter(&self, key: &str) -> Option<String> {
        let declared = self.declared(key)?;
        let usual = || match declared.kind {
            Kind::Evaluator { default: "" } => G::evaluators()[0].name.to_owned(),
            kind => kind.default_text(),
        };
        Some(self.given(key).unwrap_or_else(usual))
    }

    /// The same player with another value of the parameter `key`.
    ///
    /// # Errors
    /// If it has no such parameter, or that does not take this value.
    pub fn with_parameter(&self, key: &str, value: &str) -> Result<Self, RosterError> {
        let mut call = syntax::parse(&self.text)?;
        call.arguments.retain(|argument| argument.key != key);
        let (value, column) = (syntax::parse(value)?, call.column);
        call.arguments.push(syntax::Argument { key: key.to_owned(), column, value });
        Self::parse(&call.to_string())
    }

    /// The same player with the parameter `key` left out.
    ///
    /// # Errors
    /// If its text cannot be read without it.
    pub fn without_parameter(&self, key: &str) -> Result<Self, RosterError> {
        let mut call = syntax::parse(&self.text)?;
        call.arguments.retain(|argument| argument.key != key);
        Self::parse(&call.to_string())
    }

    /// Whether equal streams give equal moves: not where a clock or a race between threads decides.
    /// Limits of time that a search is given do not count.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.repeatable
    }

    /// Whether the player always makes the same move in the same game, whatever its stream, as long
    /// as no more than `empties` squares are empty: nothing it does is drawn, and neither a clock
    /// nor a race between threads decides. Limits that a search is given do not count.
    #[must_use]
    pub fn is_deterministic(&self, empties: u32) -> bool {
        self.repeatable && !self.draws(empties)
    }

    /// Whether the player may draw random numbers where `empties` squares are empty. One that does
    /// not and still is not [deterministic](Self::is_deterministic) leaves its moves to a
    /// clock or to a race between threads.
    #[must_use]
    pub fn draws(&self, empties: u32) -> bool {
        self.drawn_above.is_some_and(|least| empties > least)
    }

    /// A fresh searcher. Two built from equal streams make the same moves if the player
    /// [is repeatable](Self::is_repeatable) and their searches are not limited by time or stopped.
    ///
    /// # Panics
    /// When there is no memory for its table: programs that take players from users build the first
    /// with [`try_searcher`](Self::try_searcher).
    #[must_use]
    pub fn searcher(&self, random: Random) -> Box<dyn Searcher<G>> {
        self.try_searcher(random).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// The same, or why there cannot be one.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn try_searcher(&self, random: Random) -> Result<Box<dyn Searcher<G>>, NoMemory> {
        (self.recipe)(random)
    }
}

/// The players of every game, compiled once: in builds for tests crates share what is compiled, but
/// each would compile all searchers of every game that it names players of if none had before.
#[cfg(all(debug_assertions, not(test)))]
#[used]
static COMPILED: Readers =
    (Player::parse, Player::parse, Player::parse, Player::parse, Player::parse, Player::parse);

#[cfg(all(debug_assertions, not(test)))]
type Readers = (
    Reader<Othello4>,
    Reader<Othello6>,
    Reader<Othello8>,
    Reader<Othello10>,
    Reader<TicTacToe>,
    Reader<Go>,
);

#[cfg(all(debug_assertions, not(test)))]
type Reader<G> = fn(&str) -> Result<Player<G>, RosterError>;

/// The strongest player of a game, [`Playable::STRONGEST`]: what programs play with when nobody
/// names a player.
#[must_use]
pub fn strongest<G: Playable>() -> Player<G> {
    Player::parse(G::STRONGEST).expect("the name is tested")
}

impl<G: Playable> fmt::Display for Player<G> {
    /// The text the player was read from, in brackets, without blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({})", self.text)
    }
}
