//! The method that fits weights.

use yomi_engine::expert::eval::patterns::CLASSES;

use crate::equations::{Equations, sum};

/// Preconditioned conjugate gradients (Hestenes and Stiefel 1952) for the normal equations.
pub(crate) struct Descent<'a, W> {
    equations: &'a Equations,
    /// What each equation counts.
    weigh: &'a W,
    penalty: f32,
    pub(crate) weights: Vec<f32>,
    /// The negative gradient.
    residual: Vec<f32>,
    direction: Vec<f32>,
    /// The diagonal of the equations, by which the residual is divided.
    diagonal: Vec<f32>,
    /// The residual times its preconditioned self.
    power: f64,
}

impl<'a, W: Fn(usize) -> f32> Descent<'a, W> {
    /// Begins at the weights `from`; the penalty is on the difference from them.
    pub(crate) fn new(equations: &'a Equations, weigh: &'a W, from: &[f32], penalty: f32) -> Self {
        let mut residual = vec![0.0; CLASSES];
        let mut diagonal = vec![penalty; CLASSES];
        for (place, (row, score)) in equations.rows.iter().zip(&equations.scores).enumerate() {
            let weight = weigh(place);
            let missing = weight * (score - sum(from, row));
            for &class in row {
                residual[class as usize] += missing;
                diagonal[class as usize] += weight;
            }
        }
        let direction = preconditioned(&residual, &diagonal);
        let power = dot(&residual, &direction);
        let weights = from.to_vec();
        Self { equations, weigh, penalty, weights, residual, direction, diagonal, power }
    }

    /// One step towards the least square error; `false` if it is reached.
    pub(crate) fn step(&mut self) -> bool {
        let mut image: Vec<f32> = self.direction.iter().map(|value| self.penalty * value).collect();
        for (place, row) in self.equations.rows.iter().enumerate() {
            let share = (self.weigh)(place) * sum(&self.direction, row);
            for &class in row {
                image[class as usize] += share;
            }
        }
        let length = (self.power / dot(&self.direction, &image)) as f32;
        if !length.is_finite() || length <= 0.0 {
            return false;
        }
        for (weight, direction) in self.weights.iter_mut().zip(&self.direction) {
            *weight += length * direction;
        }
        for (residual, value) in self.residual.iter_mut().zip(&image) {
            *residual -= length * value;
        }
        let preconditioned = preconditioned(&self.residual, &self.diagonal);
        let power = dot(&self.residual, &preconditioned);
        let keep = (power / self.power) as f32;
        for (direction, value) in self.direction.iter_mut().zip(preconditioned) {
            *direction = value + keep * *direction;
        }
        self.power = power;
        true
    }
}

/// The residual divided by the diagonal. Where both are 0, a term that never occurs without a
/// penalty, there is nothing to change.
fn preconditioned(residual: &[f32], diagonal: &[f32]) -> Vec<f32> {
    let quotient = |(&r, &d): (&f32, &f32)| if d > 0.0 { r / d } else { 0.0 };
    residual.iter().zip(diagonal).map(quotient).collect()
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
