//! Several threads at one search: ABDADA (Weill 1996), in the simple form of a small table of moves
//! being searched.
//!
//! All threads search the same tree from its root and meet in the shared table. At each node a
//! thread leaves for later the moves that another one is at, unless it is the first move, on which
//! everything else depends. Added here for endgames: before every move a thread looks whether any
//! node above it has been answered meanwhile, and if so goes back there at once. Two threads then
//! spend 5 to 11 % more nodes than one on #45, #48 and #49 of the FForum suite; without it they
//! spent 6 to 25 % more.

use arrayvec::ArrayVec;

use super::in_flight::InFlight;
use super::node::{EndgameNode, Request};
use super::ordering::{Candidate, Candidates, EndgameQueue};
use super::worker::{Answer, Worker};
use crate::expert::units::{Discs, Value};
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// With fewer empty squares than this, even the first move is left for later: two threads would
/// only do the same work.
const SMALL: u32 = 15;

impl<I: Isa> Worker<'_, I> {
    /// The best score of the moves, with other threads doing the same, and the move; `None` if
    /// another thread was first.
    #[cold]
    #[inline(never)]
    pub(super) fn share_moves(
        &mut self,
        in_flight: &InFlight,
        queue: &mut EndgameQueue,
        node: EndgameNode,
    ) -> Result<(Discs, Option<u32>), Stopped> {
        let place = self.shared_nodes.len();
        self.shared_nodes.push(node);
        let searched = self.search_in_company(in_flight, queue, node);
        self.shared_nodes.truncate(place);
        match self.answered.take_if(|answer| answer.place == place) {
            Some(answer) => Ok((answer.bound, None)),
            None => searched,
        }
    }

    fn search_in_company(
        &mut self,
        in_flight: &InFlight,
        queue: &mut EndgameQueue,
        node: EndgameNode,
    ) -> Result<(Discs, Option<u32>), Stopped> {
        let EndgameNode { empties, alpha, selectivity, .. } = node;
        let (mut best, mut best_square) = (Discs::LOWEST_BOUND, None);
        let mut later = ArrayVec::<Candidate, 64>::new();
        let mut first = true;
        loop {
            let fresh = self.next_move(queue, node)?;
            let again = fresh.is_none();
            let Some(candidate) = fresh.or_else(|| later.pop_at(0)) else { break };
            let hash = candidate.next.hash();
            if (!first || empties < SMALL) && !again && in_flight.contains(hash) {
                later.push(candidate);
                continue;
            }
            first = false;
            self.answered = self.answer();
            if self.answered.is_some() {
                return Err(Stopped);
            }
            in_flight.insert(hash);
            let searched = self.endgame(
                candidate.next,
                candidate.replies,
                empties - 1,
                alpha.reversed(),
                selectivity,
            );
            in_flight.remove(hash);
            let score = -searched?;
            if score > best {
                (best, best_square) = (score, Some(candidate.square));
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
        in_flight: &InFlight,
        candidates: &mut Candidates,
        request: Request,
    ) -> Result<(Value, Option<u32>), Stopped> {
        let (mut best, mut best_square) = (Value::LOWEST_BOUND, None);
        let mut later = ArrayVec::<Candidate, 64>::new();
        let mut first = true;
        loop {
            let fresh = candidates.take_best().copied();
            let again = fresh.is_none();
            let Some(candidate) = fresh.or_else(|| later.pop_at(0)) else { break };
            let hash = candidate.next.hash();
            if !first && !again && in_flight.contains(hash) {
                later.push(candidate);
                continue;
            }
            in_flight.insert(hash);
            let searched = self.search_candidate(&candidate, request, best, first);
            in_flight.remove(hash);
            first = false;
            let score = searched?;
            if score > best {
                (best, best_square) = (score, Some(candidate.square));
                if best >= request.window.beta {
                    break;
                }
            }
        }
        Ok((best, best_square))
    }

    /// What the table answers by now to one of this thread's shared nodes, the earliest first.
    fn answer(&self) -> Option<Answer> {
        self.shared_nodes.iter().enumerate().find_map(|(place, node)| {
            let known = self.recall(node.board, node.hash)?;
            let bound = node.decided_by(known)?;
            Some(Answer { place, bound })
        })
    }
}
