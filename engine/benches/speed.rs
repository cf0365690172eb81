//! How fast the rules and the searchers are. Each benchmark asserts its answer before it is timed.
//!
//! `cargo bench -p yomi-engine` measures; `-- --test` only checks the answers.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yomi_engine::evaluate::Discs;
use yomi_engine::expert::Evaluation;
use yomi_engine::game::Game;
use yomi_engine::games::go::{Go, Repetition, Rules};
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::{Budget, Limits};
use yomi_engine::perft::{self, PassCost};
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::search::{Playout, Reward};

/// Plays a whole random game, every legal move being as likely; returns the number of plies.
fn random_game<G: Game>(start: &G, random: &mut Random) -> u32 {
    let mut position = start.clone();
    for plies in 0.. {
        let mv = {
            let mut moves = position.moves();
            match moves.len() {
                0 => return plies,
                1 => moves.next(),
                count => moves.nth(random.below(count)),
            }
        };
        position.advance(mv.expect("the length is exact"));
    }
    unreachable!("every game ends")
}

/// Plays a random game as playouts do, and scores it; returns the number of plies.
fn playout<G: Game>(start: &G, random: &mut Random) -> u32 {
    let mut position = start.clone();
    for plies in 0.. {
        let Some(mv) = position.playout_move(random) else {
            black_box(position.final_score());
            return plies;
        };
        position.advance(mv);
    }
    unreachable!("every game ends")
}

fn rules(criterion: &mut Criterion) {
    let start = Othello8::default();
    assert_eq!(perft::othello(&start, 9, PassCost::Ply), 3_005_288);
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(3_005_288));
    group.bench_function("perft 9, leaves", |bencher| {
        bencher.iter(|| perft::othello(black_box(&start), 9, PassCost::Ply));
    });

    let plies: u32 = (0..1000).map(|seed| random_game(&start, &mut Random::from_seed(seed))).sum();
    assert!((59_000..62_000).contains(&plies), "{plies} plies in 1,000 random games");
    group.throughput(Throughput::Elements(1));
    let mut random = Random::from_seed(1);
    group.bench_function("random games", |bencher| {
        bencher.iter(|| random_game(&start, &mut random));
    });
    group.finish();
}

/// Random games of Go in both conventions: every legal move, or none that fills one's own eyes.
fn go(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("go");
    group.throughput(Throughput::Elements(1));
    let superko = Rules::new(9).expect("a size").with_repetition(Repetition::Superko);
    for (name, start) in [("9x9", Go::default()), ("9x9 superko", Go::new(superko))] {
        let games = |play: fn(&Go, &mut Random) -> u32| -> u32 {
            (0..1000).map(|seed| play(&start, &mut Random::from_seed(seed))).sum()
        };
        let (all, without_eyes) = (games(random_game), games(playout));
        assert!((119_000..129_000).contains(&all), "{all} plies in 1,000 random games");
        assert!(
            (109_000..113_000).contains(&without_eyes),
            "{without_eyes} plies in 1,000 playouts"
        );
        let mut random = Random::from_seed(1);
        group.bench_function(format!("{name} playouts"), |bencher| {
            bencher.iter(|| playout(&start, &mut random));
        });
        group.bench_function(format!("{name} random games, eyes filled"), |bencher| {
            bencher.iter(|| random_game(&start, &mut random));
        });
    }
    group.finish();
}

fn searchers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(20);
    let position: Othello8 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
        .parse()
        .expect("a board string");
    let texts = [
        "minimax(depth=4,pass=ply)",
        "negamax(depth=4)",
        "alphabeta(depth=4)",
        "negascout(depth=4)",
    ];
    let players = texts.map(|text| Player::<Othello8>::parse(text).expect("a roster's player"));
    let search = |player: &Player<Othello8>| {
        player.searcher(Random::from_seed(0)).search(&position, &Limits::default(), &mut |_| ())
    };
    let values = players.each_ref().map(|player| search(player).score);
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    for (text, player) in texts.iter().zip(&players) {
        group.bench_function(*text, |bencher| bencher.iter(|| search(player)));
    }
    group.finish();
}

/// The expert's evaluation, of positions that come one after another as in a search: all that lie
/// four plies behind one in the middle of a random game. The time includes both sides' moves and
/// the choice of the instruction set, which a search knows already.
fn evaluation(criterion: &mut Criterion) {
    let mut random = Random::from_seed(1);
    let mut start = Othello8::default();
    for _ in 0..24 {
        let count = start.moves().len();
        let mv = start.moves().nth(random.below(count)).expect("the game goes on");
        start = start.play(mv);
    }
    let mut leaves = vec![start];
    for _ in 0..4 {
        leaves = leaves
            .iter()
            .flat_map(|position| position.moves().map(|mv| position.play(mv)))
            .collect();
    }
    let evaluation = Evaluation::learned();
    let sum = || leaves.iter().map(|leaf| i64::from(evaluation.value(leaf).0)).sum::<i64>();
    assert!(leaves.len() > 1000 && sum().unsigned_abs() <= 64 * 128 * leaves.len() as u64);
    let mut group = criterion.benchmark_group("expert");
    group.throughput(Throughput::Elements(leaves.len() as u64));
    group.bench_function("evaluation", |bencher| bencher.iter(sum));
    group.finish();
}

fn monte_carlo(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("monte carlo");
    let (start, mut random) = (Othello8::default(), Random::from_seed(1));
    let playout = Playout { depth: u32::MAX, evaluator: Discs, reward: Reward::Outcome };
    let mut budget = Budget::new(&Limits::default());
    let mut play = || playout.play(start, &mut random, &mut budget).expect("no limit");
    let black = (0..10_000).map(|_| play()).sum::<f64>() / 10_000.0;
    assert!((black - 0.47).abs() < 0.02, "the standard error is 0.005: {black}");
    group.throughput(Throughput::Elements(1));
    group.bench_function("playouts", |bencher| bencher.iter(&mut play));

    group.sample_size(20);
    let player = Player::<Othello8>::parse("uct(playouts=10000)").expect("a player of the roster");
    let search =
        || player.searcher(Random::from_seed(0)).search(&start, &Limits::default(), &mut |_| ());
    assert_eq!(search().leaves, 10_000);
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("uct, 10,000 playouts", |bencher| bencher.iter(search));
    group.finish();
}

criterion_group!(benches, rules, go, searchers, evaluation, monte_carlo);
criterion_main!(benches);
