//! Where games start: the start position, openings from a list, or random ones drawn from the seed.

use std::collections::{HashMap, HashSet};

use yomi_engine::game::{Game, Side};

use crate::games::LabGame;
use crate::plan::key;
use crate::terminal::shortened;

/// The openings of an experiment; game `k` of every cell starts with opening `k`, so all players
/// get the same ones and every opening is played with colours swapped.
#[derive(Clone, Debug)]
pub enum Openings<G: Game> {
    /// Always the start position.
    Start,
    /// A list that is used in turn, one for each side that can move first.
    List([Vec<Opening<G>>; 2]),
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening<G: Game> {
    /// After these moves from the start position.
    Moves(Vec<G::Move>),
    /// In a position.
    Position(G),
}

impl<G: LabGame> Opening<G> {
    /// Moves from `start` or a position in OBF, and where the players begin.
    fn read(start: &G, text: &str) -> Result<(Self, G), String> {
        let (read, end) = match start.position(text) {
            Some(position) => {
                position.map(|position| (Self::Position(position.clone()), position))?
            }
            None => {
                let moves = start.opening(text)?;
                let end = moves.iter().fold(start.clone(), |position, &mv| position.play(mv));
                (Self::Moves(moves), end)
            }
        };
        if end.moves().len() == 0 {
            return Err("the game is over".to_owned());
        }
        Ok((read, end))
    }
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsError(pub String);

impl<G: LabGame> Openings<G> {
    /// The number of draws in a row without a new opening after which there are taken to be no
    /// more.
    const PATIENCE: u32 = 20_000;

    /// `count` openings of `plies` random moves from `start` for each of the first movers, no two
    /// of which lead to the same position up to symmetry. Where there are fewer they are used again
    /// if `repeat` says so.
    ///
    /// # Errors
    /// When there are not as many, or the games are over by then.
    pub fn random(
        start: &G,
        seed: u64,
        plies: u32,
        (count, repeat): (u32, bool),
        first_movers: impl Iterator<Item = Side>,
    ) -> Result<Self, OpeningsError> {
        let mut openings = [Vec::new(), Vec::new()];
        for first in first_movers {
            if openings[first as usize].is_empty() {
                let drawn = Self::draw(&start.started_by(first), seed, plies, count);
                let found = drawn.len();
                if found < count as usize && (found == 0 || !repeat) {
                    let again = match found {
                        0 => "",
                        _ => "; `repeat = true` in a file uses them again",
                    };
                    return Err(OpeningsError(format!(
                        "random_plies: {count} distinct openings are needed, one for each pair of \
                         games, but only {found} of {plies} plies were found{again}"
                    )));
                }
                openings[first as usize] = drawn;
            }
        }
        // An opening has the same number whoever moves first.
        let drawn = openings.iter().map(Vec::len).filter(|&count| count > 0);
        if let Some(count) = drawn.min() {
            openings.iter_mut().for_each(|list| list.truncate(count));
        }
        Ok(Self::List(openings))
    }

    /// As many openings as there are, but no more than `count`.
    fn draw(start: &G, seed: u64, plies: u32, count: u32) -> Vec<Opening<G>> {
        let mut random = key::opening(seed, plies, start.side_to_move());
        let (mut openings, mut seen, mut fruitless) = (Vec::new(), HashSet::new(), 0);
        while openings.len() < count as usize && fruitless <= Self::PATIENCE {
            let mut position = start.clone();
            let mut moves = Vec::new();
            for _ in 0..plies {
                let Some(mv) = position.playout_move(&mut random) else { break };
                moves.push(mv);
                position.advance(mv);
            }
            let playable = position.moves().len() > 0;
            if playable && seen.insert(position.canonical()) {
                openings.push(Opening::Moves(moves));
                fruitless = 0;
            } else {
                fruitless += 1;
            }
        }
        openings
    }

    /// The listed openings in their order, for each of the first movers; each comes with its place
    /// in a file. They are used again from the beginning where there are fewer than `games` and
    /// `repeat` says so.
    ///
    /// # Errors
    /// The first that cannot be played or comes twice, or that there are too few.
    pub fn list(
        start: &G,
        texts: &[(String, &str)],
        games: u32,
        repeat: bool,
        first_movers: impl Iterator<Item = Side>,
    ) -> Result<Self, OpeningsError> {
        if texts.is_empty() {
            return Err(OpeningsError("list: expected at least one opening".to_owned()));
        }
        if texts.len() < games as usize && !repeat {
            let found = texts.len();
            return Err(OpeningsError(format!(
                "{games} openings are needed, one for each pair of games, found {found}; \
                 `repeat = true` in a file uses them again"
            )));
        }
        let mut openings = [Vec::new(), Vec::new()];
        for first in first_movers {
            let mut seen: HashMap<G, usize> = HashMap::new();
            let mut moves = Vec::new();
            for (place, (name, text)) in texts.iter().enumerate() {
                let read = Opening::read(&start.started_by(first), text);
                let (read, end) = read.map_err(|error| {
                    OpeningsError(format!("{name}, in `{}`, {error}", shortened(text, 100)))
                })?;
                if let Some(earlier) = seen.insert(end, place) {
                    let earlier = &texts[earlier].0;
                    return Err(OpeningsError(format!(
                        "{name} leads to the position of {earlier}"
                    )));
                }
                moves.push(read);
            }
            openings[first as usize] = moves;
        }
        Ok(Self::List(openings))
    }

