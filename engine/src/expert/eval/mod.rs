//! How good a position is, and how far a search may trust that: what a search is given at its root.
//!
//! [`patterns`] are the features of a position, `indices` say which it has, [`weights`] what they
//! are worth, by a `linear` sum or a [`network`]; [`error_model`] says how far a shallow search is
//! off a deep one. The hand-made evaluation, with an error model of its own, shows what learning is
//! worth.

pub mod error_model;
mod first_moves;
mod handmade;
mod indices;
mod linear;
pub mod network;
pub mod patterns;
mod probcut;
pub mod weights;
pub mod weights_file;

pub use probcut::{Selectivity, UnknownSelectivity};

use std::fmt;
use std::ptr;
use std::sync::OnceLock;

use super::position::Board;
use super::units::{UNIT, Value};
use crate::games::othello::{InstructionSet, Isa, Othello8, Task};
use crate::score::Score;
use error_model::ErrorModel;
use first_moves::LEARNED_TO;
use indices::Indices;
use weights::Weights;
use weights_file::WeightsError;

/// An evaluation with its error model. Copies share the weights.
#[derive(Clone, Copy)]
pub struct Evaluation {
    kind: Kind,
    /// What the error model's standard errors are multiplied with, in per cent.
    error_percent: u16,
}

#[derive(Clone, Copy)]
enum Kind {
    Handmade,
    Learned(&'static Weights),
}

/// The file of the weights that are part of the program.
#[cfg(feature = "embedded-weights")]
pub static EMBEDDED_FILE: &[u8] = include_bytes!("../../../weights/othello.eval");

#[cfg(feature = "embedded-weights")]
static EMBEDDED: std::sync::LazyLock<Weights> = std::sync::LazyLock::new(|| {
    Weights::from_bytes(EMBEDDED_FILE).expect("the weights in the program are whole")
});

/// Other ones to use in their place.
static REPLACEMENT: OnceLock<Weights> = OnceLock::new();

impl Evaluation {
    /// A dozen counts that players talk about.
    #[must_use]
    pub const fn handmade() -> Self {
        Self::new(Kind::Handmade)
    }

    /// The weights of [`replace_learned`](Self::replace_learned), or those that are part of the
    /// program. A program without any judges by hand until it is given some.
    #[must_use]
    pub fn learned() -> Self {
        match REPLACEMENT.get() {
            Some(weights) => Self::new(Kind::Learned(weights)),
            #[cfg(feature = "embedded-weights")]
            None => Self::new(Kind::Learned(&EMBEDDED)),
            #[cfg(not(feature = "embedded-weights"))]
            None => Self::handmade(),
        }
    }

    /// What [`learned`](Self::learned) prints as, known before its weights are read.
    #[must_use]
    pub fn learned_name() -> String {
        #[cfg(feature = "embedded-weights")]
        if let (None, Some(sum)) =
            (REPLACEMENT.get(), weights_file::checksum_of_file(EMBEDDED_FILE))
        {
            return name(sum);
        }
        format!("{:?}", Self::learned())
    }

    /// Makes the weights of a file the learned ones from now on, in the whole program. To be called
    /// before anything plays; of several calls the first counts, and the others change nothing.
    ///
    /// # Errors
    /// When the file is not a whole file of weights for this engine.
    pub fn replace_learned(file: &[u8]) -> Result<(), WeightsError> {
        let weights = Weights::from_bytes(file)?;
        REPLACEMENT.get_or_init(|| weights);
        Ok(())
    }

    /// One by other weights, which stay in memory to the end; equal only to what this call makes.
    #[must_use]
    pub fn with(weights: Weights) -> Self {
        Self::new(Kind::Learned(Box::leak(Box::new(weights))))
    }

    const fn new(kind: Kind) -> Self {
        Self { kind, error_percent: 100 }
    }

    /// The same values with standard errors of `percent` per cent of what the error model says:
    /// with less than 100 ProbCut cuts more and is wrong more often.
    #[must_use]
    pub const fn with_errors(self, percent: u16) -> Self {
        Self { error_percent: percent, ..self }
    }

    /// What it says of a position for the side to move, without search: the exact score if the game
    /// is over, otherwise an estimate within ±64 discs. In units of [`UNIT`] a disc.
    #[must_use]
    pub fn value(&self, position: &Othello8) -> Score {
        Score(InstructionSet::best().run(Judge(*self, Board::from(position))).0)
    }

    /// [`value`](Self::value) where the mover's moves are known.
    #[inline]
    pub(super) fn evaluate<I: Isa>(self, isa: I, board: Board, own_moves: u64) -> Value {
        match self.kind {
            Kind::Handmade => handmade::evaluate(isa, board, own_moves),
            Kind::Learned(weights) => learned(isa, weights, board, own_moves),
        }
    }

