//! Discs that can never be turned again, and the bound they put on the score.
//!
//! A disc is stable along an axis if the axis' line is full, or ends beside it, or has a stable
//! disc of the same side beside it. Discs stable along all four axes are stable; this is applied
//! until nothing changes, starting from the discs that are stable along their edge whatever is
//! played there (table lookup) and from those with four full lines. The set is a lower bound: some
//! stable discs are not found.

use std::sync::LazyLock;

use super::board::Board;
use crate::expert::units::Discs;
use crate::games::othello::Isa;

/// Whether a null-window search above `alpha` should count stable discs: only a high `alpha` is out
/// of the mover's reach because of a few of them. The steps are near Edax's.
#[inline]
fn worth_counting(empties: u32, alpha: Discs) -> bool {
    const LEAST: [i8; 32] = [
        99, 99, 99, 6, 6, 6, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
        46, 48, 48, 50, 50, 52, 52, 54, 54,
    ];
    alpha.0 >= i32::from(*LEAST.get(empties as usize).unwrap_or(&56))
}

/// Nearly always at least this many of the opponent's discs are not stable. Where the bound would
/// need more than all others, counting costs more time than the cut-offs save.
const LOOSE: u32 = 8;

/// An upper bound on the mover's score at or below `alpha`, if the opponent's stable discs give
/// one.
#[inline]
pub(in crate::expert) fn cutoff<I: Isa>(
    isa: I,
    board: Board,
    empties: u32,
    alpha: Discs,
) -> Option<Discs> {
    let likely = board.opponent.count_ones().saturating_sub(LOOSE);
    if !worth_counting(empties, alpha) || 64 - 2 * likely as i32 > alpha.0 {
        return None;
    }
    let stable = isa.run(
        #[inline(always)]
        || stable(isa, board.opponent, board.mover),
    );
    let bound = Discs(64 - 2 * stable.count_ones() as i32);
    (bound <= alpha).then_some(bound)
}

/// Discs of `side` that can never be turned.
#[inline(always)]
pub(in crate::expert) fn stable<I: Isa>(isa: I, side: u64, other: u64) -> u64 {
    const INNER: u64 = 0x007e_7e7e_7e7e_7e00;
    const LEFT_RIGHT: u64 = 0x8181_8181_8181_8181;
    const TOP_BOTTOM: u64 = 0xff00_0000_0000_00ff;
    let discs = side | other;
    let [rows, columns, falling, rising] = full_lines(discs);
    let rows = rows | LEFT_RIGHT;
    let columns = columns | TOP_BOTTOM;
    let (falling, rising) = (falling | LEFT_RIGHT | TOP_BOTTOM, rising | LEFT_RIGHT | TOP_BOTTOM);

    let inner = side & INNER;
    let first = stable_on_edges(side, other) | (inner & rows & columns & falling & rising);
    isa.stable_by_contact(first, inner, [rows, columns, falling, rising])
}

/// For each axis the squares whose line is full: rows, columns, diagonals falling to the right
/// (a1–h8), rising ones.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xff);

    let mut columns = discs & discs.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);

    // A diagonal is full if every step along it finds a disc or has left the board.
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = 0x8080_8080_8080_8080;
    const TOP: u64 = 0xff;
    const BOTTOM: u64 = 0xff00_0000_0000_0000;
    let falling = full_both_ways(discs, 9, TOP | LEFT, BOTTOM | RIGHT);
    let rising = full_both_ways(discs, 7, TOP | RIGHT, BOTTOM | LEFT);
    [rows, columns, falling, rising]
}

/// The squares from which every square along a diagonal is a disc, both ways. `start` and `end` are
/// the rims where the diagonals begin and end, `step` leads from the one to the other.
#[inline]
fn full_both_ways(discs: u64, step: u32, start: u64, end: u64) -> u64 {
    // Squares from which this number of steps leaves the board; what wraps around the side lands on
    // the rim again.
    let leaving = |times: u32, onwards: bool| {
        let mut squares = if onwards { end } else { start };
        for _ in 1..times {
            squares |= if onwards { squares >> step } else { squares << step };
        }
        squares
    };
    // Doubling: 2, 4, then 8 squares onwards are discs or off the board.
    let mut down = discs;
    let mut up = discs;
    for times in [1, 2, 4] {
        down &= down >> (step * times) | leaving(times, true);
        up &= up << (step * times) | leaving(times, false);
    }
    down & up
}

