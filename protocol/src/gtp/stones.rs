//! Stones before the first move and after the last: handicaps, positions set up, and what is dead
//! in the end.

use yomi_engine::game::Side;
use yomi_engine::games::go::Status;

use super::commands::{done, first, syntax_error, text};
use super::syntax::side;
use super::{Failure, Gtp, Reply, vertex};
use crate::session::{AnyGame, Refusal};

/// The stones that live, are dead or in seki, each chain on a line of its own.
pub(super) fn final_status_list(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let wanted = first(arguments, |status| match status {
        "alive" => Some(Status::Alive),
        "seki" => Some(Status::Seki),
        "dead" => Some(Status::Dead),
        _ => None,
    })?;
    let game = gtp.session.game();
    let groups = game.groups().into_iter().filter(|(_, status)| *status == wanted);
    let vertices = |squares: Vec<String>| -> Vec<String> {
        squares.iter().map(|square| vertex::written(game, square).to_uppercase()).collect()
    };
    let lines: Vec<String> = groups.map(|(squares, _)| vertices(squares).join(" ")).collect();
    text(lines.join("\n"))
}

pub(super) fn fixed_handicap(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    handicap(gtp, arguments, false)
}

/// As many of the stones asked for as the fixed handicap has places for, which the protocol allows.
pub(super) fn place_free_handicap(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    handicap(gtp, arguments, true)
}

fn handicap(gtp: &mut Gtp, arguments: &[&str], fewer: bool) -> Result<Reply, Failure> {
    let count = first(arguments, |count| count.parse().ok())?;
    let squares = gtp.session.game().handicap(count, fewer)?;
    give(gtp, &squares.iter().map(String::as_str).collect::<Vec<_>>())?;
    text(squares.join(" ").to_uppercase())
}

pub(super) fn set_free_handicap(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    // A single stone would be a move.
    if arguments.len() < 2 {
        return Err(Refusal::Vertices.into());
    }
    give(gtp, arguments)?;
    done()
}

/// Gives Black these stones; White moves first then.
fn give(gtp: &mut Gtp, squares: &[&str]) -> Result<(), Refusal> {
    if !is_empty(gtp.session.game()) {
        return Err(Refusal::NotEmpty);
    }
    let stones: Vec<(Side, &str)> = squares.iter().map(|&square| (Side::First, square)).collect();
    gtp.session.place(&stones, Side::Second)
}

fn is_empty(game: &dyn AnyGame) -> bool {
    let mut squares =
        (0..game.size()).flat_map(|row| (0..game.size()).map(move |column| (column, row)));
    squares.all(|(column, row)| game.content(column, row).is_none())
}

/// GoGui's way to set a position up: colours and points in turn.
pub(super) fn setup(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let game = gtp.session.game();
    let pair = |pair: &[&'_ str]| match *pair {
        [colour, vertex] => side(colour).map(|side| (side, vertex::read(game, vertex))),
        _ => None,
    };
    let stones: Vec<(Side, String)> =
        arguments.chunks(2).map(pair).collect::<Option<_>>().ok_or_else(syntax_error)?;
    let stones: Vec<(Side, &str)> =
        stones.iter().map(|(side, square)| (*side, square.as_str())).collect();
    let mover = game.side();
    gtp.session.place(&stones, mover)?;
    done()
}

pub(super) fn setup_player(gtp: &mut Gtp, arguments: &[&str]) -> Result<Reply, Failure> {
    let side = first(arguments, side)?;
    gtp.session.place(&[], side)?;
    done()
}
