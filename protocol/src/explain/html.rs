//! A search as one HTML file that is stepped through, without a request to anywhere.
//!
//! The pictures are those of `svg`, drawn once and shown step by step; what the page knows besides
//! is data. No text becomes markup: what Rust writes is escaped, what the script writes is text.

use serde::Serialize;

use super::explanation::{Explanation, Node};
use super::fold::Folding;
use super::sampled::Sampled;
use super::svg::{fold, sampled_folding, svg, tried};
use super::text::text;
use super::{Language, View, escaped};

/// The most rounds of a Monte-Carlo search that are steps; of more, every second or third … is.
const FRAMES: usize = 1000;

const SCRIPT: &str = concat!(
    include_str!("page/words.js"),
    include_str!("page/timeline.js"),
    include_str!("page/speech.js"),
    include_str!("page/drawing.js"),
    include_str!("page/stepper.js"),
    include_str!("page/boot.js")
);

/// What a page needs to step through searches of one position side by side: see [`stepping`].
#[derive(Serialize)]
pub struct Stepping<'a> {
    searches: Vec<Search<'a>>,
    panels: Vec<Panel<'a>>,
}

/// A search as the reader sees it.
#[derive(Serialize)]
struct Panel<'a> {
    player: &'a str,
    /// The picture, of which the script shows and hides parts.
    svg: Both,
    text: Both,
}

/// The same in both languages.
#[derive(Serialize)]
struct Both {
    en: String,
    ja: String,
}

impl Both {
    fn of(say: impl Fn(Language) -> String) -> Self {
        Self { en: say(Language::English), ja: say(Language::Japanese) }
    }

    /// Each with the name of its language.
    fn each(&self) -> [(&'static str, &str); 2] {
        [(Language::English.code(), &self.en), (Language::Japanese.code(), &self.ja)]
    }
}

/// What the script knows of one search.
#[derive(Serialize)]
#[serde(untagged)]
enum Search<'a> {
    Tree(Tree<'a>),
    Rounds(Rounds<'a>),
}

#[derive(Serialize)]
struct Tree<'a> {
    title: Both,
    viewer: &'a str,
    root: usize,
    chosen: Option<&'a str>,
    /// The nodes that are drawn, with their numbers.
    nodes: Vec<(usize, &'a Node)>,
    /// The nodes whose children are not drawn.
    folded: Vec<usize>,
    /// For each node that is drawn: its number and the counts when it is entered and left, with
    /// all that is not drawn and all that was searched before.
    counts: Vec<(usize, Count, Count)>,
}

/// The positions entered so far, and the leaves among them.
type Count = [usize; 2];

#[derive(Serialize)]
struct Rounds<'a> {
    title: Both,
    viewer: &'a str,
    chosen: Option<&'a str>,
    bounds: bool,
    /// The moves of the root that are drawn, with the numbers of their nodes.
    moves: Vec<(usize, &'a str)>,
    frames: Vec<Frame>,
}

/// The tree after some rounds.
#[derive(Serialize)]
struct Frame {
    /// How many.
    rounds: usize,
    /// The moves of the last of them.
    path: Vec<String>,
    /// What its playout gave to the player at the root.
    share: f64,
    /// The node the playout began at.
    ends: usize,
    /// For each node that is drawn: its number, its wins and its bound.
    nodes: Vec<(usize, String, Option<String>)>,
}

/// The searches for a page that draws them itself, with the script of [`page`](fn@page). It steps
/// through all rounds, whatever `view` says.
#[must_use]
pub fn stepping<'a>(explanations: &'a [Explanation], view: &View) -> Stepping<'a> {
    let spoken = |language| View { language, rounds: None, ..view.clone() };
    let panel = |explanation: &'a Explanation| Panel {
        player: &explanation.player,
        svg: Both::of(|language| svg(explanation, &spoken(language))),
        text: Both::of(|language| text(explanation, &spoken(language))),
    };
    Stepping {
        searches: explanations.iter().map(|explanation| search(explanation, view)).collect(),
        panels: explanations.iter().map(panel).collect(),
    }
}

/// The page that steps through the searches side by side.
#[must_use]
pub fn page(explanations: &[Explanation], view: &View) -> String {
    let Stepping { searches, panels } = stepping(explanations, view);
    let data = serde_json::to_string(&searches).expect("numbers that are finite");
    let panels: String = panels.iter().map(panel).collect();
    let heading = explanations.first().map_or("", |explanation| &explanation.position);
    // Inside a script only `<` could end it.
    let data = data.replace('<', "\\u003c");
    filled(&[
        ("{language}", view.language.code()),
        ("{style}", concat!(include_str!("page/page.css"), include_str!("page/stepper.css"))),
        ("{script}", SCRIPT),
        ("{position}", &escaped(heading)),
        ("{panels}", &panels),
        ("{data}", &data),
    ])
}

