//! A position of a problem file, solved by the expert and compared with what the file says of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;
use yomi_engine::expert::{Analysis, Expert, Outcome, Question, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::score::Score;

use crate::notation::{Record, ScoredMove};

/// One position, solved.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// Which position of the file, from 1.
    pub index: usize,
    /// Empty squares.
    pub empties: u32,
    /// In discs for the side to move, empty squares for the winner; 1, 0 or -1 when only the winner
    /// was asked for.
    pub score: i32,
    /// The best move, or the best moves if all were valued.
    pub best: String,
    /// Every valued move with its score.
    pub moves: String,
    /// The expected line.
    pub line: String,
    /// Positions entered.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// Speed; 0 where the clock is too coarse to tell.
    pub nodes_per_second: f64,
    /// The file's score, if it gives one.
    pub expected: Option<i32>,
    /// The moves to which the file gives it.
    pub expected_best: String,
    /// Whether the two agree.
    pub verdict: Verdict,
}

/// Whether a solution is the file's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The score is the file's, every valued move that the file values has the file's value, and
    /// the best move is one of the file's best, or those are as good.
    #[serde(rename = "ok")]
    Agrees,
    /// It is not, and that is proved.
    #[serde(rename = "FAIL")]
    Fails,
    /// It is not, but it is an estimate.
    #[serde(rename = "differs")]
    Differs,
    /// The file does not say.
    #[serde(rename = "-")]
    Unknown,
}

impl Verdict {
    /// The word for tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "ok",
            Self::Fails => "FAIL",
            Self::Differs => "differs",
            Self::Unknown => "-",
        }
    }
}

impl Solution {
    /// Solves `position`, number `index` of its file, with an empty memory; `record` is what the
    /// file says of it. Where our best move is none of the file's best, these are solved as well,
    /// which is no part of nodes and time.
    pub fn find(
        expert: &mut Expert,
        index: usize,
        position: &Othello8,
        record: &Record,
        question: &Question,
        limits: &Limits,
    ) -> Self {
        expert.forget();
        let clock = Instant::now();
        let analysis = expert.analyze(position, question, limits, &mut |_| ());
        let time = clock.elapsed();
        let expected = Expected::of(record, question.outcome);
        let mut valued = valued(&analysis, question.outcome);
        let solution = Self::new(index, position, &analysis, &valued, time);
        let mut proved = analysis.is_exact();
        for mv in expected.doubtful(&valued) {
            if !position.is_legal(mv) {
                continue;
            }
            let one = Question { lines: 1, ..*question };
            let reply = expert.analyze(&position.play(mv), &one, limits, &mut |_| ());
            proved &= reply.is_exact();
            valued.push((Some(mv), -discs(reply.lines[0].score, question.outcome)));
        }
        let verdict = expected.verdict(&valued, proved);
        Self { expected: expected.score, expected_best: expected.best(), verdict, ..solution }
    }

    /// The solution before it is compared with the file.
    fn new(
        index: usize,
        position: &Othello8,
        analysis: &Analysis,
        valued: &[Valued],
        time: Duration,
    ) -> Self {
        let name = |mv: Option<Move>| mv.map_or("-".to_owned(), |mv| mv.to_string());
        let score = valued[0].1;
        let best = valued.iter().filter(|(_, value)| *value == score);
        let moves = valued.iter().map(|(mv, value)| format!("{}:{value:+}", name(*mv)));
        let (nodes, seconds) = (analysis.nodes, time.as_secs_f64());
        Self {
            index,
            empties: position.empties(),
            score,
            best: best.map(|(mv, _)| name(*mv)).collect::<Vec<_>>().join(" "),
            moves: moves.collect::<Vec<_>>().join(" "),
            line: analysis.lines[0].moves.iter().map(ToString::to_string).collect(),
            nodes,
            seconds,
            nodes_per_second: if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
            expected: None,
            expected_best: String::new(),
            verdict: Verdict::Unknown,
        }
    }
}

