//! Wipe-outs: whether one side can take every disc of the other. Such a win has the highest score
//! there is, and an evaluation tells little between moves that all look won, so the search to the
//! end orders them badly. Proof numbers (Allis 1994; depth-first, Nagai 2002) count instead how
//! many positions are left to prove, and go where they are fewest.
//!
//! What is proved is left in the shared table, where the search to the end finds it.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::ordering::Candidate;
use super::worker::Worker;
use crate::expert::eval::Selectivity;
use crate::expert::memory::SearchResult;
use crate::expert::position::{Board, CORNERS, squares, stability};
use crate::expert::units::{Discs, Window};
use crate::games::othello::Isa;
use crate::limits::Stopped;

/// An attempt that has entered so many positions is given up.
const MOST_NODES: u32 = 1 << 17;
/// As many positions as there ever are.
const ENDLESS: u32 = 1 << 30;

/// How many more positions have to be decided to show something about the side to move, at least.
#[derive(Clone, Copy)]
struct Numbers {
    /// That it gets its way: it takes all discs, or keeps one.
    proof: u32,
    /// That it does not.
    disproof: u32,
}

const GETS_ITS_WAY: Numbers = Numbers { proof: 0, disproof: ENDLESS };
const FAILS: Numbers = Numbers { proof: ENDLESS, disproof: 0 };

/// A position on the way to a wipe-out.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    legal: u64,
    /// Whether the side to move is the one that wants to take all discs.
    attacks: bool,
}

/// One attempt.
#[derive(Default)]
struct Attempt {
    /// The numbers of positions, by the attacker's discs, the defender's, and whether the attacker
    /// is to move.
    known: HashMap<(u64, u64, bool), Numbers>,
    nodes: u32,
}

impl<I: Isa> Worker<'_, I> {
    /// Tries to prove that the side to move loses every disc, and leaves the proof in the table.
    pub(in crate::expert) fn prove_wipeout(&mut self, board: Board) -> Result<(), Stopped> {
        let node = Node { board, legal: board.legal(self.isa), attacks: false };
        if self.techniques.table && self.decided(node).is_none() {
            self.prove(&mut Attempt::default(), node, ENDLESS, ENDLESS)?;
        }
        Ok(())
    }

    /// Searches on until one of the numbers reaches its limit.
    fn prove(
        &mut self,
        attempt: &mut Attempt,
        node: Node,
        most_proof: u32,
        most_disproof: u32,
    ) -> Result<Numbers, Stopped> {
        self.nodes += 1;
        attempt.nodes += 1;
        self.check()?;
        let mut replies = self.replies(attempt, node);
        loop {
            let (best, second) = easiest(&replies);
            let proof = replies[best].1.disproof;
            let disproof = replies.iter().fold(0, |sum, reply| ENDLESS.min(sum + reply.1.proof));
            let numbers = Numbers { proof, disproof };
            if proof >= most_proof || disproof >= most_disproof || attempt.nodes >= MOST_NODES {
                attempt.known.insert(node.key(), numbers);
                self.remember_wipeout(node, numbers, replies[best].2);
                return Ok(numbers);
            }
            let (child, of_child, _) = &mut replies[best];
            let limits = (most_disproof - disproof + of_child.proof, most_proof.min(second + 1));
            *of_child = self.prove(attempt, *child, limits.0, limits.1)?;
        }
    }

    /// The positions after the moves, or after a pass, with their numbers and the squares.
    fn replies(&self, attempt: &Attempt, node: Node) -> ArrayVec<(Node, Numbers, Option<u32>), 64> {
        let Node { board, legal, attacks } = node;
        let mut replies = ArrayVec::new();
        let mut add = |board: Board, legal, square| {
            let reply = Node { board, legal, attacks: !attacks };
            let numbers = self
                .decided(reply)
                .or_else(|| attempt.known.get(&reply.key()).copied())
                .unwrap_or(Numbers { proof: 1, disproof: legal.count_ones().max(1) });
            replies.push((reply, numbers, square));
        };
        if legal == 0 {
            let passed = board.passed();
            add(passed, passed.legal(self.isa), None);
        }
        let held = board.held(self.isa);
        for square in squares(legal) {
            let Candidate { next, replies, .. } = Candidate::new(held, square);
            add(next, replies, Some(square));
        }
        replies
    }

    /// The numbers of a position that needs no search: the game is over, or the defender has a disc
    /// that nobody can turn, or can place one in a corner.
    fn decided(&self, Node { board, legal, attacks }: Node) -> Option<Numbers> {
        let defender = if attacks { board.passed() } else { board };
        let corners = (defender.mover | if attacks { 0 } else { legal }) & CORNERS;
        let is_over = || legal == 0 && board.passed().legal(self.isa) == 0;
        if defender.mover == 0 {
            Some(if attacks { GETS_ITS_WAY } else { FAILS })
        } else if corners != 0
            || is_over()
            || stability::stable(self.isa, defender.mover, defender.opponent) != 0
        {
            Some(if attacks { FAILS } else { GETS_ITS_WAY })
        } else {
            None
        }
    }

    /// Tells the table of a proof.
    fn remember_wipeout(&self, node: Node, numbers: Numbers, best: Option<u32>) {
        let score = match (node.attacks, numbers) {
            (true, Numbers { proof: 0, .. }) => Discs::ALL,
            (false, Numbers { disproof: 0, .. }) => -Discs::ALL,
            _ => return,
        };
        if node.legal != 0 {
            let alpha = if node.attacks { Discs::BUT_ONE } else { score };
            let result = SearchResult {
                depth: node.board.empties(),
                selectivity: Selectivity::CERTAIN,
                window: Window::null(alpha.into()),
                value: score.into(),
                best,
            };
            self.remember(node.board, node.board.hash(), &result);
        }
    }
}

