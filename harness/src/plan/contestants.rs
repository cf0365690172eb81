//! The players of an experiment file, templates filled in.

use std::ops::Range;

use toml::Spanned;
use yomi_protocol::visible::is_control;

use super::raw;
use super::reader::Reader;
use super::variants::Variant;
use super::{Contestant, SpecError};
use crate::games::LabGame;
use crate::players::{Contender, PlayerLimits};
use crate::terminal::shortened;

/// The most players of an experiment, all variants together.
const MOST_PLAYERS: usize = 1000;

/// The longest name, in characters.
const LONGEST_NAME: usize = 100;

/// What stands in tables for all opponents and for both colours.
const RESERVED: [&str; 2] = ["all", "both"];

impl Reader<'_> {
    /// All players of all variants, templates filled in.
    pub(super) fn contestants<G: LabGame>(
        &self,
        variants: &[Variant],
    ) -> Result<Vec<Contestant<G>>, SpecError> {
        let mut contestants: Vec<Contestant<G>> = Vec::new();
        for (variant, Variant { set, search, .. }) in variants.iter().enumerate() {
            for raw in &self.raw.file.players {
                let before = contestants.len();
                let each = raw::combinations(&raw.each, &search.depths, MOST_PLAYERS);
                let each = each.map_err(|problem| {
                    self.raw.error(raw.name.span(), format!("players.each: {problem}"))
                })?;
                for each in each {
                    if contestants.len() == MOST_PLAYERS {
                        let problem =
                            format!("players: expected at most {MOST_PLAYERS} in all variants");
                        return self.error(raw.name.span(), problem);
                    }
                    let values: Vec<(String, String)> =
                        each.into_iter().chain(set.iter().cloned()).collect();
                    let contestant = self.contestant(variant, raw, &values)?;
                    self.must_be_new(raw, &contestants, &contestant)?;
                    self.must_be_deeper(raw, &contestants[before..], &contestant)?;
                    contestants.push(contestant);
                }
            }
        }
        if contestants.is_empty() {
            return self.error(0..0, "players: missing; expected at least one [[players]]");
        }
        Ok(contestants)
    }

    /// Refuses a player whose name, or place on its line, another one of its variant has.
    fn must_be_new<G: LabGame>(
        &self,
        raw: &raw::RawPlayer,
        before: &[Contestant<G>],
        player: &Contestant<G>,
    ) -> Result<(), SpecError> {
        let places = self.raw.file.search.is_some();
        let same = |other: &Contestant<G>| {
            (other.variant, &other.name) == (player.variant, &player.name)
                && (!places || other.x == player.x)
        };
        if before.iter().any(same) {
            let problem = format!("players.name: `{}` is used twice", player.name);
            return self.error(raw.name.span(), problem);
        }
        match shared_place(before, player) {
            Some(problem) => {
                self.error(raw.x.as_ref().map_or(raw.name.span(), Spanned::span), problem)
            }
            None => Ok(()),
        }
    }

    /// In a search experiment, refuses a player but the reference whose text is the same at another
    /// depth: it would be told of as if it searched to each.
    fn must_be_deeper<G: LabGame>(
        &self,
        raw: &raw::RawPlayer,
        siblings: &[Contestant<G>],
        player: &Contestant<G>,
    ) -> Result<(), SpecError> {
        let same = |other: &&Contestant<G>| {
            (&other.name, &other.text, &other.limits)
                == (&player.name, &player.text, &player.limits)
        };
        let other = siblings.iter().find(same).and_then(|other| other.x);
        let (Some(other), Some(depth), Some(search)) = (other, player.x, &self.raw.file.search)
        else {
            return Ok(());
        };
        // The others may all be compared with one of fixed strength.
        if search.get_ref().reference == player.name {
            return Ok(());
        }
        let problem = format!("players.text: the same for depths {other} and {depth}");
        self.error(raw.text.span(), problem + "; expected `{depth}` in it")
    }

    fn contestant<G: LabGame>(
        &self,
        variant: usize,
        raw: &raw::RawPlayer,
        values: &[(String, String)],
    ) -> Result<Contestant<G>, SpecError> {
        let name = self.filled("name", &raw.name, values)?;
        let name = self.name("players.name", raw.name.span(), name)?;
        if name.contains('`') || name.contains("**") {
            let problem = format!("players.name: expected one without ` and **, found {name:?}");
            return self.error(raw.name.span(), problem);
        }
        if RESERVED.contains(&&*name) {
            let problem = format!("players.name: `{name}` has another meaning in summary.csv");
            return self.error(raw.name.span(), problem + "; expected another name");
        }
        let text = self.player_text(raw, values)?;
        let (player, limits) = self.player(raw, &text, values)?;
        let series = match &raw.series {
            Some(series) => {
                let filled = self.filled("series", series, values)?;
                self.name("players.series", series.span(), filled)?
            }
            None => name.clone(),
        };
        let x = self.place_on_axis(raw, values)?;
        let baseline = match &raw.baseline {
            Some(template) => {
                let filled = self.filled("baseline", template, values)?;
                self.baseline(template.span(), filled)?
            }
            None => None,
        };
        Ok(Contestant { variant, name, player, text, limits, series, x, baseline })
    }

    /// A template with the values of this contestant in place of its keys.
    fn filled(
        &self,
        key: &str,
        template: &Spanned<String>,
        values: &[(String, String)],
    ) -> Result<String, SpecError> {
        raw::fill(template.get_ref(), values)
            .map_err(|problem| self.raw.error(template.span(), format!("players.{key}: {problem}")))
    }

    fn player_text(
        &self,
        raw: &raw::RawPlayer,
        values: &[(String, String)],
    ) -> Result<String, SpecError> {
        // Programs are told the seeds of their games.
        let seed = ("seed".to_owned(), "{seed}".to_owned());
        let with_seed: Vec<(String, String)> = values.iter().cloned().chain([seed]).collect();
        self.filled("text", &raw.text, &with_seed)
    }

    /// What a text means, and its limits in words.
    fn player<G: LabGame>(
        &self,
        raw: &raw::RawPlayer,
        text: &str,
        values: &[(String, String)],
    ) -> Result<(Contender<G>, String), SpecError> {
        let player = Contender::parse(text).map_err(|error| {
            self.raw.error(raw.text.span(), format!("players.text: in `{text}`, {error}"))
        })?;
        match raw.limits.as_ref().or(self.raw.file.limits.as_ref()) {
            Some(limits) => self.limited(player, limits, values),
            None => Ok((player, String::new())),
        }
    }

    /// Where charts draw it along their horizontal axis: as the file says, or in a search
    /// experiment at its depth, which its moves are judged at, too.
    fn place_on_axis(
        &self,
        raw: &raw::RawPlayer,
        values: &[(String, String)],
    ) -> Result<Option<u32>, SpecError> {
        let Some(x) = &raw.x else {
            let depth = values.iter().find(|(key, _)| key == "depth");
            let depth = depth.filter(|_| self.raw.file.search.is_some());
            return Ok(depth.and_then(|(_, value)| value.parse().ok()));
        };
        if self.raw.file.search.is_some() {
            let problem = "players.x: a search's place is its depth; expected none".to_owned();
            return Err(self.raw.error(x.span(), problem));
        }
        let filled = self.filled("x", x, values)?;
        let is_logarithmic = self.raw.file.charts.iter().any(|chart| chart.get_ref() == "playouts");
        let (least, expected) = match is_logarithmic {
            true => (1, "a whole number, 1 or more on the logarithmic axis"),
            false => (0, "a whole number"),
        };
        let place = filled.parse().ok().filter(|&place| place >= least);
        place.map(Some).ok_or_else(|| {
            let problem = format!("players.x: expected {expected}, found `{filled}`");
            self.raw.error(x.span(), problem)
        })
    }

    /// A player within the limits that it has of its own, or those of all players; and these in
    /// words.
    fn limited<G: LabGame>(
        &self,
        player: Contender<G>,
        limits: &Spanned<toml::Table>,
        values: &[(String, String)],
    ) -> Result<(Contender<G>, String), SpecError> {
        let texts = self.limit_texts(limits, values)?;
        let read = self.limits(limits, values)?;
        let limited = match read.control.is_some() && self.raw.file.search.is_some() {
            true => Err("time and clock are for games, a search has neither".to_owned()),
            false => player.within(&read),
        };
        let words: Vec<_> = texts.iter().map(|(key, text)| format!("{key} = {text}")).collect();
        let limited = limited.map(|player| (player, words.join(", ")));
        limited.map_err(|problem| self.raw.error(limits.span(), format!("limits: {problem}")))
    }

    /// Limits, with templates filled in.
    pub(super) fn limits(
        &self,
        limits: &Spanned<toml::Table>,
        values: &[(String, String)],
    ) -> Result<PlayerLimits, SpecError> {
        PlayerLimits::read(&self.limit_texts(limits, values)?)
            .map_err(|problem| self.raw.error(limits.span(), format!("limits: {problem}")))
    }

    /// Keys and values of limits, with templates filled in.
    fn limit_texts(
        &self,
        limits: &Spanned<toml::Table>,
        values: &[(String, String)],
    ) -> Result<Vec<(String, String)>, SpecError> {
        let filled = raw::texts(limits.get_ref())
            .into_iter()
            .map(|(key, text)| raw::fill(&text, values).map(|text| (key, text)));
        filled
            .collect::<Result<Vec<_>, _>>()
            .map_err(|problem| self.raw.error(limits.span(), format!("limits: {problem}")))
    }

    /// A name that can stand in tables: neither empty nor endless, on one line.
    pub(super) fn name(
        &self,
        key: &str,
        span: Range<usize>,
        name: String,
    ) -> Result<String, SpecError> {
        if name.trim().is_empty()
            || name.chars().count() > LONGEST_NAME
            || name.chars().any(is_control)
        {
            let expected = format!(
                "expected 1 to {LONGEST_NAME} characters on one line, without control characters"
            );
            return self.error(
                span,
                format!("{key}: {expected}, found {}", shortened(&format!("{name:?}"), 60)),
            );
        }
        Ok(name)
    }

    /// The name of another player of a search experiment; `None` for the reference, with which all
    /// are compared.
    fn baseline(&self, span: Range<usize>, name: String) -> Result<Option<String>, SpecError> {
        let Some(search) = &self.raw.file.search else {
            return self.error(span, "players.baseline: only a search experiment has them");
        };
        // Whether a template makes this name is seen when all are filled in.
        let may_be = |player: &raw::RawPlayer| {
            *player.name.get_ref() == name || player.name.get_ref().contains('{')
        };
        match self.raw.file.players.iter().any(may_be) {
            true => Ok(Some(name).filter(|name| *name != search.get_ref().reference)),
            false => self.error(span, format!("players.baseline: no player `{name}`")),
        }
    }

    /// The series that the question is about.
    pub(super) fn subject<G: LabGame>(
        &self,
        contestants: &[Contestant<G>],
    ) -> Result<Option<String>, SpecError> {
        let Some(raw) = &self.raw.file.subject else { return Ok(None) };
        let name = raw.get_ref();
        match contestants.iter().any(|contestant| contestant.series == *name) {
            true => Ok(Some(name.clone())),
            false => self.error(raw.span(), format!("subject: no player has the series `{name}`")),
        }
    }
}

/// What is wrong where a player would stand on another one of its line.
fn shared_place<G: LabGame>(before: &[Contestant<G>], player: &Contestant<G>) -> Option<String> {
    let (Contestant { variant, name, series, .. }, x) = (player, player.x?);
    let other = before
        .iter()
        .find(|other| (other.variant, &other.series, other.x) == (*variant, series, Some(x)))?;
    Some(format!(
        "players.x: `{}` and `{name}` are both at {x} in the series `{series}`; expected one \
         player at each place",
        other.name
    ))
}
