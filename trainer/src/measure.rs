//! How far an evaluation is off, with and without a search, on positions it has not learned from.

use yomi_engine::expert::{
    Evaluation, Expert, NoMemory, Outcome, Question, Selectivity, Settings, Strength, UNIT,
};
use yomi_engine::game::Side;
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;

use crate::fit::Errors;
use crate::parallel::try_ordered;
use crate::sample::Sample;

/// What searches of `depth` plies say of the samples, in discs; 0 plies are the evaluation itself.
/// Each search begins with an empty memory. `judged` hears of every sample that is done.
///
/// # Errors
/// When there is no memory for the engine.
pub fn values(
    samples: &[Sample],
    evaluation: Evaluation,
    depth: u32,
    threads: usize,
    judged: &(dyn Fn() + Sync),
) -> Result<Vec<f32>, NoMemory> {
    let settings = Settings { mebibytes: 16, evaluation, ..Settings::default() };
    let expert = || Expert::new(settings);
    try_ordered(samples.len(), threads, expert, |expert, number| {
        let position = position(&samples[number]);
        let score = match depth {
            0 => evaluation.value(&position).0,
            _ => {
                let strength = Strength::fixed(depth, Selectivity::CERTAIN, 0);
                let question = Question { strength, lines: 1, outcome: Outcome::Score };
                expert.forget();
                expert.analyze(&position, &question, &Limits::default(), &mut |_| ()).lines[0]
                    .score
                    .0
            }
        };
        judged();
        score as f32 / UNIT as f32
    })
}

/// The position of a sample, seen as Black's.
fn position(sample: &Sample) -> Othello8 {
    Othello8::new(sample.mover, sample.opponent, Side::First).expect("samples are positions")
}

/// The errors of values, as the side to move sees them, for the samples whose number of empty
/// squares `empties` keeps: the value less the score.
#[must_use]
pub fn errors(samples: &[Sample], values: &[f32], empties: impl Fn(u32) -> bool) -> Errors {
    let with_value = samples.iter().zip(values).filter(|(sample, _)| empties(sample.empties()));
    Errors::of(with_value.map(|(sample, value)| value - sample.discs()))
}
