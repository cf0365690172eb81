//! The report of a match experiment.

mod costs;
mod effort;
mod further;
mod grid;
mod pairs;
mod pictures;
mod pieces;
mod published;
mod standing;
mod tables;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::error::Error;
use std::fmt::Display;

use super::players::players;
use super::{Kind, Page, Rating, Section, Test, columns, shown, within};
use crate::figures::rounded;
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::schedule::Shape;
use crate::plan::{Experiment, Match};
use crate::run::stopping::Stopping;
use crate::stats::sprt::{Model, Sprt, Verdict};
use crate::work::collected::Collected;
use crate::work::matches::colour;
use crate::work::summary::{Row, summarise};

/// The page of a match, with its files and pictures.
///
/// # Errors
/// When a picture cannot be drawn.
pub fn report<G: LabGame>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    collected: &Collected,
    language: Language,
) -> Result<Page, Box<dyn Error>> {
    let rows = collected.rows.get_or_init(|| summarise(matches, &collected.tallies));
    let report = Report { experiment, matches, rows, collected, language, variant: 0 };
    let mut page = report.page();
    page.files.push(("summary.csv", report.summary()?));
    page.files.push(("pairs.csv", report.pairs_csv()?));
    page.ratings = report.ratings();
    page.rated = report.rating_figures();
    page.costs = report.costs();
    page.more = report.more();
    page.more.push(players(experiment, language));
    for &chart in &experiment.charts {
        report.draw(chart, &mut page)?;
    }
    report.draw_further(&mut page)?;
    Ok(page)
}

struct Report<'a, G: LabGame> {
    experiment: &'a Experiment<G>,
    matches: &'a Match<G>,
    rows: &'a [Row],
    collected: &'a Collected,
    language: Language,
    /// The variant that sentences and pictures are about; tables and files have all.
    variant: usize,
}

