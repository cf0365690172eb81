//! `run.toml`: what was run, from what, on what, and the digest by which anybody can check a rerun.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use yomi_engine::games::othello::InstructionSet;

use crate::language::Language;
use crate::run::history::History;
use crate::run::record::Session;
use crate::run::speed::Speed;

/// The circumstances of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The experiment's name.
    pub experiment: String,
    /// The command that was typed first for what is run now.
    pub command: String,
    /// The version of Yomi.
    pub version: String,
    /// The commit it was built from, with `+` if files had been changed since.
    pub commit: String,
    /// The first digits of the SHA-256 of all sources that decide games.
    pub fingerprint: String,
    /// The engine's bench signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<u64>,
    /// The weights that the expert judges positions by.
    pub weights: String,
    /// SHA-256 of the list of everything there is to do.
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
    /// The processor; several if the work was done on several.
    pub cpu: String,
    /// The operating system and architecture.
    pub system: String,
    /// Threads at work.
    pub threads: usize,
    /// When a session last ended in good order, UTC; empty if none did.
    pub finished: String,
    /// Seconds of work, charts and start-up excluded, as far as sessions ended in good order.
    pub wall_seconds: f64,
    /// Games or positions a second in that time.
    pub per_second: f64,
    /// SHA-256 of the files that other programs among the players are, by what their commands call
    /// these.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, String>,
}

/// What a journal was found to have.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The file of rows.
    pub rows: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// SHA-256 of the file of rows.
    pub digest: String,
    /// How many were planned.
    pub planned: u64,
    /// How many are done.
    pub done: u64,
    /// How fast.
    pub speed: Speed,
}

impl Facts {
    /// `120 of 400 games`, unless all are done.
    #[must_use]
    pub fn unfinished(&self, language: Language) -> Option<String> {
        let unit = language.word(self.unit);
        (self.done < self.planned)
            .then(|| language.say("{} of {} {}", &[&self.done, &self.planned, &unit]))
    }
}

impl Manifest {
    /// What a journal says of a run.
    #[must_use]
    pub fn new(history: &History, facts: &Facts, seed: u64, reproducible: bool) -> Self {
        // Who did nothing has no threads.
        let at_work = history.sessions.iter().rfind(|session| session.threads > 0);
        let (run, last) = (&history.run, at_work.or(history.sessions.last()));
        Self {
            experiment: run.name.clone(),
            command: history.command.clone(),
            version: run.program.version.clone(),
            commit: run.program.commit.clone(),
            fingerprint: run.program.fingerprint.clone(),
            signature: history.first.program.signature,
            weights: run.program.weights.clone(),
            plan: run.schedule.clone(),
            seed,
            reproducible,
            rows: facts.rows.to_owned(),
            digest: facts.digest.clone(),
            planned: facts.planned,
            done: facts.done,
            complete: facts.done == facts.planned,
            cpu: processors(&history.sessions),
            system: last.map_or_else(String::new, |session| session.system.clone()),
            threads: last.map_or(0, |session| session.threads),
            finished: history.ends.iter().map(|end| end.at.clone()).max().unwrap_or_default(),
            wall_seconds: (facts.speed.seconds * 1000.0).round() / 1000.0,
            per_second: facts.speed.per_second(),
            engines: run.engines.clone(),
        }
    }
}

impl Manifest {
    /// What a reader wants to know of a run, in English words.
    #[must_use]
    pub fn circumstances(&self) -> Vec<(&'static str, String)> {
        let yes = |whether: bool| if whether { "yes" } else { "no" }.to_owned();
        let again = format!("`{}`", self.command.replace('`', "'"));
        let signature = self.signature.map_or(String::new(), |sum| format!(", bench {sum}"));
        vec![
            ("experiment", self.experiment.clone()),
            ("command", again),
            ("seed", self.seed.to_string()),
            ("done", format!("{} / {}", self.done, self.planned)),
            ("reproducible", yes(self.reproducible)),
            ("digest (SHA-256)", format!("`{}` {}", self.digest, self.rows)),
            ("plan (SHA-256)", format!("`{}`", self.plan)),
            ("program", format!("Yomi {}, {}{signature}", self.version, self.commit)),
            ("fingerprint", self.fingerprint.clone()),
            ("weights", self.weights.clone()),
            ("processor", self.cpu.clone()),
            ("system", self.system.clone()),
            ("threads", self.threads.to_string()),
            ("finished", self.finished.clone()),
            ("seconds of work", format!("{:.3}", self.wall_seconds)),
            ("games or positions a second", self.per_second.to_string()),
        ]
    }
}

