//! `yomi bench`: the engine's signature and its speed.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use yomi_engine::expert::{self, Settings};
use yomi_engine::games::othello::Level;

/// Search 32 fixed positions with the expert and print the signature (the nodes) and the speed.
///
/// The signature is the same on every machine and with every instruction set; it changes when the engine searches
/// differently.
#[derive(Args)]
pub(crate) struct Bench {
    /// Use these instructions instead of the best the processor has: portable, avx2 or avx512.
    #[arg(long)]
    isa: Option<Level>,
}

/// Runs the command.
pub(crate) fn run(options: &Bench) -> ExitCode {
    let level = options.isa.unwrap_or_else(Level::best);
    let settings = Settings { mebibytes: 32, level, ..Settings::default() };
    let mut spent = [Duration::ZERO; 2];
    let mut clock = Instant::now();
    let result = expert::bench(settings, |endgame, _| {
        spent[usize::from(endgame)] += clock.elapsed();
        clock = Instant::now();
    });
    let bench = match result {
        Ok(bench) => bench,
        Err(error) => {
            eprintln!("yomi: {error}");
            return ExitCode::from(2);
        }
    };
    let speed = |nodes: u64, time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    println!("instructions {level}");
    println!("midgame   {:>12} nodes  {:.1} M nodes/s", bench.midgame, speed(bench.midgame, spent[0]));
    println!("endgame   {:>12} nodes  {:.1} M nodes/s", bench.endgame, speed(bench.endgame, spent[1]));
    println!("signature {:>12}", bench.signature());
    ExitCode::SUCCESS
}