/// The frame of the page with texts for its names. What is filled in is not looked at again.
fn filled(texts: &[(&str, &str)]) -> String {
    let (mut rest, mut page) = (include_str!("page/page.html"), String::new());
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        page += before;
        match texts.iter().find(|(name, _)| from.starts_with(name)) {
            Some((name, text)) => {
                page += text;
                rest = &from[name.len()..];
            }
            None => {
                page.push('{');
                rest = &from[1..];
            }
        }
    }
    page + rest
}

fn panel(Panel { player, svg, text }: &Panel<'_>) -> String {
    let picture = |(language, svg)| {
        format!(
            "<div class=\"picture\" role=\"region\" tabindex=\"0\" lang=\"{language}\">\
             {svg}</div>\n"
        )
    };
    let tree = |(language, text)| {
        format!("<pre tabindex=\"0\" lang=\"{language}\">{}</pre>", escaped(text))
    };
    format!(
        "<section class=\"search\"><h2>{}</h2>\n\
         <p class=\"says\" aria-live=\"polite\"></p>\n\
         <div class=\"scroll\" role=\"group\" tabindex=\"0\" data-label=\"state\">\
         <table class=\"state\"><tbody></tbody></table></div>\n\
         {}<details><summary data-word=\"whole\"></summary>{}</details></section>\n",
        escaped(player),
        svg.each().map(picture).concat(),
        text.each().map(tree).concat()
    )
}

fn search<'a>(explanation: &'a Explanation, view: &View) -> Search<'a> {
    let title = Both::of(|language| language.title(explanation));
    let viewer = explanation.viewer;
    let chosen = explanation.chosen.as_deref();
    match &explanation.sampling {
        Some(sampled) => {
            let folding = sampled_folding(sampled, sampled.rounds.len(), view.most);
            let drawn = (0..sampled.nodes.len()).filter(|&node| folding.drawn[node]);
            let label = |node: usize| (node, sampled.nodes[node].label.as_str());
            Search::Rounds(Rounds {
                title,
                viewer,
                chosen,
                bounds: sampled.exploration.is_some(),
                moves: folding.drawn_of(&sampled.nodes[0].children).map(label).collect(),
                frames: frames(sampled, &drawn.collect::<Vec<_>>()),
            })
        }
        None => {
            let none = || Folding { drawn: Vec::new(), unfolded: Vec::new() };
            let folding = fold(explanation, view).unwrap_or_else(none);
            let drawn = || (0..folding.drawn.len()).filter(|&node| folding.drawn[node]);
            let has_more = |&node: &usize| {
                !folding.unfolded[node] && !explanation.nodes[node].children.is_empty()
            };
            Search::Tree(Tree {
                title,
                viewer,
                chosen,
                root: explanation.root.unwrap_or(0),
                nodes: drawn().map(|node| (node, &explanation.nodes[node])).collect(),
                folded: drawn().filter(has_more).collect(),
                counts: counts(&explanation.nodes, drawn()),
            })
        }
    }
}

/// What was counted when each of `drawn` was entered and left. Nodes have numbers in the order in
/// which they are entered, so all below a node come right behind it.
fn counts(nodes: &[Node], drawn: impl Iterator<Item = usize>) -> Vec<(usize, Count, Count)> {
    let mut after = Vec::with_capacity(nodes.len());
    let [mut entered, mut leaves] = [0; 2];
    for node in nodes {
        entered += usize::from(node.ending != "recalled");
        leaves += usize::from(node.ending == "leaf");
        after.push([entered, leaves]);
    }
    let last = |mut node: usize| {
        while let Some(&child) = nodes[node].children.last() {
            node = child;
        }
        node
    };
    drawn.map(|node| (node, after[node], after[last(node)])).collect()
}

fn frames(sampled: &Sampled, drawn: &[usize]) -> Vec<Frame> {
    let stride = sampled.rounds.len().div_ceil(FRAMES).max(1);
    let last = sampled.rounds.len();
    let mut frames = Vec::new();
    sampled.grow(&mut |rounds, statistics| {
        if rounds % stride != 0 && rounds != last {
            return;
        }
        let line = |&node: &usize| {
            let sample = statistics.nodes.get(node)?;
            let (wins, bound) = tried(sample.visits, sample.total, statistics.bound(node));
            Some((node, wins, bound))
        };
        let round = &sampled.rounds[rounds - 1];
        frames.push(Frame {
            rounds,
            path: round.path.clone(),
            share: round.share,
            ends: sampled.ends[rounds - 1],
            nodes: drawn.iter().filter_map(line).collect(),
        });
    });
    frames
}
