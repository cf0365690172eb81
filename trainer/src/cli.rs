//! What can be typed after `yomi-train`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::{RangedU64ValueParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand};
use yomi_engine::expert::Selectivity;
use yomi_engine::expert::eval::patterns::STAGES;

/// Trains the evaluation of the Othello expert from games of the engine with itself.
#[derive(Parser)]
#[command(name = "yomi-train", version = yomi_engine::VERSION)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) step: Step,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    Generate(Generate),
    Merge(Merge),
    Replies(Replies),
    Fit(Fit),
    Network(Network),
    Measure(Measure),
    Errors(Errors),
    Contest(Contest),
    Book(Book),
    Chart(Chart),
}

/// Play games and keep their positions with what they were worth. May be interrupted: the same
/// command goes on with the next shard.
#[derive(Args)]
pub(crate) struct Generate {
    /// The folder for the shards.
    #[arg(long, default_value = "training/games")]
    pub(crate) folder: PathBuf,
    /// Where all randomness starts.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of the first shard.
    #[arg(long, default_value_t = 0)]
    pub(crate) first: u32,
    /// The number of shards.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) shards: u32,
    /// Games in a shard.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The fewest random moves at the beginning of a game.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=58))]
    pub(crate) least_random: u32,
    /// The most random moves.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=58))]
    pub(crate) most_random: u32,
    /// Plies of the searches that choose the other moves.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    #[arg(long, default_value = "100", help = sureness("these searches"))]
    pub(crate) selectivity: Selectivity,
    /// Empty squares from which the game is solved.
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) solved_at: u32,
    /// Judge positions by a dozen counts: for the first round, when there are no weights yet.
    #[arg(long, conflicts_with = "weights")]
    pub(crate) handmade: bool,
    /// Judge them by the weights of this file, not by the program's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Branches of each game: other moves than those played, with good play after them.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) branches: u32,
    /// The fewest empty squares of the positions that branches leave.
    #[arg(
        long,
        default_value_t = 0,
        requires = "branches",
        value_parser = clap::value_parser!(u32).range(0..=60)
    )]
    pub(crate) branch_empties: u32,
    /// Keep only the position where solving begins.
    #[arg(long, conflicts_with = "branches")]
    pub(crate) only_solved: bool,
    /// Games played at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Merge shards: positions that are the same up to symmetry become one, every 25th shard by its
/// number is held out.
#[derive(Args)]
pub(crate) struct Merge {
    /// The folders with shards.
    #[arg(required = true)]
    pub(crate) from: Vec<PathBuf>,
    /// Folders with shards, such as those of earlier rounds, of which only exact scores count.
    #[arg(long)]
    pub(crate) exact_from: Vec<PathBuf>,
    /// A folder with shards whose positions must not be learned from, nor as replies.
    #[arg(long)]
    pub(crate) truth: Option<PathBuf>,
    /// Learn from every Nth shard only; what is held out is the same for every N.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,
    /// The folder for the result: `training.shard`, `held-out.shard` and, for what must not be
    /// learned from, `apart.shard`.
    #[arg(long, default_value = "training/merged")]
    pub(crate) into: PathBuf,
}

