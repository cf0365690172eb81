//! `yomi convert`: games from one format into another, and what a file of games holds.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use yomi_protocol::console::{Failure, complain, counted, say};
use yomi_protocol::file;
use yomi_protocol::notation::{
    Format, GameError, Part, Record, Size, Source, Unwritable, differences,
};

use crate::summary::Summary;

/// Convert files of games between GGF, SGF, WTHOR (read only), OBF and transcripts.
///
/// The formats are those of the extensions .ggf, .sgf, .wtb, .obf and .txt. Games that cannot be
/// read are left out. These, and whatever the new format cannot hold, are reported on stderr. The
/// exit code is 0 if every game was converted or read, 1 if some were left out, 2 if all were.
#[derive(Args)]
pub(crate) struct Convert {
    /// The file to read; - is stdin.
    input: PathBuf,
    /// The file to write, in the place of any that is there; - is stdout, as is no file if --to
    /// names a format.
    #[arg(required_unless_present_any = ["info", "to"], conflicts_with = "info")]
    output: Option<PathBuf>,
    /// The format to read: ggf, sgf, wthor (wtb), obf or transcript (txt).
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format to write: ggf, sgf, obf or transcript (txt).
    #[arg(long, value_name = "FORMAT", value_parser = written)]
    to: Option<Format>,
    /// The board that transcripts are played on: 4, 6, 8 or 10.
    #[arg(long, default_value = "8")]
    size: Size,
    /// Only say what the file holds.
    #[arg(long)]
    info: bool,
}

/// A format to write.
fn written(name: &str) -> Result<Format, String> {
    match name.parse() {
        Ok(Format::Wthor) => Err(Unwritable::ReadOnly.to_string()),
        Ok(format) => Ok(format),
        Err(_) => Err("expected ggf, sgf, obf or transcript (txt)".to_owned()),
    }
}

/// Runs the command; problems go to stderr.
pub(crate) fn run(options: &Convert) -> Result<ExitCode, Failure> {
    match &options.output {
        _ if options.info => describe(options),
        Some(output) => convert(options, output),
        None => convert(options, Path::new("-")),
    }
}

fn describe(options: &Convert) -> Result<ExitCode, Failure> {
    let (format, source) = source(options)?;
    let mut summary = Summary::default();
    source.games().for_each(|game| summary.add(game));
    let input = options.input.display();
    match summary.first_problem() {
        _ if summary.games() > 0 => {}
        Some(problem) => complain("yomi", format_args!("{input}: {problem}")),
        None => return Err(format!("{input}: expected a game in {format}, found none").into()),
    }
    say(format_args!("format          {format}\n{summary}"))?;
    Ok(exit_code(summary.games(), summary.problems()))
}

fn convert(options: &Convert, output: &Path) -> Result<ExitCode, Failure> {
    let to = format(options.to, output, "--to")?;
    if to == Format::Wthor {
        return Err(format!("{}: {}", output.display(), Unwritable::ReadOnly).into());
    }
    let (from, source) = source(options)?;
    let mut conversion = Conversion::new(&options.input);
    let mut out = None;
    let mut games = source.games().peekable();
    while let Some(game) = games.next() {
        let mut group = Vec::from_iter(conversion.readable(game));
        while to.keeps_pairs()
            && !group.is_empty()
            && let Some(second) =
                games.next_if(|game| game.as_ref().is_ok_and(|game| game.is_second_of_pair))
        {
            group.extend(conversion.readable(second));
        }
        if let Some(text) = conversion.written(&group, to) {
            let out = match &mut out {
                Some(out) => out,
                None => out.insert(open(output)?),
            };
            write(out, &text).map_err(|error| format!("{}: {error}", output.display()))?;
        }
    }
    if let Some(mut out) = out {
        out.flush()
            .or_else(unless_unread)
            .map_err(|error| format!("{}: {error}", output.display()))?;
    }
    if output.as_os_str() != "-" && conversion.converted > 0 {
        let written = counted(conversion.converted, "game");
        complain("yomi", format_args!("written: {} ({written})", output.display()));
    }
    conversion.conclude(from, to)
}

/// What a conversion says when it is done.
struct Conversion<'a> {
    input: &'a Path,
    /// Games read, good or bad.
    games: usize,
    converted: usize,
    problems: usize,
    /// In how many games the written one differs from the one read.
    lost: BTreeMap<Part, usize>,
    /// Games whose result is not that of their last position.
    contradicted: usize,
    /// Games that are legal upside down only.
    turned_over: usize,
}

impl<'a> Conversion<'a> {
    /// More problems than these are only counted.
    const SHOWN: usize = 20;

