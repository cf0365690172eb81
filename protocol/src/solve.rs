//! `yomi solve`: exact scores of the positions in an OBF file, compared with those the file gives.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;
use yomi_engine::expert::{Analysis, Expert, Outcome, Question, Selectivity, Settings, Strength, UNIT};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Level, Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_protocol::notation::{Record, obf};

/// Solve every position of an OBF file and compare with the scores it gives.
///
/// One row a position: its number, empty squares, score for the side to move (empty squares go to the winner), best
/// moves, nodes, time, speed, the file's score and whether they agree. Lines that cannot be read are reported and the
/// others solved. The exit code is 0 if all agree, 1 if any does not, 2 if the file or a line could not be read.
#[derive(Args)]
pub(crate) struct Solve {
    /// The file; - is stdin.
    file: PathBuf,
    /// Threads that solve one position together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// MiB of transposition table.
    #[arg(long, default_value_t = 512, value_name = "MIB")]
    hash: usize,
    /// Only find out who wins.
    #[arg(long)]
    wld: bool,
    /// Give every move its exact score.
    #[arg(long)]
    all_moves: bool,
    /// Search at this percentage of sureness: 73, 87, 95, 98, 99 or 100.
    #[arg(long, default_value = "100", value_name = "PCT", value_parser = selectivity)]
    selectivity: Selectivity,
    /// How to write the rows.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Use these instructions instead of the best the processor has: portable, avx2 or avx512.
    #[arg(long)]
    isa: Option<Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
}

fn selectivity(text: &str) -> Result<Selectivity, String> {
    let percent = text.trim_end_matches('%').parse().ok();
    percent.and_then(Selectivity::from_percent).ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

/// Runs the command; problems go to stderr.
pub(crate) fn run(options: &Solve) -> ExitCode {
    match solve(options) {
        Ok(totals) if totals.failed > 0 => ExitCode::from(1),
        Ok(totals) if totals.unreadable > 0 => ExitCode::from(2),
        Ok(_) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("yomi: {failure}");
            ExitCode::from(2)
        }
    }
}

fn solve(options: &Solve) -> Result<Totals, String> {
    let name = options.file.display();
    let text = read(options).map_err(|error| format!("{name}: {error}"))?;
    let settings = Settings {
        mebibytes: options.hash,
        threads: options.threads as usize,
        level: options.isa.unwrap_or_else(Level::best),
        ..Settings::default()
    };
    let mut expert = Expert::new(settings).map_err(|error| error.to_string())?;
    let mut totals = Totals::default();
    let mut output = Output::new(options.format);
    let mut index = 0;
    for record in obf::positions(&text) {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                eprintln!("yomi: {name}: {}: {}", error.place, error.cause);
                totals.unreadable += 1;
                continue;
            }
        };
        index += 1;
        let Some(position) = record.start().position() else {
            let side = record.start().size().side();
            eprintln!("yomi: {name}: position {index}: expected a board of 8×8, found {side}×{side}");
            totals.unreadable += 1;
            continue;
        };
        let row = solve_one(&mut expert, options, index, &position, &record);
        totals.add(&row);
        output.row(&row).map_err(|error| format!("stdout: {error}"))?;
    }
    output.totals(&totals).map_err(|error| format!("stdout: {error}"))?;
    Ok(totals)
}

fn read(options: &Solve) -> io::Result<String> {
    let mut bytes = Vec::new();
    match options.file.as_os_str() == "-" {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| ())?,
        false => bytes = std::fs::read(&options.file)?,
    }
    // Lines with other characters than OBF has are reported one by one.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn solve_one(
    expert: &mut Expert,
    options: &Solve,
    index: usize,
    position: &Othello8,
    record: &Record,
) -> Row {
    let strength = Strength::to_the_end(options.selectivity);
    let outcome = if options.wld { Outcome::WinDrawLoss } else { Outcome::Score };
    let lines = if options.all_moves { usize::MAX } else { 1 };
    expert.forget();
    let clock = Instant::now();
    let analysis =
        expert.analyze(position, &Question { strength, lines, outcome }, &Limits::default(), &mut |_| ());
    Row::new(index, position, record, &analysis, outcome, clock.elapsed())
}

/// One position, solved.
#[derive(Serialize)]
struct Row {
    index: usize,
    empties: u32,
    /// In discs for the side to move; only its sign counts when only the winner was asked for.
    score: i32,
    /// The best move, or the best moves if all were valued.
    best: String,
    /// Every valued move with its score.
    moves: String,
    line: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    /// The file's score, if it gives one.
    expected: Option<i32>,
    verdict: &'static str,
}

