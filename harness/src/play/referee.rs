//! One game, refereed.

use std::fmt::Write;

use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::players::{Contender, GamePlayer, Trouble};
use crate::run::record::{Forfeit, Game};

/// Plays one game from `start`, `opening` first; `None` if it was stopped before its end. `players`
/// are Black before White; the same key gives the same game. A player that crashes, makes no legal
/// move or none in time loses.
///
/// # Errors
/// When a player cannot play at all: there is no memory for its table.
pub fn play<G: LabGame>(
    start: &G,
    opening: &[G::Move],
    players: [&Contender<G>; 2],
    key: GameKey,
    stop: &Stop,
) -> Result<Option<Game<'static>>, String> {
    let mut course = Course {
        position: start.clone(),
        nodes: [0; 2],
        plies: 0,
        moves: String::with_capacity(128),
    };
    let mut opponents = Vec::with_capacity(2);
    let mut trouble = None;
    for side in Side::BOTH {
        match players[side as usize].start_game(key.player(side), start, opening, stop) {
            Ok(player) => opponents.push(player),
            Err(found) => {
                trouble = Some((side, found));
                break;
            }
        }
    }
    course.position = opening.iter().fold(course.position, |position, &mv| position.play(mv));
    let trouble = trouble.or_else(|| course.run(&mut opponents, stop).err());
    match trouble {
        None => Ok(Some(course.finished())),
        Some((_, Trouble::Stopped)) => Ok(None),
        Some((_, Trouble::Impossible(problem))) => Err(problem),
        Some((side, Trouble::Forfeit(reason, words))) => {
            Ok(Some(course.forfeited(side, reason, words)))
        }
    }
}

/// A game under way.
struct Course<G> {
    position: G,
    nodes: [u64; 2],
    plies: u32,
    moves: String,
}

impl<G: LabGame> Course<G> {
    /// Plays to the end, or until there is trouble with a side.
    fn run(&mut self, opponents: &mut [GamePlayer<G>], stop: &Stop) -> Result<(), (Side, Trouble)> {
        loop {
            let side = self.position.side_to_move();
            let chosen = opponents[side as usize]
                .choose(&self.position, stop)
                .map_err(|trouble| (side, trouble))?;
            let Some((mv, nodes)) = chosen else { return Ok(()) };
            self.nodes[side as usize] += nodes;
            self.plies += 1;
            if !G::is_pass(mv) {
                write!(self.moves, "{mv}").expect("a string takes all text");
            }
            for listener in Side::BOTH {
                let heard = opponents[listener as usize].hear(mv, side, listener == side, stop);
                heard.map_err(|trouble| (listener, trouble))?;
            }
            self.position = self.position.play(mv);
        }
    }

    fn finished(self) -> Game<'static> {
        let score =
            self.position.final_score().expect("a player without a move means the game is over").0;
        let difference = if self.position.side_to_move() == Side::First { score } else { -score };
        let (points, end) = (self.position.points(), self.position.ending());
        self.game(points, difference, end, None)
    }

    /// The loser has no points, the winner all there are.
    fn forfeited(self, loser: Side, reason: &'static str, words: String) -> Game<'static> {
        let all = self.position.all_points();
        let (points, difference) = match loser {
            Side::First => ([0, all], -(all as i32)),
            Side::Second => ([all, 0], all as i32),
        };
        let black = loser == Side::First;
        self.game(points, difference, reason, Some(Forfeit { black, words: words.into() }))
    }

    fn game(
        self,
        points: [u32; 2],
        difference: i32,
        end: &'static str,
        forfeit: Option<Forfeit<'static>>,
    ) -> Game<'static> {
        let Self { nodes, plies, moves, .. } = self;
        Game { points, difference, plies, end: end.into(), nodes, moves: moves.into(), forfeit }
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Game as _;
    use yomi_engine::games::othello::{Othello8, parse_moves};

    use super::*;

    #[test]
    fn the_record_replays_to_the_result() {
        let players = ["random", "minimax(depth=1,eval=discs)"]
            .map(|text| Contender::<Othello8>::parse(text).unwrap());
        for number in 0..50 {
            let first = if number % 2 == 0 { Side::First } else { Side::Second };
            let key = GameKey::new(1, "test", first, "a", "b", number);
            let start = Othello8::default().started_by(first);
            let play =
                || play(&start, &[], players.each_ref(), key, &Stop::default()).unwrap().unwrap();
            let played = play();
            let moves = parse_moves(&start, &played.moves).unwrap();
            let end = moves.iter().fold(start, |position, &mv| position.play(mv));
            assert_eq!((end.points(), moves.len() as u32), (played.points, played.plies));
            assert_eq!(play(), played);
        }
    }
}
