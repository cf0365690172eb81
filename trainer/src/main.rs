//! `yomi-train`: trains the expert's evaluation, step by step.

mod cli;
mod meter;
mod terminal;

use std::error::Error;
use std::io::{Write as _, stderr};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use yomi_engine::expert::eval::error_model::ErrorModel;
use yomi_engine::expert::eval::patterns::STAGES;
use yomi_engine::expert::eval::weights::Weights;
use yomi_engine::expert::eval::weights_file::{Parameters, WeightsFile};
use yomi_engine::expert::{Evaluation, UNIT};
use yomi_trainer::book;
use yomi_trainer::charts::{self, Picture as _};
use yomi_trainer::claims;
use yomi_trainer::contest::{self, Effort};
use yomi_trainer::corpus::{self, Corpus};
use yomi_trainer::error_fit::{self, differences};
use yomi_trainer::file;
use yomi_trainer::fit;
use yomi_trainer::game::Recipe;
use yomi_trainer::generate::Order;
use yomi_trainer::learn;
use yomi_trainer::learning::Learning;
use yomi_trainer::measure::{errors, values};
use yomi_trainer::merged;
use yomi_trainer::network;
use yomi_trainer::pack::pack;
use yomi_trainer::replies::{CHUNK, replies};
use yomi_trainer::sample::{Sample, spread};
use yomi_trainer::shard::Shard;

use cli::{
    Book, Chart, ChartKind, Cli, Contest, Errors, Fit, Generate, Measure, Merge, Network, Replies,
    Step,
};
use meter::Meter;
use terminal::{OutputError, note, say};

fn main() -> ExitCode {
    if let Some(problem) = yomi_engine::processor::complaint() {
        // In pieces: what puts texts together may have instructions that the processor lacks.
        for piece in ["yomi-train: ", problem, "\n"] {
            let _ = stderr().write(piece.as_bytes());
        }
        return ExitCode::from(2);
    }
    obey()
}

/// Not part of `main`, where an old processor must not meet instructions it lacks.
#[inline(never)]
fn obey() -> ExitCode {
    let done = match Cli::parse().step {
        Step::Generate(options) => generate(&options),
        Step::Merge(options) => merge(&options),
        Step::Replies(options) => add_replies(&options),
        Step::Fit(options) => run_fit(&options),
        Step::Network(options) => run_network(&options),
        Step::Measure(options) => run_measure(&options),
        Step::Errors(options) => run_errors(&options),
        Step::Contest(options) => run_contest(&options),
        Step::Book(options) => make_book(&options),
        Step::Chart(options) => draw(&options),
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
        Some(path) => {
            let weights = Weights::from_bytes(&file::read_small(path)?);
            Evaluation::with(weights.map_err(|error| at(path, &error))?)
        }
    })
}

/// An error of what a file holds, with its name.
fn at(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn generate(options: &Generate) -> Result<(), Box<dyn Error>> {
    if options.least_random > options.most_random {
        return Err("--least-random is more than --most-random".into());
    }
    let end = options.first.checked_add(options.shards);
    let end = end.ok_or("--first and --shards: expected numbers below 4294967296")?;
    let order = Order {
        folder: options.folder.clone(),
        seed: options.seed,
        shards: (options.first, end),
        games: options.games,
        recipe: Recipe {
            random: (options.least_random, options.most_random),
            depth: options.depth,
            selectivity: options.selectivity,
            solved_at: options.solved_at,
            only_solved: options.only_solved,
            branches: options.branches,
            branch_empties: options.branch_empties,
        },
        evaluation: evaluation(options.handmade, options.weights.as_deref())?,
        threads: options.threads,
    };
    Ok(order.run(&mut |progress| note(progress))?)
}

fn merge(options: &Merge) -> Result<(), Box<dyn Error>> {
    let Merge { from, exact_from, truth, every, into } = options;
    elsewhere(from.iter().chain(exact_from).chain(truth), into)?;
    file::prepare_folder(into)?;
    let corpus = Corpus::gather(from, exact_from, truth.as_deref(), *every)?;
    if corpus.training.is_empty() {
        return Err("no position is left to learn from".into());
    }
    note(&corpus.description);
    Ok(merged::save(corpus, into)?)
}

/// Refuses to write what is read.
fn elsewhere<'a>(
    mut sources: impl Iterator<Item = &'a PathBuf>,
    into: &Path,
) -> Result<(), Box<dyn Error>> {
    if sources.any(|source| same(source, into)) {
        let problem = "this is being read; choose another place for the result";
        return Err(format!("--into {}: {problem}", into.display()).into());
    }
    Ok(())
}

/// Whether two paths lead to one file or folder that is there.
fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

