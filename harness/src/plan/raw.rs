//! An experiment file as it is written, before anybody asks what it means.

use std::fmt;
use std::ops::Range;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use yomi_engine::games::go::{Komi, Repetition, Rules};

use super::shape::parse_toml;
use super::stray::above_tables;
use super::{GREATEST_SEED, GameSpec, SpecError};
use crate::terminal::shortened;

/// A file that is TOML of the right shape, with its text for naming lines.
pub struct Raw {
    pub(super) text: String,
    pub(super) file: File,
    /// What stands in the file of openings that it names.
    pub opening_text: Option<String>,
}

impl Raw {
    /// Reads the shape of a file.
    ///
    /// # Errors
    /// What is not TOML, unknown keys and values of the wrong type, with their line.
    pub fn parse(text: String) -> Result<Self, SpecError> {
        let file = parse_toml(&text).map_err(above_tables)?;
        Ok(Self { text, file, opening_text: None })
    }

    /// The file of openings that it names, if it does.
    #[must_use]
    pub(crate) fn opening_file(&self) -> Option<&str> {
        Some(self.file.openings.as_ref()?.get_ref().file.as_ref()?.get_ref())
    }

    /// The file with another path in place of that of its openings.
    pub(crate) fn with_opening_file(&self, path: &str) -> String {
        let openings = self.file.openings.as_ref().and_then(|raw| raw.get_ref().file.as_ref());
        let mut text = self.text.clone();
        if let Some(file) = openings {
            text.replace_range(file.span(), &toml::Value::from(path).to_string());
        }
        text
    }

    /// That the file of openings cannot be read, with the line that names it.
    pub(crate) fn without_openings(&self, problem: impl fmt::Display) -> SpecError {
        let openings = self.file.openings.as_ref().and_then(|raw| raw.get_ref().file.as_ref());
        self.error(openings.map_or(0..0, Spanned::span), format!("openings.file: {problem}"))
    }

    /// Whether the file is about parameters to be tuned.
    #[must_use]
    pub fn is_tuning(&self) -> bool {
        self.file.tune.is_some()
    }

    /// The game the file names, with its size and rules.
    ///
    /// # Errors
    /// A game, a size or a rule that does not exist.
    pub fn game(&self) -> Result<GameSpec, SpecError> {
        let File { game, komi, superko, .. } = &self.file;
        let of_go = komi.as_ref().map(|komi| ("komi", komi.span()));
        let of_go = of_go.or(superko.as_ref().map(|superko| ("superko", superko.span())));
        if let (Some((key, span)), true) = (of_go, game.get_ref() != "go") {
            return Err(self.error(span, format!("{key}: only the game `go` has it")));
        }
        match self.file.game.get_ref().as_str() {
            "othello" => self
                .size(8, "4, 6, 8 or 10", |size| [4, 6, 8, 10].contains(&size))
                .map(GameSpec::Othello),
            "go" => self.go_rules().map(GameSpec::Go),
            "tictactoe" | "tic-tac-toe" => {
                self.size(3, "3", |size| size == 3).map(|_| GameSpec::TicTacToe)
            }
            unknown => {
                let problem =
                    format!("game: expected `othello`, `tictactoe` or `go`, found `{unknown}`");
                Err(self.error(self.file.game.span(), problem))
            }
        }
    }

    /// Size, komi and repetition of a game of Go.
    fn go_rules(&self) -> Result<Rules, SpecError> {
        let size = self.size(9, "2 to 19", |size| Rules::new(size as usize).is_some())?;
        let mut rules = Rules::new(size as usize).expect("the size was checked");
        if let Some(komi) = &self.file.komi {
            let points = Komi::try_from(*komi.get_ref());
            rules = rules.with_komi(points.map_err(|error| {
                self.error(komi.span(), format!("komi: {error}, found {}", komi.get_ref()))
            })?);
        }
        if self.file.superko.as_ref().is_some_and(|superko| *superko.get_ref()) {
            rules = rules.with_repetition(Repetition::Superko);
        }
        Ok(rules)
    }

