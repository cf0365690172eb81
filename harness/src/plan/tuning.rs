//! What a file with `[tune]` means: a player whose parameters are to be found.

use std::ops::Range;

use toml::Spanned;

use super::changes::differs;
use super::key;
use super::openings::Openings;
use super::raw::{self, Raw, RawTunable};
use super::reader::Reader;
use super::{Overrides, SpecError};
use crate::games::LabGame;
use crate::players::{Contender, PlayerLimits};
use crate::stats::spsa::{Spsa, Trial, Tunable};

/// A player with parameters to be tuned.
pub struct Tuning<G: LabGame> {
    /// What is asked, in one sentence.
    pub question: String,
    /// Where all randomness starts.
    pub seed: u64,
    /// The game as random numbers are keyed with it.
    pub key: String,
    /// The position games start from.
    pub start: G,
    /// The player's name.
    pub name: String,
    /// The parameters.
    pub tunables: Vec<Tunable>,
    /// How many times they are moved.
    pub iterations: u64,
    /// The share of a step that a clean sweep is worth at the end.
    pub rate: f64,
    /// Pairs of games in an iteration.
    pub pairs: u32,
    /// Where games start: every pair has the next opening.
    pub openings: Openings<G>,
    template: String,
    limits: PlayerLimits,
}

impl<G: LabGame> Tuning<G> {
    /// Gives the file its meaning; its games start from `start`.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and key.
    pub fn new(raw: Raw, overrides: &Overrides, start: G) -> Result<Self, SpecError> {
        Reader { raw, overrides }.tuning(start)
    }

    /// What keeps it from going on where `old` was, the same game's; empty if it can. Every
    /// iteration depends on all before it, so nothing may be added.
    #[must_use]
    pub fn changes_since(&self, old: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        let mut compare = |what: &str, before: String, now: String| {
            if before != now {
                changes.push(differs(what, &before, &now));
            }
        };
        compare("seed", old.seed.to_string(), self.seed.to_string());
        compare("games", (2 * old.pairs).to_string(), (2 * self.pairs).to_string());
        compare("tune.iterations", old.iterations.to_string(), self.iterations.to_string());
        compare("tune.rate", old.rate.to_string(), self.rate.to_string());
        compare("players.text", old.template.clone(), self.template.clone());
        let names = |tuning: &Self| {
            let names = tuning.tunables.iter().map(|tunable| tunable.name.clone());
            names.collect::<Vec<_>>().join(", ")
        };
        compare("tune.parameters", names(old), names(self));
        for before in &old.tunables {
            let now = self.tunables.iter().find(|now| now.name == before.name);
            if now.is_some_and(|now| now != before) {
                changes.push(format!("tune.parameters.{}: not as in the journal", before.name));
            }
        }
        if old.limits != self.limits {
            changes.push("limits: not those in the journal".to_owned());
        }
        let rounds = u32::try_from(self.iterations * u64::from(self.pairs)).unwrap_or(u32::MAX);
        let first = self.start.side_to_move();
        let other = || self.openings.first_other(&old.openings, rounds, first).is_some();
        if changes.is_empty() && other() {
            changes.push("openings: not those in the journal".to_owned());
        }
        changes
    }

    /// The beginning of the parameters' way.
    #[must_use]
    pub fn beginning(&self) -> Spsa {
        Spsa::new(self.tunables.clone(), self.iterations, self.rate)
    }

    /// What is compared next.
    #[must_use]
    pub fn trial(&self, spsa: &Spsa) -> Trial {
        spsa.trial(key::tuning(self.seed, spsa.done()))
    }

    /// The player with these parameters.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn player(&self, values: &[i64]) -> Result<Contender<G>, String> {
        let values = self.tunables.iter().zip(values);
        let values: Vec<(String, String)> = values
            .map(|(tunable, value)| (tunable.name.clone(), value.to_string()))
            .chain([("seed".to_owned(), "{seed}".to_owned())])
            .collect();
        Contender::parse(&raw::fill(&self.template, &values)?)?.within(&self.limits)
    }
}

/// The most parameters, and the most iterations: far above use.
const MOST_TUNABLES: usize = 1000;
const MOST_ITERATIONS: u64 = 1_000_000;

