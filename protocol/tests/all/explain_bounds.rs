use std::collections::HashMap;

use yomi_engine::random::Random;
use yomi_protocol::explain::explanation::Precision;
use yomi_protocol::explain::{Explanation, text};

use crate::explain::{explain, view};

/// A random tree as it is written, with the value of each node for the player at the root, who
/// maximises.
struct Tree {
    text: String,
    values: HashMap<String, i32>,
}

impl Tree {
    fn random(random: &mut Random) -> Self {
        let mut tree = Self { text: String::new(), values: HashMap::new() };
        tree.grow(random, 5, true);
        tree
    }

    /// Appends a node of no more than `height` and returns its value.
    fn grow(&mut self, random: &mut Random, height: u32, maximises: bool) -> i32 {
        let name = format!("n{}", self.values.len());
        self.values.insert(name.clone(), 0);
        self.text += &name;
        let is_root = self.values.len() == 1;
        let value = if !is_root && (height == 0 || random.below(4) == 0) {
            // Few values, so that many are equal.
            let value = random.below(6) as i32 - 2;
            self.text += &format!("={value}");
            value
        } else {
            self.text.push('(');
            let mut children = Vec::new();
            for place in 0..1 + random.below(3) {
                if place > 0 {
                    self.text.push(',');
                }
                children.push(self.grow(random, height.saturating_sub(1), !maximises));
            }
            self.text.push(')');
            let best = if maximises { children.iter().max() } else { children.iter().min() };
            *best.unwrap()
        };
        self.values.insert(name, value);
        value
    }

    /// Checks what is shown of a search: values are what their signs claim, that of the root is
    /// one, and the chosen line runs through nodes of its value to a leaf.
    fn check(&self, explained: &Explanation, player: &str) {
        let root = explained.root.unwrap();
        let truth = |number: usize| self.values[&explained.nodes[number].label];
        for (number, node) in explained.nodes.iter().enumerate() {
            let (value, truth) = (node.value.as_ref().unwrap().score, truth(number));
            let holds = match node.precision {
                Precision::Exact => value == truth,
                Precision::AtLeast => value <= truth,
                Precision::AtMost => value >= truth,
            };
            assert!(holds, "{player} {}: {}", node.label, self.text);
        }
        assert_eq!(explained.nodes[root].precision, Precision::Exact, "{player}: {}", self.text);
        let line: Vec<usize> =
            (0..explained.nodes.len()).filter(|&number| explained.nodes[number].chosen).collect();
        assert_eq!(line[0], root);
        for pair in line.windows(2) {
            assert_eq!(explained.nodes[pair[1]].parent, Some(pair[0]), "{player}: {}", self.text);
        }
        for &number in &line {
            assert_eq!(truth(number), truth(root), "{player}: {}", self.text);
        }
        let end = explained.nodes[line[line.len() - 1]].ending;
        let is_known = player.contains("table") && end == "remembered";
        assert!(end == "leaf" || is_known, "{player}: {}", self.text);
    }
}

/// A tree is shown as it was written: values are Max's, names that say whose node it is are not
/// said twice, and nodes without a name have a number, so that nothing is called by a value that
/// is to be found.
#[test]
fn a_tree_is_shown_as_it_was_written() {
    let shown = |tree: &str| {
        let explained = explain(tree, "alphabeta");
        let labels: Vec<String> = explained.nodes.iter().map(|node| node.label.clone()).collect();
        (labels, explained.value.clone().unwrap().text, text(&explained, &view(60)))
    };
    let (labels, value, drawn) = shown("min(max(3,5),max(2,9))");
    assert_eq!((&*value, &labels[1], &labels[4]), ("5", &"(1)".to_owned(), &"(2)".to_owned()));
    assert!(drawn.contains("values as Max sees them; * is"), "{drawn}");
    assert!(drawn.contains("\nmin 5 *  [-∞, ∞]\n├─ (1) max 5 *"), "{drawn}");
    assert!(
        drawn.contains("└─ (2) max ≥ 9  [-∞, 5]  cut: 9 ≥ β = 5") || drawn.contains("(2) max 9"),
        "{drawn}"
    );
    let explained = explain("((3,5),(2,9))", "minimax");
    let chosen = explained.chosen.unwrap();
    let root = &explained.nodes[explained.root.unwrap()];
    assert!(root.children.iter().any(|&child| explained.nodes[child].label == chosen));
}

#[test]
fn a_root_is_worth_its_value_and_the_line_leads_to_it() {
    let mut random = Random::from_seed(20_261_130);
    for _ in 0..400 {
        let tree = Tree::random(&mut random);
        for player in [
            "minimax",
            "minimax(ties=last)",
            "negamax",
            "alphabeta",
            "negascout",
            "alphabeta(table=1)",
            "negascout(table=1)",
        ] {
            tree.check(&explain(&tree.text, player), player);
        }
    }
}
