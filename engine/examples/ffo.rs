use std::time::Instant;
use yomi_engine::expert::*;
use yomi_engine::games::othello::{Level, Othello8};
use yomi_engine::limits::Limits;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (from, to): (usize, usize) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let level = args.get(4).map_or(Level::best(), |l| l.parse().unwrap());
    let threads = args.get(5).map_or(1, |l| l.parse().unwrap());
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let mut expert = Expert::new(Settings { mebibytes: 512, level, threads, ..Default::default() }).unwrap();
    let (mut nodes, clock) = (0, Instant::now());
    for (i, line) in text.lines().enumerate() {
        if i < from || i >= to {
            continue;
        }
        let position: Othello8 = line[..66].parse().unwrap();
        let expected: i32 = line.split(':').nth(1).unwrap().split(';').next().unwrap().parse().unwrap();
        let c = Instant::now();
        expert.forget();
        let q = Question { strength: Strength::PERFECT, lines: 1, outcome: Outcome::Score };
        let mut pre = 0;
        let a = expert.analyze(&position, &q, &Limits::default(), &mut |a| {
            if !a.is_exact() {
                pre = a.nodes
            }
        });
        nodes += a.nodes;
        let s = c.elapsed().as_secs_f64();
        let score = a.lines[0].score.0 / UNIT;
        let line: Vec<String> = a.lines[0].moves.iter().map(|m| m.to_string()).collect();
        println!(
            "{i:2} {score:+3} {expected:+3} {} {:12} {s:8.3} {:.1} M/s pre {pre} {}",
            if score == expected { "ok" } else { "FAIL" },
            a.nodes,
            a.nodes as f64 / s / 1e6,
            line.join("")
        );
    }
    println!("total {} M  {:.3} s", nodes / 1_000_000, clock.elapsed().as_secs_f64());
}