    /// What is to judge the positions after the moves of `parent`: all together cost less than one
    /// by one.
    #[inline]
    pub(super) fn siblings<I: Isa>(self, isa: I, parent: Board) -> Siblings {
        match self.kind {
            Kind::Handmade => Siblings::Handmade,
            Kind::Learned(weights) => Siblings::Learned(weights, siblings(isa, parent)),
        }
    }

    /// The width of the widest window, from -65 to 65 discs. No value clears a margin of so much.
    const NEVER_CLEARED: Value = Value::discs(2 * 65);

    /// The margin that a shallow search must clear to stand for one of `depth` plies with `empties`
    /// empty squares; `None` for certain searches.
    pub(super) fn margin(
        self,
        selectivity: Selectivity,
        depth: u32,
        empties: u32,
    ) -> Option<Value> {
        let (deviations, error) = match self.kind {
            Kind::Handmade => {
                let deviations = *ErrorModel::EDAX.get(usize::from(selectivity.to_bits()))?;
                let shallow = ErrorModel::shallow_depth(depth, empties);
                (deviations, handmade::standard_error(depth, shallow, empties))
            }
            Kind::Learned(Weights { error_model, standard_errors, .. }) => {
                (error_model.deviations(selectivity)?, standard_errors.of(depth, empties))
            }
        };
        let error = f32::from(self.error_percent) / 100.0 * error;
        Some(Value((deviations * error * UNIT as f32) as i32).min(Self::NEVER_CLEARED))
    }
}

/// The value of a position, to be compiled for every instruction set.
struct Judge(Evaluation, Board);

impl Task for Judge {
    type Output = Value;

    fn on<I: Isa>(self, isa: I) -> Value {
        let Self(evaluation, board) = self;
        evaluation.evaluate(isa, board, board.legal(isa))
    }
}

impl PartialEq for Evaluation {
    fn eq(&self, other: &Self) -> bool {
        let same = match (self.kind, other.kind) {
            (Kind::Handmade, Kind::Handmade) => true,
            (Kind::Learned(one), Kind::Learned(other)) => ptr::eq(one, other),
            _ => false,
        };
        same && self.error_percent == other.error_percent
    }
}

impl Eq for Evaluation {}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Handmade => f.write_str("the hand-made evaluation"),
            Kind::Learned(weights) => f.write_str(&name(weights.checksum)),
        }
    }
}

/// What weights are called whose file has this checksum.
fn name(checksum: u64) -> String {
    format!("weights {checksum:016x}")
}

/// The judge of the positions after the moves of one position.
pub(super) enum Siblings {
    Handmade,
    Learned(&'static Weights, indices::Siblings),
}

impl Siblings {
    /// What [`Evaluation::evaluate`] says of `next`, a position after one of the moves.
    #[inline]
    pub(super) fn evaluate<I: Isa>(&self, isa: I, next: Board, own_moves: u64) -> Value {
        match self {
            Self::Handmade => handmade::evaluate(isa, next, own_moves),
            Self::Learned(weights, siblings) => sibling(isa, weights, siblings, next, own_moves),
        }
    }
}

// Each of these is compiled once for each instruction set: they are long, and have many callers.

#[inline(never)]
fn learned<I: Isa>(isa: I, weights: &Weights, board: Board, own_moves: u64) -> Value {
    isa.run_with(
        (isa, weights, board, own_moves, ()),
        #[inline(always)]
        |isa, weights: &Weights, board: Board, own_moves, ()| {
            value(isa, weights, board, own_moves, || Indices::of(board))
        },
    )
}

#[inline(never)]
fn siblings<I: Isa>(isa: I, parent: Board) -> indices::Siblings {
    isa.run_with(
        (parent, (), (), (), ()),
        #[inline(always)]
        |parent, (), (), (), ()| indices::Siblings::of(parent),
    )
}

#[inline(never)]
fn sibling<I: Isa>(
    isa: I,
    weights: &Weights,
    siblings: &indices::Siblings,
    next: Board,
    own_moves: u64,
) -> Value {
    isa.run_with(
        (isa, weights, siblings, next, own_moves),
        #[inline(always)]
        |isa, weights: &Weights, siblings: &indices::Siblings, next: Board, own_moves| {
            value(isa, weights, next, own_moves, || siblings.indices(next))
        },
    )
}

/// What the weights say, or the final score.
#[inline(always)]
fn value<I: Isa>(
    isa: I,
    weights: &Weights,
    board: Board,
    own_moves: u64,
    indices: impl FnOnce() -> Indices,
) -> Value {
    let other_moves = board.passed().legal(isa);
    if own_moves | other_moves == 0 {
        return board.final_score().into();
    }
    let empties = board.empties();
    if empties > LEARNED_TO {
        let judge = |board: Board| learned(isa, weights, board, board.legal(isa));
        return weights.first_moves.value(isa, board, judge);
    }
    let counts = patterns::count_terms(board, own_moves, other_moves);
    Value(weights.value(isa, patterns::stage(empties), &indices(), counts)).bounded()
}

#[cfg(test)]
mod tests {
    use super::network::Readout;
    use super::weights_file::{Parameters, WeightsFile};
    use super::*;
    use crate::expert::position::squares;
    use crate::expert::{Expert, Outcome, Question, Settings, Strength};
    use crate::game::{Game, Side};
    use crate::games::othello::{Portable, Symmetry};
    use crate::limits::Limits;
    use crate::random::Random;

