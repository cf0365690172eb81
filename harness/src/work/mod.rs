//! An experiment from file to results folder: read it, open the outputs, do the work, report.
//!
//! A run that was interrupted is continued by the same command: its rows are a prefix of the full run's, so they are
//! counted again from the file and the work goes on behind them.

pub mod matches;
pub mod searches;
pub mod suite;

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Instant;

use sha2::{Digest, Sha256};
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;

use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::{Experiment, GameSpec, Match, Overrides, Raw, Search, Work};
use crate::report::{Manifest, Page, replace, report_matches, report_searches};
use crate::run::pool::{Rows, Tasks, run};
use crate::stats::tally::{self, Tally};

use matches::Games;
use searches::{Cost, Searches};

/// What a run has achieved.
pub struct Outcome {
    /// The page, also written to the results folder.
    pub page: Page,
    /// The circumstances, also written there.
    pub manifest: Manifest,
    /// The results folder.
    pub folder: PathBuf,
}

/// Runs the experiment in `path`; results go to `out`, or to `runs/NAME`.
///
/// # Errors
/// When the file is wrong or a result cannot be written.
pub fn run_file(path: &Path, overrides: &Overrides, out: Option<&Path>) -> Result<Outcome, LabError> {
    let text = fs::read_to_string(path).map_err(|error| LabError::Read { path: path.to_owned(), error })?;
    let spec = |error| LabError::Spec { path: path.to_owned(), error };
    let plan = plan(&text, overrides);
    let raw = Raw::parse(text).map_err(spec)?;
    let name = path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = out.map_or_else(|| Path::new("runs").join(&name), Path::to_owned);
    let game = raw.game().map_err(spec)?;
    let lab = Lab { name, plan, folder, game: game.to_string() };
    match game {
        GameSpec::Othello(4) => lab.run(&Experiment::new(raw, overrides, Othello4::default()).map_err(spec)?),
        GameSpec::Othello(6) => lab.run(&Experiment::new(raw, overrides, Othello6::default()).map_err(spec)?),
        GameSpec::Othello(10) => {
            lab.run(&Experiment::new(raw, overrides, Othello10::default()).map_err(spec)?)
        }
        GameSpec::Othello(_) => lab.run(&Experiment::new(raw, overrides, Othello8::default()).map_err(spec)?),
        GameSpec::Go(rules) => lab.run(&Experiment::new(raw, overrides, Go::new(rules)).map_err(spec)?),
        GameSpec::TicTacToe => lab.run(&Experiment::new(raw, overrides, TicTacToe::default()).map_err(spec)?),
    }
}

