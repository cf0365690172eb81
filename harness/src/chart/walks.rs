//! Shares over time, a line each: where tuned parameters went.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::name_axes;
use super::scale::Even;
use super::{Area, GRID, INK, Mark, Picture, colour, headed, legend, percent, text};
use crate::table::Table;

/// Shares over time.
#[derive(Clone, Debug)]
pub struct Walks {
    /// What is shown.
    pub title: String,
    /// Of what.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// Names, and shares from 0 to 1 after how much; all after the same.
    pub walks: Vec<(String, Vec<(u64, f64)>)>,
}

const WIDTH: i32 = 900;
const LEFT: i32 = 90;
const RIGHT: i32 = 30;
const TOP: i32 = 16;
const BOTTOM: i32 = 360;
/// The height of a row of the legend.
const LEGEND: i32 = 24;

fn height(share: f64) -> i32 {
    BOTTOM - (share.clamp(0.0, 1.0) * f64::from(BOTTOM - TOP)).round() as i32
}

impl Walks {
    fn draw_axes(&self, area: &Area<'_>, across: &Even) -> Result<(), Box<dyn Error>> {
        for step in 0..=4 {
            let share = f64::from(step) / 4.0;
            let y = height(share);
            area.draw(&PathElement::new([(LEFT, y), (WIDTH - RIGHT, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            area.draw_text(&percent(share), &style, (LEFT - 8, y))?;
        }
        for tick in across.ticks() {
            let x = across.pixel(tick);
            area.draw(&PathElement::new([(x, BOTTOM), (x, BOTTOM + 6)], INK.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            area.draw_text(&format!("{tick:.0}"), &style, (x, BOTTOM + 10))?;
        }
        name_axes(area, [&self.x_axis, &self.y_axis], LEFT..WIDTH - RIGHT, TOP..BOTTOM)
    }
}

impl Picture for Walks {
    fn size(&self) -> (u32, u32) {
        // Four names a row, or a little more.
        let rows = self.walks.len().div_ceil(4) as i32;
        (WIDTH as u32, (80 + LEGEND * rows + BOTTOM + 80) as u32)
    }

    fn table(&self) -> Table {
        let names = self.walks.iter().map(|(name, _)| name.clone());
        let mut table = Table::new(&[&self.x_axis]).with_names(names);
        let places = self.walks.first().map_or(0, |(_, points)| points.len());
        for place in 0..places {
            let after = self.walks[0].1[place].0.to_string();
            let shares = self.walks.iter().map(|(_, points)| percent(points[place].1));
            table.rows.push(std::iter::once(after).chain(shares).collect());
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let names = self.walks.iter().enumerate();
        let entries: Vec<(String, Mark)> =
            names.map(|(place, (name, _))| (name.clone(), Mark::Line(colour(place)))).collect();
        let below = legend(&below, &entries)?;
        let after = self.walks.iter().flat_map(|(_, points)| points).map(|point| point.0 as f64);
        let across = Even::whole(after.chain([0.0, 1.0]), [LEFT, WIDTH - RIGHT]);
        self.draw_axes(&below, &across)?;
        for (place, (_, points)) in self.walks.iter().enumerate() {
            let line = points.iter().map(|(x, share)| (across.pixel(*x as f64), height(*share)));
            let line: Vec<(i32, i32)> = line.collect();
            below.draw(&PathElement::new(line, colour(place).stroke_width(2)))?;
        }
        area.present()?;
        Ok(())
    }
}
