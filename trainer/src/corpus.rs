//! All samples, merged and split: what is learned from, and what shows whether something was
//! learned.
//!
//! Games meet: positions that are the same up to symmetry become one sample, so that none of them
//! is in two parts. Whole shards are held out, not single positions, because positions of one game
//! have the same label.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::sample::Sample;
use crate::shard::{Shard, ShardError};

/// Of this many shards one is held out.
const HELD_OUT_EACH: u32 = 25;

/// Samples to learn from, and samples to test on. No position is in two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// How many there are and where they come from.
    pub description: String,
    /// What is learned from, in the order of the boards.
    pub training: Vec<Sample>,
    /// What shows when to stop, in the order of the boards.
    pub held_out: Vec<Sample>,
    /// What the weights are measured with, in the order of the boards.
    pub apart: Vec<Sample>,
}

/// Why there is no corpus.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A shard cannot be read or written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A shard's name does not say whether it is held out.
    #[error("{}: expected a number as the name of a shard, such as 00012.shard", .0.display())]
    Name(PathBuf),
    /// The same games would count twice.
    #[error("{}: the same games as {}", path.display(), other.display())]
    Twice {
        /// The shard.
        path: PathBuf,
        /// The shard that was read before.
        other: PathBuf,
    },
    /// A folder of games has none.
    #[error("{}: expected shards such as 00012.shard, found none", .0.display())]
    Empty(PathBuf),
    /// A part is missing: its folder is of an earlier version, or was never finished.
    #[error("{}: not there, merge the games again", .0.display())]
    Incomplete(PathBuf),
    /// Parts in one folder come from different merges.
    #[error("{}: its shards do not belong together, merge the games again", .0.display())]
    Mixed(PathBuf),
}

impl Corpus {
    /// Merges and splits the shards of some folders, and of others (`exact`) the exact scores. No
    /// position of the folder `truth` is learned from or held out: what measures the weights has no
    /// part in choosing them. Of the shards not held out one in `every` is taken; what is held out
    /// does not depend on that.
    ///
    /// # Errors
    /// When a folder has no shards, or a shard cannot be read, comes twice, or has a name that is
    /// no number.
    pub fn gather(
        folders: &[PathBuf],
        exact: &[PathBuf],
        truth: Option<&Path>,
        every: u32,
    ) -> Result<Self, CorpusError> {
        let mut gathered = Gathered { every: every.max(1), ..Gathered::default() };
        let all = folders.iter().map(|folder| (folder, false));
        for (folder, only_exact) in all.chain(exact.iter().map(|folder| (folder, true))) {
            gathered.add(folder, only_exact)?;
        }
        let mut apart = Vec::new();
        for path in truth.map_or(Ok(Vec::new()), some_shards)? {
            apart.extend(Shard::read(&path)?.samples);
        }
        Ok(gathered.split(merged(apart)))
    }
}

/// The samples of shards, by what becomes of these.
#[derive(Default)]
struct Gathered {
    every: u32,
    training: Vec<Sample>,
    /// Of shards that another `every` would learn from.
    unused: Vec<Sample>,
    held_out: Vec<Sample>,
    sources: Vec<String>,
    /// The shards so far, by their descriptions: these say all that makes the samples.
    known: HashMap<String, PathBuf>,
}

impl Gathered {
    fn add(&mut self, folder: &Path, only_exact: bool) -> Result<(), CorpusError> {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for path in &some_shards(folder)? {
            let number = number(path).ok_or_else(|| CorpusError::Name(path.clone()))?;
            let Shard { samples, description } = Shard::read(path)?;
            let kind = kind(number, &description, only_exact);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
            if let Some(other) = self.known.insert(description, path.clone()) {
                return Err(CorpusError::Twice { path: path.clone(), other });
            }
            // By the number and not by the place, so that a shard which is missing changes nothing
            // for the others.
            let part = match number {
                _ if number % HELD_OUT_EACH == HELD_OUT_EACH - 1 => &mut self.held_out,
                _ if number.is_multiple_of(self.every) => &mut self.training,
                _ => &mut self.unused,
            };
            part.extend(samples.into_iter().filter(|sample| sample.exact || !only_exact));
        }
        self.sources.extend(kinds.iter().map(|(kind, count)| format!("{count} shards of {kind}")));
        Ok(())
    }

