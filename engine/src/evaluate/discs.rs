//! Disc difference, the first idea everybody has.

use super::Evaluator;
use crate::games::othello::{Kernel, Othello};
use crate::score::{Score, Unit};

/// Own discs minus the opponent's, in discs; at the end of the game too, where empty squares count
/// for nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

impl<K: Kernel> Evaluator<Othello<K>> for Discs {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        Score(position.disc_difference())
    }

    fn unit(&self) -> Unit {
        Unit::Points(1)
    }
}
