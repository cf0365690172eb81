use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes that is not stuck.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A running `yomi`, its stderr merged into its stdout as NBoard does it.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomi"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let (output, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let also = sender.clone();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|l| sender.send(l))
        });
        thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).try_for_each(|l| also.send(l))
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Sends bytes in one write.
    pub(crate) fn send(&mut self, text: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text).unwrap();
        input.flush().unwrap();
    }

    /// Closes its input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The next line it says; `None` when it has gone.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing said in {PATIENCE:?}"),
        }
    }

    /// What it says within `time`, if anything.
    pub(crate) fn line_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Waits for a line that begins with `beginning`, leaving out others.
    pub(crate) fn line_beginning(&mut self, beginning: &str) -> String {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("gone before {beginning}"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end.
    pub(crate) fn exit(&mut self) -> ExitStatus {
        exit(&mut self.child).0
    }

    /// The same, with the processor's time that all of it took.
    pub(crate) fn exit_after_work(&mut self) -> (ExitStatus, Option<Duration>) {
        exit(&mut self.child)
    }

    /// The processor's time that it took so far.
    pub(crate) fn worked(&self) -> Option<Duration> {
        Some(stat(self.child.id())?.1)
    }
}

/// Waits for the end of a program and says what processor time it took in all, where the system
/// tells.
pub(crate) fn exit(child: &mut Child) -> (ExitStatus, Option<Duration>) {
    let since = Instant::now();
    loop {
        // A program that has ended but was not waited for is still known to the system.
        let last = stat(child.id());
        if last.is_none_or(|(state, _)| state == 'Z')
            && let Some(status) = child.try_wait().unwrap()
        {
            return (status, last.map(|(_, worked)| worked));
        }
        assert!(since.elapsed() < PATIENCE, "still running after {PATIENCE:?}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A process's state and the processor's time that its threads took, in whole hundredths of a
/// second (Linux, proc(5)).
fn stat(process: u32) -> Option<(char, Duration)> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some((fields[0].chars().next()?, Duration::from_millis(10 * ticks)))
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
