//! What a search did at a position, drawn.

use serde::Deserialize;
use yomi_protocol::explain::{Explanation, Language, Subject, View, stepping};

use super::json;

/// What is to be drawn; what is left out is as in `yomi explain`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    /// Where random numbers start.
    seed: Option<u64>,
    /// The most nodes to draw.
    most: Option<usize>,
    /// Nodes to unfold, each by the moves that lead there.
    expand: Vec<Vec<String>>,
    /// Of a Monte-Carlo search: the tree after this number of rounds.
    rounds: Option<usize>,
}

/// What each of `players` does at `position`.
pub(super) fn explain(
    position: &str,
    players: &[String],
    wish: Option<Wish>,
) -> Result<String, String> {
    let wish = wish.unwrap_or_default();
    let subject = Subject::parse(position)?;
    let explain = |player: &String| Explanation::of(&subject, player, wish.seed.unwrap_or(1));
    let explained: Result<Vec<_>, _> = players.iter().map(explain).collect();
    let explanations = explained.map_err(|problem| problem.to_string())?;
    let view = View {
        most: wish.most.unwrap_or(300),
        expand: wish.expand,
        rounds: wish.rounds,
        // The answer has both.
        language: Language::default(),
    };
    json(&stepping(&explanations, &view))
}
