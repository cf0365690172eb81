//! The openings of 8×8 Othello by name, recognised in every orientation and by every order of
//! moves.
//!
//! Names and moves are those of Robert Gatliff's list (samsoft.org.uk/reversi/openings.htm), which
//! writes Black's first move c4.

use std::collections::HashMap;
use std::sync::LazyLock;

use yomi_engine::game::Game;
use yomi_engine::games::othello::{Othello8, parse_moves};

/// An opening that a game has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name; several are separated by `/`.
    pub name: &'static str,
    /// The moves that make it, from c4 on.
    pub moves: &'static str,
}

/// The last opening of the list that `positions` go through; `None` for games that go none of its
/// ways or do not begin at the usual start.
#[must_use]
pub fn named(positions: &[Othello8]) -> Option<Opening> {
    let known = |position: &Othello8| BY_POSITION.get(&position.canonical()).copied();
    positions.iter().rev().find_map(known)
}

static BY_POSITION: LazyLock<HashMap<Othello8, Opening>> = LazyLock::new(|| {
    let after = |moves: &str| {
        let start = Othello8::default();
        let moves = parse_moves(&start, moves).expect("tested");
        moves.into_iter().fold(start, |position, mv| position.play(mv))
    };
    OPENINGS.iter().map(|opening| (after(opening.moves).canonical(), *opening)).collect()
});

const fn of(moves: &'static str, name: &'static str) -> Opening {
    Opening { name, moves }
}

/// All of them, longer lines after the ones they continue.
pub const OPENINGS: &[Opening] = &[
    of("c4c3", "Diagonal Opening"),
    of("c4c3d3c5b2", "X-square Opening"),
    of("c4c3d3c5b3", "Snake/Peasant"),
    of("c4c3d3c5b3f3", "Lysons"),
    of("c4c3d3c5b3f4b5b4c6d6f5", "Pyramid/Checkerboarding Peasant"),
    of("c4c3d3c5b4", "Heath/Tobidashi"),
    of("c4c3d3c5b4d2c2f4d6c6f5e6f7", "Mimura Variation II"),
    of("c4c3d3c5b4d2d6", "Heath-Bat"),
    of("c4c3d3c5b4d2e2", "Iwasaki Variation"),
    of("c4c3d3c5b4e3", "Heath-Chimney"),
    of("c4c3d3c5b5", "Raccoon Dog"),
    of("c4c3d3c5b6", "Rocket"),
    of("c4c3d3c5b6c6b5", "Hamilton"),
    of("c4c3d3c5b6e3", "Lollipop"),
    of("c4c3d3c5d6", "Cow"),
    of("c4c3d3c5d6e3", "Chimney"),
    of("c4c3d3c5d6f4b4", "Cow Bat/Bat/Cambridge"),
    of("c4c3d3c5d6f4b4b6b5c6b3", "Bat (Piau Continuation 2)"),
    of("c4c3d3c5d6f4b4b6b5c6f5", "Melnikov/Bat (Piau Continuation 1)"),
    of("c4c3d3c5d6f4b4c6b5b3b6e3c2a4a5a6d2", "Bat (Kling Continuation)"),
    of("c4c3d3c5d6f4b4e3b3", "Bat (Kling Alternative)"),
    of("c4c3d3c5d6f4f5", "Rose-v-Toth"),
    of("c4c3d3c5d6f4f5d2", "Tanida"),
    of("c4c3d3c5d6f4f5d2b5", "Aircraft/Feldborg"),
    of("c4c3d3c5d6f4f5d2g4d7", "Sailboat"),
    of("c4c3d3c5d6f4f5e6c6d7", "Maruoka"),
    of("c4c3d3c5d6f4f5e6f6", "Landau"),
    of("c4c3d3c5f6", "Buffalo/Kenichi Variation"),
    of("c4c3d3c5f6e2c6", "Maruoka Buffalo"),
    of("c4c3d3c5f6e3c6f5f4g5", "Tanida Buffalo"),
    of("c4c3d3c5f6f5", "Hokuriku Buffalo"),
    of("c4c3e6c5", "Wing Variation"),
    of("c4c3f5c5", "Semi-Wing Variation"),
    of("c4c5", "Parallel Opening"),
    of("c4e3", "Perpendicular Opening"),
    of("c4e3f4c5d6e6", "Mimura"),
    of("c4e3f4c5d6f3c6", "Shaman/Danish"),
    of("c4e3f4c5d6f3d3", "Inoue"),
    of("c4e3f4c5d6f3d3c3", "Iago"),
    of("c4e3f4c5d6f3e2", "Bhagat"),
    of("c4e3f4c5d6f3e6c3d3e2", "Rose"),
    of("c4e3f4c5d6f3e6c3d3e2b5", "Flat"),
    of("c4e3f4c5d6f3e6c3d3e2b5f5", "Rotating Flat"),
    of("c4e3f4c5d6f3e6c3d3e2b5f5b3", "Murakami Variation"),
    of("c4e3f4c5d6f3e6c3d3e2b5f5b4f6c2e7d2c7", "Rotating Flat (Kling Continuation)"),
    of("c4e3f4c5d6f3e6c3d3e2b6f5", "Rose-Birth"),
    of("c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7", "Brightstein"),
    of("c4e3f4c5d6f3e6c3d3e2b6f5g5", "Rose-Birdie/Rose-Tamenori"),
    of("c4e3f4c5d6f3e6c3d3e2b6f5g5f6", "Rose-Tamenori-Kling"),
    of("c4e3f4c5d6f3e6c3d3e2d2", "Greenberg/Dawg"),
    of("c4e3f4c5d6f3e6c6", "Ralle"),
    of("c4e3f4c5e6", "Horse"),
    of("c4e3f5b4", "Ganglion/No-Cat"),
    of("c4e3f5b4f3", "Swallow"),
    of("c4e3f5b4f3f4e2e6g5f6d6c6", "No-Cat (Continuation)"),
    of("c4e3f5e6d3", "Italian"),
    of("c4e3f5e6f4", "Cat"),
    of("c4e3f5e6f4c5d6c6f7f3", "Sakaguchi"),
    of("c4e3f5e6f4c5d6c6f7g5g6", "Berner"),
    of("c4e3f6b4", "Bent Ganglion"),
    of("c4e3f6e6f5", "Tiger"),
    of("c4e3f6e6f5c5c3", "Stephenson"),
    of("c4e3f6e6f5c5c3b4", "No-Kung"),
    of("c4e3f6e6f5c5c3b4d6c6b5a6b6c7", "No-Kung (Continuation)"),
    of("c4e3f6e6f5c5c3c6", "Comp'Oth"),
    of("c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2", "F.A.T. Draw"),
    of("c4e3f6e6f5c5c3c6d6", "Lightning Bolt"),
    of("c4e3f6e6f5c5c3g5", "Kung"),
    of("c4e3f6e6f5c5d3", "Leader's Tiger"),
    of("c4e3f6e6f5c5d6", "Brightwell"),
    of("c4e3f6e6f5c5f4g5g4f3c6d3d6", "Ishii"),
    of("c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6", "Mainline Tiger"),
    of("c4e3f6e6f5c5f4g6f7", "Rose-Bill"),
    of("c4e3f6e6f5c5f4g6f7d3", "Tamenori"),
    of("c4e3f6e6f5c5f4g6f7g5", "Central Rose-Bill/Dead Draw"),
    of("c4e3f6e6f5g6", "Aubrey/Tanaka"),
    of("c4e3f6e6f5g6e7c5", "Aubrey (Feldborg Continuation)"),
];

