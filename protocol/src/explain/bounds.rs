//! What a search has proved: whether a value is a position's or a bound, and the line that both
//! sides choose.
//!
//! NegaScout enters a position twice: a scout proves that it is worth at least so much, a second
//! search what it is worth, or no more than that. What is known of it is what both say together.

use serde::Serialize;
use yomi_engine::score::Score;
use yomi_engine::search::{Ending, Trace};

/// What a returned value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// It is the value.
    Exact,
    /// The value may be higher.
    AtLeast,
    /// The value may be lower.
    AtMost,
}

impl Precision {
    /// What stands before a value.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtLeast => "≥ ",
            Self::AtMost => "≤ ",
        }
    }
}

/// A trace and what its values say.
pub(super) struct Bounds<'a, M> {
    trace: &'a Trace<M>,
    precisions: Vec<Precision>,
}

impl<'a, M: Copy + PartialEq> Bounds<'a, M> {
    /// Those of `trace`, in which some nodes have left out moves.
    pub(super) fn of(trace: &'a Trace<M>, leaves_out: impl Fn(usize) -> bool) -> Self {
        let precisions = vec![Precision::Exact; trace.nodes.len()];
        let mut bounds = Self { trace, precisions };
        // Children stand after their parents.
        for number in (0..trace.nodes.len()).rev() {
            bounds.precisions[number] = bounds.said(number, leaves_out(number));
        }
        bounds
    }

    /// What the value of a node says.
    pub(super) fn precision(&self, number: usize) -> Precision {
        self.precisions[number]
    }

    /// The nodes of the chosen line, from the root on: at the root the move that was chosen, then
    /// the first of those that the value comes from.
    pub(super) fn line(&self) -> Vec<usize> {
        let mut here: Vec<usize> = self.trace.root().into_iter().collect();
        let Some(mut last) = here.last().copied() else { return Vec::new() };
        while let Some(mv) = self.best(&here) {
            here = here.iter().flat_map(|&visit| self.visits(visit, mv)).collect();
            last = here.last().copied().unwrap_or(last);
        }
        let above = |&number: &usize| self.trace.nodes[number].parent;
        let mut line: Vec<usize> = std::iter::successors(Some(last), above).collect();
        line.reverse();
        line
    }

    /// The move that a position, entered by these visits, owes its value to.
    fn best(&self, here: &[usize]) -> Option<M> {
        let node = &self.trace.nodes[*here.first()?];
        if node.parent.is_none() && self.trace.chosen.is_some() {
            return self.trace.chosen.filter(|&mv| self.visits(here[0], mv).next().is_some());
        }
        let (value, _) = self.together(here.iter().copied())?;
        let known = |mv: &M| self.together(here.iter().flat_map(|&visit| self.visits(visit, *mv)));
        let moves = || {
            let children = here.iter().flat_map(|&visit| &self.trace.nodes[visit].children);
            children.filter_map(|&child| self.trace.nodes[child].mv)
        };
        let is = |mv: &M| known(mv) == Some((value, Precision::Exact));
        let may_be = |mv: &M| known(mv).is_some_and(|(score, _)| score == value);
        moves().find(is).or_else(|| moves().find(may_be))
    }

    /// The children of a node that a move leads to.
    fn visits(&self, number: usize, mv: M) -> impl Iterator<Item = usize> {
        let children = self.trace.nodes[number].children.iter().copied();
        children.filter(move |&child| self.trace.nodes[child].mv == Some(mv))
    }

    /// What visits of one position say together; `None` if none was finished.
    fn together(&self, visits: impl Iterator<Item = usize>) -> Option<(Score, Precision)> {
        let (mut low, mut high, mut last) = (None, None, None);
        for visit in visits {
            let Some(value) = self.trace.nodes[visit].value else { continue };
            let precision = self.precisions[visit];
            if precision != Precision::AtMost {
                low = low.max(Some(value));
            }
            if precision != Precision::AtLeast {
                high = Some(high.map_or(value, |high: Score| high.min(value)));
            }
            last = Some((value, precision));
        }
        match (low, high) {
            (Some(low), Some(high)) if low >= high => Some((low, Precision::Exact)),
            (Some(low), None) => Some((low, Precision::AtLeast)),
            (None, Some(high)) => Some((high, Precision::AtMost)),
            _ => last,
        }
    }

    /// What the value of a node says, from what those below it say.
    fn said(&self, number: usize, leaves_out: bool) -> Precision {
        let node = &self.trace.nodes[number];
        let Some(value) = node.value else { return Precision::Exact };
        match node.ending {
            Ending::Remembered => match node.window {
                Some(window) if value >= window.beta => Precision::AtLeast,
                Some(window) if value <= window.alpha => Precision::AtMost,
                _ => Precision::Exact,
            },
            Ending::Searched | Ending::Cut => {
                let moves = node.children.iter().filter_map(|&child| self.trace.nodes[child].mv);
                let known: Vec<(Score, Precision)> =
                    moves.filter_map(|mv| self.together(self.visits(number, mv))).collect();
                best_of(node.maximises, value, leaves_out, &known)
            }
            _ => Precision::Exact,
        }
    }
}

/// What the best of `values` says, where some moves may be left out.
fn best_of(maximises: bool, value: Score, cut: bool, values: &[(Score, Precision)]) -> Precision {
    // Towards what the side wants, and away from it.
    let (better, worse) = if maximises {
        (Precision::AtLeast, Precision::AtMost)
    } else {
        (Precision::AtMost, Precision::AtLeast)
    };
    let sure = values.iter().any(|&(score, precision)| score == value && precision != worse);
    let open = cut || values.iter().any(|&(_, precision)| precision == better);
    match (open, sure) {
        (true, _) => better,
        (false, true) => Precision::Exact,
        (false, false) => worse,
    }
}
