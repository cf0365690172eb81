//! The board in a terminal: coloured where there are colours, plain letters elsewhere.

use std::env;
use std::io::{self, IsTerminal, Write};

use yomi_engine::game::Side;
use yomi_protocol::session::AnyGame;

/// Whether lines can be written over and coloured.
pub(crate) fn is_live(output: &impl IsTerminal) -> bool {
    let able = env::var_os("TERM").is_none_or(|terminal| terminal != "dumb");
    output.is_terminal() && able
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Discs on green.
    Coloured,
    /// `X` is Black, `O` White, `·` a legal move.
    Plain,
}

impl Style {
    /// Colours for terminals, unless the user wants none (no-color.org).
    pub(crate) fn of(output: &impl IsTerminal) -> Self {
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if is_live(output) && wanted { Self::Coloured } else { Self::Plain }
    }

    /// Draws the board with its legal moves, the last move and the discs of both sides, by what
    /// these are called.
    pub(crate) fn draw(
        self,
        game: &dyn AnyGame,
        [first, second]: [&str; 2],
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (size, legal) = (game.size(), game.moves());
        let last = game.history().pop().map(|(_, mv)| mv);
        let column_name = |column| {
            let name = game.square_name(column, 0);
            name.trim_end_matches(char::is_numeric).to_owned()
        };
        let header: String = (0..size).map(|column| format!(" {}", column_name(column))).collect();
        let mut discs = [0; 2];
        writeln!(out, "\n   {header}")?;
        let rows = (0..size).map(|row| if game.is_upwards() { size - 1 - row } else { row });
        for row in rows {
            let mut line = String::new();
            for column in 0..size {
                let (content, name) = (game.content(column, row), game.square_name(column, row));
                if let Some(side) = content {
                    discs[side as usize] += 1;
                }
                line += &self.square(content, legal.contains(&name), last.as_ref() == Some(&name));
            }
            let end = if self == Self::Coloured { " \x1b[0m" } else { "" };
            writeln!(out, "{:>3}{line}{end}", row + 1)?;
        }
        writeln!(out, "{first} {}, {second} {}", discs[0], discs[1])
    }

    fn square(self, content: Option<Side>, is_legal: bool, is_last: bool) -> String {
        match (self, content) {
            (Self::Plain, Some(Side::First)) => " X".to_owned(),
            (Self::Plain, Some(Side::Second)) => " O".to_owned(),
            (Self::Plain, None) => if is_legal { " ·" } else { " -" }.to_owned(),
            (Self::Coloured, content) => {
                let background = if is_last { 34 } else { 28 };
                let (foreground, sign) = match content {
                    Some(Side::First) => (16, '●'),
                    Some(Side::Second) => (231, '●'),
                    None => (120, if is_legal { '·' } else { ' ' }),
                };
                format!(
                    "\x1b[48;5;28m \x1b[48;5;{background};38;5;{foreground}m{sign}\x1b[48;5;28m"
                )
            }
        }
    }
}
