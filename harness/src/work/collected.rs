//! What a journal has of a match, summed up.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::run::pool::Done;
use crate::run::stopping::Stopping;
use crate::stats::tally::Tally;

/// What a journal has of a match.
pub struct Collected {
    /// The tallies of the cells.
    pub tallies: Vec<Tally>,
    /// Where the journal has each unit.
    pub(super) offsets: Vec<Option<Place>>,
    /// What each pair of different players made of its opening.
    pub outcomes: Vec<PairOutcome>,
    /// The games lost by forfeit.
    pub forfeits: Vec<Lost>,
    /// The sequential test, if there is one.
    pub stopping: Option<Stopping>,
    /// For each cell the microseconds that timed moves of Black and White took, and how many moves
    /// that were.
    pub times: Vec<[(u64, u64); 2]>,
    /// Plies that the players made, with how many games had so many.
    pub lengths: BTreeMap<u32, u64>,
    /// Why games ended, with how many did.
    pub ends: BTreeMap<String, u64>,
    /// What the first mover made of each opening, in games of different players: won, drawn, lost.
    pub openings: BTreeMap<u32, [u64; 3]>,
    /// Black's final scores in units, with how many games ended so.
    pub differences: BTreeMap<i32, u64>,
    /// Ratings, once they have been asked for.
    pub rated: OnceLock<Option<Vec<Rated>>>,
    /// The lines that were damaged and do not count.
    pub damaged: Vec<u64>,
}

/// A player on one scale with all others.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The contestant.
    pub player: usize,
    /// Its rating; the mean of all is 0.
    pub elo: f64,
    /// The ends of its 95 % interval.
    pub interval: (f64, f64),
}

/// A game lost by forfeit.
#[derive(Clone, Debug)]
pub struct Lost {
    /// Who lost it.
    pub player: usize,
    /// To whom.
    pub opponent: usize,
    /// Which of their pairs it is from.
    pub round: u32,
    /// Why, in a word or two.
    pub reason: String,
    /// The loser's last words.
    pub words: String,
}

/// What two different players made of an opening, in both colours together.
#[derive(Clone, Copy, Debug)]
pub struct PairOutcome {
    /// The variant's number.
    pub variant: usize,
    /// The players.
    pub players: [usize; 2],
    /// Which of their pairs it is.
    pub round: u32,
    /// The points of the first, in halves: 0 to 4.
    pub points: u8,
    /// The sum of the first one's final scores, in the game's units.
    pub difference: i32,
}

/// Where a journal has a pair.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Where its line begins.
    pub(super) offset: u64,
    /// Whether the games are listed in the other order.
    pub(super) swapped: bool,
}

impl Collected {
    /// The units that are done.
    #[must_use]
    pub fn done(&self) -> Done {
        let mut done = Done::none(self.offsets.len() as u64);
        for (unit, place) in self.offsets.iter().enumerate() {
            if place.is_some() {
                done.insert(unit as u64);
            }
        }
        done
    }
}
