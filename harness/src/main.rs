//! `yomi-lab`: experiments from the command line.

mod cli;
mod conclusion;
mod quick_match;
mod several;

use std::path::Path;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::CommandFactory;
use cli::{
    Cli, Command, Elo, Format, GameFormat, GamesNeeded, Openings, Replay, Run, Selftest, Suite,
    Tune,
};
use conclusion::{INTERRUPTED, conclude, conclude_suite, fail, found, refuse, told};
use yomi_harness::error::LabError;
use yomi_harness::file::{try_place, write_to};
use yomi_harness::games::Notation;
use yomi_harness::language::Language;
use yomi_harness::plan::Overrides;
use yomi_harness::report::Manifest;
use yomi_harness::run::pool::cores;
use yomi_harness::stats::elo::expected_score;
use yomi_harness::stats::power::{games_for_interval, pairs_needed};
use yomi_harness::stop::Interrupt;
use yomi_harness::terminal::{columns, note, note_kept, shortened};
use yomi_harness::work::balanced::{self, balanced, file};
use yomi_harness::work::compare::compare;
use yomi_harness::work::counts::Counts;
use yomi_harness::work::list;
use yomi_harness::work::publish::publish;
use yomi_harness::work::replay::replay;
use yomi_harness::work::selftest::{Tested, Wanted, selftest};
use yomi_harness::work::suite::{self, Options as SuiteOptions, Solved, run_suite};
use yomi_harness::work::tune::tune_file;
use yomi_harness::work::{Options, Outcome, report, run_file};
use yomi_protocol::console::shell::arguments;
use yomi_protocol::console::{Failure, counted, refuses};

fn replayed(options: &Replay) -> ExitCode {
    let notation = match options.format {
        GameFormat::Diagrams => None,
        GameFormat::Ggf => Some(Notation::Ggf),
        GameFormat::Sgf => Some(Notation::Sgf),
    };
    match replay(&list::folder(&options.folder), options.game, notation) {
        Ok(text) => told(&text, ExitCode::SUCCESS),
        Err(error) => fail(&error),
    }
}

/// Experiments, runs and results as tables that fit the terminal.
fn listed() -> ExitCode {
    let parts = list::list(Path::new(""));
    let told_parts = parts.iter().filter(|(_, table)| !table.rows.is_empty());
    let text: Vec<String> = told_parts
        .map(|(name, table)| format!("{name}\n\n{}", table.narrow(columns()).plain()))
        .collect();
    told(&text.join("\n"), ExitCode::SUCCESS)
}

fn openings(options: &Openings) -> ExitCode {
    let Openings { plies, max_score, count, seed, level, threads, ref output } = *options;
    let threads = threads.map_or_else(cores, usize::from);
    let wanted = balanced::Wanted { plies, max_score, count: count as usize, seed, level, threads };
    let path = output.as_deref().filter(|path| path.as_os_str() != "-");
    if let Some((path, error)) = path.and_then(|path| Some((path, try_place(path).err()?))) {
        return refuse(&format!("{}: {error}", path.display()));
    }
    let found = match balanced(&wanted, &interrupt_of(LOST, None)) {
        Ok(found) => found,
        Err(error) => return fail(&error),
    };
    let done = if found.len() < wanted.count { INTERRUPTED.into() } else { ExitCode::SUCCESS };
    if found.len() < wanted.count {
        refuse(&format!("openings: interrupted after {} of {count}", found.len()));
    }
    // A search for as many finds just these.
    let text = file(&balanced::Wanted { count: found.len(), ..wanted }, &found);
    match path {
        _ if found.is_empty() => done,
        None => told(&text, done),
        Some(path) => match write_to(path, text.as_bytes()) {
            Ok(()) => {
                let count = counted(found.len(), "opening");
                let path = shortened(&path.display().to_string(), 300);
                note(&format!("yomi-lab: written: {path} ({count})"));
                done
            }
            Err(error) => refuse(&format!("{}: {error}", path.display())),
        },
    }
}

fn elo(Elo { counts, sprt }: &Elo) -> ExitCode {
    let hypotheses = match sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some([elo0, elo1]),
        Some(_) => return refuse("--sprt: expected two differences, the smaller first"),
        None => None,
    };
    match Counts::new(counts) {
        Some(counts) => told(&counts.figures(hypotheses), ExitCode::SUCCESS),
        None => refuse("elo: expected three counts of games or five of pairs, not all 0"),
    }
}