#[cfg(test)]
mod tests {
    use yomi_engine::games::othello::Symmetry;

    use super::*;

    fn positions(moves: &str) -> Vec<Othello8> {
        let mut positions = vec![Othello8::default()];
        for mv in parse_moves(&positions[0], moves).unwrap() {
            positions.push(positions[positions.len() - 1].play(mv));
        }
        positions
    }

    fn name(moves: &str) -> Option<&'static str> {
        named(&positions(moves)).map(|opening| opening.name)
    }

    #[test]
    fn every_opening_is_found_in_every_orientation() {
        for opening in OPENINGS {
            for symmetry in Symmetry::ALL {
                let game: Vec<Othello8> = positions(opening.moves)
                    .iter()
                    .map(|position| position.transformed(symmetry))
                    .collect();
                assert_eq!(named(&game), Some(*opening), "{}", opening.moves);
            }
        }
        assert_eq!(BY_POSITION.len(), OPENINGS.len(), "no two are the same position");
    }

    /// As players who begin with f5 or d3 write them.
    #[test]
    fn the_well_known_ones() {
        assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
        assert_eq!(name("d3c5f6f5e6"), Some("Tiger"));
        assert_eq!(name("f5d6c5f4e3c6d3f6e6d7"), Some("Rose"));
        assert_eq!(name("f5f4"), Some("Parallel Opening"));
        assert_eq!(name("f5"), None);
        // The name stays when the game goes on.
        assert_eq!(name("f5d6c3d3c4f4"), Some("Tiger"));
    }
}
