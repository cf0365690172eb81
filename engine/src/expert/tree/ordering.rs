//! Move lists that carry everything computed to order them, so that nothing is computed twice, and
//! give the best first: most nodes need only one.

use arrayvec::ArrayVec;

use crate::expert::position::{Board, C_SQUARES, CORNERS, X_SQUARES, neighbours, squares};
use crate::games::othello::{Isa, RegisterBoard};

/// A move with the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: u32,
    /// The position after the move, seen by the other side.
    pub(super) next: Board,
    /// Where the other side can play then.
    pub(super) replies: u64,
}

impl Candidate {
    /// The legal move `square`.
    #[inline(always)]
    pub(super) fn new(held: impl RegisterBoard, square: u32) -> Self {
        let next = held.play(square);
        Self { square, next: Board::of(next), replies: next.legal() }
    }

    /// How good the move looks without a search: first of all few replies, then an odd quadrant, of
    /// which `odd` are the squares, and corners held. The weights are those with the fewest nodes
    /// on the middle FForum positions.
    #[inline(always)]
    pub(super) fn static_priority(&self, odd: u64) -> i32 {
        let in_odd = (odd >> self.square & 1) as i32;
        4 * in_odd - 8 * weighted_mobility(self.replies) + 2 * held_corners(self.next.opponent)
    }

    /// How good the move looks by itself: few replies, a corner, no square beside one.
    #[inline(always)]
    pub(super) fn plain_priority(&self) -> i32 {
        let is_on = |squares: u64| (squares >> self.square & 1) as i32;
        let beside_corner = is_on(C_SQUARES | X_SQUARES);
        4 * is_on(CORNERS) - beside_corner - weighted_mobility(self.replies)
    }
}

/// The moves of one position that have not been tried yet.
pub(super) struct Candidates {
    moves: ArrayVec<Candidate, 64>,
    /// For each move its priority, then its place from the end; [`TRIED`] once it is taken.
    keys: ArrayVec<i32, 64>,
    /// The highest key as long as none is taken, so that the first move needs no second look at
    /// them.
    best: i32,
}

const TRIED: i32 = i32::MIN;

impl Candidates {
    /// No moves yet; the list is filled in place because it is too large to be moved about.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { moves: ArrayVec::new(), keys: ArrayVec::new(), best: TRIED }
    }

    /// Adds all `legal` moves of `board`, each with a priority from -2²⁴ to 2²⁴.
    #[inline(always)]
    pub(super) fn add<I: Isa>(
        &mut self,
        isa: I,
        board: Board,
        legal: u64,
        priority: impl Fn(&Candidate) -> i32,
    ) {
        let held = board.held(isa);
        let mut best = TRIED;
        for square in squares(legal) {
            let candidate = Candidate::new(held, square);
            let key = key(priority(&candidate), self.moves.len());
            best = best.max(key);
            self.keys.push(key);
            self.moves.push(candidate);
        }
        self.best = best;
    }

    /// Gives the moves other priorities, from -2²⁴ to 2²⁴, unless one cannot be found.
    #[inline(always)]
    pub(super) fn order<E>(
        &mut self,
        mut priority: impl FnMut(&Candidate) -> Result<i32, E>,
    ) -> Result<(), E> {
        self.best = TRIED;
        for (place, (old, candidate)) in self.keys.iter_mut().zip(&self.moves).enumerate() {
            if *old != TRIED {
                *old = key(priority(candidate)?, place);
                self.best = self.best.max(*old);
            }
        }
        Ok(())
    }

    /// All moves, tried or not, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.moves.iter()
    }

    /// Takes the move on `square`, if it is there.
    pub(super) fn take(&mut self, square: u32) -> Option<&Candidate> {
        let place = self.moves.iter().position(|candidate| candidate.square == square)?;
        self.keys[place] = TRIED;
        self.best = TRIED;
        Some(&self.moves[place])
    }

    /// Takes the move with the highest priority, of equal ones the lowest square.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<&Candidate> {
        let mut best = std::mem::replace(&mut self.best, TRIED);
        if best == TRIED {
            for key in &self.keys {
                best = best.max(*key);
            }
        }
        if best == TRIED {
            return None;
        }
        let place = 63 - (best & 63) as usize;
        self.keys[place] = TRIED;
        Some(&self.moves[place])
    }
}

/// The moves of an endgame node: the one the table knows to be the best, then the others, put in
/// order, which takes short searches, only if that one does not answer.
pub(super) struct EndgameQueue<'a> {
    pub(super) candidates: &'a mut Candidates,
    /// The table's moves, the better first.
    pub(super) known: [Option<u32>; 2],
    pub(super) progress: QueueProgress,
}

/// How far an [`EndgameQueue`] is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueProgress {
    /// Nothing is taken.
    Fresh,
    /// The table's move is taken, the others have no order.
    FirstTaken,
    /// All are in order.
    Ordered,
}

/// The priority of the table's moves: above that of all others.
#[inline(always)]
pub(super) fn known_priority(square: u32, known: [Option<u32>; 2]) -> Option<i32> {
    let place = known.iter().position(|mv| *mv == Some(square))?;
    Some(1 << (24 - place))
}

#[inline(always)]
fn key(priority: i32, place: usize) -> i32 {
    priority << 6 | (63 - place as i32)
}

/// How much freedom the replies give the other side: a corner counts twice.
#[inline(always)]
pub(super) fn weighted_mobility(replies: u64) -> i32 {
    (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
}

/// The corners of a side and its discs beside them, which mostly nobody can turn any more.
#[inline(always)]
fn held_corners(own: u64) -> i32 {
    let corners = own & CORNERS;
    (corners | neighbours(corners) & C_SQUARES & own).count_ones() as i32
}
