//! Other programs among the players: a journal goes on only with the ones that it began with.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use crate::digest;
use crate::games::LabGame;
use crate::plan::Experiment;
use crate::run::record::Run;

/// SHA-256 of the files that they are, by what their commands call these, as far as they can be
/// read.
pub(super) fn digests<G: LabGame>(experiment: &Experiment<G>) -> BTreeMap<String, String> {
    let contestants = experiment.contestants.iter();
    let files: BTreeMap<String, PathBuf> =
        contestants.filter_map(|contestant| contestant.player.file()).collect();
    let digest = |path: &PathBuf| digest::of_all(&mut File::open(path).ok()?).ok();
    files.into_iter().filter_map(|(name, path)| Some((name, digest(&path)?))).collect()
}

/// The files of `old` that are others now.
pub(super) fn changed(old: &Run, new: &Run) -> Vec<String> {
    let is_other = |(name, digest): &(&String, &String)| {
        new.engines.get(*name).is_some_and(|now| now != *digest)
    };
    let told = |(name, _): (&String, &String)| {
        format!("the program `{name}` is another file than when the journal began")
    };
    old.engines.iter().filter(is_other).map(told).collect()
}

/// Those of both: what cannot be read now is remembered.
pub(super) fn joined(old: &Run, new: &Run) -> BTreeMap<String, String> {
    let both = old.engines.iter().chain(&new.engines);
    both.map(|(name, digest)| (name.clone(), digest.clone())).collect()
}
