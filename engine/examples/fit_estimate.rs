//! Fits the weights of the evaluator `estimate` and prints them as they stand in its source.
//!
//! ```sh
//! cargo run --release -p yomi-engine --example fit_estimate -- 4000
//! ```
//!
//! Games begin with random moves and go on with a textbook searcher on both sides, perfect at the
//! end; every position after the random moves is a line of a least-squares problem for the final
//! margin. The first games are played with `square_weights`, those of the second run with what is
//! in the source by then.

use yomi_engine::evaluate::{Estimate, FEATURES};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Fast8, Fill, Kernel, Othello};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};

/// A weight for an empty and one for a full board a feature.
const WEIGHTS: usize = 2 * FEATURES.len();

/// The sums of least squares.
struct Normal {
    left: [[f64; WEIGHTS]; WEIGHTS],
    right: [f64; WEIGHTS],
    squares: f64,
    count: f64,
}

impl Normal {
    fn add(&mut self, row: &[f64; WEIGHTS], target: f64) {
        for (line, &a) in self.left.iter_mut().zip(row) {
            line.iter_mut().zip(row).for_each(|(sum, b)| *sum += a * b);
        }
        self.right.iter_mut().zip(row).for_each(|(sum, a)| *sum += a * target);
        self.squares += target * target;
        self.count += 1.0;
    }

    /// The weights, by elimination, and the root of the mean squared error.
    fn solve(&self) -> ([f64; WEIGHTS], f64) {
        let (mut left, mut weights) = (self.left, self.right);
        for pivot in 0..WEIGHTS {
            left[pivot][pivot] += 1.0;
            let row = left[pivot];
            for line in (0..WEIGHTS).filter(|&line| line != pivot) {
                let factor = left[line][pivot] / row[pivot];
                left[line].iter_mut().zip(row).for_each(|(cell, above)| *cell -= factor * above);
                weights[line] -= factor * weights[pivot];
            }
        }
        (0..WEIGHTS).for_each(|place| weights[place] /= left[place][place]);
        let explained: f64 = weights.iter().zip(self.right).map(|(weight, sum)| weight * sum).sum();
        (weights, ((self.squares - explained) / self.count).sqrt())
    }
}

fn fit<K: Kernel>(name: &str, games: u64, eval: &str)
where
    Othello<K>: Playable,
{
    let text = format!("last(empties=8,then=negascout(depth=3,eval={eval}))");
    let player = Player::<Othello<K>>::parse(&text).expect("a player of the roster");
    let mut normal =
        Normal { left: [[0.0; WEIGHTS]; WEIGHTS], right: [0.0; WEIGHTS], squares: 0.0, count: 0.0 };
    for game in 0..games {
        for (row, margin) in rows_of_game(&player, game) {
            normal.add(&row, margin);
        }
    }
    let (weights, error) = normal.solve();
    println!("// {} positions, error {error:.1} discs", normal.count);
    println!("const {name}: Weights = [");
    for pair in weights.chunks(2) {
        println!("    [{:.0}, {:.0}],", 100.0 * pair[0], 100.0 * pair[1]);
    }
    println!("];");
}

/// Plays a game with this seed: the features of its positions, with the final margin of the side to
/// move.
fn rows_of_game<K: Kernel>(player: &Player<Othello<K>>, seed: u64) -> Vec<([f64; WEIGHTS], f64)>
where
    Othello<K>: Playable,
{
    let mut random = Random::from_seed(seed);
    let mut searcher = player.searcher(Random::from_seed(seed));
    let opening = random.below(K::SIZE * K::SIZE - 10);
    let (mut position, mut rows) = (Othello::<K>::default(), Vec::new());
    for ply in 0.. {
        let mv = if ply < opening {
            position.playout_move(&mut random)
        } else {
            searcher.search(&position, &Limits::default(), &mut |_| ()).best
        };
        let Some(mv) = mv else { break };
        position = position.play(mv);
        if ply >= opening {
            rows.push((features(&position), position.side_to_move()));
        }
    }
    let score = f64::from(position.final_score().expect("the game is over").0);
    let black = if position.side_to_move() == Side::First { score } else { -score };
    let margin = |side| if side == Side::First { black } else { -black };
    rows.into_iter().map(|(row, side)| (row, margin(side))).collect()
}

/// Every feature twice: weighted by how empty the board is, and by how full.
fn features<K: Kernel>(position: &Othello<K>) -> [f64; WEIGHTS] {
    let squares = (K::SIZE * K::SIZE) as u32;
    let full = 1.0 - f64::from(position.empties()) / f64::from(squares);
    let mut row = [0.0; WEIGHTS];
    for (place, feature) in Estimate::features(position).into_iter().enumerate() {
        row[2 * place] = f64::from(feature) * (1.0 - full);
        row[2 * place + 1] = f64::from(feature) * full;
    }
    row
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2000);
    let eval = arguments.next().unwrap_or_else(|| "square_weights".to_owned());
    fit::<Fill<6>>("SIX", 2 * games, &eval);
    fit::<Fast8>("EIGHT", games, &eval);
    fit::<Fill<10>>("TEN", games, &eval);
}
