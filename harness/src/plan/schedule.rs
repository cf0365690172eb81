//! Who meets whom, how often: a pure list of games, numbered from zero.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use yomi_engine::game::Side;

/// All games between one player as Black and one as White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The variant both belong to.
    pub variant: usize,
    /// Who moves first.
    pub first: Side,
    /// The contestant playing Black.
    pub black: usize,
    /// The contestant playing White.
    pub white: usize,
    /// Whether the results report Black's side of it, and White's.
    pub reported: [bool; 2],
}

impl Cell {
    /// `player` against `opponent` in both colours, seen by the player. Against itself one cell
    /// shows both.
    #[must_use]
    pub fn gauntlet(variant: usize, first: Side, player: usize, opponent: usize) -> Vec<Self> {
        let cell = |black, white, reported| Self { variant, first, black, white, reported };
        if player == opponent {
            return vec![cell(player, player, [true, true])];
        }
        vec![cell(opponent, player, [false, true]), cell(player, opponent, [true, false])]
    }

    /// Everybody against everybody else in both colours.
    #[must_use]
    pub fn round_robin(variant: usize, first: Side, members: &[usize]) -> Vec<Self> {
        let cell = |black, white| Self { variant, first, black, white, reported: [true, true] };
        let pairs = members.iter().enumerate().flat_map(|(place, &one)| {
            members[place + 1..].iter().flat_map(move |&other| [cell(one, other), cell(other, one)])
        });
        pairs.collect()
    }
}

/// How the pairs of a schedule belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everybody against a few opponents.
    Gauntlet,
    /// Everybody against everybody, so that standings make sense.
    RoundRobin,
    /// Single pairs.
    Pairs,
    /// Every player of the first series against every player of the second.
    Between([String; 2]),
}

/// The games of an experiment.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The cells in the order they are played.
    pub cells: Vec<Cell>,
    /// How many games each cell has.
    pub games: u32,
    /// How they belong together.
    pub shape: Shape,
}

impl Schedule {
    /// `games` games for each cell. Cells that come again, as those of two opponents of everybody
    /// who also meet each other, are one, and the results report what either reports.
    #[must_use]
    pub fn new(cells: Vec<Cell>, games: u32, shape: Shape) -> Self {
        let mut places: HashMap<_, usize> = HashMap::new();
        let mut distinct: Vec<Cell> = Vec::with_capacity(cells.len());
        for cell in cells {
            match places.entry((cell.variant, cell.black, cell.white)) {
                Entry::Occupied(place) => {
                    let reported = &mut distinct[*place.get()].reported;
                    reported.iter_mut().zip(cell.reported).for_each(|(one, other)| *one |= other);
                }
                Entry::Vacant(place) => {
                    place.insert(distinct.len());
                    distinct.push(cell);
                }
            }
        }
        Self { cells: distinct, games, shape }
    }

    /// The number of all games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64 * u64::from(self.games)
    }

    /// Whether there is nothing to play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which of `count` contestants play.
    #[must_use]
    pub fn at_board(&self, count: usize) -> Vec<bool> {
        let mut at_board = vec![false; count];
        for cell in &self.cells {
            at_board[cell.black] = true;
            at_board[cell.white] = true;
        }
        at_board
    }

    /// The cell of game `number` and which game of the cell it is, its round; the latter also
    /// chooses the opening. `None` if there are fewer games.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<(usize, u32)> {
        let games = u64::from(self.games);
        (number < self.len()).then(|| ((number / games) as usize, (number % games) as u32))
    }

    /// The number of the game of a cell in a round.
    #[must_use]
    pub fn number(&self, cell: usize, round: u32) -> u64 {
        cell as u64 * u64::from(self.games) + u64::from(round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_meets_everybody_twice() {
        let cells = Cell::round_robin(0, Side::First, &[3, 4, 5]);
        let pairs: Vec<(usize, usize)> =
            cells.iter().map(|cell| (cell.black, cell.white)).collect();
        assert_eq!(pairs, [(3, 4), (4, 3), (3, 5), (5, 3), (4, 5), (5, 4)]);
    }

    #[test]
    fn games_are_numbered_cell_by_cell() {
        let cells: Vec<Cell> = [1, 2, 0]
            .into_iter()
            .flat_map(|player| Cell::gauntlet(0, Side::First, player, 0))
            .collect();
        let schedule = Schedule::new(cells, 10, Shape::Gauntlet);
        assert_eq!(schedule.len(), 50);
        for (number, game) in [(0, (0, 0)), (9, (0, 9)), (10, (1, 0)), (49, (4, 9))] {
            assert_eq!(schedule.game(number), Some(game));
            assert_eq!(schedule.number(game.0, game.1), number);
        }
        assert_eq!(schedule.game(50), None);
        assert_eq!(schedule.cells[4].reported, [true, true]);
    }
}
