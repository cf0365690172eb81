//! The commands of GTP itself, those Quarry adds, and the options of the session.

use std::path::Path;
use std::time::Duration;

use yomi_engine::clock::{Clock, Overtime};
use yomi_engine::game::Side;

use super::syntax::{self, seconds, side};
use super::{Failure, Gtp, Purpose, Reply, analyze, gogui, stones, vertex};
use crate::file;
use crate::notation::{Format, Source};
use crate::session::{Bounds, KINDS, OPTIONS, OptionKind};

/// Carries out a command with its arguments.
pub(super) type Command = fn(&mut Gtp, &[&str]) -> Result<Reply, Failure>;

/// Every command by name, in the order of `list_commands`.
const COMMANDS: &[(&str, Command)] = &[
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    #[cfg(all(unix, feature = "terminal"))]
    ("cputime", cputime),
    ("final_score", final_score),
    ("final_status_list", stones::final_status_list),
    ("fixed_handicap", stones::fixed_handicap),
    ("genmove", genmove),
    ("gogui-analyze_commands", |_, _| text(gogui::ANALYZE_COMMANDS)),
    ("gogui-interrupt", |_, _| done()),
    ("gogui-play_sequence", play_sequence),
    ("gogui-rules_board", |gtp, _| text(gogui::rules_board(gtp.session.game()))),
    ("gogui-rules_board_size", |gtp, _| text(gtp.session.game().size().to_string())),
    ("gogui-rules_final_result", |gtp, _| text(gogui::rules_final_result(&gtp.session))),
    ("gogui-rules_game_id", |gtp, _| text(gtp.session.kind().name)),
    ("gogui-rules_legal_moves", |gtp, _| text(gogui::rules_legal_moves(gtp.session.game()))),
    ("gogui-rules_side_to_move", |gtp, _| text(gogui::colour(gtp.session.game().side()))),
    ("gogui-setup", stones::setup),
    ("gogui-setup_player", stones::setup_player),
    ("known_command", |gtp, arguments| {
        text(first(arguments, |name| Some(is_known(gtp, name).to_string()))?)
    }),
    ("komi", komi),
    ("list_commands", |gtp, _| {
        let names = COMMANDS.iter().map(|(name, _)| *name).filter(|name| is_known(gtp, name));
        text(names.collect::<Vec<_>>().join("\n"))
    }),
    ("list_games", |_, _| text(KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join("\n"))),
    ("loadsgf", loadsgf),
    ("lz-analyze", analyze::lz_analyze),
    ("name", |_, _| text("Yomi")),
    ("place_free_handicap", stones::place_free_handicap),
    ("play", play),
    ("protocol_version", |_, _| text("2")),
    ("quit", |_, _| Ok(Reply::Quit)),
    ("reg_genmove", reg_genmove),
    ("set_free_handicap", stones::set_free_handicap),
    ("set_game", set_game),
    ("showboard", |gtp, _| text(format!("\n{}", vertex::diagram(gtp.session.game())))),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", undo),
    ("version", |_, _| text(env!("CARGO_PKG_VERSION"))),
    ("yomi-legal", |gtp, _| text(gogui::rules_legal_moves(gtp.session.game()))),
    ("yomi-line", yomi_line),
    ("yomi-param", yomi_param),
    ("yomi-values", yomi_values),
];

/// The command of this name.
pub(super) fn named(name: &str) -> Option<Command> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, run)| run)
}

/// Success with nothing to say.
pub(super) fn done() -> Result<Reply, Failure> {
    text("")
}

pub(super) fn text(text: impl Into<String>) -> Result<Reply, Failure> {
    Ok(Reply::Text(text.into()))
}

pub(super) fn syntax_error() -> Failure {
    Failure("syntax error".to_owned())
}

