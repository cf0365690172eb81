//! What an experiment file means, checked key by key.

use std::ops::Range;

use toml::Spanned;
use yomi_engine::game::Side;

use super::key;
use super::positions::draw;
use super::raw::{self, Raw};
use super::{
    Contestant, Experiment, Match, Open, Overrides, Published, PublishedCell, Search, SpecError,
    Work,
};
use crate::chart::ChartKind;
use crate::games::{LabGame, WinnerRule};
use crate::plan::openings::{Openings, OpeningsError};
use crate::plan::schedule::{Schedule, Shape};
use crate::players::Contender;
use crate::stats::sprt::{Model, Sprt};
use crate::terminal::shortened;

/// A file on its way to an experiment.
pub(super) struct Reader<'a> {
    pub(super) raw: Raw,
    pub(super) overrides: &'a Overrides,
}

/// The most games a cell may have: far above use, far below overflow.
const MOST_GAMES: u32 = 10_000_000;

/// The most players of an experiment, all variants together, and the most variants.
const MOST_PLAYERS: usize = 1000;
const MOST_VARIANTS: usize = 100;

/// The longest name, in characters.
const LONGEST_NAME: usize = 100;

/// Random games that are tried for one in which the game goes on after the plies that a search
/// experiment wants.
const TRIES: u32 = 20_000;

