//! A search as lines of text, for the terminal.

use std::fmt::Write;

use super::View;
use super::explanation::{Explanation, Node};
use super::fold::Folding;
use super::language::Language;
use super::number::decimal;
use super::sampled::Sampled;
use super::svg::{below, fold, sampled_folding, tried};

/// The tree of a search, a line a node.
#[must_use]
pub fn text(explanation: &Explanation, view: &View) -> String {
    let language = view.language;
    let mut out = format!("{}\n", language.title(explanation));
    match &explanation.sampling {
        Some(sampled) => sampled_text(explanation, sampled, view, &mut out),
        None => {
            let searches = explanation.nodes.iter().filter(|node| node.parent.is_none()).count();
            if searches > 1 {
                let _ = writeln!(out, "{}", language.last_of(searches));
            }
            let moves = explanation.root.is_none_or(|root| explanation.nodes[root].maximises);
            let _ = writeln!(out, "{}\n", language.viewpoint(explanation.viewer, moves));
            if let (Some(root), Some(folding)) = (explanation.root, fold(explanation, view)) {
                let tree = Tree { nodes: &explanation.nodes, folding, language };
                tree.draw(root, ["", ""], &mut out);
            }
        }
    }
    out
}

/// A tree on its way to becoming lines.
struct Tree<'a> {
    nodes: &'a [Node],
    folding: Folding,
    language: Language,
}

impl Tree<'_> {
    /// Draws a node and what is below it; the first text stands before its own line, the second
    /// before the others.
    fn draw(&self, number: usize, before: [&str; 2], out: &mut String) {
        let (node, language) = (&self.nodes[number], self.language);
        let _ = writeln!(out, "{}{}", before[0], line(node, language));
        let rest = before[1];
        if !self.folding.unfolded[number] {
            if !node.children.is_empty() {
                let more = language.more_nodes(below(self.nodes, number));
                let _ = writeln!(out, "{rest}└─ … {more}");
            }
            return;
        }
        let drawn: Vec<usize> = self.folding.drawn_of(&node.children).collect();
        let more = self.folding.more(&node.children);
        for (place, &child) in drawn.iter().enumerate() {
            let last = place + 1 == drawn.len() && more.is_none() && node.left_out.is_empty();
            let (branch, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let before = [format!("{rest}{branch}"), format!("{rest}{bar}")];
            self.draw(child, [&before[0], &before[1]], out);
        }
        if let Some(more) = more {
            let branch = if node.left_out.is_empty() { "└─" } else { "├─" };
            let _ = writeln!(out, "{rest}{branch} … {}", language.more_moves(more));
        }
        if !node.left_out.is_empty() {
            let _ = writeln!(out, "{rest}└╳ {}", language.not_looked_at(&node.left_out));
        }
    }
}

/// `N2 min ≤ -5  [7, ∞]  cut: -5 ≤ α = 7`
fn line(node: &Node, language: Language) -> String {
    let side = match (node.children.is_empty(), node.maximises) {
        (true, _) => "",
        (false, true) => "max",
        (false, false) => "min",
    };
    let value = node.value.as_ref().map_or(language.not_finished(), |value| &value.text);
    let words = [&node.label, side, &format!("{}{value}", node.precision.sign())];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut line = words.join(" ");
    if node.chosen {
        line += " *";
    }
    if let (Some(alpha), Some(beta), false) = (&node.alpha, &node.beta, node.children.is_empty()) {
        let _ = write!(line, "  [{}, {}]", alpha.text, beta.text);
    }
    let ending = match node.ending {
        "remembered" => Some(language.in_the_table()),
        "recalled" => Some(language.known_from_before()),
        "ruled" => Some(language.no_move()),
        _ => None,
    };
    if let Some(ending) = ending {
        let _ = write!(line, "  {ending}");
    }
    if let Some(reason) = &node.reason {
        let _ = write!(line, "  {}", language.cut(reason));
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
    let language = view.language;
    let credit = language.credit(count, sampled.credit == "root", explanation.viewer);
    let _ = writeln!(out, "{credit}\n");
    let mut stack = vec![(0, String::new(), String::new())];
    while let Some((number, first, rest)) = stack.pop() {
        let sample = &statistics.nodes[number];
        let label = match sampled.nodes[number].label.as_str() {
            "" => language.root(),
            label => label,
        };
        let figures = match sample.visits {
            visits if number == 0 => vec![language.playouts(visits)],
            0 => vec![language.untried().to_owned()],
            visits => {
                let (wins, bound) = tried(visits, sample.total, statistics.bound(number));
                let bound = bound.map(|bound| language.bound(&bound));
                let mean = language.mean(&decimal(sample.mean()));
                [Some(wins), bound, Some(mean)].into_iter().flatten().collect()
            }
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
        let _ = writeln!(out, "└─ … {}", language.more_moves(more));
    }
}
