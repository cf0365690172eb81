//! The list of all players and evaluators, straight from the roster.

use std::fmt::Write;

use yomi_engine::games::othello::Othello8;
use yomi_engine::roster::{Parameter, Playable, players};

/// Every player and evaluator with its parameters, their ranges, defaults and meanings.
#[must_use]
pub fn list() -> String {
    let evaluators = Othello8::evaluators();
    let mut text = String::from("Players, written as NAME or NAME(parameter=value,…):\n");
    for entry in players::<Othello8>() {
        add(&mut text, entry.name, entry.meaning, entry.parameters, evaluators[0].name);
    }
    text += "\nEvaluators of Othello, for eval=NAME or eval=NAME(parameter=value,…):\n";
    for entry in evaluators {
        add(&mut text, entry.name, entry.meaning, entry.parameters, "");
    }
    text += "\nFor example: minimax(depth=2,eval=tutorial(corner=20),pass=penalty,ties=last)\n";
    text
}

fn add(text: &mut String, name: &str, meaning: &str, parameters: &[Parameter], evaluator: &str) {
    let _ = writeln!(text, "\n  {name:<16} {meaning}");
    for Parameter { name, kind, meaning } in parameters {
        let default = kind.default_text();
        let default = if default.is_empty() { evaluator } else { &default };
        let _ = writeln!(text, "    {name:<14} {} (default {default}): {meaning}", kind.range());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_listed() {
        let list = list();
        for entry in players::<Othello8>() {
            assert!(list.contains(&format!("\n  {} ", entry.name)) && list.contains(entry.meaning));
        }
        assert!(list.contains("depth          1 to 60 (default 2): plies it looks ahead"));
        assert!(list.contains("eval           an evaluator (default discs)"));
    }
}
