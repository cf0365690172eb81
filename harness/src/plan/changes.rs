//! What has changed between the experiment in a journal and the one that is to be run. Players,
//! openings and games may be added; everything that was to be played before must still be, and in
//! the same way.

use std::fmt::Display;
use std::ops::Range;

use yomi_engine::game::Side;

use super::{Contestant, Experiment, Match, Search, Work};
use crate::games::LabGame;

/// What keeps `new` from going on where `old` was; empty if it can.
#[must_use]
pub fn changes<G: LabGame>(old: &Experiment<G>, new: &Experiment<G>) -> Vec<String> {
    let mut changes = Vec::new();
    if old.key != new.key {
        changes.push(differs("game", &old.key, &new.key));
    }
    if old.seed != new.seed {
        changes.push(differs("seed", &old.seed, &new.seed));
    }
    changes.extend(players(old, new));
    match (&old.work, &new.work) {
        (Work::Match(before), Work::Match(now)) if changes.is_empty() => {
            matches(old, before, new, now, &mut changes);
        }
        (Work::Search(before), Work::Search(now)) if changes.is_empty() => {
            searches(old, before, new, now, &mut changes);
        }
        (Work::Match(_), Work::Search(_)) => {
            changes.push("it was a match and is a search".to_owned());
        }
        (Work::Search(_), Work::Match(_)) => {
            changes.push("it was a search and is a match".to_owned());
        }
        _ => {}
    }
    changes
}

/// `seed: 7 in the journal, 8 now`.
pub(super) fn differs<T: Display>(what: &str, old: &T, new: &T) -> String {
    format!("{what}: {old} in the journal, {new} now")
}

/// The contestant of `new` that has the place of one of `old`.
fn counterpart<G: LabGame>(
    old: &Experiment<G>,
    new: &Experiment<G>,
    contestant: &Contestant<G>,
) -> Option<usize> {
    let variant = &old.variants[contestant.variant];
    let searches = matches!(old.work, Work::Search(_));
    new.contestants.iter().position(|other| {
        other.name == contestant.name
            && new.variants[other.variant] == *variant
            && (!searches || other.x == contestant.x)
    })
}

fn players<G: LabGame>(old: &Experiment<G>, new: &Experiment<G>) -> Vec<String> {
    let mut changes = Vec::new();
    for variant in &old.variants {
        if !new.variants.contains(variant) {
            changes.push(format!("variant `{variant}` is gone"));
        }
    }
    if !changes.is_empty() {
        return changes;
    }
    let [before, now] = [old, new].map(texts);
    for (contestant, before) in old.contestants.iter().zip(&before) {
        let depth = contestant.x.map_or(String::new(), |x| format!(" at depth {x}"));
        let name = match old.work {
            Work::Search(_) => format!("`{}`{depth}", contestant.name),
            Work::Match(_) => format!("`{}`", contestant.name),
        };
        match counterpart(old, new, contestant) {
            None => changes.push(format!("player {name} is gone")),
            Some(place) if *before != now[place] => {
                changes.push(differs(&format!("player {name}"), before, &now[place]));
            }
            Some(_) => {}
        }
    }
    changes.dedup();
    changes
}

/// What the contestants' rows depend on: in games also which of several equal players each is.
fn texts<G: LabGame>(experiment: &Experiment<G>) -> Vec<String> {
    match experiment.work {
        Work::Match(_) => experiment.numbered_players(),
        Work::Search(_) => {
            experiment.contestants.iter().map(|contestant| contestant.player.to_string()).collect()
        }
    }
}

fn matches<G: LabGame>(
    old: &Experiment<G>,
    before: &Match<G>,
    new: &Experiment<G>,
    now: &Match<G>,
    changes: &mut Vec<String>,
) {
    if now.schedule.games < before.schedule.games {
        changes.push(differs("games", &before.schedule.games, &now.schedule.games));
    }
    for cell in &before.schedule.cells {
        let [black, white] = [cell.black, cell.white].map(|index| &old.contestants[index]);
        let ends = [black, white].map(|contestant| counterpart(old, new, contestant));
        let found =
            now.schedule.cells.iter().find(|other| [Some(other.black), Some(other.white)] == ends);
        let change = match found {
            None => format!("schedule: `{}` no longer meets `{}`", black.name, white.name),
            Some(other) if other.first != cell.first => {
                format!("first_mover of `{}` against `{}`", black.name, white.name)
            }
            Some(_) => continue,
        };
        if changes.len() > 5 {
            changes.push("and more".to_owned());
            return;
        }
        changes.push(change);
    }
    if before.stop != now.stop {
        changes.push("stop: not the test in the journal".to_owned());
    }
    if let Some(round) = other_opening(before, now) {
        let are_used_again = before.openings.count().is_some_and(|count| count <= round as usize);
        let again = if are_used_again { ", unless some were used again" } else { "" };
        changes.push(format!(
            "openings: not those in the journal from round {round} on; others may be added behind \
             the last{again}"
        ));
    }
}

/// The first round of the journal whose games have another opening.
fn other_opening<G: LabGame>(before: &Match<G>, now: &Match<G>) -> Option<u32> {
    let rounds = before.schedule.games.min(now.schedule.games);
    let moves = |side: &Side| before.schedule.cells.iter().any(|cell| cell.first == *side);
    let firsts = Side::BOTH.into_iter().filter(moves);
    firsts.filter_map(|first| before.openings.first_other(&now.openings, rounds, first)).min()
}

fn searches<G: LabGame>(
    old: &Experiment<G>,
    before: &Search,
    new: &Experiment<G>,
    now: &Search,
    changes: &mut Vec<String>,
) {
    if now.positions < before.positions {
        changes.push(differs("positions", &before.positions, &now.positions));
    }
    if now.reference != before.reference {
        changes.push(differs("reference", &before.reference, &now.reference));
    }
    for (variant, plies) in old.variants.iter().zip(&before.plies) {
        let place = new.variants.iter().position(|other| other == variant);
        let other: Option<&Range<u32>> = place.map(|place| &now.plies[place]);
        if other.is_some_and(|other| other != plies) {
            changes.push(format!(
                "plies of the positions{}",
                if variant.is_empty() { String::new() } else { format!(" of `{variant}`") }
            ));
        }
    }
}
