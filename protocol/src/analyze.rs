//! `yomi analyze`: the best moves of a position, live as the search deepens.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use yomi_engine::expert::{Analysis, Expert, Line, Outcome, Question, Settings, Strength, UNIT};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{InstructionSet, Othello8, parse_moves};
use yomi_engine::limits::Limits;
use yomi_protocol::console::{Failure, say, whole};
use yomi_protocol::file;
use yomi_protocol::notation::{Format, GameError, obf};
use yomi_protocol::openings;

/// Show the best moves of a position with score, line and cost, live as the search deepens.
///
/// The column `depth` is how many plies the search has looked ahead: `12@73%` where ProbCut cut
/// what cannot matter with a certainty of 73 %, `end@87%` with such cuts to the end of the game,
/// `exact` to the end without them.
#[derive(Args)]
pub(crate) struct Analyze {
    /// A board string with the side to move (64 squares row by row, X Black, O White, - empty, then
    /// X or O; also with scored moves, as in OBF), `start`, the moves from there (f5d6c3… or 1. f5
    /// d6 2. c3 …), a file (the end of its first game), or - for such a file on stdin.
    #[arg(value_name = "POSITION|MOVES|FILE", allow_hyphen_values = true)]
    position: String,
    /// How well to search, 0 to 30.
    #[arg(
        long,
        default_value_t = 18,
        value_parser = clap::value_parser!(u32).range(0..=30),
        conflicts_with = "time"
    )]
    level: u32,
    /// Search for this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many moves to value.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    multi: u32,
    /// MiB of transposition table; by default enough for the level or the time.
    #[arg(long, value_parser = whole::<usize>(0..=u64::MAX))]
    hash: Option<usize>,
    /// Threads that search the position together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Use these instructions instead of the best the processor has: portable, avx2 or avx512.
    #[arg(long)]
    isa: Option<InstructionSet>,
}

impl Analyze {
    /// A table that a search of this length can fill: the system takes a second to hand over a
    /// quarter of a GiB.
    fn usual_hash(&self) -> usize {
        match self.time {
            Some(time) => (time.as_millis() / 10).clamp(16, 256) as usize,
            None => 16 << (self.level.saturating_sub(15).div_ceil(3)).min(4),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds from 0 to 1.8e19".to_owned())
}

/// Runs the command.
pub(crate) fn run(options: &Analyze) -> Result<ExitCode, Failure> {
    let game = read(&options.position)?;
    let position = game[game.len() - 1];
    let settings = Settings {
        mebibytes: options.hash.unwrap_or_else(|| options.usual_hash()),
        threads: options.threads as usize,
        instructions: options.isa.unwrap_or_else(InstructionSet::best),
        ..Settings::default()
    };
    let mut expert = Expert::new(settings).map_err(|error| error.to_string())?;
    let strength =
        if options.time.is_some() { Strength::UNBOUNDED } else { Strength::level(options.level) };
    let question = Question { strength, lines: options.multi as usize, outcome: Outcome::Score };
    let limits = Limits { time: options.time, ..Limits::default() };
    let clock = Instant::now();
    let side = if position.side_to_move() == Side::First { "Black" } else { "White" };
    let opening = openings::named(&game)
        .map_or_else(String::new, |opening| format!("opening: {}\n", opening.name));
    say(format_args!("{position}\n{opening}scores in discs for {side}, who is to move\n"))?;
    say("   depth   score        nodes     time  line\n")?;
    let mut said = Ok(());
    let analysis = expert.analyze(&position, &question, &limits, &mut |analysis| {
        said = std::mem::replace(&mut said, Ok(()))
            .and_then(|()| say(table(analysis, clock.elapsed())));
        if said.is_err() {
            limits.stop.raise();
        }
    });
    said?;
    if analysis.depth == 0 {
        say(table(&analysis, clock.elapsed()))?;
    }
    say(conclusion(&analysis))?;
    Ok(ExitCode::SUCCESS)
}

/// The positions of a file's first game, or of the moves that are written out, at least one.
fn read(text: &str) -> Result<Vec<Othello8>, String> {
    let path = Path::new(text);
    let named = |error: &dyn Display| format!("{text}: {error}");
    if path.is_dir() {
        return position(text).map_err(|_| named(&"is a directory"));
    }
    if text != "-" && !path.exists() && !is_name(text) {
        return position(text);
    }
    let source = file::games(path, None).map_err(|error| named(&error))?;
    let game = source.games().next().ok_or_else(|| named(&"expected a game, found none"))?;
    game.map_err(|error| named(&error))?.positions().map_err(|error| named(&error))
}

/// Whether this can only be the name of a file: it has an ending that stands for a format.
fn is_name(text: &str) -> bool {
    Format::of_file(Path::new(text)).is_some()
}

/// Reads a board string, which may be a line of OBF, or a list of moves, none of them for `start`.
fn position(text: &str) -> Result<Vec<Othello8>, String> {
    let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).take(8).collect();
    let is_board = !marks.is_empty() && marks.iter().all(|mark| "xXoO*bBwW-.".contains(*mark));
    if is_board && text.trim_end().trim_end_matches(';').contains(';') {
        return problem(text);
    }
    if is_board {
        let position = text.parse().map_err(|error| format!("position: {error}"))?;
        return Ok(vec![position]);
    }
    if text.trim() == "start" {
        return Ok(vec![Othello8::default()]);
    }
    let is_moves = matches!(marks[..], ['a'..='h' | 'A'..='H' | '1', '0'..='9' | '.', ..]);
    if !is_moves {
        let expected =
            "expected a file, `start`, moves such as f5d6c3, or 64 squares and the side to move";
        return Err(match text.trim() {
            "" => format!("position: {expected}, found nothing"),
            _ => format!("{}: {expected}", text.escape_debug()),
        });
    }
    let start = Othello8::default();
    let moves = parse_moves(&start, text).map_err(|error| format!("moves: {error}"))?;
    let mut game = vec![start];
    game.extend(moves.into_iter().scan(start, |position, mv| {
        *position = position.play(mv);
        Some(*position)
    }));
    Ok(game)
}

/// The position of the first line of OBF.
fn problem(text: &str) -> Result<Vec<Othello8>, String> {
    let record = obf::positions(text).next().ok_or("position: expected a line of OBF")?;
    let place = |error: GameError| format!("position: {}: {}", error.place, error.cause);
    record.map_err(place)?.positions().map_err(|error| format!("position: {error}"))
}

/// The last line: the move to play.
fn conclusion(analysis: &Analysis) -> String {
    match analysis.lines.first() {
        Some(Line { score, moves }) if !moves.is_empty() => {
            format!("best move {}, {:+.2}\n", moves[0], f64::from(score.0) / f64::from(UNIT))
        }
        _ => "the game is over\n".to_owned(),
    }
}

/// One row a line of the analysis; a search that went to the end says how sure it is.
fn table(analysis: &Analysis, time: Duration) -> String {
    let sureness = match (analysis.to_the_end, analysis.selectivity.percent()) {
        (true, 100) => "exact".to_owned(),
        (true, percent) => format!("end@{percent}%"),
        (false, 100) => analysis.depth.to_string(),
        (false, percent) => format!("{}@{percent}%", analysis.depth),
    };
    let row = |line: &Line| {
        let moves: String =
            line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let score = f64::from(line.score.0) / f64::from(UNIT);
        let nodes = analysis.nodes;
        format!("{sureness:>8} {score:>+7.2} {nodes:>12} {:>7.2}s  {moves}\n", time.as_secs_f64())
    };
    analysis.lines.iter().map(row).collect()
}
