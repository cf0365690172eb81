//! What finds a network: many small steps, each against the error on some samples.
//!
//! Samples are shuffled for each epoch and taken in batches. The rate falls to nothing in a
//! straight line, for the last steps to settle what the first ones found. Of all epochs the one
//! counts that errs least on what is held out. The same seed gives the same network, for any number
//! of threads.

use std::sync::Mutex;

use yomi_engine::expert::eval::network::WIDTH;
use yomi_engine::expert::eval::patterns::{CLASSES, Family, STAGES, classes, families, stage};
use yomi_engine::games::othello::{InstructionSet, Isa, Task};
use yomi_engine::random::Random;

use crate::adam::{Moments, Pace};
use crate::corpus::Corpus;
use crate::fit::{Errors, NoSamples};
use crate::gradient::Gradient;
use crate::network::{HEAD, Network, Row};
use crate::parallel::ordered;
use crate::sample::Sample;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often all samples are gone through.
    pub epochs: u32,
    /// Samples of a step.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f32,
    /// What the forecasts count in what is learned, from 0 to 1; the rest is how games ended.
    pub trust: f32,
    /// Where all randomness starts.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// What an epoch has brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean square error on its samples just before each was learned, in discs².
    pub training: f64,
    /// The errors on what is held out.
    pub held_out: Errors,
}

/// A network with how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The network.
    pub network: Network,
    /// The epoch after which it was so.
    pub epoch: u32,
    /// For each stage its errors on what it was learned from, and on what was held out.
    pub stages: Vec<[Errors; 2]>,
}

/// Learns a network. `progress` hears of each epoch.
///
/// # Errors
/// When there is nothing to learn from.
pub fn learn(
    corpus: Corpus,
    settings: &Settings,
    progress: &mut dyn FnMut(&Epoch),
) -> Result<Learned, NoSamples> {
    let Corpus { training: mut samples, held_out, .. } = corpus;
    let batch = settings.batch.clamp(1, samples.len().max(1));
    let steps = (samples.len() / batch) as u32;
    let mut random = Random::from_seed(settings.seed);
    let mut learner = Learner::new(*settings, settings.epochs.saturating_mul(steps));
    let mut best: Option<(Network, Epoch)> = None;
    let Settings { trust, threads, .. } = *settings;
    for number in 1..=settings.epochs {
        shuffle(&mut samples, &mut random);
        let square: f64 = samples.chunks_exact(batch).map(|batch| learner.step(batch)).sum();
        let count = steps as usize * batch;
        let values = learner.network.values(&held_out, threads);
        let errors = errors(&held_out, &values, trust, |_| true);
        let training = square / count.max(1) as f64;
        let epoch = Epoch { number, training, held_out: errors };
        progress(&epoch);
        let better = best.as_ref().is_none_or(|(_, best)| {
            held_out.is_empty() || epoch.held_out.square < best.held_out.square
        });
        if better && steps > 0 {
            best = Some((learner.network.clone(), epoch));
        }
    }
    let (network, epoch) = best.ok_or(NoSamples)?;
    let by_stage = |samples: &[Sample]| {
        let values = network.values(samples, threads);
        let stages = 0..STAGES;
        stages.map(|own| errors(samples, &values, trust, |stage| stage == own)).collect::<Vec<_>>()
    };
    let stages = by_stage(&samples).into_iter().zip(by_stage(&held_out));
    let stages = stages.map(<[Errors; 2]>::from).collect();
    Ok(Learned { network, epoch: epoch.number, stages })
}

/// The errors of all stages as a table in Markdown.
#[must_use]
pub fn table(learned: &Learned) -> String {
    let mut table = String::from(
        "| stage | epochs | samples | error | square | held out | error | square |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (stage, errors) in learned.stages.iter().enumerate() {
        let [training, held_out] = errors.map(|errors| {
            format!("{} | {:.2} | {:.1}", errors.count, errors.absolute, errors.square)
        });
        table += &format!("| {stage} | {} | {training} | {held_out} |\n", learned.epoch);
    }
    table
}

/// The errors of values in discs on samples of some stages.
fn errors(samples: &[Sample], values: &[f32], trust: f32, keep: impl Fn(usize) -> bool) -> Errors {
    let kept = samples.iter().zip(values).filter(|(sample, _)| keep(stage(sample.empties())));
    Errors::of(kept.map(|(sample, value)| value.clamp(-64.0, 64.0) - sample.label(trust)))
}

/// Every order is equally likely (Durstenfeld 1964).
fn shuffle(samples: &mut [Sample], random: &mut Random) {
    for place in (1..samples.len()).rev() {
        samples.swap(place, random.below(place + 1));
    }
}