    fn new(input: &'a Path) -> Self {
        Self {
            input,
            games: 0,
            converted: 0,
            problems: 0,
            lost: BTreeMap::new(),
            contradicted: 0,
            turned_over: 0,
        }
    }

    fn problem(&mut self, problem: &str) {
        self.problems += 1;
        if self.problems <= Self::SHOWN {
            complain("yomi", format_args!("{}: {problem}", self.input.display()));
        }
    }

    fn readable(&mut self, game: Result<Record, GameError>) -> Option<Record> {
        self.games += 1;
        let mut game = game.map_err(|error| self.problem(&error.to_string())).ok()?;
        self.contradicted += usize::from(game.contradicts_its_result());
        self.turned_over += usize::from(game.is_turned_over);
        // Not what the source says in words of its own.
        let stated = game.tags.iter().any(|tag| tag.name == "RE");
        game.outcome = if stated { game.outcome } else { game.result() };
        Some(game)
    }

    /// The text of games that belong together, if there are any and the format can hold them.
    fn written(&mut self, group: &[Record], to: Format) -> Option<String> {
        let size = group.first()?.start().size();
        let written = to.write(group).map_err(|reason| format!("game {}: {reason}", self.games));
        let text = written.map_err(|problem| self.problem(&problem)).ok()?;
        let mut source = Source::new(to, text.clone().into_bytes());
        source.size = size;
        for (game, back) in group.iter().zip(source.games().flatten()) {
            for part in differences(game, &back) {
                *self.lost.entry(part).or_default() += 1;
            }
        }
        if to.takes_any_size() && size != Size::Eight {
            *self.lost.entry(Part::Size).or_default() += group.len();
        }
        self.converted += group.len();
        Some(text)
    }

    fn conclude(&self, from: Format, to: Format) -> Result<ExitCode, Failure> {
        if self.problems > Self::SHOWN {
            complain(
                "yomi",
                format_args!(
                    "{}: {} more problems",
                    self.input.display(),
                    self.problems - Self::SHOWN
                ),
            );
        }
        let lost =
            |(part, games): (&Part, &usize)| format!("{part} (in {})", counted(*games, "game"));
        if !self.lost.is_empty() {
            let lost: Vec<String> = self.lost.iter().map(lost).collect();
            complain("yomi", format_args!("lost or changed in {to}: {}", lost.join(", ")));
        }
        for (games, what) in [
            (self.contradicted, "with another result than was played"),
            (self.turned_over, "read upside down: not legal as written"),
        ] {
            if games > 0 {
                let (input, games) = (self.input.display(), counted(games, "game"));
                complain("yomi", format_args!("{input}: {games} {what}"));
            }
        }
        if self.games == 0 {
            return Err(
                format!("{}: expected a game in {from}, found none", self.input.display()).into()
            );
        }
        Ok(exit_code(self.converted, self.problems))
    }
}

/// 0 if all is good, 1 if some games are, 2 if none is.
fn exit_code(good: usize, problems: usize) -> ExitCode {
    match (good, problems) {
        (0, _) => ExitCode::from(2),
        (_, 0) => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    }
}

/// The format asked for, or that of the file's name.
fn format(named: Option<Format>, path: &Path, option: &str) -> Result<Format, Failure> {
    named.or_else(|| Format::of_file(path)).ok_or_else(|| {
        // WTHOR is read only.
        let wthor = if option == "--from" { ".wtb, " } else { "" };
        let expected = format!("expected a name in .ggf, .sgf, {wthor}.obf or .txt");
        format!("{}: {expected}, or {option} FORMAT", path.display()).into()
    })
}

/// Reads the input.
fn source(options: &Convert) -> Result<(Format, Source), Failure> {
    let input = &options.input;
    let from = format(options.from, input, "--from").map_err(|unnamed| {
        // Whoever has mistaken the name is not to be asked for a format.
        let missing = fs::metadata(input).err().filter(|_| input.as_os_str() != "-");
        missing.map_or(unnamed, |error| format!("{}: {error}", input.display()).into())
    })?;
    let read = file::games(input, Some(from));
    let mut source = read.map_err(|error| format!("{}: {error}", input.display()))?;
    source.size = options.size;
    Ok((from, source))
}

fn open(output: &Path) -> Result<Box<dyn Write>, Failure> {
    if output.as_os_str() == "-" {
        return Ok(Box::new(BufWriter::new(io::stdout().lock())));
    }
    match file::open(output, OpenOptions::new().write(true).create(true).truncate(true)) {
        Ok(file) => Ok(Box::new(BufWriter::new(file))),
        Err(error) => Err(format!("{}: {error}", output.display()).into()),
    }
}

fn write(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes()).or_else(unless_unread)
}

/// A reader that has seen enough, such as `head`, is no problem.
fn unless_unread(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}
