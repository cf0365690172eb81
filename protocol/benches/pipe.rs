//! The program through its pipes: one small command there and back, and how many it takes in a row.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The most time a small command may take. An unoptimised build on a busy machine takes less, too.
const ROUND_TRIP: Duration = Duration::from_millis(1);
/// The most time 100,000 moves and their taking back may take.
const FLOOD: Duration = Duration::from_secs(2);

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomi"))
            .args(["gtp", "--player", "random"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn round_trip(criterion: &mut Criterion) {
    let mut program = Program::start();
    let mut answer = String::new();
    let mut ask = || {
        program.input.write_all(b"name\n").unwrap();
        answer.clear();
        for _ in 0..2 {
            program.output.read_line(&mut answer).unwrap();
        }
        assert_eq!(answer, "= Yomi\n\n");
    };
    let mut times: Vec<Duration> = (0..101)
        .map(|_| {
            let since = Instant::now();
            ask();
            since.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[50] < ROUND_TRIP, "median {:?}", times[50]);
    criterion.bench_function("round trip of a small command", |bencher| bencher.iter(&mut ask));
}

fn flood(criterion: &mut Criterion) {
    let commands = "play b d3\nundo\n".repeat(50_000);
    let mut program = Program::start();
    let Program { input, output, .. } = &mut program;
    let mut all = || {
        std::thread::scope(|scope| {
            scope.spawn(|| input.write_all(commands.as_bytes()).unwrap());
            let mut line = String::new();
            for number in 0..200_000 {
                line.clear();
                output.read_line(&mut line).unwrap();
                assert_eq!(line, if number % 2 == 0 { "=\n" } else { "\n" });
            }
        });
    };
    let since = Instant::now();
    all();
    assert!(since.elapsed() < FLOOD, "{:?}", since.elapsed());
    let mut group = criterion.benchmark_group("through a pipe");
    group.throughput(Throughput::Elements(100_000)).sample_size(10);
    group.bench_function("play and undo", |bencher| bencher.iter(&mut all));
    group.finish();
}

criterion_group!(benches, round_trip, flood);
criterion_main!(benches);
