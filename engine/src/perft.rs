//! Perft: the number of leaves of the full game tree to a depth, the classic test and benchmark of
//! a rules kernel.
//!
//! Two conventions are published for Othello and agree up to depth 8: in one a pass is a ply like
//! any other, in the other it costs no depth. In both a game that ends early counts as one leaf at
//! every greater depth.

use std::marker::PhantomData;

use crate::game::Game;
use crate::games::othello::{Bits, InstructionSet, Isa, Kernel, Othello, Othello8, Task};

/// What a forced pass costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCost {
    /// One ply (Egaroucid's perft mode 1, aartbik's list).
    Ply,
    /// Nothing (Egaroucid's mode 2, neural-reversi).
    Free,
}

/// Leaves `depth` plies below `position`, for any game, a pass being a ply; every leaf is visited.
#[must_use]
pub fn plain<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = position.moves().peekable();
    if moves.peek().is_none() {
        return 1;
    }
    moves.map(|mv| plain(&position.play(mv), depth - 1)).sum()
}

/// Leaves `depth` plies below an Othello position of any size; the last ply is counted in bulk, not
/// played.
#[must_use]
pub fn othello<K: Kernel>(position: &Othello<K>, depth: u32, passes: PassCost) -> u64 {
    count(ByKernel::<K>(PhantomData), position.mover(), position.opponent(), depth, passes)
}

/// The same on the 8×8 board with the instructions of `set`.
///
/// ```
/// use yomi_engine::games::othello::{InstructionSet, Othello8};
/// use yomi_engine::perft::{PassCost, othello8};
///
/// let leaves = othello8(&Othello8::default(), 5, PassCost::Ply, InstructionSet::best());
/// assert_eq!(leaves, 1396);
/// ```
#[must_use]
pub fn othello8(position: &Othello8, depth: u32, passes: PassCost, set: InstructionSet) -> u64 {
    struct Count<'a>(&'a Othello8, u32, PassCost);

    impl Task for Count<'_> {
        type Output = u64;

        fn on<I: Isa>(self, isa: I) -> u64 {
            count(ByIsa(isa), self.0.mover(), self.0.opponent(), self.1, self.2)
        }
    }

    set.run(Count(position, depth, passes))
}

/// Where the rules come from: a kernel for one board size or an instruction set for the 8×8
/// board.
trait Rules: Copy {
    type Bits: Bits;
    fn legal(self, mover: Self::Bits, opponent: Self::Bits) -> Self::Bits;
    fn flips(self, index: u32, mover: Self::Bits, opponent: Self::Bits) -> Self::Bits;
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

#[derive(Clone, Copy)]
struct ByKernel<K>(PhantomData<K>);

impl<K: Kernel> Rules for ByKernel<K> {
    type Bits = K::Bits;

    fn legal(self, mover: K::Bits, opponent: K::Bits) -> K::Bits {
        K::legal(mover, opponent)
    }

    fn flips(self, index: u32, mover: K::Bits, opponent: K::Bits) -> K::Bits {
        K::flips(index, mover, opponent)
    }

    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

#[derive(Clone, Copy)]
struct ByIsa<I>(I);

impl<I: Isa> Rules for ByIsa<I> {
    type Bits = u64;

    #[inline]
    fn legal(self, mover: u64, opponent: u64) -> u64 {
        self.0.legal(mover, opponent)
    }

    #[inline]
    fn flips(self, index: u32, mover: u64, opponent: u64) -> u64 {
        self.0.flips(index, mover, opponent)
    }

    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run(work)
    }
}

fn count<R: Rules>(
    rules: R,
    mover: R::Bits,
    opponent: R::Bits,
    depth: u32,
    passes: PassCost,
) -> u64 {
    rules.run(
        #[inline(always)]
        || match depth {
            0 => 1,
            _ => count_moves(rules, mover, opponent, rules.legal(mover, opponent), depth, passes),
        },
    )
}

/// The leaves below a position whose legal moves are known, `depth` being at least one.
#[inline(always)]
fn count_moves<R: Rules>(
    rules: R,
    mover: R::Bits,
    opponent: R::Bits,
    legal: R::Bits,
    depth: u32,
    passes: PassCost,
) -> u64 {
    if legal.is_empty() {
        return count_pass(rules, mover, opponent, depth, passes);
    }
    if depth == 1 {
        return u64::from(legal.count());
    }
    let mut leaves = 0;
    for index in legal.indices() {
        let flips = rules.flips(index, mover, opponent);
        let (mover, opponent) = (opponent & !flips, mover | flips | R::Bits::single(index));
        // Two plies above the leaves the count is taken here, which saves most of the calls.
        if depth == 2 {
            let replies = rules.legal(mover, opponent);
            let passed = || count_pass(rules, mover, opponent, 1, passes);
            leaves += if replies.is_empty() { passed() } else { u64::from(replies.count()) };
        } else {
            leaves += count(rules, mover, opponent, depth - 1, passes);
        }
    }
    leaves
}

#[cold]
fn count_pass<R: Rules>(
    rules: R,
    mover: R::Bits,
    opponent: R::Bits,
    depth: u32,
    passes: PassCost,
) -> u64 {
    if rules.legal(opponent, mover).is_empty() {
        return 1;
    }
    match (passes, depth) {
        (PassCost::Ply, 1) => 1,
        (PassCost::Ply, _) => count(rules, opponent, mover, depth - 1, passes),
        (PassCost::Free, _) => count(rules, opponent, mover, depth, passes),
    }
}
