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

/// Who meets whom in a variant.
enum Meetings {
    Everybody,
    /// The first against the second, in both colours.
    Pairs(Shape, Vec<(usize, usize)>),
}

impl Meetings {
    fn shape(&self) -> Shape {
        match self {
            Self::Everybody => Shape::RoundRobin,
            Self::Pairs(shape, _) => shape.clone(),
        }
    }
}

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
            let meetings = self.meetings(raw, &members, contestants)?;
            shape = meetings.shape();
            cells.extend(match meetings {
                Meetings::Everybody => Cell::round_robin(variant, *first, &members),
                Meetings::Pairs(_, pairs) => pairs
                    .into_iter()
                    .flat_map(|(player, opponent)| {
                        Cell::gauntlet(variant, *first, player, opponent)
                    })
                    .collect(),
            });
        }
        let schedule = Schedule::new(cells, games, shape);
        if schedule.len() > MOST_IN_ALL {
            let problem =
                format!("schedule: expected at most {MOST_IN_ALL} games, found {}", schedule.len());
            return self.error(raw.span(), problem);
        }
        Ok(schedule)
    }

    /// Who meets whom among the members of a variant, by the one key that the schedule must have.
    fn meetings<G: LabGame>(
        &self,
        raw: &Spanned<RawSchedule>,
        members: &[usize],
        contestants: &[Contestant<G>],
    ) -> Result<Meetings, SpecError> {
        let RawSchedule { round_robin, gauntlet, pairs, between, .. } = raw.get_ref();
        match (round_robin, gauntlet, pairs, between) {
            (Some(true), None, None, None) if members.len() < 2 => {
                self.error(raw.span(), "schedule.round_robin: expected at least two players")
            }
            (Some(true), None, None, None) => Ok(Meetings::Everybody),
            (None, Some(opponents), None, None) => {
                let pairs = self.gauntlet(raw, opponents, members, contestants)?;
                Ok(Meetings::Pairs(Shape::Gauntlet, pairs))
            }
            (None, None, Some(pairs), None) => {
                Ok(Meetings::Pairs(Shape::Pairs, self.named_pairs(pairs, members, contestants)?))
            }
            (None, None, None, Some(series)) => {
                let shape = Shape::Between(series.get_ref().0.clone());
                Ok(Meetings::Pairs(shape, self.between(series, members, contestants)?))
            }
            _ => self.error(
                raw.span(),
                "schedule: expected one of `gauntlet = [\"NAME\"]`, `round_robin = true`, \
                 `pairs = [[\"NAME\", \"NAME\"]]` and `between = [\"SERIES\", \"SERIES\"]`",
            ),
        }
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
        for (place, name) in opponents.iter().enumerate() {
            if opponents[..place].iter().any(|other| other.get_ref() == name.get_ref()) {
                let problem = format!("schedule.gauntlet: `{}` twice", name.get_ref());
                return self.error(name.span(), problem);
            }
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
        if players == opponents {
            return self.error(series.span(), "schedule.between: expected two series");
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
