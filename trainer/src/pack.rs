//! From learned numbers to the file of weights.

use yomi_engine::expert::UNIT;
use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::eval::weights_file::{Parameters, WeightsFile};

use crate::fit::Fit;

/// Some weights are too large for a file, or no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights are too large for a file: expected a smaller rate, or a larger penalty")]
pub struct TooLarge;

/// The file of the weights of all stages, rounded.
///
/// # Errors
/// When some of them are too large.
pub fn pack(
    fits: &[Fit],
    error_model: ErrorModel,
    record: String,
) -> Result<WeightsFile, TooLarge> {
    let weights = fits.iter().flat_map(|fit| &fit.weights);
    let weights = weights.map(|&weight| whole(weight, UNIT)).collect::<Result<_, _>>()?;
    Ok(WeightsFile { record, error_model, parameters: Parameters::Linear(weights) })
}

/// A number in parts of which `unit` make 1, rounded, as files have it.
///
/// # Errors
/// When there are more than 32767 of them, up or down, or it is no number.
pub(crate) fn whole(number: f32, unit: i32) -> Result<i16, TooLarge> {
    let number = (number * unit as f32).round();
    (number.abs() <= f32::from(i16::MAX)).then_some(number as i16).ok_or(TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::Errors;

    #[test]
    fn weights_that_a_file_does_not_have_are_refused() {
        let packed = |weight| {
            let none = Errors::default();
            let fit = Fit { weights: vec![0.5, weight], steps: 1, training: none, held_out: none };
            pack(&[fit], ErrorModel::UNKNOWN, String::new()).map(|file| file.parameters)
        };
        // 32767 parts are the most: with 128 a disc just below 256 discs.
        for (weight, parts) in [(255.992, 32767), (-255.992, -32767), (-0.25, -32)] {
            assert_eq!(packed(weight), Ok(Parameters::Linear(vec![64, parts])));
        }
        for weight in [255.998, -255.998, 1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            assert_eq!(packed(weight), Err(TooLarge), "{weight}");
        }
    }
}
