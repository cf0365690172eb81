//! One game, refereed.

use std::fmt::Write;

use yomi_engine::game::Side;
use yomi_engine::limits::Limits;
use yomi_engine::roster::Player;

use crate::games::LabGame;
use crate::plan::key::GameKey;

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Points at the end, Black's before White's, in units of the game's final score.
    pub points: [u32; 2],
    /// The final score for Black, in the same units.
    pub difference: i32,
    /// Moves after the opening, forced passes included.
    pub plies: u32,
    /// Why the game ended.
    pub ending: &'static str,
    /// Positions entered by each player's searches, Black's before White's.
    pub nodes: [u64; 2],
    /// The moves after the opening, forced passes left out.
    pub moves: String,
}

/// Plays one game from `start`, `opening` first. `players` are Black before White; the same key gives the same game.
#[must_use]
pub fn play<G: LabGame>(start: &G, opening: &[G::Move], players: [&Player<G>; 2], key: GameKey) -> Played {
    let limits = Limits::default();
    let mut searchers = Side::BOTH.map(|side| players[side as usize].searcher(key.player(side)));
    let mut position = opening.iter().fold(start.clone(), |position, &mv| position.play(mv));
    let mut nodes = [0; 2];
    let (mut plies, mut moves) = (0, String::with_capacity(128));
    loop {
        let side = position.side_to_move() as usize;
        let report = searchers[side].search(&position, &limits, &mut |_| ());
        let Some(mv) = report.best else { break };
        nodes[side] += report.nodes;
        plies += 1;
        if !G::is_pass(mv) {
            write!(moves, "{mv}").expect("a string takes all text");
        }
        position = position.play(mv);
    }
    let score = position.final_score().expect("a searcher without a move means the game is over").0;
    let difference = if position.side_to_move() == Side::First { score } else { -score };
    Played { points: position.points(), difference, plies, ending: position.ending(), nodes, moves }
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Game;
    use yomi_engine::games::othello::{Othello8, parse_moves};

    use super::*;

    #[test]
    fn the_record_replays_to_the_result() {
        let players =
            ["random", "minimax(depth=1,eval=discs)"].map(|text| Player::<Othello8>::parse(text).unwrap());
        for number in 0..50 {
            let first = if number % 2 == 0 { Side::First } else { Side::Second };
            let key = GameKey::new(1, "test", first, "a", "b", number);
            let start = Othello8::default().started_by(first);
            let played = play(&start, &[], [&players[0], &players[1]], key);
            let moves = parse_moves(&start, &played.moves).unwrap();
            let end = moves.iter().fold(start, |position, &mv| position.play(mv));
            assert_eq!((end.points(), moves.len() as u32), (played.points, played.plies));
            assert_eq!(play(&start, &[], [&players[0], &players[1]], key), played);
        }
    }
}
