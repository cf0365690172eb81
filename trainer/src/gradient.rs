//! How the error of a network on some samples changes with its numbers, by back-propagation
//! (Rumelhart, Hinton and Williams 1986).
//!
//! A batch takes two passes. The first goes through the samples, chunk by chunk: what each is off,
//! and what its sums should change by. The second goes through the families of classes: each adds
//! up what its rows should change by, over all samples in their order. So every number is added up
//! in the same order for any number of threads.

use yomi_engine::expert::eval::network::WIDTH;
use yomi_engine::expert::eval::patterns::{Family, STAGES, TERMS, stage};
use yomi_engine::games::othello::{InstructionSet, Isa, Task};

use crate::network::{CHUNK, HEAD, Head, Network, Row, SCALE, classes_of, parts, sums, value};
use crate::parallel::ordered;
use crate::sample::Sample;

/// What a batch says of a network.
pub(crate) struct Gradient {
    chunks: Vec<Chunk>,
    /// Of the heads, for each stage.
    pub(crate) heads: Vec<Head>,
    /// The sum of the square errors, in discs².
    pub(crate) square: f64,
}

/// What some samples say.
struct Chunk {
    classes: Vec<[u32; TERMS]>,
    /// What the sums of each sample should not be.
    of_sums: Vec<Row>,
    heads: Vec<Head>,
    square: f64,
}

impl Gradient {
    /// That of the mean of half the square errors, in parts of [`SCALE`].
    pub(crate) fn of(
        network: &Network,
        samples: &[Sample],
        classes: &[u32],
        trust: f32,
        threads: usize,
    ) -> Self {
        let share = 1.0 / samples.len() as f32;
        let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
        let of_chunk = |(): &mut (), number: usize| {
            let samples = chunks[number];
            InstructionSet::best().run(OfChunk { network, samples, classes, trust, share })
        };
        let chunks = ordered(chunks.len(), threads, || (), of_chunk);
        let mut heads = vec![[0.0; HEAD]; STAGES];
        for chunk in &chunks {
            let sums = heads.as_flattened_mut().iter_mut();
            sums.zip(chunk.heads.as_flattened()).for_each(|(sum, part)| *sum += part);
        }
        let square = chunks.iter().map(|chunk| chunk.square).sum();
        Self { chunks, heads, square }
    }

    /// Adds up that of the rows of a family.
    pub(crate) fn add_rows(&self, family: &Family, rows: &mut [Row]) {
        InstructionSet::best().run(AddRows { gradient: self, family, rows });
    }
}

struct OfChunk<'a> {
    network: &'a Network,
    samples: &'a [Sample],
    classes: &'a [u32],
    trust: f32,
    share: f32,
}

impl Task for OfChunk<'_> {
    type Output = Chunk;

    fn on<I: Isa>(self, isa: I) -> Chunk {
        let mut chunk = Chunk {
            classes: Vec::with_capacity(self.samples.len()),
            of_sums: Vec::with_capacity(self.samples.len()),
            heads: vec![[0.0; HEAD]; STAGES],
            square: 0.0,
        };
        isa.run(
            #[inline(always)]
            || self.samples.iter().for_each(|sample| self.add(isa, sample, &mut chunk)),
        );
        chunk
    }
}

impl OfChunk<'_> {
    #[inline(always)]
    fn add<I: Isa>(&self, isa: I, sample: &Sample, chunk: &mut Chunk) {
        let classes = classes_of(isa, sample, self.classes);
        let sums = sums(&self.network.rows, &classes);
        let parts = parts(&sums);
        let stage = stage(sample.empties());
        let head = &self.network.heads[stage];
        let error = value(head, &parts) - sample.label(self.trust) / SCALE;
        chunk.square += f64::from(error * SCALE).powi(2);
        let error = error * self.share;
        for (sum, part) in chunk.heads[stage].iter_mut().zip(&parts) {
            *sum += error * part;
        }
        let mut of_sums = [0.0; WIDTH];
        for (place, (to, sum)) in of_sums.iter_mut().zip(&sums).enumerate() {
            *to = error * if *sum > 0.0 { head[place] } else { -head[WIDTH + place] };
        }
        chunk.classes.push(classes);
        chunk.of_sums.push(of_sums);
    }
}

