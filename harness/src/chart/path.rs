//! The way of a sequential test to one of its bounds.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::name_axes;
use super::scale::Even;
use super::{Area, GRID, INK, Picture, colour, headed, text};
use crate::table::Table;

/// A path between two bounds.
#[derive(Clone, Debug)]
pub struct Path {
    /// What is shown.
    pub title: String,
    /// Of what.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// Where it was, after how much.
    pub points: Vec<(u64, f64)>,
    /// The lower and the upper bound, with what they mean.
    pub bounds: [(f64, String); 2],
}

const WIDTH: i32 = 900;
const LEFT: i32 = 90;
const RIGHT: i32 = 30;
const TOP: i32 = 26;
const BOTTOM: i32 = 340;

impl Picture for Path {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (80 + BOTTOM + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[&self.x_axis, &self.y_axis]);
        for (after, value) in &self.points {
            table.rows.push(vec![after.to_string(), format!("{value:.2}")]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let across = self.points.iter().map(|(after, _)| *after as f64);
        let across = Even::whole(across.chain([0.0, 1.0]), [LEFT, WIDTH - RIGHT]);
        let values = self.points.iter().map(|(_, value)| *value);
        let up = Even::new(values.chain(self.bounds.iter().map(|bound| bound.0)), [BOTTOM, TOP]);
        for tick in up.ticks() {
            let y = up.pixel(tick);
            below.draw(&PathElement::new([(LEFT, y), (WIDTH - RIGHT, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            below.draw_text(&format!("{tick:.1}"), &style, (LEFT - 8, y))?;
        }
        for tick in across.ticks() {
            let x = across.pixel(tick);
            below.draw(&PathElement::new([(x, BOTTOM), (x, BOTTOM + 6)], INK.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            below.draw_text(&format!("{tick:.0}"), &style, (x, BOTTOM + 10))?;
        }
        for (bound, meaning) in &self.bounds {
            let y = up.pixel(*bound);
            below.draw(&PathElement::new([(LEFT, y), (WIDTH - RIGHT, y)], INK.stroke_width(2)))?;
            let style = text(13, INK, HPos::Right, VPos::Bottom);
            below.draw_text(meaning, &style, (WIDTH - RIGHT, y - 4))?;
        }
        let points = self.points.iter();
        let line = points.map(|(after, value)| (across.pixel(*after as f64), up.pixel(*value)));
        below.draw(&PathElement::new(line.collect::<Vec<_>>(), colour(0).stroke_width(2)))?;
        name_axes(&below, [&self.x_axis, &self.y_axis], LEFT..WIDTH - RIGHT, TOP..BOTTOM)?;
        area.present()?;
        Ok(())
    }
}
