//! ProbCut (Buro 1995): where a shallow search already lies far outside the window, the deep one
//! most likely does too.
//!
//! How far that is, an evaluation's [error model](super::error_model) says: within its margin lies
//! the share of all errors that the selectivity names.

use std::fmt;
use std::str::FromStr;

/// How sure a search must be to cut: the share of a shallow search's errors, up or down, that lie
/// within the margin, over all stages of the game, as players know it from Edax.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

impl fmt::Display for Selectivity {
    /// `73%`, as [`FromStr`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

impl fmt::Debug for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent())
    }
}

impl Selectivity {
    /// Nothing is cut on suspicion.
    pub const CERTAIN: Self = Self(6);
    /// What levels trust, and searches that only put moves in order.
    pub const USUAL: Self = Self(1);
    /// The boldest: it plays best where time is what counts, for it looks two plies deeper in the
    /// same time.
    pub const BOLDEST: Self = Self(0);

    /// All of them, the boldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::BOLDEST.0..=Self::CERTAIN.0).map(Self)
    }

    /// How many there are besides certainty.
    pub const UNSURE: usize = Self::PERCENTAGES.len();

    const PERCENTAGES: [u8; 6] = [50, 73, 87, 95, 98, 99];

    /// The selectivity of a percentage: 50, 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub fn from_percent(percent: u8) -> Option<Self> {
        match percent {
            100 => Some(Self::CERTAIN),
            _ => Self::PERCENTAGES
                .iter()
                .position(|known| *known == percent)
                .map(|place| Self(place as u8)),
        }
    }

    /// The percentage.
    #[must_use]
    pub fn percent(self) -> u8 {
        Self::PERCENTAGES.get(usize::from(self.0)).copied().unwrap_or(100)
    }

    /// All percentages, as they are listed for people: `50, 73, … or 100`.
    #[must_use]
    pub fn percentages() -> String {
        let below = Self::PERCENTAGES.map(|percent| percent.to_string()).join(", ");
        format!("{below} or {}", Self::CERTAIN.percent())
    }

    /// Its number in three bits: its place among them all, the boldest being 0.
    pub(in crate::expert) const fn to_bits(self) -> u8 {
        self.0
    }

    /// The selectivity of a number; higher numbers than there are stand for certainty.
    pub(in crate::expert) const fn from_bits(bits: u8) -> Self {
        if bits < Self::CERTAIN.0 { Self(bits) } else { Self::CERTAIN }
    }
}

/// There is no selectivity of a percentage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {}", Selectivity::percentages())]
pub struct UnknownSelectivity;

/// Reads a percentage, with or without its sign.
impl FromStr for Selectivity {
    type Err = UnknownSelectivity;

