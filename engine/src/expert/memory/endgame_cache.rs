//! A small table of bounds for one thread and the last eleven empty squares: it stays in the
//! processor's own cache, where the shared table would cost a memory access a node.

use crate::expert::position::Board;
use crate::expert::units::Discs;

/// What is known of a position's final score for the mover, in discs.
#[derive(Clone, Copy, Debug)]
pub(in crate::expert) struct Bounds {
    pub(in crate::expert) lower: i8,
    pub(in crate::expert) upper: i8,
}

impl Bounds {
    /// Nothing.
    const NONE: Self = Self { lower: -64, upper: 64 };

    /// The score in a null window above `alpha`, if the bounds decide it.
    #[inline]
    pub(in crate::expert) fn decided(self, alpha: Discs) -> Option<Discs> {
        let [lower, upper] = [self.lower, self.upper].map(|bound| Discs(bound.into()));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    bounds: Bounds,
}

impl Entry {
    /// Of no position: both sides have every square.
    const NONE: Self = Self { board: Board { mover: !0, opponent: !0 }, bounds: Bounds::NONE };
}

/// Direct-mapped; the newer entry wins. The default is no cache at all, for where none is used.
#[derive(Default)]
pub(in crate::expert) struct EndgameCache {
    entries: Box<[Entry]>,
}

impl EndgameCache {
    const ENTRIES: usize = 1 << 14;

    /// An empty one; `None` where there is no memory for it, 384 KiB.
    pub(in crate::expert) fn new() -> Option<Self> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(Self::ENTRIES).ok()?;
        entries.resize(Self::ENTRIES, Entry::NONE);
        Some(Self { entries: entries.into_boxed_slice() })
    }

    /// Forgets all positions.
    pub(in crate::expert) fn forget(&mut self) {
        self.entries.fill(Entry::NONE);
    }

    #[inline]
    fn place(board: Board) -> usize {
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opponent.wrapping_mul(0xd1b5_4a32_d192_ed03);
        (mixed >> (64 - Self::ENTRIES.ilog2())) as usize
    }

    #[inline]
    pub(in crate::expert) fn bounds(&self, board: Board) -> Option<Bounds> {
        let entry = &self.entries[Self::place(board)];
        (entry.board == board).then_some(entry.bounds)
    }

    /// Remembers that `board` scores `score`, a lower bound if above `alpha` and an upper bound
    /// otherwise.
    #[inline]
    pub(in crate::expert) fn store(&mut self, board: Board, alpha: Discs, score: Discs) {
        let entry = &mut self.entries[Self::place(board)];
        let Bounds { lower, upper } =
            if entry.board == board { entry.bounds } else { Bounds::NONE };
        // The entry is written as a whole: reading back one just written in part would stall.
        let bounds = if score > alpha {
            Bounds { lower: lower.max(score.0 as i8), upper }
        } else {
            Bounds { lower, upper: upper.min(score.0 as i8) }
        };
        *entry = Entry { board, bounds };
    }
}
