//! Marks on a logarithmic axis, one row for each thing counted and one mark for everybody who
//! counted it.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::scale::Scale;
use super::{Area, GRID, INK, Picture, colour, headed, text};
use crate::table::Table;

/// A chart of counts.
#[derive(Clone, Debug)]
pub struct Counts {
    /// What is shown.
    pub title: String,
    /// How to read it.
    pub subtitle: String,
    /// What is counted.
    pub axis: String,
    /// Who counted, the one that matters first; each has a colour and a shape of its own.
    pub series: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<Count>,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Count {
    /// What was counted.
    pub name: String,
    /// One count above 0 for each series that has one.
    pub values: Vec<Option<f64>>,
}

const WIDTH: i32 = 1000;
const LEFT: i32 = 160;
const RIGHT: i32 = 40;
const ROW: i32 = 26;
const LEGEND: i32 = 24;
/// Title and subtitle.
const ABOVE: i32 = 80;
/// The axis with its name.
const BELOW: i32 = 64;

impl Counts {
    /// Where the rows begin.
    fn top(&self) -> i32 {
        LEGEND * self.series.len() as i32 + 16
    }

    fn bottom(&self) -> i32 {
        self.top() + ROW * self.rows.len() as i32
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        for (index, name) in self.series.iter().enumerate() {
            let y = LEGEND * index as i32 + LEGEND / 2;
            mark(area, index, (33, y))?;
            area.draw_text(name, &text(16, INK, HPos::Left, VPos::Center), (49, y))?;
        }
        Ok(())
    }

    fn draw_axis(&self, area: &Area<'_>, scale: &Scale) -> Result<(), Box<dyn Error>> {
        let (top, bottom) = (self.top(), self.bottom());
        let decades = scale.ticks(&[1.0]);
        let ticks = if decades.len() < 3 { scale.ticks(&[1.0, 2.0, 5.0]) } else { decades };
        for tick in ticks {
            let x = scale.pixel(tick);
            area.draw(&PathElement::new([(x, top), (x, bottom)], GRID.stroke_width(1)))?;
            area.draw_text(&count(tick), &text(14, INK, HPos::Center, VPos::Top), (x, bottom + 8))?;
        }
        let style = text(16, INK, HPos::Center, VPos::Top);
        area.draw_text(&self.axis, &style, ((LEFT + WIDTH - RIGHT) / 2, bottom + 34))?;
        Ok(())
    }

    fn draw_rows(&self, area: &Area<'_>, scale: &Scale) -> Result<(), Box<dyn Error>> {
        for (place, row) in self.rows.iter().enumerate() {
            let y = self.top() + ROW * place as i32 + ROW / 2;
            area.draw(&PathElement::new([(LEFT, y), (WIDTH - RIGHT, y)], GRID.stroke_width(1)))?;
            area.draw_text(&row.name, &text(14, INK, HPos::Right, VPos::Center), (LEFT - 12, y))?;
            // The first mark lies on top.
            for (index, value) in row.values.iter().enumerate().rev() {
                if let Some(value) = value {
                    mark(area, index, (scale.pixel(*value), y))?;
                }
            }
        }
        Ok(())
    }
}

impl Picture for Counts {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (ABOVE + self.bottom() + BELOW) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[&self.axis]).with_names(self.series.iter().cloned());
        let cell = |value: &Option<f64>| value.map_or(String::new(), |value| format!("{value:.0}"));
        for Count { name, values } in &self.rows {
            let row = std::iter::once(name.clone()).chain(values.iter().map(cell));
            table.rows.push(row.collect());
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let values = self.rows.iter().flat_map(|row| row.values.iter().flatten().copied());
        let scale = Scale::new(values, LEFT..WIDTH - RIGHT);
        self.draw_legend(&below)?;
        self.draw_axis(&below, &scale)?;
        self.draw_rows(&below, &scale)?;
        area.present()?;
        Ok(())
    }
}

/// The mark of series `index`: a disc, a triangle, a square or a cross.
fn mark(area: &Area<'_>, index: usize, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
    let style = colour(index).filled();
    match index % 4 {
        0 => area.draw(&Circle::new((x, y), 7, style))?,
        1 => area.draw(&TriangleMarker::new((x, y), 7, style))?,
        2 => area.draw(&Rectangle::new([(x - 5, y - 5), (x + 5, y + 5)], style))?,
        _ => area.draw(&Cross::new((x, y), 5, colour(index).stroke_width(3)))?,
    }
    Ok(())
}

/// A tick in words.
fn count(number: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    let (unit, name) = units.into_iter().find(|(unit, _)| number >= *unit).unwrap_or((1.0, ""));
    format!("{:.0}{name}", number / unit)
}
