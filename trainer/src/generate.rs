//! Many games, in shards: each shard has random numbers of its own, so what is in it depends on the
//! order alone, not on threads, machines or interruptions. Shards that are there already are not
//! made again.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use yomi_engine::expert::{Evaluation, Expert, NoMemory, Settings};
use yomi_engine::random::Random;
use yomi_harness::error::LabError;
use yomi_harness::run::folder::RunFolder;

use crate::corpus::number;
use crate::file::drafted;
use crate::game::{Recipe, Starts};
use crate::parallel::together;
use crate::shard::{Fault, Shard, ShardError};

/// What to generate.
#[derive(Clone, Debug)]
pub struct Order {
    /// The folder for the shards; it is made if it is not there.
    pub folder: PathBuf,
    /// Where all randomness starts. Orders with different seeds have nothing in common.
    pub seed: u64,
    /// The first shard and the number behind the last one.
    pub shards: (u32, u32),
    /// Games in a shard, no two of them from the same start.
    pub games: u32,
    /// How games are played.
    pub recipe: Recipe,
    /// How the engine judges positions.
    pub evaluation: Evaluation,
    /// Games at a time.
    pub threads: usize,
}

/// Why there are no more samples.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A file cannot be written, or one that is there is not a whole shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A shard was made in another way.
    #[error("{}: {found}\nmakes other samples than this order: {expected}", path.display())]
    Other {
        /// The shard.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What it would say if it were part of the order.
        expected: String,
    },
    /// Another run makes shards in the folder, or it cannot be made.
    #[error(transparent)]
    Folder(#[from] LabError),
    /// There are too few different starts for a shard.
    #[error(
        "only {found} of {games} different starts were found: expected fewer games, or random \
         moves after which more games are not over"
    )]
    Starts {
        /// Starts found.
        found: u32,
        /// Games of a shard.
        games: u32,
    },
    /// There is no memory for the engine.
    #[error(transparent)]
    Table(#[from] NoMemory),
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Shards that are there.
    pub done: u32,
    /// Shards in all.
    pub planned: u32,
    /// Samples made by this run.
    pub samples: u64,
    /// Shards made by this run.
    pub made: u32,
    /// How long this run has taken.
    pub elapsed: Duration,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let rate = self.samples as f64 / seconds.max(1e-9);
        let left =
            f64::from(self.planned - self.done) * seconds / f64::from(self.made.max(1)) / 60.0;
        let Self { done, planned, samples, .. } = self;
        write!(
            f,
            "shard {done} of {planned}, {samples} samples, {rate:.0} a second, {left:.0} min left"
        )
    }
}

impl Order {
    /// The file of a shard.
    #[must_use]
    pub fn path(&self, shard: u32) -> PathBuf {
        self.folder.join(format!("{shard:05}.shard"))
    }

    /// Makes the shards that are missing. `progress` hears of every one that is finished; so does
    /// `progress.txt` in the folder.
    ///
    /// # Errors
    /// When a file is not what it should be or cannot be written, when another run works in the
    /// folder, when there are too few different games, or no memory.
    pub fn run(&self, progress: &mut (dyn FnMut(Progress) + Send)) -> Result<(), GenerateError> {
        let _lock = RunFolder::lock(&self.folder)?;
        let at_folder =
            |fault: io::Error| ShardError { path: self.folder.clone(), fault: fault.into() };
        self.sweep().map_err(at_folder)?;
        let missing = self.missing()?;
        let planned = self.shards.1 - self.shards.0;
        let done = planned - missing.len() as u32;
        let start = Instant::now();
        let report = Progress { done, planned, samples: 0, made: 0, elapsed: Duration::ZERO };
        let queue = Mutex::new(missing.into_iter());
        let report = Mutex::new((report, progress));
        let finish = |expert: &mut Expert, shard| -> Result<(), GenerateError> {
            let made = self.make(expert, shard)?;
            made.write(&self.path(shard))?;
            let (report, progress) = &mut *report.lock().expect("no thread panics");
            report.done += 1;
            report.made += 1;
            report.samples += made.samples.len() as u64;
            report.elapsed = start.elapsed();
            note(&self.folder.join("progress.txt"), *report).map_err(at_folder)?;
            progress(*report);
            Ok(())
        };
        let work = || -> Result<(), GenerateError> {
            let mut expert = Expert::new(Settings {
                mebibytes: TABLE,
                evaluation: self.evaluation,
                ..Settings::default()
            })?;
            while let Some(shard) = next(&queue) {
                if let Err(error) = finish(&mut expert, shard) {
                    // What fails one shard, a full disk, fails the others: none is begun.
                    while next(&queue).is_some() {}
                    return Err(error);
                }
            }
            Ok(())
        };
        let ends = together(self.threads.min(planned as usize), work);
        // A thread without memory, say, leaves its shards to the others.
        let (report, _) = report.into_inner().expect("no thread panics");
        if report.done == planned { Ok(()) } else { ends.into_iter().collect() }
    }

