//! `yomi-lab`: experiments from the command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use yomi_harness::error::LabError;
use yomi_harness::language::Language;
use yomi_harness::plan::Overrides;
use yomi_harness::report::{SuiteReport, replace};
use yomi_harness::run::journal;
use yomi_harness::run::record::Problem;
use yomi_harness::stats::elo::{expected_score, games_for_width, games_needed};
use yomi_harness::stop::Interrupt;
use yomi_harness::terminal::{columns, note, say, shortened};
use yomi_harness::work::balanced::{Wanted, balanced, file};
use yomi_harness::work::compare::compare;
use yomi_harness::work::publish::publish;
use yomi_harness::work::suite::{self, Options as SuiteOptions, Solved, run_suite};
use yomi_harness::work::{Options, Outcome, report, run_file};
use yomi_protocol::console::counted;

/// Runs seeded, reproducible experiments between game-tree searchers.
#[derive(Parser)]
#[command(name = "yomi-lab", version = yomi_engine::VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Judge positions of Othello by the weights of this file instead of the program's own.
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The language of page and pictures; `report.html` has all of them.
    #[arg(long, global = true, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    lang: Language,
}

fn language(tag: &str) -> Result<Language, String> {
    let found = Language::ALL.into_iter().find(|language| language.tag() == tag);
    found.ok_or_else(|| "expected `en` or `ja`".to_owned())
}

#[derive(Subcommand)]
enum Command {
    /// Run an experiment file, or go on with it, and report.
    Run(Run),
    Suite(Suite),
    /// Make tables, charts and page of a run again from its journal; also while the run goes on.
    Report {
        /// The folder of the run, such as runs/tutorial-tables.
        folder: PathBuf,
    },
    Openings(Openings),
    /// Say which of two players of a run is better, with the evidence.
    Compare {
        /// The folder of the run, such as runs/tictactoe-ladder.
        folder: PathBuf,
        /// The player whose point of view is taken.
        player: String,
        /// The other one.
        opponent: String,
    },
    GamesNeeded(GamesNeeded),
    /// Put report, tables, pictures and the journal's digest of a finished run into results/NAME.
    Publish {
        /// The folder of the run, such as runs/tutorial-tables.
        folder: PathBuf,
        /// Where the folder of results goes.
        #[arg(long, default_value = "results", value_name = "DIR")]
        to: PathBuf,
    },
    /// List every player with its parameters.
    Players,
}

/// Solve the positions of a problem suite, one after another, and set nodes and times beside
/// published figures.
///
/// The exit code is 0 if all scores and best moves are those of the problem files, 1 if any is not,
/// 2 if a file is wrong (nothing is solved then), 130 after Ctrl-C.
#[derive(Args)]
struct Suite {
    /// The suite: a file, or endgame-suite, which is inside the program.
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
    /// Begin anew; what is in the folder is kept under another name.
    #[arg(long)]
    fresh: bool,
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
    /// The experiment: a file, or the name of one inside the program, such as tutorial-tables.
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
    /// The folder of the run, instead of runs/NAME.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Run only this variant of the file.
    #[arg(long)]
    variant: Option<String>,
    /// Begin anew; what is in the folder is kept under another name.
    #[arg(long)]
    fresh: bool,
    /// The exit code is 1 if any game was lost by a crash, a timeout, an illegal move or nonsense.
    #[arg(long)]
    strict: bool,
}