    /// The side of the board, `default` if the file does not say.
    fn size(&self, default: u32, expected: &str, fits: fn(u32) -> bool) -> Result<u32, SpecError> {
        match &self.file.size {
            None => Ok(default),
            Some(size) if fits(*size.get_ref()) => Ok(*size.get_ref()),
            Some(size) => {
                let problem = format!("size: expected {expected}, found {}", size.get_ref());
                Err(self.error(size.span(), problem))
            }
        }
    }

    /// An error at a place in the file.
    pub(super) fn error(&self, span: Range<usize>, problem: impl Into<String>) -> SpecError {
        SpecError::at(&self.text, span.start, problem)
    }
}

impl SpecError {
    /// An error at byte `start` of a text. What it quotes of its input is kept short.
    pub(crate) fn at(text: &str, start: usize, problem: impl Into<String>) -> Self {
        const LONGEST: usize = 400;
        Self { line: Some(line(text, start)), problem: shortened(&problem.into(), LONGEST) }
    }
}

/// Exactly two elements: what a plain array does not insist on.
#[derive(Clone, Debug)]
pub(super) struct Two<T>(pub(super) [T; 2]);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Two<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let elements = Vec::<T>::deserialize(deserializer)?;
        let wrong = |elements: Vec<T>| D::Error::invalid_length(elements.len(), &"two elements");
        elements.try_into().map(Self).map_err(wrong)
    }
}

pub(super) fn line(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) question: Spanned<String>,
    pub(super) game: Spanned<String>,
    pub(super) size: Option<Spanned<u32>>,
    pub(super) komi: Option<Spanned<f64>>,
    pub(super) superko: Option<Spanned<bool>>,
    #[serde(deserialize_with = "seed")]
    pub(super) seed: u64,
    pub(super) games: Option<Spanned<i64>>,
    pub(super) subject: Option<Spanned<String>>,
    pub(super) first_mover: Option<Spanned<String>>,
    pub(super) winner: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pub(super) charts: Vec<Spanned<String>>,
    pub(super) schedule: Option<Spanned<RawSchedule>>,
    pub(super) openings: Option<Spanned<RawOpenings>>,
    pub(super) search: Option<Spanned<RawSearch>>,
    pub(super) stop: Option<Spanned<RawStop>>,
    pub(super) limits: Option<Spanned<toml::Table>>,
    pub(super) tune: Option<Spanned<RawTune>>,
    #[serde(default)]
    pub(super) variants: Vec<RawVariant>,
    #[serde(default)]
    pub(super) players: Vec<RawPlayer>,
    pub(super) published: Option<RawPublished>,
}

