//! A game in progress with known rules: its turns, and the player who is asked for moves.

use std::sync::{Arc, Mutex, PoisonError};

use yomi_engine::game::Side;
use yomi_engine::games::go::Status;
use yomi_engine::random::Random;
use yomi_engine::roster::{Parameter, Player, RosterError, strongest};
use yomi_engine::search::Searcher;

use super::game::{AnyGame, PlayerChoice};
use super::refusal::Refusal;
use super::search::{Bounds, Task, think};
use crate::board_game::BoardGame;

type SharedSearcher<G> = Arc<Mutex<Box<dyn Searcher<G>>>>;

/// A game in progress with the rules of `G`.
pub(super) struct Progress<G: BoardGame> {
    start: G,
    komi: Option<f64>,
    turns: Vec<Turn<G>>,
    player: Player<G>,
    seed: u64,
    /// Built when it is first asked or prepared for that, and made as new or built again for a new
    /// game.
    searcher: Option<SharedSearcher<G>>,
    /// Whether it was asked in this game.
    asked: bool,
    /// Games of the session before this one in which the player was asked: each draws from a stream
    /// of its own.
    number: u64,
}

/// What was received at once: a move of `side`, with the pass of the other one that was left out
/// before it, or a pass that changes nothing.
struct Turn<G: BoardGame> {
    side: Side,
    moves: [Option<G::Move>; 2],
    after: G,
}

impl<G: BoardGame> Progress<G> {
    /// More turns than any game has: only passes that change nothing reach it.
    const MAX_TURNS: usize = 10_000;

    pub(super) fn new(size: u32, choice: &PlayerChoice, number: u64) -> Result<Self, RosterError> {
        let player = player(choice)?;
        let (turns, searcher) = (Vec::new(), None);
        let (start, seed) = (G::start(size), choice.seed);
        Ok(Self { start, komi: None, turns, player, seed, searcher, asked: false, number })
    }

    fn position(&self) -> &G {
        self.turns.last().map_or(&self.start, |turn| &turn.after)
    }

    /// The moves of the game, and who made them.
    fn plies(&self) -> impl Iterator<Item = (Side, G::Move)> {
        self.turns.iter().flat_map(|turn| {
            let sides = [!turn.side, turn.side].into_iter();
            sides.zip(turn.moves).filter_map(|(side, mv)| Some((side, mv?)))
        })
    }

    /// The position in which `side` is to move, and the pass that must be added for it.
    fn turn_of(&self, side: Option<Side>) -> Result<(G, Option<G::Move>), Refusal> {
        match side {
            Some(side) => self.position().turned_to(side).ok_or(Refusal::OutOfTurn),
            None => Ok((self.position().clone(), None)),
        }
    }

    /// The position in which `side` has to think; after the end of the game it is that of anybody.
    fn position_for(&self, side: Option<Side>) -> Result<G, Refusal> {
        let over = self.position().moves().len() == 0;
        Ok(self.turn_of(side.filter(|_| !over))?.0)
    }

    /// The turn that a move makes, if it may be made.
    fn turn(&self, side: Option<Side>, mv: G::Move) -> Result<Turn<G>, Refusal> {
        let position = self.position();
        if G::is_any_pass(mv)
            && !position.is_legal(mv)
            && position.is_stuck(side.unwrap_or(position.side_to_move()))
        {
            let side = position.side_to_move();
            return Ok(Turn { side, moves: [None, None], after: position.clone() });
        }
        let (before, pass) = match position.implied_pass() {
            Some(pass) if side.is_none() && mv != pass => (position.play(pass), Some(pass)),
            _ => self.turn_of(side)?,
        };
        if !before.is_legal(mv) {
            return Err(Refusal::Illegal);
        }
        let side = before.side_to_move();
        Ok(Turn { side, moves: [pass, Some(mv)], after: before.play(mv) })
    }