fn add_replies(options: &Replies) -> Result<(), Box<dyn Error>> {
    elsewhere([&options.from].into_iter(), &options.into)?;
    let evaluation = evaluation(false, options.weights.as_deref())?;
    file::prepare_folder(&options.into)?;
    let mut corpus = merged::open(&options.from)?;
    let meter = Meter::new("parts", corpus.training.len().div_ceil(CHUNK));
    let added = replies(&corpus, evaluation, options.threads, &|| meter.count());
    corpus.description += &format!(", and {} replies by {evaluation:?}", added.len());
    note(&corpus.description);
    corpus.training.extend(added);
    corpus.training.sort_unstable();
    Ok(merged::save(corpus, &options.into)?)
}

fn run_fit(options: &Fit) -> Result<(), Box<dyn Error>> {
    file::prepare(&options.into)?;
    let mut corpus = merged::open(&options.from)?;
    let record = std::mem::take(&mut corpus.description);
    let &Fit { steps, reach, neighbour, stiffness, penalty, trust, threads, .. } = options;
    let settings = fit::Settings { steps, reach, neighbour, stiffness, penalty, trust, threads };
    let mut left = STAGES;
    let fits = fit::fit(corpus, &settings, &mut |stage, _| {
        left -= 1;
        note(format_args!("stage {stage} fitted, {left} left"));
    });
    let fits = fits.map_err(|error| at(&options.from, &error))?;
    let record = format!(
        "{record}; {steps} steps, {reach} neighbours {neighbour}, stiffness {stiffness}, penalty \
         {penalty}, trust {trust}"
    );
    // The file first: whoever reads the table may go away.
    let table = fit::table(&fits);
    file::replace(&options.into, &pack(&fits, ErrorModel::UNKNOWN, record)?.to_bytes())?;
    Ok(say(table)?)
}

fn run_network(options: &Network) -> Result<(), Box<dyn Error>> {
    file::prepare(&options.into)?;
    let initial = options.initial.as_deref();
    let network = initial.map_or_else(|| Ok(network::Network::at_random(options.seed)), known)?;
    let mut corpus = merged::open(&options.from)?;
    let record = std::mem::take(&mut corpus.description);
    let &Network { epochs, batch, rate, trust, seed, threads, .. } = options;
    let settings = learn::Settings { epochs, batch, rate, trust, seed, threads };
    let mut record = format!(
        "{record}; {epochs} epochs, batch {batch}, rate {rate}, trust {trust}, seed {seed}"
    );
    if initial.is_some() {
        record += &format!(", from {:?}", evaluation(false, initial)?);
    }
    let kept = kept(&options.into);
    let begun = stopped(&kept, &record)?.unwrap_or_else(|| Learning::beginning(network));
    let learned = learn::learn(corpus, begun, &settings, &mut |epoch, learning| {
        let learn::Epoch { number, training, held_out } = epoch;
        note(format_args!(
            "epoch {number} of {epochs}: square error {training:.2}, held out {:.2}",
            held_out.square
        ));
        if let Err(error) = file::replace(&kept, &learning.to_bytes(&record)) {
            note(format_args!("yomi-train: if this is stopped it begins anew: {error}"));
        }
    });
    let learned = learned.map_err(|error| at(&options.from, &error))?;
    // What has come to nothing is not gone on with.
    let parameters = learned.network.parameters();
    let parameters = parameters.inspect_err(|_| drop(file::remove(&kept)))?;
    let file = WeightsFile { record, error_model: ErrorModel::UNKNOWN, parameters };
    file::replace(&options.into, &file.to_bytes())?;
    file::remove(&kept)?;
    Ok(say(learn::table(&learned))?)
}

/// The network of a file of weights.
fn known(path: &Path) -> Result<network::Network, Box<dyn Error>> {
    let file =
        WeightsFile::from_bytes(&file::read_small(path)?).map_err(|error| at(path, &error))?;
    match file.parameters {
        Parameters::Network(rows, readouts) => Ok(network::Network::of(&rows, &readouts)),
        Parameters::Linear(_) => {
            let problem = "weights of a sum, expected a network to begin with";
            Err(format!("{}: {problem}", path.display()).into())
        }
    }
}

/// The learning that was stopped, if any was, which must have the same record.
fn stopped(kept: &Path, record: &str) -> Result<Option<Learning>, Box<dyn Error>> {
    if !kept.exists() {
        return Ok(None);
    }
    let learning = Learning::from_bytes(&file::read(kept)?, record);
    Ok(Some(learning.map_err(|error| at(kept, &error))?))
}

/// Where a network is kept that is not yet learned.
fn kept(into: &Path) -> PathBuf {
    let mut name = into.as_os_str().to_owned();
    name.push(".learning");
    name.into()
}

/// Some samples of a file or a folder, evenly spread.
fn samples(
    from: &Path,
    limit: usize,
    keep: impl Fn(&Sample) -> bool,
) -> Result<Vec<Sample>, Box<dyn Error>> {
    let paths = if from.is_dir() { corpus::some_shards(from)? } else { vec![from.to_owned()] };
    let mut samples = Vec::new();
    for path in paths {
        samples.extend(Shard::read(&path)?.samples);
    }
    samples.retain(keep);
    Ok(spread(&samples, limit))
}

