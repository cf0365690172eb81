//! The opening book: every position of the first plies that is reached by moves not much worse than
//! the best one, because opponents make them, searched and valued from its end back to its
//! beginning. What the book plays there are the moves worth nearly as much as the best one.

use std::collections::BTreeMap;

use yomi_engine::expert::{
    Book, BookMove, Evaluation, Expert, NoMemory, Outcome, Question, Selectivity, Settings,
    Strength,
};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::score::Score;

use crate::parallel::try_ordered;

/// What book to make.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The plies that it covers.
    pub plies: u32,
    /// Plies of the searches.
    pub depth: u32,
    /// How sure they are.
    pub selectivity: Selectivity,
    /// How much less than the best move another one may be worth that the book plays, in 128ths of
    /// a disc.
    pub margin: i32,
    /// How much less a move may be worth whose replies the book knows.
    pub reach: i32,
    /// The most moves of a position.
    pub moves: usize,
    /// How the engine judges positions.
    pub evaluation: Evaluation,
    /// Searches at a time.
    pub threads: usize,
}

/// Positions of one ply, each with its moves, by the discs of the canonical position.
type Ply = BTreeMap<(u64, u64), (Othello8, Vec<BookMove>)>;

impl Order {
    /// Makes the book. `progress` hears of every ply before it is searched: its number and its
    /// positions. The book does not depend on the number of threads.
    ///
    /// # Errors
    /// When there is no memory for the engine.
    pub fn make(&self, progress: &mut dyn FnMut(u32, usize)) -> Result<Book, NoMemory> {
        let mut plies: Vec<Ply> = Vec::new();
        let mut positions = vec![Othello8::default().canonical()];
        for ply in 0..self.plies {
            progress(ply, positions.len());
            let moves = self.search(&positions)?;
            let searched = positions.iter().copied().zip(moves);
            plies.push(
                searched.map(|(position, moves)| (key(&position), (position, moves))).collect(),
            );
            positions = replies(&plies[ply as usize]);
        }
        for ply in (0..plies.len()).rev() {
            let (before, after) = plies.split_at_mut(ply + 1);
            let known = after.first();
            for (position, moves) in before[ply].values_mut() {
                moves.iter_mut().for_each(|mv| back_up(position, mv, known));
            }
        }
        let mut positions: Vec<_> = plies.into_iter().flat_map(Ply::into_values).collect();
        positions.iter_mut().for_each(|(_, moves)| keep_good(moves, self.margin));
        Ok(Book::new(self.depth, self.selectivity, positions))
    }

    /// The good moves of each position.
    fn search(&self, positions: &[Othello8]) -> Result<Vec<Vec<BookMove>>, NoMemory> {
        let settings =
            Settings { mebibytes: 32, evaluation: self.evaluation, ..Settings::default() };
        let expert = || Expert::new(settings);
        try_ordered(positions.len(), self.threads, expert, |expert, number| {
            expert.forget();
            let strength = Strength::fixed(self.depth, self.selectivity, 0);
            let question = Question { strength, lines: self.moves, outcome: Outcome::Score };
            let limits = Limits::default();
            let analysis = expert.analyze(&positions[number], &question, &limits, &mut |_| ());
            let mut moves = analysis
                .lines
                .iter()
                .filter_map(|line| Some(BookMove { mv: *line.moves.first()?, score: line.score }))
                .collect();
            keep_good(&mut moves, self.reach);
            moves
        })
    }
}

/// Leaves the moves that are worth at most `margin` less than the best.
fn keep_good(moves: &mut Vec<BookMove>, margin: i32) {
    let best = moves.iter().map(|mv| mv.score.0).max().unwrap_or(0);
    moves.retain(|mv| mv.mv != Move::Pass && mv.score.0 >= best - margin);
}

fn key(canonical: &Othello8) -> (u64, u64) {
    (canonical.mover(), canonical.opponent())
}

/// The positions after the moves of a ply, symmetric ones once.
fn replies(ply: &Ply) -> Vec<Othello8> {
    let after = |(position, moves): &(Othello8, Vec<BookMove>)| {
        let position = *position;
        moves.clone().into_iter().map(move |mv| position.play(mv.mv).canonical())
    };
    let all = ply.values().flat_map(after).filter(|position| position.legal() != 0);
    all.map(|position| (key(&position), position))
        .collect::<BTreeMap<_, _>>()
        .into_values()
        .collect()
}

/// Values a move by its best reply, if the book knows that.
fn back_up(position: &Othello8, mv: &mut BookMove, after: Option<&Ply>) {
    let reply = key(&position.play(mv.mv).canonical());
    let best = after
        .and_then(|after| after.get(&reply))
        .and_then(|(_, replies)| replies.iter().map(|reply| reply.score).max());
    if let Some(Score(best)) = best {
        mv.score = Score(-best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(threads: usize) -> Order {
        Order {
            plies: 4,
            depth: 3,
            selectivity: Selectivity::CERTAIN,
            margin: 256,
            reach: 512,
            moves: 8,
            evaluation: Evaluation::handmade(),
            threads,
        }
    }

    /// The value of a move is what a search by hand over the book's own moves gives.
    #[test]
    fn values_are_those_of_the_ends_of_the_book() {
        let book = order(1).make(&mut |_, _| ()).unwrap();
        assert_eq!(book, order(2).make(&mut |_, _| ()).unwrap());
        fn check(book: &Book, position: &Othello8, plies: u32) -> u32 {
            let moves = book.moves(position);
            assert_eq!(moves.is_empty(), plies == 0, "{position}");
            let best = moves.iter().map(|mv| mv.score.0).max();
            for BookMove { mv, score } in &moves {
                assert!(score.0 >= best.unwrap() - 256);
                let after = position.play(*mv);
                check(book, &after, plies - 1);
                if let Some(reply) = book.moves(&after).iter().map(|reply| reply.score.0).max() {
                    assert_eq!(score.0, -reply);
                }
            }
            moves.len() as u32
        }
        assert_eq!(check(&book, &Othello8::default(), 4), 4);
    }
}
