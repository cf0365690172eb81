//! What finds a network: many small steps, each against the error on some samples.
//!
//! Samples are shuffled for each epoch and taken in batches. The rate falls to nothing in a
//! straight line, for the last steps to settle what the first ones found. Of all epochs the one
//! counts that errs least on what is held out. The same seed gives the same network, for any number
//! of threads.

use std::num::NonZeroU32;
use std::sync::Mutex;

use yomi_engine::expert::eval::network::WIDTH;
use yomi_engine::expert::eval::patterns::{Family, STAGES, classes, families, stage};
use yomi_engine::games::othello::{InstructionSet, Isa, Task};
use yomi_engine::random::Random;

use crate::adam::{Moments, Pace};
use crate::corpus::Corpus;
use crate::fit::{Errors, NoSamples};
use crate::gradient::Gradient;
use crate::learning::{Best, Learning};
use crate::network::{Network, Row};
use crate::parallel::ordered;
use crate::sample::Sample;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often all samples are gone through.
    pub epochs: NonZeroU32,
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

/// Learns a network, or goes on with it. `progress` hears of each epoch and how far learning is.
///
/// # Errors
/// When there is nothing to learn from.
pub fn learn(
    corpus: Corpus,
    begun: Learning,
    settings: &Settings,
    progress: &mut dyn FnMut(&Epoch, &Learning),
) -> Result<Learned, NoSamples> {
    let Corpus { training: mut samples, held_out, .. } = corpus;
    if samples.is_empty() {
        return Err(NoSamples);
    }
    let batch = settings.batch.clamp(1, samples.len());
    let steps = (samples.len() / batch) as u32;
    let mut random = Random::from_seed(settings.seed);
    let done = begun.epochs;
    let mut learner = Learner::new(*settings, begun, steps);
    let Settings { trust, threads, .. } = *settings;
    for number in 1..=settings.epochs.get() {
        // Of the epochs before a stop, too: each begins with the order of the one before.
        shuffle(&mut samples, &mut random);
        if number <= done {
            continue;
        }
        let square: f64 = samples.chunks_exact(batch).map(|batch| learner.step(batch)).sum();
        let values = learner.learning.network.values(&held_out, threads);
        let errors = errors(&held_out, &values, trust, |_| true);
        let training = square / (steps as usize * batch) as f64;
        let epoch = Epoch { number, training, held_out: errors };
        learner.finish(&epoch);
        progress(&epoch, &learner.learning);
    }
    let Best { network, epoch, .. } = learner.learning.best;
    let by_stage = |samples: &[Sample]| {
        let values = network.values(samples, threads);
        let stages = 0..STAGES;
        stages.map(|own| errors(samples, &values, trust, |stage| stage == own)).collect::<Vec<_>>()
    };
    let stages = by_stage(&samples).into_iter().zip(by_stage(&held_out));
    let stages = stages.map(<[Errors; 2]>::from).collect();
    Ok(Learned { network, epoch, stages })
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

/// What takes the steps.
struct Learner {
    settings: Settings,
    learning: Learning,
    classes: Vec<u32>,
    families: Vec<Family>,
    /// Steps of an epoch.
    steps: u32,
    /// Steps so far, those before a stop too.
    done: u32,
}

impl Learner {
    fn new(settings: Settings, learning: Learning, steps: u32) -> Self {
        let done = learning.epochs.saturating_mul(steps);
        Self { settings, learning, classes: classes(), families: families(), steps, done }
    }

    /// One step; the sum of the square errors before it.
    fn step(&mut self, batch: &[Sample]) -> f64 {
        let Settings { rate, trust, threads, epochs, .. } = self.settings;
        let Learning { network, of_rows, of_heads, .. } = &mut self.learning;
        let gradient = Gradient::of(network, batch, &self.classes, trust, threads);
        let all = epochs.get().saturating_mul(self.steps);
        let pace = Pace::new(self.done + 1, rate * (1.0 - self.done as f32 / all as f32));
        self.done += 1;
        let heads = network.heads.iter_mut().zip(of_heads);
        for ((head, moments), of_head) in heads.zip(&gradient.heads) {
            moments.step(head, of_head, pace);
        }
        let mut shares = Vec::new();
        let (mut rows, mut moments) = (&mut network.rows[..], &mut of_rows[..]);
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

    /// An epoch is done.
    fn finish(&mut self, epoch: &Epoch) {
        let Learning { epochs, best, network, .. } = &mut self.learning;
        *epochs = epoch.number;
        let Errors { count, square, .. } = epoch.held_out;
        // The first counts whatever it is: a network that diverged must not pass for its beginning.
        if count == 0 || best.epoch == 0 || square < best.square {
            *best = Best { epoch: epoch.number, square, network: network.clone() };
        }
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
    use crate::pack::TooLarge;

    const SETTINGS: Settings = Settings {
        epochs: NonZeroU32::new(4).unwrap(),
        batch: 500,
        rate: 0.01,
        trust: 0.0,
        seed: 1,
        threads: 1,
    };

    fn begun() -> Learning {
        Learning::beginning(Network::at_random(1))
    }

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
        let learned =
            learn(corpus, begun(), &SETTINGS, &mut |epoch, _| heard.push(*epoch)).unwrap();
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
            let settings = Settings { epochs: NonZeroU32::MIN, threads, batch: 2000, ..SETTINGS };
            learn(corpus(6000), begun(), &settings, &mut |_, _| ()).unwrap()
        });
        assert_eq!(one, two);
    }

    /// After each epoch, by way of the file.
    #[test]
    fn learning_goes_on_where_it_was_stopped() {
        let mut kept = Vec::new();
        let mut keep = |_: &Epoch, learning: &Learning| kept.push(learning.to_bytes("record"));
        let whole = learn(corpus(3000), begun(), &SETTINGS, &mut keep).unwrap();
        assert_eq!(kept.len(), 4);
        for (done, bytes) in kept.iter().enumerate() {
            let begun = Learning::from_bytes(bytes, "record").unwrap();
            let mut heard = 0;
            let found = learn(corpus(3000), begun, &SETTINGS, &mut |_, _| heard += 1).unwrap();
            assert_eq!((found, heard), (whole.clone(), 3 - done));
        }
    }

    #[test]
    fn what_is_known_need_not_be_learned_again() {
        let known = learn(corpus(4000), begun(), &SETTINGS, &mut |_, _| ()).unwrap().network;
        let mut errors = Vec::new();
        let settings = Settings { epochs: NonZeroU32::MIN, rate: 0.001, ..SETTINGS };
        for begun in [begun(), Learning::beginning(known)] {
            let mut hear = |epoch: &Epoch, _: &Learning| errors.push(epoch.held_out.square);
            learn(corpus(4000), begun, &settings, &mut hear).unwrap();
        }
        assert!(errors[1] < errors[0] / 2.0, "{errors:?}");
    }

    #[test]
    fn a_network_that_diverges_is_refused() {
        let settings = Settings { rate: 1e6, ..SETTINGS };
        let learned = learn(corpus(2000), begun(), &settings, &mut |_, _| ()).unwrap();
        assert!(learned.epoch > 0);
        assert_eq!(learned.network.parameters(), Err(TooLarge));
    }

    #[test]
    fn nothing_can_be_learned_from_nothing() {
        let learned = learn(Corpus::default(), begun(), &SETTINGS, &mut |_, _| ());
        assert_eq!(learned, Err(NoSamples));
    }
}
