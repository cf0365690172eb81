//! A network as it is learned, in floating point; the engine has it in whole numbers
//! ([`yomi_engine::expert::eval::network`]).

use yomi_engine::expert::UNIT;
use yomi_engine::expert::eval::network::{self, READOUT_UNIT, ROW_UNIT, Readout, WIDTH};
use yomi_engine::expert::eval::patterns::{CLASSES, STAGES, TERMS, classes, stage, terms};
use yomi_engine::expert::eval::weights_file::Parameters;
use yomi_engine::games::othello::{InstructionSet, Isa, Task};
use yomi_engine::random::Random;

use crate::pack::{TooLarge, whole};
use crate::parallel::ordered;
use crate::sample::Sample;

/// What a term adds to the sums, or what changes it.
pub(crate) type Row = [f32; WIDTH];

/// What a stage's values are made of: the weights of the sums' parts above 0, of those below 0, and
/// a base, all in parts of [`SCALE`] discs.
pub(crate) type Head = [f32; HEAD];
pub(crate) const HEAD: usize = 2 * WIDTH + 1;

/// Discs that make 1 for the network, so that its numbers are neither large nor small.
pub(crate) const SCALE: f32 = 8.0;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// A row for each class of terms.
    pub(crate) rows: Vec<Row>,
    /// A head for each stage.
    pub(crate) heads: Vec<Head>,
}

impl Network {
    /// Small numbers at random, from which learning begins.
    #[must_use]
    pub fn at_random(seed: u64) -> Self {
        let mut random = Random::from_seed(seed);
        let mut number = |most: f32| {
            let part = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            most * (2.0 * part - 1.0)
        };
        let mut head = [0.0; HEAD];
        head[..2 * WIDTH].fill_with(|| number(0.3));
        let rows = (0..CLASSES).map(|_| std::array::from_fn(|_| number(0.05))).collect();
        Self { rows, heads: vec![head; STAGES] }
    }

    /// The network of a file of weights.
    #[must_use]
    pub fn of(rows: &[network::Row], readouts: &[Readout]) -> Self {
        let part = |number: &i16, unit: i32| f32::from(*number) / unit as f32;
        let head = |readout: &Readout| {
            let mut head = [part(&readout.base, UNIT); HEAD];
            for (number, weight) in head.iter_mut().zip(readout.above.iter().chain(&readout.below))
            {
                *number = part(weight, READOUT_UNIT);
            }
            head.map(|number| number / SCALE)
        };
        let row = |row: &network::Row| std::array::from_fn(|place| part(&row[place], ROW_UNIT));
        Self { rows: rows.iter().map(row).collect(), heads: readouts.iter().map(head).collect() }
    }

    /// All its numbers.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.as_flattened_mut().iter_mut().chain(self.heads.as_flattened_mut())
    }

    /// What it says of samples, in discs.
    #[must_use]
    pub fn values(&self, samples: &[Sample], threads: usize) -> Vec<f32> {
        let classes = classes();
        let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
        let of_chunk = |(): &mut (), number: usize| {
            InstructionSet::best().run(Judge {
                network: self,
                samples: chunks[number],
                classes: &classes,
            })
        };
        ordered(chunks.len(), threads, || (), of_chunk).concat()
    }

    /// The network in the engine's whole numbers.
    ///
    /// # Errors
    /// When some of them would be too large.
    pub fn parameters(&self) -> Result<Parameters, TooLarge> {
        let readout = |head: &Head| {
            let mut weights = [0; 2 * WIDTH];
            for (weight, number) in weights.iter_mut().zip(head) {
                *weight = whole(number * SCALE, READOUT_UNIT)?;
            }
            let [above, below] =
                [0, WIDTH].map(|from| std::array::from_fn(|sum| weights[from + sum]));
            Ok(Readout { above, below, base: whole(head[2 * WIDTH] * SCALE, UNIT)? })
        };
        let row = |row: &Row| {
            let mut numbers = [0; WIDTH];
            for (to, number) in numbers.iter_mut().zip(row) {
                *to = whole(*number, ROW_UNIT)?;
            }
            Ok(numbers)
        };
        let rows = self.rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let readouts = self.heads.iter().map(readout).collect::<Result<Vec<_>, _>>()?;
        Ok(Parameters::Network(rows, readouts))
    }
}

/// Samples that a thread takes at a time.
pub(crate) const CHUNK: usize = 1024;

/// The classes of a sample's terms.
#[inline(always)]
pub(crate) fn classes_of<I: Isa>(isa: I, sample: &Sample, classes: &[u32]) -> [u32; TERMS] {
    terms(isa, sample.mover, sample.opponent).map(|term| classes[term as usize])
}

