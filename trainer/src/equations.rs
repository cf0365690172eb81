//! What is fitted: the sums of weights that samples have, and the scores these should be.

use std::ops::Range;

use yomi_engine::expert::eval::patterns::{TERMS, terms};
use yomi_engine::games::othello::{InstructionSet, Isa, Task};

use crate::fit::Errors;
use crate::sample::Sample;

/// One equation for each sample: the weights of its classes should add up to its score.
pub(crate) struct Equations {
    pub(crate) rows: Vec<[u32; TERMS]>,
    pub(crate) scores: Vec<f32>,
}

impl Equations {
    /// `classes` are those of the terms; for `trust` see [`Sample::label`].
    pub(crate) fn new(samples: &[Sample], classes: &[u32], trust: f32) -> Self {
        struct Extract<'a>(&'a [Sample], &'a [u32]);
        impl Task for Extract<'_> {
            type Output = Vec<[u32; TERMS]>;
            fn on<I: Isa>(self, isa: I) -> Self::Output {
                let Self(samples, classes) = self;
                let row = |sample: &Sample| {
                    isa.run(
                        #[inline(always)]
                        || {
                            terms(isa, sample.mover, sample.opponent)
                                .map(|term| classes[term as usize])
                        },
                    )
                };
                samples.iter().map(row).collect()
            }
        }
        let scores = samples.iter().map(|sample| sample.label(trust)).collect();
        Self { rows: InstructionSet::best().run(Extract(samples, classes)), scores }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How far sums of weights are off the scores of some of the samples.
    pub(crate) fn errors(&self, weights: &[f32], range: Range<usize>) -> Errors {
        let rows = self.rows[range.clone()].iter().zip(&self.scores[range]);
        Errors::of(rows.map(|(row, score)| sum(weights, row).clamp(-64.0, 64.0) - score))
    }
}

#[inline]
pub(crate) fn sum(weights: &[f32], row: &[u32; TERMS]) -> f32 {
    row.iter().map(|&class| weights[class as usize]).sum()
}
