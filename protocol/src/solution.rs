//! A position of a problem file, solved by the expert and compared with what the file says of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;
use yomi_engine::expert::{Analysis, Expert, Outcome, Question, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;

use crate::notation::Record;

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
    /// Whether the two agree.
    pub verdict: Verdict,
}

/// Whether a solution is the file's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The score is the file's, every valued move that the file values has the file's value, and
    /// the best move is one of the file's best.
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
    /// file says of it.
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
        Self::new(index, position, record, &analysis, question.outcome, clock.elapsed())
    }

    fn new(
        index: usize,
        position: &Othello8,
        record: &Record,
        analysis: &Analysis,
        outcome: Outcome,
        time: Duration,
    ) -> Self {
        let discs =
            |score: i32| if outcome == Outcome::Score { score / UNIT } else { score.signum() };
        let name = |mv: Option<&Move>| mv.map_or("-".to_owned(), ToString::to_string);
        let score = discs(analysis.lines[0].score.0);
        let valued: Vec<(Option<&Move>, i32)> =
            analysis.lines.iter().map(|line| (line.moves.first(), discs(line.score.0))).collect();
        let best: Vec<Option<&Move>> =
            valued.iter().filter(|(_, value)| *value == score).map(|(mv, _)| *mv).collect();
        let expected = Expected::of(record, outcome);
        let (nodes, seconds) = (analysis.nodes, time.as_secs_f64());
        Self {
            index,
            empties: position.empties(),
            score,
            best: best.iter().map(|mv| name(*mv)).collect::<Vec<_>>().join(" "),
            moves: valued
                .iter()
                .map(|(mv, value)| format!("{}:{value:+}", name(*mv)))
                .collect::<Vec<_>>()
                .join(" "),
            line: analysis.lines[0].moves.iter().map(ToString::to_string).collect(),
            nodes,
            seconds,
            nodes_per_second: if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
            verdict: expected.verdict(&valued, analysis.is_exact()),
            expected: expected.score,
        }
    }
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

    fn verdict(&self, valued: &[(Option<&Move>, i32)], proved: bool) -> Verdict {
        let Some(score) = self.score else { return Verdict::Unknown };
        let agrees = |(mv, value): &(Option<&Move>, i32)| {
            let stated = self.moves.iter().find(|(stated, _)| Some(stated) == *mv);
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
        let speed =
            |time| Solution::new(1, &position, &record, &analysis, outcome, time).nodes_per_second;
        assert_eq!(speed(Duration::ZERO), 0.0);
        assert!(speed(Duration::from_millis(1)) > 0.0);
    }
}
