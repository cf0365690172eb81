//! A search as a picture.

use yomi_engine::search::Statistics;

use super::View;
use super::diagram::{Board, Diagram, Shape, Style};
use super::explanation::{Explanation, Node};
use super::fold::Folding;
use super::language::Language;
use super::number::decimal;
use super::sampled::Sampled;

/// More boxes than these have no boards, but for the root.
const WITH_BOARDS: usize = 30;
/// More moves than these that a cut has left out are drawn as one.
const STUBS: usize = 2;

/// The picture of a search: the nodes of a tree, or the tree of a Monte-Carlo search after
/// `view.rounds`.
#[must_use]
pub fn svg(explanation: &Explanation, view: &View) -> String {
    match &explanation.sampling {
        Some(sampled) => sampled_diagram(explanation, sampled, view).svg(),
        None => tree_diagram(explanation, view).svg(),
    }
}

/// The part of the tree that is drawn.
#[must_use]
pub(super) fn fold(explanation: &Explanation, view: &View) -> Option<Folding> {
    let nodes = &explanation.nodes;
    let mut first: Vec<usize> =
        view.expand.iter().flat_map(|moves| explanation.find(moves)).collect();
    first.extend((0..nodes.len()).filter(|&node| nodes[node].chosen));
    Some(Folding::new(
        explanation.root?,
        nodes.len(),
        &|node| nodes[node].children.clone(),
        &|node| nodes[node].children.len() + nodes[node].left_out.len().min(STUBS),
        &first,
        view.most,
    ))
}

fn tree_diagram(explanation: &Explanation, view: &View) -> Diagram {
    let mut shapes = Vec::new();
    if let (Some(root), Some(folding)) = (explanation.root, fold(explanation, view)) {
        let boards = folding.drawn.iter().filter(|&&drawn| drawn).count() <= WITH_BOARDS;
        let language = view.language;
        Picture { explanation, folding, boards, language, shapes: &mut shapes }.add(root);
    }
    Diagram { title: view.language.title(explanation), shapes }
}

/// A tree on its way to becoming boxes.
struct Picture<'a> {
    explanation: &'a Explanation,
    folding: Folding,
    boards: bool,
    language: Language,
    shapes: &'a mut Vec<Shape>,
}

impl Picture<'_> {
    /// Adds a node and what is drawn below it; returns its box.
    fn add(&mut self, number: usize) -> usize {
        let node = &self.explanation.nodes[number];
        let place = self.shapes.len();
        let is_root = node.parent.is_none();
        let unfolded = self.folding.unfolded[number];
        self.shapes.push(Shape {
            class: class(node),
            lines: lines(node, self.language),
            board: board(
                self.explanation,
                node.board.as_ref().filter(|_| is_root || self.boards),
                node.parent.and_then(|parent| self.explanation.nodes[parent].board.as_ref()),
            ),
            edge: node.changes.clone(),
            id: Some(number),
            ..Shape::default()
        });
        let mut children = Vec::new();
        if unfolded {
            let drawn: Vec<usize> = self.folding.drawn_of(&node.children).collect();
            children.extend(drawn.into_iter().map(|child| self.add(child)));
            let more = self.folding.more(&node.children);
            let note = |count| note(self.language.more_moves(count), Some(number));
            children.extend(more.map(note).map(|shape| self.push(shape)));
            children.extend(self.stubs(number));
        } else if !node.children.is_empty() {
            children.push(self.folded(number));
        }
        self.shapes[place].children = children;
        place
    }

    /// The moves that a cut has left out.
    fn stubs(&mut self, number: usize) -> Vec<usize> {
        let node = &self.explanation.nodes[number];
        let texts = match node.left_out.len() {
            0 => return Vec::new(),
            1..=STUBS => node.left_out.clone(),
            more => vec![self.language.moves(more)],
        };
        let mut reason = node.reason.clone();
        let stub = |text| Shape {
            class: "stub".to_owned(),
            lines: vec![("small", text)],
            edge: reason.take(),
            of: Some(number),
            ..Shape::default()
        };
        let stubs: Vec<Shape> = texts.into_iter().map(stub).collect();
        stubs.into_iter().map(|stub| self.push(stub)).collect()
    }

    /// What stands for the nodes below a folded one: how many, and what they are worth.
    fn folded(&mut self, number: usize) -> usize {
        let nodes = &self.explanation.nodes;
        let values = nodes[number].children.iter().filter_map(|&child| nodes[child].value.as_ref());
        let mut lines = vec![("small", self.language.below(below(nodes, number)))];
        let most = values.clone().max_by_key(|value| value.score);
        if let (Some(most), Some(least)) = (most, values.min_by_key(|value| value.score)) {
            lines.push(("small", self.language.extremes(&most.text, &least.text)));
        }
        self.push(Shape { lines, ..note(String::new(), Some(number)) })
    }

    fn push(&mut self, shape: Shape) -> usize {
        self.shapes.push(shape);
        self.shapes.len() - 1
    }
}

/// A box for what is not drawn.
fn note(text: String, of: Option<usize>) -> Shape {
    Shape { class: "note".to_owned(), lines: vec![("small", text)], of, ..Shape::default() }
}

/// How many nodes lie below one.
pub(super) fn below(nodes: &[Node], number: usize) -> usize {
    nodes[number].children.iter().map(|&child| 1 + below(nodes, child)).sum()
}

