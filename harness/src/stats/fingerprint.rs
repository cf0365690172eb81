//! What tells games apart: their moves, whoever played them.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A digest of the moves of a game, or of both games of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Of a game: all its moves, those of its opening included, and whether it was Black who lost
    /// it by forfeit, if anybody did.
    #[must_use]
    pub fn of_game(moves: &str, black_failed: Option<bool>) -> Self {
        Self::of((moves, black_failed))
    }

    /// Of the games of a pair, in an order that the two players agree on.
    #[must_use]
    pub fn of_pair(games: &[Self]) -> Self {
        Self::of(games)
    }

    fn of(what: impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        Self(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_moves_may_end_otherwise() {
        let game = |black_failed| Fingerprint::of_game("f5d6", black_failed);
        assert_eq!(game(None), game(None));
        assert!(game(Some(true)) != game(Some(false)) && game(None) != game(Some(true)));
    }
}
