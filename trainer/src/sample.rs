//! A position of 8×8 Othello with what it was worth: what the evaluation is trained on.

use yomi_engine::games::othello::Othello8;

/// Bytes of a sample in a file.
pub const BYTES: usize = 22;

/// One of the eight symmetric positions that stands for all of them, with a score for the side to
/// move.
///
/// In a file: the mover's discs, the opponent's (64-bit words, bit 0 is a1, bit 7 is h1), the
/// score, the forecast (16 bits each), whether the score is exact (a byte), the number of games (a
/// byte); little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The discs of the side to move.
    pub mover: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// What the position was worth to the side to move, from -64 to 64 discs, the empty squares
    /// going to the winner. In 128ths of a disc, because it is a mean if several games met here.
    pub score: i16,
    /// What the searches of the game made of it, in the same units: the mean of this position's and
    /// all later ones', the later the less. The score itself if that is exact.
    pub forecast: i16,
    /// Whether the score is the one of perfect play. Otherwise it is how a game ended.
    pub exact: bool,
    /// The games that met here; 255 stands for more as well.
    pub games: u8,
}

/// Units of [`Sample::score`] that make one disc.
pub const UNIT: i16 = 128;

impl Sample {
    /// The sample of one game, with a score in whole discs.
    #[must_use]
    pub fn new(position: &Othello8, discs: i32, exact: bool) -> Self {
        let (mover, opponent) = canonical(position.mover(), position.opponent());
        let score = discs as i16 * UNIT;
        Self { mover, opponent, score, forecast: score, exact, games: 1 }
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        (self.mover | self.opponent).count_zeros()
    }

    /// The score in discs.
    #[must_use]
    pub fn discs(&self) -> f32 {
        self.label(0.0)
    }

    /// What to learn, in discs: the score, or with more `trust` (0 to 1) rather the forecast, which
    /// is less a matter of luck but believes the searches.
    #[must_use]
    pub fn label(&self, trust: f32) -> f32 {
        let [score, forecast] = [self.score, self.forecast].map(f32::from);
        (score + trust * (forecast - score)) / f32::from(UNIT)
    }

    /// The sample as in a file.
    #[must_use]
    pub fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.opponent.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.score.to_le_bytes());
        bytes[18..20].copy_from_slice(&self.forecast.to_le_bytes());
        bytes[20] = self.exact.into();
        bytes[21] = self.games;
        bytes
    }

    /// The sample that a file holds, `None` if no position can be one.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<8>();
        let [mover, opponent] = [words[0], words[1]].map(u64::from_le_bytes);
        let (numbers, rest) = rest.as_chunks::<2>();
        let [score, forecast] = [numbers[0], numbers[1]].map(i16::from_le_bytes);
        let [exact, games] = numbers[2];
        let sample = Self { mover, opponent, score, forecast, exact: exact == 1, games };
        let bounded =
            [score, forecast].iter().all(|number| number.unsigned_abs() <= 64 * UNIT as u16);
        let sound = mover & opponent == 0 && bounded && exact <= 1 && games > 0 && rest.is_empty();
        sound.then_some(sample)
    }
}

/// At most `most` of some samples, evenly spread, and all of them if they are no more.
#[must_use]
pub fn spread(samples: &[Sample], most: usize) -> Vec<Sample> {
    let count = most.min(samples.len());
    (0..count).map(|place| samples[place * samples.len() / count]).collect()
}

/// Of the eight turns and reflections of a board the one with the smallest pair of words.
#[must_use]
pub fn canonical(mover: u64, opponent: u64) -> (u64, u64) {
    let mut least = (mover, opponent);
    let mut images = [mover, opponent];
    for turn in 0..8 {
        // Upside down and over the diagonal by turns reach all eight.
        images =
            images.map(|discs| if turn % 2 == 0 { discs.swap_bytes() } else { transposed(discs) });
        least = least.min((images[0], images[1]));
    }
    least
}

/// The board reflected in the diagonal from a1 to h8, by exchanging ever smaller blocks.
fn transposed(mut discs: u64) -> u64 {
    for (mask, shift) in
        [(0x0000_0000_f0f0_f0f0, 28), (0x0000_cccc_0000_cccc, 14), (0x00aa_00aa_00aa_00aa, 7)]
    {
        let differing = (discs ^ discs >> shift) & mask;
        discs ^= differing ^ differing << shift;
    }
    discs
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_engine::games::othello::Symmetry;
    use yomi_engine::random::Random;

    #[test]
    fn all_symmetric_positions_have_one_representative() {
        let mut random = Random::from_seed(1);
        for _ in 0..1000 {
            let (mover, other) = (random.next_u64(), random.next_u64());
            let words = [mover, other & !mover];
            let images = Symmetry::ALL.map(|symmetry| {
                words.map(|word| {
                    (0..64)
                        .filter(|i| word >> i & 1 == 1)
                        .map(|i| 1 << symmetry.map(i, 8))
                        .sum::<u64>()
                })
            });
            let least = images.iter().min().unwrap();
            for image in images {
                assert_eq!(canonical(image[0], image[1]), (least[0], least[1]));
            }
        }
    }

    #[test]
    fn as_many_samples_as_asked_for_are_spread_over_all() {
        let sample =
            |mover| Sample { mover, opponent: 0, score: 0, forecast: 0, exact: false, games: 1 };
        let samples: Vec<Sample> = (0..7).map(sample).collect();
        for (most, expected) in [(0, &[][..]), (1, &[0]), (3, &[0, 2, 4]), (6, &[0, 1, 2, 3, 4, 5])]
        {
            let movers = spread(&samples, most).iter().map(|it| it.mover).collect::<Vec<_>>();
            assert_eq!(movers, expected);
        }
        assert_eq!([7, 8, usize::MAX].map(|most| spread(&samples, most).len()), [7; 3]);
    }

    #[test]
    fn a_sample_survives_a_file_and_nonsense_does_not() {
        let sample = Sample {
            mover: 5,
            opponent: 1 << 63,
            score: -300,
            forecast: 40,
            exact: true,
            games: 7,
        };
        let bytes = sample.to_bytes();
        assert_eq!(Sample::from_bytes(&bytes), Some(sample));
        for (place, value) in [(8, 1), (17, 0x7f), (19, 0x7f), (20, 2), (21, 0)] {
            let mut damaged = bytes;
            damaged[place] = value;
            assert_eq!(Sample::from_bytes(&damaged), None, "byte {place}");
        }
    }
}
