//! A program as a player, as experiment files name it: `engine(cmd="edax
//! -q",protocol=gtp,move_timeout=10)`.

use std::fmt;
use std::time::Duration;

use super::limits::{PlayerLimits, TimeControl, TimeControlKind};

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// The NBoard protocol, version 2; Othello only.
    NBoard,
    /// The Universal Game Interface.
    Ugi,
}

impl Protocol {
    const ALL: [(&'static str, Self); 3] =
        [("gtp", Self::Gtp), ("nboard", Self::NBoard), ("ugi", Self::Ugi)];
}

/// A program and what it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    pub(super) text: String,
    /// The command line, for the shell.
    pub cmd: String,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// Lines that are sent before the first game, such as options of its own.
    pub setup: Vec<String>,
    /// Lines that are sent before every game; `{seed}` in them is a number that belongs to the game
    /// and the player's colour.
    pub each_game: Vec<String>,
    /// Plies to search, where the protocol can say so.
    pub depth: Option<u32>,
    /// Positions to enter a move, where the protocol can say so.
    pub nodes: Option<u64>,
    /// How well it plays, where the protocol can say so.
    pub level: Option<u32>,
    /// Time a move, where the protocol can say so.
    pub time: Option<Duration>,
    /// The referee's clock, which it is told of.
    pub control: Option<TimeControl>,
    /// It is lost if it takes longer to be ready.
    pub start_timeout: Duration,
    /// It is lost if a move takes longer, whatever else it was told.
    pub move_timeout: Duration,
}

impl Engine {
    /// Reads the text of an engine.
    ///
    /// # Errors
    /// What cannot be read, and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let inner = text.trim().strip_prefix("engine(").and_then(|rest| rest.strip_suffix(')'));
        let inner = inner.ok_or("expected `engine(cmd=\"…\",protocol=gtp)`")?;
        let mut engine = Self {
            text: text.trim().to_owned(),
            cmd: String::new(),
            protocol: Protocol::Gtp,
            setup: Vec::new(),
            each_game: Vec::new(),
            depth: None,
            nodes: None,
            level: None,
            time: None,
            control: None,
            start_timeout: Duration::from_secs(10),
            move_timeout: Duration::from_secs(60),
        };
        let mut protocol = None;
        for (key, value) in arguments(inner)? {
            if key == "protocol" {
                let known = Protocol::ALL.iter().find(|(name, _)| *name == value);
                protocol = known.map(|&(_, protocol)| protocol);
                protocol.ok_or_else(|| {
                    format!("protocol: expected gtp, nboard or ugi, found `{value}`")
                })?;
            } else {
                engine.set(&key, &value)?;
            }
        }
        engine.protocol =
            protocol.ok_or("engine: missing protocol; expected gtp, nboard or ugi")?;
        if engine.cmd.trim().is_empty() {
            return Err("engine: missing cmd; expected a command line in quotes".to_owned());
        }
        engine.check()
    }