impl Reader<'_> {
    pub(super) fn error<T>(
        &self,
        span: Range<usize>,
        problem: impl Into<String>,
    ) -> Result<T, SpecError> {
        Err(self.raw.error(span, problem))
    }

    pub(super) fn experiment<G: LabGame>(&self, start: G) -> Result<Experiment<G>, SpecError> {
        let variants = self.variants()?;
        let contestants = self.contestants(&variants)?;
        let work = match (&self.raw.file.schedule, &self.raw.file.search) {
            (Some(_), None) => {
                Work::Match(Box::new(self.matches(&start, &variants, &contestants)?))
            }
            (None, Some(search)) => {
                Work::Search(self.search(search, &start, &variants, &contestants)?)
            }
            (Some(_), Some(search)) => {
                return self.error(
                    search.span(),
                    "search: an experiment has either a schedule or a search",
                );
            }
            (None, None) => {
                return self.error(0..0, "schedule: missing; expected [schedule] or [search]");
            }
        };
        let charts = self.raw.file.charts.iter().map(|chart| {
            let known = ChartKind::ALL.iter().find(|(name, _)| name == chart.get_ref());
            let names = ChartKind::ALL.map(|(name, _)| name).join(", ");
            known.map(|&(_, kind)| kind).ok_or_else(|| {
                self.raw.error(
                    chart.span(),
                    format!("charts: expected one of {names}, found `{}`", chart.get_ref()),
                )
            })
        });
        Ok(Experiment {
            question: self.raw.file.question.clone(),
            game: self.raw.game()?.title(),
            key: self.raw.game()?.to_string(),
            seed: self.overrides.seed.unwrap_or(self.raw.file.seed),
            charts: charts.collect::<Result<_, _>>()?,
            meanings: variants.iter().map(|variant| variant.meaning.clone()).collect(),
            others: (0..variants.len()).filter(|&place| !variants[place].reading).collect(),
            subject: self.subject(&contestants)?,
            variants: variants.into_iter().map(|variant| variant.name).collect(),
            contestants,
            start,
            work,
        })
    }

    fn variants(&self) -> Result<Vec<Variant>, SpecError> {
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
        if let Some(only) = &self.overrides.variant {
            let names: Vec<String> =
                variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
            variants.retain(|variant| variant.name == *only);
            if variants.is_empty() {
                let names = names.join(", ");
                return self
                    .error(0..0, format!("variants.name: no variant `{only}`, there are {names}"));
            }
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
        let (place, span, depths) = match depths {
            Some(depths) => ("variants", depths.span(), depths.get_ref()),
            None => ("search", search.span(), &usual.depths),
        };
        if depths.is_empty() {
            return self.error(span, format!("{place}.depths: expected at least one depth"));
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

    /// All players of all variants, templates filled in.
    fn contestants<G: LabGame>(
        &self,
        variants: &[Variant],
    ) -> Result<Vec<Contestant<G>>, SpecError> {
        let mut contestants: Vec<Contestant<G>> = Vec::new();
        for (variant, Variant { set, search, .. }) in variants.iter().enumerate() {
            for raw in &self.raw.file.players {
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
                    let places = self.raw.file.search.is_some();
                    let same = |other: &Contestant<G>| {
                        (other.variant, &other.name) == (variant, &contestant.name)
                            && (!places || other.x == contestant.x)
                    };
                    if contestants.iter().any(same) {
                        let name = &contestant.name;
                        return self.error(
                            raw.name.span(),
                            format!("players.name: `{name}` is used twice"),
                        );
                    }
                    contestants.push(contestant);
                }
            }
        }
        if contestants.is_empty() {
            return self.error(0..0, "players: missing; expected at least one [[players]]");
        }
        Ok(contestants)
    }

    fn contestant<G: LabGame>(
        &self,
        variant: usize,
        raw: &raw::RawPlayer,
        values: &[(String, String)],
    ) -> Result<Contestant<G>, SpecError> {
        let fill = |key: &str, template: &Spanned<String>| {
            raw::fill(template.get_ref(), values).map_err(|problem| {
                self.raw.error(template.span(), format!("players.{key}: {problem}"))
            })
        };
        let (name, text) = (fill("name", &raw.name)?, fill("text", &raw.text)?);
        let name = self.name("players.name", raw.name.span(), name)?;
        let player = Contender::parse(&text).map_err(|error| {
            self.raw.error(raw.text.span(), format!("players.text: in `{text}`, {error}"))
        })?;
        let series =
            raw.series.as_ref().map_or(Ok(name.clone()), |series| fill("series", series))?;
        let depth = values
            .iter()
            .find(|(key, _)| key == "depth")
            .filter(|_| self.raw.file.search.is_some());
        let x = match (&raw.x, depth) {
            (Some(x), _) => {
                let filled = fill("x", x)?;
                let parsed = filled.parse().map_err(|_| {
                    self.raw.error(
                        x.span(),
                        format!("players.x: expected a whole number, found `{filled}`"),
                    )
                });
                Some(parsed?)
            }
            (None, depth) => depth.and_then(|(_, value)| value.parse().ok()),
        };
        let baseline = match &raw.baseline {
            Some(template) => self.baseline(template.span(), fill("baseline", template)?)?,
            None => None,
        };
        Ok(Contestant { variant, name, player, series, x, baseline })
    }

    /// A name that can stand in tables: neither empty nor endless, on one line.
    fn name(&self, key: &str, span: Range<usize>, name: String) -> Result<String, SpecError> {
        if name.trim().is_empty()
            || name.chars().count() > LONGEST_NAME
            || name.chars().any(char::is_control)
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
        match self.raw.file.players.iter().any(|player| *player.name.get_ref() == name) {
            true => Ok(Some(name).filter(|name| *name != search.get_ref().reference)),
            false => self.error(span, format!("players.baseline: no player `{name}`")),
        }
    }

    /// The series that the question is about.
    fn subject<G: LabGame>(
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

    fn matches<G: LabGame>(
        &self,
        start: &G,
        variants: &[Variant],
        contestants: &[Contestant<G>],
    ) -> Result<Match<G>, SpecError> {
        let games = self.games()?;
        let schedule = self.schedule(variants, contestants, games)?;
        let seed = self.overrides.seed.unwrap_or(self.raw.file.seed);
        let openings = self.openings(start, seed, games, variants)?;
        let stop = self.stop(&schedule)?;
        Ok(Match {
            stop,
            schedule,
            openings,
            winners: self.winners::<G>()?,
            published: self.published(contestants)?,
        })
    }

    /// The test that ends a run of two players.
    fn stop(&self, schedule: &Schedule) -> Result<Option<Sprt>, SpecError> {
        let Some(raw) = &self.raw.file.stop else { return Ok(None) };
        let raw::RawSprt { elo0, elo1, alpha, beta, model } = &raw.get_ref().sprt;
        if schedule.shape != Shape::Pairs || schedule.cells.len() != 2 {
            return self.error(
                raw.span(),
                "stop.sprt: expected a schedule of one pair, `pairs = [[\"NAME\", \"NAME\"]]`",
            );
        }
        let (alpha, beta) = (alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
        let errors = [alpha, beta].iter().all(|error| (0.0001..=0.4).contains(error));
        let hypotheses = elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
        if !errors || !hypotheses {
            let expected =
                "expected elo0 < elo1, both within 1000, alpha and beta from 0.0001 to 0.4";
            return self.error(raw.span(), format!("stop.sprt: {expected}"));
        }
        let model = match model.as_deref() {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some(other) => {
                let problem = format!(
                    "stop.sprt.model: expected `normalized` or `logistic`, found `{other}`"
                );
                return self.error(raw.span(), problem);
            }
        };
        Ok(Some(Sprt { elo0: *elo0, elo1: *elo1, alpha, beta, model }))
    }

    fn games(&self) -> Result<u32, SpecError> {
        if let Some(games) = self.overrides.games {
            return Ok(games);
        }
        let Some(games) = &self.raw.file.games else {
            return self.error(0..0, "games: missing; expected the number of games a cell");
        };
        let number =
            u32::try_from(*games.get_ref()).ok().filter(|number| (1..=MOST_GAMES).contains(number));
        number.map_or_else(
            || {
                self.error(
                    games.span(),
                    format!(
                        "games: expected 1 to {MOST_GAMES} games a cell, found {}",
                        games.get_ref()
                    ),
                )
            },
            Ok,
        )
    }

    fn openings<G: LabGame>(
        &self,
        start: &G,
        seed: u64,
        games: u32,
        variants: &[Variant],
    ) -> Result<Openings<G>, SpecError> {
        let Some(raw) = &self.raw.file.openings else { return Ok(Openings::Start) };
        let first_movers = variants.iter().map(|variant| variant.first);
        let (repeat, text) =
            (raw.get_ref().repeat, self.raw.opening_text.as_deref().unwrap_or_default());
        let result = match raw.get_ref() {
            raw::RawOpenings {
                start: Some(true),
                random_plies: None,
                list: None,
                file: None,
                ..
            } => Ok(Openings::Start),
            raw::RawOpenings {
                start: None,
                random_plies: Some(plies),
                list: None,
                file: None,
                ..
            } => Openings::random(start, seed, *plies, games, first_movers),
            raw::RawOpenings {
                start: None,
                random_plies: None,
                list: Some(list),
                file: None,
                ..
            } => {
                let lines = list.iter().map(String::as_str).enumerate();
                let lines =
                    lines.map(|(place, line)| (format!("list: opening {}", place + 1), line));
                Openings::list(start, &lines.collect::<Vec<_>>(), games, repeat, first_movers)
            }
            raw::RawOpenings {
                start: None,
                random_plies: None,
                list: None,
                file: Some(name),
                ..
            } => Openings::list(start, &lines(name, text), games, repeat, first_movers),
            _ => {
                return self.error(
                    raw.span(),
                    "openings: expected one of `start = true`, `random_plies = N`, `list = [\"f5d6…\"]` and `file = \"FILE\"`",
                );
            }
        };
        result.map_err(|OpeningsError(problem)| {
            self.raw.error(raw.span(), format!("openings: {problem}"))
        })
    }

    fn winners<G: LabGame>(&self) -> Result<Vec<WinnerRule>, SpecError> {
        if self.raw.file.winner.is_empty() {
            return Ok(vec![G::WINNERS[0]]);
        }
        let rule = |name: &Spanned<String>| {
            let known = G::WINNERS.iter().copied().find(|rule| rule.name() == name.get_ref());
            known.ok_or_else(|| {
                let names: Vec<String> =
                    G::WINNERS.iter().map(|rule| format!("`{}`", rule.name())).collect();
                let problem =
                    format!("winner: expected {}, found `{}`", names.join(" or "), name.get_ref());
                self.raw.error(name.span(), problem)
            })
        };
        self.raw.file.winner.iter().map(rule).collect()
    }

    fn published<G: LabGame>(
        &self,
        contestants: &[Contestant<G>],
    ) -> Result<Option<Published>, SpecError> {
        let Some(raw) = &self.raw.file.published else { return Ok(None) };
        let mut cells = Vec::new();
        for cell in &raw.cells {
            let span = cell.span();
            let raw::RawPublishedCell { player, opponent, colour, wins } = cell.get_ref();
            for (key, name) in [("player", Some(player)), ("opponent", opponent.as_ref())] {
                let Some(name) = name else { continue };
                if !contestants.iter().any(|contestant| contestant.name == *name) {
                    return self.error(span, format!("published.cells.{key}: no player `{name}`"));
                }
            }
            let side = match colour.as_deref().map(|colour| (colour, side(colour))) {
                None => None,
                Some((_, Some(side))) => Some(side),
                Some((colour, None)) => {
                    return self.error(
                        span,
                        format!(
                            "published.cells.colour: expected `black` or `white`, found `{colour}`"
                        ),
                    );
                }
            };
            if !(0.0..=100.0).contains(wins) {
                return self.error(
                    span,
                    format!("published.cells.wins: expected 0 to 100 percent, found {wins}"),
                );
            }
            let (player, opponent) = (player.clone(), opponent.clone());
            cells.push(PublishedCell { player, opponent, side, wins: wins / 100.0 });
        }
        if raw.games == 0 {
            return self.error(0..0, "published.games: expected at least 1");
        }
        let open = raw.open.iter().map(|name| {
            let known = Open::ALL.iter().find(|(known, _)| known == name.get_ref());
            known.map(|&(_, open)| open).ok_or_else(|| {
                let problem = format!(
                    "published.open: expected `colour` or `winner`, found `{}`",
                    name.get_ref()
                );
                self.raw.error(name.span(), problem)
            })
        });
        let (source, chosen) = (raw.source.clone(), raw.chosen.clone());
        Ok(Some(Published {
            source,
            games: raw.games,
            cells,
            open: open.collect::<Result<_, _>>()?,
            chosen,
        }))
    }

    fn search<G: LabGame>(
        &self,
        raw: &Spanned<raw::RawSearch>,
        start: &G,
        variants: &[Variant],
        contestants: &[Contestant<G>],
    ) -> Result<Search, SpecError> {
        let span = raw.span();
        let raw::RawSearch { positions, reference, times, .. } = raw.get_ref();
        let positions = self.overrides.games.unwrap_or(*positions);
        if !(1..=MOST_GAMES).contains(&positions) {
            return self.error(
                span,
                format!("search.positions: expected 1 to {MOST_GAMES}, found {positions}"),
            );
        }
        if !contestants.iter().any(|contestant| contestant.name == *reference) {
            return self.error(span, format!("search.reference: no player `{reference}`"));
        }
        for Contestant { variant, x, .. } in contestants {
            let judges = |other: &Contestant<G>| {
                (other.variant, other.x) == (*variant, *x) && other.name == *reference
            };
            if !contestants.iter().any(judges) {
                let depth = x.map_or(String::new(), |x| format!(" at depth {x}"));
                let problem = format!(
                    "no player `{reference}` in variant `{}`{depth}",
                    variants[*variant].name
                );
                return self.error(span, format!("search.reference: {problem}"));
            }
        }
        if contestants.iter().any(|contestant| matches!(contestant.player, Contender::Process(_))) {
            return self
                .error(span, "search: other programs play games, they do not search positions");
        }
        let seed = self.overrides.seed.unwrap_or(self.raw.file.seed);
        for Variant { search, .. } in variants {
            let [low, high] = [search.plies.start, search.plies.end - 1];
            if draw(start, &search.plies, &mut key::position(seed, 0), TRIES).is_none() {
                let problem =
                    format!("search.plies: no game goes on after {low} to {high} random plies");
                return self.error(span, problem);
            }
        }
        Ok(Search {
            positions: positions as usize,
            plies: variants.iter().map(|variant| variant.search.plies.clone()).collect(),
            reference: reference.clone(),
            times: *times,
        })
    }
}

pub(super) struct Variant {
    name: String,
    meaning: String,
    /// Whether it is a reading of the published source.
    reading: bool,
    pub(super) first: Side,
    set: Vec<(String, String)>,
    search: VariantSearch,
}

/// Which positions a variant searches, and how deep.
struct VariantSearch {
    plies: Range<u32>,
    depths: Vec<u32>,
}

fn side(colour: &str) -> Option<Side> {
    match colour {
        "black" => Some(Side::First),
        "white" => Some(Side::Second),
        _ => None,
    }
}

/// The openings in a file, each with its place: one a line, `#` begins a comment.
fn lines<'a>(name: &str, text: &'a str) -> Vec<(String, &'a str)> {
    let lines =
        text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty());
    lines.map(|(place, line)| (format!("{name}: line {}", place + 1), line)).collect()
}
