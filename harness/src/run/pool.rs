//! Working through an experiment on all cores, in a fixed order, until it is done or interrupted.
//!
//! Batches are computed in parallel and written in order, so the rows are the same for any number of threads and
//! memory does not grow with their number.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// Set by Ctrl-C: work stops after the batches under way.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A list of numbered tasks, each of which yields rows of a CSV file and something to add up.
pub trait Tasks: Sync {
    /// What is added up.
    type Sum;

    /// How many tasks there are.
    fn count(&self) -> u64;

    /// Does the tasks in `range`: their rows as CSV text without a header, and their sum.
    fn batch(&self, range: Range<u64>) -> (Vec<u8>, Self::Sum);
}

/// The rows written so far, and their digest.
pub struct Rows<W: Write> {
    writer: W,
    hasher: Sha256,
}

impl<W: Write> Rows<W> {
    /// Rows that go to `writer`.
    pub fn new(writer: W) -> Self {
        Self { writer, hasher: Sha256::new() }
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.hasher.update(lines);
        self.writer.write_all(lines)
    }

    /// Makes sure everything is written; returns the SHA-256 of it all in hexadecimal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<String> {
        self.writer.flush()?;
        Ok(self.hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Does all tasks from number `from` on and hands each sum to `add`, in order. Returns how many are done in all.
///
/// # Errors
/// When a row cannot be written.
pub fn run<T: Tasks<Sum: Send>, W: Write + Send>(
    tasks: &T,
    unit: &str,
    from: u64,
    batch: u64,
    rows: &mut Rows<W>,
    mut add: impl FnMut(T::Sum),
) -> io::Result<u64> {
    let bar = progress(tasks.count(), unit);
    bar.set_position(from);
    let wave = batch * 8 * rayon::current_num_threads() as u64;
    let mut done = from;
    while done < tasks.count() && !INTERRUPTED.load(Ordering::Relaxed) {
        let end = tasks.count().min(done + wave);
        let starts: Vec<u64> = (done..end).step_by(batch as usize).collect();
        let finished: Vec<_> = starts
            .into_par_iter()
            .map(|start| {
                let range = start..end.min(start + batch);
                let stopped = INTERRUPTED.load(Ordering::Relaxed);
                let result = (!stopped).then(|| (range.end, tasks.batch(range.clone())));
                if result.is_some() {
                    bar.inc(range.end - range.start);
                }
                result
            })
            .collect();
        // After an interruption only the unbroken beginning counts, so that a later run can go on behind it.
        for (end, (lines, sum)) in finished.into_iter().map_while(|result| result) {
            rows.write(&lines)?;
            add(sum);
            done = end;
        }
    }
    bar.finish_and_clear();
    Ok(done)
}

/// A progress bar with rate and time left on stderr; nothing when that is no terminal.
fn progress(count: u64, unit: &str) -> ProgressBar {
    let style = format!("{{bar:40}} {{human_pos}}/{{human_len}} {unit}  {{per_sec}}  {{eta}} left");
    let style = ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style)
}