    fn from_str(text: &str) -> Result<Self, UnknownSelectivity> {
        let percent = text.strip_suffix('%').unwrap_or(text).parse().ok();
        percent.and_then(Self::from_percent).ok_or(UnknownSelectivity)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::error_model::ErrorModel;
    use super::*;
    use crate::expert::{Evaluation, Expert, Outcome, Question, Settings, Strength, Techniques};
    use crate::game::Game;
    use crate::games::othello::Othello8;
    use crate::limits::Limits;
    use crate::random::Random;

    #[test]
    fn percentages_are_read_and_listed() {
        for level in Selectivity::all() {
            let percent = level.percent();
            assert_eq!(percent.to_string().parse(), Ok(level));
            assert_eq!(format!("{percent}%").parse(), Ok(level));
        }
        for text in ["", "%", "51", "100 %", "-50", "356"] {
            assert_eq!(text.parse::<Selectivity>(), Err(UnknownSelectivity), "{text}");
        }
        assert_eq!(UnknownSelectivity.to_string(), "expected 50, 73, 87, 95, 98, 99 or 100");
    }

    fn search(expert: &mut Expert, position: &Othello8, depth: u32) -> i32 {
        let exact = if depth < position.empties() { 0 } else { depth };
        let strength = Strength::fixed(depth, Selectivity::CERTAIN, exact);
        let question = Question { strength, lines: 1, outcome: Outcome::Score };
        expert.forget();
        expert.analyze(position, &question, &Limits::default(), &mut |_| ()).lines[0].score.0
    }

    /// A game with ten random moves at the beginning, then one in eight, up to `empties`.
    fn position(random: &mut Random, empties: u32) -> Option<Othello8> {
        let mut position = Othello8::default();
        while position.empties() > empties {
            let moves: Vec<_> = position.moves().collect();
            let chance = position.empties() > 50 || random.below(8) == 0;
            let worth = |&place: &usize| Evaluation::learned().value(&position.play(moves[place]));
            let place = match chance {
                true => random.below(moves.len().max(1)),
                false => (0..moves.len()).min_by_key(worth).unwrap_or(0),
            };
            position = position.play(*moves.get(place)?);
        }
        (position.moves().len() > 0).then_some(position)
    }

    /// How many errors lie beyond the margin of each selectivity.
    fn errors_beyond(
        empties: u32,
        depth: u32,
        positions: &[Othello8],
    ) -> [u32; Selectivity::UNSURE] {
        let techniques = Techniques { probcut: false, ..Techniques::ALL };
        let settings = Settings { mebibytes: 1, techniques, ..Settings::default() };
        let mut expert = Expert::new(settings).expect("memory for a small table");
        let shallow = ErrorModel::shallow_depth(depth, empties);
        let mut beyond = [0; Selectivity::UNSURE];
        for at in positions {
            let error = search(&mut expert, at, depth) - search(&mut expert, at, shallow);
            for (sureness, beyond) in Selectivity::all().zip(&mut beyond) {
                let margin = Evaluation::learned().margin(sureness, depth, empties);
                *beyond += u32::from(margin.is_some_and(|margin| error.abs() > margin.0));
            }
        }
        beyond
    }

    /// Of some number of errors as many lie within the margin of each selectivity as its percentage
    /// claims, up to three standard errors of the sample.
    fn check(count: usize, beyond: &[u32; Selectivity::UNSURE], kind: &str) {
        for (sureness, &beyond) in Selectivity::all().zip(beyond) {
            let claim = f64::from(sureness.percent()) / 100.0;
            let within = 1.0 - f64::from(beyond) / count as f64;
            let doubt = 3.0 * (claim * (1.0 - claim) / count as f64).sqrt();
            let percent = sureness.percent();
            assert!(
                (within - claim).abs() <= doubt,
                "{within:.3} of {count} {kind} at {percent} %"
            );
        }
    }

    /// Claims hold in each stage of the game, and over all of them.
    #[test]
    fn margins_hold_as_many_errors_as_claimed() {
        const POSITIONS: usize = 200;
        let mut random = Random::from_seed(21);
        let stages = [(44, 3), (40, 6), (28, 8), (14, 14)].map(|(empties, depth)| {
            let positions = (0..POSITIONS).filter_map(|_| position(&mut random, empties));
            (empties, depth, positions.collect::<Vec<_>>())
        });
        let mut all = (0, [0; Selectivity::UNSURE]);
        for (empties, depth, positions) in &stages {
            let mut beyond = [0; Selectivity::UNSURE];
            thread::scope(|scope| {
                let parts: Vec<_> = positions
                    .chunks(POSITIONS / 4)
                    .map(|part| scope.spawn(move || errors_beyond(*empties, *depth, part)))
                    .collect();
                for part in parts.into_iter().map(|part| part.join().expect("searches end")) {
                    beyond.iter_mut().zip(part).for_each(|(beyond, part)| *beyond += part);
                }
            });
            check(positions.len(), &beyond, &format!("of {depth} plies"));
            all.0 += positions.len();
            all.1.iter_mut().zip(beyond).for_each(|(all, beyond)| *all += beyond);
        }
        assert!(all.0 > 500, "{}", all.0);
        check(all.0, &all.1, "of all");
    }

    /// Margins follow their scale, and searches with small ones enter fewer positions.
    #[test]
    fn margins_have_a_scale() {
        let margin = |percent| {
            let evaluation = Evaluation::learned().with_errors(percent);
            evaluation.margin(Selectivity::BOLDEST, 8, 30).expect("a bold search").0
        };
        assert_eq!(
            margin(100),
            Evaluation::learned().margin(Selectivity::BOLDEST, 8, 30).unwrap().0
        );
        assert!((margin(200) - 2 * margin(100)).abs() <= 1 && margin(0) == 0);
        let mut random = Random::from_seed(4);
        let positions: Vec<_> = (0..8).filter_map(|_| position(&mut random, 36)).collect();
        let nodes = |percent| {
            let evaluation = Evaluation::learned().with_errors(percent);
            let settings = Settings { mebibytes: 1, evaluation, ..Settings::default() };
            let mut expert = Expert::new(settings).expect("memory for a small table");
            let strength = Strength::fixed(10, Selectivity::BOLDEST, 0);
            let question = Question { strength, lines: 1, outcome: Outcome::Score };
            let nodes = |position| {
                expert.forget();
                expert.analyze(position, &question, &Limits::default(), &mut |_| ()).nodes
            };
            positions.iter().map(nodes).sum::<u64>()
        };
        let [bold, usual, careful] = [50, 100, 300].map(nodes);
        assert!(bold < usual && usual < careful, "{bold} {usual} {careful}");
    }
}
