//! What one node asks of the next.

use crate::expert::eval::Selectivity;
use crate::expert::memory::Known;
use crate::expert::position::Board;
use crate::expert::units::{Discs, Window};

/// What is asked of a midgame search: how deep, how sure, and in which window.
#[derive(Clone, Copy, Debug)]
pub(in crate::expert) struct Request {
    pub(in crate::expert) depth: u32,
    pub(in crate::expert) selectivity: Selectivity,
    pub(in crate::expert) window: Window,
}

impl Request {
    /// The same request one move later, seen by the other side.
    #[inline(always)]
    pub(in crate::expert) fn next(self) -> Self {
        Self { depth: self.depth - 1, ..self.passed() }
    }

    /// The same request seen by the other side.
    #[inline(always)]
    pub(super) fn passed(self) -> Self {
        Self { window: self.window.reversed(), ..self }
    }
}

/// What is asked of an endgame node: whether the final score of `board` is above `alpha`.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndgameNode {
    pub(super) board: Board,
    pub(super) hash: u64,
    pub(super) empties: u32,
    pub(super) alpha: Discs,
    pub(super) selectivity: Selectivity,
}

impl EndgameNode {
    /// The score, or a bound on it on the side of `alpha` it lies on, if the table knows enough.
    #[inline(always)]
    pub(super) fn decided_by(&self, known: Known) -> Option<Discs> {
        let window = Window::null(self.alpha.into());
        Some(known.decides(self.empties, self.selectivity, window)?.floor())
    }
}
