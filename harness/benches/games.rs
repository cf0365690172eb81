//! Games a second through the lab's own referee, on one core. Each benchmark asserts its answer
//! before it is timed.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yomi_engine::game::Side;
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Stop;
use yomi_harness::plan::key::GameKey;
use yomi_harness::play::{Setup, play};
use yomi_harness::players::{Contender, Programs};
use yomi_harness::run::record::Game;

/// Game `number` between two player texts.
fn game(players: &[Contender<Othello8>; 2], number: u32) -> Game<'static> {
    let key = GameKey::new(1, "othello 8", Side::First, "black", "white", number);
    let start = Othello8::default();
    let setup =
        Setup { start: &start, opening: &[], players: players.each_ref(), key, timed: false };
    let played = play(&setup, &Programs::default(), &Stop::default());
    played.expect("there is memory").expect("nobody stops it")
}

/// Black's wins in the first `games` games.
fn wins(players: &[Contender<Othello8>; 2], games: u32) -> usize {
    (0..games).filter(|&number| game(players, number).difference > 0).count()
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("games against random");
    group.throughput(Throughput::Elements(1));
    // Rates from 400 games lie within 11 points of the truth; random wins 45.4 % as Black.
    for (black, least, most) in [
        ("random", 138, 226),
        ("minimax(depth=2,eval=discs,pass=penalty)", 252, 340),
        ("minimax(depth=2,eval=tutorial,pass=penalty)", 335, 400),
        ("alphabeta(depth=4,eval=tutorial)", 335, 400),
    ] {
        let players =
            [black, "random"].map(|text| Contender::parse(text).expect("a player of the roster"));
        let wins = wins(&players, 400);
        assert!((least..=most).contains(&wins), "{black} wins {wins} of 400");
        let mut number = 0;
        group.bench_function(black, |bencher| {
            bencher.iter(|| {
                number += 1;
                game(&players, number)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
