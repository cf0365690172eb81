//! Where the random numbers of a game come from: a key hashed from what the game *is*, never from
//! its place in a list.
//!
//! So a game stays the same when players, games or threads are added, and one player drawing more
//! numbers never shifts another's: each draws from a stream of its own.

use sha2::{Digest, Sha256};
use yomi_engine::game::Side;
use yomi_engine::random::Random;

/// The key of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey([u8; 32]);

impl GameKey {
    /// The key of game `number` between two player texts.
    #[must_use]
    pub fn new(seed: u64, game: &str, first: Side, black: &str, white: &str, number: u32) -> Self {
        let number = number.to_le_bytes();
        Self(hash(&[
            b"game",
            &seed.to_le_bytes(),
            game.as_bytes(),
            &[first as u8],
            black.as_bytes(),
            white.as_bytes(),
            &number,
        ]))
    }

    /// The key of the other game of a pair, for two players with one text: exchanging them does not
    /// change the key.
    #[must_use]
    pub fn other(self) -> Self {
        Self(hash(&[b"other game", &self.0]))
    }

    /// A number for a program that can be told a seed, in half of the range because some read
    /// signed numbers.
    #[must_use]
    pub fn seed(self, side: Side) -> u64 {
        self.player(side).next_u64() >> 1
    }

    /// The stream of one of the two players.
    #[must_use]
    pub fn player(self, side: Side) -> Random {
        Random::from_key(self.0, side as u64)
    }
}

/// The stream that random openings of `plies` moves are drawn from.
#[must_use]
pub fn opening(seed: u64, plies: u32, first: Side) -> Random {
    Random::from_key(
        hash(&[b"opening", &seed.to_le_bytes(), &plies.to_le_bytes(), &[first as u8]]),
        0,
    )
}

/// The stream that position `number` of a search experiment is drawn from.
#[must_use]
pub fn position(seed: u64, number: u32) -> Random {
    Random::from_key(hash(&[b"position", &seed.to_le_bytes(), &number.to_le_bytes()]), 0)
}

/// The stream that the trials of an iteration of a tuning are drawn from.
#[must_use]
pub fn tuning(seed: u64, iteration: u64) -> Random {
    Random::from_key(hash(&[b"tuning", &seed.to_le_bytes(), &iteration.to_le_bytes()]), 0)
}

/// SHA-256 of a version tag and the fields, each with its length in front so that no two lists
/// collide.
fn hash(fields: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new_with_prefix(b"yomi-lab/1");
    for field in fields {
        hasher.update((field.len() as u32).to_le_bytes());
        hasher.update(field);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed independently (SHA-256 and ChaCha8 in Python). Changing this changes every
    /// published game.
    #[test]
    fn keys_are_golden() {
        let key = GameKey::new(42, "othello 8", Side::First, "random", "minimax(depth=2)", 7);
        let words = Side::BOTH.map(|side| key.player(side).next_u64());
        assert_eq!(words, [13265479596776997987, 14727233620631577427]);
        assert_eq!(opening(42, 8, Side::First).next_u64(), 4952483293521843091);
        assert_eq!(position(42, 8).next_u64(), 13627641632042268389);
    }

    #[test]
    fn every_field_matters() {
        let key = |seed, black, white, number| {
            GameKey::new(seed, "othello 8", Side::First, black, white, number)
        };
        let base = key(1, "ab", "c", 0);
        for other in
            [key(2, "ab", "c", 0), key(1, "a", "bc", 0), key(1, "c", "ab", 0), key(1, "ab", "c", 1)]
        {
            assert_ne!(base, other);
        }
        assert_ne!(base, GameKey::new(1, "othello 8", Side::Second, "ab", "c", 0));
        assert_ne!(base, GameKey::new(1, "othello 6", Side::First, "ab", "c", 0));
        assert_ne!(base, base.other());
    }
}
