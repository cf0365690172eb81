//! How well the expert plays: levels in the style players know, or depth, selectivity and exact
//! endgame one by one.

use crate::expert::eval::Selectivity;

/// How deep and how sure to search, depending on how many squares are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies of a midgame search.
    pub depth: u32,
    /// How sure midgame searches are.
    pub selectivity: Selectivity,
    /// The most empty squares from which the game is searched to its end with certainty.
    pub exact: u32,
    /// The same for searches to the end with some selectivity, in ascending order; unused places
    /// are 0 empty squares and come last.
    pub nearly_exact: [(u32, Selectivity); 3],
    /// Ignores the above and goes on until the end of the game is certain: for searches that
    /// something else ends.
    pub unbounded: bool,
}

/// One iteration of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl Stage {
    /// Whether it searches a position with `empties` empty squares to the end of the game.
    pub(super) fn is_to_the_end(self, empties: u32) -> bool {
        self.depth >= empties
    }

    /// Whether it proves the score of such a position.
    pub(super) fn proves(self, empties: u32) -> bool {
        self.is_to_the_end(empties) && self.selectivity == Selectivity::CERTAIN
    }
}

const NEVER: (u32, Selectivity) = (0, Selectivity::CERTAIN);

impl Strength {
    /// The highest level.
    pub const MAX_LEVEL: u32 = 30;

    /// Plays to the end with certainty from any position.
    pub const PERFECT: Self = Self::to_the_end(Selectivity::CERTAIN);

    /// Deepens until stopped or certain.
    pub const UNBOUNDED: Self = Self { unbounded: true, ..Self::PERFECT };

    /// Searches to the end from any position, as sure as `selectivity` says.
    #[must_use]
    pub const fn to_the_end(selectivity: Selectivity) -> Self {
        let everywhere = [(64, selectivity), NEVER, NEVER];
        Self { depth: 0, selectivity, exact: 0, nearly_exact: everywhere, unbounded: false }
    }

    /// A search of `depth` plies with `selectivity`, and exact from `exact` empty squares.
    #[must_use]
    pub const fn fixed(depth: u32, selectivity: Selectivity, exact: u32) -> Self {
        Self { depth, selectivity, exact, nearly_exact: [NEVER; 3], unbounded: false }
    }

    /// The strength of a level from 0 to [`MAX_LEVEL`](Self::MAX_LEVEL), in steps like Edax's (its
    /// `LEVEL` table), but all midgame searches trust ProbCut at 73 %: at eight plies that plays as
    /// well as a full search, in a fifth of the time. From level 11 on searches to the end are the
    /// surer the fewer squares are empty. They are nearly all of a game's time from level 13 on, so
    /// midgames grow by more than a ply a level from 16 to 19, where one is worth less than 55 %.
    ///
    /// | level | midgame at 73 % | exact from | nearly exact from |
    /// | --- | --- | --- | --- |
    /// | 0 | depth 1 | 1 | |
    /// | 1–10 | depth = level | 2 × level | |
    /// | 11–12 | depth = level | 21 | 24 at 98 % |
    /// | 13–15 | depth = level | 21 | 24 at 98 %, 27 at 87 % |
    /// | 16–19 | depth 17, 19, 21, 24 | 21 | 24 at 98 %, 27 at 87 % |
    /// | 20–21 | depth = level + 5 | 24 | 27 at 98 %, 30 at 87 % |
    /// | 22–24 | depth = level + 5 | 24 | 27 at 99 %, 30 at 95 %, 33 at 73 % |
    /// | 25–27 | depth = level + 5 | 27 | 30 at 98 %, 33 at 87 % |
    /// | 28–30 | depth = level + 5 | level | 30 at 99 %, 33 at 95 %, 36 at 73 % |
    #[must_use]
    pub fn level(level: u32) -> Self {
        let level = level.min(Self::MAX_LEVEL);
        let sure = |percent| Selectivity::from_percent(percent).expect("a known percentage");
        let (exact, nearly_exact) = match level {
            0..=10 => return Self::fixed(level.max(1), sure(73), (2 * level).max(1)),
            11..=12 => (21, [(24, sure(98)), NEVER, NEVER]),
            13..=19 => (21, [(24, sure(98)), (27, sure(87)), NEVER]),
            20..=21 => (24, [(27, sure(98)), (30, sure(87)), NEVER]),
            22..=24 => (24, [(27, sure(99)), (30, sure(95)), (33, sure(73))]),
            25..=27 => (27, [(30, sure(98)), (33, sure(87)), NEVER]),
            _ => (level, [(30, sure(99)), (33, sure(95)), (36, sure(73))]),
        };
        let depth = match level {
            0..=15 => level,
            16..=18 => 2 * level - 15,
            19 => 24,
            _ => level + 5,
        };
        Self { depth, selectivity: sure(73), exact, nearly_exact, unbounded: false }
    }

