//! What can be typed: commands with their arguments.

mod quick_match;
mod value;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use yomi_harness::language::Language;
use yomi_harness::plan::GREATEST_SEED;
use yomi_protocol::console::shell::{Completions, Man};
use yomi_protocol::console::whole;

pub(crate) use quick_match::Match;
use value::{difference, discs, hypothesis, language, numbers};

/// Runs seeded, reproducible experiments between game-tree searchers.
#[derive(Parser)]
#[command(name = "yomi-lab", version = yomi_engine::VERSION)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Use the weights of this file for the expert's evaluation.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// What commands that write a report are asked.
#[derive(Args)]
pub(crate) struct Lang {
    /// The language of the report and its pictures, en or ja; report.html has both.
    #[arg(long = "lang", value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub(crate) language: Language,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run an experiment, or continue it, and report.
    Run(Run),
    Match(Match),
    Suite(Suite),
    /// Tune parameters of a player by games against itself (SPSA), or continue, and report.
    Tune(Tune),
    /// Make the report of a run again from its journal, also during the run.
    Report {
        /// The folder of the run, or its name in runs/, such as tutorial-tables.
        folder: PathBuf,
        /// What to print: text for people, or one JSON object.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        #[command(flatten)]
        lang: Lang,
    },
    /// List experiments, runs and results.
    List,
    Replay(Replay),
    Openings(Openings),
    /// Say which of two players of a run is better, with the evidence.
    Compare {
        /// The folder of the run, such as runs/tictactoe-ladder.
        folder: PathBuf,
        /// The player.
        player: String,
        /// Its opponent.
        opponent: String,
    },
    Elo(Elo),
    GamesNeeded(GamesNeeded),
    /// Make the report of a finished run again, in the language of --lang, and copy it to
    /// results/NAME, with its tables, pictures and digest.
    Publish {
        /// The folder of the run, such as runs/tutorial-tables.
        folder: PathBuf,
        /// Where the folder of results goes.
        #[arg(long, default_value = "results", value_name = "DIR")]
        to: PathBuf,
        #[command(flatten)]
        lang: Lang,
    },
    Selftest(Selftest),
    Plan(Plan),
    /// Say what the shards of a plan have come to.
    Status {
        /// The folder of the plan.
        plan: PathBuf,
        /// Print only the shards that have to be run, such as 0-2,5.
        #[arg(long)]
        missing: bool,
        /// What to print: text for people, or one JSON object.
        #[arg(long, value_enum, default_value_t, conflicts_with = "missing")]
        format: Format,
    },
    Merge(Merge),
    Slurm(Slurm),
    /// List every player with its parameters.
    Players,
    Completions(Completions),
    Man(Man),
}

/// Solve the positions of a problem suite and compare nodes and times with published figures.
///
/// The exit code is 0 if all scores and best moves agree with the problem files, 1 if any does not,
/// 2 if a file is wrong (nothing is solved then), 130 after Ctrl-C.
#[derive(Args)]
pub(crate) struct Suite {
    /// The suite: a file, or endgame-suite, which is inside the program.
    pub(crate) file: PathBuf,
    /// The suite's problem files, in OBF.
    #[arg(required = true)]
    pub(crate) problems: Vec<PathBuf>,
    /// Threads that solve one position together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// MiB of transposition table.
    #[arg(
        long,
        default_value_t = 512,
        value_name = "MIB",
        value_parser = whole::<u64>(1..=u64::MAX)
    )]
    pub(crate) hash: u64,
    /// Solve only the positions with these numbers, such as 40-49.
    #[arg(long, value_name = "FIRST-LAST", value_parser = numbers)]
    pub(crate) only: Option<RangeInclusive<u32>>,
    /// The folder for the results, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Start again; the old folder is kept under another name.
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Args)]
pub(crate) struct Run {
    /// The experiment: a file, a name in experiments/, or one that is inside the program, such as
    /// tutorial-tables; with --shard the folder of a plan.
    pub(crate) file: PathBuf,
    /// Run only this shard of a plan, from 0.
    #[arg(
        long,
        value_name = "K",
        conflicts_with_all = ["games", "seed", "out", "variant", "strict", "format", "language"]
    )]
    pub(crate) shard: Option<u32>,
    /// Games of each player in each colour against each opponent, or positions of a search
    /// experiment, instead of the file's number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Where all randomness starts, instead of the file's seed.
    #[arg(long, value_parser = whole::<u64>(0..=GREATEST_SEED))]
    pub(crate) seed: Option<u64>,
    /// Threads to use; all cores by default. The results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder of the run, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Run only this variant of the file.
    #[arg(long)]
    pub(crate) variant: Option<String>,
    /// Start again; the old folder is kept under another name.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The exit code is 1 if any game was lost by forfeit: a crash, no start, no answer, a clock
    /// overstepped, an illegal move or nonsense.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What to print: text for people, or one JSON object.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

