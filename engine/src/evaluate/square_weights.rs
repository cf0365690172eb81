//! Every square has a price: corners are good, the squares that give them away are bad.

use super::Evaluator;
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::Score;

/// The sum of own square weights minus the opponent's. A finished game is decided by the discs on
/// the board: empty squares go to nobody.
///
/// The weights are 30 for a corner, -12 for its neighbours on the edge and -15 on the diagonal, -3
/// along the rest of the second row, 0 or -1 elsewhere: a table widely used in teaching
/// (uguisu.skr.jp/othello/5-1.html), extended to other sizes by the distance from the nearest
/// edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct SquareWeights;

/// The weight by distance from the nearer edge, across and down; 3 stands for 3 and more.
const WEIGHTS: [[i32; 4]; 4] =
    [[30, -12, 0, -1], [-12, -15, -3, -3], [0, -3, 0, -1], [-1, -3, -1, -1]];

impl SquareWeights {
    fn sum<K: Kernel>(discs: K::Bits) -> i32 {
        let size = K::SIZE as u32;
        let distance = |place: u32| place.min(size - 1 - place).min(3) as usize;
        discs.indices().map(|index| WEIGHTS[distance(index / size)][distance(index % size)]).sum()
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for SquareWeights {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        if position.legal().is_empty() && position.opponent_legal().is_empty() {
            return Score::decided(Score(position.disc_difference()));
        }
        Score(Self::sum::<K>(position.mover()) - Self::sum::<K>(position.opponent()))
    }
}