impl Row {
    fn new(
        index: usize,
        position: &Othello8,
        record: &Record,
        analysis: &Analysis,
        outcome: Outcome,
        time: Duration,
    ) -> Self {
        let discs = |score: i32| if outcome == Outcome::Score { score / UNIT } else { score.signum() };
        let name = |mv: Option<&Move>| mv.map_or("-".to_owned(), ToString::to_string);
        let score = discs(analysis.lines[0].score.0);
        let valued: Vec<(Option<&Move>, i32)> =
            analysis.lines.iter().map(|line| (line.moves.first(), discs(line.score.0))).collect();
        let best: Vec<Option<&Move>> =
            valued.iter().filter(|(_, value)| *value == score).map(|(mv, _)| *mv).collect();
        let expected = Expected::of(record, outcome);
        let seconds = time.as_secs_f64();
        Self {
            index,
            empties: position.empties(),
            score,
            best: best.iter().map(|mv| name(*mv)).collect::<Vec<_>>().join(" "),
            moves: valued
                .iter()
                .map(|(mv, value)| format!("{}:{value:+}", name(*mv)))
                .collect::<Vec<_>>()
                .join(" "),
            line: analysis.lines[0].moves.iter().map(ToString::to_string).collect(),
            nodes: analysis.nodes,
            seconds,
            nodes_per_second: analysis.nodes as f64 / seconds,
            verdict: expected.verdict(&valued),
            expected: expected.score,
        }
    }
}

/// What the file says of a position.
struct Expected {
    score: Option<i32>,
    moves: Vec<(Move, i32)>,
}

impl Expected {
    fn of(record: &Record, outcome: Outcome) -> Self {
        let value = |score: f64| {
            let score = score.round() as i32;
            if outcome == Outcome::Score { score } else { score.signum() }
        };
        let moves: Vec<(Move, i32)> =
            record.scores.iter().map(|scored| (scored.mv, value(scored.score))).collect();
        Self { score: moves.iter().map(|(_, score)| *score).max(), moves }
    }

    /// Whether the score is the file's, every valued move that the file values has the file's value, and the best move
    /// is one of the file's best.
    fn verdict(&self, valued: &[(Option<&Move>, i32)]) -> &'static str {
        let Some(score) = self.score else { return "-" };
        let agrees = |(mv, value): &(Option<&Move>, i32)| {
            let stated = self.moves.iter().find(|(stated, _)| Some(stated) == *mv);
            stated.is_none_or(|(_, stated)| stated == value)
        };
        if valued[0].1 == score && valued.iter().all(agrees) { "ok" } else { "FAIL" }
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
    fn add(&mut self, row: &Row) {
        self.positions += 1;
        self.failed += usize::from(row.verdict == "FAIL");
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
    fn new(format: Format) -> Self {
        match format {
            Format::Text => {
                println!("  # empties score        nodes   seconds  M nodes/s  expected      best");
                Self::Text
            }
            Format::Csv => Self::Csv(Box::new(csv::Writer::from_writer(io::stdout()))),
            Format::Json => Self::Json { first: true },
        }
    }

    fn row(&mut self, row: &Row) -> io::Result<()> {
        match self {
            Self::Text => {
                let expected = row.expected.map_or(String::new(), |score| format!("{score:+}"));
                let Row { index, empties, score, best, moves, nodes, seconds, verdict, .. } = row;
                let best = if moves.contains(' ') { moves } else { best };
                let speed = row.nodes_per_second / 1e6;
                writeln!(
                    io::stdout(),
                    "{index:>3} {empties:>7} {score:>+5} {nodes:>12} {seconds:>9.3} {speed:>10.1} {expected:>9} {verdict:>4} {best}"
                )
            }
            Self::Csv(writer) => {
                writer.serialize(row).map_err(io::Error::other)?;
                writer.flush()
            }
            Self::Json { first } => {
                let opening = if std::mem::take(first) { "{\"positions\":[\n" } else { ",\n" };
                let row = serde_json::to_string(row).map_err(io::Error::other)?;
                let mut out = io::stdout();
                write!(out, "{opening}{row}")?;
                out.flush()
            }
        }
    }

    fn totals(&mut self, totals: &Totals) -> io::Result<()> {
        let Totals { positions, failed, unreadable, nodes, seconds } = totals;
        let speed = if *seconds > 0.0 { *nodes as f64 / seconds / 1e6 } else { 0.0 };
        let sentence = format!(
            "{positions} positions, {failed} failed, {unreadable} unreadable, {nodes} nodes, {seconds:.3} s, {speed:.1} M nodes/s"
        );
        match self {
            Self::Text => writeln!(io::stdout(), "{sentence}"),
            Self::Csv(_) => writeln!(io::stderr(), "{sentence}"),
            Self::Json { first } => {
                let opening = if *first { "{\"positions\":[" } else { "" };
                let totals = serde_json::to_string(totals).map_err(io::Error::other)?;
                writeln!(io::stdout(), "{opening}\n],\"totals\":{totals}}}")
            }
        }
    }
}
