//! The games that can be played over a protocol, by name. A new game is a line here and a
//! `BoardGame`.

use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::roster::RosterError;

use super::game::{AnyGame, PlayerChoice};
use super::progress::Progress;
use crate::board_game::BoardGame;

/// A game at its start, or what is wrong with the player's text.
type Opened = Result<Box<dyn AnyGame>, RosterError>;

/// A game with the boards it is played on.
pub struct Kind {
    /// Its name, as protocols have it: capital first.
    pub name: &'static str,
    /// What people call its sides, the one that begins first.
    pub sides: [&'static str; 2],
    /// The sizes of its boards.
    pub sizes: &'static [u32],
    /// The size when none is asked for.
    pub usual_size: u32,
    open: fn(u32, &PlayerChoice, u64) -> Opened,
}

/// All of them; the first is played when none is named.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "Othello",
        sides: ["Black", "White"],
        sizes: &[4, 6, 8, 10],
        usual_size: 8,
        open: othello,
    },
    Kind {
        name: "Go",
        sides: ["Black", "White"],
        sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
        usual_size: 9,
        open: begin::<Go>,
    },
    Kind {
        name: "Tic-tac-toe",
        sides: ["X", "O"],
        sizes: &[3],
        usual_size: 3,
        open: begin::<TicTacToe>,
    },
];

impl Kind {
    /// The game with this name, in any letter case. Othello also answers to `Reversi`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = if name.eq_ignore_ascii_case("reversi") { "Othello" } else { name };
        KINDS.iter().find(|kind| kind.name.eq_ignore_ascii_case(name))
    }

    /// What a size should have been.
    #[must_use]
    pub fn expected_sizes(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(u32::to_string).collect();
        format!("expected one of {}", sizes.join(", "))
    }

    /// The game of this `number` in its session, on a board of `size` lines, one of
    /// [`sizes`](Self::sizes).
    pub(super) fn open(&self, size: u32, choice: &PlayerChoice, number: u64) -> Opened {
        (self.open)(size, choice, number)
    }
}

fn begin<G: BoardGame>(size: u32, choice: &PlayerChoice, number: u64) -> Opened {
    Ok(Box::new(Progress::<G>::new(size, choice, number)?))
}

fn othello(size: u32, choice: &PlayerChoice, number: u64) -> Opened {
    match size {
        4 => begin::<Othello4>(size, choice, number),
        6 => begin::<Othello6>(size, choice, number),
        10 => begin::<Othello10>(size, choice, number),
        _ => begin::<Othello8>(size, choice, number),
    }
}
