//! The roster of a game, for forms: every player and evaluator with its parameters.

use serde::Serialize;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::roster::{self, Kind, Parameter, Playable};
use yomi_protocol::session;

#[derive(Serialize)]
pub(super) struct Roster {
    players: Vec<Entry>,
    evaluators: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    meaning: &'static str,
    parameters: Vec<Field>,
}

/// A parameter as a field of a form.
#[derive(Serialize)]
struct Field {
    name: &'static str,
    meaning: &'static str,
    kind: &'static str,
    /// As text; empty for the game's own.
    default: String,
    least: Option<f64>,
    most: Option<f64>,
    choices: &'static [&'static str],
}

/// Who plays `game` on a board of `size` lines.
pub(super) fn players(game: &str, size: u32) -> Result<Roster, String> {
    let none = || format!("there is no {game} on {size} lines");
    let kind = session::Kind::named(game).ok_or_else(none)?;
    if !kind.sizes.contains(&size) {
        return Err(none());
    }
    Ok(match (kind.name, size) {
        ("Othello", 4) => roster::<Othello4>(),
        ("Othello", 6) => roster::<Othello6>(),
        ("Othello", 8) => roster::<Othello8>(),
        ("Othello", 10) => roster::<Othello10>(),
        ("Go", _) => roster::<Go>(),
        ("Tic-tac-toe", _) => roster::<TicTacToe>(),
        _ => return Err(none()),
    })
}

fn roster<G: Playable>() -> Roster {
    let players = roster::players::<G>();
    let evaluators = G::evaluators();
    Roster {
        players: players
            .iter()
            .map(|player| entry(player.name, player.meaning, player.parameters))
            .collect(),
        evaluators: evaluators
            .iter()
            .map(|evaluator| entry(evaluator.name, evaluator.meaning, evaluator.parameters))
            .collect(),
    }
}

fn entry(name: &'static str, meaning: &'static str, parameters: &'static [Parameter]) -> Entry {
    Entry { name, meaning, parameters: parameters.iter().map(field).collect() }
}

fn field(parameter: &Parameter) -> Field {
    let Parameter { name, kind, meaning } = *parameter;
    let (word, least, most, choices) = match kind {
        Kind::Integer { least, most, .. } => {
            ("integer", Some(least as f64), Some(most as f64), &[][..])
        }
        Kind::Real { least, most, .. } => ("real", Some(least), Some(most), &[][..]),
        Kind::Choice(words) => ("choice", None, None, words),
        Kind::Evaluator { .. } => ("evaluator", None, None, &[][..]),
        Kind::Player { .. } => ("player", None, None, &[][..]),
    };
    Field { name, meaning, kind: word, default: kind.default_text(), least, most, choices }
}
