//! Least squares: the weights whose sums come closest to the scores.
//!
//! There are fewer samples than weights, so a stage is fitted twice: first together with the stages
//! around it, which count the less the farther they are, then alone, beginning with these weights
//! and held to them. Each time the square error plus a penalty on the squares of the weights is
//! minimised by conjugate gradients, preconditioned with how often each term occurs. The penalty
//! keeps weights of rare terms near zero, so that a large pattern seen once or twice leaves the
//! judgement to the smaller ones that overlap it. It is in proportion to the noise of the scores,
//! which a first short fit tells: as if weights were known beforehand to be about a disc. Of all
//! steps the one counts that errs least on the samples held out.
//!
//! A stage is computed by one thread in a fixed order: the result does not depend on the number of
//! threads.

use std::ops::Range;
use std::sync::Mutex;

use yomi_engine::expert::eval::patterns::{CLASSES, STAGES, classes, stage};

use crate::corpus::Corpus;
use crate::descent::Descent;
use crate::equations::Equations;
use crate::parallel::ordered;
use crate::sample::Sample;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The most steps of each of a stage's two fits.
    pub steps: u32,
    /// How many stages on either side say what a stage has in common with them.
    pub reach: usize,
    /// What a sample counts there one stage away, compared with one of the stage itself; two stages
    /// away the square of that, and so on.
    pub neighbour: f32,
    /// The penalty on the square of a weight, in mean square errors of a sample.
    pub penalty: f32,
    /// How many times the penalty is put on what is the stage's own.
    pub stiffness: f32,
    /// What the forecasts count in what is learned, from 0 to 1; the rest is how games ended.
    pub trust: f32,
    /// Stages computed at a time.
    pub threads: usize,
}

/// The weights of one stage and how good they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// A weight for each class of terms, in discs.
    pub weights: Vec<f32>,
    /// Steps taken to it.
    pub steps: u32,
    /// Its error on what it was learned from, the stage's own samples only.
    pub training: Errors,
    /// Its error on what was held out.
    pub held_out: Errors,
}

/// How far evaluations are off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Samples.
    pub count: usize,
    /// The mean error in discs: above 0 where evaluations are too high.
    pub bias: f64,
    /// The mean absolute error in discs.
    pub absolute: f64,
    /// The mean square error in discs².
    pub square: f64,
}

impl Errors {
    /// The errors of some differences in discs.
    pub fn of(differences: impl Iterator<Item = f32>) -> Self {
        let mut errors = Self::default();
        for difference in differences.map(f64::from) {
            errors.count += 1;
            errors.bias += difference;
            errors.absolute += difference.abs();
            errors.square += difference * difference;
        }
        let count = errors.count.max(1) as f64;
        let [bias, absolute, square] =
            [errors.bias, errors.absolute, errors.square].map(|sum| sum / count);
        Self { bias, absolute, square, ..errors }
    }
}

/// There is nothing to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no samples to learn from")]
pub struct NoSamples;

/// Fits all stages. `progress` hears of each that is finished, in no particular order.
///
/// # Errors
/// When there is nothing to learn from.
pub fn fit(
    corpus: Corpus,
    settings: &Settings,
    progress: &mut (dyn FnMut(usize, &Fit) + Send),
) -> Result<Vec<Fit>, NoSamples> {
    if corpus.training.is_empty() {
        return Err(NoSamples);
    }
    let [training, held_out] = [corpus.training, corpus.held_out].map(Staged::new);
    let progress = Mutex::new(progress);
    Ok(ordered(STAGES, settings.threads, classes, |classes, stage| {
        let fit = fit_stage(&training, &held_out, stage, settings, classes);
        (progress.lock().expect("no thread panics"))(stage, &fit);
        fit
    }))
}

/// The errors of all stages as a table in Markdown.
#[must_use]
pub fn table(fits: &[Fit]) -> String {
    let mut table = String::from(
        "| stage | steps | samples | error | square | held out | error | square |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (stage, Fit { steps, training, held_out, .. }) in fits.iter().enumerate() {
        let part = |errors: &Errors| {
            format!("{} | {:.2} | {:.1}", errors.count, errors.absolute, errors.square)
        };
        table += &format!("| {stage} | {steps} | {} | {} |\n", part(training), part(held_out));
    }
    table
}

/// Samples in the order of their stages.
struct Staged {
    samples: Vec<Sample>,
    from: Vec<usize>,
}

impl Staged {
    fn new(mut samples: Vec<Sample>) -> Self {
        let stage_of = |sample: &Sample| stage(sample.empties());
        samples.sort_by_key(stage_of);
        let from =
            (0..=STAGES).map(|stage| samples.partition_point(|sample| stage_of(sample) < stage));
        let from = from.collect();
        Self { samples, from }
    }

    fn range(&self, stages: Range<usize>) -> Range<usize> {
        self.from[stages.start.min(STAGES)]..self.from[stages.end.min(STAGES)]
    }
}

