//! Figures with their names, one a line: what stands below a verdict.

use std::fmt;

use crate::figures::signed;
use crate::stats::elo::limited;
use crate::stats::scores::Scores;

/// Figures by name.
#[derive(Default)]
pub(super) struct Evidence(Vec<(String, String)>);

impl Evidence {
    /// Adds a line.
    pub(super) fn add(&mut self, name: &str, figures: String) {
        self.0.push((name.to_owned(), figures));
    }

    /// Adds what scores say about the player whose scores they are.
    pub(super) fn add_strength(&mut self, scores: &Scores) {
        let ((low, high), (elo_low, elo_high)) = (scores.interval(), scores.elo_interval());
        self.add("score", within(scores.mean, (low, high)));
        let [elo, elo_low, elo_high] = [scores.elo(), elo_low, elo_high].map(|elo| limited(elo, 1));
        self.add("Elo", format!("{elo} [{elo_low}, {elo_high}]"));
        if let Some((elo, error)) = scores.normalized_elo() {
            self.add("normalised Elo", format!("{} ± {error:.1}", signed(elo, 1)));
        }
        self.add("better, probability", format!("{} %", percent(scores.superiority())));
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(20);
        self.0.iter().try_for_each(|(name, figures)| writeln!(f, "  {name:<width$} {figures}"))
    }
}

/// A share in per cent with its interval.
pub(super) fn within(share: f64, (low, high): (f64, f64)) -> String {
    format!("{} % [{}, {}]", percent(share), percent(low), percent(high))
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