/// Discs of `side` on the rim that no play along their edge can turn.
#[inline]
pub(in crate::expert) fn stable_on_edges(side: u64, other: u64) -> u64 {
    let edges: &[u8; 65536] = &EDGES;
    let lookup = |side: u64, other: u64| u64::from(edges[(side << 8 | other) as usize & 0xffff]);
    let column = |set: u64| (set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let spread = |row: u64| (row.wrapping_mul(0x0002_0408_1020_4081)) & 0x0101_0101_0101_0101;
    let top = lookup(side & 0xff, other & 0xff);
    let bottom = lookup(side >> 56, other >> 56) << 56;
    let left = spread_column(lookup(column(side), column(other)), spread);
    let right = spread_column(lookup(column(side >> 7), column(other >> 7)), spread) << 7;
    top | bottom | left | right
}

/// Bit `i` of `row` to square `i` of column a.
#[inline]
fn spread_column(row: u64, spread: impl Fn(u64) -> u64) -> u64 {
    spread(row & 0x7f) | (row & 0x80) << 49
}

/// For each edge (`side << 8 | other`) the discs of `side` that stay whatever both sides play along
/// it.
static EDGES: LazyLock<Box<[u8; 65536]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 65536]);
    // Fuller edges first: what is stable depends on the edges with one disc more.
    for discs in (0..256_usize).rev() {
        let mut side = discs;
        loop {
            let other = discs & !side;
            table[side << 8 | other] = lasting(&table, side, other);
            if side == 0 {
                break;
            }
            side = (side - 1) & discs;
        }
    }
    table
});

fn lasting(table: &[u8; 65536], side: usize, other: usize) -> u8 {
    let mut lasting = side as u8;
    for square in 0..8 {
        if (side | other) >> square & 1 == 0 {
            let own = flips_on_edge(square, side, other);
            let theirs = flips_on_edge(square, other, side);
            lasting &= table[(side | own | 1 << square) << 8 | other & !own];
            lasting &=
                !(theirs as u8) & table[(side & !theirs) << 8 | other | theirs | 1 << square];
        }
    }
    lasting
}

fn flips_on_edge(square: usize, mover: usize, opponent: usize) -> usize {
    let mut flips = 0;
    for step in [1, -1] {
        let mut line = 0;
        let mut place = square as i32 + step;
        while (0..8).contains(&place) && opponent >> place & 1 == 1 {
            line |= 1 << place;
            place += step;
        }
        if (0..8).contains(&place) && mover >> place & 1 == 1 {
            flips |= line;
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::{Othello8, Portable};
    use crate::random::Random;

    fn full_slowly(discs: u64, right: i32, down: i32) -> u64 {
        let inside = |x: i32, y: i32| (0..8).contains(&x) && (0..8).contains(&y);
        let whole = |square: u32| {
            [1, -1].into_iter().all(|way| {
                let (mut x, mut y) = (square as i32 % 8, square as i32 / 8);
                while inside(x, y) {
                    if discs >> (y * 8 + x) & 1 == 0 {
                        return false;
                    }
                    (x, y) = (x + way * right, y + way * down);
                }
                true
            })
        };
        (0..64).filter(|&square| whole(square)).fold(0, |set, square| set | 1 << square)
    }

    #[test]
    fn full_lines_are_full() {
        let mut random = Random::from_seed(1);
        for _ in 0..20_000 {
            let word = |random: &mut Random| random.next_u64();
            let discs =
                word(&mut random) | word(&mut random) | word(&mut random) | word(&mut random);
            let lines = full_lines(discs);
            let slow = [(1, 0), (0, 1), (1, 1), (-1, 1)]
                .map(|(right, down)| full_slowly(discs, right, down));
            assert_eq!(lines, slow, "{discs:016x}");
        }
    }

    /// No disc called stable is turned in any random continuation.
    #[test]
    fn stable_discs_stay() {
        let mut random = Random::from_seed(2);
        let mut claimed = 0;
        for _ in 0..3_000 {
            let mut position = Othello8::default();
            let mut stable_so_far = [0_u64; 2];
            loop {
                let count = position.moves().len();
                if count == 0 {
                    break;
                }
                let mv = position.moves().nth(random.below(count)).unwrap();
                position = position.play(mv);
                for side in crate::game::Side::BOTH {
                    let own = position.discs(side);
                    assert_eq!(stable_so_far[side as usize] & !own, 0, "{position}");
                    stable_so_far[side as usize] |= stable(Portable, own, position.discs(!side));
                    claimed += stable_so_far[side as usize].count_ones();
                }
            }
        }
        assert!(claimed > 100_000, "the test sees stable discs: {claimed}");
    }
}