fn run_measure(options: &Measure) -> Result<(), Box<dyn Error>> {
    let evaluation = evaluation(options.handmade, options.weights.as_deref())?;
    let samples = samples(&options.from, options.limit, |_| true)?;
    say(format_args!(
        "{evaluation:?}\n\n\
         | plies | empty squares | samples | bias | error | square |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    ))?;
    for &depth in &options.depths {
        let meter = Meter::new("positions", samples.len());
        let values = values(&samples, evaluation, depth, options.threads, &|| meter.count())?;
        for empties in 1..=60 {
            let errors = errors(&samples, &values, |count| count == empties);
            if errors.count > 0 {
                say(format_args!(
                    "| {depth} | {empties} | {} | {:+.2} | {:.2} | {:.1} |\n",
                    errors.count, errors.bias, errors.absolute, errors.square
                ))?;
            }
        }
    }
    Ok(())
}

fn run_errors(options: &Errors) -> Result<(), Box<dyn Error>> {
    /// Nearly all searches of ProbCut are of such numbers of empty squares.
    const EMPTIES: RangeInclusive<u32> = 10..=54;
    let path = &options.weights;
    let parsed = WeightsFile::from_bytes(&file::read_small(path)?);
    let mut weights = parsed.map_err(|error| at(path, &error))?;
    let parsed = Weights::try_from(&weights);
    let evaluation = Evaluation::with(parsed.map_err(|error| at(path, &error))?);
    if !options.check {
        file::prepare(path)?;
    }
    let useful = |sample: &Sample| EMPTIES.contains(&sample.empties());
    let sources: Result<Vec<_>, _> =
        options.from.iter().map(|from| samples(from, options.limit, useful)).collect();
    let samples = sources?.concat();
    let count = samples.len();
    let mut begun = |plies| {
        if count > 0 {
            note(format_args!("searches of {plies} plies, {count} positions"));
        }
    };
    let differences =
        differences(&samples, evaluation, options.depth, options.threads, &mut begun)?;
    if options.check {
        error_fit::comparable(&differences)?;
    } else {
        weights.error_model = error_fit::fit(&differences)?;
        let bytes = weights.to_bytes();
        // A few samples may give a model that no reader takes.
        WeightsFile::from_bytes(&bytes)
            .map_err(|_| "too few samples for an error model: the file is as before")?;
        file::replace(path, &bytes)?;
    }
    say(format_args!("{} samples: {:?}\n\n", samples.len(), weights.error_model))?;
    say(format_args!("{}\n\n", claims::sentence(&weights.error_model, &differences)))?;
    say(format_args!("{}\n", claims::table(&weights.error_model, &differences)))?;
    Ok(say(claims::by_plies(&weights.error_model, &differences))?)
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
    let openings = contest::openings(Evaluation::learned(), openings, plies, most, seed)?;
    let meter = Meter::new("openings", openings.len());
    let played = || meter.count();
    let standing = contest::play(evaluations, &openings, [effort; 2], threads, &played)?;
    let [first, second] = evaluations;
    Ok(say(format_args!("{first:?} against {second:?}, {effort}: {standing}\n"))?)
}

fn make_book(options: &Book) -> Result<(), Box<dyn Error>> {
    file::prepare(&options.into)?;
    let order = book::Order {
        plies: options.plies,
        depth: options.depth,
        selectivity: options.selectivity,
        margin: (options.margin * UNIT as f32) as i32,
        reach: (options.reach.max(options.margin) * UNIT as f32) as i32,
        moves: options.moves,
        evaluation: evaluation(false, options.weights.as_deref())?,
        threads: options.threads,
    };
    let book = order.make(&mut |ply, positions| {
        note(format_args!("ply {} of {}: {positions} positions", ply + 1, options.plies));
    })?;
    let bytes = book.to_bytes();
    file::replace(&options.into, &bytes)?;
    Ok(say(format_args!("{} positions, {} bytes\n", book.len(), bytes.len()))?)
}

fn draw(options: &Chart) -> Result<(), Box<dyn Error>> {
    if same(&options.from, &options.into) {
        return Err(
            at(&options.into, &"this is the table; choose another file for the chart").into()
        );
    }
    let not_text = |error| at(&options.from, &error);
    let table = String::from_utf8(file::read_small(&options.from)?).map_err(not_text)?;
    let chart = match options.kind {
        ChartKind::Stages => charts::stages(&table),
        ChartKind::Deviations => charts::deviations(&table),
        ChartKind::HitRates => charts::hit_rates(&table),
        ChartKind::LearningError => charts::learning(&table, 2, "mean square error, discs²"),
        ChartKind::LearningStrength => {
            charts::learning(&table, 3, "score against the engine's weights, per cent")
        }
    };
    let chart = chart.map_err(|error| at(&options.from, &error))?;
    file::prepare(&options.into)?;
    Ok(file::replace(&options.into, chart.svg()?.as_bytes())?)
}