/// Make a file of balanced openings of 8×8 Othello: random moves, distinct up to symmetry, judged
/// by the expert.
#[derive(Args)]
struct Openings {
    /// Moves of each opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,
    /// The most discs that one side may be ahead.
    #[arg(long, default_value_t = 2.0, value_name = "DISCS", value_parser = discs)]
    max_score: f64,
    /// How many openings.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Where the random moves start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The level at which the expert judges.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    level: u32,
    /// Threads to use; all cores by default. The openings do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file to write; stdout if it is left out.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

fn discs(text: &str) -> Result<f64, String> {
    let discs = text.parse::<f64>().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

fn openings(options: &Openings) -> ExitCode {
    let Openings { plies, max_score, count, seed, level, threads, ref output } = *options;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(cores, usize::from);
    let wanted = Wanted { plies, max_score, count: count as usize, seed, level, threads };
    let found = match balanced(&wanted, &interrupt()) {
        Ok(found) => found,
        Err(error) => return fail(&error),
    };
    if found.len() < wanted.count {
        return refuse(&format!("openings: interrupted after {} of {count}", found.len()));
    }
    let text = file(&wanted, &found);
    match output {
        None => told(&text, ExitCode::SUCCESS),
        Some(path) => match replace(path, text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => refuse(&format!("{}: {error}", path.display())),
        },
    }
}

/// Say beforehand how many games a question costs.
#[derive(Args)]
struct GamesNeeded {
    /// The difference in Elo that is to be seen.
    #[arg(long, value_parser = difference)]
    elo: f64,
    /// The share of all games that is drawn, in per cent.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=95))]
    draws: u8,
}

fn difference(text: &str) -> Result<f64, String> {
    let elo = text.parse::<f64>().ok().filter(|elo| (0.5..=1000.0).contains(elo));
    elo.ok_or_else(|| "expected a difference from 0.5 to 1000".to_owned())
}

impl GamesNeeded {
    fn answer(&self) -> String {
        let (elo, draws) = (self.elo, f64::from(self.draws) / 100.0);
        format!(
            "{} games: a player that is {elo} Elo better ({:.2} % of the points) is told from an equal one, 4 times of 5, at \
             5 % two-sided.\n{} games: the 95 % interval of an even score reaches {elo} Elo to either side.\nBoth as if all \
             games were independent; pairs from one opening usually need fewer.\n",
            games_needed(elo, draws),
            100.0 * expected_score(elo),
            games_for_width(elo, draws),
        )
    }
}

fn main() -> ExitCode {
    if let Some(problem) = yomi_engine::processor::complaint() {
        yomi_protocol::console::complain("yomi-lab", problem);
        return ExitCode::from(2);
    }
    obey()
}

/// Not part of `main`, where an old processor must not meet instructions it lacks.
#[inline(never)]
fn obey() -> ExitCode {
    let Cli { command, weights, lang } = Cli::parse();
    if let Err(problem) = yomi_protocol::weights::replace(weights.as_deref()) {
        return refuse(&problem);
    }
    match command {
        Command::Run(options) => run(options, lang),
        Command::Suite(options) => suite(&options, lang),
        Command::Report { folder } => match suite::report(&folder, lang) {
            Ok(report) => conclude_suite(&report, &folder.display().to_string()),
            Err(_) => report(&folder, lang)
                .map_or_else(|error| fail(&error), |outcome| conclude(&outcome)),
        },
        Command::Openings(options) => openings(&options),
        Command::Compare { folder, player, opponent } => {
            match compare(&folder, [&player, &opponent]) {
                Ok(text) => told(&text, ExitCode::SUCCESS),
                Err(error) => fail(&error),
            }
        }
        Command::GamesNeeded(question) => told(&question.answer(), ExitCode::SUCCESS),
        Command::Publish { folder, to } => match publish(&folder, &to) {
            Ok(target) => told(&format!("published in {}\n", target.display()), ExitCode::SUCCESS),
            Err(error) => fail(&error),
        },
        Command::Players => told(&yomi_protocol::players::list(), ExitCode::SUCCESS),
    }
}

/// How long searches have to end after the second Ctrl-C before the program ends without them.
const PATIENCE: Duration = Duration::from_millis(150);

/// What Ctrl-C, SIGTERM and SIGHUP ask for.
fn interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    let handler = move || {
        if raised.request() >= 2 {
            // Everything that counts is in the journal.
            thread::sleep(PATIENCE);
            note("yomi-lab: stopped; the journal is kept, run the same command again to continue");
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note(&format!("yomi-lab: Ctrl-C will not finish what is under way: {error}"));
    }
    interrupt
}

fn run(options: Run, language: Language) -> ExitCode {
    let Run { file, games, seed, threads, out, variant, fresh, strict } = options;
    let overrides = Overrides { games, seed, variant };
    let threads = threads.map(usize::from);
    let interrupt = interrupt();
    let options = Options { overrides, out, threads, fresh, language, interrupt };
    match run_file(&file, &options) {
        Ok(outcome) if strict && outcome.manifest.complete && !outcome.forfeits.is_empty() => {
            conclude(&outcome);
            ExitCode::from(1)
        }
        Ok(outcome) => conclude(&outcome),
        Err(error) => fail(&error),
    }
}

fn suite(options: &Suite, language: Language) -> ExitCode {
    let choices = SuiteOptions {
        problems: &options.problems,
        threads: options.threads.into(),
        mebibytes: options.hash,
        only: options.only.clone(),
        out: options.out.as_deref(),
        fresh: options.fresh,
        language,
        interrupt: interrupt(),
    };
    match run_suite(&options.file, &choices, &mut |problem| note(&problem.to_string())) {
        Ok(Solved { report, folder, kept }) => {
            if let Some(kept) = kept {
                note(&format!(
                    "yomi-lab: what was in {} is kept in {}",
                    folder.display(),
                    kept.display()
                ));
            }
            conclude_suite(&report, &folder.display().to_string())
        }
        Err(error) => fail(&error),
    }
}

fn conclude_suite(report: &SuiteReport, folder: &str) -> ExitCode {
    name_damaged(folder, &report.damaged);
    let wrong = u8::from(report.entries.iter().any(Problem::differs));
    let mut code = ExitCode::from(wrong);
    if report.entries.len() < report.planned {
        note(&format!(
            "yomi-lab: {} of {} positions are solved",
            report.entries.len(),
            report.planned
        ));
        code = ExitCode::from(130);
    }
    told(&format!("{}\nresults in {folder}\n", report.plain()), code)
}

/// Prints the findings; says where the files are.
fn conclude(Outcome { page, manifest, folder, damaged, forfeits }: &Outcome) -> ExitCode {
    const NAMED: usize = 10;
    let folder = folder.display().to_string();
    name_damaged(&folder, damaged);
    for forfeit in forfeits.iter().take(NAMED) {
        note(&format!("yomi-lab: {}", shortened(forfeit, 400)));
    }
    if forfeits.len() > NAMED {
        note(&format!(
            "yomi-lab: and {} more lost by forfeit",
            counted(forfeits.len() - NAMED, "game")
        ));
    }
    let unit = if manifest.rows == "games.csv" { "game" } else { "position" };
    let text = format!(
        "{}\n{} in {:.2} s ({} a second, {}), seed {}, {} {}\nresults in {folder}\n",
        page.plain(columns()),
        counted(manifest.done, unit),
        manifest.wall_seconds,
        manifest.per_second,
        counted(manifest.threads, "thread"),
        manifest.seed,
        manifest.rows,
        &manifest.digest[..16],
    );
    if manifest.complete {
        return told(&text, ExitCode::SUCCESS);
    }
    let code = told(&text, ExitCode::from(130));
    note(&format!(
        "yomi-lab: unfinished, {} of {}; what is done is kept, run the same command again to continue",
        manifest.done, manifest.planned
    ));
    code
}

/// Names the lines of a journal that do not count.
fn name_damaged(folder: &str, damaged: &[u64]) {
    const NAMED: usize = 10;
    for line in damaged.iter().take(NAMED) {
        note(&format!("yomi-lab: {folder}/{}:{line}: damaged, does not count", journal::NAME));
    }
    if damaged.len() > NAMED {
        note(&format!("yomi-lab: and {} more", counted(damaged.len() - NAMED, "damaged line")));
    }
}

/// Prints to stdout; the exit code is `code`, or 2 if that fails.
fn told(text: &str, code: ExitCode) -> ExitCode {
    match say(text) {
        Ok(()) => code,
        Err(error) => {
            note(&format!("yomi-lab: stdout: {error}"));
            ExitCode::from(2)
        }
    }
}

fn fail(error: &LabError) -> ExitCode {
    refuse(&error.to_string())
}

/// One line on stderr, however long the input that it quotes.
fn refuse(problem: &str) -> ExitCode {
    const LONGEST: usize = 1000;
    note(&format!("yomi-lab: {}", shortened(problem, LONGEST)));
    ExitCode::from(2)
}
