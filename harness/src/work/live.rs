//! What is seen while work goes on: on a terminal a bar and the table so far, elsewhere a plain
//! line now and then. Nothing is wider than the terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use unicode_width::UnicodeWidthChar;

use crate::run::pool::Standing;
use crate::table::Table;
use crate::terminal::note;

/// A view of the work of this session.
pub(super) struct Live {
    bar: ProgressBar,
    unit: &'static str,
    planned: u64,
    before: u64,
    new: u64,
    begun: Instant,
    /// When something is told next.
    next: Instant,
    columns: usize,
}

/// How often a terminal is told, and when and how often anything else.
const REDRAWN: Duration = Duration::from_millis(200);
const FIRST_LINE: Duration = Duration::from_secs(10);
const LINES: Duration = Duration::from_secs(60);

/// Whether there is a terminal to draw on.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

impl Live {
    /// Of `planned` units `before` were done when this session began.
    pub(super) fn new(planned: u64, before: u64, unit: &'static str) -> Self {
        let bar = ProgressBar::new(planned).with_position(before);
        bar.reset_eta();
        let begun = Instant::now();
        let next = if is_watched() { begun } else { begun + FIRST_LINE };
        Self { bar, unit, planned, before, new: 0, begun, next, columns: 0 }
    }

    /// Takes in units that are done and shows them, beside a few words and the standing of players
    /// if it is time for that.
    pub(super) fn done(
        &mut self,
        new: u64,
        told: impl FnOnce() -> (Option<String>, Vec<Standing>),
    ) {
        self.new += new;
        self.bar.inc(new);
        if Instant::now() < self.next {
            return;
        }
        let (status, standing) = told();
        if is_watched() {
            let (rows, columns) = console::Term::stderr().size();
            self.fit(columns.into());
            self.bar.set_message(below(status.as_deref(), &standing, rows.into(), columns.into()));
            self.next = Instant::now() + REDRAWN;
        } else {
            note(&self.line(self.begun.elapsed(), status.as_deref()));
            self.next = Instant::now() + LINES;
        }
    }

    /// Says something beside the bar.
    pub(super) fn say(&self, line: &str) {
        self.bar.suspend(|| note(line));
    }

    /// Takes everything away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Gives the bar what fits into a number of columns.
    fn fit(&mut self, columns: usize) {
        if self.columns == columns {
            return;
        }
        self.columns = columns;
        let style = ProgressStyle::with_template(&template(columns, self.unit));
        let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}", figure(state.per_sec()));
        };
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.set_style(style.with_key("rate", rate));
    }

    /// `yomi-lab: 1,200 of 3,000 pairs, 120 a second, 15 seconds left, LLR …`.
    fn line(&self, elapsed: Duration, status: Option<&str>) -> String {
        let done = self.before + self.new;
        let rate = self.new as f64 / elapsed.as_secs_f64().max(1e-3);
        let left = (self.planned - done.min(self.planned)) as f64 / rate.max(1e-9);
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
        let status = status.map_or(String::new(), |status| format!(", {status}"));
        format!(
            "yomi-lab: {} of {} {}, {} a second, {left} left{status}",
            HumanCount(done),
            HumanCount(self.planned),
            self.unit,
            figure(rate)
        )
    }
}

/// A rate with as many digits as it is worth.
fn figure(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { HumanCount(rate.round() as u64).to_string() }
}

/// The bar with its figures, and below it what is told, for a terminal of this width.
fn template(columns: usize, unit: &str) -> String {
    let bar = match columns {
        0..32 => "{percent} %  {eta} left".to_owned(),
        32..80 => "{human_pos}/{human_len}  {eta} left".to_owned(),
        _ => format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{rate}}/s  {{eta}} left"),
    };
    bar + "\n{msg}"
}

/// What stands below the bar: a few words and the table so far, in the order of the experiment.
fn below(status: Option<&str>, standing: &[Standing], rows: usize, columns: usize) -> String {
    const MOST: usize = 16;
    let mut lines: Vec<String> = status.map(str::to_owned).into_iter().collect();
    let played: Vec<&Standing> = standing.iter().filter(|standing| standing.games > 0).collect();
    let shown = played.len().min(MOST).min(rows.saturating_sub(6 + lines.len()));
    if shown > 0 {
        let mut table = Table::new(&["player", "score", "games"]);
        for Standing { name, halves, games } in &played[..shown] {
            let score = 50.0 * *halves as f64 / *games as f64;
            table.rows.push(vec![
                name.clone(),
                format!("{score:.1} %"),
                HumanCount(*games).to_string(),
            ]);
        }
        lines.extend(table.narrow(columns).plain().lines().map(str::to_owned));
        if played.len() > shown {
            lines.push(format!("and {} more", played.len() - shown));
        }
    }
    lines.iter().map(|line| cut(line, columns)).collect::<Vec<_>>().join("\n")
}

/// As much of a line as fits into a number of columns.
fn cut(line: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |c: &char| {
        let rest = left.checked_sub(c.width().unwrap_or(0));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    line.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn standing() -> Vec<Standing> {
        let player = |number: u64| Standing {
            name: format!("a player with a long name, 読み {number}"),
            halves: number,
            games: number,
        };
        (0..30).map(player).collect()
    }

    #[test]
    fn the_table_fits_every_terminal() {
        for (rows, columns) in [(24, 80), (24, 40), (10, 20), (3, 5), (50, 200)] {
            let text =
                below(Some("LLR 1.27 [-2.94, 2.94] after 340 pairs"), &standing(), rows, columns);
            assert!(text.lines().all(|line| line.width() <= columns), "{columns}:\n{text}");
            assert!(text.lines().count() <= rows, "{rows}:\n{text}");
        }
        let text = below(None, &standing(), 24, 80);
        assert!(text.contains("読み 1 ") && text.contains(" 50.0 %"), "{text}");
        assert!(text.ends_with("\nand 13 more"), "{text}");
        assert_eq!(below(None, &[], 24, 80), "");
    }

    #[test]
    fn plain_lines_say_how_far_it_is() {
        let mut live = Live::new(3000, 1000, "pairs");
        live.new = 500;
        let line = live.line(Duration::from_secs(5), Some("LLR 0.1"));
        let expected = "yomi-lab: 1,500 of 3,000 pairs, 100 a second, 15 seconds left, LLR 0.1";
        assert_eq!(line, expected);
        live.new = 1;
        assert!(live.line(Duration::from_secs(4), None).contains(" 0.2 a second, 2 hours left"));
    }
}
