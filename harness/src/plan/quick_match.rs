//! A match that is asked for in one command: the experiment file that it would be.
//!
//! Whoever wants to know which of two players is better should not have to write a file first. What
//! is asked for becomes one all the same, so that such a match is recorded, continued, reported and
//! published like any other.

use std::path::Path;

use toml::{Table, Value};

use crate::digest;
use crate::players::Engine;

/// Players who are to meet, everybody everybody else in both colours, and how.
///
/// ```
/// use yomi_harness::plan::quick_match::{QuickMatch, QuickPlayer};
///
/// let players = ["alphabeta:depth=2", "old=gtp:./engine --quiet"].map(QuickPlayer::read);
/// let quick = QuickMatch::new(players.to_vec(), "othello");
/// assert_eq!(quick.name(), "alphabeta-depth=2-vs-old");
/// assert!(quick.text().contains("random_plies = 8"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct QuickMatch {
    /// The players.
    pub players: Vec<QuickPlayer>,
    /// The game as experiment files call it.
    pub game: String,
    /// The side of the board; the game's usual one if `None`.
    pub size: Option<u32>,
    /// Games of each player in each colour against each other one; if `None` a hundred, or one from
    /// each opening of a list, and if a sequential test ends the match as many as it may need.
    pub games: Option<u32>,
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
    /// In openings of a file, moves or positions in OBF.
    Listed {
        /// The file's name without its ending.
        name: String,
        /// The openings.
        openings: Vec<String>,
    },
}

impl Beginning {
    /// The openings of a text, one a line; `#` and `%` begin comments.
    #[must_use]
    pub fn listed(path: &Path, text: &str) -> Self {
        let lines = text.trim_start_matches('\u{feff}').lines();
        let lines = lines.map(|line| line.split(['#', '%']).next().unwrap_or_default().trim());
        let openings = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self::Listed { name, openings }
    }
}

/// A player and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickPlayer {
    /// Its name: the given one, else the program of an engine, or its text.
    pub name: String,
    /// Its text as experiment files have it.
    pub text: String,
}

impl QuickPlayer {
    /// Reads `PLAYER` or `NAME=PLAYER`, where a player may also be the command of another program
    /// behind its protocol: `gtp:./engine --quiet`.
    #[must_use]
    pub fn read(word: &str) -> Self {
        let (name, text) = named(word);
        let text = command(text).unwrap_or_else(|| text.to_owned());
        let name = name.map(str::to_owned);
        let name = name.or_else(|| program(&text)).unwrap_or_else(|| text.clone());
        Self { name, text }
    }

    /// Whether a word is the command of another program with a double quotation mark in it, for
    /// which texts of players have no place.
    #[must_use]
    pub fn is_misquoted(word: &str) -> bool {
        word.contains('"') && command(named(word).1).is_some()
    }

    /// Whether it, or a player inside it, has a time for each move.
    #[must_use]
    pub fn takes_time(&self) -> bool {
        let mut own = self.text.split(['(', ')', ',', ':']).filter_map(|own| own.split_once('='));
        own.any(|(key, value)| key.trim() == "time" && value.trim().parse() != Ok(0.0))
    }

    /// Whether its text sets a limit of its own.
    #[must_use]
    pub fn sets(&self, limit: &str) -> bool {
        if let Ok(engine) = Engine::parse(&self.text) {
            return match limit {
                "depth" => engine.depth.is_some(),
                "nodes" => engine.nodes.is_some(),
                "level" => engine.level.is_some(),
                "time" => engine.time.is_some(),
                _ => false,
            };
        }
        let Some((_, arguments)) = self.text.split_once(['(', ':']) else { return false };
        let (mut depth, mut start) = (0_i32, 0);
        let mut own = Vec::new();
        for (place, c) in arguments.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    own.push(&arguments[start..place]);
                    start = place + 1;
                }
                _ => {}
            }
        }
        own.push(&arguments[start..]);
        own.iter().filter_map(|own| own.split_once('=')).any(|(key, _)| key.trim() == limit)
    }
}

impl QuickMatch {
    /// How many random moves are made where nobody says otherwise.
    pub const PLIES: u32 = 8;

    /// A match without limits.
    #[must_use]
    pub fn new(players: Vec<QuickPlayer>, game: &str) -> Self {
        let (games, beginning, sprt, size) = (None, None, None, None);
        // It has two names.
        let game = if game == "tic-tac-toe" { "tictactoe" } else { game }.to_owned();
        Self { players, game, size, games, seed: 1, beginning, limits: Table::new(), sprt }
    }