    /// Whether any game starts in a position that no moves lead to.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        let Self::List(openings) = self else { return false };
        openings.iter().flatten().any(|opening| matches!(opening, Opening::Position(_)))
    }

    /// Whether games of the same number in different cells share an opening.
    #[must_use]
    pub fn are_shared(&self) -> bool {
        matches!(self, Self::List(_))
    }

    /// How many there are; `None` if all games begin at the start.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        let Self::List(openings) = self else { return None };
        openings.iter().map(Vec::len).max()
    }

    /// Which opening game `number` of a cell begins with; `None` if all begin at the start.
    #[must_use]
    pub fn number(&self, number: u32) -> Option<u32> {
        match self {
            Self::Start => None,
            // One list for each side that moves first; where both are there they are equally long.
            Self::List(openings) => {
                Some(number % openings.iter().map(Vec::len).max()?.max(1) as u32)
            }
        }
    }

    /// Which of the first `rounds` games that `first` begins is the first to start otherwise.
    #[must_use]
    pub fn first_other(&self, other: &Self, rounds: u32, first: Side) -> Option<u32> {
        match (self, other) {
            (Self::Start, Self::Start) => None,
            (Self::List(_), Self::List(_)) => {
                (0..rounds).find(|&round| self.opening(round, first) != other.opening(round, first))
            }
            _ => Some(0),
        }
    }

    /// The opening of game `number` of a cell; none for the start position.
    #[must_use]
    pub fn opening(&self, number: u32, first: Side) -> Option<&Opening<G>> {
        let Self::List(openings) = self else { return None };
        let openings = &openings[first as usize];
        openings.get(number as usize % openings.len().max(1))
    }

    /// Where game `number` of a cell starts, if without an opening it starts from `start`.
    #[must_use]
    pub fn start(&self, number: u32, start: &G, first: Side) -> G {
        match self.opening(number, first) {
            Some(Opening::Position(position)) => position.clone(),
            _ => start.started_by(first),
        }
    }

    /// The moves from there before the players are asked.
    #[must_use]
    pub fn moves(&self, number: u32, first: Side) -> &[G::Move] {
        match self.opening(number, first) {
            Some(Opening::Moves(moves)) => moves,
            _ => &[],
        }
    }

    /// Where the players begin game `number`.
    #[must_use]
    pub fn end(&self, number: u32, start: &G, first: Side) -> G {
        let start = self.start(number, start, first);
        self.moves(number, first).iter().fold(start, |position, &mv| position.play(mv))
    }

    /// The moves that lead from where game `number` [starts](Self::start) to where the players
    /// begin, as the moves of games are written: without passes.
    #[must_use]
    pub fn line(&self, number: u32, first: Side) -> String {
        let mut line = String::new();
        for &mv in self.moves(number, first).iter().filter(|&&mv| !G::is_pass(mv)) {
            G::write_move(mv, &mut line);
        }
        line
    }

    /// What stands before the players' moves where games are told apart: the opening's
    /// [line](Self::line), or its position.
    #[must_use]
    pub fn record(&self, number: u32, first: Side) -> String {
        match self.opening(number, first) {
            Some(Opening::Position(position)) => position.board_text(),
            _ => self.line(number, first),
        }
    }

    /// The opening in text: moves, or the squares row by row with the side to move.
    #[must_use]
    pub fn text(&self, number: u32, first: Side) -> String {
        match self.opening(number, first) {
            Some(Opening::Moves(moves)) => moves.iter().map(ToString::to_string).collect(),
            Some(Opening::Position(position)) => position.board_text(),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::games::othello::{Othello6, Othello8};

    use super::*;

    #[test]
    fn random_openings_are_distinct_and_grow_by_appending() {
        let draw = |count| match Openings::random(
            &Othello8::default(),
            7,
            6,
            (count, false),
            [Side::First].into_iter(),
        )
        .unwrap()
        {
            Openings::List([black, _]) => black,
            Openings::Start => unreachable!(),
        };
        let (few, many) = (draw(50), draw(400));
        assert_eq!(few, many[..50]);
        let ends: HashSet<Othello8> = many
            .iter()
            .map(|moves| {
                let Opening::Moves(moves) = moves else { unreachable!() };
                moves
                    .iter()
                    .fold(Othello8::default(), |position, &mv| position.play(mv))
                    .canonical()
            })
            .collect();
        assert_eq!(ends.len(), 400);
    }

    /// Of 6×6 there are not as many for both first movers, as far as they are found.
    #[test]
    fn openings_have_one_number_whoever_begins() {
        let openings =
            Openings::random(&Othello6::default(), 7, 7, (9100, true), Side::BOTH.into_iter());
        let Openings::List([black, white]) = openings.unwrap() else { unreachable!() };
        assert_eq!(black.len(), white.len());
    }

    #[test]
    fn too_many_openings_are_refused() {
        // Three positions after two plies, up to symmetry.
        let draw = |count, repeat| {
            let first_movers = [Side::Second].into_iter();
            Openings::random(&Othello8::default(), 7, 2, (count, repeat), first_movers)
        };
        assert!(draw(3, false).is_ok());
        let message = "random_plies: 4 distinct openings are needed, one for each pair of games, \
            but only 3 of 2 plies were found; `repeat = true` in a file uses them again";
        assert_eq!(draw(4, false).unwrap_err(), OpeningsError(message.to_owned()));
        let again = draw(4, true).unwrap();
        assert_eq!(again.moves(3, Side::Second), again.moves(0, Side::Second));
        assert_ne!(again.moves(1, Side::Second), again.moves(0, Side::Second));
    }
}
