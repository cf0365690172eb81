//! A match that is asked for in one command: the experiment file that it would be.
//!
//! Whoever wants to know which of two players is better should not have to write a file first. What
//! is asked for becomes one all the same, so that such a match is recorded, continued, reported and
//! published like any other.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::players::Engine;

/// Players who are to meet, everybody everybody else in both colours, and how.
///
/// ```
/// use yomi_harness::plan::quick_match::{Beginning, QuickMatch};
///
/// let players = ["alphabeta:depth=2", "old=alphabeta:depth=1"].map(str::to_owned);
/// let quick = QuickMatch::new(players.to_vec(), "othello".to_owned());
/// assert_eq!(quick.name(), "alphabeta-depth=2-vs-old");
/// assert!(quick.text().contains("random_plies = 8"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct QuickMatch {
    /// The players as experiment files have them, each of them perhaps behind a name and `=`.
    pub players: Vec<String>,
    /// The game as experiment files call it.
    pub game: String,
    /// The side of the board; the game's usual one if `None`.
    pub size: Option<u32>,
    /// Games of each player in each colour against each other one.
    pub games: u32,
    /// Where all randomness starts.
    pub seed: u64,
    /// Where the games begin; if `None` after eight random moves in Othello on boards that have
    /// enough of them, else at the start.
    pub beginning: Option<Beginning>,
    /// Limits of all players, as in experiment files.
    pub limits: Table,
    /// Two differences in Elo that a sequential test tells apart.
    pub sprt: Option<[f64; 2]>,
}

/// Where the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// After this number of random moves, others for every pair of games; at the start if 0.
    Random(u32),
    /// In the openings of a file.
    File(PathBuf),
}

impl QuickMatch {
    /// How many random moves are made where nobody says otherwise.
    pub const PLIES: u32 = 8;

    /// A match of a hundred games in each colour.
    #[must_use]
    pub fn new(players: Vec<String>, game: String) -> Self {
        let (limits, size) = (Table::new(), None);
        Self { players, game, size, games: 100, seed: 1, beginning: None, limits, sprt: None }
    }

    /// The players' names: the given ones; else the program of an engine, or the player's text.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| named(player).0).collect()
    }

    /// What the run is called, and its folder: players, game and limits.
    #[must_use]
    pub fn name(&self) -> String {
        const LONGEST: usize = 120;
        let players = self.names().join("-vs-");
        let game = Some(self.game.clone()).filter(|game| game != "othello");
        let size = self.size.map(|size| size.to_string());
        let limits = self.limits.iter().map(|(key, value)| format!("{key}={}", plain(value)));
        let parts: Vec<String> =
            [players].into_iter().chain(game).chain(size).chain(limits).collect();
        let is_plain = |c: char| c.is_alphanumeric() || "._=+,".contains(c);
        let words = parts.join("-");
        let words: Vec<&str> =
            words.split(|c| !is_plain(c)).filter(|word| !word.is_empty()).collect();
        // No hidden folder.
        words.join("-").trim_start_matches(['.', '-']).chars().take(LONGEST).collect()
    }

    /// The experiment file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut file = Table::new();
        let mut set = |key: &str, value: Value| file.insert(key.to_owned(), value);
        set("question", self.question().into());
        set("game", self.game.clone().into());
        if let Some(size) = self.size {
            set("size", i64::from(size).into());
        }
        set("games", i64::from(self.games).into());
        set("seed", Value::Integer(i64::try_from(self.seed).unwrap_or(i64::MAX)));
        set("charts", vec!["crosstable", "pentanomial", "differences"].into());
        if let Some([elo0, elo1]) = self.sprt {
            let test = [("elo0", elo0), ("elo1", elo1)];
            let test = Table::from_iter(test.map(|(key, elo)| (key.to_owned(), elo.into())));
            set("stop", Table::from_iter([("sprt".to_owned(), test.into())]).into());
        }
        if !self.limits.is_empty() {
            set("limits", self.limits.clone().into());
        }
        set("schedule", self.schedule().into());
        set("openings", self.openings().into());
        let players = self.players.iter().map(|player| {
            let (name, text) = named(player);
            Table::from_iter(
                [("name", name), ("text", text.to_owned())]
                    .map(|(key, value)| (key.to_owned(), Value::from(value))),
            )
        });
        set("players", players.collect::<Vec<_>>().into());
        toml::to_string(&file).expect("texts, numbers and tables")
    }

    fn question(&self) -> String {
        match &*self.names() {
            [one, other] => format!("Is {one} better than {other}?"),
            many => format!("Which of {} players is the best?", many.len()),
        }
    }

    fn schedule(&self) -> Table {
        let (key, value) = match self.players.len() {
            2 => ("pairs", vec![Value::from(self.names())].into()),
            _ => ("round_robin", true.into()),
        };
        Table::from_iter([(key.to_owned(), value)])
    }

    fn openings(&self) -> Table {
        let has_enough = self.game == "othello" && self.size.is_none_or(|size| size > 4);
        let usual = if has_enough { Self::PLIES } else { 0 };
        let (key, value) = match &self.beginning {
            Some(Beginning::File(path)) => ("file", path.to_string_lossy().into_owned().into()),
            Some(Beginning::Random(plies)) if *plies > 0 => {
                ("random_plies", i64::from(*plies).into())
            }
            None if usual > 0 => ("random_plies", i64::from(usual).into()),
            _ => ("start", true.into()),
        };
        Table::from_iter([(key.to_owned(), value)])
    }
}

