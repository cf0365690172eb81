//! One readable verdict about two players of a run, with the evidence.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use yomi_engine::game::Side;
use yomi_protocol::quantity::counted;

use super::collected::{Collected, Lost, PairOutcome};
use super::evidence::{self, Evidence};
use super::experiment_in;
use super::matches::Games;
use crate::error::LabError;
use crate::figures::{probability, signed};
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::{Contestant, Experiment, GameVisitor, Match, Raw, Work};
use crate::report::not_reproducible;
use crate::run::history::History;
use crate::run::pool::Units as _;
use crate::run::stopping::Stopping;
use crate::stats::account::{Account, Score};
use crate::stats::duel::Duel;
use crate::stats::interval::{Mean, clopper_pearson, newcombe};
use crate::stats::sprt::{Model, Sprt, Verdict};
use crate::stats::tally::Tally;

/// Compares two players by their games against each other in the journal of `folder`, from the
/// first one's point of view.
///
/// # Errors
/// When there is no journal of a match, no player of such a name, or no variant that has both.
pub fn compare(folder: &Path, players: [&str; 2]) -> Result<String, LabError> {
    let (history, raw) = experiment_in(folder)?;
    let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
    raw.game().map_err(spec)?.accept(Comparison { raw, history: &history, players })
}

/// Behind the verdict of a test, if it has one.
const TESTED: &str = "This is the verdict of the sequential test that ends the match. ";

/// Behind what a test says.
const UNTESTED: &str = "What follows assumes a match of fixed length and is wrong more often than \
                        it says.\n";

struct Comparison<'a> {
    raw: Raw,
    history: &'a History,
    players: [&'a str; 2],
}

impl GameVisitor for Comparison<'_> {
    type Output = Result<String, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let path = self.history.path();
        let spec = |error| LabError::Spec { path: path.to_owned(), error };
        let wrong = |problem: String| LabError::Problems { path: path.to_owned(), problem };
        let experiment =
            Experiment::new(self.raw, &self.history.run.overrides, start).map_err(spec)?;
        let Work::Match(matches) = &experiment.work else {
            return Err(wrong("players of a search experiment do not meet".to_owned()));
        };
        if let Some(problem) = incomparable(self.players, &experiment) {
            return Err(wrong(problem));
        }
        let all = Games::new(&experiment, matches);
        let collected = all.collect(self.history)?;
        let played = Played { experiment: &experiment, matches, collected: &collected };
        if (0..experiment.variants.len())
            .all(|variant| played.places(variant, self.players).is_none())
        {
            let [player, opponent] = self.players;
            return Err(wrong(format!("no variant has both `{player}` and `{opponent}`")));
        }
        let (mut text, mut have_met) = (String::new(), false);
        for (variant, name) in experiment.variants.iter().enumerate() {
            let Some(places) = played.places(variant, self.players) else { continue };
            let within = if name.is_empty() { String::new() } else { format!(" ({name})") };
            let direct = played.direct(places, self.players, &within);
            have_met |= direct.is_some();
            text += &direct.unwrap_or_else(|| {
                let common = common_opponents(&experiment, matches, &collected.tallies, places);
                indirect(self.players, &within, &common)
            });
        }
        if have_met {
            text += &among_others(&collected.outcomes);
        }
        text += &unfinished(&collected, &all);
        if !experiment.is_reproducible() {
            text += &(not_reproducible(Language::English) + "\n");
        }
        Ok(tested(&experiment, matches, &collected) + &text)
    }
}

/// A match, and what a journal has of it.
struct Played<'a, G: LabGame> {
    experiment: &'a Experiment<G>,
    matches: &'a Match<G>,
    collected: &'a Collected,
}

impl<G: LabGame> Played<'_, G> {
    /// The places of two players in a variant that has both.
    fn places(&self, variant: usize, names: [&str; 2]) -> Option<[usize; 2]> {
        let place = |name: &str| {
            let is_it = |one: &Contestant<G>| one.variant == variant && one.name == name;
            self.experiment.contestants.iter().position(is_it)
        };
        let [player, opponent] = names.map(place);
        Some([player?, opponent?])
    }

    /// What the games of two players against each other say; `None` if they have none.
    fn direct(&self, places: [usize; 2], names: [&str; 2], within: &str) -> Option<String> {
        let duel = duel::<G>(&self.collected.outcomes, places);
        let games = games(self.matches, &self.collected.tallies, places);
        let lost = forfeits(&self.collected.forfeits, places);
        let difference = difference(&duel, &self.experiment.start);
        let evidence = evidence(&duel, &games, (names, lost), difference)?;
        let [player, opponent] = names;
        Some(match self.matches.stop {
            // A second verdict would contradict it.
            Some(_) => format!("{player} against {opponent}{within}:\n{evidence}"),
            None => verdict(names, within, &duel).unwrap_or_default() + &evidence,
        })
    }
}

