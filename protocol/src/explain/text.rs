//! A search as lines of text, for the terminal.

use std::fmt::Write;

use super::View;
use super::explanation::{Explanation, Node};
use super::fold::Folding;
use super::number::decimal;
use super::sampled::Sampled;
use super::svg::{below, fold, sampled_folding, title, tried};
use crate::quantity::counted;

/// The tree of a search, a line a node.
#[must_use]
pub fn text(explanation: &Explanation, view: &View) -> String {
    let mut out = format!("{}\n", title(explanation));
    match &explanation.sampling {
        Some(sampled) => sampled_text(explanation, sampled, view, &mut out),
        None => {
            let searches = explanation.nodes.iter().filter(|node| node.parent.is_none()).count();
            if searches > 1 {
                let _ = writeln!(out, "the last finished one of {searches} searches, ever deeper");
            }
            let viewer = explanation.viewer;
            let _ = writeln!(
                out,
                "values as {viewer} sees them, who is to move; * is the chosen line\n"
            );
            if let (Some(root), Some(folding)) = (explanation.root, fold(explanation, view)) {
                draw(&explanation.nodes, &folding, root, ["", ""], &mut out);
            }
        }
    }
    out
}

/// Draws a node and what is below it; the first text stands before its own line, the second before
/// the others.
fn draw(nodes: &[Node], folding: &Folding, number: usize, before: [&str; 2], out: &mut String) {
    let node = &nodes[number];
    let _ = writeln!(out, "{}{}", before[0], line(node));
    let rest = before[1];
    if !folding.unfolded[number] {
        if !node.children.is_empty() {
            let _ = writeln!(out, "{rest}└─ … {} more", below(nodes, number));
        }
        return;
    }
    let drawn: Vec<usize> = folding.drawn_of(&node.children).collect();
    let more = folding.more(&node.children);
    for (place, &child) in drawn.iter().enumerate() {
        let last = place + 1 == drawn.len() && more.is_none() && node.left_out.is_empty();
        let (branch, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let before = [format!("{rest}{branch}"), format!("{rest}{bar}")];
        draw(nodes, folding, child, [&before[0], &before[1]], out);
    }
    if let Some(more) = more {
        let branch = if node.left_out.is_empty() { "└─" } else { "├─" };
        let _ = writeln!(out, "{rest}{branch} … {more}");
    }
    if !node.left_out.is_empty() {
        let _ = writeln!(out, "{rest}└╳ {} not looked at", node.left_out.join(" "));
    }
}

/// `N2 min ≤ -5  [7, ∞]  cut: -5 ≤ α = 7`
fn line(node: &Node) -> String {
    let side = match (node.children.is_empty(), node.maximises) {
        (true, _) => "",
        (false, true) => "max",
        (false, false) => "min",
    };
    let value = node.value.as_ref().map_or("not finished", |value| &value.text);
    let words = [&node.label, side, &format!("{}{value}", node.precision.sign())];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut line = words.join(" ");
    if node.chosen {
        line += " *";
    }
    if let (Some(alpha), Some(beta), false) = (&node.alpha, &node.beta, node.children.is_empty()) {
        let _ = write!(line, "  [{}, {}]", alpha.text, beta.text);
    }
    match node.ending {
        "remembered" => line += "  from the table",
        "recalled" => line += "  known from before",
        "ruled" => line += "  no move",
        _ => {}
    }
    if let Some(reason) = &node.reason {
        let _ = write!(line, "  cut: {reason}");
    }
    if let Some(changes) = &node.changes {
        let _ = write!(line, "  → {changes}");
    }
    line
}

fn sampled_text(explanation: &Explanation, sampled: &Sampled, view: &View, out: &mut String) {
    let count = view.rounds.unwrap_or(usize::MAX).min(sampled.rounds.len());
    let statistics = sampled.after(count);
    let folding = sampled_folding(sampled, count, view.most);
    let viewer = explanation.viewer;
    let credit = match sampled.credit {
        "root" => format!("wins are {viewer}'s"),
        _ => "wins are those of the side that makes the move".to_owned(),
    };
    let _ = writeln!(out, "after {}; {credit}; {viewer} is to move\n", counted(count, "round"));
    let mut stack = vec![(0, String::new(), String::new())];
    while let Some((number, first, rest)) = stack.pop() {
        let sample = &statistics.nodes[number];
        let label = match sampled.nodes[number].label.as_str() {
            "" => "root",
            label => label,
        };
        let figures = match sample.visits {
            visits if number == 0 => vec![counted(visits, "playout")],
            0 => vec!["untried".to_owned()],
            visits => tried(visits, sample.total, statistics.bound(number))
                .into_iter()
                .map(|(_, text)| text)
                .chain([format!("mean {}", decimal(sample.mean()))])
                .collect(),
        };
        let _ = writeln!(out, "{first}{label}  {}", figures.join("  "));
        if !folding.unfolded[number] {
            continue;
        }
        let drawn: Vec<usize> = folding.drawn_of(&sample.children).collect();
        for (place, &child) in drawn.iter().enumerate().rev() {
            let last = place + 1 == drawn.len() && folding.more(&sample.children).is_none();
            let (branch, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            stack.push((child, format!("{rest}{branch}"), format!("{rest}{bar}")));
        }
    }
    if let Some(more) = folding.more(&statistics.nodes[0].children) {
        let _ = writeln!(out, "└─ … {more}");
    }
}
