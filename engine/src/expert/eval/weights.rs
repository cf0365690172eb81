//! The weights as a search looks them up.

use std::fmt;

use super::error_model::{ErrorModel, StandardErrors};
use super::first_moves::FirstMoves;
use super::indices::Indices;
use super::linear::Linear;
use super::network::Network;
use super::patterns::COUNTS;
use super::weights_file::{Parameters, WeightsError, WeightsFile, checksum, checksum_of_file};
use crate::games::othello::Isa;

/// The weights, as many as this engine's patterns have.
pub struct Weights {
    /// The checksum of their file: what they are called.
    pub checksum: u64,
    /// How they came to be.
    pub record: String,
    /// What searches with these weights err by.
    pub error_model: ErrorModel,
    /// The same, looked up.
    pub(super) standard_errors: StandardErrors,
    /// What positions are worth that the weights know too little of.
    pub(super) first_moves: FirstMoves,
    table: Table,
}

impl fmt::Debug for Weights {
    /// What they are, without the numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checksum, record, .. } = self;
        f.debug_struct("Weights")
            .field("checksum", checksum)
            .field("record", record)
            .finish_non_exhaustive()
    }
}

enum Table {
    Linear(Linear),
    Network(Network),
}

impl TryFrom<&WeightsFile> for Weights {
    type Error = WeightsError;

    /// Fails where there are more or fewer weights than this engine's patterns have.
    fn try_from(file: &WeightsFile) -> Result<Self, WeightsError> {
        match file.parameters.is_complete() {
            true => Ok(Self::new(file, checksum(file.to_bytes()))),
            false => Err(WeightsError::OtherPatterns),
        }
    }
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// When it is not a whole file of weights for this engine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = WeightsFile::from_bytes(bytes)?;
        Ok(Self::new(&file, checksum_of_file(bytes).ok_or(WeightsError::Damaged)?))
    }

    fn new(file: &WeightsFile, checksum: u64) -> Self {
        let table = match &file.parameters {
            Parameters::Linear(weights) => Table::Linear(Linear::new(weights)),
            Parameters::Network(rows, readouts) => Table::Network(Network::new(rows, readouts)),
        };
        let (record, error_model) = (file.record.clone(), file.error_model);
        let standard_errors = StandardErrors::new(&error_model);
        let first_moves = FirstMoves::default();
        Self { checksum, record, error_model, standard_errors, first_moves, table }
    }

    /// What a position is worth with the patterns' `indices` and the terms of the counts, not yet
    /// bounded.
    #[inline(always)]
    pub(super) fn value<I: Isa>(
        &self,
        isa: I,
        stage: usize,
        indices: &Indices,
        counts: [u32; COUNTS],
    ) -> i32 {
        match &self.table {
            Table::Linear(linear) => linear.value(stage, indices, counts),
            Table::Network(network) => network.value(isa, stage, indices, counts),
        }
    }
}
