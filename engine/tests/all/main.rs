//! One test binary; each module tests one property of the engine.

// every searcher finds what plain negamax finds
mod agreement;
// modules depend on each other in one direction only
mod arrows;
// every game keeps the laws of the `Game` trait
mod conformance;
// the expert is as good as its specification, and the same under all circumstances
mod expert;
// the expert keeps to its limits and stops when told
mod expert_limits;
// the rules of Go, corner by corner, against a slow board and as published
mod go;
// the fast 8×8 kernel and the generic one are the same game, also turned and mirrored
mod kernels;
// depth, nodes and time: every player keeps to them and makes the most of them
mod limits;
// several moves of one position, and searches that end with the game
mod lines;
// UCT and flat Monte-Carlo: statistics by hand, convergence, reproducibility, bounds
mod monte_carlo;
// leaf counts as published
mod perft;
// limits of time and stops hold to within 10 ms
#[cfg(unix)]
mod processor_time;
// player texts: what is accepted, what is refused and how
mod roster;
// results known from the literature
mod solved;
// the ladder below search: each step knows what it says
mod tactics;
// several threads at one search find and play the same as one
mod threads;
// what a search shows is all it does: value, move, nodes and leaves follow from it
mod trace;
// the teaching pages' own players make the moves that the pages' programs make
mod tutorial;
// the examples of the teaching pages: values, moves and leaves visited
mod worked_examples;

use yomi_engine::game::Game;
use yomi_engine::random::Random;

/// The positions of a game between random movers, from `start` to the end.
fn random_game<G: Game>(start: G, random: &mut Random) -> Vec<G> {
    let mut positions = vec![start];
    loop {
        let position = &positions[positions.len() - 1];
        let count = position.moves().len();
        if count == 0 {
            return positions;
        }
        let mv = position.moves().nth(random.below(count)).unwrap();
        positions.push(position.play(mv));
    }
}
