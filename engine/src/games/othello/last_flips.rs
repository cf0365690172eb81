//! How many discs the last move turns, with plain words: what is on each of the four lines through
//! the empty square is gathered into a byte, and looked up.
//!
//! A multiplication gathers a line ("kindergarten bitboards", chessprogramming.org): the bits of a
//! diagonal or of a column, each in a row of its own, land side by side in the highest byte.

/// How many discs the mover would turn on `index`, the only empty square, and how many the
/// opponent.
#[inline]
pub(super) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let (column, row) = (index & 7, index >> 3);
    let [falling, rising] = DIAGONALS[index as usize & 63];
    let gathered = [
        (column, mover >> (8 * row) & 0xff, 0xff ^ 1 << column),
        (row, (mover >> column & FIRST_COLUMN).wrapping_mul(TO_LAST_ROW) >> 56, 0xff ^ 1 << row),
        (column, by_column(mover & falling), by_column(falling)),
        (column, by_column(mover & rising), by_column(rising)),
    ];
    let mut both = [0; 2];
    for (place, own, all) in gathered {
        let turned = &TURNED[place as usize];
        both[0] += u32::from(turned[own as usize & 255]);
        both[1] += u32::from(turned[(own ^ all) as usize & 255]);
    }
    both
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// Moves the squares of the first column side by side into the last row.
const TO_LAST_ROW: u64 = 0x0102_0408_1020_4080;

/// Squares of which no two share a column, as a byte with a bit for each column.
#[inline]
const fn by_column(squares: u64) -> u64 {
    squares.wrapping_mul(FIRST_COLUMN) >> 56
}

/// For each square its two diagonals without it, the falling one first.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let right = other % 8 - square as i32 % 8;
            let below = other / 8 - square as i32 / 8;
            if right != 0 && right == below {
                table[square][0] |= 1 << other;
            }
            if right != 0 && right == -below {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs a side turns on a line, by the place of the empty square and the side's own
/// discs; all others count as the other side's, and beyond a line's ends there is nothing to close
/// it.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own: u32 = 0;
        while own < 256 {
            let (lower, higher) = (own & ((1 << place) - 1), own >> (place + 1));
            let up = if higher == 0 { 0 } else { higher.trailing_zeros() };
            let down = if lower == 0 { 0 } else { place - 1 - lower.ilog2() };
            table[place as usize][own as usize] = (up + down) as u8;
            own += 1;
        }
        place += 1;
    }
    table
};
