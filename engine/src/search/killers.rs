//! Killer moves: a move that refuted one position often refutes its neighbours, so it is tried
//! there first.
//!
//! (Akl and Newborn 1977.) The order in which moves are tried never changes the value of a search,
//! only its cost.

/// Heights that are told apart; searches without a horizon wrap around.
const HEIGHTS: usize = 64;

/// For each height above the horizon the last two moves that caused a cut-off there.
#[derive(Clone, Debug)]
pub(super) struct Killers<M> {
    by_depth: [[Option<M>; 2]; HEIGHTS],
}

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn none() -> Self {
        Self { by_depth: [[None; 2]; HEIGHTS] }
    }

    /// Remembers that `mv` caused a cut-off `depth` plies above the horizon.
    pub(super) fn note(&mut self, depth: u32, mv: M) {
        let [first, second] = &mut self.by_depth[depth as usize % HEIGHTS];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
    }

    /// The killers `depth` plies above the horizon, the latest first.
    pub(super) fn at(&self, depth: u32) -> [Option<M>; 2] {
        self.by_depth[depth as usize % HEIGHTS]
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::game::{Game, Side};
    use crate::score::Score;

    /// A game of one move out of four.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Four;

    impl fmt::Display for Four {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("four")
        }
    }

    impl Game for Four {
        type Move = u8;

        fn moves(&self) -> impl ExactSizeIterator<Item = u8> {
            [1, 2, 3, 4].into_iter()
        }

        fn play(&self, _: u8) -> Self {
            unreachable!("nobody plays it")
        }

        fn final_score(&self) -> Option<Score> {
            None
        }

        fn side_to_move(&self) -> Side {
            Side::First
        }

        fn key(&self) -> u64 {
            0
        }

        fn empties(&self) -> u32 {
            1
        }
    }

    #[test]
    fn the_latest_killer_comes_first() {
        let mut killers = Killers::none();
        for mv in [9, 4, 3, 3] {
            killers.note(3, mv);
        }
        assert_eq!((killers.at(3), killers.at(2)), ([Some(3), Some(4)], [None, None]));
    }

    #[test]
    fn every_legal_move_comes_once() {
        let order = |first: [u8; 3]| -> Vec<u8> {
            Four.moves_beginning_with(first.map(|mv| (mv > 0).then_some(mv))).collect()
        };
        assert_eq!(order([0, 0, 0]), [1, 2, 3, 4]);
        assert_eq!(order([3, 9, 3]), [3, 1, 2, 4]);
        assert_eq!(order([0, 4, 2]), [4, 2, 1, 3]);
    }
}
