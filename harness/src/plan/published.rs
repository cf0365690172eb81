//! The published figures that an experiment file sets beside its own.

use toml::Spanned;

use super::raw;
use super::reader::Reader;
use super::variants::side;
use super::{Contestant, Open, Published, PublishedCell, SpecError};
use crate::games::LabGame;

impl Reader<'_> {
    pub(super) fn published<G: LabGame>(
        &self,
        contestants: &[Contestant<G>],
    ) -> Result<Option<Published>, SpecError> {
        let Some(raw) = &self.raw.file.published else { return Ok(None) };
        if *raw.games.get_ref() == 0 {
            return self.error(raw.games.span(), "published.games: expected at least 1");
        }
        let cells = raw.cells.iter().map(|cell| self.published_cell(cell, contestants));
        Ok(Some(Published {
            source: raw.source.clone(),
            games: *raw.games.get_ref(),
            cells: cells.collect::<Result<_, _>>()?,
            open: raw.open.iter().map(|name| self.open(name)).collect::<Result<_, _>>()?,
            chosen: raw.chosen.clone(),
        }))
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
        if !(0.0..=100.0).contains(wins) {
            let problem = format!("published.cells.wins: expected 0 to 100 percent, found {wins}");
            return self.error(span, problem);
        }
        let (player, opponent) = (player.clone(), opponent.clone());
        Ok(PublishedCell { player, opponent, side, wins: wins / 100.0 })
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
