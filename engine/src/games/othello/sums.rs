//! Sixteen sums at a time, which is what an evaluation of patterns by a small network adds up.

/// How many.
pub const SUMS: usize = 16;

/// Sixteen numbers of 16 bits in the registers of one instruction set.
pub trait RegisterSums: Copy {
    /// The sums of the numbers in the same places. What overflows wraps around, so that the order
    /// of many additions makes no difference.
    fn plus(self, other: Self) -> Self;

    /// The sum of all numbers, each times the factor in its place of `above` if it is positive, and
    /// without its sign times that of `below` if it is negative. -32,768 counts as -32,767, and
    /// what overflows 32 bits wraps around.
    fn weigh(self, above: &[i16; SUMS], below: &[i16; SUMS]) -> i32;
}

/// In plain words, on any processor.
impl RegisterSums for [i16; SUMS] {
    #[inline]
    fn plus(mut self, other: Self) -> Self {
        for (sum, number) in self.iter_mut().zip(other) {
            *sum = sum.wrapping_add(number);
        }
        self
    }

    #[inline]
    fn weigh(self, above: &[i16; SUMS], below: &[i16; SUMS]) -> i32 {
        let mut total: i32 = 0;
        for ((sum, above), below) in self.iter().zip(above).zip(below) {
            let negative = sum.saturating_neg();
            let part = i32::from((*sum).max(0)) * i32::from(*above)
                + i32::from(negative.max(0)) * i32::from(*below);
            total = total.wrapping_add(part);
        }
        total
    }
}
