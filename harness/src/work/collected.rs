//! What a journal has of a match, summed up.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use yomi_engine::game::Side;

use super::matches::Games;
use super::summary::Row;
use crate::error::LabError;
use crate::games::{LabGame, WinnerRule};
use crate::plan::schedule::Cell;
use crate::run::history::History;
use crate::run::pool::Done;
use crate::run::record::{Game, Pair, Record};
use crate::run::stopping::Stopping;
use crate::stats::duel::Duel;
use crate::stats::fingerprint::Fingerprint;
use crate::stats::pairs::PairScore;
use crate::stats::tally::{self, Tally};

/// What a journal has of a match.
pub struct Collected {
    /// The tallies of the cells.
    pub tallies: Vec<Tally>,
    /// Where the journal has each unit.
    pub(super) offsets: Vec<Option<Place>>,
    /// What each pair of different players made of its opening, by unit.
    pub outcomes: BTreeMap<u64, PairOutcome>,
    /// How many games there are.
    pub games: u64,
    /// The games lost by forfeit.
    pub forfeits: Vec<Lost>,
    /// The sequential test, if there is one.
    pub stopping: Option<Stopping>,
    /// For each cell the microseconds that timed moves of Black and White took, and how many moves
    /// that were.
    pub times: Vec<[(u64, u64); 2]>,
    /// Lengths of games in plies that the players made, each with the number of its games.
    pub lengths: BTreeMap<u32, u64>,
    /// Why games ended, with how many did.
    pub ends: BTreeMap<String, u64>,
    /// Games of different players, counted as if the side that moved first were Black and a win
    /// were one point.
    pub first_move: Tally,
    /// What the first mover made of each opening, in games of different players: won, drawn, lost.
    /// A game that the same two have played before counts only where random numbers are drawn.
    /// The key is whether White moves first from the start position, for whom there are other
    /// openings, and the number.
    pub openings: BTreeMap<(bool, u32), [u64; 3]>,
    /// Black's final scores in units, with how many games ended so.
    pub differences: BTreeMap<i32, u64>,
    /// The summary, once it has been asked for.
    pub rows: OnceLock<Vec<Row>>,
    /// The duels of all that have met, by variant and players, once they have been asked for.
    pub duels: OnceLock<Vec<Pairing>>,
    /// Ratings, once they have been asked for.
    pub rated: OnceLock<Option<Vec<Rated>>>,
    /// The lines that were damaged and do not count.
    pub damaged: Vec<u64>,
}

/// The duel of two players in one variant.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The variant's number.
    pub variant: usize,
    /// The players, in the order they are listed.
    pub players: [usize; 2],
    /// What the first made of it.
    pub duel: Duel,
    /// The probability of a score as far from one half by chance; 1 without pairs.
    pub chance: f64,
    /// The same although all pairings were looked at (Holm).
    pub adjusted: f64,
}

/// A player on one scale with all others.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The contestant.
    pub player: usize,
    /// Its rating in Elo; the mean of those that have limits is 0.
    pub elo: f64,
    /// Whether the games limit it on both sides, and are enough to say how far it scatters.
    pub is_limited: bool,
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
    /// Its number in `games.csv`.
    pub game: u64,
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
    /// The number of the opening they began with; `None` if that was the start position.
    pub opening: Option<u32>,
    /// What the first made of it.
    pub score: PairScore,
    /// The sum of the first one's final scores, in the game's units.
    pub difference: i32,
}

impl PairOutcome {
    /// What one of the players made of the pair, and the mean of its two final scores in points,
    /// each of which has `units_per_point` of the game's units; `None` if it played no part.
    #[must_use]
    pub fn seen_by(&self, player: usize, units_per_point: i32) -> Option<(PairScore, f64)> {
        let points = f64::from(self.difference) / f64::from(2 * units_per_point);
        match self.players {
            [first, _] if first == player => Some((self.score, points)),
            [_, second] if second == player => Some((self.score.turned(), -points)),
            _ => None,
        }
    }

    /// Whether these two have played it, in any order.
    #[must_use]
    pub fn is_of(&self, players: [usize; 2]) -> bool {
        self.players == players || self.players == [players[1], players[0]]
    }
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

    /// How many of the games are distinct, those of each variant for themselves. `cells` are those
    /// of the tallies.
    #[must_use]
    pub fn distinct(&self, cells: &[Cell]) -> u64 {
        let mut by_variant: BTreeMap<usize, Vec<Fingerprint>> = BTreeMap::new();
        for (cell, tally) in cells.iter().zip(&self.tallies) {
            by_variant.entry(cell.variant).or_default().extend(tally.moves().iter());
        }
        let counts = by_variant.into_values().map(|mut moves| {
            // Lists in order, one behind the other.
            moves.sort();
            moves.dedup();
            moves.len() as u64
        });
        counts.sum()
    }
}

