//! The readings of a source that does not say everything: variant, colour and winner count.

use yomi_engine::game::Side;

use super::counted_by;
use crate::games::LabGame;
use crate::games::WinnerRule;
use crate::plan::Open;
use crate::report::matches::{Report, capital, colour};
use crate::stats::account::Score;
use crate::stats::interval::chi_squared;

/// One way to fill in what a source leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) variant: usize,
    /// The colour of the first of each pair, where the source does not say it; `None` for both in
    /// turn.
    pub(super) colour: Option<Side>,
    pub(super) rule: WinnerRule,
}

/// How well a reading fits all figures together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// The sum of squared deviations, in standard errors.
    pub(super) sum: f64,
    /// The probability of as great a sum by chance.
    pub(super) chance: f64,
}

impl<G: LabGame> Report<'_, G> {
    fn leaves_open(&self, what: Open) -> bool {
        self.matches.published.as_ref().is_some_and(|published| published.open.contains(&what))
    }

    /// Whether the source leaves anything open besides the variants.
    pub(super) fn is_open(&self) -> bool {
        self.leaves_open(Open::Colour) || self.leaves_open(Open::Winner)
    }

    /// All readings, in the order of the variants.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let colours: &[Option<Side>] = match self.leaves_open(Open::Colour) {
            true => &[None, Some(Side::First), Some(Side::Second)],
            false => &[None],
        };
        let rules = match self.leaves_open(Open::Winner) {
            true => self.matches.winners.as_slice(),
            false => &self.matches.winners[..1],
        };
        let variants =
            (0..self.experiment.variants.len()).filter(|&variant| self.is_reading(variant));
        let with_colours = move |variant| colours.iter().map(move |&colour| (variant, colour));
        let pairs = variants.flat_map(with_colours);
        pairs
            .flat_map(|(variant, colour)| {
                rules.iter().map(move |&rule| Reading { variant, colour, rule })
            })
            .collect()
    }

    fn is_reading(&self, variant: usize) -> bool {
        !self.experiment.others.contains(&variant)
    }

    /// The variants that show what something else does, no readings of the source.
    pub(super) fn other_variants(&self) -> Vec<usize> {
        (0..self.experiment.variants.len()).filter(|&variant| !self.is_reading(variant)).collect()
    }

    /// The variants to show beside a reading: those that are no readings, and before them the first
    /// reading's, which they change, if the reading is of another.
    pub(super) fn beside(&self, main: &Reading) -> Vec<usize> {
        let first = self.readings().first().map(|reading| reading.variant);
        let others = self.other_variants();
        let first = first.filter(|&first| first != main.variant && !others.is_empty());
        first.into_iter().chain(others).collect()
    }

    /// The main reading by each winner rule, or beside the variants that are no readings; with
    /// names.
    pub(super) fn compared_readings(&self, main: Reading) -> Vec<(Reading, String)> {
        if !self.is_open() {
            let rules = self.matches.winners.iter();
            return rules
                .map(|&rule| (Reading { rule, ..main }, self.say(counted_by(rule), &[])))
                .collect();
        }
        let name = |variant: usize| &self.experiment.variants[variant];
        let beside = self.beside(&main).into_iter();
        let beside = beside.map(|variant| (Reading { variant, ..main }, name(variant).clone()));
        let best = match self.by_fit().is_empty() {
            true => name(main.variant).clone(),
            false => self.say("{} (fits best)", &[name(main.variant)]),
        };
        std::iter::once((main, best)).chain(beside).collect()
    }

    /// The reading that the answer is about: the file's first, or the one that fits best where
    /// colours or winners are open.
    pub(super) fn main_reading(&self) -> Reading {
        let first = || self.readings().into_iter().next();
        let best = || self.by_fit().into_iter().next().map(|(reading, _)| reading);
        let found = if self.is_open() { best().or_else(first) } else { first() };
        found.unwrap_or(Reading { variant: 0, colour: None, rule: self.matches.winners[0] })
    }

    /// All readings that have every figure, best fit first.
    pub(super) fn by_fit(&self) -> Vec<(Reading, Fit)> {
        let fit = |reading: Reading| Some((reading, self.fit(&reading)?));
        let mut fits: Vec<(Reading, Fit)> = self.readings().into_iter().filter_map(fit).collect();
        fits.sort_by(|one, other| one.1.sum.total_cmp(&other.1.sum));
        fits
    }

    fn fit(&self, reading: &Reading) -> Option<Fit> {
        let meetings = self.meetings(reading.variant);
        let played = |score: &&Score| score.games() > 0;
        let square = |meeting| {
            let ours = self.record(meeting, reading).filter(played)?;
            Some(self.deviation(meeting, ours).powi(2))
        };
        let sum = meetings.iter().map(square).sum::<Option<f64>>()?;
        Some(Fit { sum, chance: chi_squared(sum, meetings.len()) })
    }

    /// `penalty, as Black, winners by discs`, as far as the source leaves it open.
    pub(super) fn reading_name(&self, reading: &Reading) -> String {
        let mut parts = vec![self.experiment.variants[reading.variant].clone()];
        if self.leaves_open(Open::Colour) {
            let word = |side| self.language.word(&capital(colour(side)));
            let side = reading.colour.map(|side| self.say("as {}", &[&word(side)]));
            parts.push(side.unwrap_or_else(|| self.say("both colours", &[])));
        }
        if self.leaves_open(Open::Winner) {
            let count = match reading.rule {
                WinnerRule::Tutorial { .. } => "the page's count",
                WinnerRule::Discs | WinnerRule::Score => "more discs win",
            };
            parts.push(self.language.word(count));
        }
        parts.join(", ")
    }
}