    /// The values of the positions after all moves, as siblings.
    struct Family(Evaluation, Board);

    impl Task for Family {
        type Output = Vec<Value>;

        fn on<I: Isa>(self, isa: I) -> Vec<Value> {
            let Self(evaluation, parent) = self;
            let siblings = evaluation.siblings(isa, parent);
            let next = squares(parent.legal(isa)).map(|square| parent.play(isa, square));
            next.map(|next| siblings.evaluate(isa, next, next.legal(isa))).collect()
        }
    }

    /// Weights far larger than any learned ones.
    fn random_weights() -> Evaluation {
        let mut random = Random::from_seed(2);
        let weights =
            (0..patterns::STAGES * patterns::CLASSES).map(|_| random.next_u64() as i16).collect();
        with(Parameters::Linear(weights), ErrorModel::UNKNOWN)
    }

    /// A network whose sums overflow.
    fn random_network() -> Evaluation {
        let mut random = Random::from_seed(4);
        let mut row = || std::array::from_fn(|_| random.next_u64() as i16);
        let rows = (0..patterns::CLASSES).map(|_| row()).collect();
        let readout = |_| Readout { above: row(), below: row(), base: 100 };
        let readouts = (0..patterns::STAGES).map(readout).collect();
        with(Parameters::Network(rows, readouts), ErrorModel::UNKNOWN)
    }

    fn with(parameters: Parameters, error_model: ErrorModel) -> Evaluation {
        let file = WeightsFile { record: String::new(), error_model, parameters };
        Evaluation::with(Weights::try_from(&file).expect("as many weights as there must be"))
    }

    /// Errors that no search has, as a file may claim them, only mean that nothing is cut.
    #[test]
    fn absurd_errors_cut_nothing() {
        let claim = ErrorModel { midgame: [40.0, 0.0, 0.0, 0.0, 0.0], ..ErrorModel::UNKNOWN };
        let (boldest, weights) = (Selectivity::BOLDEST, patterns::STAGES * patterns::CLASSES);
        let evaluation = with(Parameters::Linear(vec![0; weights]), claim);
        assert_eq!(evaluation.margin(boldest, 8, 30), Some(Evaluation::NEVER_CLEARED));
        let found = [boldest, Selectivity::CERTAIN].map(|selectivity| {
            let settings = Settings { mebibytes: 1, evaluation, ..Settings::default() };
            let mut expert = Expert::new(settings).expect("memory for a small table");
            let (strength, limits) = (Strength::fixed(8, selectivity, 0), Limits::default());
            let question = Question { strength, lines: 1, outcome: Outcome::Score };
            let found = expert.analyze(&Othello8::default(), &question, &limits, &mut |_| ());
            (found.depth, found.lines[0].score, found.nodes)
        });
        assert_eq!(found[0], found[1]);
    }

    #[test]
    fn learned_weights_have_their_name_before_they_are_read() {
        assert_eq!(Evaluation::learned_name(), format!("{:?}", Evaluation::learned()));
    }

    #[test]
    fn values_are_bounded_and_know_no_direction_colour_or_instruction_set() {
        let mut random = Random::from_seed(3);
        let random_ones = [random_weights(), random_network()];
        let evaluations = [Evaluation::handmade(), Evaluation::learned()];
        for evaluation in evaluations.into_iter().chain(random_ones) {
            for _ in 0..30 {
                let mut position = Othello8::default();
                loop {
                    let value = evaluation.value(&position);
                    assert!(value.0.abs() <= 64 * UNIT);
                    for symmetry in Symmetry::ALL {
                        assert_eq!(evaluation.value(&position.transformed(symmetry)), value);
                    }
                    for side in [Side::First, Side::Second] {
                        let other =
                            Othello8::new(position.mover(), position.opponent(), side).unwrap();
                        assert_eq!(evaluation.value(&other), value);
                    }
                    let board = Board::from(&position);
                    let family = squares(board.legal(Portable))
                        .map(|square| Judge(evaluation, board.play(Portable, square)).on(Portable));
                    let family: Vec<Value> = family.collect();
                    for set in InstructionSet::ALL {
                        assert_eq!(set.run(Judge(evaluation, board)).0, value.0);
                        assert_eq!(set.run(Family(evaluation, board)), family);
                    }
                    if let Some(score) = position.final_score() {
                        assert_eq!(value.0, score.0 * UNIT);
                        break;
                    }
                    let count = position.moves().len();
                    let mv = position.moves().nth(random.below(count)).unwrap();
                    position = position.play(mv);
                }
            }
        }
    }
}
