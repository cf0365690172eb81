//! Other programs among the players: a journal goes on only with the ones that it began with.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use crate::digest;
use crate::games::LabGame;
use crate::players::Contender;

/// SHA-256 of files by their names.
pub(super) type Engines = BTreeMap<String, String>;

/// SHA-256 of the files that they are, by what their commands call these, as far as they can be
/// read.
pub(super) fn digests<'a, G: LabGame>(
    players: impl IntoIterator<Item = &'a Contender<G>>,
) -> Engines {
    let files: BTreeMap<String, PathBuf> =
        players.into_iter().filter_map(Contender::file).collect();
    let digest = |path: &PathBuf| digest::of_all(&mut File::open(path).ok()?).ok();
    files.into_iter().filter_map(|(name, path)| Some((name, digest(&path)?))).collect()
}

/// The files of `old` that are others in `new`; `before` says where the old ones were.
pub(super) fn changed(old: &Engines, new: &Engines, before: &str) -> Vec<String> {
    let is_other =
        |(name, digest): &(&String, &String)| new.get(*name).is_some_and(|now| now != *digest);
    let told = |(name, _): (&String, &String)| {
        format!("the program `{name}` is another file than {before}")
    };
    old.iter().filter(is_other).map(told).collect()
}

/// In a journal of its own.
pub(super) const IN_JOURNAL: &str = "when the journal began";

/// Those of both: what cannot be read now is remembered.
pub(super) fn joined(old: &Engines, new: &Engines) -> Engines {
    let both = old.iter().chain(new);
    both.map(|(name, digest)| (name.clone(), digest.clone())).collect()
}
