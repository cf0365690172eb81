//! What titles call a game.

use crate::language::Language;
use crate::plan::GameSpec;

/// The game with its size and rules.
pub(crate) fn title(game: GameSpec, language: Language) -> String {
    match game {
        GameSpec::Othello(size) => language.say("Othello {0}×{0}", &[&size]),
        GameSpec::TicTacToe => language.word("tic-tac-toe"),
        GameSpec::Go(rules) => {
            language.say("Go {0}×{0}, komi {1}", &[&rules.size(), &rules.komi()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_engine::games::go::Rules;

    #[test]
    fn titles_are_in_a_language() {
        let rules = Rules::new(5).unwrap();
        let games = [GameSpec::Othello(8), GameSpec::TicTacToe, GameSpec::Go(rules)];
        let titles = |language| games.map(|game| title(game, language));
        let english = ["Othello 8×8", "tic-tac-toe", "Go 5×5, komi 7.5"];
        assert_eq!(titles(Language::English), english);
        assert_eq!(titles(Language::Japanese), ["オセロ 8×8", "三目並べ", "5 路の囲碁、コミ 7.5"]);
    }
}
