//! Trees of boxes as SVG, light and dark, without anything that is not in the file.

use std::fmt::Write;

use super::escaped;
use super::number::typeset;
use super::style::style;

/// A box in a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// `max`, `min`, `leaf`, `stub` or `note`, and `chosen` besides.
    pub(super) class: String,
    /// The text inside, each line with its class.
    pub(super) lines: Vec<(&'static str, String)>,
    /// The lines of the board and its squares, if it is drawn; those that are new are marked.
    pub(super) board: Option<Board>,
    /// The boxes below.
    pub(super) children: Vec<usize>,
    /// What stands beside the line from the box above.
    pub(super) edge: Option<String>,
    /// The number by which a page finds the box.
    pub(super) id: Option<usize>,
    /// The number of the box above, for boxes without one of their own.
    pub(super) of: Option<usize>,
}

/// A board inside a box.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Its lines.
    pub(super) size: u32,
    /// Its squares row by row from the top: `X`, `O` or `-`.
    pub(super) squares: String,
    /// The squares before the move.
    pub(super) before: Option<String>,
    /// The width of a square.
    pub(super) cell: u32,
    /// What lies on it, and where.
    pub(super) style: Style,
    /// Whether columns and rows are named.
    pub(super) named: bool,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Discs on squares.
    Discs,
    /// Marks on squares, as in tic-tac-toe.
    Marks,
    /// Stones where lines cross, as in Go.
    Stones,
}

impl Board {
    /// The space for the names of columns and rows.
    fn margin(&self) -> f64 {
        if self.named { 14.0 } else { 0.0 }
    }

    /// The names of a column and of a row; Go has no column I and counts its rows from below.
    fn names(&self, line: usize) -> [String; 2] {
        let [letter, row] = match self.style {
            Style::Stones => [line + usize::from(line >= 8), self.size as usize - line],
            Style::Discs | Style::Marks => [line, line + 1],
        };
        let first = if self.style == Style::Stones { b'A' } else { b'a' };
        [char::from(first + letter as u8).to_string(), row.to_string()]
    }

    /// The width of the board with its names.
    fn width(&self) -> f64 {
        f64::from(self.size * self.cell) + 2.0 * self.margin()
    }
}

/// A tree of boxes with a title; the first box is the root.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    /// One line above the tree.
    pub(super) title: String,
    /// The boxes.
    pub(super) shapes: Vec<Shape>,
}

/// Where a box stands: the middle of its upper side, its width and height.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

const GAP: f64 = 10.0;
const RISE: f64 = 46.0;
const LINE: f64 = 16.0;
const MARGIN: f64 = 16.0;
const TITLE: f64 = 30.0;

impl Diagram {
    /// The picture.
    #[must_use]
    pub(super) fn svg(&self) -> String {
        let mut places = vec![Place::default(); self.shapes.len()];
        for (shape, place) in self.shapes.iter().zip(&mut places) {
            (place.width, place.height) = extent(shape);
        }
        let tree = self.put(0, MARGIN, MARGIN + TITLE, &mut places);
        let width = (tree + 2.0 * MARGIN).max(letters(&self.title) * 8.0 + 2.0 * MARGIN);
        let height = places.iter().map(|place| place.y + place.height).fold(0.0, f64::max) + MARGIN;
        let title = escaped(&typeset(&self.title));
        let style = style();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>\n{style}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{MARGIN}\" y=\"26\">{title}</text>\n"
        );
        self.edges(0, &places, &mut out);
        for (shape, place) in self.shapes.iter().zip(&places) {
            draw(shape, *place, &mut out);
        }
        out + "</svg>\n"
    }

    /// Puts the tree below `number` to the right of `left`; returns its width.
    fn put(&self, number: usize, left: f64, top: f64, places: &mut [Place]) -> f64 {
        let Place { width, height, .. } = places[number];
        let children = &self.shapes[number].children;
        let below = top + height + RISE;
        let wanted: f64 = children.iter().map(|&child| self.width(child, places)).sum::<f64>()
            + GAP * children.len().saturating_sub(1) as f64;
        let full = width.max(wanted);
        let mut right = left + (full - wanted) / 2.0;
        for &child in children {
            right += self.put(child, right, below, places) + GAP;
        }
        let middle = match children.as_slice() {
            [] => left + full / 2.0,
            [first, .., last] => f64::midpoint(places[*first].x, places[*last].x),
            [only] => places[*only].x,
        };
        places[number].x = middle.max(left + width / 2.0).min(left + full - width / 2.0);
        places[number].y = top;
        full
    }

    /// The width of the tree below a box, itself included.
    fn width(&self, number: usize, places: &[Place]) -> f64 {
        let children = &self.shapes[number].children;
        let wanted = children.iter().map(|&child| self.width(child, places)).sum::<f64>();
        places[number].width.max(wanted + GAP * children.len().saturating_sub(1) as f64)
    }

    /// The lines from a box to those below, and what stands beside them.
    fn edges(&self, number: usize, places: &[Place], out: &mut String) {
        let from = places[number];
        for &child in &self.shapes[number].children {
            let (shape, to) = (&self.shapes[child], places[child]);
            let (start, end) = (from.y + from.height, to.y);
            let bend = f64::midpoint(start, end);
            let id = mark("edge", shape.id) + &mark("of", shape.of);
            let _ = writeln!(
                out,
                "<path class=\"edge {}\"{id} d=\"M{:.1} {start:.1}C{:.1} {bend:.1} {:.1} {bend:.1} \
                 {:.1} {end:.1}\"/>",
                shape.class, from.x, from.x, to.x, to.x
            );
            self.edges(child, places, out);
        }
    }
}