fn seed<'de, D: Deserializer<'de>>(number: D) -> Result<u64, D::Error> {
    let seed = u64::deserialize(number)?;
    let expected = || format!("seed: expected 0 to {GREATEST_SEED}, found {seed}");
    if seed <= GREATEST_SEED { Ok(seed) } else { Err(D::Error::custom(expected())) }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSchedule {
    pub(super) gauntlet: Option<Vec<Spanned<String>>>,
    pub(super) round_robin: Option<bool>,
    pub(super) pairs: Option<Spanned<Vec<Spanned<Two<String>>>>>,
    pub(super) between: Option<Spanned<Two<String>>>,
    #[serde(default)]
    pub(super) times: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOpenings {
    pub(super) start: Option<bool>,
    pub(super) random_plies: Option<u32>,
    pub(super) list: Option<Vec<String>>,
    pub(super) file: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) repeat: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSearch {
    pub(super) positions: u32,
    pub(super) plies: Two<u32>,
    pub(super) depths: Vec<u32>,
    pub(super) reference: String,
    #[serde(default)]
    pub(super) times: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStop {
    pub(super) sprt: RawSprt,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) model: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTune {
    pub(super) iterations: u64,
    pub(super) rate: Option<f64>,
    #[serde(deserialize_with = "in_order")]
    pub(super) parameters: Vec<(String, RawTunable)>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTunable {
    pub(super) start: i64,
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) step: i64,
}

/// The parameters as they stand in the file.
fn in_order<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, RawTunable)>, D::Error> {
    deserializer.deserialize_map(InOrder)
}

/// Reads the parameters one by one, so that what is wrong with one is said of its own line.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, RawTunable)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut parameters = Vec::new();
        while let Some(entry) = map.next_entry()? {
            parameters.push(entry);
        }
        Ok(parameters)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVariant {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) meaning: String,
    pub(super) reading: Option<bool>,
    pub(super) first_mover: Option<Spanned<String>>,
    pub(super) plies: Option<Spanned<Two<u32>>>,
    pub(super) depths: Option<Spanned<Vec<u32>>>,
    #[serde(default)]
    pub(super) set: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlayer {
    pub(super) name: Spanned<String>,
    pub(super) text: Spanned<String>,
    pub(super) series: Option<Spanned<String>>,
    pub(super) x: Option<Spanned<String>>,
    pub(super) baseline: Option<Spanned<String>>,
    pub(super) limits: Option<Spanned<toml::Table>>,
    #[serde(default)]
    pub(super) each: toml::Table,
}

impl RawPlayer {
    /// Whether one of its texts, or its `limits`, has `{key}` in it.
    pub(super) fn mentions(&self, key: &str, limits: Option<&Spanned<toml::Table>>) -> bool {
        let others = [&self.series, &self.x, &self.baseline].into_iter().flatten();
        let texts = [&self.name, &self.text].into_iter().chain(others);
        let limits = limits.into_iter().flat_map(|limits| limits.get_ref().values().map(text));
        let key = format!("{{{key}}}");
        texts.map(|text| text.get_ref().clone()).chain(limits).any(|text| text.contains(&key))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPublished {
    pub(super) source: String,
    pub(super) games: Spanned<u32>,
    pub(super) cells: Vec<Spanned<RawPublishedCell>>,
    #[serde(default)]
    pub(super) open: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) chosen: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPublishedCell {
    pub(super) player: String,
    pub(super) opponent: Option<String>,
    pub(super) colour: Option<String>,
    pub(super) wins: Spanned<f64>,
}

fn text(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A table of single values as pairs of texts.
pub(super) fn texts(table: &toml::Table) -> Vec<(String, String)> {
    table.iter().map(|(key, value)| (key.clone(), text(value))).collect()
}

/// All combinations of a table of lists, in the order they are written; the first key changes
/// slowest.
///
/// # Errors
/// When they are more than `most`, or a list is empty.
pub(super) fn combinations(
    table: &toml::Table,
    depths: &[u32],
    most: usize,
) -> Result<Vec<Vec<(String, String)>>, String> {
    let mut axes: Vec<(String, Vec<String>)> = table
        .iter()
        .map(|(key, value)| match value {
            toml::Value::Array(values) => (key.clone(), values.iter().map(text).collect()),
            single => (key.clone(), vec![text(single)]),
        })
        .collect();
    if !depths.is_empty() {
        axes.push(("depth".to_owned(), depths.iter().map(ToString::to_string).collect()));
    }
    if let Some((key, _)) = axes.iter().find(|(_, values)| values.is_empty()) {
        return Err(format!("{key}: expected at least one value"));
    }
    let count = axes.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    if count.is_none_or(|count| count > most) {
        return Err(format!("expected at most {most} players, found more combinations"));
    }
    Ok(axes.into_iter().fold(vec![Vec::new()], |combinations, (key, values)| {
        let extend = |combination: &Vec<(String, String)>, value: &String| {
            combination.iter().cloned().chain([(key.clone(), value.clone())]).collect()
        };
        combinations
            .iter()
            .flat_map(|combination| {
                values.iter().map(|value| extend(combination, value)).collect::<Vec<_>>()
            })
            .collect()
    }))
}

/// `template` with every `{key}` replaced by its value.
pub(super) fn fill(template: &str, values: &[(String, String)]) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((key, behind)) = after.split_once('}') else {
            return Err(format!("expected `}}` after `{{` in `{template}`"));
        };
        let Some((_, value)) = values.iter().find(|(known, _)| known == key) else {
            return Err(format!("no value for `{{{key}}}` in `each` or in the variant's `set`"));
        };
        filled.push_str(before);
        filled.push_str(value);
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}
