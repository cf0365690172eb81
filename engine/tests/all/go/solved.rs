//! Results known for small boards, found by searching them to the end.

use yomi_engine::game::Game;
use yomi_engine::games::go::{Go, Move};
use yomi_engine::limits::{Budget, Limits};
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::score::{Score, Window};
use yomi_engine::search::{AlphaBeta, Exact, Searcher, TranspositionTable, TreeSearch};

use super::{after, superko};

/// Black gets one point (Tromp, "Solving 2x2 Go"): found by plain alpha-beta to the end of every
/// game.
#[test]
fn two_by_two_is_worth_a_point_to_black() {
    let solved = Exact::new(TranspositionTable::off()).search(
        &Go::new(superko(2)),
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(solved.score, Score(2), "in half-points");
}

/// Every player says the same points, although scores count half-points and playouts thousandths.
#[test]
fn settled_points_are_points() {
    let points = |text: &str, position: &Go| {
        let mut searcher = Player::<Go>::parse(text).unwrap().searcher(Random::from_seed(1));
        let report = searcher.search(position, &Limits::default(), &mut |_| ());
        (report.best, report.points::<Go>())
    };
    // Each side has two eyes; Black has passed with three points too few.
    let settled: Go = ".XXO./XXXOO/XXXOO/XXXOO/.XXO. X komi=8".parse().unwrap();
    let settled = settled.play(Move::Pass);
    for text in
        ["negamax(depth=1)", "alphabeta(depth=2)", "flat_mc(reward=score)", "uct(reward=score)"]
    {
        let (best, points) = points(text, &settled);
        assert_eq!(best, Some(Move::Pass), "{text}");
        assert!((points.unwrap() - 3.0).abs() < 0.3, "{text}: {points:?}");
    }
    let solved = Exact::new(TranspositionTable::off()).search(
        &Go::new(superko(2)),
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(solved.points::<Go>(), Some(1.0));
}

/// Whether the side to move gets at least `goal` within `depth` plies, counting unfinished games as
/// lost.
fn secures(position: &Go, goal: Score, depth: u32) -> bool {
    let side = position.side_to_move();
    let doubter = move |position: &Go| {
        let unfinished =
            if position.side_to_move() == side { -Score::INFINITY } else { Score::INFINITY };
        position.final_score().unwrap_or(unfinished)
    };
    let window = Window { alpha: goal - Score(1), beta: goal };
    let mut search = AlphaBeta::new(doubter, TranspositionTable::off());
    let found = search.search(position, depth, window, &mut Budget::new(&Limits::default()));
    found.unwrap().score >= goal
}

/// Black takes the whole 3×3 board from the centre: it cannot get more, and alpha-beta shows that
/// it gets as much.
#[test]
fn three_by_three_is_black_s() {
    let centre = after(&Go::new(superko(3)), "B2");
    assert_eq!(centre.moves().len(), 9);
    for reply in centre.moves() {
        assert!(secures(&centre.play(reply), Score(2 * 9), 13), "{reply}");
    }
    assert!(
        !secures(&after(&Go::new(superko(3)), "A1 B2"), Score(2), 13),
        "the corner is no way to win"
    );
}
