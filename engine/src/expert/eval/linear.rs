//! Linear weights as a search looks them up: the value of a position is the sum of one weight for
//! each of its terms, and every stage has weights of its own.

use super::indices::Indices;
use super::patterns::{
    ALL_TERMS, CLASSES, COUNTS, PLACES_FROM, SHAPE_FROM, SHAPES, STAGES, classes,
};

/// For each stage the weight of each term; behind the last one room for any index.
pub(super) struct Linear(Vec<i16>);

/// The weights from a stage on, as many as the first term of a shape and any 16-bit index can be
/// together, so that a look-up needs no check of its bounds.
type Stage = [i16; ALL_TERMS + SHAPE];
/// The weights from the first term of a shape on.
type Shape = [i16; SHAPE];
const SHAPE: usize = 1 << 16;

impl Linear {
    /// From the weights of a file, [`CLASSES`] for each stage.
    pub(super) fn new(of_classes: &[i16]) -> Self {
        let classes = classes();
        let mut weights: Vec<i16> = Vec::with_capacity(STAGES * ALL_TERMS + SHAPE);
        for of_stage in of_classes.chunks_exact(CLASSES) {
            weights.extend(classes.iter().map(|class| of_stage[*class as usize]));
        }
        weights.resize(weights.capacity(), 0);
        Self(weights)
    }

    /// The sum of a stage's weights for the patterns' `indices` and the terms of the counts.
    #[inline(always)]
    pub(super) fn value(&self, stage: usize, indices: &Indices, counts: [u32; COUNTS]) -> i32 {
        let stage = self.0[stage * ALL_TERMS..].first_chunk().expect("room for any index");
        sum_of_patterns(stage, indices)
            + counts.map(|term| i32::from(stage[term as usize])).iter().sum::<i32>()
    }
}

/// Not inlined, so that it is compiled without vectors: to take indices out of vectors and put
/// weights into others takes longer than all look-ups.
#[inline(never)]
fn sum_of_patterns(stage: &Stage, indices: &Indices) -> i32 {
    /// One after the other, so that the compiler knows where each shape begins.
    macro_rules! sum_of_shapes {
        ($($shape:literal)*) => {{
            const { assert!([$($shape),*].len() == SHAPES) };
            0 $(+ sum_of_shape::<$shape>(stage, indices))*
        }};
    }
    sum_of_shapes!(0 1 2 3 4 5 6 7 8 9 10 11 12)
}

#[inline(always)]
fn sum_of_shape<const NUMBER: usize>(stage: &Stage, indices: &Indices) -> i32 {
    let shape: &Shape = stage[SHAPE_FROM[NUMBER]..].first_chunk().expect("room for any index");
    let places = const { PLACES_FROM[NUMBER]..PLACES_FROM[NUMBER + 1] };
    indices.0[places].iter().map(|&index| i32::from(shape[usize::from(index)])).sum()
}