impl GamesNeeded {
    /// The answer, or why there is none.
    fn answer(&self) -> Result<String, String> {
        let (elo, draws) = (self.elo, f64::from(self.draws) / 100.0);
        let (share, most) = (100.0 * expected_score(elo), 50.0 + 50.0 * (1.0 - draws));
        let Some(pairs) = pairs_needed(elo, draws) else {
            return Err(format!(
                "games-needed: {elo} Elo are {share:.2} % of the points; with {} % draws nobody \
                 makes more than {most:.1} %",
                self.draws
            ));
        };
        Ok(format!(
            "{} games, in pairs: a test at 5 % (two-sided) finds a player that is {elo} Elo \
             better ({share:.2} % of the points) 4 times out of 5.\n{} games: the 95 % interval \
             of an even score reaches {elo} Elo to either side.\nBoth for independent games; \
             pairs from one opening need fewer where most openings favour one side.\n",
            2 * pairs,
            games_for_interval(elo, draws),
        ))
    }
}

fn main() -> ExitCode {
    if refuses("yomi-lab") {
        return ExitCode::from(2);
    }
    obey()
}

/// Not part of `main`, where an old processor must not meet instructions it lacks.
#[inline(never)]
fn obey() -> ExitCode {
    outgrow_limits();
    let Cli { command, weights } = match arguments("yomi-lab") {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    if let Err(problem) = yomi_protocol::weights::replace(weights.as_deref()) {
        return refuse(&problem);
    }
    match command {
        Command::Run(options) => run(options),
        Command::Match(options) => quick_match::quick_match(options),
        Command::Suite(options) => suite(&options),
        Command::Tune(options) => tune(options),
        Command::Report { folder, format, lang } => {
            reported(&list::folder(&folder), lang.language, format)
        }
        Command::List => listed(),
        Command::Replay(options) => replayed(&options),
        Command::Openings(options) => openings(&options),
        Command::Compare { folder, player, opponent } => {
            let compared = compare(&list::folder(&folder), [&player, &opponent]);
            compared.map_or_else(|error| fail(&error), |text| told(&text, ExitCode::SUCCESS))
        }
        Command::Elo(question) => elo(&question),
        Command::GamesNeeded(question) => match question.answer() {
            Ok(text) => told(&text, ExitCode::SUCCESS),
            Err(problem) => refuse(&problem),
        },
        Command::Publish { folder, to, lang } => {
            published(&list::folder(&folder), &to, lang.language)
        }
        Command::Selftest(options) => selftested(&options),
        Command::Plan(options) => several::planned(options, weights),
        Command::Status { plan, missing, format } => several::status(&plan, missing, format),
        Command::Merge(options) => several::merged(options),
        Command::Slurm(options) => several::slurm(options, weights),
        Command::Players => told(&yomi_protocol::players::list(), ExitCode::SUCCESS),
        Command::Completions(options) => ended(options.print(Cli::command())),
        Command::Man(options) => ended(options.write(Cli::command())),
    }
}

fn ended(result: Result<ExitCode, Failure>) -> ExitCode {
    result.unwrap_or_else(|failure| failure.conclude("yomi-lab"))
}

/// Copies the report of a folder to the results.
fn published(folder: &Path, to: &Path, language: Language) -> ExitCode {
    match publish(folder, to, language) {
        Ok(target) => told(&format!("published in {}\n", target.display()), ExitCode::SUCCESS),
        Err(error) => fail(&error),
    }
}

/// Makes the report of a folder again.
fn reported(folder: &Path, language: Language, format: Format) -> ExitCode {
    match suite::is_in(folder) {
        Ok(false) => match report(folder, language) {
            Ok(outcome) => told_again(&outcome, format),
            Err(error) => fail(&error),
        },
        Ok(true) if format == Format::Json => refuse(&format!(
            "{}: this is the folder of a problem suite, which has no JSON; expected --format text",
            folder.display()
        )),
        Ok(true) => match suite::report(folder, language) {
            Ok(report) => conclude_suite(&report, &folder.display().to_string(), None, language),
            Err(error) => fail(&error),
        },
        Err(error) => fail(&error),
    }
}

/// Prints what was reported again, finished or not.
fn told_again(outcome: &Outcome, format: Format) -> ExitCode {
    let code = found(outcome, format);
    let Manifest { complete, done, planned, .. } = &outcome.manifest;
    if !complete {
        note(&format!(
            "yomi-lab: unfinished, {done} of {planned}; the command that began it continues"
        ));
    }
    code
}

/// Says whether intervals and tests keep their promises.
fn selftested(options: &Selftest) -> ExitCode {
    let wanted = Wanted {
        file: list::experiment(&options.file),
        repetitions: options.repetitions,
        threads: options.threads.map_or_else(cores, usize::from),
        out: options.out.clone(),
        language: options.lang.language,
        interrupt: interrupt_of(LOST, Some(COUNTED)),
    };
    match selftest(&wanted) {
        Ok(Tested { text, kept }) => told(&text, ExitCode::from(u8::from(!kept))),
        Err(error) if wanted.interrupt.is_raised() => {
            fail(&error);
            INTERRUPTED.into()
        }
        Err(error) => fail(&error),
    }
}

/// How long searches have to end after the second Ctrl-C before the program ends without them.
const PATIENCE: Duration = Duration::from_millis(150);

/// Makes a file that grows beyond a limit (`ulimit -f`) an error, as on a full disk. By itself the
/// system would end the program without a word.
fn outgrow_limits() {
    // Without the handler it is as the system has it.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// What is said of work that was stopped: all that counts is in the journal, or there is none.
const KEPT: &str = "stopped; the journal is kept, run the same command again to continue";
const LOST: &str = "stopped; nothing is kept";

/// What is said at the first request of work with long steps.
const ITERATED: &str = "the iteration under way is finished, no other is begun";
const SOLVED: &str = "the position under way is finished, no other is begun";
const COUNTED: &str = "if all games are played the report is written, else nothing is kept";

/// What Ctrl-C, SIGTERM and SIGHUP ask for.
fn interrupt() -> Interrupt {
    interrupt_of(KEPT, None)
}

/// The same of other work: `stopped` is said at the second request, `first` at the first one if it
/// may take a while.
fn interrupt_of(stopped: &'static str, first: Option<&'static str>) -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    let handler = move || {
        let requests = raised.request();
        if let Some(first) = first.filter(|_| requests == 1) {
            note(&format!("\nyomi-lab: {first}; Ctrl-C again stops at once"));
        }
        if requests >= 2 {
            thread::sleep(PATIENCE);
            note(&format!("yomi-lab: {stopped}"));
            std::process::exit(INTERRUPTED.into());
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note(&format!("yomi-lab: Ctrl-C will not finish what is under way: {error}"));
    }
    interrupt
}

fn run(options: Run) -> ExitCode {
    let Run { file, shard, games, seed, threads, out, variant, fresh, strict, format, lang } =
        options;
    let language = lang.language;
    let overrides = Overrides { games, seed, variant };
    let threads = threads.map(usize::from);
    let interrupt = interrupt();
    let options = Options { overrides, out, threads, fresh, language, interrupt, weights: None };
    match shard {
        Some(number) => several::shard(&file, number, &options),
        None => match several::plan_without_shard(&list::experiment(&file)) {
            Some(problem) => refuse(&problem),
            None => settle(run_file(&list::experiment(&file), &options), strict, format),
        },
    }
}

/// Prints what a run has found. With `strict` games lost by forfeit are an error.
fn settle(result: Result<Outcome, LabError>, strict: bool, format: Format) -> ExitCode {
    match result {
        Ok(outcome) if strict && outcome.manifest.complete && !outcome.forfeits.is_empty() => {
            conclude(&outcome, format);
            ExitCode::from(1)
        }
        Ok(outcome) => conclude(&outcome, format),
        Err(error) => fail(&error),
    }
}

fn tune(options: Tune) -> ExitCode {
    let Tune { file, seed, threads, out, fresh, format, lang } = options;
    let language = lang.language;
    let overrides = Overrides { seed, ..Overrides::default() };
    let (threads, interrupt) = (threads.map(usize::from), interrupt_of(KEPT, Some(ITERATED)));
    let options = Options { overrides, out, threads, fresh, language, interrupt, weights: None };
    match tune_file(&list::experiment(&file), &options) {
        Ok(outcome) => conclude(&outcome, format),
        Err(error) => fail(&error),
    }
}

fn suite(options: &Suite) -> ExitCode {
    let language = options.lang.language;
    let choices = SuiteOptions {
        problems: &options.problems,
        threads: options.threads.into(),
        mebibytes: usize::try_from(options.hash).unwrap_or(usize::MAX),
        only: options.only.clone(),
        out: options.out.as_deref(),
        fresh: options.fresh,
        language,
        interrupt: interrupt_of(KEPT, Some(SOLVED)),
    };
    match run_suite(&list::experiment(&options.file), &choices, &mut |problem| {
        note(&problem.to_string());
    }) {
        Ok(Solved { report, folder, kept, is_whole }) => {
            note_kept(&folder, kept.as_deref());
            let unfinished = (!is_whole).then_some(INTERRUPTED);
            conclude_suite(&report, &folder.display().to_string(), unfinished, language)
        }
        Err(error) => fail(&error),
    }
}
