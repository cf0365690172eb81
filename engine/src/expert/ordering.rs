//! Move lists that carry everything computed to order them, so that nothing is computed twice, and give the best
//! first: most nodes need only one.

use arrayvec::ArrayVec;

use super::board::{Board, squares};
use crate::games::othello::Isa;

/// A move with the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u32,
    /// Higher is tried earlier.
    pub(super) priority: i32,
    /// The position after the move, seen by the other side.
    pub(super) next: Board,
    /// Where the other side can play then.
    pub(super) replies: u64,
}

/// The moves of one position that have not been tried yet. An iterator over them, highest priority first; of equal
/// ones the lowest square.
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    /// No moves yet; the list is filled in place because it is too large to be moved about.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self(ArrayVec::new())
    }

    /// Adds all `legal` moves of `board`, not ordered yet.
    #[inline(always)]
    pub(super) fn add<I: Isa>(&mut self, isa: I, board: Board, legal: u64) {
        for square in squares(legal) {
            let next = board.play(isa, square);
            self.0.push(Candidate { square, priority: 0, next, replies: next.legal(isa) });
        }
    }

    /// Sets every priority.
    #[inline(always)]
    pub(super) fn order(&mut self, mut priority: impl FnMut(&Candidate) -> i32) {
        for candidate in &mut self.0 {
            candidate.priority = priority(candidate);
        }
    }

    /// The moves in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    /// The moves in no particular order, to set their priorities.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    #[inline(always)]
    fn next(&mut self) -> Option<Candidate> {
        let key = |candidate: &Candidate| (candidate.priority, 64 - candidate.square);
        let mut best = 0;
        let mut best_key = key(self.0.first()?);
        for (place, candidate) in self.0.iter().enumerate().skip(1) {
            let key = key(candidate);
            if key > best_key {
                (best, best_key) = (place, key);
            }
        }
        Some(self.0.swap_remove(best))
    }
}

/// How much freedom the replies give the other side: a corner counts twice.
#[inline(always)]
pub(super) fn weighted_mobility(replies: u64) -> i32 {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
}
