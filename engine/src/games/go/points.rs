//! Points of a board with its border, and sets of them.

use super::Rules;
use crate::random::Random;

/// The number of a point on a board with a border, row by row from the lower left.
pub(super) type Point = u16;

/// The highest number of a point on the largest board, border included.
pub(super) const MAX_POINT: usize = (Rules::MAX_SIZE + 2) * (Rules::MAX_SIZE + 1);

/// A set of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointSet([u64; MAX_POINT / 64 + 1]);

impl PointSet {
    /// No point.
    pub(super) const NONE: Self = Self([0; MAX_POINT / 64 + 1]);

    pub(super) fn add(&mut self, point: Point) {
        self.0[usize::from(point / 64)] |= 1 << (point % 64);
    }

    pub(super) fn remove(&mut self, point: Point) {
        self.0[usize::from(point / 64)] &= !(1 << (point % 64));
    }

    /// How many points are in the set.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points of the set for which `wanted` holds.
    pub(super) fn filtered(mut self, mut wanted: impl FnMut(Point) -> bool) -> Self {
        for (number, word) in self.0.iter_mut().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                if !wanted((64 * number) as Point + rest.trailing_zeros() as Point) {
                    *word &= !(rest & rest.wrapping_neg());
                }
                rest &= rest - 1;
            }
        }
        self
    }

    /// One of the points, each with equal probability.
    pub(super) fn draw(mut self, random: &mut Random) -> Option<Point> {
        match self.count() {
            0 => None,
            count => self.take(random.below(count)),
        }
    }

    /// Takes the lowest `skipped` points out of the set and then one more, which is returned if
    /// there are as many.
    pub(super) fn take(&mut self, mut skipped: usize) -> Option<Point> {
        for (number, word) in self.0.iter_mut().enumerate() {
            let count = word.count_ones() as usize;
            if skipped >= count {
                skipped -= count;
                *word = 0;
                continue;
            }
            for _ in 0..skipped {
                *word &= *word - 1;
            }
            let lowest = word.trailing_zeros() as Point;
            *word &= *word - 1;
            return Some((64 * number) as Point + lowest);
        }
        None
    }
}
