//! All samples, merged and split: what is learned from, and what shows whether something was
//! learned.
//!
//! Games meet: positions that are the same up to symmetry become one sample, so that none of them
//! is in both parts. Whole shards are held out, not single positions, because positions of one game
//! have the same label.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sample::Sample;
use crate::shard::{Shard, ShardError};

/// Of this many shards one is held out.
const HELD_OUT_EACH: usize = 25;

/// Samples to learn from, and samples to test on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// What is learned from, in the order of the boards.
    pub training: Vec<Sample>,
    /// What is not, and has no position in common with it.
    pub held_out: Vec<Sample>,
    /// Where they come from.
    pub sources: Vec<String>,
}

impl Corpus {
    /// Merges and splits the shards of some folders, and of others (`exact`) the exact scores. No
    /// position of the folder `truth` is learned from. Of the shards not held out one in `every` is
    /// taken.
    ///
    /// # Errors
    /// When a shard cannot be read.
    pub fn gather(
        folders: &[PathBuf],
        exact: &[PathBuf],
        truth: Option<&Path>,
        every: usize,
    ) -> Result<Self, ShardError> {
        let (mut training, mut held_out, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        let all = folders.iter().map(|folder| (folder, false));
        for (folder, only_exact) in all.chain(exact.iter().map(|folder| (folder, true))) {
            let paths = shards(folder)?;
            for (number, path) in paths.iter().enumerate() {
                let held = number % HELD_OUT_EACH == HELD_OUT_EACH - 1;
                if !held && number % every != 0 {
                    continue;
                }
                let part = if held { &mut held_out } else { &mut training };
                let Shard { samples, description } = Shard::read(path)?;
                if number == 0 {
                    sources.push(source(paths.len(), &description, only_exact));
                }
                part.extend(samples.into_iter().filter(|sample| sample.exact || !only_exact));
            }
        }
        let mut apart = Vec::new();
        for path in truth.map_or(Ok(Vec::new()), shards)? {
            apart.extend(Shard::read(&path)?.samples);
        }
        let [mut training, mut held_out, apart] = [training, held_out, apart].map(merged);
        training.retain(|sample| !contains(&apart, sample));
        held_out.retain(|sample| !contains(&training, sample));
        Ok(Self { training, held_out, sources })
    }
}

/// What a folder holds, from the description of its first shard.
fn source(count: usize, first: &str, only_exact: bool) -> String {
    let text = first.replacen(", shard 0,", "", 1);
    format!("{count} shards of {text}{}", if only_exact { ", exact scores only" } else { "" })
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

    #[test]
    fn nothing_is_in_two_parts() {
        let root = tempfile::tempdir().unwrap();
        let [games, truth] = ["games", "truth"].map(|name| root.path().join(name));
        let write = |folder: &Path, number: usize, samples: Vec<Sample>| {
            fs::create_dir_all(folder).unwrap();
            let shard = Shard { description: "seed 1, shard 0, by hand".to_owned(), samples };
            shard.write(&folder.join(format!("{number:05}.shard"))).unwrap();
        };
        for number in 0..HELD_OUT_EACH {
            let own = number as u64 * 10 + 1;
            write(
                &games,
                number,
                vec![sample(own, 0, false), sample(5, 128, false), sample(7, 0, true)],
            );
        }
        write(&truth, 0, vec![sample(7, 0, true)]);
        let corpus = Corpus::gather(std::slice::from_ref(&games), &[], Some(&truth), 1).unwrap();
        let movers =
            |samples: &[Sample]| samples.iter().map(|sample| sample.mover).collect::<Vec<_>>();
        let held_out = HELD_OUT_EACH as u64 * 10 - 9;
        assert_eq!(corpus.sources, ["25 shards of seed 1 by hand"]);
        assert_eq!(
            corpus.training.len(),
            HELD_OUT_EACH,
            "a position of each shard and the shared one"
        );
        assert!(
            !movers(&corpus.training).contains(&7) && !movers(&corpus.training).contains(&held_out)
        );
        assert_eq!(movers(&corpus.held_out), [7, held_out]);
        let exact = Corpus::gather(&[], &[games], None, 1).unwrap();
        assert_eq!((movers(&exact.training), exact.held_out), (vec![7], vec![]));
    }
}
