//! What numbers of wins or pairs mean, wherever they were played, beside what other programs make
//! of the same numbers.

use yomi_protocol::quantity::counted;

use super::evidence::{Evidence, percent};
use crate::figures::{rounded, signed};
use crate::stats::others::{
    approximate_ratio, bayes_ratio, cutechess_ratio, cutechess_superiority, fishtest_elo_error,
    fishtest_normalized_error, fishtest_superiority,
};
use crate::stats::scores::Scores;
use crate::stats::sprt::{Model, Sprt};

/// Results from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Games won, drawn and lost.
    Games([u64; 3]),
    /// Pairs of games of one opening by their points: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
}

impl Counts {
    /// Three numbers are games, five are pairs; `None` for others, and where there is no game.
    #[must_use]
    pub fn new(counts: &[u64]) -> Option<Self> {
        let found = match *counts {
            [wins, draws, losses] => Self::Games([wins, draws, losses]),
            [none, half, one, more, two] => Self::Pairs([none, half, one, more, two]),
            _ => return None,
        };
        counts.iter().any(|&count| count > 0).then_some(found)
    }

    /// What they say, with the log-likelihood ratios of two differences in Elo if those are given.
    #[must_use]
    pub fn figures(&self, hypotheses: Option<[f64; 2]>) -> String {
        let mut evidence = Evidence::default();
        let (title, scores) = match *self {
            Self::Games(games @ [wins, draws, losses]) => {
                let all = counted((wins + draws + losses) as usize, "game");
                let title = format!("{all}: {wins} won, {draws} drawn, {losses} lost");
                (title, Scores::of_games(games))
            }
            Self::Pairs(pairs) => {
                let all = counted(pairs.iter().sum::<u64>() as usize, "pair");
                let [none, half, one, more, two] = pairs;
                let title = format!("{all}: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}");
                (title, Scores::of_pairs(pairs))
            }
        };
        evidence.add_strength(&scores);
        add_fishtest(&mut evidence, &scores);
        if let Self::Games([wins, _, losses]) = *self {
            let share = percent(cutechess_superiority(wins, losses));
            evidence.add("cutechess: better", format!("{share} %"));
        }
        if let Some(hypotheses) = hypotheses {
            self.add_ratios(&mut evidence, &scores, hypotheses);
        }
        format!("{title}\n{evidence}")
    }

    /// The log-likelihood ratios of `elo1` against `elo0`, as this lab and as others count them.
    fn add_ratios(&self, evidence: &mut Evidence, scores: &Scores, [elo0, elo1]: [f64; 2]) {
        let test = |model| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        let (lower, upper) = test(Model::Normalized).bounds();
        for (name, model) in
            [("LLR, normalised Elo", Model::Normalized), ("LLR, logistic Elo", Model::Logistic)]
        {
            let ratio = match *self {
                Self::Games([wins, draws, losses]) => test(model).ratio(&[losses, draws, wins]),
                Self::Pairs(pairs) => test(model).ratio(&pairs),
            };
            evidence.add(name, rounded(ratio, 3));
        }
        let games = match *self {
            Self::Games(games) => games.iter().sum::<u64>(),
            Self::Pairs(pairs) => 2 * pairs.iter().sum::<u64>(),
        };
        let mut others =
            vec![("normalised, approximate", approximate_ratio(scores, games as f64, elo0, elo1))];
        if let Self::Games(games) = *self {
            let bayes = bayes_ratio(games.map(|count| count as f64), elo0, elo1);
            others.push(("BayesElo", bayes));
            others.push(("cutechess", cutechess_ratio(games, elo0, elo1)));
        }
        for (name, ratio) in others {
            if let Some(ratio) = ratio.filter(|ratio| ratio.is_finite()) {
                evidence.add(&format!("LLR, {name}"), rounded(ratio, 3));
            }
        }
        evidence.add("bounds at 5 %", format!("{lower:.3}, {upper:.3}"));
    }
}

/// What fishtest and fastchess print of the same strength.
fn add_fishtest(evidence: &mut Evidence, scores: &Scores) {
    let elo = signed(scores.elo(), 1);
    evidence.add("fishtest: Elo", format!("{elo} ± {:.1}", fishtest_elo_error(scores)));
    if let Some((elo, _)) = scores.normalized_elo() {
        let error = fishtest_normalized_error(scores);
        evidence.add("fishtest: normalised", format!("{} ± {error:.1}", signed(elo, 1)));
    }
    if let Some(share) = fishtest_superiority(scores) {
        evidence.add("fishtest: better", format!("{} %", percent(share)));
    }
}