    fn searcher(&mut self) -> Result<SharedSearcher<G>, Refusal> {
        if let Some(searcher) = &self.searcher {
            return Ok(searcher.clone());
        }
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let searcher = self.player.try_searcher(Random::from_key(key, self.number))?;
        Ok(self.searcher.insert(Arc::new(Mutex::new(searcher))).clone())
    }

    fn task(&mut self, position: G, count: usize, bounds: Bounds) -> Result<Task, Refusal> {
        let searcher = self.searcher()?;
        self.asked = true;
        Ok(Task::new(bounds, move |stop, progress| {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            think(&mut **searcher, &position, count, bounds, stop, progress)
        }))
    }
}

/// The player of a choice. The strongest one, if none is named, plays from its opening book where
/// it has one, unless it is to do without: people at a board want openings that come at once and
/// vary.
fn player<G: BoardGame>(choice: &PlayerChoice) -> Result<Player<G>, RosterError> {
    if let Some(text) = &choice.player {
        return Player::parse(text);
    }
    let told = [
        ("book", (!choice.without_book).then(|| "on".to_owned())),
        ("level", choice.level.map(|level| level.to_string())),
        ("threads", choice.threads.map(|threads| threads.to_string())),
        ("table", choice.table.map(|mebibytes| mebibytes.to_string())),
    ];
    let told = told.into_iter().filter_map(|(key, value)| Some((key, value?)));
    Ok(told.fold(strongest(), |player: Player<G>, (key, value)| {
        player.with_parameter(key, &value).unwrap_or(player)
    }))
}

impl<G: BoardGame> AnyGame for Progress<G> {
    fn size(&self) -> u32 {
        self.start.size()
    }

    fn side(&self) -> Side {
        self.position().side_to_move()
    }

    fn moves(&self) -> Vec<String> {
        self.position().moves().map(|mv| mv.to_string()).collect()
    }

    fn is_pass(&self, mv: &str) -> bool {
        mv.parse().is_ok_and(|mv: G::Move| G::is_any_pass(mv))
    }

    fn start_line(&self) -> String {
        self.start.line()
    }

    fn line(&self) -> String {
        self.position().line()
    }

    fn history(&self) -> Vec<(Side, String)> {
        self.plies().map(|(side, mv)| (side, mv.to_string())).collect()
    }

    fn turns(&self) -> usize {
        self.turns.len()
    }

    fn prospect(&self, side: Option<Side>) -> Result<(usize, u32), Refusal> {
        let position = self.position_for(side)?;
        Ok((position.moves().len(), position.moves_to_think_about()))
    }

    fn content(&self, column: u32, row: u32) -> Option<Side> {
        self.position().content(column, row)
    }

    fn is_upwards(&self) -> bool {
        G::UPWARDS
    }

    fn has_handicaps(&self) -> bool {
        G::HANDICAPS
    }

    fn square_name(&self, column: u32, row: u32) -> String {
        G::square_name(column, row)
    }

    fn lead(&self) -> Option<f64> {
        self.position().lead()
    }

    fn groups(&self) -> Vec<(Vec<String>, Status)> {
        self.position().groups()
    }

    fn counted_lead(&self) -> Option<f64> {
        // Asked first, so that nothing is counted while the game goes on.
        self.lead().and_then(|_| self.position().counted().lead())
    }

    fn diagram(&self) -> String {
        self.position().to_string()
    }

    fn set_up(&mut self, line: Option<&str>) -> Result<(), Refusal> {
        self.start = match line {
            Some(line) => G::from_line(line).map_err(Refusal::Unreadable)?,
            None => {
                let start = G::start(self.size());
                match self.komi {
                    Some(komi) => start.with_komi(komi),
                    None => start,
                }
            }
        };
        self.turns.clear();
        Ok(())
    }

    fn place(&mut self, stones: &[(Side, &str)], side: Side) -> Result<(), Refusal> {
        if !self.turns.is_empty() {
            return Err(Refusal::NotEmpty);
        }
        let stone = |&(owner, square): &(Side, &str)| Some((owner, square.parse().ok()?));
        let stones: Option<Vec<_>> = stones.iter().map(stone).collect();
        let start = stones.and_then(|stones| self.start.with_stones(&stones, side));
        self.start = start.ok_or(Refusal::Vertices)?;
        Ok(())
    }

