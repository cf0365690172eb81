//! How often each value came up.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::scale::Even;
use super::{Area, GRID, INK, Picture, colour, headed, text};
use crate::table::Table;

/// A histogram.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What is measured.
    pub x_axis: String,
    /// What is counted.
    pub y_axis: String,
    /// From where to where, and how often; the bins touch each other.
    pub bins: Vec<(f64, f64, u64)>,
}

const WIDTH: i32 = 900;
const LEFT: i32 = 90;
const BOTTOM: i32 = 330;
const TOP: i32 = 12;

impl Picture for Histogram {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (80 + BOTTOM + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[&self.x_axis, &self.y_axis]);
        for (start, end, count) in &self.bins {
            table.rows.push(vec![format!("[{start:+}, {end:+})"), count.to_string()]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let ends = self.bins.iter().flat_map(|(start, end, _)| [*start, *end]);
        let across = Even::new(ends, [LEFT, WIDTH - 30]);
        let counts = self.bins.iter().map(|(_, _, count)| *count as f64);
        let up = Even::whole(counts.chain([0.0, 1.0]), [BOTTOM, TOP]);
        for tick in up.ticks() {
            let y = up.pixel(tick);
            below.draw(&PathElement::new([(LEFT, y), (WIDTH - 30, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            below.draw_text(&format!("{tick:.0}"), &style, (LEFT - 8, y))?;
        }
        for (start, end, count) in &self.bins {
            let corners = [
                (across.pixel(*start) + 1, up.pixel(*count as f64)),
                (across.pixel(*end) - 1, BOTTOM),
            ];
            below.draw(&Rectangle::new(corners, colour(0).filled()))?;
        }
        for tick in across.ticks() {
            let x = across.pixel(tick);
            below.draw(&PathElement::new([(x, BOTTOM), (x, BOTTOM + 6)], INK.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            let value = if tick == 0.0 { "0".to_owned() } else { format!("{tick:+.0}") };
            below.draw_text(&value, &style, (x, BOTTOM + 10))?;
        }
        let style = text(14, INK, HPos::Center, VPos::Top);
        let middle = i32::midpoint(LEFT, WIDTH - 30);
        below.draw_text(&self.x_axis, &style, (middle, BOTTOM + 36))?;
        let upright = text(14, INK, HPos::Center, VPos::Top);
        let upright = upright.transform(FontTransform::Rotate270);
        below.draw_text(&self.y_axis, &upright, (18, i32::midpoint(TOP, BOTTOM)))?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_ranges_not_values() {
        let words = || String::new();
        let histogram = Histogram {
            title: words(),
            subtitle: words(),
            x_axis: words(),
            y_axis: words(),
            bins: vec![(-3.0, -1.0, 2), (-1.0, 1.0, 5)],
        };
        assert_eq!(histogram.table().rows, [["[-3, -1)", "2"], ["[-1, +1)", "5"]]);
    }
}
