//! The list of all players and evaluators, straight from the roster.

use std::fmt::Write;

use yomi_engine::games::go::Go;
use yomi_engine::games::othello::Othello8;
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::roster::{Entry, Parameter, Playable, players};

/// Every player and evaluator with its parameters, their ranges, defaults and meanings.
#[must_use]
pub fn list() -> String {
    let mut text =
        String::from("Players of every game, written as NAME or NAME(parameter=value,…):\n");
    let special = names(&Othello8::specialists());
    for entry in players::<Othello8>().iter().filter(|entry| !special.contains(&entry.name)) {
        add(&mut text, entry.name, entry.meaning, entry.parameters);
    }
    add_game::<Othello8>(&mut text, "Othello");
    add_game::<TicTacToe>(&mut text, "tic-tac-toe");
    add_game::<Go>(&mut text, "Go");
    text += "\nFor example: minimax(depth=2,eval=tutorial(corner=20),pass=penalty,ties=last)\n\
             In a shell, brackets must be quoted; alphabeta:depth=6,eval=tutorial needs no \
             quotes.\n";
    text
}

/// The players that play one game only, and the game's evaluators.
fn add_game<G: Playable>(text: &mut String, game: &str) {
    let specialists = G::specialists();
    if !specialists.is_empty() {
        let _ = writeln!(text, "\nPlayers of {game} only:");
    }
    for entry in specialists {
        add(text, entry.name, entry.meaning, entry.parameters);
    }
    let _ = writeln!(
        text,
        "\nEvaluators of {game}, for eval=NAME or eval=NAME(parameter=value,…); the default is {}:",
        G::evaluators()[0].name
    );
    for entry in G::evaluators() {
        add(text, entry.name, entry.meaning, entry.parameters);
    }
}

fn names<G: Playable>(entries: &[Entry<G>]) -> Vec<&'static str> {
    entries.iter().map(|entry| entry.name).collect()
}

fn add(text: &mut String, name: &str, meaning: &str, parameters: &[Parameter]) {
    let _ = writeln!(text, "\n  {name:<16} {meaning}");
    for Parameter { name, kind, meaning } in parameters {
        let default = kind.default_text();
        let default = if default.is_empty() { "the game's own" } else { &default };
        let _ = writeln!(text, "    {name:<14} {} (default {default}): {meaning}", kind.range());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists_all_of<G: Playable>(list: &str) {
        let players = players::<G>();
        let players = players.iter().map(|entry| (entry.name, entry.meaning));
        let evaluators = G::evaluators().iter().map(|entry| (entry.name, entry.meaning));
        for (name, meaning) in players.chain(evaluators) {
            let line = format!("\n  {name:<16} {meaning}\n");
            assert_eq!(list.matches(&line).count(), 1, "{name}");
        }
    }

    #[test]
    fn everything_is_listed_once() {
        let list = list();
        lists_all_of::<Othello8>(&list);
        lists_all_of::<TicTacToe>(&list);
        lists_all_of::<Go>(&list);
        assert!(list.contains("depth          1 to 60 (default 2): plies it looks ahead"));
        assert!(list.contains("eval           an evaluator (default the game's own)"));
        assert!(list.contains(
            "Evaluators of Go, for eval=NAME or eval=NAME(parameter=value,…); the default is \
             capture_diff"
        ));
    }
}
