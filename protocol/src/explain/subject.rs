//! The position to explain, of any game, read from one text.

use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{
    Kernel, Othello, Othello4, Othello6, Othello8, Othello10, parse_moves,
};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::roster::Playable;

use crate::board_game::BoardGame;

/// A position of a game that can be drawn.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Othello on 4×4.
    Othello4(Othello4),
    /// Othello on 6×6.
    Othello6(Othello6),
    /// Othello on 8×8.
    Othello8(Othello8),
    /// Othello on 10×10.
    Othello10(Othello10),
    /// Tic-tac-toe.
    TicTacToe(TicTacToe),
    /// Go.
    Go(Go),
    /// A tree written out.
    Tree(ExplicitTree),
}

impl Subject {
    /// Reads a position: a board string of Othello (4×4 to 10×10) or tic-tac-toe, told apart by
    /// their lengths; rows of Go, separated by `/`; a tree in brackets; or the moves from the start
    /// of 8×8 Othello, none of them for `start`.
    ///
    /// # Errors
    /// Where the text cannot be read, and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let trimmed = text.trim();
        let letters = trimmed.trim_end_matches(';').chars().filter(|c| !c.is_whitespace()).count();
        let is_board =
            trimmed.chars().all(|c| "XxOo*BbWw-.;".contains(c) || c.is_whitespace()) && letters > 0;
        match letters {
            _ if trimmed.contains(['(', '[']) => {
                trimmed.parse().map(Self::Tree).map_err(|error| format!("tree: {error}"))
            }
            _ if trimmed.contains('/') => {
                trimmed.parse().map(Self::Go).map_err(|error| format!("position: {error}"))
            }
            10 if is_board => {
                let error = |error| format!("position: {error}");
                trimmed.parse().map(Self::TicTacToe).map_err(error)
            }
            17 if is_board => othello(trimmed, Self::Othello4),
            37 if is_board => othello(trimmed, Self::Othello6),
            65 if is_board => othello(trimmed, Self::Othello8),
            101 if is_board => othello(trimmed, Self::Othello10),
            count if is_board => Err(format!(
                "position: expected 9, 16, 36, 64 or 100 squares and the side to move, \
                 found {count} letters"
            )),
            _ => moves(trimmed),
        }
    }
}

fn othello<K: Kernel>(text: &str, of: fn(Othello<K>) -> Subject) -> Result<Subject, String> {
    text.parse().map(of).map_err(|error| format!("position: {error}"))
}

/// The position after moves of 8×8 Othello.
fn moves(text: &str) -> Result<Subject, String> {
    let start = Othello8::default();
    if text == "start" {
        return Ok(Subject::Othello8(start));
    }
    if text.is_empty() {
        let expected = "expected `start`, moves, a board or a tree in brackets, found nothing";
        return Err(format!("position: {expected}"));
    }
    let moves = parse_moves(&start, text).map_err(|error| {
        format!("moves: {error} (a position is `start`, moves, a board or a tree in brackets)")
    })?;
    Ok(Subject::Othello8(moves.into_iter().fold(start, |position, mv| position.play(mv))))
}

/// What a picture shows of a game besides its rules.
pub trait Drawn: Playable {
    /// The game's name.
    const NAME: &'static str;

    /// The position on one line.
    fn text(&self) -> String;

    /// The lines of the board and its squares row by row from the top, `X`, `O` or `-`; `None` for
    /// games without a board.
    fn board(&self) -> Option<(u32, String)>;

    /// What stands beside the node that `mv` leads to.
    fn label(&self, mv: Self::Move) -> String {
        mv.to_string()
    }

    /// What a sentence calls `mv` whose values are those that `viewer` sees.
    fn name(&self, mv: Self::Move, _viewer: Side) -> String {
        self.label(mv)
    }

    /// What stands beside the root.
    fn root_label(&self) -> String {
        String::new()
    }

    /// By whom the values of a tree search are seen, that begins here: the side to move, but for
    /// written trees.
    fn viewer(&self) -> Side {
        self.side_to_move()
    }

    /// The name of the side to move.
    fn player(&self) -> &'static str;
}

