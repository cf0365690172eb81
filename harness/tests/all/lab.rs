//! A folder with an experiment, and the program run in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with an experiment, and the program run in it.
pub(crate) struct Lab {
    pub(crate) folder: tempfile::TempDir,
}

/// Two hundred pairs of tic-tac-toe, over in a moment: what is interrupted needs more games.
pub(crate) const SMALL: &str = r#"
question = "Who wins?"
game = "tictactoe"
games = 200
seed = 7
charts = ["crosstable"]
[schedule]
round_robin = true
[openings]
start = true
[[players]]
name = "random"
text = "random"
[[players]]
name = "uct"
text = "uct(playouts=200)"
"#;

impl Lab {
    pub(crate) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("experiment.toml"), text).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn out(&self, name: &str) -> String {
        fs::read_to_string(self.path("out").join(name)).unwrap()
    }

    pub(crate) fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
        command
            .args(["run", "experiment.toml", "--out", "out"])
            .args(options)
            .current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, options: &[&str]) -> Child {
        self.command(options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    pub(crate) fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().unwrap()
    }

    /// Runs to the end, which must be reached.
    pub(crate) fn finish(&self, options: &[&str]) {
        let output = self.run(options);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }

    /// Runs and is refused with exit code 2 and one line, which is returned.
    pub(crate) fn refused(&self, options: &[&str]) -> String {
        let output = self.run(options);
        let message = said(&output);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        message.trim_end().to_owned()
    }

    /// Waits until the journal has this number of lines.
    pub(crate) fn wait_for(&self, lines: usize) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while fs::read(self.path("out/journal.log"))
            .map_or(0, |bytes| bytes.split(|&b| b == b'\n').count())
            < lines
        {
            assert!(Instant::now() < deadline, "the first games were never written");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Runs until some games are played, then ends it with a signal.
    pub(crate) fn interrupted(&self, options: &[&str], signal: &str) -> Option<i32> {
        let before = fs::read(self.path("out/journal.log")).unwrap_or_default();
        let lab = self.start(options);
        self.wait_for(10 + before.split(|&byte| byte == b'\n').count());
        end(lab, signal)
    }

    pub(crate) fn report(&self) -> Output {
        Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
            .args(["report", "out"])
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// The bytes of `games.csv` that a run left alone makes.
    pub(crate) fn undisturbed(text: &str, options: &[&str]) -> String {
        let lab = Self::new(text);
        lab.finish(options);
        lab.out("games.csv")
    }
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn end(mut lab: Child, signal: &str) -> Option<i32> {
    assert!(Command::new("kill").args([signal, &lab.id().to_string()]).status().unwrap().success());
    lab.wait().unwrap().code()
}