    fn split(self, apart: Vec<Sample>) -> Corpus {
        let Self { every, sources, .. } = self;
        let [mut training, mut unused, mut held_out] =
            [self.training, self.unused, self.held_out].map(merged);
        for part in [&mut training, &mut unused, &mut held_out] {
            part.retain(|sample| !contains(&apart, sample));
        }
        held_out.retain(|sample| !contains(&training, sample) && !contains(&unused, sample));
        let part = if every > 1 { format!(", one of {every}") } else { String::new() };
        let description = format!(
            "{} positions, {} held out, from {}{part}",
            training.len(),
            held_out.len(),
            sources.join(" and ")
        );
        Corpus { description, training, held_out, apart }
    }
}

/// What a shard holds but for its number, which its description names.
fn kind(number: u32, description: &str, only_exact: bool) -> String {
    let text = description.replacen(&format!(", shard {number},"), "", 1);
    text + if only_exact { ", exact scores only" } else { "" }
}

/// The shards of a folder that has to have some, in the order of their names.
///
/// # Errors
/// When the folder cannot be read or has none: its name may be mistyped.
pub fn some_shards(folder: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let found = shards(folder)?;
    if found.is_empty() { Err(CorpusError::Empty(folder.to_owned())) } else { Ok(found) }
}

/// The number that is the name of a shard.
pub(crate) fn number(shard: &Path) -> Option<u32> {
    let is_shard = shard.extension().is_some_and(|extension| extension == "shard");
    shard.file_stem().filter(|_| is_shard)?.to_str()?.parse().ok()
}

/// The shards of a folder, in the order of their names.
///
/// # Errors
/// When the folder cannot be read.
pub fn shards(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries =
        entries.map_err(|error| ShardError { path: folder.to_owned(), fault: error.into() })?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "shard"));
    paths.sort();
    Ok(paths)
}

/// Makes samples of the same board one: exact if one of them is, otherwise their mean. In the order
/// of the boards.
fn merged(mut samples: Vec<Sample>) -> Vec<Sample> {
    samples.sort_unstable();
    samples.chunk_by(|a, b| board(a) == board(b)).map(merge).collect()
}

fn board(sample: &Sample) -> (u64, u64) {
    (sample.mover, sample.opponent)
}

fn merge(same: &[Sample]) -> Sample {
    let games: i64 = same.iter().map(|sample| i64::from(sample.games)).sum();
    let mean = |number: fn(&Sample) -> i16| {
        let total: i64 =
            same.iter().map(|sample| i64::from(number(sample)) * i64::from(sample.games)).sum();
        (2 * total + games).div_euclid(2 * games) as i16
    };
    let of_games = Sample {
        score: mean(|sample| sample.score),
        forecast: mean(|sample| sample.forecast),
        ..same[0]
    };
    let exact = same.iter().find(|sample| sample.exact);
    Sample { games: games.min(255) as u8, ..*exact.unwrap_or(&of_games) }
}

