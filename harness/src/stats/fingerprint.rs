//! What tells games apart: their moves, whoever played them.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use twox_hash::XxHash3_64;

/// A digest of the moves of a game, or of both games of a pair: 64 bits of XXH3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(u64);

/// Games of which no two have the same moves.
pub type Fingerprints = HashSet<Fingerprint, BuildHasherDefault<Itself>>;

impl Fingerprint {
    /// Of a game: all its moves, those of its opening included, and whether it was Black who lost
    /// it by forfeit, if anybody did.
    #[must_use]
    pub fn of_game(moves: &str, black_failed: Option<bool>) -> Self {
        let seed = black_failed.map_or(0, |black| 1 + u64::from(black));
        Self(XxHash3_64::oneshot_with_seed(seed, moves.as_bytes()))
    }

    /// Of the games of a pair, in an order that the two players agree on.
    #[must_use]
    pub fn of_pair(games: &[Self]) -> Self {
        let and = |seed, game: &Self| XxHash3_64::oneshot_with_seed(seed, &game.0.to_le_bytes());
        Self(games.iter().fold(games.len() as u64, and))
    }
}

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

/// A hash of what is a hash already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Itself(u64);

impl Hasher for Itself {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = XxHash3_64::oneshot_with_seed(self.0, bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two made with the reference implementation (xxhash by Python): clusters are in the order of
    /// these numbers, so sums of many have the same last digits in every build.
    #[test]
    fn fingerprints_are_golden() {
        let [f5d6, lost] = [None, Some(true)].map(|failed| Fingerprint::of_game("f5d6", failed));
        assert_eq!([f5d6.0, lost.0], [0xbf21_e1cd_db06_b9cb, 0x4e44_bc66_9697_4f14]);
        let pairs = [[f5d6, lost], [lost, f5d6]].map(|games| Fingerprint::of_pair(&games));
        assert_ne!(pairs[0], pairs[1], "the order counts");
    }

    #[test]
    fn the_same_moves_may_end_otherwise() {
        let game = |black_failed| Fingerprint::of_game("f5d6", black_failed);
        assert_eq!(game(None), game(None));
        assert!(game(Some(true)) != game(Some(false)) && game(None) != game(Some(true)));
    }
}
