//! One game of a run again: as diagrams, or written down for other programs.

use std::path::Path;

use yomi_protocol::notation::Ending;

use super::experiment_in;
use super::matches::Games;
use super::rows::points;
use crate::error::LabError;
use crate::games::{LabGame, Notation, Played};
use crate::language::Language;
use crate::plan::{Experiment, GameVisitor, Raw, Work};
use crate::players::{Reason, name};
use crate::report::not_reproducible;
use crate::report::title::title;
use crate::run::history::History;
use crate::run::record::{Game, RESIGNED};

/// Game `number` of the run in `folder`, as `games.csv` counts; as diagrams where there is no
/// `notation`.
///
/// # Errors
/// When there is no journal of a match, it does not have that game, or the notation cannot write
/// games of its kind.
pub fn replay(folder: &Path, number: u64, notation: Option<Notation>) -> Result<String, LabError> {
    let (history, raw) = experiment_in(folder)?;
    let spec = |error| LabError::Spec { path: history.path().to_owned(), error };
    let game = raw.game().map_err(spec)?;
    game.accept(Replay { raw, history: &history, number, notation })
}

struct Replay<'a> {
    raw: Raw,
    history: &'a History,
    number: u64,
    notation: Option<Notation>,
}

impl GameVisitor for Replay<'_> {
    type Output = Result<String, LabError>;

    fn visit<G: LabGame>(self, start: G) -> Self::Output {
        let Self { raw, history, number, notation } = self;
        let path = history.path();
        let wrong = |problem: String| LabError::Problems { path: path.to_owned(), problem };
        let experiment = Experiment::new(raw, &history.run.overrides, start)
            .map_err(|error| LabError::Spec { path: path.to_owned(), error })?;
        let Work::Match(matches) = &experiment.work else {
            return Err(wrong("a search experiment has no games".to_owned()));
        };
        let games = Games::new(&experiment, matches);
        let Some((cell, round, game)) = games.find(history, number)? else {
            let last = matches.schedule.len().saturating_sub(1);
            return Err(wrong(format!(
                "no game {number} here; games are 0 to {last}, as far as they are played"
            )));
        };
        let start = matches.openings.start(round, &experiment.start, cell.first);
        let opening = matches.openings.moves(round, cell.first);
        let moves = opening.iter().fold(start.clone(), |position, &mv| position.play(mv));
        let moves = moves.opening(&game.moves).map_err(wrong)?;
        let moves: Vec<G::Move> = opening.iter().copied().chain(moves).collect();
        let name = |index: usize| &*experiment.contestants[index].name;
        let players = [name(cell.black), name(cell.white)];
        let lead = f64::from(game.difference) / f64::from(G::UNITS_PER_POINT);
        let Some(notation) = notation else {
            let [black, white] = game.points.map(points::<G>);
            let head = format!(
                "Game {number}, round {round}: {} (Black) against {} (White), {black} to {white}, \
                 {}\n",
                players[0], players[1], game.end
            );
            let mark = match experiment.is_reproducible() {
                true => String::new(),
                false => not_reproducible(Language::English) + "\n",
            };
            return Ok(head + &mark + &diagrams(&start, &moves, opening.len()));
        };
        let (event, ending) = (&*history.run.name, ending(&game));
        let played = Played { players, event, lead, moves: &moves, ending };
        start.written(notation, &played).ok_or_else(|| {
            let game = title(experiment.game, Language::English);
            wrong(format!("{game} is not written in {}", notation.name()))
        })
    }
}

/// How a game ended, as notations tell it.
fn ending(game: &Game<'_>) -> Ending {
    match (&*game.end, &game.forfeit) {
        (RESIGNED, _) => Ending::Resigned,
        (_, None) => Ending::Played,
        (end, Some(_)) if Reason::of(end).is_some_and(Reason::is_late) => Ending::TimedOut,
        (_, Some(_)) => Ending::Forfeited,
    }
}

/// A board after every move; the first `given` were not the players' own.
fn diagrams<G: LabGame>(start: &G, moves: &[G::Move], given: usize) -> String {
    let mut text = board(start);
    let mut position = start.clone();
    for (place, &mv) in moves.iter().enumerate() {
        let side = name(position.side_to_move());
        let opening = if place < given { ", opening" } else { "" };
        position.advance(mv);
        text += &format!("\n{}. {side} {mv}{opening}\n{}", place + 1, board(&position));
    }
    text
}

/// The board in lines: X is Black, O is White.
fn board<G: LabGame>(position: &G) -> String {
    let text = position.board_text();
    // Behind the board stand the side to move and what else belongs to the position.
    let board = text.split(' ').next().unwrap_or_default();
    let squares: Vec<char> = board.chars().filter(|c| "XO-.".contains(*c)).collect();
    let size = (position.size() as usize).max(1);
    let columns: String = G::COLUMNS.chars().take(size).map(|name| format!(" {name}")).collect();
    let rows = squares.chunks(size).enumerate().map(|(place, row)| {
        let number = if G::COUNTS_UP { size - place } else { place + 1 };
        let marks = row.iter().map(|&mark| if "XO".contains(mark) { mark } else { '·' });
        format!("{number:>3}{}\n", marks.map(|mark| format!(" {mark}")).collect::<String>())
    });
    format!("   {columns}\n{}", rows.collect::<String>())
}
