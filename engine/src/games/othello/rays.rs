//! What the vector kernel looks up for each square of the 8×8 board, computed at compile time: the
//! rays to the rim, and how many discs the last move turns on each of the four lines through it.

/// The squares from one square to the rim: row right, column down, diagonals down-right and
/// down-left (towards higher squares), and the opposite four.
#[repr(C, align(64))]
pub(super) struct Rays {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

/// The rays of each square.
pub(super) static RAYS: [Rays; 64] = {
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (right, below) = steps[lane];
            table[square].up[lane] = ray(square, right, below);
            table[square].down[lane] = ray(square, -right, -below);
            lane += 1;
        }
        square += 1;
    }
    table
};

const fn ray(square: usize, right: i32, below: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + below);
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += below;
    }
    squares
}

/// The four lines through each square without it, and the part of [`LINE_FLIPS`] that counts for
/// such a line.
pub(super) static LINES: [[(u64, &[u16; 256]); 4]; 64] = {
    let mut table = [[(0, &[0; 256]); 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (above, below) = (RAYS[square].up[lane], RAYS[square].down[lane]);
            let start = line_start(below.count_ones(), above.count_ones());
            table[square][lane] =
                (above | below, LINE_FLIPS.split_at(start).1.first_chunk().unwrap());
            lane += 1;
        }
        square += 1;
    }
    table
};

/// For each line with one empty square, by the numbers of squares below and above it, and for the
/// mover's discs on the others, all the rest being the opponent's: how many discs the mover turns
/// on the empty square in the low byte, how many the opponent in the high one. 256 more at the end
/// let every part be as long as a byte can count.
static LINE_FLIPS: [u16; 2048 + 256] = {
    let mut table = [0; 2048 + 256];
    let mut below = 0;
    while below < 8 {
        let mut above = 0;
        while below + above < 8 {
            let (start, all) = (line_start(below, above), (1 << (below + above)) - 1);
            let mut discs = 0;
            while discs <= all {
                table[start + discs as usize] =
                    line_flips(discs, below) | line_flips(!discs & all, below) << 8;
                discs += 1;
            }
            above += 1;
        }
        below += 1;
    }
    table
};

/// Where the counts begin of lines with `below` and `above` squares beside the empty one.
const fn line_start(below: u32, above: u32) -> usize {
    let mut start = 0;
    let mut length = 0;
    while length < below + above {
        start += (length as usize + 1) << length;
        length += 1;
    }
    start + ((below as usize) << length)
}

/// How many of the other side's discs are turned on a line whose empty square has `below` squares
/// below it.
const fn line_flips(discs: u32, below: u32) -> u16 {
    let (lower, higher) = (discs & ((1 << below) - 1), discs >> below);
    let up = if higher == 0 { 0 } else { higher.trailing_zeros() };
    let down = if lower == 0 { 0 } else { below - 1 - lower.ilog2() };
    (up + down) as u16
}

/// Each square as a set.
pub(super) static DISCS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << square;
        square += 1;
    }
    table
};