impl<G: LabGame> Games<'_, G> {
    /// What a journal has of this match.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn collect(&self, history: &History) -> Result<Collected, LabError> {
        let mut collected = Collected { stopping: self.test(history)?, ..self.nothing() };
        let counted = collected.stopping.as_ref().and_then(Stopping::counted).unwrap_or(u64::MAX);
        history.each(|line| match &line.record {
            None => collected.damaged.push(line.number),
            Some(Record::Pair(pair)) => {
                match self.place(pair) {
                    // What was under way when a test had its verdict does not count.
                    Some((unit, _)) if unit >= counted => {}
                    Some((unit, swapped)) if collected.offsets[unit as usize].is_none() => {
                        collected.offsets[unit as usize] =
                            Some(Place { offset: line.offset, swapped });
                        self.take(unit, swapped, pair, &mut collected);
                    }
                    // A pair that was played again because its first line could not be read then
                    // says the same.
                    Some(_) => {}
                    None => collected.damaged.push(line.number),
                }
            }
            Some(_) => {}
        })?;
        Ok(collected)
    }

    /// Nothing played yet.
    pub(super) fn nothing(&self) -> Collected {
        Collected {
            tallies: vec![Tally::new(&self.matches.winners); self.matches.schedule.cells.len()],
            offsets: vec![None; self.meetings.count() as usize],
            outcomes: BTreeMap::new(),
            games: 0,
            forfeits: Vec::new(),
            stopping: None,
            times: vec![[(0, 0); 2]; self.matches.schedule.cells.len()],
            lengths: BTreeMap::new(),
            ends: BTreeMap::new(),
            first_move: Tally::new(&[WinnerRule::Score]),
            openings: BTreeMap::new(),
            differences: BTreeMap::new(),
            rows: OnceLock::new(),
            duels: OnceLock::new(),
            rated: OnceLock::new(),
            damaged: Vec::new(),
        }
    }

    /// Takes in the games of a unit.
    pub(super) fn take(
        &self,
        unit: u64,
        swapped: bool,
        pair: &Pair<'_>,
        collected: &mut Collected,
    ) {
        collected.outcomes.extend(self.outcome(unit, swapped, pair).map(|outcome| (unit, outcome)));
        collected.forfeits.extend(self.forfeits(unit, swapped, pair));
        self.count(unit, swapped, pair, collected);
    }

    fn count(&self, unit: u64, swapped: bool, pair: &Pair<'_>, collected: &mut Collected) {
        let moves = self.moves(unit, swapped, pair);
        let together = Fingerprint::of_pair(&moves);
        for (place, game) in pair.games.iter().enumerate() {
            let place = if swapped { 1 - place } else { place };
            let Some(cell) = self.meetings.unit(unit).0.cells[place] else { continue };
            let counted = tally::Game {
                points: game.points,
                difference: game.difference,
                nodes: game.nodes.map(Option::unwrap_or_default),
                cluster: self.cluster(unit, together),
                moves: moves[place],
            };
            let is_new = collected.tallies[cell].count(&counted) || self.is_drawn(unit);
            collected.games += 1;
            self.note(cell, game, collected);
            self.note_first_mover(cell, pair.round, &counted, is_new, collected);
        }
    }

    /// Takes in what a game says besides its result in its cell.
    fn note(&self, cell: usize, game: &Game<'_>, collected: &mut Collected) {
        if let Some(times) = game.times {
            for (side, sum) in collected.times[cell].iter_mut().enumerate() {
                sum.0 += times.micros[side];
                sum.1 += u64::from(times.moves[side]);
            }
        }
        *collected.lengths.entry(game.plies).or_default() += 1;
        match collected.ends.get_mut(&*game.end) {
            Some(count) => *count += 1,
            None => drop(collected.ends.insert(game.end.to_string(), 1)),
        }
        *collected.differences.entry(game.difference).or_default() += 1;
    }

    /// Counts a game of different players for the side that moved first and, if it `is_new` between
    /// them, for its opening.
    fn note_first_mover(
        &self,
        cell: usize,
        round: u32,
        game: &tally::Game,
        is_new: bool,
        collected: &mut Collected,
    ) {
        let Cell { black, white, first: starts, .. } = self.matches.schedule.cells[cell];
        if black == white {
            return;
        }
        let first = self.first_mover(cell, round);
        let winner = self.matches.winners[0].winner(game.points);
        let place = winner.map_or(1, |side| if side == first { 0 } else { 2 });
        let points = [[1, 0], [0, 0], [0, 1]][place];
        collected.first_move.count_result(&tally::Game { points, ..*game });
        if let Some(opening) = self.matches.openings.number(round).filter(|_| is_new) {
            let key = (starts == Side::Second, opening);
            collected.openings.entry(key).or_default()[place] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Go counts halves of points: 30 of them in two games are 7.5 points a game.
    #[test]
    fn a_pair_has_two_sides() {
        let score = PairScore { points: 3, moves: None };
        let players = [4, 2];
        let outcome =
            PairOutcome { variant: 0, players, round: 0, opening: None, score, difference: 30 };
        let seen = |player| outcome.seen_by(player, 2).map(|(score, mean)| (score.points, mean));
        assert_eq!([4, 2, 3].map(seen), [Some((3, 7.5)), Some((1, -7.5)), None]);
        assert!(outcome.is_of([2, 4]) && outcome.is_of([4, 2]) && !outcome.is_of([4, 3]));
    }
}