/// What a sequential test says of the match that it ends; nothing where there is none.
fn tested<G: LabGame>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    collected: &Collected,
) -> String {
    let (Some(stopping), Some(test)) = (&collected.stopping, matches.stop) else {
        return String::new();
    };
    let Some(first) = matches.schedule.cells.first() else { return String::new() };
    // The player that was named first is White in the first game.
    let [player, opponent] =
        [first.white, first.black].map(|place| &experiment.contestants[place].name);
    let model = if test.model == Model::Normalized { "normalised Elo" } else { "Elo" };
    let Sprt { elo0, elo1, .. } = test;
    let verdict = match stopping.verdict() {
        Some(Verdict::Upper) => format!("at least {elo1} rather than {elo0}"),
        Some(Verdict::Lower) => format!("at most {elo0} rather than {elo1}"),
        None if stopping.is_over() => format!("no verdict between {elo0} and {elo1}"),
        None => format!("no verdict yet between {elo0} and {elo1}"),
    };
    let status = stopping.status();
    let tested = if stopping.verdict().is_some() { TESTED } else { "" };
    format!("{player} against {opponent} in {model}: {verdict}; {status}.\n{tested}{UNTESTED}")
}

/// Says that who looks at many pairings finds some that differ by chance.
fn among_others(outcomes: &BTreeMap<u64, PairOutcome>) -> String {
    let pairings: BTreeSet<[usize; 2]> = outcomes.values().map(|outcome| outcome.players).collect();
    match pairings.len() {
        0 | 1 => String::new(),
        many => format!(
            "This is p of one pairing alone. Whoever looks at all {many} of the run finds `p_holm` \
             in pairs.csv.\n"
        ),
    }
}

/// Says how many games of a run are still to be played, if any are.
fn unfinished<G: LabGame>(collected: &Collected, all: &Games<'_, G>) -> String {
    let units = all.count();
    let needed = collected.stopping.as_ref().and_then(Stopping::counted).unwrap_or(units);
    match collected.done().count() < needed {
        true => {
            let planned: u64 = (0..units).map(|unit| all.rows(unit)).sum();
            let (played, planned) = (collected.games, counted(planned as usize, "game"));
            format!("The run is not finished: {played} of {planned} are played.\n")
        }
        false => String::new(),
    }
}

/// Says which of the players takes no part in the experiment, or that they are one.
fn incomparable<G: LabGame>(players: [&str; 2], experiment: &Experiment<G>) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for contestant in &experiment.contestants {
        if !names.contains(&&*contestant.name) {
            names.push(&contestant.name);
        }
    }
    let Some(name) = players.into_iter().find(|name| !names.contains(name)) else {
        let [player, opponent] = players;
        return (player == opponent)
            .then(|| format!("`{player}` cannot be compared with itself; expected two players"));
    };
    Some(format!("no player `{name}`; expected one of {}", names.join(", ")))
}

/// The pairs of games of two players, seen by the first.
fn duel<G: LabGame>(outcomes: &BTreeMap<u64, PairOutcome>, players: [usize; 2]) -> Duel {
    let mut duel = Duel::default();
    for outcome in outcomes.values().filter(|outcome| outcome.is_of(players)) {
        if let Some((score, points)) = outcome.seen_by(players[0], G::UNITS_PER_POINT) {
            duel.add(score, points, outcome.opening);
        }
    }
    duel
}

/// The single games of two players, seen by the first.
fn games<G: LabGame>(
    matches: &Match<G>,
    tallies: &[Tally],
    [player, opponent]: [usize; 2],
) -> [Account; 2] {
    Side::BOTH.map(|side| {
        let ends = if side == Side::First { (player, opponent) } else { (opponent, player) };
        let cells = matches.schedule.cells.iter().zip(tallies);
        let mut found = cells.filter(|(cell, _)| (cell.black, cell.white) == ends);
        found
            .next()
            .map_or_else(Account::default, |(_, tally)| tally.seen_by(side, matches.winners[0]))
    })
}

/// The games between two players that the first and that the second lost by forfeit.
fn forfeits(lost: &[Lost], players: [usize; 2]) -> [usize; 2] {
    let [player, opponent] = players;
    [[player, opponent], [opponent, player]]
        .map(|ends| lost.iter().filter(|lost| [lost.player, lost.opponent] == ends).count())
}

/// Everybody whom both players met, with the points that each of the two made there.
fn common_opponents<G: LabGame>(
    experiment: &Experiment<G>,
    matches: &Match<G>,
    tallies: &[Tally],
    players: [usize; 2],
) -> Vec<(String, [Score; 2])> {
    let met = |other: usize| {
        let scores = players.map(|player| {
            let [black, white] = games(matches, tallies, [player, other]);
            black.and(&white).score()
        });
        let name = experiment.contestants[other].name.to_string();
        scores.iter().all(|score| score.games() > 0).then_some((name, scores))
    };
    (0..experiment.contestants.len()).filter_map(met).collect()
}