/// A network on its way.
struct Learner {
    settings: Settings,
    network: Network,
    of_rows: Vec<Moments<WIDTH>>,
    of_heads: Vec<Moments<HEAD>>,
    classes: Vec<u32>,
    families: Vec<Family>,
    /// Steps so far, and in all.
    steps: (u32, u32),
}

impl Learner {
    fn new(settings: Settings, steps: u32) -> Self {
        Self {
            settings,
            network: Network::at_random(settings.seed),
            of_rows: vec![Moments::NONE; CLASSES],
            of_heads: vec![Moments::NONE; STAGES],
            classes: classes(),
            families: families(),
            steps: (0, steps),
        }
    }

    /// One step; the sum of the square errors before it.
    fn step(&mut self, batch: &[Sample]) -> f64 {
        let Settings { rate, trust, threads, .. } = self.settings;
        let gradient = Gradient::of(&self.network, batch, &self.classes, trust, threads);
        let (done, all) = self.steps;
        let pace = Pace::new(done + 1, rate * (1.0 - done as f32 / all as f32));
        self.steps.0 += 1;
        let heads = self.network.heads.iter_mut().zip(&mut self.of_heads);
        for ((head, moments), of_head) in heads.zip(&gradient.heads) {
            moments.step(head, of_head, pace);
        }
        let mut shares = Vec::new();
        let (mut rows, mut moments) = (&mut self.network.rows[..], &mut self.of_rows[..]);
        for family in &self.families {
            let (own, others) = rows.split_at_mut(family.classes.len());
            let (of_own, of_others) = moments.split_at_mut(family.classes.len());
            shares.push(Mutex::new((own, of_own)));
            (rows, moments) = (others, of_others);
        }
        ordered(shares.len(), threads, Vec::new, |buffer, number| {
            let family = &self.families[number];
            buffer.clear();
            buffer.resize(family.classes.len(), [0.0; WIDTH]);
            gradient.add_rows(family, buffer);
            let mut share = shares[number].lock().expect("no thread panics");
            let (rows, moments) = &mut *share;
            InstructionSet::best().run(StepRows { rows, moments, gradient: buffer, pace });
        });
        gradient.square
    }
}

/// Steps of some rows, to be compiled for every instruction set.
struct StepRows<'a> {
    rows: &'a mut [Row],
    moments: &'a mut [Moments<WIDTH>],
    gradient: &'a [Row],
    pace: Pace,
}

impl Task for StepRows<'_> {
    type Output = ();

    fn on<I: Isa>(self, isa: I) {
        let Self { rows, moments, gradient, pace } = self;
        isa.run(
            #[inline(always)]
            || {
                for ((row, moments), of_row) in rows.iter_mut().zip(moments).zip(gradient) {
                    moments.step(row, of_row, pace);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_position;

    const SETTINGS: Settings =
        Settings { epochs: 4, batch: 500, rate: 0.01, trust: 0.0, seed: 1, threads: 1 };

    /// Samples whose scores are no sum: how far the number of the mover's moves is from eight.
    fn corpus(count: usize) -> Corpus {
        let mut random = Random::from_seed(1);
        let mut made = Vec::new();
        while made.len() < count {
            let Some(position) = random_position(&mut random, 30) else { continue };
            if position.legal() != 0 {
                let discs = 4 * (position.legal().count_ones() as i32 - 8).abs() - 10;
                made.push(Sample::new(&position, discs, false));
            }
        }
        let training = made.split_off(count / 4);
        Corpus { training, held_out: made, ..Corpus::default() }
    }

    #[test]
    fn what_is_no_sum_is_learned() {
        let corpus = corpus(4000);
        let plain = Errors::of(corpus.held_out.iter().map(Sample::discs));
        let mut heard = Vec::new();
        let learned = learn(corpus, &SETTINGS, &mut |epoch| heard.push(*epoch)).unwrap();
        assert_eq!(heard.len(), 4);
        let best = heard.iter().map(|epoch| epoch.held_out.square).fold(f64::MAX, f64::min);
        let [training, held_out] = learned.stages[stage(30)];
        assert_eq!((training.count, held_out.count), (3000, 1000));
        assert!((held_out.square - best).abs() < 1e-9);
        assert!(held_out.square < plain.square / 3.0, "{held_out:?} of {plain:?}");
        assert!(table(&learned).lines().count() == STAGES + 2);
    }

    #[test]
    fn a_network_does_not_depend_on_threads() {
        let [one, two] = [1, 2].map(|threads| {
            let settings = Settings { epochs: 1, threads, batch: 2000, ..SETTINGS };
            learn(corpus(6000), &settings, &mut |_| ()).unwrap()
        });
        assert_eq!(one, two);
    }

    #[test]
    fn nothing_can_be_learned_from_nothing() {
        assert_eq!(learn(Corpus::default(), &SETTINGS, &mut |_| ()), Err(NoSamples));
    }
}