    /// The iterations for a position with `empties` empty squares, each a better search than the
    /// one before.
    ///
    /// A `limit` is the depth of a midgame search, as a level's is: the end of the game is
    /// searched, as surely, where the level of that number searches it, unless this strength does
    /// not.
    pub(super) fn stages(&self, empties: u32, limit: Option<u32>) -> Vec<Stage> {
        let most = limit.map_or(empties, |limit| limit.clamp(1, empties.max(1)));
        let midgame = |deepest: u32, selectivity| {
            (1..=deepest.min(most)).map(move |depth| Stage { depth, selectivity })
        };
        let end = |selectivity| Stage { depth: empties, selectivity };
        let permitted = match limit {
            Some(limit) if limit < empties => Self::level(limit.max(1)).goal(empties),
            _ => Some(Selectivity::CERTAIN),
        };
        let goal = self.goal(empties);
        let Some(goal) = goal.and_then(|goal| permitted.map(|permitted| goal.min(permitted)))
        else {
            let depth = if goal.is_some() { most } else { self.depth.max(1) };
            return midgame(depth, self.midgame_selectivity()).collect();
        };
        if self.unbounded && empties > Self::SOLVED_AT_ONCE {
            let depths = midgame(empties - Self::SHORT_OF_THE_END, Selectivity::BOLDEST);
            return depths
                .chain(Self::end_selectivities().take_while(|&sureness| sureness <= goal).map(end))
                .collect();
        }
        // Short of the end a search only has to order the moves, so it may be shallow and unsure.
        let mut stages: Vec<Stage> =
            midgame(empties.saturating_sub(6) / 2, Selectivity::USUAL).collect();
        let rough = Self::end_selectivities().take(Self::rough_searches(empties));
        stages.extend(rough.take_while(|&rough| rough < goal).map(end));
        stages.push(end(goal));
        stages
    }

    /// With at most this many empty squares an unbounded search solves the game at once.
    const SOLVED_AT_ONCE: u32 = 10;
    /// With more it deepens until so many plies are missing before it searches to the end, which
    /// takes many times as long as one ply more: if the time ends first, the last finished
    /// iteration is all there is. To begin at two thirds of the way costs 8 % of the points at
    /// 40,000 nodes a move.
    const SHORT_OF_THE_END: u32 = 3;

    /// How many unsure searches to the end come before the sure one. A third takes 3 % more nodes
    /// with 24 empty squares and saves 8 % with 27, 5 % with 28.
    const fn rough_searches(empties: u32) -> usize {
        match empties {
            0..=17 => 0,
            18..=25 => 2,
            _ => 3,
        }
    }

    /// The selectivities of searches to the end: the boldest costs more nodes than it saves there.
    fn end_selectivities() -> impl Iterator<Item = Selectivity> {
        Selectivity::all().skip_while(|&sureness| sureness < Selectivity::USUAL)
    }

    fn midgame_selectivity(&self) -> Selectivity {
        if self.unbounded { Selectivity::BOLDEST } else { self.selectivity }
    }

