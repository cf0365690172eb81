//! Several threads at one search: ABDADA (Weill 1996), in the simple form of a small table of moves
//! being searched.
//!
//! All threads search the same tree from its root and meet in the shared table. At each node a
//! thread leaves for later the moves that another one is at, unless it is the first move, on which
//! everything else depends. Added here for endgames: before every move a thread looks whether any
//! node above it has been answered meanwhile, and if so goes back there at once. Two threads then
//! spend 5 to 11 % more nodes than one on #45, #48 and #49 of the FForum suite; without it they
//! spent 6 to 25 % more.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::board::Board;
use super::endgame::{Queue, decided};
use super::midgame::{INFINITY, Request};
use super::ordering::{Candidate, Candidates};
use super::worker::Worker;
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// Below so many empty squares even the first move is left for later: two threads would only do the
/// same work.
const SMALL: u32 = 15;

/// The positions being searched right now, by hash.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    const PLACES: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % Self::PLACES]
    }

    fn contains(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }

    fn insert(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    fn remove(&self, hash: u64) {
        let _ = self.place(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// A question to the endgame: on which side of a null window above `alpha` the final score of
/// `board` lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) board: Board,
    pub(super) hash: u64,
    pub(super) empties: u32,
    pub(super) alpha: i32,
    pub(super) certainty: u8,
}

/// A bound that answers one of the questions a thread is at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// How many questions are above it.
    place: usize,
    bound: i32,
}

impl<I: Isa> Worker<'_, I> {
    /// The best score of the moves, with other threads doing the same, and the move; 64 if another
    /// thread was first.
    #[cold]
    #[inline(never)]
    pub(super) fn share_moves(
        &mut self,
        busy: &Busy,
        queue: &mut Queue,
        asked: Asked,
    ) -> Result<(i32, u32), Stopped> {
        let place = self.asked.len();
        self.asked.push(asked);
        let searched = self.search_in_company(busy, queue, asked);
        self.asked.truncate(place);
        match self.answered.take_if(|answer| answer.place == place) {
            Some(answer) => Ok((answer.bound, 64)),
            None => searched,
        }
    }

    fn search_in_company(
        &mut self,
        busy: &Busy,
        queue: &mut Queue,
        asked: Asked,
    ) -> Result<(i32, u32), Stopped> {
        let Asked { empties, alpha, certainty, .. } = asked;
        let (mut best, mut best_square) = (-100, 64);
        let mut later = ArrayVec::<Candidate, 64>::new();
        let mut first = true;
        loop {
            let fresh = self.next_move(queue, asked)?;
            let again = fresh.is_none();
            let Some(candidate) = fresh.or_else(|| later.pop_at(0)) else { break };
            let hash = candidate.next.hash();
            if (!first || empties < SMALL) && !again && busy.contains(hash) {
                later.push(candidate);
                continue;
            }
            first = false;
            self.answered = self.answer();
            if self.answered.is_some() {
                return Err(Stopped);
            }
            busy.insert(hash);
            let searched =
                self.endgame(candidate.next, candidate.replies, empties - 1, -alpha - 1, certainty);
            busy.remove(hash);
            let score = -searched?;
            if score > best {
                (best, best_square) = (score, candidate.square);
                if best > alpha {
                    break;
                }
            }
        }
        Ok((best, best_square))
    }

    /// The best value of a midgame node's moves, with other threads doing the same, and the move.
    #[cold]
    #[inline(never)]
    pub(super) fn share_candidates(
        &mut self,
        busy: &Busy,
        candidates: &mut Candidates,
        request: Request,
    ) -> Result<(i32, u32), Stopped> {
        let (mut best, mut best_square) = (-INFINITY, 64);
        let mut later = ArrayVec::<Candidate, 64>::new();
        let mut first = true;
        loop {
            let fresh = candidates.take_best().copied();
            let again = fresh.is_none();
            let Some(candidate) = fresh.or_else(|| later.pop_at(0)) else { break };
            let hash = candidate.next.hash();
            if !first && !again && busy.contains(hash) {
                later.push(candidate);
                continue;
            }
            busy.insert(hash);
            let searched = self.search_candidate(&candidate, request, best, first);
            busy.remove(hash);
            first = false;
            let score = searched?;
            if score > best {
                (best, best_square) = (score, candidate.square);
                if best >= request.beta {
                    break;
                }
            }
        }
        Ok((best, best_square))
    }

    /// An answer that the table has by now to one of this thread's questions, the earliest first.
    fn answer(&self) -> Option<Answer> {
        self.asked.iter().enumerate().find_map(|(place, asked)| {
            let known = self.recall(asked.board, asked.hash)?;
            let bound = decided(known, asked.empties, asked.alpha, asked.certainty)?;
            Some(Answer { place, bound })
        })
    }
}
