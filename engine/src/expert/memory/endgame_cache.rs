//! A small table of bounds for one thread and the last eleven empty squares: it stays in the
//! processor's own cache, where the shared table would cost a memory access a node.

use crate::expert::hints::fetch;
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

/// A position with its bounds in 16 bytes, so that as many stay near: 2 to 3 % of an endgame's time
/// less than with 24. Positions with the same discs of the mover have different [`mixed`] numbers,
/// whose highest bits are the entry's place.
#[derive(Clone, Copy)]
struct Entry {
    mover: u64,
    /// The other bits of [`mixed`], then half of either bound from -64 on, 7 bits each.
    rest: u64,
}

impl Entry {
    const BOUND_BITS: u32 = 7;
    const BOUND: u64 = (1 << Self::BOUND_BITS) - 1;
    /// Of no position: the mover has every square and the bounds contradict each other.
    const NONE: Self = Self { mover: !0, rest: !0 };

    #[inline]
    fn new(board: Board, mixed: u64, Bounds { lower, upper }: Bounds) -> Self {
        let [lower, upper] = [lower, upper].map(|bound| (i64::from(bound) + 64) as u64 / 2);
        let bounds = lower << Self::BOUND_BITS | upper;
        Self { mover: board.mover, rest: mixed << EndgameCache::PLACE_BITS | bounds }
    }

    /// The bounds, if they are those of `board`.
    #[inline]
    fn of(self, board: Board, mixed: u64) -> Option<Bounds> {
        let bounds = self.rest ^ mixed << EndgameCache::PLACE_BITS;
        let bound = |bits: u64| (2 * (bits & Self::BOUND) as i32 - 64) as i8;
        let known = self.mover == board.mover && bounds < 1 << EndgameCache::PLACE_BITS;
        known.then(|| Bounds { lower: bound(bounds >> Self::BOUND_BITS), upper: bound(bounds) })
    }
}

/// Direct-mapped; the newer entry wins. The default is no cache at all, for where none is used.
#[derive(Default)]
pub(in crate::expert) struct EndgameCache {
    entries: Box<[Entry]>,
}

impl EndgameCache {
    /// The bits of a place's number. The bounds take the room that an entry saves by them.
    const PLACE_BITS: u32 = 2 * Entry::BOUND_BITS;
    const ENTRIES: usize = 1 << Self::PLACE_BITS;

    /// An empty one; `None` where there is no memory for it, 256 KiB.
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
    fn place(mixed: u64) -> usize {
        (mixed >> (64 - Self::PLACE_BITS)) as usize
    }

    /// Has the memory for `board` brought near, for a look at it soon. Asked for while a position's
    /// other moves are made, it need not be waited for: 4 % of an endgame's time.
    #[inline]
    pub(in crate::expert) fn prefetch(&self, board: Board) {
        fetch(&self.entries[Self::place(mixed(board))]);
    }

    #[inline]
    pub(in crate::expert) fn bounds(&self, board: Board) -> Option<Bounds> {
        let mixed = mixed(board);
        self.entries[Self::place(mixed)].of(board, mixed)
    }

    /// Remembers that `board` scores `score`, a lower bound if above `alpha` and an upper bound
    /// otherwise.
    #[inline]
    pub(in crate::expert) fn store(&mut self, board: Board, alpha: Discs, score: Discs) {
        debug_assert!(score.0 % 2 == 0, "final scores are even");
        let mixed = mixed(board);
        let entry = &mut self.entries[Self::place(mixed)];
        let Bounds { lower, upper } = entry.of(board, mixed).unwrap_or(Bounds::NONE);
        let bounds = if score > alpha {
            Bounds { lower: lower.max(score.0 as i8), upper }
        } else {
            Bounds { lower, upper: upper.min(score.0 as i8) }
        };
        *entry = Entry::new(board, mixed, bounds);
    }
}

/// The position's discs as one number: of two positions with the same discs of the mover never the
/// same, for factors that are odd lose nothing.
#[inline]
fn mixed(board: Board) -> u64 {
    board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board.opponent.wrapping_mul(0xd1b5_4a32_d192_ed03)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Boards of few kinds, so that many share a place and many differ little.
    fn board(random: &mut Random) -> Board {
        let mover = 0x0123_4567_89ab_cdef ^ random.next_u64() & 3;
        let opponent = random.next_u64() & random.next_u64() & 0xfff_ffff << 20;
        Board { mover, opponent: opponent & !mover }
    }

    /// Each board has a score of its own, and whatever is said of a board must hold for that.
    #[test]
    fn bounds_are_never_those_of_another_board() {
        let mut random = Random::from_seed(5);
        let mut cache = EndgameCache::new().unwrap();
        let mut known = 0;
        for _ in 0..300_000 {
            let board = board(&mut random);
            let score = Discs(2 * (board.key() % 65) as i32 - 64);
            if let Some(Bounds { lower, upper }) = cache.bounds(board) {
                assert!(i32::from(lower) <= score.0 && score.0 <= i32::from(upper), "{board:?}");
                known += 1;
            }
            let alpha = Discs(random.below(129) as i32 - 64);
            cache.store(board, alpha, score);
            let bounds = cache.bounds(board).expect("it was just stored");
            assert_eq!(bounds.decided(alpha), Some(score));
        }
        assert!((30_000..270_000).contains(&known), "boards are met again, or not: {known}");
    }

    /// Two positions in one place with the same discs of the mover differ in what is stored.
    #[test]
    fn every_disc_of_the_opponent_counts() {
        let mut random = Random::from_seed(6);
        for _ in 0..1_000 {
            let (mover, opponent) = (random.next_u64(), random.next_u64());
            let board = Board { mover, opponent: opponent & !mover };
            let entry = Entry::new(board, mixed(board), Bounds { lower: -64, upper: 64 });
            assert!(entry.of(board, mixed(board)).is_some());
            for square in 0..64 {
                let other = Board { opponent: board.opponent ^ 1 << square, ..board };
                let same_place =
                    EndgameCache::place(mixed(other)) == EndgameCache::place(mixed(board));
                assert!(
                    !same_place || entry.of(other, mixed(other)).is_none(),
                    "{board:?} {square}"
                );
            }
        }
    }
}
