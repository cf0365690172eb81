//! `yomi-lab`: experiments from the command line.

use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Args, Parser, Subcommand};
use yomi_engine::limits::Stop;
use yomi_harness::plan::Overrides;
use yomi_harness::run::pool::INTERRUPTED;
use yomi_harness::work::suite::{Entry, Options, Solved, run_suite};
use yomi_harness::work::{Outcome, run_file};

/// Runs seeded, reproducible experiments between game-tree searchers.
#[derive(Parser)]
#[command(name = "yomi-lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Judge positions of Othello by the weights of this file instead of the program's own.
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Run an experiment file and write its results, tables and charts.
    Run(Run),
    Suite(Suite),
    /// List every player with its parameters.
    Players,
}

/// Solve the positions of a problem suite, one after another, and set nodes and times beside published figures.
///
/// The exit code is 0 if all scores and best moves are those of the problem files, 1 if any is not, 2 if a file is
/// wrong (nothing is solved then), 130 after Ctrl-C.
#[derive(Args)]
struct Suite {
    /// The suite, such as experiments/endgame-suite.toml.
    file: PathBuf,
    /// The problem files that the suite knows, in OBF.
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// Threads that solve one position together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// MiB of transposition table.
    #[arg(long, default_value_t = 512, value_name = "MIB")]
    hash: usize,
    /// Solve only the positions with these numbers, such as 40-49.
    #[arg(long, value_name = "FIRST-LAST", value_parser = numbers)]
    only: Option<RangeInclusive<u32>>,
    /// The folder for the results, instead of runs/NAME.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let numbers = text.split_once('-').unwrap_or((text, text));
    match (numbers.0.parse(), numbers.1.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number or two, the smaller first, such as 40-49".to_owned()),
    }
}

#[derive(Args)]
struct Run {
    /// The experiment, such as experiments/tutorial-tables.toml.
    file: PathBuf,
    /// Games a cell (or positions), instead of the file's number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Where all randomness starts, instead of the file's seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Threads to use; all cores by default. The results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder for the results, instead of runs/NAME.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Run only this variant of the file.
    #[arg(long)]
    variant: Option<String>,
}

fn main() -> ExitCode {
    if let Some(problem) = yomi_engine::processor::complaint() {
        return fail(&problem);
    }
    let Cli { command, weights } = Cli::parse();
    if let Err(problem) = yomi_protocol::weights::replace(weights.as_deref()) {
        return fail(&problem);
    }
    match command {
        Command::Run(options) => run(&options),
        Command::Suite(options) => suite(&options),
        Command::Players => {
            print!("{}", yomi_protocol::players::list());
            ExitCode::SUCCESS
        }
    }
}

fn run(options: &Run) -> ExitCode {
    let threads = options.threads.map_or(0, usize::from);
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global() {
        return fail(&format!("--threads: {error}"));
    }
    if let Err(error) = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed)) {
        eprintln!("yomi-lab: Ctrl-C will not keep what is finished: {error}");
    }
    let overrides = Overrides { games: options.games, seed: options.seed, variant: options.variant.clone() };
    match run_file(&options.file, &overrides, options.out.as_deref()) {
        Ok(outcome) => conclude(&outcome),
        Err(error) => fail(&error.to_string()),
    }
}

fn suite(options: &Suite) -> ExitCode {
    let stop = Stop::default();
    let raised = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || raised.raise()) {
        eprintln!("yomi-lab: Ctrl-C will not keep what is finished: {error}");
    }
    let choices = Options {
        problems: &options.problems,
        threads: options.threads.into(),
        mebibytes: options.hash,
        only: options.only.clone(),
        out: options.out.as_deref(),
        stop,
    };
    let Solved { report, folder } =
        match run_suite(&options.file, &choices, &mut |entry| eprintln!("{entry}")) {
            Ok(solved) => solved,
            Err(error) => return fail(&error.to_string()),
        };
    print!("{}", report.plain());
    println!("\nresults in {}", folder.display());
    if report.entries.len() < report.planned {
        eprintln!("yomi-lab: interrupted after {} of {} positions", report.entries.len(), report.planned);
        return ExitCode::from(130);
    }
    ExitCode::from(u8::from(report.entries.iter().any(Entry::differs)))
}

/// Prints the findings; says where the files are.
fn conclude(Outcome { page, manifest, folder }: &Outcome) -> ExitCode {
    print!("{}", page.plain());
    println!(
        "\n{} {} in {:.2} s ({} a second, {} threads), seed {}, {} {}",
        manifest.done,
        if manifest.rows == "games.csv" { "games" } else { "positions" },
        manifest.wall_seconds,
        manifest.per_second,
        manifest.threads,
        manifest.seed,
        manifest.rows,
        &manifest.digest[..16],
    );
    println!("results in {}", folder.display());
    if manifest.complete {
        return ExitCode::SUCCESS;
    }
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    eprintln!(
        "yomi-lab: interrupted after {} of {}; what is finished is kept, the same command goes on behind it",
        manifest.done, manifest.planned
    );
    ExitCode::from(130)
}

fn fail(problem: &str) -> ExitCode {
    eprintln!("yomi-lab: {problem}");
    ExitCode::from(2)
}
