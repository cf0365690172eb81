//! From fitted weights to the file of weights.

use yomi_engine::expert::UNIT;
use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::eval::weights::{Parameters, WeightsFile};

use crate::fit::Fit;

/// The file of the weights of all stages, rounded.
#[must_use]
pub fn pack(fits: &[Fit], error_model: ErrorModel, record: String) -> WeightsFile {
    let rounded = |weight: &f32| (weight * UNIT as f32).round() as i16;
    let weights = fits.iter().flat_map(|fit| fit.weights.iter().map(rounded)).collect();
    WeightsFile { record, error_model, parameters: Parameters::Linear(weights) }
}
