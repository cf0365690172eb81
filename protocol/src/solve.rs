//! `yomi solve`: exact scores of the positions in an OBF file, compared with those the file gives.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use yomi_engine::expert::{Expert, Outcome, Question, Selectivity, Settings, Strength};
use yomi_engine::games::othello::InstructionSet;
use yomi_engine::limits::Limits;
use yomi_protocol::console::{Failure, complain, counted, say, whole};
use yomi_protocol::file;
use yomi_protocol::notation;
use yomi_protocol::solution::{Solution, Verdict, solvable};

/// Solve every position of an OBF file and compare with the scores it gives.
///
/// One row a position: its number, empty squares, score for the side to move (empty squares go to
/// the winner), best moves, nodes, time, speed, the file's score and whether they agree. Lines that
/// cannot be read are reported and the others solved. With a selectivity below 100 a score may
/// differ from the file's without being wrong, and such a row says `differs` instead of `FAIL`. The
/// exit code is 2 if the file or any line could not be read, else 1 if any position failed, else 0.
#[derive(Args)]
pub(crate) struct Solve {
    /// The file; - is stdin.
    file: PathBuf,
    /// Threads that solve one position together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// MiB of transposition table, which lines are read from: with 0 they may be short.
    #[arg(
        long,
        default_value_t = 512,
        value_name = "MIB",
        value_parser = whole::<usize>(0..=u64::MAX)
    )]
    hash: usize,
    /// Only find out who wins.
    #[arg(long)]
    wld: bool,
    /// Give every move its exact score.
    #[arg(long)]
    all_moves: bool,
    /// Use ProbCut at this percentage of certainty: 50, 73, 87, 95, 98 or 99; 100 uses none.
    #[arg(long, default_value = "100", value_name = "PCT")]
    selectivity: Selectivity,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Use these instructions instead of the best the processor has: portable, avx2 or avx512.
    #[arg(long)]
    isa: Option<InstructionSet>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
}

/// Runs the command; problems go to stderr.
pub(crate) fn run(options: &Solve) -> Result<ExitCode, Failure> {
    Ok(match solve(options)? {
        totals if totals.unreadable > 0 => ExitCode::from(2),
        totals if totals.failed > 0 => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

fn solve(options: &Solve) -> Result<Totals, Failure> {
    let name = options.file.display();
    let source = file::games(&options.file, Some(notation::Format::Obf))
        .map_err(|error| format!("{name}: {error}"))?;
    let mut expert = Expert::new(settings(options)).map_err(|error| error.to_string())?;
    let question = question(options);
    let mut totals = Totals::default();
    let records: Vec<_> = source.games().collect();
    match records.first() {
        None => return Err(format!("{name}: expected a position in OBF, found none").into()),
        Some(Err(error)) if !records.iter().any(Result::is_ok) => {
            let problem = format!("{}: {}", error.place, error.cause);
            return Err(format!("{name}: no position in OBF: {problem}").into());
        }
        _ => {}
    }
    let mut output = Output::new(options.format)?;
    for (index, record) in (1..).zip(records) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                complain("yomi", format_args!("{name}: {}: {}", error.place, error.cause));
                totals.unreadable += 1;
                continue;
            }
        };
        let position = match solvable(&record) {
            Ok(position) => position,
            Err(problem) => {
                complain("yomi", format_args!("{name}: position {index}: {problem}"));
                totals.unreadable += 1;
                continue;
            }
        };
        let row =
            Solution::find(&mut expert, index, &position, &record, &question, &Limits::default());
        totals.add(&row);
        output.row(&row)?;
    }
    output.totals(&totals)?;
    Ok(totals)
}

fn settings(options: &Solve) -> Settings {
    Settings {
        mebibytes: options.hash,
        threads: options.threads as usize,
        instructions: options.isa.unwrap_or_else(InstructionSet::best),
        ..Settings::default()
    }
}

/// What is asked about every position.
fn question(options: &Solve) -> Question {
    Question {
        strength: Strength::to_the_end(options.selectivity),
        lines: if options.all_moves { usize::MAX } else { 1 },
        outcome: if options.wld { Outcome::WinDrawLoss } else { Outcome::Score },
    }
}

#[derive(Default, Serialize)]
struct Totals {
    positions: usize,
    failed: usize,
    unreadable: usize,
    nodes: u64,
    seconds: f64,
}

impl Totals {
    fn add(&mut self, row: &Solution) {
        self.positions += 1;
        self.failed += usize::from(row.verdict == Verdict::Fails);
        self.nodes += row.nodes;
        self.seconds += row.seconds;
    }
}

/// Writes rows as they come.
enum Output {
    Text,
    Csv(Box<csv::Writer<io::Stdout>>),
    Json { first: bool },
}

impl Output {
    fn new(format: Format) -> io::Result<Self> {
        Ok(match format {
            Format::Text => {
                say(
                    "  # empties score        nodes   seconds  M nodes/s  expected         best\n",
                )?;
                Self::Text
            }
            Format::Csv => Self::Csv(Box::new(csv::Writer::from_writer(io::stdout()))),
            Format::Json => Self::Json { first: true },
        })
    }

    fn row(&mut self, row: &Solution) -> io::Result<()> {
        match self {
            Self::Text => {
                let expected = row.expected.map_or(String::new(), |score| format!("{score:+}"));
                let Solution { index, empties, score, moves, nodes, seconds, .. } = row;
                let verdict = row.verdict.word();
                let best = if moves.contains(' ') { moves } else { &row.best };
                let other = match row.verdict {
                    Verdict::Fails | Verdict::Differs if row.expected_best != row.best => {
                        format!(", in the file {}", row.expected_best)
                    }
                    _ => String::new(),
                };
                let speed = row.nodes_per_second / 1e6;
                say(format_args!(
                    "{index:>3} {empties:>7} {score:>+5} {nodes:>12} {seconds:>9.3} {speed:>10.1} \
                     {expected:>9} {verdict:>7} {best}{other}\n"
                ))
            }
            Self::Csv(writer) => {
                writer.serialize(row).map_err(io::Error::other)?;
                writer.flush()
            }
            Self::Json { first } => {
                let opening = if std::mem::take(first) { "{\"positions\":[\n" } else { ",\n" };
                let row = serde_json::to_string(row).map_err(io::Error::other)?;
                say(format_args!("{opening}{row}"))
            }
        }
    }

    fn totals(&mut self, totals: &Totals) -> io::Result<()> {
        let Totals { positions, failed, unreadable, nodes, seconds } = totals;
        let speed = if *seconds > 0.0 { *nodes as f64 / seconds / 1e6 } else { 0.0 };
        let sentence = format!(
            "{}, {failed} failed, {unreadable} unreadable, {nodes} nodes, {seconds:.3} s, \
             {speed:.1} M nodes/s",
            counted(*positions, "position")
        );
        match self {
            Self::Text => say(format_args!("{sentence}\n")),
            Self::Csv(_) => {
                // Nobody has to read it.
                let _ = writeln!(io::stderr(), "{sentence}");
                Ok(())
            }
            Self::Json { first } => {
                let opening = if *first { "{\"positions\":[" } else { "" };
                let totals = serde_json::to_string(totals).map_err(io::Error::other)?;
                say(format_args!("{opening}\n],\"totals\":{totals}}}\n"))
            }
        }
    }
}
