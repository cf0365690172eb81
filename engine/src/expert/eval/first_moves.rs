//! Positions of the first moves: what the best moves make of them. Games that weights are learned
//! from begin with some random moves, so of so few discs they know little: they were 18 discs off
//! at the start, and 8 after d3 c3 c4 c5.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::expert::position::{Board, squares};
use crate::expert::units::Value;
use crate::games::othello::{Isa, Othello8};

/// Up to this number of empty squares weights know enough.
pub(super) const LEARNED_TO: u32 = 55;

/// What one set of weights makes of the positions that games pass, once somebody asks: other ones
/// are searched every time.
#[derive(Default)]
pub(super) struct FirstMoves(OnceLock<HashMap<Board, Value>>);

impl FirstMoves {
    /// The value of a position with more than [`LEARNED_TO`] empty squares; `judge` is the value
    /// of those with fewer.
    #[cold]
    #[inline(never)]
    pub(super) fn value<I: Isa>(
        &self,
        isa: I,
        board: Board,
        judge: impl Fn(Board) -> Value,
    ) -> Value {
        let known = self.0.get_or_init(|| {
            let mut known = HashMap::new();
            search(isa, Board::from(&Othello8::default()), &mut known, &judge);
            known
        });
        known.get(&board).copied().unwrap_or_else(|| {
            let mut known = HashMap::new();
            search(isa, board, &mut known, &judge)
        })
    }
}

/// The value of a position, which with those on the way is `known` from then on.
fn search<I: Isa>(
    isa: I,
    board: Board,
    known: &mut HashMap<Board, Value>,
    judge: &impl Fn(Board) -> Value,
) -> Value {
    if board.empties() <= LEARNED_TO {
        return judge(board);
    }
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let passed = board.passed();
    let moves = squares(board.legal(isa)).map(|square| board.play(isa, square));
    let best = moves.map(|next| -search(isa, next, known, judge)).max();
    let value = match best {
        Some(value) => value,
        None if passed.legal(isa) == 0 => board.final_score().into(),
        None => -search(isa, passed, known, judge),
    };
    known.insert(board, value);
    value
}
