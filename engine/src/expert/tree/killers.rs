//! Killer moves (Akl and Newborn 1977): what answered the last positions at some distance from the
//! horizon mostly answers the next one there, too, and costs no evaluation to find.

use crate::expert::position::{C_SQUARES, CORNERS, X_SQUARES};

/// The last three different moves that were good enough, the latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::expert) struct Killers([Option<u32>; 3]);

impl Killers {
    /// The move on `square` was good enough.
    #[inline(always)]
    pub(super) fn remember(&mut self, square: u32) {
        let [first, second, third] = self.0;
        if first != Some(square) {
            let last = if second == Some(square) { third } else { second };
            self.0 = [Some(square), first, last];
        }
    }

    /// The latest, if there was any.
    #[inline(always)]
    pub(super) fn latest(&self) -> Option<u32> {
        self.0[0]
    }

    /// The squares of `legal` in groups, those first that are most likely good enough: the killers
    /// one by one, corners, and last the squares beside corners.
    #[inline(always)]
    pub(super) fn groups(&self, legal: u64) -> [u64; 6] {
        let [first, second, third] =
            self.0.map(|killer| killer.map_or(0, |square| 1 << square) & legal);
        let others = legal & !(first | second | third);
        let corners = others & CORNERS;
        let beside_corners = others & (C_SQUARES | X_SQUARES);
        [first, second, third, corners, others & !corners & !beside_corners, beside_corners]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_three_moves_are_remembered() {
        let mut killers = Killers::default();
        assert_eq!(killers.latest(), None);
        for (square, expected) in [
            (5, [Some(5), None, None]),
            (5, [Some(5), None, None]),
            (9, [Some(9), Some(5), None]),
            (5, [Some(5), Some(9), None]),
            (3, [Some(3), Some(5), Some(9)]),
            (9, [Some(9), Some(3), Some(5)]),
            (60, [Some(60), Some(9), Some(3)]),
        ] {
            killers.remember(square);
            assert_eq!((killers.0, killers.latest()), (expected, Some(square)));
        }
    }

    /// Whatever is remembered and whatever is legal.
    #[test]
    fn every_move_is_in_one_group() {
        let mut killers = Killers::default();
        for square in [0, 1, 9, 27, 63, 0, 36] {
            for legal in [0, 1, u64::MAX, 0x0042_1800_0018_4280, 1 << square | 0x83] {
                let groups = killers.groups(legal);
                assert_eq!(groups.iter().fold(0, |all, group| all | group), legal);
                let squares: u32 = groups.iter().map(|group| group.count_ones()).sum();
                assert_eq!(squares, legal.count_ones());
            }
            killers.remember(square);
            assert_eq!(killers.groups(u64::MAX)[0], 1 << square);
        }
    }
}
