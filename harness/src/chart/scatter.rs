//! Points with names: what strength costs.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::name_axes;
use super::lines::thousands;
use super::scale::Scale;
use super::{Area, GRID, INK, Picture, colour, headed, letters, percent, text, with_interval};
use crate::report::Table;

/// Shares over amounts on a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// The points.
    pub points: Vec<Spot>,
}

/// A point with its name.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Whose it is.
    pub name: String,
    /// The series it belongs to: points of one have one colour.
    pub series: usize,
    /// An amount above 0.
    pub x: f64,
    /// A share from 0 to 1.
    pub y: f64,
    /// The ends of its 95 % interval.
    pub interval: (f64, f64),
}

const WIDTH: i32 = 1000;
const LEFT: i32 = 90;
const RIGHT: i32 = 150;
const TOP: i32 = 12;
const BOTTOM: i32 = 500;

impl Scatter {
    fn draw_axes(&self, area: &Area<'_>, scale: &Scale) -> Result<(), Box<dyn Error>> {
        for step in 0..=10 {
            let y = height(f64::from(step) / 10.0);
            area.draw(&PathElement::new([(LEFT, y), (WIDTH - 30, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            area.draw_text(&percent(f64::from(step) / 10.0), &style, (LEFT - 8, y))?;
        }
        let decades = scale.ticks(&[1.0]);
        let ticks = if decades.len() < 3 { scale.ticks(&[1.0, 2.0, 5.0]) } else { decades };
        for tick in ticks {
            let x = scale.pixel(tick);
            area.draw(&PathElement::new([(x, TOP), (x, BOTTOM + 6)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            area.draw_text(&thousands(tick), &style, (x, BOTTOM + 10))?;
        }
        name_axes(area, [&self.x_axis, &self.y_axis], LEFT..WIDTH - RIGHT, TOP..BOTTOM)
    }

    /// Where each name goes: beside its point, below the names that are already there.
    fn places(&self, scale: &Scale) -> Vec<(i32, i32)> {
        const LINE: i32 = 15;
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&one, &other| self.points[other].y.total_cmp(&self.points[one].y));
        let mut places = vec![(0, 0); self.points.len()];
        let mut taken: Vec<(i32, i32, i32)> = Vec::new();
        for index in order {
            let Spot { name, x, y, .. } = &self.points[index];
            let (left, mut line) = (scale.pixel(*x) + 9, height(*y));
            let right = left + letters::width(name, 13);
            let hit = |line: i32, &(start, end, other): &(i32, i32, i32)| {
                left < end && start < right && (line - other).abs() < LINE
            };
            while let Some(&(_, _, other)) = taken.iter().find(|other| hit(line, other)) {
                line = other + LINE;
            }
            taken.push((left, right, line));
            places[index] = (left, line);
        }
        places
    }
}

fn height(share: f64) -> i32 {
    BOTTOM - (share * f64::from(BOTTOM - TOP)).round() as i32
}

impl Picture for Scatter {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (80 + BOTTOM + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["player", &self.x_axis, &self.y_axis]);
        for Spot { name, x, y, interval, .. } in &self.points {
            table.rows.push(vec![name.clone(), thousands(*x), with_interval(*y, *interval)]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let scale = Scale::new(self.points.iter().map(|spot| spot.x), LEFT..WIDTH - RIGHT);
        self.draw_axes(&below, &scale)?;
        for Spot { series, x, y, interval: (low, high), .. } in &self.points {
            let (across, colour) = (scale.pixel(*x), colour(*series));
            let whisker = [(across, height(*low)), (across, height(*high))];
            below.draw(&PathElement::new(whisker, colour.stroke_width(2)))?;
            below.draw(&Circle::new((across, height(*y)), 5, colour.filled()))?;
        }
        for (spot, place) in self.points.iter().zip(self.places(&scale)) {
            let style = text(13, INK, HPos::Left, VPos::Center);
            below.draw_text(&spot.name, &style, place)?;
        }
        area.present()?;
        Ok(())
    }
}