/// The position of a record, if it can be solved and what the file says of it can be true.
///
/// # Errors
/// What cannot, and what was expected.
pub fn solvable(record: &Record) -> Result<Othello8, String> {
    const MOST: f64 = 64.0;
    let board = record.start();
    let side = board.size().side();
    let position =
        board.position().ok_or_else(|| format!("expected a board of 8×8, found {side}×{side}"))?;
    for (place, ScoredMove { mv, score }) in record.scores.iter().enumerate() {
        // A pass may stand for no move.
        if !(board.is_legal(*mv) || *mv == Move::Pass && board.is_over()) {
            return Err(format!("expected scores of legal moves, found one of {mv}"));
        }
        if score.abs() > MOST {
            return Err(format!("expected a score from -64 to +64 for {mv}, found {score:+}"));
        }
        if score.fract() != 0.0 {
            return Err(format!("expected a whole score for {mv}, found {score:+}"));
        }
        if record.scores[..place].iter().any(|earlier| earlier.mv == *mv) {
            return Err(format!("expected one score for {mv}, found another one"));
        }
    }
    Ok(position)
}

/// A move and what it is worth; no move where the game is over.
type Valued = (Option<Move>, i32);

fn valued(analysis: &Analysis, outcome: Outcome) -> Vec<Valued> {
    let lines = analysis.lines.iter();
    lines.map(|line| (line.moves.first().copied(), discs(line.score, outcome))).collect()
}

fn discs(score: Score, outcome: Outcome) -> i32 {
    if outcome == Outcome::Score { score.0 / UNIT } else { score.0.signum() }
}

/// What the file says of a position.
struct Expected {
    score: Option<i32>,
    moves: Vec<(Move, i32)>,
}

impl Expected {
    fn of(record: &Record, outcome: Outcome) -> Self {
        let value = |score: f64| {
            let score = score.round() as i32;
            if outcome == Outcome::Score { score } else { score.signum() }
        };
        let moves: Vec<(Move, i32)> =
            record.scores.iter().map(|scored| (scored.mv, value(scored.score))).collect();
        Self { score: moves.iter().map(|(_, score)| *score).max(), moves }
    }

    /// The moves with the best score.
    fn best(&self) -> String {
        let best = self.moves.iter().filter(|(_, score)| Some(*score) == self.score);
        best.map(|(mv, _)| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The file's best moves, if its score is right and none of them is known to be worth it.
    fn doubtful(&self, valued: &[Valued]) -> Vec<Move> {
        let best = self.moves.iter().filter(|(_, score)| Some(*score) == self.score);
        let best: Vec<Move> = best.map(|(mv, _)| *mv).collect();
        let is_known = |mv: &Move| valued.iter().any(|(valued, _)| *valued == Some(*mv));
        let doubted = Some(valued[0].1) == self.score && !best.iter().any(is_known);
        if doubted { best } else { Vec::new() }
    }

    fn verdict(&self, valued: &[Valued], proved: bool) -> Verdict {
        let Some(score) = self.score else { return Verdict::Unknown };
        let agrees = |(mv, value): &Valued| {
            let stated = self.moves.iter().find(|(stated, _)| Some(*stated) == *mv);
            stated.is_none_or(|(_, stated)| stated == value)
        };
        if valued[0].1 == score && valued.iter().all(agrees) {
            Verdict::Agrees
        } else if proved {
            Verdict::Fails
        } else {
            Verdict::Differs
        }
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::expert::{Settings, Strength};

    use super::*;
    use crate::notation::obf;

    /// JSON has no infinity.
    #[test]
    fn no_time_is_no_speed() {
        let line = format!("{}O- X;", "X".repeat(62));
        let record = obf::positions(&line).next().unwrap().unwrap();
        let position = record.start().position().unwrap();
        let mut expert = Expert::new(Settings { mebibytes: 1, ..Settings::default() }).unwrap();
        let outcome = Outcome::Score;
        let question = Question { strength: Strength::UNBOUNDED, lines: 1, outcome };
        let analysis = expert.analyze(&position, &question, &Limits::default(), &mut |_| ());
        let valued = valued(&analysis, outcome);
        let speed = |time| Solution::new(1, &position, &analysis, &valued, time).nodes_per_second;
        assert_eq!(speed(Duration::ZERO), 0.0);
        assert!(speed(Duration::from_millis(1)) > 0.0);
    }
}
