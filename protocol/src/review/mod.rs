//! A game judged move by move: what each cost in discs against the best.
//!
//! Every position of the game is searched to the same level, so near the end exactly. A move's loss
//! is the value of the position before it less the value after it, both for the side that moves;
//! the expert's own choice loses nothing. Read `text`, `data` and `html` for how it is shown.

mod data;
mod html;
mod text;

#[cfg(feature = "terminal")]
pub use data::csv;
pub use data::json;
pub use html::page;
pub use text::text;

use yomi_engine::expert::{Analysis, Expert, Outcome, Question, Strength, UNIT};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;

use crate::notation::record::WrongSize;
use crate::notation::{self, Record};
use crate::openings::{self, Opening};

/// A game and what its moves were worth.
#[derive(Clone, Debug)]
pub struct Review {
    /// The names of Black and White; empty if they are not known.
    pub players: [String; 2],
    /// The score of the game, empty squares to the winner, if the moves lead to its end; else what
    /// the record says of its result.
    pub result: Option<notation::Outcome>,
    /// The opening it went through.
    pub opening: Option<Opening>,
    /// The value of the position it starts from, for Black.
    pub start: Worth,
    /// The moves that were made, passes among them; of a position without a game all legal moves,
    /// the best first.
    pub moves: Vec<Judged>,
    /// Whether it is a game.
    pub is_game: bool,
}

/// What a position is worth to Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// In discs, from -64 to 64.
    pub discs: f64,
    /// Whether that is proved.
    pub exact: bool,
}

/// A move and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of the move, from 1, passes counted; its rank where there is no game.
    pub number: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The best move.
    pub best: Move,
    /// The value of the position before it, for Black.
    pub before: Worth,
    /// The value of the position after it, for Black; for the best move the same as before.
    pub after: Worth,
    /// What it lost in discs against the best, at least 0.
    pub loss: f64,
}

impl Judged {
    /// Whether the loss is proved.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.before.exact && self.after.exact
    }

    /// The best move, unless it is no better: the loss would be written as 0.0.
    #[must_use]
    pub fn better(&self) -> Option<Move> {
        const LEAST: f64 = 0.05;
        Some(self.best).filter(|_| self.loss >= LEAST)
    }
}

impl Review {
    /// Judges the moves of `record`, or those of its position if it has none, with searches of
    /// `expert` at `level`, 0 to 30.
    ///
    /// # Errors
    /// If the game is not on 8×8.
    pub fn of(record: &Record, expert: &mut Expert, level: u32) -> Result<Self, WrongSize> {
        Self::watched(record, expert, level, &mut |_, _| ())
    }

    /// The same; `progress` hears after every position how many of the game's are done, of how
    /// many.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn watched(
        record: &Record,
        expert: &mut Expert,
        level: u32,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, WrongSize> {
        let positions: Vec<Othello8> = record.positions()?;
        let analyses = (1..).zip(&positions).map(|(done, position)| {
            let analysis = analyze(expert, position, level);
            progress(done, positions.len());
            analysis
        });
        let analyses: Vec<(Worth, Option<Move>)> = analyses.collect();
        let is_game = !record.plies().is_empty();
        let moves = if is_game {
            made(record, &positions, &analyses)
        } else {
            possible(&positions[0], analyses[0], expert, level)
        };
        let [black, white] = &record.players;
        Ok(Self {
            players: [black.name.clone(), white.name.clone()],
            result: record.end().final_score().map(notation::Outcome::of_score).or(record.outcome),
            opening: openings::named(&positions),
            start: analyses[0].0,
            moves,
            is_game,
        })
    }

    /// The moves that lost half a disc or more, the worst first and of equals the earlier.
    #[must_use]
    pub fn mistakes(&self) -> Vec<&Judged> {
        const LEAST: f64 = 0.5;
        let mut mistakes: Vec<&Judged> =
            self.moves.iter().filter(|judged| judged.loss >= LEAST).collect();
        mistakes.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        mistakes
    }

