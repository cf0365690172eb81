//! The hand-made evaluation: a dozen counts that players talk about, weighted by phase. Each is own
//! minus the opponent's, but for the last: whether an odd number of squares is empty.
//!
//! The counts were chosen by hand. Their weights are a least-squares fit, for each stretch of 8
//! empty squares, to the results of 30,000 games of the engine with itself after 4 to 23 random
//! moves (depth 3, exact for the last 10 squares), played with weights from an earlier such fit.

use crate::expert::position::stability::stable_on_edges;
use crate::expert::position::{Board, C_SQUARES, CORNERS, X_SQUARES, neighbours};
use crate::expert::units::Value;
use crate::games::othello::Isa;

/// Edge squares that touch neither a corner nor another edge.
const EDGES: u64 = 0x3c00_8181_8181_003c;
/// The sixteen squares in the middle.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// The value of a position for the mover, whose legal moves are `own_moves`; the exact score if
/// the game is over.
#[inline]
pub(super) fn evaluate<I: Isa>(isa: I, board: Board, own_moves: u64) -> Value {
    let other_moves = board.passed().legal(isa);
    if own_moves | other_moves == 0 {
        return board.final_score().into();
    }
    let Board { mover, opponent } = board;
    let empty = board.empty();
    let empties = empty.count_ones();
    let difference = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
    let within = |squares: u64| difference(mover & squares, opponent & squares);
    // Squares beside an empty corner are dangerous, others are not.
    let beside = neighbours(empty & CORNERS);
    let counts = [
        difference(own_moves, other_moves),
        // Potential mobility: empty squares beside the other side's discs.
        difference(neighbours(opponent) & empty, neighbours(mover) & empty),
        within(CORNERS),
        // Corners within reach.
        difference(own_moves & CORNERS, other_moves & CORNERS),
        within(beside & X_SQUARES),
        within(beside & C_SQUARES),
        within(!0),
        difference(stable_on_edges(mover, opponent), stable_on_edges(opponent, mover)),
        within(EDGES),
        // The frontier: discs beside empty squares.
        within(neighbours(empty)),
        within(CENTRE),
        // Who moves first into an odd rest moves last.
        empties as i32 & 1,
    ];
    let weights = &WEIGHTS[empties as usize / 8 % 8];
    Value(counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()).bounded()
}

/// For each stretch of 8 empty squares, beginning with none, the weights of the counts in the order
/// above, in units of [`UNIT`] a disc.
const WEIGHTS: [[i32; 12]; 8] = [
    [341, -190, 194, 415, -149, -105, 81, 164, -113, -148, -38, -83],
    [267, -99, 454, 557, -211, -130, 56, 151, -69, -126, -42, -107],
    [164, -6, 882, 748, -278, -154, 18, 155, 9, -118, -18, -130],
    [98, 17, 1454, 892, -592, -119, -2, 181, 82, -165, 21, -146],
    [82, 16, 1812, 567, -1316, -219, -18, 291, 117, -178, 42, -146],
    [74, 37, 2140, 354, -1880, -317, -70, 448, 151, -121, 83, -98],
    [88, 56, 1933, 490, -2371, -424, 22, 1027, 16, -107, 45, 60],
    [141, 32, 149, 966, -1660, -88, 12, 170, -93, -117, 77, 0],
];

/// The coefficients of the standard error in discs, a polynomial of the second degree in a linear
/// term of empties, deep and shallow depth: the shape Edax publishes, scaled to this evaluation.
const LINEAR: [f32; 3] = [-0.10, 0.31, -0.58];
const POLYNOMIAL: [f32; 3] = [0.076, 1.165, 5.417];
const SCALE: f32 = 1.5;

/// The standard error, in discs, of a search of `shallow` plies for one of `depth` plies.
pub(super) fn standard_error(depth: u32, shallow: u32, empties: u32) -> f32 {
    let [of_empties, of_depth, of_shallow] = LINEAR;
    let x = of_empties * empties as f32 + of_depth * depth as f32 + of_shallow * shallow as f32;
    let [square, linear, constant] = POLYNOMIAL;
    SCALE * (square * x * x + linear * x + constant).max(1.0)
}
