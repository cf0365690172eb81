//! Which nodes of a large tree are drawn.

use std::collections::VecDeque;

/// A tree to fold: for every node its children, the first node being the root.
#[derive(Clone, Debug)]
pub struct Folding {
    /// For every node whether it is drawn.
    pub drawn: Vec<bool>,
    /// For every node whether its children are drawn, too.
    pub unfolded: Vec<bool>,
}

impl Folding {
    /// Unfolds `first`, in this order, then the others level by level, each with all of its
    /// children, until `most` nodes are drawn. `weight` is what drawing a node's children takes. A
    /// root with too many children shows those that `first` names first.
    pub fn new(
        root: usize,
        count: usize,
        children: &dyn Fn(usize) -> Vec<usize>,
        weight: &dyn Fn(usize) -> usize,
        first: &[usize],
        most: usize,
    ) -> Self {
        let mut folding = Self { drawn: vec![false; count], unfolded: vec![false; count] };
        folding.drawn[root] = true;
        let mut room = most.saturating_sub(1);
        if weight(root) > room {
            folding.unfold_in_part(&children(root), root, first, room);
            return folding;
        }
        for &node in first {
            folding.unfold(node, children, weight, &mut room);
        }
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            folding.unfold(node, children, weight, &mut room);
            if folding.unfolded[node] {
                queue.extend(children(node));
            }
        }
        folding
    }

    /// Those of an unfolded node's children that are drawn.
    pub fn drawn_of<'a>(&'a self, children: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        children.iter().copied().filter(|&child| self.drawn[child])
    }

    /// How many of an unfolded node's children are not drawn, if some are.
    pub fn more(&self, children: &[usize]) -> Option<usize> {
        let left = children.len() - self.drawn_of(children).count();
        (left > 0 && left < children.len()).then_some(left)
    }

    /// Draws as many children of the root as there is room for.
    fn unfold_in_part(&mut self, children: &[usize], root: usize, first: &[usize], room: usize) {
        let mut order: Vec<usize> = children.to_vec();
        // Those that are not named keep their order behind the others.
        let rank =
            |child: &usize| first.iter().position(|node| node == child).unwrap_or(usize::MAX);
        order.sort_by_key(rank);
        for &child in order.iter().take(room) {
            self.drawn[child] = true;
            self.unfolded[root] = true;
        }
    }

    /// Draws the children of a drawn node if there is room for all of them.
    fn unfold(
        &mut self,
        node: usize,
        children: &dyn Fn(usize) -> Vec<usize>,
        weight: &dyn Fn(usize) -> usize,
        room: &mut usize,
    ) {
        let needed = weight(node);
        if self.drawn[node] && !self.unfolded[node] && needed <= *room {
            *room -= needed;
            self.unfolded[node] = true;
            for child in children(node) {
                self.drawn[child] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_levels_and_what_is_asked_for_are_unfolded() {
        // A root with three children of three children each.
        let children = |node: usize| match node {
            0 => vec![1, 5, 9],
            1 | 5 | 9 => vec![node + 1, node + 2, node + 3],
            _ => Vec::new(),
        };
        let fold = |first: &[usize], most| {
            let weight = |node| children(node).len();
            let folding = Folding::new(0, 13, &children, &weight, first, most);
            (0..13).filter(|&node| folding.drawn[node]).collect::<Vec<_>>()
        };
        assert_eq!(fold(&[], 13), (0..13).collect::<Vec<_>>());
        assert_eq!(fold(&[], 6), [0, 1, 5, 9]);
        assert_eq!(fold(&[], 7), [0, 1, 2, 3, 4, 5, 9]);
        assert_eq!(fold(&[0, 9], 7), [0, 1, 5, 9, 10, 11, 12]);
        assert_eq!(fold(&[], 1), [0]);
        assert_eq!(fold(&[], 2), [0, 1], "some children of the root");
        assert_eq!(fold(&[10, 9, 5], 3), [0, 5, 9]);
    }
}