    /// What the run is called, and its folder: all that makes it another match.
    #[must_use]
    pub fn name(&self) -> String {
        const LONGEST: usize = 100;
        let players: Vec<&str> = self.players.iter().map(|player| &*player.name).collect();
        let players = plain(&players.join("-vs-"));
        let mut rest = Vec::new();
        rest.extend(Some(self.game.clone()).filter(|game| game != "othello"));
        rest.extend(
            self.size.filter(|size| Some(*size) != self.usual_size()).map(|n| n.to_string()),
        );
        rest.extend(match &self.beginning {
            Some(Beginning::Random(plies)) => Some(format!("plies={plies}")),
            Some(Beginning::Listed { name, .. }) => Some(name.clone()),
            None => None,
        });
        rest.extend(self.limits.iter().map(|(key, value)| format!("{key}={}", told(value))));
        rest.extend(self.sprt.map(|[elo0, elo1]| format!("sprt={elo0},{elo1}")));
        rest.extend(Some(self.seed).filter(|&seed| seed != 1).map(|seed| format!("seed={seed}")));
        let rest = plain(&rest.join("-"));
        let whole = [&*players, &*rest].join("-");
        match whole.trim_matches('-') {
            short if short.len() <= LONGEST => short.to_owned(),
            // Other players with the same beginning are another match.
            long => {
                let digest = digest::of(long);
                format!("{}-{}", cut(long, LONGEST), &digest[..8])
            }
        }
    }

    fn usual_size(&self) -> Option<u32> {
        match &*self.game {
            "othello" => Some(8),
            "go" => Some(9),
            "tictactoe" => Some(3),
            _ => None,
        }
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
        set("games", i64::from(self.all_games()).into());
        set("seed", Value::Integer(i64::try_from(self.seed).unwrap_or(i64::MAX)));
        let chart = if self.players.len() == 2 { "pentanomial" } else { "crosstable" };
        set("charts", vec![chart].into());
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
        let players = self.players.iter().map(|QuickPlayer { name, text }| {
            Table::from_iter(
                [("name", name), ("text", text)]
                    .map(|(key, value)| (key.to_owned(), Value::from(value.clone()))),
            )
        });
        set("players", players.collect::<Vec<_>>().into());
        toml::to_string(&file).expect("texts, numbers and tables")
    }

    /// The games in each colour.
    fn all_games(&self) -> u32 {
        let usual = match (&self.beginning, self.sprt) {
            (Some(Beginning::Listed { openings, .. }), _) => openings.len().max(1) as u32,
            (_, Some(_)) => 10_000,
            (_, None) => 100,
        };
        self.games.unwrap_or(usual)
    }

    fn question(&self) -> String {
        let limits: Vec<String> =
            self.limits.iter().map(|(key, value)| format!("{key} {}", told(value))).collect();
        let with = if limits.is_empty() { "" } else { " with " };
        let within = format!("{with}{}", limits.join(", "));
        match &*self.players {
            [one, other] => format!("Is {} better than {}{within}?", one.name, other.name),
            many => format!("Which of {} players is the best{within}?", many.len()),
        }
    }

    fn schedule(&self) -> Table {
        let names = self.players.iter().map(|player| Value::from(player.name.clone()));
        let (key, value) = match self.players.len() {
            2 => ("pairs", vec![Value::from(names.collect::<Vec<_>>())].into()),
            _ => ("round_robin", true.into()),
        };
        Table::from_iter([(key.to_owned(), value)])
    }

    fn openings(&self) -> Table {
        let has_enough = self.game == "othello" && self.size.is_none_or(|size| size > 4);
        let usual = if has_enough { Self::PLIES } else { 0 };
        let (key, value) = match &self.beginning {
            Some(Beginning::Listed { openings, .. }) => ("list", openings.clone().into()),
            Some(Beginning::Random(plies)) if *plies > 0 => {
                ("random_plies", i64::from(*plies).into())
            }
            None if usual > 0 => ("random_plies", i64::from(usual).into()),
            _ => ("start", true.into()),
        };
        Table::from_iter([(key.to_owned(), value)])
    }
}

/// The name and the player of a word.
fn named(word: &str) -> (Option<&str>, &str) {
    match word.split_once('=') {
        Some((name, text)) if !name.contains(['(', ':']) => (Some(name.trim()), text.trim()),
        _ => (None, word.trim()),
    }
}