/// Who is better, on one line; `None` of players that have not met.
fn verdict([player, opponent]: [&str; 2], within: &str, duel: &Duel) -> Option<String> {
    let chance = duel.chance()?;
    let verdict = match (chance < 0.05, duel.scores().mean > 0.5) {
        (true, true) => format!("{player} is better than {opponent}{within}"),
        (true, false) => format!("{player} is worse than {opponent}{within}"),
        (false, _) => format!("Nothing is decided between {player} and {opponent}{within}"),
    };
    Some(format!("{verdict} ({}).\n", probability(chance)))
}

/// What a verdict rests on, line by line; `None` of players that have not met.
fn evidence(
    duel: &Duel,
    games: &[Account; 2],
    ([player, opponent], lost): ([&str; 2], [usize; 2]),
    difference: Option<(String, String)>,
) -> Option<String> {
    duel.chance()?;
    let mut evidence = Evidence::default();
    evidence.add_strength(&duel.scores());
    add_pairs(&mut evidence, duel);
    add_games(&mut evidence, games);
    if lost != [0, 0] {
        let [own, others] = lost;
        evidence.add("lost by forfeit", format!("{player}: {own}, {opponent}: {others}"));
    }
    if let Some((name, figures)) = difference {
        evidence.add(&name, figures);
    }
    let together = match duel.repeats_openings() {
        true => "all games of an opening",
        false => "the two games of a pair",
    };
    Some(format!(
        "{evidence}  All figures are the first player's, with 95 % intervals; {together} count as \
         one observation.\n"
    ))
}

/// The mean final score with its name; no interval where nothing scatters.
fn difference<G: LabGame>(duel: &Duel, start: &G) -> Option<(String, String)> {
    let Mean { value, interval } = duel.mean_difference(start.highest_score())?;
    let interval =
        interval.map(|(low, high)| format!(" [{}, {}]", signed(low, 2), signed(high, 2)));
    let figures = format!("{}{}", signed(value, 2), interval.unwrap_or_default());
    Some((format!("mean {}s", G::UNIT), figures))
}

/// Pairs by points, and how many do not count.
fn add_pairs(evidence: &mut Evidence, duel: &Duel) {
    let [lost, half, even, more, won] = duel.pairs.by_points;
    let pairs = format!("0: {lost}, ½: {half}, 1: {even}, 1½: {more}, 2: {won}");
    evidence.add("pairs by points", pairs);
    let repeated = duel.pairs.repeated;
    if repeated > 0 {
        let all = counted(duel.pairs.len() + repeated, "pair");
        let told = format!("{repeated} of {all}; they count as played once");
        evidence.add("pairs played before", told);
    }
}

/// Single games. The exact interval is that of independent ones: not where games are repeated.
fn add_games(evidence: &mut Evidence, games: &[Account; 2]) {
    for (colour, games) in ["as Black", "as White"].iter().zip(games) {
        let [wins, draws, losses] = games.score().results();
        evidence.add(colour, format!("{wins} won, {draws} drawn, {losses} lost"));
    }
    let all = games[0].and(&games[1]).score();
    let ([wins, ..], count) = (all.results(), all.games());
    let won = match all.distinct() == count {
        true => {
            let exact = clopper_pearson(wins as f64, count as f64);
            let share = evidence::within(all.win_rate(), exact);
            format!("{wins} of {count}, {share} as single games")
        }
        false => match all.distinct() {
            1 => format!("{wins} of {count}; 1 is distinct"),
            distinct => format!("{wins} of {count}; {distinct} are distinct"),
        },
    };
    evidence.add("games won", won);
}

/// What is known of two players that have not met: their scores against everybody whom both met.
fn indirect(players: [&str; 2], within: &str, common: &[(String, [Score; 2])]) -> String {
    let [player, opponent] = players;
    let mut text = format!("{player} and {opponent}{within} have not met.\n");
    for (name, scores) in common {
        let [one, other] = scores.each_ref().map(|score| (score.score(), score.score_interval()));
        let (low, high) = newcombe(one, other);
        let verdict = match (low > 0.0, high < 0.0) {
            (true, _) => format!("{player} does better than {opponent}"),
            (_, true) => format!("{player} does worse than {opponent}"),
            _ => format!("Nothing is decided between {player} and {opponent}"),
        };
        let mut evidence = Evidence::default();
        for (player, score) in players.iter().zip(scores) {
            let games = counted(score.games() as usize, "game");
            let share = evidence::within(score.score(), score.score_interval());
            evidence.add(player, format!("{share} of {games}"));
        }
        let shares = [one.0 - other.0, low, high];
        let [lead, low, high] = shares.map(|share| signed(100.0 * share, 1));
        evidence.add("difference", format!("{lead} [{low}, {high}] percentage points"));
        text += &format!("{verdict} against {name}.\n{evidence}");
    }
    text
}
