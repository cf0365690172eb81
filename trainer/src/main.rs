//! `yomi-train`: trains the expert's evaluation, step by step.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use yomi_engine::expert::Selectivity;
use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::eval::patterns::STAGES;
use yomi_trainer::corpus::Corpus;
use yomi_trainer::fit;
use yomi_trainer::game::Recipe;
use yomi_trainer::generate::Order;
use yomi_trainer::pack::pack;
use yomi_trainer::shard::Shard;

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
}

/// Play games and keep their positions with what they were worth. May be interrupted: the same command goes on with the
/// next shard.
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
    /// Keep only the position where solving begins.
    #[arg(long)]
    only_solved: bool,
    /// Games played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Merge shards: positions that are the same up to symmetry become one, every 25th shard is held out.
#[derive(Args)]
struct Merge {
    /// The folders with shards.
    #[arg(required = true)]
    from: Vec<PathBuf>,
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
    /// What a sample counts in the stages beside its own.
    #[arg(long, default_value_t = 0.3)]
    neighbour: f32,
    /// The penalty on the square of a weight, in samples.
    #[arg(long, default_value_t = 2.0)]
    penalty: f32,
    /// Stages fitted at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn selectivity(text: &str) -> Result<Selectivity, String> {
    let known = text.parse().ok().and_then(Selectivity::from_percent);
    known.ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

fn main() -> ExitCode {
    if let Some(problem) = yomi_engine::processor::complaint() {
        return fail(&problem);
    }
    let done = match Cli::parse().step {
        Step::Generate(options) => generate(&options),
        Step::Merge(options) => merge(&options),
        Step::Fit(options) => run_fit(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(problem: &str) -> ExitCode {
    eprintln!("yomi-train: {problem}");
    ExitCode::from(2)
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
        },
        threads: options.threads,
    };
    Ok(order.run(&mut |progress| eprintln!("{progress}"))?)
}

fn merge(options: &Merge) -> Result<(), Box<dyn Error>> {
    let Corpus { training, held_out, read } = Corpus::gather(&options.from, options.truth.as_deref())?;
    let from: Vec<_> = options.from.iter().map(|folder| folder.display().to_string()).collect();
    let counts =
        format!("{read} samples from {}: {} and {}", from.join(", "), training.len(), held_out.len());
    eprintln!("{counts} held out");
    fs::create_dir_all(&options.into)?;
    for (name, samples) in [("training", training), ("held-out", held_out)] {
        let shard = Shard { description: format!("{name} part of {counts} held out"), samples };
        shard.write(&options.into.join(name).with_extension("shard"))?;
    }
    Ok(())
}

fn run_fit(options: &Fit) -> Result<(), Box<dyn Error>> {
    let part = |name| Shard::read(&options.from.join(name));
    let (training, held_out) = (part("training.shard")?, part("held-out.shard")?);
    let record = training.description;
    let corpus = Corpus { training: training.samples, held_out: held_out.samples, read: 0 };
    let &Fit { steps, neighbour, penalty, threads, .. } = options;
    let settings = fit::Settings { steps, neighbour, penalty, threads };
    let mut left = STAGES;
    let fits = fit::fit(corpus, &settings, &mut |stage, _| {
        left -= 1;
        eprintln!("stage {stage} fitted, {left} left");
    });
    print!("{}", fit::table(&fits));
    let record = format!("{record}; {steps} steps, neighbours {neighbour}, penalty {penalty}");
    Ok(fs::write(&options.into, pack(&fits, ErrorModel::UNKNOWN, record).to_bytes())?)
}
