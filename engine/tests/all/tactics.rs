//! The Monte-Carlo page's ladder on tic-tac-toe: tactics of three levels, perfect play, and what
//! each knows.

use yomi_engine::evaluate::{CaptureDiff, Evaluator};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::go::{Go, Rules, parse_moves};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::score::Score;

/// All the moves a player chooses in a position, over many streams.
fn choices<G: Playable>(position: &G, player: &str) -> Vec<String> {
    let player = Player::<G>::parse(player).unwrap();
    let choose = |seed| {
        let report = player.searcher(Random::from_seed(seed)).search(
            position,
            &Limits::default(),
            &mut |_| (),
        );
        report.best.unwrap().to_string()
    };
    let mut choices: Vec<String> = (0..200).map(choose).collect();
    choices.sort();
    choices.dedup();
    choices
}

/// X's score in `games` games: wins, draws, losses.
fn results(x: &str, o: &str, games: u64) -> [u32; 3] {
    let players = [x, o].map(|text| Player::<TicTacToe>::parse(text).unwrap());
    let mut results = [0; 3];
    for seed in 0..games {
        let mut searchers =
            [0, 1].map(|side| players[side].searcher(Random::from_seed(2 * seed + side as u64)));
        let mut position = TicTacToe::default();
        while let Some(mv) = searchers[position.side_to_move() as usize]
            .search(&position, &Limits::default(), &mut |_| ())
            .best
        {
            position = position.play(mv);
        }
        let place = position.winner().map_or(1, |side| 2 * side as usize);
        results[place] += 1;
    }
    results
}

#[test]
fn level_one_takes_a_win_and_nothing_else() {
    let won: TicTacToe = "XX-OO---- X".parse().unwrap();
    assert_eq!(choices(&won, "tactics(level=1)"), ["c1"]);
    let threatened: TicTacToe = "X--OO---- X".parse().unwrap();
    assert_eq!(choices(&threatened, "tactics(level=1)").len(), 6);
}

#[test]
fn level_two_also_stops_a_threat() {
    let threatened: TicTacToe = "X--OO---- X".parse().unwrap();
    assert_eq!(choices(&threatened, "tactics(level=2)"), ["c2"]);
    let own: ExplicitTree = "[-5 [0]]".parse().unwrap();
    assert_eq!(choices(&own, "tactics(level=2)"), ["2"], "its own move would lose");
    // Two threats at once: every move loses, and each is played.
    let lost: TicTacToe = "X-O-X-O-O X".parse().unwrap();
    assert_eq!(choices(&lost, "tactics(level=2)").len(), lost.moves().len());
}

#[test]
fn level_three_also_sets_a_double_threat() {
    // X in two opposite corners and O in the third and a side: the fourth corner wins in two.
    let trap: TicTacToe = "X-O-O---X X".parse().unwrap();
    assert_eq!(choices(&trap, "tactics(level=3)"), ["a3"]);
    let free: TicTacToe = "X---O---- X".parse().unwrap();
    assert_eq!(choices(&free, "tactics(level=2)").len(), 7);
    let fork: TicTacToe = "X---O-O-X X".parse().unwrap();
    assert_eq!(choices(&fork, "tactics(level=3)"), ["c1"]);
}

/// The same on a written tree: only the second branch leaves the opponent no way out.
#[test]
fn tactics_know_no_game() {
    let tree: ExplicitTree = "[[[1] [-1 0]] [[1 -1] [0 2]] [[-1]]]".parse().unwrap();
    assert_eq!(choices(&tree, "tactics(level=3)"), ["2"]);
    assert_eq!(choices(&tree, "tactics(level=2)"), ["1", "2", "3"]);
    let tree: ExplicitTree = "[[-1 5] [0 [3]] 0]".parse().unwrap();
    assert_eq!(choices(&tree, "tactics(level=2)"), ["2", "3"]);
}

#[test]
fn perfect_play_is_a_draw() {
    let player = Player::<TicTacToe>::parse("perfect").unwrap();
    let report = player.searcher(Random::from_seed(1)).search(
        &TicTacToe::default(),
        &Limits::default(),
        &mut |_| (),
    );
    // 5,478 positions can be reached, and every one is looked at once.
    assert_eq!((report.score, report.nodes), (Score::ZERO, 5_478));
    assert_eq!(choices(&TicTacToe::default(), "perfect").len(), 9, "every first move draws");
    let corner: TicTacToe = "X-------- O".parse().unwrap();
    assert_eq!(choices(&corner, "perfect"), ["b2"], "only the centre saves the game");
}

#[test]
fn perfect_never_loses() {
    for other in ["random", "tactics(level=1)", "tactics(level=2)", "tactics(level=3)", "perfect"] {
        assert_eq!(results("perfect", other, 150)[2], 0, "against {other}");
        assert_eq!(results(other, "perfect", 150)[0], 0, "against {other}");
    }
}

/// Each step scores more against the one below than it gives away, both colours together.
#[test]
fn the_ladder_rises() {
    let ladder = ["random", "tactics(level=1)", "tactics(level=2)", "tactics(level=3)", "perfect"];
    for pair in ladder.windows(2) {
        let [wins, _, losses] = results(pair[1], pair[0], 1000);
        let [back_losses, _, back_wins] = results(pair[0], pair[1], 1000);
        assert!(wins + back_wins > losses + back_losses + 100, "{pair:?}");
    }
}

#[test]
fn a_finished_draw_is_a_draw_to_capture_diff() {
    let start = Go::new(Rules::new(5).unwrap().with_komi("0".parse().unwrap()));
    let over = |moves: &str| {
        let moves = parse_moves(&start, moves).unwrap();
        moves.into_iter().fold(start.clone(), |position, mv| position.play(mv))
    };
    let value = |position: &Go| CaptureDiff.evaluate(position);
    assert_eq!(value(&over("pass pass")), Score::ZERO);
    assert_eq!(value(&over("C3 pass A1")), Score(-2));
    assert_eq!(value(&over("C3 pass A1 pass")), Score(2));
    assert_eq!(
        value(&over("C3 pass pass")),
        -Score::decided(Score(50)),
        "White has lost all 25 points"
    );
    // Two stones each, equal areas: nobody's, though Black could hope for more.
    let level = over("A3 E3 B3 D3 pass pass");
    assert_eq!((level.side_to_move(), value(&level)), (Side::First, Score::ZERO));
}