/// The first argument, read by `read`.
pub(super) fn first<T>(
    arguments: &[&str],
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Failure> {
    arguments.first().and_then(|&argument| read(argument)).ok_or_else(syntax_error)
}

/// Whether a command is of use in this game: frontends need not offer one that always fails.
fn is_known(gtp: &Gtp, name: &str) -> bool {
    match name {
        "loadsgf" => gtp.session.has_files(),
        "fixed_handicap" | "place_free_handicap" | "set_free_handicap" => {
            gtp.session.game().has_handicaps()
        }
        _ => named(name).is_some(),
    }
}

fn boardsize(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let size = first(arguments, |size| size.parse::<u64>().ok())?;
    gtp.session.resize(u32::try_from(size).unwrap_or(u32::MAX))?;
    done()
}

fn clear_board(gtp: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    gtp.session.restart();
    done()
}

fn undo(gtp: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    gtp.session.undo()?;
    done()
}

fn set_game(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    if arguments.is_empty() {
        return Err(syntax_error());
    }
    gtp.session.switch(&arguments.join(" "))?;
    done()
}

/// Any number will do: the protocol wants even a ridiculous one to be accepted.
fn komi(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let komi = first(arguments, |komi| komi.parse().ok().filter(|komi: &f64| komi.is_finite()))?;
    gtp.session.set_komi(komi);
    done()
}

fn play(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let &[colour, mv] = arguments else { return Err(syntax_error()) };
    let side = side(colour).ok_or_else(syntax_error)?;
    gtp.play(side, mv)?;
    done()
}

/// GoGui's way to replay a game: all moves or none.
fn play_sequence(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let before = gtp.session.game().turns();
    for pair in arguments.chunks(2) {
        if let Err(failure) = play(gtp, pair) {
            while gtp.session.game().turns() > before {
                gtp.session.undo()?;
            }
            return Err(failure);
        }
    }
    done()
}

fn think(gtp: &mut Gtp, side: Side, purpose: Purpose) -> Result<Reply, Failure> {
    let without_book = !matches!(purpose, Purpose::Move(_));
    let bounds = Bounds { without_book, ..Bounds::default() };
    Ok(Reply::Think(purpose, gtp.session.think(Some(side), bounds)?))
}

fn genmove(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let side = first(arguments, side)?;
    think(gtp, side, Purpose::Move(side))
}

fn reg_genmove(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let side = first(arguments, side)?;
    think(gtp, side, Purpose::Opinion(side))
}

fn yomi_line(gtp: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    let side = gtp.session.game().side();
    think(gtp, side, Purpose::Line)
}

fn yomi_values(gtp: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    Ok(Reply::Think(Purpose::Values, gtp.session.compare(usize::MAX, Bounds::default())?))
}

/// Options for GoGui's parameter dialogs: listed without arguments, set with a name and a
/// value.
fn yomi_param(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    if let &[name, ref value @ ..] = arguments {
        gtp.session.set_option(name, &value.join(" "))?;
        return done();
    }
    let line = |option: &OptionKind| {
        let (value, choices) = (option.value(&gtp.session), option.choices(&gtp.session));
        let kind = if choices.is_empty() {
            "string".to_owned()
        } else {
            format!("list/{}", choices.join("/"))
        };
        (!value.is_empty()).then(|| format!("[{kind}] {} {value}", option.name))
    };
    text(OPTIONS.iter().filter_map(line).collect::<Vec<_>>().join("\n"))
}

fn final_score(gtp: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    let lead = gtp.session.counted_score()?;
    text(match lead {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_owned(),
    })
}

/// The processor's seconds that the program has taken, on all threads: gogui-twogtp compares
/// players by it.
#[cfg(all(unix, feature = "terminal"))]
fn cputime(_: &mut Gtp, _: &[&str]) -> Result<Reply, Failure> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    text(format!("{:.3}", time.tv_sec as f64 + time.tv_nsec as f64 / 1e9))
}

/// Main time, overtime and its moves, as the referees of Othello engines read them: with 0 moves
/// the second number is an increment or, without main time, the time for every move; 1 move is
/// Japanese byo-yomi, more Canadian.
fn time_settings(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let &[main, period, moves] = arguments else { return Err(syntax_error()) };
    let (main, period) =
        (seconds(main).ok_or_else(syntax_error)?, seconds(period).ok_or_else(syntax_error)?);
    let moves: u32 = moves.parse().map_err(|_| syntax_error())?;
    let clock = match (main.is_zero(), period.is_zero()) {
        (true, true) => None,
        (false, true) => Some(Clock::sudden_death(main)),
        (false, false) if moves == 0 => Some(Clock::fischer(main, period)),
        _ => Some(Clock::byo_yomi(main, Overtime { period, moves: moves.max(1) })),
    };
    gtp.session.set_terms(clock);
    done()
}

/// The time that a player has left: in overtime, for a number of moves.
fn time_left(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let &[colour, time, moves] = arguments else { return Err(syntax_error()) };
    let side = side(colour).ok_or_else(syntax_error)?;
    let remaining = syntax::time_left(time).ok_or_else(syntax_error)?;
    let due: u32 = moves.parse().map_err(|_| syntax_error())?;
    let clock = gtp.session.clock(side).unwrap_or(Clock::sudden_death(Duration::ZERO));
    gtp.session.set_clock(side, Some(clock.reported(remaining, due)));
    done()
}

/// Reads a game from a file, up to but not including the move of the given number; moves are
/// counted as the file names them.
fn loadsgf(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let cannot = || Failure("cannot load file".to_owned());
    if !gtp.session.has_files() {
        return Err(cannot());
    }
    // Words are all there is in GTP: a path with blanks is several.
    let (path, number) = match arguments {
        [] => return Err(syntax_error()),
        [path @ .., last] if !path.is_empty() && last.parse::<usize>().is_ok() => {
            (path, last.parse::<usize>().ok())
        }
        path => (path, None),
    };
    let bytes = file::read_regular(Path::new(&path.join(" "))).map_err(|_| cannot())?;
    let source = Source::new(Format::Sgf, bytes);
    let game = source.games().next().ok_or_else(cannot)?;
    let mut record = game.map_err(|_| cannot())?;
    if let Some(number) = number {
        record.truncate_named(number.max(1) - 1);
    }
    gtp.session.load(&record).map_err(|_| cannot())?;
    done()
}
