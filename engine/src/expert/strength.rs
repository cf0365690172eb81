//! How well the expert plays: levels in the style players know, or depth, selectivity and exact endgame one by one.

use super::probcut::Selectivity;

/// What a search to the end of the game is worth starting at, and how sure it then is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies of a midgame search.
    pub depth: u32,
    /// How sure midgame searches are.
    pub selectivity: Selectivity,
    /// From so many empty squares the rest of the game is searched to its end, with certainty.
    pub exact: u32,
    /// From so many it is searched to its end with some selectivity, most empty squares last.
    pub nearly_exact: [(u32, Selectivity); 3],
}

/// One iteration of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl Strength {
    /// The highest level.
    pub const MAX_LEVEL: u32 = 30;

    /// Plays to the end with certainty from any position.
    pub const PERFECT: Self = Self::fixed(60, Selectivity::CERTAIN, 60);

    /// A search of `depth` plies with `selectivity`, and exact from `exact` empty squares.
    #[must_use]
    pub const fn fixed(depth: u32, selectivity: Selectivity, exact: u32) -> Self {
        Self { depth, selectivity, exact, nearly_exact: [(0, Selectivity::CERTAIN); 3] }
    }

    /// The strength of a level from 0 to [`MAX_LEVEL`](Self::MAX_LEVEL), in steps like Edax's (its `LEVEL` table): up to
    /// level 10 everything is searched in full; above, midgame searches trust ProbCut at 73 % and the last searches to
    /// the end are stepwise surer.
    ///
    /// | level | midgame | exact from | nearly exact from |
    /// | --- | --- | --- | --- |
    /// | 0 | depth 0 (evaluation of each move) | 0 | |
    /// | 1–10 | depth = level | 2 × level | |
    /// | 11–12 | depth = level at 73 % | 21 | 24 at 98 % |
    /// | 13–18 | depth = level at 73 % | 21 | 24 at 98 %, 27 at 87 % |
    /// | 19–21 | depth = level at 73 % | 24 | 27 at 98 %, 30 at 87 % |
    /// | 22–24 | depth = level at 73 % | 24 | 27 at 99 %, 30 at 95 %, 33 at 73 % |
    /// | 25–27 | depth = level at 73 % | 27 | 30 at 98 %, 33 at 87 % |
    /// | 28–30 | depth = level at 73 % | 27 | 30 at 99 %, 33 at 95 %, 36 at 73 % |
    #[must_use]
    pub fn level(level: u32) -> Self {
        let level = level.min(Self::MAX_LEVEL);
        let sure = |percent| Selectivity::from_percent(percent).expect("a known percentage");
        let none = (0, Selectivity::CERTAIN);
        let (exact, nearly_exact) = match level {
            0..=10 => return Self::fixed(level.max(1), Selectivity::CERTAIN, 2 * level),
            11..=12 => (21, [(24, sure(98)), none, none]),
            13..=18 => (21, [(24, sure(98)), (27, sure(87)), none]),
            19..=21 => (24, [(27, sure(98)), (30, sure(87)), none]),
            22..=24 => (24, [(27, sure(99)), (30, sure(95)), (33, sure(73))]),
            25..=27 => (27, [(30, sure(98)), (33, sure(87)), none]),
            _ => (27, [(30, sure(99)), (33, sure(95)), (36, sure(73))]),
        };
        Self { depth: level, selectivity: sure(73), exact, nearly_exact }
    }

    /// The iterations for a position with `empties` empty squares, each a better search than the one before.
    pub(super) fn stages(&self, empties: u32) -> Vec<Stage> {
        let to_the_end = if empties <= self.exact || empties <= self.depth {
            Some(Selectivity::CERTAIN)
        } else {
            self.nearly_exact.iter().find(|(from, _)| empties <= *from).map(|&(_, selectivity)| selectivity)
        };
        let Some(goal) = to_the_end else {
            let depths = 1..=self.depth.max(1);
            return depths.map(|depth| Stage { depth, selectivity: self.selectivity }).collect();
        };
        // Short of the end a search only has to order the moves, so it may be shallow and unsure.
        let unsure = Selectivity::from_percent(73).expect("a known percentage");
        let preliminary = empties.saturating_sub(10) / 2;
        let mut stages: Vec<Stage> =
            (1..=preliminary).map(|depth| Stage { depth, selectivity: unsure }).collect();
        if empties >= 22 {
            stages.push(Stage { depth: empties, selectivity: unsure.min(goal) });
        }
        if stages.last().is_none_or(|last| last.depth < empties || last.selectivity < goal) {
            stages.push(Stage { depth: empties, selectivity: goal });
        }
        stages
    }
}