/// Whether one of the samples, in the order of their boards, is of the same board.
pub(crate) fn contains(sorted: &[Sample], sample: &Sample) -> bool {
    sorted.binary_search_by_key(&board(sample), board).is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn sample(mover: u64, score: i16, exact: bool) -> Sample {
        Sample { mover, opponent: 0, score, forecast: score / 2, exact, games: 1 }
    }

    #[test]
    fn games_that_meet_are_averaged_and_perfect_play_is_believed() {
        let games = vec![sample(1, 512, false), sample(2, -7, false), sample(1, -256, false)];
        assert_eq!(
            merged(games),
            [Sample { games: 2, ..sample(1, 128, false) }, sample(2, -7, false)]
        );
        let solved = vec![sample(1, 512, false), sample(1, -256, true)];
        assert_eq!(merged(solved), [Sample { games: 2, ..sample(1, -256, true) }]);
    }

    /// A shard of `order` with some positions.
    fn write(folder: &Path, order: &str, number: u32, movers: &[u64]) {
        fs::create_dir_all(folder).unwrap();
        let samples = movers.iter().map(|&mover| sample(mover, 0, mover == 7)).collect();
        let shard = Shard { description: format!("{order}, shard {number}, by hand"), samples };
        shard.write(&folder.join(format!("{number:05}.shard"))).unwrap();
    }

    fn movers(samples: &[Sample]) -> Vec<u64> {
        samples.iter().map(|sample| sample.mover).collect()
    }

    #[test]
    fn nothing_is_in_two_parts() {
        let root = tempfile::tempdir().unwrap();
        let [games, truth] = ["games", "truth"].map(|name| root.path().join(name));
        for number in 0..HELD_OUT_EACH {
            write(&games, "seed 1", number, &[u64::from(number) * 10 + 1, 5, 7]);
        }
        write(&truth, "seed 2", 0, &[7]);
        let folders = std::slice::from_ref(&games);
        let corpus = Corpus::gather(folders, &[], Some(&truth), 1).unwrap();
        let held_out = u64::from(HELD_OUT_EACH) * 10 - 9;
        assert_eq!(
            corpus.description,
            "25 positions, 1 held out, from 25 shards of seed 1 by hand"
        );
        let parts = [&corpus.training, &corpus.held_out, &corpus.apart].map(|part| movers(part));
        assert_eq!(parts[0].len(), 25, "a position of each shard and the shared one");
        assert_eq!(parts[1..], [vec![held_out], vec![7]]);
        let all = parts.concat();
        assert_eq!(HashSet::<u64>::from_iter(all.iter().copied()).len(), all.len(), "{all:?}");
        let exact = Corpus::gather(&[], &[games], None, 1).unwrap();
        assert_eq!((movers(&exact.training), exact.held_out), (vec![7], vec![]));
    }

    /// Position 11 is in shard 1, which one in two leaves out, and in the one held out.
    #[test]
    fn what_is_held_out_is_the_same_for_every_part() {
        let root = tempfile::tempdir().unwrap();
        let games = root.path().join("games");
        for number in 0..HELD_OUT_EACH {
            write(&games, "seed 1", number, &[u64::from(number) * 10 + 1, 11 + u64::from(number)]);
        }
        write(&games, "seed 1", HELD_OUT_EACH - 1, &[11, 500]);
        let of = |every| Corpus::gather(std::slice::from_ref(&games), &[], None, every).unwrap();
        assert_eq!((movers(&of(1).held_out), movers(&of(2).held_out)), (vec![500], vec![500]));
        assert!(of(2).training.len() < of(1).training.len());
        assert!(of(2).description.ends_with("by hand, one of 2"), "{}", of(2).description);
    }

    #[test]
    fn a_missing_shard_changes_nothing_for_the_others() {
        let root = tempfile::tempdir().unwrap();
        let games = root.path().join("games");
        for number in [3, 23, 24, 25, 49] {
            write(&games, "seed 1", number, &[u64::from(number) + 100]);
        }
        let corpus = Corpus::gather(&[games], &[], None, 1).unwrap();
        assert_eq!(movers(&corpus.held_out), [124, 149]);
        assert!(corpus.description.ends_with("5 shards of seed 1 by hand"));
    }

    #[test]
    fn folders_without_shards_are_refused_and_all_kinds_are_told_of() {
        let root = tempfile::tempdir().unwrap();
        let [games, empty] = ["games", "empty"].map(|name| root.path().join(name));
        fs::create_dir(&empty).unwrap();
        write(&games, "seed 1", 0, &[1]);
        write(&games, "seed 2", 1, &[2]);
        write(&games, "seed 1", 2, &[3]);
        let of =
            |folder: &PathBuf, truth| Corpus::gather(std::slice::from_ref(folder), &[], truth, 1);
        let told = "2 shards of seed 1 by hand and 1 shards of seed 2 by hand";
        assert!(of(&games, None).unwrap().description.ends_with(told));
        let refused = |error| matches!(error, CorpusError::Empty(_));
        assert!(refused(of(&empty, None).unwrap_err()));
        assert!(refused(of(&games, Some(&empty)).unwrap_err()));
    }

    #[test]
    fn no_game_counts_twice() {
        let root = tempfile::tempdir().unwrap();
        let [one, two, named] = ["one", "two", "named"].map(|name| root.path().join(name));
        write(&one, "seed 1", 0, &[1]);
        write(&two, "seed 2", 0, &[2]);
        let gather = |folders: &[&PathBuf]| {
            Corpus::gather(&folders.iter().copied().cloned().collect::<Vec<_>>(), &[], None, 1)
        };
        assert_eq!(gather(&[&one, &two]).unwrap().training.len(), 2);
        let twice = |error| matches!(error, CorpusError::Twice { .. });
        assert!(twice(gather(&[&one, &one]).unwrap_err()));
        fs::copy(one.join("00000.shard"), two.join("00001.shard")).unwrap();
        assert!(twice(gather(&[&one, &two]).unwrap_err()));
        fs::create_dir(&named).unwrap();
        fs::copy(one.join("00000.shard"), named.join("copy.shard")).unwrap();
        assert!(matches!(gather(&[&named]).unwrap_err(), CorpusError::Name(_)));
    }
}
