//! `run.toml` of a suite: what was solved, by what and on what.

use serde::Serialize;

use super::SuiteReport;
use crate::digest::Digest;

/// `run.toml`: the circumstances.
#[derive(Serialize)]
pub(super) struct Circumstances<'a> {
    experiment: &'a str,
    command: String,
    version: &'a str,
    commit: String,
    /// The sum of the bench's nodes.
    signature: u64,
    /// The weights that positions are judged by.
    weights: &'a str,
    instructions: String,
    threads: usize,
    hash_mebibytes: usize,
    planned: usize,
    done: usize,
    complete: bool,
    /// The same program finds the same scores, moves and nodes on any machine; true of one thread.
    reproducible: bool,
    /// SHA-256 of the lines `number,score,best,nodes`, which is all in `positions.csv` that can be
    /// reproduced.
    digest: String,
    cpu: String,
    system: String,
    /// Programs at work when it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<f64>,
    finished: String,
    /// Seconds of solving.
    seconds: f64,
    /// The problem files by their SHA-256.
    files: toml::Table,
}

impl Circumstances<'_> {
    /// What a reader wants to know, in English words.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let yes = |whether: bool| if whether { "yes" } else { "no" }.to_owned();
        vec![
            ("experiment", self.experiment.to_owned()),
            ("command", format!("`{}`", self.command.replace('`', "'"))),
            ("done", format!("{} / {}", self.done, self.planned)),
            ("reproducible", yes(self.reproducible)),
            ("digest (SHA-256)", format!("`{}`", self.digest)),
            (
                "program",
                format!("Yomi {}, {}, bench {}", self.version, self.commit, self.signature),
            ),
            ("weights", self.weights.to_owned()),
            ("processor", format!("{}, {}", self.cpu, self.instructions)),
            ("system", self.system.clone()),
            ("threads", self.threads.to_string()),
            ("table (MiB)", self.hash_mebibytes.to_string()),
            ("finished", self.finished.clone()),
            ("seconds of work", format!("{:.3}", self.seconds)),
        ]
    }
}

impl SuiteReport {
    pub(super) fn circumstances(&self) -> Circumstances<'_> {
        let mut digest = Digest::default();
        for entry in &self.entries {
            digest
                .add(format!("{},{},{},{}\n", entry.number, entry.score, entry.best, entry.nodes));
        }
        let files = self
            .run
            .sources
            .iter()
            .map(|source| (source.name.clone(), source.digest.clone().into()));
        Circumstances {
            experiment: &self.name,
            command: self.session.command.clone(),
            version: env!("CARGO_PKG_VERSION"),
            commit: self.program.commit.clone(),
            signature: self.program.signature.unwrap_or_default(),
            weights: &self.program.weights,
            instructions: self.session.instructions.clone(),
            threads: self.run.threads,
            hash_mebibytes: self.run.mebibytes,
            planned: self.planned,
            done: self.entries.len(),
            complete: self.entries.len() == self.planned,
            reproducible: self.is_reproducible(),
            digest: digest.hexadecimal(),
            cpu: self.session.cpu.clone(),
            system: self.session.system.clone(),
            load: self.session.load,
            finished: self.finished.clone(),
            seconds: (self.sum(&(0..=u32::MAX)).seconds * 1000.0).round() / 1000.0,
            files: files.collect(),
        }
    }
}