struct AddRows<'a> {
    gradient: &'a Gradient,
    family: &'a Family,
    rows: &'a mut [Row],
}

impl Task for AddRows<'_> {
    type Output = ();

    fn on<I: Isa>(self, isa: I) {
        let Self { gradient, family: Family { terms, classes }, rows } = self;
        isa.run(
            #[inline(always)]
            || {
                for chunk in &gradient.chunks {
                    for (of_sample, of_sums) in chunk.classes.iter().zip(&chunk.of_sums) {
                        for &class in &of_sample[terms.clone()] {
                            let row = &mut rows[class as usize - classes.start];
                            for (number, part) in row.iter_mut().zip(of_sums) {
                                *number += part;
                            }
                        }
                    }
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::expert::eval::patterns::{classes, families};
    use yomi_engine::games::othello::Portable;
    use yomi_engine::random::Random;

    use super::*;
    use crate::game::random_position;

    fn samples() -> Vec<Sample> {
        let mut random = Random::from_seed(1);
        let position = |plies| random_position(&mut random, plies);
        let positions = (10..50).filter_map(position).filter(|position| position.legal() != 0);
        positions.map(|position| Sample::new(&position, 10, false)).collect()
    }

    /// Half the mean square error, in 64-bit numbers where differences are small.
    fn loss(network: &Network, samples: &[Sample], classes: &[u32]) -> f64 {
        let of = |sample: &Sample| {
            let of_sample = classes_of(Portable, sample, classes);
            let sums: [f64; WIDTH] = std::array::from_fn(|sum| {
                of_sample.iter().map(|&class| f64::from(network.rows[class as usize][sum])).sum()
            });
            let head = network.heads[stage(sample.empties())].map(f64::from);
            let part = |sum: usize| {
                head[sum] * sums[sum].max(0.0) + head[WIDTH + sum] * (-sums[sum]).max(0.0)
            };
            let value = head[2 * WIDTH] + (0..WIDTH).map(part).sum::<f64>();
            (value - f64::from(sample.label(0.0) / SCALE)).powi(2) / 2.0
        };
        samples.iter().map(of).sum::<f64>() / samples.len() as f64
    }

    /// Against what the error does when a number is changed a little.
    #[test]
    fn it_is_the_slope_of_the_error() {
        let (samples, classes) = (samples(), classes());
        let mut network = Network::at_random(3);
        let gradient = Gradient::of(&network, &samples, &classes, 0.0, 2);
        let slope = |network: &mut Network, number: fn(&mut Network, usize) -> &mut f32, place| {
            let mut at = |step: f32| {
                let before = *number(network, place);
                *number(network, place) = before + step;
                let loss = loss(network, &samples, &classes);
                *number(network, place) = before;
                loss
            };
            (at(1e-3) - at(-1e-3)) / 2e-3
        };
        let near =
            |found: f32, slope: f64| (f64::from(found) - slope).abs() < 1e-3 + 0.02 * slope.abs();
        let late = stage(samples[30].empties());
        for place in 0..HEAD {
            let expected = slope(
                &mut network,
                |network, place| &mut network.heads.as_flattened_mut()[place],
                late * HEAD + place,
            );
            assert!(near(gradient.heads[late][place], expected), "{place}: {expected}");
        }
        for family in families() {
            let mut rows = vec![[0.0; WIDTH]; family.classes.len()];
            gradient.add_rows(&family, &mut rows);
            let class = classes_of(Portable, &samples[30], &classes)[family.terms.start] as usize;
            for sum in [0, WIDTH - 1] {
                let expected = slope(
                    &mut network,
                    |network, place| &mut network.rows.as_flattened_mut()[place],
                    class * WIDTH + sum,
                );
                assert!(near(rows[class - family.classes.start][sum], expected), "{family:?}");
            }
        }
    }

    #[test]
    fn it_does_not_depend_on_threads() {
        let (samples, classes, network) = (samples(), classes(), Network::at_random(4));
        let many = samples.repeat(80);
        let [one, two] = [1, 2].map(|threads| {
            let gradient = Gradient::of(&network, &many, &classes, 0.0, threads);
            (gradient.heads, gradient.square.to_bits())
        });
        assert!(many.len() > 2 * CHUNK && one == two);
    }
}
