//! Search techniques that can be switched off one by one, to see what each is worth.

/// Which techniques a search uses. Only ProbCut changes what a search finds by itself. With the
/// table, results of earlier and deeper searches can also change the values of later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Transposition table.
    pub table: bool,
    /// Enhanced transposition cut-offs: the table, or the small one of the last empty squares, is
    /// asked about all moves before the first is searched.
    pub etc: bool,
    /// Cut-offs by stable discs.
    pub stability: bool,
    /// Moves ordered by mobility and evaluation, not by square.
    pub ordering: bool,
    /// Null windows for all moves but the first.
    pub null_window: bool,
    /// Iterations start with a narrow window around the last value.
    pub aspiration: bool,
    /// Shallow searches stand for deep ones where the difference would have to be large.
    pub probcut: bool,
}

impl Techniques {
    /// Everything.
    pub const ALL: Self = Self {
        table: true,
        etc: true,
        stability: true,
        ordering: true,
        null_window: true,
        aspiration: true,
        probcut: true,
    };
}
