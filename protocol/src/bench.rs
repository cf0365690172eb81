//! `yomi bench`: the engine's signature and its speed.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use yomi_engine::expert::{self, Evaluation, Settings};
use yomi_engine::games::othello::InstructionSet;
use yomi_protocol::console::{Failure, say};

/// Search 32 fixed positions with the expert and print the signature (the nodes) and the speed.
///
/// The signature is the same on every machine and with every instruction set; it changes when the
/// engine searches differently.
#[derive(Args)]
pub(crate) struct Bench {
    /// Use these instructions instead of the best the processor has: portable, avx2 or avx512.
    #[arg(long)]
    isa: Option<InstructionSet>,
    /// How positions are judged.
    #[arg(long, value_enum, default_value_t = Eval::Learned)]
    eval: Eval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Eval {
    /// By weights learned from games.
    Learned,
    /// By a dozen counts.
    Handmade,
}

/// Runs the command.
pub(crate) fn run(options: &Bench) -> Result<ExitCode, Failure> {
    let instructions = options.isa.unwrap_or_else(InstructionSet::best);
    let evaluation = match options.eval {
        Eval::Learned => Evaluation::learned(),
        Eval::Handmade => Evaluation::handmade(),
    };
    let settings = Settings { mebibytes: 32, instructions, evaluation, ..Settings::default() };
    let mut spent = [Duration::ZERO; 2];
    let mut clock = Instant::now();
    let result = expert::bench(settings, |endgame, _| {
        spent[usize::from(endgame)] += clock.elapsed();
        clock = Instant::now();
    });
    let bench = result.map_err(|error| error.to_string())?;
    let speed = |nodes: u64, time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    say(format_args!("instructions {instructions}\n"))?;
    for (part, nodes, time) in
        [("midgame", bench.midgame, spent[0]), ("endgame", bench.endgame, spent[1])]
    {
        say(format_args!("{part}   {nodes:>12} nodes  {:.1} M nodes/s\n", speed(nodes, time)))?;
    }
    say(format_args!("signature {:>12}\n", bench.signature()))?;
    Ok(ExitCode::SUCCESS)
}
