//! Who meets whom, as the `[schedule]` of an experiment file says it.

use toml::Spanned;

use super::raw::{RawSchedule, Two};
use super::reader::Reader;
use super::variants::Variant;
use super::{Contestant, SpecError};
use crate::games::LabGame;
use crate::plan::schedule::{Cell, Schedule, Shape};

/// The most games of an experiment: a journal of 30 GB.
const MOST_IN_ALL: u64 = 100_000_000;

impl Reader<'_> {
    pub(super) fn schedule<G: LabGame>(
        &self,
        variants: &[Variant],
        contestants: &[Contestant<G>],
        games: u32,
    ) -> Result<Schedule, SpecError> {
        let raw = self.raw.file.schedule.as_ref().expect("a match has a schedule");
        let mut cells = Vec::new();
        let mut shape = Shape::Gauntlet;
        for (variant, Variant { first, .. }) in variants.iter().enumerate() {
            let members: Vec<usize> = (0..contestants.len())
                .filter(|&index| contestants[index].variant == variant)
                .collect();
            let pairs = match raw.get_ref() {
                RawSchedule {
                    round_robin: Some(true),
                    gauntlet: None,
                    pairs: None,
                    between: None,
                } => {
                    if members.len() < 2 {
                        return self.error(
                            raw.span(),
                            "schedule.round_robin: expected at least two players",
                        );
                    }
                    shape = Shape::RoundRobin;
                    cells.extend(Cell::round_robin(variant, *first, &members));
                    continue;
                }
                RawSchedule {
                    gauntlet: Some(opponents),
                    round_robin: None,
                    pairs: None,
                    between: None,
                } => self.gauntlet(raw, opponents, &members, contestants)?,
                RawSchedule {
                    pairs: Some(pairs),
                    gauntlet: None,
                    round_robin: None,
                    between: None,
                } => {
                    shape = Shape::Pairs;
                    self.named_pairs(pairs, &members, contestants)?
                }
                RawSchedule {
                    between: Some(series),
                    gauntlet: None,
                    round_robin: None,
                    pairs: None,
                } => {
                    shape = Shape::Between(series.get_ref().0.clone());
                    self.between(series, &members, contestants)?
                }
                _ => {
                    return self.error(
                        raw.span(),
                        "schedule: expected one of `gauntlet = [\"NAME\"]`, `round_robin = true`, \
                         `pairs = [[\"NAME\", \"NAME\"]]` and `between = [\"SERIES\", \"SERIES\"]`",
                    );
                }
            };
            let both_colours =
                |(player, opponent)| Cell::gauntlet(variant, *first, player, opponent).into_iter();
            cells.extend(pairs.into_iter().flat_map(both_colours));
        }
        let schedule = Schedule::new(cells, games, shape);
        if schedule.len() > MOST_IN_ALL {
            let problem =
                format!("schedule: expected at most {MOST_IN_ALL} games, found {}", schedule.len());
            return self.error(raw.span(), problem);
        }
        Ok(schedule)
    }

    /// Everybody against each of the named opponents.
    fn gauntlet<G: LabGame>(
        &self,
        raw: &Spanned<RawSchedule>,
        opponents: &[Spanned<String>],
        members: &[usize],
        contestants: &[Contestant<G>],
    ) -> Result<Vec<(usize, usize)>, SpecError> {
        let mut pairs = Vec::new();
        if opponents.is_empty() {
            return self.error(raw.span(), "schedule.gauntlet: expected at least one opponent");
        }
        for name in opponents {
            let Some(opponent) = named(name.get_ref(), members, contestants) else {
                let problem = format!("schedule.gauntlet: no player `{}`", name.get_ref());
                return self.error(raw.span(), problem);
            };
            pairs.extend(members.iter().map(|&player| (player, opponent)));
        }
        Ok(pairs)
    }

    /// The pairs as they are listed.
    fn named_pairs<G: LabGame>(
        &self,
        pairs: &Spanned<Vec<Spanned<Two<String>>>>,
        members: &[usize],
        contestants: &[Contestant<G>],
    ) -> Result<Vec<(usize, usize)>, SpecError> {
        let find = |pair: &Spanned<Two<String>>| {
            let [player, opponent] = pair.get_ref().0.each_ref().map(|name| {
                named(name, members, contestants).ok_or_else(|| {
                    self.raw.error(pair.span(), format!("schedule.pairs: no player `{name}`"))
                })
            });
            Ok((player?, opponent?))
        };
        if pairs.get_ref().is_empty() {
            return self.error(pairs.span(), "schedule.pairs: expected at least one pair");
        }
        let found = pairs.get_ref().iter().map(find).collect::<Result<Vec<_>, SpecError>>()?;
        for (place, &(player, opponent)) in found.iter().enumerate() {
            if found[..place]
                .iter()
                .any(|&pair| pair == (player, opponent) || pair == (opponent, player))
            {
                let problem = format!(
                    "schedule.pairs: `{}` and `{}` meet twice",
                    contestants[player].name, contestants[opponent].name
                );
                return self.error(pairs.get_ref()[place].span(), problem);
            }
        }
        Ok(found)
    }

    /// Every player of one series against every player of another.
    fn between<G: LabGame>(
        &self,
        series: &Spanned<Two<String>>,
        members: &[usize],
        contestants: &[Contestant<G>],
    ) -> Result<Vec<(usize, usize)>, SpecError> {
        let [players, opponents] = series.get_ref().0.each_ref().map(|name| {
            members
                .iter()
                .copied()
                .filter(|&index| contestants[index].series == *name)
                .collect::<Vec<_>>()
        });
        for (name, found) in series.get_ref().0.iter().zip([&players, &opponents]) {
            if found.is_empty() {
                let problem = format!("schedule.between: no player has the series `{name}`");
                return self.error(series.span(), problem);
            }
        }
        Ok(players
            .iter()
            .flat_map(|&player| opponents.iter().map(move |&opponent| (player, opponent)))
            .collect())
    }
}

fn named<G: LabGame>(
    name: &str,
    members: &[usize],
    contestants: &[Contestant<G>],
) -> Option<usize> {
    members.iter().copied().find(|&index| contestants[index].name == name)
}
