//! A shard: the share of the units of work that one job of several does.
//!
//! Units are dealt like cards, one to each shard in turn, so that all shards have the same number,
//! give or take one.
//! Whenever the same players would come to the same shards again, the deal goes on one shard
//! further: so every shard meets all pairings, cheap and expensive ones.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of the file that says how a run is divided, in the folder that has the shards.
pub const PLAN: &str = "plan.json";

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 0.
    number: u32,
    /// How many there are.
    of: u32,
}

impl Shard {
    /// The only one.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Shard `number`, from 0; `None` if there are no more than that.
    #[must_use]
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (number < of).then_some(Self { number, of })
    }

    /// All of `of` shards.
    pub fn all(of: u32) -> impl Iterator<Item = Self> {
        (0..of).map(move |number| Self { number, of })
    }

    /// Its number, from 0.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// Whether `unit` is to be done here, where the same players come again after `cycle` units.
    #[must_use]
    pub fn has(self, unit: u64, cycle: u64) -> bool {
        let of = u64::from(self.of);
        (unit + unit / deal(cycle, of)) % of == u64::from(self.number)
    }

    /// How many of `count` units it has.
    #[must_use]
    pub fn size(self, count: u64, cycle: u64) -> u64 {
        let (of, number) = (u64::from(self.of), u64::from(self.number));
        let deals = count / deal(cycle, of);
        // The last deal begins with this shard's place after the one it has moved on to.
        let place = (number + of - deals % of) % of;
        count / of + u64::from(place < count % of)
    }
}

/// After how many units the same players come to the same shards again.
fn deal(cycle: u64, of: u64) -> u64 {
    let cycle = cycle.max(1);
    cycle / common_divisor(cycle, of) * of
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {} of {}", self.number, self.of)
    }
}

/// The greatest common divisor, by Euclid.
fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_unit_is_in_one_shard_and_all_shards_are_alike() {
        for cycle in [1, 2, 6, 28] {
            for of in [1, 2, 3, 4, 7, 8, 12] {
                let count = cycle * 60 + 5;
                let mut sizes = Vec::new();
                let mut dealt = vec![0; count as usize];
                for shard in Shard::all(of) {
                    let units: Vec<u64> = (0..count).filter(|&u| shard.has(u, cycle)).collect();
                    units.iter().for_each(|&unit| dealt[unit as usize] += 1);
                    let players: BTreeSet<u64> = units.iter().map(|unit| unit % cycle).collect();
                    assert_eq!(players.len() as u64, cycle, "{shard}, cycle {cycle}");
                    assert_eq!(units.len() as u64, shard.size(count, cycle));
                    sizes.push(units.len());
                }
                assert!(dealt.iter().all(|&times| times == 1), "{of} shards, cycle {cycle}");
                let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
                assert!(most - least <= 1, "{of} shards, cycle {cycle}: {sizes:?}");
            }
        }
    }

    #[test]
    fn a_number_is_below_the_count() {
        assert!(Shard::new(3, 4).is_some() && Shard::new(4, 4).is_none());
        assert_eq!(Shard::new(0, 1), Some(Shard::WHOLE));
    }
}
