//! A table of the lab played again, growing before the reader's eyes.

use std::time::Duration;

use serde::Deserialize;
use web_time::Instant;
use yomi_harness::plan::Overrides;
use yomi_harness::work::rerun;

use super::json;

/// What is to be played; what is left out is as in the experiment.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    /// One of the repository's experiments, the main win-rate table if none is named.
    experiment: Option<String>,
    seed: Option<u64>,
    /// Games a cell.
    games: Option<u32>,
    /// The one variant to play.
    variant: Option<String>,
}

/// How often the page is told how the table stands.
const OFTEN: Duration = Duration::from_millis(100);

/// Plays it; the answer is the table with its digest.
pub(super) fn rerun(wish: Wish, progress: &mut dyn FnMut(String)) -> Result<String, String> {
    let name = wish.experiment.as_deref().unwrap_or("tutorial-tables");
    let changes = Overrides { games: wish.games, seed: wish.seed, variant: wish.variant };
    let mut told = Instant::now();
    let standing = rerun::rerun(name, &changes, &mut |standing| {
        if told.elapsed() >= OFTEN {
            told = Instant::now();
            progress(json(&standing()).unwrap_or_default());
        }
    });
    json(&standing.map_err(|problem| problem.to_string())?)
}
