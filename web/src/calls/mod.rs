//! Questions that UGI has no words for, by name. Arguments come as a JSON array, answers go as
//! JSON:
//!
//! - `bench()`: version and bench signature of this build;
//! - `players(game, size)`: who plays it, and what judges it, with their parameters;
//! - `load(text, file name?)`: the games of a file; `save(game, format)`: a game as a file;
//! - `openingName(start?, moves)`: what its beginning is called;
//! - `review(game, {level})`: what each move lost, as `yomi report` has it;
//! - `rerun({experiment, seed, games, variant})`: a table of the lab played again;
//! - `explain(position, players, {seed, most, expand, rounds})`: searches drawn.
//!
//! Games go over as [`Game`].

mod bench;
mod explain;
mod games;
mod players;
mod rerun;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use games::Game;

/// The answer to a question by name, or what is wrong with it. `progress` hears what is known
/// meanwhile.
///
/// # Errors
/// What is wrong with the question.
pub fn answer(
    name: &str,
    arguments: &str,
    progress: &mut dyn FnMut(String),
) -> Result<String, String> {
    let arguments: Vec<Value> =
        serde_json::from_str(arguments).map_err(|error| format!("{name}: {error}"))?;
    let arguments = Arguments { name, arguments };
    match name {
        "bench" => json(&bench::bench()?),
        "players" => json(&players::players(&arguments.at::<String>(0)?, arguments.at(1)?)?),
        "load" => json(&games::load(arguments.at(0)?, arguments.at(1)?)),
        "save" => json(&games::save(&arguments.at(0)?, &arguments.at::<String>(1)?)?),
        "openingName" => json(&games::opening_name(arguments.at(0)?, arguments.at(1)?)?),
        "rerun" => rerun::rerun(arguments.at(0)?, progress),
        "review" => games::review(&arguments.at(0)?, &arguments.at(1)?, progress),
        "explain" => explain::explain(
            &arguments.at::<String>(0)?,
            &arguments.at::<Vec<String>>(1)?,
            arguments.at(2)?,
        ),
        _ => Err(format!("there is no call {}", name.escape_debug())),
    }
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// The arguments of a call; those left out are null.
struct Arguments<'a> {
    name: &'a str,
    arguments: Vec<Value>,
}

impl Arguments<'_> {
    fn at<T: DeserializeOwned>(&self, place: usize) -> Result<T, String> {
        let value = self.arguments.get(place).cloned().unwrap_or(Value::Null);
        serde_json::from_value(value)
            .map_err(|error| format!("{}, argument {}: {error}", self.name, place + 1))
    }
}
