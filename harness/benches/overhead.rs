//! What the lab costs: games of random against random a second, in a bare loop over the same
//! players and in a run with its journal, each with all cores. Prints both, and their ratio.
//!
//! `cargo bench -p yomi-harness --bench overhead` measures, best on a machine that does nothing
//! else; as a test it only plays a few games.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::Othello8;
use yomi_engine::limits::Limits;
use yomi_engine::roster::Player;
use yomi_harness::plan::Overrides;
use yomi_harness::plan::key::GameKey;
use yomi_harness::work::{Options, run_file};

const EXPERIMENT: &str = r#"
question = "What does the lab cost?"
game = "othello"
games = 1
seed = 1
[schedule]
round_robin = true
[[players]]
name = "one"
text = "random"
[[players]]
name = "other"
text = "random"
"#;

/// Seconds for `games` games in a bare loop: nothing but the players' moves and the rules.
fn bare(games: u32, threads: usize) -> f64 {
    let (next, since) = (AtomicU32::new(0), Instant::now());
    let player = Player::<Othello8>::parse("random").expect("a player of the roster");
    let play = |number: u32| {
        let key = GameKey::new(1, "othello 8", Side::First, "one", "other", number);
        let mut players = Side::BOTH.map(|side| player.searcher(key.player(side)));
        let mut position = Othello8::default();
        let limits = Limits::default();
        loop {
            let searcher = &mut players[position.side_to_move() as usize];
            let Some(mv) = searcher.search(&position, &limits, &mut |_| ()).best else { break };
            position = position.play(mv);
        }
        assert!(position.final_score().is_some(), "games are played to their end");
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    play(number);
                }
            });
        }
    });
    since.elapsed().as_secs_f64()
}

/// Seconds that a run takes for `games` games, without its report.
fn lab(games: u32, threads: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder for a run");
    let file = folder.path().join("experiment.toml");
    std::fs::write(&file, EXPERIMENT).expect("the folder takes a file");
    let overrides = Overrides { games: Some(games / 2), ..Overrides::default() };
    let out = Some(folder.path().join("run"));
    let options = Options { overrides, out, threads: Some(threads), ..Options::default() };
    let manifest = run_file(&file, &options).expect("a run").manifest;
    assert!(manifest.complete && manifest.done == u64::from(games / 2 * 2));
    manifest.wall_seconds
}

fn main() {
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (games, repetitions) = if measures { (400_000, 5) } else { (200, 1) };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let rate = |seconds: f64| f64::from(games) / seconds.max(1e-3);
    // Each by turns, and the quickest of each: what else the machine does makes both slower.
    let (mut raw, mut run) = (0.0_f64, 0.0_f64);
    for _ in 0..repetitions {
        raw = raw.max(rate(bare(games, threads)));
        run = run.max(rate(lab(games, threads)));
    }
    let more = 1e6 * threads as f64 * (1.0 / run - 1.0 / raw);
    println!(
        "random against random, {threads} threads: {raw:.0} games a second in a bare loop, \
         {run:.0} in the lab ({:.1} %), {more:.2} µs a game more",
        100.0 * run / raw
    );
}
