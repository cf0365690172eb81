//! The games of a schedule as they are played: meetings of two players from one opening, in both
//! colours.
//!
//! All meetings of one round come before the next round, so that an unfinished run has treated
//! everybody alike.

use std::collections::HashMap;

use super::Experiment;
use super::schedule::Schedule;
use crate::games::LabGame;

/// Two players that meet: in two colours, or one player that meets itself once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The cell of the first game, and of the second with colours swapped if there is one.
    pub cells: [Option<usize>; 2],
}

/// All meetings of a schedule.
#[derive(Clone, Debug)]
pub struct Meetings {
    meetings: Vec<Meeting>,
    /// For each cell its meeting, and which of its games it is.
    places: Vec<(usize, usize)>,
    rounds: u32,
}

impl Meetings {
    /// The meetings of a schedule, in the order of their first cells.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Self {
        let mut meetings: Vec<Meeting> = Vec::new();
        let mut known: HashMap<(usize, usize, usize), usize> = HashMap::new();
        let mut places = Vec::new();
        for (index, cell) in schedule.cells.iter().enumerate() {
            let ends = (cell.black.min(cell.white), cell.black.max(cell.white));
            let meeting = *known.entry((cell.variant, ends.0, ends.1)).or_insert_with(|| {
                meetings.push(Meeting { cells: [Some(index), None] });
                meetings.len() - 1
            });
            let cells = &mut meetings[meeting].cells;
            let same = |place: Option<usize>| {
                place.is_some_and(|place| schedule.cells[place].black == cell.black)
            };
            let game = cells.iter().position(|&place| same(place)).unwrap_or(1);
            cells[game].get_or_insert(index);
            places.push((meeting, game));
        }
        Self { meetings, places, rounds: schedule.games }
    }

    /// How many units of work there are: meetings times rounds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.meetings.len() as u64 * u64::from(self.rounds)
    }

    /// How many meetings a round has.
    #[must_use]
    pub fn per_round(&self) -> u64 {
        self.meetings.len() as u64
    }

    /// The meeting of a unit and its round.
    #[must_use]
    pub fn unit(&self, unit: u64) -> (Meeting, u32) {
        let meetings = self.meetings.len() as u64;
        (self.meetings[(unit % meetings) as usize], (unit / meetings) as u32)
    }

    /// The unit of a cell's game in a round, and which game of the unit it is.
    #[must_use]
    pub fn place(&self, cell: usize, round: u32) -> (u64, usize) {
        let (meeting, game) = self.places[cell];
        (u64::from(round) * self.meetings.len() as u64 + meeting as u64, game)
    }

    /// Finds meetings by the names in a journal.
    #[must_use]
    pub fn names<'a, G: LabGame>(
        &self,
        experiment: &'a Experiment<G>,
        schedule: &Schedule,
    ) -> Names<'a> {
        let mut names = HashMap::new();
        for (cell, &(meeting, game)) in schedule.cells.iter().zip(&self.places) {
            let [black, white] =
                [cell.black, cell.white].map(|index| experiment.contestants[index].name.as_str());
            names
                .entry((experiment.variants[cell.variant].as_str(), black, white))
                .or_insert((meeting, game));
        }
        Names { names, meetings: self.meetings.len() as u64, rounds: self.rounds }
    }
}

/// Meetings by the names of variant, Black and White.
pub struct Names<'a> {
    names: HashMap<(&'a str, &'a str, &'a str), (usize, usize)>,
    meetings: u64,
    rounds: u32,
}

impl Names<'_> {
    /// The unit in which two players meet, the first of them Black in the first game, and whether
    /// the unit has its games in the other order; `None` if there is no such meeting.
    #[must_use]
    pub fn find(&self, variant: &str, players: [&str; 2], round: u32) -> Option<(u64, bool)> {
        let (meeting, game) = *self.names.get(&(variant, players[0], players[1]))?;
        (round < self.rounds)
            .then(|| (u64::from(round) * self.meetings + meeting as u64, game == 1))
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Side;

    use super::super::schedule::{Cell, Shape};
    use super::*;

    #[test]
    fn a_game_that_is_asked_for_twice_is_one() {
        // 0 and 1 against each of both: the game of 0 and 1 is asked for twice, in two colours.
        let cells: Vec<Cell> = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .into_iter()
            .flat_map(|(player, opponent)| Cell::gauntlet(0, Side::First, player, opponent))
            .collect();
        let schedule = Schedule::new(cells, 10, Shape::Gauntlet);
        let meetings = Meetings::new(&schedule);
        assert_eq!((schedule.cells.len(), meetings.count()), (4, 3 * 10));
        for cell in 0..4 {
            let (unit, game) = meetings.place(cell, 7);
            let (meeting, round) = meetings.unit(unit);
            let played = schedule.cells[meeting.cells[game].unwrap()];
            assert_eq!(
                (round, played.black, played.white),
                (7, schedule.cells[cell].black, schedule.cells[cell].white)
            );
            assert_eq!(meeting.cells[game], Some(cell));
            assert_eq!(schedule.cells[cell].reported, [true; 2]);
        }
        assert_eq!(meetings.unit(0).0.cells, [Some(0), None], "a player meets itself once");
    }
}
