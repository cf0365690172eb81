//! `yomi-train`: trains the expert's evaluation, step by step.

mod terminal;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::eval::patterns::STAGES;
use yomi_engine::expert::eval::weights::{Weights, WeightsFile};
use yomi_engine::expert::{Evaluation, Selectivity};
use yomi_trainer::contest::{self, Effort};
use yomi_trainer::corpus::{self, Corpus};
use yomi_trainer::error_fit::{self, differences};
use yomi_trainer::fit;
use yomi_trainer::game::Recipe;
use yomi_trainer::generate::Order;
use yomi_trainer::measure::{errors, values};
use yomi_trainer::pack::pack;
use yomi_trainer::sample::Sample;
use yomi_trainer::shard::Shard;

use terminal::{OutputError, note, say};

/// Trains the evaluation of the Othello expert from games of the engine with itself.
#[derive(Parser)]
#[command(name = "yomi-train", version)]
struct Cli {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Generate(Generate),
    Merge(Merge),
    Fit(Fit),
    Measure(Measure),
    Errors(Errors),
    Contest(Contest),
}

/// Play games and keep their positions with what they were worth. May be interrupted: the same
/// command goes on with the next shard.
#[derive(Args)]
struct Generate {
    /// The folder for the shards.
    #[arg(long, default_value = "training/games")]
    folder: PathBuf,
    /// Where all randomness starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first shard.
    #[arg(long, default_value_t = 0)]
    first: u32,
    /// The number of shards.
    #[arg(long, default_value_t = 100)]
    shards: u32,
    /// Games in a shard.
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// The fewest random moves at the beginning of a game.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=58))]
    least_random: u32,
    /// The most random moves.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=58))]
    most_random: u32,
    /// Plies of the searches that choose the other moves.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How sure these searches are: 73, 87, 95, 98, 99 or 100 per cent.
    #[arg(long, default_value = "100", value_parser = selectivity)]
    selectivity: Selectivity,
    /// Empty squares from which the game is solved.
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    solved_at: u32,
    /// Judge positions by a dozen counts: for the first round, when there are no weights yet.
    #[arg(long, conflicts_with = "weights")]
    handmade: bool,
    /// Judge them by the weights of this file, not by the program's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Branches of each game: other moves than those played, with good play after them.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    branches: u32,
    /// Keep only the position where solving begins.
    #[arg(long, conflicts_with = "branches")]
    only_solved: bool,
    /// Games played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Merge shards: positions that are the same up to symmetry become one, every 25th shard is held
/// out.
#[derive(Args)]
struct Merge {
    /// The folders with shards.
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// Folders with shards, such as those of earlier rounds, of which only exact scores count.
    #[arg(long)]
    exact_from: Vec<PathBuf>,
    /// A folder with shards whose positions must not be learned from.
    #[arg(long)]
    truth: Option<PathBuf>,
    /// The folder for the result, `training.shard` and `held-out.shard`.
    #[arg(long, default_value = "training/merged")]
    into: PathBuf,
}

/// Find the weights whose sums come closest to the scores.
#[derive(Args)]
struct Fit {
    /// The folder with merged samples.
    #[arg(long, default_value = "training/merged")]
    from: PathBuf,
    /// The file for the weights.
    #[arg(long, default_value = "training/weights.eval")]
    into: PathBuf,
    /// The most steps of a stage.
    #[arg(long, default_value_t = 30)]
    steps: u32,
    /// How many stages on either side say what a stage has in common with them.
    #[arg(long, default_value_t = 4)]
    reach: usize,
    /// What a sample counts there one stage away; two stages away the square of that, and so on.
    #[arg(long, default_value_t = 0.8)]
    neighbour: f32,
    /// How many times the penalty is put on what is the stage's own.
    #[arg(long, default_value_t = 1.0)]
    stiffness: f32,
    /// The penalty on the square of a weight, compared with the mean square error of a sample.
    #[arg(long, default_value_t = 1.0)]
    penalty: f32,
    /// What the searches' forecasts count in what is learned, from 0 to 1; the rest is how games
    /// ended.
    #[arg(long, default_value_t = 0.5)]
    trust: f32,
    /// Stages fitted at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Compare evaluations and searches with the scores of samples.
#[derive(Args)]
struct Measure {
    /// The folder or file with samples.
    from: PathBuf,
    /// The file of weights; without it the program's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Measure the hand-made evaluation instead.
    #[arg(long, conflicts_with = "weights")]
    handmade: bool,
    /// Plies of the searches; 0 is the evaluation itself.
    #[arg(long, value_delimiter = ',', default_value = "0,1")]
    depths: Vec<u32>,
    /// Use only so many samples, evenly spread.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Searches at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Fit ProbCut's error model to searches with a file of weights, and write it into that file.
#[derive(Args)]
struct Errors {
    /// Folders or files with samples. The endgame's model needs exact scores at some numbers of
    /// empty squares.
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The file of weights.
    #[arg(long, default_value = "training/weights.eval")]
    weights: PathBuf,
    /// Use only so many samples of each of them, evenly spread.
    #[arg(long, default_value_t = 1000)]
    limit: usize,
    /// Plies of the deepest searches.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Searches at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Play two evaluations against each other: every opening twice, with colours exchanged.
#[derive(Args)]
struct Contest {
    /// A file of weights, `handmade`, or `learned` for the program's own.
    first: String,
    /// The other one.
    second: String,
    /// Openings.
    #[arg(long, default_value_t = 200)]
    openings: usize,
    /// Random moves of an opening.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=40))]
    plies: u32,
    /// The most discs that an opening may be worth to either side.
    #[arg(long, default_value_t = 4)]
    most: i32,
    /// Where the openings' randomness starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies of the searches.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60), conflicts_with = "time")]
    depth: u32,
    /// How sure they are: 73, 87, 95, 98, 99 or 100 per cent.
    #[arg(long, default_value = "100", value_parser = selectivity, conflicts_with = "time")]
    selectivity: Selectivity,
    /// Empty squares from which both play perfectly.
    #[arg(long, default_value_t = 14, conflicts_with = "time")]
    exact: u32,
    /// Milliseconds a move instead of plies. Such a contest is never the same twice.
    #[arg(long)]
    time: Option<u64>,
    /// Openings played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn selectivity(text: &str) -> Result<Selectivity, String> {
    let known = text.parse().ok().and_then(Selectivity::from_percent);
    known.ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

fn main() -> ExitCode {
    if let Some(problem) = yomi_engine::processor::complaint() {
        return fail(problem);
    }
    obey()
}

/// Not part of `main`, where an old processor must not meet instructions it lacks.
#[inline(never)]
fn obey() -> ExitCode {
    let done = match Cli::parse().step {
        Step::Generate(options) => generate(&options),
        Step::Merge(options) => merge(&options),
        Step::Fit(options) => run_fit(&options),
        Step::Measure(options) => run_measure(&options),
        Step::Errors(options) => run_errors(&options),
        Step::Contest(options) => run_contest(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if matches!(error.downcast_ref(), Some(OutputError::Closed)) => {
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(problem: &str) -> ExitCode {
    note(format_args!("yomi-train: {problem}"));
    ExitCode::from(2)
}

/// The evaluation the options name: the hand-made one, that of a file, or the program's own.
fn evaluation(handmade: bool, weights: Option<&Path>) -> Result<Evaluation, Box<dyn Error>> {
    Ok(match weights {
        _ if handmade => Evaluation::handmade(),
        None => Evaluation::learned(),
        Some(path) => Evaluation::with(Weights::from_bytes(&fs::read(path)?)?),
    })
}

fn generate(options: &Generate) -> Result<(), Box<dyn Error>> {
    if options.least_random > options.most_random {
        return Err("--least-random is more than --most-random".into());
    }
    let order = Order {
        folder: options.folder.clone(),
        seed: options.seed,
        shards: (options.first, options.first.saturating_add(options.shards)),
        games: options.games,
        recipe: Recipe {
            random: (options.least_random, options.most_random),
            depth: options.depth,
            selectivity: options.selectivity,
            solved_at: options.solved_at,
            only_solved: options.only_solved,
            branches: options.branches,
        },
        evaluation: evaluation(options.handmade, options.weights.as_deref())?,
        threads: options.threads,
    };
    Ok(order.run(&mut |progress| note(progress))?)
}

fn merge(options: &Merge) -> Result<(), Box<dyn Error>> {
    let Corpus { training, held_out, sources } =
        Corpus::gather(&options.from, &options.exact_from, options.truth.as_deref())?;
    let (count, apart) = (training.len(), held_out.len());
    let description =
        format!("{count} positions, {apart} held out, from {}", sources.join(" and "));
    note(&description);
    fs::create_dir_all(&options.into)?;
    for (name, samples) in [("training", training), ("held-out", held_out)] {
        let shard = Shard { description: description.clone(), samples };
        shard.write(&options.into.join(name).with_extension("shard"))?;
    }
    Ok(())
}

fn run_fit(options: &Fit) -> Result<(), Box<dyn Error>> {
    let part = |name| Shard::read(&options.from.join(name));
    let (training, held_out) = (part("training.shard")?, part("held-out.shard")?);
    let record = training.description;
    let corpus =
        Corpus { training: training.samples, held_out: held_out.samples, ..Corpus::default() };
    let &Fit { steps, reach, neighbour, stiffness, penalty, trust, threads, .. } = options;
    let settings = fit::Settings { steps, reach, neighbour, stiffness, penalty, trust, threads };
    let mut left = STAGES;
    let fits = fit::fit(corpus, &settings, &mut |stage, _| {
        left -= 1;
        note(format_args!("stage {stage} fitted, {left} left"));
    });
    let record = format!(
        "{record}; {steps} steps, {reach} neighbours {neighbour}, stiffness {stiffness}, penalty {penalty}, trust {trust}"
    );
    // The file first: whoever reads the table may go away.
    let table = fit::table(&fits);
    fs::write(&options.into, pack(&fits, ErrorModel::UNKNOWN, record).to_bytes())?;
    Ok(say(table)?)
}

/// Some samples of a file or a folder, evenly spread.
fn samples(
    from: &Path,
    limit: usize,
    keep: impl Fn(&Sample) -> bool,
) -> Result<Vec<Sample>, Box<dyn Error>> {
    let paths = if from.is_dir() { corpus::shards(from)? } else { vec![from.to_owned()] };
    let mut samples = Vec::new();
    for path in paths {
        samples.extend(Shard::read(&path)?.samples);
    }
    samples.retain(keep);
    let step = samples.len().div_ceil(limit.max(1)).max(1);
    Ok(samples.into_iter().step_by(step).collect())
}

fn run_measure(options: &Measure) -> Result<(), Box<dyn Error>> {
    let evaluation = evaluation(options.handmade, options.weights.as_deref())?;
    let samples = samples(&options.from, options.limit, |_| true)?;
    say(format_args!(
        "{evaluation:?}\n\n\
         | plies | empty squares | samples | error | square |\n| ---: | ---: | ---: | ---: | ---: |\n"
    ))?;
    for &depth in &options.depths {
        let values = values(&samples, evaluation, depth, options.threads);
        for empties in 1..=60 {
            let errors = errors(&samples, &values, |count| count == empties);
            if errors.count > 0 {
                say(format_args!(
                    "| {depth} | {empties} | {} | {:.2} | {:.1} |\n",
                    errors.count, errors.absolute, errors.square
                ))?;
            }
        }
    }
    Ok(())
}

fn run_errors(options: &Errors) -> Result<(), Box<dyn Error>> {
    let mut file = WeightsFile::from_bytes(&fs::read(&options.weights)?)?;
    let evaluation = Evaluation::with(Weights::from(&file));
    let useful = |sample: &Sample| (10..=54).contains(&sample.empties());
    let sources: Result<Vec<_>, _> =
        options.from.iter().map(|from| samples(from, options.limit, useful)).collect();
    let samples = sources?.concat();
    let differences = differences(&samples, evaluation, options.depth, options.threads);
    file.error_model = error_fit::fit(&differences);
    fs::write(&options.weights, file.to_bytes())?;
    say(format_args!("{} samples: {:?}\n\n", samples.len(), file.error_model))?;
    Ok(say(error_fit::table(&file.error_model, &differences))?)
}

fn run_contest(options: &Contest) -> Result<(), Box<dyn Error>> {
    let named = |name: &str| match name {
        "handmade" => evaluation(true, None),
        "learned" => evaluation(false, None),
        file => evaluation(false, Some(Path::new(file))),
    };
    let evaluations = [named(&options.first)?, named(&options.second)?];
    let effort = match options.time {
        Some(milliseconds) => Effort::Time(Duration::from_millis(milliseconds)),
        None => Effort::Depth(options.depth, options.selectivity, options.exact),
    };
    let &Contest { openings, plies, most, seed, threads, .. } = options;
    let openings = contest::openings(Evaluation::learned(), openings, plies, most, seed);
    let standing = contest::play(evaluations, &openings, [effort; 2], threads);
    let [first, second] = evaluations;
    Ok(say(format_args!("{first:?} against {second:?}, {effort:?}: {standing}\n"))?)
}