    /// Removes what runs that were killed had written of their shards. As long as the folder is
    /// this run's, nobody else writes any.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if drafted(&path).is_some_and(|shard| number(&shard).is_some()) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// The shards that are not there yet.
    fn missing(&self) -> Result<Vec<u32>, GenerateError> {
        let mut missing = Vec::new();
        for shard in self.shards.0..self.shards.1 {
            let path = self.path(shard);
            match Shard::read(&path) {
                Ok(Shard { description: found, .. }) => {
                    let expected = self.describe(shard);
                    if found != expected {
                        return Err(GenerateError::Other { path, found, expected });
                    }
                }
                Err(ShardError { fault: Fault::System(error), .. })
                    if error.kind() == io::ErrorKind::NotFound =>
                {
                    missing.push(shard);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(missing)
    }

    fn make(&self, expert: &mut Expert, shard: u32) -> Result<Shard, GenerateError> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(b"training");
        let mut starts = Starts::new(Random::from_key(key, shard.into()));
        let (least, most) = self.recipe.random;
        let plies = |random: &mut Random| least + random.below((most - least + 1) as usize) as u32;
        let mut samples = Vec::new();
        for found in 0..self.games {
            let too_few = GenerateError::Starts { found, games: self.games };
            let start = starts.next(plies).ok_or(too_few)?;
            starts.take();
            samples.extend(self.recipe.play(expert, &start, &mut starts.random));
        }
        Ok(Shard { description: self.describe(shard), samples })
    }

    /// What makes the samples of a shard what they are.
    fn describe(&self, shard: u32) -> String {
        let Recipe { random: (least, most), depth, selectivity, solved_at, only_solved, .. } =
            self.recipe;
        let branches = match (self.recipe.branches, self.recipe.branch_empties) {
            (0, _) => String::new(),
            (branches, 0) => format!(", {branches} branches"),
            (branches, empties) => format!(", {branches} branches from {empties} empty squares on"),
        };
        format!(
            "seed {}, shard {shard}, {} games: {least} to {most} random moves, depth {depth} at {} \
             %, solved at {solved_at} empty squares{}{branches}{}",
            self.seed,
            self.games,
            selectivity.percent(),
            if only_solved { ", only these positions" } else { "" },
            if self.evaluation == Evaluation::handmade() {
                String::new()
            } else {
                format!(", judged by {:?}", self.evaluation)
            },
        )
    }
}

/// MiB of table: searches are small, and each game starts by forgetting all.
const TABLE: usize = 4;

fn next(queue: &Mutex<impl Iterator<Item = u32>>) -> Option<u32> {
    queue.lock().expect("no thread panics").next()
}

fn note(path: &Path, progress: Progress) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    writeln!(file, "{progress}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use yomi_engine::expert::Selectivity;

    fn order(folder: &Path, threads: usize) -> Order {
        let recipe = Recipe {
            random: (4, 50),
            depth: 1,
            selectivity: Selectivity::CERTAIN,
            solved_at: 6,
            only_solved: false,
            branches: 2,
            branch_empties: 0,
        };
        Order {
            folder: folder.to_owned(),
            seed: 1,
            shards: (0, 4),
            games: 5,
            recipe,
            evaluation: Evaluation::handmade(),
            threads,
        }
    }

    #[test]
    fn shards_do_not_depend_on_threads_or_interruptions() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [one, other] = [order(folders[0].path(), 1), order(folders[1].path(), 2)];
        one.run(&mut |_| ()).unwrap();
        other.run(&mut |_| ()).unwrap();
        fs::remove_file(other.path(2)).unwrap();
        let mut heard = Vec::new();
        other.run(&mut |progress| heard.push((progress.done, progress.made))).unwrap();
        assert_eq!(heard, [(4, 1)]);
        for shard in 0..4 {
            assert_eq!(fs::read(one.path(shard)).unwrap(), fs::read(other.path(shard)).unwrap());
        }
    }

    #[test]
    fn shards_of_another_order_are_not_taken_for_ones_of_this() {
        let folder = tempfile::tempdir().unwrap();
        order(folder.path(), 1).run(&mut |_| ()).unwrap();
        let other = Order { seed: 2, ..order(folder.path(), 1) };
        assert!(matches!(other.run(&mut |_| ()), Err(GenerateError::Other { .. })));
        fs::write(other.path(0), "rubbish").unwrap();
        assert!(matches!(other.run(&mut |_| ()), Err(GenerateError::Shard(_))));
    }

    #[test]
    fn what_a_killed_run_left_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let order = order(root.path(), 1);
        order.run(&mut |_| ()).unwrap();
        let names = || {
            let entries = fs::read_dir(root.path()).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            BTreeSet::from_iter(names)
        };
        let mut expected = names();
        for name in ["00002.shard.4711.tmp", "00007.shard.1.tmp"] {
            fs::write(root.path().join(name), "half a shard").unwrap();
        }
        // Whoever else writes here holds no lock.
        for name in ["training.shard.1.tmp", "00002.shard.tmp", "weights.eval.1.tmp"] {
            fs::write(root.path().join(name), "").unwrap();
            expected.insert(name.to_owned());
        }
        order.run(&mut |_| ()).unwrap();
        assert_eq!(names(), expected);
    }

    #[test]
    fn two_runs_do_not_share_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let order = order(root.path(), 1);
        let mut refused = 0;
        let other = Order { seed: 2, ..order.clone() };
        let mut try_other = |_| {
            let end = other.run(&mut |_| ());
            refused +=
                u32::from(matches!(end, Err(GenerateError::Folder(LabError::FolderInUse { .. }))));
        };
        order.run(&mut try_other).unwrap();
        assert_eq!(refused, 4);
    }

    #[test]
    fn starts_that_do_not_exist_are_not_looked_for_for_ever() {
        let root = tempfile::tempdir().unwrap();
        // Two random moves lead to three different positions.
        for (games, found) in [(3, None), (4, Some(3))] {
            let mut order = Order { games, shards: (0, 1), ..order(root.path(), 1) };
            order.folder = root.path().join(games.to_string());
            order.recipe.random = (2, 2);
            match (order.run(&mut |_| ()), found) {
                (Ok(()), None) => {}
                (Err(GenerateError::Starts { found, .. }), Some(all)) => assert_eq!(found, all),
                (end, _) => panic!("{end:?}"),
            }
        }
    }
}
