//! One test binary; each module tests one property of the engine.

mod agreement; // every searcher finds what plain negamax finds
mod arrows; // modules depend on each other in one direction only
mod conformance; // every game keeps the laws of the `Game` trait
mod expert; // the expert is as good as its specification, and the same under all circumstances
mod go; // the rules of Go, corner by corner, against a slow board and as published
mod kernels; // the fast 8×8 kernel and the generic one are the same game, also turned and mirrored
mod limits; // depth, nodes and time: every player keeps to them and makes the most of them
mod monte_carlo; // UCT and flat Monte-Carlo: statistics by hand, convergence, reproducibility, bounds
mod perft; // leaf counts as published
#[cfg(unix)]
mod processor_time; // limits of time and stops hold to within 10 ms
mod roster; // player texts: what is accepted, what is refused and how
mod solved; // results known from the literature
mod tactics; // the ladder below search: each step knows what it says
mod threads; // several threads at one search find and play the same as one
mod trace; // what a search shows is all it does: value, move, nodes and leaves follow from it
mod tutorial; // the teaching pages' own players make the moves that the pages' programs make
mod worked_examples; // the examples of the teaching pages: values, moves and leaves visited

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
