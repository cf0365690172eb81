//! Players on one scale, best first, each with its interval.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::scale::Even;
use super::{Area, GRID, INK, Picture, colour, headed, letters, text};
use crate::figures::{signed, span};
use crate::table::Table;

/// A ladder of ratings.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the scale measures.
    pub axis: String,
    /// The rungs from the top.
    pub rungs: Vec<Rung>,
}

/// A player with its rating.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Who.
    pub name: String,
    /// Its rating.
    pub value: f64,
    /// The ends of its 95 % interval, infinite where there is no limit.
    pub interval: (f64, f64),
}

/// The least width of the picture, and of its scale: where names are long the picture grows.
const WIDTH: i32 = 900;
const SCALE: i32 = 400;
/// What is right of the scale: the number of a rung that ends there.
const RIGHT: i32 = 70;
const ROW: i32 = 30;
const TOP: i32 = 12;

impl Ladder {
    fn left(&self) -> i32 {
        16 + letters::room(self.rungs.iter().map(|rung| &rung.name), 15)
    }

    fn right(&self) -> i32 {
        WIDTH.max(self.left() + SCALE + RIGHT) - RIGHT
    }

    fn bottom(&self) -> i32 {
        TOP + ROW * self.rungs.len() as i32
    }

    fn scale(&self) -> Even {
        let ends =
            self.rungs.iter().flat_map(|rung| [rung.interval.0, rung.interval.1, rung.value]);
        Even::new(ends, [self.left(), self.right()])
    }
}

impl Picture for Ladder {
    fn size(&self) -> (u32, u32) {
        ((self.right() + RIGHT) as u32, (80 + self.bottom() + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["player", "Elo", "95 % interval"]);
        for Rung { name, value, interval: (low, high) } in &self.rungs {
            table.rows.push(vec![name.clone(), signed(*value, 0), span(*low, *high)]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let (scale, bottom) = (self.scale(), self.bottom());
        let (left, right) = (self.left(), self.right());
        for tick in scale.ticks() {
            let x = scale.pixel(tick);
            below.draw(&PathElement::new([(x, TOP), (x, bottom)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            below.draw_text(&signed(tick, scale.decimals()), &style, (x, bottom + 8))?;
        }
        let style = text(14, INK, HPos::Center, VPos::Top);
        let middle = i32::midpoint(left, right);
        below.draw_text(&self.axis, &style, (middle, bottom + 34))?;
        for (place, Rung { name, value, interval: (low, high) }) in self.rungs.iter().enumerate() {
            let y = TOP + ROW * place as i32 + ROW / 2;
            let style = text(15, INK, HPos::Right, VPos::Center);
            below.draw_text(name, &style, (left - 16, y))?;
            // An interval without an end is an arrow to the edge; without both there is none.
            let [start, end] = match [*low, *high].map(f64::is_finite) {
                [true, true] => [*low, *high].map(|end| scale.pixel(end)),
                [true, false] => [scale.pixel(*low), right],
                [false, true] => [left, scale.pixel(*high)],
                [false, false] => [scale.pixel(*value); 2],
            };
            below.draw(&PathElement::new([(start, y), (end, y)], colour(0).stroke_width(3)))?;
            for (tip, back, is_open) in
                [(start, 12, low.is_infinite()), (end, -12, high.is_infinite())]
            {
                if is_open && start < end {
                    let arrow = [(tip, y), (tip + back, y - 7), (tip + back, y + 7)];
                    below.draw(&Polygon::new(arrow, colour(0).filled()))?;
                }
            }
            below.draw(&Circle::new((scale.pixel(*value), y), 5, colour(0).filled()))?;
            let style = text(13, INK, HPos::Left, VPos::Center);
            below.draw_text(&signed(*value, 0), &style, (end + 10, y))?;
        }
        area.present()?;
        Ok(())
    }
}