impl Reader<'_> {
    fn tuning<G: LabGame>(&self, start: G) -> Result<Tuning<G>, SpecError> {
        let file = &self.raw.file;
        let Some(tune) = &file.tune else {
            return self.error(0..0, "tune: missing; expected [tune]");
        };
        let [player] = file.players.as_slice() else {
            let problem = format!("players: expected one, found {}", file.players.len());
            return self.error(tune.span(), problem);
        };
        let unused = [
            (file.schedule.as_ref().map(Spanned::span), "schedule"),
            (file.search.as_ref().map(Spanned::span), "search"),
            (file.stop.as_ref().map(Spanned::span), "stop"),
            (file.subject.as_ref().map(Spanned::span), "subject"),
            (file.winner.as_ref().map(Spanned::span), "winner"),
            (file.first_mover.as_ref().map(Spanned::span), "first_mover"),
            (file.charts.first().map(Spanned::span), "charts"),
            (file.variants.first().map(|variant| variant.name.span()), "variants"),
            (file.published.as_ref().map(|published| published.games.span()), "published"),
            (player.series.as_ref().map(Spanned::span), "players.series"),
            (player.x.as_ref().map(Spanned::span), "players.x"),
            (player.baseline.as_ref().map(Spanned::span), "players.baseline"),
            ((!player.each.is_empty()).then(|| player.name.span()), "players.each"),
        ];
        self.without(unused, "[tune]")?;
        let raw::RawTune { iterations, rate, parameters } = tune.get_ref();
        let rate = rate.unwrap_or(0.1);
        if !(1..=MOST_ITERATIONS).contains(iterations) || !(1e-6..=10.0).contains(&rate) {
            let problem = format!(
                "tune: expected 1 to {MOST_ITERATIONS} iterations and a rate of 0.000001 to 10, \
                 found {iterations} and {rate}"
            );
            return self.error(tune.span(), problem);
        }
        let (pairs, variants) = (self.pairs(tune.span())?, self.variants()?);
        let seed = self.overrides.seed.unwrap_or(file.seed);
        let count = u32::try_from(iterations * u64::from(pairs));
        let count = count.map_err(|_| self.raw.error(tune.span(), "tune: too many games"))?;
        let limits = player.limits.as_ref().or(file.limits.as_ref());
        let tuning = Tuning {
            question: self.question()?,
            key: self.raw.game()?.to_string(),
            name: self.name("players.name", player.name.span(), player.name.get_ref().clone())?,
            tunables: self.tunables(tune.span(), parameters)?,
            openings: self.openings(&start, seed, count, &variants)?,
            template: player.text.get_ref().clone(),
            limits: limits
                .map_or(Ok(PlayerLimits::default()), |limits| self.limits(limits, &[]))?,
            iterations: *iterations,
            seed,
            start,
            rate,
            pairs,
        };
        self.playable(player, &tuning)?;
        Ok(tuning)
    }

    /// Pairs of games in an iteration.
    fn pairs(&self, span: Range<usize>) -> Result<u32, SpecError> {
        let games = self.games()?;
        if games % 2 == 1 || games > 10_000 {
            let problem = "games: expected an even number up to 10000, for pairs of an iteration";
            let key = self.raw.file.games.as_ref();
            return self.error(key.map_or(span, Spanned::span), problem);
        }
        Ok(games / 2)
    }

    /// Whatever is tried is a player: it lies between the least and the most of all parameters.
    fn playable<G: LabGame>(
        &self,
        player: &raw::RawPlayer,
        tuning: &Tuning<G>,
    ) -> Result<(), SpecError> {
        for value in [|tunable: &Tunable| tunable.least, |tunable: &Tunable| tunable.most] {
            let values: Vec<i64> = tuning.tunables.iter().map(value).collect();
            tuning.player(&values).map_err(|problem| {
                self.raw.error(player.text.span(), format!("players.text: {problem}"))
            })?;
        }
        for Tunable { name, .. } in &tuning.tunables {
            if !tuning.template.contains(&format!("{{{name}}}")) {
                let problem = format!("players.text: expected `{{{name}}}`, which is tuned");
                return self.error(player.text.span(), problem);
            }
        }
        Ok(())
    }

    fn tunables(
        &self,
        span: Range<usize>,
        parameters: &[(String, RawTunable)],
    ) -> Result<Vec<Tunable>, SpecError> {
        const WIDEST: i64 = 1_000_000_000;
        /// The other columns of `path.csv`.
        const RESERVED: [&str; 2] = ["iteration", "score"];
        if parameters.is_empty() || parameters.len() > MOST_TUNABLES {
            let problem = format!("tune.parameters: expected 1 to {MOST_TUNABLES}");
            return self.error(span, problem);
        }
        let mut tunables = Vec::new();
        for (name, raw) in parameters {
            let RawTunable { start, least, most, step } = *raw;
            let ordered = -WIDEST <= least && least <= start && start <= most && most <= WIDEST;
            if !ordered || least == most || step < 1 || step > most - least {
                let expected = format!(
                    "expected least <= start <= most, all from -{WIDEST} to {WIDEST}, \
                     and a step between 1 and the range"
                );
                return self.error(span, format!("tune.parameters.{name}: {expected}"));
            }
            let name = self.name("tune.parameters", span.clone(), name.clone())?;
            if RESERVED.contains(&&*name) {
                let problem = format!("tune.parameters: `{name}` has another meaning in path.csv");
                return self.error(span, problem + "; expected another name");
            }
            tunables.push(Tunable { name, start, least, most, step });
        }
        Ok(tunables)
    }
}
