//! The margin a game of Othello will probably end with, on boards of any size.

use super::Evaluator;
use crate::game::Game;
use crate::games::othello::{Bits, Kernel, Othello};
use crate::score::{Score, Unit};

/// The expected final margin from a position's features, in hundredths of a disc; a finished game
/// has its score.
///
/// The weights are fitted by least squares to games of the textbook searcher with itself
/// (`engine/examples/fit_estimate.rs`: 1200 with `square_weights`, then 1000 with the weights of
/// the first run, twice as many on 6×6), whose results they miss by 10.0 discs on 6×6, 17.4 on 8×8
/// and 26.7 on 10×10 (root mean square). 4×4 takes those of 6×6. Each weight changes in a straight
/// line with the number of discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

/// What is looked at: own minus the opponent's.
pub const FEATURES: [&str; 8] = [
    "the right to move",
    "legal moves",
    "discs beside empty squares",
    "corners",
    "discs diagonally beside empty corners",
    "discs on the edge beside empty corners",
    "other discs on the edge",
    "discs",
];

/// For each feature its weight on an empty and on a full board, in hundredths of a disc.
type Weights = [[i32; 2]; FEATURES.len()];

const SIX: Weights =
    [[-221, 76], [-14, 260], [-158, -91], [2371, 20], [-1284, 175], [-670, 26], [36, 25], [41, 95]];
const EIGHT: Weights = [
    [-397, 30],
    [-111, 218],
    [-122, -145],
    [3485, 125],
    [-2273, 55],
    [-1104, 52],
    [84, 13],
    [-69, 93],
];
const TEN: Weights = [
    [-435, -9],
    [-174, 174],
    [-65, -141],
    [4343, 475],
    [-2194, -430],
    [-2592, 56],
    [-44, 22],
    [-77, 71],
];

impl Estimate {
    /// A disc, in units of the estimate.
    pub const UNIT: i32 = 100;

    /// What a position has of each of [`FEATURES`].
    #[must_use]
    pub fn features<K: Kernel>(position: &Othello<K>) -> [i32; FEATURES.len()] {
        let (own, other) = (position.mover().as_u128(), position.opponent().as_u128());
        let squares = const { Squares::new(K::SIZE as u32) };
        let empty = squares.all & !(own | other);
        let exposed = squares.around(empty);
        let open = squares.corners & empty;
        let (diagonal, beside) = (squares.diagonally(open), squares.around(open));
        let ahead = |set: u128| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
        let moves = position.legal().count() as i32 - position.opponent_legal().count() as i32;
        [
            1,
            moves,
            ahead(exposed),
            ahead(squares.corners),
            ahead(diagonal),
            ahead(beside & squares.edges),
            ahead(squares.edges & !beside),
            ahead(squares.all),
        ]
    }
}

impl<K: Kernel> Evaluator<Othello<K>> for Estimate {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        if position.legal().is_empty()
            && let Some(Score(margin)) = position.final_score()
        {
            return Score(Self::UNIT * margin);
        }
        let weights = match K::SIZE {
            ..8 => &SIX,
            8 => &EIGHT,
            _ => &TEN,
        };
        let (squares, empties) = ((K::SIZE * K::SIZE) as i32, position.empties() as i32);
        let value = |(feature, [early, late]): (i32, &[i32; 2])| {
            feature * (early * empties + late * (squares - empties))
        };
        let sum: i32 = Self::features(position).into_iter().zip(weights).map(value).sum();
        // Nobody is sure to take all before the end.
        let most = Self::UNIT * (squares - 1);
        Score((sum / squares).clamp(-most, most))
    }

    fn unit(&self) -> Unit {
        Unit::Points(Self::UNIT)
    }
}

/// The squares of a board of one size that the features look at.
struct Squares {
    size: u32,
    all: u128,
    corners: u128,
    /// The rim without the corners.
    edges: u128,
    /// All columns but the first, and but the last.
    inner: [u128; 2],
}

impl Squares {
    const fn new(size: u32) -> Self {
        let all = u128::MAX >> (128 - size * size);
        let (mut first, mut row) = (0, 0);
        while row < size {
            first |= 1 << (row * size);
            row += 1;
        }
        let last = first << (size - 1);
        let rows = (1 << size) - 1;
        let rows = rows | rows << (size * (size - 1));
        let corners = (first | last) & rows;
        Self {
            size,
            all,
            corners,
            edges: (first | last | rows) & !corners,
            inner: [all & !first, all & !last],
        }
    }

    /// The squares to the left and right of a set, and the set.
    const fn across(&self, set: u128) -> u128 {
        set | set << 1 & self.inner[0] | set >> 1 & self.inner[1]
    }

    /// The squares that touch a set.
    const fn around(&self, set: u128) -> u128 {
        let three = self.across(set);
        (three | three << self.size | three >> self.size) & self.all
    }

    /// The squares that touch a set at a corner of their own only.
    const fn diagonally(&self, set: u128) -> u128 {
        let two = self.across(set) & !set;
        (two << self.size | two >> self.size) & self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::{Othello6, Othello8};
    use crate::random::Random;

    #[test]
    fn features_are_counted_for_the_side_to_move() {
        // An open corner at h8 with own discs around it, a corner and two discs on the edge.
        let board = "XOO-----\
                     --------\
                     --------\
                     ---OX---\
                     ---XO---\
                     --------\
                     ------XX\
                     ------X- X";
        let position: Othello8 = board.parse().unwrap();
        let [right, moves, exposed, corners, diagonal, beside, edge, discs] =
            Estimate::features(&position);
        assert_eq!((right, corners, diagonal, beside, edge), (1, 1, 1, 2, -2));
        assert_eq!((discs, exposed), (2, 2));
        assert_eq!(
            moves,
            position.legal().count() as i32 - position.opponent_legal().count() as i32
        );
    }

    /// Games that are over have their score, others one that could be, and better than chance.
    #[test]
    fn estimates_are_margins() {
        let mut random = Random::from_seed(3);
        for _ in 0..50 {
            let mut position = Othello6::default();
            while let Some(mv) = position.playout_move(&mut random) {
                let Score(value) = Estimate.evaluate(&position);
                assert!(value.abs() <= 35 * Estimate::UNIT, "{value}");
                position = position.play(mv);
            }
            let score = position.final_score().unwrap();
            assert_eq!(Estimate.evaluate(&position), Score(score.0 * Estimate::UNIT));
        }
    }
}
