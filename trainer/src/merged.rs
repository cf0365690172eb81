//! The folder of a corpus: `training.shard`, `held-out.shard` and `apart.shard`, all with the same
//! description.

use std::fs;
use std::io;
use std::path::Path;

use crate::corpus::{Corpus, CorpusError, contains};
use crate::file::FileError;
use crate::shard::{Fault, Shard, ShardError};

/// Written last and removed first: where it is, the folder is complete.
const LAST: &str = "held-out.shard";

/// Writes a corpus.
///
/// # Errors
/// When the system cannot write it. What is there then cannot be opened.
pub fn save(corpus: Corpus, folder: &Path) -> Result<(), CorpusError> {
    let Corpus { description, training, held_out, apart } = corpus;
    let at = |error| ShardError::from(FileError { path: folder.to_owned(), error });
    fs::create_dir_all(folder).map_err(at)?;
    match fs::remove_file(folder.join(LAST)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(error).into()),
        _ => {}
    }
    for (name, samples) in [("training.shard", training), ("apart.shard", apart), (LAST, held_out)]
    {
        Shard { description: description.clone(), samples }.write(&folder.join(name))?;
    }
    Ok(())
}

/// Reads the corpus of a folder.
///
/// # Errors
/// When a part cannot be read, or parts do not belong together.
pub fn open(folder: &Path) -> Result<Corpus, CorpusError> {
    let part = |name| match Shard::read(&folder.join(name)) {
        Err(ShardError { path, fault: Fault::System(error) })
            if error.kind() == io::ErrorKind::NotFound =>
        {
            Err(CorpusError::Incomplete(path))
        }
        read => Ok(read?),
    };
    let [training, held_out, apart] = [part("training.shard")?, part(LAST)?, part("apart.shard")?];
    // The same words could come from other positions; what is in two parts is looked for.
    let mixed = [(&training, &held_out), (&training, &apart), (&held_out, &apart)]
        .into_iter()
        .any(|(one, other)| one.description != other.description || overlap(one, other));
    if mixed {
        return Err(CorpusError::Mixed(folder.to_owned()));
    }
    Ok(Corpus {
        description: training.description,
        training: training.samples,
        held_out: held_out.samples,
        apart: apart.samples,
    })
}

/// Whether a position is in both.
fn overlap(one: &Shard, other: &Shard) -> bool {
    other.samples.iter().any(|sample| contains(&one.samples, sample))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Sample;

    fn corpus(description: &str, training: u64) -> Corpus {
        let samples = |mover| {
            vec![Sample { mover, opponent: 0, score: 0, forecast: 0, exact: false, games: 1 }]
        };
        let description = description.to_owned();
        let [training, held_out, apart] = [training, 2, 4].map(samples);
        Corpus { description, training, held_out, apart }
    }

    #[test]
    fn a_corpus_survives_a_folder_again_and_again() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("new/folder");
        for corpus in [corpus("one", 1), corpus("other", 8)] {
            save(corpus.clone(), &folder).unwrap();
            assert_eq!(open(&folder).unwrap(), corpus);
        }
    }

    #[test]
    fn parts_of_different_merges_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let [one, other, same, judge] =
            ["one", "other", "same", "judge"].map(|name| root.path().join(name));
        save(corpus("one", 1), &one).unwrap();
        save(corpus("other", 8), &other).unwrap();
        save(corpus("one", 2), &same).unwrap();
        let two = corpus("one", 1);
        save(Corpus { held_out: two.apart.clone(), ..two }, &judge).unwrap();
        let refused = |folder: &Path| matches!(open(folder), Err(CorpusError::Mixed(_)));
        assert!(refused(&same), "position 2 is learned from and held out");
        assert!(refused(&judge), "position 4 is held out and kept for the truth");
        fs::copy(other.join("training.shard"), one.join("training.shard")).unwrap();
        assert!(refused(&one), "another description");
    }

    /// As if the program were killed before the last part.
    #[test]
    fn a_folder_half_written_cannot_be_opened() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        save(corpus("one", 1), folder).unwrap();
        fs::remove_file(folder.join("apart.shard")).unwrap();
        assert!(matches!(open(folder), Err(CorpusError::Incomplete(_))));
        fs::create_dir(folder.join("apart.shard")).unwrap();
        assert!(save(corpus("one", 8), folder).is_err());
        fs::remove_dir(folder.join("apart.shard")).unwrap();
        save(corpus("one", 8), &folder.join("other")).unwrap();
        fs::copy(folder.join("other/apart.shard"), folder.join("apart.shard")).unwrap();
        assert!(open(folder).is_err(), "the new training part beside the old one held out");
    }
}