#[derive(Args)]
pub(crate) struct Tune {
    /// The file with a `[tune]`, or its name in experiments/, such as tune-tutorial.
    pub(crate) file: PathBuf,
    /// Where all randomness starts, instead of the file's seed.
    #[arg(long, value_parser = whole::<u64>(0..=GREATEST_SEED))]
    pub(crate) seed: Option<u64>,
    /// Threads to use; all cores by default. The result does not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder of the run, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Start again; the old folder is kept under another name.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// What to print: text for people, or one JSON object.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

/// Divide an experiment into shards that jobs on several machines can run.
///
/// The folder has to be one that all of them see. Each job runs `yomi-lab run --shard K DIR`, then
/// `yomi-lab merge DIR` makes the folder that `yomi-lab run` would have made on one machine.
#[derive(Args)]
pub(crate) struct Plan {
    /// The experiment, as for run.
    pub(crate) file: PathBuf,
    /// How many shards.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) shards: u32,
    /// The folder of the plan.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Games of each player in each colour against each opponent, or positions of a search
    /// experiment, instead of the file's number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Where all randomness starts, instead of the file's seed.
    #[arg(long, value_parser = whole::<u64>(0..=GREATEST_SEED))]
    pub(crate) seed: Option<u64>,
    /// Run only this variant of the file.
    #[arg(long)]
    pub(crate) variant: Option<String>,
}

/// Merge the shards of a plan into the folder that a run on one machine would have made.
///
/// Refused with exit code 2 if a shard is not done, damaged, or of another plan or program.
#[derive(Args)]
pub(crate) struct Merge {
    /// The folder of the plan.
    pub(crate) plan: PathBuf,
    /// The folder of the run, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Replace what is in that folder, which is kept under another name.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The exit code is 1 if any game was lost by forfeit: a crash, no start, no answer, a clock
    /// overstepped, an illegal move or nonsense.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What to print: text for people, or one JSON object.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

/// Write scripts for Slurm into the folder of a plan: an array job with a task for each shard, the
/// merge that waits for it, and submit.sh, which submits both.
#[derive(Args)]
pub(crate) struct Slurm {
    /// The folder of the plan.
    pub(crate) plan: PathBuf,
    /// Processors for each shard.
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    pub(crate) cpus: u16,
    /// The most shards at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) at_once: Option<u32>,
    /// The folder of the merged run, instead of runs/NAME.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
}

/// Make a file of balanced openings of 8×8 Othello: random moves, distinct up to symmetry, judged
/// by the expert.
#[derive(Args)]
pub(crate) struct Openings {
    /// Moves of each opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) plies: u32,
    /// The most discs that one side may be ahead.
    #[arg(long, default_value_t = 2.0, value_name = "DISCS", value_parser = discs)]
    pub(crate) max_score: f64,
    /// How many openings.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Where the random moves start.
    #[arg(
        long,
        default_value_t = 1,
        value_parser = whole::<u64>(0..=GREATEST_SEED)
    )]
    pub(crate) seed: u64,
    /// The level at which the expert judges.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) level: u32,
    /// Threads to use; all cores by default. The openings do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The file to write; - is stdout, and so is none.
    #[arg(short, long)]
    pub(crate) output: Option<PathBuf>,
}

/// Say what results mean: Elo with intervals, and what other programs make of the same numbers.
#[derive(Args)]
pub(crate) struct Elo {
    /// Wins, draws and losses, or the pairs of games that brought 0, ½, 1, 1½ and 2 points.
    #[arg(
        required = true,
        num_args = 3..=5,
        value_name = "COUNT",
        value_parser = whole::<u64>(0..=1_000_000_000)
    )]
    pub(crate) counts: Vec<u64>,
    /// Two differences in Elo, the smaller first, to be told apart by log-likelihood ratios.
    #[arg(
        long,
        num_args = 2,
        value_names = ["ELO0", "ELO1"],
        allow_negative_numbers = true,
        value_parser = hypothesis
    )]
    pub(crate) sprt: Option<Vec<f64>>,
}

/// Say how many games it takes to tell two players apart.
#[derive(Args)]
pub(crate) struct GamesNeeded {
    /// The difference in Elo.
    #[arg(long, value_parser = difference)]
    pub(crate) elo: f64,
    /// The share of all games that is drawn, in per cent.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=95))]
    pub(crate) draws: u8,
}

/// Repeat a small experiment many times to check the statistics: how often its intervals contain
/// the truth, and how often sequential tests are wrong.
///
/// The exit code is 1 if a check fails.
#[derive(Args)]
pub(crate) struct Selftest {
    /// The experiment, a round-robin.
    #[arg(default_value = "lab-selftest")]
    pub(crate) file: PathBuf,
    /// How often it is played, at least 100 times.
    #[arg(
        long,
        default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(100..=1_000_000)
    )]
    pub(crate) repetitions: u32,
    /// Threads to use; all cores by default. The report does not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The folder of the report.
    #[arg(long, default_value = "runs/lab-selftest")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) lang: Lang,
}

/// What to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object for machines.
    Json,
}

/// Show a game of a run, as diagrams or in a format for other programs.
#[derive(Args)]
pub(crate) struct Replay {
    /// The folder of the run, or its name in runs/.
    pub(crate) folder: PathBuf,
    /// The game's number, as in the first column of games.csv.
    #[arg(value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) game: u64,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: GameFormat,
}

/// How a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameFormat {
    /// A board after every move.
    #[default]
    Diagrams,
    /// Generic Game Format, for Othello programs.
    Ggf,
    /// Smart Game Format, for Go programs and some for Othello.
    Sgf,
}