impl<G: LabGame> Report<'_, G> {
    /// A sentence in the report's language.
    fn say(&self, english: &str, parts: &[&dyn Display]) -> String {
        self.language.say(english, parts)
    }

    /// The same report about another variant.
    fn about(&self, variant: usize) -> Self {
        let Self { experiment, matches, rows, collected, language, .. } = *self;
        Self { experiment, matches, rows, collected, language, variant }
    }

    /// What there is to say about each variant, its name in front if there is more than one.
    fn in_each_variant(&self, answer: impl Fn(&Self) -> Vec<String>) -> Vec<String> {
        let variants = &self.experiment.variants;
        let told = |variant| {
            let within = within(variants, variant);
            let lines = answer(&self.about(variant)).into_iter();
            lines.map(move |line| format!("{within}{line}"))
        };
        (0..variants.len()).flat_map(told).collect()
    }

    /// Which variant a picture shows, as the end of a phrase, if there is more than one.
    fn shown_variant(&self) -> String {
        shown(&self.experiment.variants, self.variant, self.language)
    }

    /// The contestants of the variant.
    fn members(&self) -> impl Iterator<Item = usize> {
        let contestants = &self.experiment.contestants;
        (0..contestants.len()).filter(|&index| contestants[index].variant == self.variant)
    }

    fn name(&self, contestant: usize) -> &str {
        &self.experiment.contestants[contestant].name
    }

    /// The names of a row's player, colour and opponent.
    fn labels(&self, row: &Row) -> [String; 3] {
        [
            self.name(row.player).to_owned(),
            row.colour.map_or("both", colour).to_owned(),
            row.opponent.map_or("all", |opponent| self.name(opponent)).to_owned(),
        ]
    }

    fn page(&self) -> Page {
        let (table, details, answer) = match (&self.matches.published, &self.matches.schedule.shape)
        {
            (Some(_), _) => {
                let (table, details) = self.published_tables();
                (table, details, self.findings())
            }
            (None, Shape::Between(_)) => {
                (self.standings(), None, self.in_each_variant(Self::grid_answer))
            }
            (None, _) => (self.standings(), None, self.in_each_variant(Self::standing_answer)),
        };
        Page {
            question: self.experiment.question.clone(),
            answer: self
                .test_answer()
                .into_iter()
                .chain(answer)
                .chain(self.repeated())
                .chain(self.lost())
                .collect(),
            language: self.language,
            test: self.test(),
            table,
            details,
            columns: columns(Kind::Match { unit: G::UNIT }),
            notes: self
                .meanings()
                .into_iter()
                .chain(self.open_ratings())
                .chain([self.notes()])
                .collect(),
            ..Page::default()
        }
    }

    /// How many games each player lost by forfeit, and why.
    fn lost(&self) -> Option<String> {
        let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for lost in &self.collected.forfeits {
            *counts.entry((self.name(lost.player), &lost.reason)).or_default() += 1;
        }
        let told: Vec<String> = counts
            .iter()
            .map(|((name, reason), count)| {
                self.say("{}: {} by {}", &[name, count, &self.language.word(reason)])
            })
            .collect();
        (!told.is_empty())
            .then(|| self.say("Games lost by forfeit: {}.", &[&self.language.list(&told)]))
    }

    /// Where the sequential test stands, for machines.
    fn test(&self) -> Option<Test> {
        let stopping = self.collected.stopping.as_ref()?;
        let (llr, low, high, pairs) = stopping.standing();
        let verdict = stopping.verdict().map(|verdict| match verdict {
            Verdict::Lower => "elo0",
            Verdict::Upper => "elo1",
        });
        Some(Test { verdict, llr, low, high, pairs })
    }

    /// What the sequential test says.
    fn test_answer(&self) -> Option<String> {
        let (stopping, test) = (self.collected.stopping.as_ref()?, self.matches.stop?);
        let first = self.matches.schedule.cells.first()?;
        let [player, opponent] = [first.white, first.black].map(|index| self.name(index));
        let model = if test.model == Model::Normalized { "normalised Elo" } else { "Elo" };
        let model = self.language.word(model);
        let verdict = match stopping.verdict() {
            Some(Verdict::Upper) => {
                self.say("at least {} rather than {}", &[&test.elo1, &test.elo0])
            }
            Some(Verdict::Lower) => {
                self.say("at most {} rather than {}", &[&test.elo0, &test.elo1])
            }
            None => self.undecided(stopping, test),
        };
        let (ratio, low, high, pairs) = stopping.standing();
        let (ratio, low, high) = (two(ratio), two(low), two(high));
        let status = match stopping.repeated() {
            0 if pairs == 1 => self.say("LLR {} [{}, {}] after 1 pair", &[&ratio, &low, &high]),
            0 => self.say("LLR {} [{}, {}] after {} pairs", &[&ratio, &low, &high, &pairs]),
            repeated => self.say(
                "LLR {} [{}, {}] after {} pairs, {} of them played before",
                &[&ratio, &low, &high, &pairs, &repeated],
            ),
        };
        let told = "**{}** against {} in {}: {}; {}.";
        let told = self.say(told, &[&player, &opponent, &model, &verdict, &status]);
        let forfeits = match self.collected.forfeits.len() {
            0 => String::new(),
            1 => self.say(" 1 of its games was lost by forfeit.", &[]),
            lost => self.say(" {} of its games were lost by forfeit.", &[&lost]),
        };
        let other = " The other figures assume a match of fixed length and are wrong more often \
                     than they say.";
        Some(told + &forfeits + &self.say(other, &[]))
    }

    /// That a test has no verdict, not yet or for ever.
    fn undecided(&self, stopping: &Stopping, test: Sprt) -> String {
        let told = match stopping.is_over() {
            true => "no verdict between {} and {}",
            false => "no verdict yet between {} and {}",
        };
        self.say(told, &[&test.elo0, &test.elo1])
    }

    /// That games were played more than once, by players that leave nothing to chance or by
    /// accident.
    fn repeated(&self) -> Option<String> {
        let games = self.collected.games;
        let distinct = self.collected.distinct(&self.matches.schedule.cells);
        let pairs: u64 = self.duels().iter().map(|pairing| pairing.duel.pairs.repeated).sum();
        let games = (distinct < games).then(|| match distinct {
            1 => self.say(
                "Some games were played more than once: of {} games 1 is distinct.",
                &[&games],
            ),
            _ => self.say(
                "Some games were played more than once: of {} games {} are distinct.",
                &[&games, &distinct],
            ),
        });
        let pairs = (pairs > 0).then(|| match pairs {
            1 => self.say(
                "Pairs of games that two players have played before say nothing new and count \
                 once; here 1 does not count.",
                &[],
            ),
            _ => self.say(
                "Pairs of games that two players have played before say nothing new and count \
                 once; here {} do not count.",
                &[&pairs],
            ),
        });
        let told: Vec<String> = games.into_iter().chain(pairs).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// What the variants are, if the file says so.
    fn meanings(&self) -> Option<String> {
        let named = self.experiment.variants.iter().zip(&self.experiment.meanings);
        let told: Vec<String> = named
            .filter(|(_, meaning)| !meaning.is_empty())
            .map(|(name, meaning)| format!("**{name}**: {meaning}"))
            .collect();
        (!told.is_empty()).then(|| self.say("Variants: {}.", &[&told.join("; ")]))
    }

    /// How to read the files.
    fn notes(&self) -> String {
        let games = self.language.word(match self.experiment.is_reproducible() {
            true => {
                "not committed: the command in `run.toml` makes it again, byte for byte, and its \
                 digest is there, too"
            }
            false => {
                "clocks, threads or other programs decided some moves, so no other run gives the \
                 same games"
            }
        });
        let scores = match G::UNIT {
            "disc" => self
                .language
                .word(" Disc differences are final scores; empty squares go to the winner."),
            _ => String::new(),
        };
        let together = self.language.word(match self.matches.openings.number(0) {
            Some(_) => "Games that share an opening count as one observation",
            None if !self.experiment.is_reproducible() => {
                "From the start position the games of a round count as one observation where \
                 random numbers are drawn, those of a pair, and of pairs with the same moves, \
                 where clocks, threads or other programs decide, and all games of two players \
                 that leave nothing to chance"
            }
            None => {
                "From the start position the games of a round count as one observation, and so \
                 do all of two players that leave nothing to chance"
            }
        });
        self.say(
            "`games.csv` has one row for each game ({}). `summary.csv` has one row for each \
             player, colour and opponent. A rate is the share of games won; a score counts a \
             draw as half a win. Intervals are Wilson's at 95 %. {}, and the variance of these \
             observations decides how wide the interval is.{}",
            &[&games, &together, &scores],
        )
    }

    fn mean_points(&self, row: &Row) -> f64 {
        row.score.mean_difference() / f64::from(G::UNITS_PER_POINT)
    }

    /// The variant's rows by the first rule for winners.
    fn counted(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| self.is_counted(row))
    }

    fn is_counted(&self, row: &Row) -> bool {
        (row.variant, row.rule) == (self.variant, self.matches.winners[0])
    }

    fn ranked(&self) -> Vec<&Row> {
        let mut totals: Vec<&Row> = self.counted().filter(|row| row.opponent.is_none()).collect();
        if totals.is_empty() {
            // Pairs in both colours together, or those of a player that meets itself.
            let shown = |row: &&Row| row.colour.is_none() || row.opponent == Some(row.player);
            return self.counted().filter(shown).collect();
        }
        if self.are_comparable() {
            totals.sort_by(|a, b| b.score.score().total_cmp(&a.score.score()));
        }
        totals
    }

    /// Whether all players have met the same opponents, so that their totals can be ranked.
    fn are_comparable(&self) -> bool {
        let met: HashSet<(usize, usize)> = self
            .counted()
            .filter(|row| row.colour.is_none() && row.score.games() > 0)
            .filter_map(|row| Some((row.player, row.opponent?)))
            .collect();
        let players: BTreeSet<usize> =
            self.counted().filter(|row| row.opponent.is_none()).map(|row| row.player).collect();
        players.iter().all(|&player| {
            players.iter().all(|&other| other == player || met.contains(&(player, other)))
        })
    }
}

/// A share in per cent with one decimal.
fn one(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A figure with two decimals.
fn two(figure: f64) -> String {
    rounded(figure, 2)
}

/// `low–high` in percent.
fn between((low, high): (f64, f64)) -> String {
    format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
