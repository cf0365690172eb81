//! Other programs among the players: a journal goes on only with the ones that it began with.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use crate::digest;
use crate::games::LabGame;
use crate::plan::Experiment;
use crate::run::record::Run;

/// SHA-256 of the files that they are made of, by their paths, as far as these can be read.
pub(super) fn digests<G: LabGame>(experiment: &Experiment<G>) -> BTreeMap<String, String> {
    let files = experiment.contestants.iter().flat_map(|contestant| contestant.player.files());
    let digest = |path: &PathBuf| digest::of_all(&mut File::open(path).ok()?).ok();
    files.filter_map(|path| Some((path.display().to_string(), digest(&path)?))).collect()
}

/// The files of `old` that are others now.
pub(super) fn changed(old: &Run, new: &Run) -> Vec<String> {
    let is_other = |(path, digest): &(&String, &String)| {
        new.engines.get(*path).is_some_and(|now| now != *digest)
    };
    let told = |(path, _): (&String, &String)| {
        format!("`{path}`, which plays, is another file than at the journal's beginning")
    };
    old.engines.iter().filter(is_other).map(told).collect()
}
