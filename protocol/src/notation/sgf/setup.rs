//! Where a game of SGF starts, and its points.

use yomi_engine::game::Side;
use yomi_engine::games::othello::Square;

use super::tree::{Property, Tree};
use crate::notation::problem::Fault;
use crate::notation::{Board, Size};

/// How messages say what a point looks like.
pub(super) const EXAMPLE: &str = "`fe` for f5";

/// Stones set on the start position or taken from it, and who moves first if that is said.
struct Setup {
    size: Size,
    upside_down: bool,
    /// The letters of a board string.
    squares: Vec<char>,
    first: Option<Side>,
}

/// The position that is set up before the first move. Who makes that move is to move, unless `PL`
/// says otherwise.
pub(super) fn start(tree: &Tree, size: Size, upside_down: bool) -> Result<Board, Fault> {
    let standard = Board::start(size);
    let squares = standard.board_string().chars().take(size.side() * size.side()).collect();
    let mut setup = Setup { size, upside_down, squares, first: None };
    let mut first_mover = None;
    for node in &tree.nodes {
        for property in node {
            setup.apply(property, first_mover.is_none())?;
        }
        let is_move = |property: &&Property| matches!(property.name.as_str(), "B" | "W");
        first_mover = first_mover.or(node.iter().find(is_move).map(Property::side));
    }
    let side = if setup.first.or(first_mover) == Some(Side::Second) { 'O' } else { 'X' };
    let text: String = setup.squares.into_iter().chain([side]).collect();
    Ok(Board::parse(size, &text).unwrap_or(standard))
}

impl Setup {
    fn apply(&mut self, property: &Property, before_moves: bool) -> Result<(), Fault> {
        let disc = match property.name.as_str() {
            "AB" => Some('X'),
            "AW" => Some('O'),
            "AE" => Some('-'),
            "PL" => None,
            _ => return Ok(()),
        };
        if !before_moves {
            return Err(property.first().instead_of("no position set up after the first move"));
        }
        let Some(disc) = disc else {
            self.first = Some(player(property)?);
            return Ok(());
        };
        for value in &property.values {
            let area = area(&value.text, self.size, self.upside_down);
            let area =
                area.ok_or_else(|| value.instead_of(&format!("a point such as {EXAMPLE}")))?;
            area.into_iter().for_each(|index| self.squares[index as usize] = disc);
        }
        Ok(())
    }
}

/// The side to move that `PL` names.
fn player(property: &Property) -> Result<Side, Fault> {
    match property.first().text.trim() {
        "B" | "b" | "1" | "black" => Ok(Side::First),
        "W" | "w" | "2" | "white" => Ok(Side::Second),
        _ => Err(property.first().instead_of("the side to move, B or W")),
    }
}

/// Reads two letters, column and row, or a letter and a number as Edax does.
pub(super) fn square(text: &str, size: Size, upside_down: bool) -> Option<Square> {
    let side = size.side() as u32;
    if let Ok(square) = text.parse::<Square>() {
        return square.is_on_board(size.side()).then_some(square);
    }
    let &[column, row] = text.as_bytes() else { return None };
    let number =
        |letter: u8| letter.checked_sub(b'a').map(u32::from).filter(|&number| number < side);
    let (column, row) = (number(column)?, number(row)?);
    let row = if upside_down { side - 1 - row } else { row };
    Some(Square::from_index(row * side + column, size.side()))
}

/// The numbers of the squares of a point `fe` or a rectangle `aa:hb`.
fn area(text: &str, size: Size, upside_down: bool) -> Option<Vec<u32>> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let corner = |text: &str| square(text.trim(), size, upside_down);
    let (from, to) = (corner(from)?, corner(to)?);
    let (top, bottom) = (from.row().min(to.row()), from.row().max(to.row()));
    let (left, right) = (from.column().min(to.column()), from.column().max(to.column()));
    let rows = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
    Some(rows.map(|(row, column)| row * size.side() as u32 + column).collect())
}
