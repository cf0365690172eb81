//! One readable verdict about two players of a run, with the evidence.

use std::fmt::Write;
use std::path::Path;

use yomi_engine::game::Side;

use super::matches::Games;
use super::recorded;
use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::{Experiment, GameVisitor, Match, Raw, Work};
use crate::run::journal::History;
use crate::stats::duel::Duel;
use crate::stats::interval::{clopper_pearson, mean_interval};
use crate::stats::tally::Score;

/// Compares two players by their games against each other in the journal of `folder`, from the
/// first one's point of view.
///
/// # Errors
/// When there is no journal of a match, or no player of such a name.
pub fn compare(folder: &Path, players: [&str; 2]) -> Result<String, LabError> {
    let Some(history) = History::read(folder)? else {
        let problem =
            "no journal.log here; expected the folder of a run, such as runs/NAME".to_owned();
        return Err(LabError::Problems { path: folder.to_owned(), problem });
    };
    let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
    let raw = recorded(&history.run).map_err(spec)?;
    raw.game().map_err(spec)?.accept(Comparison { raw, history: &history, players })
}

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
        for name in self.players {
            if !experiment.contestants.iter().any(|contestant| contestant.name == name) {
                let mut names: Vec<&str> = Vec::new();
                for contestant in &experiment.contestants {
                    if !names.contains(&&*contestant.name) {
                        names.push(&contestant.name);
                    }
                }
                let names = names.join(", ");
                return Err(wrong(format!("no player `{name}`; expected one of {names}")));
            }
        }
        let collected = Games::new(&experiment, matches).collect(self.history)?;
        let mut text = String::new();
        for (variant, name) in experiment.variants.iter().enumerate() {
            let number = |name: &str| {
                let here = |index: &usize| experiment.contestants[*index].variant == variant;
                let named = |index: &usize| experiment.contestants[*index].name == name;
                (0..experiment.contestants.len()).filter(here).find(named)
            };
            let [Some(player), Some(opponent)] = self.players.map(number) else { continue };
            let mut duel = Duel::default();
            for outcome in &collected.outcomes {
                let units = f64::from(outcome.difference) / f64::from(2 * G::UNITS_PER_POINT);
                match outcome.players {
                    [one, other] if [one, other] == [player, opponent] => {
                        duel.add(outcome.points, units);
                    }
                    [one, other] if [other, one] == [player, opponent] => {
                        duel.add(4 - outcome.points, -units);
                    }
                    _ => {}
                }
            }
            let games = games(matches, &collected.tallies, [player, opponent]);
            let within = if name.is_empty() { String::new() } else { format!(" ({name})") };
            text += &told(self.players, &within, &duel, &games, G::UNIT);
        }
        Ok(text)
    }
}

/// The single games of two players, seen by the first.
fn games<G: LabGame>(
    matches: &Match<G>,
    tallies: &[crate::stats::tally::Tally],
    [player, opponent]: [usize; 2],
) -> [Score; 2] {
    Side::BOTH.map(|side| {
        let ends = if side == Side::First { (player, opponent) } else { (opponent, player) };
        let cells = matches.schedule.cells.iter().zip(tallies);
        let mut found = cells.filter(|(cell, _)| (cell.black, cell.white) == ends);
        found
            .next()
            .map_or_else(Score::default, |(_, tally)| tally.seen_by(side, matches.winners[0]))
    })
}

/// The verdict and its evidence, line by line.
fn told(
    [player, opponent]: [&str; 2],
    within: &str,
    duel: &Duel,
    games: &[Score; 2],
    unit: &str,
) -> String {
    let (scores, Some(chance)) = (duel.scores(), duel.chance()) else {
        return format!("{player} and {opponent}{within} have not met yet.\n");
    };
    let verdict = match (chance < 0.05, scores.mean > 0.5) {
        (true, true) => format!("{player} is better than {opponent}{within}"),
        (true, false) => format!("{player} is worse than {opponent}{within}"),
        (false, _) => format!("Nothing is decided between {player} and {opponent}{within}"),
    };
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let ((low, high), (elo_low, elo_high)) = (scores.interval(), scores.elo_interval());
    let chance = match chance {
        small if small < 0.0001 => "p < 0.0001".to_owned(),
        chance => format!("p = {chance:.4}"),
    };
    let mut text = format!("{verdict} ({chance}).\n");
    let mut line = |what: &str, figures: String| {
        writeln!(text, "  {what:<20} {figures}").expect("a string takes all text");
    };
    line("score", format!("{} % [{}, {}]", percent(scores.mean), percent(low), percent(high)));
    line("Elo", format!("{:+.1} [{elo_low:+.1}, {elo_high:+.1}]", scores.elo()));
    if let Some((elo, error)) = scores.normalized_elo() {
        line("normalised Elo", format!("{elo:+.1} ± {error:.1}"));
    }
    line("better, probability", format!("{} %", percent(scores.superiority())));
    let [lost, half, even, more, won] = duel.counts;
    line("pairs by points", format!("0: {lost}, ½: {half}, 1: {even}, 1½: {more}, 2: {won}"));
    for (colour, score) in ["as Black", "as White"].iter().zip(games) {
        let [wins, draws, losses] = score.results();
        line(colour, format!("{wins} won, {draws} drawn, {losses} lost"));
    }
    let [wins, draws, losses] = games[0].and(&games[1]).results();
    let all = wins + draws + losses;
    let (least, most) = clopper_pearson(wins, all);
    line(
        "games won",
        format!(
            "{wins} of {all}, {} % [{}, {}]",
            percent(wins as f64 / all.max(1) as f64),
            percent(least),
            percent(most)
        ),
    );
    if let Some((mean, (low, high))) = mean_interval(&duel.differences) {
        line(&format!("mean {unit}s"), format!("{mean:+.2} [{low:+.2}, {high:+.2}]"));
    }
    text += "  All figures are the first player's, with 95 % intervals; games of one opening count as \
        one observation.\n";
    text
}
