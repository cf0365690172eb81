//! The published figures that an experiment file sets beside its own.

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
}
