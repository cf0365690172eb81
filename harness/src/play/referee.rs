//! One game, refereed.

use std::fmt::Write;

use yomi_engine::game::Side;
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::roster::Player;

use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::run::record::Game;

/// Plays one game from `start`, `opening` first; `None` if it was stopped before its end. `players` are Black before
/// White; the same key gives the same game.
///
/// # Errors
/// When a player cannot be what it was asked to be: there is no memory for its table.
pub fn play<G: LabGame>(
    start: &G,
    opening: &[G::Move],
    players: [&Player<G>; 2],
    key: GameKey,
    stop: &Stop,
) -> Result<Option<Game<'static>>, String> {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let mut searchers = Side::BOTH.map(|side| players[side as usize].searcher(key.player(side)));
    for (searcher, player) in searchers.iter().zip(players) {
        if let Some(lack) = searcher.lack() {
            return Err(format!("{player}: {lack}"));
        }
    }
    let mut position = opening.iter().fold(start.clone(), |position, &mv| position.play(mv));
    let mut nodes = [0; 2];
    let (mut plies, mut moves) = (0, String::with_capacity(128));
    loop {
        let side = position.side_to_move() as usize;
        let report = searchers[side].search(&position, &limits, &mut |_| ());
        // A search that was stopped may have made any move.
        if stop.is_raised() {
            return Ok(None);
        }
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
    let (points, end) = (position.points(), position.ending().into());
    Ok(Some(Game { points, difference, plies, end, nodes, moves: moves.into() }))
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Game as _;
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
            let play = || play(&start, &[], players.each_ref(), key, &Stop::default()).unwrap().unwrap();
            let played = play();
            let moves = parse_moves(&start, &played.moves).unwrap();
            let end = moves.iter().fold(start, |position, &mv| position.play(mv));
            assert_eq!((end.points(), moves.len() as u32), (played.points, played.plies));
            assert_eq!(play(), played);
        }
    }
}
