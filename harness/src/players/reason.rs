//! Why a game was lost by forfeit.

use std::fmt;

/// Why a game was lost by forfeit; journals and tables have its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The program cannot be started.
    NoStart,
    /// The player came to an end in the middle of a game.
    Crash,
    /// It was silent for longer than a program may be.
    Timeout,
    /// It took longer than its clock had.
    TimeForfeit,
    /// It answered with a move that the rules forbid.
    IllegalMove,
    /// It answered with something else.
    Nonsense,
}

impl Reason {
    const ALL: [Self; 6] = [
        Self::NoStart,
        Self::Crash,
        Self::Timeout,
        Self::TimeForfeit,
        Self::IllegalMove,
        Self::Nonsense,
    ];

    /// The reason in a word or two.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::NoStart => "no start",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::TimeForfeit => "time forfeit",
            Self::IllegalMove => "illegal move",
            Self::Nonsense => "nonsense",
        }
    }

    /// The reason of this word.
    pub(crate) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }

    /// Whether the player took too long.
    pub(crate) const fn is_late(self) -> bool {
        matches!(self, Self::Timeout | Self::TimeForfeit)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for reason in Reason::ALL {
            assert_eq!(Reason::of(reason.word()), Some(reason));
        }
        assert_eq!(Reason::of("resigned"), None);
    }
}
