//! A game tree written out in full, for worked examples and tests.
//!
//! `N0[N1[7 12] N2[-5 -10] N3[20 -3]]`: a node is an optional name and its children in brackets, a
//! leaf a number. Max, who moves at the root, and Min take turns; leaves are values for Max. A name
//! may also stand before a leaf, `A=20`. A leading `min` makes Min the first to move. Round
//! brackets and commas are read as well: `N0(N1(7,12),N2(-5,-10),N3(20,-3))`. Who names nodes `max`
//! and `min` has to name them after the side that moves there: `max(min(3,5),min(2,9))`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::game::{Game, Side};
use crate::score::Score;

/// A position in an explicit tree: the whole tree and the node the game has reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExplicitTree {
    nodes: Arc<[Node]>,
    current: usize,
    side: Side,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    name: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Content {
    /// The value for Max.
    Leaf(i32),
    Children(Vec<usize>),
}

/// The choice of a child, counted from 1 in the order it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch(pub u32);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Branch {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Why a text is no tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}")]
pub struct TreeError {
    /// The character, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl ExplicitTree {
    /// The name of the current node; empty if it was given none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.nodes[self.current].name
    }

    /// What perfect play makes of the current node, for Max.
    #[must_use]
    pub fn max_value(&self) -> i32 {
        let below = self.moves().map(|mv| self.play(mv).max_value());
        let found = if self.side == Side::First { below.max() } else { below.min() };
        match self.nodes[self.current].content {
            Content::Leaf(value) => value,
            Content::Children(_) => found.unwrap_or(0),
        }
    }

    fn children(&self) -> &[usize] {
        match &self.nodes[self.current].content {
            Content::Leaf(_) => &[],
            Content::Children(children) => children,
        }
    }

    fn height(&self, node: usize) -> u32 {
        match &self.nodes[node].content {
            Content::Leaf(_) => 0,
            Content::Children(children) => {
                1 + children.iter().map(|&child| self.height(child)).max().unwrap_or(0)
            }
        }
    }

    fn write(&self, node: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Node { name, content } = &self.nodes[node];
        match content {
            Content::Leaf(value) if name.is_empty() => write!(f, "{value}"),
            Content::Leaf(value) => write!(f, "{name}={value}"),
            Content::Children(children) => {
                write!(f, "{name}[")?;
                for (place, &child) in children.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { " " })?;
                    self.write(child, f)?;
                }
                f.write_str("]")
            }
        }
    }
}

impl Game for ExplicitTree {
    type Move = Branch;

    fn moves(&self) -> impl ExactSizeIterator<Item = Branch> {
        (0..self.children().len()).map(|child| Branch(child as u32 + 1))
    }

    // Only what is known of this very node comes first: here a move is a place in a list, so the
    // refutation of another node says nothing about this one.
    fn moves_beginning_with(&self, first: [Option<Branch>; 3]) -> impl Iterator<Item = Branch> {
        let best = first[0].filter(|&mv| self.is_legal(mv));
        best.into_iter().chain(self.moves().filter(move |&mv| Some(mv) != best))
    }

    fn play(&self, mv: Branch) -> Self {
        let current = self.children()[mv.0 as usize - 1];
        Self { nodes: Arc::clone(&self.nodes), current, side: !self.side }
    }

    fn final_score(&self) -> Option<Score> {
        match self.nodes[self.current].content {
            Content::Leaf(value) if self.side == Side::First => Some(Score(value)),
            Content::Leaf(value) => Some(-Score(value)),
            Content::Children(_) => None,
        }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        // Nodes are numbered, so the number is the position; the multiplication spreads it over the
        // table.
        (self.current as u64 * 2 + self.side as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn empties(&self) -> u32 {
        self.height(self.current)
    }
}

impl fmt::Display for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.side == Side::Second {
            f.write_str("min ")?;
        }
        self.write(self.current, f)
    }
}