    fn handicap(&self, count: usize, fewer: bool) -> Result<Vec<String>, Refusal> {
        let squares = self.start.handicap(count, fewer).ok_or(Refusal::Handicap)?;
        Ok(squares.iter().map(ToString::to_string).collect())
    }

    fn declared(&self, key: &str) -> Option<Parameter> {
        self.player.declared(key)
    }

    fn given(&self, key: &str) -> Option<String> {
        self.player.given(key)
    }

    fn with_parameter(&self, key: &str, value: Option<&str>) -> Result<String, RosterError> {
        let player = match value {
            Some(value) => self.player.with_parameter(key, value),
            None => self.player.without_parameter(key),
        };
        player.map(|player| player.to_string())
    }

    fn set_player(&mut self, choice: &PlayerChoice, ready: bool) -> Result<(), Refusal> {
        let player = player(choice).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let player = std::mem::replace(&mut self.player, player);
        let is_other = player.to_string() != self.player.to_string();
        let before = (player, self.seed, self.number, self.asked);
        if self.seed != choice.seed {
            // Games are numbered from where their seed was named.
            self.number = 0;
        } else if is_other {
            // Who comes in between does not draw again what was drawn before.
            self.number = self.next_number();
        }
        (self.seed, self.asked) = (choice.seed, false);
        // There may be no memory for both players.
        self.dismiss();
        if ready && let Err(refusal) = self.prepare() {
            (self.player, self.seed, self.number, self.asked) = before;
            // There was memory for it before; else it is refused when it is asked.
            let _ = self.prepare();
            return Err(refusal);
        }
        Ok(())
    }

    fn set_komi(&mut self, komi: f64) {
        self.start = self.start.with_komi(komi);
        for turn in &mut self.turns {
            turn.after = turn.after.with_komi(komi);
        }
        self.komi = Some(komi);
    }

    fn forget(&mut self) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        self.number += 1;
        let renewed = |searcher: &SharedSearcher<G>| {
            searcher.lock().unwrap_or_else(PoisonError::into_inner).renew()
        };
        // A search that was given up but has not noticed yet keeps the old one.
        let free = |searcher: &SharedSearcher<G>| Arc::strong_count(searcher) == 1;
        if !self.searcher.as_ref().is_some_and(|searcher| free(searcher) && renewed(searcher)) {
            self.searcher = None;
            // Without memory it is refused when it is asked.
            let _ = self.searcher();
        }
    }

    fn next_number(&self) -> u64 {
        self.number + u64::from(self.asked)
    }

    fn prepare(&mut self) -> Result<(), Refusal> {
        self.searcher().map(|_| ())
    }

    fn dismiss(&mut self) {
        self.searcher = None;
    }

    fn play(&mut self, side: Option<Side>, mv: &str) -> Result<(), Refusal> {
        let mv = mv.parse().map_err(|_| Refusal::NoMove)?;
        let turn = self.turn(side, mv)?;
        if self.turns.len() >= Self::MAX_TURNS {
            return Err(Refusal::Illegal);
        }
        self.turns.push(turn);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        self.turns.pop().map(|_| ()).ok_or(Refusal::NothingToUndo)
    }

    fn think(&mut self, side: Option<Side>, count: usize, bounds: Bounds) -> Result<Task, Refusal> {
        let position = self.position_for(side)?;
        self.task(position, count, bounds)
    }

    fn think_back(&mut self, plies: usize, bounds: Bounds) -> Result<Task, Refusal> {
        let position = self.plies().take(plies).fold(self.start.clone(), |position, (side, mv)| {
            // Whoever made the move could be to move.
            let before = position.turned_to(side).map_or(position, |(before, _)| before);
            before.play(mv)
        });
        self.task(position, 1, bounds)
    }
}