/// What fits a stage: first what it has in common with the stages around it, then what is its own.
fn fit_stage(
    training: &Staged,
    held_out: &Staged,
    stage: usize,
    settings: &Settings,
    classes: &[u32],
) -> Fit {
    let test = Equations::new(
        &held_out.samples[held_out.range(stage..stage + 1)],
        classes,
        settings.trust,
    );
    let around = stage.saturating_sub(settings.reach)
        ..stage.saturating_add(settings.reach).saturating_add(1);
    let mut fit = Fit {
        weights: vec![0.0; CLASSES],
        steps: 0,
        training: Errors::default(),
        held_out: test.errors(&vec![0.0; CLASSES], 0..test.len()),
    };
    for (stages, stiffness) in [(around, 1.0), (stage..stage + 1, settings.stiffness)] {
        let range = training.range(stages);
        let own = training.range(stage..stage + 1);
        let own = own.start - range.start..own.end - range.start;
        let samples = &training.samples[range];
        if samples.is_empty() {
            continue;
        }
        let weigh = |place: usize| {
            let distance = self::stage(samples[place].empties()).abs_diff(stage);
            // A power of the library's may be rounded otherwise on another machine.
            (0..distance).fold(1.0, |weight, _| weight * settings.neighbour)
        };
        let problem = Equations::new(samples, classes, settings.trust);
        improve(&mut fit, &problem, &test, &weigh, own, settings, stiffness);
    }
    fit
}

/// Goes on from the weights of a fit as long as the error on what is held out falls. The penalty is
/// on what is changed.
fn improve(
    fit: &mut Fit,
    problem: &Equations,
    test: &Equations,
    weigh: &impl Fn(usize) -> f32,
    own: Range<usize>,
    settings: &Settings,
    stiffness: f32,
) {
    let from = fit.weights.clone();
    let mut pilot = Descent::new(problem, weigh, &from, 1.0);
    for _ in 0..PILOT {
        pilot.step();
    }
    let noise = problem.errors(&pilot.weights, own.clone()).square as f32;
    let mut descent =
        Descent::new(problem, weigh, &from, stiffness * settings.penalty * noise.max(1.0));
    let (before, mut best) = (fit.steps, 0);
    for step in 1..=settings.steps {
        if !descent.step() {
            break;
        }
        let errors = test.errors(&descent.weights, 0..test.len());
        if errors.square < fit.held_out.square || test.len() == 0 {
            best = step;
            *fit = Fit {
                weights: descent.weights.clone(),
                steps: before + step,
                held_out: errors,
                ..fit.clone()
            };
        }
        // The error on what was held out falls, then slowly rises.
        if best + PATIENCE <= step {
            break;
        }
    }
    fit.training = problem.errors(&fit.weights, own);
}

/// Steps of the first fit: enough for the bulk of the error, too few to explain noise.
const PILOT: u32 = 3;
/// Steps without a better result after which no better one is expected. With 4 a stage alone often
/// ended after a step or two, where 15 more took 1.0 of 50 from the square error.
const PATIENCE: u32 = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_position;
    use yomi_engine::random::Random;

    const SETTINGS: Settings = Settings {
        steps: 12,
        reach: 1,
        neighbour: 0.3,
        stiffness: 1.0,
        penalty: 1.0,
        trust: 0.0,
        threads: 1,
    };

    /// Samples whose scores are a sum of weights, two for each move of the mover.
    fn corpus(count: usize, plies: Range<usize>) -> Corpus {
        let mut random = Random::from_seed(1);
        let mut made = Vec::new();
        while made.len() < count {
            let plies = (plies.start + random.below(plies.len())) as u32;
            let Some(position) = random_position(&mut random, plies) else { continue };
            if position.legal() != 0 {
                let discs = 2 * position.legal().count_ones() as i32 - 16;
                made.push(Sample::new(&position, discs, false));
            }
        }
        made.sort_unstable();
        made.dedup();
        let held_out = made.iter().copied().step_by(10).collect();
        let training =
            made.iter().copied().enumerate().filter(|(i, _)| i % 10 != 0).map(|(_, s)| s).collect();
        Corpus { training, held_out, ..Corpus::default() }
    }

    /// Of one stage, so that there are enough samples to tell this count from all the patterns it
    /// goes together with.
    #[test]
    fn a_sum_of_weights_is_learned() {
        let corpus = corpus(12_000, 40..41);
        let plain = Errors::of(corpus.held_out.iter().map(Sample::discs));
        let fits = fit(corpus, &SETTINGS, &mut |_, _| ()).unwrap();
        let Fit { training, held_out, .. } = &fits[stage(20)];
        assert!(held_out.count > 1000 && plain.absolute > 4.0, "{plain:?}");
        assert!(held_out.square < plain.square / 10.0, "{held_out:?} of {plain:?}");
        assert!(training.square < plain.square / 10.0, "{training:?} of {plain:?}");
    }

    #[test]
    fn weights_do_not_depend_on_threads() {
        let [one, two] = [1, 2].map(|threads| {
            let settings = Settings { steps: 4, threads, ..SETTINGS };
            fit(corpus(3000, 20..40), &settings, &mut |_, _| ()).unwrap()
        });
        assert_eq!(one, two);
    }

    #[test]
    fn extreme_settings_still_learn() {
        let corpus = corpus(1000, 40..41);
        let plain = Errors::of(corpus.held_out.iter().map(Sample::discs));
        let settings = Settings { penalty: 0.0, reach: usize::MAX, steps: 3, ..SETTINGS };
        let fits = fit(corpus, &settings, &mut |_, _| ()).unwrap();
        assert!(fits[stage(20)].held_out.square < plain.square / 2.0, "{plain:?}");
        assert_eq!(fit(Corpus::default(), &SETTINGS, &mut |_, _| ()), Err(NoSamples));
    }
}