/// Add to what is learned from the moves that look best one ply deep, with what the position before
/// them was worth.
#[derive(Args)]
pub(crate) struct Replies {
    /// The folder with merged samples.
    #[arg(long, default_value = "training/merged")]
    pub(crate) from: PathBuf,
    /// The folder for the samples and their replies.
    #[arg(long, default_value = "training/with-replies")]
    pub(crate) into: PathBuf,
    /// The file of weights that moves look best to; without it the program's own.
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Samples are shared between this number of threads.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Find the weights whose sums come closest to the scores.
#[derive(Args)]
pub(crate) struct Fit {
    /// The folder with merged samples.
    #[arg(long, default_value = "training/merged")]
    pub(crate) from: PathBuf,
    /// The file for the weights.
    #[arg(long, default_value = "training/weights.eval")]
    pub(crate) into: PathBuf,
    /// The most steps of each of a stage's two fits.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// How many stages on either side say what a stage has in common with them.
    #[arg(long, default_value_t = 4, value_parser = count(0, STAGES))]
    pub(crate) reach: usize,
    /// What a sample counts there one stage away; two stages away the square of that, and so on.
    #[arg(long, default_value_t = 0.8, value_parser = share)]
    pub(crate) neighbour: f32,
    /// How many times the penalty is put on what is the stage's own.
    #[arg(long, default_value_t = 1.0, value_parser = factor)]
    pub(crate) stiffness: f32,
    /// The penalty on the square of a weight, compared with the mean square error of a sample.
    #[arg(long, default_value_t = 1.0, value_parser = factor)]
    pub(crate) penalty: f32,
    /// What the searches' forecasts count in what is learned, from 0 to 1; the rest is how games
    /// ended.
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    pub(crate) trust: f32,
    /// Stages fitted at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Learn a small network from the scores: it judges better than sums of weights, and wants more
/// samples. May be interrupted: the same command goes on with the next epoch.
#[derive(Args)]
pub(crate) struct Network {
    /// The folder with merged samples.
    #[arg(long, default_value = "training/merged")]
    pub(crate) from: PathBuf,
    /// The file for the network. Until it is there, what is learned so far is kept beside it.
    #[arg(long, default_value = "training/network.eval")]
    pub(crate) into: PathBuf,
    /// The file of the network to begin with; without it small numbers at random.
    #[arg(long, value_name = "FILE")]
    pub(crate) initial: Option<PathBuf>,
    /// How often the samples are gone through, each time in another order and but for the last
    /// ones that fill no batch.
    #[arg(
        long,
        default_value = "6",
        value_parser = clap::value_parser!(u32).range(1..=1000).try_map(NonZeroU32::try_from)
    )]
    pub(crate) epochs: NonZeroU32,
    /// Samples of a step.
    #[arg(long, default_value_t = 4096, value_parser = count(1, 1 << 20))]
    pub(crate) batch: usize,
    /// The length of the first steps; it falls to nothing in a straight line.
    #[arg(long, default_value_t = 0.003, value_parser = factor)]
    pub(crate) rate: f32,
    /// What the searches' forecasts count in what is learned, from 0 to 1; the rest is how games
    /// ended.
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    pub(crate) trust: f32,
    /// Where all randomness starts.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Samples of a step are shared between this number of threads.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Compare evaluations and searches with the scores of samples.
#[derive(Args)]
pub(crate) struct Measure {
    /// The folder or file with samples.
    pub(crate) from: PathBuf,
    /// The file of weights; without it the program's own.
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Measure the hand-made evaluation instead.
    #[arg(long, conflicts_with = "weights")]
    pub(crate) handmade: bool,
    /// Plies of the searches; 0 is the evaluation itself.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "0,1",
        value_parser = clap::value_parser!(u32).range(0..=60)
    )]
    pub(crate) depths: Vec<u32>,
    /// Use at most this number of samples, evenly spread.
    #[arg(
        long,
        default_value_t = usize::MAX,
        hide_default_value = true,
        value_parser = count(1, usize::MAX)
    )]
    pub(crate) limit: usize,
    /// Searches at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Fit ProbCut's error model to searches with a file of weights, and write it into that file, or
