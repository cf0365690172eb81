//! Positions of the first moves: what the best moves make of them. Games that weights are learned
//! from begin with some random moves, so of so few discs they know little: alone they are many
//! discs off at the start.

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

#[cfg(test)]
mod tests {
    use crate::expert::{
        Evaluation, Expert, Outcome, Question, Selectivity, Settings, Strength, UNIT,
    };
    use crate::game::Game;
    use crate::games::othello::Othello8;
    use crate::limits::Limits;

    /// A position of the first moves is worth what the best moves make of it, as a search finds,
    /// too.
    #[test]
    fn the_first_moves_are_valued_by_those_behind_them() {
        let evaluation = Evaluation::learned();
        let settings = Settings { mebibytes: 1, evaluation, ..Settings::default() };
        let mut expert = Expert::new(settings).expect("memory for a small table");
        let strength = Strength::fixed(9, Selectivity::CERTAIN, 0);
        let question = Question { strength, lines: 1, outcome: Outcome::Score };
        let mut positions = vec![Othello8::default()];
        for _ in 0..4 {
            let mut next = Vec::new();
            for position in &positions {
                let value = evaluation.value(position);
                let after: Vec<Othello8> = position.moves().map(|mv| position.play(mv)).collect();
                let best = after.iter().map(|after| -evaluation.value(after).0).max();
                assert_eq!(Some(value.0), best, "\n{position}");
                let limits = Limits::default();
                let found = expert.analyze(position, &question, &limits, &mut |_| ());
                let off = (value.0 - found.lines[0].score.0).abs();
                assert!(off <= 6 * UNIT, "{value:?}, not {found:?}\n{position}");
                next.extend(after.iter().map(Othello8::canonical));
            }
            next.sort_by_key(|position: &Othello8| (position.mover(), position.opponent()));
            next.dedup();
            positions = next;
        }
        // Somebody who must pass, and boards on which nobody can move.
        for (board, value) in [("X", 64), ("-", 0)] {
            let text = format!("{board}{} X", "-".repeat(63));
            let position: Othello8 = text.parse().unwrap();
            assert_eq!(evaluation.value(&position).0, value * UNIT);
        }
        let text = format!("OX-{} O", "-".repeat(61));
        let position: Othello8 = text.parse().unwrap();
        let (own, passed) = (evaluation.value(&position), evaluation.value(&position.passed()));
        assert_eq!(own.0, -passed.0);
    }
}
