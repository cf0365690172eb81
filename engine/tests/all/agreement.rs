use yomi_engine::evaluate::{Discs, Evaluator, Mobility};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Othello6, Othello8};
use yomi_engine::limits::{Budget, Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::score::{Score, Window};
use yomi_engine::search::{AlphaBeta, Deepening, Exact, NegaScout, Negamax, Searcher, Table, TreeSearch};

use crate::random_game;

/// Only four values, so that nearly every node has ties, and signs that keep it fair to both sides.
#[derive(Clone, Copy)]
struct Coarse;

impl<G: Game> Evaluator<G> for Coarse
where
    Discs: Evaluator<G>,
{
    fn evaluate(&self, position: &G) -> Score {
        Score((Discs.evaluate(position).0 / 6).clamp(-2, 2))
    }
}

fn positions<G: Game + Default>(games: u64) -> Vec<G> {
    let all = |seed| random_game(G::default(), &mut Random::from_seed(seed));
    (0..games).flat_map(|seed| all(seed).into_iter().skip(seed as usize % 7).step_by(7)).collect()
}

/// `found` must have the value plain negamax has, within what a fail-soft search with `window` may say.
fn agrees<G: Game, T: TreeSearch<G>>(tree: &mut T, position: &G, depth: u32, window: Window, truth: Score) {
    let found = tree.search(position, depth, window, &mut Budget::new(&Limits::default())).unwrap().score;
    if truth <= window.alpha {
        assert!(truth <= found && found <= window.alpha, "{found} for {truth} in {window:?}");
    } else if truth >= window.beta {
        assert!(window.beta <= found && found <= truth, "{found} for {truth} in {window:?}");
    } else {
        assert_eq!(found, truth, "{window:?}");
    }
}

fn value<G: Game, E: Evaluator<G>>(evaluator: E, position: &G, depth: u32) -> Score {
    let mut budget = Budget::new(&Limits::default());
    Negamax::new(evaluator).search(position, depth, Window::FULL, &mut budget).unwrap().score
}

fn every_tree_agrees<G: Playable + Default, E: Evaluator<G> + Copy>(evaluator: E, games: u64, depths: u32) {
    let mut random = Random::from_seed(99);
    let mut trees: [Check<'_, G>; 4] = [
        boxed(AlphaBeta::new(evaluator, Table::off())),
        boxed(AlphaBeta::new(evaluator, Table::new(1))),
        boxed(NegaScout::new(evaluator, Table::off())),
        boxed(NegaScout::new(evaluator, Table::new(1))),
    ];
    for position in positions::<G>(games) {
        for depth in 0..=depths {
            let truth = value(evaluator, &position, depth);
            let alpha = Score(random.below(9) as i32 - 4);
            let window = Window { alpha, beta: alpha + Score(1 + random.below(3) as i32) };
            for tree in &mut trees {
                tree(&position, depth, Window::FULL, truth);
                tree(&position, depth, window, truth);
            }
        }
    }
}

/// Searches a position to a depth with a window and compares the value with the true one.
type Check<'a, G> = Box<dyn FnMut(&G, u32, Window, Score) + 'a>;

fn boxed<'a, G: Game, T: TreeSearch<G> + 'a>(mut tree: T) -> Check<'a, G> {
    Box::new(move |position, depth, window, truth| agrees(&mut tree, position, depth, window, truth))
}

#[test]
fn with_a_tie_rich_evaluator() {
    every_tree_agrees::<Othello8, _>(Coarse, 40, 4);
    every_tree_agrees::<Othello6, _>(Coarse, 40, 4);
}

#[test]
fn with_evaluators_that_decide_finished_games() {
    every_tree_agrees::<Othello8, _>(Mobility, 20, 3);
}

/// The end of the game, passes and wipe-outs included, against full-depth negamax.
#[test]
fn exact_is_negamax_without_a_horizon() {
    for position in positions::<Othello8>(60).into_iter().filter(|position| position.empties() <= 8) {
        let truth = value(yomi_engine::evaluate::FinalScore, &position, 60);
        for mib in [0, 1] {
            let exact = Exact::new(Table::new(mib)).search(&position, &Limits::default(), &mut |_| ());
            assert_eq!(exact.score, truth, "\n{position}");
            let reached =
                exact.best.map(|mv| -value(yomi_engine::evaluate::FinalScore, &position.play(mv), 60));
            assert_eq!(reached.unwrap_or(truth), truth, "the move is as good as the score");
        }
    }
}

/// Every roster player that searches to depth 3 chooses a move that negamax values as highly as its own.
#[test]
fn players_choose_equally_good_moves() {
    let players = [
        "minimax(depth=3,pass=ply",
        "negamax(depth=3",
        "alphabeta(depth=3",
        "negascout(depth=3,table=1,deepen=on",
    ]
    .map(|text| Player::<Othello8>::parse(&format!("{text},eval=mobility)")).unwrap());
    for position in positions::<Othello8>(30) {
        for player in &players {
            let report =
                player.searcher(Random::from_seed(0)).search(&position, &Limits::default(), &mut |_| ());
            let truth = value(Mobility, &position, 3);
            assert_eq!(report.score, truth, "{player}");
            let reached = report.best.map(|mv| -value(Mobility, &position.play(mv), 2));
            assert_eq!(reached.unwrap_or(truth), truth, "{player}");
        }
    }
}

#[test]
fn limits_end_a_search_with_a_legal_move() {
    let start = Othello8::default();
    let stop = Stop::default();
    stop.raise();
    let limits = [
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { nodes: Some(5_000), ..Limits::default() },
        Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() },
        Limits { stop, ..Limits::default() },
    ];
    for limits in limits {
        let mut player = Deepening::new(NegaScout::new(Mobility, Table::new(1)), 60, true);
        let report = player.search(&start, &limits, &mut |_| ());
        assert!(report.best.is_some_and(|mv| start.is_legal(mv)));
        assert!(report.nodes <= limits.nodes.unwrap_or(1024), "{} nodes", report.nodes);
    }
    let shallow = Limits { depth: Some(2), ..Limits::default() };
    let report = Deepening::new(Negamax::new(Discs), 60, false).search(&start, &shallow, &mut |_| ());
    assert_eq!((report.depth, report.leaves), (2, 12));
}