/// A game with a board: how it calls itself and its sides.
trait Named: BoardGame {
    const GAME: &'static str;
    const SIDES: [&'static str; 2] = ["Black", "White"];
}

impl<K: Kernel> Named for Othello<K>
where
    Self: BoardGame,
{
    const GAME: &'static str = "Othello";
}

impl Named for Go {
    const GAME: &'static str = "Go";
}

impl Named for TicTacToe {
    const GAME: &'static str = "tic-tac-toe";
    const SIDES: [&'static str; 2] = ["X", "O"];
}

impl<G: Named> Drawn for G {
    const NAME: &'static str = G::GAME;

    fn text(&self) -> String {
        self.line()
    }

    fn board(&self) -> Option<(u32, String)> {
        let size = self.size();
        let rows = (0..size).map(|row| if G::UPWARDS { size - 1 - row } else { row });
        let squares = rows.flat_map(|row| (0..size).map(move |column| (column, row)));
        let letter = |(column, row)| match self.content(column, row) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '-',
        };
        Some((size, squares.map(letter).collect()))
    }

    fn player(&self) -> &'static str {
        G::SIDES[self.side_to_move() as usize]
    }
}

impl Drawn for ExplicitTree {
    const NAME: &'static str = "tree";

    fn text(&self) -> String {
        self.to_string()
    }

    fn board(&self) -> Option<(u32, String)> {
        None
    }

    /// The name of the child, else its number. A leaf is what it is worth, which stands there, and
    /// so does whose node it is.
    fn label(&self, mv: Self::Move) -> String {
        let child = self.play(mv);
        match named(&child) {
            "" if child.moves().len() > 0 => format!("({mv})"),
            name => name.to_owned(),
        }
    }

    /// The name of the child, else its value, else its number.
    fn name(&self, mv: Self::Move, viewer: Side) -> String {
        let child = self.play(mv);
        let value = || match viewer {
            Side::First => child.max_value(),
            Side::Second => -child.max_value(),
        };
        match self.label(mv) {
            nothing if nothing.is_empty() => value().to_string(),
            label => label,
        }
    }

    fn root_label(&self) -> String {
        named(self).to_owned()
    }

    /// Leaves are written as values for Max.
    fn viewer(&self) -> Side {
        Side::First
    }

    fn player(&self) -> &'static str {
        ["Max", "Min"][self.side_to_move() as usize]
    }
}

/// The name of a node, unless that is whose node it is.
fn named(tree: &ExplicitTree) -> &str {
    let name = ExplicitTree::name(tree);
    if ["max", "min"].iter().any(|side| name.eq_ignore_ascii_case(side)) { "" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_told_apart() {
        let kind = |text: &str| match Subject::parse(text) {
            Ok(Subject::Othello4(_)) => "4".to_owned(),
            Ok(Subject::Othello6(_)) => "6".to_owned(),
            Ok(Subject::Othello8(_)) => "8".to_owned(),
            Ok(Subject::Othello10(_)) => "10".to_owned(),
            Ok(Subject::TicTacToe(_)) => "tic-tac-toe".to_owned(),
            Ok(Subject::Go(_)) => "go".to_owned(),
            Ok(Subject::Tree(_)) => "tree".to_owned(),
            Err(error) => error,
        };
        assert_eq!(kind("start"), "8");
        assert_eq!(kind("f5d6"), "8");
        assert!(kind(" ").starts_with("position: expected `start`, moves,"));
        assert_eq!(kind("XO-OX-X-- O"), "tic-tac-toe");
        assert_eq!(kind("-----OX--XO----- X"), "4");
        assert_eq!(kind("-----wb--bw----- b;"), "4");
        assert_eq!(kind(&format!("{} X", "-".repeat(100))), "10");
        assert_eq!(kind("../.. X komi=0"), "go");
        assert_eq!(kind("N0(1,2)"), "tree");
        assert_eq!(
            kind("XO-"),
            "position: expected 9, 16, 36, 64 or 100 squares and the side to move, found 3 letters"
        );
        assert!(kind("N0(1,").starts_with("tree: column 6: expected"), "{}", kind("N0(1,"));
        assert!(kind("f5zz").starts_with("moves: line 1, column 3"), "{}", kind("f5zz"));
    }
}