impl Node {
    fn key(&self) -> (u64, u64, bool) {
        let Board { mover, opponent } = self.board;
        if self.attacks { (mover, opponent, true) } else { (opponent, mover, false) }
    }
}

/// The place of the reply that is disproved most easily, and the number of the next one.
fn easiest(replies: &[(Node, Numbers, Option<u32>)]) -> (usize, u32) {
    let (mut best, mut second) = (0, ENDLESS);
    for (place, reply) in replies.iter().enumerate().skip(1) {
        if reply.1.disproof < replies[best].1.disproof {
            (best, second) = (place, replies[best].1.disproof);
        } else {
            second = second.min(reply.1.disproof);
        }
    }
    (best, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expert::memory::EndgameCache;
    use crate::expert::memory::TranspositionTable;
    use crate::expert::question::Settings;
    use crate::expert::tree::Shared;
    use crate::games::othello::{Othello8, Portable};
    use crate::limits::Limits;
    use crate::random::Random;

    /// Whether the attacker takes all discs, by trying everything.
    fn takes_all(board: Board, attacks: bool) -> bool {
        let legal = board.legal(Portable);
        let after = |next: Board| takes_all(next, !attacks);
        if legal == 0 {
            let passed = board.passed();
            let is_over = passed.legal(Portable) == 0;
            return if is_over {
                (if attacks { board.opponent } else { board.mover }) == 0
            } else {
                after(passed)
            };
        }
        let mut nexts = squares(legal).map(|square| board.play(Portable, square));
        if attacks { nexts.any(after) } else { nexts.all(after) }
    }

    /// Positions with the defender to move, late in games in which the attacker takes all it can.
    fn positions() -> Vec<Board> {
        let mut random = Random::from_seed(1);
        let mut found = Vec::new();
        for _ in 0..20_000 {
            let mut board = Board::from(&Othello8::default());
            let mut attacks = true;
            loop {
                let moves: Vec<Board> =
                    squares(board.legal(Portable)).map(|to| board.play(Portable, to)).collect();
                if !attacks && board.empties() <= 10 && board.mover.count_ones() < 5 {
                    found.push(board);
                    break;
                }
                board = match moves.iter().min_by_key(|next| next.mover.count_ones()) {
                    Some(greedy) if attacks => *greedy,
                    Some(_) => moves[random.below(moves.len())],
                    None if board.passed().legal(Portable) != 0 => board.passed(),
                    None => break,
                };
                attacks = !attacks;
            }
        }
        found
    }

    #[test]
    fn what_is_proved_is_what_trying_everything_finds() {
        let settings = Settings::default();
        let limits = Limits::default();
        let mut wipeouts = 0;
        let positions = positions();
        for &board in &positions {
            let table = TranspositionTable::new(1).unwrap();
            let shared = Shared::new(&table, &settings, &limits);
            let mut worker = Worker::new(Portable, &shared, EndgameCache::new().unwrap());
            let node = Node { board, legal: board.legal(Portable), attacks: false };
            let numbers = match worker.decided(node) {
                Some(numbers) => numbers,
                None => worker.prove(&mut Attempt::default(), node, ENDLESS, ENDLESS).unwrap(),
            };
            let proved = takes_all(board, false);
            assert_eq!((numbers.disproof == 0, numbers.proof == 0), (proved, !proved), "{board:?}");
            wipeouts += usize::from(proved);
            if proved && node.legal != 0 && worker.decided(node).is_none() {
                let known = worker.recall(board, board.hash()).expect("what is proved is known");
                let window = Window::null((-Discs::ALL).into());
                let depth = board.empties();
                let value = known.decides(depth, Selectivity::CERTAIN, window);
                assert_eq!(value, Some((-Discs::ALL).into()));
            }
        }
        assert!(wipeouts >= 20 && positions.len() >= 300, "{wipeouts} of {}", positions.len());
    }
}