    /// Sets any parameter but the protocol.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |most: u64| {
            let number = value.parse::<u64>().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{key}: expected 1 to {most}, found `{value}`"))
        };
        match key {
            "cmd" => value.clone_into(&mut self.cmd),
            "setup" => self.setup = lines(value),
            "each_game" => self.each_game = lines(value),
            "depth" => self.depth = Some(number(100)? as u32),
            "nodes" => self.nodes = Some(number(1 << 60)?),
            "level" => self.level = Some(number(100)? as u32),
            "time" => self.time = Some(Duration::from_millis(number(86_400_000)?)),
            "start_timeout" => self.start_timeout = Duration::from_secs(number(86_400)?),
            "move_timeout" => self.move_timeout = Duration::from_secs(number(86_400)?),
            _ => {
                return Err(format!("engine: unknown parameter `{key}`; there are {PARAMETERS}"));
            }
        }
        Ok(())
    }

    /// The same engine under limits of the experiment, which replace its own.
    ///
    /// # Errors
    /// A limit that the protocol has no words for.
    pub fn within(self, limits: &PlayerLimits) -> Result<Self, String> {
        let time = limits.control.and_then(|control| match control.kind {
            TimeControlKind::Move(time) => Some(time),
            TimeControlKind::Game(..) => None,
        });
        let told = [
            ("depth", limits.depth.map(u64::from)),
            ("nodes", limits.nodes),
            ("level", limits.level.map(u64::from)),
        ];
        let told = told.into_iter().filter_map(|(name, limit)| Some((name, limit?)));
        let text = told.fold(self.text, |text, (name, limit)| format!("{text} {name} {limit}"));
        let engine = Self {
            text,
            depth: limits.depth.or(self.depth),
            nodes: limits.nodes.or(self.nodes),
            level: limits.level.or(self.level),
            time: time.or(self.time),
            control: limits.control,
            ..self
        };
        engine.check()
    }

    /// Refuses what the protocol has no words for.
    fn check(self) -> Result<Self, String> {
        let Self { depth, nodes, level, time, .. } = &self;
        let [depth, level] = [("depth", depth), ("level", level)]
            .map(|(name, limit)| limit.is_some().then_some(name));
        let [nodes, time] = [nodes.map(|_| "nodes"), time.map(|_| "time")];
        let unsaid = match self.protocol {
            Protocol::Gtp => [depth, nodes, level],
            // Its `set depth` is what engines take for their level.
            Protocol::NBoard => [nodes, time, depth.and(level)],
            Protocol::Ugi => [None; 3],
        };
        match unsaid.into_iter().flatten().next() {
            Some(limit) => {
                Err(format!("engine: the protocol has no {limit}; use cmd or setup for it"))
            }
            None => Ok(self),
        }
    }
}

const PARAMETERS: &str =
    "cmd, protocol, setup, each_game, depth, nodes, level, time, start_timeout, move_timeout";

/// Lines with `;` between them.
fn lines(text: &str) -> Vec<String> {
    text.split(';').map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// `key=value,key="quoted, value"`.
fn arguments(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, value) =
            rest.split_once('=').ok_or_else(|| format!("expected key=value, found `{rest}`"))?;
        let value = value.trim_start();
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| format!("{key}: expected a second quotation mark"))?,
            None => value.split_at(value.find(',').unwrap_or(value.len())),
        };
        found.push((key.trim().to_owned(), value.trim().to_owned()));
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(more) => more.trim_start(),
            None if after.is_empty() => "",
            None => return Err(format!("expected a comma, found `{after}`")),
        };
    }
    Ok(found)
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read() {
        let engine = Engine::parse(
            "engine(cmd=\"a -b, c\", protocol=ugi,depth=4,setup=\"x;y z\",move_timeout=3)",
        )
        .unwrap();
        assert_eq!(
            (engine.cmd.as_str(), engine.protocol, engine.depth),
            ("a -b, c", Protocol::Ugi, Some(4))
        );
        assert_eq!(
            (engine.setup, engine.move_timeout),
            (vec!["x".to_owned(), "y z".to_owned()], Duration::from_secs(3))
        );
        for (text, told) in [
            ("engine(protocol=gtp)", "missing cmd"),
            ("engine(cmd=\"a\")", "missing protocol"),
            ("engine(cmd=\"a\",protocol=uci)", "expected gtp, nboard or ugi, found `uci`"),
            ("engine(cmd=\"a\",protocol=gtp,depth=3)", "the protocol has no depth"),
            ("engine(cmd=\"a\",protocol=gtp,level=3)", "the protocol has no level"),
            ("engine(cmd=\"a\",protocol=nboard,level=3,depth=3)", "the protocol has no level"),
            ("engine(cmd=\"a\",protocol=nboard,time=3)", "the protocol has no time"),
            ("engine(cmd=\"a,protocol=gtp)", "second quotation mark"),
            ("engine(cmd=\"a\" protocol=gtp)", "expected a comma"),
            (
                "engine(cmd=\"a\",protocol=gtp,move_timeout=0)",
                "move_timeout: expected 1 to 86400, found `0`",
            ),
            ("engine(cmd=\"a\",protocol=gtp,speed=3)", "unknown parameter `speed`"),
        ] {
            let error = Engine::parse(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
