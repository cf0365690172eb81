//! What an experiment file means, checked key by key.

use std::ops::Range;

use toml::Spanned;
use yomi_protocol::visible::is_control;

use super::key;
use super::positions::draw;
use super::raw::{self, Raw};
use super::variants::Variant;
use super::{Contestant, Experiment, Match, Overrides, Search, SpecError, Work};
use crate::chart::ChartKind;
use crate::games::{LabGame, WinnerRule};
use crate::plan::openings::{Openings, OpeningsError};
use crate::plan::schedule::{Schedule, Shape};
use crate::stats::sprt::{Model, Sprt};

/// A file on its way to an experiment.
pub(super) struct Reader<'a> {
    pub(super) raw: Raw,
    pub(super) overrides: &'a Overrides,
}

/// The most games a cell may have: far above use, far below overflow.
const MOST_GAMES: u32 = 10_000_000;

/// The longest question, in characters.
const LONGEST_QUESTION: usize = 1000;

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
        if let Some(tune) = &self.raw.file.tune {
            return self.error(tune.span(), "tune: this is for yomi-lab tune");
        }
        let variants = self.variants()?;
        let contestants = self.contestants(&variants)?;
        let work = self.work(&start, &variants, &contestants)?;
        Ok(Experiment {
            question: self.question()?,
            game: self.raw.game()?,
            key: self.raw.game()?.to_string(),
            seed: self.overrides.seed.unwrap_or(self.raw.file.seed),
            charts: self.charts()?,
            meanings: variants.iter().map(|variant| variant.meaning.clone()).collect(),
            others: (0..variants.len()).filter(|&place| !variants[place].reading).collect(),
            subject: self.subject(&contestants)?,
            variants: variants.into_iter().map(|variant| variant.name).collect(),
            contestants,
            start,
            work,
        })
    }

    /// Refuses keys that mean nothing in a file with this table.
    pub(super) fn without<const N: usize>(
        &self,
        unused: [(Option<Range<usize>>, &str); N],
        table: &str,
    ) -> Result<(), SpecError> {
        match unused.into_iter().find_map(|(span, key)| Some((span?, key))) {
            Some((span, key)) => self.error(span, format!("{key}: a file with {table} has none")),
            None => Ok(()),
        }
    }

    /// The matches or the searches of the experiment.
    fn work<G: LabGame>(
        &self,
        start: &G,
        variants: &[Variant],
        contestants: &[Contestant<G>],
    ) -> Result<Work<G>, SpecError> {
        match (&self.raw.file.schedule, &self.raw.file.search) {
            (Some(_), None) => {
                Ok(Work::Match(Box::new(self.matches(start, variants, contestants)?)))
            }
            (None, Some(search)) => {
                Ok(Work::Search(self.search(search, start, variants, contestants)?))
            }
            (Some(_), Some(search)) => {
                let problem = "search: an experiment has either a schedule or a search";
                self.error(search.span(), problem)
            }
            (None, None) => {
                let problem = "schedule: missing; expected [schedule], for instance with \
                               `round_robin = true`, or [search]";
                self.error(0..0, problem)
            }
        }
    }

    /// The question on one line, as long as a page can carry, and of what a terminal can show.
    pub(super) fn question(&self) -> Result<String, SpecError> {
        let question = &self.raw.file.question;
        let is_strange = |c: char| is_control(c) && !matches!(c, '\n' | '\r' | '\t');
        if question.get_ref().trim().is_empty() || question.get_ref().contains(is_strange) {
            let problem = "question: expected a sentence, without control characters";
            return self.error(question.span(), problem);
        }
        match question.get_ref().chars().count() {
            0..=LONGEST_QUESTION => {
                Ok(question.get_ref().split_whitespace().collect::<Vec<_>>().join(" "))
            }
            length => {
                let expected = format!("expected at most {LONGEST_QUESTION} characters");
                self.error(question.span(), format!("question: {expected}, found {length}"))
            }
        }
    }

    fn charts(&self) -> Result<Vec<ChartKind>, SpecError> {
        let asked = &self.raw.file.charts;
        let twice = |place: &usize| {
            asked[..*place].iter().any(|chart| chart.get_ref() == asked[*place].get_ref())
        };
        if let Some(chart) = (1..asked.len()).find(twice).map(|place| &asked[place]) {
            return self.error(chart.span(), format!("charts: `{}` twice", chart.get_ref()));
        }
        let charts = asked.iter().map(|chart| {
            let known = ChartKind::ALL.iter().find(|(name, _)| name == chart.get_ref());
            known.map(|&(_, kind)| kind).ok_or_else(|| {
                let names = ChartKind::ALL.map(|(name, _)| name).join(", ");
                let problem =
                    format!("charts: expected one of {names}, found `{}`", chart.get_ref());
                self.raw.error(chart.span(), problem)
            })
        });
        charts.collect()
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
        let deaf = |contestant: &&Contestant<G>| !contestant.player.takes_positions();
        if let Some(player) = contestants.iter().find(deaf).filter(|_| openings.has_positions()) {
            let problem = format!(
                "openings: `{}` is told positions over NBoard only; expected moves",
                player.name
            );
            let span = self.raw.file.openings.as_ref().map_or(0..0, Spanned::span);
            return self.error(span, problem);
        }
        let stop = self.stop(&schedule)?;
        let published = self.published(contestants, &schedule)?;
        let times = self.raw.file.schedule.as_ref().is_some_and(|raw| raw.get_ref().times);
        let winners = self.winners::<G>()?;
        Ok(Match { schedule, openings, winners, published, stop, times })
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

    pub(super) fn games(&self) -> Result<u32, SpecError> {
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
                        "games: expected a number from 1 to {MOST_GAMES}, found {}",
                        games.get_ref()
                    ),
                )
            },
            Ok,
        )
    }

    pub(super) fn openings<G: LabGame>(
        &self,
        start: &G,
        seed: u64,
        games: u32,
        variants: &[Variant],
    ) -> Result<Openings<G>, SpecError> {
        let Some(raw) = &self.raw.file.openings else { return Ok(Openings::Start) };
        let first_movers = variants.iter().map(|variant| variant.first);
        let raw::RawOpenings { start: at_start, random_plies, list, file, repeat } = raw.get_ref();
        let repeat = *repeat;
        let result = match (at_start, random_plies, list, file) {
            (Some(true), None, None, None) => Ok(Openings::Start),
            (None, Some(plies), None, None) => {
                Openings::random(start, seed, *plies, (games, repeat), first_movers)
            }
            (None, None, Some(list), None) => {
                let lines = list.iter().map(String::as_str).enumerate();
                let lines =
                    lines.map(|(place, line)| (format!("list: opening {}", place + 1), line));
                Openings::list(start, &lines.collect::<Vec<_>>(), games, repeat, first_movers)
            }
            (None, None, None, Some(name)) => {
                let text = self.raw.opening_text.as_deref().unwrap_or_default();
                // Some editors begin a file with this mark.
                let text = text.trim_start_matches('\u{feff}');
                Openings::list(start, &lines(name.get_ref(), text), games, repeat, first_movers)
            }
            _ => {
                return self.error(
                    raw.span(),
                    "openings: expected one of `start = true`, `random_plies = N`, `list = \
                     [\"f5d6…\"]` and `file = \"FILE\"`",
                );
            }
        };
        result.map_err(|OpeningsError(problem)| {
            self.raw.error(raw.span(), format!("openings: {problem}"))
        })
    }

    fn winners<G: LabGame>(&self) -> Result<Vec<WinnerRule>, SpecError> {
        let Some(winner) = &self.raw.file.winner else { return Ok(vec![G::WINNERS[0]]) };
        if winner.get_ref().is_empty() {
            return self.error(winner.span(), "winner: expected at least one rule");
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
        for (place, name) in winner.get_ref().iter().enumerate() {
            if winner.get_ref()[..place].iter().any(|other| other.get_ref() == name.get_ref()) {
                return self.error(name.span(), format!("winner: `{}` twice", name.get_ref()));
            }
        }
        winner.get_ref().iter().map(rule).collect()
    }

    fn search<G: LabGame>(
        &self,
        raw: &Spanned<raw::RawSearch>,
        start: &G,
        variants: &[Variant],
        contestants: &[Contestant<G>],
    ) -> Result<Search, SpecError> {
        let file = &self.raw.file;
        let unused = [
            (file.stop.as_ref().map(Spanned::span), "stop"),
            (file.openings.as_ref().map(Spanned::span), "openings"),
            (file.winner.as_ref().map(Spanned::span), "winner"),
            (file.games.as_ref().map(Spanned::span), "games"),
        ];
        self.without(unused, "[search]")?;
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
        if let Some(problem) = without_reference(reference, variants, contestants) {
            return self.error(span, format!("search.reference: {problem}"));
        }
        if let Some(problem) = without_baseline(contestants) {
            return self.error(span, format!("players.baseline: {problem}"));
        }
        if contestants.iter().any(|contestant| contestant.player.is_program()) {
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

/// Says where a contestant has no reference beside it: one of the same variant and depth.
fn without_reference<G: LabGame>(
    reference: &str,
    variants: &[Variant],
    contestants: &[Contestant<G>],
) -> Option<String> {
    let alone = contestants.iter().find(|alone| {
        let judges = |other: &Contestant<G>| {
            (other.variant, other.x) == (alone.variant, alone.x) && other.name == reference
        };
        !contestants.iter().any(judges)
    })?;
    let depth = alone.x.map_or(String::new(), |x| format!(" at depth {x}"));
    let variant = &variants[alone.variant].name;
    Some(format!("no player `{reference}` in variant `{variant}`{depth}"))
}

/// Says where a contestant has no baseline beside it: another one of the same variant and depth.
fn without_baseline<G: LabGame>(contestants: &[Contestant<G>]) -> Option<String> {
    contestants.iter().find_map(|alone| {
        let baseline = alone.baseline.as_ref()?;
        let is_beside = |other: &Contestant<G>| {
            (other.variant, other.x, &other.name) == (alone.variant, alone.x, baseline)
        };
        let found = alone.name != *baseline && contestants.iter().any(is_beside);
        (!found).then(|| format!("no other player `{baseline}` beside `{}`", alone.name))
    })
}

/// The openings in a file, each with its place: one a line; `#` begins a comment, as `%` does in
/// OBF.
fn lines<'a>(name: &str, text: &'a str) -> Vec<(String, &'a str)> {
    let lines = text
        .lines()
        .map(|line| line.split(['#', '%']).next().unwrap_or_default().trim())
        .enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty());
    lines.map(|(place, line)| (format!("{name}: line {}", place + 1), line)).collect()
}
