//! `run.toml`: what was run, from what, on what, and the digest by which anybody can check a rerun.

use std::fs;
use std::path::{Component, Path};
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// The circumstances of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment's name.
    pub experiment: String,
    /// The command that was typed.
    pub command: String,
    /// The version of Yomi.
    pub version: String,
    /// The commit, with `+` if files had been changed since.
    pub commit: String,
    /// SHA-256 of everything that decides the rows: the experiment file and what the command line changed in it.
    pub plan: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The same plan gives the same rows on any machine; false if time limits decide.
    pub reproducible: bool,
    /// The file of rows.
    pub rows: String,
    /// SHA-256 of that file.
    pub digest: String,
    /// Games or positions planned.
    pub planned: u64,
    /// Games or positions done.
    pub done: u64,
    /// Whether all that was planned is done.
    pub complete: bool,
    /// The processor.
    pub cpu: String,
    /// The operating system and architecture.
    pub system: String,
    /// Threads at work.
    pub threads: usize,
    /// When it ended, UTC.
    pub finished: String,
    /// Seconds of work, charts and start-up excluded; of the last session if it was interrupted.
    pub wall_seconds: f64,
    /// Games or positions a second in that time.
    pub per_second: f64,
}

impl Manifest {
    /// Fills in what the machine knows.
    #[must_use]
    pub fn here(experiment: &str, plan: String, seed: u64) -> Self {
        Self {
            experiment: experiment.to_owned(),
            command: command(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: commit(),
            plan,
            seed,
            reproducible: true,
            rows: String::new(),
            digest: String::new(),
            planned: 0,
            done: 0,
            complete: false,
            cpu: cpu(),
            system: system(),
            threads: rayon::current_num_threads(),
            finished: String::new(),
            wall_seconds: 0.0,
            per_second: 0.0,
        }
    }

    /// Fills in what was done, the time now being its end.
    pub fn finish(&mut self, planned: u64, session: u64, done: u64, digest: String, time: Duration) {
        (self.planned, self.done, self.complete, self.digest) = (planned, done, planned == done, digest);
        self.finished = now();
        self.wall_seconds = (time.as_secs_f64() * 1000.0).round() / 1000.0;
        self.per_second = (session as f64 / time.as_secs_f64()).round();
    }
}

/// The command that was typed, without the folders of this machine: files inside the folder it was typed in keep their
/// path from there, others their name alone.
pub(super) fn command() -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let words = std::env::args().skip(1).map(|word| without_folders(&word, &here));
    let quoted = words.map(|word| if word.contains(' ') { format!("'{word}'") } else { word });
    std::iter::once("yomi-lab".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// A word of a command without folders outside `here`; it may be an option with a value, `--out=FOLDER`.
fn without_folders(word: &str, here: &Path) -> String {
    let (option, value) = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (format!("{option}="), value),
        _ => (String::new(), word),
    };
    let path = Path::new(value);
    let inside = path.strip_prefix(here).unwrap_or(path);
    let leaves = inside.is_absolute() || inside.components().any(|part| part == Component::ParentDir);
    let kept = if leaves { inside.file_name().map(Path::new).unwrap_or(inside) } else { inside };
    match value.contains('/') {
        true => format!("{option}{}", kept.display()),
        false => word.to_owned(),
    }
}

pub(super) fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(head) = git(&["rev-parse", "HEAD"]) else { return "unknown".to_owned() };
    // Results being rewritten do not make the program another one.
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ":!results"]);
    if changed.is_some_and(|changed| changed.is_empty()) { head } else { format!("{head}+") }
}

/// Programs that were at work on this machine in the last minute on average, as far as the system says.
#[must_use]
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

pub(super) fn system() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

pub(super) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

pub(super) fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let Some(model) = field("model name") else { return "unknown".to_owned() };
    let number = |name| field(name).unwrap_or_default();
    format!("{model} (family {}, model {})", number("cpu family"), number("model\t"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_name_no_folders_of_this_machine() {
        let kept = |word: &str| without_folders(word, Path::new("/home/me/yomi"));
        for word in ["run", "--games", "50", "experiments/a.toml", "--out=results/a", "a=b", "--variant=x"] {
            assert_eq!(kept(word), word);
        }
        assert_eq!(kept("/home/me/yomi/experiments/a.toml"), "experiments/a.toml");
        assert_eq!(kept("/data/suite 40.obf"), "suite 40.obf");
        assert_eq!(kept("../elsewhere/suite.obf"), "suite.obf");
        assert_eq!(kept("--out=/tmp/a"), "--out=a");
        assert_eq!(kept("results/../../b"), "b");
    }
}
