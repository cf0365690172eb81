//! A network over the patterns, as a search looks it up.
//!
//! Every term of a position has a row of 16 numbers, the same in all stages, and the rows of a
//! position are added up. Of each sum the part above 0 and the part below 0 count by two weights of
//! the stage. So patterns do not merely add up: what one is worth depends on the others, as far as
//! they move a sum across 0. It is one layer of what Nasu (2018) calls an efficiently updatable
//! neural network, whose inputs are patterns instead of pieces.

use super::indices::Indices;
use super::patterns::{
    ALL_TERMS, CLASSES, COUNTS, PLACES_FROM, SHAPE_FROM, SHAPES, STAGES, classes,
};
use crate::expert::hints::ask_for_huge_pages;
use crate::expert::units::UNIT;
use crate::games::othello::{Isa, RegisterSums, SUMS};

/// The sums of a position.
pub const WIDTH: usize = SUMS;
/// What a term adds to the sums, in 512ths.
pub type Row = [i16; WIDTH];
/// Units of a row that make 1.
pub const ROW_UNIT: i32 = 512;
/// Units of a weight that make a disc for each 1 of a sum.
pub const READOUT_UNIT: i32 = 1024;

/// What a stage makes of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readout {
    /// What each sum counts above 0, in 1024ths of a disc for 1.
    pub above: Row,
    /// What it counts below 0, for -1.
    pub below: Row,
    /// What is added to that, in 128ths of a disc.
    pub base: i16,
}

impl Readout {
    const NUMBERS: usize = 2 * WIDTH + 1;

    /// The numbers as in a file.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i16> {
        self.above.into_iter().chain(self.below).chain([self.base])
    }

    /// The readout of [`numbers`](Self::numbers).
    pub(super) fn from_numbers(numbers: &[i16; Self::NUMBERS]) -> Self {
        let [above, below] = [0, WIDTH].map(|from| std::array::from_fn(|sum| numbers[from + sum]));
        Self { above, below, base: numbers[2 * WIDTH] }
    }
}

/// The rows of all terms, behind them room for any index, and the readouts of the stages.
pub(super) struct Network {
    rows: Box<[Aligned; ALL_TERMS + SHAPE]>,
    readouts: Vec<Readout>,
}

/// A row within one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Aligned(Row);

/// The rows from the first term of a shape on, as many as there are 16-bit indices, so that a
/// look-up needs no check of its bounds.
type Shape = [Aligned; SHAPE];
const SHAPE: usize = 1 << 16;

impl Network {
    /// From the rows of a file, [`CLASSES`] of them, and its readouts, [`STAGES`] of them.
    pub(super) fn new(of_classes: &[Row], readouts: &[Readout]) -> Self {
        debug_assert_eq!((of_classes.len(), readouts.len()), (CLASSES, STAGES));
        let mut rows = Vec::with_capacity(ALL_TERMS + SHAPE);
        ask_for_huge_pages(rows.spare_capacity_mut());
        rows.extend(classes().into_iter().map(|class| Aligned(of_classes[class as usize])));
        rows.resize(ALL_TERMS + SHAPE, Aligned([0; WIDTH]));
        let rows = rows.into_boxed_slice();
        Self { rows: rows.try_into().expect("a class for each term"), readouts: readouts.to_vec() }
    }

    /// What the stage's readout says of the sums for the patterns' `indices` and the terms of the
    /// counts.
    #[inline(always)]
    pub(super) fn value<I: Isa>(
        &self,
        isa: I,
        stage: usize,
        indices: &Indices,
        counts: [u32; COUNTS],
    ) -> i32 {
        let mut sums = isa.sums(&[0; WIDTH]);
        /// One after the other, so that the compiler knows where each shape begins.
        macro_rules! add_shapes {
            ($($shape:literal)*) => {{
                const { assert!([$($shape),*].len() == SHAPES) };
                $(sums = sums.plus(self.sum_of_shape::<_, $shape>(isa, indices));)*
            }};
        }
        add_shapes!(0 1 2 3 4 5 6 7 8 9 10 11 12);
        for term in counts {
            sums = sums.plus(isa.sums(&self.rows[term as usize].0));
        }
        self.readouts[stage].value(sums)
    }

    #[inline(always)]
    fn sum_of_shape<I: Isa, const NUMBER: usize>(&self, isa: I, indices: &Indices) -> I::Sums {
        let from = SHAPE_FROM[NUMBER];
        let shape: &Shape = self.rows[from..].first_chunk().expect("room for any index");
        let places = const { PLACES_FROM[NUMBER]..PLACES_FROM[NUMBER + 1] };
        let mut sums = isa.sums(&[0; WIDTH]);
        for &index in &indices.0[places] {
            sums = sums.plus(isa.sums(&shape[usize::from(index)].0));
        }
        sums
    }
}

impl Readout {
    #[inline(always)]
    fn value(&self, sums: impl RegisterSums) -> i32 {
        let total = sums.weigh(&self.above, &self.below);
        i32::from(self.base) + total / (ROW_UNIT * READOUT_UNIT / UNIT)
    }
}