/// The sums of a sample's rows.
#[inline(always)]
pub(crate) fn sums(rows: &[Row], classes: &[u32; TERMS]) -> Row {
    let mut sums = [0.0; WIDTH];
    for &class in classes {
        for (sum, number) in sums.iter_mut().zip(&rows[class as usize]) {
            *sum += number;
        }
    }
    sums
}

/// The parts of the sums above 0, those below, and 1: what a head's numbers are multiplied with.
#[inline(always)]
pub(crate) fn parts(sums: &Row) -> Head {
    let mut parts = [1.0; HEAD];
    for (place, sum) in sums.iter().enumerate() {
        parts[place] = sum.max(0.0);
        parts[WIDTH + place] = (-sum).max(0.0);
    }
    parts
}

/// The value, in parts of [`SCALE`] discs.
#[inline(always)]
pub(crate) fn value(head: &Head, parts: &Head) -> f32 {
    let mut lanes = [0.0; WIDTH];
    for (place, lane) in lanes.iter_mut().enumerate() {
        let below = WIDTH + place;
        *lane = head[place] * parts[place] + head[below] * parts[below];
    }
    head[2 * WIDTH] + lanes.iter().sum::<f32>()
}

/// The values of some samples, to be compiled for every instruction set.
struct Judge<'a> {
    network: &'a Network,
    samples: &'a [Sample],
    classes: &'a [u32],
}

impl Task for Judge<'_> {
    type Output = Vec<f32>;

    fn on<I: Isa>(self, isa: I) -> Vec<f32> {
        let Self { network, samples, classes } = self;
        let judge = |sample: &Sample| {
            isa.run(
                #[inline(always)]
                || {
                    let parts = parts(&sums(&network.rows, &classes_of(isa, sample, classes)));
                    SCALE * value(&network.heads[stage(sample.empties())], &parts)
                },
            )
        };
        samples.iter().map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::expert::Evaluation;
    use yomi_engine::expert::eval::error_model::ErrorModel;
    use yomi_engine::expert::eval::weights::Weights;
    use yomi_engine::expert::eval::weights_file::WeightsFile;
    use yomi_engine::game::Side;
    use yomi_engine::games::othello::Othello8;

    use super::*;
    use crate::game::random_position;

    /// From the learned numbers to a search's, by way of the file.
    #[test]
    fn the_engine_says_what_was_learned() {
        let mut network = Network::at_random(5);
        for row in network.rows.as_flattened_mut() {
            *row *= 4.0;
        }
        let parameters = network.parameters().unwrap();
        let file =
            WeightsFile { record: String::new(), error_model: ErrorModel::UNKNOWN, parameters };
        let evaluation = Evaluation::with(Weights::from_bytes(&file.to_bytes()).unwrap());
        let mut random = Random::from_seed(6);
        // The engine values the first four plies by those behind them.
        let position = |game| random_position(&mut random, 5 + game % 49);
        let movable = (0..300_u32).filter_map(position).filter(|position| position.legal() != 0);
        let samples: Vec<_> = movable.map(|position| Sample::new(&position, 0, false)).collect();
        let values = network.values(&samples, 2);
        let spread = values.iter().map(|value| value.abs()).sum::<f32>() / values.len() as f32;
        assert!(samples.len() > 200 && spread > 2.0, "{spread}");
        for (sample, value) in samples.iter().zip(values) {
            let position = Othello8::new(sample.mover, sample.opponent, Side::First).unwrap();
            let found = evaluation.value(&position).0 as f32 / UNIT as f32;
            assert!((found - value.clamp(-64.0, 64.0)).abs() < 0.25, "{found} for {value}");
        }
    }

    /// Its numbers are near enough to the learned ones to go on from.
    #[test]
    fn the_engines_numbers_can_be_learned_from_again() {
        let network = Network::at_random(8);
        let parameters = network.parameters().unwrap();
        let Parameters::Network(rows, readouts) = &parameters else { panic!("{parameters:?}") };
        let again = Network::of(rows, readouts);
        assert_eq!(again.parameters().unwrap(), parameters);
        let off = |one: &[f32], other: &[f32]| {
            one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max)
        };
        assert!(off(again.rows.as_flattened(), network.rows.as_flattened()) <= 0.501 / 512.0);
        assert!(off(again.heads.as_flattened(), network.heads.as_flattened()) <= 0.501 / 1024.0);
    }

    #[test]
    fn numbers_that_the_engine_does_not_have_are_refused() {
        let network = Network::at_random(7);
        assert!(network.parameters().is_ok());
        let mut of_rows = network.clone();
        of_rows.rows[9][3] = 65.0;
        let mut of_heads = network;
        of_heads.heads[2][1] = -4.1;
        for network in [of_rows, of_heads] {
            assert_eq!(network.parameters(), Err(TooLarge));
        }
    }
}
