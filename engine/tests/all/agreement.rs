use std::time::Duration;

use yomi_engine::evaluate::{CaptureDiff, Discs, Evaluator, FinalScore, Mobility};
use yomi_engine::game::Game;
use yomi_engine::games::go::{Go, Repetition, Rules};
use yomi_engine::games::othello::{Othello4, Othello6, Othello8};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::{Budget, Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::score::{Score, Window};
use yomi_engine::search::{
    AlphaBeta, Deepening, Exact, NegaScout, Negamax, Perfect, Report, Searcher, TranspositionTable,
    TreeSearch,
};

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

fn positions<G: Game>(start: &G, games: u64) -> Vec<G> {
    let all = |seed| random_game(start.clone(), &mut Random::from_seed(seed));
    (0..games).flat_map(|seed| all(seed).into_iter().skip(seed as usize % 7).step_by(7)).collect()
}

/// `found` must have the value plain negamax has, within what a fail-soft search with `window` may
/// say.
fn agrees<G: Game, T: TreeSearch<G>>(
    tree: &mut T,
    position: &G,
    depth: u32,
    window: Window,
    truth: Score,
) {
    let found =
        tree.search(position, depth, window, &mut Budget::new(&Limits::default())).unwrap().score;
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

fn every_tree_agrees<G: Playable, E: Evaluator<G> + Copy>(
    start: &G,
    evaluator: E,
    games: u64,
    depths: u32,
) {
    let mut random = Random::from_seed(99);
    let mut trees: [Check<'_, G>; 4] = [
        boxed(AlphaBeta::new(evaluator, TranspositionTable::off())),
        boxed(AlphaBeta::new(evaluator, TranspositionTable::new(1).unwrap())),
        boxed(NegaScout::new(evaluator, TranspositionTable::off())),
        boxed(NegaScout::new(evaluator, TranspositionTable::new(1).unwrap())),
    ];
    for position in positions(start, games) {
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
    Box::new(move |position, depth, window, truth| {
        agrees(&mut tree, position, depth, window, truth);
    })
}

#[test]
fn with_a_tie_rich_evaluator() {
    every_tree_agrees(&Othello8::default(), Coarse, 40, 4);
    every_tree_agrees(&Othello6::default(), Coarse, 40, 4);
}

#[test]
fn with_evaluators_that_decide_finished_games() {
    every_tree_agrees(&Othello8::default(), Mobility, 20, 3);
}

#[test]
fn on_tic_tac_toe() {
    every_tree_agrees(&TicTacToe::default(), FinalScore, 20, 9);
}

/// Small boards, late positions too: captures, kos, repetition and passes all come up within the
/// horizon.
#[test]
fn on_go() {
    for (size, games, depths) in [(2, 100, 5), (3, 60, 4), (4, 6, 3), (5, 4, 2)] {
        let rules = Rules::new(size).unwrap().with_komi("0".parse().unwrap());
        every_tree_agrees(&Go::new(rules), CaptureDiff, games, depths);
        every_tree_agrees(
            &Go::new(rules.with_repetition(Repetition::Superko)),
            CaptureDiff,
            games,
            depths,
        );
    }
}

/// The last `empties` moves of games from `start`, against full-depth negamax.
fn the_end_agrees<G: Game>(start: &G, games: u64, empties: u32) {
    let late = positions(start, games).into_iter().filter(|position| position.empties() <= empties);
    let value = |position: &G| value(FinalScore, position, 60);
    for position in late {
        let truth = value(&position);
        let mut searchers: [Box<dyn Searcher<G>>; 3] = [
            Box::new(Exact::new(TranspositionTable::off())),
            Box::new(Exact::new(TranspositionTable::new(1).unwrap())),
            Box::new(Perfect::new(Random::from_seed(0))),
        ];
        for (number, searcher) in searchers.iter_mut().enumerate() {
            // The third knows wins, draws and losses only.
            let class = |score: Score| if number == 2 { Score(score.0.signum()) } else { score };
            let report = searcher.search(&position, &Limits::default(), &mut |_| ());
            assert_eq!(report.score, class(truth), "\n{position}");
            assert!(!report.exact || report.score == truth, "what is called exact is");
            let reached = report.best.map(|mv| class(-value(&position.play(mv))));
            assert_eq!(
                reached.unwrap_or(report.score),
                report.score,
                "the move is as good as the score"
            );
        }
    }
}

/// Passes, wipe-outs, repetition and the move limit included.
#[test]
fn perfect_play_is_negamax_without_a_horizon() {
    the_end_agrees(&Othello8::default(), 60, 8);
    the_end_agrees(&TicTacToe::default(), 60, 8);
    for rule in ["simple", "superko"] {
        the_end_agrees::<Go>(
            &format!("../.. X komi=0 plies=33 repetition={rule}").parse().unwrap(),
            60,
            7,
        );
    }
}

/// Every roster player that searches to depth 3 chooses a move that negamax values as highly as its
/// own.
fn players_agree<G: Playable, E: Evaluator<G> + Copy>(
    start: &G,
    name: &str,
    evaluator: E,
    games: u64,
) {
    let players = [
        "minimax(depth=3,pass=ply",
        "negamax(depth=3",
        "alphabeta(depth=3",
        "negascout(depth=3,table=1,deepen=on",
    ]
    .map(|text| Player::<G>::parse(&format!("{text},eval={name})")).unwrap());
    for position in positions(start, games) {
        for player in &players {
            let report = player.searcher(Random::from_seed(0)).search(
                &position,
                &Limits::default(),
                &mut |_| (),
            );
            let truth = value(evaluator, &position, 3);
            assert_eq!(report.score, truth, "{player}");
            let reached = report.best.map(|mv| -value(evaluator, &position.play(mv), 2));
            assert_eq!(reached.unwrap_or(truth), truth, "{player}");
        }
    }
}

#[test]
fn players_choose_equally_good_moves() {
    players_agree(&Othello8::default(), "mobility", Mobility, 30);
    players_agree(&TicTacToe::default(), "result", FinalScore, 30);
    players_agree(&Go::new(Rules::new(4).unwrap()), "capture_diff", CaptureDiff, 2);
}

#[test]
fn limits_end_a_search_with_a_legal_move() {
    let start = Othello8::default();
    let stop = Stop::default();
    stop.raise();
    let limits = [
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { nodes: Some(5_000), ..Limits::default() },
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { stop, ..Limits::default() },
    ];
    for limits in limits {
        let mut player =
            Deepening::new(NegaScout::new(Mobility, TranspositionTable::new(1).unwrap()), 60, true);
        let report = player.search(&start, &limits, &mut |_| ());
        assert!(report.best.is_some_and(|mv| start.is_legal(mv)));
        assert!(report.nodes <= limits.nodes.unwrap_or(1024), "{} nodes", report.nodes);
    }
    let shallow = Limits { depth: Some(2), ..Limits::default() };
    let report =
        Deepening::new(Negamax::new(Discs), 60, false).search(&start, &shallow, &mut |_| ());
    assert_eq!((report.depth, report.leaves), (2, 12));
}

/// The values of several moves are those that single searches give.
fn lines_agree<G: Playable, E: Evaluator<G> + Copy>(
    start: &G,
    eval: &str,
    evaluator: E,
    games: u64,
) {
    let texts = [
        format!("negamax(depth=3,eval={eval})"),
        format!("alphabeta(depth=3,deepen=on,table=1,eval={eval})"),
        format!("minimax(depth=3,pass=ply,eval={eval})"),
    ];
    for text in texts {
        let mut player = Player::<G>::parse(&text).unwrap().searcher(Random::from_seed(0));
        for position in positions(start, games) {
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let lines = player.search_lines(&position, usize::MAX, &limits, &mut |_| ());
            assert_eq!(lines.len(), position.moves().len());
            assert!(lines.is_sorted_by_key(|line| -line.score.0), "{text}");
            for line in &lines {
                let mv = line.best.unwrap();
                let after = position.play(mv);
                // Deepening ends with the game.
                let is_deep = line.depth == 3 || after.moves().len() == 0;
                assert!(line.pv[0] == mv && is_deep, "{text}");
                assert_eq!(line.score, -value(evaluator, &after, 2), "{text}");
            }
            let few = player.search_lines(&position, 2, &limits, &mut |_| ());
            let scores =
                |lines: &[Report<G::Move>]| lines.iter().map(|line| line.score).collect::<Vec<_>>();
            assert_eq!(scores(&few), scores(&lines[..lines.len().min(2)]));
        }
    }
}

#[test]
fn lines_are_valued_like_single_moves() {
    lines_agree(&Othello8::default(), "mobility", Mobility, 20);
    lines_agree(&Othello6::default(), "discs", Discs, 10);
    lines_agree(&TicTacToe::default(), "result", FinalScore, 20);
}

/// A tree with a table knows the replies as well, and deepening goes on while there is time, but
/// not beyond the end.
#[test]
fn deepening_shows_lines_and_ends_with_the_game() {
    let player =
        |text: &str| Player::<Othello4>::parse(text).unwrap().searcher(Random::from_seed(0));
    let start = Othello4::default();
    let text = "negascout(depth=3,deepen=timed,table=8,eval=estimate)";
    let short = player(text).search(&start, &Limits::default(), &mut |_| ());
    assert_eq!((short.depth, short.pv.len()), (3, 3));
    let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
    let solved = player(text).search(&start, &limits, &mut |_| ());
    assert_eq!((solved.points::<Othello4>(), solved.exact), (Some(-10.0), false));
    let end = solved.pv.iter().fold(start, |position, &mv| {
        assert!(position.is_legal(mv));
        position.play(mv)
    });
    assert!(solved.pv.len() > 3 && end.empties() < 9, "{:?}", solved.pv);
}

/// A solved position comes with the line that leads to its score.
#[test]
fn exact_lines_lead_to_their_score() {
    let start = Othello4::default();
    let solved = Exact::new(TranspositionTable::new(16).unwrap()).search(
        &start,
        &Limits::default(),
        &mut |_| (),
    );
    let end = solved.pv.iter().fold(start, |position, &mv| {
        assert!(position.is_legal(mv));
        position.play(mv)
    });
    let sign = if end.side_to_move() == start.side_to_move() { 1 } else { -1 };
    assert_eq!(
        end.final_score().map(|score| sign * score.0),
        Some(solved.score.0),
        "{:?}",
        solved.pv
    );
}