/// A program that is named by its protocol and its command, as experiment files have it.
fn command(text: &str) -> Option<String> {
    let (protocol, command) = text.split_once(':')?;
    let is_one = ["gtp", "nboard", "ugi"].contains(&protocol);
    is_one.then(|| format!("engine(cmd=\"{command}\",protocol={protocol})"))
}

/// The program that an engine is, without its folder.
fn program(text: &str) -> Option<String> {
    let engine = Engine::parse(text).ok()?;
    let words = shlex::split(&engine.cmd)?;
    // Variables may stand before it.
    let program = words.iter().find(|word| !word.contains('='))?;
    Some(Path::new(program).file_name()?.to_string_lossy().into_owned())
}

/// What can stand in the name of a folder that a shell needs not quote; never a hidden one.
fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._=+,".contains(c);
    let words: Vec<&str> = text.split(|c| !is_plain(c)).filter(|word| !word.is_empty()).collect();
    words.join("-").trim_start_matches(['.', '-']).to_owned()
}

/// The start of a text: whole characters, at most `most` bytes.
fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    &text[..end]
}

/// A value without the quotation marks of a text.
fn told(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(players: &[&str]) -> QuickMatch {
        let players = players.iter().map(|&player| QuickPlayer::read(player)).collect();
        QuickMatch::new(players, "othello")
    }

    #[test]
    fn players_have_names_and_texts() {
        let read = |word: &str| {
            let QuickPlayer { name, text } = QuickPlayer::read(word);
            (name, text)
        };
        let both = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(read("random"), both("random", "random"));
        assert_eq!(read("alphabeta:depth=6"), both("alphabeta:depth=6", "alphabeta:depth=6"));
        assert_eq!(read("a b = expert:level=3"), both("a b", "expert:level=3"));
        let engine = "engine(cmd=\"'./my engines/new' gtp\",protocol=gtp)";
        assert_eq!(read(engine), both("new", engine));
        assert_eq!(read(&format!("x={engine}")), both("x", engine));
        assert_eq!(read("gtp:'./my engines/new' gtp"), both("new", engine));
        let engine = "engine(cmd=\"A=1 ./x --level=3\",protocol=nboard)";
        assert_eq!(read("nboard:A=1 ./x --level=3"), both("x", engine));
        assert_eq!(read("y=nboard:A=1 ./x --level=3"), both("y", engine));
    }

    #[test]
    fn players_may_have_limits_of_their_own() {
        let sets = |player: &str, limit| QuickPlayer::read(player).sets(limit);
        assert!(sets("alphabeta:eval=discs,depth=2", "depth") && sets("uct(time=5)", "time"));
        assert!(!sets("last(empties=9,then=alphabeta(depth=4))", "depth"));
        assert!(!sets("random", "depth") && !sets("ugi:./x depth=3", "depth"));
        assert!(sets("engine(cmd=\"./x\",protocol=ugi,depth=3)", "depth"));
    }

    #[test]
    fn another_match_has_another_folder() {
        assert_eq!(quick(&["random", "alphabeta(depth=2)"]).name(), "random-vs-alphabeta-depth=2");
        assert_eq!(quick(&["../x=random", "a/b=random"]).name(), "x-vs-a-b");
        let limits = Table::from_iter([("clock".to_owned(), Value::from("1+0.5"))]);
        let players = ["x=a", "y=b"].map(QuickPlayer::read).to_vec();
        let go = QuickMatch { limits, size: Some(5), ..QuickMatch::new(players.clone(), "go") };
        assert_eq!(go.name(), "x-vs-y-go-5-clock=1+0.5");
        let usual = QuickMatch { size: Some(3), ..QuickMatch::new(players, "tic-tac-toe") };
        assert_eq!(usual.name(), "x-vs-y-tictactoe");
        let beginning =
            Some(Beginning::listed(Path::new("../my openings.txt"), "f5d6 # a\n\nf5f6"));
        let tested =
            QuickMatch { beginning, sprt: Some([0.0, 2.5]), seed: 7, ..quick(&["a", "b"]) };
        assert_eq!(tested.name(), "a-vs-b-my-openings-sprt=0,2.5-seed=7");
        assert!(tested.text().contains("list = [\"f5d6\", \"f5f6\"]"), "{}", tested.text());
        let long = |last: &str| quick(&[&"木".repeat(90), last]).name();
        assert!(long("a").len() < 120 && long("a") != long("b"));
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