/// check the one that is there.
#[derive(Args)]
pub(crate) struct Errors {
    /// Folders or files with samples, of which those with 10 to 54 empty squares are used. The
    /// endgame's model needs exact scores, which count from 12 empty squares on.
    #[arg(required = true)]
    pub(crate) from: Vec<PathBuf>,
    /// The file of weights.
    #[arg(long, default_value = "training/weights.eval")]
    pub(crate) weights: PathBuf,
    /// Use at most this number of samples of each of them, evenly spread.
    #[arg(long, default_value_t = 1000, value_parser = count(1, usize::MAX))]
    pub(crate) limit: usize,
    /// Plies of the deepest searches; scores count where a third of the empty squares is no more.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=60))]
    pub(crate) depth: u32,
    /// Fit nothing and leave the file as it is: say how far its model holds for other samples.
    #[arg(long)]
    pub(crate) check: bool,
    /// Searches at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Play two evaluations against each other: every opening twice, with colours exchanged.
#[derive(Args)]
pub(crate) struct Contest {
    /// A file of weights, `handmade`, or `learned` for the program's own.
    pub(crate) first: String,
    /// The other one.
    pub(crate) second: String,
    /// Openings: at least two, because one says nothing of how far it is off.
    #[arg(long, default_value_t = 200, value_parser = count(2, 1_000_000))]
    pub(crate) openings: usize,
    /// Random moves of an opening.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) plies: u32,
    /// The most discs that an opening may be worth to either side.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(i32).range(0..=64))]
    pub(crate) most: i32,
    /// Where the openings' randomness starts.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Plies of the searches.
    #[arg(
        long,
        default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(1..=60),
        conflicts_with = "time"
    )]
    pub(crate) depth: u32,
    #[arg(long, default_value = "100", help = sureness("they"), conflicts_with = "time")]
    pub(crate) selectivity: Selectivity,
    /// Empty squares from which both play perfectly.
    #[arg(long, default_value_t = 14, conflicts_with = "time")]
    pub(crate) exact: u32,
    /// Milliseconds a move instead of plies. Such a contest is never the same twice.
    #[arg(long)]
    pub(crate) time: Option<u64>,
    /// Openings played at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Make the opening book: all positions of the first plies that moves nearly as good as the best
/// lead to, searched and valued.
#[derive(Args)]
pub(crate) struct Book {
    /// The file for the book.
    #[arg(long, default_value = "training/othello.book")]
    pub(crate) into: PathBuf,
    /// Plies that the book covers.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) plies: u32,
    /// Plies of the searches.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    #[arg(long, default_value = "73", help = sureness("they"))]
    pub(crate) selectivity: Selectivity,
    /// How many discs less than the best move another one may be worth that the book plays.
    #[arg(long, default_value_t = 1.0, value_parser = discs)]
    pub(crate) margin: f32,
    /// How many discs less a move may be worth whose replies the book knows.
    #[arg(long, default_value_t = 3.0, value_parser = discs)]
    pub(crate) reach: f32,
    /// The most moves of a position.
    #[arg(long, default_value_t = 6, value_parser = count(1, 64))]
    pub(crate) moves: usize,
    /// The file of weights; without it the program's own.
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Searches at a time.
    #[arg(long, default_value_t = 1, value_parser = count(1, 1024))]
    pub(crate) threads: usize,
}

/// Draw what `fit`, `errors` or a learning curve's table says, as SVG.
#[derive(Args)]
pub(crate) struct Chart {
    /// What to draw.
    pub(crate) kind: ChartKind,
    /// The file with the table.
    pub(crate) from: PathBuf,
    /// The file for the chart.
    pub(crate) into: PathBuf,
}

/// The charts there are.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum ChartKind {
    /// Errors by empty squares, from the table of `fit`.
    Stages,
    /// Standard deviations measured and modelled, from the table of `errors`.
    Deviations,
    /// Hit rates claimed and measured, from the table of `errors`.
    HitRates,
    /// Error by positions, from a learning curve's table.
    LearningError,
    /// Strength by positions, from a learning curve's table.
    LearningStrength,
}

/// A whole number in a range.
fn count(least: usize, most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least as u64..=most as u64)
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    real(text, |number| (0.0..=1.0).contains(&number), "expected a number from 0 to 1")
}

/// Something to multiply with; beyond these bounds products are no numbers any more.
fn factor(text: &str) -> Result<f32, String> {
    let fits = |number| (1e-6..=1e6).contains(&number);
    real(text, fits, "expected a number from 0.000001 to 1000000")
}

/// A difference in discs.
fn discs(text: &str) -> Result<f32, String> {
    real(text, |number| (0.0..=128.0).contains(&number), "expected a number from 0 to 128")
}

fn real(text: &str, fits: impl Fn(f32) -> bool, expected: &str) -> Result<f32, String> {
    text.parse().ok().filter(|&number| fits(number)).ok_or_else(|| expected.to_owned())
}

/// What an option says that takes a selectivity.
fn sureness(of: &str) -> String {
    format!("How sure {of} are: {} per cent", Selectivity::percentages())
}