/// A player's name, and its text.
fn named(player: &str) -> (String, &str) {
    match player.split_once('=') {
        Some((name, text)) if !name.contains(['(', ':']) => (name.trim().to_owned(), text.trim()),
        _ => (program(player).unwrap_or_else(|| player.trim().to_owned()), player.trim()),
    }
}

/// The program that an engine is, without its folder.
fn program(player: &str) -> Option<String> {
    let engine = Engine::parse(player).ok()?;
    let words = shlex::split(&engine.cmd)?;
    Some(Path::new(words.first()?).file_name()?.to_string_lossy().into_owned())
}

/// A value without the quotation marks of a text.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(players: &[&str]) -> QuickMatch {
        QuickMatch::new(players.iter().map(|&player| player.to_owned()).collect(), "othello".into())
    }

    #[test]
    fn names_are_given_or_found() {
        assert_eq!(named("random"), ("random".to_owned(), "random"));
        assert_eq!(named("alphabeta:depth=6").0, "alphabeta:depth=6");
        assert_eq!(named("alphabeta(depth=6)").1, "alphabeta(depth=6)");
        assert_eq!(named("a b = expert:level=3"), ("a b".to_owned(), "expert:level=3"));
        let engine = "engine(cmd=\"'./my engines/new' gtp\",protocol=gtp)";
        assert_eq!(named(engine), ("new".to_owned(), engine));
        assert_eq!(named(&format!("x={engine}")), ("x".to_owned(), engine));
    }

    #[test]
    fn folders_have_plain_names() {
        assert_eq!(quick(&["random", "alphabeta(depth=2)"]).name(), "random-vs-alphabeta-depth=2");
        assert_eq!(quick(&["../x=random", "a/b=random"]).name(), "x-vs-a-b");
        let limits = Table::from_iter([("clock".to_owned(), Value::from("1+0.5"))]);
        let go = QuickMatch { limits, size: Some(5), game: "go".into(), ..quick(&["x=a", "y=b"]) };
        assert_eq!(go.name(), "x-vs-y-go-5-clock=1+0.5");
        assert_eq!(quick(&["random"; 100]).name().len(), 120);
    }

    /// Any text of a player can stand in the file.
    #[test]
    fn it_is_toml() {
        let strange = ["a\"b'c=random", "\\\u{3}=x(y=\"\"\"z\n)"];
        let sprt = Some([0.0, 5.5]);
        let text = QuickMatch { sprt, ..quick(&strange) }.text();
        let file: Table = text.parse().unwrap();
        let players = file["players"].as_array().unwrap();
        assert_eq!(players[0]["name"].as_str(), Some("a\"b'c"));
        assert_eq!(players[1]["text"].as_str(), Some("x(y=\"\"\"z\n)"));
        assert_eq!(file["stop"]["sprt"]["elo1"].as_float(), Some(5.5));
        assert_eq!(file["schedule"]["pairs"][0][1].as_str(), Some("\\\u{3}"));
    }
}