/// What a script finds a box by.
fn mark(name: &str, number: Option<usize>) -> String {
    number.map_or_else(String::new, |number| format!(" data-{name}=\"{number}\""))
}

/// How many characters a text is wide; those of Japanese are twice as wide as others.
fn letters(text: &str) -> f64 {
    text.chars().map(|c| if c >= '\u{2e80}' { 2.0 } else { 1.0 }).sum()
}

/// The width and the height of a box.
fn extent(shape: &Shape) -> (f64, f64) {
    let text = shape.lines.iter().map(|(class, text)| match *class {
        "small" | "reason" => letters(text) * 6.4,
        _ => letters(text) * 8.0,
    });
    let board = shape.board.as_ref().map_or(0.0, |board| board.width() + 4.0);
    let edge = shape.edge.as_ref().map_or(0.0, |edge| letters(edge) * 6.4 - 14.0);
    let width = text.fold(board.max(18.0), f64::max).max(edge) + 14.0;
    (width, LINE * shape.lines.len() as f64 + 8.0 + if board > 0.0 { board + 4.0 } else { 0.0 })
}

fn draw(shape: &Shape, place: Place, out: &mut String) {
    let Place { x, y, width, height } = place;
    let id = mark("node", shape.id) + &mark("of", shape.of);
    // Min is round, so that colour is not all that tells them apart.
    let corner = if shape.class.starts_with("min") { 14 } else { 2 };
    let _ = writeln!(
        out,
        "<g class=\"{}\"{id}><rect class=\"box\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{corner}\"/>",
        shape.class,
        x - width / 2.0
    );
    let mut line = y + LINE + 1.0;
    for (class, text) in &shape.lines {
        let text = escaped(&typeset(text));
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{line:.1}\">{text}</text>");
        line += LINE;
    }
    if let Some(board) = &shape.board {
        draw_board(board, x, line - LINE + 5.0, out);
    }
    if let Some(edge) = &shape.edge {
        let class = if shape.class.starts_with("stub") { "reason" } else { "change" };
        let text = escaped(&typeset(edge));
        let _ = writeln!(
            out,
            "<text class=\"small {class}\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
            y - 7.0
        );
    }
    out.push_str("</g>\n");
}

/// A board whose upper side is at `y` and whose middle is at `x`.
fn draw_board(board: &Board, x: f64, y: f64, out: &mut String) {
    let (size, cell) = (board.size as usize, f64::from(board.cell));
    let width = cell * size as f64;
    let (left, y) = (x - width / 2.0, y + board.margin());
    draw_lines(board, [left, y], out);
    for line in (0..size).filter(|_| board.named) {
        let at = cell * (line as f64 + 0.5);
        let [column, row] = board.names(line);
        for (x, y, name) in [(left + at, y - 4.0, column), (left - 8.0, y + at + 4.0, row)] {
            let _ = write!(out, "<text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
        }
    }
    let before = board.before.as_deref().unwrap_or(&board.squares);
    for (place, (square, earlier)) in board.squares.chars().zip(before.chars()).enumerate() {
        let (column, row) = ((place % size) as f64 + 0.5, (place / size) as f64 + 0.5);
        let (x, y) = (left + column * cell, y + row * cell);
        if square != '-' {
            let new = if earlier == '-' { " new" } else { "" };
            stone(square, board.style, new, [x, y, cell * 0.4], out);
        }
    }
    out.push('\n');
}

/// The board without anything on it.
fn draw_lines(board: &Board, [left, top]: [f64; 2], out: &mut String) {
    let cell = f64::from(board.cell);
    let width = cell * f64::from(board.size);
    let (ground, lines, inset) = match board.style {
        Style::Discs => ("felt", board.size + 1, 0.0),
        Style::Marks => ("plain", board.size + 1, 0.0),
        Style::Stones => ("wood", board.size, cell / 2.0),
    };
    let _ = write!(
        out,
        "<rect class=\"{ground}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{width:.1}\"/><path class=\"lines\" d=\""
    );
    let (left, top, length) = (left + inset, top + inset, width - 2.0 * inset);
    for line in 0..lines {
        let at = cell * f64::from(line);
        let (row, column) = (top + at, left + at);
        let _ = write!(out, "M{left:.1} {row:.1}h{length:.1}M{column:.1} {top:.1}v{length:.1}");
    }
    out.push_str("\"/>");
}

/// A disc, or a mark, in the middle of a square and of this radius.
fn stone(square: char, style: Style, new: &str, [x, y, radius]: [f64; 3], out: &mut String) {
    let marks = style == Style::Marks;
    let class = match (marks, square) {
        (true, _) => "mark",
        (false, 'X') => "black",
        (false, _) => "white",
    };
    let _ = if marks && square == 'X' {
        let (arm, full) = (radius * 0.8, radius * 1.6);
        write!(
            out,
            "<path class=\"{class}{new}\" d=\"M{:.1} {:.1}l{full:.1} {full:.1}m-{full:.1} 0l\
             {full:.1} -{full:.1}\"/>",
            x - arm,
            y - arm
        )
    } else {
        write!(
            out,
            "<circle class=\"{class}{new}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        )
    };
}