impl FromStr for ExplicitTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let is_apart =
            |rest: &&str| rest.starts_with(|c: char| c.is_whitespace() || "[(".contains(c));
        let trimmed = text.trim_start();
        let (first, behind) = trimmed.split_at_checked(3).unwrap_or_default();
        let (side, rest) = match Some(behind).filter(is_apart) {
            Some(rest) if first.eq_ignore_ascii_case("min") => (Side::Second, rest),
            _ => (Side::First, trimmed),
        };
        let at = text.len() - rest.len();
        let mut reader = Reader { text, at, side, depth: 0, nodes: Vec::new() };
        let root = reader.node()?;
        reader.blanks();
        if reader.at < text.len() {
            return Err(reader.error("the end of the tree"));
        }
        Ok(Self { nodes: reader.nodes.into(), current: root, side })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Who moves at the node that is read.
    side: Side,
    depth: u32,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    /// Deeper brackets are refused, so that no input can exhaust the stack.
    const MAX_DEPTH: u32 = 200;

    fn error(&self, expected: &'static str) -> TreeError {
        TreeError { column: self.text[..self.at].chars().count() + 1, expected }
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    /// Blanks, and a comma among them if there is one.
    fn separator(&mut self) {
        self.blanks();
        if self.take(',') {
            self.blanks();
        }
    }

    fn word(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let end =
            rest.find(|c: char| c.is_whitespace() || "[](),=".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        self.at += usize::from(found);
        found
    }

    /// Reads a node and returns its number.
    fn node(&mut self) -> Result<usize, TreeError> {
        self.blanks();
        let start = self.at;
        let name = self.word().to_owned();
        if self.text[self.at..].starts_with(['[', '(']) {
            self.check(&name, start)?;
        }
        let (name, content) = if self.take('[') {
            (name, Content::Children(self.children(']')?))
        } else if self.take('(') {
            (name, Content::Children(self.children(')')?))
        } else if self.take('=') {
            (name, Content::Leaf(self.value()?))
        } else {
            self.at = start;
            (String::new(), Content::Leaf(self.value()?))
        };
        self.nodes.push(Node { name, content });
        Ok(self.nodes.len() - 1)
    }

    /// A name that says who moves must be right.
    fn check(&mut self, name: &str, start: usize) -> Result<(), TreeError> {
        let expected = match (&*name.to_ascii_lowercase(), self.side) {
            ("min", Side::First) => "another name than `min`, since Max moves here",
            ("max", Side::Second) => "another name than `max`, since Min moves here",
            _ => return Ok(()),
        };
        self.at = start;
        Err(self.error(expected))
    }

    fn value(&mut self) -> Result<i32, TreeError> {
        let start = self.at;
        // Books print a longer minus.
        let word = self.word().replace('\u{2212}', "-");
        let value = word.parse::<i32>().ok().filter(|value| value.unsigned_abs() <= 1_000_000);
        value.ok_or_else(|| {
            self.at = start;
            self.error("a node in brackets or a number from -1000000 to 1000000")
        })
    }

    /// Reads the nodes up to the bracket `end`.
    fn children(&mut self, end: char) -> Result<Vec<usize>, TreeError> {
        self.depth += 1;
        if self.depth > Self::MAX_DEPTH {
            return Err(self.error("at most 200 brackets inside each other"));
        }
        self.side = !self.side;
        let mut children = vec![self.node()?];
        loop {
            self.blanks();
            if self.take(end) {
                self.depth -= 1;
                self.side = !self.side;
                return Ok(children);
            }
            if self.at == self.text.len() || self.text[self.at..].starts_with([']', ')']) {
                return Err(self.error(if end == ']' { "`]`" } else { "`)`" }));
            }
            self.separator();
            children.push(self.node()?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_print_as_they_parse() {
        for text in ["N0[N1[7 12] N2[-5 -10] N3[20 -3]]", "5", "min [1 [2 3]]", "root[A=3 B[C=-1]]"]
        {
            assert_eq!(
                text.parse::<ExplicitTree>().map(|tree| tree.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn round_brackets_and_commas_mean_the_same() {
        let [one, other] = ["N0(N1(7, 12),A=3 ,N3[20 -3])", "N0[N1[7 12] A=3 N3[20 -3]]"]
            .map(str::parse::<ExplicitTree>);
        assert!(one.is_ok());
        assert_eq!(one, other);
    }

    #[test]
    fn who_moves_first_may_stand_before_a_bracket() {
        let value = |text: &str| text.parse::<ExplicitTree>().map(|tree| tree.max_value());
        for text in ["min[1 2]", "min(1,2)", "min [1 2]", "min\n\t(1 2)", " Min min(1,2)"] {
            assert_eq!(value(text), Ok(1), "{text}");
        }
        assert_eq!(value("max(min(3,5),min(2,9))"), Ok(3));
        assert_eq!(value("minimum(1,2)"), Ok(2));
        assert_eq!(value("min(\u{2212}5,3)"), Ok(-5));
        assert_eq!(value("MAX(MIN(3,5),MIN(2,9))"), Ok(3));
        let error = |text: &str| value(text).unwrap_err().to_string();
        let wrong = "column 5: expected another name than `max`, since Min moves here";
        assert_eq!(error("max(max(1,2),3)"), wrong);
        assert_eq!(
            error("[1 [min[3 4]]]"),
            "column 5: expected another name than `min`, since Max moves here"
        );
    }

    #[test]
    fn errors_name_the_column() {
        let error = |text: &str| text.parse::<ExplicitTree>().unwrap_err().to_string();
        assert_eq!(
            error("[1 x]"),
            "column 4: expected a node in brackets or a number from -1000000 to 1000000"
        );
        assert_eq!(error("[1 2"), "column 5: expected `]`");
        assert_eq!(error("(1 2]"), "column 5: expected `)`");
        assert_eq!(error("[1] 2"), "column 5: expected the end of the tree");
        assert_eq!(
            error(&"[".repeat(100_000)),
            "column 202: expected at most 200 brackets inside each other"
        );
    }

    #[test]
    fn only_the_best_move_of_a_node_comes_before_its_turn() {
        let tree: ExplicitTree = "[1 2 3]".parse().unwrap();
        let order = |first: [u32; 3]| -> Vec<u32> {
            let first = first.map(|mv| (mv > 0).then_some(Branch(mv)));
            tree.moves_beginning_with(first).map(|Branch(mv)| mv).collect()
        };
        assert_eq!(order([0, 3, 2]), [1, 2, 3]);
        assert_eq!(order([2, 3, 0]), [2, 1, 3]);
        assert_eq!(order([4, 0, 0]), [1, 2, 3]);
    }

    #[test]
    fn leaves_are_worth_the_opposite_to_min() {
        let tree: ExplicitTree = "[7 [3]]".parse().unwrap();
        assert_eq!(tree.play(Branch(1)).final_score(), Some(Score(-7)));
        assert_eq!(tree.play(Branch(2)).play(Branch(1)).final_score(), Some(Score(3)));
        assert_eq!(tree.empties(), 2);
    }
}
