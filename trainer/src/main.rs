//! `yomi-train`: trains the expert's evaluation, step by step.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use yomi_engine::expert::Selectivity;
use yomi_trainer::game::Recipe;
use yomi_trainer::generate::Order;

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
