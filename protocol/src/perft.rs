//! `yomi perft`: the leaves of the game tree, to test and time the rules.

use std::io;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use yomi_engine::games::othello::{
    InstructionSet, Kernel, Othello, Othello4, Othello6, Othello8, Othello10,
};
use yomi_engine::perft::{self, PassCost};
use yomi_protocol::console::{Failure, say};

/// Count the leaves of the game tree from the start position.
#[derive(Args)]
pub(crate) struct Perft {
    /// Plies from the start position.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// The side of the board: 4, 6, 8 or 10.
    #[arg(long, default_value_t = 8, value_parser = board_size)]
    size: u32,
    /// A pass costs no depth, instead of one ply.
    #[arg(long)]
    pass_free: bool,
    /// Use these instructions for 8×8 instead of the best the processor has: portable, avx2 or
    /// avx512.
    #[arg(long)]
    isa: Option<InstructionSet>,
}

fn board_size(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(size @ (4 | 6 | 8 | 10)) => Ok(size),
        _ => Err("expected 4, 6, 8 or 10".to_owned()),
    }
}

/// Runs the command.
pub(crate) fn run(options: &Perft) -> Result<ExitCode, Failure> {
    match options.size {
        4 => count(&Othello4::default(), options),
        6 => count(&Othello6::default(), options),
        10 => count(&Othello10::default(), options),
        _ => count8(options),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn count8(options: &Perft) -> io::Result<()> {
    let set = options.isa.unwrap_or_else(InstructionSet::best);
    report(options, &format!(", {set}"), |passes| {
        perft::othello8(&Othello8::default(), options.depth, passes, set)
    })
}

fn count<K: Kernel>(start: &Othello<K>, options: &Perft) -> io::Result<()> {
    report(options, "", |passes| perft::othello(start, options.depth, passes))
}

/// Prints the count, the convention and the speed.
fn report(
    options: &Perft,
    instructions: &str,
    count: impl FnOnce(PassCost) -> u64,
) -> io::Result<()> {
    let (passes, convention) = match options.pass_free {
        true => (PassCost::Free, "a pass costs no depth"),
        false => (PassCost::Ply, "a pass is a ply"),
    };
    let clock = Instant::now();
    let leaves = count(passes);
    let seconds = clock.elapsed().as_secs_f64();
    let millions = leaves as f64 / seconds / 1e6;
    let depth = options.depth;
    say(format_args!(
        "perft({depth}) = {leaves}  ({convention}{instructions})  {seconds:.3} s  {millions:.1} M \
         leaves/s\n"
    ))
}