/// The processors that worked, each once, in the order of their work.
pub(crate) fn processors(sessions: &[Session]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for session in sessions.iter().filter(|session| session.threads > 0) {
        if !names.contains(&&*session.cpu) {
            names.push(&session.cpu);
        }
    }
    names.join("; ")
}

/// The circumstances of work that begins now.
#[must_use]
pub fn session(threads: usize) -> Session {
    let words = std::env::args_os().skip(1);
    session_of(threads, command(words.map(|word| word.to_string_lossy().into_owned())))
}

/// The same for a plan; `words` after the program's name would play its games on one machine.
#[must_use]
pub fn planned(words: Vec<String>) -> Session {
    session_of(0, command(words.into_iter()))
}

fn session_of(threads: usize, command: String) -> Session {
    Session {
        command,
        began: timestamp(),
        threads,
        cpu: cpu(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        instructions: InstructionSet::best().to_string(),
        load: load(),
    }
}

/// The command made of these words, without the folders of this machine: files inside the current
/// folder keep their path from there, others their name alone.
fn command(words: impl Iterator<Item = String>) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let words = words.map(|word| without_folders(&word, &here, Path::exists));
    let quoted = words.map(|word| shell_word(&word));
    std::iter::once("yomi-lab".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
#[must_use]
pub fn shell_word(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

/// A word of a command without folders outside `here`, if it names what is there; it may be an
/// option with a value, `--out=FOLDER`.
fn without_folders(word: &str, here: &Path, is_there: impl Fn(&Path) -> bool) -> String {
    let (option, value) = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (format!("{option}="), value),
        _ => (String::new(), word),
    };
    let path = Path::new(value);
    let inside = path.strip_prefix(here).unwrap_or(path);
    let leaves =
        inside.is_absolute() || inside.components().any(|part| part == Component::ParentDir);
    let kept = if leaves { inside.file_name().map(Path::new).unwrap_or(inside) } else { inside };
    let kept = if kept.as_os_str().is_empty() { Path::new(".") } else { kept };
    match value.contains('/') && is_there(path) {
        true => format!("{option}{}", kept.display()),
        false => word.to_owned(),
    }
}

/// Programs that were at work on this machine in the last minute on average, as far as the system
/// says.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// The time now, UTC.
#[must_use]
pub fn timestamp() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

fn cpu() -> String {
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
    fn commands_can_be_pasted() {
        for word in ["run", "--out=results/a", "40-49", "", "it's", "<i>&1</i> 50 %", "a\"b$c"] {
            assert_eq!(shlex::split(&shell_word(word)), Some(vec![word.to_owned()]));
        }
        assert_eq!(["run", "--games"].map(shell_word), ["run", "--games"]);
    }

    #[test]
    fn commands_name_no_folders_of_this_machine() {
        let home = Path::new("/home/me/yomi");
        let kept = |word: &str| without_folders(word, home, |_| true);
        let player = "old/../new=alphabeta:depth=1";
        assert_eq!(without_folders(player, home, |_| false), player, "no file");
        for word in
            ["run", "--games", "50", "experiments/a.toml", "--out=results/a", "a=b", "--variant=x"]
        {
            assert_eq!(kept(word), word);
        }
        assert_eq!(kept("/home/me/yomi/experiments/a.toml"), "experiments/a.toml");
        assert_eq!(kept("/data/suite 40.obf"), "suite 40.obf");
        assert_eq!(kept("../elsewhere/suite.obf"), "suite.obf");
        assert_eq!(kept("--out=/tmp/a"), "--out=a");
        assert_eq!(kept("--out=/home/me/yomi"), "--out=.");
        assert_eq!(kept("results/../../b"), "b");
    }
}