/// What decides the rows of a run, as a digest.
fn plan(text: &str, overrides: &Overrides) -> String {
    let decisive = format!("{text}\n{overrides:?}\n{}", env!("CARGO_PKG_VERSION"));
    Sha256::digest(decisive.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Lab {
    name: String,
    plan: String,
    folder: PathBuf,
    /// Game and size, for the keys.
    game: String,
}

/// How many tasks a thread takes at a time.
const BATCH: u64 = 32;

impl Lab {
    fn run<G: LabGame>(&self, experiment: &Experiment<G>) -> Result<Outcome, LabError> {
        match &experiment.work {
            Work::Match(matches) => self.run_match(experiment, matches),
            Work::Search(search) => self.run_search(experiment, search),
        }
    }

    fn run_match<G: LabGame>(
        &self,
        experiment: &Experiment<G>,
        matches: &Match<G>,
    ) -> Result<Outcome, LabError> {
        let games = Games {
            game: self.game.clone(),
            seed: experiment.seed,
            matches,
            start: &experiment.start,
            contestants: &experiment.contestants,
            variants: &experiment.variants,
        };
        let mut tallies = vec![Tally::new(G::WINNERS); matches.schedule.cells.len()];
        let mut output = self.open("games.csv", matches::header::<G>(), experiment)?;
        let from = output.resume(|number, fields| {
            let (cell, round) = (number < matches.schedule.len()).then(|| matches.schedule.game(number))?;
            tallies[cell].count(&game_of::<G>(fields, games.cluster(cell, round))?);
            Some(())
        });
        let manifest = output.work(&games, "games", BATCH, from, |sums| {
            sums.iter().for_each(|(cell, tally)| tallies[*cell].merge(tally));
        })?;
        self.finish(manifest, report_matches(experiment, matches, &tallies, &self.folder))
    }

    fn run_search<G: LabGame>(
        &self,
        experiment: &Experiment<G>,
        search: &Search,
    ) -> Result<Outcome, LabError> {
        let tasks = Searches {
            seed: experiment.seed,
            search,
            start: &experiment.start,
            contestants: &experiment.contestants,
            variants: &experiment.variants,
        };
        let mut costs = vec![Cost::default(); experiment.contestants.len()];
        let mut output = self.open("searches.csv", searches::HEADER.to_owned(), experiment)?;
        output.restart();
        let manifest = output.work(&tasks, "positions", 1, 0, |sums| {
            costs.iter_mut().zip(&sums).for_each(|(cost, sum)| cost.merge(sum));
        })?;
        self.finish(manifest, report_searches(experiment, search, &costs, &self.folder))
    }

    /// Opens the outputs before any work is done.
    fn open<G: LabGame>(
        &self,
        rows: &'static str,
        header: String,
        experiment: &Experiment<G>,
    ) -> Result<Output, LabError> {
        fs::create_dir_all(&self.folder).map_err(|error| LabError::unwritable(&self.folder, &error))?;
        let previous = fs::read_to_string(self.folder.join("run.toml")).ok();
        let previous = previous.and_then(|text| toml::from_str::<Manifest>(&text).ok());
        let path = self.folder.join(rows);
        let draft = path.with_added_extension("tmp");
        let file = File::create(&draft).map_err(|error| LabError::unwritable(&draft, &error))?;
        let mut manifest = Manifest::here(&self.name, self.plan.clone(), experiment.seed);
        manifest.reproducible =
            experiment.contestants.iter().all(|contestant| contestant.player.is_repeatable());
        rows.clone_into(&mut manifest.rows);
        // Whether the rows on disk are an unfinished run of this very plan by this very program.
        let unfinished = previous.is_some_and(|previous| {
            (&previous.plan, &previous.commit) == (&manifest.plan, &manifest.commit) && !previous.complete
        });
        let resumed = if unfinished { fs::read(&path).ok() } else { None };
        Ok(Output { path, draft, header, rows: Rows::new(BufWriter::new(file)), manifest, resumed })
    }

    fn finish(&self, manifest: Manifest, page: Result<Page, Box<dyn Error>>) -> Result<Outcome, LabError> {
        let write = |error: Box<dyn Error>| LabError::unwritable(&self.folder, &*error);
        let page = page.map_err(write)?;
        let text = toml::to_string(&manifest).map_err(|error| write(error.into()))?;
        replace(&self.folder.join("run.toml"), text.as_bytes()).map_err(|error| write(error.into()))?;
        let mut markdown = page.markdown(&self.name);
        if !manifest.complete {
            markdown += &format!("\n**Unfinished:** {} of {} done.\n", manifest.done, manifest.planned);
        }
        replace(&self.folder.join("README.md"), markdown.as_bytes()).map_err(|error| write(error.into()))?;
        Ok(Outcome { page, manifest, folder: self.folder.clone() })
    }
}

/// The file of rows being written, under a draft name until the work ends.
struct Output {
    path: PathBuf,
    draft: PathBuf,
    header: String,
    rows: Rows<BufWriter<File>>,
    manifest: Manifest,
    resumed: Option<Vec<u8>>,
}

impl Output {
    /// Takes over the rows of an interrupted run, handing each to `count` with its number; returns how many there are.
    /// The first row that `count` refuses ends it.
    fn resume(&mut self, mut count: impl FnMut(u64, &csv::StringRecord) -> Option<()>) -> u64 {
        self.restart();
        let Some(bytes) = self.resumed.take() else { return 0 };
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        if lines.next() != Some(self.header.as_bytes()) {
            return 0;
        }
        let mut number = 0;
        for line in lines.filter(|line| line.ends_with(b"\n")) {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
            let Some(Ok(fields)) = reader.records().next() else { break };
            if fields.get(0) != Some(&number.to_string()) || count(number, &fields).is_none() {
                break;
            }
            if self.rows.write(line).is_err() {
                break;
            }
            number += 1;
        }
        number
    }

    /// Begins the file with its header.
    fn restart(&mut self) {
        // A failure shows again, and is reported, when the first row is written.
        let _ = self.rows.write(self.header.as_bytes());
    }

    /// Does the work from task `from` on and puts the file into its place.
    fn work<T: Tasks<Sum: Send>>(
        mut self,
        tasks: &T,
        unit: &str,
        batch: u64,
        from: u64,
        add: impl FnMut(T::Sum),
    ) -> Result<Manifest, LabError> {
        let start = Instant::now();
        let done = run(tasks, unit, from, batch, &mut self.rows, add)
            .map_err(|error| LabError::unwritable(&self.draft, &error))?;
        let time = start.elapsed();
        let digest = self.rows.finish().map_err(|error| LabError::unwritable(&self.draft, &error))?;
        fs::rename(&self.draft, &self.path).map_err(|error| LabError::unwritable(&self.path, &error))?;
        self.manifest.finish(tasks.count(), done - from, done, digest, time);
        Ok(self.manifest)
    }
}

/// A row of `games.csv`, as far as it is counted.
fn game_of<G: LabGame>(fields: &csv::StringRecord, cluster: Option<u32>) -> Option<tally::Game<'_>> {
    let number = |field: usize| fields.get(field)?.parse::<i64>().ok();
    let units = |field: usize| matches::units::<G>(fields.get(field)?);
    Some(tally::Game {
        points: [units(8)?, units(9)?].map(|units| units as u32),
        difference: units(10)? as i32,
        nodes: [number(13)? as u64, number(14)? as u64],
        cluster,
        moves: [fields.get(3)?, fields.get(15)?],
    })
}

/// Reads the digest of a file the way `run.toml` records it.
///
/// # Errors
/// When it cannot be read.
pub fn digest(path: &Path) -> io::Result<String> {
    let mut reader = BufReader::new(OpenOptions::new().read(true).open(path)?);
    let mut hasher = Sha256::new();
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hasher.update(bytes);
        let length = bytes.len();
        reader.consume(length);
    }
}
