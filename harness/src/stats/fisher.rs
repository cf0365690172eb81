//! Standard errors of ratings by Fisher's information: what the bootstrap is tested by.

use super::elo::expected_score;
use super::ratings::{Meeting, SCALE};

/// The standard errors of the ratings by Fisher's information, as if games were independent and
/// never drawn, and those of each difference, by players. Draws make the truth smaller; where
/// games share openings the bootstrap knows better.
pub(super) fn fisher_errors(elo: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = elo.len();
    // The information is blind to a common shift; that of the mean is put in its place.
    let mut information = vec![vec![1.0 / count as f64; count]; count];
    for &Meeting { players: [one, other], games, .. } in meetings {
        let score = expected_score(elo[one] - elo[other]);
        let weight = games * score * (1.0 - score);
        information[one][one] += weight;
        information[other][other] += weight;
        information[one][other] -= weight;
        information[other][one] -= weight;
    }
    let mut covariance = inverse(information);
    // What was put in is taken out again.
    covariance.iter_mut().flatten().for_each(|entry| *entry -= 1.0 / count as f64);
    let error = |variance: f64| SCALE * variance.max(0.0).sqrt();
    let single = (0..count).map(|player| error(covariance[player][player])).collect();
    let difference = |one: usize, other: usize| {
        let sum = covariance[one][one] + covariance[other][other];
        error(sum - 2.0 * covariance[one][other])
    };
    let row = |one| (0..count).map(|other| difference(one, other)).collect();
    (single, (0..count).map(row).collect())
}

/// The inverse of a matrix that has one, by Gauss and Jordan's elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| if column == place { 1.0 } else { 0.0 }));
    }
    for column in 0..count {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..count).max_by(|one, other| size(one).total_cmp(&size(other)));
        matrix.swap(column, pivot.unwrap_or(column));
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|entry| *entry /= divisor);
        let own = matrix[column].clone();
        for (place, row) in matrix.iter_mut().enumerate() {
            let factor = if place == column { 0.0 } else { row[column] };
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
}