fn class(node: &Node) -> String {
    let kind = match (node.children.is_empty(), node.maximises) {
        (true, _) => "leaf",
        (false, true) => "max",
        (false, false) => "min",
    };
    if node.chosen { format!("{kind} chosen") } else { kind.to_owned() }
}

/// The text in a node's box.
fn lines(node: &Node, language: Language) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    let side = match (node.children.is_empty(), node.maximises) {
        (true, _) => "",
        (false, true) => "max",
        (false, false) => "min",
    };
    let head = format!("{} {side}", node.label);
    if !head.trim().is_empty() {
        lines.push(("", head.trim().to_owned()));
    }
    let value = node.value.as_ref().map_or("?", |value| &value.text);
    lines.push(("value", format!("{}{value}", node.precision.sign())));
    if let (Some(alpha), Some(beta), false) = (&node.alpha, &node.beta, node.children.is_empty()) {
        lines.push(("small", format!("α {}  β {}", alpha.text, beta.text)));
    }
    match node.ending {
        "remembered" | "recalled" => lines.push(("small", language.known().to_owned())),
        "ruled" => lines.push(("small", language.no_move().to_owned())),
        _ => {}
    }
    lines
}

/// The board of a node; the root's, which has none before it, is larger and has names.
fn board(
    explanation: &Explanation,
    squares: Option<&String>,
    before: Option<&String>,
) -> Option<Board> {
    let (size, squares) = (explanation.size, squares?.clone());
    let width = if before.is_none() { 120 } else { 56 };
    Some(Board {
        size,
        squares,
        before: before.cloned(),
        cell: (width / size).max(6),
        style: match explanation.game {
            "tic-tac-toe" => Style::Marks,
            "Go" => Style::Stones,
            _ => Style::Discs,
        },
        named: before.is_none(),
    })
}

fn sampled_diagram(explanation: &Explanation, sampled: &Sampled, view: &View) -> Diagram {
    let count = view.rounds.unwrap_or(usize::MAX).min(sampled.rounds.len());
    let statistics = sampled.after(count);
    let folding = sampled_folding(sampled, count, view.most);
    let drawn = (0..statistics.nodes.len()).filter(|&number| folding.drawn[number]);
    let boards = drawn.clone().count() <= WITH_BOARDS;
    let mut shapes: Vec<Shape> = Vec::new();
    // Where the box of a node is, and how deep the node lies.
    let mut places = vec![(0, 0); statistics.nodes.len()];
    for number in drawn {
        let parent = statistics.nodes[number].parent;
        let (above, depth) =
            parent.map_or((0, 0), |parent| (places[parent].0, places[parent].1 + 1));
        places[number] = (shapes.len(), depth);
        if number > 0 {
            let place = shapes.len();
            shapes[above].children.push(place);
        }
        let before = parent.and_then(|parent| sampled.nodes[parent].board.as_ref());
        let squares = sampled.nodes[number].board.as_ref().filter(|_| number == 0 || boards);
        shapes.push(Shape {
            board: board(explanation, squares, before),
            ..sampled_shape(sampled, &statistics, [number, depth], view.language)
        });
    }
    if let Some(left) = folding.more(&statistics.nodes[0].children) {
        let place = shapes.len();
        shapes[0].children.push(place);
        shapes.push(note(view.language.more_moves(left), None));
    }
    let title = match count < sampled.rounds.len() {
        true => view.language.title_after(explanation, count),
        false => view.language.title(explanation),
    };
    Diagram { title, shapes }
}

/// The box of the move `number`, so deep in the tree, without its board.
fn sampled_shape(
    sampled: &Sampled,
    statistics: &Statistics<u32>,
    [number, depth]: [usize; 2],
    language: Language,
) -> Shape {
    let (sample, label) = (&statistics.nodes[number], &sampled.nodes[number].label);
    let mut lines = vec![("", label.clone())];
    if number > 0 {
        let (wins, bound) = tried(sample.visits, sample.total, statistics.bound(number));
        lines.push(("value", wins));
        lines.extend(bound.map(|bound| ("small", language.bound(&bound))));
    }
    lines.retain(|(_, text)| !text.is_empty());
    let kind = match (sample.visits, depth % 2) {
        (0, _) if number > 0 => "stub",
        (_, 0) => "max",
        _ => "min",
    };
    let class =
        if sampled.chosen == Some(number) { format!("{kind} chosen") } else { kind.to_owned() };
    Shape { class, lines, id: Some(number), ..Shape::default() }
}

/// What the playouts of a move gave, and the bound of the next round.
pub(super) fn tried(visits: u64, total: f64, bound: Option<f64>) -> (String, Option<String>) {
    (format!("{}/{visits}", share(total)), bound.map(decimal))
}

/// A sum of shares: halves as they are, others rounded.
fn share(total: f64) -> String {
    let text = format!("{total:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The nodes of the tree after `count` rounds that are drawn: the most visited first.
pub(super) fn sampled_folding(sampled: &Sampled, count: usize, most: usize) -> Folding {
    let statistics = sampled.after(count);
    let mut order: Vec<usize> = (0..statistics.nodes.len()).collect();
    // A node has no more visits than its parent, which comes first among equals.
    order.sort_by_key(|&node| std::cmp::Reverse(statistics.nodes[node].visits));
    let children = |node: usize| statistics.nodes[node].children.clone();
    let weight = |node: usize| statistics.nodes[node].children.len();
    Folding::new(0, statistics.nodes.len(), &children, &weight, &order, most)
}
