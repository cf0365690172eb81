//! The published figures that an experiment file sets beside its own.

use toml::Spanned;

use super::raw;
use super::reader::Reader;
use super::schedule::Schedule;
use super::variants::side;
use super::{Contestant, Open, Published, PublishedCell, SpecError};
use crate::games::LabGame;

impl Reader<'_> {
    pub(super) fn published<G: LabGame>(
        &self,
        contestants: &[Contestant<G>],
        schedule: &Schedule,
    ) -> Result<Option<Published>, SpecError> {
        let Some(raw) = &self.raw.file.published else { return Ok(None) };
        if *raw.games.get_ref() == 0 {
            return self.error(raw.games.span(), "published.games: expected at least 1");
        }
        if raw.cells.is_empty() {
            return self.error(raw.games.span(), "published.cells: expected at least one figure");
        }
        let cells = raw.cells.iter().map(|cell| self.published_cell(cell, contestants));
        let published = Published {
            source: raw.source.clone(),
            games: *raw.games.get_ref(),
            cells: cells.collect::<Result<_, _>>()?,
            open: raw.open.iter().map(|name| self.open(name)).collect::<Result<_, _>>()?,
            chosen: raw.chosen.clone(),
        };
        for (cell, written) in published.cells.iter().zip(&raw.cells) {
            let colours = published.open.contains(&Open::Colour) || cell.side.is_some();
            for variant in 0..=schedule.cells.last().map_or(0, |cell| cell.variant) {
                let members = Members { contestants, variant };
                if let Some(problem) = without_result(cell, colours, &members, schedule) {
                    return self.error(written.span(), format!("published.cells: {problem}"));
                }
            }
        }
        Ok(Some(published))
    }

    fn published_cell<G: LabGame>(
        &self,
        cell: &Spanned<raw::RawPublishedCell>,
        contestants: &[Contestant<G>],
    ) -> Result<PublishedCell, SpecError> {
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
                let problem = format!(
                    "published.cells.colour: expected `black` or `white`, found `{colour}`"
                );
                return self.error(span, problem);
            }
        };
        let percent = *wins.get_ref();
        if !(0.0..=100.0).contains(&percent) {
            let problem =
                format!("published.cells.wins: expected 0 to 100 percent, found {percent}");
            return self.error(span, problem);
        }
        let decimals = decimals(self.raw.text.get(wins.span()).unwrap_or_default());
        let (player, opponent) = (player.clone(), opponent.clone());
        Ok(PublishedCell { player, opponent, side, wins: percent / 100.0, decimals })
    }

    fn open(&self, name: &Spanned<String>) -> Result<Open, SpecError> {
        let known = Open::ALL.iter().find(|(known, _)| known == name.get_ref());
        known.map(|&(_, open)| open).ok_or_else(|| {
            let problem = format!(
                "published.open: expected `colour` or `winner`, found `{}`",
                name.get_ref()
            );
            self.raw.error(name.span(), problem)
        })
    }
}

/// The decimals of a number as it is written.
fn decimals(number: &str) -> usize {
    let (_, behind) = number.split_once('.').unwrap_or_default();
    behind.chars().take_while(|c| *c == '_' || c.is_ascii_digit()).filter(|c| *c != '_').count()
}

/// The players of one variant.
struct Members<'a, G: LabGame> {
    contestants: &'a [Contestant<G>],
    variant: usize,
}

impl<G: LabGame> Members<'_, G> {
    fn named(&self, name: &str) -> Option<usize> {
        let is_it = |one: &Contestant<G>| one.variant == self.variant && one.name == name;
        self.contestants.iter().position(is_it)
    }
}

/// Says why the games of this schedule have no result to set beside a published one: a figure that
/// would be dropped in silence, or set beside another opponent's. `colours` says that the result is
/// one of a colour.
fn without_result<G: LabGame>(
    cell: &PublishedCell,
    colours: bool,
    members: &Members<'_, G>,
    schedule: &Schedule,
) -> Option<String> {
    let player = members.named(&cell.player)?;
    let mut opponents = opponents_of(schedule, player);
    if let Some(name) = &cell.opponent {
        let opponent = members.named(name)?;
        opponents.retain(|&other| other == opponent);
        if opponents.is_empty() {
            let told = opponents_of(schedule, opponent).contains(&player);
            let way = if told { ", only the other way round" } else { "" };
            return Some(format!(
                "the schedule has no result of `{}` against `{name}`{way}",
                cell.player
            ));
        }
    }
    match *opponents.as_slice() {
        [] => Some(format!("the schedule has no result of `{}`", cell.player)),
        // The two sides of such games add up to nothing.
        [opponent] => (opponent == player && !colours)
            .then(|| format!("expected a `colour`: `{}` meets itself", cell.player)),
        _ => Some(format!(
            "expected an `opponent`: `{}` has {} of them",
            cell.player,
            opponents.len()
        )),
    }
}

/// Those whom a player meets, so far as the results are told from the player's side.
fn opponents_of(schedule: &Schedule, player: usize) -> Vec<usize> {
    let met = schedule.cells.iter().flat_map(|cell| {
        let sides = [(cell.black, cell.white), (cell.white, cell.black)];
        sides.into_iter().zip(cell.reported).filter_map(move |((one, other), reported)| {
            (reported && one == player).then_some(other)
        })
    });
    let mut opponents: Vec<usize> = met.collect();
    opponents.sort_unstable();
    opponents.dedup();
    opponents
}
