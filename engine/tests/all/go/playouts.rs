//! The moves of random playouts.

use std::collections::BTreeMap;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::go::{Go, Move, Vertex};
use yomi_engine::random::Random;

use super::rules;

/// Own stones on all sides, and on the diagonals at most one enemy, none at the edge.
fn is_eye(position: &Go, vertex: Vertex, side: Side) -> bool {
    let size = position.rules().size() as i32;
    let stone = |column: i32, row: i32| {
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        inside.then(|| {
            position.stone(Vertex::from_index((row * size + column) as usize, size as usize))
        })
    };
    let (column, row) = (vertex.column() as i32, vertex.row() as i32);
    let beside =
        [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(right, up)| stone(column + right, row + up));
    let across =
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(right, up)| stone(column + right, row + up));
    let enemies = across.iter().filter(|&&stone| stone == Some(Some(!side))).count();
    beside.iter().all(|stone| stone.is_none_or(|stone| stone == Some(side)))
        && enemies <= usize::from(!across.contains(&None))
}

/// Playouts choose among the moves that fill no eye, each as often as the others, and pass when
/// there is none.
#[test]
fn playouts_fill_no_eyes() {
    for (size, games) in [(3, 20), (5, 10), (9, 3)] {
        for seed in 0..games {
            let mut random = Random::from_seed(seed);
            let mut position = Go::new(rules(size));
            while let Some(mv) = position.playout_move(&mut random) {
                let sensible = |mv: &Move| match mv {
                    Move::Place(vertex) => !is_eye(&position, *vertex, position.side_to_move()),
                    Move::Pass => false,
                };
                assert!(
                    sensible(&mv) || !position.moves().any(|mv| sensible(&mv)),
                    "{mv} in\n{position}"
                );
                position.advance(mv);
            }
            assert_eq!(position.passes(), 2, "both sides run out of moves");
        }
    }
}

#[test]
fn playouts_choose_all_points_alike() {
    // The second board has an eye in the upper left corner and five other points.
    for (board, points) in [(".../.../... X", 9), (".X./XX./... X", 5)] {
        let position: Go = board.parse().unwrap();
        let mut random = Random::from_seed(1);
        let mut counts = BTreeMap::new();
        for _ in 0..9_000 {
            *counts.entry(position.playout_move(&mut random).unwrap().to_string()).or_insert(0) +=
                1;
        }
        assert_eq!(counts.len(), points);
        // The standard deviation of a count is at most 38.
        assert!(counts.values().all(|count| (9_000 / points).abs_diff(*count) < 190), "{counts:?}");
    }
}