    /// What each side has lost in all.
    #[must_use]
    pub fn losses(&self) -> [f64; 2] {
        Side::BOTH.map(|side| {
            let own = self.moves.iter().filter(|judged| judged.side == side);
            // No negative zero, which the sum of nothing is.
            own.map(|judged| judged.loss).sum::<f64>() + 0.0
        })
    }

    /// The number of the first move from which on every value is proved.
    #[must_use]
    pub fn exact_from(&self) -> Option<usize> {
        let exact = self.moves.iter().rev().take_while(|judged| judged.is_exact());
        exact.last().map(|judged| judged.number)
    }
}

/// The moves of a game; `analyses` has the position at its start and after each.
fn made(
    record: &Record,
    positions: &[Othello8],
    analyses: &[(Worth, Option<Move>)],
) -> Vec<Judged> {
    let around = analyses.iter().zip(analyses.iter().skip(1));
    let plies = (1..).zip(record.plies_by_side()).zip(around.zip(positions));
    let judged = plies.map(|((number, (side, ply)), (((before, best), (after, _)), position))| {
        let best = equal_to(position, ply.mv, *best);
        judge(number, side, ply.mv, best, *before, *after)
    });
    judged.collect()
}

/// All moves of a position, the best first.
fn possible(
    position: &Othello8,
    (before, best): (Worth, Option<Move>),
    expert: &mut Expert,
    level: u32,
) -> Vec<Judged> {
    let side = position.side_to_move();
    let judged = position.moves().map(|mv| {
        let (after, _) = analyze(expert, &position.play(mv), level);
        judge(0, side, mv, equal_to(position, mv, best), before, after)
    });
    let mut judged: Vec<Judged> = judged.collect();
    judged.sort_by(|one, other| {
        (one.loss, one.mv != one.best)
            .partial_cmp(&(other.loss, other.mv != other.best))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    for (rank, judged) in (1..).zip(&mut judged) {
        judged.number = rank;
    }
    judged
}

/// The `best` move of a position, or `mv` if nobody knows it or both are the same but for the
/// board's symmetry: two searches would tell them apart.
fn equal_to(position: &Othello8, mv: Move, best: Option<Move>) -> Move {
    let after = |mv: Move| position.play(mv).canonical();
    best.filter(|&best| after(best) != after(mv)).unwrap_or(mv)
}

/// What a position is worth, and the best move there; none when the game is over.
fn analyze(expert: &mut Expert, position: &Othello8, level: u32) -> (Worth, Option<Move>) {
    let strength = Strength::level(level);
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let analysis: Analysis = expert.analyze(position, &question, &Limits::default(), &mut |_| ());
    let over = position.moves().len() == 0;
    let line = analysis.lines.first();
    let own = line.map_or(0.0, |line| f64::from(line.score.0) / f64::from(UNIT));
    let discs = if position.side_to_move() == Side::First { own } else { -own };
    // No negative zero.
    let worth = Worth { discs: discs + 0.0, exact: over || analysis.is_exact() };
    (worth, line.and_then(|line| line.moves.first().copied()))
}

fn judge(number: usize, side: Side, mv: Move, best: Move, before: Worth, after: Worth) -> Judged {
    if mv == best {
        return Judged { number, side, mv, best, before, after: before, loss: 0.0 };
    }
    let lost = match side {
        Side::First => before.discs - after.discs,
        Side::Second => after.discs - before.discs,
    };
    // Two searches of a midgame may differ by more than the moves do.
    Judged { number, side, mv, best, before, after, loss: lost.max(0.0) }
}

/// Black or White.
fn name(side: Side) -> &'static str {
    ["Black", "White"][side as usize]
}

/// A value in discs with its sign: exact ones are whole numbers.
fn signed(worth: Worth) -> String {
    if worth.exact { format!("{:+}", worth.discs) } else { format!("{:+.1}", worth.discs) }
}
