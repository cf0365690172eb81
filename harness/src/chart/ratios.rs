//! Horizontal bars from 1 outwards on a logarithmic axis: how many times as much of something each
//! thing costs.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::scale::Scale;
use super::{Area, GRID, INK, Mark, Picture, colour, headed, legend, letters, text};
use crate::table::Table;

/// A chart of ratios, all above 0; 1 is the reference.
#[derive(Clone, Debug)]
pub struct Ratios {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the bars measure.
    pub axis: String,
    /// The names of the bars in every row.
    pub series: Vec<String>,
    /// Rows that belong together, from the top; all panels share the axis.
    pub panels: Vec<Panel>,
}

/// Rows under a heading.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The heading, empty for none.
    pub name: String,
    /// The rows from the top: a name and one ratio for each series.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// From the names to the right edge.
const PLOT: i32 = 810;
/// The least room for the names.
const LEFT: i32 = 190;
const RIGHT: i32 = 90;
const HEADING: i32 = 40;
const BAR: i32 = 17;
const GAP: i32 = 12;
/// Title, subtitle and legend.
const ABOVE: i32 = 110;
/// The axis with its name.
const BELOW: i32 = 64;

impl Ratios {
    fn left(&self) -> i32 {
        let names = self.panels.iter().flat_map(|panel| panel.rows.iter().map(|(name, _)| name));
        LEFT.max(24 + letters::room(names, 15))
    }

    fn right(&self) -> i32 {
        self.left() + PLOT - RIGHT
    }

    fn bars(&self) -> i32 {
        self.series.len() as i32
    }

    fn panel_height(&self, panel: &Panel) -> i32 {
        HEADING + panel.rows.len() as i32 * (self.bars() * BAR + GAP)
    }

    fn bottom(&self) -> i32 {
        self.panels.iter().map(|panel| self.panel_height(panel)).sum()
    }

    fn draw_axis(&self, area: &Area<'_>, scale: &Scale) -> Result<(), Box<dyn Error>> {
        for tick in scale.ticks(&[1.0, 2.0, 5.0]) {
            let x = scale.pixel(tick);
            area.draw(&PathElement::new(
                [(x, HEADING - 8), (x, self.bottom())],
                GRID.stroke_width(1),
            ))?;
            let style = text(15, INK, HPos::Center, VPos::Top);
            area.draw_text(&format!("×{tick}"), &style, (x, self.bottom() + 8))?;
        }
        let style = text(16, INK, HPos::Center, VPos::Top);
        let middle = i32::midpoint(self.left(), self.right());
        area.draw_text(&self.axis, &style, (middle, self.bottom() + 34))?;
        Ok(())
    }

    fn draw_panel(
        &self,
        area: &Area<'_>,
        scale: &Scale,
        panel: &Panel,
        top: i32,
    ) -> Result<(), Box<dyn Error>> {
        area.draw_text(
            &panel.name,
            &text(16, INK, HPos::Left, VPos::Center),
            (24, top + HEADING / 2),
        )?;
        let left = self.left();
        for (place, (name, ratios)) in panel.rows.iter().enumerate() {
            let row = top + HEADING + place as i32 * (self.bars() * BAR + GAP);
            let middle = row + self.bars() * BAR / 2;
            let style = text(15, INK, HPos::Right, VPos::Center);
            area.draw_text(name, &style, (left - 12, middle))?;
            for (index, &ratio) in ratios.iter().enumerate() {
                let (above, below) = (row + index as i32 * BAR, row + (index as i32 + 1) * BAR - 2);
                let (start, end) = (scale.pixel(ratio.min(1.0)), scale.pixel(ratio.max(1.0)));
                area.draw(&Rectangle::new([(start, above), (end, below)], colour(index).filled()))?;
                let style = text(13, INK, HPos::Left, VPos::Center);
                area.draw_text(&times(ratio), &style, (end + 7, above + BAR / 2))?;
            }
        }
        let one = [
            (scale.pixel(1.0), top + HEADING - 8),
            (scale.pixel(1.0), top + self.panel_height(panel)),
        ];
        area.draw(&PathElement::new(one, INK.stroke_width(2)))?;
        Ok(())
    }
}

impl Picture for Ratios {
    fn size(&self) -> (u32, u32) {
        ((self.left() + PLOT) as u32, (ABOVE + self.bottom() + BELOW) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[&self.axis, ""]).with_names(self.series.iter().cloned());
        for panel in &self.panels {
            for (name, ratios) in &panel.rows {
                let row = [panel.name.clone(), name.clone()].into_iter();
                table.rows.push(row.chain(ratios.iter().map(|ratio| times(*ratio))).collect());
            }
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let fills = self
            .series
            .iter()
            .enumerate()
            .map(|(index, name)| (name.clone(), Mark::Fill(colour(index))));
        let below = legend(&below, &fills.collect::<Vec<_>>())?;
        let ratios =
            self.panels.iter().flat_map(|panel| panel.rows.iter().flat_map(|(_, ratios)| ratios));
        // The labels of the longest bars take what is right of the scale.
        let scale = Scale::new(ratios.copied().chain([1.0]), self.left()..self.right());
        self.draw_axis(&below, &scale)?;
        let mut top = 0;
        for panel in &self.panels {
            self.draw_panel(&below, &scale, panel, top)?;
            top += self.panel_height(panel);
        }
        area.present()?;
        Ok(())
    }
}

/// A ratio with about three digits.
fn times(ratio: f64) -> String {
    let decimals = if ratio < 10.0 { 2 } else { usize::from(ratio < 100.0) };
    format!("×{ratio:.decimals$}")
}
