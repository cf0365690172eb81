//! Amounts over amounts: points, joined by lines or alone.

use std::error::Error;

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::name_axes;
use super::scale::{Even, Scale};
use super::{Area, GRID, INK, Mark, Picture, colour, headed, legend, text};
use crate::figures::thousands;
use crate::table::Table;

/// A chart of amounts over amounts.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What is shown.
    pub title: String,
    /// Of what.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// What is drawn.
    pub curves: Vec<Curve>,
    /// Whether the axis to the right is logarithmic; its values are above 0 then.
    pub logarithmic: bool,
    /// Whether a dashed line shows where both axes have the same value.
    pub diagonal: bool,
}

/// Points under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What they are.
    pub name: String,
    /// Where they stand, from left to right if a line joins them.
    pub points: Vec<(f64, f64)>,
    /// Whether a line joins them.
    pub joined: bool,
}

const WIDTH: i32 = 1000;
const LEFT: i32 = 90;
const RIGHT: i32 = WIDTH - 40;
const TOP: i32 = 16;
const BOTTOM: i32 = 480;

/// The axis to the right.
enum Across {
    Even(Even),
    Logarithmic(Scale),
}

impl Across {
    fn pixel(&self, x: f64) -> i32 {
        match self {
            Self::Even(scale) => scale.pixel(x),
            Self::Logarithmic(scale) => scale.pixel(x),
        }
    }

    /// Where the ticks are and what is written at them.
    fn ticks(&self) -> Vec<(i32, String)> {
        match self {
            Self::Even(scale) => {
                scale.ticks().into_iter().map(|x| (scale.pixel(x), scale.label(x))).collect()
            }
            Self::Logarithmic(scale) => {
                let ticks = scale.ticks(&[1.0, 2.0, 5.0]).into_iter();
                ticks.map(|x| (scale.pixel(x), thousands(x))).collect()
            }
        }
    }
}

impl Curves {
    fn points(&self) -> impl Iterator<Item = &(f64, f64)> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }

    fn across(&self) -> Across {
        let xs = self.points().map(|point| point.0);
        if self.logarithmic {
            Across::Logarithmic(Scale::new(xs, LEFT..RIGHT))
        } else {
            Across::Even(Even::new(xs, [LEFT, RIGHT]))
        }
    }

    fn draw_axes(&self, area: &Area<'_>, across: &Across, up: &Even) -> Result<(), Box<dyn Error>> {
        for tick in up.ticks() {
            let y = up.pixel(tick);
            area.draw(&PathElement::new([(LEFT, y), (RIGHT, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            area.draw_text(&up.label(tick), &style, (LEFT - 8, y))?;
        }
        for (x, label) in across.ticks() {
            area.draw(&PathElement::new([(x, BOTTOM), (x, BOTTOM + 6)], INK.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            area.draw_text(&label, &style, (x, BOTTOM + 10))?;
        }
        name_axes(area, [&self.x_axis, &self.y_axis], LEFT..RIGHT, TOP..BOTTOM)
    }

    /// A dashed line where both axes have the same value, as far as both have it.
    fn draw_diagonal(
        &self,
        area: &Area<'_>,
        across: &Across,
        up: &Even,
    ) -> Result<(), Box<dyn Error>> {
        let Across::Even(even) = across else { return Ok(()) };
        let ((left, right), (bottom, top)) = (even.ends(), up.ends());
        let (low, high) = (left.max(bottom), right.min(top));
        if low < high {
            let ends = [low, high].map(|both| (across.pixel(both), up.pixel(both)));
            area.draw(&DashedPathElement::new(ends, 8, 6, INK.stroke_width(1)))?;
        }
        Ok(())
    }
}

impl Picture for Curves {
    fn size(&self) -> (u32, u32) {
        // Three names a row, or a little more.
        let rows = self.curves.len().div_ceil(3) as i32;
        (WIDTH as u32, (80 + 24 * rows + BOTTOM + 80) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["", &self.x_axis, &self.y_axis]);
        for Curve { name, points, .. } in &self.curves {
            let row = |&(x, y): &(f64, f64)| vec![name.clone(), x.to_string(), y.to_string()];
            table.rows.extend(points.iter().map(row));
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let mark = |(place, curve): (usize, &Curve)| match curve.joined {
            true => (curve.name.clone(), Mark::Line(colour(place))),
            false => (curve.name.clone(), Mark::Dot(colour(place))),
        };
        let below = legend(&below, &self.curves.iter().enumerate().map(mark).collect::<Vec<_>>())?;
        let across = self.across();
        let up = Even::new(self.points().map(|point| point.1), [BOTTOM, TOP]);
        self.draw_axes(&below, &across, &up)?;
        if self.diagonal {
            self.draw_diagonal(&below, &across, &up)?;
        }
        for (place, Curve { points, joined, .. }) in self.curves.iter().enumerate() {
            let pixels = points.iter().map(|&(x, y)| (across.pixel(x), up.pixel(y)));
            let pixels: Vec<(i32, i32)> = pixels.collect();
            if *joined {
                below.draw(&PathElement::new(pixels.clone(), colour(place).stroke_width(3)))?;
            }
            for at in pixels {
                below.draw(&Circle::new(at, 5, colour(place).filled()))?;
            }
        }
        area.present()?;
        Ok(())
    }
}
