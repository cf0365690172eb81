//! The teaching page's evaluator: corners, edges, mobility and being ahead.

use super::Evaluator;
use crate::game::{Game, Side};
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::Score;

/// Points for corners, edge discs, legal moves and a lead in discs, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tutorial {
    /// For each own corner, minus the opponent's.
    pub corner: i32,
    /// For each own edge disc off the corners, minus the opponent's.
    pub edge: i32,
    /// For each legal move of the side to move.
    pub mobility: i32,
    /// For having more discs than the opponent.
    pub lead: i32,
}

impl Tutorial {
    /// The weights of the page.
    pub const PAGE: Self = Self { corner: 8, edge: 1, mobility: 1, lead: 10 };
}

impl Default for Tutorial {
    fn default() -> Self {
        Self::PAGE
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for Tutorial {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        self.evaluate_for(position, position.side_to_move())
    }

    fn evaluate_for(&self, position: &Othello<K>, side: Side) -> Score {
        let (own, other) = (position.discs(side), position.discs(!side));
        let (corners, edges) = (corners::<K>(), edges::<K>());
        let difference = |set: K::Bits| (own & set).count() as i32 - (other & set).count() as i32;
        Score(
            self.corner * difference(corners)
                + self.edge * difference(edges)
                + self.mobility * K::legal(own, other).count() as i32
                + self.lead * i32::from(own.count() > other.count()),
        )
    }
}

/// The four corners.
fn corners<K: Kernel>() -> K::Bits {
    let size = K::SIZE as u32;
    [0, size - 1, size * (size - 1), size * size - 1]
        .into_iter()
        .fold(K::Bits::EMPTY, |set, index| set | K::Bits::single(index))
}

/// The squares along the rim, corners excepted.
fn edges<K: Kernel>() -> K::Bits {
    let size = K::SIZE as u32;
    (1..size - 1)
        .flat_map(|place| [place, size * place, size * place + size - 1, size * (size - 1) + place])
        .fold(K::Bits::EMPTY, |set, index| set | K::Bits::single(index))
}