    /// How sure a search to the end has to be, if there is to be one.
    fn goal(&self, empties: u32) -> Option<Selectivity> {
        if empties <= self.exact || self.unbounded {
            return Some(Selectivity::CERTAIN);
        }
        let nearly = self.nearly_exact.iter().find(|(from, _)| empties <= *from);
        // ProbCut has nothing to cut where so few squares are empty.
        let sure = empties <= Self::SOLVED_AT_ONCE;
        let midgame = if sure { Selectivity::CERTAIN } else { self.selectivity };
        nearly.map(|&(_, selectivity)| selectivity).or((empties <= self.depth).then_some(midgame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_gets_better_and_ends_as_the_level_says() {
        for empties in 1..=64 {
            for level in 0..=Strength::MAX_LEVEL {
                let strength = Strength::level(level);
                let stages = strength.stages(empties, None);
                let better = |pair: &[Stage]| {
                    (pair[0].depth, pair[0].selectivity) < (pair[1].depth, pair[1].selectivity)
                };
                assert!(
                    stages.windows(2).all(better),
                    "level {level}, {empties} empty: {stages:?}"
                );
                let last = stages.last().unwrap();
                assert!(last.depth <= empties);
                assert!(last.depth == empties || last.depth == strength.depth.max(1));
            }
            let last = *Strength::UNBOUNDED.stages(empties, None).last().unwrap();
            assert_eq!(last, Stage { depth: empties, selectivity: Selectivity::CERTAIN });
            assert_eq!(*Strength::PERFECT.stages(empties, None).last().unwrap(), last);
        }
    }

    /// Where the rows of the table that is the documentation of [`Strength::level`] end.
    #[test]
    fn levels_do_what_their_table_says() {
        let rows = include_str!("strength.rs").lines().filter_map(|line| {
            let cells: Vec<&str> = line.trim().strip_prefix("/// | ")?.split(" | ").collect();
            let (first, last) = cells[0].split_once('–').unwrap_or((cells[0], cells[0]));
            Some((first.parse::<u32>().ok()?..=last.parse().ok()?, cells))
        });
        let mut told = Vec::new();
        for (levels, cells) in rows {
            for (place, level) in levels.enumerate() {
                told.push(level);
                let strength = Strength::level(level);
                let depth = match cells[1].trim_start_matches("depth ") {
                    "= level" => level,
                    "= level + 5" => level + 5,
                    list => list.split(", ").nth(place).unwrap().parse().unwrap(),
                };
                assert_eq!(strength.depth, depth, "level {level}");
                let exact = match cells[2] {
                    "level" => level,
                    "2 × level" => 2 * level,
                    number => number.parse().unwrap(),
                };
                let nearly = cells[3].trim_end_matches(" |").split(", ").filter_map(|part| {
                    let (from, percent) = part.trim_end_matches(" %").split_once(" at ")?;
                    Some((from.parse::<u32>().unwrap(), percent.parse::<u8>().unwrap()))
                });
                let nearly: Vec<_> = nearly.collect();
                for empties in 1..=60 {
                    let claim = match nearly.iter().find(|(from, _)| empties <= *from) {
                        _ if empties <= exact => Some(100),
                        found => found.map(|(_, percent)| *percent),
                    };
                    let last = *strength.stages(empties, None).last().unwrap();
                    let goal = last.is_to_the_end(empties).then(|| last.selectivity.percent());
                    assert_eq!(goal, claim, "level {level}, {empties} empty");
                }
            }
        }
        assert!(told.into_iter().eq(0..=Strength::MAX_LEVEL));
    }

    /// What a level below a limit would solve is solved under the limit, and a higher limit leads
    /// no less far.
    #[test]
    fn a_limit_of_depth_is_one_of_the_midgame() {
        let strengths = (0..=Strength::MAX_LEVEL).map(Strength::level);
        for strength in strengths.chain([Strength::UNBOUNDED, Strength::PERFECT]) {
            for empties in 1..=60 {
                let free = *strength.stages(empties, None).last().unwrap();
                let mut before = Stage { depth: 0, selectivity: Selectivity::BOLDEST };
                for limit in 1..=64 {
                    let last = *strength.stages(empties, Some(limit)).last().unwrap();
                    let solved = empties <= (2 * limit).min(20);
                    assert!(last.depth <= limit || last.is_to_the_end(empties));
                    assert!(
                        !solved || !free.proves(empties) || last.proves(empties),
                        "{strength:?} {limit} {empties}"
                    );
                    assert!(last.depth >= before.depth, "{strength:?}: {before:?}, then {last:?}");
                    assert!(last.depth > before.depth || last.selectivity >= before.selectivity);
                    before = last;
                }
                assert_eq!(before.depth, free.depth);
            }
        }
    }
}
