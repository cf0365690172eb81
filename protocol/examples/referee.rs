//! Plays two GTP engines against each other at Othello and trusts neither: every move is checked by
//! Yomi's rules.
//!
//! ```sh
//! cargo run --release --example referee -- --games 20 "target/release/yomi gtp" "gtp-rhino -l 3"
//! ```
//!
//! A game begins with random moves and is played twice, with colours swapped. The exit code is 1 if
//! an engine broke the protocol or the rules, ran out of time or disagreed about the result.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::random::Random;

#[derive(Parser)]
struct Options {
    /// The command line of one engine.
    first: String,
    /// The command line of the other.
    second: String,
    #[arg(long, default_value_t = 2)]
    games: u32,
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Random moves at the beginning of each pair of games.
    #[arg(long, default_value_t = 6)]
    plies: u32,
    /// Whether passes are told and asked for, or left out.
    #[arg(long, value_enum, default_value = "implied")]
    passes: Passes,
    /// Seconds for each side and game.
    #[arg(long)]
    time: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Passes {
    Implied,
    Explicit,
}

/// What an engine did wrong.
type Fault = String;

struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    const PATIENCE: Duration = Duration::from_secs(60);

    fn start(command: &str) -> Result<Self, Fault> {
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{command}: {error}"))?;
        let output = child.stdout.take().expect("it is piped");
        let input = child.stdin.take().expect("it is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        let mut engine = Self { name: command.to_owned(), child, input, lines };
        engine.name = engine.ask("name")?;
        Ok(engine)
    }

    /// The text of a successful answer.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let fault = |problem: &str| format!("{}: {command}: {problem}", self.name);
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(|e| fault(&e.to_string()))?;
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Self::PATIENCE).map_err(|_| fault("no answer"))?;
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer.push(line);
        }
        let answer = answer.join("\n");
        let text = answer.strip_prefix('=').ok_or_else(|| fault(&format!("answered {answer}")))?;
        Ok(text.trim().to_owned())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// A game being refereed; Black's engine before White's.
struct Match<'a> {
    engines: [&'a mut Engine; 2],
    position: Othello8,
    passes: u32,
    options: &'a Options,
    clocks: [Duration; 2],
}

impl Match<'_> {
    fn begin(&mut self) -> Result<(), Fault> {
        for engine in &mut self.engines {
            engine.ask("boardsize 8")?;
            engine.ask("clear_board")?;
            if let Some(time) = self.options.time {
                engine.ask(&format!("time_settings {time} 0 0"))?;
            }
        }
        Ok(())
    }

    /// Tells the engines a move; with `mover` left out if it has played it itself.
    fn tell(&mut self, mv: Move, mover: Option<Side>) -> Result<(), Fault> {
        let side = self.position.side_to_move();
        self.passes += u32::from(mv == Move::Pass);
        if mv != Move::Pass || self.options.passes == Passes::Explicit {
            for to in Side::BOTH.into_iter().filter(|&to| Some(to) != mover) {
                self.engines[to as usize].ask(&format!("play {} {mv}", colour(side)))?;
            }
        }
        self.position = self.position.play(mv);
        Ok(())
    }

    fn random_moves(&mut self, random: &mut Random) -> Result<(), Fault> {
        for _ in 0..self.options.plies {
            let count = self.position.moves().len();
            let Some(mv) = self.position.moves().nth(random.below(count.max(1))) else { break };
            self.tell(mv, None)?;
        }
        Ok(())
    }

    /// One move of the side to move.
    fn turn(&mut self) -> Result<(), Fault> {
        let side = self.position.side_to_move();
        if self.position.is_legal(Move::Pass) && self.options.passes == Passes::Implied {
            return self.tell(Move::Pass, None);
        }
        if self.options.time.is_some() {
            for (to, of) in [(side, side), (side, !side)] {
                // Never more than there is: a part of a millisecond is left out.
                let left = self.clocks[of as usize].as_millis();
                let time = format!("{}.{:03}", left / 1000, left % 1000);
                self.engines[to as usize].ask(&format!("time_left {} {time} 0", colour(of)))?;
            }
        }
        let since = Instant::now();
        let engine = &mut *self.engines[side as usize];
        let answer = engine.ask(&format!("genmove {}", colour(side)))?;
        let name = engine.name.clone();
        if self.options.time.is_some() {
            let (left, spent) = (self.clocks[side as usize], since.elapsed());
            let late =
                || format!("{name}: out of time: {spent:.3?} for a move with {left:.3?} left");
            self.clocks[side as usize] = left.checked_sub(spent).ok_or_else(late)?;
        }
        let mv: Move =
            answer.parse().map_err(|error| format!("{name}: genmove: {answer}: {error}"))?;
        if !self.position.is_legal(mv) {
            return Err(format!("{name}: {mv} is not legal in\n{}", self.position));
        }
        self.tell(mv, Some(side))
    }

    /// Plays to the end; the score from Black's view.
    fn play(&mut self, random: &mut Random) -> Result<i32, Fault> {
        self.begin()?;
        self.random_moves(random)?;
        while self.position.moves().len() > 0 {
            self.turn()?;
        }
        let score = self.position.final_score().expect("no moves are left").0;
        let score = if self.position.side_to_move() == Side::First { score } else { -score };
        for engine in &mut self.engines {
            // Engines count the empty squares differently, but they agree about who has won.
            let Ok(said) = engine.ask("final_score") else { continue };
            let sign = match said.chars().next() {
                Some('B') => 1,
                Some('W') => -1,
                _ => 0,
            };
            if sign != score.signum() {
                return Err(format!("{}: final_score {said} is {score} for Black", engine.name));
            }
        }
        Ok(score)
    }
}

fn run(options: &Options) -> Result<(), Fault> {
    let (mut a, mut b) = (Engine::start(&options.first)?, Engine::start(&options.second)?);
    let (mut tally, mut passes) = ([0; 3], 0);
    for game in 0..options.games {
        let mut random = Random::from_seed(options.seed + u64::from(game / 2));
        let a_is_black = game % 2 == 0;
        let engines = if a_is_black { [&mut a, &mut b] } else { [&mut b, &mut a] };
        let clocks = [Duration::from_secs_f64(options.time.unwrap_or(0.0)); 2];
        let mut game = Match { engines, position: Othello8::default(), passes: 0, options, clocks };
        let score = game.play(&mut random)? * if a_is_black { 1 } else { -1 };
        passes += game.passes;
        tally[(1 - score.signum()) as usize] += 1;
    }
    let [wins, draws, losses] = tally;
    println!(
        "{} against {}: {wins} won, {draws} drawn, {losses} lost; {passes} passes",
        a.name, b.name
    );
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("referee: {fault}");
            ExitCode::FAILURE
        }
    }
}
