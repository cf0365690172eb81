//! The variants of an experiment file: the same players under other rules.

use std::ops::Range;

use toml::Spanned;
use yomi_engine::game::Side;

use super::SpecError;
use super::raw;
use super::reader::Reader;

/// The most variants of an experiment.
const MOST_VARIANTS: usize = 100;

/// What a variant is.
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) meaning: String,
    /// Whether it is a reading of the published source.
    pub(super) reading: bool,
    pub(super) first: Side,
    pub(super) set: Vec<(String, String)>,
    pub(super) search: VariantSearch,
}

/// Which positions a variant searches, and how deep.
pub(super) struct VariantSearch {
    pub(super) plies: Range<u32>,
    pub(super) depths: Vec<u32>,
}

impl Reader<'_> {
    pub(super) fn variants(&self) -> Result<Vec<Variant>, SpecError> {
        let file = &self.raw.file;
        let mut variants: Vec<Variant> = Vec::new();
        for raw in &file.variants {
            let name = self.name("variants.name", raw.name.span(), raw.name.get_ref().clone())?;
            if variants.len() == MOST_VARIANTS {
                let problem = format!("variants: expected at most {MOST_VARIANTS}");
                return self.error(raw.name.span(), problem);
            }
            if variants.iter().any(|variant| variant.name == name) {
                return self
                    .error(raw.name.span(), format!("variants.name: `{name}` is used twice"));
            }
            let first = raw.first_mover.as_ref().or(file.first_mover.as_ref());
            let search = self.variant_search(Some(raw))?;
            let (meaning, set) = (raw.meaning.clone(), raw::texts(&raw.set));
            self.must_be_used(raw)?;
            if meaning.chars().any(char::is_control) {
                let problem = "variants.meaning: expected a single line";
                return self.error(raw.name.span(), problem);
            }
            variants.push(Variant {
                name,
                meaning,
                reading: raw.reading.unwrap_or(true),
                first: self.first_mover(first)?,
                set,
                search,
            });
        }
        if variants.is_empty() {
            let first = self.first_mover(file.first_mover.as_ref())?;
            let search = self.variant_search(None)?;
            variants.push(Variant {
                name: String::new(),
                meaning: String::new(),
                reading: true,
                first,
                set: Vec::new(),
                search,
            });
        }
        self.wanted(variants)
    }

    /// Refuses a value that no player takes from the variant: none has `{key}` in a text and lacks
    /// it in `each`.
    fn must_be_used(&self, variant: &raw::RawVariant) -> Result<(), SpecError> {
        let file = &self.raw.file;
        let takes = |player: &raw::RawPlayer, key: &str| {
            let is_depth = key == "depth" && file.search.is_some();
            let limits = player.limits.as_ref().or(file.limits.as_ref());
            !is_depth && !player.each.contains_key(key) && player.mentions(key, limits)
        };
        let is_lost = |key: &&String| !file.players.iter().any(|player| takes(player, key));
        let Some(key) = variant.set.keys().find(is_lost) else { return Ok(()) };
        let expected = match key == "depth" && file.search.is_some() {
            true => "`depths`".to_owned(),
            false => format!("`{{{key}}}` in the text of one without `{key}` in `each`"),
        };
        let problem = format!("variants.set.{key}: no player takes it; expected {expected}");
        self.error(variant.name.span(), problem)
    }

    /// Those that are not left out by an override.
    fn wanted(&self, mut variants: Vec<Variant>) -> Result<Vec<Variant>, SpecError> {
        let Some(only) = &self.overrides.variant else { return Ok(variants) };
        let names = self.raw.file.variants.iter();
        let names: Vec<String> =
            names.map(|variant| format!("`{}`", variant.name.get_ref())).collect();
        variants.retain(|variant| variant.name == *only);
        if variants.is_empty() {
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let problem = format!("--variant: no variant `{only}`, there are {there}");
            return Err(SpecError { line: None, problem });
        }
        Ok(variants)
    }

    /// What a variant searches: what it says itself, else what `[search]` says; nothing in a match.
    fn variant_search(&self, raw: Option<&raw::RawVariant>) -> Result<VariantSearch, SpecError> {
        let plies = raw.and_then(|raw| raw.plies.as_ref());
        let depths = raw.and_then(|raw| raw.depths.as_ref());
        let Some(search) = &self.raw.file.search else {
            let spans =
                [("plies", plies.map(Spanned::span)), ("depths", depths.map(Spanned::span))];
            return match spans.into_iter().find_map(|(key, span)| Some((key, span?))) {
                Some((key, span)) => {
                    self.error(span, format!("variants.{key}: only a search experiment has them"))
                }
                None => Ok(VariantSearch { plies: 0..1, depths: Vec::new() }),
            };
        };
        let usual = search.get_ref();
        let (place, span, [low, high]) = match plies {
            Some(plies) => ("variants", plies.span(), plies.get_ref().0),
            None => ("search", search.span(), usual.plies.0),
        };
        if low > high || high > 100 {
            let problem =
                format!("{place}.plies: expected [low, high] up to 100, found [{low}, {high}]");
            return self.error(span, problem);
        }
        let (at, span, depths) = match depths {
            Some(depths) => ("variants", depths.span(), depths.get_ref()),
            None => ("search", search.span(), &usual.depths),
        };
        if depths.is_empty() {
            return self.error(span, format!("{at}.depths: expected at least one depth"));
        }
        if depths.contains(&0) {
            return self.error(span, format!("{at}.depths: expected 1 or more, found 0"));
        }
        let twice = |place: &usize| depths[..*place].contains(&depths[*place]);
        if let Some(place) = (1..depths.len()).find(twice) {
            return self.error(span, format!("{at}.depths: {} is there twice", depths[place]));
        }
        Ok(VariantSearch { plies: low..high + 1, depths: depths.clone() })
    }

    fn first_mover(&self, raw: Option<&Spanned<String>>) -> Result<Side, SpecError> {
        let Some(raw) = raw else { return Ok(Side::First) };
        match side(raw.get_ref()) {
            Some(side) => Ok(side),
            None => self.error(
                raw.span(),
                format!("first_mover: expected `black` or `white`, found `{}`", raw.get_ref()),
            ),
        }
    }
}

/// The side that a colour names.
pub(super) fn side(colour: &str) -> Option<Side> {
    match colour {
        "black" => Some(Side::First),
        "white" => Some(Side::Second),
        _ => None,
    }
}
